//! Checks: ops with which a program tests itself. Every backend supports them, as ops and as
//! `stablehlo.custom_call @check.…`.

use crate::field::Text;
use crate::literal::Literal;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::same_shape;

/// Both operands have the same type.
fn same_types(cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
    let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
    ensure!(
        C1,
        x.element == y.element && same_shape(x, y),
        "lhs is {} but rhs is {}",
        cx.ty(0),
        cx.ty(1)
    );
    Ok(Types::new())
}

/// The operand has the literal's type.
fn same_as_literal(cx: &InferContext<'_>, value: &Literal) -> Result<Types, ConstraintError> {
    let (x, y) = (cx.tensor(0)?, value.tensor());
    ensure!(
        C1,
        x.element == y.element && same_shape(x, y),
        "the operand is {} but the value {}",
        cx.ty(0),
        value.ty()
    );
    Ok(Types::new())
}

op! {
    /// Fails unless both operands are the same, bit for bit (any NaN equals any).
    expect_eq: ExpectEq = "check.expect_eq" (lhs: Tensor, rhs: Tensor) {} -> None
    syntax "$lhs, $rhs : operands_one"
    traits []
}
impl Infer for ExpectEq {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        same_types(cx)
    }
}

op! {
    /// Fails unless the operand is `value`, bit for bit.
    expect_eq_const: ExpectEqConst = "check.expect_eq_const" (lhs: Tensor) { value: Literal } -> None
    syntax "$lhs, $value : none"
    traits []
}
impl Infer for ExpectEqConst {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        same_as_literal(cx, &self.value)
    }
}

op! {
    /// Fails unless both operands differ by at most `tolerance` (default 0.0001), absolutely.
    expect_almost_eq: ExpectAlmostEq = "check.expect_almost_eq" (lhs: Tensor, rhs: Tensor)
    { tolerance: Option<Box<crate::Attr>> } -> None
    syntax custom
    traits []
}
impl Infer for ExpectAlmostEq {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        same_types(cx)
    }
}

op! {
    /// Fails unless the operand differs from `value` by at most `tolerance` (default 0.0001),
    /// absolutely.
    expect_almost_eq_const: ExpectAlmostEqConst = "check.expect_almost_eq_const" (lhs: Tensor)
    { value: Literal, tolerance: Option<Box<crate::Attr>> } -> None
    syntax custom
    traits []
}
impl Infer for ExpectAlmostEqConst {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        same_as_literal(cx, &self.value)
    }
}

op! {
    /// Fails unless the distance of the operands' floats is between `min_ulp_difference` and
    /// `max_ulp_difference` units in the last place.
    expect_close: ExpectClose = "check.expect_close" (actual: Tensor, expected: Tensor)
    { min_ulp_difference: Option<i64>, max_ulp_difference: Option<i64> } -> None
    syntax custom
    traits []
}
impl Infer for ExpectClose {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        same_types(cx)
    }
}

op! {
    /// Fails unless the operand equals the contents of the array file `probe_id.npy`.
    expect_serialized_eq: ExpectSerializedEq = "check.expect_serialized_eq" (expected: Tensor)
    { probe_id: Text, iteration: Option<i64> } -> None
    syntax custom
    traits []
}
impl Infer for ExpectSerializedEq {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}
