//! The layers of a block, by estimated times.

use super::times::Clock;
use crate::fusion::machine::Machine;
use hloom_analysis::schedule::layers::layer;
use hloom_analysis::schedule::{Layering, Limits, Method, OpGraph, OpTimes, ScheduleError};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The machine, and the bounds of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rates of one core.
    pub machine: Machine,
    /// The cores, the time of a barrier, and the bounds of the search.
    pub limits: Limits,
    /// The number of cores that main memory serves at full speed.
    pub memory_cores: f64,
}

impl Default for Settings {
    /// Two cores whose memory serves 1.3 of them, as for `split`.
    fn default() -> Settings {
        Settings { machine: Machine::default(), limits: Limits::default(), memory_cores: 1.3 }
    }
}

/// The layers of consecutive ops without effects.
#[derive(Clone, PartialEq, Debug)]
pub struct LayerPlan {
    /// The ops, by their numbers in the graph.
    pub ops: Vec<OpId>,
    /// Their times and dependences.
    pub graph: OpGraph,
    /// The layers.
    pub layering: Layering,
}

impl LayerPlan {
    /// The ops of a layer in the order in which they run.
    pub fn ops_of(&self, layer: usize) -> Vec<OpId> {
        let order = self.graph.in_order(&self.layering.layers[layer].ops);
        order.into_iter().map(|op| self.ops[op]).collect()
    }

    /// The times of an op of a layer.
    pub fn times(&self, op: OpId) -> Option<OpTimes> {
        let number = self.ops.iter().position(|&other| other == op)?;
        Some(self.graph.times(number))
    }
}

/// The layers of a block: a plan for each run of ops without effects that has ops which take time.
///
/// # Errors
/// If there are no cores.
pub fn plan(
    module: &Module,
    block: Block,
    settings: &Settings,
    method: Method,
) -> Result<Vec<LayerPlan>, ScheduleError> {
    let clock = Clock {
        machine: &settings.machine,
        cores: settings.limits.cores.max(1),
        memory_cores: settings.memory_cores,
        synchronization: settings.limits.barrier,
    };
    let times = clock.block(module, block);
    plan_by(module, block, settings, method, &|op| times[&op])
}

/// As [`plan`], by the times of ops that are given, such as measured ones.
///
/// # Errors
/// If there are no cores.
pub fn plan_by(
    module: &Module,
    block: Block,
    settings: &Settings,
    method: Method,
    times: &dyn Fn(OpId) -> OpTimes,
) -> Result<Vec<LayerPlan>, ScheduleError> {
    let mut plans = Vec::new();
    for ops in runs(module, block) {
        if ops.is_empty() {
            continue;
        }
        let seconds = ops.iter().map(|&op| times(op)).collect();
        let graph = OpGraph::new(seconds, predecessors(module, &ops))?;
        let layering = layer(&graph, &settings.limits, method)?;
        plans.push(LayerPlan { ops, graph, layering });
    }
    Ok(plans)
}

/// The ops between two with effects, without constants. One without results, such as a layer whose
/// results nothing uses, moves with those that make its operands.
fn runs(module: &Module, block: Block) -> Vec<Vec<OpId>> {
    let mut runs = vec![Vec::new()];
    for op in module.ops(block) {
        let pure = |op: OpId| {
            let kind = module.op(op);
            // Terminators of regions end no more than these.
            kind.has(Trait::Pure) || kind.has(Trait::Terminator)
        };
        if module.op(op).has(Trait::Terminator) || !module.walk(op).all(pure) || !pure(op) {
            runs.push(Vec::new());
        } else if !matches!(module.op(op), Op::Constant(_)) {
            runs.last_mut().expect("there is a run").push(op);
        }
    }
    runs
}

/// For each op, the ones that make what it or its regions use.
fn predecessors(module: &Module, ops: &[OpId]) -> Vec<Vec<usize>> {
    let mut maker: FxHashMap<Value, usize> = FxHashMap::default();
    for (number, &op) in ops.iter().enumerate() {
        maker.extend(module.results(op).iter().map(|value| (value, number)));
    }
    let each = ops.iter().enumerate().map(|(number, &op)| {
        let mut before: Vec<usize> = uses(module, op)
            .into_iter()
            .filter_map(|value| maker.get(&value).copied())
            .filter(|&other| other != number)
            .collect();
        before.sort_unstable();
        before.dedup();
        before
    });
    each.collect()
}

/// The values from outside that an op and its regions use, each once.
pub fn uses(module: &Module, op: OpId) -> Vec<Value> {
    let mut values: Vec<Value> = module.operands(op).to_vec();
    values.extend(captured(module, op));
    let mut seen = rustc_hash::FxHashSet::default();
    values.retain(|&value| seen.insert(value));
    values
}

/// The values from outside that the regions of an op use, once for each use.
pub fn captured(module: &Module, op: OpId) -> Vec<Value> {
    let inner: Vec<OpId> = module.walk(op).filter(|&other| other != op).collect();
    let mut own: rustc_hash::FxHashSet<Value> = rustc_hash::FxHashSet::default();
    for &inside in std::iter::once(&op).chain(&inner) {
        for &region in module.regions(inside) {
            own.extend(module.blocks(region).iter().flat_map(|&b| module.args(b)).copied());
        }
    }
    own.extend(inner.iter().flat_map(|&inside| module.results(inside)));
    let operands = inner.iter().flat_map(|&inside| module.operands(inside));
    operands.copied().filter(|v| !own.contains(v)).collect()
}
