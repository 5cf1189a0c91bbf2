//! Products by warpgroups: Hopper's own way, with copies of whole tiles.

use super::common::{Ran, Run, checked_by, input, product};
use hloom_ir::Element;
use hloom_loops::schedule::Machine;
use hloom_ptx::Target;
use hloom_ptx::codegen::{Options, compile};
use hloom_ptx::emulated::Emulated;
use hloom_ptx_emulator::Order;

/// A Hopper of one multiprocessor, for which products that are quick to emulate are large.
pub(crate) fn small(target: Target) -> Machine {
    let mut machine = target.schedule_machine();
    machine.gpu.as_mut().expect("it is a GPU").multiprocessors = 1;
    machine
}

/// Runs a program as Hopper's own way has it.
fn checked(text: &str) -> Ran {
    checked_to(text, None)
}

/// The same where a rounding error is another than the result's.
fn checked_to(text: &str, rounding: Option<f64>) -> Ran {
    let run = Run { machine_of: &small, rounding, ..Run::on(Target::Sm90a, &[Target::Sm90a]) };
    let ran = checked_by(text, &run);
    assert!(ran.program.contains("wgmma"), "{}", ran.program);
    assert!(ran.program.contains("tma.load"), "{}", ran.program);
    ran
}

/// Counts of one multiprocessor in a large gemm: each byte of both operands is loaded once a tile,
/// by TMA, and each instruction of a warp begins a product of 64 by 256 by 16.
#[test]
fn tiles_of_a_large_product() {
    for (types, tiles) in [
        (["256x128xbf16", "256x128xbf16", "256x256xf32"], 2),
        (["128x512xbf16", "256x512xbf16", "128x256xbf16"], 1),
    ] {
        let ran = checked(&product(types, "[1] x [1]", ""));
        println!("{} · {}: {:?}", types[0], types[1], ran.only());
        assert!(ran.program.contains("wgmma mma.bf16"), "{}", ran.program);
        let steps = types[0].split('x').nth(1).and_then(|k| k.parse::<u64>().ok());
        let steps = steps.expect("it has steps");
        let (rows, columns) = (128, 256);
        assert_eq!(ran.only().read, tiles * (rows + columns) * steps * 2 / 32);
        // Eight warps: four products of each 64 steps with a fence, a commit and a wait, and
        // a wait at the end.
        assert_eq!(ran.only().matrix, tiles * 8 * (steps / 64 * 7 + 1));
        assert_eq!((ran.only().shared_passes, ran.only().bank_conflicts), (0, 0));
        let bytes = if types[2].ends_with("bf16") { 2 } else { 4 };
        assert_eq!(ran.only().written, tiles * rows * columns * bytes / 32);
    }
}

