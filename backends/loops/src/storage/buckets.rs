//! Hash tables of the positions of an array's values.
//!
//! ```text
//! sum(<_, i> in 0:m) merge(<p, q, v> in <a(pos(i):pos(i + 1)), b>) …       b is in no order
//!
//! starts(h):starts(h + 1)      the slots of the entries of b whose values have the hash h
//! positions(s), values(s)      the position and the value of the entry in a slot
//! ```
//!
//! A table of positions (`tables.rs`) has a place for each value that there may be. Where these are far
//! more than the array has entries, or have no known bounds, or the array is in no order, the entries
//! are put into *buckets* instead, by the hash of their values (`unordered.rs`): as many as the first
//! power of two above their number. This is a counting sort, so the entries of a bucket come in the order
//! of their positions, and values may repeat. A lookup is a loop over a bucket, which has one entry at most
//! in the mean: two loads that the cache may miss, and a third for an entry that is found. It writes
//! nothing: threads share a table.
//!
//! The table is made before the loop in which the array does not change. An array in no order that
//! changes gets one for each merge: its pairs take time for the sum of both lengths, not their product.

use super::arrays::{Array, Buckets, Pairs, Side};
use super::emit::{Emitted, Emitter};
use super::numbers::{element_inside, int, load, store};
use super::unordered::{one_more, slot_of};
use crate::program::{BinaryOp, CompareOp, Value};
use hloom_ir::Element;
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Node};

/// The most entries of such a table, of all copies.
const MAX_ENTRIES: u64 = 1 << 26;
/// An array that ascends is searched by bisection if it is shorter than this: it is in a cache.
const LONG: u64 = 1 << 12;

/// The buckets for a merge.
pub(super) struct Found {
    /// The side that they are made of.
    pub indexed: Side,
    buckets: Buckets,
    /// Whether they are made for this merge alone.
    own: bool,
}

impl Found {
    /// The sides of a merge, where the one that the loop goes over has no entries unless a test holds.
    pub(super) fn only_while(
        &self,
        e: &mut Emitter,
        [x, y]: [Array; 2],
        test: Option<Value>,
    ) -> [Array; 2] {
        match self.indexed {
            Side::First => [x, e.only_while(y, test)],
            Side::Second => [e.only_while(x, test), y],
        }
    }
}

