//! `lift-control-flow`: raises branches between blocks to `stablehlo.if`, `stablehlo.case` and
//! `stablehlo.while`; [`lower`] is the inverse.
//!
//! Before: functions of several blocks that end in `cf` branches and returns, with any kind of
//! loop. After: functions of one block without `cf` ops that return the same results; assertions
//! become `check.expect_eq_const`. A function that can't be raised is left unchanged, and the error
//! names the op that prevents it.
//!
//! # How
//!
//! [`graph`] builds the control-flow graph, in which all returns lead to one exit node.
//!
//! [`levels`] finds the loops, outer ones first: a strongly connected region is a loop if it has
//! one entry, its head. If it has several entries, [`split`] copies blocks until each loop has one
//! head. Without its back edges, the body of a loop is an acyclic graph of blocks and inner loops:
//! a *level*.
//!
//! [`emit`] emits each level along its dominator tree, after Ramsey, *Beyond Relooper* (ICFP 2022),
//! and Bahmann et al., *Perfect Reconstructability of Control Flow from Demand Dependence Graphs*
//! (TACO 2015), in functional form:
//!
//! * A block whose only predecessor branches to it becomes an arm of an `if` or `case`. It sees all
//!   values computed before, and yields only the arguments of merge points.
//! * Merge points follow the branch that dominates them, in topological order. If control can go
//!   nowhere else, they follow unconditionally; otherwise a predicate guards them: [`state`]
//!   records for each point of the program where control may go, the condition that decides, and
//!   the arguments of each target. This covers breaks, early returns and short-circuit conditions.
//!
//! A long sequence of early returns would nest as deep as it is long. An arm that would be nested
//! too deep is therefore emitted, guarded, after the outermost enclosing arm, and takes the values
//! that it uses as additional arguments ([`levels`] computes which).
//!
//! [`loops`] emits a loop that exits from its head only, and whose head is cheap and pure, as a
//! plain `while` with the head as its condition. Any other loop carries a flag that tells whether
//! it continues. A loop with several exits also carries which one was taken, and the values that
//! are used after it. Loop-invariant values are not carried: the regions capture them ([`live_out`]
//! finds the values to carry out).
//!
//! Each edge and each value is visited once for each level that it leaves, so the running time is
//! about linear.
//!
//! # What it does not do
//!
//! It does not change called functions or merge equal blocks. If control may reach a merge point
//! without a value for an argument, any value of its type is passed. Dynamically shaped types do
//! not have such a value; a function that needs one is left unchanged, with an error.

mod emit;
mod graph;
mod join;
mod levels;
mod live_out;
mod loops;
pub mod lower;
mod ops;
mod split;
mod state;
#[cfg(test)]
mod tests;

use crate::context::{Context, PassError};
use emit::Emitter;
use graph::Graph;
use hloom_ir::module::Module;
use hloom_ir::ops::{Call, Op};
use hloom_ir::{OpId, Type};
use levels::Nest;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use rustc_hash::FxHashMap;

/// The reason why a function can't be raised.
#[derive(Clone, Debug)]
struct Failure {
    /// The op that prevents it.
    op: OpId,
    /// A sentence without a full stop.
    message: String,
}

impl Failure {
    fn at(op: OpId, message: impl Into<String>) -> Failure {
        Failure { op, message: message.into() }
    }
}

type Lifted<T> = Result<T, Failure>;

crate::options! {
    /// Options of `lift-control-flow`.
    pub struct Options {
        /// Yield several values as one tuple.
        tuples: bool = false, "tuples";
        /// The maximum number of blocks copied per function to make loops single-entry.
        split_limit: usize = 1000, "split-limit";
        /// The maximum nesting of branch arms; deeper ones are placed after the branch.
        arm_limit: usize = 32, "arm-limit";
        /// The maximum nesting of regions in the result; deeper ones can't be parsed again.
        depth_limit: usize = 200, "depth-limit";
    }
}

