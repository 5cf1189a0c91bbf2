//! Outlines chosen operators into `hloom.fusion` ops, and inlines them again (`unfuse`).

use super::candidate::Space;
use super::class::Class;
use super::group::Group;
use super::kind::TemplateKind;
use super::select::Operator;
use super::{order, sparse};
use hloom_analysis::attention::AttentionPattern;
use hloom_analysis::kernel::{KernelShape, kernel_shape};
use hloom_analysis::sparse::{ZeroRule, sparse_driven};
use hloom_ir::field::Text;
use hloom_ir::module::Module;
use hloom_ir::ops::{Fusion, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Rewriter, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops of an operator as a group; `None` if it is a single unfused op.
pub fn group_of(module: &Module, space: &Space<'_>, operator: &Operator) -> Option<Group> {
    let graph = space.graph;
    let mut ops = sparse::ops_of(module, graph, &operator.cover)?;
    let mut roots = Vec::new();
    let mut sorted_roots = operator.roots.clone();
    sorted_roots.sort_unstable();
    for root in sorted_roots {
        roots.extend(module.results(graph.nodes[root].op?));
    }
    roots.retain(|&v| module.is_used(v));
    let drive = sparse::drive(space, &operator.cover);
    let drive = drive.filter(|it| it.seconds < space.dense_cost(&operator.cover));
    let mut kind = operator.kind;
    if let Some(it) = drive {
        let driven = sparse::with_driver(module, ops.clone(), it.relayout);
        let all: Vec<OpId> = driven.iter().map(|(op, _)| *op).collect();
        let main = module.operand(it.relayout, 0);
        if sparse_driven(module, &all, &roots, main, space.sparse?.rule).is_ok() {
            ops = driven;
            let product = graph.nodes[operator.cover.root()].class == Class::Dot;
            kind = kind.or(Some(if product { TemplateKind::Row } else { TemplateKind::Cell }));
        }
    }
    let seconds = operator.seconds;
    let group = Group { kind: kind?.name(), ops, results: roots, seconds };
    if group.results.is_empty() || group.ops.len() < 2 {
        return None;
    }
    Some(group)
}

/// Whether one kernel can compute a group.
pub fn is_kernel(module: &Module, group: &Group) -> bool {
    let ops: Vec<OpId> = group.ops.iter().map(|(op, _)| *op).collect();
    match group.driver(module) {
        Some(main) => {
            sparse_driven(module, &ops, &group.results, main, ZeroRule::Annihilates).is_ok()
        }
        None if group.kind == TemplateKind::Attention.name() => {
            AttentionPattern::of(module, &ops, &group.results).is_some()
        }
        None => kernel_shape(module, &ops, &group.results) != KernelShape::Staged,
    }
}

/// Outlines groups of ops of a block into fusions, and sorts the block topologically.
///
/// Groups that depend on each other cyclically, by their operands or by effects between them, are
/// left unfused.
pub fn outline(rewriter: &mut Rewriter<'_>, block: Block, groups: &[Group]) {
    let mut groups: Vec<&Group> = groups.iter().collect();
    loop {
        let stuck = order::stuck(rewriter.module(), block, &groups);
        if stuck.is_empty() {
            break;
        }
        let mut at = 0..;
        groups.retain(|_| at.next().is_some_and(|at| !stuck.contains(&at)));
    }
    if groups.is_empty() {
        return;
    }
    let end = rewriter.module().terminator(block);
    let mut place: FxHashMap<OpId, usize> =
        rewriter.module().ops(block).enumerate().map(|(i, op)| (op, i)).collect();
    let mut made: Vec<(OpId, Vec<Value>)> = Vec::new();
    for &group in &groups {
        match end {
            Some(end) => rewriter.set_before(end),
            None => rewriter.set_point(InsertPoint::End(block)),
        }
        let fusion = outline_one(rewriter, group);
        let last = group.results.iter().filter_map(|&v| rewriter.module().def_op(v));
        let at = last.filter_map(|op| place.get(&op).copied()).max().unwrap_or(0);
        place.insert(fusion, at);
        made.push((fusion, group.results.clone()));
    }
    for (fusion, old) in &made {
        let new: Vec<Value> = rewriter.module().results(*fusion).into_iter().collect();
        for (&old, new) in old.iter().zip(new) {
            if rewriter.module().name(new).is_none()
                && let Some(name) = rewriter.module().name(old).map(str::to_owned)
            {
                rewriter.set_name(new, &name);
            }
            rewriter.replace_uses(old, new);
        }
    }
    // Users come before their operands.
    let mut old: Vec<OpId> = groups.iter().flat_map(|g| g.ops.iter().map(|(op, _)| *op)).collect();
    // The relayout of a sparse argument may be in front of an enclosing loop.
    old.retain(|op| place.contains_key(op));
    old.sort_by_key(|op| std::cmp::Reverse(place[op]));
    old.dedup();
    for op in old {
        let module = rewriter.module();
        if module.is_live(op) && module.results(op).iter().all(|v| !module.is_used(v)) {
            rewriter.erase(op);
        }
    }
    order::sort(rewriter, block, &place);
}

fn outline_one(rewriter: &mut Rewriter<'_>, group: &Group) -> OpId {
    let module = rewriter.module();
    let members: FxHashSet<OpId> = group.ops.iter().map(|(op, _)| *op).collect();
    let defined: FxHashSet<Value> =
        group.ops.iter().flat_map(|(op, _)| module.results(*op)).collect();
    let mut inputs: Vec<Value> = Vec::new();
    let mut captured: Vec<Value> = Vec::new();
    for (op, from_memory) in &group.ops {
        for (i, &v) in module.operands(*op).iter().enumerate() {
            let base = below(module, &members, v);
            let again = from_memory[i] && defined.contains(&base);
            let input = if again { base } else { v };
            if (again || !defined.contains(&v)) && !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        // Regions may use constants from outside; the fusion gets copies of them.
        for inner in module.walk(*op).filter(|o| o != op) {
            for &v in module.operands(inner) {
                let outer = module.constant(v).is_some()
                    && module.def_op(v).and_then(|d| module.parent(d)) == module.parent(*op);
                if outer && !captured.contains(&v) && !defined.contains(&v) {
                    captured.push(v);
                }
            }
        }
    }
    let types: Vec<Type> = inputs.iter().map(|&v| module.ty(v)).collect();
    let names: Vec<Option<String>> =
        inputs.iter().map(|&v| module.name(v).map(str::to_owned)).collect();
    let outer = rewriter.point();
    let (region, body) = rewriter.region(&types);
    let args = rewriter.module().args(body).to_vec();
    for (&arg, name) in args.iter().zip(&names) {
        if let Some(name) = name {
            rewriter.set_name(arg, name);
        }
    }
    let arguments: FxHashMap<Value, Value> = inputs.iter().copied().zip(args).collect();
    rewriter.set_point(InsertPoint::End(body));
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    for v in captured {
        if let Some(def) = rewriter.module().def_op(v) {
            rewriter.clone_op(def, &mut map);
        }
    }
    let constants = map.clone();
    // Copies of ops on edges from memory, if the same ops are also inside of the fusion.
    let mut again: FxHashMap<Value, Value> = FxHashMap::default();
    for (op, from_memory) in &group.ops {
        let operands = rewriter.module().operands(*op).to_vec();
        let mut own: FxHashMap<Value, Value> =
            operands.iter().filter_map(|v| Some((*v, *map.get(v)?))).collect();
        own.extend(&constants);
        for (i, &v) in operands.iter().enumerate() {
            if from_memory[i] && defined.contains(&below(rewriter.module(), &members, v)) {
                let copy = from_outside(rewriter, &members, v, &arguments, &mut again);
                own.insert(v, copy);
            } else if !defined.contains(&v) {
                own.insert(v, arguments[&v]);
            }
        }
        let copy = rewriter.clone_op(*op, &mut own);
        let (from, to) = (rewriter.module().results(*op), rewriter.module().results(copy));
        map.extend(from.into_iter().zip(to));
    }
    let yielded: Vec<Value> = group.results.iter().map(|v| map[v]).collect();
    rewriter.build(Return {}, &yielded).expect("a return takes anything");
    rewriter.set_point(outer);
    let kind = Text(group.kind.as_bytes().into());
    let main = group.driver(rewriter.module());
    let driver = main.and_then(|main| inputs.iter().position(|&v| v == main)).map(|i| i as i64);
    rewriter
        .build_with_regions(Fusion { kind, driver, plan: None }, &inputs, &[region])
        .expect("a fusion takes what its body takes")
}

/// Returns the materialized value that a value on a read-through edge is computed from.
fn below(module: &Module, members: &FxHashSet<OpId>, mut v: Value) -> Value {
    while let Some(def) = module.def_op(v).filter(|d| members.contains(d)) {
        let through = matches!(module.op(def), Op::BroadcastInDim(_) | Op::Reshape(_));
        if !through {
            break;
        }
        v = module.operand(def, 0);
    }
    v
}

/// Recomputes a value that an edge reads from memory, from the fusion's arguments.
fn from_outside(
    rewriter: &mut Rewriter<'_>,
    members: &FxHashSet<OpId>,
    v: Value,
    arguments: &FxHashMap<Value, Value>,
    again: &mut FxHashMap<Value, Value>,
) -> Value {
    if let Some(&known) = again.get(&v) {
        return known;
    }
    if let Some(&argument) = arguments.get(&v) {
        return argument;
    }
    let module = rewriter.module();
    let Some(def) = module.def_op(v).filter(|d| members.contains(d)) else { return v };
    let operand = module.operand(def, 0);
    let inner = from_outside(rewriter, members, operand, arguments, again);
    let mut map = FxHashMap::from_iter([(operand, inner)]);
    let copy = rewriter.clone_op(def, &mut map);
    let copy = rewriter.module().result(copy, 0);
    again.insert(v, copy);
    copy
}

/// Inlines every fusion below an op; returns their number.
pub fn unfuse(rewriter: &mut Rewriter<'_>, op: OpId) -> usize {
    let module = rewriter.module();
    let found: Vec<OpId> =
        module.walk(op).filter(|&o| matches!(module.op(o), Op::Fusion(_))).collect();
    for &fusion in &found {
        let Some(body) = rewriter.module().entry(fusion, 0) else { continue };
        let inputs = rewriter.module().operands(fusion).to_vec();
        let results = rewriter.inline_block(body, &inputs, fusion);
        rewriter.replace(fusion, &results);
    }
    found.len()
}
