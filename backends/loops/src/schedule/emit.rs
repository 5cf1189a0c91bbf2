//! Makes a kernel of a nest and a schedule.
//!
//! Loops run over the full tiles of a dimension; what is left over at its end is
//! emitted once more with the smaller span, so that the main part has no masks.
//! In a parallel loop, which does both, a branch tells them apart. At the bottom
//! all points of a register tile are computed side by side.

use super::plan::{Loop, Plan, plan};
use super::point::{LANE, Point, Site};
use super::turn::Turn;
use super::{Schedule, ScheduleError, facts};
use crate::index::{Index, Range};
use crate::math::{Parts, Unsupported};
use crate::nest::Nest;
use crate::program::{BufferId, Builder, CompareOp, Inst, LoopKind, Scalar, Value};

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
    let plan = plan(nest, schedule)?;
    if nest.parallel_points() == 0 {
        return Ok(());
    }
    let vector = plan.loops.iter().find(|l| l.lanes > 1).map(|l| (l.dim, l.lanes));
    let (of_values, after) = nest.needed();
    let mut kernel = Kernel {
        nest,
        plan,
        site: Site::new(nest, inputs, outputs, vector),
        of_values,
        after,
        error: None,
    };
    let state = State {
        dims: vec![Index::constant(0); nest.dims.len()],
        spans: nest.dims.iter().map(|d| d.extent).collect(),
    };
    b.kernel(&nest.name, facts(nest), |b| match (kernel.plan.partial, &nest.reduction) {
        (Some(partial), Some(reduction)) => {
            if let Err(error) = kernel.partial(b, &state, reduction, partial) {
                kernel.error.get_or_insert(error);
            }
        }
        _ => kernel.outer(b, 0, &state),
    });
    match kernel.error {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Where the loops so far have got to: the index of each dimension, and how many
/// points of it from there on are to be computed.
#[derive(Clone)]
pub(super) struct State {
    pub(super) dims: Vec<Index>,
    pub(super) spans: Vec<u64>,
}

impl State {
    pub(super) fn at(&self, dim: usize, by: impl Into<Index>, span: u64) -> State {
        let mut next = self.clone();
        next.dims[dim] = next.dims[dim].clone() + by.into();
        next.spans[dim] = span;
        next
    }
}

/// A point of a register tile in one direction (parallel or reducing).
pub(super) struct Place {
    /// Its offset from the state's index in some dimensions.
    offsets: Vec<(usize, Index)>,
    /// Its number among all places a full tile has.
    pub(super) number: usize,
    /// How many lanes count, if not all do.
    valid: Option<u64>,
    /// An unrolled dimension that has whole vectors of points here.
    turn: Option<Turn>,
}

pub(super) struct Kernel<'n> {
    pub(super) nest: &'n Nest,
    pub(super) plan: Plan,
    pub(super) site: Site<'n>,
    pub(super) of_values: Vec<bool>,
    after: Vec<bool>,
    pub(super) error: Option<Unsupported>,
}

