//! The level of each op of a micro-batch, forward or backward.
//!
//! Forward are the ops that the loss needs. Consecutive ones form *units*, each of which begins with
//! an op that takes time, so that cheap ops stay with the one whose results they use; levels are
//! consecutive units, whose slowest level is as fast as it can be.
//!
//! The other ops are backward, and never belong to a later level than the backward ops before them. A
//! product of a forward value, of a weight or of samples belongs to the last level that uses it: gradients to the
//! level of the weight. A cheap op of forward values, such as the derivative of an
//! activation, belongs to the level that makes them.

use crate::fusion::machine::Machine;
use crate::layer_graph::plan::uses;
use crate::layer_graph::times::Clock;
use hloom_analysis::schedule::levels;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The part of the forward time that an op takes which begins a unit.
const LEAST: f64 = 0.002;

/// The stages of ops.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// The level of each op, and whether it is backward.
    pub stages: Vec<(usize, bool)>,
    /// The estimated seconds of each op on one core.
    pub seconds: Vec<f64>,
}

/// Assigns ops to so many levels. `ends` are the values that the loss is made of; `None` if there is
/// no loss, so that all ops are forward. `origins` are, for values from elsewhere, the results of ops of
/// the list that they depend on.
///
/// # Errors
/// A sentence, if the ops can't be divided so often.
pub fn assign(
    module: &Module,
    block: Block,
    ops: &[OpId],
    ends: Option<&[Value]>,
    origins: &FxHashMap<Value, Vec<Value>>,
    count: usize,
    machine: &Machine,
) -> Result<Assignment, String> {
    let clock = Clock { machine, cores: 1, memory_cores: 1.0, synchronization: 0.0 };
    let times = clock.block(module, block);
    let seconds: Vec<f64> =
        ops.iter().map(|op| times.get(op).map_or(0.0, |it| it.one_core)).collect();
    let number: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let before: Vec<Vec<usize>> = ops
        .iter()
        .map(|&op| {
            let used = uses(module, op).into_iter();
            let all = used.flat_map(|value| match origins.get(&value) {
                Some(origins) => origins.clone(),
                None => vec![value],
            });
            let defs = all.filter_map(|value| module.def_op(value));
            defs.filter_map(|def| number.get(&def).copied()).collect()
        })
        .collect();
    let forward = match ends {
        None => vec![true; ops.len()],
        Some(ends) => {
            let mut forward = vec![false; ops.len()];
            let of = |value: &Value| number.get(&module.def_op(*value)?).copied();
            let mut waiting: Vec<usize> = ends.iter().filter_map(of).collect();
            while let Some(op) = waiting.pop() {
                if !std::mem::replace(&mut forward[op], true) {
                    waiting.extend(&before[op]);
                }
            }
            forward
        }
    };
    // The unit of each op.
    let whole: f64 = (0..ops.len()).filter(|&i| forward[i]).map(|i| seconds[i]).sum();
    let mut unit = vec![0; ops.len()];
    let mut units = 0usize;
    for i in (0..ops.len()).filter(|&i| forward[i]) {
        if units == 0 || (is_heavy(module.op(ops[i])) && seconds[i] >= LEAST * whole) {
            units += 1;
        }
        unit[i] = units - 1;
    }
    if units < count {
        return Err(format!(
            "the samples can be divided into {units} level{} at most, not {count}",
            if units == 1 { "" } else { "s" }
        ));
    }
    // The last unit that uses each forward op.
    let mut last_use = unit.clone();
    for i in (0..ops.len()).filter(|&i| forward[i]) {
        for &before in &before[i] {
            last_use[before] = last_use[before].max(unit[i]);
        }
    }
    // The last unit that uses each value from elsewhere: a weight, samples, a target.
    let mut given: FxHashMap<Value, usize> = FxHashMap::default();
    for i in (0..ops.len()).filter(|&i| forward[i]) {
        for value in uses(module, ops[i]) {
            if !is_made(module, value, &number) {
                let last = given.entry(value).or_insert(unit[i]);
                *last = (*last).max(unit[i]);
            }
        }
    }
    for i in (0..ops.len()).filter(|&i| !forward[i]) {
        let heavy = is_heavy(module.op(ops[i]));
        let (mut most, mut own) = (units - 1, None);
        if heavy {
            let known = uses(module, ops[i]).into_iter().filter_map(|v| given.get(&v).copied());
            own = known.max();
        }
        for &before in &before[i] {
            if !forward[before] {
                most = most.min(unit[before]);
            } else {
                let of = if heavy { last_use[before] } else { unit[before] };
                own = own.max(Some(of));
            }
        }
        unit[i] = most.min(own.unwrap_or(most));
    }
    let mut of_units = vec![0.0; units];
    for (&unit, &seconds) in unit.iter().zip(&seconds) {
        of_units[unit] += seconds;
    }
    // One op at a time on each level: it uses an equal share of the cores.
    let share = vec![1.0 / count as f64; units];
    let sums: Vec<f64> = of_units.iter().map(|it: &f64| it.max(f64::MIN_POSITIVE)).collect();
    let found = levels(&share, &sums).map_err(|error| error.to_string())?;
    let level = |unit: usize| {
        found.ranges.iter().position(|range| range.contains(&unit)).unwrap_or_default()
    };
    let stages: Vec<(usize, bool)> =
        unit.iter().zip(&forward).map(|(&unit, &forward)| (level(unit), !forward)).collect();
    Ok(Assignment { stages, seconds })
}

/// Whether an op of the list makes a value, or it is a constant.
fn is_made(module: &Module, value: Value, number: &FxHashMap<OpId, usize>) -> bool {
    let made = module.def_op(value).is_some_and(|def| number.contains_key(&def));
    made || module.constant(value).is_some()
}

/// Whether an op may begin a unit: a kernel of its own, which others are fused into.
fn is_heavy(op: &Op) -> bool {
    let moves = matches!(
        op,
        Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Transpose(_) | Op::Iota(_) | Op::Constant(_)
    );
    !moves && !op.has(Trait::Elementwise)
}

/// The ops of a list that values depend on, in order. `sources` come from elsewhere, though ops of
/// the list make them.
pub fn needed(
    module: &Module,
    ops: &[OpId],
    ends: impl Iterator<Item = Value>,
    sources: &dyn Fn(Value) -> bool,
) -> Vec<OpId> {
    let all: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut found: FxHashSet<OpId> = FxHashSet::default();
    let mut waiting: Vec<Value> = ends.collect();
    while let Some(value) = waiting.pop() {
        if sources(value) {
            continue;
        }
        let Some(def) = module.def_op(value).filter(|def| all.contains(def)) else { continue };
        if found.insert(def) {
            waiting.extend(uses(module, def));
        }
    }
    ops.iter().copied().filter(|op| found.contains(op)).collect()
}
