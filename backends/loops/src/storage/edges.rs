//! Runs that read outside of arrays at their edges.
//!
//! ```text
//! sum(<_, i> in 0:m) { i -> val(p * m + i) * x(i + o) }
//!
//! for i in 0 .. from        one after the other: x(i + o) may be outside, and is zero there
//! for i in from .. to       vectors: all reads are inside
//! for i in to .. m          one after the other
//! ```
//!
//! If the number is the product of two elements, both of finite data, it is zero where one of the reads is outside:
//! there is only the loop in the middle. A product of more may overflow before it meets the zero.
//!
//! A read is inside of its array for a part of the range, if its position grows or falls by one from one iteration to
//! the next. Between the bounds of all reads, a loop of vectors looks at none of them.

use super::arrays::Array;
use super::emit::{Emitted, Emitter, Variable};
use super::numbers::{LANES, element_inside, int};
use super::vectors::Shape;
use crate::program::{BinaryOp, Value};
use hloom_storage::Scalar;
use hloom_storage::term::{Binary, Id, Node, operands};

/// A range that is shorter in any case is not split.
const LONG: i64 = 8 * LANES as i64;

impl Emitter<'_> {
    /// Whether a range may be long enough to be split at the edges of arrays.
    pub(super) fn may_be_long(&self, over: Id) -> bool {
        let Node::Range([low, high]) = self.term[over] else { return false };
        match (self.interval(low), self.interval(high)) {
            (Some(low), Some(high)) => high.1.saturating_sub(low.0) >= LONG,
            _ => true,
        }
    }

    /// Whether an element of an array, at a position that grows or falls by one, may be read in a vector: the
    /// position is inside, or the loop is split where it is not.
    pub(super) fn is_side_by_side(&self, over: Id, key: Id) -> bool {
        let splits = self.splits && self.ends(over).is_some();
        matches!(self.term[over], Node::Input(..))
            && (splits || self.has_position(over, key))
            && self.sort(over).base != Scalar::Bool
    }

    /// The part of a range in whose iterations a number reads only inside of arrays.
    pub(super) fn inside_of_arrays(
        &mut self,
        over: Id,
        array: Array,
        number: Id,
    ) -> Emitted<Array> {
        let none = int(&mut self.b, 0);
        let variables = self.bound_inside(over, none, Variable::Number(none));
        let mut reads = Vec::new();
        self.with(&variables, |e| {
            e.reads_at_edges(number, &mut reads);
            Ok(())
        })?;
        let first = element_inside(&mut self.b, array, none);
        let variables = self.bound_by(over, none, Variable::Number(first));
        let (mut low, mut high) = (array.low(), array.high());
        for (key, falls, length) in reads {
            let start = self.with(&variables, |e| e.number(key))?;
            let b = &mut self.b;
            let length = int(b, length);
            let [from, end] = match falls {
                // It is inside while 0 <= start + p < length.
                false => {
                    [b.binary(BinaryOp::Sub, none, start), b.binary(BinaryOp::Sub, length, start)]
                }
                // While 0 <= start - p < length.
                true => {
                    let one = int(b, 1);
                    let end = b.binary(BinaryOp::Add, start, one);
                    [b.binary(BinaryOp::Sub, end, length), end]
                }
            };
            low = b.binary(BinaryOp::MaxS, low, from);
            high = b.binary(BinaryOp::MinS, high, end);
        }
        Ok(self.part_within(array, low, high))
    }

    /// Whether a number is zero in all iterations that read outside of an array.
    pub(super) fn is_zero_outside(&self, number: Id) -> bool {
        let Node::Binary(Binary::Mul, factors) = self.term[number] else { return false };
        let finite = |id: Id| match self.term[id] {
            Node::Get([over, _]) => match self.term[over] {
                Node::Input(name, _) => self.inputs[&name].1.finite,
                _ => false,
            },
            _ => false,
        };
        let is_zero = |base| matches!(base, Scalar::Int | Scalar::Real);
        is_zero(self.sort(number).base) && factors.into_iter().all(finite)
    }

    /// The part of a range between two positions, `low` not below the range and `high` not above it. Ends that are far
    /// away may wrap around: the part is one of the range in any case, and the end that is right makes it empty.
    pub(super) fn part_within(&mut self, array: Array, low: Value, high: Value) -> Array {
        let low = self.b.binary(BinaryOp::MinS, low, array.high());
        let high = self.b.binary(BinaryOp::MaxS, high, low);
        array.part(low, high)
    }

    /// The positions of a number's reads that may be outside of their arrays, whether they fall, and the lengths of
    /// the arrays.
    fn reads_at_edges(&self, id: Id, out: &mut Vec<(Id, bool, i64)>) {
        if let Node::Get([over, key]) = self.term[id]
            && let Some(stride @ (Shape::UnitStride | Shape::Falling)) = self.shape(key)
        {
            if !self.has_position(over, key)
                && let Some((_, length)) = self.ends(over)
            {
                out.push((key, stride == Shape::Falling, length));
            }
            return;
        }
        if self.shape(id) == Some(Shape::Uniform) {
            return;
        }
        // Nothing is read to find out whether a condition holds that always does.
        let operands = match &self.term[id] {
            Node::If([_, value]) => std::slice::from_ref(value),
            node => operands(node),
        };
        for operand in operands {
            self.reads_at_edges(*operand, out);
        }
    }
}
