//! Emission of gemms in the matrix unit ([`super::matrix`]).

use super::ScheduleError;
use super::emit_scope::LANE;
use super::emitter::{LoopState, NestEmitter, Registers, TilePoint};
use crate::index::Index;
use crate::math::{Emitter, Unsupported, to_storage};
use crate::nest::linear;
use crate::program::matrix::{MatrixOp, ROW_BYTES, ROWS, group};
use crate::program::{Access, BufferId, Builder, Inst, Lanes, LoopKind, Space, Stmt, Value};
use hloom_ir::Element;

impl NestEmitter<'_> {
    /// The number of loops around the matrix registers: those that make copies, and those that are
    /// parallel.
    pub(super) fn register_level(&self) -> Option<usize> {
        self.plan.matrix?;
        let copies = self.plan.packs.iter().map(|pack| pack.at).max().unwrap_or(0);
        let parallel = self.plan.loops.iter().rposition(|l| l.parallel).map_or(0, |at| at + 1);
        Some(copies.max(parallel))
    }

    /// Configures the matrix registers, and continues with the loops.
    pub(super) fn with_registers(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let Some(tile) = self.plan.matrix else { return Ok(()) };
        let Some((x, y)) = self.nest.contraction() else { return Ok(()) };
        let element = |node| self.nest.body.element(self.nest.unconverted(node));
        let (left, right) =
            if tile.swapped { (element(y), element(x)) } else { (element(x), element(y)) };
        let Some((_, sum)) = group(left) else { return Ok(()) };
        let mut all = Vec::new();
        let mut registers = |b: &mut Builder, name: &str, element: Element, count: u64| {
            let columns = ROW_BYTES / element.byte_width() as u64;
            let of = |_| b.buffer(name, element, &[ROWS, columns], Space::Matrix);
            let made: Vec<BufferId> = (0..count).map(of).collect();
            all.extend(&made);
            made
        };
        let sums = registers(b, "sum", sum, tile.rows * tile.columns);
        let left = registers(b, "row", left, tile.rows);
        let right = registers(b, "column", right, tile.columns);
        let shape = [tile.rows * ROWS, tile.columns * ROWS];
        let memory = b.buffer("sums", sum, &shape, Space::Scratch);
        all.push(memory);
        self.registers = Some(Registers { left, right, sums, memory });
        b.scratch(&all, |b| self.loops(b, level, state))?;
        self.registers = None;
        Ok(())
    }

    /// Emits a register tile: its sums, then their epilogue.
    pub(super) fn matrix_tile(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        registers: &Registers,
    ) -> Result<(), Unsupported> {
        let Some(tile) = self.plan.matrix else { return Ok(()) };
        let rows = state.spans[tile.row].div_ceil(ROWS).min(tile.rows) as usize;
        let columns = state.spans[tile.column].div_ceil(ROWS).min(tile.columns) as usize;
        let width = tile.columns * ROWS;
        let all: Vec<(usize, usize)> =
            (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).collect();
        let sum = |(r, c): &(usize, usize)| registers.sums[r * tile.columns as usize + c];
        all.iter().for_each(|at| b.push(Stmt::Matrix(MatrixOp::Zero(sum(at)))));
        self.multiply(b, self.plan.outer, state, (rows, columns), registers);
        for at in &all {
            let offset = (at.0 as u64 * ROWS * width + at.1 as u64 * ROWS) as i64;
            let to = (registers.memory, Index::constant(offset));
            b.push(Stmt::Matrix(MatrixOp::Store { from: sum(at), to, stride: width }));
        }
        let rows = (tile.row, state.spans[tile.row]);
        self.by_rows(b, state, rows, (registers.memory, width), true)
    }

    /// Emits the loops over reducing dimensions from this one inwards.
    fn multiply(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
        tiles: (usize, usize),
        registers: &Registers,
    ) {
        let Some(tile) = self.plan.matrix else { return };
        if level < self.plan.loops.len() {
            let l = self.plan.loops[level].clone();
            let span = state.spans[l.dim];
            let steps = span.div_ceil(l.step);
            if steps <= 1 {
                return self.multiply(b, level + 1, &state.at(l.dim, 0, span), tiles, registers);
            }
            let unit = self.unit(&l, l.step);
            let (to, step) = ((steps * l.step / unit) as i64, (l.step / unit) as i64);
            b.for_each(LoopKind::Serial, &l.name, 0, to, step, |b, var| {
                let at = Index::var(var) * unit as i64;
                self.multiply(b, level + 1, &state.at(l.dim, at, l.step), tiles, registers);
            });
            return;
        }
        let [left, right] = if tile.swapped { [1, 0] } else { [0, 1] };
        let mut load = |number: usize, to: BufferId, (own, at): (usize, usize), along: usize| {
            let Some(packed) = &self.packed[number] else { return };
            let state = state.at(own, (at as u64 * ROWS) as i64, ROWS);
            let offset = packed.offset_at(&state.dims, &self.scope.ranges(b));
            let from = (packed.buffer, offset);
            let stride = packed.distance(along, number == right);
            b.push(Stmt::Matrix(MatrixOp::Load { to, from, stride }));
        };
        for c in 0..tiles.1 {
            load(right, registers.right[c], (tile.column, c), tile.sum);
        }
        for r in 0..tiles.0 {
            load(left, registers.left[r], (tile.row, r), tile.row);
        }
        for r in 0..tiles.0 {
            for c in 0..tiles.1 {
                b.push(Stmt::Matrix(MatrixOp::Multiply {
                    acc: registers.sums[r * tile.columns as usize + c],
                    lhs: registers.left[r],
                    rhs: registers.right[c],
                }));
            }
        }
    }

    /// Stores the results of several points as one row, interleaved: those of the first lanes, then
    /// those of the second lanes, and so on.
    pub(super) fn finish_interleaved(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        places: &[TilePoint],
        rows: u64,
    ) -> Result<(), Unsupported> {
        let nest = self.nest;
        let (after, lanes) = (self.after.clone(), self.scope.lanes);
        let output = &nest.outputs[0];
        let mut vectors: Vec<Value> = Vec::with_capacity(places.len());
        let mut first = None;
        for place in places {
            let point = self.point(b, state, &[place]);
            let values = self.scope.compute(b, &point, &after, None)?;
            let value = self.scope.widen(b, values[&output.value]);
            let a = &mut Emitter { builder: b, lanes };
            vectors.push(to_storage(a, output.tensor.element, value).re);
            first.get_or_insert(point);
        }
        let Some(first) = first else { return Ok(()) };
        let place = self.scope.resolve(b, &linear(&output.coords, &output.tensor.shape), &first);
        let offset = place - Index::var(LANE) * rows as i64;
        // Pairs, then pairs of pairs.
        let mut together = 1;
        while vectors.len() > 1 {
            let pair = |pair: &[Value]| interleaved(b, pair[0], pair[1], together);
            vectors = vectors.chunks(2).map(pair).collect();
            together *= 2;
        }
        let buffer = self.scope.outputs[0];
        let access = Access { buffer, offset, lanes: Lanes::Contiguous, mask: None };
        b.push(Stmt::Store(vectors[0], access));
        Ok(())
    }
}

/// Interleaves two vectors in groups of `together` lanes.
fn interleaved(b: &mut Builder, x: Value, y: Value, together: u16) -> Value {
    let lanes = b.type_of(x).lanes;
    let order = (0..lanes / together).flat_map(|n| {
        let of = move |base: u16| (0..together).map(move |l| base + n * together + l);
        of(0).chain(of(lanes))
    });
    b.inst(Inst::Shuffle(x, y, order.collect()))
}
