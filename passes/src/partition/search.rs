//! Shardings by search: how a mesh divides each op and each argument, so that a step takes the least
//! estimated time within the memory of a device.
//!
//! Every op may divide its indices along the axes of the mesh in any way that its table of indices
//! allows: samples, rows, channels and contracted indices (with terms to combine) are one space.
//! The costs of an op are its share of the arithmetic and of the traffic with memory, halos, and the
//! collective that combines its terms; those of a pair of ops are the exchanges that bring a result
//! to where it is read. [`Choices`] finds the cheapest combination: exactly on chains, trees and
//! series-parallel graphs, within a budget elsewhere.
//!
//! **Memory.** Bytes that a device holds get a price, which rises until the plan fits; then the
//! lowest price that fits is found by bisection. Source of the method: Everett, "Generalized Lagrange
//! Multiplier Method for Solving Problems of Optimum Allocation of Resources", Operations Research,
//! 1963.
//!
//! Stated shardings stay. The plan never takes longer, by its own estimate, than one in which only
//! these are followed and every device computes all else.

use super::relayout::{Step, steps};
use crate::fusion::graph::Graph;
use crate::fusion::machine::{Machine, Work};
use hloom_analysis::shard::plan::{bytes, combined, divides, halo, state_of};
use hloom_analysis::shard::rule::dims;
use hloom_analysis::shard::{Grid, State, States};
use hloom_analysis::simulate::{Axes, Collective, Link, Span, cost, spans};
use hloom_analysis::split::{Access, Choices, Matrix, OpIndices, indices};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The machine and the links that times are estimated for, and the limits of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rates of a device.
    pub machine: Machine,
    /// The links along each axis of the mesh.
    pub links: Vec<Link>,
    /// The bytes that a device may hold; infinite if there is no limit.
    pub memory: f64,
    /// The number of graphs that are solved where the search has to try.
    pub budget: usize,
}

/// The atoms that divide each index of an op.
pub type OpAxes = Vec<Vec<usize>>;

/// A plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The states of all values.
    pub states: States,
    /// The division of each op.
    pub axes: FxHashMap<OpId, OpAxes>,
    /// The estimated seconds of a step.
    pub seconds: f64,
    /// The same if every device computes all that no stated sharding divides.
    pub undivided: f64,
    /// The bytes that a device holds, at most.
    pub bytes: f64,
    /// Whether no other plan is estimated to take less time.
    pub exact: bool,
}

/// The most choices of a node: the cheapest by themselves are kept.
const MOST: usize = 40;

/// The seconds that a byte costs where memory is plenty: of plans that take as long, the smallest
/// wins.
const TIE: f64 = 1e-18;

/// A node of the graph: an argument, or an op.
struct Node {
    op: Option<OpId>,
    table: Option<OpIndices>,
    work: Work,
    /// For each choice, the axes of each index; of an argument, of each dimension.
    choices: Vec<OpAxes>,
}

/// The place in which a value lies before it is read.
enum Home {
    /// As a node's choice says: the node, and the number of its result.
    Chosen(usize, usize),
    /// As a sharding states.
    Stated(State),
}

struct Search<'a> {
    module: &'a Module,
    grid: &'a Grid,
    states: &'a States,
    settings: &'a Settings,
    nodes: Vec<Node>,
    home: FxHashMap<Value, Home>,
    spans: RefCell<FxHashMap<Vec<usize>, Vec<Span>>>,
    moves: RefCell<FxHashMap<(State, State, u64), f64>>,
}

