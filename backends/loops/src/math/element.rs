//! Tensor elements in registers and in memory.
//!
//! In a register, an element has the machine scalar that computes it: `i1` is a truth value;
//! integers narrower than a byte are an `i8`, sign- or zero-extended; floats narrower than `f32`
//! are an `f32` with a representable value; complex numbers are two floats.

use super::arith::Arith;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, storage};
use hloom_ir::Element;
use hloom_ir::types::float::{FloatFormat, Specials};

/// The registers of one element: the real and the imaginary part of a complex number, or the same
/// register twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts<V> {
    /// The real part, or the whole element.
    pub re: V,
    /// The imaginary part.
    pub im: V,
}

impl<V: Copy> From<V> for Parts<V> {
    fn from(v: V) -> Parts<V> {
        Parts { re: v, im: v }
    }
}

/// The register type of an element, or of one part of it.
pub fn register(element: Element) -> Scalar {
    match element {
        Element::I1 => Scalar::I1,
        _ if element.is_float() && element.bit_width() < 32 => Scalar::F32,
        _ => storage(element).scalar,
    }
}

/// An element from its storage bits, of both parts if it is complex.
pub fn constant<A: Arith>(a: &mut A, element: Element, bits: [u64; 2]) -> Parts<A::V> {
    let scalar = storage(element).scalar;
    let part = |a: &mut A, bits: u64| {
        if element == Element::I1 {
            return a.bits(Scalar::I1, u64::from(bits & 1 != 0));
        }
        let stored = a.bits(scalar, bits);
        from_storage(a, element, stored.into()).re
    };
    let re = part(a, bits[0]);
    Parts { re, im: if element.is_complex() { part(a, bits[1]) } else { re } }
}

/// Converts a loaded element to its register form.
pub fn from_storage<A: Arith>(a: &mut A, element: Element, stored: Parts<A::V>) -> Parts<A::V> {
    match element {
        Element::I1 => {
            let zero = a.int(Scalar::I8, 0);
            a.compare(CompareOp::Ne, stored.re, zero).into()
        }
        Element::F16 | Element::BF16 => a.to_float(stored.re, Scalar::F32).into(),
        _ if is_narrow_float(element) => match FloatFormat::of(element) {
            Some(format) => decode(a, format, stored.re).into(),
            None => stored,
        },
        _ => stored,
    }
}

/// Converts an element to its storage form.
pub fn to_storage<A: Arith>(a: &mut A, element: Element, value: Parts<A::V>) -> Parts<A::V> {
    match element {
        Element::I1 => a.convert(ConvertOp::ExtendU, value.re, Scalar::I8).into(),
        Element::F16 => a.to_float(value.re, Scalar::F16).into(),
        Element::BF16 => a.to_float(value.re, Scalar::BF16).into(),
        _ if is_narrow_float(element) => match FloatFormat::of(element) {
            Some(format) => encode(a, format, value.re).into(),
            None => value,
        },
        _ => value,
    }
}

fn is_narrow_float(element: Element) -> bool {
    element.is_float() && element.bit_width() <= 8
}

/// Rounds a register to its element type, after arithmetic in `f32` or in a wider integer.
pub(super) fn round<A: Arith>(a: &mut A, element: Element, value: A::V) -> A::V {
    match element {
        Element::F16 | Element::BF16 => {
            let narrow = to_storage(a, element, value.into());
            a.to_float(narrow.re, Scalar::F32)
        }
        _ if is_narrow_float(element) => {
            let narrow = to_storage(a, element, value.into());
            from_storage(a, element, narrow).re
        }
        Element::TF32 => {
            // Rounds to nearest even in the last 13 bits of the mantissa.
            let i = Scalar::I32;
            let bits = a.to_bits(value);
            let (drop, one) = (a.int(i, 13), a.int(i, 1));
            let truncated = a.binary(BinaryOp::ShrU, bits, drop);
            let parity = a.binary(BinaryOp::And, truncated, one);
            let half = a.int(i, (1 << 12) - 1);
            let sum = a.add(bits, half);
            let sum = a.add(sum, parity);
            let mask = a.int(i, -1 << 13);
            let rounded = a.binary(BinaryOp::And, sum, mask);
            let rounded = a.float_of(rounded, Scalar::F32);
            let unordered = a.compare(CompareOp::Ne, value, value);
            a.select(unordered, value, rounded)
        }
        Element::I2 | Element::I4 => {
            let unused = a.int(Scalar::I8, i64::from(8 - element.bit_width()));
            let high = a.binary(BinaryOp::Shl, value, unused);
            a.binary(BinaryOp::ShrS, high, unused)
        }
        Element::U2 | Element::U4 => low_bits(a, element, value),
        _ => value,
    }
}

