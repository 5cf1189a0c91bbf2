//! Sums of sparse tensors in blocks of about as many entries each, which threads share.
//!
//! A block has all entries whose outermost coordinates are in a range, of all operands: blocks of rows
//! (`union_rows.rs`) or, where the outermost level is compressed, of coordinates. Of coordinates that
//! are listed side by side, blocks are ranges of keys. The bounds are found by bisection over the
//! coordinates, as the number of entries before one is: the position of the first larger coordinate in
//! each operand, and down the levels the position at which its part begins.
//!
//! The entries of a block are written from the number of all operands' entries before it on, so that
//! blocks never overlap. The caller closes the gaps between them.

use super::arrays::Array;
use super::emit::{Emitted, Emitter};
use super::intervals::is_within;
use super::numbers::{both, element_inside, int, store};
use super::streams::{Step, Stream};
use super::unions::{Cursor, Output};
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, CompareOp, LoopKind, Value};
use hloom_ir::Element;
use hloom_storage::term::{Id, Node, Symbol};

/// The streams of a union at their outermost loops.
pub(super) type Outermost<'a> = (&'a [Stream], &'a [Cursor]);

/// The loops of a stream that are left after a step.
fn loops_after(stream: &Stream, step: usize) -> impl Iterator<Item = Id> {
    stream.steps[step..].iter().filter_map(|step| match step {
        Step::Loop(over) => Some(*over),
        _ => None,
    })
}

