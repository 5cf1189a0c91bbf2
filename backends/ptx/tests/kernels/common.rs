//! Compiles programs and compares.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use hloom_ir::{Element, Module};
use hloom_loops::program::{Program, machine};
use hloom_loops::schedule::{Machine, Pins, Schedules};
use hloom_loops::{lower_function, lower_scheduled};
use hloom_ptx::device::Counts;
use hloom_ptx::ptxas::{Ptxas, Usage};
use hloom_ptx::{Executable, Target};

/// The counts of a program's run in the emulator.
pub(crate) struct Ran {
    /// Its kernels.
    pub(crate) kernels: Vec<(String, Counts)>,
    /// The program, each kernel of which is one grid.
    pub(crate) program: String,
}

impl Ran {
    /// The counts of the only kernel.
    pub(crate) fn only(&self) -> Counts {
        match &self.kernels[..] {
            [(_, counts)] => *counts,
            several => panic!("{} kernels: {several:?}", several.len()),
        }
    }
}

fn lowered(module: &Module, machine: &Machine) -> Program {
    let main = module.symbol("main").expect("there is a main");
    lower_function(module, main, machine).expect("it lowers").program
}

/// The program with these directives for the last nest that has a schedule, or with a file of
/// schedules; or why they are refused.
fn pinned(module: &Module, machine: &Machine, directives: &str) -> Result<Program, String> {
    let main = module.symbol("main").expect("there is a main");
    let by = |pins: Option<&Pins>| lower_scheduled(module, main, machine, false, &[], pins);
    let (_, choices) = by(None).unwrap_or_else(|error| panic!("{error}"));
    let chosen = Schedules(&choices).to_string();
    let last = chosen.lines().rfind(|line| line.starts_with("schedule")).expect("there is one");
    let text = match directives.starts_with("schedule") {
        true => directives.to_owned(),
        false => format!("{last}\n  {directives}\n}}\n"),
    };
    let pins = Pins::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (lowered, choices) = by(Some(&pins)).map_err(|error| error.to_string())?;
    // The text of the choice pins the same program.
    let printed = Schedules(&choices).to_string();
    let again = Pins::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    let (same, _) = by(Some(&again)).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(same.program.to_string(), lowered.program.to_string());
    Ok(lowered.program)
}

/// The refusal of the directives of the last nest that has a schedule, or of a file of schedules
/// for a target.
pub(crate) fn refusal(text: &str, target: Target, directives: &str) -> String {
    let module = hloom_ir::text::parse_module(text).expect("it is well formed");
    match pinned(&module, &target.schedule_machine(), directives) {
        Ok(program) => panic!("{directives} is not refused:\n{program}"),
        Err(why) => why,
    }
}

/// Numbers from -1 to 1, and whole ones from -8 to 7.
pub(crate) fn input(number: usize, element: Element, count: u64) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
    let mut one = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let real = |bits: u64| (bits >> 40) as f64 / f64::from(1 << 23) - 1.0;
    let mut bytes = Vec::new();
    for _ in 0..count {
        let bits = one();
        match element {
            Element::F32 => bytes.extend((real(bits) as f32).to_le_bytes()),
            Element::F64 => bytes.extend(real(bits).to_le_bytes()),
            Element::BF16 => bytes.extend(&(real(bits) as f32).to_le_bytes()[2..]),
            Element::I8 | Element::U8 => bytes.push((bits >> 56) as u8),
            // Three of four hold.
            Element::I1 => bytes.push(u8::from(bits >> 62 != 0)),
            // Sizes below 2.
            Element::F8E4M3FN | Element::F8E5M2 => bytes.push((bits >> 56) as u8 & 0xbf),
            Element::F16 => bytes.extend(half((bits >> 56) as u8)),
            Element::I32 => bytes.extend(((bits >> 60) as i32 - 8).to_le_bytes()),
            Element::I16 => bytes.extend(((bits >> 48) as i16).to_le_bytes()),
            Element::U32 => bytes.extend(((bits >> 32) as u32).to_le_bytes()),
            // As doubles have them.
            Element::I64 => bytes.extend(((bits as i64) >> 20).to_le_bytes()),
            Element::U64 => bytes.extend((bits >> 20).to_le_bytes()),
            other => panic!("no numbers of {other}"),
        }
    }
    bytes
}

/// A number of 8 bits as an `f16`: from -1 to 1.
fn half(bits: u8) -> [u8; 2] {
    let sign = u16::from(bits >> 7) << 15;
    // Exponents from -5 to -1, six bits behind the point.
    let exponent = 10 + u16::from(bits & 0x7f) % 5;
    (sign | exponent << 10 | u16::from(bits & 0x3f) << 4).to_le_bytes()
}

