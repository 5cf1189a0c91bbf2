//! Ops of upstream MLIR's `tensor` dialect that occur in programs of dynamic shape.

use super::arith::element_of;
use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type, TypeKind};

/// `index`.
fn index() -> Type {
    Type::scalar(Element::Index)
}

op! {
    /// The extent of a dimension.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensordim-tensordimop>
    tensor_dim: TensorDim = "tensor.dim" (source: Tensor, index: Any) {} -> Any
    syntax "$source, $index : extent"
    traits [Pure, MayFail, Foldable]
}
impl Infer for TensorDim {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(Type at #1, cx.ty(1) == index(), "the dimension must be of type index, not {}", cx.ty(1));
        Ok(index().into())
    }
}

op! {
    /// The number of dimensions.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorrank-tensorrankop>
    tensor_rank: TensorRank = "tensor.rank" (tensor: Tensor) {} -> Any
    syntax "$tensor : extent"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for TensorRank {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(index().into())
    }
}

op! {
    /// The same tensor with a more or less precise type.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorcast-tensorcastop>
    tensor_cast: TensorCast = "tensor.cast" (source: Tensor) { ty: ResultType } -> Any
    syntax "$source : to"
    traits [Pure, MayFail, Foldable]
}
impl Infer for TensorCast {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (from, to) = (cx.ty(0), self.ty.0);
        ensure!(Type, from.compatible(to), "{from} can't be {to}");
        Ok(to.into())
    }
}

op! {
    /// A tensor with unspecified elements, which are zero in hloom. The operands are its dynamic
    /// extents.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorempty-tensoremptyop>
    tensor_empty: TensorEmpty = "tensor.empty" (sizes: many Any) { ty: ResultType } -> Any
    syntax "($sizes) : sized"
    traits [Pure, MayFail, Foldable]
}
impl Infer for TensorEmpty {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        sizes(cx, 0, self.ty.0)
    }
}

op! {
    /// A tensor with all elements equal to a scalar.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/TensorOps/#tensorsplat-tensorsplatop>
    tensor_splat: TensorSplat = "tensor.splat" (input: Any, sizes: many Any) { ty: ResultType } -> Any
    syntax "$input[$sizes] : splat"
    traits [Pure, MayFail, Foldable]
}
impl Infer for TensorSplat {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let scalar = matches!(cx.ty(0).kind(), TypeKind::Scalar(_));
        ensure!(Type at #0, scalar && element_of(cx.ty(0)) == self.ty.0.element(),
            "{} is not an element of {}", cx.ty(0), self.ty.0);
        sizes(cx, 1, self.ty.0)
    }
}

/// Checks that the operands from `first` on are the dynamic extents of a type.
fn sizes(cx: &InferContext<'_>, first: usize, ty: Type) -> Result<Types, ConstraintError> {
    let tensor = ty.as_tensor();
    ensure!(Type, tensor.is_some(), "the result must be a ranked tensor, not {ty}");
    let open = tensor.map_or(0, |t| t.dims.iter().filter(|&&n| n == crate::types::DYNAMIC).count());
    ensure!(
        Arity,
        cx.len() - first == open,
        "{ty} leaves {open} extents open, but {} are given",
        cx.len() - first
    );
    for i in first..cx.len() {
        ensure!(Type at # i, cx.ty(i) == index(), "an extent must be of type index, not {}", cx.ty(i));
    }
    Ok(ty.into())
}
