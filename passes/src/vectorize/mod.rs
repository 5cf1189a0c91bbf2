//! `vectorize-loops`: replaces loops that are maps or reductions by tensor ops.
//!
//! A loop with a known trip count is replaced as a whole if each carried value with a use after the
//! loop is one of these:
//!
//! * an induction variable, or a loop-invariant value;
//! * a map: each iteration writes one row (or block of rows) of a tensor, which may depend on the
//!   same row of that tensor, and no row is written twice;
//! * a reduction: each iteration combines the carried value with another one by an associative and
//!   commutative op, perhaps under a condition;
//! * a running reduction (scan): iterations also use the value accumulated so far, or a row depends
//!   on the row that the iteration before wrote ([`running`]);
//! * a value that the last iteration computes from induction variables and values from outside.
//!
//! The ops of an iteration are computed for all iterations at once, with a leading iteration
//! dimension ([`batch`] says how, op by op). A row that an induction variable selects becomes a
//! slice, one at a computed index a gather. Pure branches become selects, and inner loops become
//! one loop for all iterations ([`whiles`]).
//!
//! # What is exact
//!
//! Results are the same, bit for bit. Reductions are therefore replaced only if the order doesn't
//! matter: of integers and booleans by addition, multiplication, minimum, maximum, and, or and
//! exclusive or; of floats by minimum and maximum. With `fast=true`, sums and products of floats,
//! including dot products in the body, are replaced too. They may round differently: neither
//! `reduce` nor `reduce_window` guarantees an order, and dot products accumulate in their own type.
//!
//! # What is not replaced
//!
//! A loop with a carried value of another kind, a loop with an effect or a call, and a loop that
//! would need a tensor of more than `limit` bytes.

mod batch;
mod collectives;
mod combine;
mod kernels;
mod manual;
mod processes;
mod rows;
mod running;
pub mod runs;
mod sums;
mod whiles;

use crate::context::{Context, PassError};
use crate::loops::{DEFAULT_STEPS, blocks, induction_variables, trip_count, yielded};
use hloom_analysis::integers::{range, splat};
use hloom_ir::field::Dims;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Add, BroadcastInDim, Concatenate, Iota, Multiply, Op, Reshape, Slice};
use hloom_ir::{Block, Element, OpId, Rewriter, TensorType, Type, Value};
use rustc_hash::FxHashMap;

crate::options! {
    /// Options of `vectorize-loops`.
    pub struct Options {
        /// Also reassociate sums and products of floats, which changes rounding.
        fast: bool = false, "fast";
        /// The size in bytes of the largest tensor over all iterations.
        limit: usize = 1 << 26, "limit";
        /// The maximum number of ops evaluated to find a trip count.
        steps: usize = DEFAULT_STEPS, "steps";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let settings: Options = cx.options()?;
    let (mut replaced, mut left) = (0, 0);
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rw = cx.rewriter();
        // A walk visits outer ops first.
        for op in all.into_iter().rev() {
            if rw.module().is_live(op) && matches!(rw.module().op(op), Op::While(_)) {
                let done = vectorize(&mut rw, op, &settings);
                replaced += usize::from(done);
                left += usize::from(!done);
            }
        }
        rw.take_changes();
    }
    cx.count("loops replaced", replaced);
    cx.count("loops kept", left);
    Ok(())
}

/// Replaces a loop; returns whether it could. If not, the module is unchanged.
fn vectorize(rw: &mut Rewriter<'_>, op: OpId, settings: &Options) -> bool {
    let module = rw.module();
    let Some(trip_count) = trip_count(module, op, settings.steps) else { return false };
    let Some((_, body)) = blocks(module, op) else { return false };
    let ends = module.terminator(body);
    let pure = module.ops(body).all(|o| is_pure(module, o) || ends == Some(o));
    // A loop with one iteration is better unrolled.
    if !pure || trip_count < 2 || i64::try_from(trip_count).is_err() {
        return false;
    }
    let before = module.prev(op);
    rw.set_source(op);
    rw.set_before(op);
    let mut lanes = Lanes {
        rw,
        op,
        body,
        trip_count: trip_count as i64,
        settings,
        known: FxHashMap::default(),
        rows: FxHashMap::default(),
        active: None,
        processes: None,
        budget: usize::MAX,
    };
    let results = lanes.results();
    let made = made_since(rw.module(), before, op);
    if let Some(results) = &results {
        rw.replace(op, results);
    }
    // Unused new ops are erased: they would prevent the vectorization of the enclosing loop.
    for o in made {
        let used = rw.module().results(o).iter().any(|v| rw.module().is_used(v));
        if !used {
            rw.erase(o);
        }
    }
    results.is_some()
}

/// The ops in front of `op` and behind `before`, the last one first.
fn made_since(module: &Module, before: Option<OpId>, op: OpId) -> Vec<OpId> {
    let ops = std::iter::successors(module.prev(op), |&o| module.prev(o));
    ops.take_while(|&o| Some(o) != before).collect()
}