fn numbers(element: Element, bytes: &[u8]) -> Vec<f64> {
    let each = bytes.chunks(element.byte_width());
    let one = |x: &[u8]| match element {
        Element::F32 => f64::from(f32::from_le_bytes(x.try_into().unwrap())),
        Element::F64 => f64::from_le_bytes(x.try_into().unwrap()),
        Element::BF16 => f64::from(f32::from_le_bytes([0, 0, x[0], x[1]])),
        Element::F16 => hloom_ir::literal::read_f64(element, x),
        Element::I32 => f64::from(i32::from_le_bytes(x.try_into().unwrap())),
        Element::I8 => f64::from(x[0] as i8),
        Element::I16 => f64::from(i16::from_le_bytes(x.try_into().unwrap())),
        Element::U32 => f64::from(u32::from_le_bytes(x.try_into().unwrap())),
        Element::I64 => i64::from_le_bytes(x.try_into().unwrap()) as f64,
        Element::U64 => u64::from_le_bytes(x.try_into().unwrap()) as f64,
        other => panic!("no numbers of {other}"),
    };
    each.map(one).collect()
}

/// A way to run programs.
pub(crate) struct Run<'a> {
    /// The GPU that is emulated.
    pub(crate) target: Target,
    /// Those for which kernels go through `ptxas`, where there is one.
    pub(crate) assembled: &'a [Target],
    /// The machine that schedules are for.
    pub(crate) machine_of: &'a dyn Fn(Target) -> Machine,
    /// The bytes of an input, by its number, type and length.
    pub(crate) input: &'a dyn Fn(usize, Element, u64) -> Vec<u8>,
    /// The rounding error, where it is not that of the result's type.
    pub(crate) rounding: Option<f64>,
    /// The directives of the last nest that has a schedule, where they are not chosen.
    pub(crate) pinned: Option<&'a str>,
}

