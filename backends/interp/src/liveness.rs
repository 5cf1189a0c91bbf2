//! When the values of a block are used for the last time, so that a running
//! program holds no tensor that it needs no more.

use hloom_ir::{Block, Module, OpId, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// For each op of a block, the values of that block that nothing behind it uses.
pub(crate) type LastUses = FxHashMap<OpId, SmallVec<[Id; 2]>>;

/// The last uses of a block's arguments and of its ops' results. An op uses what
/// ops in its regions use; a result that nothing uses is dead behind its op.
pub(crate) fn last_uses(module: &Module, block: Block) -> LastUses {
    let mut dead: LastUses = FxHashMap::default();
    let mut last: FxHashMap<Id, OpId> = FxHashMap::default();
    for op in module.ops(block) {
        for result in module.results(op) {
            last.insert(result, op);
        }
        for user in module.walk(op).chain([op]) {
            for &value in module.operands(user) {
                if module.def_block(value) == Some(block) {
                    last.insert(value, op);
                }
            }
        }
    }
    for (value, op) in last {
        dead.entry(op).or_default().push(value);
    }
    dead
}
