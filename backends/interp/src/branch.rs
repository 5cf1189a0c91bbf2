//! Branches between blocks.

use crate::error::{EvalError, EvalResult, RegionError};
use crate::operands::scalar;
use crate::run::OpResults;
use crate::value::Value;
use hloom_ir::ops::{Assert, Op};
use hloom_ir::{Block, Module, OpId};

/// The successor that a branch takes, and its arguments.
pub(crate) fn target(
    module: &Module,
    op: OpId,
    operands: &[Value],
) -> EvalResult<(Block, Vec<Value>)> {
    let chosen = match module.op(op) {
        Op::CondBr(_) => usize::from(scalar(operands.first())? == 0),
        Op::Switch(it) => {
            let flag = scalar(operands.first())?;
            (0..it.case_count()).find(|&i| it.case_value(i) == Some(flag)).map_or(0, |i| i + 1)
        }
        Op::Br(_) => 0,
        // Any other op: an error.
        other => return Err(EvalError::invalid(format!("`{}` is not a branch", other.name()))),
    };
    let mut start = module.own_operands(op).len();
    for (i, to) in module.successors(op).enumerate() {
        let end = start + to.args.len();
        if i == chosen {
            return Ok((to.block, operands[start..end].to_vec()));
        }
        start = end;
    }
    Err(EvalError::invalid("it has no such successor"))
}

/// `cf.assert`: fails unless the condition is true.
pub(crate) fn assert(it: &Assert, operands: &[Value]) -> Result<OpResults, RegionError> {
    if scalar(operands.first())? != 0 {
        return Ok(OpResults::new());
    }
    Err(EvalError::check(it.message().into_owned()).into())
}
