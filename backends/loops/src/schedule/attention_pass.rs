//! The order in which a block of an attention kernel ([`super::attention`]) processes column tiles.
//!
//! If there is a mask ([`super::attention_mask`]), the tiles that intersect its band are processed
//! in a first pass. Then the block tests whether the other tiles would change the result: whether
//! the values computed from an excluded logit change a row's maximum or its sums, and whether the
//! values that zeros would be multiplied with are finite, since zero times infinity is not zero. If
//! they would not, the block is done; otherwise a second pass processes the other tiles. The result
//! is the same as without masks for all tensor contents.
//!
//! ```text
//! for pass 0, 1
//!   count = tiles of the band, or of the others unless they are irrelevant for all rows
//!   for each of these tiles: …
//! ```

use super::attention::{AttentionEmitter, AttentionState, combined};
use super::attention_mask::{Mask, ROWS};
use super::attention_tiling::THREAD_ROWS;
use super::emit_scope::EmitPoint;
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Parts, Unsupported, from_storage};
use crate::nest::ScalarOp;
use crate::program::{BinaryOp, Builder, CompareOp, Inst, LoopKind, Scalar, Stmt, Value};

/// The processing order of tiles.
#[derive(Clone, Copy)]
enum Order {
    /// All tiles, consecutively.
    All,
    /// In the first pass `in_band` tiles of the band, starting with `first`; in the second pass the
    /// others.
    Band { pass: Value, first: Value, in_band: Value },
}

impl Order {
    /// The number of the tile in an iteration.
    fn step(self, b: &mut Builder, ring_step: Value) -> Value {
        let Order::Band { pass, first, in_band } = self else { return ring_step };
        let inner = b.binary(BinaryOp::Add, first, ring_step);
        let zero = b.int(Scalar::I64.ty(), 0);
        let begins = b.compare(CompareOp::Eq, pass, zero);
        let outer = outer(b, ring_step, (first, in_band));
        b.select(begins, inner, outer)
    }
}

/// The tile with this number among those outside of a band.
fn outer(b: &mut Builder, number: Value, (first, in_band): (Value, Value)) -> Value {
    let behind = b.binary(BinaryOp::Add, number, in_band);
    let ahead = b.compare(CompareOp::LtS, number, first);
    b.select(ahead, number, behind)
}

