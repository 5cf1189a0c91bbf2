//! `inline`: replaces calls by the bodies of the called functions, and composites by their
//! decompositions.
//!
//! Callees are visited before callers, so that each body is copied once per call and does not
//! contain further calls that could be inlined. Calls of recursive functions are not inlined, nor
//! are calls of functions that are only declared or have several blocks.

use crate::context::{Context, PassError};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut inlined = 0;
    for component in call_order(cx.module()) {
        // A component of more than one function, or of one that calls itself, is a recursion.
        let [function] = component[..] else { continue };
        for call in calls(cx.module(), function) {
            let module = cx.module();
            let Some(callee) = target(module, call) else { continue };
            if callee == function || !can_inline(module, callee) {
                continue;
            }
            let Some(body) = module.entry(callee, 0) else { continue };
            let args: Vec<Value> = module.operands(call).to_vec();
            let mut rewriter = cx.rewriter();
            rewriter.set_before(call);
            let values = rewriter.clone_block(body, &args);
            rewriter.replace(call, &values);
            inlined += 1;
        }
    }
    cx.count("calls inlined", inlined);
    Ok(())
}

/// The functions of the module in strongly connected components of the call graph,
/// callees before callers.
fn call_order(module: &Module) -> Vec<Vec<OpId>> {
    let mut graph = DiGraph::<OpId, ()>::new();
    let nodes: FxHashMap<OpId, NodeIndex> =
        module.functions().map(|f| (f, graph.add_node(f))).collect();
    // In module order, so that the result is deterministic.
    for function in module.functions() {
        let node = nodes[&function];
        for call in calls(module, function) {
            if let Some(&to) = target(module, call).and_then(|t| nodes.get(&t)) {
                graph.add_edge(node, to, ());
            }
        }
    }
    let component = |c: Vec<NodeIndex>| c.into_iter().map(|n| graph[n]).collect::<Vec<_>>();
    tarjan_scc(&graph).into_iter().map(component).collect()
}

fn calls(module: &Module, function: OpId) -> Vec<OpId> {
    module
        .walk(function)
        .filter(|&op| matches!(module.op(op), Op::Call(_) | Op::Composite(_)))
        .collect()
}

fn target(module: &Module, call: OpId) -> Option<OpId> {
    match module.op(call) {
        Op::Call(it) => module.symbol(&it.callee.0),
        Op::Composite(it) => module.symbol(&it.decomposition.0),
        _ => None,
    }
}

/// Whether a function's body can be inlined: it has one block and does not call itself.
pub(crate) fn can_inline(module: &Module, function: OpId) -> bool {
    let Some(&region) = module.regions(function).first() else { return false };
    matches!(module.op(function), Op::Func(_))
        && module.blocks(region).len() == 1
        && calls(module, function).iter().all(|&c| target(module, c) != Some(function))
}