/// The value of the body's value in all iterations, or in all processes ([`processes`]), which are the
/// iterations of everything below then.
#[derive(Clone, Copy, Debug)]
enum Lane {
    /// The same value in each iteration.
    Uniform(Value),
    /// `start + step · iteration`, an integer scalar that does not wrap around.
    Affine(Affine),
    /// Slice `i` of this tensor's first dimension in iteration `i`.
    Varying(Value),
}

#[derive(Clone, Copy, Debug)]
struct Affine {
    element: Element,
    start: i128,
    step: i128,
}

impl Affine {
    /// The affine lane, if it does not wrap around in `trip_count` iterations.
    fn checked(element: Element, start: i128, step: i128, trip_count: i64) -> Option<Affine> {
        let last = start.checked_add(step.checked_mul(i128::from(trip_count) - 1)?)?;
        let range = range(element)?;
        (range.contains(&start) && range.contains(&last)).then_some(Affine { element, start, step })
    }
}

/// A loop's body, computed for all iterations at once in front of the loop.
struct Lanes<'r, 'm> {
    rw: &'r mut Rewriter<'m>,
    op: OpId,
    body: Block,
    trip_count: i64,
    settings: &'r Options,
    known: FxHashMap<Value, Lane>,
    /// Carried tensors of which each iteration writes a row.
    rows: FxHashMap<Value, rows::Row>,
    /// The mask of iterations for which a computed value matters; `None` if it matters for all.
    active: Option<Value>,
    /// Replicas by partitions, if the body is a function that processes run, and its iterations are
    /// these.
    processes: Option<(u32, u32)>,
    /// The number of ops that may still be made, of processes.
    budget: usize,
}

impl Lanes<'_, '_> {
    fn module(&self) -> &Module {
        self.rw.module()
    }

    /// The values of the loop's results, computed in front of the loop.
    fn results(&mut self) -> Option<Vec<Value>> {
        let init = self.module().operands(self.op).to_vec();
        let args = self.module().args(self.body).to_vec();
        let next = yielded(self.module(), self.op)?.to_vec();
        let lines = induction_variables(self.module(), self.op);
        for counter in &lines {
            let start = counter.start.and_then(|start| {
                Affine::checked(counter.element, start, counter.step, self.trip_count)
            });
            let lane = match start {
                Some(line) => Lane::Affine(line),
                None => {
                    let ty = self.module().ty(args[counter.index]);
                    let way = self.line(ty.element()?, 0, counter.step)?;
                    let start = self.repeated(init[counter.index])?;
                    Lane::Varying(self.rw.value(Add {}, &[start, way]).ok()?)
                }
            };
            self.known.insert(args[counter.index], lane);
        }
        for i in 0..args.len() {
            if next[i] == args[i] {
                self.known.insert(args[i], Lane::Uniform(init[i]));
            } else if let Some(row) = rows::find(self.module(), args[i], next[i]) {
                self.rows.insert(args[i], row);
            }
        }
        self.all_ops();
        if !self.rows.is_empty() {
            // The start of a written row may be computed after a read of that row, so ops are
            // visited again.
            self.all_ops();
        }
        // A carried value is the value that the iteration before yielded.
        for _ in 0..args.len() {
            let mut more = false;
            for i in 0..args.len() {
                let used = self.module().is_used(args[i]) && !self.rows.contains_key(&args[i]);
                if used
                    && !self.known.contains_key(&args[i])
                    && let Some(&lane) = self.known.get(&next[i])
                {
                    let lane = self.delayed(init[i], lane)?;
                    self.known.insert(args[i], lane);
                    more = true;
                }
            }
            more = more || self.run_on(&args, &next, &init)?;
            if !more {
                break;
            }
            self.all_ops();
        }
        let mut results = init.clone();
        for i in 0..args.len() {
            if next[i] == args[i] || !self.module().is_used(self.module().result(self.op, i)) {
                continue;
            }
            let counter = lines.iter().find(|c| c.index == i);
            results[i] = match counter {
                Some(counter) => {
                    let ty = self.module().ty(init[i]);
                    let way = counter.step.wrapping_mul(self.trip_count.into());
                    let end = splat(ty, counter.start.unwrap_or(0).wrapping_add(way))?;
                    let end = self.rw.constant(end);
                    match counter.start {
                        Some(_) => end,
                        None => self.rw.value(Add {}, &[init[i], end]).ok()?,
                    }
                }
                None => match self.known.get(&next[i]) {
                    Some(&lane) => self.last(lane)?,
                    None if self.rows.contains_key(&args[i]) => self.written(args[i], init[i])?,
                    None => self.combined(args[i], next[i], init[i])?,
                },
            };
            // The replacement's type may differ in its known extents.
            if self.module().ty(results[i]) != self.module().ty(init[i]) {
                return None;
            }
        }
        Some(results)
    }

