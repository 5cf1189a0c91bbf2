//! Batch normalization, by the specification's formulas. Each step rounds to the element type, so
//! the result is the same, bit for bit, as that of the ops that `expand-batch-norm` generates.

use crate::error::{EvalError, EvalResult};
use crate::function::{Binary, Unary};
use crate::pointwise::Pointwise;
use crate::run::OpResults;
use crate::shape::broadcast_in_dim;
use crate::strided::count;
use crate::value::Value;
use crate::{quant, reduce};
use hloom_ir::ops::Single;
use hloom_ir::{Element, Literal, Type};

/// The operand's shape and the feature dimension, which the formulas share.
struct Norm {
    whole: Type,
    dims: &'static [i64],
    element: Element,
    feature: i64,
    limit: u64,
}

impl Norm {
    fn new(x: &Literal, feature: i64, limit: u64) -> EvalResult<Norm> {
        let dims = x.dims();
        if !(0..dims.len() as i64).contains(&feature) {
            return Err(EvalError::invalid(format!("feature_index {feature} is not a dimension")));
        }
        Ok(Norm { whole: x.ty(), dims, element: x.element(), feature, limit })
    }

    /// Broadcasts a per-feature vector to the operand's shape.
    fn spread(&self, vector: &Literal) -> EvalResult<Literal> {
        broadcast_in_dim(vector, &[self.feature], self.whole, self.limit)
    }

    /// A number as a tensor of a type.
    fn number(&self, value: f64, ty: Type) -> EvalResult<Literal> {
        let mut bytes = vec![0; self.element.byte_width()];
        hloom_ir::literal::write_f64(self.element, value, &mut bytes);
        Literal::splat(ty, &bytes).map_err(|e| EvalError::invalid(e.to_string()))
    }

    fn op(&self, f: Binary, a: &Literal, b: &Literal) -> EvalResult<Literal> {
        Pointwise::Binary(f).eval(&[a, b], a.ty(), self.limit)
    }

    /// `sqrt(variance + epsilon)` broadcast to the operand's shape, and `variance + epsilon`.
    fn deviation(&self, variance: &Literal, epsilon: Single) -> EvalResult<(Literal, Literal)> {
        let epsilon = self.number(epsilon.get().into(), self.whole)?;
        let sum = self.op(Binary::Add, &self.spread(variance)?, &epsilon)?;
        Ok((Pointwise::Unary(Unary::Sqrt).eval(&[&sum], self.whole, self.limit)?, sum))
    }

    /// The sum per feature.
    fn sum(&self, x: &Literal) -> EvalResult<Literal> {
        let others: Vec<i64> = (0..self.dims.len() as i64).filter(|&d| d != self.feature).collect();
        let zero = self.number(0.0, Type::scalar_tensor(self.element))?;
        reduce::simple(Binary::Add, x, &zero, &others, self.limit)
    }

    /// Number of elements per feature.
    fn each(&self) -> f64 {
        let features = self.dims[self.feature as usize].max(1) as usize;
        (count(self.dims) / features) as f64
    }

    fn mean(&self, x: &Literal) -> EvalResult<Literal> {
        let sum = self.sum(x)?;
        let each = self.number(self.each(), sum.ty())?;
        self.op(Binary::Divide, &sum, &each)
    }
}

/// Runs an op with several results on the expressed values of its operands, and quantizes the
/// results with quantized types.
pub(crate) fn on_floats(
    x: &[&Literal],
    types: &[Type],
    limit: u64,
    run: impl FnOnce(&[&Literal]) -> EvalResult<[Literal; 3]>,
) -> EvalResult<OpResults> {
    let floats =
        x.iter().map(|x| quant::dequantize(x, limit)).collect::<EvalResult<Vec<Literal>>>()?;
    let made = run(&floats.iter().collect::<Vec<_>>())?;
    let results = made.into_iter().zip(types);
    results.map(|(y, &ty)| Ok(Value::Tensor(quant::quantize(y, ty, limit)?))).collect()
}

/// `stablehlo.batch_norm_inference`.
pub(crate) fn inference(
    x: &[&Literal],
    (epsilon, feature): (Single, i64),
    limit: u64,
) -> EvalResult<Literal> {
    let [x, scale, offset, mean, variance] = *x else {
        return Err(EvalError::invalid("it takes five operands"));
    };
    let cx = Norm::new(x, feature, limit)?;
    let centered = cx.op(Binary::Subtract, x, &cx.spread(mean)?)?;
    let (deviation, _) = cx.deviation(variance, epsilon)?;
    let normalized = cx.op(Binary::Divide, &centered, &deviation)?;
    let scaled = cx.op(Binary::Multiply, &cx.spread(scale)?, &normalized)?;
    cx.op(Binary::Add, &scaled, &cx.spread(offset)?)
}

/// `stablehlo.batch_norm_training`: the result, the mean and the variance.
pub(crate) fn training(
    x: &[&Literal],
    (epsilon, feature): (Single, i64),
    limit: u64,
) -> EvalResult<[Literal; 3]> {
    let [x, scale, offset] = *x else {
        return Err(EvalError::invalid("it takes three operands"));
    };
    let cx = Norm::new(x, feature, limit)?;
    let mean = cx.mean(x)?;
    let centered = cx.op(Binary::Subtract, x, &cx.spread(&mean)?)?;
    let variance = cx.mean(&cx.op(Binary::Multiply, &centered, &centered)?)?;
    let result = inference(&[x, scale, offset, &mean, &variance], (epsilon, feature), limit)?;
    Ok([result, mean, variance])
}

/// `stablehlo.batch_norm_grad`: the derivatives by the operand, the scale and the offset.
pub(crate) fn grad(
    x: &[&Literal],
    (epsilon, feature): (Single, i64),
    limit: u64,
) -> EvalResult<[Literal; 3]> {
    let [x, scale, mean, variance, gradient] = *x else {
        return Err(EvalError::invalid("it takes five operands"));
    };
    let cx = Norm::new(x, feature, limit)?;
    let centered = cx.op(Binary::Subtract, x, &cx.spread(mean)?)?;
    let (deviation, shifted) = cx.deviation(variance, epsilon)?;
    let normalized = cx.op(Binary::Divide, &centered, &deviation)?;
    let each = cx.number(cx.each(), cx.whole)?;
    let grad_offset = cx.sum(gradient)?;
    let weighted = cx.sum(&cx.op(Binary::Multiply, gradient, &centered)?)?;
    let total = cx.op(Binary::Multiply, gradient, &each)?;
    let shared = cx.op(Binary::Multiply, &cx.spread(&weighted)?, &centered)?;
    let shared = cx.op(Binary::Divide, &shared, &shifted)?;
    let rest = cx.op(Binary::Subtract, &total, &cx.spread(&grad_offset)?)?;
    let rest = cx.op(Binary::Subtract, &rest, &shared)?;
    let factor = cx.op(Binary::Divide, &cx.spread(scale)?, &deviation)?;
    let factor = cx.op(Binary::Divide, &factor, &each)?;
    let grad_operand = cx.op(Binary::Multiply, &factor, &rest)?;
    let grad_scale = cx.sum(&cx.op(Binary::Multiply, gradient, &normalized)?)?;
    Ok([grad_operand, grad_scale, grad_offset])
}
