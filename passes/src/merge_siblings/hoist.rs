//! Values that can be computed earlier.

use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::{OpId, Value};
use rustc_hash::FxHashSet;

/// The most ops that are moved for one value.
const MOST: usize = 64;

/// The ops behind `first` that have to move in front of it for `value` to be there, in order; `None`
/// if one of them has effects or regions, or needs one of `barred`.
pub(super) fn movable(
    module: &Module,
    value: Value,
    first: OpId,
    barred: &[OpId],
) -> Option<Vec<OpId>> {
    let block = module.parent(first)?;
    let behind: FxHashSet<OpId> = {
        let mut at = Some(first);
        let next = || {
            let now = at?;
            at = module.next(now);
            Some(now)
        };
        std::iter::from_fn(next).collect()
    };
    let mut found: Vec<OpId> = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        let Some(def) = module.def_op(value) else { continue };
        if module.parent(def) != Some(block) || !behind.contains(&def) || found.contains(&def) {
            continue;
        }
        let plain = is_pure(module, def) && module.regions(def).is_empty();
        if barred.contains(&def) || !plain || found.len() == MOST {
            return None;
        }
        found.push(def);
        waiting.extend(module.operands(def));
    }
    // In the order of the block.
    let mut at = Some(first);
    let mut sorted = Vec::with_capacity(found.len());
    while let Some(op) = at.filter(|_| sorted.len() < found.len()) {
        if found.contains(&op) {
            sorted.push(op);
        }
        at = module.next(op);
    }
    Some(sorted)
}
