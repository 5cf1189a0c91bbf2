//! Ranges of integer types, and integer constants.

use hloom_ir::module::Module;
use hloom_ir::{Element, Literal, Type, Value};

/// The numbers that an integer type of whole bytes holds; `None` for other types.
pub fn range(element: Element) -> Option<std::ops::RangeInclusive<i128>> {
    if !element.is_integer() || element.bit_width() as usize != 8 * element.byte_width() {
        return None;
    }
    let one: i128 = 1;
    Some(if element.is_signed() {
        let half = one << (element.bit_width() - 1);
        -half..=half - 1
    } else {
        0..=(one << element.bit_width()) - 1
    })
}

/// A constant of type `ty` whose elements all are `number`, modulo the range of the type.
pub fn splat(ty: Type, number: i128) -> Option<Literal> {
    let element = ty.element()?;
    range(element)?;
    Literal::splat(ty, &number.to_le_bytes()[..element.byte_width()]).ok()
}

/// The integer that a scalar constant holds.
pub fn scalar(module: &Module, value: Value) -> Option<i128> {
    let literal = module.constant(value)?;
    let is_scalar = literal.dims().is_empty();
    is_scalar.then(|| literal.get_int(0))?
}
