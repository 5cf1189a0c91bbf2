//! Exponentials and logarithms in single precision.
//!
//! Polynomials are Chebyshev fits on the reduced interval; the error of each is well below half a
//! unit in the last place of the result.

use super::arith::Arith;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};

const F: Scalar = Scalar::F32;
const I: Scalar = Scalar::I32;

/// `ln 2` in two parts, the first with few enough bits that multiples are exact.
const LN2_HIGH: f64 = 0.693145751953125;
const LN2_LOW: f64 = 1.4286068203094173e-06;

/// `(eʳ - 1 - r) / r²` for `|r| ≤ ln 2 / 2`.
const EXP: [f64; 5] = [
    0.5,
    0.166_665_733_819_008_46,
    0.041_666_550_110_305_12,
    0.008_363_773_874_405_573,
    0.001_392_692_661_402_190_6,
];

/// `(log(1 + f) - f + f²/2) / f³` for `√½ ≤ 1 + f ≤ √2`.
const LOG: [f64; 9] = [
    0.333_333_311_800_300_5,
    -0.249_999_969_579_508_82,
    0.200_007_157_488_921_02,
    -0.166_678_023_195_012_54,
    0.142_490_576_456_974_8,
    -0.124_256_873_314_511_06,
    0.116_854_199_234_867_4,
    -0.114_797_338_466_376_36,
    0.069_716_114_714_511_78,
];

/// Adding this to a number below `2²²` leaves the nearest integer in the low bits of the sum:
/// `1.5·2²³`.
const MAGIC: f64 = 12582912.0;

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

/// `2ⁿ` for an integer in -126 to 127.
fn power_of_two<A: Arith>(a: &mut A, n: A::V) -> A::V {
    let (bias, shift) = (a.int(I, 127), a.int(I, 23));
    let e = a.add(n, bias);
    let e = a.binary(BinaryOp::Shl, e, shift);
    a.float_of(e, F)
}

/// Clamps a number; NaN is kept. Comparisons and selects are single instructions, in contrast to
/// minima that propagate NaN.
pub(super) fn clamp<A: Arith>(a: &mut A, x: A::V, low: f64, high: f64) -> A::V {
    let (low, high) = (a.like(x, low), a.like(x, high));
    let above = a.compare(CompareOp::Gt, x, high);
    let x = a.select(above, high, x);
    let below = a.compare(CompareOp::Lt, x, low);
    a.select(below, low, x)
}

/// `eˣ`: a polynomial times a power of two, with results that may be subnormal.
pub(super) fn exp<A: Arith>(a: &mut A, x: A::V) -> A::V {
    if let Some(y) = a.exp_approx(x) {
        return y;
    }
    // `e⁻¹⁰⁴` is less than half of the least float. Processors take hundreds of cycles for such a
    // small product, which occurs for every other element if a mask is added to logits. The results
    // for these inputs are replaced below, so their inputs are clamped.
    let (least, high) = (a.float(F, -104.0), a.float(F, 89.0));
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

/// `eˣ - 1`: `2ⁿ·(eʳ - 1) + (2ⁿ - 1)`, halved in between so that `2¹²⁸` fits.
pub(super) fn expm1<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let clamped = clamp(a, x, -30.0, 89.0);
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
    // Tiny numbers, including zeros of both signs, are returned.
    let (size, tiny) = (a.abs(x), a.float(F, 1e-8));
    let small = a.compare(CompareOp::Lt, size, tiny);
    a.select(small, x, y)
}

/// `log x`.
pub(super) fn log<A: Arith>(a: &mut A, x: A::V) -> A::V {
    // Subnormal numbers are scaled into the normal range first.
    let (least, scale) = (a.float(F, f64::from(f32::MIN_POSITIVE)), a.float(F, 8388608.0));
    let small = a.compare(CompareOp::Lt, x, least);
    let scaled = a.mul(x, scale);
    let y = a.select(small, scaled, x);
    let (zero, lower) = (a.float(F, 0.0), a.float(F, -23.0));
    let correction = a.select(small, lower, zero);
    // The exponent that scales the mantissa to between √½ and √2.
    let bits = a.to_bits(y);
    let root = a.int(I, i64::from(std::f32::consts::FRAC_1_SQRT_2.to_bits()));
    let shift = a.int(I, 23);
    let above = a.sub(bits, root);
    let exponent = a.binary(BinaryOp::ShrS, above, shift);
    let whole = a.binary(BinaryOp::Shl, exponent, shift);
    let mantissa = a.sub(bits, whole);
    let m = a.float_of(mantissa, F);
    let k = a.convert(ConvertOp::SignedToFloat, exponent, F);
    let k = a.add(k, correction);
    let one = a.float(F, 1.0);
    let f = a.sub(m, one);
    // f - f²/2 + f³·P(f) + k·ln 2, small terms first.
    let p = a.polynomial(f, &LOG);
    let square = a.mul(f, f);
    let p = a.mul(p, f);
    let half = a.float(F, -0.5);
    let p = a.add(p, half);
    let (high, low) = (a.float(F, LN2_HIGH), a.float(F, LN2_LOW));
    let tail = a.mul(p, square);
    let tail = a.fma(k, low, tail);
    let y = a.add(f, tail);
    let y = a.fma(k, high, y);
    log_specials(a, x, y)
}

/// The logarithm of zero, of negative numbers, of infinity and of NaN.
pub(super) fn log_specials<A: Arith>(a: &mut A, x: A::V, y: A::V) -> A::V {
    let (zero, infinity) = (a.like(x, 0.0), a.like(x, f64::INFINITY));
    let (nan, minus) = (a.like(x, f64::NAN), a.like(x, f64::NEG_INFINITY));
    // Infinity and NaN are returned.
    let finite = a.compare(CompareOp::Lt, x, infinity);
    let y = a.select(finite, y, x);
    let negative = a.compare(CompareOp::Lt, x, zero);
    let y = a.select(negative, nan, y);
    let none = a.compare(CompareOp::Eq, x, zero);
    a.select(none, minus, y)
}

/// `tanh x`: `E / (E + 2)` with `E = e^(2|x|) - 1`.
pub(super) fn tanh<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let size = a.abs(x);
    // Beyond 10 the result is 1; NaN is kept.
    let limit = a.like(x, 20.0);
    let twice = a.add(size, size);
    let beyond = a.compare(CompareOp::Gt, twice, limit);
    let twice = a.select(beyond, limit, twice);
    let e = expm1(a, twice);
    let two = a.like(x, 2.0);
    let denominator = a.add(e, two);
    let y = a.div(e, denominator);
    a.binary(BinaryOp::CopySign, y, x)
}

/// `1 / (1 + e^(-x))`, computed from `e^(-|x|)`, which does not overflow.
pub(super) fn logistic<A: Arith>(a: &mut A, x: A::V, exp: fn(&mut A, A::V) -> A::V) -> A::V {
    let size = a.abs(x);
    let minus = a.neg(size);
    let e = exp(a, minus);
    let (zero, one) = (a.like(x, 0.0), a.like(x, 1.0));
    let denominator = a.add(e, one);
    let negative = a.compare(CompareOp::Lt, x, zero);
    let numerator = a.select(negative, e, one);
    a.div(numerator, denominator)
}
