//! Shared memory of an attention block ([`super::attention`]), and its two gemms.
//!
//! Operands lie there as they do in memory, the one way or the other, in rows of an odd
//! number of 16 bytes: the rows that are read at once then lie in different banks. Without
//! tensor cores, a row has the steps of the first gemm's sum side by side, or the
//! columns of the second one's, since vectors of these are read.

use super::Staging;
use super::attention_tiling::{AttentionTiling, HiLo, ROWS, THREAD_ROWS, WARP};
use super::epilogue_shuffle::{EpilogueShuffle, joined};
use super::gemm_tile::{GemmBlock, each_lane};
use crate::index::Index;
use crate::math::{Emitter, Unsupported, to_storage};
use crate::program::{
    AsyncOp, BinaryOp, BufferId, Builder, Inst, LoopKind, MmaOp, Scalar, Stmt, Value, storage,
};

/// A pair of probabilities of a row, and the vector that they are the lanes of, if there is one: if
/// that was rounded before, it need not be again.
#[derive(Clone, Copy)]
pub(super) struct ProbabilityPair {
    pub(super) each: [Value; 2],
    pub(super) both: Option<Value>,
}

/// An operand in shared memory.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The offset of its start.
    pub(super) at: u64,
    points: u64,
    steps: u64,
    /// Whether rows are steps of the sum.
    pub(super) transposed: bool,
    /// Whether a thread's steps are neighbours, of eight.
    pub(super) paired: bool,
    /// From a row to the next.
    pub(super) stride: u64,
}

impl Region {
    fn new(
        plan: &AttentionTiling,
        (points, steps): (u64, u64),
        transposed: bool,
        paired: bool,
    ) -> Region {
        let length = if transposed { points } else { steps };
        let lanes = plan.lanes();
        let stride = match plan.op {
            // Four steps are read at once, of eight points, or four points, of eight steps.
            Some(MmaOp::TF32) if transposed != paired => length.next_multiple_of(16) + 8,
            // An odd number of pieces of 16 bytes.
            _ if (length / lanes).is_multiple_of(2) => length + lanes,
            _ => length,
        };
        Region { at: 0, points, steps, transposed, paired, stride }
    }

    fn size(&self) -> u64 {
        self.stride * if self.transposed { self.steps } else { self.points }
    }

    /// The place of a step of a point.
    pub(super) fn place(&self, point: Index, step: Index) -> Index {
        let (row, along) = if self.transposed { (step, point) } else { (point, step) };
        row * self.stride as i64 + along + self.at as i64
    }
}

/// Stores results: those side by side, from a row and a column of the tile on.
type Stored<'a> = dyn FnMut(&mut Builder, (Index, Index), Value) -> Result<(), Unsupported> + 'a;

/// The gemms of a block.
pub(super) struct AttentionTile {
    pub(super) buffer: BufferId,
    /// Elements of shared memory.
    pub(super) units: u64,
    pub(super) op: Option<MmaOp>,
    pub(super) plan: AttentionTiling,
    pub(super) scalar: Scalar,
    rows: Region,
    /// The first gemm's operand and the second's, of the first tile of columns.
    pub(super) columns: [Region; 2],
    /// From a tile of columns to the next.
    pub(super) slot: u64,
    thread: Value,
    /// The rows' operand, of units.
    held: Vec<HiLo>,
}

