//! `inline`: replaces calls by the bodies of the called functions, and composites by their
//! decompositions.
//!
//! Callees are visited before callers, so that each body is copied once per call and does not
//! contain further calls that could be inlined. Calls of recursive functions are not inlined, nor
//! are calls of functions that are only declared or have several blocks.
//!
//! A few functions that call each other several times may stand for any number of ops;
//! inlining that would make more than `limit` is an error that names the calls.

use crate::context::{Context, PassError};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

crate::options! {
    /// Options of `inline`.
    pub struct Options {
        /// The number of ops that inlining may make.
        limit: usize = LIMIT, "limit";
    }
}

/// The number of ops that inlining makes at most, unless it is told.
pub(crate) const LIMIT: usize = 1 << 20;

/// The number of names of a chain of calls that an error shows.
const SHOWN: usize = 6;

/// Runs the pass.
///
/// # Errors
/// If it would make more ops than it may.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { limit } = cx.options()?;
    // Before anything is inlined, for errors.
    let heaviest = heaviest_calls(cx.module());
    let (mut inlined, mut made) = (0, 0usize);
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
            made = made.saturating_add(module.walk(callee).take(limit.saturating_add(1)).count());
            if made > limit {
                let message = format!(
                    "inlining makes more than {limit} ops: {}",
                    chain(module, function, &heaviest)
                );
                return Err(PassError::at(call, message));
            }
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

/// For each function, the one whose calls in it add most ops, and how many calls these are.
pub(crate) type Heaviest = FxHashMap<OpId, (OpId, usize)>;

/// The heaviest calls of each function: what would be inlined from it is longest.
pub(crate) fn heaviest_calls(module: &Module) -> Heaviest {
    let mut sizes: FxHashMap<OpId, f64> = FxHashMap::default();
    let mut heaviest = Heaviest::default();
    for function in call_order(module).into_iter().flatten() {
        let mut times: Vec<(OpId, usize)> = Vec::new();
        for callee in calls(module, function).into_iter().filter_map(|c| target(module, c)) {
            match times.iter_mut().find(|(f, _)| *f == callee) {
                Some((_, n)) => *n += 1,
                None => times.push((callee, 1)),
            }
        }
        let weight = |&(f, n): &(OpId, usize)| sizes.get(&f).copied().unwrap_or(0.0) * n as f64;
        let most = times.iter().copied().max_by(|a, b| weight(a).total_cmp(&weight(b)));
        let own = module.walk(function).count() as f64;
        let size = own + times.iter().map(weight).sum::<f64>();
        heaviest.extend(most.map(|most| (function, most)));
        sizes.insert(function, size);
    }
    heaviest
}

/// The calls that make inlining long: `@a calls @b 2 times, which calls @c 2 times, …`.
pub(crate) fn chain(module: &Module, from: OpId, heaviest: &Heaviest) -> String {
    let name = |f: OpId| format!("@{}", &*module.func(f).sym_name.0);
    let mut text = name(from);
    let mut next = heaviest.get(&from);
    let mut depth = 0;
    while let Some(&(callee, times)) = next.filter(|_| depth <= 1 << 16) {
        depth += 1;
        if depth <= SHOWN {
            let which = if depth > 1 { ", which" } else { "" };
            let plural = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            text += &format!("{which} calls {} {plural}", name(callee));
        }
        next = heaviest.get(&callee);
    }
    if depth > SHOWN {
        text += &format!(", and so on, {depth} calls deep");
    }
    text
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
        // Any other op: not a call.
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
