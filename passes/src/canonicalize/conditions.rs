//! Conditions on literals and types that several rules share.

use crate::rule::Match;
use hloom_ir::literal::{Literal, read_f64};
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Type, Value};

fn element(m: &Match<'_, '_>, x: Value) -> Option<Element> {
    m.ty(x).element()
}

/// The elementwise inverse of a float constant, if each element is a power of two whose inverse is
/// a normal number: division and multiplication then round alike.
pub(super) fn exact_reciprocal(literal: &Literal) -> Option<Literal> {
    let element = literal.element();
    if !matches!(element, Element::F16 | Element::BF16 | Element::F32 | Element::F64) {
        return None;
    }
    let format = FloatFormat::of(element)?;
    let (smallest, largest) = (2f64.powi(1 - format.bias), 2f64.powi(format.bias));
    let inverses = literal
        .bytes()
        .chunks_exact(element.byte_width())
        .map(|bytes| {
            let v = read_f64(element, bytes);
            let is_power = v.to_bits() & ((1 << 52) - 1) == 0;
            let inverse = 1.0 / v;
            let normal = |a: f64| (smallest..=largest).contains(&a.abs());
            (is_power && normal(v) && normal(inverse)).then_some(inverse)
        })
        .collect::<Option<Vec<f64>>>()?;
    Literal::from_f64s(literal.ty(), &inverses).ok()
}

/// Whether the element type of `via` holds every value of `x`'s.
pub(super) fn keeps_all_values(m: &Match<'_, '_>, x: Value, via: Type) -> bool {
    let (Some(from), Some(via)) = (element(m, x), via.element()) else { return false };
    if from == via {
        return true;
    }
    match (FloatFormat::of(from), FloatFormat::of(via)) {
        (Some(_), Some(b)) => {
            let a = FloatFormat::of(from).expect("just matched");
            // Standard formats only: the others differ in their special values.
            let standard =
                |e| matches!(e, Element::F16 | Element::BF16 | Element::F32 | Element::F64);
            standard(from)
                && standard(via)
                && a.exponent_bits <= b.exponent_bits
                && a.mantissa_bits <= b.mantissa_bits
        }
        (None, None) if from.is_integer() && via.is_integer() => {
            let (a, b) = (from.bit_width(), via.bit_width());
            match (from.is_signed(), via.is_signed()) {
                (true, true) | (false, false) => a <= b,
                (false, true) => a < b,
                (true, false) => false,
            }
        }
        // Not through floats: integers saturate on the way back, and wrap directly.
        _ => false,
    }
}
