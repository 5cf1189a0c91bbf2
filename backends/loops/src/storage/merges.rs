//! Merges: pairs of positions at which two arrays have equal values.
//!
//! The values of one part are looked up in a table of the positions of the other (`tables.rs`), if it
//! ascends and its bounds are known, and if one part is not much longer. Without bounds, two such parts
//! that both ascend are gone through side by side, if a number is made of the pairs. Of parts of
//! different lengths, the longer one is searched: the loop goes over the other part, and finds each of
//! its values by bisection. The lengths are compared as the program runs. Pairs are found in the order
//! of the evaluator: by the position in the first array, then in the second. Parts of which nothing is
//! known are compared value by value.

use super::arrays::{Array, Indexed, Pairs, Table};
use super::emit::{Emitted, Emitter, unsupported};
use super::facts::Fact;
use super::numbers::{add, both, element_inside, int, load};
use super::{Ascending, Physical};
use crate::program::{BinaryOp, CompareOp, Scalar as Machine, UnaryOp, Value};
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, copy};

/// Parts of arrays are gone through side by side if one is so many times as long as the other at most.
const SIMILAR: i64 = 8;
/// The same for values that are looked up in a table that is made for one merge.
const SIMILAR_FOR_OWN_TABLE: i64 = 32;
/// A part whose values are looked up in a table that exists is so many times as long as the table's at
/// most. A lookup takes a load, and a bisection as many dependent ones as the length has bits.
const SIMILAR_FOR_TABLE: i64 = 64;

/// The array that a loop goes over, and the one in which its values are found.
#[derive(Clone, Copy)]
struct Side {
    over: Array,
    within: Array,
    /// Whether the loop is over the second array of the merge.
    swapped: bool,
}

