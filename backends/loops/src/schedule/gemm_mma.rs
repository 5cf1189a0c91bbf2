//! The gemm kernel of warps: tensor cores by `mma.sync`, operands by `cp.async`
//! ([`super::gemm`]).
//!
//! Operands come to shared memory as they are stored ([`super::gemm_shared`]), some
//! steps of the sum at a time, in a ring of stages: those that are an input's elements by
//! copies that go on by themselves, several stages ahead of the one that is multiplied;
//! what has to be computed on the way through registers. Eight warps have a part of the
//! tile each, which they put together of products of 16 by 8, or of 8 by 8 in `f64`
//! ([`Inst::Mma`]).

use super::emitter::EmitContext;
use super::epilogue_shuffle::{self, EpilogueShuffle};
use super::gemm_dims::{GemmDims, GemmTile, MmaGemm, blocks, mma_of};
use super::gemm_shared::{SharedOperand, THREADS, WarpBinding};
use super::gemm_tile::{BlockThreads, DoubleBuffered, GemmBlock, GemmOperands};
use super::roles::{Roles, roles};
use super::tf32x3;
use super::{Directive, ScheduleError};
use crate::index::{Index, Range, Var};
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::Nest;
use crate::program::{
    AsyncOp, BinaryOp, BufferId, Builder, CompareOp, Inst, LoopKind, MmaOp, Scalar, Stmt, Value,
};

/// The parts of a tile's rows, and of its columns, that warps have.
const DOWN: u64 = 2;
const OVER: u64 = 4;
/// Bytes of the sum's steps in shared memory, for a row or a column.
const DEPTH: u64 = 64;
/// Shared memory that a block of a GPU with such tensor cores may have, if there is no other.
const MOST_SHARED: u64 = 64 << 10;
/// The most stages: copies on their way then hide how long memory takes.
const MOST_STAGES: u64 = 4;

struct MmaEmitter<'n> {
    tiles: GemmBlock<'n>,
    by: MmaGemm,
    tile: GemmTile,
    shared: [SharedOperand; 2],
    stages: u64,
}

/// Adds the grid that computes a product.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    tile: GemmTile,
    ends: (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let directive = Directive::Mma(tile.m, tile.n);
    let found = roles(nest).zip(mma_of(nest));
    let (roles, by) = context.alone(nest, &directive, found)?;
    let blocks = blocks(nest, &GemmDims::of(&roles), tile);
    let made = b.grid(blocks, THREADS as u32, |b, block, thread| {
        let at = BlockThreads { block, blocks, thread, count: THREADS };
        MmaEmitter::new(b, nest, &roles, by, tile, ends, at).emit(b)
    });
    Ok(made?)
}

/// The products that a warp has, down and over.
fn warp_tiles(tile: GemmTile, op: MmaOp) -> (u64, u64) {
    (tile.m / DOWN / op.shape().0 as u64, tile.n / OVER / 8)
}

