//! Sine, cosine, tangent and angles of single-precision numbers, computed in double precision.
//!
//! The reduction modulo π/2 is accurate enough for every `f32`. An argument is `M·2^s` with `s` one
//! of 0, 24, 48, 72 or 96, chosen so that `M` is an integer below 2⁴⁷ if `s` is not 0. The table
//! has `2^s·2/π` modulo 4 in four pieces of 29 bits each (the last rounded to a double); `M` has 24
//! significant bits, so products with pieces and their fractions are exact in double precision. The
//! omitted part is below 2⁻⁶⁶ of a quarter turn, while no `f32` is closer to a multiple of π/2 than
//! about 2⁻³⁰.

use super::arith::Arith;
use super::elementary64::MAGIC;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar};

const F: Scalar = Scalar::F64;

/// For each scale: its minimum argument, `2^-s`, and the pieces.
const SCALES: [(f64, f64, [f64; 4]); 5] = [
    (
        0.0,
        1.0,
        [
            0.636_619_769_036_769_9,
            3.330_811_473_856_165_6e-9,
            2.276_010_047_810_136e-18,
            2.526_826_033_344_756_7e-26,
        ],
    ),
    (
        140737488355328.0, // 2^47
        5.960_464_477_539_063e-8,
        [
            3.430_881_738_662_719_7,
            4.927_628_624_584_734_5e-9,
            4.760_739_736_152_422e-18,
            1.572_361_778_887_923_8e-26,
        ],
    ),
    (
        2361183241434822606848.0, // 2^71
        3.552_713_678_800_501e-15,
        [
            0.082_671_888_172_626_5,
            1.709_686_461_848_214_4e-9,
            2.865_883_735_409_363_6e-18,
            1.093_783_243_665_036e-26,
        ],
    ),
    (
        39614081257132168796771975168.0, // 2^95
        2.117_582_368_135_751e-22,
        [
            0.153_683_774_173_259_74,
            4.937_525_055_481_728_5e-9,
            1.189_288_983_697_376_3e-17,
            3.991_811_873_377_496_5e-27,
        ],
    ),
    (
        664613997892457936451903530140172288.0, // 2^119
        1.262_177_448_353_619e-29,
        [
            1.957_837_924_361_229,
            1.995_295_734_191_771e-10,
            8.306_908_000_113_059e-18,
            8.329_541_564_810_34e-28,
        ],
    ),
];

/// `(sin √z / √z - 1) / z` for `√z ≤ π/4`.
const SIN: [f64; 6] = [
    -0.166_666_666_666_666_65,
    0.008_333_333_333_330_925,
    -0.000_198_412_698_367_224_18,
    2.755_731_608_381_636e-6,
    -2.505_112_794_401_418_8e-8,
    1.591_784_852_480_826e-10,
];

/// `(cos √z - 1 + z/2) / z²` for `√z ≤ π/4`.
const COS: [f64; 5] = [
    0.041_666_666_666_664_66,
    -0.001_388_888_888_726_442_6,
    2.480_158_519_844_121_7e-5,
    -2.755_636_590_225_902e-7,
    2.070_024_946_756_277e-9,
];

/// [`SIN`] for results in single precision.
const SIN_SINGLE: [f64; 4] = [
    -0.166_666_666_638_327_64,
    0.008_333_331_865_959_414,
    -0.000_198_400_820_127_655_37,
    2.724_931_405_469_880_5e-6,
];

/// [`COS`] for results in single precision.
const COS_SINGLE: [f64; 3] =
    [0.041_666_664_647_457_38, -0.001_388_830_069_690_39, 0.000_024_547_437_210_193_2];

/// `(atan √z / √z - 1) / z` for `√z ≤ tan(π/8)`.
const ATAN: [f64; 7] = [
    -0.333_333_333_314_159,
    0.199_999_989_052_715_46,
    -0.142_856_115_856_715_56,
    0.111_074_694_179_035,
    -0.090_286_641_434_683_83,
    0.071_335_139_918_302_7,
    -0.040_394_024_240_619_11,
];

