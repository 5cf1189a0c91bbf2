//! Sine, cosine, tangent and angles, of single precision numbers, in double.
//!
//! The reduction modulo π/2 is exact enough for every `f32`: an argument is `M·2^s`
//! with `s` one of 0, 24, 48, 72 or 96, chosen so that `M` is a whole number below
//! 2⁴⁷ if `s` is not 0. The table has `2^s·2/π` modulo 4 in four pieces of 29 bits
//! each (the last rounded to a double); `M` has 24 significant bits, so products
//! with pieces are exact in double precision, and so are their fractions. What is
//! left out is below 2⁻⁶⁶ of a quarter turn, while no `f32` comes nearer to a
//! multiple of π/2 than about 2⁻³⁰.

use super::Arith;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};

const F: Scalar = Scalar::F64;

/// For each scale: the least argument that it is for, `2^-s`, and the pieces.
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

/// `x - round(x)` and `round(x)`.
fn fraction<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let whole = a.unary(UnaryOp::RoundEven, x);
    (a.sub(x, whole), whole)
}

/// `r` and `q` with `x = (q + 4k)·π/2 + r`, `|r| ≤ π/4`: the rest as a double, and
/// the quarter as an integer (`i64`), of which the low two bits count.
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
    let products = pieces.map(|p| a.mul(m, p));
    let (f0, n0) = fraction(a, products[0]);
    let (f1, n1) = fraction(a, products[1]);
    let (sum, n2) = {
        let sum = a.add(f0, f1);
        fraction(a, sum)
    };
    let rest = a.add(products[2], products[3]);
    let turns = a.add(sum, rest);
    let half_pi = a.float(F, std::f64::consts::FRAC_PI_2);
    let r = a.mul(turns, half_pi);
    // The whole part may have 50 bits; all of them fit an i64.
    let quarters = [n0, n1, n2].map(|n| a.convert(ConvertOp::FloatToSigned, n, Scalar::I64));
    let q = a.add(quarters[0], quarters[1]);
    (r, a.add(q, quarters[2]))
}

/// `sin r` and `cos r` for `|r| ≤ π/4`.
fn sin_cos_reduced<A: Arith>(a: &mut A, r: A::V) -> (A::V, A::V) {
    let z = a.mul(r, r);
    let s = a.polynomial(z, &SIN);
    let s = a.mul(s, z);
    let sin = a.fma(s, r, r);
    let c = a.polynomial(z, &COS);
    let c = a.mul(c, z);
    let half = a.float(F, -0.5);
    let c = a.add(c, half);
    let one = a.float(F, 1.0);
    (sin, a.fma(c, z, one))
}

/// Whether this bit of an integer is set.
fn bit<A: Arith>(a: &mut A, q: A::V, bit: i64) -> A::V {
    let mask = a.int(Scalar::I64, bit);
    let zero = a.int(Scalar::I64, 0);
    let q = a.binary(BinaryOp::And, q, mask);
    a.compare(CompareOp::Ne, q, zero)
}

/// Sine and cosine of a double that comes from an `f32`, with a relative error
/// below 10⁻¹⁴.
pub(super) fn sin_cos<A: Arith>(a: &mut A, x: A::V) -> (A::V, A::V) {
    let (r, q) = quarter_turns(a, x);
    let (s, c) = sin_cos_reduced(a, r);
    let odd = bit(a, q, 1);
    let (sin, cos) = (a.select(odd, c, s), a.select(odd, s, c));
    let sin_turned = bit(a, q, 2);
    let one = a.int(Scalar::I64, 1);
    let next = a.add(q, one);
    let cos_turned = bit(a, next, 2);
    let (minus_sin, minus_cos) = (a.neg(sin), a.neg(cos));
    let sin = a.select(sin_turned, minus_sin, sin);
    let cos = a.select(cos_turned, minus_cos, cos);
    // Infinities have no angle; -0 keeps its sign.
    let difference = a.sub(x, x);
    let zero = a.float(F, 0.0);
    let none = a.compare(CompareOp::Eq, x, zero);
    let sin = a.select(none, x, sin);
    (a.add(sin, difference), a.add(cos, difference))
}

/// Adding `x - x` turns `-0` into `+0`: puts the sign of a zero argument back.
pub(super) fn sin<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let (sin, _) = sin_cos(a, x);
    let zero = a.float(F, 0.0);
    let none = a.compare(CompareOp::Eq, x, zero);
    a.select(none, x, sin)
}

/// Cosine of a double that comes from an `f32`.
pub(super) fn cos<A: Arith>(a: &mut A, x: A::V) -> A::V {
    sin_cos(a, x).1
}

/// Tangent of a double that comes from an `f32`.
pub(super) fn tan<A: Arith>(a: &mut A, x: A::V) -> A::V {
    let (sin, cos) = sin_cos(a, x);
    let tan = a.div(sin, cos);
    let zero = a.float(F, 0.0);
    let none = a.compare(CompareOp::Eq, x, zero);
    a.select(none, x, tan)
}

/// The angle of the point `(x, y)`, for a result in single precision.
pub(super) fn atan2<A: Arith>(a: &mut A, y: A::V, x: A::V) -> A::V {
    let (ay, ax) = (a.abs(y), a.abs(x));
    let steep = a.compare(CompareOp::Gt, ay, ax);
    let (small, large) = (a.select(steep, ax, ay), a.select(steep, ay, ax));
    let (zero, one) = (a.float(F, 0.0), a.float(F, 1.0));
    // Both zero, or both infinite: an angle of 0, or of π/4.
    let none = a.compare(CompareOp::Eq, large, zero);
    let large = a.select(none, one, large);
    let ratio = a.div(small, large);
    let infinity = a.float(F, f64::INFINITY);
    let endless = a.compare(CompareOp::Eq, small, infinity);
    let ratio = a.select(endless, one, ratio);
    // Ratios above tan(π/8) are turned by π/4.
    let limit = a.float(F, 0.414_213_562_373_095_03);
    let wide = a.compare(CompareOp::Gt, ratio, limit);
    let (below, above) = (a.sub(ratio, one), a.add(ratio, one));
    let turned = a.div(below, above);
    let t = a.select(wide, turned, ratio);
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
    // NaN of either argument.
    let sum = a.add(x, y);
    let unordered = {
        let (px, py) = (a.compare(CompareOp::Ne, x, x), a.compare(CompareOp::Ne, y, y));
        a.binary(BinaryOp::Or, px, py)
    };
    a.select(unordered, sum, angle)
}