/// Finds shardings of the values of a function's body. `states` are those that are stated, spread as
/// far as they say.
///
/// # Errors
/// If no plan that the search finds fits into the memory of a device.
pub fn search(
    module: &Module,
    block: Block,
    states: &States,
    settings: &Settings,
) -> Result<Plan, String> {
    let graph = Graph::of(module, block);
    let work: FxHashMap<OpId, Work> =
        graph.nodes.iter().filter_map(|n| Some((n.op?, n.work))).collect();
    let mut it = Search {
        module,
        grid: &states.grid,
        states,
        settings,
        nodes: Vec::new(),
        home: FxHashMap::default(),
        spans: RefCell::default(),
        moves: RefCell::default(),
    };
    for &arg in module.args(block) {
        it.argument(arg);
    }
    for op in module.ops(block) {
        it.op(op, work.get(&op).copied().unwrap_or_default());
    }
    let plain = it.choices(block, 0.0);
    let none = vec![0; it.nodes.len()];
    let undivided = it.plan(block, &none, plain.cost(&none), false);
    let mut best = it.solve(block, TIE, &plain);
    if best.bytes > settings.memory {
        let (mut low, mut high) = (TIE, 8.0 * TIE);
        loop {
            best = it.solve(block, high, &plain);
            if best.bytes <= settings.memory {
                break;
            }
            if high > 1.0 {
                return Err(format!(
                    "no plan fits into {:.0} bytes of a device; the least that was found takes {:.0}",
                    settings.memory, best.bytes
                ));
            }
            low = high;
            high *= 8.0;
        }
        for _ in 0..12 {
            let middle = f64::sqrt(low * high);
            let plan = it.solve(block, middle, &plain);
            if plan.bytes <= settings.memory {
                high = middle;
                if plan.seconds <= best.seconds {
                    best = plan;
                }
            } else {
                low = middle;
            }
        }
        best.exact = false;
    } else if undivided.seconds <= best.seconds && undivided.bytes <= settings.memory {
        best = Plan { exact: best.exact, ..undivided.clone() };
    }
    best.undivided = undivided.seconds;
    Ok(best)
}

