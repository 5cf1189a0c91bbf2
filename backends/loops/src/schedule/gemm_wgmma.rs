//! The gemm kernel of warpgroups: `wgmma`, warp-specialized, operands by TMA ([`super::gemm`]).
//!
//! One warpgroup brings tiles of both operands to a ring of stages in shared memory, as many
//! steps of the sum at a time as 128 bytes hold; one or two others multiply what is there,
//! 64 rows each ([`crate::program::Wgmma`]). They tell each other by two mbarriers for
//! each stage: *full*, at which the bytes of both tiles arrive, and *empty*, at which each
//! warp arrives that has read them. A product is on its way while that of the next stage
//! begins: a stage is given back once the product after it has begun. A block computes several
//! tiles where there are more than multiprocessors: stages are filled for the next one while
//! the results of this one are made.
//!
//! Operands of `f32` that are split into two numbers ([`super::tf32x3`]) are so by those that
//! multiply, in place, before they do: where an element lies does not matter for that, so each
//! thread takes pieces of 16 bytes as they come, writes the nearest numbers back and the rests
//! to a second ring. A third mbarrier for each stage, *split*, says when all have. In cycles of a
//! multiprocessor, for 128 bytes of each row and column of a tile of 128 by 128: products take
//! 3 · 512 of tensor cores; shared memory gives them operands in 3 · 384, takes tiles in 256 and has
//! them split in 768, 2,176 together; threads have 3,057 instructions, 764 cycles of four. By
//! `mma.sync` two tiles of 128 by 64 take 13,088 instructions (the emulator's count) and 3,272 cycles,
//! for there four warps split the same rows and two the same columns.
//!
//! Tiles come as they lie in memory, so an operand has to be an input's elements whose places
//! are multiples of the indices of rows (or columns) and steps, one of which lie side by side
//! ([`super::tensor_map`]), or the pixels of images under a window
//! ([`super::im2col`]). An operand that lies otherwise is copied first, if that pays
//! ([`super::operand_relayout`]); what is computed or gathered goes another way ([`super::gemm_mma`]).

use super::ScheduleError;
use super::emitter::EmitContext;
use super::epilogue_shuffle::{EpilogueShuffle, Fragments};
use super::gemm_dims::{GemmDims, MmaGemm, blocks};
use super::gemm_plan::GemmPlan;
use super::gemm_tile::{BlockThreads, GemmBlock, GemmOperands};
use super::im2col;
use super::roles::{Roles, roles};
use super::tf32x3;
use super::wgmma_operands::{ROWS, WgmmaGemm, wgmma_of};
use crate::index::{Index, Range};
use crate::math::{Emitter, Unsupported, constant};
use crate::nest::Nest;
use crate::program::{
    AsyncOp, BufferId, Builder, CompareOp, Inst, LoopKind, MmaOp, ROW_BYTES, Scalar, Space, Stmt,
    TmaLoad, Value, Wgmma, wgmma,
};
use hloom_ir::Element;

/// Threads of a warpgroup.
const GROUP: u64 = wgmma::WARPGROUP as u64;
/// Registers of a thread that brings tiles, and of one that multiplies, where two warpgroups
/// do: together as many as 384 threads have at first.
const FEW_REGISTERS: u32 = 40;
const MANY_REGISTERS: u32 = 232;
/// Points of a box at most.
const MOST_BOX: u64 = 256;

/// All tiles of a product.
struct WgmmaEmitter<'n> {
    nest: &'n Nest,
    roles: Roles,
    by: WgmmaGemm,
    plan: GemmPlan,
    ends: (&'n [BufferId], &'n [BufferId]),
    /// The block, of so many, and the thread.
    block: Value,
    blocks: u64,
    thread: Value,
    /// The number of tiles: a block has every so-many-th.
    all: u64,
    /// Steps of the sum for each.
    steps: u64,
    /// Stages of the operands, and of what is left of them where they are split.
    buffers: [BufferId; 2],
    lo_buffers: Option<[BufferId; 2]>,
    /// Mbarriers of each stage.
    full: BufferId,
    empty: BufferId,
    converted: BufferId,
}