/// Factors of 16 bits in every layout; whole tiles and such that end behind the tensors, one
/// step of the sum and more than there are stages.
#[test]
fn factors_of_16_bits() {
    let cases = [
        (["128x128xbf16", "128x128xbf16", "128x128xf32"], "[1] x [1]", ""),
        (["256x64xbf16", "256x64xbf16", "256x256xf32"], "[1] x [1]", ""),
        (["128x640xbf16", "128x640xbf16", "128x128xf32"], "[1] x [1]", ""),
        // Nothing is whole.
        (["130x72xbf16", "200x72xbf16", "130x200xf32"], "[1] x [1]", ""),
        (["70x424xf16", "264x424xf16", "70x264xf32"], "[1] x [1]", ""),
        // No pairs of columns.
        (["128x72xf16", "133x72xf16", "128x133xf32"], "[1] x [1]", ""),
        // One factor or both with rows or columns side by side.
        (["128x192xbf16", "192x256xbf16", "128x256xf32"], "[1] x [0]", ""),
        (["192x128xf16", "136x192xf16", "128x136xf32"], "[0] x [1]", ""),
        (["328x136xbf16", "328x264xbf16", "136x264xf32"], "[0] x [0]", ""),
        (["100x72xf16", "100x136xf16", "72x136xf32"], "[0] x [0]", ""),
    ];
    for (types, contracting, batching) in cases {
        let ran = checked(&product(types, contracting, batching));
        println!("{} · {} {contracting}: {:?}", types[0], types[1], ran.only());
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

/// Products side by side: a dimension of the tensor maps for each that both factors have.
#[test]
fn batches() {
    let cases = [
        (
            ["3x128x72xbf16", "3x136x72xbf16", "3x128x136xf32"],
            "[2] x [2]",
            "batching_dims = [0] x [0], ",
        ),
        (
            ["2x3x128x64xf16", "2x3x64x128xf16", "2x3x128x128xf32"],
            "[3] x [2]",
            "batching_dims = [0, 1] x [0, 1], ",
        ),
        // Heads between rows and what is summed.
        (
            ["2x128x3x64xbf16", "2x136x3x64xbf16", "2x3x128x136xf32"],
            "[3] x [3]",
            "batching_dims = [0, 2] x [0, 2], ",
        ),
    ];
    for (types, contracting, batching) in cases {
        let ran = checked(&product(types, contracting, batching));
        println!("{} · {} {contracting}: {:?}", types[0], types[1], ran.only());
    }
}

#[test]
fn factors_of_8_and_32_bits() {
    let (four, five) = ("f8E4M3FN", "f8E5M2");
    let pairs = [
        ("i8", "i8"),
        ("i8", "ui8"),
        ("ui8", "i8"),
        (four, four),
        (five, five),
        (four, five),
        (five, four),
    ];
    for (left, right) in pairs {
        let sum = if left.ends_with("i8") { "i32" } else { "f32" };
        for (m, n, k) in [(128, 128, 256), (130, 200, 208)] {
            let types =
                [format!("{m}x{k}x{left}"), format!("{n}x{k}x{right}"), format!("{m}x{n}x{sum}")];
            let types = [&*types[0], &*types[1], &*types[2]];
            let ran = checked(&product(types, "[1] x [1]", ""));
            println!("{} · {}: {:?}", types[0], types[1], ran.only());
        }
    }
    let how = ", precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>";
    for (m, n, k) in [(128, 128, 128), (130, 200, 52)] {
        let types = [format!("{m}x{k}xf32"), format!("{n}x{k}xf32"), format!("{m}x{n}xf32")];
        let types = [&*types[0], &*types[1], &*types[2]];
        let text = product(types, &format!("[1] x [1]{how}"), "");
        // Factors are off by 2⁻¹¹ of the largest result together at most.
        let ran = checked_to(&text, Some(2f64.powi(-15)));
        println!("tf32 {} · {}: {:?}", types[0], types[1], ran.only());
    }
}

/// Factors of `f32` that are split into two numbers each, in shared memory: once for the tile,
/// and not by each warp that has them.
#[test]
fn three_passes_of_tf32() {
    for (m, n, k) in [(128, 128, 128), (128, 128, 352), (256, 256, 64), (250, 252, 100)] {
        let types = [format!("{m}x{k}xf32"), format!("{n}x{k}xf32"), format!("{m}x{n}xf32")];
        let types = [&*types[0], &*types[1], &*types[2]];
        let text = product(types, "[1] x [1], precision = [HIGH, HIGH]", "");
        let ran = checked(&text);
        let other = checked_by(&text, &Run { machine_of: &small, ..Run::on(Target::Sm90, &[]) });
        println!("3 × tf32 {} · {}: {:?}", types[0], types[1], ran.only());
        println!("by mma.sync: {:?}", other.only());
        assert!(ran.program.contains("wgmma mma.tf32"), "{}", ran.program);
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
        assert!(ran.only().instructions < other.only().instructions);
    }
}

/// The same of what is infinite or no number: the rest of infinity is no number, and shows
/// nowhere.
#[test]
fn three_passes_of_what_is_not_finite() {
    let special = |number: usize, element: Element, count: u64| {
        let mut bytes = input(number, element, count);
        let all = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE];
        for (row, value) in all.into_iter().enumerate().filter(|_| number == 0) {
            let at = 4 * (96 * row + 3 * row);
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        for row in (0..count as usize / 96).filter(|_| number == 1) {
            // Of the largest number 2⁻¹⁰⁰ is taken, of infinity 1: its rest is zero.
            let (one, small) = (4 * 96 * row, 4 * (96 * row + 9));
            bytes[one..one + 4].copy_from_slice(&1f32.to_le_bytes());
            bytes[small..small + 4].copy_from_slice(&2f32.powi(-100).to_le_bytes());
        }
        bytes
    };
    let types = ["128x96xf32", "128x96xf32", "128x128xf32"];
    let text = product(types, "[1] x [1], precision = [HIGH, HIGH]", "");
    let run = Run { machine_of: &small, input: &special, ..Run::on(Target::Sm90a, &[]) };
    let ran = checked_by(&text, &run);
    assert!(ran.program.contains("wgmma mma.tf32"), "{}", ran.program);
}

/// A bias, an activation and a conversion where the sums are.
#[test]
fn what_comes_after_a_product() {
    let text = "func.func @main(%x: tensor<136x192xbf16>, %y: tensor<192x256xbf16>, %b: tensor<256xbf16>) -> tensor<136x256xbf16> {
      %z = \"hloom.fusion\"(%x, %y, %b) <{kind = \"loop\"}> ({
      ^bb0(%u: tensor<136x192xbf16>, %v: tensor<192x256xbf16>, %w: tensor<256xbf16>):
        %p = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<136x192xbf16>, tensor<192x256xbf16>) -> tensor<136x256xf32>
        %a = stablehlo.convert %w : (tensor<256xbf16>) -> tensor<256xf32>
        %c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<256xf32>) -> tensor<136x256xf32>
        %s = stablehlo.add %p, %c : tensor<136x256xf32>
        %g = stablehlo.logistic %s : tensor<136x256xf32>
        %m = stablehlo.multiply %s, %g : tensor<136x256xf32>
        %zero = stablehlo.constant dense<-4.0> : tensor<136x256xf32>
        %r = stablehlo.maximum %m, %zero : tensor<136x256xf32>
        %o = stablehlo.convert %r : (tensor<136x256xf32>) -> tensor<136x256xbf16>
        stablehlo.return %o : tensor<136x256xbf16>
      }) : (tensor<136x192xbf16>, tensor<192x256xbf16>, tensor<256xbf16>) -> tensor<136x256xbf16>
      return %z : tensor<136x256xbf16>
    }";
    // Both ways round once to 8 bits; the largest result stands for all.
    let ran = checked_to(text, Some(2f64.powi(-11)));
    println!("{:?}", ran.only());
}

