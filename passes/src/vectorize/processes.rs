//! The ops of a function that several processes run, as ops on tensors with a leading dimension of
//! processes ([`super::runs`] says which and why): operands are stacked, results are put together, and an
//! op that can't be batched is copied for each process.

use super::collectives::is_collective;
use super::{Lane, Lanes, Options, made_since};
use hloom_ir::field::ResultType;
use hloom_ir::op::is_pure;
use hloom_ir::ops::{Concatenate, Op, Reshape, Transpose};
use hloom_ir::{Block, OpId, Rewriter, Trait, Type, Value};
use rustc_hash::FxHashMap;

/// The most processes: ops that can't be batched are copied for each.
pub(super) const MOST_PROCESSES: usize = 256;

/// A run may become so many ops, and so many for each op of its function: copies for each process, and
/// loops in conditions of loops, would otherwise make any number.
const LEAST_OPS: usize = 4096;
const OPS_OF_EACH: usize = 16;

/// Replaces an op by the values that `make` computes in front of it, from the results of a body that the
/// processes of a grid run; returns whether it could. If not, the module is unchanged.
pub(super) fn attempt(
    rw: &mut Rewriter<'_>,
    op: OpId,
    body: Block,
    grid: (u32, u32),
    make: impl FnOnce(&mut Lanes<'_, '_>) -> Option<(Vec<Value>, Vec<Parts>)>,
) -> bool {
    let count = grid.0 as usize * grid.1 as usize;
    if count > MOST_PROCESSES {
        return false;
    }
    let budget = LEAST_OPS
        + OPS_OF_EACH
            * rw.module().block_owner(body).map_or(0, |owner| rw.module().walk(owner).count());
    let settings = Options { fast: true, limit: usize::MAX, ..Options::default() };
    let before = rw.module().prev(op);
    rw.set_source(op);
    rw.set_before(op);
    let mut lanes = Lanes {
        rw,
        op,
        body,
        trip_count: count as i64,
        settings: &settings,
        known: FxHashMap::default(),
        rows: FxHashMap::default(),
        active: None,
        processes: Some(grid),
        budget,
    };
    let found = make(&mut lanes);
    let made = made_since(rw.module(), before, op);
    if let Some((values, results)) = &found {
        rw.replace(op, values);
        for result in results {
            join(rw, result);
        }
    }
    for o in made {
        let used = rw.module().results(o).iter().any(|v| rw.module().is_used(v));
        // A call that fails does so whether its results are used or not.
        if !used && (found.is_none() || is_pure(rw.module(), o)) {
            rw.erase(o);
        }
    }
    found.is_some()
}

/// A result of the function.
pub(super) struct Parts {
    /// The results of all processes, with a leading dimension, if they differ.
    stacked: Option<Value>,
    /// The result of each process.
    pub(super) parts: Vec<Value>,
}

/// The permutation of dimensions that moves one of a tensor of `rank` and the processes' dimension.
fn moved(rank: usize, from: usize, to: usize) -> Vec<i64> {
    let mut order: Vec<i64> = (0..=rank as i64).collect();
    let processes = order.remove(from);
    order.insert(to, processes);
    order
}

/// Makes concatenations of the results of all processes in order one reshape.
fn join(rw: &mut Rewriter<'_>, result: &Parts) -> Option<()> {
    let stacked = result.stacked?;
    let users: Vec<OpId> = rw.module().uses(result.parts[0]).map(|(user, _)| user).collect();
    for user in users {
        let Op::Concatenate(it) = rw.module().op(user) else { continue };
        let at = usize::try_from(it.dimension).ok()?;
        if rw.module().operands(user) != result.parts {
            continue;
        }
        let ty = rw.module().ty(rw.module().result(user, 0));
        rw.set_source(user);
        rw.set_before(user);
        let rank = ty.as_tensor()?.rank();
        let permutation = moved(rank, 0, at).into();
        let transposed = rw.value(Transpose { permutation }, &[stacked]).ok()?;
        let whole = rw.value(Reshape { ty: ResultType(ty) }, &[transposed]).ok()?;
        rw.replace(user, &[whole]);
    }
    Some(())
}

impl Lanes<'_, '_> {
    /// The results of the function in all processes, computed in front of the run.
    pub(super) fn of_processes(&mut self, given: &[Lane]) -> Option<Vec<Parts>> {
        let ends = self.module().terminator(self.body)?;
        let fits = |o: OpId| self.is_batchable(o) || o == ends;
        if !self.module().ops(self.body).all(fits) {
            return None;
        }
        let arguments = self.module().args(self.body).to_vec();
        self.known.extend(arguments.into_iter().zip(given.iter().copied()));
        self.all_ops();
        if !self.all_are_known(self.body) {
            return None;
        }
        let results = self.module().operands(ends).to_vec();
        let mut all = Vec::with_capacity(results.len());
        for value in results {
            let lane = self.lane(value)?;
            let parts =
                (0..self.trip_count).map(|at| self.part_of(lane, at)).collect::<Option<_>>()?;
            let stacked = match lane {
                Lane::Varying(value) => Some(value),
                Lane::Uniform(_) | Lane::Affine(_) => None,
            };
            all.push(Parts { stacked, parts });
        }
        Some(all)
    }

