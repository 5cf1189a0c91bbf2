//! Every instruction on every type it takes, compiled for every target of this
//! machine, against the interpreter, on operands that are hard: zeros of both
//! signs, subnormals, infinities, NaNs, ties, extremes of integers.

#[path = "../common/mod.rs"]
mod common;
mod constants;

use common::{check, check_for, compare_runs, compile};
use hloom_ir::Element;
use hloom_llvm::emit::{Format, emit};
use hloom_llvm::{CpuTarget, Effort, Options};
use hloom_loops::index::Index;
use hloom_loops::math::{Arith, Emitter};
use hloom_loops::program::machine::Machine;
use hloom_loops::program::{
    Access, BinaryOp, BufferId, Builder, CompareOp, ConvertOp, Inst, Lanes, LoopKind, Program,
    Scalar, Space, UnaryOp, Value, eval,
};

/// Element types whose storage unit is this scalar.
fn element(scalar: Scalar) -> Element {
    match scalar {
        Scalar::I1 | Scalar::I8 => Element::U8,
        Scalar::I16 => Element::U16,
        Scalar::I32 => Element::U32,
        Scalar::I64 => Element::U64,
        Scalar::F16 => Element::F16,
        Scalar::BF16 => Element::BF16,
        Scalar::F32 => Element::F32,
        Scalar::F64 => Element::F64,
    }
}

/// Bit patterns of edge cases: zeros, subnormals, infinities, NaNs, ties, extremes.
fn hard(scalar: Scalar) -> Vec<u64> {
    let mask = scalar.mask();
    if scalar.is_integer() {
        let top = 1u64 << (scalar.bits() - 1);
        let mut values =
            vec![0, 1, 2, 3, 7, 8, 31, 33, 63, 100, mask, mask - 1, top, top - 1, top + 1, top / 3];
        values.extend([0x5a5a_1234_8765_f00f, 0x0102_0408_1020_4081, u64::from(scalar.bits()), 17]);
        values.iter().map(|value| value & mask).collect()
    } else {
        let (tiny, huge) = match scalar {
            Scalar::F16 => (2f64.powi(-24), 65504.0),
            Scalar::BF16 => (2f64.powi(-133), 3.3895e38),
            Scalar::F32 => (2f64.powi(-149), f64::from(f32::MAX)),
            _ => (f64::from_bits(1), f64::MAX),
        };
        let mut numbers =
            vec![0.0, 1.0, 0.5, 1.5, 2.5, 0.49999997, 3.7, 1e-3, 100.25, 127.0, 128.0, 255.5];
        numbers.extend([
            65519.0,
            65520.0,
            2147483648.0,
            4294967296.0,
            9.3e18,
            1.9e19,
            1e30,
            8388609.0,
            0.1,
        ]);
        // Ties of the narrower formats and numbers next to ties, also at the end of their range.
        numbers.extend([
            1.0 + 2f64.powi(-11),
            1.0 + 2f64.powi(-8),
            1.0 + 2f64.powi(-8) + 2f64.powi(-40),
        ]);
        numbers.extend([
            2f64.powi(-14),
            2f64.powi(-15) * 1.001,
            2f64.powi(-25),
            2f64.powi(-25) * 1.0001,
        ]);
        numbers.extend([
            2f64.powi(-126),
            2f64.powi(-130) * 1.37,
            2f64.powi(-134),
            2f64.powi(-150) * 1.1,
            3.4e38,
        ]);
        numbers.extend([tiny, tiny * 3.0, huge, f64::INFINITY, f64::NAN]);
        let signed = numbers.iter().flat_map(|number| [*number, -number]);
        signed.map(|number| eval::from_f64(scalar, number)).collect()
    }
}

fn to_bytes(scalar: Scalar, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    values.into_iter().flat_map(|value| value.to_le_bytes()[..scalar.bytes()].to_vec()).collect()
}

/// Builds the computation of one case from its operands.
type Make = Box<dyn Fn(&mut Builder, &[Value]) -> Value>;

/// A name and the computation of one case.
type Case = (String, Make);