impl AttentionEmitter<'_> {
    /// Emits the loop over column tiles.
    pub(super) fn tiles(
        &mut self,
        b: &mut Builder,
        start: AttentionState,
    ) -> Result<AttentionState, Unsupported> {
        let steps = self.product.steps();
        let whole = self.plan;
        let Some(mask) = &whole.mask else {
            let all = b.int(Scalar::I64.ty(), steps as i64);
            return self.pass(b, start, Order::All, all);
        };
        let (first, in_band) = self.band(b, mask);
        let all = b.int(Scalar::I64.ty(), steps as i64);
        let rest = b.binary(BinaryOp::Sub, all, in_band);
        let bounds = (Index::constant(0), Index::constant(2));
        let initial = start.flat();
        let kind = LoopKind::Serial;
        let after = b.try_for_carrying(kind, "pass", bounds, 1, &initial, |b, pass, inside| {
            let state = start.with(inside);
            let (zero, one) = (b.int(Scalar::I64.ty(), 0), b.int(Scalar::I64.ty(), 1));
            let begins = b.compare(CompareOp::Eq, pass, zero);
            let some = b.compare(CompareOp::LtS, zero, rest);
            let asks = b.select(begins, zero, one);
            let asks = b.select(some, asks, zero);
            let count = b.select(begins, in_band, zero);
            let ask = (Index::constant(0), Index::var(asks));
            let count = b.try_for_carrying(kind, "ask", ask, 1, &[count], |b, _, _| {
                let nothing = self.nothing(b, mask, &state, ((first, in_band), rest))?;
                Ok(vec![b.select(nothing, zero, rest)])
            })?[0];
            let order = Order::Band { pass, first, in_band };
            self.pass(b, state, order, count).map(|state| state.flat())
        })?;
        Ok(start.with(&after))
    }

    /// The first tile of a mask's band, and the number of its tiles.
    fn band(&mut self, b: &mut Builder, mask: &Mask) -> (Value, Value) {
        let steps = self.product.steps() as i64;
        let columns = self.plan.columns as i64;
        let tile = self.plan.rows() as i64;
        let at = self.logits.operands[0].at.clone();
        let dim = self.chain.batches + self.chain.row_dims - 1;
        let extent = self.chain.logits.dims[dim].extent as i64;
        // The rows of a tile are consecutive in the last row dimension, or may be any of it.
        let rows = match self.chain.row_dims {
            1 => {
                let last = b.least(at.clone() + (tile - 1), extent - 1);
                [at, last]
            }
            _ if extent % tile == 0 => {
                let first = b.modulo(at, extent);
                [first.clone(), first + (tile - 1)]
            }
            _ => [Index::constant(0), Index::constant(extent - 1)],
        };
        let rows = rows.map(|row| b.index(row));
        let place = |edge: &Index| {
            let row = |v: Var| Index::var(rows[usize::from(v == ROWS[1])]);
            b.floor_div(edge.substitute(&row, &*b), columns)
        };
        let first = mask.band.low.as_ref().map_or(Index::constant(0), place);
        let first = b.least(b.greatest(first, 0), steps);
        let end = mask.band.high.as_ref().map_or(Index::constant(steps), |it| place(it) + 1);
        let end = b.least(b.greatest(end, 0), steps);
        let first = b.index(first);
        let in_band = b.greatest(end - Index::var(first), 0);
        (first, b.index(in_band))
    }

    /// Emits the loop over the tiles of one pass.
    fn pass(
        &mut self,
        b: &mut Builder,
        start: AttentionState,
        order: Order,
        count: Value,
    ) -> Result<AttentionState, Unsupported> {
        let steps = self.product.steps();
        let zero = b.int(Scalar::I64.ty(), 0);
        if self.plan.stages > 1 {
            let step = order.step(b, zero);
            let mut load = |b: &mut Builder| self.load(b, step, zero);
            match b.constant_of(count) {
                Some(_) => load(b)?,
                None => {
                    let some = b.compare(CompareOp::LtS, zero, count);
                    b.try_branch(some, load, |_| Ok(()))?;
                }
            }
            self.engine.close(b);
        }
        let bounds = match b.constant_of(count) {
            Some(count) => (Index::constant(0), Index::constant(count as i64)),
            None => (Index::constant(0), Index::var(count)),
        };
        let first = start.flat();
        let kind = LoopKind::Serial;
        // No pass has more tiles than there are.
        let all = Range::extent(steps);
        let after =
            b.try_for_carrying(kind, "tile", bounds, 1, &first, |b, ring_step, inside| {
                b.assuming(ring_step, all, |b| {
                    let step = order.step(b, ring_step);
                    b.assuming(step, all, |b| {
                        let slot = self.arrive(b, (ring_step, step), order, count)?;
                        self.tile(b, step, slot, start.with(inside)).map(|state| state.flat())
                    })
                })
            })?;
        Ok(start.with(&after))
    }

    /// Starts loading a column tile that exists, by its number.
    fn load(&mut self, b: &mut Builder, step: Value, slot: Value) -> Result<(), Unsupported> {
        let both = (&mut self.logits, &mut self.product);
        let steps = Range::extent(both.1.steps());
        b.assuming(step, steps, |b| self.engine.columns_in(b, both, step, slot))
    }

    /// Waits for the column tile of an iteration and starts loading the next one; returns its
    /// location in shared memory.
    fn arrive(
        &mut self,
        b: &mut Builder,
        (ring_step, step): (Value, Value),
        order: Order,
        count: Value,
    ) -> Result<Value, Unsupported> {
        if self.plan.stages == 1 {
            // All threads are done with the previous tile.
            b.push(Stmt::Barrier);
            let zero = b.int(Scalar::I64.ty(), 0);
            self.load(b, step, zero)?;
            self.engine.close(b);
            self.engine.wait(b);
            return Ok(zero);
        }
        self.engine.wait(b);
        let slot = b.index(b.modulo(ring_step, 2));
        let (next, free) = (b.index(Index::var(ring_step) + 1), b.index(-Index::var(slot) + 1));
        let more = b.compare(CompareOp::LtS, next, count);
        let load = |b: &mut Builder| {
            let next = order.step(b, next);
            self.load(b, next, free)
        };
        b.try_branch(more, load, |_| Ok(()))?;
        self.engine.close(b);
        Ok(slot)
    }

    /// Emits the test whether the tiles outside of the band change no row of the block.
    fn nothing(
        &mut self,
        b: &mut Builder,
        mask: &Mask,
        state: &AttentionState,
        ((first, in_band), rest): ((Value, Value), Value),
    ) -> Result<Value, Unsupported> {
        // Zero times an excluded value is NaN for an infinity or a NaN.
        let mut sum = self.zeros_times_values(b, (first, in_band), rest)?;
        let one = b.number(Scalar::F32.ty(), 1.0);
        for half in 0..THREAD_ROWS {
            for same in self.unchanged(b, mask, state, half)? {
                let zero = b.number(Scalar::F32.ty(), 0.0);
                let more = b.select(same, zero, one);
                sum = b.binary(BinaryOp::Add, sum, more);
            }
        }
        for by in [1, 2, 4, 8, 16] {
            let other = b.inst(Inst::ShuffleXor(sum, by));
            sum = b.binary(BinaryOp::Add, sum, other);
        }
        let (lane, warp) = (self.engine.lane(b), self.engine.warp(b));
        let lane = b.index(lane);
        let zero = b.int(Scalar::I64.ty(), 0);
        let speaks = b.compare(CompareOp::Eq, lane, zero);
        let votes = self.votes;
        b.branch(speaks, |b| b.store(sum, votes, warp), |_| {});
        b.push(Stmt::Barrier);
        let mut all = b.number(Scalar::F32.ty(), 0.0);
        for warp in 0..self.plan.warps() {
            let vote = b.load(Scalar::F32.ty(), votes, Index::constant(warp as i64));
            all = b.binary(BinaryOp::Add, all, vote);
        }
        let zero = b.number(Scalar::F32.ty(), 0.0);
        Ok(b.compare(CompareOp::Eq, all, zero))
    }

    /// Emits the sum of this thread's share of the second gemm's rhs in tiles outside of the band,
    /// each times zero: 0, or NaN.
    fn zeros_times_values(
        &mut self,
        b: &mut Builder,
        band: (Value, Value),
        rest: Value,
    ) -> Result<Value, Unsupported> {
        let (wide, columns, element) = (self.plan.wide, self.plan.columns, self.plan.element);
        let (threads, steps) = (self.plan.threads(), self.product.steps());
        let it = &self.product.operands[1];
        let (by_steps, lanes) = (it.by_steps, it.scope.lanes);
        let each = u64::from(lanes);
        let pieces = wide * columns / each;
        let length = if by_steps { columns } else { wide } / each;
        let none = b.number(Scalar::F32.vector(lanes), 0.0);
        let bounds = (Index::constant(0), Index::var(rest));
        let kind = LoopKind::Serial;
        let sums = b.try_for_carrying(kind, "value", bounds, 1, &[none], |b, number, sums| {
            let step = outer(b, number, band);
            let mut sum = sums[0];
            b.assuming(step, Range::extent(steps), |b| {
                for iteration in 0..pieces.div_ceil(threads) {
                    let tiles = &mut self.product;
                    let (number, _) = tiles.number(b, iteration, pieces);
                    let along = b.modulo(number.clone(), length as i64) * each as i64;
                    let row = b.floor_div(number, length as i64);
                    let (point, own) = if by_steps { (row, along) } else { (along, row) };
                    let vector = if by_steps { (1, each) } else { (each, 1) };
                    let at = (point, Index::var(step) * columns as i64 + own);
                    let stored = tiles.element(b, 1, at, vector)?;
                    let a = &mut Emitter { builder: b, lanes };
                    let value = from_storage(a, element, Parts::from(stored)).re;
                    sum = b.fma(value, none, sum);
                }
                Ok(vec![sum])
            })
        })?;
        let each = super::gemm_tile::each_lane(b, sums[0]);
        Ok(each[1..].iter().fold(each[0], |all, one| b.binary(BinaryOp::Add, all, *one)))
    }

    /// Emits the tests whether excluded logits change nothing in a row.
    fn unchanged(
        &mut self,
        b: &mut Builder,
        mask: &Mask,
        state: &AttentionState,
        half: usize,
    ) -> Result<Vec<Value>, Unsupported> {
        let chain = self.chain;
        let mut nodes = mask.reductions.clone();
        nodes.push(mask.probabilities);
        let zero = b.number(Scalar::F32.ty(), 0.0);
        let reduced: Vec<Parts<Value>> = std::iter::once(zero)
            .chain(state.maxima[half].iter().copied())
            .map(Parts::from)
            .collect();
        let dims = vec![Index::constant(0); mask.nest.dims.len()];
        let point = EmitPoint { dims, mask: None, transpose: None };
        let mut scope = super::emit_scope::EmitScope::new(&mask.nest, &[], &[], None);
        let values = scope.compute(b, &point, &mask.nest.body.needed(&nodes), Some(&reduced))?;
        let mut same = Vec::new();
        for (n, (reduction, node)) in chain.reductions.iter().zip(&mask.reductions).enumerate() {
            let value = values[node].re;
            let (old, new) = match reduction.combiner {
                ScalarOp::Add => (zero, value),
                _ => {
                    let old = state.reductions[half][n];
                    (old, combined(b, reduction, old, value)?)
                }
            };
            same.push(b.compare(CompareOp::Eq, old, new));
        }
        same.push(b.compare(CompareOp::Eq, values[&mask.probabilities].re, zero));
        Ok(same)
    }
}
