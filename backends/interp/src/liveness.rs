//! The last use of each value of a block, after which it is freed.

use hloom_ir::{Block, Module, OpId, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// For each op of a block, the values of that block whose last use it is.
pub(crate) type LastUses = FxHashMap<OpId, SmallVec<[Id; 2]>>;

/// The last uses of a block's arguments and results. An op's uses include those in its regions; an
/// unused result is dead after its op. A value used in another block of the same region is never
/// freed.
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
    let alone = module.blocks(module.block_region(block)).len() == 1;
    for (value, op) in last {
        if !alone && used_elsewhere(module, value, block) {
            continue;
        }
        dead.entry(op).or_default().push(value);
    }
    dead
}

/// Whether a value of a block is used in a block outside of the regions of the block's ops.
fn used_elsewhere(module: &Module, value: Id, block: Block) -> bool {
    let region = module.block_region(block);
    module.uses(value).any(|(user, _)| {
        let mut at = module.parent(user);
        while let Some(inner) = at.filter(|&b| module.block_region(b) != region) {
            at = module.block_owner(inner).and_then(|owner| module.parent(owner));
        }
        at != Some(block)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{body, lit, main_of};
    use hloom_ir::ops::*;
    use hloom_ir::{Element, Type};

    #[test]
    fn values_die_at_their_last_use_also_in_regions() {
        let (flag, x) = (Type::scalar_tensor(Element::I1), Type::scalar_tensor(Element::F32));
        let module = main_of(&[flag, x], |r, a| {
            let twice = r.value(Add {}, &[a[1], a[1]]).expect("a sum");
            r.value(Abs {}, &[twice]).expect("a result that nothing uses");
            let yes = body(r, &[], |r, _| vec![r.value(Negate {}, &[twice]).expect("a number")]);
            let no = body(r, &[], |r, _| vec![r.constant(lit(Element::F32, &[], &[0.0]))]);
            let id = r.build_with_regions(If {}, &[a[0]], &[yes, no]).expect("a branch");
            vec![r.module().result(id, 0)]
        });
        let func = module.symbol("main").expect("a function");
        let block = module.entry(func, 0).expect("a body");
        let dead = last_uses(&module, block);
        let args = module.args(block);
        let ops: Vec<OpId> = module.ops(block).collect();
        let [add, abs, branch, ret] = ops[..] else { panic!("four ops, not {}", ops.len()) };
        let died = |op: OpId| {
            let mut ids: Vec<Id> = dead.get(&op).map_or(Vec::new(), |ids| ids.to_vec());
            ids.sort();
            ids
        };
        assert_eq!(died(add), [args[1]]);
        assert_eq!(died(abs), [module.result(abs, 0)]);
        assert_eq!(died(branch), [args[0], module.result(add, 0)]);
        assert_eq!(died(ret), [module.result(branch, 0)]);
    }
}
