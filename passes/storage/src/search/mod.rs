//! The optimizer: equality saturation in two stages.
//!
//! 1. *Logical*: algebra on the program as it is written. Stored tensors are names.
//! 2. *Physical*: the result with the storage mappings inlined. It begins with *fusion*, the rules
//!    that remove dictionaries between a mapping and its use, on an e-graph of its own: the term
//!    that they leave is a fraction of the composed one. By its estimate, fusion may leave a
//!    dictionary that the later rules need gone, or remove one that saves work. So the rest is done
//!    on two [`routes`]: from its cheapest term and from the one with the fewest dictionaries.
//!
//! If the program is a [contraction], the search may also begin with its loops in other orders.
//!
//! Before each of the two, sums over dictionaries with [promised](fuse_promised) keys are fused.
//!
//! Each stage puts its term in an e-graph, applies the rules until nothing changes or a
//! [`Budget`] ends, and takes the cheapest equal term. At the end loop-invariant work leaves the
//! loops. A stage that runs out of its budget has a correct plan all the same: every term of the
//! e-graph is equal to the first.

mod annihilate;
mod arena;
pub mod contraction;
mod cost;
mod equal;
mod extract;
mod guards;
mod hoist;
mod lanes;
mod merged;
mod promised;
mod proof;
mod routes;
mod statistics;

pub use annihilate::{annihilating, has_special_values};
pub use cost::{Estimate, estimate};
use extract::cheapest;
pub use hoist::{bind_shared, builds_in_loops, builds_matrices, hoist};
pub use merged::searches_rows;
pub use promised::fuse_promised;
pub use proof::{Step, prove};
pub use routes::physical;
pub use statistics::Statistics;

use crate::graph::{Calculus, Graph};
use crate::rules::{Holds, Rule, Stage};
use egg::{
    Applier, BackoffScheduler, Id, Pattern, PatternAst, Rewrite, Runner, StopReason, Subst, Symbol,
};
use hloom_storage::check::Module;
use hloom_storage::term::{Node, Term};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
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
        Budget { nodes: 16_000, time: Duration::from_secs(9), iterations: 16 }
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
    /// The route of a stage: it decides which terms are looked at.
    pub route: Route,
}

/// The way of a stage to choose a term.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Route {
    /// Among all terms that are looked at.
    #[default]
    Any,
    /// Work counts as often as a term by itself does it.
    Usual,
    /// Work that depends on variables counts more: it may be repeated, and other work is not. So there
    /// are more tables, which are made once.
    Tables,
    /// Without dictionaries, if there is a term without them.
    Direct,
    /// As usual, from a [contraction] whose loops are in another order.
    Reordered,
}

impl Route {
    /// The weights of work that depends on variables.
    fn weights(self) -> &'static [f64] {
        match self {
            Route::Any | Route::Direct | Route::Reordered => &[1.0, 32.0],
            Route::Usual => &[1.0],
            Route::Tables => &[32.0],
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Route::Any | Route::Usual => "",
            Route::Tables => " with tables",
            Route::Direct => " without dictionaries",
            Route::Reordered => " with reordered loops",
        })
    }
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
    /// The route that it is a part of.
    pub route: Route,
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

impl Status {
    /// Whether the limit on nodes or on time ended the stage.
    pub fn is_cut_off(&self) -> bool {
        matches!(self.end, End::Nodes | End::Time)
    }
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
            "{} stage{}: {end} after {} iterations, {} nodes, {} ms; estimated cost {before:.0} -> \
             {after:.0}",
            self.stage,
            self.route,
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
    let mut first = options.clone();
    first.budget.time = options.budget.time / 3;
    let (logical, status) = optimize_logical(module, &first)?;
    let mut rest = options.clone();
    rest.budget.time = end.saturating_duration_since(Instant::now());
    let mut plan = optimize_physical(module, logical, &rest);
    plan.stages.insert(0, status);
    Some(plan)
}

/// The logical stage by itself; `None` if the program has no result. Its term has stored tensors by name: it is
/// the same in whichever format they are stored.
pub fn optimize_logical(module: &Module, options: &Options) -> Option<(Term, Status)> {
    let program = module.logical()?;
    let program = fuse_promised(&program, options).unwrap_or(program);
    Some(saturate(&program, Stage::Logical, options))
}

