//! Floats of all widths from and to the type that functions compute in: `f64` for `f64`, else
//! `f32`, in which all narrower formats are exact.

use super::parts::{below, bits, number};
use crate::build::{Builder, FloatCompare, IntCompare, Val};
use hloom_ir::Element;
use hloom_ir::types::float::{FloatFormat, Specials};
use melior::ir::{Type, ValueLike};

/// A stored float in the type of computation.
pub(super) fn load<'c>(b: &Builder<'c>, element: Element, x: Val<'c>) -> Val<'c> {
    match element {
        Element::F64 | Element::F32 | Element::TF32 => x,
        Element::F16 | Element::BF16 => b.one("arith.extf", &[x], Type::float32(b.cx)),
        // Any other op: floats of at most 8 bits remain.
        _ => match FloatFormat::of(element) {
            Some(format) => decode(b, format, x),
            None => x,
        },
    }
}

/// A number in the type of computation, rounded to a stored float.
pub(super) fn store<'c>(b: &Builder<'c>, element: Element, x: Val<'c>) -> Val<'c> {
    match element {
        Element::F64 | Element::F32 => x,
        Element::F16 | Element::BF16 => {
            let ty =
                if element == Element::F16 { Type::float16(b.cx) } else { Type::bfloat16(b.cx) };
            b.one("arith.truncf", &[x], ty)
        }
        Element::TF32 => {
            let int = b.int(32);
            let pattern = bits(b, x, 32);
            let lowest = b.same("arith.shrui", &[pattern, b.int_const(int, 13)]);
            let lowest = b.and(lowest, b.int_const(int, 1));
            let up = b.addi(pattern, b.addi(lowest, b.int_const(int, 0xfff)));
            let cut = b.and(up, b.int_const(int, !0x1fff));
            let rounded = b.one("arith.bitcast", &[cut], x.r#type());
            let is_nan = b.cmpf(FloatCompare::Unordered, x, x);
            b.select(is_nan, x, rounded)
        }
        _ => match FloatFormat::of(element) {
            Some(format) => encode(b, format, x),
            None => x,
        },
    }
}

/// `f64` to `f32` such that rounding the result to fewer bits is the same as rounding once: to odd.
pub(super) fn to_odd<'c>(b: &Builder<'c>, x: Val<'c>) -> Val<'c> {
    let (f32, f64, i32) = (Type::float32(b.cx), x.r#type(), b.int(32));
    let near = b.one("arith.truncf", &[x], f32);
    let back = b.one("arith.extf", &[near], f64);
    let (size, size_back) = (b.same("math.absf", &[x]), b.same("math.absf", &[back]));
    let is_exact = b.cmpf(FloatCompare::Eq, back, x);
    let is_nan = b.cmpf(FloatCompare::Unordered, x, x);
    let pattern = bits(b, near, 32);
    let away = b.cmpf(FloatCompare::Gt, size_back, size);
    let towards = b.select(away, b.subi(pattern, b.int_const(i32, 1)), pattern);
    let odd = b.one("arith.bitcast", &[b.or(towards, b.int_const(i32, 1))], f32);
    b.select(b.or(is_exact, is_nan), near, odd)
}

fn magnitude_bits(format: FloatFormat) -> u32 {
    format.exponent_bits + format.mantissa_bits
}

/// The number of a pattern.
fn decode<'c>(b: &Builder<'c>, format: FloatFormat, x: Val<'c>) -> Val<'c> {
    let (i32, f32) = (b.int(32), Type::float32(b.cx));
    let int = |value: i64| b.int_const(i32, value);
    let bits = b.one("arith.extui", &[x], i32);
    let size = magnitude_bits(format);
    let magnitude = b.and(bits, int((1 << size) - 1));
    let mantissa = format.mantissa_bits;
    // The exponent field moves to its place, and takes the other bias.
    let moved = b.same("arith.shli", &[magnitude, int(i64::from(23 - mantissa))]);
    let biased = b.addi(moved, int(i64::from(127 - format.bias) << 23));
    let normal = b.one("arith.bitcast", &[biased], f32);
    let whole = b.one("arith.uitofp", &[magnitude], f32);
    let unit = 2f64.powi(1 - format.bias - mantissa as i32);
    let subnormal = match mantissa {
        // The exponent-only format's lowest pattern is a power of two.
        0 => b.float_const(f32, 2f64.powi(-format.bias)),
        _ => b.same("arith.mulf", &[whole, b.float_const(f32, unit)]),
    };
    let mut value = b.select(below(b, magnitude, 1 << mantissa), subnormal, normal);
    let nan = b.float_const(f32, f64::NAN);
    let top = ((1i64 << format.exponent_bits) - 1) << mantissa;
    match format.specials {
        Specials::Ieee => {
            let infinity = b.float_const(f32, f64::INFINITY);
            let is_infinite = b.cmpi(IntCompare::Eq, magnitude, int(top));
            let is_nan = b.cmpi(IntCompare::Ugt, magnitude, int(top));
            value = b.select(is_infinite, infinity, b.select(is_nan, nan, value));
        }
        Specials::NanAtTop => {
            let is_nan = b.cmpi(IntCompare::Eq, magnitude, int((1 << size) - 1));
            value = b.select(is_nan, nan, value);
        }
        Specials::NanAtNegativeZero => {
            let is_nan = b.cmpi(IntCompare::Eq, bits, int(1 << size));
            value = b.select(is_nan, nan, value);
        }
        Specials::None => {}
    }
    if !format.signed {
        return value;
    }
    let negative = b.cmpi(IntCompare::Uge, bits, int(1 << size));
    b.select(negative, b.same("arith.negf", &[value]), value)
}

/// The pattern nearest to an `f32`, ties to even.
fn encode<'c>(b: &Builder<'c>, format: FloatFormat, x: Val<'c>) -> Val<'c> {
    let i32 = b.int(32);
    let int = |value: i64| b.int_const(i32, value);
    let (size, mantissa) = (magnitude_bits(format), format.mantissa_bits);
    let pattern = bits(b, x, 32);
    let absolute = b.and(pattern, int(0x7fff_ffff));
    let sign = b.same("arith.shrui", &[pattern, int(31)]);
    let sign = b.same("arith.shli", &[sign, int(i64::from(size))]);
    // Normal numbers: the mantissa is rounded, and a carry adds to the exponent.
    let drop = i64::from(23 - mantissa);
    let lowest = b.and(b.same("arith.shrui", &[absolute, int(drop)]), int(1));
    let up = b.addi(absolute, b.addi(lowest, int((1 << (drop - 1)) - 1)));
    let kept = b.same("arith.shrui", &[up, int(drop)]);
    let normal = b.subi(kept, int(i64::from(127 - format.bias) << mantissa));
    let mut magnitude = normal;
    if mantissa > 0 {
        // Subnormal numbers are multiples of one unit.
        let lowest = 1 - format.bias;
        let value = b.same("math.absf", &[x]);
        let units = number(b, x, 2f64.powi(mantissa as i32 - lowest));
        let scaled = b.same("math.roundeven", &[b.same("arith.mulf", &[value, units])]);
        let subnormal = b.one("arith.fptoui", &[scaled], i32);
        let is_small = below(b, absolute, i64::from(127 + lowest) << 23);
        magnitude = b.select(is_small, subnormal, normal);
    }
    let largest = match format.specials {
        Specials::Ieee => (((1i64 << format.exponent_bits) - 1) << mantissa) - 1,
        Specials::NanAtTop => (1 << size) - 2,
        Specials::NanAtNegativeZero | Specials::None => (1 << size) - 1,
    };
    let signed = |magnitude: Val<'c>| if format.signed { b.or(sign, magnitude) } else { magnitude };
    let too_large = b.cmpi(IntCompare::Sgt, magnitude, int(largest));
    let is_infinite = b.cmpi(IntCompare::Uge, absolute, int(0x7f80_0000));
    let too_large = b.or(too_large, is_infinite);
    let nan = i64::try_from(format.nan().unwrap_or(1 << size)).unwrap_or(0);
    let beyond = match format.specials {
        Specials::Ieee => signed(int(largest + 1)),
        Specials::NanAtTop => signed(int(nan)),
        Specials::NanAtNegativeZero => int(1 << size),
        Specials::None => signed(int(largest)),
    };
    let mut finite = signed(magnitude);
    if format.specials == Specials::NanAtNegativeZero {
        let is_zero = b.cmpi(IntCompare::Eq, magnitude, int(0));
        finite = b.select(is_zero, int(0), finite);
    }
    let mut result = b.select(too_large, beyond, finite);
    if !format.signed {
        // The exponent-only format has neither a sign nor a zero.
        let positive = b.cmpf(FloatCompare::Gt, x, number(b, x, 0.0));
        result = b.select(positive, result, int(nan));
    }
    let is_nan = b.cmpf(FloatCompare::Unordered, x, x);
    let has_sign =
        format.nan().is_some() && format.specials != Specials::NanAtNegativeZero && format.signed;
    let nan = if has_sign { signed(int(nan)) } else { int(nan) };
    let result = b.select(is_nan, nan, result);
    b.one("arith.trunci", &[result], b.int(size + u32::from(format.signed)))
}
