//! The first few of a sorted row, for a sort of which nothing else is read, as
//! `top_k` is written: elements that belong in front of the last one kept are put in
//! their place among those kept, and all others are passed over.

use super::Lowering;
use super::lines::Rows;
use crate::index::Index;
use crate::math::Unsupported;
use crate::program::{BinaryOp, BufferId, Builder, CompareOp, LoopKind, Scalar};
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};

/// So many elements are kept at most: each costs a comparison where one is put in.
const MOST: i64 = 128;

impl Lowering<'_> {
    /// Returns the number of elements at the beginning of each row that the uses of a sort's
    /// results read, if it is small.
    pub(super) fn first_of_rows(&self, sort: OpId, axis: usize, length: i64) -> Option<i64> {
        let mut most = 1;
        for result in self.module.results(sort) {
            most = most.max(self.read_of_rows(result, axis)?);
        }
        (most <= MOST && most * 4 <= length).then_some(most)
    }

    /// The last element along `axis` that anything reads of a value, plus one.
    fn read_of_rows(&self, value: Value, axis: usize) -> Option<i64> {
        let module = self.module;
        let mut most = 0;
        for (user, place) in module.uses(value) {
            let read = match module.op(user) {
                Op::Slice(it) => *it.limit_indices.get(axis)?,
                Op::Fusion(_) => {
                    let inside = module.entry(user, 0)?;
                    self.read_of_rows(*module.args(inside).get(place)?, axis)?
                }
                // Any other op: may read all rows.
                _ => return None,
            };
            most = most.max(read);
        }
        Some(most)
    }
}

impl Rows<'_> {
    /// Puts the first `keep` elements of a sorted row, whose elements lie at `place`,
    /// into `best`, which has room for one more.
    pub(super) fn first(
        &self,
        b: &mut Builder,
        keep: i64,
        inputs: &[BufferId],
        place: &dyn Fn(Index) -> Index,
        best: &[BufferId],
    ) -> Result<(), Unsupported> {
        b.for_each(LoopKind::Serial, "t", 0, keep, 1, |b, t| {
            let at = Index::var(t);
            self.move_element(b, inputs, place(at.clone()), best, Index::constant(keep));
            self.insert(b, keep, at, best)
        })?;
        b.for_each(LoopKind::Serial, "t", keep, self.length, 1, |b, t| {
            let at = place(Index::var(t));
            let (new, last) = (
                self.elements_at(b, inputs, &at),
                self.elements_at(b, best, &Index::constant(keep - 1)),
            );
            let before = self.before(b, &new, &last)?;
            b.try_branch(
                before,
                |b| {
                    self.move_element(b, inputs, at.clone(), best, Index::constant(keep));
                    self.insert(b, keep, Index::constant(keep - 1), best)
                },
                |_| Ok(()),
            )
        })
    }

    /// Moves what belongs behind the element at `keep` up by one, beginning from the
    /// place `last`, which is free, and puts it where there is room then.
    fn insert(
        &self,
        b: &mut Builder,
        keep: i64,
        last: Index,
        best: &[BufferId],
    ) -> Result<(), Unsupported> {
        let open = b.int(Scalar::I1.ty(), 1);
        let bounds = (-last + (keep - 1), Index::constant(keep));
        b.try_for_carrying(LoopKind::Serial, "down", bounds, 1, &[open], |b, down, open| {
            let at = -Index::var(down) + (keep - 1);
            let place = b.index(at.clone());
            let (zero, one) = (b.int(Scalar::I64.ty(), 0), b.int(Scalar::I64.ty(), 1));
            let before = b.binary(BinaryOp::Sub, place, one);
            let previous = Index::var(b.binary(BinaryOp::MaxS, before, zero));
            let new = self.elements_at(b, best, &Index::constant(keep));
            let old = self.elements_at(b, best, &previous);
            let ahead = self.before(b, &new, &old)?;
            let some = b.compare(CompareOp::LtS, zero, place);
            let moves = b.binary(BinaryOp::And, some, ahead);
            b.branch(
                open[0],
                |b| {
                    b.branch(
                        moves,
                        |b| self.move_element(b, best, previous, best, at.clone()),
                        |b| self.move_element(b, best, Index::constant(keep), best, at.clone()),
                    );
                },
                |_| {},
            );
            Ok(vec![b.binary(BinaryOp::And, open[0], moves)])
        })?;
        Ok(())
    }
}
