//! Sums of sparse tensors row by row, in blocks of about as many entries each.

use super::emit::{Emitted, Emitter, Variable};
use super::numbers::{int, store};
use super::streams::{Step, Stream, is_from_zero};
use super::union_blocks::Outermost;
use super::unions::{Cursor, Live, Output};
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, CompareOp, LoopKind, Value};
use hloom_ir::Element;
use hloom_storage::term::Id;

impl Emitter<'_> {
    /// Whether the outermost loop of each stream is over rows from zero on.
    pub(super) fn goes_over_rows(&self, streams: &[Stream]) -> bool {
        let outermost = |stream: &Stream| {
            stream.steps.iter().find_map(|step| match step {
                Step::Loop(over) => Some(*over),
                _ => None,
            })
        };
        let over_rows = |over: Id| is_from_zero(self.term, over);
        streams.iter().all(|stream| outermost(stream).is_some_and(over_rows))
    }

    /// The cursor of a row of a stream.
    fn row_of(&mut self, stream: &Stream, outer: &Cursor, row: Value) -> Emitted<Cursor> {
        let mut live = self.at_row(outer, row)?;
        live.mask = Some(self.b.compare(CompareOp::LtS, row, outer.high));
        self.open_stream(stream, live)
    }

    /// The bound variables in a row of a stream; past its end, in the last row.
    fn at_row(&mut self, outer: &Cursor, row: Value) -> Emitted<Live> {
        let place = self.readable(outer, row);
        let mut live = outer.live.clone();
        let bound = self.with(&live.variables, |e| {
            Ok(e.bound_by(outer.over, place, Variable::Number(place)))
        })?;
        live.variables.extend(bound);
        Ok(live)
    }

    /// Merges row by row, in blocks.
    pub(super) fn union_of_rows(
        &mut self,
        (streams, outer): (&[Stream], &[Cursor]),
        (rows, blocks): (u64, u64),
        (spans, ends): (BufferId, BufferId),
        out: &Output,
    ) -> Emitted<()> {
        for cursor in outer {
            self.check_level(cursor, 0, out)?;
        }
        let open = self.b.open_for("block", &[]);
        let block = open.var;
        self.depth += 1;
        let done =
            self.block_of_rows((streams, outer), (rows, blocks), block, |e, [from, to, at]| {
                let two = int(&mut e.b, 2);
                let span = e.b.binary(BinaryOp::Mul, block, two);
                store(&mut e.b, spans, Element::I64, span, at);
                let after = e.totals(from, to, &[at], |e, row, state| {
                    let mut cursors = Vec::new();
                    for (stream, outer) in streams.iter().zip(outer) {
                        cursors.push(e.row_of(stream, outer, row)?);
                    }
                    let after = e.union(streams, cursors, (1, None), state[0], out)?;
                    store(&mut e.b, ends, Element::I64, row, after);
                    Ok(vec![after])
                })?;
                let one = int(&mut e.b, 1);
                let span = e.b.binary(BinaryOp::Add, span, one);
                store(&mut e.b, spans, Element::I64, span, after[0]);
                Ok(())
            });
        self.depth -= 1;
        let bounds = (Index::constant(0), Index::constant(blocks as i64));
        self.b.close_for(open, LoopKind::Parallel, bounds, 1, Vec::new());
        done
    }

    /// Goes on with the first row of a block, the one behind its last, and its first place.
    fn block_of_rows(
        &mut self,
        (streams, outer): (&[Stream], &[Cursor]),
        (rows, blocks): (u64, u64),
        block: Value,
        body: impl FnOnce(&mut Self, [Value; 3]) -> Emitted<()>,
    ) -> Emitted<()> {
        let (none, all) = (int(&mut self.b, 0), int(&mut self.b, rows as i64));
        if blocks == 1 {
            return body(self, [none, all, none]);
        }
        let total = self.entries_before_row((streams, outer), all)?;
        let (one, count) = (int(&mut self.b, 1), int(&mut self.b, blocks as i64));
        let next = self.b.binary(BinaryOp::Add, block, one);
        let mut ends = Vec::new();
        for number in [block, next] {
            let part = self.b.binary(BinaryOp::Mul, total, number);
            let target = self.b.binary(BinaryOp::DivU, part, count);
            ends.push(self.first_row(streams, outer, rows, target)?);
        }
        // Rows without entries at the end belong to the last block.
        let is_last = self.b.compare(CompareOp::Eq, next, count);
        let to = self.b.select(is_last, all, ends[1]);
        let at = self.entries_before_row((streams, outer), ends[0])?;
        body(self, [ends[0], to, at])
    }

    /// The first row before which there are so many entries of the operands, by bisection.
    fn first_row(
        &mut self,
        streams: &[Stream],
        outer: &[Cursor],
        rows: u64,
        target: Value,
    ) -> Emitted<Value> {
        let steps = i64::from(u64::BITS - rows.leading_zeros());
        let (none, steps) = (int(&mut self.b, 0), int(&mut self.b, steps));
        let all = int(&mut self.b, rows as i64);
        self.bisect((none, all), (none, steps), |e, row| {
            let before = e.entries_before_row((streams, outer), row)?;
            Ok(e.b.compare(CompareOp::LtS, before, target))
        })
    }

    /// The number of entries of all operands before a row.
    fn entries_before_row(&mut self, outermost: Outermost<'_>, row: Value) -> Emitted<Value> {
        let rows = vec![row; outermost.0.len()];
        self.entries_before(outermost, &rows)
    }
}