/// A program with one result for each case, lane by lane over the operands, and
/// inputs that are all combinations of hard operands.
fn program(scalar: Scalar, lanes: u16, operands: usize, cases: &[Case]) -> (Program, Vec<Vec<u8>>) {
    let hard = hard(scalar);
    let combinations = match operands {
        1 => hard.len(),
        2 => hard.len() * hard.len(),
        // All pairs; the third operand cycles.
        _ => hard.len() * hard.len(),
    };
    let count = combinations.next_multiple_of(usize::from(lanes));
    let operand = |which: usize, at: usize| match which {
        0 => hard[at % hard.len()],
        1 => hard[at / hard.len() % hard.len()],
        _ => hard[(at * 7 + at / 5) % hard.len()],
    };
    let inputs = (0..operands)
        .map(|which| to_bytes(scalar, (0..count).map(|at| operand(which, at))))
        .collect();

    let mut b = Builder::new("main");
    let shape = [count as u64];
    let inputs_of: Vec<BufferId> = (0..operands)
        .map(|n| b.buffer(&format!("x{n}"), element(scalar), &shape, Space::Argument(n as u32)))
        .collect();
    let ty = scalar.vector(lanes);
    b.for_each(LoopKind::Serial, "i", 0, count as i64, i64::from(lanes), |b, i| {
        let loaded: Vec<Value> = inputs_of.iter().map(|input| b.load(ty, *input, i)).collect();
        for (n, (name, make)) in cases.iter().enumerate() {
            let mut value = make(b, &loaded);
            if b.type_of(value).scalar == Scalar::I1 {
                value = b.convert(ConvertOp::ExtendU, value, Scalar::I8);
            }
            let of = b.type_of(value).scalar;
            let to = b.buffer(name, element(of), &shape, Space::Result(n as u32));
            b.store(value, to, i);
        }
    });
    (b.finish(), inputs)
}

fn check_cases(scalar: Scalar, operands: usize, cases: &[Case]) {
    if cases.is_empty() {
        return;
    }
    for lanes in [1, 2, 16, 64] {
        let (program, inputs) = program(scalar, lanes, operands, cases);
        program.verify().unwrap();
        check_for(&program, &inputs, &Options::default());
    }
    // LLVM takes long for these, so there is only one vector length, which each target splits.
    let (program, inputs) = program(scalar, 8, operands, cases);
    check(&program, &inputs);
    compiles_for_arm(&program);
}

/// Code for Arm can't be run on this machine, but must compile: LLVM selects an instruction for
/// every operation.
fn compiles_for_arm(program: &Program) {
    let options =
        Options { target: CpuTarget::Aarch64, effort: Effort::Full, ..Options::default() };
    let object = emit(program, Format::Object, &options).unwrap();
    assert_eq!(&object[..4], b"\x7fELF");
}

fn memory_scalars() -> impl Iterator<Item = Scalar> {
    Scalar::ALL.into_iter().filter(|scalar| *scalar != Scalar::I1)
}

#[test]
fn unary() {
    for scalar in memory_scalars() {
        // `exp2` is for GPUs.
        let of_cpus = |op: &UnaryOp| op.accepts(scalar) && *op != UnaryOp::Exp2;
        let ops = UnaryOp::ALL.iter().copied().filter(of_cpus);
        let cases: Vec<Case> = ops
            .map(|op| -> Case { (op.name().to_owned(), Box::new(move |b, x| b.unary(op, x[0]))) })
            .collect();
        check_cases(scalar, 1, &cases);
    }
}

#[test]
fn binary() {
    for scalar in memory_scalars() {
        // `scaling` has operands for that one.
        let whole = |op: &BinaryOp| *op != BinaryOp::Scale;
        let ops = BinaryOp::ALL.iter().copied().filter(|op| op.accepts(scalar) && whole(op));
        let cases: Vec<Case> = ops
            .map(|op| -> Case {
                (op.name().to_owned(), Box::new(move |b, x| b.binary(op, x[0], x[1])))
            })
            .collect();
        check_cases(scalar, 2, &cases);
    }
}

