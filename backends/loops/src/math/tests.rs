//! Elementary functions against the standard library's in double precision, and
//! conversions against the IR's own.

use super::*;
use crate::math::ScalarOp;
use crate::program::Scalar;
use hloom_ir::Element;
use hloom_ir::types::float::FloatFormat;

/// An operation and what it computes.
type Function = (ScalarOp, fn(f64) -> f64);

/// The same of two numbers.
type Function2 = (ScalarOp, fn(f64, f64) -> f64);

/// How far a result is from the exact value, in units in the last place of `f32`.
fn ulps32(have: f32, want: f64) -> f64 {
    if want.is_nan() || have.is_nan() {
        return if want.is_nan() && have.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let near = want as f32;
    if have == near {
        let same_sign = have != 0.0 || have.is_sign_negative() == near.is_sign_negative();
        return if same_sign { 0.0 } else { f64::INFINITY };
    }
    if have.is_infinite() || near.is_infinite() {
        // Infinity counts as the number after the largest one.
        let key = |x: f32| f64::from(x.abs().to_bits());
        return (key(have) - key(near)).abs();
    }
    let exponent = (near.abs().to_bits() >> 23).max(1) as i32;
    (f64::from(have) - want).abs() / 2f64.powi(exponent - 150)
}

fn call32(op: ScalarOp, x: f32, y: f32) -> f32 {
    let part = |v: f32| (Element::F32, Parts::from((Scalar::F32, u64::from(v.to_bits()))));
    let operands = [part(x), part(y)];
    let result = apply(&mut Direct, op, &operands[..op.arity()], Element::F32).unwrap();
    f32::from_bits(result.re.1 as u32)
}

fn call64(op: ScalarOp, x: f64) -> f64 {
    let operand = (Element::F64, Parts::from((Scalar::F64, x.to_bits())));
    let result = apply(&mut Direct, op, &[operand], Element::F64).unwrap();
    f64::from_bits(result.re.1)
}

const SPECIAL: [f32; 18] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    3.0,
    -3.0,
];

/// The worst error over every 4001st bit pattern and the special numbers.
fn worst32(op: ScalarOp, exact: fn(f64) -> f64) -> (f64, f32) {
    let patterns = (0..=u32::MAX).step_by(4001).map(f32::from_bits);
    let mut worst = (0.0, 0.0);
    for x in patterns.chain(SPECIAL) {
        let error = ulps32(call32(op, x, 0.0), exact(f64::from(x)));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    worst
}

#[test]
fn functions_of_f32_are_within_bounds() {
    let logistic =
        |x: f64| if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) };
    let functions: [Function; 13] = [
        (ScalarOp::Exponential, f64::exp),
        (ScalarOp::ExponentialMinusOne, f64::exp_m1),
        (ScalarOp::Log, f64::ln),
        (ScalarOp::LogPlusOne, f64::ln_1p),
        (ScalarOp::Tanh, f64::tanh),
        (ScalarOp::Logistic, logistic),
        (ScalarOp::Sine, f64::sin),
        (ScalarOp::Cosine, f64::cos),
        (ScalarOp::Tan, f64::tan),
        (ScalarOp::Sqrt, f64::sqrt),
        (ScalarOp::Rsqrt, |x| 1.0 / x.sqrt()),
        (ScalarOp::Cbrt, f64::cbrt),
        (ScalarOp::Sign, |x| if x == 0.0 || x.is_nan() { x } else { x.signum() }),
    ];
    for (op, exact) in functions {
        let (error, x) = worst32(op, exact);
        println!("{op}: {error:.3} at {x:e}");
        assert!(error <= 4.0, "{op} of {x:e} is {error} ulp off: {:e}", call32(op, x, 0.0));
    }
}