/// One of a block's tiles.
struct WgmmaTile<'g, 'n> {
    of: &'g WgmmaEmitter<'n>,
    tiles: GemmBlock<'n>,
    /// Steps of those before it, if there can be any.
    before: Option<Value>,
}

/// Adds the grid that computes a gemm.
pub(super) fn emit(
    b: &mut Builder,
    nest: &Nest,
    plan: &GemmPlan,
    ends: (&[BufferId], &[BufferId]),
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let found = wgmma_of(nest);
    let apart = found.as_ref().and_then(|by| by.apart.clone());
    let nest = apart.as_deref().unwrap_or(nest);
    let (roles, by) = context.alone(nest, &plan.instruction(), roles(nest).zip(found))?;
    let all = blocks(nest, &GemmDims::of(&roles), (plan.tile.m, plan.tile.n));
    let blocks = plan.persistent.map_or(all, |most| all.min(most));
    let count = plan.threads();
    let made = b.grid(blocks, count as u32, |b, block, thread| {
        let at = ((block, blocks), thread, all);
        WgmmaEmitter::new(b, nest, roles, by, plan, ends, at).emit(b)
    });
    Ok(made?)
}

impl<'n> WgmmaEmitter<'n> {
    fn new(
        b: &mut Builder,
        nest: &'n Nest,
        roles: Roles,
        by: WgmmaGemm,
        plan: &GemmPlan,
        ends: (&'n [BufferId], &'n [BufferId]),
        ((block, blocks), thread, all): ((Value, u64), Value, u64),
    ) -> WgmmaEmitter<'n> {
        let element = nest.body.element(by.mma.nodes[0]);
        let (steps, stages) = (by.steps, plan.stages);
        let ring = |b: &mut Builder, name: &str| {
            [plan.tile.m, plan.tile.n]
                .map(|points| b.buffer(name, element, &[stages, points * plan.k], Space::Shared))
        };
        let buffers = ring(b, "operand");
        let lo_buffers = by.mma.tf32x3.then(|| ring(b, "lo"));
        let [full, empty] =
            ["full", "empty"].map(|name| b.buffer(name, Element::I64, &[stages], Space::Shared));
        let converted = match by.mma.tf32x3 {
            true => b.buffer("split", Element::I64, &[stages], Space::Shared),
            false => empty,
        };
        let plan = *plan;
        WgmmaEmitter {
            nest,
            roles,
            by,
            plan,
            ends,
            block,
            blocks,
            thread,
            all,
            steps,
            buffers,
            lo_buffers,
            full,
            empty,
            converted,
        }
    }

    /// Warpgroups that multiply.
    fn groups(&self) -> u64 {
        self.plan.down * self.plan.over
    }

    /// The columns that each of them has.
    fn columns(&self) -> u64 {
        self.plan.tile.n / self.plan.over
    }

    fn emit(self, b: &mut Builder) -> Result<(), Unsupported> {
        let mut buffers = vec![self.buffers[0], self.buffers[1], self.full, self.empty];
        if let Some(lo_buffers) = self.lo_buffers {
            buffers.extend([lo_buffers[0], lo_buffers[1], self.converted]);
        }
        b.scratch(&buffers, |b| {
            let number = |b: &mut Builder, n: u64| b.int(Scalar::I64.ty(), n as i64);
            let zero = number(b, 0);
            let first = b.compare(CompareOp::Eq, self.thread, zero);
            let (arrivals, stages) = (4 * self.groups() as u32, self.plan.stages as i64);
            b.branch(
                first,
                |b| {
                    for stage in 0..stages {
                        let all = (self.converted, (GROUP * self.groups()) as u32);
                        let each = [(self.full, 1), (self.empty, arrivals), all];
                        let used = if self.lo_buffers.is_some() { 3 } else { 2 };
                        for (buffer, arrivals) in each.into_iter().take(used) {
                            let at = (buffer, Index::constant(stage));
                            b.push(Stmt::Async(AsyncOp::MbarrierInit { at, arrivals }));
                        }
                    }
                },
                |_| {},
            );
            b.push(Stmt::Barrier);
            let limit = number(b, GROUP * self.groups());
            let loads = b.compare(CompareOp::Eq, self.thread, limit);
            let multiplies = b.compare(CompareOp::LtS, self.thread, limit);
            let registers = |b: &mut Builder, count: u32, increase: bool| {
                if self.groups() == 2 {
                    b.push(Stmt::Async(AsyncOp::SetMaxNReg { count, increase }));
                }
            };
            b.try_branch(
                multiplies,
                |b| {
                    registers(b, MANY_REGISTERS, true);
                    let threads = Range::extent(GROUP * self.groups());
                    b.assuming(self.thread, threads, |b| {
                        self.each_tile(b, |b, mut one| one.multiply(b))
                    })
                },
                |b| {
                    registers(b, FEW_REGISTERS, false);
                    let load = |b: &mut Builder| {
                        self.each_tile(b, |b, mut one| {
                            one.load_async(b);
                            Ok(())
                        })
                    };
                    b.try_branch(loads, load, |_| Ok(()))
                },
            )
        })
    }

    /// Goes through the tiles of this block.
    fn each_tile(
        &self,
        b: &mut Builder,
        mut body: impl FnMut(&mut Builder, WgmmaTile<'_, 'n>) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        if self.blocks == self.all {
            let one = self.one(b, self.block);
            return body(b, one);
        }
        let (from, to) = (Index::var(self.block), Index::constant(self.all as i64));
        b.for_each(LoopKind::Serial, "tile", from, to, self.blocks as i64, |b, number| {
            let one = self.one(b, number);
            body(b, one)
        })
    }

    /// The tile of a number.
    fn one(&self, b: &mut Builder, number: Value) -> WgmmaTile<'_, 'n> {
        let element = self.nest.body.element(self.by.mma.nodes[0]);
        let lanes = 16 / element.byte_width() as u64;
        let operands = GemmOperands { nodes: self.by.mma.nodes, element, lanes };
        let wide = (self.plan.vector > 1).then_some((self.roles.column, self.plan.vector));
        let count = self.plan.threads();
        let at = BlockThreads { block: number, thread: self.thread, count };
        let (tile, ends) = (self.plan.tile, self.ends);
        let made = (operands, self.plan.k);
        let tiles = GemmBlock::new(b, self.nest, &self.roles, tile, made, ends, at, wide);
        let before = (self.blocks < self.all).then(|| {
            let iteration = b.floor_div(number, self.blocks as i64);
            b.index(iteration * self.steps as i64)
        });
        WgmmaTile { of: self, tiles, before }
    }
}

