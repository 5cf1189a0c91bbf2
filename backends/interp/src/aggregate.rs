//! Structs and arrays, which are stored as tuples.

use crate::error::{EvalError, RegionError};
use crate::run::OpResults;
use crate::value::Value;
use hloom_ir::OpId;
use hloom_ir::module::Module;
use hloom_ir::ops::member_index;

/// Reads or replaces a member of a struct or an array.
pub(crate) fn member(
    module: &Module,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let Some(Value::Tuple(members)) = operands.first() else {
        return Err(EvalError::invalid("the operand is neither a struct nor an array").into());
    };
    let at = member_index(module.op(op), module.ty(module.operand(op, 0)));
    let Some(at) = at.filter(|&at| at < members.len()) else {
        return Err(EvalError::invalid("there is no such member").into());
    };
    let out = match operands.get(1) {
        None => members[at].clone(),
        Some(value) => {
            let mut members = members.clone();
            members[at] = value.clone();
            Value::Tuple(members)
        }
    };
    Ok(smallvec::smallvec![out])
}
