//! Kernels of `hloom.fusion` ops.
//!
//! A fusion that is one nest ([`KernelShape::Map`], [`KernelShape::Single`]) is lowered as any op
//! is. One that goes by rows becomes a kernel with a loop over tiles of rows, which
//! threads share, and all its nests inside; what passes between them stays in
//! scratch memory of a tile's size. Where rows are combined, chunks of tiles have
//! partial results of their own, so many as the shape says, which are put together
//! in order at the end. Any other fusion is its nests one after the other in one
//! kernel. On a GPU, an [attention](hloom_analysis::attention::AttentionPattern) is a kernel of
//! its own, where a block can do it ([`Scheduler::attention`]).

use super::super::nests::{StageNest, Stages, lower_attention, stages_of};
use super::{Lowering, Slot};
use crate::index::Index;
use crate::lower::Unsupported;
use crate::nest::Nest;
use crate::program::{BufferId, Builder, Facts, LoopKind, Space, Stmt, Value as Register};
use crate::schedule::{
    Choice, EmitContext, FAR_BYTES, Machine, Placement, ScheduleError, Scheduler, facts,
};
use hloom_analysis::kernel::{KernelShape, kernel_shape_of_block};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

impl Lowering<'_> {
    /// Lowers a fusion.
    pub(super) fn fusion(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        if self.attention(op)? {
            return Ok(());
        }
        let form = module.entry(op, 0).map(|block| kernel_shape_of_block(module, block));
        match form {
            Some(KernelShape::Rows(_) | KernelShape::Staged) => self.stages(op),
            Some(KernelShape::Update(_)) => self.update(op),
            _ => self.nest(op),
        }
    }

    /// Lowers a fusion that is a chain of two products, if a GPU's block can do it as one;
    /// whether it is.
    fn attention(&mut self, op: OpId) -> Result<bool, Unsupported> {
        let module = self.module;
        let found = self.machine.gpu.and_then(|_| lower_attention(module, op));
        let Some(it) = found else { return Ok(false) };
        let name = super::super::nests::name_of(module, op);
        let decided = self.scheduler.mark();
        let plan = match self.scheduler.attention(&name, &it.nests) {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(false),
            Err(why) => return self.refused(op, &why).map(|()| true),
        };
        let output = [self.buffer_for(op, module.result(op, 0))?];
        let mut inputs: [Vec<BufferId>; 3] = Default::default();
        for (buffers, values) in inputs.iter_mut().zip(&it.inputs) {
            for v in values {
                buffers.push(self.buffer(op, *v)?);
            }
        }
        let [scores, rows, product] = &inputs;
        let mut done = facts(&it.nests.logits);
        let second = facts(&it.nests.product);
        done.flops = done.flops.saturating_add(second.flops);
        done.special = done.special.saturating_add(second.special);
        done.integer = done.integer.saturating_add(second.integer);
        done.bytes_read = done.bytes_read.saturating_add(second.bytes_read);
        // Terms stay in registers.
        done.bytes_written = second.bytes_written;
        // Without the kernel, there is no choice either; the buffers stay.
        let mark = self.mark_from(decided);
        let ends = [&scores[..], &rows[..], &product[..]];
        let emit = |b: &mut Builder| plan.emit(b, &it.nests, ends, &output);
        if self.builder.kernel(&name, done, emit).is_err() {
            // An operation that has no expansion for such elements.
            self.go_back(mark);
            return Ok(false);
        }
        self.unless_library(op, mark)?;
        Ok(true)
    }

    fn stages(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let stages = match stages_of(module, op, self.machine) {
            Ok(stages) => stages,
            Err(why) => return self.host_or(op, why),
        };
        let mut buffers: FxHashMap<Value, BufferId> = FxHashMap::default();
        for result in module.results(op) {
            let buffer = self.buffer_for(op, result)?;
            buffers.insert(result, buffer);
        }
        let yielded = yielded(module, op);
        for (&v, result) in yielded.iter().zip(module.results(op)) {
            let buffer = buffers[&result];
            // A value that is yielded twice is made once and copied.
            buffers.entry(v).or_insert(buffer);
        }
        let all = || stages.clear.iter().chain(&stages.nests).chain(&stages.last);
        let own: FxHashSet<Value> =
            stages.tiles.iter().chain(&stages.partial).map(|(v, _)| *v).collect();
        for v in all().flat_map(|n| &n.inputs) {
            if !own.contains(v) && !buffers.contains_key(v) {
                let buffer = self.buffer(op, *v)?;
                buffers.insert(*v, buffer);
            }
        }
        let mut partial = FxHashMap::default();
        let by_rows = !stages.rows.is_empty();
        for (v, tensor) in &stages.tiles {
            if by_rows {
                continue;
            }
            let (name, space) = (&tensor.name, Space::Arena(0));
            let buffer = self.builder.buffer(name, tensor.element, &tensor.shape, space);
            self.lifetimes.define(buffer);
            buffers.insert(*v, buffer);
        }
        for (v, tensor) in &stages.partial {
            let (name, shape) = (&tensor.name, &tensor.shape);
            let buffer = self.builder.buffer(name, tensor.element, shape, Space::Scratch);
            partial.insert(*v, buffer);
        }
        let (machine, scheduler) = (self.machine, self.scheduler);
        let kernel = FusionEmitter { stages: &stages, machine, scheduler, buffers, partial };
        let name = super::super::nests::name_of(module, op);
        let facts = kernel.facts(module, op);
        let mark = self.mark();
        let made = self.builder.kernel(&name, facts, |b| kernel.emit(b));
        if let Err(why) = made {
            self.go_back(mark);
            return self.refused(op, &why);
        }
        if self.unless_library(op, mark)? {
            return Ok(());
        }
        let results: Vec<Value> = module.results(op).into_iter().collect();
        let args = module.entry(op, 0).map_or(&[][..], |block| module.args(block));
        for (i, v) in yielded.iter().enumerate() {
            // No nest makes an operand that is yielded as it is.
            let operand = || Some(module.operand(op, args.iter().position(|arg| arg == v)?));
            let made = yielded[..i].iter().position(|h| h == v).map(|first| results[first]);
            if let Some(from) = made.or_else(operand) {
                let (from, to) = (self.slot(op, from)?, self.slot(op, results[i])?);
                self.copy(op, &from, &to)?;
            }
        }
        debug_assert!(results.iter().all(|r| matches!(self.slots.get(r), Some(Slot::Buffer(_)))));
        Ok(())
    }
}

