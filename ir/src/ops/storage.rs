//! Conversion between storage formats of a tensor.

use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;

op! {
    /// Converts the operand to the storage format of the result's type. Only the encoding differs;
    /// all elements are the same. A sparse tensor becomes dense, or gets another sparse format.
    relayout: Relayout = "hloom.relayout" (operand: Tensor) { ty: ResultType } -> Tensor
    syntax "$operand : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Relayout {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, ty) = (cx.tensor(0)?, self.ty.0);
        let same = ty.as_tensor().is_some_and(|y| y.dims == x.dims && y.element == x.element);
        ensure!(Type, same, "{} can't become {ty}: only how it is stored may differ", cx.ty(0));
        Ok(ty.into())
    }
}
