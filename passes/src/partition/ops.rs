//! Properties of ops that decide whether they are divided.

use hloom_analysis::shard::rule::{dims, yields};
use hloom_ir::OpId;
use hloom_ir::Value;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;

/// Whether a relayout or a halo changes the split only, and not the storage.
pub(super) fn moves_parts(module: &Module, op: OpId) -> bool {
    let of = |value| module.ty(value).as_tensor().map(|t| t.storage());
    of(module.operand(op, 0)) == of(module.result(op, 0))
}

/// Whether a loop's body, or each branch of a condition, yields the shapes of the op's results. If
/// not, an extent is not known, and the op runs as a whole.
pub(super) fn keeps_shapes(module: &Module, op: OpId) -> bool {
    let looping = matches!(module.op(op), Op::While(_));
    let results: Vec<Value> = module.results(op).iter().collect();
    (0..module.regions(op).len()).all(|i| {
        let yielded = yields(module, op, i);
        looping && i == 0
            || yielded.len() == results.len()
                && yielded.iter().zip(&results).all(|(&a, &b)| dims(module, a) == dims(module, b))
    })
}