#[test]
fn functions_of_two_f32_are_within_bounds() {
    let mut numbers: Vec<f32> = SPECIAL.to_vec();
    numbers.extend((0..=u32::MAX).step_by(9_000_011).map(f32::from_bits));
    numbers.extend((-40..40).map(|n| n as f32 * 0.37));
    numbers.extend((-40..40).map(|n| n as f32));
    for x in &numbers {
        for y in &numbers {
            let (dx, dy) = (f64::from(*x), f64::from(*y));
            let power = ulps32(call32(ScalarOp::Power, *x, *y), dx.powf(dy));
            assert!(power <= 4.0, "{x:e} ^ {y:e}: {power} ulp");
            let angle = ulps32(call32(ScalarOp::Atan2, *x, *y), dx.atan2(dy));
            assert!(angle <= 4.0, "atan2({x:e}, {y:e}): {angle} ulp");
        }
    }
}

/// Units in the last place between two doubles of the same sign.
fn ulps64(have: f64, want: f64) -> u64 {
    if have.is_nan() && want.is_nan() {
        return 0;
    }
    if have.is_nan() != want.is_nan() || have.is_sign_negative() != want.is_sign_negative() {
        return u64::MAX;
    }
    have.to_bits().abs_diff(want.to_bits())
}

#[test]
fn functions_of_f64_are_within_bounds() {
    let functions: [Function; 6] = [
        (ScalarOp::Exponential, f64::exp),
        (ScalarOp::ExponentialMinusOne, f64::exp_m1),
        (ScalarOp::Log, f64::ln),
        (ScalarOp::LogPlusOne, f64::ln_1p),
        (ScalarOp::Tanh, f64::tanh),
        (ScalarOp::Cbrt, f64::cbrt),
    ];
    let patterns = (0..=u64::MAX).step_by(36_893_488_147_419 * 2).map(f64::from_bits);
    let mut numbers: Vec<f64> = patterns.chain(SPECIAL.map(f64::from)).collect();
    numbers.extend((-100_000..100_000).map(|n| f64::from(n) * 0.000_713_7));
    numbers.extend((-80_000..80_000).map(|n| f64::from(n) * 0.010_713_7));
    for (op, exact) in functions {
        let error = |x: &f64| ulps64(call64(op, *x), exact(*x));
        let worst = numbers.iter().max_by_key(|x| error(x)).unwrap();
        println!("{op}: {} at {worst:e}", error(worst));
        // The standard library's own results may be off by one.
        assert!(error(worst) <= 4, "{op} of {worst:e} is {} ulp off", error(worst));
    }
}

#[test]
fn narrow_floats_convert_as_the_ir_says() {
    for element in Element::ALL {
        let narrow = element.is_float() && element.bit_width() <= 16;
        let Some(format) = FloatFormat::of(element).filter(|_| narrow) else { continue };
        let mut a = Direct;
        let stored = crate::program::storage(element).scalar;
        for bits in 0..1u64 << element.bit_width() {
            let value = from_storage(&mut a, element, (stored, bits).into()).re;
            let (have, want) = (f32::from_bits(value.1 as u32), format.decode(bits));
            assert!(
                f64::from(have) == want || have.is_nan() && want.is_nan(),
                "{element} {bits:#x}"
            );
        }
        for pattern in (0..=u32::MAX).step_by(10_007) {
            let x = f32::from_bits(pattern);
            let have = to_storage(&mut a, element, (Scalar::F32, u64::from(pattern)).into()).re.1;
            let want = format.encode(f64::from(x));
            if x.is_nan() && format.nan().is_some() {
                assert!(format.decode(have).is_nan(), "{element} of NaN is {have:#x}");
            } else {
                assert_eq!(have, want, "{element} of {x:e}");
            }
        }
    }
}

/// Divisions by one number, as [`Emitter`] expands them: singles divided in doubles.
#[test]
fn quotients_by_inverses_in_doubles_are_those_of_division() {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        f32::from_bits((seed >> 32) as u32)
    };
    let quotients = |a: f32, b: f32| ((f64::from(a) * (1.0 / f64::from(b))) as f32, a / b);
    let same = |(have, want): (f32, f32)| {
        have.to_bits() == want.to_bits() || have.is_nan() && want.is_nan()
    };
    for _ in 0..300_000 {
        let (a, b) = (next(), next());
        assert!(same(quotients(a, b)), "{a:e} / {b:e}");
        // Near a tie: a product of two singles of few bits more than a single has.
        let odd = f32::from_bits(b.to_bits() | 1);
        let tie = (f64::from(odd) * (1.0 + f64::from(a.to_bits() % 4096) / 16777216.0)) as f32;
        assert!(same(quotients(tie, odd)), "{tie:e} / {odd:e}");
    }
    for a in SPECIAL {
        for b in SPECIAL {
            assert!(same(quotients(a, b)), "{a:e} / {b:e}");
        }
    }
}

