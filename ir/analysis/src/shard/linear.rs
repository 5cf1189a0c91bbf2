//! Ops that are linear in operands.

use hloom_ir::OpId;
use hloom_ir::Value;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;

/// The operands that an op is linear in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linear {
    /// In all operands together.
    All,
    /// In any one of them.
    Any,
    /// In the first one.
    First,
}

/// The operands of which an op is a linear function, so that it may be applied to each term of a sum.
/// `None` of other ops, of conversions to narrower floats, and of quotients of integers, which round.
pub fn linear(module: &Module, op: OpId) -> Option<Linear> {
    match module.op(op) {
        Op::Add(_) | Op::Subtract(_) => Some(Linear::All),
        Op::Multiply(_) | Op::DotGeneral(_) | Op::Convolution(_) => Some(Linear::Any),
        Op::Negate(_)
        | Op::Divide(_)
        | Op::Reshape(_)
        | Op::Transpose(_)
        | Op::BroadcastInDim(_)
        | Op::Slice(_)
        | Op::DynamicSlice(_)
        | Op::Reverse(_)
        | Op::Real(_)
        | Op::Imag(_)
        | Op::OptimizationBarrier(_)
            if module.results(op).len() == 1 =>
        {
            let whole = |v: Value| module.ty(v).element().is_some_and(|e| e.is_integer());
            // The quotients of integers are rounded.
            let rounds = matches!(module.op(op), Op::Divide(_)) && whole(module.operand(op, 0));
            (!rounds).then_some(Linear::First)
        }
        Op::Convert(_) => {
            let element = |v: Value| module.ty(v).element();
            let from = element(module.operand(op, 0))?;
            let to = element(module.result(op, 0))?;
            let floats = from.is_float() && to.is_float() && to.byte_width() > from.byte_width();
            floats.then_some(Linear::First)
        }
        // Any other op: not known to be linear.
        _ => None,
    }
}
