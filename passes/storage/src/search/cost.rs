//! The cost of a plan, from estimated numbers of entries.
//!
//! A sum costs its collection, and for each entry the loop's step and the body:
//! `C(sum d b) = C(d) + |d| · (step(d) + C(b))`. The number of entries comes from [`Statistics`] of
//! the inputs and is propagated through the term.
//!
//! # Work by the variables that it depends on
//!
//! A loop repeats the work that depends on its variables. The rest of its body is the same in each
//! step, and [`hoist`](super::hoist()) computes it once, before the loop. So the work of a term is
//! kept in parts: part `j` needs `%j` and no variable below it, and the last part needs none. A
//! loop multiplies the parts of its own variables and passes the others on.
//!
//! # Vectors
//!
//! An innermost loop over a range of integers is vectorized if it reads and writes arrays at
//! consecutive places: [`Lanes`] decides it as the loop level does. Of two orders of loops with equal
//! counts, the one with such a loop innermost is cheaper.
//!
//! Every node costs more than each of its operands, which extraction needs to avoid cycles.

use super::lanes::Lanes;
use crate::graph::Graph;
use egg::{CostFunction, Extractor, Id, Symbol};
use hloom_storage::term::{Binary, Node, Term, Unary, free};
use hloom_storage::types::{Form, Scalar, Sort};
use hloom_storage::value::Value;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The levels of a dictionary whose entries are estimated; deeper ones are like the last of these.
const LEVELS: usize = 6;
/// The parts of work: one for each variable, and the last for work that needs none.
const PARTS: usize = 24;
/// The entries of a collection of unknown size.
const UNKNOWN: f64 = 10.0;
/// The share of the work that remains of a vectorized loop, which computes eight numbers at once:
/// memory is no faster.
const VECTOR: f64 = 0.25;
/// The work for each number of a dictionary that is built to be read again.
const BUILD: f64 = 8.0;
/// The factor of that work for nested dictionaries.
const NESTED: f64 = 8.0;
/// The work for each number, if such dictionaries are to be avoided.
const AVOIDED: f64 = 1e9;

/// Estimated numbers of entries of the inputs.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    of: HashMap<Symbol, Known>,
    /// Whether no dictionary is built to be read again, if there is another plan.
    pub avoid_dictionaries: bool,
    /// Whether there are infinities or NaN among the numbers: products of a plan then look at their
    /// factors ([`super::annihilating`]).
    pub has_special_values: bool,
}

/// The estimate for one input.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Entries of a collection, at each level per entry of the level outside.
    Entries([f64; LEVELS]),
    /// The value of an integer.
    Value(f64),
}

impl Statistics {
    /// Statistics measured from data.
    pub fn of(inputs: &hloom_storage::Inputs) -> Statistics {
        let mut statistics = Statistics::default();
        for (name, value) in inputs {
            statistics.has_special_values |= has_special_values(value);
            match value {
                Value::Int(value) => statistics.set_value(name.as_str(), *value),
                Value::Array(array) => {
                    let all = array.positions();
                    statistics.set_entries(name.as_str(), &[(all.end - all.start) as f64]);
                }
                Value::Dict(_) => {
                    let mut counts = Vec::new();
                    count(value, 0, &mut counts);
                    let mut outside = 1.0;
                    let each = counts.iter().map(|&n| {
                        let mean = n / f64::max(outside, 1.0);
                        outside = n;
                        mean
                    });
                    statistics.set_entries(name.as_str(), &each.collect::<Vec<_>>());
                }
                Value::Bool(_) | Value::Real(_) => {}
            }
        }
        statistics
    }

    /// Sets the entries of an input: for each level, per entry of the level outside.
    pub fn set_entries(&mut self, name: &str, entries: &[f64]) {
        let last = entries.last().copied().unwrap_or(UNKNOWN);
        let all = std::array::from_fn(|i| entries.get(i).copied().unwrap_or(last));
        self.of.insert(name.into(), Known::Entries(all));
    }

