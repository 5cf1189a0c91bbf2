//! Sort: by digits ([`super::radix`]) where the comparator compares numbers, or else a stable
//! merge sort from pairs upwards, each row on its own.
//!
//! Rows that are merged are copied to scratch memory, merged between two copies there, and copied
//! back. A round's merges take the right element only where the comparator puts it
//! in front of the left one. Rows go to several threads; on a GPU all threads share a
//! row ([`super::device`]).

use super::Lowering;
use super::lines::{Lines, Rows};
use super::radix::Key;
use super::slot::Slot;
use crate::index::{Index, Range, Var};
use crate::lower::Unsupported;
use crate::lower::nests::region_of;
use crate::nest::{Body, Combiner, Node};
use crate::program::{
    BinaryOp, BufferId, Builder, CompareOp, Facts, LoopKind, Scalar, Space, Value, storage,
};
use hloom_ir::ops::Sort;
use hloom_ir::{Element, OpId};

impl Lowering<'_> {
    /// Lowers `sort`.
    pub(super) fn sort(&mut self, op: OpId, it: &Sort) -> Result<(), Unsupported> {
        let module = self.module;
        let types = module.operands(op).iter();
        let elements: Vec<Element> = types.filter_map(|&v| module.ty(v).element()).collect();
        // The comparator's arguments alternate; those of a combiner don't.
        let n = elements.len();
        let mut body = Body::default();
        let mut args = Vec::new();
        for (i, &element) in elements.iter().enumerate() {
            args.push(body.add(Node::Parameter(i as u32), element));
            args.push(body.add(Node::Parameter((n + i) as u32), element));
        }
        let before = match region_of(module, op, &mut body, &args) {
            Ok(before) => before,
            Err(why) => return self.host_or(op, why),
        };
        let mut inputs = Vec::new();
        for &v in module.operands(op) {
            inputs.push(self.buffer(op, v)?);
        }
        let mut outputs = Vec::new();
        for result in module.results(op) {
            outputs.push(self.buffer_for(op, result)?);
        }
        if inputs.is_empty() {
            return Ok(());
        }
        // The buffer may be that of a value that was reshaped to this one.
        let shape = self.shape(op, module.ty(module.operand(op, 0)))?;
        let axis = it.axis(shape.len());
        let length = shape[axis] as i64;
        let rows: u64 = shape.iter().product::<u64>() / shape[axis].max(1);
        let inner: i64 = shape[axis + 1..].iter().product::<u64>() as i64;
        if rows == 0 || length == 0 {
            return Ok(());
        }
        if length == 1 {
            for (&from, &to) in inputs.iter().zip(&outputs) {
                self.copy(op, &Slot::Buffer(from), &Slot::Buffer(to))?;
            }
            return Ok(());
        }
        let comparator = Combiner::Body(body, before);
        let it = Rows::new(elements, length, &comparator);
        let name = match module.results(op).get(0).and_then(|v| module.name(v)) {
            Some(name) => format!("sort.{name}"),
            None => "sort".to_owned(),
        };
        // All elements, or those that are read.
        let first = self.first_of_rows(op, axis, length);
        let merge_passes = u64::from(u64::BITS - (length as u64 - 1).leading_zeros());
        let bytes: u64 = inputs.iter().map(|&b| self.builder.program().buffer(b).bytes()).sum();
        let integer = rows * length as u64 * merge_passes;
        let facts = Facts { bytes_read: bytes, bytes_written: bytes, integer, ..Facts::default() };
        let place = |row: Value, t: Index| {
            let row = Index::var(row);
            let ranges = |_: Var| Range::extent(rows);
            let outer = row.clone().floor_div(inner, &ranges) * (inner * length);
            outer + row.modulo(inner, &ranges) + t * inner
        };
        let from = Lines { buffers: &inputs, place: &place };
        let to = Lines { buffers: &outputs, place: &place };
        if let Some(gpu) = &self.machine.gpu {
            let mark = self.builder.mark();
            let made = self
                .builder
                .kernel(&name, facts, |b| it.by_grids(b, gpu, rows as i64, first, (&from, &to)));
            if made.map_err(|e| self.unsupported(op, e.to_string()))? {
                return Ok(());
            }
            self.builder.go_back(mark);
        }
        let key = Key::of(&comparator, n).filter(|key| first.is_none() && key.pays(length));
        if let Some(key) = key {
            let made = self
                .builder
                .kernel(&name, facts, |b| it.by_digits(b, &key, rows as i64, (&from, &to)));
            return made.map_err(|e| self.unsupported(op, e.to_string()));
        }
        let (copies, room) = match first {
            Some(keep) => (1, keep + 1),
            None => (2, length),
        };
        let copies: Vec<Vec<BufferId>> = (0..copies)
            .map(|_| {
                let each = it.elements.iter();
                each.map(|&e| self.builder.buffer("row", e, &[room as u64], Space::Scratch))
                    .collect()
            })
            .collect();
        let outcome: Result<(), crate::math::Unsupported> =
            self.builder.kernel(&name, facts, |b| {
                b.for_each(LoopKind::Parallel, "row", 0, rows as i64, 1, |b, row| {
                    // The row's first element: rows of the dimensions inside lie side by
                    // side.
                    let outer = b.floor_div(row, inner) * (inner * length);
                    let base = outer + b.modulo(row, inner);
                    let both: Vec<BufferId> = copies.iter().flatten().copied().collect();
                    b.scratch(&both, |b| {
                        let place = |t: Index| base.clone() + t * inner;
                        if let Some(keep) = first {
                            it.first(b, keep, &inputs, &place, &copies[0])?;
                            b.for_each(LoopKind::Serial, "t", 0, keep, 1, |b, t| {
                                let t = Index::var(t);
                                it.move_element(b, &copies[0], t.clone(), &outputs, place(t));
                            });
                            return Ok(());
                        }
                        b.for_each(LoopKind::Serial, "t", 0, length, 1, |b, t| {
                            let t = Index::var(t);
                            it.move_element(b, &inputs, place(t.clone()), &copies[0], t);
                        });
                        let (mut from, mut to) = (0, 1);
                        let mut width = 1;
                        while width < length {
                            it.round(b, width, &copies[from], &copies[to])?;
                            (from, to) = (to, from);
                            width *= 2;
                        }
                        b.for_each(LoopKind::Serial, "t", 0, length, 1, |b, t| {
                            let t = Index::var(t);
                            it.move_element(b, &copies[from], t.clone(), &outputs, place(t));
                        });
                        Ok(())
                    })
                })
            });
        outcome.map_err(|e| self.unsupported(op, e.to_string()))
    }
}

