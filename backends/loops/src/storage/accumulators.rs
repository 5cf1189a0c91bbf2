//! Long sums in several accumulators: `sum(<p, j> in idx(lo:hi)) val(p) * x(j)` with many entries.
//!
//! A sum in one total waits for each addition before the next one: three or four cycles an entry, where
//! its loads take half of that. Four totals that are added up at the end do not wait. The entries that are
//! left over go to the first total. Parts with few entries are not worth it: their loops overlap with those
//! of the next parts, and a second loop ends where no processor foresees it.
//!
//! So floats are added in another order than the evaluator's. Of terms of one sign the result is closer; of terms
//! that cancel, such as those of alternating signs, the totals hold what would have cancelled at once: they may lose
//! more, and overflow.

use super::arrays::Array;
use super::emit::{Emitted, Emitter};
use super::numbers::{add, int, zero};
use crate::program::{BinaryOp, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Id, Node};

/// The totals of a sum.
const TOTALS: i64 = 4;

/// The entries that a part has on average, from which on there are several totals.
const LONG: u64 = 32;

impl Emitter<'_> {
    /// The sum of reals over a part of an array with many entries, and `start`; `None` for other sums.
    pub(super) fn total_of_long_part(
        &mut self,
        over: Id,
        array: Array,
        body: Id,
        start: Value,
    ) -> Emitted<Option<Value>> {
        let base = self.sort(body).base;
        if base != Scalar::Real || !self.is_long(over) || self.has_loop(body) {
            return Ok(None);
        }
        let (low, high) = (array.low(), array.high());
        let count = self.b.binary(BinaryOp::Sub, high, low);
        let mask = int(&mut self.b, !(TOTALS - 1));
        let whole = self.b.binary(BinaryOp::And, count, mask);
        // A part that ends before it begins has no entries.
        let none = int(&mut self.b, 0);
        let whole = self.b.binary(BinaryOp::MaxS, whole, none);
        let middle = self.b.binary(BinaryOp::Add, low, whole);
        let empty = zero(&mut self.b, base);
        let starts = [start, empty, empty, empty];
        let totals = self.totals_by([low, middle], TOTALS, &starts, |e, first, totals| {
            let each = (0..).zip(totals).map(|(i, total)| {
                let distance = int(&mut e.b, i);
                let at = e.b.binary(BinaryOp::Add, first, distance);
                let part = e.summand(over, array, body, at)?;
                Ok(add(&mut e.b, base, total, part))
            });
            each.collect()
        })?;
        let left = add(&mut self.b, base, totals[0], totals[1]);
        let right = add(&mut self.b, base, totals[2], totals[3]);
        let total = add(&mut self.b, base, left, right);
        let total = self.total(middle, high, total, |e, at, total| {
            let part = e.summand(over, array, body, at)?;
            Ok(add(&mut e.b, base, total, part))
        })?;
        Ok(Some(total))
    }

    /// Whether a loop goes over parts of an array of data that are long on average.
    fn is_long(&self, over: Id) -> bool {
        let Node::Slice([array, low, _]) = self.term[over] else { return false };
        let (Node::Input(array, _), Node::Get([places, _])) = (self.term[array], self.term[low])
        else {
            return false;
        };
        let Node::Input(places, _) = self.term[places] else { return false };
        let length = |name| self.inputs.get(&name).and_then(|(_, physical)| physical.length);
        let long = |entries: u64, places: u64| entries / places.max(1) >= LONG;
        self.sized && length(array).zip(length(places)).is_some_and(|(e, p)| long(e, p))
    }
}