    /// Sets the value of an integer.
    pub fn set_value(&mut self, name: &str, value: i64) {
        self.of.insert(name.into(), Known::Value(value as f64));
    }
}

/// Whether there is an infinity or NaN.
fn has_special_values(value: &Value) -> bool {
    match value {
        Value::Real(real) => !real.is_finite(),
        Value::Array(array) => {
            array.reals().is_some_and(|reals| !reals.iter().all(|real| real.is_finite()))
        }
        Value::Dict(entries) => entries.values().any(has_special_values),
        Value::Int(_) | Value::Bool(_) => false,
    }
}

/// Adds the entries of each level.
fn count(value: &Value, level: usize, counts: &mut Vec<f64>) {
    let Value::Dict(entries) = value else { return };
    if counts.len() <= level {
        counts.resize(level + 1, 0.0);
    }
    counts[level] += entries.len() as f64;
    entries.values().for_each(|value| count(value, level + 1, counts));
}

/// The way in which a collection is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Memory: an entry at each position.
    Array,
    /// A dictionary that exists: a hash table.
    Stored,
    /// A dictionary that this term builds.
    Built,
}

/// The estimated cost of a term, and its estimated value.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The work, by the variables that it depends on.
    work: [f64; PARTS],
    /// The part of the work behind a comparison that at most about one entry of a loop passes.
    behind_test: [f64; PARTS],
    /// The free variables of that comparison.
    guard: u64,
    /// The free variables.
    free: u64,
    /// The entries of each level.
    levels: [f64; LEVELS],
    access: Access,
    /// The value of an integer.
    value: Option<f64>,
    /// The array of which this is an element.
    element: Option<Symbol>,
    lanes: Lanes,
    /// Whether it is a range of integers.
    range: bool,
}

impl Estimate {
    /// The cost.
    pub fn total(&self) -> f64 {
        self.work.iter().sum()
    }

    /// The entries at the outermost level.
    pub fn entries(&self) -> f64 {
        self.levels[0]
    }

    /// The entries at a level, per entry of the level outside.
    pub fn entries_at(&self, level: usize) -> f64 {
        self.levels[level.min(LEVELS - 1)]
    }

    /// The numbers in a dictionary of so many levels.
    fn numbers(&self, sort: Sort) -> f64 {
        match sort.form {
            Form::Array => self.levels[0],
            Form::Nested(n) => self.levels.iter().take(usize::from(n)).product(),
        }
    }

    /// The numbers of a dictionary from a level on, as a multiple of those of one of unknown size; at
    /// least 1.
    fn beyond_unknown(&self, sort: Sort, from: usize) -> f64 {
        let Form::Nested(levels) = sort.form else { return 1.0 };
        let inner = self.levels.iter().take(usize::from(levels)).skip(from);
        inner.map(|entries| (entries / UNKNOWN).max(1.0)).product()
    }

    /// The work of an operator on this value: it visits each number, after the dictionary is built.
    fn operated(&self, sort: Sort, build: f64) -> f64 {
        let built = sort.is_dict() && self.access == Access::Built;
        let each = match (sort.is_dict(), built) {
            (false, _) => 1.0,
            (true, false) => 2.0,
            (true, true) => 2.0 + build,
        };
        each * self.numbers(sort)
    }

    /// Adds the work of building an operand's dictionary, if it does not exist.
    fn build(&mut self, operand: &Estimate, sort: Sort, build: f64) {
        if sort.is_dict() && operand.access == Access::Built {
            // Nested dictionaries take memory by the extents of all levels.
            let nested = matches!(sort.form, Form::Nested(levels) if levels > 1);
            let each = if nested { NESTED * build } else { build };
            self.charge(operand.free, each * operand.numbers(sort));
        }
    }

