//! Operations with constants, and those that code generators make one instruction of: on operands
//! that are hard, for constants that are.

use super::common::check_for;
use super::{Case, hard, program};
use hloom_ir::Element;
use hloom_llvm::Options;
use hloom_loops::program::{BinaryOp, Builder, CompareOp, LoopKind, Scalar, Space, Value};

const LANES: [u16; 4] = [1, 2, 16, 64];

fn check_direct(scalar: Scalar, cases: &[Case]) {
    for lanes in LANES {
        let (program, inputs) = program(scalar, lanes, 1, cases);
        program.verify().unwrap();
        check_for(&program, &inputs, &Options::default());
    }
}

fn scalars() -> impl Iterator<Item = Scalar> {
    Scalar::ALL.iter().copied().filter(|scalar| *scalar != Scalar::I1)
}

/// An operation with a constant on either side.
#[test]
fn operations_with_constants() {
    for scalar in scalars() {
        let mut cases: Vec<Case> = Vec::new();
        for &op in BinaryOp::ALL.iter().filter(|op| op.accepts(scalar)) {
            // The powers of two for `scale` are whole numbers.
            if op == BinaryOp::Scale {
                continue;
            }
            for bits in hard(scalar) {
                for right in [true, false] {
                    let make = move |b: &mut Builder, x: &[Value]| {
                        let constant = b.bits(b.type_of(x[0]), bits);
                        let (l, r) = if right { (x[0], constant) } else { (constant, x[0]) };
                        b.binary(op, l, r)
                    };
                    let side = if right { "right" } else { "left" };
                    cases.push((format!("{}_{bits:x}_{side}", op.name()), Box::new(make)));
                }
            }
        }
        for cases in cases.chunks(300) {
            check_direct(scalar, cases);
        }
    }
}

/// Comparisons with constants, alone and as the condition of a selection of their operands.
#[test]
fn comparisons_with_constants() {
    for scalar in scalars() {
        let mut cases: Vec<Case> = Vec::new();
        for &op in CompareOp::ALL.iter().filter(|op| op.accepts(scalar)) {
            for bits in hard(scalar) {
                for way in 0..3 {
                    let make = move |b: &mut Builder, x: &[Value]| {
                        let constant = b.bits(b.type_of(x[0]), bits);
                        let test = b.compare(op, x[0], constant);
                        match way {
                            0 => test,
                            1 => b.select(test, constant, x[0]),
                            _ => b.select(test, x[0], constant),
                        }
                    };
                    cases.push((format!("{}_{bits:x}_{way}", op.name()), Box::new(make)));
                }
            }
        }
        for cases in cases.chunks(300) {
            check_direct(scalar, cases);
        }
    }
}

/// Sums with one constant after another.
#[test]
fn sums_with_constants() {
    for scalar in scalars().filter(|scalar| scalar.is_integer()) {
        let mut cases: Vec<Case> = Vec::new();
        for first in hard(scalar) {
            for second in hard(scalar) {
                let make = move |b: &mut Builder, x: &[Value]| {
                    let ty = b.type_of(x[0]);
                    let (c, d) = (b.bits(ty, first), b.bits(ty, second));
                    let sum = b.binary(BinaryOp::Sub, x[0], c);
                    b.binary(BinaryOp::Add, sum, d)
                };
                cases.push((format!("minus_{first:x}_plus_{second:x}"), Box::new(make)));
            }
        }
        for cases in cases.chunks(300) {
            check_direct(scalar, cases);
        }
    }
}

