//! Conversion of operands: to tensors, integers, and scalars.

use crate::elem::{Int, with_int};
use crate::error::{EvalError, EvalResult};
use crate::value::Value;
use hloom_ir::{Element, Literal, Type};
use smallvec::SmallVec;

/// The operands as tensors.
pub(crate) fn tensors(operands: &[Value]) -> Result<SmallVec<[&Literal; 3]>, Box<EvalError>> {
    let mut all = SmallVec::with_capacity(operands.len());
    for (i, value) in operands.iter().enumerate() {
        match value {
            Value::Tensor(literal) => all.push(literal),
            other => {
                let message = format!("operand {i} is {}, not a tensor", other.ty());
                return Err(EvalError::invalid(message));
            }
        }
    }
    Ok(all)
}

/// The elements of an integer tensor. Values beyond 63 bits become the largest number, which
/// exceeds every extent.
pub(crate) fn integers(x: &Literal) -> EvalResult<Vec<i64>> {
    let all = x.expanded();
    with_int! { x.element(), T => {
        let numbers: &[T] = bytemuck::cast_slice(all.bytes());
        let beyond = |n: T| !T::SIGNED && n.wide() < 0;
        Ok(numbers.iter().map(|&n| if beyond(n) { i64::MAX } else { n.wide() }).collect())
    }, else Err(EvalError::invalid(format!("{} is not a tensor of integers", x.ty()))) }
}

/// The single number of a tensor.
pub(crate) fn number(x: &Literal) -> EvalResult<i64> {
    match integers(x)?[..] {
        [n] => Ok(n),
        _ => Err(EvalError::invalid(format!("{} is not a single number", x.ty()))),
    }
}

/// A value of type `index`.
pub(crate) fn index(n: i64) -> EvalResult<Literal> {
    Literal::splat(Type::scalar_tensor(Element::Index), &n.to_le_bytes())
        .map_err(|e| EvalError::invalid(e.to_string()))
}

/// The single number of an operand.
pub(crate) fn scalar(value: Option<&Value>) -> EvalResult<i128> {
    value
        .and_then(Value::tensor)
        .filter(|t| t.count() == 1)
        .and_then(|t| t.get_int(0))
        .ok_or_else(|| EvalError::invalid("the value that chooses a branch is not a scalar"))
}
