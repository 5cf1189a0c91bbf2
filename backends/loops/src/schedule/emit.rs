//! Makes a kernel of a nest and a schedule.
//!
//! Loops run over the full tiles of a dimension; what is left over at its end is
//! emitted once more with the smaller span, so that the main part has no masks.
//! In a parallel loop, which does both, a branch tells them apart. At the bottom
//! all points of a register tile are computed side by side.

use super::plan::{Loop, Plan, plan};
use super::point::{LANE, Point, Site};
use super::turn::Turn;
use super::{Schedule, ScheduleError};
use crate::index::{Index, Range};
use crate::math::{Arith, Emitter, Parts, Unsupported, identity};
use crate::nest::{Combiner, Cost, Nest, Node, NodeId, Reduction};
use crate::program::{BufferId, Builder, CompareOp, Facts, Inst, LoopKind, Scalar, Value};
use hloom_ir::Element;

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

/// The work of a nest: what it reads and writes at least once, and its operations.
pub fn facts(nest: &Nest) -> Facts {
    let (inside, after) = nest.needed();
    let points = nest.points();
    let outer = nest.parallel_points();
    let mut facts = Facts::default();
    let mut count = |cost: Cost, times: u64| {
        let place = match cost {
            Cost::Free => return,
            Cost::Flop => &mut facts.flops,
            Cost::Special => &mut facts.special,
            Cost::Integer => &mut facts.integer,
        };
        *place = place.saturating_add(times);
    };
    let mut reads = vec![0u64; nest.inputs.len()];
    for id in nest.body.ids() {
        let n = id.0 as usize;
        let times = if inside[n] { points } else { outer };
        match nest.body.node(id) {
            Node::Op(op, operands) if inside[n] || after[n] => {
                count(op.cost(nest.body.element(operands[0])), times);
            }
            Node::Load { input, .. } if inside[n] || after[n] => {
                let read = &mut reads[*input as usize];
                *read = read.saturating_add(times);
            }
            _ => {}
        }
    }
    if let Some(Reduction { values, combiner, .. }) = &nest.reduction {
        match combiner {
            Combiner::Each(ops) => {
                let each = ops.iter().zip(values);
                each.for_each(|(op, v)| count(op.cost(nest.body.element(*v)), points));
            }
            Combiner::Body(body, _) => {
                for id in body.ids() {
                    if let Node::Op(op, operands) = body.node(id) {
                        count(op.cost(body.element(operands[0])), points);
                    }
                }
            }
        }
    }
    let bytes = |t: &crate::nest::Tensor| {
        t.shape.iter().product::<u64>().saturating_mul(t.element.byte_width() as u64)
    };
    for (tensor, reads) in nest.inputs.iter().zip(reads) {
        let most = reads.saturating_mul(tensor.element.byte_width() as u64);
        facts.bytes_read = facts.bytes_read.saturating_add(bytes(tensor).min(most));
    }
    for output in &nest.outputs {
        facts.bytes_written = facts.bytes_written.saturating_add(bytes(&output.tensor));
    }
    facts
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
    number: usize,
    /// How many lanes count, if not all do.
    valid: Option<u64>,
    /// An unrolled dimension that has whole vectors of points here.
    turn: Option<Turn>,
}

