//! Sine, cosine, tangent and angles in double precision.
//!
//! Angles are reduced modulo π/2 to a double-double remainder. Up to 2³⁰, an integer number of
//! quarter turns is subtracted in three parts of π/2: the first difference is exact, since both of
//! its terms are multiples of 2⁻⁵³ and it is below 1. Above that, the mantissa is multiplied by 192
//! bits of 2/π, starting with those that contribute less than a whole turn (Payne and Hanek, 1983);
//! this is done in a branch, because such angles are rare. No double is closer to a multiple of π/2
//! than about 2⁻⁶², and 128 bits of the fraction are kept.
//!
//! Polynomials are the functions' power series, up to terms of 2⁻⁵⁶ of the result.

use super::arith::Arith;
use super::double_double::{DoubleDouble, ordered_sum, product, sum};
use super::elementary64::MAGIC;
use super::trigonometry::{keep_zero, rotated};
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const F: Scalar = Scalar::F64;
const I: Scalar = Scalar::I64;

/// π/2 in three parts.
const HALF_PI: [f64; 3] = [FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];

/// The bits of 2/π after the point, preceded by 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
];

/// `(sin √z / √z - 1) / z`: `(-1)ⁿ / (2n + 1)!` from `n = 1` on.
const SIN: [f64; 8] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];

/// `(cos √z - 1 + z/2) / z²`: `(-1)ⁿ / (2n)!` from `n = 2` on.
const COS: [f64; 7] = [
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
];

/// `(atan √z / √z - 1) / z`: `(-1)ⁿ / (2n + 1)` from `n = 1` on.
const ATAN: [f64; 14] = [
    -1.0 / 3.0,
    1.0 / 5.0,
    -1.0 / 7.0,
    1.0 / 9.0,
    -1.0 / 11.0,
    1.0 / 13.0,
    -1.0 / 15.0,
    1.0 / 17.0,
    -1.0 / 19.0,
    1.0 / 21.0,
    -1.0 / 23.0,
    1.0 / 25.0,
    -1.0 / 27.0,
    1.0 / 29.0,
];

/// `r` and `q` with `x = (q + 4k)·π/2 + r`, `|r| ≤ π/4`, for angles below 2³⁰.
fn few_turns<A: Arith>(a: &mut A, x: A::V) -> (DoubleDouble<A::V>, A::V) {
    let (magic, turns) = (a.float(F, MAGIC), a.float(F, std::f64::consts::FRAC_2_PI));
    let t = a.fma(x, turns, magic);
    let n = a.sub(magic, t);
    let [high, middle, low] = HALF_PI.map(|part| a.float(F, part));
    let rest = a.fma(n, high, x);
    let by = product(a, n, middle);
    let r = sum(a, rest, by.high);
    let tail = a.fma(n, low, by.low);
    let tail = a.add(r.low, tail);
    (ordered_sum(a, r.high, tail), a.to_bits(t))
}

