//! From annotated values to all values of a function.
//!
//! A queue holds the ops next to values whose sharding has grown. An op looks at each set of
//! dimensions that it shards alike ([`rule`](super::rule)), and gives the axes of one of them to the
//! others, as far as they are free there: an axis shards one dimension of a tensor at most, an
//! annotated dimension that is not open keeps its axes, and an extent must be a multiple of the
//! number of its parts.
//!
//! Two dimensions of a set may have different axes. The larger tensor wins then, since it costs more
//! to move; of equal ones, the first operand. Axes of a dimension only grow, and each time by an atom
//! or more, so an op is looked at a bounded number of times: the whole is linear in the ops.

use super::annotations::{
    Annotation, Annotations, ShardError, annotations, is_local, scaled_dimension,
};
use super::grid::Grid;
use super::plan::bytes;
use super::rule::{Dim, Rule, dims, rule};
use super::state::State;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The shardings of all values of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct States {
    /// The mesh.
    pub grid: Grid,
    of: FxHashMap<Value, State>,
    /// The sharding of each result of the function.
    pub results: Vec<State>,
    /// For each result of the function, whether its sharding was stated.
    pub stated_results: Vec<bool>,
    /// The values whose sharding was stated.
    pub stated: Vec<Value>,
    /// For results of ops that devices are to hold in terms, the atoms along which these lie.
    pub terms: FxHashMap<Value, Vec<usize>>,
    /// The number of times that an op was looked at.
    pub visits: usize,
}

impl States {
    /// The sharding of a value; whole if nothing is known of it.
    pub fn of(&self, module: &Module, value: Value) -> State {
        let known = self.of.get(&value).cloned();
        known.unwrap_or_else(|| State::whole(dims(module, value).len()))
    }

    /// Gives a value another sharding.
    pub fn set(&mut self, value: Value, state: State) {
        self.of.insert(value, state);
    }
}

/// Values on the way to their shardings.
struct Propagation<'m> {
    module: &'m Module,
    grid: Grid,
    of: FxHashMap<Value, State>,
    stated: FxHashMap<Value, Annotation>,
    rules: FxHashMap<OpId, Rule>,
    queue: VecDeque<OpId>,
    queued: FxHashMap<OpId, bool>,
    visits: usize,
}

/// Finds the shardings of all values; `None` if the function states none and there is no mesh.
///
/// # Errors
/// If a stated sharding is wrong.
pub fn propagate(module: &Module, function: OpId) -> Result<Option<States>, ShardError> {
    let Some(Annotations { grid, values, results, wishes }) = annotations(module, function)? else {
        return Ok(None);
    };
    let mut it = Propagation {
        module,
        grid,
        of: FxHashMap::default(),
        stated: FxHashMap::default(),
        rules: FxHashMap::default(),
        queue: VecDeque::new(),
        queued: FxHashMap::default(),
        visits: 0,
    };
    let mut priorities: Vec<i64> =
        values.iter().flat_map(|(_, a)| a.priority.iter().copied()).chain([0]).collect();
    priorities.sort_unstable();
    priorities.dedup();
    for (value, annotation) in &values {
        it.stated.insert(*value, annotation.clone());
        it.of.insert(*value, State::whole(annotation.open.len()));
    }
    let returned = module.entry(function, 0).and_then(|block| module.terminator(block));
    let returned = returned.map_or(&[][..], |op| module.operands(op));
    for (round, &priority) in priorities.iter().enumerate() {
        for (value, annotation) in &values {
            let mut state = it.of[value].clone();
            for d in 0..state.0.len() {
                if annotation.priority[d] == priority && state.0[d].is_empty() {
                    state.0[d] = annotation.state.0[d].clone();
                }
            }
            it.set(*value, state);
        }
        it.drain();
        if round == 0 {
            // Returned values, and those that manual computations take, if nothing else said how
            // they are sharded.
            let stated = results.iter().zip(returned);
            let stated = stated.filter_map(|(a, &v)| Some((v, a.as_ref()?.state.clone())));
            for (value, want) in stated.chain(wishes.iter().cloned()).collect::<Vec<_>>() {
                for (d, axes) in want.0.iter().enumerate() {
                    it.extend((value, d), axes);
                }
                it.drain();
            }
        }
    }
    let stated_results = results.iter().map(Option::is_some).collect();
    let results = results.into_iter().zip(returned).map(|(stated, &value)| match stated {
        Some(annotation) => annotation.state,
        None => {
            let known = it.of.get(&value).cloned();
            known.unwrap_or_else(|| State::whole(dims(module, value).len()))
        }
    });
    Ok(Some(States {
        results: results.collect(),
        stated_results,
        grid: it.grid,
        of: it.of,
        terms: values
            .iter()
            .filter(|(_, annotation)| !annotation.terms.is_empty())
            .map(|(value, annotation)| (*value, annotation.terms.clone()))
            .collect(),
        stated: values.into_iter().map(|(value, _)| value).collect(),
        visits: it.visits,
    }))
}