impl Emitter<'_> {
    /// The total of a merge's body over its pairs.
    pub(super) fn total_of_pairs(&mut self, pairs: Pairs, start: Value) -> Emitted<Value> {
        let [x_id, y_id] = pairs.sides;
        let (x, y) = (self.collection(x_id)?, self.collection(y_id)?);
        let sides = [(x_id, x), (y_id, y)];
        if let Some((indexed, table)) = self.table(pairs) {
            let similar = self.short_enough(sides, indexed);
            let total = self.total_by_table(pairs, (indexed, table), sides, similar, start)?;
            return match similar {
                Some(similar) => {
                    let search = self.negated(similar);
                    self.total_if(search, total, |e, total| e.total_by_search(pairs, sides, total))
                }
                None => Ok(total),
            };
        }
        if let Some(found) = self.own_table(pairs) {
            let similar = self.similar_lengths(x, y, SIMILAR_FOR_OWN_TABLE);
            let part = if found.0 == Indexed::First { x } else { y };
            let part = self.only_while(part, similar);
            let opened = self.open_own_table(pairs, found, part)?;
            let Some((indexed, table)) = self.table(pairs) else {
                return unsupported("a table that is not found again");
            };
            let total = self.total_by_table(pairs, (indexed, table), sides, similar, start)?;
            self.close_tables(vec![opened])?;
            return match similar {
                Some(similar) => {
                    let search = self.negated(similar);
                    self.total_if(search, total, |e, total| e.total_by_search(pairs, sides, total))
                }
                None => Ok(total),
            };
        }
        let simple = !self.has_loop(pairs.body);
        let similar = match (simple, self.part_ascends(x_id), self.part_ascends(y_id)) {
            (true, true, true) => self.similar_lengths(x, y, SIMILAR),
            _ => None,
        };
        let Some(similar) = similar else { return self.total_by_search(pairs, sides, start) };
        let total = self.total_of_similar(pairs, [x, y], similar, start)?;
        let search = self.negated(similar);
        self.total_if(search, total, |e, total| e.total_by_search(pairs, sides, total))
    }

    /// The next total, after a pair: both positions and the value.
    fn next_total(&mut self, pairs: Pairs, pair: [Value; 3], total: Value) -> Emitted<Value> {
        let base = self.sort(pairs.body).base;
        let variables = self.bound_by_merge(pairs.sides, pair);
        let part = self.with(&variables, |e| e.number(pairs.body))?;
        Ok(add(&mut self.b, base, total, part))
    }

    /// The total of the pairs that a table finds, for each value of the other part; none, unless
    /// the parts are `similar`.
    fn total_by_table(
        &mut self,
        pairs: Pairs,
        (indexed, table): (Indexed, Table),
        [x, y]: [(Id, Array); 2],
        similar: Option<Value>,
        start: Value,
    ) -> Emitted<Value> {
        let (over_id, over) = if indexed == Indexed::First { y } else { x };
        let within = match self.fact(over_id) {
            Fact::Array { values, .. } => values,
            _ => None,
        };
        let over = self.only_while(over, similar);
        let simple = !self.has_loop(pairs.body);
        self.total(over.low(), over.high(), start, |e, at, total| {
            let value = element_inside(&mut e.b, over, at);
            let pair = |found| match indexed {
                Indexed::First => [found, at, value],
                Indexed::Second => [at, found, value],
            };
            if table.rest.is_some() {
                let none = int(&mut e.b, 0);
                let product = e.product_in(&table, (pairs, pair(none)), within)?;
                return Ok(e.b.binary(BinaryOp::Add, total, product));
            }
            let (found, there) = e.found_in(&table, value, within);
            if !simple {
                return e
                    .total_if(there, total, |e, total| e.next_total(pairs, pair(found), total));
            }
            // Nothing traps, and the array has a first position: there is no branch.
            let next = e.next_total(pairs, pair(found), total)?;
            Ok(e.b.select(there, next, total))
        })
    }

    /// The total of the pairs that are found by bisection, or by comparing all.
    fn total_by_search(
        &mut self,
        pairs: Pairs,
        [x, y]: [(Id, Array); 2],
        start: Value,
    ) -> Emitted<Value> {
        let sides = self.sides(x, y);
        let (x, y) = (x.1, y.1);
        if sides.is_empty() {
            return self.total(x.low(), x.high(), start, |e, p, total| {
                let value = element_inside(&mut e.b, x, p);
                e.total(y.low(), y.high(), total, |e, q, total| {
                    let other = element_inside(&mut e.b, y, q);
                    let test = e.b.compare(CompareOp::Eq, value, other);
                    e.total_if(test, total, |e, total| e.next_total(pairs, [p, q, value], total))
                })
            });
        }
        let mut total = start;
        for side in sides {
            total = self.total(side.over.low(), side.over.high(), total, |e, at, total| {
                let value = element_inside(&mut e.b, side.over, at);
                let (found, there) = e.find(side.within, value);
                let pair = if side.swapped { [found, at, value] } else { [at, found, value] };
                e.total_if(there, total, |e, total| e.next_total(pairs, pair, total))
            })?;
        }
        Ok(total)
    }

    /// Runs `body` for the pairs of a merge.
    pub(super) fn each_pair(
        &mut self,
        pairs: Pairs,
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let [x_id, y_id] = pairs.sides;
        let (x, y) = (self.collection(x_id)?, self.collection(y_id)?);
        let sides = [(x_id, x), (y_id, y)];
        let mut done = None;
        if let Some((indexed, table)) = self.position_table(pairs) {
            done = self.short_enough(sides, indexed);
            self.each_by_table((indexed, table), sides, done, body)?;
            if done.is_none() {
                return Ok(());
            }
        } else if let Some(found) = self.own_table(pairs) {
            done = self.similar_lengths(x, y, SIMILAR_FOR_OWN_TABLE);
            let part = self.only_while(if found.0 == Indexed::First { x } else { y }, done);
            let opened = self.open_own_table(pairs, found, part)?;
            if let Some(found) = self.position_table(pairs) {
                self.each_by_table(found, sides, done, body)?;
            }
            self.close_tables(vec![opened])?;
            if done.is_none() {
                return Ok(());
            }
        }
        match done {
            Some(done) => {
                let search = self.negated(done);
                self.only_if(search, |e| e.each_by_search(sides, body))
            }
            None => self.each_by_search(sides, body),
        }
    }

    /// Runs `body` for the pairs that are found by bisection, or by comparing all.
    fn each_by_search(
        &mut self,
        [x, y]: [(Id, Array); 2],
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let sides = self.sides(x, y);
        if sides.is_empty() {
            return self.each(x.1, false, |e, p, value| {
                e.each(y.1, false, |e, q, other| {
                    let test = e.b.compare(CompareOp::Eq, value, other);
                    e.only_if(test, |e| body(e, [p, q, value]))
                })
            });
        }
        for side in sides {
            self.each(side.over, false, |e, at, value| {
                let (found, there) = e.find(side.within, value);
                let pair = if side.swapped { [found, at, value] } else { [at, found, value] };
                e.only_if(there, |e| body(e, pair))
            })?;
        }
        Ok(())
    }

    /// "Not" of a truth value.
    fn negated(&mut self, test: Value) -> Value {
        let (yes, no) = (self.b.bits(Machine::I1.ty(), 1), self.b.bits(Machine::I1.ty(), 0));
        self.b.select(test, no, yes)
    }

    /// Runs `body` for the pairs that a table finds, if the parts are `similar`.
    fn each_by_table(
        &mut self,
        (indexed, table): (Indexed, Table),
        [x, y]: [(Id, Array); 2],
        similar: Option<Value>,
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let (over_id, over) = if indexed == Indexed::First { y } else { x };
        let within = match self.fact(over_id) {
            Fact::Array { values, .. } => values,
            _ => None,
        };
        let over = self.only_while(over, similar);
        self.each(over, false, |e, at, value| {
            let (found, there) = e.found_in(&table, value, within);
            let pair = match indexed {
                Indexed::First => [found, at, value],
                Indexed::Second => [at, found, value],
            };
            e.only_if(there, |e| body(e, pair))
        })
    }

    /// An array with its entries if a test holds, and else with none.
    fn only_while(&mut self, array: Array, test: Option<Value>) -> Array {
        let Some(test) = test else { return array };
        let high = self.b.select(test, array.high(), array.low());
        array.part(array.low(), high)
    }

    /// Whether the part that is not in a table is not far longer than the other, in which its values
    /// would be found faster by search; `None` if it can't be searched.
    fn short_enough(&mut self, [x, y]: [(Id, Array); 2], indexed: Indexed) -> Option<Value> {
        let (over, table) = if indexed == Indexed::First { (y, x) } else { (x, y) };
        if !self.part_ascends(over.0) || !self.part_ascends(table.0) {
            return None;
        }
        let (Array::Part { .. }, Array::Part { .. }) = (over.1, table.1) else { return None };
        let b = &mut self.b;
        let m = b.binary(BinaryOp::Sub, over.1.high(), over.1.low());
        let n = b.binary(BinaryOp::Sub, table.1.high(), table.1.low());
        let times = int(b, SIMILAR_FOR_TABLE);
        let most = b.binary(BinaryOp::Mul, n, times);
        Some(b.compare(CompareOp::LeS, m, most))
    }

    /// Whether two parts of arrays are of about the same length; `None` if one is no such part.
    fn similar_lengths(&mut self, x: Array, y: Array, times: i64) -> Option<Value> {
        let (Array::Part { .. }, Array::Part { .. }) = (x, y) else { return None };
        let b = &mut self.b;
        let m = b.binary(BinaryOp::Sub, x.high(), x.low());
        let n = b.binary(BinaryOp::Sub, y.high(), y.low());
        let (short, long) = (b.binary(BinaryOp::MinS, m, n), b.binary(BinaryOp::MaxS, m, n));
        let times = int(b, times);
        let most = b.binary(BinaryOp::Mul, short, times);
        let none = int(b, 0);
        let within = b.compare(CompareOp::LeS, long, most);
        let some = b.compare(CompareOp::GtS, short, none);
        Some(both(b, within, some))
    }

    /// Carries a total through the pairs of two parts that ascend, with a position in each: the one
    /// at the smaller value goes on. There is no branch, so the body is one that can't fail.
    fn total_of_similar(
        &mut self,
        pairs: Pairs,
        [x, y]: [Array; 2],
        similar: Value,
        start: Value,
    ) -> Emitted<Value> {
        let b = &mut self.b;
        let m = b.binary(BinaryOp::Sub, x.high(), x.low());
        let n = b.binary(BinaryOp::Sub, y.high(), y.low());
        let (none, most) = (int(b, 0), b.binary(BinaryOp::Add, m, n));
        let steps = b.select(similar, most, none);
        let state = [x.low(), y.low(), start];
        let after = self.totals(none, steps, &state, |e, _, state| {
            let (p, q, total) = (state[0], state[1], state[2]);
            let left = e.b.compare(CompareOp::LtS, p, x.high());
            let right = e.b.compare(CompareOp::LtS, q, y.high());
            let inside = both(&mut e.b, left, right);
            // At the end of a part, its first position stands for the one behind the last.
            let at = [e.b.select(inside, p, x.low()), e.b.select(inside, q, y.low())];
            let value = element_inside(&mut e.b, x, at[0]);
            let other = element_inside(&mut e.b, y, at[1]);
            let next = e.next_total(pairs, [at[0], at[1], value], total)?;
            let b = &mut e.b;
            let equal = b.compare(CompareOp::Eq, value, other);
            let equal = both(b, equal, inside);
            let total = b.select(equal, next, total);
            let one = int(b, 1);
            let mut moved = |op, at| {
                let moves = b.compare(op, value, other);
                let moves = both(b, moves, inside);
                let step = b.select(moves, one, none);
                b.binary(BinaryOp::Add, at, step)
            };
            Ok(vec![moved(CompareOp::LeS, p), moved(CompareOp::GeS, q), total])
        })?;
        Ok(after[2])
    }

    /// Another total, if a test holds: a loop of one step.
    fn total_if(
        &mut self,
        test: Value,
        total: Value,
        body: impl FnOnce(&mut Self, Value) -> Emitted<Value>,
    ) -> Emitted<Value> {
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        let times = self.b.select(test, one, none);
        self.total(none, times, total, |e, _, total| body(e, total))
    }

    /// The loops with a search that find the pairs; none if no part ascends. Of two loops, one has no
    /// steps.
    fn sides(&mut self, x: (Id, Array), y: (Id, Array)) -> Vec<Side> {
        match (self.part_ascends(x.0), self.part_ascends(y.0)) {
            (_, false) => Vec::new(),
            (false, true) => vec![Side { over: x.1, within: y.1, swapped: false }],
            (true, true) => {
                let length = |e: &mut Self, array: Array| {
                    e.b.binary(BinaryOp::Sub, array.high(), array.low())
                };
                let (m, n) = (length(self, x.1), length(self, y.1));
                let first = self.b.compare(CompareOp::LeS, m, n);
                let ends = [
                    self.b.select(first, x.1.high(), x.1.low()),
                    self.b.select(first, y.1.low(), y.1.high()),
                ];
                let over = [x.1.part(x.1.low(), ends[0]), y.1.part(y.1.low(), ends[1])];
                vec![
                    Side { over: over[0], within: y.1, swapped: false },
                    Side { over: over[1], within: x.1, swapped: true },
                ]
            }
        }
    }

    /// The position of a value in a part that ascends, and whether it is there: bisection in as many
    /// steps as the length has bits.
    fn find(&mut self, part: Array, value: Value) -> (Value, Value) {
        let (low, high) = (part.low(), part.high());
        let Array::Part { buffer, element, .. } = part else {
            // The values of a range are side by side.
            let first = element_inside(&mut self.b, part, low);
            let b = &mut self.b;
            let after = b.binary(BinaryOp::Sub, value, first);
            let at = b.binary(BinaryOp::Add, low, after);
            let from = b.compare(CompareOp::GeS, value, first);
            let length = b.binary(BinaryOp::Sub, high, low);
            let below = b.compare(CompareOp::LtS, after, length);
            return (at, both(b, from, below));
        };
        let b = &mut self.b;
        let (none, one) = (int(b, 0), int(b, 1));
        let length = b.binary(BinaryOp::Sub, high, low);
        let length = b.binary(BinaryOp::MaxS, length, none);
        let zeros = b.unary(UnaryOp::CountLeadingZeros, length);
        let bits = int(b, i64::from(Machine::I64.bits()));
        let steps = b.binary(BinaryOp::Sub, bits, zeros);
        let bounds = (crate::index::Index::constant(0), crate::index::Index::var(steps));
        let kind = crate::program::LoopKind::Serial;
        let found = b.for_carrying(kind, "s", bounds, 1, &[low, length], |b, _, state| {
            let (at, left) = (state[0], state[1]);
            let half = b.binary(BinaryOp::ShrU, left, one);
            let middle = b.binary(BinaryOp::Add, at, half);
            let some = b.compare(CompareOp::GtS, left, none);
            let other = load(b, buffer, element, middle, Some(some));
            let less = b.compare(CompareOp::LtS, other, value);
            let less = both(b, less, some);
            let after = b.binary(BinaryOp::Add, middle, one);
            let rest = b.binary(BinaryOp::Sub, left, half);
            let rest = b.binary(BinaryOp::Sub, rest, one);
            vec![b.select(less, after, at), b.select(less, rest, half)]
        });
        let at = found[0];
        let below = b.compare(CompareOp::LtS, at, high);
        let other = load(b, buffer, element, at, Some(below));
        let equal = b.compare(CompareOp::Eq, other, value);
        (at, both(b, below, equal))
    }

    /// Whether the values of a part of an array are known to ascend, without two that are equal.
    pub(super) fn part_ascends(&self, id: Id) -> bool {
        let ascending = |name: Symbol| {
            self.inputs
                .get(&name)
                .map_or(Ascending::Unknown, |(_, it): &(_, Physical)| it.ascending)
        };
        match self.term[id] {
            Node::Range(_) => true,
            Node::Input(name, _) => ascending(name) == Ascending::Everywhere,
            Node::Slice([over, low, high]) => {
                let Node::Input(name, _) = self.term[over] else { return false };
                match ascending(name) {
                    Ascending::Everywhere => true,
                    Ascending::Between(positions) => is_segment(self.term, positions, low, high),
                    Ascending::Weakly | Ascending::Unknown => false,
                }
            }
            Node::If([_, value]) => self.part_ascends(value),
            _ => false,
        }
    }
}

/// Whether `low` and `high` are elements of `positions` side by side: `pos(k)` and `pos(k + 1)`.
pub(super) fn is_segment(term: &Term, positions: Symbol, low: Id, high: Id) -> bool {
    let index = |id: Id| match term[id] {
        Node::Get([over, at]) => match term[over] {
            Node::Input(name, _) if name == positions => Some(at),
            _ => None,
        },
        _ => None,
    };
    let (Some(first), Some(next)) = (index(low), index(high)) else { return false };
    let is_one = |id: Id| term[id] == Node::Int(1);
    match (term[first], term[next]) {
        (Node::Int(first), Node::Int(next)) => first.checked_add(1) == Some(next),
        (_, Node::Binary(Binary::Add, [a, b])) => {
            is_one(b) && equal(term, a, first) || is_one(a) && equal(term, b, first)
        }
        _ => false,
    }
}

/// Whether two parts of a term below the same binders are the same.
fn equal(term: &Term, a: Id, b: Id) -> bool {
    let alone = |id: Id| {
        let mut out = Term::default();
        copy(&mut out, term, id, 0, &mut |out, node, _| out.add(node));
        out
    };
    a == b || alone(a) == alone(b)
}
