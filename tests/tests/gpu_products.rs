//! Random gemms and convolutions on emulated GPUs of one multiprocessor, for which programs that
//! are quick to emulate count as large; and on the GPU `HLOOM_GPU`, if that is set, as the same
//! programs for its target, and larger ones for all of its multiprocessors. All kernel kinds are covered (SIMT, `mma.sync`, `wgmma`,
//! TMA loads, im2col loads, packed operands), on random sizes, and compared with the interpreter.

#![cfg(feature = "ptx")]

use hloom_interp::Value;
use hloom_ir::literal::read_f64;
use hloom_ir::{Element, Literal, Module};
use hloom_ptx::driver::Gpu;
use hloom_ptx::{Executable, Target};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::parse;

/// Element types of both operands and of the result, and the accuracy of products.
const TYPES: [(&str, &str, &str, &str); 9] = [
    ("bf16", "bf16", "f32", "DEFAULT"),
    ("bf16", "bf16", "bf16", "DEFAULT"),
    ("f16", "f16", "f16", "DEFAULT"),
    ("f16", "f16", "f32", "DEFAULT"),
    ("i8", "i8", "i32", "DEFAULT"),
    ("ui8", "i8", "i32", "DEFAULT"),
    ("f8E4M3FN", "f8E5M2", "f32", "DEFAULT"),
    ("f32", "f32", "f32", "DEFAULT"),
    ("f32", "f32", "f32", "HIGH"),
];

/// A random element of a slice.
fn one<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len())]
}

/// A random number in `from..to`, a multiple of `of` if there is one.
fn size(random: &mut Random, from: usize, to: usize) -> usize {
    let by = one(random, &[1, 2, 8, 16, 16, 64]);
    let any = from + random.below(to - from);
    (any / by * by).max(from)
}

/// A list in brackets.
fn list<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|it| it.to_string()).collect();
    format!("[{}]", all.join(", "))
}

fn function([x, y, z]: [&str; 3], operation: &str) -> String {
    format!(
        "func.func @main(%x: tensor<{x}>, %y: tensor<{y}>) -> tensor<{z}> {{\n  \
           %z = {operation} : (tensor<{x}>, tensor<{y}>) -> tensor<{z}>\n  \
           return %z : tensor<{z}>\n}}\n"
    )
}

/// A gemm; either operand may be transposed. Extents grow with `scale`.
fn product(random: &mut Random, scale: usize) -> String {
    let [m, n] = [0; 2].map(|_| size(random, 32, 300 * scale));
    let k = size(random, 32, 400 * scale);
    let (left, right, sum, precision) = one(random, &TYPES);
    let [across, along] = [0; 2].map(|_| random.chance(2));
    let matrix = |transposed: bool, points: usize, element: &str| match transposed {
        true => format!("{k}x{points}x{element}"),
        false => format!("{points}x{k}x{element}"),
    };
    let (x, y) = (matrix(across, m, left), matrix(along, n, right));
    let operation = format!(
        "stablehlo.dot_general %x, %y, contracting_dims = [{}] x [{}], \
         precision = [{precision}, {precision}]",
        u8::from(!across),
        u8::from(!along)
    );
    function([&x, &y, &format!("{m}x{n}x{sum}")], &operation)
}