/// The low bits of an integer, up to its element's width.
pub(super) fn low_bits<A: Arith>(a: &mut A, element: Element, value: A::V) -> A::V {
    let scalar = a.scalar(value);
    if element.bit_width() >= scalar.bits() {
        return value;
    }
    let mask = a.int(scalar, (1 << element.bit_width()) - 1);
    a.binary(BinaryOp::And, value, mask)
}

/// Rounds a double to odd in `f32`: rounding the result to a narrower float is the same as rounding
/// the double once.
pub(super) fn narrow_to_odd<A: Arith>(a: &mut A, value: A::V) -> A::V {
    let near = a.to_float(value, Scalar::F32);
    let back = a.to_float(near, Scalar::F64);
    let lost = a.compare(CompareOp::Ne, back, value);
    let (x, y) = (a.abs(back), a.abs(value));
    let short = a.compare(CompareOp::Lt, x, y);
    let bits = a.to_bits(near);
    let (one, zero) = (a.int(Scalar::I32, 1), a.int(Scalar::I32, 0));
    let lowest = a.binary(BinaryOp::And, bits, one);
    let even = a.compare(CompareOp::Eq, lowest, zero);
    let move_it = a.binary(BinaryOp::And, lost, even);
    // Infinity resulted from a finite number: the largest one is below it.
    let (up, down) = (a.add(bits, one), a.sub(bits, one));
    let moved = a.select(short, up, down);
    let bits = a.select(move_it, moved, bits);
    let odd = a.float_of(bits, Scalar::F32);
    let unordered = a.compare(CompareOp::Ne, value, value);
    a.select(unordered, near, odd)
}

/// Encodes an `f32` as the nearest pattern, an `i8`, of a narrow float format. The results are
/// those of [`FloatFormat::encode`].
fn encode<A: Arith>(a: &mut A, format: FloatFormat, value: A::V) -> A::V {
    let i = Scalar::I32;
    let m = i64::from(format.mantissa_bits);
    let bias = i64::from(format.bias);
    let width = i64::from(format.exponent_bits) + m;
    let bits = a.to_bits(value);
    let no_sign = a.int(i, 0x7fff_ffff);
    let magnitude = a.binary(BinaryOp::And, bits, no_sign);
    // Normal numbers: round the mantissa in place, then move the exponent.
    let drop = a.int(i, 23 - m);
    let one = a.int(i, 1);
    let truncated = a.binary(BinaryOp::ShrU, magnitude, drop);
    let parity = a.binary(BinaryOp::And, truncated, one);
    let half = a.int(i, (1 << (22 - m)) - 1);
    let rounded = a.add(magnitude, half);
    let rounded = a.add(rounded, parity);
    let rounded = a.binary(BinaryOp::ShrU, rounded, drop);
    let rebias = a.int(i, (127 - bias) << m);
    let mut code = a.sub(rounded, rebias);
    if m > 0 {
        // Subnormal numbers: an addition rounds them to multiples of the least one.
        let scale = a.float(Scalar::F32, 2f64.powi((24 - bias - m) as i32));
        let size = a.float_of(magnitude, Scalar::F32);
        let sum = a.add(size, scale);
        let (sum, base) = (a.to_bits(sum), a.to_bits(scale));
        let small_code = a.sub(sum, base);
        let least = a.float(Scalar::F32, 2f64.powi((1 - bias) as i32));
        let small = a.compare(CompareOp::Lt, size, least);
        code = a.select(small, small_code, code);
    } else {
        // The least scale is a subnormal f32; the next one is twice as large.
        let (least, middle) = (a.int(i, 1 << 23), a.int(i, 3 << 21));
        let small = a.compare(CompareOp::LtU, magnitude, least);
        let up = a.compare(CompareOp::GtU, magnitude, middle);
        let zero = a.int(i, 0);
        let small_code = a.select(up, one, zero);
        code = a.select(small, small_code, code);
    }
    let all = (1i64 << width) - 1;
    let (largest, beyond) = match format.specials {
        Specials::Ieee => ((all >> m << m) - 1, all >> m << m),
        Specials::NanAtTop => (all - 1, all),
        Specials::NanAtNegativeZero => (all, 1 << width),
        Specials::None => (all, all),
    };
    let limit = a.int(i, largest);
    let beyond = a.int(i, beyond);
    let over = a.compare(CompareOp::GtS, code, limit);
    code = a.select(over, beyond, code);
    if format.signed {
        let places = a.int(i, 31);
        let sign = a.binary(BinaryOp::ShrU, bits, places);
        let place = a.int(i, width);
        let sign = a.binary(BinaryOp::Shl, sign, place);
        let signed = a.binary(BinaryOp::Or, code, sign);
        code = if format.specials == Specials::NanAtNegativeZero {
            // Zero has no sign, and NaN is the sign bit alone.
            let zero = a.int(i, 0);
            let none = a.compare(CompareOp::Eq, code, zero);
            let plain = a.binary(BinaryOp::Or, none, over);
            a.select(plain, code, signed)
        } else {
            signed
        };
    } else {
        let zero = a.float(Scalar::F32, 0.0);
        let positive = a.compare(CompareOp::Gt, value, zero);
        let nan = a.int(i, format.nan().map_or(0, |n| n as i64));
        code = a.select(positive, code, nan);
    }
    let unordered = a.compare(CompareOp::Ne, value, value);
    let nan = format.nan().map_or(1 << width, |n| n as i64);
    let mut nan = a.int(i, nan);
    if format.signed && format.specials != Specials::NanAtNegativeZero && format.nan().is_some() {
        // A NaN keeps its sign.
        let places = a.int(i, 31 - width);
        let sign = a.binary(BinaryOp::ShrU, bits, places);
        let place = a.int(i, 1 << width);
        let sign = a.binary(BinaryOp::And, sign, place);
        nan = a.binary(BinaryOp::Or, nan, sign);
    }
    code = a.select(unordered, nan, code);
    a.convert(ConvertOp::Truncate, code, Scalar::I8)
}

