//! The loops over micro-batches.

use super::roles::{Inner, Roles, Samples, ValueRole, accumulator, start};
use crate::split::apply;
use hloom_analysis::monoid::Monoid;
use hloom_analysis::split::{Access, Range};
use hloom_ir::field::ResultType;
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    Add, BroadcastInDim, Compare, Convert, Direction, DynamicSlice, DynamicUpdateSlice, Multiply,
    Op, Return, Slice, While,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::Element;
use hloom_ir::{Block, Literal, OpId, Rewriter, Trait, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Builds the loops of a block over micro-batches of these sizes, and orders the other ops around
/// them.
///
/// # Errors
/// If an op can't be built.
pub fn emit(
    r: &mut Rewriter<'_>,
    block: Block,
    roles: &Roles,
    sizes: &[u64],
) -> Result<(), ConstraintError> {
    let end = r.module().terminator(block).expect("a function returns");
    let mut values = roles.values.clone();
    for number in 0..=roles.loops {
        for &(op, before) in &roles.outer {
            if before == number {
                r.move_before(op, end);
            }
        }
        let ops: Vec<&Inner> = roles.inner.iter().filter(|it| it.in_loop == number).collect();
        if ops.iter().all(|it| it.indices.is_none()) {
            continue;
        }
        r.set_before(end);
        let mut state = Loop::new(r.module(), roles, &ops, &values);
        state.emit(r, sizes)?;
        for ((old, new), samples) in state.results {
            r.replace_uses(old, new);
            let role = match samples {
                // Values that are kept lie outside of later loops.
                Some(samples) => ValueRole::PerSample { samples, from: None },
                None => ValueRole::Whole(number + 1),
            };
            values.insert(new, role);
        }
        for inner in ops.iter().rev().filter(|it| it.indices.is_some()) {
            r.erase(inner.op);
        }
    }
    Ok(())
}

/// The ops of one micro-batch in front of a block's end, without a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct OneMicroBatch {
    /// The ops, in order.
    pub ops: Vec<OpId>,
    /// For each value that holds samples of one from outside: that one, and its samples.
    pub parts: FxHashMap<Value, (Value, Samples)>,
    /// For each value that others than the samples need: it, and the value of this micro-batch.
    pub outputs: Vec<(Value, Value, OutputKind)>,
    /// A value of which parts are taken, though the micro-batch computes it from its own sums, and
    /// which is not the same for all samples: where a part begins is not known.
    pub differs: Option<Value>,
}

/// Builds the ops of a loop of a block for the first so many samples, in front of its end. Values that
/// earlier loops make are those of the block itself.
///
/// # Errors
/// If an op can't be built.
pub fn one(
    r: &mut Rewriter<'_>,
    block: Block,
    roles: &Roles,
    number: usize,
    size: u64,
) -> Result<OneMicroBatch, ConstraintError> {
    let end = r.module().terminator(block).expect("a function returns");
    let before = r.module().prev(end);
    r.set_before(end);
    let ops: Vec<&Inner> = roles.inner.iter().filter(|it| it.in_loop == number).collect();
    let owner = Loop::new(r.module(), roles, &ops, &roles.values);
    let at = r.constant(index(0));
    let mut step = Step::new(&owner, at, size as i64);
    for inner in &owner.ops {
        step.op(r, inner)?;
    }
    let outputs = owner.outputs.iter().map(|it| (it.value, step.map[&it.value], it.kind));
    let outputs = outputs.collect();
    let parts = step
        .parts
        .iter()
        .map(|(&(of, dimension, unit), &value)| (value, (of, Samples { dimension, unit })));
    let mut parts: FxHashMap<Value, (Value, Samples)> = parts.collect();
    let module = r.module();
    let mut ops: Vec<OpId> =
        module.ops_rev(block).skip(1).take_while(|&op| Some(op) != before).collect();
    ops.reverse();
    // A part of what the micro-batch itself computes, from its sums.
    let own: FxHashSet<OpId> = ops.iter().copied().collect();
    let made = |of: Value| module.def_op(of).is_some_and(|def| own.contains(&def));
    let differs =
        parts.values().find(|(of, samples)| made(*of) && !is_same(module, *of, samples.dimension));
    let differs = differs.map(|(of, _)| *of);
    parts.retain(|_, (of, _)| !made(*of));
    Ok(OneMicroBatch { ops, parts, outputs, differs })
}