impl WgmmaTile<'_, '_> {
    /// The stage of a step so many further on, and how often stages were gone round before.
    fn slot(&self, b: &Builder, step: Index, further: i64) -> (Index, Index) {
        let stages = self.of.plan.stages as i64;
        let at = self.before.map_or(step.clone(), |before| step + Index::var(before));
        let at = at + further;
        (b.modulo(at.clone(), stages), b.floor_div(at, stages))
    }

    /// Which rows and which columns of the tile a warpgroup has.
    fn warpgroup_at(&self, b: &Builder, group: Value) -> (Index, Index) {
        let over = self.of.plan.over as i64;
        (b.floor_div(group, over), b.modulo(group, over))
    }

    fn each_step(
        &mut self,
        b: &mut Builder,
        initial: &[Value],
        body: impl FnOnce(&mut Self, &mut Builder, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let steps = self.of.steps;
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        b.for_carrying(LoopKind::Serial, "step", bounds, 1, initial, |b, step, inside| {
            body(self, b, step, inside)
        })
    }

    /// The producer: one thread, which loads the tiles.
    fn load_async(&mut self, b: &mut Builder) {
        self.each_step(b, &[], |this, b, step, _| {
            let (slot, round) = this.slot(b, Index::var(step), 0);
            let slot = Index::var(b.index(slot));
            // Stages are empty at first: as if a phase before the first were complete.
            let at = (this.of.empty, slot.clone());
            b.push(Stmt::Async(AsyncOp::MbarrierWait { at, phase: round + 1 }));
            let mbarrier = (this.of.full, slot.clone());
            let bytes = (this.of.plan.tile.m + this.of.plan.tile.n) * ROW_BYTES;
            let arrive =
                AsyncOp::MbarrierArrive { at: mbarrier.clone(), bytes: bytes as u32, when: None };
            b.push(Stmt::Async(arrive));
            for operand in 0..2 {
                this.copies(b, operand, (step, &slot), &mbarrier);
            }
            Vec::new()
        });
    }

    /// Begins the copies of an operand for a step.
    fn copies(
        &self,
        b: &mut Builder,
        operand: usize,
        (step, slot): (Value, &Index),
        mbarrier: &(BufferId, Index),
    ) {
        let from = &self.of.by.operands[operand];
        let it = &self.tiles.operands[operand];
        let element = self.tiles.element;
        let depth = self.tiles.depth;
        let side = if from.transposed() { depth } else { it.points.min(MOST_BOX) };
        let rounded = self.of.by.mma.op == MmaOp::TF32 && !self.of.by.mma.tf32x3;
        let map = from.tensor_map(side, element.byte_width() as u64, rounded);
        for part in 0..it.points / side {
            let at = im2col::At {
                nest: self.of.nest,
                own: it.at.clone() + (part * side) as i64,
                step: Index::var(step),
                depth,
                batch: &|dim| self.tiles.batch_index(dim),
                ranges: &*b,
            };
            let coords = from.coords(&at);
            let all = (it.points * depth) as i64;
            let to = slot.clone() * all + (part * side * depth) as i64;
            let copy = TmaLoad {
                to: (self.of.buffers[operand], to),
                from: it.scope.inputs[from.input() as usize],
                map: map.clone(),
                coords,
                mbarrier: mbarrier.clone(),
            };
            b.push(Stmt::Async(AsyncOp::TmaLoad(Box::new(copy))));
        }
    }

    /// The consumers: warpgroups, which multiply the tiles and store the results.
    fn multiply(&mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let MmaGemm { sum, initial: bits, .. } = self.of.by.mma;
        let lanes = (self.of.columns() / 2) as u16;
        let start = constant(&mut Emitter { builder: b, lanes }, sum, bits).re;
        let lane = b.index(b.modulo(self.tiles.thread, 32));
        let group = b.index(b.floor_div(self.tiles.thread, GROUP as i64));
        let zero = b.int(Scalar::I64.ty(), 0);
        let says = b.compare(CompareOp::Eq, lane, zero);
        let mut initial = vec![start];
        if self.of.by.mma.tf32x3 {
            initial.push(b.bits(b.type_of(start), 0));
        }
        let sums = self.each_step(b, &initial, |this, b, step, inside| {
            let (slot, round) = this.slot(b, Index::var(step), 0);
            let slot = Index::var(b.index(slot));
            let at = (this.of.full, slot.clone());
            b.push(Stmt::Async(AsyncOp::MbarrierWait { at, phase: round.clone() }));
            let depth = this.tiles.depth;
            let (down, over) = this.warpgroup_at(b, group);
            let above = down * (ROWS * depth) as i64;
            let beside = over * (this.of.columns() * depth) as i64;
            let product = |b: &mut Builder, [left, right]: [BufferId; 2], sums: Value| {
                let sizes = [this.of.plan.tile.m, this.of.plan.tile.n];
                let [first, second] = sizes.map(|n| slot.clone() * (n * depth) as i64);
                let product = Wgmma {
                    op: this.of.by.mma.op,
                    lhs: (left, first + above.clone()),
                    rhs: (right, second + beside.clone()),
                    transposed: [0, 1].map(|n| this.of.by.operands[n].transposed()),
                    acc: sums,
                };
                b.inst(Inst::Wgmma(Box::new(product)))
            };
            let [left, right] = this.of.buffers;
            let mut sums = Vec::new();
            match this.of.lo_buffers {
                None => sums.push(product(b, [left, right], inside[0])),
                Some(lo_buffers) => {
                    this.split(b, &slot, &round, lo_buffers);
                    let lesser = product(b, [lo_buffers[0], right], inside[1]);
                    let lesser = product(b, [left, lo_buffers[1]], lesser);
                    sums.extend([product(b, [left, right], inside[0]), lesser]);
                }
            }
            // The products of the step before are done now, and their stage is free.
            let left = if this.of.by.mma.tf32x3 { 3 } else { 1 };
            let sums = sums.into_iter().map(|sums| b.inst(Inst::WgmmaWait(sums, left)));
            let sums: Vec<Value> = sums.collect();
            let before = b.index(Index::var(step) - 1);
            let any = b.compare(CompareOp::GeS, before, zero);
            let when = b.binary(crate::program::BinaryOp::And, says, any);
            let (at, _) = this.slot(b, Index::var(step), this.of.plan.stages as i64 - 1);
            let at = (this.of.empty, at);
            b.push(Stmt::Async(AsyncOp::MbarrierArrive { at, bytes: 0, when: Some(when) }));
            sums
        });
        let sums: Vec<Value> =
            sums.into_iter().map(|sums| b.inst(Inst::WgmmaWait(sums, 0))).collect();
        let sums = match self.of.by.mma.tf32x3 {
            true => tf32x3::combined(b, &sums)[0],
            false => sums[0],
        };
        if self.before.is_some() {
            let last = Index::constant(self.of.steps as i64 - 1);
            let at = (self.of.empty, self.slot(b, last, 0).0);
            b.push(Stmt::Async(AsyncOp::MbarrierArrive { at, bytes: 0, when: Some(says) }));
        }
        self.finish(b, sums, (lane, group))
    }

    /// Splits the operands of a stage, each thread its pieces, and waits for all of them.
    fn split(&self, b: &mut Builder, slot: &Index, round: &Index, lo_buffers: [BufferId; 2]) {
        let threads = GROUP * self.of.groups();
        let four = Scalar::F32.vector(4);
        let sizes = [self.of.plan.tile.m, self.of.plan.tile.n].map(|n| n * self.tiles.depth);
        for ((near, rest), units) in self.of.buffers.into_iter().zip(lo_buffers).zip(sizes) {
            let first = slot.clone() * units as i64 + Index::var(self.tiles.thread) * 4;
            for iteration in 0..units / (4 * threads) {
                let at = first.clone() + (iteration * 4 * threads) as i64;
                let whole = b.load(four, near, at.clone());
                let seen = tf32x3::hi(b, whole);
                let less = tf32x3::lo(b, whole, seen);
                b.store(seen, near, at.clone());
                b.store(less, rest, at);
            }
        }
        let at = (self.of.converted, slot.clone());
        b.push(Stmt::Async(AsyncOp::MbarrierArrive { at: at.clone(), bytes: 0, when: None }));
        b.push(Stmt::Async(AsyncOp::MbarrierWait { at, phase: round.clone() }));
    }

    /// Makes the results of the sums.
    fn finish(
        &mut self,
        b: &mut Builder,
        sums: Value,
        (lane, group): (Value, Value),
    ) -> Result<(), Unsupported> {
        let wide = self.tiles.out.lanes;
        let warp = b.modulo(b.floor_div(self.tiles.thread, 32), 4);
        let (row, column) = (b.floor_div(lane, 4), b.modulo(lane, 4));
        let groups = self.of.columns() / 8;
        let shuffle = EpilogueShuffle::new(b, &column, wide, groups);
        let (down, over) = self.warpgroup_at(b, group);
        let above = down * ROWS as i64 + warp * 16;
        let row = self.tiles.operands[0].at.clone() + above + row;
        let beside = over * self.of.columns() as i64;
        let column = self.tiles.operands[1].at.clone() + beside + shuffle.column.clone();
        let [row, column] = [row, column].map(|at| Index::var(b.index(at)));
        let fragments = Fragments { down: 1, rows: 16, over: groups, row, column };
        fragments.store(b, &mut self.tiles, &shuffle, &|b, (_, half, n)| {
            let first = (4 * n + 2 * half) as u16;
            [first, first + 1].map(|lane| b.inst(Inst::Extract(sums, lane)))
        })
    }
}
