//! The decisions of a function, and what they cost together.
//!
//! A *node* is a decision: of a kernel, which axes of the mesh divide which class of its indices; of
//! an argument, a carried value of a loop or a value that leaves a branch, which axes divide which of
//! its dimensions. A [`Use`] is a value that is brought to where it is wanted; its cost depends on at
//! most two nodes.

use super::costs::Costs;
use super::kernels::{Kernel, kernels};
use super::node::{At, Node, Subject, captured, classes_of, member_state};
use super::times::{Missing, key, program};
use super::{OpAxes, Settings};
use crate::loops::trip_count;
use crate::partition::ops::{keeps_shapes, moves_parts};
use hloom_analysis::shard::annotations::{manual, read};
use hloom_analysis::shard::plan::divides;
use hloom_analysis::shard::rule::{dims, yields};
use hloom_analysis::shard::{State, States, sharded_plan};
use hloom_analysis::split::{Choices, Matrix, OpIndices};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;

/// The most choices of a node: the cheapest by themselves are kept.
const MOST: usize = 40;

/// The ops that are evaluated to find out how often a loop runs.
const STEPS: usize = 256;

/// The most divisions of a node that are made before the best of them are taken: their number grows
/// exponentially with that of the mesh's axes.
const LISTS: usize = 1 << 12;

/// The place in which a value lies before it is read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Home {
    /// As a node of held values says.
    Held(usize),
    /// As a kernel computes it: the node, and the numbers of the op and of its result.
    Made(usize, usize, usize),
    /// As a sharding states.
    Stated(State),
}

/// The place in which a value is wanted.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Wanted {
    /// As an op of a kernel reads it: the node, and the numbers of the op and of its operand.
    Read(usize, usize, usize),
    /// As a node of held values says.
    Held(usize),
    /// In a state.
    As(State),
}

/// A value that is brought to where it is wanted.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Use {
    pub value: Value,
    pub from: Home,
    pub to: Wanted,
    /// The number of times in a step.
    pub times: f64,
}

/// The decisions of a function.
pub struct Space<'a> {
    pub(super) module: &'a Module,
    pub(super) states: &'a States,
    pub(super) costs: Costs<'a>,
    pub(super) block: Block,
    pub(super) nodes: Vec<Node>,
    pub(super) home: FxHashMap<Value, Home>,
    pub(super) uses: Vec<Use>,
    /// Sentences about what is not known.
    pub(super) notes: Vec<String>,
    /// Whether a node has more than [`LISTS`] divisions.
    is_capped: Cell<bool>,
}

/// The graph of the choices.
pub(super) struct Priced {
    /// With the seconds of a step.
    pub choices: Choices,
    /// The bytes that a device holds, for each node and choice.
    held: Vec<Vec<f64>>,
}

impl Priced {
    /// The graph in which a byte costs so many seconds, too.
    pub(super) fn priced(&self, price: f64) -> Choices {
        let mut graph = self.choices.clone();
        for (n, held) in self.held.iter().enumerate() {
            graph.add(n, held.iter().map(|bytes| price * bytes));
        }
        graph
    }
}

