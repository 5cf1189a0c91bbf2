//! Merges: pairs of positions at which two arrays have equal values.
//!
//! The values of one part are looked up in a table of the positions of the other (`tables.rs`), if it
//! ascends and its bounds are known, and if one part is not much longer. They are looked up in a hash
//! table (`buckets.rs`) if the second part is in no order, or far from dense in its bounds, long and the
//! same in all iterations. Else two parts of arrays that both ascend are gone through side by side, if they
//! are of similar lengths and no loop (of a number) or merge (of a dictionary) is inside. Of parts of different
//! lengths, the longer one is searched by bisection (`searches.rs`). The lengths are compared as the program
//! runs. A body is emitted for each of these ways, which are fast, or once if there are merges inside of merges
//! in it, so that code does not grow with the power of their depth.
//! Pairs are found in the order of the evaluator: by the position in the first array, then in the
//! second. If the second part is sorted with values that repeat, the run of equal ones is found for each
//! value of the first. Parts in no order that can't have a hash table are compared value by value.

use super::arrays::{Array, Pairs, Side, Table};
use super::emit::{Emitted, Emitter, unsupported};
use super::facts::Fact;
use super::numbers::{add, both, element_inside, int};
use super::searches::Lookup;
use super::{Ascending, Physical};
use crate::program::{BinaryOp, CompareOp, Scalar as Machine, Value};
use hloom_storage::term::{Binary, Id, Node, Symbol, Term, operands, same};
use std::collections::BTreeMap;

/// A body with so many merges inside of each other is emitted once. Measured: a search that is skipped
/// costs a merge of short parts a tenth of its time.
const DEEP: usize = 2;
/// Parts of arrays are gone through side by side if one is so many times as long as the other at most.
const SIMILAR: i64 = 8;
/// The same for values that are looked up in a table that is made for one merge.
const SIMILAR_FOR_OWN_TABLE: i64 = 32;
/// A part whose values are looked up in a table that exists is so many times as long as the table's at
/// most. A lookup takes a load, and a bisection as many dependent ones as the length has bits.
const SIMILAR_FOR_TABLE: i64 = 64;

