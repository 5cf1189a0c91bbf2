//! Runs: the entries of a sorted part of an array that have one value.
//!
//! The rows of a matrix as a list of entries (COO) are such runs. A loop over a sorted part whose body
//! is for one value only goes over its run, and a merge goes over the run of each value of its first
//! part:
//!
//! ```text
//! sum(<k, v> in part) if v == e then body     first = the first position of a value that is not below e
//!                                             last  = the first position of a value above e
//!                                             for k in first:last: body
//! ```
//!
//! In a merge the run of the value before is kept: values that repeat in the first part are searched once.

use super::arrays::Array;
use super::emit::{Emitted, Emitter, Variable};
use super::numbers::{both, element_inside, int, load};
use crate::index::Index;
use crate::program::{BinaryOp, CompareOp, LoopKind, Scalar as Machine, UnaryOp, Value};
use hloom_storage::term::{Binary, Id, Node};

impl Emitter<'_> {
    /// The value of the entries of a loop for which its body is not zero, if that does not depend on the
    /// entry, and if the part of an array that the loop goes over is sorted and always the same.
    pub(super) fn only_value(&self, over: Id, body: Id) -> Option<Id> {
        let fixed = matches!(self.term[over], Node::Slice(_) | Node::Input(..))
            && self.free_of(over) == 0
            && self.depth > 0
            && self.part_is_sorted(over);
        let mut at = body;
        while let (true, Node::If([test, inner])) = (fixed, self.term[at]) {
            if let Node::Binary(Binary::Eq, [a, b]) = self.term[test] {
                let is_value = |id: Id| matches!(self.term[id], Node::Var(0, _));
                let is_outside = |id: Id| self.free_of(id) & 0b11 == 0;
                for (a, b) in [(a, b), (b, a)] {
                    if is_value(a) && is_outside(b) {
                        return Some(b);
                    }
                }
            }
            at = inner;
        }
        None
    }

    /// The entries of a part for which a loop's body is not zero, as far as [`Self::only_value`] knows.
    pub(super) fn narrowed(&mut self, over: Id, array: Array, body: Id) -> Emitted<Array> {
        let Some(value) = self.only_value(over, body) else { return Ok(array) };
        // The value does not depend on the loop's variables.
        let any = int(&mut self.b, 0);
        let variables = self.bound_by(over, any, Variable::Number(any));
        let value = self.with(&variables, |e| e.number(value))?;
        let first = self.bisected(array, value, CompareOp::LtS, None);
        let last = self.bisected(array.part(first, array.high()), value, CompareOp::LeS, None);
        Ok(array.part(first, last))
    }

    /// Runs `body` for each entry of the first array, its position and value, with the run of entries of
    /// the second one that have the value. The second is sorted. Carries a total, if there is one.
    pub(super) fn in_runs(
        &mut self,
        [x, y]: [Array; 2],
        total: Option<Value>,
        body: impl FnOnce(&mut Self, [Value; 2], Array, Option<Value>) -> Emitted<Option<Value>>,
    ) -> Emitted<Option<Value>> {
        // The run of the least integer is at the beginning.
        let least = int(&mut self.b, i64::MIN);
        let last = self.bisected(y, least, CompareOp::LeS, None);
        let mut state = vec![least, y.low(), last];
        state.extend(total);
        let after = self.totals(x.low(), x.high(), &state, |e, at, state| {
            let value = element_inside(&mut e.b, x, at);
            let changed = e.b.compare(CompareOp::Ne, value, state[0]);
            let first = e.bisected(y, value, CompareOp::LtS, Some(changed));
            let first = e.b.select(changed, first, state[1]);
            let rest = y.part(first, y.high());
            let last = e.bisected(rest, value, CompareOp::LeS, Some(changed));
            let last = e.b.select(changed, last, state[2]);
            let total = body(e, [at, value], y.part(first, last), state.get(3).copied())?;
            let mut next = vec![value, first, last];
            next.extend(total);
            Ok(next)
        })?;
        Ok(after.get(3).copied())
    }

    /// The number of entries of an array. The difference of its ends may wrap if it has none.
    pub(super) fn length(&mut self, array: Array) -> Value {
        let b = &mut self.b;
        let none = int(b, 0);
        let length = b.binary(BinaryOp::Sub, array.high(), array.low());
        let ascends = b.compare(CompareOp::GtS, array.high(), array.low());
        b.select(ascends, length, none)
    }

    /// The steps of a bisection of so many: as many as the number has bits.
    pub(super) fn bisection_steps(&mut self, length: Value) -> Value {
        let b = &mut self.b;
        let zeros = b.unary(UnaryOp::CountLeadingZeros, length);
        let bits = int(b, i64::from(Machine::I64.bits()));
        b.binary(BinaryOp::Sub, bits, zeros)
    }

    /// The first position of a sorted part whose element is not below a value (`LtS`), or is above it
    /// (`LeS`): bisection in as many steps as the length has bits, or none unless a test holds.
    pub(super) fn bisected(
        &mut self,
        part: Array,
        value: Value,
        below: CompareOp,
        test: Option<Value>,
    ) -> Value {
        let length = self.length(part);
        let steps = self.bisection_steps(length);
        let b = &mut self.b;
        let (none, one) = (int(b, 0), int(b, 1));
        let steps = test.map_or(steps, |test| b.select(test, steps, none));
        let bounds = (Index::constant(0), Index::var(steps));
        let kind = LoopKind::Serial;
        let found = b.for_carrying(kind, "s", bounds, 1, &[part.low(), length], |b, _, state| {
            let (at, left) = (state[0], state[1]);
            let half = b.binary(BinaryOp::ShrU, left, one);
            let middle = b.binary(BinaryOp::Add, at, half);
            let some = b.compare(CompareOp::GtS, left, none);
            let other = match part {
                Array::Part { buffer, element, .. } => load(b, buffer, element, middle, Some(some)),
                Array::Range { .. } => element_inside(b, part, middle),
            };
            let less = b.compare(below, other, value);
            let less = both(b, less, some);
            let after = b.binary(BinaryOp::Add, middle, one);
            let rest = b.binary(BinaryOp::Sub, left, half);
            let rest = b.binary(BinaryOp::Sub, rest, one);
            vec![b.select(less, after, at), b.select(less, rest, half)]
        });
        found[0]
    }
}