/// A convolution with one to three spatial dimensions and innermost channels.
fn convolution(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    let each = |random: &mut Random, of: &dyn Fn(&mut Random) -> usize| -> Vec<usize> {
        (0..count).map(|_| of(random)).collect()
    };
    let sides = each(random, &|r| 5 + r.below([90, 16, 8][count - 1]));
    let window = each(random, &|r| 1 + r.below(4));
    let dilation = each(random, &|r| if r.chance(3) { 2 } else { 1 });
    let steps = each(random, &|r| if r.chance(3) { 1 + r.below(3) } else { 1 });
    let reversed = random.chance(4);
    let low = each(random, &|r| r.below(3));
    let reach: Vec<usize> = (0..count).map(|d| (window[d] - 1) * dilation[d]).collect();
    // At least one position of the window.
    let least = |d: usize| (reach[d] + 1).saturating_sub(sides[d] + low[d]);
    let high: Vec<usize> = (0..count).map(|d| random.below(3).max(least(d))).collect();
    let results = (0..count).map(|d| (sides[d] + low[d] + high[d] - reach[d] - 1) / steps[d] + 1);
    let batch = 1 + random.below(4);
    let [mut channels, mut features] = [0; 2].map(|_| size(random, 8, 150));
    let groups = if random.chance(5) { 2 } else { 1 };
    (channels, features) = (channels / groups * groups, features / groups * groups);
    // Both operands of a convolution have one element type (C27).
    let (left, _, sum, precision) = one(random, &TYPES);
    let right = left;
    let shape = |first: usize, sides: &[usize], last: usize, element: &str| {
        let sides: Vec<String> = sides.iter().map(ToString::to_string).collect();
        format!("{first}x{}x{last}x{element}", sides.join("x"))
    };
    let numbers: Vec<String> = (0..count).map(|d| d.to_string()).collect();
    let numbers = numbers.join(", ");
    let own = channels / groups;
    let (weights, order) = match random.chance(2) {
        true => (shape(features, &window, own, right), format!("o, {numbers}, i")),
        false => {
            let (first, rest) = window.split_first().expect("there is a side");
            let rest: Vec<usize> = rest.iter().copied().chain([own]).collect();
            (shape(*first, &rest, features, right), format!("{numbers}, i, o"))
        }
    };
    let results: Vec<usize> = results.collect();
    let padding = list(low.iter().zip(&high).map(|(low, high)| format!("[{low}, {high}]")));
    let operation = format!(
        "stablehlo.convolution(%x, %y) dim_numbers = [b, {numbers}, f]x[{order}]->[b, {numbers}, f], \
         window = {{stride = {}, pad = {padding}, rhs_dilate = {}, reverse = {}}} \
         {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64, precision_config = \
         [#stablehlo<precision {precision}>, #stablehlo<precision {precision}>]}}",
        list(&steps),
        list(&dilation),
        list((0..count).map(|_| reversed)),
    );
    let types =
        [shape(batch, &sides, channels, left), weights, shape(batch, &results, features, sum)];
    function([&types[0], &types[1], &types[2]], &operation)
}

/// Inputs of a function.
fn inputs(module: &Module, seed: u64) -> Vec<Value> {
    let main = module.symbol("main").expect("there is a main");
    let types = module.func(main).function_type.inputs().to_vec();
    let one = |(position, ty): (usize, hloom_ir::Type)| {
        let tensor = ty.as_tensor().expect("it is a tensor");
        Value::Tensor(hloom::run::random::tensor(seed, position, tensor).expect("it is small"))
    };
    types.into_iter().enumerate().map(one).collect()
}

fn tensor(value: &Value) -> &Literal {
    match value {
        Value::Tensor(literal) => literal,
        other => panic!("{other:?} is no tensor"),
    }
}

/// Whether results agree: integers exactly, floats up to the rounding of their sums.
fn hold(want: &Literal, got: &[u8]) {
    let element = want.element();
    if !element.is_float() {
        assert!(want.bytes() == got, "not the same integers");
        return;
    }
    // Relative to the largest result; `f32` sums of hundreds of terms differ in their order.
    let bound = match element {
        Element::BF16 => 2f64.powi(-7),
        Element::F16 => 2f64.powi(-9),
        _ => 2f64.powi(-16),
    };
    let numbers = |bytes: &[u8]| -> Vec<f64> {
        bytes.chunks(element.byte_width()).map(|bytes| read_f64(element, bytes)).collect()
    };
    let (want, got) = (numbers(want.bytes()), numbers(got));
    let most = want.iter().fold(0f64, |most, x| most.max(x.abs()));
    assert!(most.is_finite(), "inputs are too large");
    for (at, (want, got)) in want.iter().zip(&got).enumerate() {
        assert!((want - got).abs() <= bound * most, "element {at}: {got} instead of {want}");
    }
}

/// A device to run on.
#[derive(Clone, Copy)]
enum Device<'a> {
    /// The emulator.
    Emulated(Target),
    /// A GPU, by a schedule for so many of its multiprocessors.
    Gpu(&'a Gpu, u32),
}

/// The results of code for this machine's CPU.
fn on_cpu(module: &Module, inputs: &[Value]) -> Vec<Value> {
    let program = hloom::compile_module(module.clone(), &hloom::Options::default());
    program.expect("it compiles").run_values(inputs.to_vec()).expect("it runs")
}

