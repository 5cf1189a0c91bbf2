//! Conversions between floats and quantized elements.

use crate::field::ResultType;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, same_shape};

op! {
    /// Quantizes floats, or requantizes quantized elements, to the result's type: each becomes the
    /// nearest representable number.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#uniform_quantize>
    uniform_quantize: UniformQuantize = "stablehlo.uniform_quantize" (operand: Tensor)
    { ty: ResultType } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for UniformQuantize {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, ty) = (cx.tensor(0)?, self.ty.0);
        ensure!(I1 at #0, x.element.is_float() || x.element.is_quantized(),
            "operand must be a tensor of floats or quantized elements, not {}", cx.ty(0));
        ensure!(
            C1,
            ty.as_tensor().is_some_and(|y| same_shape(x, y)),
            "the result {ty} does not have the shape of the operand {}",
            cx.ty(0)
        );
        let expressed = match x.element {
            Element::Quant(q) => q.expressed,
            float => float,
        };
        ensure!(
            C2,
            matches!(ty.element(), Some(Element::Quant(q)) if q.expressed == expressed),
            "the result {ty} does not stand for elements of {expressed}"
        );
        Ok(ty.into())
    }
}

op! {
    /// Dequantizes elements to their expressed type.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#uniform_dequantize>
    uniform_dequantize: UniformDequantize = "stablehlo.uniform_dequantize" (operand: Tensor) {} -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for UniformDequantize {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let Element::Quant(q) = x.element else {
            return Err(ConstraintError {
                label: "I1",
                message: format!("operand must be a quantized tensor, not {}", cx.ty(0)),
                part: crate::op::OpPart::Operand(0),
            });
        };
        Ok(x.with_element(q.expressed).into()) // (C1), (C2)
    }
}