impl Emitter<'_> {
    /// Whether the positions at which the parts of the inner levels of a stream begin are inside of
    /// their arrays, for all positions of the levels around them.
    pub(super) fn has_bounds_of_parts(&self, (stream, cursor): (&Stream, &Cursor)) -> bool {
        let of = |name: Symbol| self.described.get(&name);
        let mut last = cursor.last;
        let first = cursor.live.step;
        // Only a part that depends on nothing but the position around it can be asked for another one.
        let direct = loops_after(stream, first).count();
        let plain = stream.steps[first..].iter().take(direct);
        if !plain.into_iter().all(|step| matches!(step, Step::Loop(_))) {
            return false;
        }
        loops_after(stream, first).all(|over| {
            let Node::Slice([array, low, _]) = self.term[over] else { return false };
            let (Node::Input(name, _), Node::Get([positions, _])) =
                (self.term[array], self.term[low])
            else {
                return false;
            };
            let Node::Input(positions, _) = self.term[positions] else { return false };
            let entries = of(name).and_then(|it| it.length).and_then(|n| i64::try_from(n).ok());
            let (Some(positions), Some(entries)) = (of(positions), entries) else { return false };
            let long = positions.length.is_some_and(|length| length >= last as u64 + 2);
            let inside = positions.within.is_some_and(|it| is_within(it, (0, entries)));
            last = entries - 1;
            long && inside && entries > 0
        })
    }

    /// The number of entries of a stream before a position of a loop, whose positions end at `end`.
    fn entries_at(
        &mut self,
        stream: &Stream,
        cursor: &Cursor,
        position: Value,
        end: Value,
    ) -> Emitted<Value> {
        if loops_after(stream, cursor.live.step).next().is_none() {
            return Ok(position);
        }
        let (one, none) = (int(&mut self.b, 1), int(&mut self.b, 0));
        // Before the end are all entries of the last part.
        let before_end = self.b.binary(BinaryOp::Sub, end, one);
        let place = self.b.binary(BinaryOp::MinS, position, before_end);
        let place = self.b.binary(BinaryOp::MaxS, place, none);
        let place = self.readable(cursor, place);
        let value = self.value_at(cursor, place);
        let live = self.inside(cursor, (place, value))?;
        let inner = self.open_stream(stream, live)?;
        let inside = self.b.compare(CompareOp::LtS, position, end);
        let own = self.b.select(inside, inner.low, inner.high);
        let all = int(&mut self.b, inner.last.saturating_add(1));
        self.entries_at(stream, &inner, own, all)
    }

    /// The number of entries of all operands before these positions of their outermost loops.
    pub(super) fn entries_before(
        &mut self,
        (streams, outer): Outermost<'_>,
        positions: &[Value],
    ) -> Emitted<Value> {
        let mut all = int(&mut self.b, 0);
        for ((stream, outer), position) in streams.iter().zip(outer).zip(positions) {
            let own = self.entries_at(stream, outer, *position, outer.high)?;
            all = self.b.binary(BinaryOp::Add, all, own);
        }
        Ok(all)
    }

    /// The first position of the outermost loop whose coordinate, or key of listed coordinates, is at
    /// least this one.
    fn first_position(
        &mut self,
        stream: &Stream,
        cursor: &Cursor,
        key: Value,
        out: &Output,
    ) -> Emitted<Value> {
        let (low, high) = (cursor.low, cursor.high);
        if let Array::Range { first, .. } = cursor.array {
            let b = &mut self.b;
            let at = b.binary(BinaryOp::Sub, key, first);
            let at = b.binary(BinaryOp::MaxS, at, low);
            return Ok(b.binary(BinaryOp::MinS, at, high));
        }
        let steps = i64::from(i64::BITS - cursor.last.leading_zeros()) + 1;
        let (none, steps) = (int(&mut self.b, 0), int(&mut self.b, steps));
        let length = self.b.binary(BinaryOp::Sub, high, low);
        self.bisect((low, length), (none, steps), |e, at| {
            let place = e.readable(cursor, at);
            let own = match &stream.listed {
                None => element_inside(&mut e.b, cursor.array, place),
                Some(listed) => e.listed_key(listed, place, out)?,
            };
            Ok(e.b.compare(CompareOp::LtS, own, key))
        })
    }

    /// The first number from `low` on, of so many, that is not `less`, in so many steps: those before it
    /// are.
    pub(super) fn bisect(
        &mut self,
        (low, length): (Value, Value),
        (none, steps): (Value, Value),
        less: impl FnOnce(&mut Self, Value) -> Emitted<Value>,
    ) -> Emitted<Value> {
        let found = self.totals(none, steps, &[low, length], |e, _, state| {
            let (at, left) = (state[0], state[1]);
            let one = int(&mut e.b, 1);
            let half = e.b.binary(BinaryOp::ShrU, left, one);
            let middle = e.b.binary(BinaryOp::Add, at, half);
            let less = less(e, middle)?;
            let b = &mut e.b;
            let some = b.compare(CompareOp::GtS, left, none);
            let less = both(b, less, some);
            let after = b.binary(BinaryOp::Add, middle, one);
            let rest = b.binary(BinaryOp::Sub, left, half);
            let rest = b.binary(BinaryOp::Sub, rest, one);
            Ok(vec![b.select(less, after, at), b.select(less, rest, half)])
        })?;
        Ok(found[0])
    }

    /// The position of each outermost loop at the first coordinate before which there are so many
    /// entries of all operands. `keys` is the number of coordinates from the least one on.
    fn positions_at(
        &mut self,
        outermost: Outermost<'_>,
        (least, keys): (i64, u64),
        target: Value,
        out: &Output,
    ) -> Emitted<Vec<Value>> {
        let steps = i64::from(u64::BITS - keys.leading_zeros());
        let (none, steps) = (int(&mut self.b, 0), int(&mut self.b, steps));
        let (low, length) = (int(&mut self.b, least), int(&mut self.b, keys as i64));
        let key = self.bisect((low, length), (none, steps), |e, key| {
            let positions = e.first_positions(outermost, key, out)?;
            let before = e.entries_before(outermost, &positions)?;
            Ok(e.b.compare(CompareOp::LtS, before, target))
        })?;
        self.first_positions(outermost, key, out)
    }

    fn first_positions(
        &mut self,
        (streams, outer): Outermost<'_>,
        key: Value,
        out: &Output,
    ) -> Emitted<Vec<Value>> {
        let pairs = streams.iter().zip(outer);
        pairs.map(|(stream, cursor)| self.first_position(stream, cursor, key, out)).collect()
    }

    /// Merges blocks of coordinates, each from the first of `keys` many on.
    pub(super) fn union_of_keys(
        &mut self,
        outermost: Outermost<'_>,
        (keys, blocks): ((i64, u64), u64),
        spans: BufferId,
        out: &Output,
    ) -> Emitted<()> {
        let open = self.b.open_for("block", &[]);
        let block = open.var;
        self.depth += 1;
        let done = self.block_of_keys(outermost, (keys, blocks), block, spans, out);
        self.depth -= 1;
        let bounds = (Index::constant(0), Index::constant(blocks as i64));
        self.b.close_for(open, LoopKind::Parallel, bounds, 1, Vec::new());
        done
    }

    fn block_of_keys(
        &mut self,
        outermost: Outermost<'_>,
        (keys, blocks): ((i64, u64), u64),
        block: Value,
        spans: BufferId,
        out: &Output,
    ) -> Emitted<()> {
        let (streams, outer) = outermost;
        let (lows, highs): (Vec<_>, Vec<_>) = outer.iter().map(|it| (it.low, it.high)).unzip();
        let first = self.entries_before(outermost, &lows)?;
        let last = self.entries_before(outermost, &highs)?;
        let total = self.b.binary(BinaryOp::Sub, last, first);
        let (one, count) = (int(&mut self.b, 1), int(&mut self.b, blocks as i64));
        let next = self.b.binary(BinaryOp::Add, block, one);
        let mut ends = Vec::new();
        for number in [block, next] {
            let part = self.b.binary(BinaryOp::Mul, total, number);
            let part = self.b.binary(BinaryOp::DivU, part, count);
            let target = self.b.binary(BinaryOp::Add, first, part);
            ends.push(self.positions_at(outermost, keys, target, out)?);
        }
        let is_last = self.b.compare(CompareOp::Eq, next, count);
        // Where an operand's part begins behind the first position, entries before it are none of these.
        let at = self.entries_before(outermost, &ends[0])?;
        let at = self.b.binary(BinaryOp::Sub, at, first);
        let mut cursors = outer.to_vec();
        for (i, cursor) in cursors.iter_mut().enumerate() {
            cursor.low = ends[0][i];
            cursor.high = self.b.select(is_last, cursor.high, ends[1][i]);
        }
        let two = int(&mut self.b, 2);
        let span = self.b.binary(BinaryOp::Mul, block, two);
        store(&mut self.b, spans, Element::I64, span, at);
        let after = self.union(streams, cursors, (0, None), at, out)?;
        let span = self.b.binary(BinaryOp::Add, span, one);
        store(&mut self.b, spans, Element::I64, span, after);
        Ok(())
    }
}
