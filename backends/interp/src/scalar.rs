//! Scalars outside of tensors, which are stored as tensors of rank 0.

use crate::error::{EvalError, RegionError};
use crate::operands::scalar;
use crate::options::Options;
use crate::run::OpResults;
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::ScalarConstant;
use hloom_ir::{Literal, Type};

/// The number or tensor of `arith.constant`.
pub(crate) fn constant(it: &ScalarConstant) -> Result<OpResults, RegionError> {
    let literal = it.literal().ok_or_else(|| {
        EvalError::unsupported(format!("{} is not a number that an element can hold", it.value))
    })?;
    Ok(smallvec::smallvec![Value::Tensor(literal)])
}

/// The element of a tensor at indices.
pub(crate) fn extract(operands: &[Value]) -> Result<OpResults, RegionError> {
    let [Value::Tensor(tensor), indices @ ..] = operands else {
        return Err(EvalError::invalid("the operand is not a tensor").into());
    };
    if indices.len() != tensor.dims().len() {
        return Err(EvalError::invalid("there must be an index for each dimension").into());
    }
    let mut at = 0;
    for (d, (index, &extent)) in indices.iter().zip(tensor.dims()).enumerate() {
        let index = scalar(Some(index))?;
        let inside = usize::try_from(index).ok().filter(|&i| i < extent as usize);
        let Some(index) = inside else {
            let message =
                format!("index {index} is not in 0..{extent}, the indices of dimension {d}");
            return Err(EvalError::check(message).into());
        };
        at = at * extent as usize + index;
    }
    let ty = Type::scalar_tensor(tensor.element());
    let element = Literal::new(ty, tensor.element_bytes(at).into());
    let element = element.map_err(|wrong| EvalError::unsupported(wrong.to_string()))?;
    Ok(smallvec::smallvec![Value::Tensor(element)])
}

/// The tensor of these elements.
pub(crate) fn from_elements(
    operands: &[Value],
    ty: Option<Type>,
    options: &Options<'_>,
) -> Result<OpResults, RegionError> {
    let ty = ty.ok_or_else(|| EvalError::invalid("it has no result"))?;
    let size = ty.as_tensor().and_then(|t| t.byte_size()).unwrap_or(usize::MAX);
    if size as u64 > options.max_tensor_bytes {
        return Err(EvalError::limit(format!("{ty} is larger than the limit")).into());
    }
    let mut bytes = Bytes::zeros(size);
    let mut at = 0;
    for operand in operands {
        let element = operand.tensor().filter(|t| t.count() == 1);
        let element = element.ok_or_else(|| EvalError::invalid("an element is not a scalar"))?;
        let from = element.element_bytes(0);
        let to = bytes.as_mut_slice().get_mut(at..at + from.len());
        to.ok_or_else(|| EvalError::invalid("there are too many elements"))?.copy_from_slice(from);
        at += from.len();
    }
    let literal = Literal::new(ty, bytes).map_err(|wrong| EvalError::invalid(wrong.to_string()))?;
    Ok(smallvec::smallvec![Value::Tensor(literal)])
}
