//! `lift-control-flow`: branches between blocks become `stablehlo.if`,
//! `stablehlo.case` and `stablehlo.while`; and [`lower`], the other way.
//!
//! Before: functions of several blocks that end in `cf` branches and returns, loops
//! of any form among them. After: functions of one block, without any `cf` op, that
//! give the same results; what they assert they check by `check.expect_eq_const`.
//! A function that can't be written so is left as it was, and the error says which
//! op stands in the way.
//!
//! # How
//!
//! [`graph`] makes a graph of the blocks in which all returns lead to one end.
//!
//! [`levels`] finds the loops, outer ones first: a strongly connected region is a
//! loop if it is entered at one block, its head. If it is entered at several,
//! [`split`] copies blocks until each loop has one head. Without the edges to its
//! head, the body of a loop is an acyclic graph of blocks and inner loops: a *level*.
//!
//! [`emit`] writes each level along its dominator tree, after Ramsey, *Beyond
//! Relooper* (ICFP 2022), and Bahmann et al., *Perfect Reconstructability of Control
//! Flow from Demand Dependence Graphs* (TACO 2015), made functional:
//!
//! * What a branch reaches along one edge alone stands in an arm of an `if` or
//!   `case`. It sees what was computed before, and hands on only what blocks take
//!   as arguments where ways meet.
//! * Blocks where ways meet stand behind the branch that dominates them, in
//!   topological order. If control can go nowhere else, they are simply next; else
//!   a predicate guards them: [`state`] knows for each point of the program where
//!   control may go, the condition that tells, and what each place takes. This is
//!   how breaks, early returns and short-circuit conditions come out.
//!
//! A long line of early returns would nest as deep as it is long. So an arm that
//! would stand too deep in other arms stands behind the outermost of them instead,
//! guarded, and takes what it uses of them as further arguments ([`levels`] says
//! which).
//!
//! [`loops`] writes a loop that is left from its head alone, and whose head costs
//! little and does nothing but compute, as a plain `while` whose condition is the
//! head. Any other loop carries a flag that says whether it goes on. Where it has
//! several exits, it also carries which one was taken; values that are used behind
//! the loop are carried out. What is not changed in a loop is not carried: its
//! regions see it ([`live_out`] finds what is carried out).
//!
//! Each edge and each value is looked at once for each level that it leaves, so the
//! whole takes about linear time.
//!
//! # What it does not do
//!
//! It does not look into functions that are called, nor does it merge blocks that
//! are alike. Where control may come without a value that is handed on, any value
//! of its type stands there; types of unknown extent have none, so that a function
//! which needs one is left as it was, with an error.

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

/// Why a function can't be lifted.
#[derive(Clone, Debug)]
struct Failure {
    /// The op that stands in the way.
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
/// If a function can't be lifted; it is then as it was.
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

/// What was done to a function.
struct Done {
    loops: usize,
    copied: usize,
}

/// Lifts one function.
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

/// A call by which one of these functions calls itself, at once or in a round.
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
