//! The reduction of a nest: partial results in registers, carried by the loops over reducing
//! dimensions, and combined in a fixed order.

use super::Operand;
use super::access_pattern::regroups;
use super::emitter::{LoopState, NestEmitter, TilePoint};
use super::loops::Loop;
use crate::index::Index;
use crate::math::{Emitter, Parts, Unsupported, identity, register};
use crate::nest::{Combiner, NodeId, Reduction};
use crate::program::{BinaryOp, Builder, Inst, LoopKind, Value};
use hloom_ir::Element;

impl NestEmitter<'_> {
    /// Emits the reduction; returns its results at each point. They include the initial values, or
    /// start from neutral elements if several partial results are combined.
    pub(super) fn reduction(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        reduction: &Reduction,
        places: &[TilePoint],
        with_initial: bool,
    ) -> Result<Vec<Vec<Parts<Value>>>, Unsupported> {
        let body = &self.nest.body;
        let elements: Vec<Element> = reduction.values.iter().map(|v| body.element(*v)).collect();
        let across = self.scope.vector.is_some() && !self.scope.vector_is_parallel();
        let lanes = self.scope.lanes;
        let inner = &self.plan.loops[self.plan.outer..];
        let apart = inner.iter().filter(|_| regroups(self.nest));
        let instances: usize = apart.map(|l| l.unroll as usize).product();
        let across_threads = self.plan.reducers() > 1;
        let regroup = instances > 1 || across || across_threads || !with_initial;
        // The initial values of the nest.
        self.scope.loads.clear();
        let before = body.needed(&reduction.initial);
        let mut initial: Vec<Vec<Parts<Value>>> = Vec::new();
        for place in places {
            let point = self.point(b, state, &[place]);
            let values = self.scope.compute(b, &point, &before, None)?;
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
                        None => self.scope.widen(b, start[n]),
                    };
                    sums.push(value);
                }
            }
        }
        let own = sums.len();
        for _ in 0..self.extra_sums(state) {
            sums.push(b.inst(Inst::Const(register(elements[0]).vector(lanes), 0)).into());
        }
        let flow = Flow { reduction, elements: &elements, places, instances, across };
        let sums = self.inner(b, self.plan.outer, state, &flow, sums)?;
        // Combines partial results: unrolled ones, then lanes, then the initial value.
        let width = elements.len();
        let mut totals = Vec::new();
        for (n, start) in initial.iter().enumerate() {
            let from = n * instances * width;
            let parts = &sums[from..from + instances * width];
            let mut rows: Vec<Vec<Parts<Value>>> = parts.chunks(width).map(<[_]>::to_vec).collect();
            rows[0][0] = self.without_offset(b, (n, rows[0][0]), &sums[own..]);
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
            if across_threads {
                total = self.across_threads(b, reduction, &elements, &total)?;
            }
            if regroup && with_initial {
                let lanes = if across { 1 } else { lanes };
                let mut start = start.clone();
                if lanes > 1 {
                    start = start.iter().map(|v| self.scope.widen(b, *v)).collect();
                }
                let a = &mut Emitter { builder: b, lanes };
                total = reduction.combiner.combine(a, &elements, &start, &total)?;
            }
            totals.push(total);
        }
        Ok(totals)
    }

    /// Emits the loops over reducing dimensions from this one inwards.
    fn inner(
        &mut self,
        b: &mut Builder,
        level: usize,
        state: &LoopState,
        flow: &Flow<'_>,
        sums: Sums,
    ) -> Result<Sums, Unsupported> {
        if level == self.plan.loops.len() {
            return self.step(b, state, flow, &sums);
        }
        if level == self.plan.outer
            && let Some((innermost, steps)) = self.steps_in_order(state)
        {
            return self.in_order(b, (innermost, steps), state, flow, &sums);
        }
        let l = self.plan.loops[level].clone();
        let mut sums = sums;
        for part in self.plan.segments(&l, state.spans[l.dim]) {
            let (start, width) = (part.start as i64, part.step);
            if let Some(binding) = l.binding {
                let place = self.place_in(b, binding);
                // A round covers the points of all threads, an iteration those of one thread.
                let round = l.apart() > 1 && width == l.step * l.apart();
                let (span, each) =
                    if round { (l.step, u64::from(l.lanes)) } else { (width, width) };
                let (count, width, each) = (part.count as i64, width as i64, each as i64);
                let initial = flatten(&sums, flow.elements);
                let bounds = (place * each + start, Index::constant(start + count * width));
                let carry = |b: &mut Builder, var: Value, inside: &[Value]| {
                    let sums = unflatten(inside, flow.elements);
                    let next = state.at(l.dim, Index::var(var), span);
                    self.inner(b, level + 1, &next, flow, sums)
                        .map(|sums| flatten(&sums, flow.elements))
                };
                let step = if round { width } else { binding.count as i64 * width };
                let after =
                    b.try_for_carrying(LoopKind::Serial, &l.name, bounds, step, &initial, carry)?;
                sums = unflatten(&after, flow.elements);
                continue;
            }
            if part.count == 1 {
                sums = self.inner(b, level + 1, &state.at(l.dim, start, width), flow, sums)?;
                continue;
            }
            let unit = self.unit(&l, width);
            let (to, step) = ((part.count * width / unit) as i64, (width / unit) as i64);
            let initial = flatten(&sums, flow.elements);
            let bounds = (Index::constant(0), Index::constant(to));
            let carry = |b: &mut Builder, var: Value, inside: &[Value]| {
                let sums = unflatten(inside, flow.elements);
                let next = state.at(l.dim, Index::var(var) * unit as i64 + start, width);
                self.inner(b, level + 1, &next, flow, sums)
                    .map(|sums| flatten(&sums, flow.elements))
            };
            let after =
                b.try_for_carrying(LoopKind::Serial, &l.name, bounds, step, &initial, carry)?;
            sums = unflatten(&after, flow.elements);
        }
        Ok(sums)
    }

    /// The innermost of several reducing loops, and the number of all their steps, if both operands
    /// are packed in the order of these loops: then one loop goes through the copies. Sums that three
    /// loops carry are three times as many registers for LLVM to allocate, and the taps of a window
    /// with few channels are short loops.
    fn steps_in_order(&self, state: &LoopState) -> Option<(usize, u64)> {
        let loops = &self.plan.loops[self.plan.outer..];
        let plain = |l: &Loop| {
            l.reduces && l.step == 1 && l.lanes == 1 && l.unroll == 1 && l.binding.is_none()
        };
        let alone = self.plan.dot.is_none() && self.plan.matrix.is_none();
        if loops.len() < 2
            || !alone
            || !loops.iter().all(plain)
            || self.nest.contraction().is_none()
        {
            return None;
        }
        for packed in &self.packed {
            let packed = packed.as_ref()?;
            let whole = |l: &Loop| packed.base[l.dim] == state.dims[l.dim];
            let stride = |l: &Loop| {
                let level = packed.levels.iter().find(|level| level.dim == l.dim)?;
                (level.panel == 1).then_some(level.strides.0)
            };
            for pair in loops.windows(2) {
                let inside = stride(&pair[1])? * state.spans[pair[1].dim];
                if stride(&pair[0])? != inside || !whole(&pair[0]) || !whole(&pair[1]) {
                    return None;
                }
            }
        }
        let innermost = loops.last()?.dim;
        Some((innermost, loops.iter().map(|l| state.spans[l.dim]).product()))
    }

    /// Emits the steps of all reducing loops as one loop ([`NestEmitter::steps_in_order`]).
    fn in_order(
        &mut self,
        b: &mut Builder,
        (innermost, steps): (usize, u64),
        state: &LoopState,
        flow: &Flow<'_>,
        sums: &Sums,
    ) -> Result<Sums, Unsupported> {
        let initial = flatten(sums, flow.elements);
        let bounds = (Index::constant(0), Index::constant(steps as i64));
        let reducing = self.plan.loops[self.plan.outer..].iter();
        let first = reducing.fold(state.clone(), |state, l| state.at(l.dim, 0, 1));
        let name = self.nest.dims[innermost].name.clone();
        let after =
            b.try_for_carrying(LoopKind::Serial, &name, bounds, 1, &initial, |b, var, at| {
                let sums = unflatten(at, flow.elements);
                let next = first.at(innermost, Index::var(var), 1);
                self.step(b, &next, flow, &sums).map(|sums| flatten(&sums, flow.elements))
            })?;
        Ok(unflatten(&after, flow.elements))
    }

    /// Emits one step of the reduction at all points of the tile.
    fn step(
        &mut self,
        b: &mut Builder,
        state: &LoopState,
        flow: &Flow<'_>,
        sums: &Sums,
    ) -> Result<Sums, Unsupported> {
        let width = flow.elements.len();
        let lanes = self.scope.lanes;
        let contraction: Option<(NodeId, NodeId)> = self.nest.contraction();
        let of_values = match contraction {
            // A packed operand has already been loaded.
            Some((x, y)) => {
                let factors = [x, y].into_iter().zip(&self.packed);
                let computed = factors.filter(|(_, packed)| packed.is_none());
                self.nest.body.needed(&computed.map(|(node, _)| node).collect::<Vec<_>>())
            }
            None => self.of_values.clone(),
        };
        self.scope.loads.clear();
        if let Some(dot) = self.plan.dot {
            return Ok(self.dot_step(b, state, flow.places, dot, sums));
        }
        let steps = self.places(state, true);
        let mut sums = sums.clone();
        for (n, place) in flow.places.iter().enumerate() {
            for step in &steps {
                let point = self.point(b, state, &[place, step]);
                let values = self.scope.compute(b, &point, &of_values, None)?;
                // An ordered combiner has one accumulator.
                let from = (n * flow.instances + step.number % flow.instances) * width;
                let old = sums[from..from + width].to_vec();
                let new: Vec<Parts<Value>> = if let Some((x, y)) = contraction {
                    let x = match self.packed_load(b, &point, Operand::Lhs, x) {
                        Some(x) => x,
                        None => values[&x],
                    };
                    let y = match self.packed_load(b, &point, Operand::Rhs, y) {
                        Some(y) => y,
                        None => values[&y],
                    };
                    let (x, y) = (self.scope.widen(b, x), self.scope.widen(b, y));
                    if flow.elements[0].is_float() {
                        vec![b.fma(x.re, y.re, old[0].re).into()]
                    } else {
                        let product = b.binary(BinaryOp::Mul, x.re, y.re);
                        vec![b.binary(BinaryOp::Add, old[0].re, product).into()]
                    }
                } else {
                    let values: Vec<Parts<Value>> = flow
                        .reduction
                        .values
                        .iter()
                        .map(|v| self.scope.widen(b, values[v]))
                        .collect();
                    let a = &mut Emitter { builder: b, lanes };
                    flow.reduction.combiner.combine(a, flow.elements, &old, &values)?
                };
                // Lanes past the end of a reducing dimension are masked.
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

/// Partial results: for each point, each instance, each reduced value.
pub(super) type Sums = Vec<Parts<Value>>;

/// The invariants of a reduction.
struct Flow<'r> {
    reduction: &'r Reduction,
    elements: &'r [Element],
    places: &'r [TilePoint],
    /// Number of partial results for unrolled reducing loops; one for ordered combiners.
    instances: usize,
    /// Whether lanes are points of a reducing dimension.
    across: bool,
}

/// Partial results as registers: two for a complex element, one for others.
pub(super) fn flatten(sums: &[Parts<Value>], elements: &[Element]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(sums.len());
    for (sum, element) in sums.iter().zip(elements.iter().cycle()) {
        flat.push(sum.re);
        if element.is_complex() {
            flat.push(sum.im);
        }
    }
    flat
}

pub(super) fn unflatten(flat: &[Value], elements: &[Element]) -> Sums {
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
    let flat = flatten(totals, elements);
    let combined = b.try_reduce_lanes(&flat, &mut |b, left, right| {
        let lanes = left.first().map_or(1, |v| b.type_of(*v).lanes);
        let (l, r) = (unflatten(left, elements), unflatten(right, elements));
        let a = &mut Emitter { builder: b, lanes };
        let sums = reduction.combiner.combine(a, elements, &l, &r)?;
        Ok(flatten(&sums, elements))
    })?;
    Ok(unflatten(&combined, elements))
}
