//! The optimizer: equality saturation in two stages.
//!
//! 1. *Logical*: algebra on the program as it is written. Stored tensors are names.
//! 2. *Physical*: the result with the storage mappings inlined. It begins with *fusion*, the rules
//!    that remove dictionaries between a mapping and its use, on an e-graph of its own: the term
//!    that they leave is a fraction of the composed one.
//!
//! Each stage puts its term in an e-graph, applies the rules until nothing changes or a
//! [`Budget`] ends, and takes the cheapest equal term. At the end loop-invariant work leaves the
//! loops. A stage that runs out of its budget has a correct plan all the same: every term of the
//! e-graph is equal to the first.

mod annihilate;
mod cost;
mod hoist;
mod lanes;
mod proof;

pub use annihilate::annihilating;
pub use cost::{Estimate, Statistics, cheapest, estimate};
pub use hoist::hoist;
pub use proof::{Step, prove};

use crate::graph::{Calculus, Graph};
use crate::rules::{Holds, Rule, Stage};
use egg::{
    Applier, BackoffScheduler, Id, Pattern, PatternAst, Rewrite, Runner, StopReason, Subst, Symbol,
};
use hloom_storage::check::Module;
use hloom_storage::term::{Node, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximum number of nodes in each stage.
    pub nodes: usize,
    /// The maximum time of all stages; each stage that is left may take an equal part of the rest.
    pub time: Duration,
    /// The maximum number of passes over all rules.
    pub iterations: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: 45_000, time: Duration::from_secs(9), iterations: 16 }
    }
}

/// The options of the optimizer.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The limits of each stage.
    pub budget: Budget,
    /// Rules that are not applied, by name.
    pub disabled: BTreeSet<String>,
    /// Whether only rules are applied that hold bit for bit.
    pub strict: bool,
    /// The statistics of the inputs.
    pub statistics: Statistics,
}

/// The reason why a stage ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No rule adds anything.
    Saturated,
    /// The limit on passes over the rules.
    Iterations,
    /// The limit on nodes.
    Nodes,
    /// The limit on time.
    Time,
}

/// The figures of a stage.
#[derive(Clone, Debug)]
pub struct Status {
    /// The name of the stage.
    pub stage: Stage,
    /// The reason why it ended.
    pub end: End,
    /// Passes over the rules.
    pub iterations: usize,
    /// The nodes of the e-graph.
    pub nodes: usize,
    /// Its classes.
    pub classes: usize,
    /// The time that it took.
    pub time: Duration,
    /// The estimated cost of the term given and of the one found.
    pub costs: [f64; 2],
    /// The number of equalities that each rule added.
    pub applied: BTreeMap<String, usize>,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.end {
            End::Saturated => "saturated",
            End::Iterations => "stopped by the limit on iterations",
            End::Nodes => "stopped by the limit on nodes",
            End::Time => "stopped by the limit on time",
        };
        let [before, after] = self.costs;
        write!(
            f,
            "{} stage: {end} after {} iterations, {} nodes, {} ms; estimated cost {before:.0} -> \
             {after:.0}",
            self.stage,
            self.iterations,
            self.nodes,
            self.time.as_millis()
        )
    }
}

/// An optimized program.
#[derive(Clone, Debug)]
pub struct StoragePlan {
    /// The program after the logical stage: stored tensors are names.
    pub logical: Term,
    /// The program over physical arrays.
    pub term: Term,
    /// A status for each stage.
    pub stages: Vec<Status>,
}

/// Optimizes the result of a program; `None` if it has none.
pub fn optimize(module: &Module, options: &Options) -> Option<StoragePlan> {
    let end = Instant::now() + options.budget.time;
    let part = |stages: u32| {
        let mut options = options.clone();
        options.budget.time = end.saturating_duration_since(Instant::now()) / stages;
        options
    };
    let (logical, first) = saturate(&module.logical()?, Stage::Logical, &part(3));
    let (fused, second) = saturate(&module.inlined(&logical), Stage::Fusion, &part(2));
    let (term, third) = saturate(&fused, Stage::Physical, &part(1));
    let term = hoist(&term);
    let annihilates = !options.strict && options.statistics.has_special_values;
    let term = if annihilates { annihilating(&term) } else { term };
    Some(StoragePlan { logical, term, stages: vec![first, second, third] })
}

