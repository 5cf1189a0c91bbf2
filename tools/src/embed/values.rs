//! Flattening of values to tensors in memory, and back.

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::types::{Layout, TensorType, TypeKind};
use hloom_ir::{Literal, Type};
use std::sync::Arc;

/// The tensors of a value: members of tuples separately, splats expanded, and sparse tensors as
/// their arrays unless `dense`. Dynamically sized values are added to `host_values`.
///
/// # Errors
/// A sentence, if a tensor can't be stored in its type's format.
pub(super) fn flatten(
    value: Value,
    (ty, dense): (Type, bool),
    into: &mut Vec<Literal>,
    host_values: &mut Vec<Value>,
) -> Result<(), String> {
    match (value, ty.members()) {
        (Value::Tuple(members), Some(types)) => {
            for (member, &ty) in members.into_iter().zip(types.iter()) {
                flatten(member, (ty, dense), into, host_values)?;
            }
        }
        (Value::Token, _) => {}
        (value, _) if is_sparse(ty) && !dense => {
            let stored = stored(value, ty)?;
            into.extend(stored.arrays().into_iter().map(Literal::expanded));
        }
        (value, _) if let Some((tensor, layout)) = in_layout(ty) => {
            let row_major = match value {
                Value::Tensor(literal) => literal,
                Value::Sparse(sparse) => sparse.to_dense().map_err(|error| error.to_string())?,
                other => return Err(format!("{} is not a tensor", other.ty())),
            };
            let memory = row_major.to_physical(&layout);
            into.push(memory.ok_or_else(|| format!("{} does not fit memory", Type::from(tensor)))?);
        }
        (Value::Tensor(literal), _) if has_size(ty) => into.push(literal.expanded()),
        (Value::Sparse(sparse), _) if has_size(ty) => {
            into.push(sparse.to_dense().map_err(|error| error.to_string())?);
        }
        (value, _) => host_values.push(value),
    }
    Ok(())
}

/// A tensor in the storage format of a type.
fn stored(value: Value, ty: Type) -> Result<Arc<Sparse>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("a tensor {error}");
    let dense = match value {
        Value::Sparse(sparse) if sparse.ty() == ty => return Ok(sparse),
        Value::Sparse(sparse) => sparse.to_dense().map_err(|error| error.to_string())?,
        Value::Tensor(literal) => literal,
        other => return Err(format!("{} is not a tensor", other.ty())),
    };
    let stored = Sparse::from_dense(ty, &dense);
    Ok(Arc::new(stored.map_err(|error| wrong(&error))?))
}

/// Whether a type is a sparse tensor.
pub(super) fn is_sparse(ty: Type) -> bool {
    match ty.members() {
        Some(members) => members.iter().any(|&member| is_sparse(member)),
        None => ty.as_tensor().is_some_and(|t| t.sparse().is_some()),
    }
}

/// Rebuilds a value of a type from the next tensors and kept values. `declared` is its type before
/// the passes: a quantized tensor is stored as integers.
pub(super) fn gather(
    ty: Type,
    declared: Type,
    from: &mut impl Iterator<Item = Literal>,
    host_values: &mut impl Iterator<Item = Value>,
) -> Option<Value> {
    if let Some(types) = ty.members() {
        let declared = declared.members().filter(|d| d.len() == types.len());
        let declared = declared.unwrap_or_else(|| types.clone());
        let pairs = types.iter().zip(declared.iter());
        let members = pairs.map(|(&ty, &declared)| gather(ty, declared, from, host_values));
        return members.collect::<Option<Vec<Value>>>().map(Value::Tuple);
    }
    match ty.kind() {
        TypeKind::Token => Some(Value::Token),
        _ if let Some((tensor, layout)) = in_layout(ty) => {
            let literal = from.next()?.from_physical(&tensor, &layout)?;
            Some(Value::Tensor(declare(literal, declared)))
        }
        _ if has_size(ty) => from.next().map(|literal| Value::Tensor(declare(literal, declared))),
        _ => host_values.next(),
    }
}

/// Reinterprets stored integers as quantized elements.
fn declare(literal: Literal, declared: Type) -> Literal {
    let quantized = declared.as_tensor().filter(|t| t.element.is_quantized());
    let Some(quantized) = quantized else { return literal };
    let Some(found) = literal.ty().as_tensor() else { return literal };
    let ty = Type::from(quantized.with_dims(&found.dims));
    Literal::new(ty, literal.bytes().into()).unwrap_or(literal)
}

/// The layout of an argument or result that is not row-major, and the tensor's type. Dynamically
/// sized values stay on the host; no device buffer is allocated.
pub(super) fn in_layout(ty: Type) -> Option<(TensorType, Layout)> {
    let tensor = ty.as_tensor().filter(|_| has_size(ty))?;
    Some((tensor.clone(), tensor.own_layout()?))
}

/// Whether a tensor of a type, or a member of a tuple, has a layout other than row-major.
pub(super) fn is_laid(ty: Type) -> bool {
    match ty.members() {
        Some(members) => members.iter().any(|&member| is_laid(member)),
        None => in_layout(ty).is_some(),
    }
}

/// Whether values of a type are statically sized tensors.
pub(super) fn has_size(ty: Type) -> bool {
    ty.as_tensor().is_some_and(|t| t.byte_size().is_some())
}

/// Whether a type has unknown extents.
pub(super) fn is_open(ty: Type) -> bool {
    match ty.members() {
        Some(members) => members.iter().any(|&member| is_open(member)),
        None => ty.as_tensor().is_some_and(|t| !t.is_static()),
    }
}
