//! `fuse`: operator fusion. Replaces groups of ops by `hloom.fusion` ops, chosen by estimated time.
//!
//! The method is that of Boehm et al., "On Optimizing Operator Fusion Plans for Large-Scale Machine
//! Learning in SystemML" (VLDB 2018), extended from matrices to tensors:
//!
//! 1. [`graph`]: the dependence graph of a block, of the ops that have a cost;
//! 2. [`explore`]: one pass over the graph fills the memo table ([`memo`]) with all partial fusions
//!    rooted at each op, by the [`template`]s;
//! 3. [`partition`]: independent parts of the graph and, in each, the edges with a choice
//!    (interesting points); a [`cone`] of elementwise ops is never cut by a large search;
//! 4. [`enumerate`](mod@enumerate): the best assignment of these choices, by the time that
//!    [`candidate`] estimates for a [`machine`];
//! 5. [`select`]: policies, and operators that can share a kernel at no cost;
//! 6. [`rewrite`]: outlines the chosen operators into `hloom.fusion` ops; `unfuse` inlines them
//!    again.
//!
//! [`plan_file`] writes decisions as text and reads them; [`explain`] gives the reasons why edges
//! were not fused. [`greedy`] is a policy without a cost model.
//!
//! A fusion must be computable by one kernel: every operator has a [kernel
//! shape](hloom_analysis::kernel::kernel_shape), which the loop level uses too, and one without is
//! not fused.
//!
//! A fusion that needs only the stored entries of a sparse input has that input as its `driver`
//! ([`sparse`]). Zero then annihilates its factor, even an infinity or NaN; with `sparse=strict`
//! such products are computed, and with `sparse=off` no fusion has a driver.

pub mod attention;
#[cfg(test)]
mod attention_tests;
pub mod candidate;
pub mod class;
pub mod cone;
pub mod cost;
pub mod cost_model;
pub mod enumerate;
pub mod explain;
pub mod explore;
pub mod graph;
pub mod greedy;
pub mod group;
pub mod kind;
pub mod legalize;
pub mod limits;
pub mod machine;
pub mod memo;
mod order;
pub mod partition;
pub mod plan_file;
pub mod rewrite;
pub mod select;
#[cfg(test)]
mod sharing_tests;
pub mod sparse;
pub mod template;
pub mod templates;
#[cfg(test)]
mod tests;

use crate::context::{Context, PassError};
use candidate::{Space, Sparse};
use graph::Graph;
use group::Group;
use hloom_analysis::sparse::ZeroRule;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId};
use limits::Limits;
use machine::Machine;
use memo::Memo;
use rustc_hash::FxHashSet;
use select::{Figures, Policy};

use std::sync::{Mutex, PoisonError};

impl Settings {
    /// The graph of a block, with chains if the machine has kernels for them.
    pub fn graph(&self, module: &Module, block: Block) -> Graph {
        let mut graph = Graph::of(module, block);
        if self.machine.has_chains() {
            attention::find(module, &mut graph);
        }
        graph
    }

    /// The search space of a graph.
    pub fn space<'a>(&'a self, module: &'a Module, graph: &'a Graph, memo: &'a Memo) -> Space<'a> {
        // Without sparse inputs, no operator is analysed for a driver.
        let some = graph.inputs.iter().any(|input| input.density.is_some());
        let sparse = self.sparse.filter(|_| some).map(|rule| Sparse { module, rule });
        let mut space = Space::new(graph, memo, &self.machine, &self.limits);
        space.sparse = sparse;
        space
    }
}

/// Settings of the fusion of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The policy that chooses fusions.
    pub policy: Policy,
    /// Limits of the search.
    pub limits: Limits,
    /// The machine model.
    pub machine: Machine,
    /// The rule for products with zero if the stored entries of sparse inputs may drive fusions;
    /// `None` if they may not.
    pub sparse: Option<ZeroRule>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            policy: Policy::Cost,
            limits: Limits::default(),
            machine: Machine::default(),
            sparse: Some(ZeroRule::Annihilates),
        }
    }
}

/// Inputs of `fuse` in addition to its options, and its report.
#[derive(Debug, Default)]
pub struct Control {
    /// The machine model, unless the pipeline names one.
    pub machine: Option<Machine>,
    /// A plan that is used instead of a policy.
    pub plan: Option<plan_file::FusionPlan>,
    report: Mutex<Report>,
}

/// The report of `fuse`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The lines of a plan file, one for each fusion.
    pub plan: String,
    /// Warnings about lines of the given plan that do not fit the program.
    pub warnings: Vec<String>,
}

impl Control {
    /// A control with this machine and plan.
    pub fn new(machine: Option<Machine>, plan: Option<plan_file::FusionPlan>) -> Control {
        Control { machine, plan, report: Mutex::default() }
    }