impl<'n> MmaEmitter<'n> {
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: &Roles,
        by: MmaGemm,
        tile: GemmTile,
        ends: (&'n [BufferId], &'n [BufferId]),
        at: BlockThreads,
    ) -> MmaEmitter<'n> {
        let element = nest.body.element(by.nodes[0]);
        let bytes = element.byte_width() as u64;
        let operands = GemmOperands { nodes: by.nodes, element, lanes: 16 / bytes };
        let wide = epilogue_shuffle::lanes(
            nest,
            roles.column,
            warp_tiles(tile, by.op).1,
            epilogue_shuffle::MOST,
        );
        let depth = DEPTH / bytes;
        let mut tiles = GemmBlock::new(b, nest, roles, tile, (operands, depth), ends, at, wide);
        let lane = Index::var(at.thread).modulo(32, &|v: Var| tiles.out.range(v));
        let (across, along) = warp(at.thread);
        let stands = [
            WarpBinding { lane: lane.clone(), warp: across, points: tile.m / DOWN, twice: true },
            WarpBinding {
                lane,
                warp: along,
                points: tile.n / OVER,
                twice: warp_tiles(tile, by.op).1 > 1,
            },
        ];
        let mut operand = 0;
        let mut shared = stands.map(|stand| {
            operand += 1;
            SharedOperand::new(b, &mut tiles, operand - 1, &stand)
        });
        let each: u64 = shared.iter().map(|it| it.size() * bytes).sum();
        let stages = match shared.iter().any(|it| it.copied.is_some()) {
            true => (MOST_SHARED / each).clamp(2, MOST_STAGES).min(tiles.steps()),
            false => 2,
        };
        for (it, node) in shared.iter_mut().zip(by.nodes) {
            it.allocate(b, nest.body.element(node), stages);
        }
        MmaEmitter { tiles, by, tile, shared, stages }
    }

    fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let buffers: Vec<BufferId> = self.shared.iter().map(|it| it.buffer).collect();
        b.scratch(&buffers, |b| {
            let lanes = self.by.op.lanes()[2];
            let start =
                constant(&mut Emitter { builder: b, lanes }, self.by.sum, self.by.initial).re;
            let (down, over) = warp_tiles(self.tile, self.by.op);
            let mut initial = vec![start; (down * over) as usize];
            if self.by.tf32x3 {
                let zero = b.bits(b.type_of(start), 0);
                initial.resize(2 * initial.len(), zero);
            }
            let sums = match self.shared.iter().any(|it| it.copied.is_some()) {
                true if self.stages == self.tiles.steps() => self.at_once(b, initial)?,
                true => self.piped(b, initial)?,
                false => self.summed(b, initial)?,
            };
            let sums = match self.by.tf32x3 {
                true => tf32x3::combined(b, &sums),
                false => sums,
            };
            self.finish(b, &sums)
        })
    }

    /// Fills the first stages, each with the step of its number.
    fn fill(&mut self, b: &mut Builder, stages: u64) -> Result<(), Unsupported> {
        for stage in 0..stages {
            let slot = b.int(Scalar::I64.ty(), stage as i64);
            for operand in 0..2 {
                if self.shared[operand].copied.is_none() {
                    let loaded = self.load(b, operand, slot)?;
                    self.keep(b, operand, slot, &loaded);
                }
                self.bring(b, operand, slot, slot);
            }
            b.push(Stmt::Async(AsyncOp::CommitGroup));
        }
        Ok(())
    }

    /// The sums, where there is a stage for each step.
    fn at_once(&mut self, b: &mut Builder, initial: Vec<Value>) -> Result<Vec<Value>, Unsupported> {
        self.fill(b, self.stages)?;
        let mut sums = initial;
        for stage in 0..self.stages {
            b.push(Stmt::Async(AsyncOp::WaitGroup((self.stages - 1 - stage) as u32)));
            b.push(Stmt::Barrier);
            let slot = b.int(Scalar::I64.ty(), stage as i64);
            sums = self.multiply(b, slot, sums);
        }
        Ok(sums)
    }

    /// The sums, with copies several stages ahead. The stage that was multiplied last is
    /// filled next: the barrier ahead of that is the one that shows the next stage.
    fn piped(&mut self, b: &mut Builder, initial: Vec<Value>) -> Result<Vec<Value>, Unsupported> {
        let (steps, stages, sums) = (self.tiles.steps(), self.stages, initial.len());
        let number = |b: &mut Builder, n: u64| b.int(Scalar::I64.ty(), n as i64);
        self.fill(b, stages - 1)?;
        let mut carried = initial;
        let step = number(b, stages - 1);
        for operand in self.computed() {
            carried.extend(self.load(b, operand, step)?);
        }
        carried.extend([number(b, 0), number(b, stages - 1)]);
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        let kind = LoopKind::Serial;
        let after = b.try_for_carrying(kind, "step", bounds, 1, &carried, |b, step, inside| {
            self.tiles.know(step, steps - 1);
            self.stage(b, (step, steps), inside, sums)
        })?;
        Ok(after[..sums].to_vec())
    }

    /// The operands that go through registers.
    fn computed(&self) -> Vec<usize> {
        (0..2).filter(|operand| self.shared[*operand].copied.is_none()).collect()
    }

    /// One step of so many.
    fn stage(
        &mut self,
        b: &mut Builder,
        (step, steps): (Value, u64),
        inside: &[Value],
        sums: usize,
    ) -> Result<Vec<Value>, Unsupported> {
        let (all, slots) = inside.split_at(inside.len() - 2);
        let (slot, free) = (slots[0], slots[1]);
        slots.iter().for_each(|slot| self.tiles.know(*slot, self.stages - 1));
        b.push(Stmt::Async(AsyncOp::WaitGroup(self.stages as u32 - 2)));
        b.push(Stmt::Barrier);
        let mut rest = &all[sums..];
        for operand in self.computed() {
            let (now, later) = rest.split_at(self.values(operand));
            self.keep(b, operand, free, now);
            rest = later;
        }
        let ahead = b.index(Index::var(step) + (self.stages as i64 - 1));
        let end = b.int(Scalar::I64.ty(), steps as i64);
        let more = b.compare(CompareOp::LtS, ahead, end);
        self.tiles.know(ahead, steps - 1);
        let copies = |b: &mut Builder| {
            for operand in 0..2 {
                self.bring(b, operand, free, ahead);
            }
        };
        b.branch(more, copies, |_| {});
        b.push(Stmt::Async(AsyncOp::CommitGroup));
        let mut handed = Vec::new();
        if !self.computed().is_empty() {
            let ranges = |_: Var| Range::extent(steps);
            let last = Index::constant(steps as i64 - 1);
            let next = b.index((Index::var(step) + self.stages as i64).min(last, &ranges));
            self.tiles.know(next, steps - 1);
            for operand in self.computed() {
                handed.extend(self.load(b, operand, next)?);
            }
        }
        let mut all = self.multiply(b, slot, all[..sums].to_vec());
        all.extend(handed);
        let (one, last) = (b.int(Scalar::I64.ty(), 1), self.stages as i64 - 1);
        let (last, zero) = (b.int(Scalar::I64.ty(), last), b.int(Scalar::I64.ty(), 0));
        let (at_end, next) =
            (b.compare(CompareOp::Eq, slot, last), b.binary(BinaryOp::Add, slot, one));
        all.extend([b.select(at_end, zero, next), slot]);
        Ok(all)
    }

    /// Begins the copies of a thread's pieces of an operand, if it is copied, for a step.
    fn bring(&mut self, b: &mut Builder, operand: usize, slot: Value, step: Value) {
        let Some(from) = self.shared[operand].copied.clone() else { return };
        let lanes = self.shared[operand].lanes;
        for iteration in 0..self.shared[operand].iterations() {
            let (at, wide, mine) =
                self.shared[operand].place(b, &self.tiles, (operand, iteration), step);
            let to = self.shared[operand].kept_at(slot, iteration);
            let (point, inside) = self.tiles.point(b, operand, at, wide);
            let (from, when) = self.tiles.source(b, (operand, &from), (&point, inside));
            let to = (self.shared[operand].buffer, to);
            let copy = Stmt::Async(AsyncOp::CpAsync { to, from, units: lanes as u16, when });
            match mine {
                Some(mine) => b.branch(mine, |b| b.push(copy), |_| {}),
                None => b.push(copy),
            }
        }
    }

    /// An operand's elements as the tensor cores take them, and what is left of them where they are
    /// split.
    fn pair(&self, b: &mut Builder, value: Value) -> (Value, Option<Value>) {
        if self.by.op != MmaOp::TF32 {
            return (value, None);
        }
        let near = tf32x3::hi(b, value);
        (near, self.by.tf32x3.then(|| tf32x3::lo(b, value, near)))
    }

    /// Makes the results of the sums.
    fn finish(&mut self, b: &mut Builder, sums: &[Value]) -> Result<(), Unsupported> {
        let (_, after) = self.tiles.nest.needed();
        let (down, over) = warp_tiles(self.tile, self.by.op);
        let (high, lanes) = (self.by.op.shape().0 as u64, u64::from(self.by.op.lanes()[2]));
        let wide = self.tiles.out.lanes;
        let ranges = |v: Var| self.tiles.out.range(v);
        let lane = Index::var(self.tiles.thread).modulo(32, &ranges);
        let (row, column) = (lane.clone().floor_div(4, &ranges), lane.modulo(4, &ranges));
        let shuffle = EpilogueShuffle::new(b, &column, &ranges, wide, over);
        let (across, along) = warp(self.tiles.thread);
        let across = across * (self.tile.m / DOWN) as i64;
        let along = along * (self.tile.n / OVER) as i64;
        let row = self.tiles.operands[0].at.clone() + across + row + shuffle.row.clone();
        let column = self.tiles.operands[1].at.clone() + along + shuffle.column.clone();
        for (m, half, n) in (0..down)
            .flat_map(|m| (0..lanes / 2).step_by(shuffle.rows as usize).map(move |half| (m, half)))
            .flat_map(|(m, half)| {
                (0..over).step_by(shuffle.groups as usize).map(move |n| (m, half, n))
            })
        {
            let own = (0..shuffle.rows).flat_map(|h| (0..shuffle.groups).map(move |g| (h, g)));
            let own = own.map(|(h, g)| {
                let sum = sums[(m * over + n + g) as usize];
                let first = 2 * (half + h) as u16;
                [first, first + 1].map(|lane| b.inst(Inst::Extract(sum, lane)))
            });
            let pairs: Vec<[Value; 2]> = own.collect();
            let row = row.clone() + (m * high + half * 8) as i64;
            let (row, in_rows) = self.tiles.along(b, (0, &row), 1, None);
            for (further, sum) in shuffle.results(b, &pairs) {
                let column = column.clone() + (n * 8) as i64 + further;
                let (column, inside) = self.tiles.along(b, (1, &column), wide.into(), in_rows);
                let point = self.tiles.result(&row, &column);
                self.tiles.finish(b, (&point, inside), sum, &after)?;
            }
        }
        Ok(())
    }
}

