//! The gemm skeleton of threads and warps: staging, pipelining, predication and epilogue around an
//! instruction ([`MathUnit`]).
//!
//! A stage holds block K steps of both operands. Copies by `cp.async` are in flight while other
//! stages are multiplied; values that threads load stay in registers until a stage is free. By the
//! number of stages and steps, and by how operands are staged ([`PipelineKind`]):
//!
//! | stages | form |
//! |---|---|
//! | 1 | no overlap: a step is staged, then multiplied |
//! | as many as steps | all steps are staged at once, then multiplied one by one |
//! | 2, both operands by registers | double buffering, one barrier a step |
//! | others | a ring: the stage that was multiplied last is filled next |

use super::gemm_dims::GemmDims;
use super::gemm_tile::GemmBlock;
use super::roles::Roles;
use super::staging::{self, AsyncSource};
use super::{Operand, Staging};
use crate::index::{Index, Range};
use crate::math::Unsupported;
use crate::nest::{Nest, NodeId};
use crate::program::{
    AsyncOp, BinaryOp, BufferId, Builder, CompareOp, LoopKind, Scalar, Stmt, Value,
};

/// Returns how `cp.async` finds the operands that it stages: the one across the columns, and the
/// one along them.
///
/// # Errors
/// An operand, and one sentence that says why `cp.async` can't stage it.
pub(super) fn sources(
    nest: &Nest,
    roles: &Roles,
    nodes: [NodeId; 2],
    staging: [Staging; 2],
    lanes: u64,
) -> Result<[Option<AsyncSource>; 2], (Operand, String)> {
    let dims = GemmDims::of(roles);
    let source = |operand: Operand, node: NodeId, side: &[usize]| {
        let by = staging[operand as usize] == Staging::Async;
        let found = by.then(|| staging::async_source(nest, node, (side, &dims.k), lanes));
        found.transpose().map_err(|why| (operand, why))
    };
    let across = source(roles.across.0, nodes[0], &dims.m)?;
    Ok([across, source(roles.along.0, nodes[1], &dims.n)?])
}

/// The order of loads, copies and products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PipelineKind {
    Serial,
    Filled,
    DoubleBuffered,
    Ring,
}

/// A thread's piece of an operand of a step.
pub(super) struct StagedPiece {
    /// Its position: along the operand's side, and along the whole sum.
    pub(super) at: (Index, Index),
    /// The number of elements that are read at once, along both.
    pub(super) wide: (u64, u64),
    /// Whether the thread has a piece, where not all do.
    pub(super) mine: Option<Value>,
}

/// An instruction that multiplies, with the layout of its operands in shared memory.
pub(super) trait MathUnit {
    /// Shared memory of the operands.
    fn buffers(&self) -> [BufferId; 2];

    /// The pieces of an operand that a thread brings for each step.
    fn pieces(&self, tiles: &GemmBlock<'_>, operand: usize) -> u64;

    /// The number of values, one step after the other, that a thread loads for a piece.
    fn values(&self, operand: usize) -> u64;

    /// A piece of an operand, by its number.
    fn piece(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        piece: (usize, u64),
        step: Value,
    ) -> StagedPiece;

    /// The target of a piece that is copied as it is.
    fn target(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        piece: (usize, u64),
        slot: Value,
    ) -> Index;

    /// Stores what was loaded of an operand in a stage.
    fn store_to_shared(
        &self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        operand: usize,
        slot: Value,
        loaded: &[Value],
    );

    /// The initial values of a thread's accumulators.
    fn start(
        &mut self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
    ) -> Result<Vec<Value>, Unsupported>;

    /// Adds the products of what is in a stage to the sums.
    fn multiply(
        &self,
        b: &mut Builder,
        tiles: &GemmBlock<'_>,
        slot: Value,
        sums: Vec<Value>,
    ) -> Vec<Value>;

    /// Makes the results of the sums.
    fn finish(
        &mut self,
        b: &mut Builder,
        tiles: &mut GemmBlock<'_>,
        sums: Vec<Value>,
    ) -> Result<(), Unsupported>;
}

/// A block's tile, computed by an instruction.
pub(super) struct PipelinedGemm<'n, U> {
    tiles: GemmBlock<'n>,
    unit: U,
    stages: u64,
    /// The operands staged by `cp.async`.
    sources: [Option<AsyncSource>; 2],
}