    /// Adds work that depends on these variables.
    fn charge(&mut self, free: u64, work: f64) {
        self.work[part(free)] += work;
    }

    /// Adds the work of an operand inside of `bound` binders, `times` over.
    fn add(&mut self, operand: &Estimate, bound: u32, times: f64) {
        let bound_parts = bound as usize;
        // A comparison on one of the loop's variables lets about one entry through.
        let mask = (1u64 << bound) - 1;
        let behind_test = bound > 0 && operand.guard & mask != 0;
        for (i, work) in operand.work.iter().enumerate() {
            if i == PARTS - 1 {
                self.work[i] += work;
            } else if i >= bound_parts {
                self.work[i - bound_parts] += work;
            } else {
                let once = if behind_test { operand.behind_test[i].min(*work) } else { 0.0 };
                let all = ((work - once) * times + once).max(*work);
                self.charge(self.free, all);
            }
        }
    }
}

/// The part for work that depends on these variables.
fn part(free: u64) -> usize {
    (free.trailing_zeros() as usize).min(PARTS - 1)
}

impl PartialEq for Estimate {
    fn eq(&self, other: &Estimate) -> bool {
        self.total() == other.total()
    }
}

impl PartialOrd for Estimate {
    fn partial_cmp(&self, other: &Estimate) -> Option<Ordering> {
        self.total().partial_cmp(&other.total())
    }
}

/// The cost function: for extraction from an e-graph, and for one term.
#[derive(Clone, Debug)]
struct Cost<'s> {
    statistics: &'s Statistics,
    /// The sorts of the classes or nodes, by their ids.
    sorts: Vec<Sort>,
}

/// The cheapest term of a class, with its estimate.
pub fn cheapest(graph: &Graph, root: Id, statistics: &Statistics) -> (Estimate, Term) {
    let mut sorts = vec![Sort::INT; graph.nodes().len()];
    for class in graph.classes() {
        sorts[usize::from(class.id)] = class.data.sort;
    }
    let sorts = (0..sorts.len()).map(|i| sorts[usize::from(graph.find(Id::from(i)))]).collect();
    Extractor::new(graph, Cost { statistics, sorts }).find_best(root)
}

/// The estimate for a term.
pub fn estimate(term: &Term, statistics: &Statistics) -> Estimate {
    let sorts = hloom_storage::term::sorts(term);
    Cost { statistics, sorts }.cost_rec(term)
}

impl Cost<'_> {
    fn sort(&self, id: Id) -> Sort {
        self.sorts[usize::from(id)]
    }

    fn input(&self, name: Symbol, sort: Sort, estimate: &mut Estimate) {
        estimate.access = if sort.form == Form::Array { Access::Array } else { Access::Stored };
        match self.statistics.of.get(&name) {
            Some(Known::Entries(levels)) => estimate.levels = *levels,
            Some(Known::Value(value)) => estimate.value = Some(*value),
            None => {}
        }
    }
}