/// `x·y - n` for the integer `n` nearest to the exact product, and `n` in the low bits of an
/// integer whose high bits are undefined.
fn fraction<A: Arith>(a: &mut A, x: A::V, y: A::V) -> (A::V, A::V) {
    let magic = a.float(F, MAGIC);
    let t = a.fma(x, y, magic);
    let minus = a.sub(magic, t);
    (a.fma(x, y, minus), a.to_bits(t))
}

/// `r` and `q` with `x = (q + 4k)·π/2 + r`, `|r| ≤ π/4`: the remainder as a double, and the quarter
/// as an integer (`i64`) with two significant low bits.
fn quarter_turns<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let size = a.abs(x);
    let (_, scale, pieces) = SCALES[0];
    let mut scale = a.float(F, scale);
    let mut pieces = pieces.map(|p| a.float(F, p));
    for (least, s, values) in &SCALES[1..] {
        let least = a.float(F, *least);
        let here = a.compare(CompareOp::Ge, size, least);
        let s = a.float(F, *s);
        scale = a.select(here, s, scale);
        for (piece, value) in pieces.iter_mut().zip(values) {
            let value = a.float(F, *value);
            *piece = a.select(here, value, *piece);
        }
    }
    let m = a.mul(x, scale);
    let (f0, n0) = fraction(a, m, pieces[0]);
    let (f1, n1) = fraction(a, m, pieces[1]);
    let sum = a.add(f0, f1);
    let one = a.float(F, 1.0);
    let (sum, n2) = fraction(a, sum, one);
    let rest = a.mul(m, pieces[3]);
    let rest = a.fma(m, pieces[2], rest);
    let turns = a.add(sum, rest);
    let half_pi = a.float(F, std::f64::consts::FRAC_PI_2);
    let r = a.mul(turns, half_pi);
    let q = a.add(n0, n1);
    (r, a.add(q, n2))
}

/// `sin r` and `cos r` for `|r| ≤ π/4`.
fn sin_cos_reduced<A: Arith>(a: &mut A, r: A::V, sin: &[f64], cos: &[f64]) -> (A::V, A::V) {
    let z = a.mul(r, r);
    let s = a.polynomial(z, sin);
    let s = a.mul(s, z);
    let sin = a.fma(s, r, r);
    let c = a.polynomial(z, cos);
    let (half, one) = (a.like(r, -0.5), a.like(r, 1.0));
    let c = a.fma(c, z, half);
    (sin, a.fma(c, z, one))
}

/// Whether this bit of an integer is set.
fn bit<A: Arith>(a: &mut A, q: A::V, bit: i64) -> A::V {
    let scalar = a.scalar(q);
    let (mask, zero) = (a.int(scalar, bit), a.int(scalar, 0));
    let q = a.binary(BinaryOp::And, q, mask);
    a.compare(CompareOp::Ne, q, zero)
}

/// `±v`, negative if bit 1 of an integer of `v`'s width is set.
fn sign_by<A: Arith>(a: &mut A, q: A::V, v: A::V) -> A::V {
    let (integer, float) = (a.scalar(q), a.scalar(v));
    let two = a.int(integer, 2);
    let places = a.int(integer, i64::from(integer.bits()) - 2);
    let sign = a.binary(BinaryOp::And, q, two);
    let sign = a.binary(BinaryOp::Shl, sign, places);
    let bits = a.to_bits(v);
    let bits = a.binary(BinaryOp::Xor, bits, sign);
    a.float_of(bits, float)
}

/// Sine and cosine of the angle `q·π/2 + r`, in the width of `r`. NaN for infinite angles, for
/// which `r` is NaN.
pub(super) fn rotated<A: Arith>(a: &mut A, (s, c): (A::V, A::V), q: A::V) -> (A::V, A::V) {
    let odd = bit(a, q, 1);
    let (sin, cos) = (a.select(odd, c, s), a.select(odd, s, c));
    let scalar = a.scalar(q);
    let one = a.int(scalar, 1);
    let next = a.add(q, one);
    (sign_by(a, q, sin), sign_by(a, next, cos))
}