/// The same for any finite angle, with the significant bits of 2/π.
fn many_turns<A: Arith>(a: &mut A, x: A::V) -> (DoubleDouble<A::V>, A::V) {
    let int = |a: &mut A, value: i64| a.int(I, value);
    let (bits, zero) = (a.to_bits(x), a.int(I, 0));
    let (places, exponents) = (int(a, 52), int(a, 0x7ff));
    let exponent = a.binary(BinaryOp::ShrU, bits, places);
    let exponent = a.binary(BinaryOp::And, exponent, exponents);
    let (mask, leading) = (int(a, (1 << 52) - 1), int(a, 1 << 52));
    let mantissa = a.binary(BinaryOp::And, bits, mask);
    let mantissa = a.binary(BinaryOp::Or, mantissa, leading);
    // The first bit of 2/π that contributes less than four quarters, among all 64 + 1216.
    let (bias, most) = (int(a, 1075 - 62), int(a, 1040));
    let first = a.sub(exponent, bias);
    let first = a.binary(BinaryOp::MaxS, first, zero);
    let first = a.binary(BinaryOp::MinS, first, most);
    let six = int(a, 6);
    let word = a.binary(BinaryOp::ShrU, first, six);
    let mut words: Vec<A::V> = TWO_OVER_PI.iter().map(|bits| a.int(I, *bits as i64)).collect();
    for bit in [16, 8, 4, 2, 1] {
        let this = int(a, bit);
        let this = a.binary(BinaryOp::And, word, this);
        let moves = a.compare(CompareOp::Ne, this, zero);
        // Four words are needed, and those within reach of the smaller shifts.
        let needed = (3 + bit as usize).min(words.len());
        let by = |n: usize| n + bit as usize;
        words = (0..needed)
            .map(|n| match words.get(by(n)) {
                Some(&far) => a.select(moves, far, words[n]),
                None => words[n],
            })
            .collect();
    }
    let (inside, width) = (int(a, 63), int(a, 64));
    let shift = a.binary(BinaryOp::And, first, inside);
    let back = a.sub(width, shift);
    let window: Vec<A::V> = (0..3)
        .map(|n| {
            let left = a.binary(BinaryOp::Shl, words[n], shift);
            let right = a.binary(BinaryOp::ShrU, words[n + 1], back);
            a.binary(BinaryOp::Or, left, right)
        })
        .collect();
    // The product's low 192 bits, in 32-bit digits.
    let (half, digit) = (int(a, 32), int(a, 0xffff_ffff));
    let mut digits = Vec::with_capacity(6);
    for &word in window.iter().rev() {
        digits.push(a.binary(BinaryOp::And, word, digit));
        digits.push(a.binary(BinaryOp::ShrU, word, half));
    }
    let low = a.binary(BinaryOp::And, mantissa, digit);
    let high = a.binary(BinaryOp::ShrU, mantissa, half);
    let mut result = [zero; 6];
    for (from, factor) in [(0, low), (1, high)] {
        let mut carry = zero;
        for n in from..6 {
            let t = a.mul(factor, digits[n - from]);
            let t = a.add(t, carry);
            let t = a.add(t, result[n]);
            result[n] = a.binary(BinaryOp::And, t, digit);
            carry = a.binary(BinaryOp::ShrU, t, half);
        }
    }
    let pair = |a: &mut A, n: usize| {
        let upper = a.binary(BinaryOp::Shl, result[n + 1], half);
        a.binary(BinaryOp::Or, upper, result[n])
    };
    let (top, middle, bottom) = (pair(a, 4), pair(a, 2), pair(a, 0));
    // The number of quarters, then the fraction as a signed number: above one half, it counts from
    // the next quarter.
    let (two, sixty_two) = (int(a, 2), int(a, 62));
    let quarter = a.binary(BinaryOp::ShrU, top, sixty_two);
    let join = |a: &mut A, upper: A::V, lower: A::V| {
        let upper = a.binary(BinaryOp::Shl, upper, two);
        let lower = a.binary(BinaryOp::ShrU, lower, sixty_two);
        a.binary(BinaryOp::Or, upper, lower)
    };
    let (top, middle) = (join(a, top, middle), join(a, middle, bottom));
    let next = a.binary(BinaryOp::ShrU, top, inside);
    let quarter = a.add(quarter, next);
    let part = |a: &mut A, word: A::V, upper: bool, exponent: i32| {
        let digits = match upper {
            true => a.binary(BinaryOp::ShrS, word, half),
            false => a.binary(BinaryOp::And, word, digit),
        };
        let number = a.convert(ConvertOp::SignedToFloat, digits, F);
        let unit = a.float(F, 2f64.powi(exponent));
        a.mul(number, unit)
    };
    let (first, second) = (part(a, top, true, -32), part(a, top, false, -64));
    let upper = a.binary(BinaryOp::ShrU, middle, half);
    let (third, fourth) = (part(a, upper, false, -96), part(a, middle, false, -128));
    let start = sum(a, first, second);
    let more = sum(a, start.high, third);
    let tail = a.add(start.low, more.low);
    let tail = a.add(tail, fourth);
    let turns = sum(a, more.high, tail);
    let [high, low, _] = HALF_PI.map(|part| a.float(F, part));
    let r = product(a, turns.high, high);
    let tail = a.fma(turns.high, low, r.low);
    let tail = a.fma(turns.low, high, tail);
    let r = ordered_sum(a, r.high, tail);
    // Negated for a negative angle.
    let negative = a.compare(CompareOp::LtS, bits, zero);
    let (minus_high, minus_low) = (a.neg(r.high), a.neg(r.low));
    let minus = a.sub(zero, quarter);
    let r = DoubleDouble {
        high: a.select(negative, minus_high, r.high),
        low: a.select(negative, minus_low, r.low),
    };
    (r, a.select(negative, minus, quarter))
}