impl<'n> DoubleBuffered<'n> for MmaEmitter<'n> {
    fn tiles(&mut self) -> &mut GemmBlock<'n> {
        &mut self.tiles
    }

    fn values(&self, operand: usize) -> usize {
        let it = &self.shared[operand];
        (it.iterations() * it.values) as usize
    }

    fn load(
        &mut self,
        b: &mut Builder,
        operand: usize,
        step: Value,
    ) -> Result<Vec<Value>, Unsupported> {
        let mut loaded = Vec::new();
        for iteration in 0..self.shared[operand].iterations() {
            let it = &self.shared[operand];
            let ((own, sum), wide, _) = it.place(b, &self.tiles, (operand, iteration), step);
            for further in 0..it.values as i64 {
                let at = (own.clone(), sum.clone() + further);
                loaded.push(self.tiles.element(b, operand, at, wide)?);
            }
        }
        Ok(loaded)
    }

    fn keep(&mut self, b: &mut Builder, operand: usize, slot: Value, loaded: &[Value]) {
        let it = &self.shared[operand];
        for (iteration, parts) in (0..).zip(loaded.chunks(it.values as usize)) {
            let (place, mine) = it.kept(b, &self.tiles, iteration, slot);
            let stored = it.stored(b, parts);
            self.tiles.kept(b, (it.buffer, &place), it.stride, &stored, mine);
        }
    }

    fn multiply(&self, b: &mut Builder, slot: Value, sums: Vec<Value>) -> Vec<Value> {
        let mut all = sums;
        let (down, over) = warp_tiles(self.tile, self.by.op);
        let op = self.by.op;
        let [left, right] = &self.shared;
        for part in 0..2 {
            let columns: Vec<Value> =
                (0..over.div_ceil(2)).flat_map(|n| right.columns(b, slot, n, part)).collect();
            let columns: Vec<_> = columns.into_iter().map(|it| self.pair(b, it)).collect();
            for m in 0..down {
                let rows = left.rows(b, slot, m, part);
                let (rows, rest) = self.pair(b, rows);
                for (n, (column, less)) in columns.iter().enumerate() {
                    let at = (m * over) as usize + n;
                    if let (Some(rest), Some(less)) = (rest, less) {
                        let sum = &mut all[(down * over) as usize + at];
                        *sum = b.inst(Inst::Mma(op, rest, *column, *sum));
                        *sum = b.inst(Inst::Mma(op, rows, *less, *sum));
                    }
                    all[at] = b.inst(Inst::Mma(op, rows, *column, all[at]));
                }
            }
        }
        all
    }
}

/// Which part of the tile's rows, and which of its columns, a thread's warp has.
fn warp(thread: Value) -> (Index, Index) {
    let ranges = |_: Var| Range::extent(THREADS);
    let warp = Index::var(thread).floor_div(32, &ranges);
    (warp.clone().floor_div(OVER as i64, &ranges), warp.modulo(OVER as i64, &ranges))
}