    /// The report so far.
    pub fn report(&self) -> Report {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn say(&self, plan: &str, warnings: Vec<String>) {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report.plan += plan;
        report.warnings.extend(warnings);
    }
}

crate::option_values! {
    /// Whether sparse inputs drive fusions.
    pub enum SparseFusion {
        /// Zeros annihilate infinities and NaN too.
        ZeroAnnihilates = "zero-annihilates",
        /// Products of zeros and numbers that might not be finite are computed.
        Strict = "strict",
        /// There are no sparse-driven fusions.
        Off = "off",
    }
}

crate::options! {
    /// Options of `fuse`.
    pub struct Options {
        /// The policy that chooses fusions: `cost`, `greedy`, `no-redundancy`, `all` or `none`.
        policy: Policy = Policy::Cost, "policy";
        /// The maximum number of ops in one fusion.
        max_ops: usize = Limits::default().ops, "max-ops";
        /// The maximum number of elementwise ops of one shape that only one op of a fusion uses in
        /// the end; they count as one for `max-ops`.
        max_cone: usize = Limits::default().cone, "max-cone";
        /// The maximum number of choices in a partition that is searched exhaustively.
        max_points: usize = Limits::default().points, "max-points";
        /// The machine that time is estimated for, `cpu` or a GPU such as `sm_90`; by
        /// default that of the target.
        machine: Option<Machine> = None, "machine";
        /// Whether sparse inputs drive fusions: `zero-annihilates`, `strict` (products of
        /// zeros and numbers that might not be finite are computed) or `off`.
        sparse: SparseFusion = SparseFusion::ZeroAnnihilates, "sparse";
    }
}

/// The fusion decision for a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decision {
    /// The groups of ops to fuse.
    pub groups: Vec<Group>,
    /// Figures of the search.
    pub figures: Figures,
}

/// Runs `fuse`.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let default = Control::default();
    let control = cx.input::<Control>().unwrap_or(&default);
    let settings = settings(cx, control)?;
    let mut known = FxHashSet::default();
    for function in cx.functions() {
        let name = cx.module().func(function).sym_name.0.to_string();
        // Block numbers do not change while blocks are rewritten.
        for (number, block) in blocks_of_tensors(cx.module(), function).into_iter().enumerate() {
            known.insert((name.clone(), number));
            let module = cx.module();
            let decision = match &control.plan {
                None => decide(module, block, &settings),
                Some(plan) => {
                    let (groups, warnings) = plan.groups(module, &name, number, block);
                    control.say("", warnings);
                    Decision { groups, figures: Figures::default() }
                }
            };
            let figures = decision.figures;
            control.say(&plan_file::search(&name, number, &figures), Vec::new());
            let lines = plan_file::lines(module, &name, number, block, &decision.groups);
            control.say(&lines, Vec::new());
            cx.count("ops explored", figures.visits);
            cx.count("memo entries", figures.entries);
            cx.count("interesting points", figures.points);
            cx.count("plans evaluated", figures.evaluated as usize);
            cx.count("plans skipped", figures.skipped as usize);
            cx.count("partitions searched locally", figures.local);
            cx.count("partitions cut off", figures.split);
            cx.count("fusions", decision.groups.len());
            let driven = decision.groups.iter().filter(|g| g.driver(cx.module()).is_some());
            cx.count("fusions over stored entries", driven.count());
            cx.count("ops fused", decision.groups.iter().map(|g| g.ops.len()).sum());
            let mut rewriter = cx.rewriter();
            rewrite::outline(&mut rewriter, block, &decision.groups);
        }
    }
    if let Some(plan) = &control.plan {
        control.say("", plan.strangers(&known));
    }
    Ok(())
}

/// Runs `unfuse`.
///
/// # Errors
/// Never; passes have this signature.
pub fn run_unfuse(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut count = 0;
    for function in cx.functions() {
        count += rewrite::unfuse(&mut cx.rewriter(), function);
    }
    cx.count("fusions taken apart", count);
    Ok(())
}

/// The settings from the options and the control.
fn settings(cx: &Context<'_>, control: &Control) -> Result<Settings, PassError> {
    let Options { policy, max_ops, max_cone, max_points, machine, sparse } = cx.options()?;
    if max_ops < 2 {
        return Err(PassError::new("option `max-ops` must be at least 2"));
    }
    let limits = Limits { ops: max_ops, cone: max_cone, points: max_points, ..Limits::default() };
    let machine = machine.or_else(|| control.machine.clone()).unwrap_or_default();
    let sparse = match sparse {
        SparseFusion::ZeroAnnihilates => Some(ZeroRule::Annihilates),
        SparseFusion::Strict => Some(ZeroRule::Strict),
        SparseFusion::Off => None,
    };
    Ok(Settings { policy, limits, machine, sparse })
}

/// Decides which ops of a block are fused.
pub fn decide(module: &Module, block: Block, settings: &Settings) -> Decision {
    if settings.policy == Policy::Greedy {
        let groups = greedy::clusters(module, block, settings.limits.ops);
        return Decision { groups, figures: Figures::default() };
    }
    if settings.policy == Policy::None {
        return Decision::default();
    }
    let graph = settings.graph(module, block);
    let mut memo = explore::explore(&graph);
    let legalized =
        legalize::legalize_selection(module, &graph, &mut memo, settings, settings.policy);
    let mut groups: Vec<Group> = legalized.groups.into_iter().flatten().collect();
    groups.sort_by_key(|g| g.ops.last().and_then(|(op, _)| graph.place.get(op)));
    // Kernels are shared level by level, so that none depends on itself.
    if !plan_file::is_orderly(module, block, &groups) {
        groups.retain(|g| g.results.len() == 1);
    }
    Decision { groups, figures: legalized.selection.figures }
}

/// The blocks below `op` whose ops work on whole tensors: bodies of functions, loops and branches,
/// but not the scalar computations of reductions.
pub fn blocks_of_tensors(module: &Module, op: OpId) -> Vec<Block> {
    let mut found = Vec::new();
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            found.push(block);
            for inner in module.ops(block) {
                if matches!(module.op(inner), Op::While(_) | Op::If(_) | Op::Case(_) | Op::Layer(_))
                {
                    found.extend(blocks_of_tensors(module, inner));
                }
            }
        }
    }
    found
}