/// Whether a value is known to be the same for all positions of a dimension.
fn is_same(module: &Module, value: Value, dimension: usize) -> bool {
    if module.constant(value).is_some_and(|literal| literal.is_splat()) {
        return true;
    }
    let Some(op) = module.def_op(value) else { return false };
    match module.op(op) {
        Op::BroadcastInDim(it) => !it.broadcast_dimensions.contains(&(dimension as i64)),
        it if it.has(Trait::Elementwise) => {
            module.operands(op).iter().all(|&operand| is_same(module, operand, dimension))
        }
        // Any other op: it may mix positions.
        _ => false,
    }
}

/// A result of a loop.
struct Output {
    /// The value of the whole batch.
    value: Value,
    /// The operation that combines terms, or the dimension of samples along which parts are kept.
    kind: OutputKind,
}

/// The way in which the values of micro-batches become one of the whole batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OutputKind {
    /// They are terms, which this operation combines.
    Sum(Monoid),
    /// They are samples.
    Kept(Samples),
}

struct Loop<'a> {
    ops: Vec<&'a Inner>,
    values: &'a FxHashMap<Value, ValueRole>,
    samples: i64,
    number: usize,
    outputs: Vec<Output>,
    /// Old and new values, and the new one's dimension of samples.
    results: Vec<((Value, Value), Option<Samples>)>,
}

impl<'a> Loop<'a> {
    fn new(
        module: &Module,
        roles: &Roles,
        ops: &[&'a Inner],
        values: &'a FxHashMap<Value, ValueRole>,
    ) -> Loop<'a> {
        let divided: FxHashSet<OpId> =
            ops.iter().filter(|it| it.indices.is_some()).map(|it| it.op).collect();
        let mut outputs = Vec::new();
        for inner in ops.iter().filter(|it| it.indices.is_some()) {
            for (i, value) in module.results(inner.op).iter().enumerate() {
                if !module.uses(value).any(|(user, _)| !divided.contains(&user)) {
                    continue;
                }
                let kind = match (inner.sums.get(i), values.get(&value)) {
                    (Some(&monoid), _) => OutputKind::Sum(monoid),
                    (None, Some(ValueRole::PerSample { samples, .. })) => {
                        OutputKind::Kept(*samples)
                    }
                    // A result is a sum or has samples.
                    (None, _) => continue,
                };
                outputs.push(Output { value, kind });
            }
        }
        let number = ops.first().map_or(0, |it| it.in_loop);
        let ops = ops.to_vec();
        Loop { ops, values, samples: roles.samples, number, outputs, results: Vec::new() }
    }

    fn emit(&mut self, r: &mut Rewriter<'_>, sizes: &[u64]) -> Result<(), ConstraintError> {
        let mut carried = Vec::with_capacity(self.outputs.len());
        for output in &self.outputs {
            let ty = r.module().ty(output.value);
            let initial = match output.kind {
                OutputKind::Sum(monoid) => start(r.module(), output.value, monoid),
                OutputKind::Kept(_) => splat_zero(ty),
            };
            carried.push(r.constant(initial));
        }
        let mut start = 0;
        // Micro-batches of one size are one loop.
        for group in sizes.chunk_by(|a, b| a == b) {
            let (size, count) = (group[0] as i64, group.len() as i64);
            let at = r.constant(index(start));
            start += size * count;
            carried = match count {
                1 => self.step(r, at, size, &carried)?,
                _ => self.steps(r, at, start, size, &carried)?,
            };
        }
        for (output, &sum) in self.outputs.iter().zip(&carried) {
            let new = as_type(r, sum, r.module().ty(output.value))?;
            if let Some(name) = r.module().name(output.value).map(str::to_owned) {
                r.set_name(new, &name);
            }
            let samples = match output.kind {
                OutputKind::Sum(_) => None,
                OutputKind::Kept(samples) => Some(samples),
            };
            self.results.push(((output.value, new), samples));
        }
        Ok(())
    }

