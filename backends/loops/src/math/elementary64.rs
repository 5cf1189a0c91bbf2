//! Exponentials, logarithms and roots in double precision.

use super::arith::Arith;
use super::elementary32::{clamp, log_specials};
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};

const F: Scalar = Scalar::F64;
const I: Scalar = Scalar::I64;

/// `ln 2` in two parts, the first with few enough bits that multiples are exact.
pub(super) const LN2_HIGH: f64 = 0.6931471803691238;
pub(super) const LN2_LOW: f64 = 1.9082149292705877e-10;

/// `(eʳ - 1 - r) / r²` for `|r| ≤ ln 2 / 2`.
pub(super) const EXP: [f64; 12] = [
    0.5,
    0.166_666_666_666_666_67,
    0.041_666_666_666_666_68,
    0.008_333_333_333_333_334,
    0.001_388_888_888_887_826_9,
    0.000_198_412_698_412_627_63,
    2.480_158_733_856_533_4e-5,
    2.755_731_924_863_382_6e-6,
    2.755_726_102_934_377e-7,
    2.505_206_959_479_568_5e-8,
    2.091_896_183_779_577_8e-9,
    1.608_717_723_438_078_2e-10,
];

/// `(2·atanh(s)/s - 2) / s²` in powers of `s²`, for `|s| ≤ (√2 - 1)/(√2 + 1)`.
const LOG: [f64; 8] = [
    0.666_666_666_666_666_5,
    0.400_000_000_000_008_9,
    0.285_714_285_707_959_35,
    0.222_222_223_934_526_27,
    0.181_817_954_545_265,
    0.153_862_497_881_961_05,
    0.132_685_033_127_947_6,
    0.130_894_451_452_463_11,
];

/// Adding this to a number below `2⁵¹` leaves the nearest integer in the low bits of the sum:
/// `1.5·2⁵²`.
pub(super) const MAGIC: f64 = 6755399441055744.0;

/// `n` (an integer) and `r` with `x = n·ln 2 + r`, `|r| ≤ ln 2 / 2`.
fn reduce<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let (t, _, r) = whole_and_rest(a, x);
    let magic = a.float(F, MAGIC);
    let (t, base) = (a.to_bits(t), a.to_bits(magic));
    (a.sub(t, base), r)
}

/// [`reduce`] with `n` as a float, and the sum with `n` in its low bits.
fn whole_and_rest<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V, A::V) {
    let (log2e, magic) = (a.float(F, std::f64::consts::LOG2_E), a.float(F, MAGIC));
    let t = a.fma(x, log2e, magic);
    let n = a.sub(t, magic);
    let (high, low) = (a.float(F, -LN2_HIGH), a.float(F, -LN2_LOW));
    let r = a.fma(n, high, x);
    (t, n, a.fma(n, low, r))
}

/// `2ⁿ` for an integer in -1022 to 1023.
fn power_of_two<A: Arith>(a: &mut A, n: A::V) -> A::V {
    let (bias, shift) = (a.int(I, 1023), a.int(I, 52));
    let e = a.add(n, bias);
    let e = a.binary(BinaryOp::Shl, e, shift);
    a.float_of(e, F)
}

/// `eˣ`: a polynomial times a power of two, with results that may be subnormal.
pub(super) fn exp<A: Arith>(a: &mut A, x: A::V) -> A::V {
    // `e⁻⁷⁴⁵·²` is less than half of the least double. Processors take hundreds of cycles for such
    // a small product, which occurs for every other element if a mask is added to logits. The
    // results for these inputs are replaced below, so their inputs are clamped.
    let (least, high) = (a.float(F, -745.2), a.float(F, 711.0));
    let lost = a.compare(CompareOp::Lt, x, least);
    let above = a.compare(CompareOp::Gt, x, high);
    let x = a.select(above, high, x);
    let (_, n, r) = whole_and_rest(a, x);
    let p = a.polynomial(r, &EXP);
    let one = a.float(F, 1.0);
    let p = a.fma(p, r, one);
    let y = a.fma(p, r, one);
    let (y, zero) = (a.scale(y, n), a.float(F, 0.0));
    let in_range = a.unary(UnaryOp::Not, lost);
    a.select(in_range, y, zero)
}

