//! Ops on computed shapes.

use crate::field::{ResultType, ResultTypes};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element};

op! {
    /// Reshapes `operand` to `output_shape`; one extent may be -1 and is then inferred.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    chlo_dynamic_reshape: ChloDynamicReshape = "chlo.dynamic_reshape"
    (operand: Tensor, output_shape: Integer) { ty: ResultType } -> Tensor
    syntax "$operand, $output_shape : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for ChloDynamicReshape {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, shape) = (cx.tensor(0)?, cx.tensor(1)?);
        let y = self.ty.0.as_tensor();
        ensure!(Rank at #1, shape.rank() == 1, "output_shape must be a list, not {}", cx.ty(1));
        let fits = y.is_some_and(|y| {
            y.element == x.element
                && (shape.dims[0] == DYNAMIC || shape.dims[0] == y.rank() as i64)
                && x.count().zip(y.count()).is_none_or(|(a, b)| a == b)
        });
        ensure!(Type, fits, "{} can't become {} by the shape {}", cx.ty(0), self.ty.0, cx.ty(1));
        Ok(self.ty.0.into())
    }
}

op! {
    /// The shapes of minimum rank that broadcast like the given ones: result `i` is a reshape of
    /// shape `i`, and an elementwise op on reshaped tensors gives a reshape of the result.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    minimum_broadcast_shapes: MinimumBroadcastShapes = "chlo.minimum_broadcast_shapes"
    (shapes: many Integer) { types: ResultTypes } -> Tensors
    syntax generic
    traits [Pure, MayFail, Foldable]
}
impl Infer for MinimumBroadcastShapes {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let results = &self.types.0;
        ensure!(
            Arity,
            cx.len() == results.len() && !results.is_empty(),
            "there are {} shapes but {} results",
            cx.len(),
            results.len()
        );
        for (i, result) in results.iter().enumerate() {
            let list = |t: Option<&'static crate::types::TensorType>| {
                t.is_some_and(|t| t.rank() == 1 && t.element == Element::Index)
            };
            ensure!(Rank at # i, list(cx.ty(i).as_tensor()) && list(result.as_tensor()),
                "shape {i} is {} and its result {result}; both must be lists of index", cx.ty(i));
        }
        Ok(results.iter().copied().collect())
    }
}
