//! Makes a kernel of a nest and a schedule.
//!
//! Loops run over the full tiles of a dimension; what is left over at its end is
//! emitted once more with the smaller span, so that the main part has no masks.
//! In a parallel loop, which does both, a branch tells them apart. At the bottom
//! all points of a register tile are computed side by side.

use super::access_pattern::regroups;
use super::copies::PackedCopy;
use super::emit_scope::{EmitPoint, EmitScope, LANE, RegisterTranspose};
use super::emitter::{EmitContext, LoopState, NestEmitter, ThreadBinding, TilePoint};
use super::loop_plan::{LoopPlan, NO_TILES, plan};
use super::loops::Loop;
use super::{Choice, Directive, MathOp, Memory, Schedule, ScheduleError, Scratch, facts};
use crate::index::{Index, Range};
use crate::math::{Cost, Parts, ScalarOp, Unsupported};
use crate::nest::{Nest, Node, NodeId};
use crate::program::{BufferId, Builder, CompareOp, Inst, LoopKind, Scalar, Space, Value};

/// The most points of a nest all of whose vectors may have a mask.
const FEW_POINTS: u64 = 1 << 12;

/// Adds the kernel that computes a nest to a program: from these buffers, one for
/// each input, into those, one for each output.
///
/// # Errors
/// If a directive does not fit the nest, or an operation can't be expanded. The
/// builder is of no more use then.
pub fn emit(
    b: &mut Builder,
    nest: &Nest,
    schedule: &Schedule,
    inputs: &[BufferId],
    outputs: &[BufferId],
) -> Result<(), ScheduleError> {
    if nest.parallel_points() == 0 {
        plan(nest, schedule)?;
        return Ok(());
    }
    b.kernel(&nest.name, facts(nest), |b| {
        emit_inside(b, nest, schedule, inputs, outputs, &EmitContext::default())
    })
}

impl Choice {
    /// Adds the kernel of a choice to a program: from these buffers, one for each input of the
    /// nest that was decided on, into those, one for each output. Decides nothing.
    ///
    /// # Errors
    /// As of [`emit`](emit()).
    pub fn emit(
        &self,
        b: &mut Builder,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), ScheduleError> {
        if let [step] = &self.steps[..]
            && step.nest.parallel_points() == 0
        {
            plan(&step.nest, &step.schedule)?;
            return Ok(());
        }
        b.kernel(&self.name, self.facts, |b| {
            self.emit_inside(b, inputs, outputs, &EmitContext::default())
        })
    }

    /// Adds what [`Choice::emit`] does to a kernel that is being built.
    ///
    /// # Errors
    /// As of [`emit`](emit()).
    pub fn emit_inside(
        &self,
        b: &mut Builder,
        inputs: &[BufferId],
        outputs: &[BufferId],
        context: &EmitContext,
    ) -> Result<(), ScheduleError> {
        self.emit_from(b, 0, &mut Vec::new(), (inputs, outputs), context)
    }

    /// Adds the steps from one on; each scratch tensor lives from the step that it is for.
    fn emit_from(
        &self,
        b: &mut Builder,
        at: usize,
        scratch: &mut Vec<BufferId>,
        (inputs, outputs): (&[BufferId], &[BufferId]),
        context: &EmitContext,
    ) -> Result<(), ScheduleError> {
        let Some(step) = self.steps.get(at) else { return Ok(()) };
        let known = scratch.len();
        let new = self.scratch[known..].iter().take_while(|it| it.from <= at);
        scratch.extend(new.map(|Scratch { tensor, .. }| {
            b.buffer(&tensor.name, tensor.element, &tensor.shape, Space::Scratch)
        }));
        let here = scratch[known..].to_vec();
        let mut rest = |b: &mut Builder| {
            let buffer = |memory: &Memory| match *memory {
                Memory::Input(n) => inputs[n],
                Memory::Output(n) => outputs[n],
                Memory::Scratch(n) => scratch[n],
            };
            let from: Vec<BufferId> = step.inputs.iter().map(buffer).collect();
            let to: Vec<BufferId> = step.outputs.iter().map(buffer).collect();
            let parts = (&step.nest, &step.schedule, Some(&step.copies[..]));
            emit_nest(b, parts, &from, &to, context)?;
            self.emit_from(b, at + 1, scratch, (inputs, outputs), context)
        };
        if here.is_empty() { rest(b) } else { b.scratch(&here, rest) }
    }
}

/// Adds what [`emit`] does to a kernel that is being built, for a part of the nest.
///
/// # Errors
/// As of [`emit`].
pub fn emit_inside(
    b: &mut Builder,
    nest: &Nest,
    schedule: &Schedule,
    inputs: &[BufferId],
    outputs: &[BufferId],
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    emit_nest(b, (nest, schedule, None), inputs, outputs, context)
}