    /// Whether an op runs in all processes at once: it has no effect but to move values between them,
    /// and neither have the ops inside of it.
    pub(super) fn is_batchable(&self, op: OpId) -> bool {
        if self.processes.is_none() {
            return is_pure(self.module(), op);
        }
        let module = self.module();
        let alone = |o: OpId| match module.op(o) {
            Op::CustomCall(it) => !it.has_side_effect.0,
            kind => kind.has(Trait::Pure) || kind.has(Trait::Terminator) || is_collective(kind),
        };
        module.walk(op).chain([op]).all(alone)
    }

    /// Takes so many ops from those that a run may become; `None` if there are not as many.
    pub(super) fn spend(&mut self, ops: usize) -> Option<()> {
        let left = self.budget.checked_sub(ops);
        self.budget = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Whether an op is, or contains, one whose results depend on other processes or on the number of
    /// this one.
    pub(super) fn has_collective(&self, op: OpId) -> bool {
        let module = self.module();
        self.processes.is_some() && module.walk(op).chain([op]).any(|o| is_collective(module.op(o)))
    }

    /// Values of one type, one for each process, as a lane.
    pub(super) fn stacked(&mut self, values: &[Value]) -> Option<Lane> {
        let (&first, others) = values.split_first()?;
        if others.iter().all(|&value| value == first) {
            return Some(Lane::Uniform(first));
        }
        let ty = self.module().ty(first);
        if values.iter().any(|&value| self.module().ty(value) != ty) {
            return None;
        }
        let all = self.batched_type(ty)?;
        if let Some(whole) = self.divided(values, ty) {
            return Some(Lane::Varying(whole));
        }
        let mut dims = all.as_tensor()?.dims.to_vec();
        dims[0] = 1;
        let rows: Vec<Value> =
            values.iter().map(|&value| self.reshaped(value, &dims)).collect::<Option<_>>()?;
        Some(Lane::Varying(self.rw.value(Concatenate { dimension: 0 }, &rows).ok()?))
    }

    /// Slices that divide one tensor along one dimension, in order, as a reshape of it.
    fn divided(&mut self, values: &[Value], ty: Type) -> Option<Value> {
        let module = self.module();
        let slice = |value: Value| {
            let op = module.def_op(value)?;
            let Op::Slice(it) = module.op(op) else { return None };
            let plain = it.strides.iter().all(|&stride| stride == 1);
            plain.then(|| (module.operand(op, 0), it.start_indices.clone()))
        };
        let (source, _) = slice(values[0])?;
        let part = ty.as_tensor()?;
        let whole = module.ty(source).as_tensor()?;
        let count = values.len() as i64;
        let at = (0..part.rank()).find(|&d| part.dims[d] != whole.dims[d])?;
        let mut extents = part.dims.to_vec();
        extents[at] *= count;
        if extents[..] != whole.dims[..] {
            return None;
        }
        for (process, &value) in (0..).zip(values) {
            let (from, starts) = slice(value)?;
            let mut expected = vec![0; part.rank()];
            expected[at] = process * part.dims[at];
            if from != source || starts[..] != expected[..] {
                return None;
            }
        }
        let (rank, mut dims) = (part.rank(), part.dims.to_vec());
        dims.insert(at, count);
        let parts = self.reshaped(source, &dims)?;
        let permutation = moved(rank, at, 0).into();
        self.rw.value(Transpose { permutation }, &[parts]).ok()
    }

    /// Copies an op for each process.
    pub(super) fn one_each(&mut self, op: OpId, used: &[Value]) -> Option<Vec<Lane>> {
        let lanes: Vec<(Value, Lane)> =
            used.iter().map(|&value| Some((value, self.lane(value)?))).collect::<Option<_>>()?;
        let count = self.trip_count as usize;
        self.spend(count * (2 * lanes.len() + 1 + self.module().walk(op).count()))?;
        let mut copies = Vec::with_capacity(count);
        for process in 0..count {
            let mut map: FxHashMap<Value, Value> = FxHashMap::default();
            for &(value, lane) in &lanes {
                map.insert(value, self.part_of(lane, process as i64)?);
            }
            copies.push(self.rw.clone_op(op, &mut map));
        }
        let results = self.module().results(op).len();
        let mut all = Vec::with_capacity(results);
        for result in 0..results {
            let values: Vec<Value> =
                copies.iter().map(|&copy| self.module().result(copy, result)).collect();
            all.push(self.stacked(&values)?);
        }
        Some(all)
    }
}
