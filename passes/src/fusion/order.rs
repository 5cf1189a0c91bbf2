//! The order of ops in a block: definitions before uses, and effects in program order.

use super::group::Group;
use hloom_ir::module::Module;
use hloom_ir::{Block, OpId, Rewriter, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BinaryHeap;

/// The groups to drop because they depend on each other cyclically. Among the groups of a cycle,
/// those with results of several ops are dropped first: a group with the results of one op can
/// always take that op's position.
pub(super) fn stuck(module: &Module, block: Block, groups: &[&Group]) -> FxHashSet<usize> {
    // Groups are numbered first, then ops.
    let ops: Vec<OpId> = module.ops(block).collect();
    let mut maker: FxHashMap<Value, usize> = FxHashMap::default();
    for (i, &op) in ops.iter().enumerate() {
        maker.extend(module.results(op).into_iter().map(|v| (v, groups.len() + i)));
    }
    for (i, group) in groups.iter().enumerate() {
        maker.extend(group.results.iter().map(|&v| (v, i)));
    }
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); groups.len() + ops.len()];
    let mut waits: Vec<usize> = vec![0; users.len()];
    let mut note = |user: usize, mut needs: Vec<usize>| {
        needs.sort_unstable();
        needs.dedup();
        needs.retain(|&d| d != user);
        waits[user] = needs.len();
        needs.into_iter().for_each(|d| users[d].push(user));
    };
    for (i, group) in groups.iter().enumerate() {
        let inside: FxHashSet<Value> =
            group.ops.iter().flat_map(|(op, _)| module.results(*op)).collect();
        let mut needs = Vec::new();
        for (op, from_memory) in &group.ops {
            for (at, v) in module.operands(*op).iter().enumerate() {
                if from_memory.get(at) == Some(&true) || !inside.contains(v) {
                    needs.extend(maker.get(v));
                }
            }
            let nested = module.walk(*op).filter(|o| o != op);
            needs.extend(nested.flat_map(|o| module.operands(o)).filter_map(|v| maker.get(v)));
        }
        note(i, needs);
    }
    let mut last_effect: Option<usize> = None;
    for (i, &op) in ops.iter().enumerate() {
        let i = groups.len() + i;
        let every = std::iter::once(op).chain(module.walk(op));
        let mut needs: Vec<usize> =
            every.flat_map(|o| module.operands(o)).filter_map(|v| maker.get(v).copied()).collect();
        if !module.op(op).has(Trait::Pure) {
            needs.extend(last_effect);
            last_effect = Some(i);
        }
        note(i, needs);
    }
    let mut ready: Vec<usize> = (0..users.len()).filter(|&i| waits[i] == 0).collect();
    while let Some(i) = ready.pop() {
        for &user in &users[i] {
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(user);
            }
        }
    }
    let waiting: Vec<usize> = (0..groups.len()).filter(|&i| waits[i] > 0).collect();
    let several = |i: &usize| {
        let mut makers = groups[*i].results.iter().map(|&v| module.def_op(v));
        let first = makers.next();
        makers.any(|m| Some(m) != first)
    };
    let of_several: FxHashSet<usize> = waiting.iter().copied().filter(several).collect();
    if of_several.is_empty() { waiting.into_iter().collect() } else { of_several }
}

/// Sorts the ops of a block topologically, as close to the given positions as possible. Ops with
/// effects keep their order.
pub(super) fn sort(rewriter: &mut Rewriter<'_>, block: Block, place: &FxHashMap<OpId, usize>) {
    let module = rewriter.module();
    let ops: Vec<OpId> = module.ops(block).collect();
    let number: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
    let mut waits: Vec<usize> = vec![0; ops.len()];
    let mut last_effect: Option<usize> = None;
    for (i, &op) in ops.iter().enumerate() {
        let mut needs: FxHashSet<usize> = FxHashSet::default();
        for o in std::iter::once(op).chain(module.walk(op)) {
            for &v in module.operands(o) {
                if let Some(&d) = module.def_op(v).and_then(|d| number.get(&d))
                    && d != i
                {
                    needs.insert(d);
                }
            }
        }
        if !module.op(op).has(Trait::Pure) {
            needs.extend(last_effect);
            last_effect = Some(i);
        }
        if module.op(op).has(Trait::Terminator) {
            needs.extend((0..ops.len()).filter(|&d| d != i));
        }
        waits[i] = needs.len();
        for d in needs {
            users[d].push(i);
        }
    }
    let key = |i: usize| std::cmp::Reverse((place.get(&ops[i]).copied().unwrap_or(usize::MAX), i));
    let mut ready: BinaryHeap<_> = (0..ops.len()).filter(|&i| waits[i] == 0).map(key).collect();
    let mut order = Vec::with_capacity(ops.len());
    while let Some(std::cmp::Reverse((_, i))) = ready.pop() {
        order.push(ops[i]);
        for &user in &users[i] {
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(key(user));
            }
        }
    }
    debug_assert_eq!(order.len(), ops.len(), "operators depend on each other");
    if order.len() == ops.len() && order != ops {
        for &op in &order {
            rewriter.move_to_end(op, block);
        }
    }
}