/// `eˣ - 1`: `2ⁿ·(eʳ - 1) + (2ⁿ - 1)`, halved in between so that `2¹⁰²⁴` fits.
pub(super) fn expm1<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let clamped = clamp(a, x, -60.0, 710.0);
    let (n, r) = reduce(a, clamped);
    let p = a.polynomial(r, &EXP);
    let square = a.mul(r, r);
    let e = a.fma(p, square, r);
    let one = a.int(I, 1);
    let n = a.sub(n, one);
    let s = power_of_two(a, n);
    let (half, two) = (a.float(F, 0.5), a.float(F, 2.0));
    let t = a.sub(s, half);
    let y = a.fma(s, e, t);
    let y = a.mul(y, two);
    let (size, tiny) = (a.abs(x), a.float(F, 1e-17));
    let small = a.compare(CompareOp::Lt, size, tiny);
    a.select(small, x, y)
}

/// `log x` for positive finite `x`, plus a small `extra`.
fn log_with<A: Arith>(a: &mut A, x: A::V, extra: Option<A::V>) -> A::V {
    let (least, scale) = (a.float(F, f64::MIN_POSITIVE), a.float(F, 18014398509481984.0));
    let small = a.compare(CompareOp::Lt, x, least);
    let scaled = a.mul(x, scale);
    let y = a.select(small, scaled, x);
    let (zero, lower) = (a.float(F, 0.0), a.float(F, -54.0));
    let correction = a.select(small, lower, zero);
    let bits = a.to_bits(y);
    let root = a.int(I, std::f64::consts::FRAC_1_SQRT_2.to_bits() as i64);
    let shift = a.int(I, 52);
    let above = a.sub(bits, root);
    let exponent = a.binary(BinaryOp::ShrS, above, shift);
    let whole = a.binary(BinaryOp::Shl, exponent, shift);
    let mantissa = a.sub(bits, whole);
    let m = a.float_of(mantissa, F);
    let k = a.convert(ConvertOp::SignedToFloat, exponent, F);
    let k = a.add(k, correction);
    let (one, two) = (a.float(F, 1.0), a.float(F, 2.0));
    let f = a.sub(m, one);
    // log(1 + f) = f - f²/2 + s·(f²/2 + s²·L(s²)) with s = f/(2 + f).
    let denominator = a.add(f, two);
    let s = a.div(f, denominator);
    let z = a.mul(s, s);
    let l = a.polynomial(z, &LOG);
    let l = a.mul(l, z);
    let half = a.float(F, 0.5);
    let square = a.mul(f, f);
    let square = a.mul(square, half);
    let sum = a.add(square, l);
    let (high, low) = (a.float(F, LN2_HIGH), a.float(F, LN2_LOW));
    let mut tail = a.mul(k, low);
    if let Some(extra) = extra {
        tail = a.add(tail, extra);
    }
    let tail = a.fma(s, sum, tail);
    let tail = a.sub(tail, square);
    let y = a.add(tail, f);
    a.fma(k, high, y)
}

/// `log x`.
pub(super) fn log<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let y = log_with(a, x, None);
    log_specials(a, x, y)
}

/// `log(1 + x)`: the logarithm of the rounded sum, plus the rounding error divided by that sum.
pub(super) fn log1p<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let one = a.float(F, 1.0);
    let u = a.add(x, one);
    let back = a.sub(u, one);
    let below = a.sub(x, back);
    let rest = a.sub(u, x);
    let above = a.sub(one, rest);
    let (size, large) = (a.abs(x), a.float(F, 1.0));
    let big = a.compare(CompareOp::Gt, size, large);
    let lost = a.select(big, above, below);
    let extra = a.div(lost, u);
    let y = log_with(a, u, Some(extra));
    let y = log_specials(a, u, y);
    let tiny = a.float(F, 1e-17);
    let small = a.compare(CompareOp::Lt, size, tiny);
    a.select(small, x, y)
}

