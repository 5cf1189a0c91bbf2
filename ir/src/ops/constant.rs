//! Ops without operands.

use crate::field::ResultType;
use crate::literal::Literal;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;

op! {
    /// A constant tensor.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#constant>
    constant: Constant = "stablehlo.constant" () { value: Literal } -> Tensor
    syntax custom
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for Constant {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        if let Some((i, stored)) = self.value.outside_storage() {
            let ty = self.value.ty();
            ensure!(Type at value, false, "element {i} is stored as {stored}, outside of the range of {ty}");
        }
        Ok(self.value.ty().into()) // (C1)
    }
}

op! {
    /// Counts up along one dimension: each element is its index there.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#iota>
    iota: Iota = "stablehlo.iota" () { iota_dimension: i64, ty: ResultType } -> Tensor
    syntax "dim = $iota_dimension : result"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Iota {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (d, ty) = (self.iota_dimension, self.ty.0);
        let rank = ty.as_tensor().map_or(0, |t| t.rank());
        ensure!(C1 at iota_dimension, 0 <= d && d < rank as i64,
            "iota_dimension {d} is not a dimension of {ty}");
        ensure!(
            Type,
            ty.as_tensor().is_some_and(|t| t.is_static()),
            "the result {ty} must have known extents; `stablehlo.dynamic_iota` takes others"
        );
        ensure!(
            Type,
            !ty.element().is_some_and(|e| e.is_boolean()),
            "the result {ty} must be a tensor of integers, floats or complex numbers"
        );
        Ok(ty.into())
    }
}
