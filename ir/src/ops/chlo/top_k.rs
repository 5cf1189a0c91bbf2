//! The largest elements.

use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element};

op! {
    /// The `k` largest elements of each row along the last dimension, in descending order, and
    /// their indices. The sort is stable; floats are ordered by IEEE 754's `totalOrder`, in which
    /// NaN is above ∞.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    top_k: TopK = "chlo.top_k" (operand: Tensor) { k: i64 } -> Tensors
    syntax "($operand, k = $k) : arrow"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for TopK {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, k) = (cx.tensor(0)?, self.k);
        ensure!(Rank at #0, x.rank() >= 1, "operand must have a dimension, unlike {}", cx.ty(0));
        ensure!(Rank at k, k >= 0, "k is {k}; it must not be negative");
        let (last, before) = x.dims.split_last().expect("just checked");
        ensure!(Rank at k, *last == DYNAMIC || *last >= k,
            "k is {k}, but the rows of {} have {last} elements", cx.ty(0));
        let mut dims = before.to_vec();
        dims.push(k);
        let values = crate::types::TensorType::new(&dims, x.element);
        let places = values.with_element(Element::I32);
        Ok(Types::from_slice(&[values.into(), places.into()]))
    }
}
