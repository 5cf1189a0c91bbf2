//! `expand-batch-norm`: expands the three batch normalization ops into elementwise ops, broadcasts
//! and reductions, as the specification defines them.
//!
//! Results are the same, bit for bit. Ops on dynamic shapes are left alone, because a broadcast to
//! such a shape needs its extents as an operand.
//!
//! Spec: the formulas of <https://openxla.org/stablehlo/spec#batch_norm_inference>,
//! `batch_norm_training` and `batch_norm_grad`.

use crate::context::{Context, PassError};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    Add, BroadcastInDim, Divide, Multiply, Op, Reduce, Return, Single, Sqrt, Subtract,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Literal, OpId, Rewriter, TensorType, Type, Value};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut expanded, mut left) = (0, 0);
    let ops: Vec<OpId> = cx.module().walk(cx.scope()).collect();
    for op in ops {
        let (epsilon, feature) = match cx.module().op(op) {
            Op::BatchNormInference(it) => (it.epsilon, it.feature_index),
            Op::BatchNormTraining(it) => (it.epsilon, it.feature_index),
            Op::BatchNormGrad(it) => (it.epsilon, it.feature_index),
            // Any other op: left as it is.
            _ => continue,
        };
        let operands: Vec<Value> = cx.module().operands(op).to_vec();
        let shape = cx.module().ty(operands[0]).as_tensor();
        let Some(shape) = shape.filter(|t| t.is_static() && !t.element.is_quantized()) else {
            left += 1;
            continue;
        };
        let kind = cx.module().op(op).clone();
        let mut rewriter = cx.rewriter();
        rewriter.set_before(op);
        let mut norm = Norm { r: &mut rewriter, shape, feature, epsilon };
        let results = match kind {
            Op::BatchNormInference(_) => norm.inference(&operands).map(|y| vec![y]),
            Op::BatchNormTraining(_) => norm.training(&operands),
            Op::BatchNormGrad(_) => norm.grad(&operands),
            // Any other op: was left above.
            _ => continue,
        };
        let results = results.map_err(|broken| PassError::at(op, broken.to_string()))?;
        rewriter.replace(op, &results);
        expanded += 1;
    }
    cx.count("ops expanded", expanded);
    cx.count("ops with unknown extents left", left);
    Ok(())
}

/// State that the three expansions share.
struct Norm<'r, 'm> {
    r: &'r mut Rewriter<'m>,
    shape: &'static TensorType,
    feature: i64,
    epsilon: Single,
}

impl Norm<'_, '_> {
    fn op(&mut self, op: impl Into<Op>, operands: &[Value]) -> Result<Value, ConstraintError> {
        self.r.value(op, operands)
    }

    /// A splat constant of a type.
    fn number(&mut self, value: f64, ty: Type) -> Value {
        let element = self.shape.element;
        let mut bytes = vec![0; element.byte_width()];
        hloom_ir::literal::write_f64(element, value, &mut bytes);
        let literal = Literal::splat(ty, &bytes).expect("one element fits");
        self.r.constant(literal)
    }

    /// Broadcasts a per-feature vector to the operand's shape.
    fn spread(&mut self, vector: Value) -> Result<Value, ConstraintError> {
        let broadcast = BroadcastInDim {
            broadcast_dimensions: [self.feature].into(),
            ty: ResultType(Type::from(self.shape.clone())),
        };
        self.op(broadcast, &[vector])
    }

    /// Sums over all dimensions but the feature dimension.
    fn sum(&mut self, x: Value) -> Result<Value, ConstraintError> {
        let scalar = Type::scalar_tensor(self.shape.element);
        let zero = self.number(0.0, scalar);
        let before = self.r.point();
        let (region, block) = self.r.region(&[scalar, scalar]);
        self.r.set_point(InsertPoint::End(block));
        let args = self.r.module().args(block).to_vec();
        let sum = self.op(Add {}, &args)?;
        self.r.build(Return {}, &[sum])?;
        self.r.set_point(before);
        let rank = self.shape.rank() as i64;
        let dimensions: Dims = (0..rank).filter(|&d| d != self.feature).collect();
        let op = self.r.build_with_regions(Reduce { dimensions }, &[x, zero], &[region])?;
        Ok(self.r.module().result(op, 0))
    }