    /// A loop from sample `at` to `end`, so many samples at a time.
    fn steps(
        &self,
        r: &mut Rewriter<'_>,
        at: Value,
        end: i64,
        size: i64,
        carried: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        let mut initial = vec![at];
        initial.extend(carried);
        let types: Vec<Type> = initial.iter().map(|&v| r.module().ty(v)).collect();
        let point = r.point();
        let (condition, block) = r.region(&types);
        r.set_point(InsertPoint::End(block));
        let now = r.module().args(block)[0];
        let end = r.constant(index(end));
        let compare = Compare { comparison_direction: Direction::Lt, compare_type: None };
        let more = r.value(compare, &[now, end])?;
        r.build(Return {}, &[more])?;
        let (body, block) = r.region(&types);
        r.set_point(InsertPoint::End(block));
        let args = r.module().args(block).to_vec();
        let mut yielded = self.step(r, args[0], size, &args[1..])?;
        let size = r.constant(index(size));
        yielded.insert(0, r.value(Add {}, &[args[0], size])?);
        r.build(Return {}, &yielded)?;
        r.set_point(point);
        let all = r.build_with_regions(While {}, &initial, &[condition, body])?;
        Ok(r.module().results(all).iter().skip(1).collect())
    }

    /// One micro-batch of `size` samples from sample `at` on; returns what is carried after it.
    fn step(
        &self,
        r: &mut Rewriter<'_>,
        at: Value,
        size: i64,
        carried: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        let mut step = Step::new(self, at, size);
        for inner in &self.ops {
            step.op(r, inner)?;
        }
        let mut next = Vec::with_capacity(carried.len());
        for (output, &so_far) in self.outputs.iter().zip(carried) {
            let own = step.map[&output.value];
            next.push(match output.kind {
                OutputKind::Sum(monoid) => {
                    let own = as_type(r, own, accumulator(r.module().ty(own), monoid))?;
                    r.value(monoid.op(), &[so_far, own])?
                }
                OutputKind::Kept(samples) => {
                    let mut operands = vec![so_far, own];
                    operands.extend(step.starts(r, so_far, samples)?);
                    r.value(DynamicUpdateSlice {}, &operands)?
                }
            });
        }
        Ok(next)
    }
}

/// A micro-batch.
struct Step<'a> {
    owner: &'a Loop<'a>,
    at: Value,
    size: i64,
    /// The values of this micro-batch.
    map: FxHashMap<Value, Value>,
    /// Sums of this micro-batch as if it were the whole batch.
    scaled: FxHashMap<Value, Value>,
    /// Parts of values from outside.
    parts: FxHashMap<(Value, usize, i64), Value>,
    /// Values from outside that are the same for all samples, as large as this micro-batch.
    same: FxHashMap<(Value, usize, i64), Value>,
}