/// The same with the copies that were decided; without, they are decided here.
fn emit_nest(
    b: &mut Builder,
    (nest, schedule, copies): (&Nest, &Schedule, Option<&[PackedCopy]>),
    inputs: &[BufferId],
    outputs: &[BufferId],
    context: &EmitContext,
) -> Result<(), ScheduleError> {
    let plan = plan(nest, schedule)?;
    if nest.parallel_points() == 0 {
        return Ok(());
    }
    if let Some((_, threads)) = context.thread {
        fits_block(nest, schedule, &plan, threads.into())?;
    }
    let of_tile = |it: &&Directive| matches!(it, Directive::PrefetchInput(..));
    if let Some(directive) = schedule.directives.iter().find(of_tile)
        && context.tile.is_none()
    {
        return Err(ScheduleError::illegal(directive, nest, NO_TILES));
    }
    if let Some(gemm) = &plan.gemm {
        let ends = (inputs, outputs);
        return match gemm.math {
            MathOp::Fma(..) => super::gemm_simt::emit(b, nest, gemm, ends, context),
            MathOp::Mma(_) => super::gemm_mma::emit(b, nest, gemm, ends, context),
            MathOp::Wgmma(_) => super::gemm_wgmma::emit(b, nest, gemm, ends, context),
        };
    }
    if plan.transpose {
        return super::transpose::emit(b, nest, (inputs, outputs), context);
    }
    let own = match copies {
        Some(_) => Vec::new(),
        None => super::copies::decide(nest, &plan, *context != EmitContext::default()),
    };
    let copies = copies.unwrap_or(&own);
    let mut scope = EmitScope::planned(nest, &plan, inputs, outputs);
    scope.combined.clone_from(&context.combined);
    let mut kernel = NestEmitter::new(nest, plan, scope, copies);
    let mut state = LoopState {
        dims: vec![Index::constant(0); nest.dims.len()],
        spans: nest.dims.iter().map(|d| d.extent).collect(),
    };
    for &(dim, at) in &context.at {
        state.dims[dim] = match b.constant_of(at) {
            Some(constant) => Index::constant(constant as i64),
            None => Index::var(at),
        };
    }
    kernel.scope.tile = context.tile;
    for &(dim, span) in &context.spans {
        state.spans[dim] = span;
    }
    kernel.thread = context.thread.map(|(thread, _)| ThreadBinding { block: None, thread });
    // Threads of the block that the nest has no work for.
    let idle = context.thread.filter(|(_, threads)| kernel.plan.threads() < u64::from(*threads));
    match (kernel.plan.rfactor, &nest.reduction) {
        (Some(rfactor), Some(reduction)) => {
            kernel.rfactor(b, &state, reduction, rfactor).map_err(ScheduleError::from)
        }
        _ => match kernel.plan.grid() {
            Some((blocks, threads)) if context.thread.is_none() => {
                b.grid(blocks, threads as u32, |b, block, thread| {
                    kernel.thread = Some(ThreadBinding { block: Some(block), thread });
                    kernel.with_warps(b, &state)
                })
            }
            _ => match idle {
                Some((thread, _)) => {
                    let count = kernel.plan.threads();
                    let limit = b.int(Scalar::I64.ty(), count as i64);
                    let mine = b.compare(CompareOp::LtS, thread, limit);
                    let busy = |b: &mut Builder| {
                        b.assuming(thread, Range::extent(count), |b| kernel.with_warps(b, &state))
                    };
                    b.try_branch(mine, busy, |_| Ok(()))
                }
                None => kernel.with_warps(b, &state),
            },
        },
    }
}

/// Checks that a nest which the threads of one block compute together is not given more
/// of a grid than that block.
fn fits_block(
    nest: &Nest,
    schedule: &Schedule,
    plan: &LoopPlan,
    threads: u64,
) -> Result<(), ScheduleError> {
    let illegal =
        |directive: &Directive, reason: String| ScheduleError::illegal(directive, nest, reason);
    for directive in &schedule.directives {
        match directive {
            Directive::Blocks(_) => {
                return Err(illegal(directive, "one block computes the nest".to_owned()));
            }
            Directive::Threads(..) if plan.threads() > threads => {
                return Err(illegal(directive, format!("the block has {threads} threads")));
            }
            _ => {}
        }
    }
    Ok(())
}

