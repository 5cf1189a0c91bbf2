//! The error function, its complement and its inverse in single precision.
//!
//! Polynomials interpolate at Chebyshev nodes, or are weighted minimax fits by Lawson's
//! algorithm; `tests/chlo/fit.py` computes them and their errors. The bounds, in units in
//! the last place, stand in the tests of [`super`].

use super::arith::Arith;
use super::elementary32::{exp, log};
use crate::program::{BinaryOp, CompareOp, UnaryOp};

/// `erf(√t)/√t - 1` for `0 ≤ t ≤ 1`, within 1.2e-9.
const ERF_NEAR: [f64; 7] = [
    0.12837916584835093,
    -0.37612626666720334,
    0.11283594715160218,
    -0.026854212010626412,
    0.005189087423433974,
    -0.000801686428716587,
    7.875875062685488e-05,
];

/// `-log(erfc a)` for `1 ≤ a ≤ 4`; its exponential is within 1.1e-9 of `erfc a`.
const MINUS_LOG_ERFC: [f64; 7] = [
    0.0003546800527739987,
    1.1270361813236298,
    0.6382320087818981,
    0.10303192370398032,
    -0.021802731833760674,
    0.0029389626939527722,
    -0.00018550792236661227,
];

/// `(1 + 2x)·e^(x²)·erfc x` in `q = (x - 4)/(x + 4)`, for `0.5 ≤ x ≤ 10.1`, within 4.3e-9.
const SCALED_ERFC: [f64; 10] = [
    1.2329951187281265,
    -0.13962111049874415,
    0.015379661018340032,
    0.0680961473839973,
    -0.10104016543433605,
    0.09375359433933514,
    -0.06630169013142395,
    0.0370159762735005,
    -0.016456975155599577,
    0.0053470186783425135,
];

/// `erf⁻¹(x)/x` in `w - 2.5` with `w = -log(1 - x²) ≤ 5`, within 6.4e-9.
const ERF_INV_NEAR: [f64; 10] = [
    1.501409360450329,
    0.24664027905463662,
    -0.004177392875203149,
    -0.001252726391773229,
    0.00021834938623976644,
    -4.9724196894547514e-06,
    -3.4639852676333717e-06,
    4.6813134805534123e-07,
    2.3335967195708108e-08,
    -8.931925970244222e-09,
];

/// `erf⁻¹(x)/x` in `√w - 3` for `5 ≤ w ≤ 16.8`, within 1.2e-8: the largest float below 1 has
/// a `w` of 15.9.
const ERF_INV_FAR: [f64; 10] = [
    2.832976806601358,
    1.0016749082073724,
    0.009445016030422372,
    -0.0076364370640245455,
    0.005688995399415174,
    -0.0036010325245110514,
    0.0014803688554356903,
    -5.05453025675417e-05,
    -0.0003061545281294808,
    0.0001118703604037261,
];

/// Returns `erf x` for `|x| ≤ 1`.
fn near<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let square = a.mul(x, x);
    let p = a.polynomial(square, &ERF_NEAR);
    a.fma(x, p, x)
}

/// Returns `x`, or `most` where `x` is greater; NaN stays.
fn at_most<A: Arith>(a: &mut A, x: A::V, most: f64) -> A::V {
    let most = a.like(x, most);
    let above = a.compare(CompareOp::Gt, x, most);
    a.select(above, most, x)
}

/// Emits `erf x`: a polynomial up to 1, `1 - erfc` from there to 4, and 1 beyond.
pub(super) fn erf<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let size = a.abs(x);
    let one = a.like(x, 1.0);
    let small = a.compare(CompareOp::Lt, size, one);
    let inner = near(a, x);
    let size = at_most(a, size, 4.0);
    let q = a.polynomial(size, &MINUS_LOG_ERFC);
    let q = a.neg(q);
    let complement = exp(a, q);
    let outer = a.sub(one, complement);
    let outer = a.binary(BinaryOp::CopySign, outer, x);
    a.select(small, inner, outer)
}

/// Emits `erfc x`. From 0.5 on it is `e^(-x²)` times a quotient; the square's rounding
/// error is taken into account.
pub(super) fn erfc<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let size = a.abs(x);
    let (half, one) = (a.like(x, 0.5), a.like(x, 1.0));
    let small = a.compare(CompareOp::Lt, size, half);
    let inner = near(a, x);
    let inner = a.sub(one, inner);
    // Beyond 10.06 the result rounds to zero.
    let y = at_most(a, size, 10.1);
    let square = a.mul(y, y);
    let minus = a.neg(square);
    let lost = a.fma(y, y, minus);
    let e = exp(a, minus);
    let lost = a.neg(lost);
    let e = a.fma(lost, e, e);
    let (four, two) = (a.like(x, 4.0), a.like(x, 2.0));
    let (numerator, denominator) = (a.sub(y, four), a.add(y, four));
    let q = a.div(numerator, denominator);
    let p = a.polynomial(q, &SCALED_ERFC);
    let denominator = a.fma(two, y, one);
    let p = a.div(p, denominator);
    let tail = a.mul(e, p);
    let zero = a.like(x, 0.0);
    let negative = a.compare(CompareOp::Lt, x, zero);
    let reflected = a.sub(two, tail);
    let outer = a.select(negative, reflected, tail);
    a.select(small, inner, outer)
}

/// Emits `erf⁻¹ x`: `x` times a function of `w = -log(1 - x²)`, in which it is smooth
/// (M. Giles, "Approximating the erfinv function", GPU Computing Gems, 2011). The difference
/// is rounded once, so `w` keeps its digits up to 1.
pub(super) fn erf_inv<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let minus = a.neg(x);
    let one = a.like(x, 1.0);
    let rest = a.fma(minus, x, one);
    let w = log(a, rest);
    let w = a.neg(w);
    let (five, middle, three) = (a.like(x, 5.0), a.like(x, 2.5), a.like(x, 3.0));
    let centered = a.sub(w, middle);
    let inner = a.polynomial(centered, &ERF_INV_NEAR);
    let root = a.unary(UnaryOp::Sqrt, w);
    let centered = a.sub(root, three);
    let outer = a.polynomial(centered, &ERF_INV_FAR);
    let is_near = a.compare(CompareOp::Lt, w, five);
    let p = a.select(is_near, inner, outer);
    a.mul(x, p)
}
