//! Conversions between element types, and bit casts.

use super::arith::Arith;
use super::element::{Parts, from_storage, low_bits, narrow_to_odd, register, round, to_storage};
use super::integer::resize;
use super::op::NoExpansion;
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, storage};
use hloom_ir::Element;
use hloom_ir::types::ElementClass;
use hloom_ir::types::float::FloatFormat;

/// Reinterprets the bits of an element as another type. Widths of at most one byte may differ: high
/// bits are dropped, or zeros added.
pub(super) fn bitcast<A: Arith>(
    a: &mut A,
    from: Element,
    x: Parts<A::V>,
    to: Element,
) -> Result<Parts<A::V>, NoExpansion> {
    let (n, m) = (from.bit_width(), to.bit_width());
    if (n != m && n.max(m) > 8) || from.is_complex() != to.is_complex() {
        return Err(NoExpansion::Width);
    }
    let (have, want) = (storage(from).scalar, storage(to).scalar);
    let part = |a: &mut A, v: A::V| {
        let mut stored = to_storage(a, from, v.into()).re;
        if have != want {
            stored = a.convert(ConvertOp::Bitcast, stored, want);
        }
        // A narrow signed integer is sign-extended to its byte.
        if n < 8 {
            stored = low_bits(a, from, stored);
        }
        if m < n {
            stored = low_bits(a, to, stored);
        }
        if to.is_integer() {
            stored = round(a, to, stored);
        }
        from_storage(a, to, stored.into()).re
    };
    let re = part(a, x.re);
    Ok(Parts { re, im: if from.is_complex() { part(a, x.im) } else { re } })
}

/// Converts an element to another type, rounded once.
pub(super) fn convert<A: Arith>(
    a: &mut A,
    from: Element,
    x: Parts<A::V>,
    to: Element,
) -> Result<Parts<A::V>, NoExpansion> {
    use ElementClass as C;
    if from == to {
        return Ok(x);
    }
    if to.is_complex() {
        let part = to.real_part();
        let re = convert(a, from.real_part(), x.re.into(), part)?.re;
        let im = if from.is_complex() {
            convert(a, from.real_part(), x.im.into(), part)?.re
        } else {
            a.float(register(part), 0.0)
        };
        return Ok(Parts { re, im });
    }
    let target = register(to);
    Ok(match (from.class(), to.class()) {
        (C::Quantized, _) | (_, C::Quantized) => return Err(NoExpansion::Quantized),
        // The imaginary part is dropped first, whatever the real one becomes.
        (C::Complex, _) => return convert(a, from.real_part(), x.re.into(), to),
        (_, C::Boolean) => {
            let zero = a.bits(a.scalar(x.re), 0);
            a.compare(CompareOp::Ne, x.re, zero).into()
        }
        (C::Boolean, C::Float) => {
            // The format without a sign has no zero either, which becomes NaN as in `round`.
            let has_zero = FloatFormat::of(to).is_none_or(|format| format.signed);
            let zero = a.float(target, if has_zero { 0.0 } else { f64::NAN });
            let one = a.float(target, 1.0);
            a.select(x.re, one, zero).into()
        }
        (C::Boolean, _) => {
            let wide = a.convert(ConvertOp::ExtendU, x.re, target);
            round(a, to, wide).into()
        }
        (C::Signed | C::Unsigned, C::Float) => {
            let op = if from.is_signed() {
                ConvertOp::SignedToFloat
            } else {
                ConvertOp::UnsignedToFloat
            };
            // By way of a double if f32 would round twice.
            let twice = to.bit_width() < 32 && from.bit_width() > 24;
            let value = if twice {
                let wide = a.convert(op, x.re, Scalar::F64);
                narrow_to_odd(a, wide)
            } else {
                a.convert(op, x.re, target)
            };
            round(a, to, value).into()
        }
        (C::Signed | C::Unsigned, _) => {
            let resized = resize(a, from, x.re, target);
            round(a, to, resized).into()
        }
        (C::Float, C::Float) => {
            let have = a.scalar(x.re);
            let value = if have == Scalar::F64 && to.bit_width() < 32 {
                narrow_to_odd(a, x.re)
            } else {
                a.to_float(x.re, target)
            };
            round(a, to, value).into()
        }
        (C::Float, _) => float_to_integer(a, x.re, to).into(),
    })
}

/// Rounds towards zero and saturates at the element type's bounds.
fn float_to_integer<A: Arith>(a: &mut A, x: A::V, to: Element) -> A::V {
    let target = register(to);
    let signed = to.is_signed();
    let op = if signed { ConvertOp::FloatToSigned } else { ConvertOp::FloatToUnsigned };
    let value = a.convert(op, x, target);
    if to.bit_width() >= target.bits() {
        return value;
    }
    let all = (1i64 << to.bit_width()) - 1;
    if signed {
        let (low, high) = (a.int(target, !(all >> 1)), a.int(target, all >> 1));
        let value = a.binary(BinaryOp::MaxS, value, low);
        a.binary(BinaryOp::MinS, value, high)
    } else {
        let high = a.int(target, all);
        a.binary(BinaryOp::MinU, value, high)
    }
}
