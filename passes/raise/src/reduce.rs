//! Structured ops with reductions.
//!
//! The ops of the body that depend on an output's element are the combiner; all others are computed
//! over the whole space before.

use crate::structured::Structured;
use crate::{Raiser, Try};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::Dims;
use hloom_ir::ops::{Op, Reduce};
use hloom_ir::{Module, OpId, Region, Type, Value};
use rustc_hash::FxHashSet;

/// The values that an op and those in its regions use.
fn uses(module: &Module, op: OpId) -> Vec<Value> {
    let inside: Vec<OpId> = module.walk(op).collect();
    let all = inside.iter().chain([&op]).flat_map(|&it| module.operands(it).iter().copied());
    all.collect()
}

/// Whether a combiner only chooses between its arguments, so that it may be grouped in any way that
/// keeps the order.
fn only_chooses(module: &Module, region: Region) -> bool {
    let Some(&block) = module.blocks(region).first() else { return false };
    module.ops(block).all(|op| {
        matches!(
            module.op(op),
            Op::Compare(_)
                | Op::Select(_)
                | Op::Maximum(_)
                | Op::Minimum(_)
                | Op::And(_)
                | Op::Or(_)
                | Op::Not(_)
                | Op::Constant(_)
                | Op::BitcastConvert(_)
                | Op::Return(_)
        )
    })
}

impl Raiser<'_> {
    /// Whether a value is a scalar constant.
    fn is_scalar_constant(&self, value: Value) -> bool {
        let def = self.module().def_op(value);
        def.is_some_and(|op| self.module().op(op).name() == "arith.constant")
    }

    /// An op with reductions.
    pub(crate) fn reduction(&mut self, it: &Structured) -> Try<Vec<Value>> {
        let args = self.module().args(it.body).to_vec();
        if args.len() != it.operands.len() {
            return Err("its body does not take an element of each operand".to_owned());
        }
        let n = it.outputs();
        let (inputs, sums) = args.split_at(it.inputs);
        let mut tainted: FxHashSet<Value> = sums.iter().copied().collect();
        for (i, &arg) in inputs.iter().enumerate() {
            if self.module().is_used(arg) {
                let value = self.over_space(it, i)?;
                self.values.insert(arg, value);
            }
        }
        let end = self.module().last_op(it.body).ok_or("its body is empty")?;
        let ops: Vec<OpId> = self.module().ops(it.body).filter(|&op| op != end).collect();
        let mut combiner = Vec::new();
        // The values of the space that the combiner takes.
        let mut taken: Vec<Value> = Vec::new();
        for op in ops {
            let used = uses(self.module(), op);
            if !used.iter().any(|v| tainted.contains(v)) {
                self.inner(op)?;
                continue;
            }
            tainted.extend(self.module().results(op).iter());
            combiner.push(op);
            let inside: Vec<OpId> = self.module().walk(op).collect();
            let own: FxHashSet<Value> =
                inside.iter().flat_map(|&it| self.module().results(it).iter()).collect();
            for value in used {
                let outer = !tainted.contains(&value) && !own.contains(&value);
                if outer && !taken.contains(&value) && !self.is_scalar_constant(value) {
                    taken.push(value);
                }
            }
        }
        let yielded = self.module().operands(end).to_vec();
        if !yielded.iter().all(|v| tainted.contains(v)) {
            return Err("it does not combine all elements".to_owned());
        }
        let types: Vec<Type> =
            (0..n).map(|i| Type::scalar_tensor(self.output_element(it, i))).collect();
        let slots = self.slots(it, &taken, &types)?;
        let both: Vec<Type> = types.iter().chain(&types).copied().collect();
        let order: Vec<(Value, Option<Value>)> =
            slots.iter().map(|slot| (slot.0, slot.1)).collect();
        let region = self.region(&both, |raiser, args| {
            let (first, second) = args.split_at(n);
            for (&sum, &arg) in sums.iter().zip(first) {
                raiser.values.insert(sum, arg);
            }
            for (&(_, old), &arg) in order.iter().zip(second) {
                if let Some(old) = old {
                    raiser.values.insert(old, arg);
                }
            }
            for &op in &combiner {
                for value in uses(raiser.module(), op) {
                    if raiser.is_scalar_constant(value)
                        && let Some(constant) = raiser.module().def_op(value)
                    {
                        let again = raiser.emit(constant)?;
                        raiser.values.insert(value, again[0]);
                    }
                }
                raiser.inner(op)?;
            }
            yielded.iter().map(|&v| raiser.get(v)).collect()
        })?;
        let inputs: Vec<Value> = slots.iter().map(|slot| slot.0).collect();
        self.reduced(it, region, &inputs, &types)
    }

    /// For each output the tensor that its combiner takes, with the value of the body that it is.
    fn slots(
        &mut self,
        it: &Structured,
        taken: &[Value],
        types: &[Type],
    ) -> Try<Vec<(Value, Option<Value>)>> {
        if taken.len() > types.len() {
            return Err("its combiner takes more elements than it has results".to_owned());
        }
        self.within_limit(&it.extents)?;
        let mut left = taken.to_vec();
        let mut slots = Vec::new();
        for &ty in types {
            let mut found = None;
            for i in 0..left.len() {
                let value = self.get(left[i])?;
                if Some(self.element(value)) == ty.element() {
                    found = Some((value, left.remove(i)));
                    break;
                }
            }
            slots.push(match found {
                Some((value, old)) => {
                    let full = match self.dims(value).is_empty() {
                        true => self.broadcast(value, &[], &it.extents)?,
                        false => value,
                    };
                    (full, Some(old))
                }
                None => {
                    let element = ty.element().ok_or("a result has no elements")?;
                    (self.splat(element, 0.0, &it.extents)?, None)
                }
            });
        }
        match left.is_empty() {
            true => Ok(slots),
            false => Err("its combiner takes elements of other types than its results".to_owned()),
        }
    }

    /// The reduction of tensors over the space.
    fn reduced(
        &mut self,
        it: &Structured,
        region: Region,
        inputs: &[Value],
        types: &[Type],
    ) -> Try<Vec<Value>> {
        let n = inputs.len();
        let block = self.module().blocks(region).first().copied().ok_or("its region is empty")?;
        let monoids = Monoid::of_block(self.module(), block);
        if monoids.is_none() && !only_chooses(self.module(), region) {
            return Err("its combiner is not known to be associative".to_owned());
        }
        let mut operands = inputs.to_vec();
        let mut late = vec![None; n];
        for i in 0..n {
            let init = it.operands[it.inputs + i];
            let scalar = match (self.uniform(init), &monoids) {
                (Some(scalar), _) => scalar,
                (None, Some(monoids)) => {
                    let identity = monoids[i].identity(types[i]);
                    let identity = identity.ok_or("its combiner has no identity")?;
                    late[i] = Some(monoids[i].op());
                    self.rw.constant(identity)
                }
                (None, None) => {
                    return Err("its initial values differ, and its combiner is no sum".to_owned());
                }
            };
            operands.push(scalar);
        }
        let dimensions: Dims =
            (0..it.reduces.len()).filter(|&d| it.reduces[d]).map(|d| d as i64).collect();
        let made = self.build_with(Reduce { dimensions }, &operands, &[region])?;
        let mut values = Vec::new();
        for (i, value) in made.into_iter().enumerate() {
            let mut value = self.as_output(it, i, value)?;
            if let Some(op) = late[i].take() {
                value = self.build(op, &[it.operands[it.inputs + i], value])?;
            }
            values.push(value);
        }
        Ok(values)
    }
}