/// Multiplications with powers of two whose results are normal, subnormal, zero and
/// infinite: fractions of the hard operands, and their NaN.
#[test]
fn scaling() {
    for (scalar, fraction, bits, powers) in [
        (Scalar::F32, 0x807f_ffff, 0x3f80_0000, [-151, -150, -149, -148, -127, -126, 127, 128]),
        (
            Scalar::F64,
            0x800f_ffff_ffff_ffff,
            0x3ff0_0000_0000_0000,
            [-1082, -1075, -1074, -1073, -1023, -1022, 1024, 1026],
        ),
    ] {
        let powers = powers.into_iter().chain([-64, -25, -1, 0, 1, 2, 63]);
        let case = |power: i32| -> Case {
            let make = move |b: &mut Builder, x: &[Value]| {
                let ty = b.type_of(x[0]);
                let integers = ty.with(ty.scalar.as_integer());
                let own = b.convert(ConvertOp::Bitcast, x[0], integers.scalar);
                let (sign_free, exponent) = (b.bits(integers, fraction), b.bits(integers, bits));
                let own = b.binary(BinaryOp::And, own, sign_free);
                let own = b.binary(BinaryOp::Or, own, exponent);
                let own = b.convert(ConvertOp::Bitcast, own, scalar);
                let number = b.compare(CompareOp::Eq, x[0], x[0]);
                let own = b.select(number, own, x[0]);
                let power = b.bits(ty, eval::from_f64(scalar, f64::from(power)));
                b.binary(BinaryOp::Scale, own, power)
            };
            (format!("scale by {power}"), Box::new(make))
        };
        let cases: Vec<Case> = powers.map(case).collect();
        check_cases(scalar, 1, &cases);
    }
}

/// Quotients by one number in all lanes are those that division gives.
#[test]
fn quotients_by_one_number() {
    let hard = hard(Scalar::F32);
    let case = |&bits: &u64| -> Case {
        let make = move |b: &mut Builder, x: &[Value]| {
            let lanes = b.type_of(x[0]).lanes;
            // The divisor is computed at run time, so that LLVM can't fold the division.
            let one = b.inst(Inst::Extract(x[0], 0));
            let zero = b.binary(BinaryOp::Xor, one, one);
            let divisor = b.bits(Scalar::I32.vector(1), bits);
            let divisor = b.binary(BinaryOp::Or, zero, divisor);
            let divisor = b.convert(ConvertOp::Bitcast, divisor, Scalar::F32);
            let divisor = b.broadcast(divisor, lanes);
            let dividend = b.convert(ConvertOp::Bitcast, x[0], Scalar::F32);
            let plain = b.binary(BinaryOp::Div, dividend, divisor);
            let quotient = Emitter { builder: b, lanes }.div(dividend, divisor);
            assert_ne!(plain, quotient, "divided by the same instruction");
            // The comparison is of the bits, which include the sign of zero, except for NaNs.
            let [p, q] = [plain, quotient].map(|v| b.convert(ConvertOp::Bitcast, v, Scalar::I32));
            let same = b.compare(CompareOp::Eq, p, q);
            let [p, q] = [plain, quotient].map(|v| b.compare(CompareOp::Ne, v, v));
            let neither = b.binary(BinaryOp::And, p, q);
            b.binary(BinaryOp::Or, same, neither)
        };
        (format!("by {bits:#x}"), Box::new(make))
    };
    // The constants are integers, so that no floating-point conversion changes their bits.
    let cases: Vec<Case> = hard.iter().map(case).collect();
    let (program, mut inputs) = program(Scalar::I32, 16, 1, &cases);
    let mut seed = 1u64;
    let operands = hard.iter().copied().chain(std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 32
    }));
    let count = inputs[0].len() / 4;
    inputs[0] = to_bytes(Scalar::I32, operands.take(count));
    check_for(&program, &inputs, &Options::default());
    let slices: Vec<&[u8]> = inputs.iter().map(|input| &input[..]).collect();
    let results = Machine::new(&program, &slices).and_then(|m| m.run(u64::MAX)).unwrap();
    assert_eq!(results.len(), hard.len());
    for (bits, result) in hard.iter().zip(results) {
        assert!(result.iter().all(|same| *same == 1), "quotients by {bits:#x}");
    }
}