/// The stages over the arrays of a program whose result is this term, [found](optimize_logical) before.
pub fn optimize_physical(module: &Module, logical: Term, options: &Options) -> StoragePlan {
    let mut stages = Vec::new();
    let composed = module.inlined(&logical);
    let term = physical(
        fuse_promised(&composed, options).as_ref().unwrap_or(&composed),
        |which| contraction::composed(module, which),
        options,
        |term, stage, options| {
            let (found, status) = saturate(term, stage, options);
            (found, status, ())
        },
        &mut |status, ()| stages.push(status),
    );
    let term = hoist(&term);
    let annihilates = !options.strict && has_special_values(&term, &options.statistics);
    let term = if annihilates { annihilating(&term) } else { term };
    StoragePlan { logical, term, stages }
}

/// The estimate for a term as it runs: with [loop-invariant work before the loops](hoist()), where equal
/// parts of a loop are computed once.
pub fn planned(term: &Term, statistics: &Statistics) -> Estimate {
    estimate(&hoist(term), statistics)
}

/// An estimate for whole terms: [`estimate`] or [`planned`].
type Measure = fn(&Term, &Statistics) -> Estimate;

/// The estimate by which a stage chooses its term. The term of fusion is not run: later rules go on with
/// each part by itself, and parts that are equal now may not be so then.
fn measure(stage: Stage) -> Measure {
    if stage == Stage::Fusion { estimate } else { planned }
}

/// The cheapest term that is found equal to `term`, without hoisting.
pub fn saturate(term: &Term, stage: Stage, options: &Options) -> (Term, Status) {
    let started = Instant::now();
    let (_, mut status, found) = run(term, stage, options, Runner::new(Calculus));
    status.costs = found.costs;
    // With the choice of the cheapest term.
    status.time = started.elapsed();
    (found.term, status)
}

/// The e-graph of a term after equality saturation, the class of the term, and the figures.
pub fn explore(term: &Term, stage: Stage, options: &Options) -> (Graph, Id, Status) {
    let (runner, status, _) = run(term, stage, options, Runner::new(Calculus));
    let root = runner.egraph.find(runner.roots[0]);
    (runner.egraph, root, status)
}

/// The cheapest term so far.
#[derive(Clone, Debug)]
struct Found {
    term: Term,
    /// The estimated cost of the term given and of this one.
    costs: [f64; 2],
}

impl Found {
    /// Looks for a cheaper term of a class.
    fn look(&mut self, graph: &Graph, root: Id, options: &Options, measure: Measure) {
        let Options { statistics, route, .. } = options;
        let root = graph.find(root);
        let found = cheapest(graph, root, statistics, measure, route.weights());
        if let Some((estimate, term)) = found
            && estimate.total() < self.costs[1]
        {
            self.costs[1] = estimate.total();
            self.term = term;
        }
    }
}

/// The number of nodes from which on a cheapest term is looked for before the search ends, whenever
/// it has doubled: among more nodes, the choice may be worse.
const LOOK: usize = 1000;

/// Equality saturation of one term by a fresh runner, and the cheapest term that it finds.
fn run(
    term: &Term,
    stage: Stage,
    options: &Options,
    fresh: Runner<Node, Calculus>,
) -> (Runner<Node, Calculus>, Status, Found) {
    let measure = measure(stage);
    let cost = measure(term, &options.statistics).total();
    let found = Rc::new(RefCell::new(Found { term: term.clone(), costs: [cost; 2] }));
    let look = {
        let (found, options) = (Rc::clone(&found), options.clone());
        let mut next = LOOK;
        move |runner: &mut Runner<Node, Calculus>| {
            let size = runner.egraph.total_size();
            if size >= next {
                next = 2 * size;
                found.borrow_mut().look(&runner.egraph, runner.roots[0], &options, measure);
            }
            Ok(())
        }
    };
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
        .with_hook(look)
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
        route: options.route,
        end,
        iterations: runner.iterations.len(),
        nodes: runner.egraph.total_size(),
        classes: runner.egraph.number_of_classes(),
        time: started.elapsed(),
        costs: [0.0; 2],
        applied,
    };
    let mut found = found.borrow().clone();
    found.look(&runner.egraph, runner.roots[0], options, measure);
    (runner, status, found)
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