#[test]
fn doubles_become_narrow_in_one_rounding() {
    let mut seed = 1u64;
    for element in [Element::F16, Element::BF16, Element::F8E4M3FN, Element::F8E5M2] {
        let format = FloatFormat::of(element).unwrap();
        for n in 0..200_000u64 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Near ties: few mantissa bits, and a little more.
            let high = f64::from(((seed >> 40) & 0xfff) as u32) / 4096.0 + 1.0;
            let value =
                high * 2f64.powi((n % 40) as i32 - 20) * (1.0 + 1e-15 * ((n % 3) as f64 - 1.0));
            let operand = (Element::F64, Parts::from((Scalar::F64, value.to_bits())));
            let result = apply(&mut Direct, ScalarOp::Convert, &[operand], element).unwrap();
            let have = f64::from(f32::from_bits(result.re.1 as u32));
            let want = format.decode(format.encode(value));
            assert!(
                have == want || have.is_nan() && want.is_nan(),
                "{element} of {value:e}: {have:e}, {want:e}"
            );
        }
    }
}

/// How far a double is from what the C library has, in units in the last place.
fn apart64(have: f64, want: f64) -> f64 {
    if have.is_nan() || want.is_nan() {
        return if have.is_nan() && want.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let key = |x: f64| {
        let size = i128::from(x.abs().to_bits());
        if x.is_sign_negative() { -size - 1 } else { size }
    };
    (key(have) - key(want)).unsigned_abs() as f64
}

/// A few hundred thousand doubles of all sizes, of sizes near 1, and angles that are next to
/// multiples of π/2.
fn doubles(count: u64) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut all: Vec<f64> = SPECIAL.iter().map(|x| f64::from(*x)).collect();
    for _ in 0..count {
        all.push(f64::from_bits(next()));
        let unit = (next() >> 11) as f64 / 2f64.powi(53);
        all.push((unit - 0.5) * 40.0);
        all.push((unit - 0.5) * 2f64.powi((next() % 60) as i32));
        let quarters = (next() % 100_000) as f64;
        all.push(quarters * std::f64::consts::FRAC_PI_2);
    }
    all.extend([2f64.powi(1023), 1e22, f64::MAX]);
    all.extend([f64::MIN_POSITIVE, 5e-324, -5e-324, 1e-310, 2f64.powi(30), 2f64.powi(30) + 1.0]);
    all
}

#[test]
fn angles_of_f64_are_within_bounds() {
    let functions: [Function; 3] =
        [(ScalarOp::Sine, f64::sin), (ScalarOp::Cosine, f64::cos), (ScalarOp::Tan, f64::tan)];
    for (op, exact) in functions {
        let worst = doubles(100_000).into_iter().map(|x| (apart64(call64(op, x), exact(x)), x));
        let (error, x) =
            worst.fold((0.0, 0.0), |most, one| if one.0 > most.0 { one } else { most });
        println!("{op}: {error} at {x:e}");
        assert!(error <= 2.0, "{op} of {x:e} is {error} apart: {:e}", call64(op, x));
    }
    // The double that comes nearest to a multiple of π/2 (Muller and others, 2018).
    let hardest = 6381956970095103.0 * 2f64.powi(797);
    let cosine = call64(ScalarOp::Cosine, hardest);
    assert!(apart64(cosine, -4.687165924254628e-19) <= 1.0, "{cosine:e}");
}