#[test]
fn comparisons_and_logic_of_masks() {
    for scalar in memory_scalars() {
        let ops = CompareOp::ALL.iter().copied().filter(|op| op.accepts(scalar));
        let mut cases: Vec<Case> = ops
            .map(|op| -> Case {
                (op.name().to_owned(), Box::new(move |b, x| b.compare(op, x[0], x[1])))
            })
            .collect();
        if CompareOp::Eq.accepts(scalar) {
            for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
                cases.push((
                    format!("mask {}", op.name()),
                    Box::new(move |b, x| {
                        let equal = b.compare(CompareOp::Eq, x[0], x[1]);
                        let zero = b.bits(b.type_of(x[0]), 0);
                        let unequal = b.compare(CompareOp::Ne, x[0], zero);
                        let not = b.unary(UnaryOp::Not, unequal);
                        let both = b.binary(op, equal, not);
                        let same = b.compare(CompareOp::Eq, both, equal);
                        b.compare(CompareOp::Ne, same, not)
                    }),
                ));
            }
            cases.push((
                "mask extended".to_owned(),
                Box::new(|b, x| {
                    let equal = b.compare(CompareOp::Eq, x[0], x[1]);
                    b.convert(ConvertOp::ExtendS, equal, Scalar::I32)
                }),
            ));
        }
        check_cases(scalar, 2, &cases);
    }
}

#[test]
fn select_moves_any_bits() {
    for scalar in memory_scalars() {
        let cases: Vec<Case> = vec![(
            "select".to_owned(),
            Box::new(move |b, x| {
                let bits = |b: &mut Builder, v| match scalar.is_float() {
                    true => b.convert(ConvertOp::Bitcast, v, scalar.as_integer()),
                    false => v,
                };
                let (first, second) = (bits(b, x[0]), bits(b, x[1]));
                let less = b.compare(CompareOp::LtU, first, second);
                b.select(less, x[0], x[1])
            }),
        )];
        check_cases(scalar, 2, &cases);
    }
}

#[test]
fn fma_rounds_once() {
    for scalar in [Scalar::F32, Scalar::F64] {
        let cases: Vec<Case> = vec![
            ("fma".to_owned(), Box::new(|b, x| b.fma(x[0], x[1], x[2]))),
            (
                "mul add".to_owned(),
                Box::new(|b, x| {
                    let product = b.binary(BinaryOp::Mul, x[0], x[1]);
                    b.binary(BinaryOp::Add, product, x[2])
                }),
            ),
        ];
        check_cases(scalar, 3, &cases);
    }
}

#[test]
fn conversions() {
    for from in memory_scalars() {
        let mut cases: Vec<Case> = Vec::new();
        for op in ConvertOp::ALL.iter().copied() {
            for to in Scalar::ALL.into_iter().filter(|to| op.accepts(from, *to)) {
                cases.push((
                    format!("{} {to}", op.name()),
                    Box::new(move |b, x| b.convert(op, x[0], to)),
                ));
            }
        }
        check_cases(from, 1, &cases);
    }
}

/// All 65,536 halves and bfloat16s to single and double and back; and a dense
/// sample of single and double to both.
#[test]
fn conversions_of_narrow_floats_in_full() {
    for narrow in [Scalar::F16, Scalar::BF16] {
        let mut b = Builder::new("main");
        let x = b.buffer("x", element(narrow), &[1 << 16], Space::Argument(0));
        let s = b.buffer("s", Element::F32, &[1 << 16], Space::Argument(1));
        let d = b.buffer("d", Element::F64, &[1 << 16], Space::Argument(2));
        let results: Vec<BufferId> = [Scalar::F32, Scalar::F64, narrow, narrow, narrow]
            .into_iter()
            .enumerate()
            .map(|(n, to)| {
                b.buffer(&format!("y{n}"), element(to), &[1 << 16], Space::Result(n as u32))
            })
            .collect();
        b.for_each(LoopKind::Serial, "i", 0, 1 << 16, 16, |b, i| {
            let load = |b: &mut Builder, from, scalar: Scalar| b.load(scalar.vector(16), from, i);
            let (x, s, d) = (load(b, x, narrow), load(b, s, Scalar::F32), load(b, d, Scalar::F64));
            let single = b.convert(ConvertOp::Float, x, Scalar::F32);
            let double = b.convert(ConvertOp::Float, x, Scalar::F64);
            let back = b.convert(ConvertOp::Float, double, narrow);
            let from_single = b.convert(ConvertOp::Float, s, narrow);
            let from_double = b.convert(ConvertOp::Float, d, narrow);
            for (to, value) in results.iter().zip([single, double, back, from_single, from_double])
            {
                b.store(value, *to, i);
            }
        });
        let program = b.finish();
        let all = to_bytes(narrow, 0..1 << 16);
        // Numbers of all exponents, with ties and the numbers next to ties.
        let singles: Vec<f32> =
            (0..1u32 << 16).map(|n| f32::from_bits((n << 16) | ((n * 0x8001) & 0xffff))).collect();
        let doubles: Vec<f64> = (0..1u64 << 16)
            .map(|n| {
                let exponent = 1023 - 160 + (n >> 4) % 300;
                let mantissa = match n % 4 {
                    0 => n << 36,
                    1 => (n >> 2 << 40) | 1,
                    2 => (n >> 2 << 40).wrapping_sub(1),
                    _ => n.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                };
                f64::from_bits((n & 1) << 63 | exponent << 52 | mantissa & ((1 << 52) - 1))
            })
            .collect();
        check(&program, &[all, common::bytes(&singles), common::bytes(&doubles)]);
    }
}

