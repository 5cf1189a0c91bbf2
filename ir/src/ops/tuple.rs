//! Tuples.

use crate::field::Bits;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Type;
use crate::types::Types;

op! {
    /// A tuple of the operands.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#tuple>
    tuple: Tuple = "stablehlo.tuple" (val: many Any) {} -> Tuple
    syntax "$val : result"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for Tuple {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Type::tuple(&cx.types()).into()) // (C1)
    }
}

op! {
    /// A tuple's member.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#get_tuple_element>
    get_tuple_element: GetTupleElement = "stablehlo.get_tuple_element" (operand: Tuple) { index: Bits } -> Any
    syntax custom
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for GetTupleElement {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let members = cx.ty(0).as_tuple().unwrap_or(&[]);
        let member = usize::try_from(self.index.0).ok().and_then(|i| members.get(i));
        ensure!(C1 at index, member.is_some(),
            "index {} is not below the tuple's {} members", self.index.0, members.len());
        Ok(member.copied().into_iter().collect()) // (C2)
    }
}