impl Propagation<'_> {
    fn set(&mut self, value: Value, state: State) {
        if self.of.get(&value) == Some(&state) && state.is_whole() {
            return;
        }
        self.of.insert(value, state);
        self.wake(value);
    }

    /// Queues the ops next to a value.
    fn wake(&mut self, value: Value) {
        let module = self.module;
        let mut push = |op: OpId| {
            if !std::mem::replace(self.queued.entry(op).or_default(), true) {
                self.queue.push_back(op);
            }
        };
        match module.def_op(value) {
            Some(op) => push(op),
            // An argument of a loop's body.
            None => {
                let owner = module.def_block(value).and_then(|block| module.block_owner(block));
                owner.into_iter().for_each(&mut push);
            }
        }
        for (user, _) in module.uses(value) {
            push(user);
            // The op around a body relates what it yields.
            if let Some(up) = module.parent_op(user)
                && module.parent(user).and_then(|block| module.terminator(block)) == Some(user)
            {
                push(up);
            }
        }
    }

    fn drain(&mut self) {
        while let Some(op) = self.queue.pop_front() {
            self.queued.insert(op, false);
            self.visits += 1;
            let module = self.module;
            let rule = self.rules.remove(&op).unwrap_or_else(|| match module.op(op) {
                Op::Func(_) | Op::ManualComputation(_) => Rule::default(),
                // Any other op: by the table of indices.
                _ if is_local(module, op) => Rule::default(),
                _ => rule(module, op),
            });
            for set in &rule.alike {
                self.unify(op, set, &rule);
            }
            self.rules.insert(op, rule);
        }
    }

    /// Gives the axes of one dimension of a set to the others.
    fn unify(&mut self, op: OpId, set: &[Dim], rule: &Rule) {
        let is_result = |value: Value| self.module.def_op(value) == Some(op);
        let usable = |&&(value, _): &&Dim| {
            (rule.forward || is_result(value)) && (rule.backward || !is_result(value))
        };
        // Of longer lists only, among which the one of the largest tensor.
        let mut best: Option<(f64, Vec<usize>)> = None;
        for &(value, d) in set.iter().filter(usable) {
            let Some(axes) = self.of.get(&value).map(|s| &s.0[d]).filter(|a| !a.is_empty()) else {
                continue;
            };
            let size = bytes(self.module, value);
            let wins = best.as_ref().is_none_or(|(most, known)| match () {
                () if axes.starts_with(known) => axes.len() > known.len() || size > *most,
                () if known.starts_with(axes) => false,
                () => size > *most,
            });
            if wins {
                best = Some((size, axes.clone()));
            }
        }
        let Some((_, axes)) = best else { return };
        for &(value, d) in set {
            let gets = if is_result(value) { rule.forward } else { rule.backward };
            if gets || (rule.forward && rule.backward) {
                self.extend((value, d), &axes);
            }
        }
    }

    /// Gives a dimension the axes that it can take, if they continue its own.
    fn extend(&mut self, (value, d): Dim, axes: &[usize]) {
        if scaled_dimension(self.module.ty(value)) == Some(d) {
            return;
        }
        let extent = dims(self.module, value)[d];
        let mut state = match self.of.get(&value) {
            Some(state) => state.clone(),
            None => State::whole(dims(self.module, value).len()),
        };
        let own = &state.0[d];
        if own.len() >= axes.len() || !axes.starts_with(own) {
            return;
        }
        let stated = self.stated.get(&value);
        if stated.is_some_and(|a| !a.open[d]) {
            return;
        }
        let before = own.len();
        for &axis in &axes[before..] {
            let reserved = stated.is_some_and(|a| {
                a.replicated.contains(&axis)
                    || a.terms.contains(&axis)
                    || a.state.uses(axis) && !state.0[d].contains(&axis)
            });
            let parts = self.grid.parts(&state.0[d]) * self.grid.atoms[axis].size;
            if state.uses(axis) || reserved || extent < parts || extent % parts != 0 {
                break;
            }
            state.0[d].push(axis);
        }
        if state.0[d].len() > before {
            self.of.insert(value, state);
            self.wake(value);
        }
    }
}