impl CostFunction<Node> for Cost<'_> {
    type Cost = Estimate;

    fn cost<C: FnMut(Id) -> Estimate>(&mut self, node: &Node, mut of: C) -> Estimate {
        let operands: Vec<Estimate> =
            egg::Language::children(node).iter().map(|id| of(*id)).collect();
        let mut known = operands.iter().map(|operand| operand.free);
        let free = free(node, |_| known.next().unwrap_or(0));
        let build = if self.statistics.avoid_dictionaries { AVOIDED } else { BUILD };
        let mut out = Estimate {
            work: [0.0; PARTS],
            behind_test: [0.0; PARTS],
            guard: 0,
            free,
            levels: [UNKNOWN; LEVELS],
            access: Access::Built,
            value: None,
            element: None,
            lanes: Lanes::stuck(free),
            range: false,
        };
        let sum = |out: &mut Estimate| operands.iter().for_each(|o| out.add(o, 0, 1.0));
        match *node {
            Node::Var(_, sort) => {
                if sort == Sort::INT {
                    out.lanes = Lanes { unit: free, ..Lanes::default() };
                }
                out.access = if sort.form == Form::Array { Access::Array } else { Access::Stored };
                out.charge(free, 0.1);
            }
            Node::Input(name, sort) => {
                self.input(name, sort, &mut out);
                out.element = (sort == Sort::array(Scalar::Int)).then_some(name);
                out.charge(free, 0.1);
            }
            Node::Int(value) => {
                out.value = Some(value as f64);
                out.charge(free, 0.1);
            }
            Node::Real(_) | Node::Bool(_) => out.charge(free, 0.1),
            Node::Zero(_) => {
                out.levels = [0.0; LEVELS];
                out.charge(free, 0.1);
            }
            Node::Unary(op, e) => {
                sum(&mut out);
                let lanes = operands[0].lanes;
                if op == Unary::Neg && self.sort(e).is_scalar() {
                    out.lanes = Lanes { unit: 0, stuck: lanes.unit | lanes.stuck, ..lanes };
                }
                out.levels = operands[0].levels;
                let sort = self.sort(e);
                out.charge(free, operands[0].operated(sort, build).max(1.0));
            }
            Node::Binary(op, [a, b]) => {
                sum(&mut out);
                let (x, y) = (&operands[0], &operands[1]);
                let steps = match op {
                    Binary::Scale => {
                        out.levels = y.levels;
                        y.operated(self.sort(b), build)
                    }
                    Binary::Hadamard => {
                        out.levels = std::array::from_fn(|i| 0.5 * x.levels[i].min(y.levels[i]));
                        x.operated(self.sort(a), build) + y.operated(self.sort(b), build)
                    }
                    _ if self.sort(a).is_dict() => {
                        out.levels = std::array::from_fn(|i| x.levels[i] + y.levels[i]);
                        x.operated(self.sort(a), build) + y.operated(self.sort(b), build)
                    }
                    _ => 1.0,
                };
                if let (Some(x), Some(y)) = (x.value, y.value) {
                    out.value = match op {
                        Binary::Add => Some(x + y),
                        Binary::Sub => Some(x - y),
                        Binary::Mul => Some(x * y),
                        Binary::Min => Some(x.min(y)),
                        Binary::Max => Some(x.max(y)),
                        _ => None,
                    };
                }
                let (first, second) = (self.sort(a), self.sort(b));
                if first.is_scalar() && second.is_scalar() {
                    let integers = first.base == Scalar::Int;
                    out.lanes = Lanes::binary(op, x.lanes, y.lanes, integers);
                }
                out.charge(free, steps.max(1.0));
                if op == Binary::Eq {
                    out.guard = free;
                }
            }
            Node::If(_) => {
                sum(&mut out);
                let (condition, value) = (&operands[0], &operands[1]);
                if condition.lanes.bound {
                    out.lanes = Lanes { bound: false, ..value.lanes };
                }
                out.levels = value.levels;
                out.charge(condition.free, 0.5);
                if condition.guard != 0 {
                    out.guard = condition.guard;
                    out.behind_test = value.work;
                } else {
                    out.guard = value.guard;
                    out.behind_test = value.behind_test;
                }
            }
            Node::Single([key, value]) => {
                sum(&mut out);
                if self.sort(value).is_scalar() {
                    out.lanes = Lanes::entry(operands[0].lanes, operands[1].lanes);
                }
                let value = &operands[1];
                out.levels =
                    std::array::from_fn(|i| if i == 0 { 1.0 } else { value.levels[i - 1] });
                // A key that is computed may come in any order.
                let loop_key = operands[0].total() < 0.15 && self.sort(key) == Sort::INT;
                out.charge(free, if loop_key { 1.0 } else { 5.0 });
                out.guard = value.guard;
                out.behind_test = value.behind_test;
            }
            Node::Get([over, _]) => {
                sum(&mut out);
                let collection = &operands[0];
                let sort = self.sort(over);
                if sort.form == Form::Array && sort.base != Scalar::Bool {
                    out.lanes = Lanes::element(collection.free, operands[1].lanes);
                }
                out.levels = std::array::from_fn(|i| collection.levels[(i + 1).min(LEVELS - 1)]);
                out.charge(
                    free,
                    match collection.access {
                        Access::Array => 1.0,
                        // Two steps of a loop over it.
                        Access::Stored => 4.0,
                        Access::Built => 20.0,
                    },
                );
                out.build(collection, self.sort(over), build);
                if collection.access != Access::Built {
                    out.access = Access::Stored;
                }
                // An element is known by its array's name, which the bounds of a slice compare.
                if self.sort(over).form == Form::Array {
                    out.element = collection.element;
                }
            }
            Node::Range(_) => {
                sum(&mut out);
                out.access = Access::Array;
                out.range = true;
                let bounds = (operands[0].value, operands[1].value);
                let entries = match bounds {
                    (Some(low), Some(high)) => (high - low).max(0.0),
                    _ => UNKNOWN,
                };
                out.levels = [entries; LEVELS];
                out.charge(free, 1.0);
            }
            Node::Slice(_) => {
                sum(&mut out);
                let collection = &operands[0];
                out.access = collection.access;
                out.levels = collection.levels;
                let segments = match (operands[1].element, operands[2].element) {
                    (Some(a), Some(b)) if a == b => match self.statistics.of.get(&a) {
                        Some(Known::Entries(levels)) => (levels[0] - 1.0).max(1.0),
                        _ => UNKNOWN,
                    },
                    // Bounds that are computed: a row of a square.
                    _ => collection.levels[0].max(1.0).sqrt(),
                };
                out.levels[0] = (collection.levels[0] / segments).max(0.0);
                out.charge(free, 2.0);
            }
            Node::Unique(_) => {
                sum(&mut out);
                out.value = operands[0].value;
                out.element = operands[0].element;
                out.lanes = operands[0].lanes;
                out.charge(free, 0.01);
            }
            Node::Let([bound, _]) => {
                let (value, body) = (&operands[0], &operands[1]);
                out.add(value, 0, 1.0);
                out.build(value, self.sort(bound), build);
                out.add(body, 1, 1.0);
                out.levels = body.levels;
                out.charge(free, 0.5);
            }
            Node::Sum([over, _]) => {
                let (collection, body) = (&operands[0], &operands[1]);
                let entries = collection.levels[0].max(1.0);
                out.add(collection, 0, 1.0);
                out.build(collection, self.sort(over), build);
                // The loops of the body over the value were taken to have few entries.
                let sort = self.sort(over);
                let inner = if sort.is_dict() { collection.beyond_unknown(sort, 1) } else { 1.0 };
                let vector = collection.range && body.lanes.is_vector();
                let share = if vector { VECTOR } else { 1.0 };
                out.add(body, 2, entries * inner * share);
                let step = match collection.access {
                    Access::Array => 1.0,
                    Access::Stored => 2.0,
                    Access::Built => 3.0,
                };
                out.charge(free, 1.0 + entries * step * share);
                out.levels = body.levels;
                out.levels[0] = collection.levels[0] * body.levels[0];
            }
            Node::Merge(_) => {
                let (left, right, body) = (&operands[0], &operands[1], &operands[2]);
                let (m, n) = (left.levels[0].max(1.0), right.levels[0].max(1.0));
                out.add(left, 0, 1.0);
                out.add(right, 0, 1.0);
                out.add(body, 3, (0.5 * m.min(n)).max(1.0));
                out.charge(free, 1.0 + (m + n));
                out.levels = body.levels;
                out.levels[0] = 0.5 * m.min(n) * body.levels[0];
            }
        }
        out
    }
}
