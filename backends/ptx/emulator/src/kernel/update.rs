//! Read-modify-write operations on memory.

use super::types::{Type, Update, signed, truncate};
use crate::number::{Arithmetic, Format, Round, arithmetic, decode, flush};

/// The update of an atomic of this name: of the old value, an operand, and for `cas` the value
/// to swap in.
pub(crate) fn update(name: &str, ty: Type) -> Option<Update> {
    let bits = ty.bits();
    if let Type::Float(format) | Type::Packed(format) = ty {
        let packed = matches!(ty, Type::Packed(_));
        let (add, least) = match name {
            "add" => (true, false),
            "min" => (false, true),
            "max" => (false, false),
            "exch" => return Some(Box::new(|_, operand, _| operand)),
            _ => return None,
        };
        let one = move |a: u64, b: u64| {
            let (x, y) = (decode(format, a), decode(format, b));
            if add {
                // Atomic addition of `f32` in global memory flushes subnormals.
                let sum = arithmetic(Arithmetic::Add, format, Round::Nearest, x, y, 0.0);
                return if format == Format::F32 {
                    flush(f32::from_bits(sum as u32)).to_bits().into()
                } else {
                    sum
                };
            }
            if x.is_nan() || y.is_nan() {
                return if x.is_nan() && y.is_nan() {
                    format.nan()
                } else if x.is_nan() {
                    b
                } else {
                    a
                };
            }
            let less = x < y || x == y && x.is_sign_negative();
            if less == least { a } else { b }
        };
        if packed {
            let half = bits / 2;
            return Some(Box::new(move |a, b, _| {
                one(a >> half, b >> half) << half | one(truncate(a, half), truncate(b, half))
            }));
        }
        return Some(Box::new(move |a, b, _| one(a, b)));
    }
    let sign = ty.signed();
    Some(match name {
        "add" => Box::new(move |a, b, _| truncate(a.wrapping_add(b), bits)),
        "inc" => Box::new(|a, b, _| if a >= b { 0 } else { a + 1 }),
        "dec" => Box::new(|a, b, _| if a == 0 || a > b { b } else { a - 1 }),
        "min" if sign => {
            Box::new(move |a, b, _| if signed(a, bits) < signed(b, bits) { a } else { b })
        }
        "max" if sign => {
            Box::new(move |a, b, _| if signed(a, bits) > signed(b, bits) { a } else { b })
        }
        "min" => Box::new(|a, b, _| a.min(b)),
        "max" => Box::new(|a, b, _| a.max(b)),
        "and" => Box::new(|a, b, _| a & b),
        "or" => Box::new(|a, b, _| a | b),
        "xor" => Box::new(|a, b, _| a ^ b),
        "exch" => Box::new(|_, b, _| b),
        "cas" => Box::new(|a, b, c| if a == b { c } else { a }),
        _ => return None,
    })
}