#[test]
fn lanes_are_moved() {
    for scalar in memory_scalars() {
        let cases: Vec<Case> = vec![
            ("reverse".into(), shuffle(|lanes| (0..lanes).rev().collect())),
            (
                "interleave".into(),
                shuffle(|lanes| (0..lanes).map(|l| l / 2 + (l % 2) * lanes).collect()),
            ),
            (
                "widen and narrow".into(),
                Box::new(|b, x| {
                    let lanes = b.type_of(x[0]).lanes;
                    let double: Box<[u16]> = (0..2 * lanes).collect();
                    let wide = b.inst(Inst::Shuffle(x[0], x[1], double));
                    let odd: Box<[u16]> = (0..lanes).map(|l| 2 * l + 1).collect();
                    b.inst(Inst::Shuffle(wide, wide, odd))
                }),
            ),
            (
                "insert what was extracted".into(),
                Box::new(|b, x| {
                    let last = b.type_of(x[0]).lanes - 1;
                    let lane = b.inst(Inst::Extract(x[0], last));
                    b.inst(Inst::Insert(x[1], lane, 0))
                }),
            ),
            (
                "broadcast a lane".into(),
                Box::new(|b, x| {
                    let lanes = b.type_of(x[0]).lanes;
                    let lane = b.inst(Inst::Shuffle(x[0], x[1], [lanes + 1].into()));
                    b.broadcast(lane, lanes)
                }),
            ),
        ];
        for lanes in [2, 4, 16, 32] {
            let (program, inputs) = program(scalar, lanes, 2, &cases);
            program.verify().unwrap();
            check(&program, &inputs);
        }
    }
}

fn shuffle(lanes: fn(u16) -> Vec<u16>) -> Make {
    Box::new(move |b, x| {
        let order = lanes(b.type_of(x[0]).lanes);
        b.inst(Inst::Shuffle(x[0], x[1], order.into()))
    })
}

/// Loads and stores of every shape, with and without masks, around the ends.
#[test]
fn memory_of_every_shape() {
    for scalar in memory_scalars() {
        let x = to_bytes(scalar, (0..1024u64).map(|n| (n * 0x0101_0193 + 7) & scalar.mask()));
        for lanes in [1u16, 2, 4, 16, 64] {
            let program = every_access(scalar, lanes);
            program.verify().unwrap();
            let half = i64::from(lanes / 2);
            if lanes == 4 {
                compiles_for_arm(&program);
                check(&program, &[x.clone(), half.to_le_bytes().to_vec()]);
            }
            let executable = compile(&program);
            for count in [-1i64, 0, 1, half, i64::from(lanes) - 1, i64::from(lanes), 1000] {
                let inputs = [x.clone(), count.to_le_bytes().to_vec()];
                compare_runs(&program, &inputs, &Options::default(), &executable);
            }
        }
    }
}