    /// Computes those ops of the body whose operands are known.
    fn all_ops(&mut self) {
        let ops: Vec<OpId> = self.module().ops(self.body).collect();
        for op in ops {
            self.op(op);
        }
    }

    /// An affine integer scalar as a tensor over all iterations.
    fn line(&mut self, element: Element, start: i128, step: i128) -> Option<Value> {
        // The iteration numbers must fit the type as well.
        range(element).filter(|r| r.contains(&i128::from(self.trip_count - 1)))?;
        let ty = Type::tensor(&[self.trip_count], element);
        let ty_field = hloom_ir::field::ResultType(ty);
        let mut value = self.rw.value(Iota { iota_dimension: 0, ty: ty_field }, &[]).ok()?;
        if step != 1 {
            let step = self.rw.constant(splat(ty, step)?);
            value = self.rw.value(Multiply {}, &[value, step]).ok()?;
        }
        if start != 0 {
            let start = self.rw.constant(splat(ty, start)?);
            value = self.rw.value(Add {}, &[value, start]).ok()?;
        }
        Some(value)
    }

    /// The batched type of a value, if it is within the size limit.
    fn batched_type(&self, ty: Type) -> Option<Type> {
        // An encoding says something of the dimensions that it was made for, and of no others.
        let plain = |t: &&TensorType| t.is_static() && t.encoding.is_none();
        let tensor = ty.as_tensor().filter(plain).filter(|t| !t.element.is_quantized())?;
        let mut dims = vec![self.trip_count];
        dims.extend_from_slice(&tensor.dims);
        let ty = tensor.with_dims(&dims);
        let size = ty.byte_size()?;
        (size <= self.settings.limit).then(|| ty.into())
    }

    /// Broadcasts a value over the iterations.
    fn repeated(&mut self, value: Value) -> Option<Value> {
        let ty = self.batched_type(self.module().ty(value))?;
        let rank = ty.as_tensor()?.rank() as i64;
        let broadcast_dimensions: Dims = (1..rank).collect();
        let ty = hloom_ir::field::ResultType(ty);
        self.rw.value(BroadcastInDim { broadcast_dimensions, ty }, &[value]).ok()
    }

    /// A lane as a tensor over all iterations.
    fn each(&mut self, lane: Lane) -> Option<Value> {
        match lane {
            Lane::Varying(value) => Some(value),
            Lane::Uniform(value) => self.repeated(value),
            Lane::Affine(Affine { element, start, step }) => self.line(element, start, step),
        }
    }

    /// Iterations `from..to` of a batched value.
    fn iterations(&mut self, value: Value, from: i64, to: i64) -> Option<Value> {
        self.along(value, 0, from, to)
    }

    /// Part `from..to` of a dimension.
    fn along(&mut self, value: Value, dim: usize, from: i64, to: i64) -> Option<Value> {
        let tensor = self.module().ty(value).as_tensor()?;
        let mut starts = vec![0; tensor.rank()];
        let mut limits = tensor.dims.to_vec();
        (starts[dim], limits[dim]) = (from, to);
        let strides: Dims = vec![1; tensor.rank()].into();
        let slice = Slice { start_indices: starts.into(), limit_indices: limits.into(), strides };
        self.rw.value(slice, &[value]).ok()
    }

    fn reshaped(&mut self, value: Value, dims: &[i64]) -> Option<Value> {
        let tensor = self.module().ty(value).as_tensor()?;
        let ty = hloom_ir::field::ResultType(tensor.with_dims(dims).into());
        self.rw.value(Reshape { ty }, &[value]).ok()
    }

    /// The value of a lane in the last iteration.
    fn last(&mut self, lane: Lane) -> Option<Value> {
        self.part_of(lane, self.trip_count - 1)
    }

    /// The value of a lane in one iteration.
    fn part_of(&mut self, lane: Lane, at: i64) -> Option<Value> {
        match lane {
            Lane::Uniform(value) => Some(value),
            Lane::Affine(Affine { element, start, step }) => {
                let number = start + step * i128::from(at);
                Some(self.rw.constant(splat(Type::scalar_tensor(element), number)?))
            }
            Lane::Varying(value) => {
                let dims = self.module().ty(value).as_tensor()?.dims[1..].to_vec();
                let row = self.iterations(value, at, at + 1)?;
                self.reshaped(row, &dims)
            }
        }
    }

    /// A lane shifted by one iteration: `init`, then the value of the iteration before.
    fn delayed(&mut self, init: Value, lane: Lane) -> Option<Lane> {
        let value = self.each(lane)?;
        let tensor = self.module().ty(init).as_tensor()?;
        let mut dims = vec![1];
        dims.extend_from_slice(&tensor.dims);
        let first = self.reshaped(init, &dims)?;
        let others = self.iterations(value, 0, self.trip_count - 1)?;
        Some(Lane::Varying(self.rw.value(Concatenate { dimension: 0 }, &[first, others]).ok()?))
    }
}
