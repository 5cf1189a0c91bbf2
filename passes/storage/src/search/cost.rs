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

mod linear;
mod places;
mod walk;

use super::lanes::Lanes;
use super::statistics::{Known, LEVELS, Statistics, UNKNOWN};
use egg::{CostFunction, Id, Symbol};
use hloom_storage::term::{Binary, Node, Unary, free};
use hloom_storage::types::{Form, Scalar, Sort};
use linear::Linear;
use std::cmp::Ordering;
pub use walk::estimate;

/// The parts of work: one for each variable, and the last for work that needs none.
const PARTS: usize = 24;
/// The share of the work that remains of a vectorized loop, which computes eight numbers at once:
/// memory is no faster.
const VECTOR: f64 = 0.25;
/// The work for each number of a dictionary that is built to be read again.
const BUILD: f64 = 8.0;
/// The factor of that work for nested dictionaries.
const NESTED: f64 = 8.0;
/// The work of a step of a search by bisection.
const SEARCH: f64 = 3.0;
/// The work of looking an integer up in a table of the positions of others.
const LOOKUP: f64 = 2.0;
/// The work for each place of a dictionary that a loop goes through.
const PLACE: f64 = 0.5;
/// The work of clearing a place of a nested dictionary before it is built.
const CLEAR: f64 = 0.25;
/// The work for each number, if such dictionaries are to be avoided.
const AVOIDED: f64 = 1e9;

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
    /// The share of entries that pass the comparison because of an array whose integers repeat.
    guard_share: f64,
    /// The variable that the comparison is with, and the free variables of the other side.
    compared: Option<(u32, u64)>,
    /// Whether it is a part of an array that is sorted, and the same in all loops.
    sorted: bool,
    /// The free variables.
    free: u64,
    /// The entries of each level.
    levels: [f64; LEVELS],
    access: Access,
    /// The value of an integer.
    value: Option<f64>,
    /// An integer as a multiple of a variable, or without one.
    linear: Option<Linear>,
    /// The variable that the number of entries of a collection grows with, or the steps of a loop inside.
    grows: Option<u32>,
    /// The array of which this is an element.
    element: Option<Symbol>,
    lanes: Lanes,
    /// Whether it is a range of integers.
    range: bool,
    /// The mean number of times that a collection of integers has each of them.
    repeats: f64,
    /// The variable that it is.
    variable: Option<u32>,
    /// The variable that is the key of its only entry.
    key: Option<u32>,
    /// One more than the largest integer: of an integer itself, of a collection's values if it is an array,
    /// and else of its keys, by levels. Zero if it is not known.
    extents: [f64; LEVELS],
}

impl Estimate {
    /// The cost.
    pub fn total(&self) -> f64 {
        self.work.iter().sum()
    }

    /// The free variables.
    pub(super) fn free(&self) -> u64 {
        self.free
    }

    /// The cost with work that depends on variables counted so many times.
    pub(super) fn weighted(&self, weight: f64) -> f64 {
        let [dependent @ .., once] = &self.work;
        once + weight * dependent.iter().sum::<f64>()
    }

    /// The integer as a multiple of a variable, if it is one, or a known number.
    fn linear(&self) -> Option<Linear> {
        self.value.map(Linear::constant).or(self.linear)
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
        // A dictionary that does not exist is added to the result entry by entry.
        let (each, places) = match (sort.is_dict(), built) {
            (false, _) => (1.0, 0.0),
            (true, false) => (2.0, self.places(sort)),
            (true, true) => (2.0 + build, 0.0),
        };
        each * self.numbers(sort) + places
    }

    /// Adds the work of building an operand's dictionary, if it does not exist.
    fn build(&mut self, operand: &Estimate, sort: Sort, build: f64) {
        if sort.is_dict() && operand.access == Access::Built {
            // Nested dictionaries take memory by the extents of all levels.
            let nested = matches!(sort.form, Form::Nested(levels) if levels > 1);
            let (each, places) = match nested {
                true => (NESTED * build, CLEAR * operand.size(sort)),
                false => (build, 0.0),
            };
            self.charge(operand.free, each * operand.numbers(sort) + places);
        }
    }