/// The sine of zero is zero of the same sign.
pub(super) fn keep_zero<A: Arith>(a: &mut A, x: A::V, y: A::V) -> A::V {
    let zero = a.like(x, 0.0);
    let none = a.compare(CompareOp::Eq, x, zero);
    a.select(none, x, y)
}

/// Sine and cosine of a double converted from an `f32`, with a relative error below 10⁻¹⁴.
pub(super) fn sin_cos<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let (r, q) = quarter_turns(a, x);
    let parts = sin_cos_reduced(a, r, &SIN, &COS);
    let (sin, cos) = rotated(a, parts, q);
    (keep_zero(a, x, sin), cos)
}

/// Sine and cosine of an `f32`: the angle is reduced in double precision, the rest is computed in
/// single precision.
fn sin_cos_single<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let wide = a.to_float(x, F);
    let (r, q) = quarter_turns(a, wide);
    let r = a.to_float(r, Scalar::F32);
    let q = a.convert(ConvertOp::Truncate, q, Scalar::I32);
    let parts = sin_cos_reduced(a, r, &SIN_SINGLE, &COS_SINGLE);
    let (sin, cos) = rotated(a, parts, q);
    (keep_zero(a, x, sin), cos)
}

/// Sine of an `f32`.
pub(super) fn sin<A: Arith>(a: &mut A, x: A::V) -> A::V {
    sin_cos_single(a, x).0
}

/// Cosine of an `f32`.
pub(super) fn cos<A: Arith>(a: &mut A, x: A::V) -> A::V {
    sin_cos_single(a, x).1
}

/// Tangent of an `f32`.
pub(super) fn tan<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let (sin, cos) = sin_cos_single(a, x);
    a.div(sin, cos)
}

/// The angle of the point `(x, y)`, for a result in single precision.
pub(super) fn atan2<A: Arith>(a: &mut A, y: A::V, x: A::V) -> A::V {
    let (ay, ax) = (a.abs(y), a.abs(x));
    let steep = a.compare(CompareOp::Gt, ay, ax);
    let (small, large) = (a.select(steep, ax, ay), a.select(steep, ay, ax));
    let (zero, one) = (a.float(F, 0.0), a.float(F, 1.0));
    // Both zero, or both infinite: the angle is 0, or π/4.
    let none = a.compare(CompareOp::Eq, large, zero);
    let large = a.select(none, one, large);
    let ratio = a.div(small, large);
    let infinity = a.float(F, f64::INFINITY);
    let endless = a.compare(CompareOp::Eq, small, infinity);
    let ratio = a.select(endless, one, ratio);
    // Ratios above tan(π/8) are rotated by π/4.
    let limit = a.float(F, 0.414_213_562_373_095_03);
    let wide = a.compare(CompareOp::Gt, ratio, limit);
    let (below, above) = (a.sub(ratio, one), a.add(ratio, one));
    let rotated = a.div(below, above);
    let t = a.select(wide, rotated, ratio);
    let quarter = a.float(F, std::f64::consts::FRAC_PI_4);
    let base = a.select(wide, quarter, zero);
    let z = a.mul(t, t);
    let p = a.polynomial(z, &ATAN);
    let p = a.mul(p, z);
    let p = a.fma(p, t, t);
    let angle = a.add(base, p);
    let half = a.float(F, std::f64::consts::FRAC_PI_2);
    let other = a.sub(half, angle);
    let angle = a.select(steep, other, angle);
    let pi = a.float(F, std::f64::consts::PI);
    let back = a.sub(pi, angle);
    let sign = a.binary(BinaryOp::CopySign, one, x);
    let behind = a.compare(CompareOp::Lt, sign, zero);
    let angle = a.select(behind, back, angle);
    let angle = a.binary(BinaryOp::CopySign, angle, y);
    // NaN if either argument is NaN.
    let sum = a.add(x, y);
    let unordered = {
        let (px, py) = (a.compare(CompareOp::Ne, x, x), a.compare(CompareOp::Ne, y, y));
        a.binary(BinaryOp::Or, px, py)
    };
    a.select(unordered, sum, angle)
}