impl<'n, U: MathUnit> PipelinedGemm<'n, U> {
    pub(super) fn new(
        tiles: GemmBlock<'n>,
        unit: U,
        stages: u64,
        sources: [Option<AsyncSource>; 2],
    ) -> PipelinedGemm<'n, U> {
        PipelinedGemm { tiles, unit, stages, sources }
    }

    /// Computes the tile.
    pub(super) fn emit(mut self, b: &mut Builder) -> Result<(), Unsupported> {
        let buffers = self.unit.buffers();
        b.scratch(&buffers, |b| {
            let initial = self.unit.start(b, &mut self.tiles)?;
            let sums = match self.form() {
                PipelineKind::Serial => self.serial(b, initial)?,
                PipelineKind::Filled => self.filled(b, initial)?,
                PipelineKind::DoubleBuffered => self.double_buffered(b, initial)?,
                PipelineKind::Ring => self.ring(b, initial)?,
            };
            self.unit.finish(b, &mut self.tiles, sums)
        })
    }

    fn form(&self) -> PipelineKind {
        match self.stages {
            2 if !self.copies() => PipelineKind::DoubleBuffered,
            stages if stages == self.tiles.steps() => PipelineKind::Filled,
            1 => PipelineKind::Serial,
            _ => PipelineKind::Ring,
        }
    }

    /// Whether copies stage an operand.
    fn copies(&self) -> bool {
        self.sources.iter().any(Option::is_some)
    }

    /// The operands that go through registers.
    fn loaded(&self) -> Vec<usize> {
        (0..2).filter(|operand| self.sources[*operand].is_none()).collect()
    }

    /// The number of values that a thread loads of an operand for each step.
    fn values(&self, operand: usize) -> usize {
        (self.unit.pieces(&self.tiles, operand) * self.unit.values(operand)) as usize
    }

    /// Closes a group of copies.
    fn commit(&self, b: &mut Builder) {
        if self.copies() {
            b.push(Stmt::Async(AsyncOp::CommitGroup));
        }
    }

    /// Waits until at most so many groups of copies are on their way.
    fn wait(&self, b: &mut Builder, groups: u64) {
        if self.copies() {
            b.push(Stmt::Async(AsyncOp::WaitGroup(groups as u32)));
        }
    }

    /// Loads a thread's values of an operand for a step.
    fn load(
        &mut self,
        b: &mut Builder,
        operand: usize,
        step: Value,
    ) -> Result<Vec<Value>, Unsupported> {
        let mut loaded = Vec::new();
        for piece in 0..self.unit.pieces(&self.tiles, operand) {
            let StagedPiece { at: (own, sum), wide, .. } =
                self.unit.piece(b, &self.tiles, (operand, piece), step);
            for further in 0..self.unit.values(operand) as i64 {
                let at = (own.clone(), sum.clone() + further);
                loaded.push(self.tiles.element(b, operand, at, wide)?);
            }
        }
        Ok(loaded)
    }

    /// Begins the copies of a thread's pieces of an operand for a step, if copies stage it.
    fn copy(&mut self, b: &mut Builder, operand: usize, slot: Value, step: Value) {
        let Some(from) = self.sources[operand].clone() else { return };
        for piece in 0..self.unit.pieces(&self.tiles, operand) {
            let StagedPiece { at, wide, mine } =
                self.unit.piece(b, &self.tiles, (operand, piece), step);
            let to = self.unit.target(b, &mut self.tiles, (operand, piece), slot);
            let (point, inside) = self.tiles.point(b, operand, at, wide);
            let (from, when) = self.tiles.source(b, (operand, &from), (&point, inside));
            let to = (self.unit.buffers()[operand], to);
            let units = wide.0.max(wide.1) as u16;
            let copy = Stmt::Async(AsyncOp::CpAsync { to, from, units, when });
            match mine {
                Some(mine) => b.branch(mine, |b| b.push(copy), |_| {}),
                None => b.push(copy),
            }
        }
    }

    /// Stages a step of an operand: begins its copies, or loads and stores it.
    fn stage(
        &mut self,
        b: &mut Builder,
        operand: usize,
        slot: Value,
        step: Value,
    ) -> Result<(), Unsupported> {
        if self.sources[operand].is_none() {
            let loaded = self.load(b, operand, step)?;
            self.unit.store_to_shared(b, &mut self.tiles, operand, slot, &loaded);
        }
        self.copy(b, operand, slot, step);
        Ok(())
    }

    /// Stages the first steps, each in the stage of its number.
    fn fill(&mut self, b: &mut Builder, stages: u64) -> Result<(), Unsupported> {
        for stage in 0..stages {
            let slot = number(b, stage);
            for operand in 0..2 {
                self.stage(b, operand, slot, slot)?;
            }
            self.commit(b);
        }
        Ok(())
    }

    /// The sums, where there is one stage for several steps.
    fn serial(&mut self, b: &mut Builder, initial: Vec<Value>) -> Result<Vec<Value>, Unsupported> {
        let steps = self.tiles.steps();
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        let kind = LoopKind::Serial;
        b.try_for_carrying(kind, "step", bounds, 1, &initial, |b, step, inside| {
            let slot = number(b, 0);
            // The step before has been multiplied by all threads.
            b.push(Stmt::Barrier);
            for operand in 0..2 {
                self.stage(b, operand, slot, step)?;
            }
            self.commit(b);
            self.wait(b, 0);
            b.push(Stmt::Barrier);
            Ok(self.unit.multiply(b, &self.tiles, slot, inside.to_vec()))
        })
    }

    /// The sums, where there is a stage for each step.
    fn filled(&mut self, b: &mut Builder, initial: Vec<Value>) -> Result<Vec<Value>, Unsupported> {
        self.fill(b, self.stages)?;
        let mut sums = initial;
        for stage in 0..self.stages {
            self.wait(b, self.stages - 1 - stage);
            b.push(Stmt::Barrier);
            let slot = number(b, stage);
            sums = self.unit.multiply(b, &self.tiles, slot, sums);
        }
        Ok(sums)
    }

    /// The sums, with the next step in registers and two stages.
    fn double_buffered(
        &mut self,
        b: &mut Builder,
        initial: Vec<Value>,
    ) -> Result<Vec<Value>, Unsupported> {
        let (steps, sums) = (self.tiles.steps(), initial.len());
        let mut carried = initial;
        let zero = number(b, 0);
        for operand in 0..2 {
            carried.extend(self.load(b, operand, zero)?);
        }
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        let kind = LoopKind::Serial;
        let after = b.try_for_carrying(kind, "step", bounds, 1, &carried, |b, step, inside| {
            let half = b.index(b.modulo(step, 2));
            self.keep_all(b, half, &inside[sums..]);
            b.push(Stmt::Barrier);
            let next = self.ahead(b, step, 1);
            let mut later = Vec::new();
            for operand in 0..2 {
                later.extend(self.load(b, operand, next)?);
            }
            let mut all = self.unit.multiply(b, &self.tiles, half, inside[..sums].to_vec());
            all.extend(later);
            Ok(all)
        })?;
        Ok(after[..sums].to_vec())
    }

    /// Stores what waited in registers in a stage.
    fn keep_all(&mut self, b: &mut Builder, slot: Value, loaded: &[Value]) {
        let mut rest = loaded;
        for operand in self.loaded() {
            let (now, later) = rest.split_at(self.values(operand));
            self.unit.store_to_shared(b, &mut self.tiles, operand, slot, now);
            rest = later;
        }
    }

    /// The step so many further on, or the last one.
    fn ahead(&self, b: &mut Builder, step: Value, further: u64) -> Value {
        let steps = self.tiles.steps();
        b.index(b.least(Index::var(step) + further as i64, steps as i64 - 1))
    }

    /// The sums, with copies several stages ahead. The stage that was multiplied last is
    /// filled next: the barrier ahead of that is the one that shows the next stage.
    fn ring(&mut self, b: &mut Builder, initial: Vec<Value>) -> Result<Vec<Value>, Unsupported> {
        let (steps, stages, sums) = (self.tiles.steps(), self.stages, initial.len());
        self.fill(b, stages - 1)?;
        let mut carried = initial;
        let step = number(b, stages - 1);
        for operand in self.loaded() {
            carried.extend(self.load(b, operand, step)?);
        }
        carried.extend([number(b, 0), number(b, stages - 1)]);
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        let kind = LoopKind::Serial;
        let after = b.try_for_carrying(kind, "step", bounds, 1, &carried, |b, step, inside| {
            self.ring_step(b, (step, steps), inside, sums)
        })?;
        Ok(after[..sums].to_vec())
    }

    /// One step of a ring.
    fn ring_step(
        &mut self,
        b: &mut Builder,
        (step, steps): (Value, u64),
        inside: &[Value],
        sums: usize,
    ) -> Result<Vec<Value>, Unsupported> {
        let (all, slots) = inside.split_at(inside.len() - 2);
        let (slot, free) = (slots[0], slots[1]);
        self.wait(b, self.stages - 2);
        b.push(Stmt::Barrier);
        self.keep_all(b, free, &all[sums..]);
        if self.copies() {
            let ahead = b.index(Index::var(step) + (self.stages as i64 - 1));
            let end = number(b, steps);
            let more = b.compare(CompareOp::LtS, ahead, end);
            let copies = |b: &mut Builder| {
                for operand in 0..2 {
                    self.copy(b, operand, free, ahead);
                }
            };
            let inside = |b: &mut Builder| b.assuming(ahead, Range::extent(steps), copies);
            b.branch(more, inside, |_| {});
        }
        self.commit(b);
        let mut later = Vec::new();
        if !self.loaded().is_empty() {
            let next = self.ahead(b, step, self.stages);
            for operand in self.loaded() {
                later.extend(self.load(b, operand, next)?);
            }
        }
        let mut all = self.unit.multiply(b, &self.tiles, slot, all[..sums].to_vec());
        all.extend(later);
        let (one, last) = (number(b, 1), number(b, self.stages - 1));
        let zero = number(b, 0);
        let (at_end, next) =
            (b.compare(CompareOp::Eq, slot, last), b.binary(BinaryOp::Add, slot, one));
        all.extend([b.select(at_end, zero, next), slot]);
        Ok(all)
    }
}

fn number(b: &mut Builder, n: u64) -> Value {
    b.int(Scalar::I64.ty(), n as i64)
}
