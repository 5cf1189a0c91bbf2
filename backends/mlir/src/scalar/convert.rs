//! Conversions between element types, with the interpreter's choices: floats saturate and NaN is 0,
//! integers keep their low bits, `i1` tests for a difference from zero, complex numbers drop the
//! imaginary part.

use super::float::known;
use super::parts::number;
use super::{complex, narrow};
use crate::build::{Builder, FloatCompare, IntCompare, Val};
use hloom_ir::Element;
use melior::ir::{Type, ValueLike};

/// The element as one of another type.
///
/// # Errors
/// If one of the types is quantized.
pub(crate) fn convert<'c>(
    b: &Builder<'c>,
    x: Val<'c>,
    from: Element,
    to: Element,
) -> Result<Val<'c>, String> {
    if from == to {
        return Ok(x);
    }
    let ty = known(b, to)?;
    known(b, from)?;
    if from.is_complex() {
        let (re, im) = complex::load(b, from, x);
        return match to.is_complex() {
            true => Ok(complex::store(b, to, (re, im))),
            false => convert(b, re, Element::F64, to),
        };
    }
    if to.is_complex() {
        let re = convert(b, x, from, Element::F64)?;
        return Ok(complex::store(b, to, (re, number(b, re, 0.0))));
    }
    if from.is_float() {
        let wide = narrow::load(b, from, x);
        return Ok(match to {
            Element::I1 => b.cmpf(FloatCompare::Ne, wide, number(b, wide, 0.0)),
            to if to.is_float() => resized(b, from, wide, to),
            to => saturated(b, wide, ty, to),
        });
    }
    let unsigned = !from.is_signed();
    if to.is_float() {
        let name = if unsigned { "arith.uitofp" } else { "arith.sitofp" };
        return Ok(match to {
            Element::F64 | Element::F32 => b.one(name, &[x], ty),
            _ => {
                let double = b.one(name, &[x], Type::float64(b.cx));
                resized(b, Element::F64, double, to)
            }
        });
    }
    if to == Element::I1 {
        return Ok(b.cmpi(IntCompare::Ne, x, b.int_const(x.r#type(), 0)));
    }
    let (width, wanted) = (from.bit_width(), to.bit_width());
    Ok(match width.cmp(&wanted) {
        std::cmp::Ordering::Equal => x,
        std::cmp::Ordering::Greater => b.one("arith.trunci", &[x], ty),
        std::cmp::Ordering::Less if unsigned => b.one("arith.extui", &[x], ty),
        std::cmp::Ordering::Less => b.one("arith.extsi", &[x], ty),
    })
}

/// A number in the type of computation of `from`, rounded to a float type.
fn resized<'c>(b: &Builder<'c>, from: Element, wide: Val<'c>, to: Element) -> Val<'c> {
    match (from, to) {
        (Element::F64, Element::F64) => wide,
        (_, Element::F64) => b.one("arith.extf", &[wide], Type::float64(b.cx)),
        (Element::F64, Element::F32) => b.one("arith.truncf", &[wide], Type::float32(b.cx)),
        (Element::F64, _) => narrow::store(b, to, narrow::to_odd(b, wide)),
        _ => narrow::store(b, to, wide),
    }
}

/// A float truncated to the nearest integer of the type.
fn saturated<'c>(b: &Builder<'c>, x: Val<'c>, ty: Type<'c>, to: Element) -> Val<'c> {
    let bits = to.bit_width();
    let x = match x.r#type() == Type::float64(b.cx) {
        true => x,
        false => b.one("arith.extf", &[x], Type::float64(b.cx)),
    };
    let (name, low, high, least, most) = match to.is_signed() {
        true => {
            let limit = 2f64.powi(bits as i32 - 1);
            ("arith.fptosi", -limit, limit, i64::MIN >> (64 - bits), i64::MAX >> (64 - bits))
        }
        // All ones is -1 of the signless type.
        false => ("arith.fptoui", 0.0, 2f64.powi(bits as i32), 0, -1),
    };
    let inside = b.one(name, &[x], ty);
    let below = b.cmpf(FloatCompare::Le, x, number(b, x, low));
    let above = b.cmpf(FloatCompare::Ge, x, number(b, x, high));
    let is_nan = b.cmpf(FloatCompare::Unordered, x, x);
    let clamped = b.select(below, b.int_const(ty, least), inside);
    let clamped = b.select(above, b.int_const(ty, most), clamped);
    b.select(is_nan, b.int_const(ty, 0), clamped)
}