/// Sine and cosine.
pub(super) fn sin_cos<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let (r, q) = few_turns(a, x);
    let (size, many) = (a.abs(x), a.float(F, f64::from(1 << 30)));
    // The branch for few turns gives NaN for infinite angles.
    let (far, infinity) = (a.compare(CompareOp::Gt, size, many), a.float(F, f64::INFINITY));
    let finite = a.compare(CompareOp::Lt, size, infinity);
    let far = a.binary(BinaryOp::And, far, finite);
    let found = a.rarely(far, &[r.high, r.low, q], |a| {
        let (r, q) = many_turns(a, x);
        vec![r.high, r.low, q]
    });
    let (high, low, q) = (found[0], found[1], found[2]);
    let z = a.mul(high, high);
    let (half, one) = (a.float(F, 0.5), a.float(F, 1.0));
    // The contribution of the low part, by the derivative.
    let s = a.polynomial(z, &SIN);
    let cubed = a.mul(z, high);
    let halved = a.mul(z, half);
    let slope = a.sub(one, halved);
    let tail = a.mul(low, slope);
    let tail = a.fma(s, cubed, tail);
    let sin = a.add(high, tail);
    let c = a.polynomial(z, &COS);
    let square = a.mul(z, z);
    let lost = a.sub(one, slope);
    let lost = a.sub(lost, halved);
    let by = a.mul(high, low);
    let tail = a.sub(lost, by);
    let tail = a.fma(c, square, tail);
    let cos = a.add(slope, tail);
    let (sin, cos) = rotated(a, (sin, cos), q);
    (keep_zero(a, x, sin), cos)
}

/// The sine.
pub(super) fn sin<A: Arith>(a: &mut A, x: A::V) -> A::V {
    sin_cos(a, x).0
}

/// The cosine.
pub(super) fn cos<A: Arith>(a: &mut A, x: A::V) -> A::V {
    sin_cos(a, x).1
}

/// The tangent.
pub(super) fn tan<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let (sin, cos) = sin_cos(a, x);
    a.div(sin, cos)
}

/// The arc tangents of 0, 1/2 and 1 in two parts: themselves, subtracted from π/2, and these
/// subtracted from π.
const ANGLES: [[[f64; 2]; 3]; 4] = [
    [[0.0, 0.0], [0.4636476090008061, 2.2698777452961687e-17], [FRAC_PI_4, 3.061616997868383e-17]],
    [
        [FRAC_PI_2, 6.123233995736766e-17],
        [1.1071487177940904, 9.40447137356638e-17],
        [FRAC_PI_4, 3.061616997868383e-17],
    ],
    [
        [PI, 1.2246467991473532e-16],
        [2.677945044588987, 1.5527705369303147e-16],
        [2.356194490192345, 9.184850993605148e-17],
    ],
    [
        [FRAC_PI_2, 6.123233995736766e-17],
        [2.0344439357957027, 2.841996617907152e-17],
        [2.356194490192345, 9.184850993605148e-17],
    ],
];