impl Rows<'_> {
    /// Moves an element of each input.
    pub(super) fn move_element(
        &self,
        b: &mut Builder,
        from: &[BufferId],
        at: Index,
        to: &[BufferId],
        place: Index,
    ) {
        for ((&from, &to), &element) in from.iter().zip(to).zip(&self.elements) {
            let unit = storage(element);
            for part in 0..i64::from(unit.units) {
                let units = i64::from(unit.units);
                let value = b.load(unit.scalar.ty(), from, at.clone() * units + part);
                b.store(value, to, place.clone() * units + part);
            }
        }
    }

    /// Merges neighbouring runs of `width` elements.
    fn round(
        &self,
        b: &mut Builder,
        width: i64,
        from: &[BufferId],
        to: &[BufferId],
    ) -> Result<(), crate::math::Unsupported> {
        let i64s = Scalar::I64.ty();
        b.for_each(LoopKind::Serial, "run", 0, self.length, 2 * width, |b, run| {
            let bound = |b: &mut Builder, past: i64| {
                let (end, length) = (b.index(Index::var(run) + past), b.int(i64s, self.length));
                b.binary(BinaryOp::MinS, end, length)
            };
            let (middle, end) = (bound(b, width), bound(b, 2 * width));
            let start = b.index(Index::var(run));
            let bounds = (Index::var(run), Index::var(end));
            let heads = [start, middle];
            b.try_for_carrying(LoopKind::Serial, "k", bounds, 1, &heads, |b, k, heads| {
                let (i, j) = (heads[0], heads[1]);
                // Of a run that is used up, some element: it is not taken.
                let last = b.int(i64s, self.length - 1);
                let (left, right) =
                    (b.binary(BinaryOp::MinS, i, last), b.binary(BinaryOp::MinS, j, last));
                let x = self.elements_at(b, from, &Index::var(right));
                let y = self.elements_at(b, from, &Index::var(left));
                let before = self.before(b, &x, &y)?;
                let some_left = b.compare(CompareOp::LtS, i, middle);
                let some_right = b.compare(CompareOp::LtS, j, end);
                let right_first = b.binary(BinaryOp::And, some_right, before);
                let none_left = b.unary(crate::program::UnaryOp::Not, some_left);
                let take_right = b.binary(BinaryOp::Or, none_left, right_first);
                let source = b.select(take_right, right, left);
                self.move_element(b, from, Index::var(source), to, Index::var(k));
                let one = b.int(i64s, 1);
                let (next_i, next_j) =
                    (b.binary(BinaryOp::Add, i, one), b.binary(BinaryOp::Add, j, one));
                Ok(vec![b.select(take_right, i, next_i), b.select(take_right, next_j, j)])
            })?;
            Ok(())
        })
    }
}