#[test]
fn functions_of_two_f64_are_within_bounds() {
    let call = |op: ScalarOp, x: f64, y: f64| {
        let part = |v: f64| (Element::F64, Parts::from((Scalar::F64, v.to_bits())));
        let result = apply(&mut Direct, op, &[part(x), part(y)], Element::F64).unwrap();
        f64::from_bits(result.re.1)
    };
    let numbers = doubles(60_000);
    let moved = numbers.iter().cycle().skip(977);
    let mut pairs: Vec<(f64, f64)> = numbers.iter().copied().zip(moved.copied()).collect();
    let special: Vec<f64> = doubles(0);
    pairs.extend(special.iter().flat_map(|x| special.iter().map(|y| (*x, *y))));
    // Bases and exponents whose powers are numbers.
    let positive = |x: f64| x.abs().clamp(1e-300, 1e300);
    pairs.extend(numbers.iter().map(|x| (positive(*x), 700.0 * (x % 1.0) / positive(*x).ln())));
    pairs.extend(numbers.iter().map(|x| (1.0 + x % 1.0 * 1e-3, x % 7e5)));
    let functions: [Function2; 2] = [(ScalarOp::Atan2, f64::atan2), (ScalarOp::Power, f64::powf)];
    for (op, exact) in functions {
        let mut worst = (0.0, (0.0, 0.0));
        for &(x, y) in &pairs {
            let error = apart64(call(op, x, y), exact(x, y));
            if error > worst.0 {
                worst = (error, (x, y));
            }
        }
        let (error, (x, y)) = worst;
        println!("{op}: {error} at {x:e}, {y:e}");
        assert!(error <= 2.0, "{op} of {x:e}, {y:e} is {error} apart: {:e}", call(op, x, y));
    }
}

/// Every operation expands on every element type on which StableHLO defines it: the reason
/// why one does not is never that an expansion is missing, nor that it stands elsewhere.
#[test]
fn no_expansion_is_missing() {
    let with_attributes = [
        ScalarOp::ReducePrecision { exponent_bits: 5, mantissa_bits: 10 },
        ScalarOp::Compare(Direction::Lt),
        ScalarOp::CompareTotal(Direction::Lt),
    ];
    let real = |e: Element| !e.is_complex();
    let float = |e: Element| e.is_float();
    let fractional = |e: Element| e.is_float() || e.is_complex();
    let integer = |e: Element| e.is_integer() && e != Element::I1;
    let mut undefined = Vec::new();
    for element in Element::ALL.into_iter().filter(|e| !e.is_quantized()) {
        for &op in ScalarOp::PLAIN.iter().chain(&with_attributes) {
            use ScalarOp::*;
            // The types of the specification's constraints.
            let defined = match op {
                Abs | Negate | Sign => integer(element) || fractional(element),
                Add | Multiply | Maximum | Minimum | Convert | Bitcast | Clamp | Select
                | Compare(_) => true,
                Subtract | Divide | Power => integer(element) || fractional(element),
                Remainder => integer(element) || fractional(element),
                Erf | Erfc | ErfInv => float(element),
                Atan2 | Cbrt | Cosine | Exponential | ExponentialMinusOne | Log | LogPlusOne
                | Logistic | Rsqrt | Sine | Sqrt | Tan | Tanh | Real | Imag => fractional(element),
                Ceil
                | Floor
                | IsFinite
                | RoundAfz
                | RoundEven
                | ReducePrecision { .. }
                | CompareTotal(_) => float(element),
                Complex => matches!(element, Element::F32 | Element::F64),
                And | Or | Xor | Not => real(element) && !float(element),
                Popcnt | CountLeadingZeros | ShiftLeft | ShiftRightArithmetic
                | ShiftRightLogical => integer(element),
            };
            let by_formula = matches!(op, Erf | Erfc | ErfInv) && element == Element::F64;
            let value = constant(&mut Direct, element, [0, 0]);
            let test = Parts::from((Scalar::I1, 1));
            let operands = match op {
                Select => vec![(Element::I1, test), (element, value), (element, value)],
                _ => vec![(element, value); op.arity()],
            };
            let why = apply(&mut Direct, op, &operands, element).err().map(|error| error.why);
            match why {
                None => {}
                Some(NoExpansion::Undefined) if !defined => undefined.push((op, element)),
                Some(NoExpansion::Formula) if by_formula => {}
                Some(NoExpansion::Open) if op == Remainder && element.is_complex() => {}
                Some(why) => panic!("{op} of {element}: {why}"),
            }
        }
    }
    assert!(undefined.contains(&(ScalarOp::ShiftLeft, Element::F32)));
}