impl Emitter<'_> {
    /// The total of a merge's body over its pairs.
    pub(super) fn total_of_pairs(&mut self, pairs: Pairs, start: Value) -> Emitted<Value> {
        let [x_id, y_id] = pairs.sides;
        let (x, y) = (self.collection(x_id)?, self.collection(y_id)?);
        let sides = [(x_id, x), (y_id, y)];
        if let Some((indexed, table)) = self.table(pairs) {
            let similar = self.short_enough(sides, indexed);
            return self.total_by_either(pairs, (indexed, table), sides, similar, start);
        }
        if let Some(found) = self.own_table(pairs) {
            let similar = self.similar_lengths(x, y, SIMILAR_FOR_OWN_TABLE);
            let part = if found.0 == Side::First { x } else { y };
            let part = self.only_while(part, similar);
            let opened = self.open_own_table(pairs, found, part)?;
            let Some(table) = self.table(pairs) else {
                return unsupported("a table that is not found again");
            };
            let total = self.total_by_either(pairs, table, sides, similar, start)?;
            self.close_tables(vec![opened])?;
            return Ok(total);
        }
        if let Some(found) = self.buckets_for(pairs, [x, y])? {
            let similar = self.few_enough(pairs, sides, found.indexed);
            let over = found.only_while(self, [x, y], similar);
            let mut total = self.total_by_buckets(pairs, &found, over, start)?;
            if let Some(similar) = similar {
                let search = self.negated(similar);
                let by_search = |e: &mut Self, total| e.total_by_search(pairs, sides, total);
                total = self.total_if(search, total, by_search)?;
            }
            self.close_own_buckets(&found);
            return Ok(total);
        }
        let simple = !self.has_loop(pairs.body);
        let similar = if simple { self.similar_sides(sides) } else { None };
        let Some(similar) = similar else { return self.total_by_search(pairs, sides, start) };
        let total = self.total_of_similar(pairs, [x, y], similar, start)?;
        let search = self.negated(similar);
        self.total_if(search, total, |e, total| e.total_by_search(pairs, sides, total))
    }

    /// The most merges that are inside of each other in a term.
    fn nested_merges(&self, id: Id) -> usize {
        let node = self.term[id];
        let inside = operands(&node).iter().map(|child| self.nested_merges(*child)).max();
        inside.unwrap_or(0) + usize::from(matches!(node, Node::Merge(_)))
    }

    /// The total of the pairs that a table finds if the parts are `similar`, and a search if not.
    fn total_by_either(
        &mut self,
        pairs: Pairs,
        (indexed, table): (Side, Table),
        sides: [(Id, Array); 2],
        similar: Option<Value>,
        start: Value,
    ) -> Emitted<Value> {
        let once = self.nested_merges(pairs.body) >= DEEP && table.rest.is_none();
        if let Some(similar) = similar.filter(|_| once) {
            let way = (indexed, table.clone(), similar);
            if let Some(lookup) = self.lookup(sides, Some(way)) {
                return self.total_by_lookup(pairs, &lookup, start);
            }
        }
        let total = self.total_by_table(pairs, (indexed, table), sides, similar, start)?;
        let Some(similar) = similar else { return Ok(total) };
        let search = self.negated(similar);
        self.total_if(search, total, |e, total| e.total_by_search(pairs, sides, total))
    }

    /// The total of the pairs of a lookup.
    fn total_by_lookup(&mut self, pairs: Pairs, lookup: &Lookup, start: Value) -> Emitted<Value> {
        let none = int(&mut self.b, 0);
        self.total(none, lookup.steps, start, |e, step, total| {
            let (pair, there) = e.pair_of(lookup, step);
            e.total_if(there, total, |e, total| e.next_total(pairs, pair, total))
        })
    }

    /// The next total, after a pair: both positions and the value.
    pub(super) fn next_total(
        &mut self,
        pairs: Pairs,
        pair: [Value; 3],
        total: Value,
    ) -> Emitted<Value> {
        self.next_total_of(pairs, pair, None, total)
    }

    /// As [`next_total`](Self::next_total); if the value is `read` of one side, there may be no pair.
    fn next_total_of(
        &mut self,
        pairs: Pairs,
        pair: [Value; 3],
        read: Option<Side>,
        total: Value,
    ) -> Emitted<Value> {
        let base = self.sort(pairs.body).base;
        let variables = self.bound_by_merge(pairs.sides, pair, read);
        let part = self.with(&variables, |e| e.number(pairs.body))?;
        Ok(add(&mut self.b, base, total, part))
    }

    /// The total of the pairs that a table finds, for each value of the other part; none, unless
    /// the parts are `similar`.
    fn total_by_table(
        &mut self,
        pairs: Pairs,
        (indexed, table): (Side, Table),
        [x, y]: [(Id, Array); 2],
        similar: Option<Value>,
        start: Value,
    ) -> Emitted<Value> {
        let (over_id, over) = if indexed == Side::First { y } else { x };
        let within = match self.fact(over_id) {
            Fact::Array { values, .. } => values,
            _ => None,
        };
        let over = self.only_while(over, similar);
        let simple = !self.has_loop(pairs.body);
        self.total(over.low(), over.high(), start, |e, at, total| {
            let value = element_inside(&mut e.b, over, at);
            let pair = |found| match indexed {
                Side::First => [found, at, value],
                Side::Second => [at, found, value],
            };
            if table.rest.is_some() {
                let none = int(&mut e.b, 0);
                let read = indexed.other();
                let product = e.product_in(&table, (pairs, pair(none), read), within)?;
                return Ok(e.b.binary(BinaryOp::Add, total, product));
            }
            let (found, there) = e.found_in(&table, value, within);
            if !simple {
                return e
                    .total_if(there, total, |e, total| e.next_total(pairs, pair(found), total));
            }
            // Nothing traps, and the array has a first position: there is no branch.
            let next = e.next_total_of(pairs, pair(found), Some(indexed.other()), total)?;
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
        if let Some(lookup) = self.lookup([x, y], None) {
            return self.total_by_lookup(pairs, &lookup, start);
        }
        if self.part_is_sorted(y.0) {
            let after = self.in_runs([x.1, y.1], Some(start), |e, [p, value], run, total| {
                let total = total.unwrap_or(start);
                let added = e.total(run.low(), run.high(), total, |e, q, total| {
                    e.next_total(pairs, [p, q, value], total)
                })?;
                Ok(Some(added))
            })?;
            return Ok(after.unwrap_or(start));
        }
        let (x, y) = (x.1, y.1);
        self.total(x.low(), x.high(), start, |e, p, total| {
            let value = element_inside(&mut e.b, x, p);
            e.total(y.low(), y.high(), total, |e, q, total| {
                let other = element_inside(&mut e.b, y, q);
                let test = e.b.compare(CompareOp::Eq, value, other);
                e.total_if(test, total, |e, total| e.next_total(pairs, [p, q, value], total))
            })
        })
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
        let (mut opened, mut table, mut similar) = (None, None, None);
        if let Some((indexed, found)) = self.position_table(pairs) {
            similar = self.short_enough(sides, indexed);
            table = Some((indexed, found));
        } else if let Some(found) = self.own_table(pairs) {
            similar = self.similar_lengths(x, y, SIMILAR_FOR_OWN_TABLE);
            let part = self.only_while(if found.0 == Side::First { x } else { y }, similar);
            opened = Some(self.open_own_table(pairs, found, part)?);
            table = self.position_table(pairs);
        }
        let buckets = match table {
            None => self.buckets_for(pairs, [x, y])?,
            Some(_) => None,
        };
        if let Some(found) = buckets {
            let similar = self.few_enough(pairs, sides, found.indexed);
            let over = found.only_while(self, [x, y], similar);
            self.each_by_buckets(&found, over, body)?;
            if let Some(similar) = similar {
                let search = self.negated(similar);
                self.only_if(search, |e| e.each_by_search(sides, body))?;
            }
            self.close_own_buckets(&found);
            return Ok(());
        }
        match (table, similar) {
            (None, _) => {
                let simple = self.nested_merges(pairs.body) == 0;
                let similar = if simple { self.similar_sides(sides) } else { None };
                match similar {
                    None => self.each_by_search(sides, body)?,
                    Some(similar) => {
                        self.each_of_similar([x, y], similar, body)?;
                        let search = self.negated(similar);
                        self.only_if(search, |e| e.each_by_search(sides, body))?;
                    }
                }
            }
            (Some(table), None) => self.each_by_table(table, sides, None, body)?,
            (Some((indexed, table)), Some(similar)) => {
                let once = self.nested_merges(pairs.body) >= DEEP;
                let way = (indexed, table.clone(), similar);
                match once.then(|| self.lookup(sides, Some(way))).flatten() {
                    Some(lookup) => self.each_by_lookup(&lookup, body)?,
                    None => {
                        self.each_by_table((indexed, table), sides, Some(similar), body)?;
                        let search = self.negated(similar);
                        self.only_if(search, |e| e.each_by_search(sides, body))?;
                    }
                }
            }
        }
        self.close_tables(opened.into_iter().collect())
    }

    /// Runs `body` for the pairs of a lookup.
    fn each_by_lookup(
        &mut self,
        lookup: &Lookup,
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let none = int(&mut self.b, 0);
        self.count(none, lookup.steps, |e, step| {
            let (pair, there) = e.pair_of(lookup, step);
            e.only_if(there, |e| body(e, pair))
        })
    }

    /// Runs `body` for the pairs that are found by bisection, or by comparing all.
    fn each_by_search(
        &mut self,
        [x, y]: [(Id, Array); 2],
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        if let Some(lookup) = self.lookup([x, y], None) {
            return self.each_by_lookup(&lookup, body);
        }
        if self.part_is_sorted(y.0) {
            let done = self.in_runs([x.1, y.1], None, |e, [p, value], run, _| {
                e.each(run, false, |e, q, _| body(e, [p, q, value]))?;
                Ok(None)
            });
            return done.map(drop);
        }
        self.each(x.1, false, |e, p, value| {
            e.each(y.1, false, |e, q, other| {
                let test = e.b.compare(CompareOp::Eq, value, other);
                e.only_if(test, |e| body(e, [p, q, value]))
            })
        })
    }

    /// "Not" of a truth value.
    pub(super) fn negated(&mut self, test: Value) -> Value {
        let (yes, no) = (self.b.bits(Machine::I1.ty(), 1), self.b.bits(Machine::I1.ty(), 0));
        self.b.select(test, no, yes)
    }

    /// Runs `body` for the pairs that a table finds, if the parts are `similar`.
    fn each_by_table(
        &mut self,
        (indexed, table): (Side, Table),
        [x, y]: [(Id, Array); 2],
        similar: Option<Value>,
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let (over_id, over) = if indexed == Side::First { y } else { x };
        let within = match self.fact(over_id) {
            Fact::Array { values, .. } => values,
            _ => None,
        };
        let over = self.only_while(over, similar);
        self.each(over, false, |e, at, value| {
            let (found, there) = e.found_in(&table, value, within);
            let pair = match indexed {
                Side::First => [found, at, value],
                Side::Second => [at, found, value],
            };
            e.only_if(there, |e| body(e, pair))
        })
    }

    /// An array with its entries if a test holds, and else with none.
    pub(super) fn only_while(&mut self, array: Array, test: Option<Value>) -> Array {
        let Some(test) = test else { return array };
        let high = self.b.select(test, array.high(), array.low());
        array.part(array.low(), high)
    }

    /// Whether the part that is not in a table is not far longer than the other, in which its values
    /// would be found faster by search; `None` if it can't be searched.
    fn short_enough(&mut self, [x, y]: [(Id, Array); 2], indexed: Side) -> Option<Value> {
        let (over, table) = if indexed == Side::First { (y, x) } else { (x, y) };
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

    /// As [`Self::short_enough`], for buckets. A body with merges inside of each other is emitted once.
    fn few_enough(
        &mut self,
        pairs: Pairs,
        sides: [(Id, Array); 2],
        indexed: Side,
    ) -> Option<Value> {
        let once = self.nested_merges(pairs.body) >= DEEP;
        (!once).then(|| self.short_enough(sides, indexed))?
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

    /// Whether two parts are gone through side by side, as far as their lengths decide it; `None` if one does not ascend
    /// or is no part of an array.
    fn similar_sides(&mut self, [x, y]: [(Id, Array); 2]) -> Option<Value> {
        let both_ascend = self.part_ascends(x.0) && self.part_ascends(y.0);
        if both_ascend { self.similar_lengths(x.1, y.1, SIMILAR) } else { None }
    }

    /// Carries a total through the pairs of two parts that ascend, with a position in each: the one
    /// at the smaller value goes on. There is no branch, so the body is one that can't fail.
    fn total_of_similar(
        &mut self,
        pairs: Pairs,
        sides: [Array; 2],
        similar: Value,
        start: Value,
    ) -> Emitted<Value> {
        let after = self.side_by_side(sides, similar, &[start], |e, pair, equal, totals| {
            let next = e.next_total_of(pairs, pair, Some(Side::First), totals[0])?;
            Ok(vec![e.b.select(equal, next, totals[0])])
        })?;
        Ok(after[0])
    }

    /// Runs `body` for the pairs of two parts that ascend if they are `similar`, with a position in each.
    fn each_of_similar(
        &mut self,
        sides: [Array; 2],
        similar: Value,
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let done = self.side_by_side(sides, similar, &[], |e, pair, equal, _| {
            e.only_if(equal, |e| body(e, pair))?;
            Ok(Vec::new())
        });
        done.map(drop)
    }

    /// Goes through two parts that ascend if they are `similar`, with a position in each: the one at the smaller
    /// value goes on, or both. `body` gets both positions, the value of the first and whether they are a pair, and
    /// the totals so far; it gives the next ones.
    fn side_by_side(
        &mut self,
        [x, y]: [Array; 2],
        similar: Value,
        start: &[Value],
        body: impl FnOnce(&mut Self, [Value; 3], Value, &[Value]) -> Emitted<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        let b = &mut self.b;
        let m = b.binary(BinaryOp::Sub, x.high(), x.low());
        let n = b.binary(BinaryOp::Sub, y.high(), y.low());
        let (none, most) = (int(b, 0), b.binary(BinaryOp::Add, m, n));
        let steps = b.select(similar, most, none);
        let state = [&[x.low(), y.low()], start].concat();
        let mut after = self.totals(none, steps, &state, |e, _, state| {
            let (p, q) = (state[0], state[1]);
            let left = e.b.compare(CompareOp::LtS, p, x.high());
            let right = e.b.compare(CompareOp::LtS, q, y.high());
            let inside = both(&mut e.b, left, right);
            // At the end of a part, its first position stands for the one behind the last.
            let at = [e.b.select(inside, p, x.low()), e.b.select(inside, q, y.low())];
            let value = element_inside(&mut e.b, x, at[0]);
            let other = element_inside(&mut e.b, y, at[1]);
            let equal = e.b.compare(CompareOp::Eq, value, other);
            let equal = both(&mut e.b, equal, inside);
            let totals = body(e, [at[0], at[1], value], equal, &state[2..])?;
            let one = int(&mut e.b, 1);
            let mut moved = |op, at| {
                let moves = e.b.compare(op, value, other);
                let moves = both(&mut e.b, moves, inside);
                let step = e.b.select(moves, one, none);
                e.b.binary(BinaryOp::Add, at, step)
            };
            let next = [moved(CompareOp::LeS, p), moved(CompareOp::GeS, q)];
            Ok([next.to_vec(), totals].concat())
        })?;
        Ok(after.split_off(2))
    }

    /// Another total, if a test holds: a loop of one step.
    pub(super) fn total_if(
        &mut self,
        test: Value,
        total: Value,
        body: impl FnOnce(&mut Self, Value) -> Emitted<Value>,
    ) -> Emitted<Value> {
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        let times = self.b.select(test, one, none);
        self.total(none, times, total, |e, _, total| body(e, total))
    }

    /// Whether the values of a part of an array are known to ascend, without two that are equal.
    pub(super) fn part_ascends(&self, id: Id) -> bool {
        ascends(self.term, id, self.described)
    }

    /// Whether each value of a part of an array is known to be at least the one before.
    pub(super) fn part_is_sorted(&self, id: Id) -> bool {
        is_sorted(self.term, id, self.described)
    }
}

/// Whether each value of a part of an array is known to be at least the one before.
fn is_sorted(term: &Term, id: Id, inputs: &BTreeMap<Symbol, Physical>) -> bool {
    let ascending = |name: Symbol| inputs.get(&name).map_or(Ascending::Unknown, |it| it.ascending);
    let weakly = match term[id] {
        Node::Input(name, _) => ascending(name) == Ascending::Weakly,
        Node::Slice([over, low, high]) => match term[over] {
            Node::Input(name, _) => match ascending(name) {
                Ascending::Weakly => true,
                Ascending::WeaklyBetween(positions) => is_segment(term, positions, low, high),
                _ => false,
            },
            _ => false,
        },
        Node::If([_, value]) => is_sorted(term, value, inputs),
        _ => false,
    };
    weakly || ascends(term, id, inputs)
}

/// Whether the values of a part of an array are known to ascend, without two that are equal.
fn ascends(term: &Term, id: Id, inputs: &BTreeMap<Symbol, Physical>) -> bool {
    let ascending = |name: Symbol| inputs.get(&name).map_or(Ascending::Unknown, |it| it.ascending);
    match term[id] {
        Node::Range(_) => true,
        Node::Input(name, _) => ascending(name) == Ascending::Everywhere,
        Node::Slice([over, low, high]) => {
            let Node::Input(name, _) = term[over] else { return false };
            match ascending(name) {
                Ascending::Everywhere => true,
                Ascending::Between(positions) => is_segment(term, positions, low, high),
                Ascending::Weakly | Ascending::WeaklyBetween(_) | Ascending::Unknown => false,
            }
        }
        Node::If([_, value]) => ascends(term, value, inputs),
        _ => false,
    }
}

/// Whether both parts of a merge are the same one, whose values are distinct: each entry meets itself
/// alone.
pub(super) fn meets_itself(
    term: &Term,
    [x, y]: [Id; 2],
    inputs: &BTreeMap<Symbol, Physical>,
) -> bool {
    ascends(term, x, inputs) && same(term, x, y)
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
            is_one(b) && same(term, a, first) || is_one(a) && same(term, b, first)
        }
        _ => false,
    }
}
