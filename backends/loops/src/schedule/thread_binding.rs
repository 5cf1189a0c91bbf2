//! Thread bindings: loops whose iterations are distributed over the blocks of a grid and the
//! threads of a block.

use super::ScheduleError;
use super::emitter::{LoopState, NestEmitter, ThreadBinding};
use super::loops::{Loop, LoopBinding};
use super::partials::{load, partial_element, store};
use super::reduce::{flatten, unflatten};
use crate::index::{Index, Range};
use crate::math::{Emitter, Parts, Unsupported};
use crate::nest::Reduction;
use crate::program::{Builder, CompareOp, Inst, LoopKind, Scalar, Space, Stmt, Value};
use hloom_ir::Element;

/// The threads of a warp.
const WARP: u64 = 32;

impl NestEmitter<'_> {
    /// Emits all loops, with buffers for partial results of warps if several reduce together.
    pub(super) fn with_warps(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
    ) -> Result<(), ScheduleError> {
        let warps = self.plan.reducers() / WARP;
        let values = self.nest.reduction.as_ref().filter(|_| warps > 1);
        let Some(reduction) = values else { return self.outer(b, 0, state) };
        let elements = reduction.values.iter().map(|v| self.nest.body.element(*v));
        self.warps = elements
            .map(|e| b.buffer("warps", partial_element(e), &[warps], Space::Shared))
            .collect();
        let shared = self.warps.clone();
        b.scratch(&shared, |b| self.outer(b, 0, state))
    }

    /// The number of this block or thread among those that share a loop.
    pub(super) fn place_in(&self, b: &Builder, bound: LoopBinding) -> Index {
        let Some(binding) = self.thread else { return Index::constant(0) };
        let number = match (bound.threads, binding.block) {
            (true, _) => Index::var(binding.thread),
            (false, Some(block)) => Index::var(block),
            (false, None) => return Index::constant(0),
        };
        b.modulo(b.floor_div(number, bound.stride as i64), bound.count as i64)
    }

    /// Emits a parallel loop that is bound: one step per block, or steps per thread until none is
    /// left.
    pub(super) fn bound_loop(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
        (l, bound): (&Loop, LoopBinding),
    ) -> Result<(), ScheduleError> {
        let span = state.spans[l.dim];
        let (full, rest) = (span / l.step, span % l.step);
        let steps = full + u64::from(rest > 0);
        let place = self.place_in(b, bound);
        if bound.threads {
            let count = bound.count as i64;
            if steps <= bound.count {
                let at = b.index(place);
                if steps == bound.count {
                    return self.step_at(b, level, state, (l, at), (full, rest));
                }
                let limit = b.int(Scalar::I64.ty(), steps as i64);
                let mine = b.compare(CompareOp::LtS, at, limit);
                let step = |b: &mut Builder| {
                    b.assuming(at, Range::extent(steps), |b| {
                        self.step_at(b, level, state, (l, at), (full, rest))
                    })
                };
                return b.try_branch(mine, step, |_| Ok(()));
            }
            return b.for_each(LoopKind::Serial, &l.name, place, steps as i64, count, |b, at| {
                self.step_at(b, level, state, (l, at), (full, rest))
            });
        }
        let at = b.index(place);
        self.step_at(b, level, state, (l, at), (full, rest))
    }

    /// Emits the step with this number: a complete one, or the remainder.
    fn step_at(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
        (l, at): (&Loop, Value),
        (full, rest): (u64, u64),
    ) -> Result<(), ScheduleError> {
        let start = match b.constant_of(at) {
            Some(constant) => Index::constant(constant as i64),
            None => Index::var(at),
        };
        let whole = state.at(l.dim, start * l.step as i64, l.step);
        let tail = state.at(l.dim, (full * l.step) as i64, rest);
        match (full, rest) {
            (_, 0) => self.outer(b, level + 1, &whole),
            (0, _) => self.outer(b, level + 1, &tail),
            _ => {
                let limit = b.int(Scalar::I64.ty(), full as i64);
                let is_whole = b.compare(CompareOp::LtS, at, limit);
                let first = (is_whole, at, Range::extent(full));
                self.either(b, first, level + 1, (&whole, &tail))
            }
        }
    }

    /// Whether this thread is the first of those that reduce together, if there are several.
    pub(super) fn first_reducer(&self, b: &mut Builder) -> Option<Value> {
        let reducers = self.plan.reducers();
        let binding = self.thread.filter(|_| reducers > 1)?;
        Some(self.is_first(b, binding, reducers))
    }

    /// Whether the thread is the first of `of` threads.
    fn is_first(&self, b: &mut Builder, binding: ThreadBinding, of: u64) -> Value {
        let number = b.index(b.modulo(binding.thread, of as i64));
        let zero = b.int(Scalar::I64.ty(), 0);
        b.compare(CompareOp::Eq, number, zero)
    }

    /// Combines the partial results of threads, with the same result in all of them: within a warp
    /// by butterfly shuffles, from the highest bit of the thread number on; then those of the warps
    /// in order.
    pub(super) fn across_threads(
        &mut self,
        b: &mut Builder,
        reduction: &Reduction,
        elements: &[Element],
        totals: &[Parts<Value>],
    ) -> Result<Vec<Parts<Value>>, Unsupported> {
        let Some(binding) = self.thread else { return Ok(totals.to_vec()) };
        let mut totals = totals.to_vec();
        for by in [16, 8, 4, 2, 1] {
            let flat = flatten(&totals, elements);
            let other: Vec<Value> =
                flat.iter().map(|value| b.inst(Inst::ShuffleXor(*value, by))).collect();
            let other = unflatten(&other, elements);
            let a = &mut Emitter { builder: b, lanes: 1 };
            totals = reduction.combiner.combine(a, elements, &totals, &other)?;
        }
        let warps = self.plan.reducers() / WARP;
        if warps <= 1 {
            return Ok(totals);
        }
        let shared = self.warps.clone();
        let warp = b.floor_div(binding.thread, WARP as i64);
        let first = self.is_first(b, binding, WARP);
        let store_to_shared = |b: &mut Builder| {
            for (n, element) in elements.iter().enumerate() {
                store(b, shared[n], *element, &warp, totals[n]);
            }
        };
        b.branch(first, store_to_shared, |_| {});
        b.push(Stmt::Barrier);
        for number in 0..warps {
            let at = Index::constant(number as i64);
            let each = elements.iter().enumerate();
            let part: Vec<Parts<Value>> =
                each.map(|(n, element)| load(b, shared[n], *element, &at)).collect();
            if number == 0 {
                totals = part;
                continue;
            }
            let a = &mut Emitter { builder: b, lanes: 1 };
            totals = reduction.combiner.combine(a, elements, &totals, &part)?;
        }
        // The buffer may be reused for the next row.
        b.push(Stmt::Barrier);
        Ok(totals)
    }
}