/// The values that a fusion's body yields.
fn yielded(module: &Module, op: OpId) -> Vec<Value> {
    let end = module.entry(op, 0).and_then(|block| module.terminator(block));
    end.map_or(Vec::new(), |end| module.operands(end).to_vec())
}

/// The most of an input that is fetched a tile ahead: it has to stay in those caches.
const TILE_BYTES: u64 = 256 << 10;

/// A fusion's kernel.
struct FusionEmitter<'s> {
    stages: &'s Stages,
    machine: &'s Machine,
    scheduler: &'s Scheduler<'s>,
    /// Memory of operands, of results (under their names in the body too) and, of
    /// nests that go one after the other, of what is between them.
    buffers: FxHashMap<Value, BufferId>,
    /// Partial results of chunks.
    partial: FxHashMap<Value, BufferId>,
}

impl FusionEmitter<'_> {
    /// The work of all nests; bytes of what comes from outside and goes there.
    fn facts(&self, module: &Module, op: OpId) -> Facts {
        let mut sum = Facts::default();
        for stage in self.stages.nests.iter() {
            let one = facts(&stage.nest);
            sum.flops = sum.flops.saturating_add(one.flops);
            sum.special = sum.special.saturating_add(one.special);
            sum.integer = sum.integer.saturating_add(one.integer);
        }
        let bytes = |v: Value| {
            let size = module.ty(v).as_tensor().and_then(|t| t.byte_size());
            size.unwrap_or(usize::MAX) as u64
        };
        let read: FxHashSet<Value> =
            self.stages.nests.iter().flat_map(|n| n.inputs.iter().copied()).collect();
        let operands: FxHashSet<Value> = module.operands(op).iter().copied().collect();
        for v in operands.intersection(&read) {
            sum.bytes_read = sum.bytes_read.saturating_add(bytes(*v));
        }
        for v in module.results(op) {
            sum.bytes_written = sum.bytes_written.saturating_add(bytes(v));
        }
        sum
    }

    fn memory(&self, v: &Value) -> BufferId {
        self.partial.get(v).copied().unwrap_or_else(|| self.buffers[v])
    }

    fn emit(&self, b: &mut Builder) -> Result<(), ScheduleError> {
        if self.stages.rows.is_empty() {
            for stage in &self.stages.nests {
                let (inputs, outputs) = self.ends(stage, &FxHashMap::default());
                let placement = match self.machine.gpu {
                    Some(_) => Placement::Kernel,
                    None => Placement::Stage,
                };
                let choice = self.scheduler.decide(&stage.nest, placement)?;
                choice.emit_inside(b, &inputs, &outputs, &EmitContext::default())?;
            }
            return Ok(());
        }
        if self.stages.rows.contains(&0) {
            return self.without_rows(b);
        }
        if self.stages.last.is_empty() {
            return self.by_tiles(b, &self.decided()?);
        }
        let partial: Vec<BufferId> =
            self.stages.partial.iter().map(|(v, _)| self.partial[v]).collect();
        b.scratch(&partial, |b| {
            self.alone(b, &self.stages.clear, false)?;
            self.by_chunks(b, &self.decided()?)?;
            self.alone(b, &self.stages.last, true)
        })
    }

    /// There are no rows: what combines them begins and ends.
    fn without_rows(&self, b: &mut Builder) -> Result<(), ScheduleError> {
        let partial: Vec<BufferId> =
            self.stages.partial.iter().map(|(v, _)| self.partial[v]).collect();
        b.scratch(&partial, |b| {
            self.alone(b, &self.stages.clear, false)?;
            self.alone(b, &self.stages.last, true)
        })
    }

    /// Nests outside of the loop over rows, which read partial results and write
    /// them, or results.
    fn alone(
        &self,
        b: &mut Builder,
        nests: &[StageNest],
        to_results: bool,
    ) -> Result<(), ScheduleError> {
        for stage in nests {
            let placement = Placement::Inside { results: false, tiles: None };
            let choice = self.scheduler.decide(&stage.nest, placement)?;
            let inputs: Vec<BufferId> = stage.inputs.iter().map(|v| self.memory(v)).collect();
            let to = |v| if to_results { self.buffers[v] } else { self.memory(v) };
            let outputs: Vec<BufferId> = stage.outputs.iter().map(to).collect();
            choice.emit_inside(b, &inputs, &outputs, &EmitContext::default())?;
        }
        Ok(())
    }

    fn ends(
        &self,
        stage: &StageNest,
        tile: &FxHashMap<Value, BufferId>,
    ) -> (Vec<BufferId>, Vec<BufferId>) {
        let one = |v: &Value| tile.get(v).copied().unwrap_or_else(|| self.memory(v));
        let memory = |values: &[Value]| values.iter().map(one).collect();
        (memory(&stage.inputs), memory(&stage.outputs))
    }

    /// Whole tiles, and the rows that are left.
    fn counts(&self) -> (u64, u64) {
        let (last, leading) = self.stages.rows.split_last().unwrap_or((&1, &[]));
        let outer: u64 = leading.iter().product();
        (outer * (last / self.stages.tile), last % self.stages.tile)
    }

    fn by_tiles(&self, b: &mut Builder, choices: &[Choice]) -> Result<(), ScheduleError> {
        let (whole, rest) = self.counts();
        if let Some(threads) = self.stages.threads {
            // Tiles of GPUs leave no rest.
            return b.grid(whole, threads, |b, block, thread| {
                let nowhere = b.int(crate::program::Scalar::I64.ty(), 0);
                let block_threads = Some((thread, threads));
                self.tile(b, block, nowhere, self.stages.tile, (choices, block_threads))
            });
        }
        let zero = |b: &mut Builder| b.int(crate::program::Scalar::I64.ty(), 0);
        if whole > 0 {
            b.for_each(LoopKind::Parallel, "tile", 0, whole as i64, 1, |b, n| {
                let chunk = zero(b);
                self.tile(b, n, chunk, self.stages.tile, (choices, None))
            })?;
        }
        if rest > 0 {
            let n = b.int(crate::program::Scalar::I64.ty(), whole as i64);
            let chunk = zero(b);
            self.tile(b, n, chunk, rest, (choices, None))?;
        }
        Ok(())
    }

    fn by_chunks(&self, b: &mut Builder, choices: &[Choice]) -> Result<(), ScheduleError> {
        let (whole, rest) = self.counts();
        let chunks = self.stages.chunks.min(whole.max(1));
        let each = whole / chunks;
        if each > 0 {
            b.for_each(LoopKind::Parallel, "chunk", 0, chunks as i64, 1, |b, chunk| {
                let from = Index::var(chunk) * each as i64;
                let to = from.clone() + each as i64;
                b.for_each(LoopKind::Serial, "tile", from, to, 1, |b, n| {
                    self.tile(b, n, chunk, self.stages.tile, (choices, None))
                })
            })?;
        }
        // The tiles that are left, and the rows.
        let last = b.int(crate::program::Scalar::I64.ty(), self.stages.chunks as i64);
        if chunks * each < whole {
            b.for_each(
                LoopKind::Serial,
                "tile",
                (chunks * each) as i64,
                whole as i64,
                1,
                |b, n| self.tile(b, n, last, self.stages.tile, (choices, None)),
            )?;
        }
        if rest > 0 {
            let n = b.int(crate::program::Scalar::I64.ty(), whole as i64);
            self.tile(b, n, last, rest, (choices, None))?;
        }
        Ok(())
    }

    /// Inputs that are worth prefetching for the next tile: the number of a nest, and of its input.
    /// While a tile's rows are gone through for the second time they are near, and memory has
    /// nothing to do; unless that takes no longer than reading them, as sums over rows.
    fn read_again(&self) -> Vec<(usize, u32)> {
        // In the order of their first readers.
        let mut readers: Vec<(Value, Vec<(usize, u32)>)> = Vec::new();
        for (number, stage) in self.stages.nests.iter().enumerate() {
            for (i, (v, tensor)) in (0..).zip(stage.inputs.iter().zip(&stage.nest.inputs)) {
                let bytes = tensor.bytes();
                let row = bytes / self.stages.rows.iter().product::<u64>().max(1);
                let tile = row.saturating_mul(self.stages.tile);
                if self.is_of_tile(v) || bytes <= FAR_BYTES || tile > TILE_BYTES {
                    continue;
                }
                match readers.iter_mut().find(|(input, _)| input == v) {
                    Some((_, places)) => places.push((number, i)),
                    None => readers.push((*v, vec![(number, i)])),
                }
            }
        }
        let second = |(_, places): (Value, Vec<(usize, u32)>)| {
            let first = places.first()?.0;
            places.into_iter().find(|(number, _)| *number > first)
        };
        let sums = |number: usize| facts(&self.stages.nests[number].nest).special == 0;
        let worth = |&(number, _): &(usize, u32)| self.stages.last.is_empty() || !sums(number);
        readers.into_iter().filter_map(second).filter(worth).collect()
    }

    /// Whether a value passes between the nests of a tile.
    fn is_of_tile(&self, v: &Value) -> bool {
        self.stages.tiles.iter().any(|(own, _)| own == v)
    }

    /// The choice for each nest at one tile: the same for all tiles.
    fn decided(&self) -> Result<Vec<Choice>, ScheduleError> {
        let p = self.stages.rows.len();
        let again = self.read_again();
        let each = self.stages.nests.iter().enumerate().map(|(number, stage)| {
            let own = again.iter().filter(|(nest, _)| *nest == number);
            let ahead: Vec<u32> = own.map(|(_, input)| *input).collect();
            let placement = match self.stages.threads {
                Some(threads) => {
                    let groups = Some((p + 1, self.stages.tile as u32));
                    Placement::Block { threads, groups }
                }
                // A tile's results are few, but all of them may be more than caches hold.
                None => Placement::Inside {
                    results: !stage.outputs.iter().any(|v| self.is_of_tile(v)),
                    tiles: Some(&ahead),
                },
            };
            self.scheduler.decide(&one_tile(&stage.nest, p), placement)
        });
        each.collect()
    }

    /// All nests for tile number `n`, of so many rows, in the partial results of a chunk; by the
    /// threads of a block, if there is one.
    fn tile(
        &self,
        b: &mut Builder,
        n: Register,
        chunk: Register,
        rows: u64,
        (choices, block_threads): (&[Choice], Option<(Register, u32)>),
    ) -> Result<(), ScheduleError> {
        let (last, leading) = self.stages.rows.split_last().unwrap_or((&1, &[]));
        let per = (last / self.stages.tile).max(1) as i64;
        let p = self.stages.rows.len();
        let mut context = EmitContext::default();
        if leading.is_empty() {
            context.at.push((0, n));
        } else {
            let number = Index::var(n);
            let t = b.index(b.modulo(number.clone(), per));
            context.at.push((p - 1, t));
            let mut rest = b.floor_div(number, per);
            for (d, &extent) in leading.iter().enumerate().rev() {
                let extent = extent as i64;
                let at = if d == 0 { rest.clone() } else { b.modulo(rest.clone(), extent) };
                let at = b.index(at);
                context.at.push((d, at));
                rest = b.floor_div(rest, extent);
            }
        }
        context.at.push((p, chunk));
        context.spans.push((p + 1, rows));
        // Each place where a tile is worked on has memory of its own.
        let mut tile_buffers: FxHashMap<Value, BufferId> = FxHashMap::default();
        let mut scratch = Vec::new();
        for (v, tensor) in &self.stages.tiles {
            let (name, shape) = (&tensor.name, &tensor.shape);
            let space = if block_threads.is_some() { Space::Shared } else { Space::Scratch };
            let buffer = b.buffer(name, tensor.element, shape, space);
            tile_buffers.insert(*v, buffer);
            scratch.push(buffer);
        }
        // The register that counts tiles of rows.
        context.tile = context.at.iter().find(|(dim, _)| *dim + 1 == p).map(|&(_, at)| at);
        context.thread = block_threads;
        b.scratch(&scratch, |b| {
            for (number, stage) in self.stages.nests.iter().enumerate() {
                // From here on, this thread reads what other threads have written.
                if block_threads.is_some() && number > 0 {
                    b.push(Stmt::Barrier);
                }
                let (inputs, outputs) = self.ends(stage, &tile_buffers);
                choices[number].emit_inside(b, &inputs, &outputs, &context)?;
            }
            Ok(())
        })
    }
}

/// A nest by rows as one tile sees it: where it stands is one point.
fn one_tile(nest: &Nest, p: usize) -> Nest {
    let mut nest = nest.clone();
    for dim in &mut nest.dims[..=p] {
        dim.extent = 1;
    }
    nest
}
