//! Flattening of values to tensors in memory, and back.

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::types::{Layout, TensorType, TypeKind};
use hloom_ir::{Literal, Type};
use hloom_storage::encoding::Mapped;
use std::sync::Arc;

/// The memory of one run: inputs and outputs.
#[derive(Default)]
pub(crate) struct Memory {
    pub(super) inputs: Vec<Literal>,
    /// Sparse inputs, by the numbers of their first arrays in `inputs`.
    pub(super) stored: Vec<(u32, Arc<Sparse>)>,
    /// Inputs that stay on the host.
    pub(super) host_inputs: Vec<Value>,
    pub(super) outputs: Vec<Literal>,
    /// Results that stay on the host.
    pub(super) host_outputs: Vec<Value>,
}

/// Adds the tensors of a value to the inputs of a run: members of tuples separately, splats expanded, and
/// sparse tensors as their arrays unless `dense`. Dynamically sized values stay on the host.
///
/// # Errors
/// A sentence, if a tensor can't be stored in its type's format.
pub(super) fn flatten(
    value: Value,
    (ty, dense): (Type, bool),
    memory: &mut Memory,
) -> Result<(), String> {
    match (value, ty.members()) {
        (Value::Tuple(members), Some(types)) => {
            for (member, &ty) in members.into_iter().zip(types.iter()) {
                flatten(member, (ty, dense), memory)?;
            }
        }
        (Value::Token, _) => {}
        (value, _) if is_sparse(ty) && has_size(ty) && !dense => {
            let stored = stored(value, ty)?;
            memory.stored.push((memory.inputs.len() as u32, stored.clone()));
            memory.inputs.extend(stored.arrays().into_iter().map(Literal::expanded));
        }
        (value, _) if let Some((tensor, layout)) = in_layout(ty) => {
            let row_major = match value {
                Value::Tensor(literal) => literal,
                Value::Sparse(sparse) => sparse.to_dense().map_err(|error| error.to_string())?,
                Value::Mapped(mapped) => mapped.to_dense()?,
                other => return Err(format!("{} is not a tensor", other.ty())),
            };
            let physical = row_major.to_physical(&layout);
            memory.inputs.push(
                physical.ok_or_else(|| format!("{} does not fit memory", Type::from(tensor)))?,
            );
        }
        (Value::Tensor(literal), _) if has_size(ty) => memory.inputs.push(literal.expanded()),
        (Value::Sparse(sparse), _) if has_size(ty) => {
            memory.inputs.push(sparse.to_dense().map_err(|error| error.to_string())?);
        }
        (Value::Mapped(mapped), _) if has_size(ty) => memory.inputs.push(mapped.to_dense()?),
        (value, _) => memory.host_inputs.push(value),
    }
    Ok(())
}

/// A tensor in the arrays of its type's mapping; dense, if they can't hold it.
///
/// # Errors
/// A sentence, if a tensor of another storage has no dense form.
pub(super) fn as_mapped(value: Value, ty: Type) -> Result<Value, String> {
    // Arrays of another mapping may have the same names.
    let same = matches!(&value, Value::Mapped(mapped) if mapped.ty() == ty);
    match if same { value } else { value.dense()? } {
        Value::Tensor(dense) => Ok(match Mapped::from_dense(ty, &dense) {
            Ok(mapped) => Value::Mapped(Arc::new(mapped)),
            Err(_) => Value::Tensor(dense),
        }),
        other => Ok(other),
    }
}

/// A tensor in the storage format of a type.
fn stored(value: Value, ty: Type) -> Result<Arc<Sparse>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("a tensor {error}");
    let stored = match value {
        Value::Sparse(sparse) if sparse.ty() == ty => return Ok(sparse),
        Value::Sparse(sparse) => sparse.stored_as(ty),
        Value::Mapped(mapped) => Sparse::from_dense(ty, &mapped.to_dense()?),
        Value::Tensor(literal) => Sparse::from_dense(ty, &literal),
        other => return Err(format!("{} is not a tensor", other.ty())),
    };
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
    ty.as_tensor().is_some_and(|t| t.buffer_size().is_some())
}

/// Whether a type has unknown extents.
pub(super) fn is_open(ty: Type) -> bool {
    match ty.members() {
        Some(members) => members.iter().any(|&member| is_open(member)),
        None => ty.as_tensor().is_some_and(|t| !t.is_static()),
    }
}
