//! Epilogues of register tiles, row by row.
//!
//! The sums of a tile go to memory, and a loop over its rows computes the outputs from there: code
//! for one row instead of eight or more. The sums of the matrix unit reach vector
//! registers through memory only. Those in vector registers go by memory if the epilogue is long: LLVM
//! takes most of its time for what is repeated, and a tile of sums is one kibibyte, which stays in
//! the nearest cache.

use super::emitter::{LoopState, NestEmitter, TilePoint};
use crate::index::Index;
use crate::math::{Emitter, Parts, Unsupported, register};
use crate::nest::{Node, NodeId};
use crate::program::{BufferId, Builder, LoopKind, Space, Value, storage};
use hloom_ir::Element;

/// The least number of operations of an epilogue that goes by rows.
const LONG_EPILOGUE: usize = 3;

/// The least number of products of a sum before an epilogue that goes by rows: a store and a load
/// of each sum take the time of two or three.
const LEAST_STEPS: u64 = 64;

impl NestEmitter<'_> {
    /// The dimension of the rows of a register tile whose epilogue goes by rows, if it does.
    pub(super) fn rows_of_epilogue(&self, state: &LoopState) -> Option<usize> {
        let reduction = self.nest.reduction.as_ref()?;
        let [value] = reduction.values[..] else { return None };
        let element = self.nest.body.element(value);
        let leaves = || self.plan.loops.iter().filter(|l| !l.split && !l.reduces);
        let mut rows = leaves().filter(|l| l.lanes == 1 && l.unroll > 1);
        let (row, others) = (rows.next()?, rows.next());
        let columns = leaves().filter(|l| l.lanes > 1).count();
        let reducing = self.plan.loops.iter().filter(|l| l.reduces && !l.split);
        let steps: u64 = reducing.map(|l| state.spans[l.dim]).product();
        let long = self.nest.body.ids().filter(|id| self.in_epilogue(*id)).count() >= LONG_EPILOGUE;
        (others.is_none()
            && columns == 1
            && long
            && steps >= LEAST_STEPS
            && self.plan.matrix.is_none()
            && self.interleave.is_none()
            && self.thread.is_none()
            && self.nest.contraction().is_some()
            && !element.is_complex()
            && storage(element).scalar == register(element)
            && state.spans[row.dim] > 1)
            .then_some(row.dim)
    }

    /// Whether a node is an operation that is computed anew for each point of an epilogue.
    fn in_epilogue(&self, id: NodeId) -> bool {
        let number = id.0 as usize;
        let operation = matches!(self.nest.body.node(id), Node::Op(..));
        operation && self.after[number] && self.scope.varies[number]
    }

    /// Emits a register tile whose epilogue goes by rows, which are those of this dimension.
    pub(super) fn tile_by_rows(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        row: usize,
    ) -> Result<(), Unsupported> {
        let nest = self.nest;
        let Some(reduction) = &nest.reduction else { return Ok(()) };
        let places = self.places(state, false);
        let totals = self.reduction(b, state, reduction, &places, true)?;
        let lanes = u64::from(self.scope.lanes);
        let rows = state.spans[row];
        let width = places.len() as u64 / rows * lanes;
        let element = nest.body.element(reduction.values[0]);
        let memory = b.buffer("sums", element, &[rows * width], Space::Scratch);
        b.scratch(&[memory], |b| {
            // Of a place's points, those of a row are side by side.
            for (number, total) in (0..).zip(&totals) {
                b.store(total[0].re, memory, Index::constant(number * lanes as i64));
            }
            self.by_rows(b, state, (row, rows), (memory, width), false)
        })
    }

    /// Emits the epilogue of so many rows, whose sums are in memory, rows of this width one after the other;
    /// with `initial`, they are to be combined with the initial value.
    pub(super) fn by_rows(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        (row, rows): (usize, u64),
        (memory, width): (BufferId, u64),
        initial: bool,
    ) -> Result<(), Unsupported> {
        let name = format!("{}s", self.nest.dims[row].name);
        b.for_each(LoopKind::Serial, &name, 0, rows as i64, 1, |b, at| {
            let state = state.at(row, Index::var(at), 1);
            self.sums_of_row(b, &state, (at, width), memory, initial)
        })
    }

    /// Emits the epilogue of a row's points, whose sums are in memory from an offset on.
    fn sums_of_row(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        (row, width): (Value, u64),
        memory: BufferId,
        initial: bool,
    ) -> Result<(), Unsupported> {
        let nest = self.nest;
        let Some(reduction) = &nest.reduction else { return Ok(()) };
        let elements: Vec<Element> =
            reduction.values.iter().map(|v| nest.body.element(*v)).collect();
        let before = nest.body.needed(&reduction.initial);
        let places: Vec<TilePoint> = self.places(state, false);
        let mut reduced = Vec::with_capacity(places.len());
        self.scope.loads.clear();
        let lanes = self.scope.lanes;
        for (number, place) in places.iter().enumerate() {
            let ty = storage(elements[0]).scalar.vector(lanes);
            let at = Index::var(row) * width as i64 + (number * usize::from(lanes)) as i64;
            let sum: Parts<Value> = b.load(ty, memory, at).into();
            if !initial {
                reduced.push(Some(vec![sum]));
                continue;
            }
            let point = self.point(b, state, &[place]);
            let values = self.scope.compute(b, &point, &before, None)?;
            let start: Vec<Parts<Value>> =
                reduction.initial.iter().map(|v| self.scope.widen(b, values[v])).collect();
            let a = &mut Emitter { builder: b, lanes };
            reduced.push(Some(reduction.combiner.combine(a, &elements, &start, &[sum])?));
        }
        self.finish(b, state, &places, &reduced)
    }
}
