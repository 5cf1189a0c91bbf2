//! Batch normalization: inference, training and gradient.

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, TensorType, Type, dims_agree, same_shape};

/// A single-precision number, stored as bits: `0.001 : f32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Single(pub u32);

impl Single {
    /// The number.
    pub fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}
impl From<f32> for Single {
    fn from(number: f32) -> Single {
        Single(number.to_bits())
    }
}
impl Field for Single {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Single, String> {
        match attr {
            Some(Attr::Float(bits, ty)) if ty == Type::scalar(Element::F32) => {
                Ok((f64::from_bits(bits) as f32).into())
            }
            Some(other) => Err(format!("expected a number `… : f32`, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Float(f64::from(self.get()).to_bits(), Type::scalar(Element::F32)))
    }
}

/// Checks `feature_index`, and that the given operands have one element per feature, each under its
/// label. Returns the number of features.
fn features(
    cx: &InferContext<'_>,
    feature_index: i64,
    vectors: &[(usize, &'static str, &'static str)],
) -> Result<i64, ConstraintError> {
    let x = cx.tensor(0)?;
    ensure!(C1 at feature_index, (0..x.rank() as i64).contains(&feature_index),
        "feature_index {feature_index} is not a dimension of {}", cx.ty(0));
    let count = x.dims[feature_index as usize];
    for &(i, name, label) in vectors {
        let v = cx.tensor(i)?;
        let wrong =
            |label, message| Err(ConstraintError { label, message, part: OpPart::Operand(i) });
        if v.rank() != 1 {
            let label = ["I1", "I2", "I3", "I4", "I5"][i];
            return wrong(label, format!("{name} must have one dimension, not be {}", cx.ty(i)));
        }
        if !v.element.same_baseline(x.element) {
            let message = format!("{name} has elements of {}, operand of {}", v.element, x.element);
            return wrong("C2", message);
        }
        if !dims_agree(v.dims[0], count) {
            let message = format!("{name} has {} elements for {count} features", v.dims[0]);
            return wrong(label, message);
        }
    }
    Ok(count)
}

/// A vector of `count` elements with the element type of `x`.
fn vector(x: &TensorType, count: i64) -> Type {
    Type::tensor(&[count], x.element)
}

op! {
    /// Normalizes, scales and shifts each feature of `operand`: `(operand - mean) / sqrt(variance +
    /// epsilon) · scale + offset`. `feature_index` is the feature dimension.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#batch_norm_inference>
    batch_norm_inference: BatchNormInference = "stablehlo.batch_norm_inference"
    (operand: Float, scale: Float, offset: Float, mean: Float, variance: Float)
    { epsilon: Single, feature_index: i64 } -> Tensor
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for BatchNormInference {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let vectors =
            [(1, "scale", "C3"), (2, "offset", "C4"), (3, "mean", "C5"), (4, "variance", "C6")];
        features(cx, self.feature_index, &vectors)?;
        Ok(cx.ty(0).into()) // (C7)
    }
}

op! {
    /// Normalizes like `batch_norm_inference`, with the mean and the variance of each feature of
    /// the operand, which are results too.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#batch_norm_training>
    batch_norm_training: BatchNormTraining = "stablehlo.batch_norm_training"
    (operand: Float, scale: Float, offset: Float)
    { epsilon: Single, feature_index: i64 } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for BatchNormTraining {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let vectors = [(1, "scale", "C3"), (2, "offset", "C4")];
        let count = features(cx, self.feature_index, &vectors)?;
        let one = vector(cx.tensor(0)?, count);
        Ok(Types::from_slice(&[cx.ty(0), one, one])) // (C5), (C6), (C7)
    }
}

op! {
    /// The derivatives of `batch_norm_training` by `operand`, `scale` and `offset`, given the
    /// adjoint of its result, `grad_output`, and the mean and variance that it computed.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#batch_norm_grad>
    batch_norm_grad: BatchNormGrad = "stablehlo.batch_norm_grad"
    (operand: Float, scale: Float, mean: Float, variance: Float, grad_output: Float)
    { epsilon: Single, feature_index: i64 } -> Tensors
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for BatchNormGrad {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, gradient) = (cx.tensor(0)?, cx.tensor(4)?);
        ensure!(C2 at #4, gradient.element.same_baseline(x.element),
            "grad_output has elements of {}, operand of {}", gradient.element, x.element);
        ensure!(C3 at #4, same_shape(x, gradient),
            "grad_output is {}, but operand {}", cx.ty(4), cx.ty(0));
        let count = features(cx, self.feature_index, &[(1, "scale", "C5")])?;
        let scaled = cx.tensor(1)?.dims[0];
        features(cx, self.feature_index, &[(2, "mean", "C4"), (3, "variance", "C4")])?;
        let one = vector(x, if count == crate::types::DYNAMIC { scaled } else { count });
        Ok(Types::from_slice(&[cx.ty(0), one, one])) // (C2), (C3), (C4)
    }
}