/// A long sum of few results is done in parts, side by side.
#[test]
fn parts_of_a_long_sum() {
    let machine = |target: Target| {
        let mut machine = target.schedule_machine();
        machine.gpu.as_mut().expect("it is a GPU").multiprocessors = 16;
        machine
    };
    let text = product(["128x4096xbf16", "128x4096xbf16", "128x128xf32"], "[1] x [1]", "");
    let run = Run { machine_of: &machine, ..Run::on(Target::Sm90a, &[Target::Sm90a]) };
    let ran = checked_by(&text, &run);
    assert!(ran.program.contains("wgmma"), "{}", ran.program);
    assert_eq!(ran.kernels.len(), 2, "{}", ran.program);
    println!("{:?}", ran.kernels);
}

/// Convolutions that are products as they lie in memory.
#[test]
fn convolutions_of_single_pixels() {
    let text = "func.func @main(%x: tensor<2x12x12x64xbf16>, %k: tensor<1x1x64x128xbf16>) -> tensor<2x12x12x128xf32> {
      %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x12x12x64xbf16>, tensor<1x1x64x128xbf16>) -> tensor<2x12x12x128xf32>
      return %y : tensor<2x12x12x128xf32>
    }";
    println!("{:?}", checked(text).only());
}

/// Runs a program of two inputs, whose code has a word, with warps in several orders: no two meet
/// where they should not, and the result of so many bytes is the same each time.
pub(crate) fn in_any_order(text: &str, word: &str, inputs: &[Vec<u8>; 2], bytes: usize) {
    let module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let main = module.symbol("main").expect("there is a main");
    let machine = small(Target::Sm90a);
    let program = hloom_loops::lower_function(&module, main, &machine).expect("it lowers").program;
    let compiled = compile(&program, &Options::new(Target::Sm90a)).expect("it compiles");
    assert!(compiled.text.contains(word), "{}", compiled.text);
    let inputs = [&inputs[0][..], &inputs[1][..]];
    let mut results: Vec<Vec<u8>> = Vec::new();
    for order in [Order::Forward, Order::Reverse, Order::Seeded(1), Order::Seeded(2)] {
        let mut device = Emulated::load(&compiled.text).expect("it is known");
        device.options().order = order;
        device.options().uninitialised_global = true;
        let mut memory = compiled.allocate(&mut device).expect("there is room");
        let mut got = vec![0xb5; bytes];
        let ran = compiled.run(&mut device, &mut memory, &inputs, &mut [&mut got], None);
        ran.unwrap_or_else(|error| panic!("{order:?}: {error}"));
        results.push(got);
    }
    assert!(results.iter().all(|got| *got == results[0]));
}