impl AttentionTile {
    pub(super) fn new(
        plan: &AttentionTiling,
        logits: &GemmBlock<'_>,
        product: &GemmBlock<'_>,
    ) -> AttentionTile {
        let units = plan.op.is_some();
        let lanes = plan.lanes();
        let transposed = |tiles: &GemmBlock<'_>, operand: usize| {
            let own = tiles.operands[operand].by_steps;
            !tiles.async_source(operand, lanes).map_or(own, |it| it.by_steps)
        };
        let region = |sizes, transposed| Region::new(plan, sizes, transposed, false);
        let rows = region((plan.rows(), plan.depth), units && transposed(logits, 0));
        let mut keys = region((plan.columns, plan.depth), units && transposed(logits, 1));
        let transposed = !units || transposed(product, 1);
        let paired = plan.op == Some(MmaOp::TF32);
        let mut values = Region::new(plan, (plan.wide, plan.columns), transposed, paired);
        // Units have the rows' operand in registers once it is there.
        keys.at = if units { 0 } else { rows.size() };
        values.at = keys.at + keys.size();
        let slot = keys.size() + values.size();
        let all = (keys.at + plan.stages * slot).max(rows.size());
        AttentionTile {
            buffer: BufferId(u32::MAX),
            units: all,
            op: plan.op,
            plan: plan.clone(),
            scalar: storage(plan.element).scalar,
            rows,
            columns: [keys, values],
            slot,
            thread: logits.thread,
            held: Vec::new(),
        }
    }

    pub(super) fn lane(&self, b: &Builder) -> Index {
        b.modulo(self.thread, WARP as i64)
    }

    pub(super) fn warp(&self, b: &Builder) -> Index {
        b.floor_div(self.thread, WARP as i64)
    }

    /// A row of this thread in the tile.
    pub(super) fn row(&self, b: &Builder, half: usize) -> Index {
        let row = b.floor_div(self.lane(b), 4);
        self.first_row(b) + row + 8 * half as i64
    }

    /// The first row of this warp, which others may have too.
    fn first_row(&self, b: &Builder) -> Index {
        b.floor_div(self.warp(b), self.plan.sharing as i64) * ROWS as i64
    }

    /// The first column of the result that this warp has.
    fn first_column(&self, b: &Builder) -> Index {
        let part = b.modulo(self.warp(b), self.plan.sharing as i64);
        part * self.plan.own_wide() as i64
    }

    /// The thread's number among those that have the same rows.
    pub(super) fn column(&self, b: &Builder) -> Index {
        b.modulo(self.lane(b), 4)
    }

    /// Brings the rows' operand to where it is multiplied.
    pub(super) fn rows_in(
        &mut self,
        b: &mut Builder,
        logits: &mut GemmBlock<'_>,
    ) -> Result<(), Unsupported> {
        let region = self.rows.clone();
        let none = Index::constant(0);
        let [query, ..] = self.plan.staging;
        self.fill(b, (logits, 0, query), &region, none.clone(), none)?;
        self.close(b);
        if self.op.is_none() {
            return Ok(());
        }
        self.wait(b);
        let first = self.first_of(b, &region, self.first_row(b), true);
        let first = b.index(first);
        for part in 0..self.plan.depth / self.depth() {
            let step = Index::constant((part * self.depth()) as i64);
            let at = Index::var(first) + region.place(Index::constant(0), step);
            let it = match self.by_matrices(&region) {
                true => self.matrices(b, at, region.transposed),
                false => self.elements(b, &region, &at, &[(0, 0), (8, 0), (0, 4), (8, 4)]),
            };
            let it = self.taken(b, 0, it);
            self.held.push(it);
        }
        b.push(Stmt::Barrier);
        Ok(())
    }

    /// Closes what has been begun to be brought.
    pub(super) fn close(&self, b: &mut Builder) {
        if self.plan.copies() {
            b.push(Stmt::Async(AsyncOp::CommitGroup));
        }
    }

    /// Waits for all that is brought, by any thread.
    pub(super) fn wait(&self, b: &mut Builder) {
        if self.plan.copies() {
            b.push(Stmt::Async(AsyncOp::WaitGroup(0)));
        }
        b.push(Stmt::Barrier);
    }

    /// Begins to bring a tile of columns to a place.
    pub(super) fn columns_in(
        &mut self,
        b: &mut Builder,
        (logits, product): (&mut GemmBlock<'_>, &mut GemmBlock<'_>),
        step: Value,
        slot: Value,
    ) -> Result<(), Unsupported> {
        let at = Index::var(slot) * self.slot as i64;
        let first = Index::var(step) * self.plan.columns as i64;
        let [keys, values] = self.columns.clone();
        logits.operands[1].at = first.clone();
        let [_, key, value] = self.plan.staging;
        self.fill(b, (logits, 1, key), &keys, at.clone(), Index::constant(0))?;
        self.fill(b, (product, 1, value), &values, at, first)
    }

    /// Brings an operand to shared memory, so far behind where its region begins, from a
    /// step of the sum on.
    fn fill(
        &self,
        b: &mut Builder,
        (tiles, operand, staging): (&mut GemmBlock<'_>, usize, Staging),
        region: &Region,
        behind: Index,
        first: Index,
    ) -> Result<(), Unsupported> {
        let threads = self.plan.threads();
        let copied = tiles.async_source(operand, self.plan.lanes()).ok();
        let copied = copied.filter(|_| staging == Staging::Async);
        let (by_steps, lanes) = match &copied {
            Some(it) => (it.by_steps, self.plan.lanes()),
            None => {
                (tiles.operands[operand].by_steps, u64::from(tiles.operands[operand].scope.lanes))
            }
        };
        let pieces = region.points * region.steps / lanes;
        let length = if by_steps { region.steps } else { region.points } / lanes;
        for iteration in 0..pieces.div_ceil(threads) {
            let (number, mine) = tiles.number(b, iteration, pieces);
            let along = b.modulo(number.clone(), length as i64) * lanes as i64;
            let row = b.floor_div(number, length as i64);
            let (point, step) = if by_steps { (row, along) } else { (along, row) };
            let wide = if by_steps { (1, lanes) } else { (lanes, 1) };
            let to = b.index(region.place(point.clone(), step.clone()));
            let to = Index::var(to) + behind.clone();
            let own = tiles.operands[operand].at.clone() + point;
            let at = (own, first.clone() + step);
            if let Some(from) = &copied {
                let (point, inside) = tiles.point(b, operand, at, wide);
                let (from, when) = tiles.source(b, (operand, from), (&point, inside));
                let to = (self.buffer, to);
                let copy = Stmt::Async(AsyncOp::CpAsync { to, from, units: lanes as u16, when });
                match mine {
                    Some(mine) => b.branch(mine, |b| b.push(copy), |_| {}),
                    None => b.push(copy),
                }
                continue;
            }
            let value = tiles.element(b, operand, at, wide)?;
            let each = match by_steps != region.transposed {
                true => vec![value],
                false => each_lane(b, value),
            };
            tiles.store_piece(b, (self.buffer, &to), region.stride, &each, mine);
        }
        Ok(())
    }

    /// A warp's logits: for each eight columns, the thread's pairs of both rows.
    pub(super) fn logits(&self, b: &mut Builder, slot: Value) -> Vec<Value> {
        let Some(op) = self.op else { return self.logits_by_threads(b, slot) };
        let region = &self.columns[0];
        let zero = b.number(Scalar::F32.vector(4), 0.0);
        let mut sums = vec![zero; self.plan.columns as usize / 8];
        let first = b.index(self.first_of(b, region, Index::constant(0), false));
        if op == MmaOp::TF32 {
            let sums = self.by_points(b, 0, (&self.held, first), slot, sums);
            return sums.into_iter().flat_map(|sum| each_lane(b, sum)).collect();
        }
        for (step, (rows, _)) in (0..).zip(&self.held) {
            for point in 0..self.plan.columns / ROWS {
                let right = self.right(b, (region, first), (point, step), slot);
                for (n, right) in right.into_iter().enumerate() {
                    let sum = &mut sums[2 * point as usize + n];
                    *sum = b.inst(Inst::Mma(op, *rows, right, *sum));
                }
            }
        }
        sums.into_iter().flat_map(|sum| each_lane(b, sum)).collect()
    }

    /// The same without units: four steps of the sum at a time.
    fn logits_by_threads(&self, b: &mut Builder, slot: Value) -> Vec<Value> {
        let region = &self.columns[0];
        let four = self.scalar.vector(4);
        let none = Index::constant(0);
        let own = [0, 1].map(|half| b.index(self.rows.place(self.row(b, half), none.clone())));
        let own_column =
            region.place(self.column(b) * 2, none) + Index::var(slot) * self.slot as i64;
        let own_column = b.index(own_column);
        let count = self.plan.columns / 8;
        let zero = b.number(self.scalar.ty(), 0.0);
        let initial = vec![zero; 4 * count as usize];
        let bounds = (Index::constant(0), Index::constant(self.plan.depth as i64));
        b.for_carrying(LoopKind::Serial, "step", bounds, 4, &initial, |b, step, sums| {
            let mut sums = sums.to_vec();
            let load =
                |b: &mut Builder, at: Index| b.load(four, self.buffer, at + Index::var(step));
            let rows = own.map(|at| load(b, Index::var(at)));
            for n in 0..count {
                for e in 0..2 {
                    let further = ((8 * n + e) * region.stride) as i64;
                    let column = load(b, Index::var(own_column) + further);
                    for (half, row) in rows.into_iter().enumerate() {
                        let sum = &mut sums[4 * n as usize + 2 * half + e as usize];
                        let pairs = each_lane(b, row).into_iter().zip(each_lane(b, column));
                        for (x, y) in pairs.collect::<Vec<_>>() {
                            *sum = b.fma(x, y, *sum);
                        }
                    }
                }
            }
            sums
        })
    }

    /// The initial sums of the second gemm.
    pub(super) fn zeros(&self, b: &mut Builder) -> Vec<Value> {
        let (lanes, count) = match self.op {
            Some(_) => (4, self.plan.own_wide() / 8),
            None => (1, self.plan.own_wide() / 2),
        };
        let zero = b.number(Scalar::F32.vector(lanes), 0.0);
        vec![zero; count as usize]
    }

    /// A pair of a row.
    pub(super) fn pair(
        &self,
        b: &mut Builder,
        result: &[Value],
        half: usize,
        pair: usize,
    ) -> [Value; 2] {
        [0, 1].map(|e| match self.op {
            Some(_) => b.inst(Inst::Extract(result[pair], (2 * half + e) as u16)),
            None => result[4 * pair + 2 * half + e],
        })
    }

    /// Calls `made` with the results that this thread stores at once, so many, and where the
    /// first of them is in the tile.
    pub(super) fn results(
        &self,
        b: &mut Builder,
        result: &[Value],
        lanes: u16,
        made: &mut Stored<'_>,
    ) -> Result<(), Unsupported> {
        let (column, all) = (self.column(b), self.plan.own_wide() / 8);
        if self.op.is_none() {
            // Four columns of each sixteen lie side by side.
            for (half, n) in
                (0..THREAD_ROWS).flat_map(|half| (0..all as usize / 2).map(move |n| (half, n)))
            {
                let own = [0, 1].map(|m| self.pair(b, result, half, 2 * n + m)).concat();
                let at = self.first_column(b) + column.clone() * 4 + 16 * n as i64;
                for (part, values) in own.chunks(lanes.into()).enumerate() {
                    let at = at.clone() + (part * usize::from(lanes)) as i64;
                    let value = if lanes == 1 { values[0] } else { joined(b, values) };
                    let row = self.row(b, half);
                    made(b, (row, at), value)?;
                }
            }
            return Ok(());
        }
        let shuffle = EpilogueShuffle::new(b, &column, lanes, all);
        for half in (0..THREAD_ROWS).step_by(shuffle.rows as usize) {
            let row = self.row(b, half) + shuffle.row.clone();
            for n in (0..all as usize).step_by(shuffle.groups as usize) {
                let own = (half..half + shuffle.rows as usize)
                    .flat_map(|half| (n..n + shuffle.groups as usize).map(move |n| (half, n)));
                let pairs: Vec<[Value; 2]> =
                    own.map(|(half, n)| self.pair(b, result, half, n)).collect();
                let at = self.first_column(b) + shuffle.column.clone() + 8 * n as i64;
                for (further, value) in shuffle.results(b, &pairs) {
                    made(b, (row.clone(), at.clone() + further), value)?;
                }
            }
        }
        Ok(())
    }

    /// Changes every number of a row.
    pub(super) fn each(
        &self,
        b: &mut Builder,
        result: &mut [Value],
        half: usize,
        mut change: impl FnMut(&mut Builder, Value) -> Value,
    ) {
        for pair in 0..self.plan.own_wide() as usize / 8 {
            let values = self.pair(b, result, half, pair);
            for (e, value) in values.into_iter().enumerate() {
                let new = change(b, value);
                match self.op {
                    Some(_) => {
                        let lane = (2 * half + e) as u16;
                        result[pair] = b.inst(Inst::Insert(result[pair], new, lane));
                    }
                    None => result[4 * pair + 2 * half + e] = new,
                }
            }
        }
    }

    /// Multiplies every number of a row.
    pub(super) fn scale(&self, b: &mut Builder, result: &mut [Value], half: usize, by: Value) {
        self.each(b, result, half, |b, value| b.binary(BinaryOp::Mul, value, by));
    }

    /// Adds the second gemm of a tile's probabilities: pairs of both rows, for each eight
    /// columns.
    pub(super) fn multiply(
        &self,
        b: &mut Builder,
        slot: Value,
        probabilities: &[ProbabilityPair],
        sums: Vec<Value>,
    ) -> Vec<Value> {
        let Some(op) = self.op else {
            return self.multiply_by_threads(b, slot, probabilities, sums);
        };
        let mut sums = sums;
        let region = &self.columns[1];
        let first = b.index(self.first_of(b, region, self.first_column(b), false));
        if op == MmaOp::TF32 {
            // Steps `c` and `c + 4` of eight are columns `2·c` and `2·c + 1` of the logits.
            let each = probabilities.chunks(2).map(|pair| {
                let [low, high] = [pair[0].each, pair[1].each];
                let left = joined(b, &[low[0], high[0], low[1], high[1]]);
                self.taken(b, 1, left)
            });
            let left: Vec<HiLo> = each.collect();
            return self.by_points(b, 1, (&left, first), slot, sums);
        }
        for (step, probabilities) in (0..).zip(probabilities.chunks(4)) {
            let pairs: Vec<Value> =
                probabilities.iter().map(|pair| self.stored(b, *pair)).collect();
            let both = |b: &mut Builder, x, y, lanes| b.inst(Inst::Shuffle(x, y, lanes));
            let low = both(b, pairs[0], pairs[1], (0..4).collect());
            let high = both(b, pairs[2], pairs[3], (0..4).collect());
            let left = both(b, low, high, (0..8).collect());
            for point in 0..self.plan.own_wide() / ROWS {
                let right = self.right(b, (region, first), (point, step), slot);
                for (n, right) in right.into_iter().enumerate() {
                    let sum = &mut sums[2 * point as usize + n];
                    *sum = b.inst(Inst::Mma(op, left, right, *sum));
                }
            }
        }
        sums
    }

    /// A pair as operands are stored.
    fn stored(&self, b: &mut Builder, pair: ProbabilityPair) -> Value {
        let both = pair.both.unwrap_or_else(|| {
            let both = b.broadcast(pair.each[0], 2);
            b.inst(Inst::Insert(both, pair.each[1], 1))
        });
        to_storage(&mut Emitter { builder: b, lanes: 2 }, self.plan.element, both.into()).re
    }

    /// The same without units: the thread's own probabilities, and those of the three threads that
    /// have the same rows.
    fn multiply_by_threads(
        &self,
        b: &mut Builder,
        slot: Value,
        probabilities: &[ProbabilityPair],
        sums: Vec<Value>,
    ) -> Vec<Value> {
        let mut sums = sums;
        let region = &self.columns[1];
        let four = self.scalar.vector(4);
        let column = b.index(self.column(b));
        for away in 0..4u16 {
            let other = b.int(Scalar::I64.ty(), away.into());
            let other = b.binary(BinaryOp::Xor, column, other);
            let point = self.first_column(b) + Index::var(column) * 4;
            let own = region.place(point, Index::var(other) * 2);
            let own = b.index(own + Index::var(slot) * self.slot as i64);
            for (n, rows) in (0..).zip(probabilities.chunks(2)) {
                for (e, pair) in (0..).zip(rows[0].each.into_iter().zip(rows[1].each)) {
                    let [low, high] = [pair.0, pair.1].map(|term| match away {
                        0 => term,
                        _ => b.inst(Inst::ShuffleXor(term, away)),
                    });
                    let step = (8 * n + e) * region.stride;
                    for group in 0..self.plan.own_wide() / ROWS {
                        let at = Index::var(own) + (step + group * ROWS) as i64;
                        let values = b.load(four, self.buffer, at);
                        for (lane, value) in each_lane(b, values).into_iter().enumerate() {
                            let pair = 2 * group as usize + lane / 2;
                            for (half, term) in [low, high].into_iter().enumerate() {
                                let sum = &mut sums[4 * pair + 2 * half + lane % 2];
                                *sum = b.fma(term, value, *sum);
                            }
                        }
                    }
                }
            }
        }
        sums
    }
}
