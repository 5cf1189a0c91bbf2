//! The search of a merge: one loop over the entries of one part, which finds each in the other.
//!
//! ```text
//! for step in 0:(y is the shorter ? |y| : |x|)
//!     value = y is the shorter ? y(step) : x(step)
//!     if there is a table, and the parts are similar:
//!         p or q = table(value)
//!     else:
//!         q = bisection of y        no steps if y is the shorter
//!         p = bisection of x        no steps if not
//!     if found: body
//! ```
//!
//! The body is there once. A bisection of a part that is not searched is a loop without steps.

use super::arrays::{Array, Side, Table};
use super::emit::Emitter;
use super::facts::Fact;
use super::intervals::Interval;
use super::numbers::{add, both, element_inside, int, load};
use crate::index::Index;
use crate::program::{BinaryOp, CompareOp, LoopKind, Scalar as Machine, Value};
use hloom_storage::Scalar;
use hloom_storage::term::Id;

/// The loop of a merge whose pairs are looked up.
pub(super) struct Lookup {
    x: Array,
    y: Array,
    /// The number of entries that the loop goes over.
    pub steps: Value,
    /// Whether it goes over the second part, and whether over the first; the first, if there are none.
    over: Option<[Value; 2]>,
    /// The second part, without entries if the loop goes over it.
    search_y: Array,
    /// The first part, in the same way.
    search_x: Option<Array>,
    /// A table, whether it is used, and 1 if something is searched in its place, or 0.
    table: Option<(Table, Value, Value)>,
    /// Bounds of the values.
    within: Option<Interval>,
}

impl Emitter<'_> {
    /// The loop that goes over the shorter one of two parts and searches the other, if they ascend, or
    /// that goes over the first and searches the second, if that does. A table is used in its place
    /// while the value beside it is true. `None` if the second part does not ascend.
    pub(super) fn lookup(
        &mut self,
        [x, y]: [(Id, Array); 2],
        table: Option<(Side, Table, Value)>,
    ) -> Option<Lookup> {
        if !self.part_ascends(y.0) {
            return None;
        }
        let values = |e: &Self, id| match e.fact(id) {
            Fact::Array { values, .. } => values,
            _ => None,
        };
        let (values_x, values_y) = (values(self, x.0), values(self, y.0));
        let either = self.part_ascends(x.0);
        let (x, y) = (x.1, y.1);
        let searches = table.as_ref().map(|(_, _, used)| self.negated(*used));
        let b = &mut self.b;
        let [none, one] = [0, 1].map(|number| int(b, number));
        let times = searches.map(|searches| b.select(searches, one, none));
        let indexed = table.as_ref().map(|(indexed, _, used)| (*indexed, *used));
        let table = table.zip(times).map(|((_, table, used), times)| (table, used, times));
        let m = b.binary(BinaryOp::Sub, x.high(), x.low());
        if !either {
            let (over, search_x, within) = (None, None, values_x);
            return Some(Lookup { x, y, steps: m, over, search_y: y, search_x, table, within });
        }
        let n = b.binary(BinaryOp::Sub, y.high(), y.low());
        let shorter = b.compare(CompareOp::LtS, n, m);
        let second = match indexed {
            Some((indexed, used)) => {
                let other = b.bits(Machine::I1.ty(), (indexed == Side::First).into());
                b.select(used, other, shorter)
            }
            None => shorter,
        };
        let steps = b.select(second, n, m);
        let first = self.negated(second);
        let search_y = self.only_while(y, Some(first));
        let search_x = Some(self.only_while(x, Some(second)));
        let hull = |a: Interval, b: Interval| (a.0.min(b.0), a.1.max(b.1));
        let within = values_x.zip(values_y).map(|(a, b)| hull(a, b));
        let over = Some([second, first]);
        Some(Lookup { x, y, steps, over, search_y, search_x, table, within })
    }

    /// The pair that a step of a lookup finds: both positions and the value, and whether there is one.
    pub(super) fn pair_of(&mut self, lookup: &Lookup, step: Value) -> ([Value; 3], Value) {
        let Lookup { x, y, .. } = *lookup;
        let b = &mut self.b;
        let at_x = b.binary(BinaryOp::Add, x.low(), step);
        let (at_y, value) = match lookup.over {
            None => (None, element_inside(b, x, at_x)),
            Some([second, first]) => {
                let at_y = b.binary(BinaryOp::Add, y.low(), step);
                let (own, other) =
                    (self.element_if(x, at_x, first), self.element_if(y, at_y, second));
                (Some((at_y, second)), self.b.select(second, other, own))
            }
        };
        let (found, there) = match &lookup.table {
            None => self.searched(lookup, value),
            Some((table, used, times)) => {
                let (at, inside) = self.found_in(table, value, lookup.within);
                let inside = both(&mut self.b, inside, *used);
                // A search is a loop of one step, which most merges skip.
                let none = int(&mut self.b, 0);
                let (first, last) = (Index::var(none), Index::var(*times));
                let open = self.b.open_for("s", &[at, inside]);
                let (found, there) = self.searched(lookup, value);
                let next = vec![found, there];
                let after = self.b.close_for(open, LoopKind::Serial, (first, last), 1, next);
                (after[0], after[1])
            }
        };
        let b = &mut self.b;
        let (p, q) = match at_y {
            None => (at_x, found),
            Some((at_y, second)) => (b.select(second, found, at_x), b.select(second, at_y, found)),
        };
        ([p, q, value], there)
    }

    /// The position at which a search finds a value, and whether it is there.
    fn searched(&mut self, lookup: &Lookup, value: Value) -> (Value, Value) {
        let (found, there) = self.find(lookup.search_y, value);
        let Some(part) = lookup.search_x else { return (found, there) };
        let (at, inside) = self.find(part, value);
        let found = self.b.select(inside, at, found);
        (found, add(&mut self.b, Scalar::Bool, there, inside))
    }

    /// The element of an array at a position, which is inside if the test holds; any number if not.
    fn element_if(&mut self, array: Array, at: Value, test: Value) -> Value {
        match array {
            Array::Range { .. } => element_inside(&mut self.b, array, at),
            Array::Part { buffer, element, .. } => {
                load(&mut self.b, buffer, element, at, Some(test))
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
        let at = self.bisected(part, value, CompareOp::LtS, None);
        let b = &mut self.b;
        let below = b.compare(CompareOp::LtS, at, high);
        let other = load(b, buffer, element, at, Some(below));
        let equal = b.compare(CompareOp::Eq, other, value);
        (at, both(b, below, equal))
    }
}