impl<'a> Run<'a> {
    pub(crate) fn on(target: Target, assembled: &'a [Target]) -> Run<'a> {
        let machine_of = &Target::schedule_machine;
        Run { target, assembled, machine_of, input: &input, rounding: None, pinned: None }
    }
}

/// Runs a program's `main` for a target and compares, up to a few rounding errors of the
/// largest number; every kernel goes through `ptxas`, where there is one, for the other
/// targets, and none may spill.
pub(crate) fn checked(text: &str, target: Target, assembled: &[Target]) -> Ran {
    checked_by(text, &Run::on(target, assembled))
}

/// The bytes of each result.
type Results = Arc<Vec<Vec<u8>>>;

/// The results of the program without a schedule, run one step at a time. Tests run a program for
/// several targets and schedules, which have the same results: they are computed once.
fn reference(text: &str, plain: &Program, inputs: &[&[u8]]) -> Results {
    static KNOWN: Mutex<BTreeMap<(String, u64), Results>> = Mutex::new(BTreeMap::new());
    let key = (text.to_owned(), hash(&inputs));
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(&key) {
        return found.clone();
    }
    let runner = machine::Machine::new(plain, inputs).expect("it takes the inputs");
    let want = Arc::new(runner.run(1 << 40).expect("the loop level runs it"));
    known().insert(key, want.clone());
    want
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// The same in another way.
pub(crate) fn checked_by(text: &str, by: &Run<'_>) -> Ran {
    let module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let plain = lowered(&module, &Machine::default());
    let arguments = plain.arguments();
    let inputs: Vec<Vec<u8>> = (0..)
        .zip(&arguments)
        .map(|(n, id)| (by.input)(n, plain.buffer(*id).element, plain.buffer(*id).elements()))
        .collect();
    let slices: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let want = reference(text, &plain, &slices);

    let machine = (by.machine_of)(by.target);
    let program = match by.pinned {
        Some(directives) => pinned(&module, &machine, directives)
            .unwrap_or_else(|error| panic!("{error}\n{directives}")),
        None => lowered(&module, &machine),
    };
    let read = hloom_loops::text::parse(&program.to_string()).expect("its text is a program");
    assert_eq!(read.to_string(), program.to_string());
    let executable = Executable::emulated(&program, by.target).expect("it compiles");
    let shown = || executable.compiled().program.to_string();
    // Poisoned: what is not written shows.
    let mut got: Vec<Vec<u8>> = want.iter().map(|bytes| vec![0xb5; bytes.len()]).collect();
    let mut outputs: Vec<&mut [u8]> = got.iter_mut().map(Vec::as_mut_slice).collect();
    if let Err(error) = executable.run(&slices, &mut outputs, None) {
        panic!("{error}\n{}\n{}", shown(), executable.compiled().text);
    }
    for ((want, got), id) in want.iter().zip(&got).zip(plain.results()) {
        let element = plain.buffer(id).element;
        let rounding = match element {
            Element::F64 => f64::EPSILON,
            Element::F32 => f64::from(f32::EPSILON),
            Element::BF16 => 0.0079,
            _ => 0.0,
        };
        let rounding = by.rounding.unwrap_or(rounding);
        let (want, got) = (numbers(element, want), numbers(element, got));
        let finite = want.iter().filter(|x| x.is_finite());
        let most = finite.fold(0f64, |most, x| most.max(x.abs()));
        let near = |w: f64, g: f64| w == g || (w - g).abs() <= 16.0 * rounding * most;
        let away = |(w, g): (&f64, &f64)| !(near(*w, *g) || w.is_nan() && g.is_nan());
        let wrong = want.iter().zip(&got).position(away);
        if let Some(at) = wrong {
            panic!("element {at}: {} instead of {}\n{}", got[at], want[at], shown());
        }
    }
    assemble(&module, by.assembled, by.machine_of);
    Ran { kernels: executable.counts(), program: shown() }
}

/// Assembles a program's kernels.
pub(crate) fn assemble(
    module: &Module,
    targets: &[Target],
    machine_of: &dyn Fn(Target) -> Machine,
) {
    let ptxas = match Ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(error) => {
            eprintln!("notice: no kernel goes through ptxas: {error}");
            return;
        }
    };
    for &target in targets {
        let program = lowered(module, &machine_of(target));
        let options = hloom_ptx::codegen::Options::new(target);
        let compiled = hloom_ptx::codegen::compile(&program, &options).expect("it compiles");
        for (symbol, registers, shared) in passed(&ptxas, &compiled.text, target) {
            let kernel = compiled.kernels.iter().find(|kernel| kernel.symbol == symbol);
            let shared = shared + kernel.map_or(0, |kernel| kernel.shared_bytes);
            println!("  {target} {symbol}: {registers} registers, {shared} bytes shared");
        }
    }
}

/// The kernels of a text that the assembler takes without spills and warnings, with their registers
/// and shared memory. A text that passed before is not assembled again: the assembler is
/// deterministic, and takes most of the time of a test.
fn passed(ptxas: &Ptxas, text: &str, target: Target) -> Vec<(String, u32, u64)> {
    // A replaced assembler has another size or modification time.
    let data = std::fs::metadata(ptxas.path()).expect("the assembler is there");
    let assembler = (ptxas.path(), data.len(), data.modified().ok());
    let key = [0, 1].map(|seed: u64| hash(&(seed, &assembler, text)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ptxas-kernels");
    let file = folder.join(format!("{target}-{:016x}{:016x}", key[0], key[1]));
    let line = |line: &str| -> Option<(String, u32, u64)> {
        let mut words = line.split(' ');
        let symbol = words.next()?.to_owned();
        Some((symbol, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    let stored = std::fs::read_to_string(&file).ok();
    // A text that was cut off ends without the last line.
    if let Some(lines) = stored.as_deref().and_then(|text| text.strip_suffix("passed\n"))
        && let Some(usage) = lines.lines().map(line).collect()
    {
        return usage;
    }
    let cubin = ptxas.assemble(text, target).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let spilled = |u: &&Usage| u.spill_stores + u.spill_loads > 0;
    let spilled: Vec<&Usage> = cubin.usage.iter().filter(spilled).collect();
    assert!(spilled.is_empty(), "{target}: {spilled:?}\n{text}");
    assert!(cubin.warnings.is_empty(), "{target}: {:?}\n{text}", cubin.warnings);
    let usage = cubin.usage.into_iter().map(|u| (u.symbol, u.registers, u.shared));
    let usage: Vec<(String, u32, u64)> = usage.collect();
    let lines =
        usage.iter().map(|(symbol, registers, shared)| format!("{symbol} {registers} {shared}\n"));
    let lines = lines.collect::<String>() + "passed\n";
    std::fs::create_dir_all(&folder).expect("the folder for verdicts can be made");
    std::fs::write(&file, lines).expect("a verdict can be stored");
    usage
}

/// A product of two tensors of these types, over these dimensions.
pub(crate) fn product(types: [&str; 3], contracting: &str, batching: &str) -> String {
    let [left, right, result] = types;
    format!(
        "func.func @main(%x: tensor<{left}>, %y: tensor<{right}>) -> tensor<{result}> {{
          %z = stablehlo.dot_general %x, %y, {batching}contracting_dims = {contracting} : (tensor<{left}>, tensor<{right}>) -> tensor<{result}>
          return %z : tensor<{result}>
        }}"
    )
}