#[test]
fn warps_in_any_order() {
    let bf16 = product(["128x448xbf16", "128x448xbf16", "128x128xf32"], "[1] x [1]", "");
    let split = "[1] x [1], precision = [HIGH, HIGH]";
    let split = product(["128x160xf32", "128x160xf32", "128x128xf32"], split, "");
    for (text, element, steps) in [(bf16, Element::BF16, 448), (split, Element::F32, 160)] {
        let inputs = [0, 1].map(|n| input(n, element, 128 * steps));
        in_any_order(&text, "wgmma", &inputs, 128 * 128 * 4);
    }
}

/// Factors that lie as warpgroups can't take them are copied first: of elements of one and of
/// four bytes those whose rows are not along the sum, and rows at no multiples of 16 bytes.
#[test]
fn operands_are_relaid() {
    let high = ", precision = [HIGH, HIGH]";
    let cases = [
        (["1024x512xf8E4M3FN", "512x256xf8E4M3FN", "1024x256xf32"], "[1] x [0]", "", "", 1),
        (["1024x512xi8", "512x256xui8", "1024x256xi32"], "[1] x [0]", "", "", 1),
        (["512x128xf32", "128x256xf32", "512x256xf32"], "[1] x [0]", high, "", 1),
        (["128x768xf32", "512x128xf32", "768x512xf32"], "[0] x [1]", high, "", 1),
        (["128x768xf32", "128x512xf32", "768x512xf32"], "[0] x [0]", high, "", 2),
        (["512x100xf32", "100x250xf32", "512x250xf32"], "[1] x [0]", high, "", 1),
        (["1536x256xbf16", "256x252xbf16", "1536x252xf32"], "[1] x [0]", "", "", 1),
        (
            ["2x384x128xf32", "128x2x256xf32", "2x384x256xf32"],
            "[2] x [0]",
            high,
            "batching_dims = [0] x [1], ",
            1,
        ),
    ];
    for (types, contracting, how, batching, copies) in cases {
        let text = product(types, &format!("{contracting}{how}"), batching);
        let run = Run { machine_of: &small, ..Run::on(Target::Sm90a, &[Target::Sm90a]) };
        let ran = checked_by(&text, &run);
        assert!(ran.program.contains("wgmma"), "{types:?}: {}", ran.program);
        assert_eq!(ran.program.matches(".relayout : ").count(), copies, "{}", ran.program);
        println!("{} · {}: {:?}", types[0], types[1], ran.kernels);
        let other = checked_by(&text, &Run { machine_of: &small, ..Run::on(Target::Sm90, &[]) });
        println!("by mma.sync: {:?}", other.only());
        let all: u64 = ran.kernels.iter().map(|(_, counts)| counts.instructions).sum();
        assert!(all < other.only().instructions, "{:?} {:?}", ran.kernels, other.only());
    }
    // A copy of what is used for a few rows would take longer than it saves.
    let text = product(["64x128xi8", "128x4096xi8", "64x4096xi32"], "[1] x [0]", "");
    let ran = checked_by(&text, &Run { machine_of: &small, ..Run::on(Target::Sm90a, &[]) });
    assert!(!ran.program.contains("wgmma"), "{}", ran.program);
}

/// Gemms whose operands TMA can't load do not use `wgmma`.
#[test]
fn what_tiles_do_not_bring() {
    let cases = [
        // Rows are not at multiples of 16 bytes.
        (["128x132xbf16", "128x132xbf16", "128x128xf32"], "[1] x [1]"),
        (["128x136xi8", "128x136xi8", "128x128xi32"], "[1] x [1]"),
        // Bytes that are not side by side along the sum.
        (["128x128xi8", "128x128xi8", "128x128xi32"], "[1] x [0]"),
    ];
    for (types, contracting) in cases {
        let text = product(types, contracting, "");
        let ran = checked_by(&text, &Run { machine_of: &small, ..Run::on(Target::Sm90a, &[]) });
        assert!(!ran.program.contains("wgmma"), "{}", ran.program);
        assert!(ran.only().matrix > 0, "{}", ran.program);
    }
    // Other GPUs have no warpgroups.
    let text = product(["128x128xbf16", "128x128xbf16", "128x128xf32"], "[1] x [1]", "");
    for target in [Target::Sm80, Target::Sm90, Target::Sm100] {
        let ran = checked_by(&text, &Run { machine_of: &small, ..Run::on(target, &[]) });
        assert!(!ran.program.contains("wgmma"), "{}", ran.program);
    }
}
