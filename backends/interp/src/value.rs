//! Values of a running program: tensors, tuples and tokens.

use crate::processes::future::Future;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::types::TypeKind;
use hloom_ir::{Literal, Type};
use hloom_storage::encoding::Mapped;
use std::sync::Arc;

/// A value of a running program.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A tensor; also a scalar outside of tensors, stored as a tensor of rank 0.
    Tensor(Literal),
    /// A tuple; a struct is the tuple of its fields, an array that of its members.
    Tuple(Vec<Value>),
    /// A token, which has no content.
    Token,
    /// A result of an asynchronous op.
    Future(Future),
    /// A sparse tensor. Only arguments and results of a run are sparse; the interpreter converts them to
    /// dense tensors first.
    Sparse(Arc<Sparse>),
    /// A tensor in the arrays of a storage mapping (`#hloom.storage`): as with sparse ones, an argument only.
    Mapped(Arc<Mapped>),
}

impl Value {
    /// The tensor, if it is one.
    pub fn tensor(&self) -> Option<&Literal> {
        match self {
            Value::Tensor(literal) => Some(literal),
            Value::Tuple(_)
            | Value::Token
            | Value::Future(_)
            | Value::Sparse(_)
            | Value::Mapped(_) => None,
        }
    }

    /// The tensor, if it is one.
    pub fn into_tensor(self) -> Option<Literal> {
        match self {
            Value::Tensor(literal) => Some(literal),
            Value::Tuple(_)
            | Value::Token
            | Value::Future(_)
            | Value::Sparse(_)
            | Value::Mapped(_) => None,
        }
    }

    /// The value's type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Tensor(literal) => literal.ty(),
            Value::Tuple(members) => {
                Type::tuple(&members.iter().map(Value::ty).collect::<Vec<_>>())
            }
            Value::Token => Type::token(),
            Value::Future(future) => Type::future(&[future.of()]),
            Value::Sparse(sparse) => sparse.ty(),
            Value::Mapped(mapped) => mapped.ty(),
        }
    }

    /// The value with dense tensors.
    ///
    /// # Errors
    /// A sentence: there is not enough memory for the dense form of a sparse tensor, or a mapping has
    /// entries outside of the extents.
    pub fn dense(self) -> Result<Value, String> {
        Ok(match self {
            Value::Sparse(sparse) => {
                Value::Tensor(sparse.to_dense().map_err(|error| error.to_string())?)
            }
            Value::Mapped(mapped) => Value::Tensor(mapped.to_dense()?),
            Value::Tuple(members) => {
                Value::Tuple(members.into_iter().map(Value::dense).collect::<Result<_, _>>()?)
            }
            other => other,
        })
    }

    /// Whether the value is valid for a type.
    pub fn fits(&self, ty: Type) -> bool {
        match (self, ty.kind()) {
            // Shapes are stored as their extents, witnesses as booleans.
            (Value::Tensor(_), TypeKind::Foreign(name)) => name.starts_with("!shape."),
            (Value::Tensor(literal), TypeKind::Scalar(element)) => {
                literal.ty() == Type::scalar_tensor(*element)
            }
            (Value::Tensor(literal), _) => {
                literal.ty().compatible(ty) && is_within_bounds(literal, ty)
            }
            (Value::Token, TypeKind::Token) => true,
            (Value::Tuple(members), _) => ty.members().is_some_and(|types| {
                members.len() == types.len()
                    && members.iter().zip(types.iter()).all(|(v, t)| v.fits(*t))
            }),
            (Value::Sparse(sparse), TypeKind::Tensor(_)) => sparse.ty().compatible(ty),
            (Value::Mapped(mapped), TypeKind::Tensor(_)) => mapped.ty().compatible(ty),
            (Value::Future(future), TypeKind::Future(of)) => {
                matches!(**of, [of] if future.of().compatible(of))
            }
            _ => false,
        }
    }
}

/// Whether a tensor's extents are within the bounds of a type of its rank.
fn is_within_bounds(literal: &Literal, ty: Type) -> bool {
    ty.as_tensor().is_none_or(|t| {
        literal.dims().iter().enumerate().all(|(d, &n)| t.bound(d).is_none_or(|bound| n <= bound))
    })
}

impl From<Literal> for Value {
    fn from(literal: Literal) -> Value {
        Value::Tensor(literal)
    }
}