impl<'a> Space<'a> {
    /// The decisions of a function's body.
    pub fn new(
        module: &'a Module,
        block: Block,
        states: &'a States,
        settings: &'a Settings,
    ) -> Space<'a> {
        let costs = Costs::new(module, &states.grid, settings);
        let (nodes, home, uses, notes) = (Vec::new(), FxHashMap::default(), Vec::new(), Vec::new());
        let is_capped = Cell::new(false);
        let mut it = Space { module, states, costs, block, nodes, home, uses, notes, is_capped };
        for &arg in module.args(block) {
            it.held(&[arg], 1.0);
        }
        it.block(block, 1.0);
        let end = module.terminator(block).map_or(&[][..], |op| module.operands(op));
        for (i, &value) in end.iter().enumerate() {
            // A result that is not stated is returned in the state that it has.
            if states.stated_results.get(i).copied().unwrap_or(true) {
                let state = states.results.get(i).cloned();
                let state = state.unwrap_or_else(|| State::whole(dims(module, value).len()));
                it.wants(value, Wanted::As(state), 1.0);
            }
        }
        it.finish();
        it
    }

    /// All ways to give each atom to one of `n` places, or to none, none first.
    fn assignments(&self, n: usize, fits: &dyn Fn(usize, &[usize]) -> bool) -> Vec<OpAxes> {
        let grid = &self.states.grid;
        let mut all: Vec<OpAxes> = vec![vec![Vec::new(); n]];
        let without = self.costs.settings.without;
        let used =
            |&atom: &usize| grid.atoms[atom].size > 1 && without != Some(grid.atoms[atom].axis);
        for atom in (0..grid.atoms.len()).filter(used) {
            for known in all.clone() {
                if all.len() >= LISTS {
                    self.is_capped.set(true);
                    break;
                }
                for place in 0..n {
                    let mut with = known.clone();
                    with[place].push(atom);
                    if fits(place, &with[place]) {
                        all.push(with);
                    }
                }
            }
        }
        all
    }

    /// The choices of a node, the spread one among them, and its number.
    fn kept(&self, mut choices: Vec<OpAxes>, spread: OpAxes) -> (Vec<OpAxes>, usize) {
        choices.truncate(MOST);
        let known = choices.iter().position(|axes| *axes == spread);
        let at = known.unwrap_or_else(|| {
            choices.truncate(MOST - 1);
            choices.push(spread);
            choices.len() - 1
        });
        (choices, at)
    }

    /// Adds a decision of values that lie alike.
    fn held(&mut self, values: &[Value], times: f64) {
        let (module, states) = (self.module, self.states);
        let stated = values.iter().find(|v| states.stated.contains(v));
        if let Some(&stated) = stated {
            let state = states.of(module, stated);
            values.iter().for_each(|&v| _ = self.home.insert(v, Home::Stated(state.clone())));
            return;
        }
        let Some(&value) = values.last() else { return };
        let extents = dims(module, value);
        let scaled = module.ty(value).as_tensor().and_then(|t| t.quantized_dimension());
        let fits = |d: usize, axes: &[usize]| {
            Some(d) != scaled && extents[d] > 0 && extents[d] % states.grid.parts(axes) == 0
        };
        let mut choices = self.assignments(extents.len(), &fits);
        // Those that are divided most take the least memory.
        let parts = |axes: &OpAxes| axes.iter().map(|a| states.grid.parts(a)).product::<i64>();
        choices[1..].sort_by_key(|axes| -parts(axes));
        // And those along few axes stay possible, however many axes there are.
        if choices.len() > MOST {
            let used = |axes: &OpAxes| axes.iter().map(Vec::len).sum::<usize>();
            choices[MOST / 2..].sort_by_key(|axes| (used(axes), -parts(axes)));
        }
        let (choices, spread) = self.kept(choices, states.of(module, value).0);
        let node = self.nodes.len();
        values.iter().for_each(|&v| _ = self.home.insert(v, Home::Held(node)));
        let subject = Subject::Held(value);
        self.nodes.push(Node { subject, times, choices, spread, whole: None });
    }

    /// Adds a use of a value. Its home may not be known yet.
    fn wants(&mut self, value: Value, to: Wanted, times: f64) {
        let from = Home::Stated(State::whole(0));
        self.uses.push(Use { value, from, to, times });
    }

    /// Fills in where values come from.
    fn finish(&mut self) {
        let home = &self.home;
        self.uses.retain_mut(|it| match home.get(&it.value) {
            Some(from) => {
                it.from = from.clone();
                true
            }
            // A value of an op that runs as a whole.
            None => false,
        });
        // Results that are brought to a stated state.
        for (n, node) in self.nodes.iter().enumerate() {
            let Subject::Kernel(kernel) = &node.subject else { continue };
            for (m, member) in kernel.members.iter().enumerate() {
                for (i, value) in self.module.results(member.op).iter().enumerate() {
                    if let Some(Home::Stated(state)) = self.home.get(&value) {
                        let (from, to) = (Home::Made(n, m, i), Wanted::As(state.clone()));
                        self.uses.push(Use { value, from, to, times: node.times });
                    }
                }
            }
        }
        if self.is_capped.get() {
            let note = "the mesh has so many axes that not all divisions were looked at";
            self.notes.push(note.to_owned());
        }
        self.notes.sort_unstable();
        self.notes.dedup();
    }

    /// Adds the decisions of a block's ops.
    fn block(&mut self, block: Block, times: f64) {
        let (module, states) = (self.module, self.states);
        // Results that a sharding moves.
        let moved = |op: OpId| match module.op(op) {
            Op::ShardingConstraint(_)
            | Op::Reshard(_)
            | Op::DataFlowEdge(_)
            | Op::PropagationBarrier(_)
            | Op::ShardingGroup(_) => true,
            Op::CustomCall(it) => &*it.call_target_name.0 == b"Sharding",
            Op::Relayout(_) | Op::Halo(_) => moves_parts(module, op),
            // Any other op: it computes.
            _ => false,
        };
        let control = |op: OpId| {
            matches!(module.op(op), Op::While(_) | Op::If(_) | Op::Case(_))
                && keeps_shapes(module, op)
        };
        let spread = |op: OpId, table: &OpIndices| {
            sharded_plan(module, op, table, &states.grid, &|v| states.of(module, v)).axes
        };
        let wanted = |op: OpId| !moved(op) && !control(op);
        let machine = &self.costs.settings.machine;
        let found = kernels(module, block, states, machine, &wanted, &spread);
        self.costs.unread.extend(found.unread);
        let whole: FxHashMap<OpId, f64> = self.costs.whole(block);
        for kernel in found.kernels {
            let own = whole.get(&kernel.members[0].op).copied();
            self.kernel(kernel, times, own, &spread);
        }
        for op in module.ops(block).collect::<Vec<_>>() {
            if moved(op) {
                let pairs: Vec<(Value, Value)> =
                    module.operands(op).iter().copied().zip(module.results(op).iter()).collect();
                for (operand, result) in pairs {
                    self.held(&[result], times);
                    self.wants(operand, self.place(result), times);
                }
            } else if control(op) {
                self.control(op, times);
            }
        }
    }

    /// The state that a node of held values, or a statement, gives a value.
    fn place(&self, value: Value) -> Wanted {
        match &self.home[&value] {
            Home::Held(node) => Wanted::Held(*node),
            Home::Stated(state) => Wanted::As(state.clone()),
            Home::Made(..) => unreachable!("held values have no kernel"),
        }
    }

    /// A loop or a branch: its values, and the decisions inside.
    fn control(&mut self, op: OpId, times: f64) {
        let module = self.module;
        let looping = matches!(module.op(op), Op::While(_));
        let count = module.regions(op).len();
        let args = |i: usize| module.entry(op, i).map_or(&[][..], |block| module.args(block));
        let results: Vec<Value> = module.results(op).iter().collect();
        for (i, &result) in results.iter().enumerate() {
            let inner = (0..count).filter_map(|region| args(region).get(i).copied());
            let all: Vec<Value> = inner.chain([result]).collect();
            self.held(&all, times);
        }
        for (i, &value) in module.operands(op).iter().enumerate() {
            let to = match results.get(i).filter(|_| looping) {
                Some(&result) => self.place(result),
                None => Wanted::As(State::whole(dims(module, value).len())),
            };
            self.wants(value, to, times);
        }
        let trips = looping.then(|| {
            trip_count(module, op, STEPS).map_or_else(
                || {
                    let name = module.op(op).name();
                    self.notes.push(format!(
                        "the trip count of `{name}` is not known: one iteration is counted"
                    ));
                    1.0
                },
                |trips| trips as f64,
            )
        });
        for region in 0..count {
            let Some(block) = module.entry(op, region) else { continue };
            let condition = looping && region == 0;
            let own = match trips {
                // The condition is evaluated once more.
                Some(trips) => times * if condition { trips + 1.0 } else { trips },
                None => times / count as f64,
            };
            self.block(block, own);
            for (i, value) in yields(module, op, region).into_iter().enumerate() {
                let to = match results.get(i).filter(|_| !condition) {
                    Some(&result) => self.place(result),
                    None => Wanted::As(State::whole(dims(module, value).len())),
                };
                self.wants(value, to, own);
            }
        }
    }

    /// Adds the decision of a kernel.
    fn kernel(
        &mut self,
        kernel: Kernel,
        times: f64,
        whole: Option<f64>,
        spread: &dyn Fn(OpId, &OpIndices) -> OpAxes,
    ) {
        let (module, grid) = (self.module, &self.states.grid);
        let n = self.nodes.len();
        let mut own = vec![Vec::new(); kernel.classes];
        for member in &kernel.members {
            let Some(table) = &member.table else { continue };
            let axes = spread(member.op, table);
            axes.into_iter().zip(&member.classes).for_each(|(axes, &class)| own[class] = axes);
        }
        let fits = |class: usize, axes: &[usize]| {
            kernel.members.iter().all(|member| {
                let Some(table) = &member.table else { return true };
                let of = member.classes.iter().enumerate().filter(|(_, of)| **of == class);
                of.into_iter().all(|(i, _)| divides(module, member.op, table, i, axes, grid))
            })
        };
        let choices = self.assignments(kernel.classes, &fits);
        let subject = Subject::Kernel(kernel);
        let mut node = Node { subject, times, choices, spread: 0, whole };
        if node.choices.len() > MOST {
            let mut costs: Vec<(f64, OpAxes)> = node.choices[1..]
                .iter()
                .map(|axes| (self.costs.modelled(&node, axes), axes.clone()))
                .collect();
            costs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let kept = costs.into_iter().map(|(_, axes)| axes);
            node.choices = std::iter::once(node.choices[0].clone()).chain(kept).collect();
        }
        (node.choices, node.spread) = self.kept(std::mem::take(&mut node.choices), own);
        let Subject::Kernel(kernel) = &node.subject else { return };
        let mut seen: Vec<(Value, Vec<Option<usize>>)> = Vec::new();
        for (m, member) in kernel.members.iter().enumerate() {
            for (i, value) in module.results(member.op).iter().enumerate() {
                let home = match self.states.stated.contains(&value) {
                    true => Home::Stated(self.states.of(module, value)),
                    false => Home::Made(n, m, i),
                };
                self.home.insert(value, home);
            }
            for (i, &value) in module.operands(member.op).iter().enumerate() {
                let classes = classes_of(member.table.as_ref(), &member.classes, i);
                if kernel.makes(module, value) && !self.states.stated.contains(&value)
                    || seen.contains(&(value, classes.clone()))
                {
                    continue;
                }
                seen.push((value, classes));
                let to = match self.taken(member.op, i) {
                    Some(state) => Wanted::As(state),
                    None => Wanted::Read(n, m, i),
                };
                self.uses.push(Use { value, from: Home::Stated(State::whole(0)), to, times });
            }
            for value in captured(module, member.op) {
                let to = Wanted::As(State::whole(dims(module, value).len()));
                self.uses.push(Use { value, from: Home::Stated(State::whole(0)), to, times });
            }
        }
        self.nodes.push(node);
    }

    /// The shards in which a manual computation takes an operand.
    fn taken(&self, op: OpId, operand: usize) -> Option<State> {
        let Op::ManualComputation(it) = self.module.op(op) else { return None };
        let own = manual(it.in_shardings.0.get(operand)?, &it.manual_axes);
        let extents = dims(self.module, self.module.operand(op, operand));
        read(&self.states.grid, &own, extents, "an operand").ok().map(|it| it.state)
    }

    /// The number of choices of each decision.
    pub fn sizes(&self) -> Vec<usize> {
        self.nodes.iter().map(|node| node.choices.len()).collect()
    }

    /// The kernels on local shapes that have no measured time, each once.
    pub fn missing(&self) -> Vec<Missing> {
        let mut found: BTreeMap<String, Option<Module>> = BTreeMap::new();
        let times = &self.costs.settings.times.0;
        for node in &self.nodes {
            let Subject::Kernel(kernel) = &node.subject else { continue };
            if kernel.contained || node.whole.is_some() {
                continue;
            }
            for axes in &node.choices {
                let key = key(self.module, kernel, &self.states.grid, axes);
                if !times.contains_key(&key) && !found.contains_key(&key) {
                    let program = program(self.module, kernel, &self.states.grid, axes);
                    found.insert(key, program);
                }
            }
        }
        found.into_iter().map(|(key, program)| Missing { key, program }).collect()
    }

    /// The choices by which no device divides anything that is not stated.
    pub fn undivided(&self) -> Vec<usize> {
        vec![0; self.nodes.len()]
    }

    /// The decisions in program order: those of arguments stand before their first use.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut at: Vec<usize> = (0..self.nodes.len()).collect();
        let mut first = vec![usize::MAX; self.nodes.len()];
        for it in &self.uses {
            if let (&Home::Held(n), Wanted::Read(m, ..) | Wanted::Held(m)) = (&it.from, &it.to) {
                first[n] = first[n].min(*m);
            }
        }
        at.sort_by_key(|&n| (if first[n] < usize::MAX { first[n] } else { n }, n));
        at
    }

    /// The choices to which stated shardings spread.
    pub fn spread(&self) -> Vec<usize> {
        self.nodes.iter().map(|node| node.spread).collect()
    }

    /// The state in which a value lies.
    pub(super) fn lies(&self, home: &Home, choice: &dyn Fn(usize) -> usize) -> State {
        match home {
            Home::Held(n) => State(self.nodes[*n].choices[choice(*n)].clone()),
            &Home::Made(n, m, i) => self.state(n, choice(n), m, At::Result(i)),
            Home::Stated(state) => state.clone(),
        }
    }

    /// The state in which a value is wanted.
    pub(super) fn wanted(&self, wanted: &Wanted, choice: &dyn Fn(usize) -> usize) -> State {
        match wanted {
            Wanted::Held(n) => State(self.nodes[*n].choices[choice(*n)].clone()),
            &Wanted::Read(n, m, i) => self.state(n, choice(n), m, At::Operand(i)),
            Wanted::As(state) => state.clone(),
        }
    }

    /// The state of an operand or a result of a kernel's op.
    fn state(&self, n: usize, choice: usize, member: usize, at: At) -> State {
        let node = &self.nodes[n];
        let Subject::Kernel(kernel) = &node.subject else { unreachable!("a kernel") };
        let it = &kernel.members[member];
        member_state(self.module, it.op, it.table.as_ref(), at, |i| {
            node.choices[choice][it.classes[i]].clone()
        })
    }

    /// The seconds of a use.
    pub(super) fn moving(&self, it: &Use, choice: &dyn Fn(usize) -> usize) -> f64 {
        let (from, to) = (self.lies(&it.from, choice), self.wanted(&it.to, choice));
        it.times * self.costs.moving(it.value, &from, &to)
    }

    /// The estimated seconds of a step: kernel by kernel and use by use.
    pub fn seconds(&self, choices: &[usize]) -> f64 {
        let each = self.nodes.iter().zip(choices);
        let own = each.map(|(node, &c)| node.times * self.costs.node(node, &node.choices[c]));
        let moved = self.uses.iter().map(|it| self.moving(it, &|n| choices[n]));
        own.sum::<f64>() + moved.sum::<f64>()
    }

    /// The estimated seconds on one device alone.
    pub(super) fn one_device(&self) -> f64 {
        self.nodes.iter().map(|node| node.times * self.costs.node(node, &node.choices[0])).sum()
    }

    /// The graph of the choices with their costs.
    pub(super) fn graph(&self) -> Priced {
        let mut graph = Choices::default();
        for node in &self.nodes {
            let costs = node.choices.iter().map(|axes| node.times * self.costs.node(node, axes));
            graph.node(costs.collect());
        }
        for it in &self.uses {
            let a = match it.from {
                Home::Held(n) | Home::Made(n, ..) => Some(n),
                Home::Stated(_) => None,
            };
            let b = match it.to {
                Wanted::Held(n) | Wanted::Read(n, ..) => Some(n),
                Wanted::As(_) => None,
            };
            let count = |n: usize| self.nodes[n].choices.len();
            match (a, b) {
                (Some(a), Some(b)) if a != b => {
                    let from: Vec<State> =
                        (0..count(a)).map(|i| self.lies(&it.from, &|_| i)).collect();
                    let to: Vec<State> =
                        (0..count(b)).map(|i| self.wanted(&it.to, &|_| i)).collect();
                    let cost = |i: usize, j: usize| {
                        it.times * self.costs.moving(it.value, &from[i], &to[j])
                    };
                    graph.edge(a, b, &Matrix::new(count(a), count(b), cost));
                }
                (Some(n), _) | (None, Some(n)) => {
                    graph.add(n, (0..count(n)).map(|i| self.moving(it, &|_| i)));
                }
                (None, None) => {
                    let cost = self.moving(it, &|_| 0);
                    graph.node(vec![cost]);
                }
            }
        }
        let held = self.nodes.iter().map(|node| {
            let bytes = node.choices.iter().map(|axes| self.costs.held(node, axes));
            bytes.collect()
        });
        Priced { choices: graph, held: held.collect() }
    }
}