impl NestEmitter<'_> {
    /// The loops over parallel dimensions from this one in, with the copies that
    /// are made here.
    pub(super) fn outer(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        match self.plan.packs.iter().any(|pack| pack.at == level) {
            true => self.with_copies(b, level, state),
            false => self.loops(b, level, state),
        }
    }

    /// The unit of a loop's induction variable: one point, or one step if operands are packed in
    /// panels over the loop's dimension, so that divisions by the panel size vanish.
    pub(super) fn unit(&self, l: &Loop, step: u64) -> u64 {
        let mut over = self.plan.packs.iter().flat_map(|pack| &pack.over);
        if over.any(|(dim, panel)| *dim == l.dim && panel.is_some()) { step } else { 1 }
    }

    /// The loops over parallel dimensions from this one in.
    pub(super) fn loops(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        if self.registers.is_none() && self.register_level() == Some(level) {
            return self.with_registers(b, level, state);
        }
        if level == self.plan.outer {
            return Ok(self.tile(b, state)?);
        }
        let l = self.plan.loops[level].clone();
        if let Some(bound) = l.binding {
            return self.bound_loop(b, level, state, (&l, bound));
        }
        let span = state.spans[l.dim];
        let (full, rest) = (span / l.step, span % l.step);
        let end = (full * l.step) as i64;
        let unit = self.unit(&l, l.step);
        if l.parallel && full + u64::from(rest > 0) > 1 {
            let (to, step) = ((end as u64 + rest).div_ceil(unit) as i64, (l.step / unit) as i64);
            return b.for_each(LoopKind::Parallel, &l.name, 0, to, step, |b, var| {
                let main = state.at(l.dim, Index::var(var) * unit as i64, l.step);
                if rest == 0 {
                    return self.outer(b, level + 1, &main);
                }
                let limit = b.int(Scalar::I64.ty(), full as i64 * step);
                let whole = b.compare(CompareOp::LtS, var, limit);
                let tail = state.at(l.dim, end, rest);
                let first = Range { low: 0, high: (full as i64 - 1) * step };
                self.either(b, (whole, var, first), level + 1, (&main, &tail))
            });
        }
        if self.is_masked(&l, level, span) {
            let (to, step) = (span as i64, l.step as i64);
            return b.for_each(LoopKind::Serial, &l.name, 0, to, step, |b, var| {
                self.left = Some(Index::constant(to) - Index::var(var));
                let made = self.outer(b, level + 1, &state.at(l.dim, Index::var(var), l.step));
                self.left = None;
                made
            });
        }
        for part in self.plan.segments(&l, span) {
            let (start, width) = (part.start as i64, part.step);
            if part.count == 1 {
                self.outer(b, level + 1, &state.at(l.dim, start, width))?;
                continue;
            }
            let unit = self.unit(&l, width);
            let (to, step) = ((part.count * width / unit) as i64, (width / unit) as i64);
            b.for_each(LoopKind::Serial, &l.name, 0, to, step, |b, var| {
                let at = Index::var(var) * unit as i64 + start;
                self.outer(b, level + 1, &state.at(l.dim, at, width))
            })?;
        }
        Ok(())
    }

    /// Whether all vectors of a loop have a mask, so that there is no other code for the last one, of which
    /// a part is left over: elementary functions are some hundred instructions, which take a
    /// millisecond to compile. A loop of exponentials with masks takes 1.4 times as long, so it has few
    /// points. Vectors of less than 64 bytes are those of processors whose masks are slower still.
    fn is_masked(&self, l: &Loop, level: usize, span: u64) -> bool {
        let vectors = l.lanes > 1 && l.unroll == 1 && l.step == u64::from(l.lanes) && !l.split;
        let left_over = span > l.step && !span.is_multiple_of(l.step);
        let elementwise = self.nest.reduction.is_none() && self.plan.packs.is_empty();
        let innermost = level + 1 == self.plan.outer && self.registers.is_none();
        let widest = self.nest.outputs.iter().map(|it| it.tensor.element.byte_width() as u64).max();
        let wide = u64::from(l.lanes) * widest.unwrap_or(0) >= 64;
        vectors
            && left_over
            && elementwise
            && innermost
            && wide
            && !l.dot_group
            && self.nest.points() <= FEW_POINTS
            && has_long_code(self.nest)
    }

    /// Emits the loops from one on for one of two states, by a test that a loop variable is in
    /// a range.
    pub(super) fn either(
        &mut self,
        b: &mut Builder,
        (test, var, range): (Value, Value, Range),
        level: usize,
        (then, otherwise): (&LoopState, &LoopState),
    ) -> Result<(), ScheduleError> {
        b.try_branch_with(
            self,
            test,
            |this, b| b.assuming(var, range, |b| this.outer(b, level, then)),
            |this, b| this.outer(b, level, otherwise),
        )
    }

    /// The places of a register tile over parallel or reducing dimensions.
    pub(super) fn places(&self, state: &LoopState, reducing: bool) -> Vec<TilePoint> {
        let mut places =
            vec![TilePoint { offsets: Vec::new(), number: 0, valid: None, transpose: None }];
        // Vectors side by side come last: what is the same in all of them, a
        // scalar in every lane, then takes a register for as long as they last.
        let leaves = self.plan.loops.iter().filter(|l| !l.split);
        let (vectors, scalars): (Vec<_>, Vec<_>) = leaves.partition(|l| l.lanes > 1);
        for l in scalars.into_iter().chain(vectors) {
            if self.nest.dims[l.dim].reducing != reducing {
                continue;
            }
            let span = state.spans[l.dim];
            // A group is one place.
            let width = if l.dot_group { l.step } else { u64::from(l.lanes) };
            let mut next = Vec::new();
            for place in &places {
                for u in 0..span.div_ceil(width) {
                    let start = Index::constant((u * width * l.apart()) as i64);
                    let lane = if l.lanes > 1 { Index::var(LANE) } else { Index::constant(0) };
                    let mut offsets = place.offsets.clone();
                    offsets.push((l.dim, start + lane));
                    let left = span - u * width;
                    let valid = if left < width { Some(left) } else { place.valid };
                    let number = place.number * l.unroll as usize + u as usize;
                    let lanes = u64::from(self.scope.lanes);
                    // Of a sum, no more than one point is there at a time.
                    let apart = !reducing || !regroups(self.nest);
                    let square = lanes > 1 && l.lanes == 1 && span.is_multiple_of(lanes) && apart;
                    let here = RegisterTranspose { dim: l.dim, number: u };
                    let transpose = if square { Some(here) } else { place.transpose };
                    next.push(TilePoint { offsets, number, valid, transpose });
                }
            }
            places = next;
        }
        places
    }

    pub(super) fn point(
        &self,
        b: &mut Builder,
        state: &LoopState,
        places: &[&TilePoint],
    ) -> EmitPoint {
        let mut dims = state.dims.clone();
        let mut mask = None;
        let mut transpose = None;
        for place in places {
            transpose = transpose.or(place.transpose);
            for (dim, offset) in &place.offsets {
                dims[*dim] = dims[*dim].clone() + offset.clone();
            }
            let left = self.left.clone().filter(|_| place.valid.is_none());
            if let Some(count) = place.valid.map(|valid| Index::constant(valid as i64)).or(left) {
                mask = Some(b.inst(Inst::FirstLanes(self.scope.lanes, count)));
            }
        }
        EmitPoint { dims, mask, transpose }
    }

    /// The innermost parallel points: reduce, if there is a reduction, then store.
    fn tile(&mut self, b: &mut Builder, state: &LoopState) -> Result<(), Unsupported> {
        if let Some(registers) = self.registers.clone() {
            return self.matrix_tile(b, state, &registers);
        }
        if let Some(row) = self.rows_of_epilogue(state) {
            return self.tile_by_rows(b, state, row);
        }
        let places = self.places(state, false);
        let reduced = match &self.nest.reduction {
            Some(reduction) => {
                let totals = self.reduction(b, state, reduction, &places, true)?;
                totals.into_iter().map(Some).collect()
            }
            None => vec![None; places.len()],
        };
        self.finish(b, state, &places, &reduced)
    }

    /// Computes and stores the outputs, given the reduction's results.
    pub(super) fn finish(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        places: &[TilePoint],
        reduced: &[Option<Vec<Parts<Value>>>],
    ) -> Result<(), Unsupported> {
        self.scope.loads.clear();
        let mine = self.first_reducer(b);
        let after = self.after.clone();
        if let Some(rows) = self.interleave {
            return self.finish_interleaved(b, state, places, rows);
        }
        for (place, reduced) in places.iter().zip(reduced) {
            let point = self.point(b, state, &[place]);
            let values = self.scope.compute(b, &point, &after, reduced.as_deref())?;
            self.scope.results(b, &point, &values, mine);
        }
        Ok(())
    }
}

/// Whether a point's code has elementary functions, whose expansions are long.
fn has_long_code(nest: &Nest) -> bool {
    (0..nest.body.len()).any(|number| match nest.body.node(NodeId(number as u32)) {
        Node::Op(op, operands) => {
            let element = operands.first().map(|&operand| nest.body.element(operand));
            let special = element.is_some_and(|element| op.cost(element) == Cost::Special);
            special && !matches!(op, ScalarOp::Divide | ScalarOp::Sqrt)
        }
        // Any other node: an element, or a position.
        _ => false,
    })
}
