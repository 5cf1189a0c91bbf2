//! Matrix multiplications in the matrix unit of this machine, if it has one, agree bit for bit with
//! the interpreter: also on subnormals, infinities and NaNs.

mod common;

use common::{check_for, noise, parse};
use hloom_llvm::{CpuTarget, Effort, Error, Executable, Options};

/// Loads a left tile of `rows` by 64 bytes and a right tile of `depth` rows, and accumulates their
/// product twice.
fn product(elements: [&str; 2], sum: &str, rows: usize, depth: usize) -> String {
    let [left, right] = elements;
    let group = if left == "bf16" { 2 } else { 4 };
    let k = depth * group;
    let n = 16 * group;
    format!(
        r#"program @product {{
          argument 0 @x : {left}[{rows}, {k}]
          argument 1 @y : {right}[{depth}, {n}]
          argument 2 @z : {sum}[{rows}, 16]
          result 0 @w : {sum}[{rows}, 16]
          matrix @a : {left}[{rows}, {k}]
          matrix @b : {right}[{depth}, {n}]
          matrix @c : {sum}[{rows}, 16]
          matrix @d : {sum}[{rows}, 16]
          scratch @a, @b, @c, @d {{
            matrix load @c from @z[0 stride 16]
            matrix zero @d
            for %i = 0 to 2 step 1 {{
              matrix load @a from @x[0 stride {k}]
              matrix load @b from @y[%i*0 stride {n}]
              matrix multiply @a, @b into @c
              matrix multiply @a, @b into @d
            }}
            matrix store @d to @w[0 stride 16]
            matrix store @c to @w[0 stride 16]
          }}
        }}"#
    )
}

#[test]
fn products_of_integers_are_those_of_the_loop_level() {
    if !CpuTarget::Native.has_matrix_unit() {
        return;
    }
    for elements in [["i8", "i8"], ["i8", "ui8"], ["ui8", "i8"], ["ui8", "ui8"]] {
        for (rows, depth) in [(16, 16), (5, 3), (1, 1)] {
            let program = parse(&product(elements, "i32", rows, depth));
            let inputs = [noise(rows * depth * 4, 1), noise(depth * 64, 2), noise(rows * 64, 3)];
            check_for(&program, &inputs, &Options::default());
            check_for(&program, &inputs, &Options { effort: Effort::None, ..Options::default() });
        }
    }
}

#[test]
fn products_of_bf16_are_those_of_the_loop_level() {
    if !CpuTarget::Native.has_matrix_unit() {
        return;
    }
    for seed in 0..40 {
        let (rows, depth) = [(16, 16), (7, 5)][seed as usize % 2];
        let program = parse(&product(["bf16", "bf16"], "f32", rows, depth));
        let mut inputs =
            [noise(rows * depth * 4, seed), noise(depth * 64, seed + 100), noise(rows * 64, 7)];
        // Arbitrary bits; then numbers of similar magnitude, some of them so small that products
        // and sums are subnormal.
        if seed >= 10 {
            let exponent = if seed >= 25 { 0x1f } else { 0x3f };
            for bytes in &mut inputs[..2] {
                for high in bytes.iter_mut().skip(1).step_by(2) {
                    *high = (*high & 0x80) | exponent;
                }
            }
            for high in inputs[2].iter_mut().skip(3).step_by(4) {
                *high = (*high & 0x80) | if seed >= 25 { 0 } else { 0x3f };
            }
        }
        check_for(&program, &inputs, &Options::default());
    }
}

#[test]
fn other_targets_say_that_they_have_no_such_registers() {
    let program = parse(&product(["i8", "i8"], "i32", 16, 16));
    let target = CpuTarget::parse("x86-64").unwrap();
    let error = Executable::compile(
        &program,
        &Options { target, effort: Effort::Full, ..Options::default() },
    );
    let Err(error @ Error::Unsupported { .. }) = error.map(drop) else {
        panic!("compiled for a CPU without the unit");
    };
    let error = error.to_string();
    assert!(error.contains("matrix registers, which x86-64 does not have"), "{error}");
}
