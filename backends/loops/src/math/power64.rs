//! Powers in double precision: `xʸ = e^(y·log x)`, with the logarithm as a double-double.
//!
//! Results are up to 2¹⁰²⁴, so an error of the logarithm is magnified up to 745 times: its relative
//! error must be below 2⁻⁶⁴. With `x = 2ᵏ·m`, `√½ ≤ m < √2` and `s = (m - 1)/(m + 1)`, `log m =
//! 2s·(1 + s²/3 + s⁴/5 + …)`, with its first two terms as double-doubles.

use super::arith::Arith;
use super::double_double::{DoubleDouble, ordered_sum, product, sum, times};
use super::elementary64::{EXP, LN2_HIGH, LN2_LOW, MAGIC, signed_power};
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};

const F: Scalar = Scalar::F64;
const I: Scalar = Scalar::I64;

/// `1/5 + z/7 + z²/9 + …`.
const LOG: [f64; 12] = [
    1.0 / 5.0,
    1.0 / 7.0,
    1.0 / 9.0,
    1.0 / 11.0,
    1.0 / 13.0,
    1.0 / 15.0,
    1.0 / 17.0,
    1.0 / 19.0,
    1.0 / 21.0,
    1.0 / 23.0,
    1.0 / 25.0,
    1.0 / 27.0,
];

/// One third in two parts.
const THIRD: [f64; 2] = [1.0 / 3.0, 1.850371707708594e-17];

/// `log x` for positive finite `x`.
fn log<A: Arith>(a: &mut A, x: A::V) -> DoubleDouble<A::V> {
    let (least, scale) = (a.float(F, f64::MIN_POSITIVE), a.float(F, 2f64.powi(54)));
    let small = a.compare(CompareOp::Lt, x, least);
    let scaled = a.mul(x, scale);
    let x = a.select(small, scaled, x);
    let (zero, lower) = (a.float(F, 0.0), a.float(F, -54.0));
    let correction = a.select(small, lower, zero);
    let bits = a.to_bits(x);
    let root = a.int(I, std::f64::consts::FRAC_1_SQRT_2.to_bits() as i64);
    let places = a.int(I, 52);
    let above = a.sub(bits, root);
    let exponent = a.binary(BinaryOp::ShrS, above, places);
    let whole = a.binary(BinaryOp::Shl, exponent, places);
    let mantissa = a.sub(bits, whole);
    let m = a.float_of(mantissa, F);
    let k = a.convert(ConvertOp::SignedToFloat, exponent, F);
    let k = a.add(k, correction);
    let (one, minus_one, two) = (a.float(F, 1.0), a.float(F, -1.0), a.float(F, 2.0));
    let numerator = a.add(m, minus_one);
    let denominator = sum(a, m, one);
    let inverse = a.div(one, denominator.high);
    let high = a.mul(numerator, inverse);
    let minus = a.neg(high);
    let rest = a.fma(minus, denominator.high, numerator);
    let rest = a.fma(minus, denominator.low, rest);
    let low = a.mul(rest, inverse);
    let s = ordered_sum(a, high, low);
    let z = times(a, s, s);
    let third = DoubleDouble { high: a.float(F, THIRD[0]), low: a.float(F, THIRD[1]) };
    let first = times(a, z, third);
    let p = a.polynomial(z.high, &LOG);
    let square = a.mul(z.high, z.high);
    let more = product(a, p, square);
    let series = ordered_sum(a, first.high, more.high);
    let tail = a.add(first.low, more.low);
    let tail = a.add(tail, series.low);
    let series = ordered_sum(a, series.high, tail);
    let twice = DoubleDouble { high: a.mul(s.high, two), low: a.mul(s.low, two) };
    let by = times(a, twice, series);
    let log = ordered_sum(a, twice.high, by.high);
    let tail = a.add(twice.low, by.low);
    let tail = a.add(tail, log.low);
    // Multiples of the first part of ln 2 are exact.
    let (ln2, rest) = (a.float(F, LN2_HIGH), a.float(F, LN2_LOW));
    let whole = a.mul(k, ln2);
    let all = sum(a, whole, log.high);
    let tail = a.fma(k, rest, tail);
    let tail = a.add(tail, all.low);
    ordered_sum(a, all.high, tail)
}

/// `e^(x.high + x.low)` for a number from -746 to 711, or NaN.
fn exp<A: Arith>(a: &mut A, x: DoubleDouble<A::V>) -> A::V {
    let (log2e, magic) = (a.float(F, std::f64::consts::LOG2_E), a.float(F, MAGIC));
    let t = a.fma(x.high, log2e, magic);
    let n = a.sub(t, magic);
    let (high, low) = (a.float(F, -LN2_HIGH), a.float(F, -LN2_LOW));
    let rest = a.fma(n, high, x.high);
    let by = a.mul(n, low);
    let r = sum(a, rest, by);
    let tail = a.add(r.low, x.low);
    let r = sum(a, r.high, tail);
    let tail = r.low;
    let p = a.polynomial(r.high, &EXP);
    let square = a.mul(r.high, r.high);
    let tail = a.fma(tail, r.high, tail);
    let tail = a.fma(p, square, tail);
    let one = a.float(F, 1.0);
    let near = ordered_sum(a, one, r.high);
    let tail = a.add(tail, near.low);
    let y = a.add(near.high, tail);
    a.scale(y, n)
}

/// `xʸ`, with the special cases of IEEE 754.
pub(super) fn pow<A: Arith>(a: &mut A, x: A::V, y: A::V) -> A::V {
    let (size, zero) = (a.abs(x), a.float(F, 0.0));
    let infinity = a.float(F, f64::INFINITY);
    let l = log(a, size);
    // Numbers without a finite logarithm.
    let minus = a.float(F, f64::NEG_INFINITY);
    let none = a.compare(CompareOp::Eq, size, zero);
    let finite = a.compare(CompareOp::Lt, size, infinity);
    let high = a.select(none, minus, l.high);
    // The logarithm of infinity is infinity, and that of NaN is NaN.
    let high = a.select(finite, high, size);
    let p = product(a, high, y);
    let tail = a.fma(l.low, y, p.low);
    let (least, most) = (a.float(F, -745.5), a.float(F, 711.0));
    let lost = a.compare(CompareOp::Lt, p.high, least);
    let above = a.compare(CompareOp::Gt, p.high, most);
    let whole = a.select(above, most, p.high);
    let whole = a.select(lost, least, whole);
    let beyond = a.binary(BinaryOp::Or, lost, above);
    let tail = a.select(beyond, zero, tail);
    let power = exp(a, DoubleDouble { high: whole, low: tail });
    let in_range = a.unary(UnaryOp::Not, lost);
    let power = a.select(in_range, power, zero);
    signed_power(a, x, y, power)
}