impl Emitter<'_> {
    /// The length of the array that a side of a merge is a part of.
    pub(super) fn array_length(&self, id: Id) -> Option<u64> {
        let over = match self.term[id] {
            Node::Slice([over, ..]) => over,
            _ => id,
        };
        let Node::Input(name, _) = self.term[over] else { return None };
        self.inputs.get(&name)?.1.length
    }

    /// The side of a merge whose values are put into buckets, where the `crossed` innermost variables
    /// are not known yet. If it ascends it is only one that the loops around share, and that is no
    /// longer than the other: the table takes more time to make than a few searches.
    fn bucketed(&self, pairs: Pairs, crossed: u32) -> Option<Side> {
        let [x, y] = pairs.sides;
        let fits = |id: Id| {
            let copies = self.part.map_or(1, |(_, parts)| parts).max(self.threads);
            let length = self.array_length(id)?;
            let outside = self.free_of(id) & ((1 << crossed.min(62)) - 1) == 0;
            let fits = length > 0 && length.saturating_mul(copies) <= MAX_ENTRIES;
            (fits && outside).then_some(length)
        };
        if !self.erases || self.sort(y).base != Scalar::Int {
            return None;
        }
        if !self.part_is_sorted(y) {
            return fits(y).map(|_| Side::Second);
        }
        let is_shared = |own: Id, other: Id| {
            let (length, other) = (fits(own), self.array_length(other));
            crossed > 0 && length.zip(other).is_some_and(|(own, other)| LONG <= own && own <= other)
        };
        match (self.part_ascends(x), self.part_ascends(y)) {
            (_, true) if is_shared(y, x) => Some(Side::Second),
            // The pairs come in the order of their values from both sides.
            (true, true) if is_shared(x, y) => Some(Side::First),
            _ => None,
        }
    }

    /// Whether a merge makes buckets of a side for itself.
    pub(super) fn makes_buckets(&self, pairs: Pairs) -> bool {
        self.bucketed(pairs, 0).is_some()
    }

    /// Makes the buckets of a merge's side that does not change in the loop around, unless there are
    /// some: the `crossed` innermost variables are the loop's and those inside of it. Says whether.
    pub(super) fn open_shared_buckets(&mut self, pairs: Pairs, crossed: u32) -> Emitted<bool> {
        let Some(indexed) = self.bucketed(pairs, crossed) else { return Ok(false) };
        if self.buckets(pairs).is_some() {
            return Ok(false);
        }
        let id = pairs.sides[usize::from(indexed == Side::Second)];
        let part = self.collection(id)?;
        self.open_buckets(id, part)
    }

    /// The buckets of a side of a merge, if there are some.
    fn buckets(&self, pairs: Pairs) -> Option<(Side, Buckets)> {
        let find = |id: Id| {
            let part = self.resolved(id, self.facts.len(), 0);
            self.tables.buckets.iter().rev().find(|it| it.of == part).cloned()
        };
        let [x, y] = pairs.sides;
        let second = find(y).map(|found| (Side::Second, found));
        let ordered = self.part_ascends(x) && self.part_ascends(y);
        second.or_else(|| find(x).filter(|_| ordered).map(|found| (Side::First, found)))
    }

    /// The buckets for a merge. Those that are made for it alone are closed by
    /// [`close_own_buckets`](Self::close_own_buckets).
    pub(super) fn buckets_for(
        &mut self,
        pairs: Pairs,
        [_, y]: [Array; 2],
    ) -> Emitted<Option<Found>> {
        let found = |found: Option<(Side, Buckets)>, own| {
            found.map(|(indexed, buckets)| Found { indexed, buckets, own })
        };
        let shared = self.buckets(pairs);
        if shared.is_some() || !self.makes_buckets(pairs) {
            return Ok(found(shared, false));
        }
        let made = self.open_buckets(pairs.sides[1], y)?;
        Ok(found(self.buckets(pairs).filter(|_| made), true))
    }

    /// Ends the use of buckets that were made for one merge.
    pub(super) fn close_own_buckets(&mut self, found: &Found) {
        if found.own {
            self.close_buckets();
        }
    }

    /// Ends the use of the buckets that were made last.
    pub(super) fn close_buckets(&mut self) {
        self.tables.buckets.pop();
    }

    /// Puts the entries of a part of an array into buckets. They are used until
    /// [`close_buckets`](Self::close_buckets). Says whether it is a part of an array.
    fn open_buckets(&mut self, id: Id, part: Array) -> Emitted<bool> {
        let (Array::Part { element, .. }, Some(most)) = (part, self.array_length(id)) else {
            return Ok(false);
        };
        let counter = if i32::try_from(most).is_ok() { Element::I32 } else { Element::I64 };
        let parts = self.part.map_or(1, |(_, parts)| parts);
        // Two more than the buckets: the slots of one end where those of the next one begin.
        let all = (most + 1).next_power_of_two().max(2) + 2;
        let starts = (self.arena(counter, all * parts), counter);
        let positions = (self.arena(counter, most * parts), counter);
        let values = (self.arena(element, most * parts), element);
        let length = self.length(part);
        let bits = self.bisection_steps(length);
        let b = &mut self.b;
        let [none, one, two] = [0, 1, 2].map(|number| int(b, number));
        let (mut first, mut base) = (none, none);
        if let Some((part, _)) = self.part {
            let sizes = [all, most].map(|size| int(b, size as i64));
            [first, base] = sizes.map(|size| b.binary(BinaryOp::Mul, part, size));
        } else if self.depth > 0 {
            // All iterations of the loops around share it.
            self.shared_workspaces += 1;
        }
        let bits = b.binary(BinaryOp::MaxS, bits, one);
        let count = b.binary(BinaryOp::Shl, one, bits);
        let mask = b.binary(BinaryOp::Sub, count, one);
        let last = b.binary(BinaryOp::Add, count, two);
        let of = self.resolved(id, self.facts.len(), 0);
        let buckets = Buckets { of, starts, positions, values, first, base, mask };
        self.count(none, last, |e, at| {
            let at = e.b.binary(BinaryOp::Add, first, at);
            store(&mut e.b, starts.0, starts.1, at, none);
            Ok(())
        })?;
        // The entries of bucket `h` are counted at `h + 2`. After their sums, those of all before it are
        // at `h + 1`, which is its first slot; and as it fills, the first one that is empty.
        self.count(part.low(), part.high(), |e, at| {
            let value = element_inside(&mut e.b, part, at);
            let bucket = e.bucket(&buckets, value);
            let cell = e.b.binary(BinaryOp::Add, bucket, two);
            one_more(&mut e.b, starts, cell);
            Ok(())
        })?;
        self.total(two, last, none, |e, at, total| {
            let at = e.b.binary(BinaryOp::Add, first, at);
            let own = load(&mut e.b, starts.0, starts.1, at, None);
            let total = e.b.binary(BinaryOp::Add, total, own);
            store(&mut e.b, starts.0, starts.1, at, total);
            Ok(total)
        })?;
        self.count(part.low(), part.high(), |e, at| {
            let value = element_inside(&mut e.b, part, at);
            let bucket = e.bucket(&buckets, value);
            let cell = e.b.binary(BinaryOp::Add, bucket, one);
            let slot = one_more(&mut e.b, starts, cell);
            let slot = e.b.binary(BinaryOp::Add, base, slot);
            store(&mut e.b, positions.0, positions.1, slot, at);
            store(&mut e.b, values.0, values.1, slot, value);
            Ok(())
        })?;
        self.tables.buckets.push(buckets);
        Ok(true)
    }

    /// The place of a value's bucket among the starts.
    fn bucket(&mut self, buckets: &Buckets, value: Value) -> Value {
        let bucket = slot_of(&mut self.b, value, buckets.mask);
        self.b.binary(BinaryOp::Add, buckets.first, bucket)
    }

    /// The entries of a value's bucket: their slots, and their values.
    fn slots(&mut self, buckets: &Buckets, value: Value) -> Array {
        let bucket = self.bucket(buckets, value);
        let b = &mut self.b;
        let one = int(b, 1);
        let next = b.binary(BinaryOp::Add, bucket, one);
        let [low, high] = [bucket, next].map(|at| {
            let slot = load(b, buckets.starts.0, buckets.starts.1, at, None);
            b.binary(BinaryOp::Add, buckets.base, slot)
        });
        let (buffer, element) = buckets.values;
        Array::Part { buffer, element, low, high }
    }

    /// The pair of an entry of the other side and a slot: both positions and the value.
    fn pair_in(
        &mut self,
        Found { indexed, buckets, .. }: &Found,
        [at, slot, value]: [Value; 3],
    ) -> [Value; 3] {
        let (positions, element) = buckets.positions;
        let found = load(&mut self.b, positions, element, slot, None);
        match indexed {
            Side::First => [found, at, value],
            Side::Second => [at, found, value],
        }
    }

    /// The total of the pairs that buckets find, for each entry of the other part.
    pub(super) fn total_by_buckets(
        &mut self,
        pairs: Pairs,
        by: &Found,
        [x, y]: [Array; 2],
        start: Value,
    ) -> Emitted<Value> {
        let over = if by.indexed == Side::First { y } else { x };
        self.total(over.low(), over.high(), start, |e, at, total| {
            let value = element_inside(&mut e.b, over, at);
            let bucket = e.slots(&by.buckets, value);
            e.total(bucket.low(), bucket.high(), total, |e, slot, total| {
                let other = element_inside(&mut e.b, bucket, slot);
                let test = e.b.compare(CompareOp::Eq, value, other);
                e.total_if(test, total, |e, total| {
                    let pair = e.pair_in(by, [at, slot, value]);
                    e.next_total(pairs, pair, total)
                })
            })
        })
    }

    /// Runs `body` for the pairs that buckets find, for each entry of the other part.
    pub(super) fn each_by_buckets(
        &mut self,
        by: &Found,
        [x, y]: [Array; 2],
        body: &mut dyn FnMut(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let over = if by.indexed == Side::First { y } else { x };
        self.each(over, false, |e, at, value| {
            let bucket = e.slots(&by.buckets, value);
            e.each(bucket, false, |e, slot, other| {
                let test = e.b.compare(CompareOp::Eq, value, other);
                e.only_if(test, |e| {
                    let pair = e.pair_in(by, [at, slot, value]);
                    body(e, pair)
                })
            })
        })
    }
}
