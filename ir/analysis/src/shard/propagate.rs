//! From annotated values to all values of a function.
//!
//! A queue holds the ops next to values whose sharding has grown, the first of the program first: what
//! a value's own operands say comes before what its users say, as in Shardy. An op looks at each set of
//! dimensions that it shards alike ([`rule`](super::rule)), and gives the axes of one of them to the
//! others, as far as they are free there: an axis shards one dimension of a tensor at most, an
//! annotated dimension that is not open keeps its axes, and an extent must be a multiple of the
//! number of its parts. The values of a sharding group are alike in every dimension; the group's first op
//! looks at all of them.
//!
//! Two dimensions of a set may have different axes. The larger tensor wins then, since it costs more
//! to move; of equal ones, the first operand. Axes of a dimension only grow, and each time by an atom
//! or more, so an op is looked at a bounded number of times: the whole is linear in the ops.

use super::annotations::{
    Annotation, Annotations, ShardError, annotations, is_local, scaled_dimension,
};
use super::grid::Grid;
use super::plan::bytes;
use super::rule::{Dim, Rule, by_dimension, dims, rule};
use super::state::State;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The shardings of all values of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct States {
    /// The mesh.
    pub grid: Grid,
    of: FxHashMap<Value, State>,
    /// The sharding of each result of the function.
    pub results: Vec<State>,
    /// Whether all shardings were stated over one mesh.
    pub over_one_mesh: bool,
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
    /// The first op of the sharding group of each op that adds a value to one.
    groups: FxHashMap<OpId, OpId>,
    /// The places of ops in the program.
    places: FxHashMap<OpId, usize>,
    /// The ops to look at, by their places.
    queue: BTreeSet<(usize, OpId)>,
    visits: usize,
}

/// Finds the shardings of all values; `None` if the function states none and there is no mesh.
///
/// # Errors
/// If a stated sharding is wrong, or shardings are over two meshes.
pub fn propagate(module: &Module, function: OpId) -> Result<Option<States>, ShardError> {
    let stated = annotations(module, function)?;
    let stated = stated.map(Annotations::over_one_mesh).transpose()?;
    Ok(stated.map(|stated| of_stated(module, function, stated)))
}

/// [`propagate`] with shardings over several meshes of the same devices. Those that are found are over the
/// first mesh that the function names.
///
/// # Errors
/// If a stated sharding is wrong, or has no counterpart over the first mesh.
pub fn propagate_over_meshes(
    module: &Module,
    function: OpId,
) -> Result<Option<States>, ShardError> {
    let stated = annotations(module, function)?;
    Ok(stated.map(|stated| of_stated(module, function, stated)))
}

