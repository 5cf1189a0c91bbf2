//! Partial results in memory: exact element types, stores and loads.

use crate::index::Index;
use crate::math::Parts;
use crate::program::{BufferId, Builder, CompareOp, Scalar, Value, storage};
use hloom_ir::Element;

/// The element type that holds a register exactly.
pub(super) fn partial_element(element: Element) -> Element {
    match element {
        Element::I1 => Element::I8,
        e if e.is_float() && e.bit_width() < 32 => Element::F32,
        e => e,
    }
}

pub(super) fn store(
    b: &mut Builder,
    to: BufferId,
    element: Element,
    at: &Index,
    part: Parts<Value>,
) {
    use crate::program::ConvertOp;
    let units = i64::from(storage(element).units);
    for (n, value) in (0..units).zip([part.re, part.im]) {
        let value = if element == Element::I1 {
            b.convert(ConvertOp::ExtendU, value, Scalar::I8)
        } else {
            value
        };
        b.store(value, to, at.clone() * units + n);
    }
}

pub(super) fn load(b: &mut Builder, from: BufferId, element: Element, at: &Index) -> Parts<Value> {
    let held = storage(partial_element(element));
    let units = i64::from(held.units);
    let mut part = |n: i64| b.load(held.scalar.ty(), from, at.clone() * units + n);
    let re = part(0);
    let im = if units == 2 { part(1) } else { re };
    if element == Element::I1 {
        let zero = b.int(Scalar::I8.ty(), 0);
        return b.compare(CompareOp::Ne, re, zero).into();
    }
    Parts { re, im }
}
