//! Scalars outside of tensors, as upstream MLIR's branches require: constants, and conversions from
//! and to tensors.

use crate::attr::Attr;
use crate::field::ResultType;
use crate::literal::Literal;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type, TypeKind};

op! {
    /// A constant number or tensor.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/ArithOps/#arithconstant-arithconstantop>
    scalar_constant: ScalarConstant = "arith.constant" () { value: Box<Attr> } -> Any
    syntax custom
    traits [Pure, NeverFails, NotFoldable]
}
impl ScalarConstant {
    /// The constant's type, if it is one.
    pub fn ty(&self) -> Option<Type> {
        match &*self.value {
            Attr::Bool(_) => Some(Type::scalar(Element::I1)),
            Attr::Int(_, ty) | Attr::Float(_, ty) => Some(*ty),
            Attr::Dense(literal) => Some(literal.ty()),
            _ => None,
        }
    }
}
impl ScalarConstant {
    /// The constant as a tensor; a number becomes a rank-0 tensor.
    pub fn literal(&self) -> Option<Literal> {
        let element = match self.ty()?.kind() {
            TypeKind::Scalar(element) => *element,
            _ => Element::I1,
        };
        let ty = Type::scalar_tensor(element);
        match &*self.value {
            Attr::Bool(value) => Literal::new(ty, [u8::from(*value)][..].into()).ok(),
            Attr::Int(value, _) if element.is_integer() || element.is_boolean() => {
                let bytes = value.to_le_bytes();
                Literal::new(ty, bytes[..element.byte_width().min(8)].into()).ok()
            }
            Attr::Float(bits, _) if element.is_float() => {
                Literal::from_f64s(ty, &[f64::from_bits(*bits)]).ok()
            }
            Attr::Dense(literal) => Some(literal.clone()),
            _ => None,
        }
    }
}
impl Infer for ScalarConstant {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ty = self.ty();
        ensure!(Type at value, ty.is_some(), "{} is neither a number nor a tensor", self.value);
        Ok(ty.into_iter().collect())
    }
}

op! {
    /// The element of a tensor at these indices.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorextract-tensorextractop>
    tensor_extract: TensorExtract = "tensor.extract" (tensor: Tensor, indices: many Any) {} -> Any
    syntax custom
    traits [Pure, MayFail, Foldable]
}
impl Infer for TensorExtract {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let tensor = cx.tensor(0)?;
        let (rank, found) = (tensor.rank(), cx.len() - 1);
        ensure!(Arity, found == rank, "{} needs {rank} indices, not {found}", cx.ty(0));
        for i in 1..cx.len() {
            let ty = cx.ty(i);
            ensure!(Type at # i, matches!(ty.kind(), TypeKind::Scalar(Element::Index)),
                "an index must be of type index, not {ty}");
        }
        Ok(Type::scalar(tensor.element).into())
    }
}

op! {
    /// The tensor of these elements, row-major.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorfrom_elements-tensorfromelementsop>
    tensor_from_elements: TensorFromElements = "tensor.from_elements" (elements: many Any)
    { ty: ResultType } -> Tensor
    syntax custom
    traits [Pure, NeverFails, Foldable]
}
impl Infer for TensorFromElements {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let ty = self.ty.0;
        let tensor = ty.as_tensor().filter(|t| t.count().is_some());
        ensure!(Type, tensor.is_some(), "the result must be a tensor of known size, not {ty}");
        let (element, count) =
            tensor.map_or((Element::I1, 0), |t| (t.element, t.count().unwrap_or(0)));
        ensure!(Arity, cx.len() == count, "{ty} has {count} elements, not {}", cx.len());
        for i in 0..cx.len() {
            ensure!(Type at # i, cx.ty(i) == Type::scalar(element),
                "an element must be {element}, not {}", cx.ty(i));
        }
        Ok(ty.into())
    }
}
