//! Elements of tensors as numbers of the calculus, and back.

use crate::types::Scalar;
use crate::value::Value;
use hloom_ir::Element;
use hloom_ir::literal::{Literal, write_f64};

/// An element of a literal as a number of this type.
pub(crate) fn number_at(literal: &Literal, base: Scalar, at: usize) -> Value {
    let int = || literal.get_int(at).unwrap_or(0) as i64;
    match base {
        Scalar::Bool => Value::Bool(int() != 0),
        Scalar::Int => Value::Int(int()),
        Scalar::Real => Value::Real(literal.get_f64(at)),
    }
}

/// Writes a number as an element of this type, an integer modulo its width. A collection is written as zero.
pub fn write_number(number: &Value, element: Element, out: &mut [u8]) {
    match number {
        Value::Bool(value) => out[0] = u8::from(*value),
        Value::Int(value) => out.copy_from_slice(&value.to_le_bytes()[..out.len()]),
        Value::Real(value) => write_f64(element, *value, out),
        Value::Array(_) | Value::Dict(_) => out.fill(0),
    }
}