/// Runs `lift-control-flow`.
///
/// # Errors
/// If a function can't be raised; it is then unchanged.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let settings: Options = cx.options()?;
    let functions = cx.functions();
    if let Some(failure) = recursion(cx.module(), &functions) {
        return Err(PassError::at(failure.op, failure.message));
    }
    let (mut lifted, mut loops, mut copied) = (0, 0, 0);
    let mut first: Option<Failure> = None;
    for function in functions {
        let region = cx.module().regions(function)[0];
        if cx.module().blocks(region).len() == 1 {
            continue;
        }
        match lift(cx.module_mut(), function, &settings) {
            Ok(done) => {
                lifted += 1;
                loops += done.loops;
                copied += done.copied;
            }
            Err(failure) => first = first.or(Some(failure)),
        }
    }
    cx.count("functions lifted", lifted);
    cx.count("loops", loops);
    cx.count("blocks copied", copied);
    match first {
        Some(failure) => Err(PassError::at(failure.op, failure.message)),
        None => Ok(()),
    }
}

/// Figures about one function.
struct Done {
    loops: usize,
    copied: usize,
}

/// Raises one function.
fn lift(module: &mut Module, function: OpId, settings: &Options) -> Lifted<Done> {
    let region = module.regions(function)[0];
    let mut graph = Graph::new(module, region)?;
    let mut copied = 0;
    let mut nest = loop {
        let may_repeat = |node: graph::Node| {
            let block = graph.block[node as usize].expect("a loop's head is a block");
            matches!(module.op(graph.last_op(module, node)), Op::CondBr(_))
                && Emitter::is_cheap(module, block)
        };
        let arms = u32::try_from(settings.arm_limit).unwrap_or(u32::MAX);
        match Nest::new(&graph, &may_repeat, arms) {
            Ok(nest) => break nest,
            Err(region) => {
                split::split(&mut graph, module, &region, &mut copied, settings.split_limit)?
            }
        }
    };
    live_out::find(module, &graph, &mut nest);
    let old = module.blocks(region).to_vec();
    let types: Vec<Type> = module.args(old[0]).iter().map(|&v| module.ty(v)).collect();
    let mut rw = hloom_ir::Rewriter::new(module);
    let (fresh, entry) = rw.region(&types);
    let mut emitter = Emitter::new(rw, &graph, &nest, settings, function);
    let written = emitter.function(old[0], entry);
    let mut rw = emitter.rw;
    if let Err(failure) = written {
        rw.erase_blocks(&[entry]);
        return Err(failure);
    }
    rw.erase_blocks(&old);
    rw.move_blocks(fresh, region);
    Ok(Done { loops: nest.loops.len(), copied })
}

/// A call that makes one of these functions recursive, directly or through others.
fn recursion(module: &Module, functions: &[OpId]) -> Option<Failure> {
    let mut graph = DiGraph::<OpId, OpId>::new();
    let all: Vec<OpId> = module.functions().collect();
    let nodes: FxHashMap<OpId, _> = all.iter().map(|&f| (f, graph.add_node(f))).collect();
    for &function in &all {
        for op in module.walk(function) {
            let Some(call) = module.get::<Call>(op) else { continue };
            let target = module.symbol(&call.callee.0).and_then(|f| nodes.get(&f));
            if let Some(&target) = target {
                graph.add_edge(nodes[&function], target, op);
            }
        }
    }
    for component in kosaraju_scc(&graph) {
        let inside = |n| component.contains(&n);
        let call = graph.edge_indices().find(|&edge| {
            let ends = graph.edge_endpoints(edge);
            ends.is_some_and(|(a, b)| inside(a) && inside(b) && functions.contains(&graph[a]))
                && (component.len() > 1 || ends.is_some_and(|(a, b)| a == b))
        });
        let Some(call) = call else { continue };
        let names: Vec<String> =
            component.iter().map(|&n| format!("@{}", module.func(graph[n]).sym_name.0)).collect();
        let message = match &names[..] {
            [one] => format!("{one} calls itself; without branches there is no recursion"),
            many => format!(
                "{} call each other in a round; without branches there is no recursion",
                many.join(" and ")
            ),
        };
        return Some(Failure::at(graph[call], message));
    }
    None
}
