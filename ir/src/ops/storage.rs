//! Changes of a tensor's physical form: its storage format, and its division into parts.

use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::{TensorType, Types, same_shape};

op! {
    /// Brings the operand to the physical form of the result's type: another storage format, or
    /// another [split](crate::types::split). Only the encoding differs, and one of both types may leave
    /// extents open; all elements are the same. A
    /// sparse tensor becomes dense or gets another sparse format; parts move to other cores or
    /// devices; terms of a partial sum are combined.
    relayout: Relayout = "hloom.relayout" (operand: Tensor) { ty: ResultType } -> Tensor
    syntax "$operand : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Relayout {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, ty) = (cx.tensor(0)?, self.ty.0);
        let same = |y: &TensorType| same_shape(x, y) && y.element == x.element;
        let same = ty.as_tensor().is_some_and(same);
        ensure!(Type, same, "{} can't become {ty}: only how it is stored may differ", cx.ty(0));
        if let (Some(y), true) = (ty.as_tensor(), same)
            && let Some(split) = y.split()
        {
            let had = x.split().map_or_else(Vec::new, |split| split.terms());
            let made = split.terms().iter().any(|it| !had.contains(it));
            ensure!(
                Type,
                !made,
                "{} can't become {ty}: a relayout combines terms and makes none",
                cx.ty(0)
            );
        }
        Ok(ty.into())
    }
}

op! {
    /// Gives each part of a split operand the neighbouring elements that the halo of the result's
    /// type asks for. Positions outside of the tensor hold `fill`, which stands for the padding of
    /// the windows that read them. The elements of the tensor stay the same.
    halo: Halo = "hloom.halo" (operand: Tensor, fill: Tensor) { ty: ResultType } -> Tensor
    syntax "$operand, $fill : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Halo {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, fill, ty) = (cx.tensor(0)?, cx.tensor(1)?, self.ty.0);
        let split = ty.as_tensor().and_then(|y| y.split()).filter(|split| split.has_halo());
        let same = ty.as_tensor().zip(split).is_some_and(|(y, split)| {
            same_shape(x, y)
                && y.element == x.element
                && x.split().is_some_and(|from| from == split.without_halo())
        });
        ensure!(Type, same, "{} can't become {ty}: only halos may be new", cx.ty(0));
        ensure!(
            Type,
            fill.rank() == 0 && fill.element == x.element,
            "the fill of {} is {}; it must be a scalar of the same element type",
            cx.ty(0),
            cx.ty(1)
        );
        Ok(ty.into())
    }
}
