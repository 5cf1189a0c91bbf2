//! What a program computes with: tensors, tuples and tokens.

use crate::parallel::Future;
use hloom_ir::types::TypeKind;
use hloom_ir::{Literal, Type};

/// A value of a running program.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A tensor; or a scalar outside of tensors, which is held as a tensor without
    /// dimensions.
    Tensor(Literal),
    /// A tuple; a struct is the tuple of its fields, an array that of its members.
    Tuple(Vec<Value>),
    /// A token; it holds nothing.
    Token,
    /// What an op begun earlier will have made.
    Future(Future),
}

impl Value {
    /// The tensor, if it is one.
    pub fn tensor(&self) -> Option<&Literal> {
        match self {
            Value::Tensor(literal) => Some(literal),
            Value::Tuple(_) | Value::Token | Value::Future(_) => None,
        }
    }

    /// The tensor, if it is one.
    pub fn into_tensor(self) -> Option<Literal> {
        match self {
            Value::Tensor(literal) => Some(literal),
            Value::Tuple(_) | Value::Token | Value::Future(_) => None,
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
            Value::Future(future) => Type::future(future.of()),
        }
    }

    /// Whether the value may stand where a value of this type is expected.
    pub fn fits(&self, ty: Type) -> bool {
        match (self, ty.kind()) {
            // Shapes are held as their extents, witnesses as booleans.
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
            (Value::Future(future), TypeKind::Future(of)) => future.of().compatible(*of),
            _ => false,
        }
    }
}

/// Whether a tensor's extents are within the bounds that a type of its rank has.
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
