//! Sorting.

use super::reduce::same_shapes;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Element, Type};

op! {
    /// Sorts the inputs together along `dimension` (by default the last; negative numbers count
    /// from the end). `comparator` takes two elements of each input and returns whether the first
    /// ones go in front. In hloom the sort is always stable, even without `is_stable`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#sort>
    sort: Sort = "stablehlo.sort" (inputs: many PerTensor) [comparator]
    { dimension: Option<i64>, is_stable: Option<bool> } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Sort {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(C1, !cx.is_empty(), "there must be at least one input");
        let x = cx.tensor(0)?;
        same_shapes(cx, cx.len(), "C3")?;
        let (at, rank) = (self.dimension.unwrap_or(-1), x.rank() as i64);
        ensure!(C4 at dimension, -rank <= at && at < rank,
            "dimension {at} is not in -{rank}..{rank}, as the inputs' rank wants it");
        let (args, yielded) = cx.signature(0)?;
        ensure!(C5 in 0, yielded[..] == [Type::scalar_tensor(Element::I1)],
            "comparator must yield tensor<i1>, not {}", describe(&yielded));
        let mut pairs = Types::new();
        for i in 0..cx.len() {
            let element = Type::scalar_tensor(cx.tensor(i)?.element);
            pairs.extend([element, element]);
        }
        ensure!(C5 in 0, args == pairs,
            "comparator takes {}, but two scalars for each input are {}",
            describe(&args), describe(&pairs));
        Ok(cx.types()) // (C2), (C3)
    }
}

impl Sort {
    /// The dimension to sort along, for inputs of this rank.
    pub fn axis(&self, rank: usize) -> usize {
        let at = self.dimension.unwrap_or(-1);
        (if at < 0 { at + rank as i64 } else { at }) as usize
    }
}