pub(super) struct Kernel<'n> {
    pub(super) nest: &'n Nest,
    pub(super) plan: Plan,
    pub(super) site: Site<'n>,
    of_values: Vec<bool>,
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
        let (full, rest) = split(&l, state);
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
        if full == 1 {
            self.outer(b, level + 1, &state.at(l.dim, 0, l.step));
        } else if full > 1 {
            b.for_each(LoopKind::Serial, &l.name, 0, end, l.step as i64, |b, var| {
                self.know(var, end - l.step as i64);
                self.outer(b, level + 1, &state.at(l.dim, var, l.step));
            });
        }
        if rest > 0 {
            self.outer(b, level + 1, &state.at(l.dim, end, rest));
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
                    let square = lanes > 1 && l.lanes == 1 && span % lanes == 0 && !reducing;
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

    /// The results of the reduction at each place: with what it begins with, or
    /// without (then several partial results are put together, at least in
    /// principle, and begin with what changes nothing).
    pub(super) fn reduction(
        &mut self,
        b: &mut Builder,
        state: &State,
        reduction: &Reduction,
        places: &[Place],
        with_initial: bool,
    ) -> Result<Vec<Vec<Parts<Value>>>, Unsupported> {
        let body = &self.nest.body;
        let elements: Vec<Element> = reduction.values.iter().map(|v| body.element(*v)).collect();
        let across = self.site.vector.is_some() && !self.site.vector_is_parallel();
        let lanes = self.site.lanes;
        let inner = &self.plan.loops[self.plan.outer..];
        let instances: usize = inner.iter().map(|l| l.unroll as usize).product();
        let regroup = instances > 1 || across || !with_initial;
        // What each begins with, where the nest says so.
        self.site.loads.clear();
        let before = body.needed(&reduction.initial);
        let mut initial: Vec<Vec<Parts<Value>>> = Vec::new();
        for place in places {
            let point = self.point(b, state, &[place]);
            let values = self.site.compute(b, &point, &before, None)?;
            initial.push(reduction.initial.iter().map(|v| values[v]).collect());
        }
        let mut sums: Sums = Vec::new();
        for start in &initial {
            for _ in 0..instances {
                for (n, element) in elements.iter().enumerate() {
                    let neutral = match &reduction.combiner {
                        Combiner::Each(ops) if regroup => {
                            identity(&mut Emitter { builder: b, lanes }, ops[n], *element)
                        }
                        _ => None,
                    };
                    let value = match neutral {
                        Some(value) => value,
                        None => self.site.widen(b, start[n]),
                    };
                    sums.push(value);
                }
            }
        }
        let flow = Flow { reduction, elements: &elements, places, instances, across };
        let sums = self.inner(b, self.plan.outer, state, &flow, sums);
        // Put partial results together: unrolled ones, then lanes, then the start.
        let width = elements.len();
        let mut totals = Vec::new();
        for (n, start) in initial.iter().enumerate() {
            let from = n * instances * width;
            let parts = &sums[from..from + instances * width];
            let mut rows: Vec<Vec<Parts<Value>>> = parts.chunks(width).map(<[_]>::to_vec).collect();
            let a = &mut Emitter { builder: b, lanes };
            while rows.len() > 1 {
                let half = rows.len().div_ceil(2);
                let upper = rows.split_off(half);
                for (low, high) in rows.iter_mut().zip(upper) {
                    *low = reduction.combiner.combine(a, &elements, low, &high)?;
                }
            }
            let mut total = rows.pop().unwrap_or_default();
            if across {
                total = across_lanes(b, reduction, &elements, &total)?;
            }
            if regroup && with_initial {
                let lanes = if across { 1 } else { lanes };
                let mut start = start.clone();
                if lanes > 1 {
                    start = start.iter().map(|v| self.site.widen(b, *v)).collect();
                }
                let a = &mut Emitter { builder: b, lanes };
                total = reduction.combiner.combine(a, &elements, &start, &total)?;
            }
            totals.push(total);
        }
        Ok(totals)
    }

    /// The loops over reducing dimensions from this one in.
    fn inner(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &State,
        flow: &Flow<'_>,
        sums: Sums,
    ) -> Sums {
        if level == self.plan.loops.len() {
            return match self.step(b, state, flow, &sums) {
                Ok(sums) => sums,
                Err(error) => {
                    self.error.get_or_insert(error);
                    sums
                }
            };
        }
        let l = self.plan.loops[level].clone();
        let (full, rest) = split(&l, state);
        let end = (full * l.step) as i64;
        let mut sums = sums;
        if full == 1 {
            sums = self.inner(b, level + 1, &state.at(l.dim, 0, l.step), flow, sums);
        } else if full > 1 {
            let initial = flatten(&sums, flow.elements);
            let bounds = (Index::constant(0), Index::constant(end));
            let step = l.step as i64;
            let carry = |b: &mut Builder, var: Value, inside: &[Value]| {
                self.know(var, end - step);
                let sums = unflatten(inside, flow.elements);
                let next = state.at(l.dim, var, l.step);
                flatten(&self.inner(b, level + 1, &next, flow, sums), flow.elements)
            };
            let after = b.for_carrying(LoopKind::Serial, &l.name, bounds, step, &initial, carry);
            sums = unflatten(&after, flow.elements);
        }
        if rest > 0 {
            sums = self.inner(b, level + 1, &state.at(l.dim, end, rest), flow, sums);
        }
        sums
    }

    /// One step of the reduction at all places: every unrolled point of it.
    fn step(
        &mut self,
        b: &mut Builder,
        state: &State,
        flow: &Flow<'_>,
        sums: &Sums,
    ) -> Result<Sums, Unsupported> {
        let width = flow.elements.len();
        let lanes = self.site.lanes;
        let of_values = self.of_values.clone();
        let contraction: Option<(NodeId, NodeId)> = self.nest.contraction();
        self.site.loads.clear();
        let steps = self.places(state, true);
        let mut sums = sums.clone();
        for (n, place) in flow.places.iter().enumerate() {
            for step in &steps {
                let point = self.point(b, state, &[place, step]);
                let values = self.site.compute(b, &point, &of_values, None)?;
                let from = (n * flow.instances + step.number) * width;
                let old = sums[from..from + width].to_vec();
                let new: Vec<Parts<Value>> = if let Some((x, y)) = contraction {
                    let (x, y) = (self.site.widen(b, values[&x]), self.site.widen(b, values[&y]));
                    vec![Emitter { builder: b, lanes }.fma(x.re, y.re, old[0].re).into()]
                } else {
                    let values: Vec<Parts<Value>> = flow
                        .reduction
                        .values
                        .iter()
                        .map(|v| self.site.widen(b, values[v]))
                        .collect();
                    let a = &mut Emitter { builder: b, lanes };
                    flow.reduction.combiner.combine(a, flow.elements, &old, &values)?
                };
                // Lanes past the end of a reducing dimension add nothing.
                let mask = point.mask.filter(|_| flow.across);
                for (k, new) in new.into_iter().enumerate() {
                    sums[from + k] = match mask {
                        Some(mask) => Parts {
                            re: b.select(mask, new.re, old[k].re),
                            im: b.select(mask, new.im, old[k].im),
                        },
                        None => new,
                    };
                }
            }
        }
        Ok(sums)
    }
}

