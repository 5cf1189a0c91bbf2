//! Running reductions (scans): reductions whose intermediate values are used: prefix sums, running
//! maxima, `a[i] += a[i - 1]`.
//!
//! Let `x` be the initial value and `p[i]` the value that iteration `i` combines with it. The value
//! at the beginning of iteration `i` is `x ∘ p[0] ∘ … ∘ p[i - 1]`. That is a `reduce_window` over
//! `x` and `p` whose windows extend from the first element to each element; generated CPU code
//! computes it in one pass. It is used if the order doesn't matter, as with other reductions.

use super::combine::Chain;
use super::{Lane, Lanes};
use hloom_ir::field::{Dims, Padding};
use hloom_ir::module::Module;
use hloom_ir::ops::{Concatenate, Op, ReduceWindow};
use hloom_ir::{OpId, Type, Value};

/// Whether an op with one operand only changes the shape and keeps the order of elements.
fn keeps_order(module: &Module, op: OpId) -> bool {
    let Some(of) = module.operands(op).first().and_then(|&v| module.ty(v).as_tensor()) else {
        return false;
    };
    match module.op(op) {
        Op::Reshape(_) => true,
        Op::Slice(_) => module.ty(module.result(op, 0)).as_tensor() == Some(of),
        // Only dimensions of extent 1 may move past others.
        Op::Transpose(it) => {
            let long: Vec<i64> =
                it.permutation.iter().copied().filter(|&d| of.dims[d as usize] != 1).collect();
            long.is_sorted()
        }
        // Any other op: may move elements.
        _ => false,
    }
}

impl Lanes<'_, '_> {
    /// Finds running reductions among carried values and among rows that the next iteration reads.
    /// Returns whether one was found; `None` if one can't be computed.
    pub(super) fn run_on(
        &mut self,
        args: &[Value],
        next: &[Value],
        init: &[Value],
    ) -> Option<bool> {
        let mut more = false;
        for i in 0..args.len() {
            let (arg, next, init) = (args[i], next[i], init[i]);
            if let Some(row) = self.rows.get(&arg) {
                let (reads, update) = (row.reads.clone(), row.update);
                for read in reads {
                    if self.known.contains_key(&self.module().result(read, 0)) {
                        continue;
                    }
                    let Some(first) = self.row_before(arg, read, init) else { continue };
                    more |= self.row_on(self.module().result(read, 0), update, first)?;
                }
            } else if !self.known.contains_key(&arg) && self.module().is_used(arg) {
                more |= self.run_on_one(arg, next, init, false);
            }
        }
        Some(more)
    }

    /// A row that an iteration reads as `read` and the iteration before wrote as `update`. The
    /// recurrence may be on a reshaped row.
    fn row_on(&mut self, read: Value, update: Value, first: Value) -> Option<bool> {
        if let Some(lane) = self.lane(update) {
            let lane = self.delayed(first, lane)?;
            self.known.insert(read, lane);
            return Some(true);
        }
        // Reshapes of the row that was read, and of the row to be written, that keep the element
        // order.
        let mut args = vec![(read, first)];
        while let Some(&(last, first)) = args.last()
            && let Some(op) = self.reshaped_by(last)
        {
            let mut map = [(last, first)].into_iter().collect();
            let copy = self.rw.clone_op(op, &mut map);
            args.push((self.module().result(op, 0), self.module().result(copy, 0)));
        }
        let mut nexts = vec![update];
        while let Some(op) = nexts.last().and_then(|&v| self.module().def_op(v))
            && keeps_order(self.module(), op)
            && self.is_inside(self.module().result(op, 0))
        {
            nexts.push(self.module().operand(op, 0));
        }
        for &(arg, first) in args.iter().rev() {
            for &next in &nexts {
                let fits = self.module().ty(arg) == self.module().ty(next);
                if fits && !self.known.contains_key(&arg) && self.run_on_one(arg, next, first, true)
                {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// The reshape of a value, if that is its only user.
    fn reshaped_by(&self, value: Value) -> Option<OpId> {
        let module = self.module();
        let (user, _) = module.uses(value).next()?;
        let only = module.has_one_use(value) && module.parent(user) == Some(self.body);
        (only && keeps_order(module, user)).then_some(user)
    }

    /// Computes the value of `arg` at the beginning of each iteration, if `next` combines `arg`
    /// with another value. A reduction whose intermediate values are not used is left alone, unless
    /// it is `on_its_own`.
    fn run_on_one(&mut self, arg: Value, next: Value, init: Value, on_its_own: bool) -> bool {
        let mut chain = Chain::default();
        let Some(Some(part)) = self.part(arg, next, &mut chain) else { return false };
        if !on_its_own && chain.is_alone(self.module()) {
            return false;
        }
        let Some(value) = self.running(&chain, part, self.module().ty(arg), init) else {
            return false;
        };
        self.known.insert(arg, Lane::Varying(value));
        true
    }

    /// Returns `init`, `init ∘ part[0]`, `init ∘ part[0] ∘ part[1]`, …, one value per iteration.
    fn running(&mut self, chain: &Chain, part: Lane, ty: Type, init: Value) -> Option<Value> {
        let combiner = chain.combiner?;
        if self.module().ty(init) != ty {
            return None;
        }
        let parts = self.of_shape(part, ty)?;
        let tensor = ty.as_tensor()?;
        let scalar = Type::scalar_tensor(tensor.element);
        let nothing = self.rw.constant(combiner.identity(scalar)?);
        let mut dims = vec![1];
        dims.extend_from_slice(&tensor.dims);
        let first = self.reshaped(init, &dims)?;
        let others = self.iterations(parts, 0, self.trip_count - 1)?;
        let all = self.rw.value(Concatenate { dimension: 0 }, &[first, others]).ok()?;
        let region = self.reducer(combiner, scalar)?;
        let mut window = vec![1; dims.len()];
        let mut padding = vec![(0, 0); dims.len()];
        (window[0], padding[0]) = (self.trip_count, (self.trip_count - 1, 0));
        let scan = ReduceWindow {
            window_dimensions: Dims::from(window),
            window_strides: None,
            base_dilations: None,
            window_dilations: None,
            padding: Some(Padding(padding.into())),
        };
        let op = self.rw.build_with_regions(scan, &[all, nothing], &[region]).ok()?;
        Some(self.module().result(op, 0))
    }
}
