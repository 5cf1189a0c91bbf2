//! The gemm kernel of warps: tensor cores by `mma.sync` ([`super::gemm_pipeline`]).
//!
//! Operands lie in shared memory as they are stored ([`super::gemm_shared`]). Each warp has a part
//! of the tile, which it puts together of products of 16 by 8, or of 8 by 8 in `f64`
//! ([`Inst::Mma`]).

use super::ScheduleError;
use super::emitter::EmitContext;
use super::epilogue_shuffle::{EpilogueShuffle, Fragments};
use super::gemm_dims::{GemmDims, MmaGemm, blocks, mma_of};
use super::gemm_pipeline::{MathUnit, PipelinedGemm, StagedPiece, sources};
use super::gemm_plan::GemmPlan;
use super::gemm_shared::{SharedOperand, WarpBinding};
use super::gemm_tile::{BlockThreads, GemmBlock, GemmOperands};
use super::roles::roles;
use super::tf32x3;
use crate::index::Index;
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::Nest;
use crate::program::{BufferId, Builder, Inst, MmaOp, Value};

/// The MMA instruction of warps, with its operands in shared memory.
struct MmaUnit {
    plan: GemmPlan,
    by: MmaGemm,
    shared: [SharedOperand; 2],
}

/// Adds the grid that computes a gemm.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    plan: &GemmPlan,
    ends: (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let found = roles(nest).zip(mma_of(nest)).and_then(|(roles, by)| {
        let lanes = 16 / nest.body.element(by.nodes[0]).byte_width() as u64;
        let sources = sources(nest, &roles, by.nodes, plan.staging, lanes).ok()?;
        Some((roles, by, lanes, sources))
    });
    let (roles, by, lanes, sources) = context.alone(nest, &plan.instruction(), found)?;
    let blocks = blocks(nest, &GemmDims::of(&roles), (plan.tile.m, plan.tile.n));
    let count = plan.threads();
    let made = b.grid(blocks, count as u32, |b, block, thread| {
        let at = BlockThreads { block, thread, count };
        let element = nest.body.element(by.nodes[0]);
        let operands = GemmOperands { nodes: by.nodes, element, lanes };
        let wide = (plan.vector > 1).then_some((roles.column, plan.vector));
        let mut tiles =
            GemmBlock::new(b, nest, &roles, plan.tile, (operands, plan.k), ends, at, wide);
        let lane = b.modulo(thread, 32);
        let (across, along) = warp(b, thread, plan);
        let [rows, columns] = [plan.tile.m / plan.down, plan.tile.n / plan.over];
        let stands = [
            WarpBinding { lane: lane.clone(), warp: across, points: rows, twice: true },
            WarpBinding { lane, warp: along, points: columns, twice: columns > 8 },
        ];
        let mut shared =
            [0, 1].map(|n| SharedOperand::new(b, &mut tiles, n, sources[n].as_ref(), &stands[n]));
        for (it, node) in shared.iter_mut().zip(by.nodes) {
            it.allocate(b, nest.body.element(node), plan.stages);
        }
        let unit = MmaUnit { plan: *plan, by, shared };
        PipelinedGemm::new(tiles, unit, plan.stages, sources).emit(b)
    });
    Ok(made?)
}

impl MmaUnit {
    /// The rows of the tile that a warp has, or the columns.
    fn points(&self, operand: usize) -> i64 {
        let plan = &self.plan;
        let all = if operand == 0 { plan.tile.m / plan.down } else { plan.tile.n / plan.over };
        all as i64
    }

    /// The products that a warp has, down and over.
    fn fragments(&self) -> (u64, u64) {
        let rows = self.by.op.shape().0 as u64;
        (self.points(0) as u64 / rows, self.points(1) as u64 / 8)
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
}

impl MathUnit for MmaUnit {
    fn buffers(&self) -> [BufferId; 2] {
        [self.shared[0].buffer, self.shared[1].buffer]
    }

    fn pieces(&self, _: &GemmBlock<'_>, operand: usize) -> u64 {
        self.shared[operand].iterations()
    }

    fn values(&self, operand: usize) -> u64 {
        self.shared[operand].layout.values
    }

    fn piece(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        piece: (usize, u64),
        step: Value,
    ) -> StagedPiece {
        self.shared[piece.0].place(b, tiles, piece, step)
    }

    fn target(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        piece: (usize, u64),
        slot: Value,
    ) -> Index {
        self.shared[piece.0].place_of_whole_piece(b, tiles, slot, piece.1)
    }

    fn store_to_shared(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        operand: usize,
        slot: Value,
        loaded: &[Value],
    ) {
        let it = &self.shared[operand];
        for (iteration, parts) in (0..).zip(loaded.chunks(it.layout.values as usize)) {
            let (place, mine) = it.place_of_piece(b, tiles, iteration, slot);
            let stored = it.stored(b, parts);
            tiles.store_piece(b, (it.buffer, &place), it.layout.stride, &stored, mine);
        }
    }

    fn start(&mut self, b: &mut Builder, _: &mut GemmBlock<'_>) -> Result<Vec<Value>, Unsupported> {
        let lanes = self.by.op.lanes()[2];
        let start = constant(&mut Emitter { builder: b, lanes }, self.by.sum, self.by.initial).re;
        let (down, over) = self.fragments();
        let mut initial = vec![start; (down * over) as usize];
        if self.by.tf32x3 {
            let zero = b.bits(b.type_of(start), 0);
            initial.resize(2 * initial.len(), zero);
        }
        Ok(initial)
    }

    fn multiply(
        &self,
        b: &mut Builder,
        _: &GemmBlock<'_>,
        slot: Value,
        sums: Vec<Value>,
    ) -> Vec<Value> {
        let mut all = sums;
        let (down, over) = self.fragments();
        let op = self.by.op;
        let [left, right] = &self.shared;
        for part in 0..left.parts() {
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

    fn finish(
        &mut self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        sums: Vec<Value>,
    ) -> Result<(), Unsupported> {
        let sums = match self.by.tf32x3 {
            true => tf32x3::combined(b, &sums),
            false => sums,
        };
        let (down, over) = self.fragments();
        let lane = b.modulo(tiles.thread, 32);
        let (row, column) = (b.floor_div(lane.clone(), 4), b.modulo(lane, 4));
        let shuffle = EpilogueShuffle::new(b, &column, tiles.out.lanes, over);
        let (across, along) = warp(b, tiles.thread, &self.plan);
        let across = across * self.points(0);
        let along = along * self.points(1);
        let row = tiles.operands[0].at.clone() + across + row + shuffle.row.clone();
        let column = tiles.operands[1].at.clone() + along + shuffle.column.clone();
        let rows = self.by.op.shape().0 as u64;
        let fragments = Fragments { down, rows, over, row, column };
        fragments.store(b, tiles, &shuffle, &|b, (m, half, n)| {
            let (sum, first) = (sums[(m * over + n) as usize], 2 * half as u16);
            [first, first + 1].map(|lane| b.inst(Inst::Extract(sum, lane)))
        })
    }
}

/// Which part of the tile's rows, and which of its columns, a thread's warp has.
fn warp(b: &Builder, thread: Value, plan: &GemmPlan) -> (Index, Index) {
    let (warp, over) = (b.floor_div(thread, 32), plan.over as i64);
    (b.floor_div(warp.clone(), over), b.modulo(warp, over))
}