/// Partial results: for each place, each instance, each reduced value.
type Sums = Vec<Parts<Value>>;

/// What does not change while a reduction runs.
struct Flow<'r> {
    reduction: &'r Reduction,
    elements: &'r [Element],
    places: &'r [Place],
    /// Partial results side by side, for unrolled reducing loops.
    instances: usize,
    /// Whether lanes are points of a reducing dimension.
    across: bool,
}

/// The full steps of a loop, and the points left over.
fn split(l: &Loop, state: &State) -> (u64, u64) {
    let span = state.spans[l.dim];
    (span / l.step, span % l.step)
}

/// Partial results as registers: two for each complex element, one for others.
fn flatten(sums: &[Parts<Value>], elements: &[Element]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(sums.len());
    for (sum, element) in sums.iter().zip(elements.iter().cycle()) {
        flat.push(sum.re);
        if element.is_complex() {
            flat.push(sum.im);
        }
    }
    flat
}

fn unflatten(flat: &[Value], elements: &[Element]) -> Sums {
    let mut sums = Vec::with_capacity(flat.len());
    let mut rest = flat;
    let mut elements = elements.iter().cycle();
    while let ([re, after @ ..], Some(element)) = (rest, elements.next()) {
        match after {
            [im, after @ ..] if element.is_complex() => {
                sums.push(Parts { re: *re, im: *im });
                rest = after;
            }
            _ => {
                sums.push((*re).into());
                rest = after;
            }
        }
    }
    sums
}

/// Combines the lanes of partial results into scalars.
fn across_lanes(
    b: &mut Builder,
    reduction: &Reduction,
    elements: &[Element],
    totals: &[Parts<Value>],
) -> Result<Vec<Parts<Value>>, Unsupported> {
    let mut failed = None;
    let flat = flatten(totals, elements);
    let combined = b.reduce_lanes(&flat, &mut |b, left, right| {
        let lanes = left.first().map_or(1, |v| b.type_of(*v).lanes);
        let (l, r) = (unflatten(left, elements), unflatten(right, elements));
        let a = &mut Emitter { builder: b, lanes };
        match reduction.combiner.combine(a, elements, &l, &r) {
            Ok(sums) => flatten(&sums, elements),
            Err(error) => {
                failed.get_or_insert(error);
                left.to_vec()
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(unflatten(&combined, elements)),
    }
}