/// The angle of the point `(x, y)`.
///
/// With `t` the smaller coordinate over the larger one and `c` the nearest of 0, 1/2 and 1, `atan t
/// = atan c + atan((t - c) / (1 + c·t))`, where the second argument is at most a quarter.
/// Numerator, denominator and their quotient are double-doubles.
pub(super) fn atan2<A: Arith>(a: &mut A, y: A::V, x: A::V) -> A::V {
    let (ay, ax) = (a.abs(y), a.abs(x));
    let steep = a.compare(CompareOp::Gt, ay, ax);
    let (small, large) = (a.select(steep, ax, ay), a.select(steep, ay, ax));
    let (zero, one, infinity) = (a.float(F, 0.0), a.float(F, 1.0), a.float(F, f64::INFINITY));
    // Both zero: the angle is 0. Both infinite: it is π/4. One infinite: it is 0 again.
    let none = a.compare(CompareOp::Eq, large, zero);
    let endless = a.compare(CompareOp::Eq, large, infinity);
    let both = a.compare(CompareOp::Eq, small, infinity);
    let instead = a.select(both, one, zero);
    let small = a.select(endless, instead, small);
    let special = a.binary(BinaryOp::Or, none, endless);
    let large = a.select(special, one, large);
    // The inverses must be finite, and normal if possible.
    let (huge, tiny) = (a.float(F, 2f64.powi(1000)), a.float(F, 2f64.powi(-900)));
    let (down, up) = (a.float(F, 2f64.powi(-100)), a.float(F, 2f64.powi(200)));
    let (above, below) =
        (a.compare(CompareOp::Gt, large, huge), a.compare(CompareOp::Lt, large, tiny));
    let by = a.select(above, down, one);
    let by = a.select(below, up, by);
    let (small, large) = (a.mul(small, by), a.mul(large, by));
    let (first, second) = (a.float(F, 0.25), a.float(F, 0.75));
    let (first, second) = (a.mul(large, first), a.mul(large, second));
    let middle = a.compare(CompareOp::Gt, small, first);
    let last = a.compare(CompareOp::Gt, small, second);
    let half = a.float(F, 0.5);
    let c = a.select(middle, half, zero);
    let c = a.select(last, one, c);
    let (of_large, of_small) = (a.mul(c, large), a.mul(c, small));
    let minus = a.neg(of_large);
    let numerator = sum(a, small, minus);
    let denominator = sum(a, large, of_small);
    let inverse = a.div(one, denominator.high);
    let t = a.mul(numerator.high, inverse);
    let minus = a.neg(t);
    let rest = a.fma(minus, denominator.high, numerator.high);
    let rest = a.fma(minus, denominator.low, rest);
    let rest = a.add(rest, numerator.low);
    let low = a.mul(rest, inverse);
    let z = a.mul(t, t);
    let p = a.polynomial(z, &ATAN);
    let cubed = a.mul(z, t);
    let tail = a.fma(p, cubed, low);
    // The base angle and the sign of the remainder.
    let sign = a.binary(BinaryOp::CopySign, one, x);
    let behind = a.compare(CompareOp::Lt, sign, zero);
    let base = [0, 1].map(|part| {
        let of = ANGLES.map(|angles| {
            let [zero, half, one] = angles.map(|angle| a.float(F, angle[part]));
            let found = a.select(middle, half, zero);
            a.select(last, one, found)
        });
        let (ahead, behind_it) = (a.select(steep, of[1], of[0]), a.select(steep, of[3], of[2]));
        a.select(behind, behind_it, ahead)
    });
    let back = a.binary(BinaryOp::Xor, steep, behind);
    let (minus_t, minus_tail) = (a.neg(t), a.neg(tail));
    let (t, tail) = (a.select(back, minus_t, t), a.select(back, minus_tail, tail));
    let near = sum(a, base[0], t);
    let tail = a.add(tail, base[1]);
    let tail = a.add(tail, near.low);
    let angle = a.add(near.high, tail);
    let angle = a.binary(BinaryOp::CopySign, angle, y);
    // NaN if either argument is NaN.
    let total = a.add(x, y);
    let unordered = {
        let (px, py) = (a.compare(CompareOp::Ne, x, x), a.compare(CompareOp::Ne, y, y));
        a.binary(BinaryOp::Or, px, py)
    };
    a.select(unordered, total, angle)
}
