//! `vectorize-loops`: loops that are really maps or reductions become tensor ops.
//!
//! A loop whose number of rounds is known is replaced as a whole if each value that
//! it carries, and that is used behind it, is one of these:
//!
//! * a counter, or a value that no round changes;
//! * a map: in each round one row (or block of rows) of a tensor is written, which
//!   may be made from the same row of that tensor, and no row is written twice;
//! * a reduction: in each round something is combined with it by an associative and
//!   commutative op, perhaps under a condition;
//! * a running reduction: one of which each round uses how far it has come, or a row
//!   that is made from the row that the round before wrote ([`running`]);
//! * what the last round computed from the counter and values from outside.
//!
//! What a round computes is computed for all rounds at once, with a dimension of
//! rounds in front ([`batch`] says how, op by op). A row that a counter picks out of a
//! tensor is a slice of it then, one that is computed a gather. Branches that only
//! compute become selects, and loops in a round one loop of all rounds ([`whiles`]).
//!
//! # What is exact
//!
//! Results are the same, bit for bit. So only those reductions are taken whose order
//! doesn't matter: of integers and booleans by addition, multiplication, minimum,
//! maximum, and, or and exclusive or; of floats by minimum and maximum. Sums and
//! products of floats, among them dot products in the body, are taken with
//! `fast=true`, which may round differently: neither `reduce` nor `reduce_window`
//! promises an order, and the interpreter's is by pairs.
//!
//! # What stays
//!
//! A loop of which one value is none of these; one that holds an effect or a call; one
//! that would make a tensor of more than `limit` bytes.

mod batch;
mod combine;
mod rows;
mod running;
mod whiles;

use crate::context::{Context, PassError};
use crate::loops::{DEFAULT_STEPS, blocks, induction_variables, trip_count, yielded};
use hloom_analysis::integers::{range, splat};
use hloom_ir::field::Dims;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Add, BroadcastInDim, Concatenate, Iota, Multiply, Op, Reshape, Slice};
use hloom_ir::{Block, Element, OpId, Rewriter, Type, Value};
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
/// If an option can't have its value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let settings: Options = cx.options()?;
    let (mut replaced, mut kept) = (0, 0);
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rw = cx.rewriter();
        // What is inside comes behind in a walk.
        for op in all.into_iter().rev() {
            if rw.module().is_live(op) && matches!(rw.module().op(op), Op::While(_)) {
                let done = vectorize(&mut rw, op, &settings);
                replaced += usize::from(done);
                kept += usize::from(!done);
            }
        }
        rw.take_changes();
    }
    cx.count("loops replaced", replaced);
    cx.count("loops kept", kept);
    Ok(())
}

/// Replaces a loop; says whether it could. If not, nothing has changed.
fn vectorize(rw: &mut Rewriter<'_>, op: OpId, settings: &Options) -> bool {
    let module = rw.module();
    let Some(rounds) = trip_count(module, op, settings.steps) else { return false };
    let Some((_, body)) = blocks(module, op) else { return false };
    let ends = module.terminator(body);
    let pure = module.ops(body).all(|o| is_pure(module, o) || ends == Some(o));
    // A loop of one round is written out better.
    if !pure || rounds < 2 || i64::try_from(rounds).is_err() {
        return false;
    }
    let before = module.prev(op);
    rw.set_source(op);
    rw.set_before(op);
    let mut lanes = Lanes {
        rw,
        op,
        body,
        rounds: rounds as i64,
        settings,
        known: FxHashMap::default(),
        rows: FxHashMap::default(),
        active: None,
    };
    let results = lanes.results();
    let mut made = Vec::new();
    let mut last = rw.module().prev(op);
    while let Some(o) = last.filter(|&o| Some(o) != before) {
        made.push(o);
        last = rw.module().prev(o);
    }
    if let Some(results) = &results {
        rw.replace(op, results);
    }
    // What was made in vain goes again: it would stand in the way of the loop around.
    for o in made {
        let used = rw.module().results(o).iter().any(|v| rw.module().is_used(v));
        if !used {
            rw.erase(o);
        }
    }
    results.is_some()
}

/// What is known of a value of the body over all rounds.
#[derive(Clone, Copy, Debug)]
enum Lane {
    /// The same value in every iteration.
    Uniform(Value),
    /// `start + step · iteration`, an integer scalar that does not wrap around.
    Affine(Affine),
    /// In iteration `i`, slice `i` of the first dimension of this value.
    Varying(Value),
}

#[derive(Clone, Copy, Debug)]
struct Affine {
    element: Element,
    start: i128,
    step: i128,
}

impl Affine {
    /// The line, if neither of its ends wraps around in `rounds` rounds.
    fn checked(element: Element, start: i128, step: i128, rounds: i64) -> Option<Affine> {
        let last = start.checked_add(step.checked_mul(i128::from(rounds) - 1)?)?;
        let range = range(element)?;
        (range.contains(&start) && range.contains(&last)).then_some(Affine { element, start, step })
    }
}