fn of_stated(module: &Module, function: OpId, stated: Annotations) -> States {
    let Annotations { grid, values, results, wishes, two_meshes } = stated;
    let mut it = Propagation {
        module,
        grid,
        of: FxHashMap::default(),
        stated: FxHashMap::default(),
        rules: FxHashMap::default(),
        groups: FxHashMap::default(),
        places: module.walk(function).enumerate().map(|(i, op)| (op, i)).collect(),
        queue: BTreeSet::new(),
        visits: 0,
    };
    it.group(function);
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
    States {
        results: results.collect(),
        over_one_mesh: two_meshes.is_none(),
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
    }
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
            // Values of a group are alike at once, before any other op looks at one of them.
            let (place, op) = match self.groups.get(&op) {
                Some(&first) => (0, first),
                None => (self.places.get(&op).copied().unwrap_or(usize::MAX), op),
            };
            self.queue.insert((place, op));
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

    /// Finds the sharding groups of a function; those on shards have nothing to relate.
    fn group(&mut self, function: OpId) {
        let module = self.module;
        let mut groups: FxHashMap<i64, (OpId, Vec<Value>)> = FxHashMap::default();
        for op in module.walk(function).filter(|&op| !is_local(module, op)) {
            let Op::ShardingGroup(it) = module.op(op) else { continue };
            let (first, values) = groups.entry(it.group_id).or_insert_with(|| (op, Vec::new()));
            values.extend(module.operands(op));
            self.groups.insert(op, *first);
        }
        for (first, values) in groups.into_values() {
            let alike = by_dimension(module, &values);
            self.rules.insert(first, Rule { alike, forward: true, backward: true });
        }
    }

    fn drain(&mut self) {
        while let Some((_, op)) = self.queue.pop_first() {
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

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: &str = r#"sdy.mesh @mesh = <["x"=2, "y"=2]>"#;

    /// The axes of the dimensions of a function's arguments and of the values of its block.
    fn found(function: &str) -> Vec<Vec<Vec<usize>>> {
        let source = format!("{MESH}\n{function}");
        let module = hloom_ir::text::parse_module(&source).unwrap();
        let main = module.symbol("main").unwrap();
        let states = propagate(&module, main).unwrap().unwrap();
        let block = module.entry(main, 0).unwrap();
        let results = module.ops(block).flat_map(|op| module.results(op).iter());
        let values = module.args(block).iter().copied().chain(results);
        values.map(|value| states.of(&module, value).0).collect()
    }

    #[test]
    fn what_an_ops_own_operands_say_comes_first() {
        let states = found(
            r#"func.func @main(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %s = stablehlo.sine %x : tensor<8x2xf32>
  %t = stablehlo.tanh %s : tensor<8x2xf32>
  %z = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}"#,
        );
        assert_eq!(states.last(), Some(&vec![vec![0], vec![]]));
    }

    #[test]
    fn values_of_a_group_are_alike() {
        let states = found(
            r#"func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<8x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x4xi32>
  sdy.sharding_group %x group_id=0 : tensor<8x4xf32>
  sdy.sharding_group %i group_id=0 : tensor<8x4xi32>
  sdy.sharding_group %y group_id=0 : tensor<8x4xf32>
  sdy.sharding_group %j group_id=1 : tensor<8x4xi32>
  return %i, %j : tensor<8x4xi32>, tensor<8x4xi32>
}"#,
        );
        let both = vec![vec![0], vec![1]];
        assert_eq!(states, [both.clone(), both.clone(), both, vec![vec![], vec![]]]);
    }

    #[test]
    fn values_of_a_group_are_alike_at_once() {
        let states = found(
            r#"func.func @main(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  %s = stablehlo.sine %x : tensor<8x2xf32>
  %t = stablehlo.tanh %y : tensor<8x2xf32>
  sdy.sharding_group %s group_id=0 : tensor<8x2xf32>
  sdy.sharding_group %t group_id=0 : tensor<8x2xf32>
  return %s, %t : tensor<8x2xf32>, tensor<8x2xf32>
}"#,
        );
        let first = vec![vec![0], vec![]];
        assert_eq!(states[2..], [first.clone(), first]);
    }

    #[test]
    fn shardings_over_two_meshes_of_the_same_devices_propagate() {
        let source = format!(
            r#"{MESH}
sdy.mesh @line = <["z"=4]>
func.func @main(%x: tensor<8x2xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}, %y: tensor<8x2xf32> {{sdy.sharding = #sdy.sharding<@line, [{{"z"}}, {{}}]>}}) -> (tensor<8x2xf32>, tensor<8x2xf32>) {{
  %s = stablehlo.sine %x : tensor<8x2xf32>
  %t = stablehlo.tanh %y : tensor<8x2xf32>
  return %s, %t : tensor<8x2xf32>, tensor<8x2xf32>
}}"#
        );
        let module = hloom_ir::text::parse_module(&source).unwrap();
        let main = module.symbol("main").unwrap();
        let states = propagate_over_meshes(&module, main).unwrap().unwrap();
        assert!(!states.over_one_mesh);
        let found: Vec<_> = states.results.iter().map(|state| state.0.clone()).collect();
        assert_eq!(found, [vec![vec![0], vec![]], vec![vec![0, 1], vec![]]]);
        let refused = propagate(&module, main).unwrap_err().message;
        assert_eq!(refused, "shardings of one function are over two meshes, @mesh and @line");
    }
}