/// The cheapest term that is found equal to `term`, without hoisting.
pub fn saturate(term: &Term, stage: Stage, options: &Options) -> (Term, Status) {
    let started = Instant::now();
    let (graph, root, mut status) = explore(term, stage, options);
    let before = estimate(term, &options.statistics).total();
    let (found, best) = cheapest(&graph, root, &options.statistics);
    status.costs = [before, found.total().min(before)];
    // The cheapest term of a class is estimated with the operands that were cheapest by themselves:
    // it may be dearer than the term given.
    let best = if found.total() <= before { best } else { term.clone() };
    // With the choice of the cheapest term.
    status.time = started.elapsed();
    (best, status)
}

/// The e-graph of a term after equality saturation, the class of the term, and the figures.
pub fn explore(term: &Term, stage: Stage, options: &Options) -> (Graph, Id, Status) {
    let (runner, status) = run(term, stage, options, Runner::new(Calculus));
    let root = runner.egraph.find(runner.roots[0]);
    (runner.egraph, root, status)
}

/// Equality saturation of one term by a fresh runner.
fn run(
    term: &Term,
    stage: Stage,
    options: &Options,
    fresh: Runner<Node, Calculus>,
) -> (Runner<Node, Calculus>, Status) {
    let started = Instant::now();
    let Budget { nodes, time, iterations } = options.budget;
    let allowed = |rule: &Rule| {
        rule.stages.contains(&stage)
            && !options.disabled.contains(&rule.name)
            && (!options.strict || rule.holds == Holds::Always)
    };
    let rules = crate::rules::all().into_iter().filter(allowed);
    let limits = Limits { nodes, end: started + time };
    let rewrites: Vec<_> = rules.map(|rule| Limited::rewrite(rule, limits)).collect();
    let runner = fresh
        .with_expr(term)
        .with_node_limit(nodes)
        .with_time_limit(time)
        .with_iter_limit(iterations)
        .with_scheduler(
            BackoffScheduler::default().with_initial_match_limit(MATCHES).with_ban_length(2),
        )
        .run(&rewrites);
    let mut applied: BTreeMap<String, usize> = BTreeMap::new();
    for iteration in &runner.iterations {
        for (name, count) in &iteration.applied {
            *applied.entry(name.to_string()).or_insert(0) += count;
        }
    }
    let end = match runner.stop_reason {
        Some(StopReason::Saturated) => End::Saturated,
        Some(StopReason::NodeLimit(_)) => End::Nodes,
        Some(StopReason::TimeLimit(_)) => End::Time,
        Some(StopReason::IterationLimit(_) | StopReason::Other(_)) | None => End::Iterations,
    };
    let status = Status {
        stage,
        end,
        iterations: runner.iterations.len(),
        nodes: runner.egraph.total_size(),
        classes: runner.egraph.number_of_classes(),
        time: started.elapsed(),
        costs: [0.0; 2],
        applied,
    };
    (runner, status)
}

/// The matches of a rule in one iteration; a rule with more pauses.
const MATCHES: usize = 4000;

/// The limits inside of an iteration.
#[derive(Clone, Copy, Debug)]
struct Limits {
    nodes: usize,
    end: Instant,
}

/// A rule that adds nothing once a limit is reached. The runner looks at its limits between rules
/// only, and one rule may add many nodes.
#[derive(Clone, Debug)]
struct Limited {
    rule: Arc<Rule>,
    limits: Limits,
}

impl Limited {
    fn rewrite(rule: Rule, limits: Limits) -> Rewrite<Node, Calculus> {
        let pattern = Pattern::new(rule.left.pattern());
        let name = rule.name.clone();
        let rewrite =
            Rewrite::new(name.as_str(), pattern, Limited { rule: Arc::new(rule), limits });
        rewrite.unwrap_or_else(|error| panic!("the rule `{name}`: {error}"))
    }
}

impl Applier<Node, Calculus> for Limited {
    fn apply_one(
        &self,
        graph: &mut Graph,
        class: Id,
        subst: &Subst,
        _: Option<&PatternAst<Node>>,
        name: Symbol,
    ) -> Vec<Id> {
        if graph.total_size() > self.limits.nodes || Instant::now() > self.limits.end {
            return Vec::new();
        }
        let Some(built) = self.rule.build(graph, subst) else { return Vec::new() };
        if graph.union_trusted(class, built, name) { vec![class] } else { Vec::new() }
    }
}