impl<'a> Step<'a> {
    fn new(owner: &'a Loop<'a>, at: Value, size: i64) -> Step<'a> {
        Step {
            owner,
            at,
            size,
            map: FxHashMap::default(),
            scaled: FxHashMap::default(),
            parts: FxHashMap::default(),
            same: FxHashMap::default(),
        }
    }

    fn op(&mut self, r: &mut Rewriter<'_>, inner: &Inner) -> Result<(), ConstraintError> {
        let Some(indices) = &inner.indices else {
            return self.repeat(r, inner.op);
        };
        let (at, positions) = inner.index;
        let operands = r.module().operands(inner.op).to_vec();
        let ranges: Vec<Range> = indices
            .indices
            .iter()
            .enumerate()
            .map(|(i, index)| match i == at {
                true => Range::new(0, self.size * positions),
                false => Range::new(0, index.extent),
            })
            .collect();
        let mut own = Vec::with_capacity(operands.len());
        for (i, &value) in operands.iter().enumerate() {
            let own_sample = matches!(self.owner.values.get(&value),
                Some(ValueRole::PerSample { from: Some(from), .. }) if *from == self.owner.number);
            if own_sample && let Some(&now) = self.map.get(&value) {
                own.push(now);
                continue;
            }
            let whole = self.whole(r, value)?;
            let dimension = indices.operands[i].iter().position(|a| a.index() == Some(at));
            own.push(match dimension {
                Some(dimension) => {
                    let Access::Direct { scale, .. } = indices.operands[i][dimension] else {
                        unreachable!("ops in loops access samples directly")
                    };
                    self.part(r, whole, Samples { dimension, unit: positions * scale })?
                }
                None => whole,
            });
        }
        r.set_source(inner.op);
        // The part of an op begins where it first reads: a slice, or negative padding, does so further on.
        for (value, accesses) in own.iter_mut().zip(&indices.operands) {
            *value = read_part(r, *value, accesses, &ranges)?;
        }
        let built = apply::build(r, inner.op, indices, &ranges, own, inner.sums.is_empty())?;
        for (old, new) in r.module().results(inner.op).iter().zip(built) {
            if let Some(name) = r.module().name(old).map(str::to_owned) {
                r.set_name(new, &name);
            }
            self.map.insert(old, new);
        }
        Ok(())
    }

    /// A value outside of samples: a sum of this micro-batch, scaled, or one from outside.
    fn whole(&mut self, r: &mut Rewriter<'_>, value: Value) -> Result<Value, ConstraintError> {
        if let Some(&known) = self.scaled.get(&value) {
            return Ok(known);
        }
        let Some(&own) = self.map.get(&value) else { return Ok(value) };
        let sum = self.owner.ops.iter().find_map(|inner| {
            let i = r.module().results(inner.op).iter().position(|v| v == value)?;
            inner.sums.get(i).copied()
        });
        let element = r.module().ty(own).element();
        let scaled = match (sum, element) {
            (Some(Monoid::Add), Some(element)) if element.is_float() || element.is_complex() => {
                let factor = self.owner.samples as f64 / self.size as f64;
                let ty = r.module().ty(own);
                let count = ty.as_tensor().map_or(0, |t| t.dims.iter().product::<i64>());
                let factors = Literal::from_f64s(ty, &vec![factor; count as usize]);
                let factors = r.constant(factors.expect("a number for each element"));
                r.value(Multiply {}, &[own, factors])?
            }
            _ => own,
        };
        self.scaled.insert(value, scaled);
        Ok(scaled)
    }

    /// Repeats an op that depends on sums of this micro-batch.
    fn repeat(&mut self, r: &mut Rewriter<'_>, op: OpId) -> Result<(), ConstraintError> {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for value in crate::layer_graph::plan::uses(r.module(), op) {
            let now = self.whole(r, value)?;
            map.insert(value, now);
        }
        let copy = r.clone_op(op, &mut map);
        let (old, new) = (r.module().results(op), r.module().results(copy));
        self.scaled.extend(old.iter().zip(new.iter()));
        Ok(())
    }

    /// The samples of this micro-batch of a value from outside.
    fn part(
        &mut self,
        r: &mut Rewriter<'_>,
        value: Value,
        samples: Samples,
    ) -> Result<Value, ConstraintError> {
        let key = (value, samples.dimension, samples.unit);
        if let Some(&known) = self.parts.get(&key).or_else(|| self.same.get(&key)) {
            return Ok(known);
        }
        let tensor = r.module().ty(value).as_tensor().expect("a tensor");
        let mut sizes = tensor.dims.to_vec();
        sizes[samples.dimension] = self.size * samples.unit;
        if let Some(same) = repeated(r, value, samples.dimension, tensor.with_dims(&sizes).into())?
        {
            self.same.insert(key, same);
            return Ok(same);
        }
        let mut operands = vec![value];
        operands.extend(self.starts(r, value, samples)?);
        let part = r.value(DynamicSlice { slice_sizes: sizes.into() }, &operands)?;
        if let Some(name) = r.module().name(value).map(str::to_owned) {
            r.set_name(part, &name);
        }
        self.parts.insert(key, part);
        Ok(part)
    }

    /// The first position of this micro-batch in each dimension of a value.
    fn starts(
        &mut self,
        r: &mut Rewriter<'_>,
        value: Value,
        samples: Samples,
    ) -> Result<Vec<Value>, ConstraintError> {
        let rank = r.module().ty(value).as_tensor().map_or(0, |t| t.dims.len());
        let zero = r.constant(index(0));
        let first = match samples.unit {
            1 => self.at,
            unit => {
                let unit = r.constant(index(unit));
                r.value(Multiply {}, &[self.at, unit])?
            }
        };
        Ok((0..rank).map(|d| if d == samples.dimension { first } else { zero }).collect())
    }
}

