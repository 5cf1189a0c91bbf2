//! Makes `hloom.layer` ops of planned layers, and puts their bodies in their place again.

use super::plan::{LayerPlan, uses};
use hloom_ir::module::Module;
use hloom_ir::ops::{Layer, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{OpId, Rewriter, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces the ops of a plan by layers, in front of the first op behind them. Returns the number of
/// layers.
pub fn outline(rewriter: &mut Rewriter<'_>, plan: &LayerPlan) -> usize {
    let Some(&last) = plan.ops.last() else { return 0 };
    // Behind the ops of the plan stands a terminator or an op with effects; constants that the plan
    // leaves out are copied into layers.
    rewriter.set_after(last);
    let point = rewriter.point();
    // The values that stand for others outside of the layers made so far.
    let mut now: FxHashMap<Value, Value> = FxHashMap::default();
    let mut made = 0;
    for layer in 0..plan.layering.layers.len() {
        rewriter.set_point(point);
        made += usize::from(outline_one(rewriter, &plan.ops_of(layer), &mut now));
    }
    for &op in &plan.ops {
        for value in rewriter.module().results(op) {
            if let Some(&new) = now.get(&value) {
                rewriter.replace_uses(value, new);
            }
        }
    }
    // The copies in layers use no results of ops outside.
    for &op in plan.ops.iter().rev() {
        rewriter.erase(op);
    }
    made
}

/// Builds a layer of ops, unless nothing uses their results; returns whether it did. `now` maps values to
/// results of earlier layers, and gets those of this one.
fn outline_one(
    rewriter: &mut Rewriter<'_>,
    ops: &[OpId],
    now: &mut FxHashMap<Value, Value>,
) -> bool {
    let module = rewriter.module();
    let members: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut inputs: Vec<Value> = Vec::new();
    let mut constants: Vec<OpId> = Vec::new();
    for &op in ops {
        for value in uses(module, op) {
            match module.def_op(value) {
                Some(def) if members.contains(&def) => {}
                // Larger constants lie in memory, once.
                Some(def) if is_small(module, value) => {
                    if !constants.contains(&def) {
                        constants.push(def);
                    }
                }
                _ if inputs.contains(&value) => {}
                _ => inputs.push(value),
            }
        }
    }
    // A user inside of another member's region counts as that member.
    let outside = |value: Value| {
        let member = |mut user: OpId| loop {
            if members.contains(&user) {
                return true;
            }
            match module.parent_op(user) {
                Some(parent) => user = parent,
                None => return false,
            }
        };
        module.uses(value).any(|(user, _)| !member(user))
    };
    let results: Vec<Value> =
        ops.iter().flat_map(|&op| module.results(op)).filter(|&v| outside(v)).collect();
    if results.is_empty() {
        return false;
    }
    let types: Vec<Type> = inputs.iter().map(|&v| module.ty(v)).collect();
    let names: Vec<Option<String>> =
        inputs.iter().map(|&v| module.name(v).map(str::to_owned)).collect();
    let point = rewriter.point();
    if let Some(&first) = ops.first() {
        rewriter.set_source(first);
    }
    let (region, body) = rewriter.region(&types);
    let args = rewriter.module().args(body).to_vec();
    for (&arg, name) in args.iter().zip(&names) {
        if let Some(name) = name {
            rewriter.set_name(arg, name);
        }
    }
    rewriter.set_point(InsertPoint::End(body));
    let mut map: FxHashMap<Value, Value> = inputs.iter().copied().zip(args).collect();
    for &op in constants.iter().chain(ops) {
        rewriter.clone_op(op, &mut map);
    }
    let yielded: Vec<Value> = results.iter().map(|v| map[v]).collect();
    rewriter.build(Return {}, &yielded).expect("a return takes anything");
    rewriter.set_point(point);
    let operands: Vec<Value> = inputs.iter().map(|v| *now.get(v).unwrap_or(v)).collect();
    let layer = rewriter
        .build_with_regions(Layer {}, &operands, &[region])
        .expect("a layer takes what its body takes");
    for (i, &old) in results.iter().enumerate() {
        let new = rewriter.module().result(layer, i);
        // A declared type may be another one than inference gives.
        let ty = rewriter.module().ty(old);
        rewriter.set_type(new, ty);
        if let Some(name) = rewriter.module().name(old).map(str::to_owned) {
            rewriter.set_name(new, &name);
        }
        now.insert(old, new);
    }
    true
}

/// Whether a value is a constant that kernels contain.
fn is_small(module: &Module, value: Value) -> bool {
    module.constant(value).is_some_and(|c| c.is_splat() || c.count() == 1)
}

/// Puts the bodies of all layers below an op in their place; returns the number of layers.
pub fn inline(rewriter: &mut Rewriter<'_>, op: OpId) -> usize {
    let module = rewriter.module();
    let found: Vec<OpId> =
        module.walk(op).filter(|&o| matches!(module.op(o), Op::Layer(_))).collect();
    for &layer in &found {
        let Some(body) = rewriter.module().entry(layer, 0) else { continue };
        let inputs = rewriter.module().operands(layer).to_vec();
        let results = rewriter.inline_block(body, &inputs, layer);
        rewriter.replace(layer, &results);
    }
    found.len()
}