impl Kernel<'_> {
    /// The loops over parallel dimensions from this one in.
    fn outer(&mut self, b: &mut Builder, level: usize, state: &State) {
        if level == self.plan.outer {
            if let Err(error) = self.tile(b, state) {
                self.error.get_or_insert(error);
            }
            return;
        }
        let l = self.plan.loops[level].clone();
        let span = state.spans[l.dim];
        let (full, rest) = (span / l.step, span % l.step);
        let end = (full * l.step) as i64;
        if l.parallel && full + u64::from(rest > 0) > 1 {
            let to = (end as u64 + rest) as i64;
            b.for_each(LoopKind::Parallel, &l.name, 0, to, l.step as i64, |b, var| {
                self.know(var, to - 1);
                if rest == 0 {
                    return self.outer(b, level + 1, &state.at(l.dim, var, l.step));
                }
                let limit = b.int(Scalar::I64.ty(), end);
                let whole = b.compare(CompareOp::LtS, var, limit);
                let this = std::cell::RefCell::new(self);
                let main = state.at(l.dim, var, l.step);
                let tail = state.at(l.dim, end, rest);
                b.branch(
                    whole,
                    |b| {
                        let mut this = this.borrow_mut();
                        this.know(var, end - l.step as i64);
                        this.outer(b, level + 1, &main);
                    },
                    |b| this.borrow_mut().outer(b, level + 1, &tail),
                );
            });
            return;
        }
        for part in segments(&l, span) {
            let (start, width) = (part.start as i64, part.step);
            if part.count == 1 {
                self.outer(b, level + 1, &state.at(l.dim, start, width));
                continue;
            }
            let to = (part.count * width) as i64;
            b.for_each(LoopKind::Serial, &l.name, 0, to, width as i64, |b, var| {
                self.know(var, to - width as i64);
                self.outer(b, level + 1, &state.at(l.dim, Index::var(var) + start, width));
            });
        }
    }

    /// Records that a loop variable goes from 0 to `last`.
    pub(super) fn know(&mut self, var: Value, last: i64) {
        self.site.ranges.insert(var.into(), Range { low: 0, high: last.max(0) });
    }

    /// The places of a register tile over parallel or reducing dimensions.
    pub(super) fn places(&self, state: &State, reducing: bool) -> Vec<Place> {
        let mut places = vec![Place { offsets: Vec::new(), number: 0, valid: None, turn: None }];
        for l in self.plan.loops.iter().filter(|l| !l.split) {
            if self.nest.dims[l.dim].reducing != reducing {
                continue;
            }
            let span = state.spans[l.dim];
            let width = u64::from(l.lanes);
            let mut next = Vec::new();
            for place in &places {
                for u in 0..span.div_ceil(width) {
                    let start = Index::constant((u * width) as i64);
                    let lane = if l.lanes > 1 { Index::var(LANE) } else { Index::constant(0) };
                    let mut offsets = place.offsets.clone();
                    offsets.push((l.dim, start + lane));
                    let left = span - u * width;
                    let valid = if left < width { Some(left) } else { place.valid };
                    let number = place.number * l.unroll as usize + u as usize;
                    let lanes = u64::from(self.site.lanes);
                    let square =
                        lanes > 1 && l.lanes == 1 && span.is_multiple_of(lanes) && !reducing;
                    let here = Turn { dim: l.dim, number: u };
                    let turn = if square { Some(here) } else { place.turn };
                    next.push(Place { offsets, number, valid, turn });
                }
            }
            places = next;
        }
        places
    }

    pub(super) fn point(&self, b: &mut Builder, state: &State, places: &[&Place]) -> Point {
        let mut dims = state.dims.clone();
        let mut mask = None;
        let mut turn = None;
        for place in places {
            turn = turn.or(place.turn);
            for (dim, offset) in &place.offsets {
                dims[*dim] = dims[*dim].clone() + offset.clone();
            }
            if let Some(valid) = place.valid {
                let count = Index::constant(valid as i64);
                mask = Some(b.inst(Inst::FirstLanes(self.site.lanes, count)));
            }
        }
        Point { dims, mask, turn }
    }

    /// The innermost parallel points: reduce, if there is a reduction, then store.
    fn tile(&mut self, b: &mut Builder, state: &State) -> Result<(), Unsupported> {
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
        state: &State,
        places: &[Place],
        reduced: &[Option<Vec<Parts<Value>>>],
    ) -> Result<(), Unsupported> {
        self.site.loads.clear();
        let nest = self.nest;
        let after = self.after.clone();
        for (place, reduced) in places.iter().zip(reduced) {
            let point = self.point(b, state, &[place]);
            let values = self.site.compute(b, &point, &after, reduced.as_deref())?;
            for (n, output) in nest.outputs.iter().enumerate() {
                self.site.store(b, &point, n, values[&output.value]);
            }
        }
        Ok(())
    }
}

/// A stretch of a loop: so many steps of the same width.
pub(super) struct Segment {
    pub(super) start: u64,
    pub(super) count: u64,
    pub(super) step: u64,
}

/// How a loop covers a span: in full steps, then what is left over. Of a loop whose
/// points are unrolled, that is not unrolled once more: it is single vectors or
/// points, and at last part of a vector.
pub(super) fn segments(l: &Loop, span: u64) -> Vec<Segment> {
    let mut start = 0;
    let mut parts = Vec::new();
    let single = if l.split { l.step } else { u64::from(l.lanes) };
    for step in [l.step, single] {
        let count = (span - start) / step;
        if count > 0 {
            parts.push(Segment { start, count, step });
            start += count * step;
        }
    }
    if start < span {
        parts.push(Segment { start, count: 1, step: span - start });
    }
    parts
}