/// Runs a program on a device; returns the text of its loop program.
fn run(text: &str, seed: u64, device: Device) -> String {
    let module = parse(text);
    let inputs = inputs(&module, seed);
    let want = match device {
        Device::Emulated(_) => hloom_interp::run(&module, "main", &inputs),
        // The interpreter takes seconds for products that fill a GPU.
        Device::Gpu(..) => Ok(on_cpu(&module, &inputs)),
    };
    let want = want.expect("the interpreter runs it");
    let (target, multiprocessors) = match device {
        Device::Emulated(target) => (target, 1),
        Device::Gpu(gpu, multiprocessors) => (gpu.target, multiprocessors),
    };
    let mut machine = target.schedule_machine();
    machine.gpu.as_mut().expect("it is a GPU").multiprocessors = multiprocessors;
    let main = module.symbol("main").expect("there is a main");
    let lowered = hloom_loops::lower_function(&module, main, &machine).expect("it lowers");
    let executable = match device {
        Device::Emulated(target) => Executable::emulated(&lowered.program, target),
        Device::Gpu(gpu, _) => Executable::on_device(&lowered.program, gpu, None),
    };
    let executable = executable.expect("it compiles");
    let given: Vec<&[u8]> = inputs.iter().map(|value| tensor(value).bytes()).collect();
    // The second run reuses memory, which a GPU's graph does too.
    for _ in 0..2 {
        // A pattern makes unwritten results visible.
        executable.poison();
        let mut got = vec![0xb5; tensor(&want[0]).bytes().len()];
        executable.run(&given, &mut [&mut got], None).expect("it runs");
        hold(tensor(&want[0]), &got);
        if matches!(device, Device::Emulated(_)) {
            break;
        }
    }
    lowered.program.to_string()
}

/// The numbers of programs that took each kind of kernel.
#[derive(Default)]
struct Kinds {
    mma: usize,
    wgmma: usize,
    im2col: usize,
    relayouts: usize,
}

impl Kinds {
    fn count(&mut self, program: &str) {
        let has = |word: &str| usize::from(program.contains(word));
        self.wgmma += has("wgmma");
        self.mma += usize::from(program.contains(" mma.") && !program.contains("wgmma"));
        self.im2col += has(" im2col ");
        self.relayouts += has(".relayout : ");
    }

    /// Prints the figures, and ends the campaign.
    fn end(&self, log: Log) {
        let Kinds { mma, wgmma, im2col, relayouts } = self;
        println!(
            "{mma} by mma.sync, {wgmma} by wgmma, {im2col} with im2col, {relayouts} with relayouts \
             of operands"
        );
        assert!(*mma > 0 && *wgmma > 0 && *im2col > 0, "a way was never taken");
        log.end();
    }
}

#[test]
fn campaign_products_are_the_same_by_every_unit() {
    let mut log = Log::new("products on GPUs");
    let mut kinds = Kinds::default();
    for seed in seeds(24) {
        let random = &mut Random::new(seed);
        let text = if random.chance(2) { product(random, 1) } else { convolution(random) };
        // Most kernel kinds are for Hopper.
        let target = one(random, &[Target::Sm75, Target::Sm80, Target::Sm90a, Target::Sm90a]);
        let ran = log
            .hold(|| run(&text, seed, Device::Emulated(target)), || format!("// {target}\n{text}"));
        if let Some(program) = ran {
            kinds.count(&program);
        }
    }
    kinds.end(log);
}

#[test]
fn campaign_products_are_the_same_on_a_gpu() {
    let Some(gpu) = hloom_tests::gpu::requested() else { return };
    let all = gpu.target.schedule_machine().gpu.expect("it is a GPU").multiprocessors;
    let mut log = Log::new("products on a GPU");
    let started = std::time::Instant::now();
    let mut kinds = Kinds::default();
    for seed in seeds(60) {
        let random = &mut Random::new(seed);
        // Half as the emulator has them, half of sizes for the whole GPU.
        let large = random.chance(2);
        let (scale, multiprocessors) = if large { (3, all) } else { (1, 1) };
        let text = if random.chance(2) { product(random, scale) } else { convolution(random) };
        println!("{:?} {}", started.elapsed(), text.lines().nth(1).unwrap_or_default());
        let ran = log.hold(
            || run(&text, seed, Device::Gpu(&gpu, multiprocessors)),
            || format!("// {multiprocessors} multiprocessors, seed {seed}\n{text}"),
        );
        if let Some(program) = ran {
            kinds.count(&program);
        }
    }
    kinds.end(log);
}