/// The part of a value that windows over these ranges read; samples are cut before.
fn read_part(
    r: &mut Rewriter<'_>,
    value: Value,
    accesses: &[Access],
    ranges: &[Range],
) -> Result<Value, ConstraintError> {
    let Some(tensor) = r.module().ty(value).as_tensor() else { return Ok(value) };
    let whole = tensor.dims.to_vec();
    let read = accesses.iter().zip(&whole).map(|(access, &extent)| match *access {
        Access::Window { index, window } => window.read(ranges[index], extent).0,
        Access::Whole | Access::Direct { .. } | Access::Reversed { .. } => Range::new(0, extent),
    });
    let read: Vec<Range> = read.collect();
    if read.iter().zip(&whole).all(|(range, &extent)| *range == Range::new(0, extent)) {
        return Ok(value);
    }
    let slice = Slice {
        start_indices: read.iter().map(|range| range.start).collect(),
        limit_indices: read.iter().map(|range| range.end).collect(),
        strides: vec![1; read.len()].into(),
    };
    r.value(slice, &[value])
}

/// A value that is the same along a dimension, with this type, which differs in that dimension only.
/// `None` if it is not known to be the same.
fn repeated(
    r: &mut Rewriter<'_>,
    value: Value,
    dimension: usize,
    ty: Type,
) -> Result<Option<Value>, ConstraintError> {
    let module = r.module();
    if let Some(literal) = module.constant(value).filter(|literal| literal.is_splat()) {
        let element = literal.element_bytes(0).to_vec();
        let literal = Literal::splat(ty, &element).expect("an element");
        return Ok(Some(r.constant(literal)));
    }
    let Some(op) = module.def_op(value) else { return Ok(None) };
    let Op::BroadcastInDim(it) = module.op(op) else { return Ok(None) };
    let operand = module.operand(op, 0);
    let from = it.broadcast_dimensions.iter().position(|&d| d == dimension as i64);
    let extents = module.ty(operand).as_tensor().map(|tensor| &tensor.dims);
    if from.is_some_and(|d| extents.is_none_or(|extents| extents[d] != 1)) {
        return Ok(None);
    }
    let broadcast = BroadcastInDim { ty: ResultType(ty), ..it.clone() };
    Ok(Some(r.value(broadcast, &[operand])?))
}

/// A value with elements of this type.
pub(crate) fn as_type(
    r: &mut Rewriter<'_>,
    value: Value,
    ty: Type,
) -> Result<Value, ConstraintError> {
    match r.module().ty(value) == ty {
        true => Ok(value),
        false => r.value(Convert { ty: ResultType(ty) }, &[value]),
    }
}

/// A number of a sample.
fn index(n: i64) -> Literal {
    let ty = Type::scalar_tensor(Element::I64);
    Literal::splat(ty, &n.to_le_bytes()).expect("eight bytes")
}

/// Zeros of a type.
pub(crate) fn splat_zero(ty: Type) -> Literal {
    let bytes = ty.element().map_or(0, |e| e.byte_width());
    Literal::splat(ty, &vec![0; bytes]).expect("an element of zeros")
}