/// `tanh x`: `E / (E + 2)` with `E = e^(2|x|) - 1`.
pub(super) fn tanh<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let size = a.abs(x);
    let limit = a.float(F, 50.0);
    let twice = a.add(size, size);
    let beyond = a.compare(CompareOp::Gt, twice, limit);
    let twice = a.select(beyond, limit, twice);
    let e = expm1(a, twice);
    let two = a.float(F, 2.0);
    let denominator = a.add(e, two);
    let y = a.div(e, denominator);
    a.binary(BinaryOp::CopySign, y, x)
}

/// The cube root: `e^(log|x| / 3)`, then one step of Newton's method.
pub(super) fn cbrt<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let size = a.abs(x);
    let l = log(a, size);
    let third = a.float(F, 1.0 / 3.0);
    let l = a.mul(l, third);
    let y = exp(a, l);
    // y - (y³ - |x|) / (3y²), computed from x/y² to avoid overflow.
    let square = a.mul(y, y);
    let ratio = a.div(size, square);
    let error = a.sub(ratio, y);
    let better = a.fma(error, third, y);
    // Zeros, infinities and NaN are returned.
    let (zero, infinity) = (a.float(F, 0.0), a.float(F, f64::INFINITY));
    let plain = {
        let positive = a.compare(CompareOp::Gt, size, zero);
        let finite = a.compare(CompareOp::Lt, size, infinity);
        a.binary(BinaryOp::And, positive, finite)
    };
    let y = a.select(plain, better, size);
    a.binary(BinaryOp::CopySign, y, x)
}

/// `xʸ` for `f32` arguments in double precision: accurate in single, but not in double precision.
pub(super) fn pow_single<A: Arith>(a: &mut A, x: A::V, y: A::V) -> A::V {
    let size = a.abs(x);
    let l = log(a, size);
    let l = a.mul(l, y);
    let power = exp(a, l);
    signed_power(a, x, y, power)
}

/// `xʸ` from `|x|ʸ`, with the special cases of IEEE 754.
pub(super) fn signed_power<A: Arith>(a: &mut A, x: A::V, y: A::V, power: A::V) -> A::V {
    let (zero, one) = (a.float(F, 0.0), a.float(F, 1.0));
    let size = a.abs(x);
    // Whether y is an integer, and whether it is odd.
    let whole = {
        let t = a.unary(UnaryOp::Trunc, y);
        a.compare(CompareOp::Eq, t, y)
    };
    let odd = {
        let half = a.float(F, 0.5);
        let h = a.mul(y, half);
        let t = a.unary(UnaryOp::Trunc, h);
        let uneven = a.compare(CompareOp::Ne, t, h);
        a.binary(BinaryOp::And, uneven, whole)
    };
    // Negative bases: NaN unless y is an integer; negative for odd y. The test uses the sign bit,
    // so it includes -0 and -∞.
    let minus_one = a.float(F, -1.0);
    let sign = a.binary(BinaryOp::CopySign, one, x);
    let negative = a.compare(CompareOp::Eq, sign, minus_one);
    let flipped = a.neg(power);
    let negated = a.binary(BinaryOp::And, negative, odd);
    let signed = a.select(negated, flipped, power);
    let infinity = a.float(F, f64::INFINITY);
    let not_whole = {
        let below = a.compare(CompareOp::Lt, x, zero);
        let finite = a.compare(CompareOp::Lt, size, infinity);
        let truth = a.bits(Scalar::I1, 1);
        let fraction = a.binary(BinaryOp::Xor, whole, truth);
        let bad = a.binary(BinaryOp::And, below, finite);
        a.binary(BinaryOp::And, bad, fraction)
    };
    let nan = a.float(F, f64::NAN);
    let result = a.select(not_whole, nan, signed);
    // 1 to any power, any number to the power 0, and -1 to ±∞ are 1.
    let is_one = a.compare(CompareOp::Eq, x, one);
    let no_power = a.compare(CompareOp::Eq, y, zero);
    let unit = a.compare(CompareOp::Eq, size, one);
    let endless = {
        let y = a.abs(y);
        a.compare(CompareOp::Eq, y, infinity)
    };
    let endless = a.binary(BinaryOp::And, unit, endless);
    let trivial = a.binary(BinaryOp::Or, is_one, no_power);
    let trivial = a.binary(BinaryOp::Or, trivial, endless);
    a.select(trivial, one, result)
}
