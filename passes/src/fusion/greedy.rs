//! The policy `greedy`: clusters that grow.
//!
//! Each cluster grows backwards from a root: an elementwise op, a data movement or a reduction
//! outside of all other clusters. A producer joins if all its users are in the cluster already, so
//! that nothing is computed twice and no cycle can arise. Splat constants, and data movement of
//! them, are copied into every cluster that uses them, since they cost nothing.
//!
//! A producer below a broadcast would be computed once per copy, so it joins only if it is cheap.
//!
//! `dot_general`, `convolution`, `reduce_window` and control flow are never fused. The policy
//! estimates no cost.

use super::group::Group;
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, reduces_slices};
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The role of an op in a cluster.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Elementwise and cheap enough to be recomputed.
    Cheap,
    /// Elementwise and expensive.
    Costly,
    /// Data movement.
    Movement,
    /// A broadcast.
    Spread,
    /// A reduction: only ever a root.
    Reduction,
    /// A splat or an iota: copied to its users.
    Free,
    /// Never fused.
    Outside,
}

fn role(module: &Module, op: OpId) -> Role {
    let fits = |v: Value| {
        module.ty(v).as_tensor().is_some_and(|t| t.is_static() && !t.element.is_quantized())
    };
    let types_fit =
        module.results(op).iter().all(fits) && module.operands(op).iter().all(|&v| fits(v));
    if !types_fit {
        return Role::Outside;
    }
    match module.op(op) {
        Op::Constant(c) if c.value.is_splat() || c.value.count() == 1 => Role::Free,
        Op::Iota(_) => Role::Free,
        Op::BroadcastInDim(_) => Role::Spread,
        Op::Reshape(_) | Op::Transpose(_) | Op::Slice(_) | Op::Reverse(_) => Role::Movement,
        Op::Reduce(_) if !reduces_slices(module, op) => Role::Reduction,
        Op::Abs(_)
        | Op::Add(_)
        | Op::And(_)
        | Op::Ceil(_)
        | Op::Clamp(_)
        | Op::Compare(_)
        | Op::Complex(_)
        | Op::Convert(_)
        | Op::Floor(_)
        | Op::Imag(_)
        | Op::IsFinite(_)
        | Op::Maximum(_)
        | Op::Minimum(_)
        | Op::Multiply(_)
        | Op::Negate(_)
        | Op::Not(_)
        | Op::Or(_)
        | Op::Real(_)
        | Op::RoundNearestAfz(_)
        | Op::RoundNearestEven(_)
        | Op::Select(_)
        | Op::ShiftLeft(_)
        | Op::ShiftRightArithmetic(_)
        | Op::ShiftRightLogical(_)
        | Op::Sign(_)
        | Op::Subtract(_)
        | Op::Xor(_) => Role::Cheap,
        other if other.has(Trait::Elementwise) => Role::Costly,
        // Any other op: not fused.
        _ => Role::Outside,
    }
}

/// The clusters of a block, the last root first.
pub fn clusters(module: &Module, block: Block, max_ops: usize) -> Vec<Group> {
    let ops: Vec<OpId> = module.ops(block).collect();
    let position: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &o)| (o, i)).collect();
    let mut taken: FxHashSet<OpId> = FxHashSet::default();
    let mut found = Vec::new();
    for &root in ops.iter().rev() {
        if taken.contains(&root) || matches!(role(module, root), Role::Outside | Role::Free) {
            continue;
        }
        // A data movement root without elementwise members gains nothing.
        let cluster = grow(module, root, block, &taken, max_ops);
        let counted = cluster.iter().filter(|&&o| role(module, o) != Role::Free).count();
        if cluster.len() < 2 || counted < 1 {
            continue;
        }
        // Free ops remain available to other clusters; all other ops belong to this one.
        taken.extend(cluster.iter().copied().filter(|&o| role(module, o) != Role::Free));
        let mut ops: Vec<OpId> = cluster.into_iter().collect();
        ops.sort_by_key(|o| position[o]);
        let results = module.results(root).into_iter().collect();
        let inside = |op: OpId| (op, vec![false; module.operands(op).len()]);
        let ops = ops.into_iter().map(inside).collect();
        found.push(Group { kind: "cell", ops, results, seconds: 0.0 });
    }
    found
}

/// Grows the cluster of a root.
fn grow(
    module: &Module,
    root: OpId,
    block: Block,
    taken: &FxHashSet<OpId>,
    max_ops: usize,
) -> FxHashSet<OpId> {
    let mut members = FxHashSet::from_iter([root]);
    // An op below a broadcast is computed once per copy.
    let mut spread: FxHashSet<OpId> = FxHashSet::default();
    if role(module, root) == Role::Spread {
        spread.insert(root);
    }
    let mut changed = true;
    while changed && members.len() < max_ops {
        changed = false;
        let mut candidates: Vec<(OpId, bool)> = members
            .iter()
            .flat_map(|&m| {
                let below = spread.contains(&m);
                module.operands(m).iter().filter_map(|&v| module.def_op(v)).map(move |d| (d, below))
            })
            .collect();
        // Sorted, because the order of the set is not deterministic.
        candidates.sort_unstable();
        for (producer, below) in candidates {
            if members.contains(&producer)
                || taken.contains(&producer)
                || module.parent(producer) != Some(block)
                || members.len() >= max_ops
            {
                continue;
            }
            let role = role(module, producer);
            let joins = match role {
                Role::Free => true,
                Role::Outside | Role::Reduction => false,
                Role::Costly if below => false,
                Role::Cheap | Role::Costly | Role::Movement | Role::Spread => module
                    .results(producer)
                    .iter()
                    .all(|v| module.uses(v).all(|(user, _)| members.contains(&user))),
            };
            if joins {
                members.insert(producer);
                if below || role == Role::Spread {
                    spread.insert(producer);
                }
                changed = true;
            }
        }
    }
    members
}