    /// Returns the number of elements per feature.
    fn each(&self) -> f64 {
        let features = self.shape.dims[self.feature as usize].max(1) as usize;
        (self.shape.count().unwrap_or(0) / features) as f64
    }

    fn mean(&mut self, x: Value) -> Result<Value, ConstraintError> {
        let sum = self.sum(x)?;
        let ty = self.r.module().ty(sum);
        let each = self.number(self.each(), ty);
        self.op(Divide {}, &[sum, each])
    }

    /// Returns `sqrt(variance + epsilon)` broadcast to the operand's shape, and the radicand.
    fn deviation(&mut self, variance: Value) -> Result<(Value, Value), ConstraintError> {
        let variance = self.spread(variance)?;
        let epsilon = self.number(self.epsilon.get().into(), self.shape.clone().into());
        let sum = self.op(Add {}, &[variance, epsilon])?;
        Ok((self.op(Sqrt { result_accuracy: None }, &[sum])?, sum))
    }

    /// The operand minus its mean.
    fn centered(&mut self, x: Value, mean: Value) -> Result<Value, ConstraintError> {
        let mean = self.spread(mean)?;
        self.op(Subtract {}, &[x, mean])
    }

    fn inference(&mut self, operands: &[Value]) -> Result<Value, ConstraintError> {
        let &[x, scale, offset, mean, variance] = operands else { unreachable!("it is valid") };
        let centered = self.centered(x, mean)?;
        let (deviation, _) = self.deviation(variance)?;
        let normalized = self.op(Divide {}, &[centered, deviation])?;
        let scale = self.spread(scale)?;
        let scaled = self.op(Multiply {}, &[scale, normalized])?;
        let offset = self.spread(offset)?;
        self.op(Add {}, &[scaled, offset])
    }

    fn training(&mut self, operands: &[Value]) -> Result<Vec<Value>, ConstraintError> {
        let &[x, scale, offset] = operands else { unreachable!("it is valid") };
        let mean = self.mean(x)?;
        let centered = self.centered(x, mean)?;
        let squares = self.op(Multiply {}, &[centered, centered])?;
        let variance = self.mean(squares)?;
        let result = self.inference(&[x, scale, offset, mean, variance])?;
        Ok(vec![result, mean, variance])
    }

    fn grad(&mut self, operands: &[Value]) -> Result<Vec<Value>, ConstraintError> {
        let &[x, scale, mean, variance, gradient] = operands else { unreachable!("it is valid") };
        let centered = self.centered(x, mean)?;
        let (deviation, shifted) = self.deviation(variance)?;
        let normalized = self.op(Divide {}, &[centered, deviation])?;
        let each = self.number(self.each(), self.shape.clone().into());
        let grad_offset = self.sum(gradient)?;
        let weighted = self.op(Multiply {}, &[gradient, centered])?;
        let weighted = self.sum(weighted)?;
        let total = self.op(Multiply {}, &[gradient, each])?;
        let weighted = self.spread(weighted)?;
        let shared = self.op(Multiply {}, &[weighted, centered])?;
        let shared = self.op(Divide {}, &[shared, shifted])?;
        let sums = self.spread(grad_offset)?;
        let rest = self.op(Subtract {}, &[total, sums])?;
        let rest = self.op(Subtract {}, &[rest, shared])?;
        let scale = self.spread(scale)?;
        let factor = self.op(Divide {}, &[scale, deviation])?;
        let factor = self.op(Divide {}, &[factor, each])?;
        let grad_operand = self.op(Multiply {}, &[factor, rest])?;
        let products = self.op(Multiply {}, &[gradient, normalized])?;
        let grad_scale = self.sum(products)?;
        Ok(vec![grad_operand, grad_scale, grad_offset])
    }
}