/// Decodes a pattern of a narrow format to an `f32`.
fn decode<A: Arith>(a: &mut A, format: FloatFormat, pattern: A::V) -> A::V {
    let i = Scalar::I32;
    let m = i64::from(format.mantissa_bits);
    let bias = i64::from(format.bias);
    let width = i64::from(format.exponent_bits) + m;
    let all = (1i64 << width) - 1;
    let wide = a.convert(ConvertOp::ExtendU, pattern, i);
    let mask = a.int(i, all);
    let magnitude = a.binary(BinaryOp::And, wide, mask);
    let places = a.int(i, 23 - m);
    let shifted = a.binary(BinaryOp::Shl, magnitude, places);
    let rebias = a.int(i, (127 - bias) << 23);
    let normal = a.add(shifted, rebias);
    let normal = a.float_of(normal, Scalar::F32);
    let unit = if m > 0 { 2f64.powi((1 - bias - m) as i32) } else { 1.0 };
    let small = if m > 0 {
        let count = a.convert(ConvertOp::SignedToFloat, magnitude, Scalar::F32);
        let unit = a.float(Scalar::F32, unit);
        a.mul(count, unit)
    } else {
        // The least scale is a subnormal f32.
        a.float(Scalar::F32, 2f64.powi(-format.bias))
    };
    let first = a.int(i, 1 << m);
    let is_small = a.compare(CompareOp::LtU, magnitude, first);
    let mut value = a.select(is_small, small, normal);
    let nan = a.float(Scalar::F32, f64::NAN);
    match format.specials {
        Specials::Ieee => {
            let top = a.int(i, all >> m << m);
            let infinity = a.float(Scalar::F32, f64::INFINITY);
            let is_infinite = a.compare(CompareOp::Eq, magnitude, top);
            let is_nan = a.compare(CompareOp::GtU, magnitude, top);
            value = a.select(is_infinite, infinity, value);
            value = a.select(is_nan, nan, value);
        }
        Specials::NanAtTop => {
            let is_nan = a.compare(CompareOp::Eq, magnitude, mask);
            value = a.select(is_nan, nan, value);
        }
        Specials::NanAtNegativeZero | Specials::None => {}
    }
    if format.signed {
        let sign_bit = a.int(i, 1 << width);
        let sign = a.binary(BinaryOp::And, wide, sign_bit);
        let place = a.int(i, 31 - width);
        let sign = a.binary(BinaryOp::Shl, sign, place);
        let bits = a.to_bits(value);
        let bits = a.binary(BinaryOp::Or, bits, sign);
        value = a.float_of(bits, Scalar::F32);
        if format.specials == Specials::NanAtNegativeZero {
            let low = a.int(i, (1 << (width + 1)) - 1);
            let low = a.binary(BinaryOp::And, wide, low);
            let is_nan = a.compare(CompareOp::Eq, low, sign_bit);
            value = a.select(is_nan, nan, value);
        }
    }
    value
}
