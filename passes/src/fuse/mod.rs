//! `fuse`: ops that are computed together become one `hloom.fusion`.
//!
//! Each cluster grows backwards from a root, an elementwise op, a data movement or
//! a reduction that is not part of another cluster: a producer joins when all that
//! use it are in the cluster already, so that nothing is computed twice and no
//! cycle can arise. Constants that are the same everywhere, and what is made of
//! them by movement alone, are copied into every cluster that uses them: they cost
//! nothing.
//!
//! A producer that a broadcast spreads would be computed once for each copy, so it
//! joins only if it is cheap.
//!
//! After the pass every fusion is isolated: what it takes from outside are its
//! inputs. `dot_general`, `convolution`, `reduce_window` and control flow are never
//! inside of one. The choice is greedy and looks at no cost.

use crate::pass::{Context, PassError};
use hloom_ir::field::Text;
use hloom_ir::module::Module;
use hloom_ir::ops::{Fusion, Op, Return};
use hloom_ir::{Block, OpId, Rewriter, Trait, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let max_ops = cx.number("max-ops", 64)?;
    if max_ops < 2 {
        return Err(PassError::new("option `max-ops` must be at least 2"));
    }
    let (mut fusions, mut fused) = (0, 0);
    for function in cx.functions() {
        for block in blocks_of_tensors(cx.module(), function) {
            for cluster in clusters(cx.module(), block, max_ops) {
                fused += cluster.ops.len();
                fusions += 1;
                let mut rewriter = cx.rewriter();
                outline(&mut rewriter, &cluster);
            }
        }
    }
    cx.count("fusions", fusions);
    cx.count("ops fused", fused);
    Ok(())
}

/// The blocks below `op` whose ops work on whole tensors: bodies of functions,
/// loops and branches, not the scalar computations of reductions.
fn blocks_of_tensors(module: &Module, op: OpId) -> Vec<Block> {
    let mut found = Vec::new();
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            found.push(block);
            for inner in module.ops(block) {
                if matches!(module.op(inner), Op::While(_) | Op::If(_) | Op::Case(_)) {
                    found.extend(blocks_of_tensors(module, inner));
                }
            }
        }
    }
    found
}

/// Ops that are to be computed together, in the order of their block; the last is
/// the root.
struct Cluster {
    ops: Vec<OpId>,
    kind: &'static str,
}

/// What part an op may play in a fusion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Elementwise, cheap enough to be computed again.
    Cheap,
    /// Elementwise, costly.
    Costly,
    /// Moves elements.
    Movement,
    /// Repeats elements.
    Spread,
    /// Combines elements: a root only.
    Reduction,
    /// The same number everywhere, or counted up: copied where it is used.
    Free,
    /// None.
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
        Op::Reduce(_) => Role::Reduction,
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
        _ => Role::Outside,
    }
}

/// The clusters of a block, the last root first.
fn clusters(module: &Module, block: Block, max_ops: usize) -> Vec<Cluster> {
    let ops: Vec<OpId> = module.ops(block).collect();
    let position: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &o)| (o, i)).collect();
    let mut taken: FxHashSet<OpId> = FxHashSet::default();
    let mut found = Vec::new();
    for &root in ops.iter().rev() {
        if taken.contains(&root) || matches!(role(module, root), Role::Outside | Role::Free) {
            continue;
        }
        // A movement that feeds nothing elementwise gains nothing as a root.
        let cluster = grow(module, root, block, &taken, max_ops);
        let counted = cluster.iter().filter(|&&o| role(module, o) != Role::Free).count();
        if cluster.len() < 2 || counted < 1 {
            continue;
        }
        // Free ops stay for others; all else belongs to this cluster alone.
        taken.extend(cluster.iter().copied().filter(|&o| role(module, o) != Role::Free));
        let kind = if role(module, root) == Role::Reduction { "reduce" } else { "loop" };
        let mut ops: Vec<OpId> = cluster.into_iter().collect();
        ops.sort_by_key(|o| position[o]);
        found.push(Cluster { ops, kind });
    }
    found
}

/// The ops that can be computed together with `root`.
fn grow(
    module: &Module,
    root: OpId,
    block: Block,
    taken: &FxHashSet<OpId>,
    max_ops: usize,
) -> FxHashSet<OpId> {
    let mut members = FxHashSet::from_iter([root]);
    // An op below a broadcast is computed once for every copy.
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
        // In a fixed order, whatever the set's.
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

/// Replaces a cluster by a fusion.
fn outline(rewriter: &mut Rewriter<'_>, cluster: &Cluster) {
    let root = *cluster.ops.last().expect("a cluster has a root");
    let module = rewriter.module();
    let members: FxHashSet<OpId> = cluster.ops.iter().copied().collect();
    let inputs = captured(module, &cluster.ops, &members);
    let types: Vec<Type> = inputs.iter().map(|&v| module.ty(v)).collect();
    let names: Vec<Option<String>> =
        inputs.iter().map(|&v| module.name(v).map(str::to_owned)).collect();
    rewriter.set_before(root);
    let outer = rewriter.point();
    let (region, body) = rewriter.region(&types);
    let args = rewriter.module().args(body).to_vec();
    for (&arg, name) in args.iter().zip(&names) {
        if let Some(name) = name {
            rewriter.set_name(arg, name);
        }
    }
    let mut map: FxHashMap<Value, Value> = inputs.iter().copied().zip(args).collect();
    rewriter.set_point(hloom_ir::rewrite::Point::End(body));
    for &op in &cluster.ops {
        rewriter.clone_op(op, &mut map);
    }
    let handed: Vec<Value> = rewriter.module().results(root).iter().map(|v| map[&v]).collect();
    rewriter.build(Return {}, &handed).expect("a return takes anything");
    rewriter.set_point(outer);
    let kind = Text(cluster.kind.as_bytes().into());
    let fusion = rewriter
        .build_with_regions(Fusion { kind }, &inputs, &[region])
        .expect("a fusion takes what its body takes");
    let results: Vec<Value> = rewriter.module().results(fusion).into_iter().collect();
    rewriter.replace(root, &results);
    for &op in cluster.ops.iter().rev().filter(|&&op| op != root) {
        let module = rewriter.module();
        if module.results(op).iter().all(|v| !module.is_used(v)) {
            rewriter.erase(op);
        }
    }
}

/// The values that ops use but do not define, those in their regions included, in
/// the order of first use.
fn captured(module: &Module, ops: &[OpId], members: &FxHashSet<OpId>) -> Vec<Value> {
    let mut inside: FxHashSet<Value> = FxHashSet::default();
    let mut found = Vec::new();
    for &op in ops {
        for o in std::iter::once(op).chain(module.walk(op)) {
            inside.extend(module.results(o));
            for &region in module.regions(o) {
                for &block in module.blocks(region) {
                    inside.extend(module.args(block).iter().copied());
                }
            }
            for &v in module.operands(o) {
                let from_member = module.def_op(v).is_some_and(|d| members.contains(&d));
                if !from_member && !inside.contains(&v) && !found.contains(&v) {
                    found.push(v);
                }
            }
        }
    }
    found
}