/// A load that waits for the one who uses it is made ahead of stores to the same place.
#[test]
fn loads_stay_ahead_of_stores() {
    for lanes in LANES {
        let mut b = Builder::new("main");
        let ty = Scalar::I32.vector(lanes);
        let shape = [u64::from(lanes)];
        let x = b.buffer("x", Element::I32, &shape, Space::Argument(0));
        let y = b.buffer("y", Element::I32, &shape, Space::Result(0));
        let z = b.buffer("z", Element::I32, &shape, Space::Result(1));
        let given = b.load(ty, x, 0i64);
        b.store(given, y, 0i64);
        let before = b.load(ty, y, 0i64);
        let (five, seven) = (b.int(ty, 5), b.int(ty, 7));
        let sum = b.binary(BinaryOp::Add, before, five);
        b.store(seven, y, 0i64);
        let total = b.binary(BinaryOp::Add, sum, seven);
        b.store(total, z, 0i64);
        let program = b.finish();
        program.verify().unwrap();
        let input: Vec<u8> = (0..i32::from(lanes)).flat_map(i32::to_le_bytes).collect();
        check_for(&program, &[input], &Options::default());
    }
}

/// The body of a parallel loop is a function, which gets values from around it in memory.
#[test]
fn instructions_of_two_functions_stay_apart() {
    let mut b = Builder::new("main");
    let shape = [8u64];
    let x = b.buffer("x", Element::F32, &shape, Space::Argument(0));
    let names = ["select", "min", "max", "sum"];
    let results: Vec<_> = (0..4)
        .map(|at| {
            let element = if at == 3 { Element::I32 } else { Element::F32 };
            b.buffer(names[at as usize], element, &[64], Space::Result(at))
        })
        .collect();
    let f32 = Scalar::F32.ty();
    let (one, two) = (b.load(f32, x, 0i64), b.load(f32, x, 1i64));
    let three = b.load(f32, x, 2i64);
    let [test, more, less] =
        [CompareOp::Ne, CompareOp::Gt, CompareOp::Lt].map(|op| b.compare(op, one, two));
    let vector = Scalar::I32.vector(8);
    let bits = b.load(Scalar::F32.vector(8), x, 0i64);
    let bits = b.convert(hloom_loops::program::ConvertOp::Bitcast, bits, Scalar::I32);
    let five = b.int(vector, 5);
    let sum = b.binary(BinaryOp::Sub, bits, five);
    b.for_each(LoopKind::Parallel, "i", 0, 8, 1, |b, i| {
        let chosen = b.select(test, three, two);
        b.store(chosen, results[0], i);
        let min = b.select(more, two, one);
        b.store(min, results[1], i);
        let max = b.select(less, two, one);
        b.store(max, results[2], i);
        let seven = b.int(vector, 7);
        let total = b.binary(BinaryOp::Add, sum, seven);
        b.store(total, results[3], hloom_loops::index::Index::var(i) * 8);
    });
    let program = b.finish();
    program.verify().unwrap();
    for values in [[1.0f32, 2.0, 3.0], [2.0, 1.0, 3.0], [f32::NAN, 1.0, 3.0], [0.0, -0.0, 3.0]] {
        let input = values.iter().cycle().take(8).flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
        check_for(&program, &[input], &Options::default());
    }
}

/// A scalar that is loaded for all lanes of a vector, and used as a scalar too.
#[test]
fn scalars_in_all_lanes_and_alone() {
    for lanes in [2u16, 16] {
        let mut b = Builder::new("main");
        let x = b.buffer("x", Element::U32, &[16], Space::Argument(0));
        let y = b.buffer("y", Element::U32, &[16], Space::Result(0));
        let ty = Scalar::I32.vector(lanes);
        let vector = b.load(ty, x, 0i64);
        let one = b.load(Scalar::I32.ty(), x, 3i64);
        let amounts = b.broadcast(one, lanes);
        let up = b.binary(BinaryOp::Shl, vector, amounts);
        let width = b.int(Scalar::I32.ty(), 32);
        let rest = b.binary(BinaryOp::Sub, width, one);
        let rest = b.broadcast(rest, lanes);
        let down = b.binary(BinaryOp::ShrU, vector, rest);
        let rotated = b.binary(BinaryOp::Or, up, down);
        b.store(rotated, y, 0i64);
        let program = b.finish();
        program.verify().unwrap();
        let input: Vec<u8> = (0..16u32).flat_map(|i| (i * 77 % 31 + 1).to_le_bytes()).collect();
        check_for(&program, &[input], &Options::default());
    }
}