fn every_access(scalar: Scalar, lanes: u16) -> Program {
    let mut b = Builder::new("main");
    let x = b.buffer("x", element(scalar), &[1024], Space::Argument(0));
    let n = b.buffer("n", Element::I64, &[], Space::Argument(1));
    let count = b.load(Scalar::I64.ty(), n, 0);
    let ty = scalar.vector(lanes);
    let mask = b.inst(Inst::FirstLanes(lanes, count.into()));
    // Strides of both signs; gathers and scatters with the offsets -3 × lane, in both widths of
    // offsets.
    let mut shapes = vec![Lanes::Contiguous];
    if lanes > 1 {
        shapes.extend([0, 1, -1, 2, 3, -5].map(Lanes::Strided));
        for offset in [Scalar::I32, Scalar::I64] {
            let iota = b.inst(Inst::Iota(offset.vector(lanes)));
            let minus_three = b.int(offset.vector(lanes), -3);
            let offsets = b.binary(BinaryOp::Mul, iota, minus_three);
            shapes.push(Lanes::Gather(offsets));
        }
    }
    let mut results = 0;
    for shape in shapes {
        for masked in [false, true] {
            let mask = masked.then_some(mask);
            let access = |buffer| Access {
                buffer,
                offset: Index::constant(400),
                lanes: shape.clone(),
                mask,
            };
            let loaded = b.inst(Inst::Load(ty, access(x)));
            let to = |b: &mut Builder, results: &mut u32| {
                *results += 1;
                b.buffer("y", element(scalar), &[1024], Space::Result(*results - 1))
            };
            let packed = to(&mut b, &mut results);
            b.store(loaded, packed, 8);
            // Lanes with equal offsets are stored in the order of the lanes.
            let spread = to(&mut b, &mut results);
            b.push(hloom_loops::program::Stmt::Store(loaded, access(spread)));
        }
    }
    b.finish()
}

/// Masked lanes may be outside of the buffer; their memory is neither read nor written.
#[test]
fn masked_lanes_are_not_touched() {
    for lanes in [4u16, 8, 16, 32] {
        for scalar in memory_scalars() {
            let mut b = Builder::new("main");
            let x = b.buffer("x", element(scalar), &[3], Space::Argument(0));
            let y = b.buffer("y", element(scalar), &[3], Space::Result(0));
            let n = b.buffer("n", Element::I64, &[], Space::Argument(1));
            let count = b.load(Scalar::I64.ty(), n, 0);
            let mask = b.inst(Inst::FirstLanes(lanes, count.into()));
            let access = |buffer| Access {
                buffer,
                offset: 0.into(),
                lanes: Lanes::Contiguous,
                mask: Some(mask),
            };
            let loaded = b.inst(Inst::Load(scalar.vector(lanes), access(x)));
            b.push(hloom_loops::program::Stmt::Store(loaded, access(y)));
            let program = b.finish();
            check(&program, &[to_bytes(scalar, [1, 2, 3]), 3i64.to_le_bytes().to_vec()]);
        }
    }
}

#[test]
fn constants_keep_their_bits() {
    for scalar in memory_scalars() {
        let hard = hard(scalar);
        let mut b = Builder::new("main");
        let y = b.buffer("y", element(scalar), &[hard.len() as u64 * 4], Space::Result(0));
        let data = to_bytes(scalar, hard.iter().copied());
        // A small constant inside of the code, and a large one outside of it.
        let small = b.buffer(
            "small",
            element(scalar),
            &[hard.len() as u64],
            Space::Constant(data.clone().into()),
        );
        let many = data.repeat(200);
        let large = b.buffer(
            "large",
            element(scalar),
            &[hard.len() as u64 * 200],
            Space::Constant(many.into()),
        );
        for (at, bits) in (0..).zip(&hard) {
            let value = b.bits(scalar.ty(), *bits);
            b.store(value, y, at);
            let vector = b.bits(scalar.vector(2), *bits);
            let lane = b.inst(Inst::Extract(vector, 1));
            b.store(lane, y, at + hard.len() as i64);
            for (turn, constant) in [(2, small), (3, large)] {
                let loaded = b.load(scalar.ty(), constant, at);
                b.store(loaded, y, at + turn * hard.len() as i64);
            }
        }
        let program = b.finish();
        // Signalling NaNs stay signalling: a copy is not an arithmetic operation.
        let executable = compile(&program);
        let found = common::run(&executable, &[], hloom_llvm::ThreadPool::serial()).unwrap();
        assert_eq!(found[0], data.repeat(4), "{scalar}");
    }
}