/// A loop's body, computed for all rounds at once in front of the loop.
struct Lanes<'r, 'm> {
    rw: &'r mut Rewriter<'m>,
    op: OpId,
    body: Block,
    rounds: i64,
    settings: &'r Options,
    known: FxHashMap<Value, Lane>,
    /// Carried tensors of which each round writes a row.
    rows: FxHashMap<Value, rows::Row>,
    /// The rounds for which what is computed here is wanted; `None` where it is for all.
    active: Option<Value>,
}

impl Lanes<'_, '_> {
    fn module(&self) -> &Module {
        self.rw.module()
    }

    /// The values of the loop's results, computed in front of it.
    fn results(&mut self) -> Option<Vec<Value>> {
        let init = self.module().operands(self.op).to_vec();
        let args = self.module().args(self.body).to_vec();
        let next = yielded(self.module(), self.op)?.to_vec();
        let lines = induction_variables(self.module(), self.op);
        for counter in &lines {
            let start = counter.start.and_then(|start| {
                Affine::checked(counter.element, start, counter.step, self.rounds)
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
            // Where a row is written may be computed behind where it is read.
            self.all_ops();
        }
        // What a round hands to the next one alone, the next one has.
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
                    let way = counter.step.wrapping_mul(self.rounds.into());
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
            // A type may know less than another.
            if self.module().ty(results[i]) != self.module().ty(init[i]) {
                return None;
            }
        }
        Some(results)
    }

    /// Computes what can be computed of the body's ops.
    fn all_ops(&mut self) {
        let ops: Vec<OpId> = self.module().ops(self.body).collect();
        for op in ops {
            self.op(op);
        }
    }

    /// An integer scalar of each round.
    fn line(&mut self, element: Element, start: i128, step: i128) -> Option<Value> {
        // The numbers of the rounds have to fit the type as well.
        range(element).filter(|r| r.contains(&i128::from(self.rounds - 1)))?;
        let ty = Type::tensor(&[self.rounds], element);
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

    /// The type of a value of all rounds, if it is within the limit.
    fn all_rounds(&self, ty: Type) -> Option<Type> {
        let tensor = ty.as_tensor().filter(|t| t.is_static() && !t.element.is_quantized())?;
        let mut dims = vec![self.rounds];
        dims.extend_from_slice(&tensor.dims);
        let ty = tensor.with_dims(&dims);
        let size = ty.byte_size()?;
        (size <= self.settings.limit).then(|| ty.into())
    }

    /// A value, once for each round.
    fn repeated(&mut self, value: Value) -> Option<Value> {
        let ty = self.all_rounds(self.module().ty(value))?;
        let rank = ty.as_tensor()?.rank() as i64;
        let broadcast_dimensions: Dims = (1..rank).collect();
        let ty = hloom_ir::field::ResultType(ty);
        self.rw.value(BroadcastInDim { broadcast_dimensions, ty }, &[value]).ok()
    }

    /// A lane as one tensor of all rounds.
    fn each(&mut self, lane: Lane) -> Option<Value> {
        match lane {
            Lane::Varying(value) => Some(value),
            Lane::Uniform(value) => self.repeated(value),
            Lane::Affine(Affine { element, start, step }) => self.line(element, start, step),
        }
    }

    /// Rounds `from..to` of a value of all rounds.
    fn some_rounds(&mut self, value: Value, from: i64, to: i64) -> Option<Value> {
        let tensor = self.module().ty(value).as_tensor()?;
        let mut starts = vec![0; tensor.rank()];
        let mut limits = tensor.dims.to_vec();
        (starts[0], limits[0]) = (from, to);
        let strides: Dims = vec![1; tensor.rank()].into();
        let slice = Slice { start_indices: starts.into(), limit_indices: limits.into(), strides };
        self.rw.value(slice, &[value]).ok()
    }

    fn reshaped(&mut self, value: Value, dims: &[i64]) -> Option<Value> {
        let tensor = self.module().ty(value).as_tensor()?;
        let ty = hloom_ir::field::ResultType(tensor.with_dims(dims).into());
        self.rw.value(Reshape { ty }, &[value]).ok()
    }

    /// What the last round made.
    fn last(&mut self, lane: Lane) -> Option<Value> {
        match lane {
            Lane::Uniform(value) => Some(value),
            Lane::Affine(Affine { element, start, step }) => {
                let end = start + step * i128::from(self.rounds - 1);
                Some(self.rw.constant(splat(Type::scalar_tensor(element), end)?))
            }
            Lane::Varying(value) => {
                let dims = self.module().ty(value).as_tensor()?.dims[1..].to_vec();
                let row = self.some_rounds(value, self.rounds - 1, self.rounds)?;
                self.reshaped(row, &dims)
            }
        }
    }

    /// At first `init`, then what the round before made.
    fn delayed(&mut self, init: Value, lane: Lane) -> Option<Lane> {
        let value = self.each(lane)?;
        let tensor = self.module().ty(init).as_tensor()?;
        let mut dims = vec![1];
        dims.extend_from_slice(&tensor.dims);
        let first = self.reshaped(init, &dims)?;
        let others = self.some_rounds(value, 0, self.rounds - 1)?;
        Some(Lane::Varying(self.rw.value(Concatenate { dimension: 0 }, &[first, others]).ok()?))
    }
}
