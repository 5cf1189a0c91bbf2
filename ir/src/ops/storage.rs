//! The op between storages of a tensor.

use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;

op! {
    /// The operand stored as the result's type says. Only encodings differ: every
    /// element is the same. A sparse tensor becomes a dense one, or one that is stored
    /// in another way.
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