    /// The number of such entries that pass the comparison of this body, whose values repeat so often.
    fn passing(&self, entries: f64, repeats: f64) -> f64 {
        let by_value = if self.guard & 1 != 0 { repeats } else { 1.0 };
        by_value.max(self.guard_share * entries).min(entries.max(1.0))
    }

    /// Adds work that depends on these variables.
    fn charge(&mut self, free: u64, work: f64) {
        self.work[part(free)] += work;
    }

    /// Adds the work of an operand inside of `bound` binders, `times` over.
    fn add(&mut self, operand: &Estimate, bound: u32, times: f64) {
        self.add_passing(operand, bound, times, 1.0);
    }

    /// As [`Self::add`]; `passing` is the number of entries that pass a comparison on the loop's variables.
    fn add_passing(&mut self, operand: &Estimate, bound: u32, times: f64, passing: f64) {
        let bound_parts = bound as usize;
        // A comparison on one of the loop's variables lets few entries through.
        let mask = (1u64 << bound) - 1;
        let behind_test = bound > 0 && operand.guard & mask != 0;
        for (i, work) in operand.work.iter().enumerate() {
            if i == PARTS - 1 {
                self.work[i] += work;
            } else if i >= bound_parts {
                self.work[i - bound_parts] += work;
            } else {
                let once = if behind_test { operand.behind_test[i].min(*work) } else { 0.0 };
                let all = ((work - once) * times + once * passing).max(*work);
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
pub(super) struct Cost<'s> {
    pub(super) statistics: &'s Statistics,
    /// The sorts of the classes or nodes, by their ids.
    pub(super) sorts: Vec<Sort>,
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
        estimate.sorted = self.statistics.sorted.contains(&name);
        estimate.extents[0] = self.statistics.extents.get(&name).copied().unwrap_or(0.0);
        estimate.repeats = self.statistics.repeats.get(&name).copied().unwrap_or(1.0);
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
            guard_share: 0.0,
            compared: None,
            sorted: false,
            free,
            levels: [UNKNOWN; LEVELS],
            access: Access::Built,
            value: None,
            linear: None,
            grows: None,
            element: None,
            lanes: Lanes::stuck(free),
            range: false,
            repeats: 1.0,
            variable: None,
            key: None,
            extents: [0.0; LEVELS],
        };
        let sum = |out: &mut Estimate| operands.iter().for_each(|o| out.add(o, 0, 1.0));
        match *node {
            Node::Var(index, sort) => {
                out.variable = Some(index);
                if sort == Sort::INT {
                    out.lanes = Lanes { unit: free, ..Lanes::default() };
                    out.linear = Some(Linear::variable(index));
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
                out.extents = operands[0].extents;
                let sort = self.sort(e);
                out.charge(free, operands[0].operated(sort, build).max(1.0));
            }
            Node::Binary(op, [a, b]) => {
                sum(&mut out);
                let (x, y) = (&operands[0], &operands[1]);
                if self.sort(b).is_dict() {
                    out.extents = std::array::from_fn(|i| x.extents[i].max(y.extents[i]));
                }
                let steps = match op {
                    Binary::Scale => {
                        out.levels = y.levels;
                        y.operated(self.sort(b), build)
                    }
                    Binary::Hadamard => {
                        out.levels = std::array::from_fn(|i| 0.5 * x.levels[i].min(y.levels[i]));
                        x.operated(self.sort(a), build)
                            + y.operated(self.sort(b), build)
                            + x.multiplied_places(y, self.sort(a))
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
                out.linear = x.linear().zip(y.linear()).and_then(|(x, y)| x.with(op, y));
                out.grows = x.grows.or(y.grows);
                let (first, second) = (self.sort(a), self.sort(b));
                if first.is_scalar() && second.is_scalar() {
                    let integers = first.base == Scalar::Int;
                    out.lanes = Lanes::binary(op, x.lanes, y.lanes, integers);
                }
                out.charge(free, steps.max(1.0));
                if op == Binary::Eq {
                    out.guard = free;
                    out.guard_share = x.guard_share.max(y.guard_share);
                    let with = |x: &Estimate, y: &Estimate| x.variable.map(|i| (i, y.free));
                    out.compared = with(x, y).filter(|(i, free)| free >> i & 1 == 0).or(with(y, x));
                }
            }
            Node::If(_) => {
                sum(&mut out);
                let (condition, value) = (&operands[0], &operands[1]);
                if condition.lanes.bound {
                    out.lanes = Lanes { bound: false, ..value.lanes };
                }
                out.levels = value.levels;
                out.extents = value.extents;
                out.grows = value.grows;
                out.charge(condition.free, 0.5);
                if condition.guard != 0 {
                    out.guard = condition.guard;
                    out.guard_share = condition.guard_share;
                    out.compared = condition.compared;
                    out.behind_test = value.work;
                } else {
                    out.guard = value.guard;
                    out.guard_share = value.guard_share;
                    out.compared = value.compared;
                    out.behind_test = value.behind_test;
                }
            }
            Node::Single([key, value]) => {
                sum(&mut out);
                if self.sort(value).is_scalar() {
                    out.lanes = Lanes::entry(operands[0].lanes, operands[1].lanes);
                }
                let value = &operands[1];
                out.grows = value.grows;
                out.key = operands[0].variable;
                out.extents = value.outer_extents(operands[0].extents[0]);
                out.levels =
                    std::array::from_fn(|i| if i == 0 { 1.0 } else { value.levels[i - 1] });
                // A key that is computed may come in any order.
                let loop_key = operands[0].total() < 0.15 && self.sort(key) == Sort::INT;
                out.charge(free, if loop_key { 1.0 } else { 5.0 });
                out.guard = value.guard;
                out.guard_share = value.guard_share;
                out.compared = value.compared;
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
                if self.sort(over).form != Form::Array {
                    out.extents = collection.inner_extents();
                } else {
                    out.element = collection.element;
                    out.extents = collection.extents;
                    out.guard_share = collection.repeats / collection.levels[0].max(1.0);
                }
            }
            Node::Range(_) => {
                sum(&mut out);
                out.access = Access::Array;
                out.range = true;
                let bounds = (operands[0].value, operands[1].value);
                let ends = operands[0].linear().zip(operands[1].linear());
                let entries = match bounds {
                    (Some(low), Some(high)) => (high - low).max(0.0),
                    _ => ends.and_then(|(low, high)| low.to(high)).unwrap_or(UNKNOWN),
                };
                out.grows = ends.and_then(|(low, high)| low.grows(high));
                out.levels = [entries; LEVELS];
                out.extents[0] = bounds.1.unwrap_or(0.0);
                out.charge(free, 1.0);
            }
            Node::Slice(_) => {
                sum(&mut out);
                let collection = &operands[0];
                out.access = collection.access;
                out.levels = collection.levels;
                out.extents = collection.extents;
                let segments = match (operands[1].element, operands[2].element) {
                    (Some(a), Some(b)) if a == b => match self.statistics.of.get(&a) {
                        Some(Known::Entries(levels)) => (levels[0] - 1.0).max(1.0),
                        _ => UNKNOWN,
                    },
                    // Bounds that are computed: so many for each segment, or a row of a square.
                    _ => {
                        let ends = operands[1].linear().zip(operands[2].linear());
                        let length = ends.and_then(|(low, high)| low.to(high));
                        match length.filter(|length| *length >= 1.0) {
                            Some(length) => (collection.levels[0] / length).max(1.0),
                            None => collection.levels[0].max(1.0).sqrt(),
                        }
                    }
                };
                out.levels[0] = (collection.levels[0] / segments).max(0.0);
                out.repeats = (collection.repeats / segments.max(1.0)).max(1.0);
                out.sorted = collection.sorted && free == 0;
                out.charge(free, 2.0);
            }
            Node::Unique(_) => {
                sum(&mut out);
                out.value = operands[0].value;
                out.linear = operands[0].linear;
                out.element = operands[0].element;
                out.lanes = operands[0].lanes;
                out.extents = operands[0].extents;
                out.charge(free, 0.01);
            }
            Node::Let([bound, _]) => {
                let (value, body) = (&operands[0], &operands[1]);
                out.add(value, 0, 1.0);
                let sort = self.sort(bound);
                out.build(value, sort, build);
                // As below: what the body looks up of the dictionary was taken to have few entries.
                let inner = if sort.is_dict() { value.beyond_unknown(sort, 1) } else { 1.0 };
                out.add(body, 1, inner);
                out.levels = body.levels;
                out.extents = body.extents;
                out.charge(free, 0.5);
            }
            Node::Sum([over, inside]) => {
                let (collection, body) = (&operands[0], &operands[1]);
                let mut entries = collection.levels[0].max(1.0);
                // Of a loop inside, whose steps grow with this one's key, half as many are the mean.
                let grown = body.grows.is_some_and(|i| i < 2) && collection.range;
                if grown {
                    entries *= (0.5 * entries / UNKNOWN).max(1.0);
                }
                out.grows = collection.grows.or(body.grows.and_then(|i| i.checked_sub(2)));
                out.add(collection, 0, 1.0);
                out.build(collection, self.sort(over), build);
                // The loops of the body over the value were taken to have few entries.
                let sort = self.sort(over);
                let inner = if sort.is_dict() { collection.beyond_unknown(sort, 1) } else { 1.0 };
                let vector = collection.range && body.lanes.is_vector();
                let share = if vector { VECTOR } else { 1.0 };
                let passing = body.passing(entries, collection.repeats);
                // The loop level searches the entries of one value (`storage/runs.rs`).
                let searched = collection.sorted
                    && body.compared.is_some_and(|(i, other)| i == 0 && other & 3 == 0);
                if searched {
                    out.add(body, 2, passing * inner);
                    out.charge(body.free >> 2, 2.0 * SEARCH * entries.log2().max(1.0));
                } else {
                    out.add_passing(body, 2, entries * inner * share, passing * inner);
                }
                let all = collection.levels[0].max(1.0);
                let steps = if searched { passing } else { all };
                let step = match collection.access {
                    Access::Array => 1.0,
                    // Compiled code has them as levels of arrays; the evaluator has a table.
                    Access::Stored => 3.0,
                    Access::Built => 3.0,
                };
                out.charge(free, 1.0 + steps * step * share + collection.places(sort));
                out.extents = body.extents;
                // A dictionary that is the same in all iterations is added by each.
                if self.sort(inside).is_dict() && body.free & 3 == 0 {
                    out.charge(free, all * body.numbers(self.sort(inside)));
                }
                out.levels = body.levels;
                out.levels[0] = match searched {
                    true => passing * body.levels[0],
                    false => collection.levels[0] * body.levels[0],
                };
                // Entries with the same key are one.
                if body.key == Some(0) {
                    out.levels[0] /= collection.repeats;
                    out.levels[1] *= collection.repeats;
                }
            }
            Node::Merge(_) => {
                let (left, right, body) = (&operands[0], &operands[1], &operands[2]);
                let (m, n) = (left.levels[0].max(1.0), right.levels[0].max(1.0));
                out.add(left, 0, 1.0);
                out.add(right, 0, 1.0);
                // Each pair of equal integers, of which each side may have several.
                let (first, second) = (left.repeats, right.repeats);
                let pairs = 0.5 * (m / first).min(n / second) * first * second;
                let passing = (body.guard_share * pairs).max(1.0);
                out.add_passing(body, 3, pairs.max(1.0), passing);
                // The loop level makes a table of an array that ascends and is the same in all iterations.
                let is_table = |it: &Estimate| it.sorted && it.repeats <= 1.0 && free != 0;
                let (mut steps, mut once) = (m + n, 0.0);
                for (array, size, other) in [(right, n, m), (left, m, n)] {
                    if is_table(array) && LOOKUP * other < steps {
                        (steps, once) = (LOOKUP * other, size);
                    }
                }
                out.charge(free, 1.0 + steps);
                out.charge(0, once);
                out.levels = body.levels;
                out.levels[0] = pairs * body.levels[0];
                out.extents = body.extents;
            }
        }
        out
    }
}
