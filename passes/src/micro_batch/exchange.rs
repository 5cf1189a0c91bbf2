//! The indices of ops that exchange data between ranks.
//!
//! Such an op is not pure, so that [`indices`](hloom_analysis::split::indices) knows nothing of it: cores
//! must not divide it. Along a dimension that it neither puts together nor divides, though, each
//! position is exchanged by itself, and micro-batches can be exchanged one after the other.

use hloom_analysis::split::{Access, Index, OpIndices, Role};
use hloom_ir::OpId;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;

/// The indices of an exchange of one tensor; `None` for any other op.
pub(super) fn indices_of(module: &Module, op: OpId) -> Option<OpIndices> {
    // The dimensions along which positions are not exchanged one by one.
    let moved: Vec<i64> = match module.op(op) {
        Op::AllReduce(_) | Op::CollectivePermute(_) | Op::CollectiveBroadcast(_) => Vec::new(),
        Op::AllGather(it) => vec![it.all_gather_dim],
        Op::ReduceScatter(it) => vec![it.scatter_dimension],
        Op::AllToAll(it) => vec![it.split_dimension, it.concat_dimension],
        // Any other op: it exchanges nothing, or is not one of a partitioned program.
        _ => return None,
    };
    let (&[operand], 1) = (module.operands(op), module.results(op).len()) else { return None };
    let dims = &module.ty(operand).as_tensor()?.dims;
    let mut indices = Vec::new();
    let each = dims.iter().enumerate().map(|(d, &extent)| match moved.contains(&(d as i64)) {
        true => Access::Whole,
        false => {
            indices.push(Index { extent, role: Role::Parallel });
            Access::direct(indices.len() - 1)
        }
    });
    let accesses: Vec<Access> = each.collect();
    let (operands, results) = (vec![accesses.clone()], vec![accesses]);
    Some(OpIndices { indices, operands, results, combine: Vec::new() })
}