impl Search<'_> {
    fn parts(&self, axes: &[usize]) -> f64 {
        self.grid.parts(axes) as f64
    }

    /// All ways to give each atom to one of `n` places, or to none, none first.
    fn assignments(&self, n: usize, fits: &dyn Fn(usize, &[usize]) -> bool) -> Vec<OpAxes> {
        let mut all: Vec<OpAxes> = vec![vec![Vec::new(); n]];
        for atom in 0..self.grid.atoms.len() {
            if self.grid.atoms[atom].size == 1 {
                continue;
            }
            for known in all.clone() {
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

    fn argument(&mut self, arg: Value) {
        let extents = dims(self.module, arg);
        if self.states.stated.contains(&arg) {
            self.home.insert(arg, Home::Stated(self.states.of(self.module, arg)));
            return;
        }
        let scaled = self.module.ty(arg).as_tensor().and_then(|t| t.quantized_dimension());
        let fits = |d: usize, axes: &[usize]| {
            Some(d) != scaled && extents[d] > 0 && extents[d] % self.grid.parts(axes) == 0
        };
        let mut choices = self.assignments(extents.len(), &fits);
        // The arguments that are divided most take the least memory.
        choices[1..].sort_by_key(|axes| axes.iter().map(|a| -self.grid.parts(a)).product::<i64>());
        choices.truncate(MOST);
        self.home.insert(arg, Home::Chosen(self.nodes.len(), 0));
        self.nodes.push(Node { op: None, table: None, work: Work::default(), choices });
    }

    fn op(&mut self, op: OpId, work: Work) {
        let module = self.module;
        let results: Vec<Value> = module.results(op).iter().collect();
        let node = self.nodes.len();
        for (i, &value) in results.iter().enumerate() {
            let stated = self.states.stated.contains(&value);
            let home = match stated {
                true => Home::Stated(self.states.of(module, value)),
                false => Home::Chosen(node, i),
            };
            self.home.insert(value, home);
        }
        let Some(table) = indices(module, op) else {
            self.nodes.push(Node { op: Some(op), table: None, work, choices: vec![Vec::new()] });
            return;
        };
        let fits =
            |index: usize, axes: &[usize]| divides(module, op, &table, index, axes, self.grid);
        let choices = self.assignments(table.indices.len(), &fits);
        let mut node = Node { op: Some(op), table: Some(table), work, choices };
        if node.choices.len() > MOST {
            let mut costs: Vec<(f64, OpAxes)> = node.choices[1..]
                .iter()
                .map(|axes| (self.seconds(&node, axes), axes.clone()))
                .collect();
            costs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let kept = costs.into_iter().take(MOST - 1).map(|(_, axes)| axes);
            node.choices = std::iter::once(node.choices[0].clone()).chain(kept).collect();
        }
        self.nodes.push(node);
    }

    /// The state of an op's operand or result.
    fn state(&self, node: &Node, axes: &OpAxes, at: At) -> State {
        match (&node.table, node.op) {
            (Some(table), _) => {
                let accesses = match at {
                    At::Operand(i) => &table.operands[i],
                    At::Result(i) => &table.results[i],
                };
                state_of(accesses, axes)
            }
            (None, None) => State(axes.clone()),
            (None, Some(op)) => {
                let value = match at {
                    At::Operand(i) => self.module.operand(op, i),
                    At::Result(i) => self.module.result(op, i),
                };
                // An op that is not divided.
                State::whole(dims(self.module, value).len())
            }
        }
    }

    fn spans(&self, axes: &[usize]) -> Vec<Span> {
        if let Some(known) = self.spans.borrow().get(axes) {
            return known.clone();
        }
        let sizes = Axes(self.grid.mesh.axes.iter().map(|(_, n)| *n).collect());
        // Places of the mesh, not devices: links lie along its axes.
        let found = spans(&self.grid.offsets(axes), &sizes);
        self.spans.borrow_mut().insert(axes.to_vec(), found.clone());
        found
    }

    fn collective(&self, what: Collective, size: f64, axes: &[usize]) -> f64 {
        cost(what, size, &self.spans(axes), &self.settings.links).seconds
    }

    /// The seconds to send bytes to a neighbour along these atoms.
    fn message(&self, size: f64, axes: &[usize]) -> f64 {
        let links = axes.iter().map(|&a| self.settings.links[self.grid.atoms[a].axis]);
        links.map(|link| link.latency + size * link.beta()).fold(0.0, f64::max)
    }

    /// The seconds of an op by itself.
    fn seconds(&self, node: &Node, axes: &OpAxes) -> f64 {
        let machine = &self.settings.machine;
        let (Some(op), module) = (node.op, self.module) else { return 0.0 };
        let parts: f64 = axes.iter().map(|a| self.parts(a)).product();
        let mut seconds = machine.compute(&node.work, false) / parts + machine.launch;
        for (i, &operand) in module.operands(op).iter().enumerate() {
            let state = self.state(node, axes, At::Operand(i));
            let own = bytes(module, operand) / state.shards(self.grid) as f64;
            seconds += machine.reading(own);
            let Some(table) = &node.table else { continue };
            for (d, access) in table.operands[i].iter().enumerate() {
                if let Access::Window { index, window } = *access
                    && !axes[index].is_empty()
                {
                    let n = (dims(module, operand)[d] / self.grid.parts(&axes[index])).max(1);
                    let (before, after) = halo(window, n);
                    for edge in [before, after].into_iter().filter(|&edge| edge > 0) {
                        seconds += self.message(own * edge as f64 / n as f64, &axes[index]);
                    }
                }
            }
        }
        let terms = node.table.as_ref().map_or(Vec::new(), |table| combined(table, axes));
        for (i, value) in module.results(op).iter().enumerate() {
            let state = self.state(node, axes, At::Result(i));
            let own = bytes(module, value) / state.shards(self.grid) as f64;
            seconds += machine.writing(own);
            if self.grid.parts(&terms) > 1 {
                seconds += self.collective(Collective::AllReduce, own, &terms);
            }
        }
        seconds
    }

    /// The seconds to bring a value of `size` bytes from a state to another one.
    fn moving(&self, size: f64, from: &State, to: &State) -> f64 {
        if from == to {
            return 0.0;
        }
        let key = (from.clone(), to.clone(), size.to_bits());
        if let Some(&known) = self.moves.borrow().get(&key) {
            return known;
        }
        let mut at = from.clone();
        let mut seconds = 0.0;
        for step in steps(from, to, self.grid) {
            let own = size / at.shards(self.grid) as f64;
            match &step {
                Step::Slice(..) => {}
                Step::Gather(_, axes) => {
                    let whole = own * self.parts(axes);
                    seconds += self.collective(Collective::AllGather, whole, axes);
                }
                Step::Move(_, _, axes) => {
                    seconds += self.collective(Collective::AllToAll, own, axes);
                }
                Step::Permute(_) => {
                    let all: Vec<usize> = (0..self.grid.atoms.len()).collect();
                    seconds += self.message(own, &all);
                }
            }
            step.apply(&mut at, to);
        }
        self.moves.borrow_mut().insert(key, seconds);
        seconds
    }

    /// The bytes that a device holds of a node's values.
    fn held(&self, node: &Node, axes: &OpAxes, arg: Option<Value>) -> f64 {
        let module = self.module;
        match (node.op, arg) {
            (Some(op), _) => {
                let results = module.results(op).iter().enumerate();
                let own = results.map(|(i, v)| {
                    let state = self.state(node, axes, At::Result(i));
                    bytes(module, v) / state.shards(self.grid) as f64
                });
                own.sum()
            }
            (None, Some(arg)) => bytes(module, arg) / State(axes.clone()).shards(self.grid) as f64,
            (None, None) => 0.0,
        }
    }

    /// The choices with their costs; `price` is what a byte of memory costs, in seconds.
    fn choices(&self, block: Block, price: f64) -> Choices {
        let module = self.module;
        let mut graph = Choices::default();
        let args: FxHashMap<usize, Value> = module
            .args(block)
            .iter()
            .filter_map(|&arg| match self.home.get(&arg) {
                Some(Home::Chosen(node, _)) => Some((*node, arg)),
                _ => None,
            })
            .collect();
        for (n, node) in self.nodes.iter().enumerate() {
            let costs = node.choices.iter().map(|axes| {
                let held = self.held(node, axes, args.get(&n).copied());
                let mut seconds = self.seconds(node, axes) + price * held;
                let Some(op) = node.op else { return seconds };
                // Results that are brought to a stated state, and operands that come from one.
                for (i, value) in module.results(op).iter().enumerate() {
                    if let Some(Home::Stated(to)) = self.home.get(&value) {
                        let from = self.state(node, axes, At::Result(i));
                        seconds += self.moving(bytes(module, value), &from, to);
                    }
                }
                for (i, value) in module.operands(op).iter().enumerate() {
                    if let Some(Home::Stated(from)) = self.home.get(value)
                        && !self.is_free_result(op, i)
                    {
                        let to = self.wants(node, axes, i);
                        seconds += self.moving(bytes(module, *value), from, &to);
                    }
                }
                seconds
            });
            graph.node(costs.collect());
        }
        for (n, node) in self.nodes.iter().enumerate() {
            let Some(op) = node.op else { continue };
            for (i, value) in module.operands(op).iter().enumerate() {
                let Some(&Home::Chosen(from, result)) = self.home.get(value) else { continue };
                if self.is_free_result(op, i) {
                    continue;
                }
                let maker = &self.nodes[from];
                let states: Vec<State> = (maker.choices.iter())
                    .map(|axes| self.state(maker, axes, At::Result(result)))
                    .collect();
                let wants: Vec<State> =
                    node.choices.iter().map(|axes| self.wants(node, axes, i)).collect();
                let size = bytes(module, *value);
                let matrix = Matrix::new(states.len(), wants.len(), |a, b| {
                    self.moving(size, &states[a], &wants[b])
                });
                graph.edge(from, n, &matrix);
            }
        }
        graph
    }

    /// Whether an operand is returned from the function, in whatever state it has.
    fn is_free_result(&self, op: OpId, i: usize) -> bool {
        let returns = matches!(self.module.op(op), Op::FuncReturn(_));
        returns && !self.states.stated_results.get(i).copied().unwrap_or(true)
    }

    /// The state in which an op reads an operand: the terminator in the states of the results.
    fn wants(&self, node: &Node, axes: &OpAxes, i: usize) -> State {
        let op = node.op.expect("an argument reads nothing");
        let returns = matches!(self.module.op(op), Op::FuncReturn(_));
        match self.states.results.get(i).filter(|_| returns) {
            Some(state) => state.clone(),
            None => self.state(node, axes, At::Operand(i)),
        }
    }

    /// The cheapest plan where a byte has a price; `plain` are the choices without one.
    fn solve(&self, block: Block, price: f64, plain: &Choices) -> Plan {
        let chosen = self.choices(block, price).solve(self.settings.budget);
        self.plan(block, &chosen.choices, plain.cost(&chosen.choices), chosen.exact)
    }

    fn plan(&self, block: Block, choices: &[usize], seconds: f64, exact: bool) -> Plan {
        let module = self.module;
        let mut states = self.states.clone();
        let mut axes = FxHashMap::default();
        let mut set = |value: Value, state: State| {
            states.set(value, state);
        };
        for &arg in module.args(block) {
            if let Some(&Home::Chosen(node, _)) = self.home.get(&arg) {
                set(arg, State(self.nodes[node].choices[choices[node]].clone()));
            }
        }
        for (node, &choice) in self.nodes.iter().zip(choices) {
            let Some(op) = node.op else { continue };
            let own = &node.choices[choice];
            for (i, value) in module.results(op).iter().enumerate() {
                if !self.states.stated.contains(&value) {
                    set(value, self.state(node, own, At::Result(i)));
                }
            }
            if node.table.is_some() {
                axes.insert(op, own.clone());
            }
        }
        let returned = module.terminator(block).map_or(&[][..], |op| module.operands(op));
        for (i, &value) in returned.iter().enumerate() {
            if !states.stated_results[i] {
                states.results[i] = states.of(module, value);
            }
        }
        let bytes = self.peak(block, &states);
        Plan { states, axes, seconds, undivided: seconds, bytes, exact }
    }

    /// The most bytes that a device holds at once: arguments, and results until their last use.
    fn peak(&self, block: Block, states: &States) -> f64 {
        let module = self.module;
        let own = |value: Value| {
            let shards = states.of(module, value).shards(self.grid);
            bytes(module, value) / shards as f64
        };
        let mut held: f64 = module.args(block).iter().map(|&arg| own(arg)).sum();
        let mut last: FxHashMap<Value, OpId> = FxHashMap::default();
        for op in module.ops(block) {
            for inner in module.walk(op) {
                last.extend(module.operands(inner).iter().map(|&v| (v, op)));
            }
        }
        let mut most = held;
        for op in module.ops(block) {
            held += module.results(op).iter().map(own).sum::<f64>();
            most = most.max(held);
            let mut read: Vec<Value> = module.operands(op).to_vec();
            read.extend(module.results(op).iter().filter(|v| !last.contains_key(v)));
            read.sort_unstable();
            read.dedup();
            let ended = |v: &Value| {
                module.def_op(*v).is_some() && last.get(v).is_none_or(|&user| user == op)
            };
            held -= read.into_iter().filter(ended).map(own).sum::<f64>();
        }
        most
    }
}

/// An operand or a result, by its number.
#[derive(Clone, Copy)]
enum At {
    Operand(usize),
    Result(usize),
}
