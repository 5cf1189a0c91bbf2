//! Products of groups, on every kind of CPU that is at hand, as the loop level says; and the
//! instructions that they become on each.

mod common;

use common::{check_for, noise, parse};
use hloom_llvm::emit::{Format, emit};
use hloom_llvm::{CpuTarget, Effort, Options};

/// Adds the products of groups of two arguments to a third, in vectors of so many sums.
fn product(op: &str, lanes: usize) -> String {
    let (factor, group, sum) = match op {
        "dot.bf16" => ("bf16", 2, "f32"),
        _ => ("i8", 4, "i32"),
    };
    let all = lanes * group;
    format!(
        r#"program @product {{
          argument 0 @x : {factor}[{all}]
          argument 1 @y : {factor}[{all}]
          argument 2 @z : {sum}[{lanes}]
          result 0 @w : {sum}[{lanes}]
          %x : <{all} x {factor}> = load @x[0]
          %y : <{all} x {factor}> = load @y[0]
          %z : <{lanes} x {sum}> = load @z[0]
          %s : <{lanes} x {sum}> = {op} %x, %y, %z
          store %s to @w[0]
        }}"#
    )
}

/// So many small whole numbers as bf16: their products and sums are exact in any order.
fn halves(count: usize, seed: u64) -> Vec<u8> {
    let small = noise(count, seed).into_iter().map(|n| f32::from(n.cast_signed()));
    small.flat_map(|x| ((x.to_bits() >> 16) as u16).to_le_bytes()).collect()
}

fn here() -> Vec<CpuTarget> {
    let all = hloom_llvm::target::names().map(|name| CpuTarget::parse(name).unwrap());
    all.filter(|target| target.runs_here().is_ok()).collect()
}

#[test]
fn bytes_of_all_signs() {
    for target in here() {
        for op in ["dot.s8", "dot.u8", "dot.us8"] {
            for lanes in [2, 4, 8, 16, 32] {
                let program = parse(&product(op, lanes));
                let inputs = [noise(4 * lanes, 1), noise(4 * lanes, 2), noise(4 * lanes, 3)];
                for effort in [Effort::Full, Effort::Quick, Effort::None] {
                    check_for(&program, &inputs, &Options { target, effort, ..Options::default() });
                }
            }
        }
    }
}

#[test]
fn pairs_of_bf16() {
    for target in here() {
        for lanes in [2, 4, 8, 16] {
            let program = parse(&product("dot.bf16", lanes));
            let sums = noise(lanes, 5).into_iter().flat_map(|n| f32::from(n).to_le_bytes());
            let inputs = [halves(2 * lanes, 1), halves(2 * lanes, 2), sums.collect()];
            for effort in [Effort::Full, Effort::Quick, Effort::None] {
                check_for(&program, &inputs, &Options { target, effort, ..Options::default() });
            }
        }
    }
}

#[test]
fn instructions_of_each_kind() {
    for (target, op, lanes, instruction) in [
        ("icelake-server", "dot.us8", 16, "vpdpbusd"),
        ("cascadelake", "dot.us8", 16, "vpdpbusd"),
        ("alderlake", "dot.us8", 8, "vpdpbusd"),
        ("znver4", "dot.bf16", 16, "vdpbf16ps"),
        ("cooperlake", "dot.bf16", 16, "vdpbf16ps"),
        ("x86-64-v4", "dot.s8", 16, "vpmaddwd"),
        ("x86-64-v3", "dot.us8", 8, "vpmaddwd"),
        ("x86-64", "dot.u8", 4, "pmaddwd"),
        ("neoverse-n1", "dot.s8", 4, "sdot"),
        ("neoverse-n1", "dot.u8", 4, "udot"),
        ("neoverse-v1", "dot.us8", 4, "usdot"),
        ("neoverse-v1", "dot.bf16", 4, "bfdot"),
        ("aarch64", "dot.s8", 4, "mla"),
    ] {
        let target = CpuTarget::parse(target).unwrap();
        let options = Options { target, ..Options::default() };
        let text = emit(&parse(&product(op, lanes)), Format::Assembly, &options).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(instruction), "{target}: no {instruction} in\n{text}");
    }
}

/// The program of a product of two matrices, as schedules are chosen for a target.
fn lowered(target: CpuTarget, [left, right, sum]: [&str; 3]) -> hloom_loops::program::Program {
    let text = format!(
        "func.func @main(%x: tensor<41x70x{left}>, %y: tensor<70x51x{right}>) -> tensor<41x51x{sum}> {{
          %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<41x70x{left}>, tensor<70x51x{right}>) -> tensor<41x51x{sum}>
          return %z : tensor<41x51x{sum}>
        }}"
    );
    let module = hloom_ir::text::parse_module(&text).unwrap();
    let main = module.symbol("main").unwrap();
    hloom_loops::lower_function(&module, main, &target.schedule_machine()).unwrap().program
}

#[test]
fn products_of_matrices_on_each_kind() {
    let kinds = here().into_iter().filter(|target| !target.has_matrix_unit());
    for target in kinds {
        let options = Options { target, ..Options::default() };
        for (types, op) in [
            (["i8", "i8", "i32"], "dot."),
            (["ui8", "i8", "i32"], "dot.us8"),
            (["i8", "ui8", "i32"], "dot.us8"),
            (["ui8", "ui8", "i32"], "dot.u8"),
        ] {
            let program = lowered(target, types);
            assert!(program.to_string().contains(op), "{target}: {types:?}\n{program}");
            check_for(&program, &[noise(41 * 70, 1), noise(70 * 51, 2)], &options);
        }
        let program = lowered(target, ["bf16", "bf16", "f32"]);
        let instruction = target.schedule_machine().dots.bf16;
        assert_eq!(program.to_string().contains("dot.bf16"), instruction, "{target}");
        check_for(&program, &[halves(41 * 70, 1), halves(70 * 51, 2)], &options);
    }
}
