//! Zero preservation: elementwise ops that are zero where a sparse matrix is zero.

use super::roles::ZeroRule;
use hloom_ir::module::Module;
use hloom_ir::ops::{Direction, Op};
use hloom_ir::{Literal, OpId, Value};

/// What is known about zeros of values.
pub(super) struct Zeros<'a> {
    pub(super) module: &'a Module,
    pub(super) rule: ZeroRule,
    /// Of values with an element for each entry: whether it is zero where the sparse
    /// matrix is zero.
    pub(super) entry: &'a dyn Fn(Value) -> Option<bool>,
}

impl Zeros<'_> {
    /// Whether an elementwise op is zero wherever the sparse matrix is zero.
    pub(super) fn is_annihilated(&self, op: OpId) -> bool {
        let module = self.module;
        let operands = module.operands(op);
        let zero = |i: usize| operands.get(i).is_some_and(|&v| self.is_zero(v));
        let harmless =
            |i: usize| self.rule == ZeroRule::Annihilates || is_finite(module, operands[i]);
        match module.op(op) {
            Op::Multiply(_) => zero(0) && harmless(1) || zero(1) && harmless(0),
            Op::Divide(_) => zero(0) && self.rule == ZeroRule::Annihilates,
            Op::And(_) => zero(0) || zero(1),
            Op::Add(_)
            | Op::Subtract(_)
            | Op::Or(_)
            | Op::Xor(_)
            | Op::Maximum(_)
            | Op::Minimum(_) => zero(0) && zero(1),
            Op::Abs(_)
            | Op::Cbrt(_)
            | Op::Ceil(_)
            | Op::Convert(_)
            | Op::ExponentialMinusOne(_)
            | Op::Floor(_)
            | Op::Imag(_)
            | Op::LogPlusOne(_)
            | Op::Negate(_)
            | Op::Popcnt(_)
            | Op::Real(_)
            | Op::ReducePrecision(_)
            | Op::RoundNearestAfz(_)
            | Op::RoundNearestEven(_)
            | Op::Sign(_)
            | Op::Sine(_)
            | Op::Sqrt(_)
            | Op::Tan(_)
            | Op::Tanh(_) => zero(0),
            Op::Select(_) => zero(2) && (zero(0) || zero(1)),
            Op::Compare(it) => {
                let direction = it.comparison_direction;
                let false_of_equals =
                    matches!(direction, Direction::Ne | Direction::Gt | Direction::Lt);
                false_of_equals && zero(0) && zero(1)
            }
            Op::Power(_) => {
                zero(0)
                    && module.constant(operands[1]).is_some_and(|c| {
                        c.is_splat() && c.element().is_float() && c.get_f64(0) > 0.0
                    })
            }
            _ => false,
        }
    }

    /// Whether a value is zero wherever the sparse matrix is zero.
    fn is_zero(&self, v: Value) -> bool {
        (self.entry)(v).unwrap_or_else(|| {
            constant(self.module, v).is_some_and(|c| {
                (c.is_splat() || c.count() == 1) && c.element_bytes(0).iter().all(|&b| b == 0)
            })
        })
    }
}

/// The constant that a value is, or is a broadcast of.
fn constant(module: &Module, v: Value) -> Option<&Literal> {
    match module.def_op(v).map(|op| (op, module.op(op))) {
        Some((op, Op::BroadcastInDim(_))) => constant(module, module.operand(op, 0)),
        _ => module.constant(v),
    }
}

/// Whether a value can be neither infinite nor NaN, as far as the op that computes it tells.
pub(super) fn is_finite(module: &Module, v: Value) -> bool {
    let element = module.ty(v).element();
    if element.is_some_and(|e| !e.is_float() && !e.is_complex()) {
        return true;
    }
    if let Some(c) = constant(module, v) {
        return (0..if c.is_splat() { 1 } else { c.count() }).all(|i| c.get_f64(i).is_finite());
    }
    let Some(op) = module.def_op(v) else { return false };
    match module.op(op) {
        Op::Convert(_) | Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Transpose(_) => {
            let wide = element.is_some_and(|e| e.bit_width() >= 32);
            wide && is_finite(module, module.operand(op, 0))
        }
        Op::Iota(_) => element.is_some_and(|e| e.bit_width() >= 32),
        _ => false,
    }
}
