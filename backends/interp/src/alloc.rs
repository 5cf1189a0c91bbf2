//! Result types, limits and memory of tensors that an op makes.

use crate::error::{EvalError, EvalResult};
use hloom_ir::literal::Bytes;
use hloom_ir::types::TypeKind;
use hloom_ir::{DYNAMIC, Element, Literal, Type};

/// The type of a result with these extents, whose type in the program is `declared`.
pub(crate) fn result_type(declared: Type, dims: &[i64]) -> EvalResult<Type> {
    match declared.kind() {
        TypeKind::Tensor(t) if t.dims[..] == *dims => Ok(declared),
        TypeKind::Tensor(t)
            if t.rank() == dims.len()
                && t.dims.iter().zip(dims).all(|(&a, &b)| a == b || a == DYNAMIC) =>
        {
            if let Some(d) = (0..dims.len()).find(|&d| t.bound(d).is_some_and(|n| dims[d] > n)) {
                return Err(EvalError::invalid(format!(
                    "dimension {d} of the result would have extent {}, beyond the bound in {declared}",
                    dims[d]
                )));
            }
            Ok(Type::tensor(dims, t.element))
        }
        TypeKind::Unranked(element) => Ok(Type::tensor(dims, *element)),
        _ => Err(EvalError::invalid(format!(
            "the result would have extents {dims:?}, which do not match {declared}"
        ))),
    }
}

/// The number of elements of a tensor; an error if its size is unknown or beyond the
/// limit in bytes.
pub(crate) fn checked_count(ty: Type, limit: u64) -> EvalResult<usize> {
    let Some(tensor) = ty.as_tensor() else {
        return Err(EvalError::invalid(format!("the result's type is {ty}, not a ranked tensor")));
    };
    if !tensor.is_static() {
        return Err(EvalError::invalid(format!("the extents of {ty} are not known")));
    }
    match (tensor.byte_size(), tensor.count()) {
        (Some(bytes), Some(count)) if bytes as u64 <= limit => Ok(count),
        (Some(bytes), _) => Err(EvalError::limit(format!(
            "{ty} takes {bytes} bytes; the limit for one tensor is {limit}"
        ))),
        (None, _) => Err(EvalError::limit(format!("{ty} is larger than any memory"))),
    }
}

/// Zeroed memory for a tensor of this type.
pub(crate) fn alloc_zeroed(ty: Type, limit: u64) -> EvalResult<Bytes> {
    let count = checked_count(ty, limit)?;
    let width = ty.element().map_or(1, Element::byte_width);
    Ok(Bytes::zeros(count * width))
}

/// Memory of any value, for a caller that writes all of it.
pub(crate) fn alloc_recycled(bytes: usize) -> EvalResult<Bytes> {
    Bytes::recycled(bytes)
        .ok_or_else(|| EvalError::limit(format!("there is no memory for {bytes} bytes")))
}

/// The literal of this type with these bytes.
pub(crate) fn literal(ty: Type, data: Bytes) -> EvalResult<Literal> {
    Literal::new(ty, data).map_err(|e| EvalError::invalid(e.to_string()))
}
