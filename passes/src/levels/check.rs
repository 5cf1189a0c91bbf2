//! The functions that can be divided into levels.

use super::Division;
use crate::context::PassError;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Op, replica_groups};
use hloom_ir::{Block, OpId, Trait};

/// The block of a function that may be divided into so many levels.
pub(super) fn checked(
    module: &Module,
    function: OpId,
    division: &Division,
) -> Result<Block, PassError> {
    let fail = |message: String| PassError::at(function, message);
    if module.blocks(module.regions(function)[0]).len() > 1 {
        let name = &module.func(function).sym_name.0;
        let what = format!("`@{name}` has several blocks; run `lift-control-flow` before");
        return Err(fail(what));
    }
    if division.levels == 0 {
        return Err(fail("the number of levels must be 1 or more, not 0".to_owned()));
    }
    let block = module.entry(function, 0).expect("a function with a body");
    // A group of shardings says nothing of what the step computes.
    let is_plain = |op: OpId| {
        let kind = module.op(op);
        kind.has(Trait::Terminator)
            || matches!(kind, hloom_ir::sharding_group_op!())
            || is_pure(module, op)
            || division.exchanges && communicates(kind)
    };
    let Some(op) = module.ops(block).find(|&op| !is_plain(op)) else { return Ok(block) };
    let short = module.op(op).def().short_name();
    let what = match module.op(op) {
        Op::Call(call) => {
            let name = &call.callee.0;
            format!("`@{name}` is called, which levels can't divide; run `inline` before")
        }
        // Any other op: it is not pure by itself.
        _ => format!("`{short}` has effects, whose order levels would change"),
    };
    Err(PassError::at(op, what))
}

/// Whether an op exchanges data between ranks, or tells them apart.
fn communicates(op: &Op) -> bool {
    replica_groups(op).is_some() || matches!(op, Op::CollectivePermute(_) | Op::PartitionId(_))
}
