//! Reductions: carried values that each iteration combines with another value.

use super::{Lane, Lanes};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::Dims;
use hloom_ir::module::Module;
use hloom_ir::ops::{Negate, Op, Reduce, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Def, Element, Region, Type, Value};
use rustc_hash::FxHashMap;

/// Whether a reduction's body is a combiner whose result does not depend on the order of its
/// operands, bit for bit.
pub(super) fn is_exact_reducer(module: &Module, block: Block) -> bool {
    let monoids = Monoid::of_block(module, block);
    let Some([monoid]) = monoids.as_deref() else { return false };
    let element = module.args(block).first().and_then(|&x| module.ty(x).element());
    element.is_some_and(|element| monoid.is_exact(element))
}

/// The chain of combiner ops from a carried value to its next value.
#[derive(Default)]
pub(super) struct Chain {
    pub(super) combiner: Option<Monoid>,
    /// The values of the chain, and how often the chain uses each.
    uses: FxHashMap<Value, usize>,
}

impl Chain {
    /// Whether the values of the chain have no other users.
    pub(super) fn is_alone(&self, module: &Module) -> bool {
        self.uses.iter().all(|(&v, &count)| module.uses(v).count() == count)
    }
}

impl Lanes<'_, '_> {
    /// The final value of a reduction: `arg` combined with the values of all iterations.
    pub(super) fn combined(&mut self, arg: Value, next: Value, init: Value) -> Option<Value> {
        let ty = self.module().ty(arg);
        let mut chain = Chain::default();
        let part = self.part(arg, next, &mut chain)??;
        let combiner = chain.combiner?;
        if !chain.is_alone(self.module()) {
            return None;
        }
        let parts = self.of_shape(part, ty)?;
        let tensor = ty.as_tensor()?;
        let scalar = Type::scalar_tensor(tensor.element);
        let start =
            if tensor.rank() == 0 { init } else { self.rw.constant(combiner.identity(scalar)?) };
        let region = self.reducer(combiner, scalar)?;
        let dimensions: Dims = vec![0].into();
        let reduce =
            self.rw.build_with_regions(Reduce { dimensions }, &[parts, start], &[region]).ok()?;
        let all = self.module().result(reduce, 0);
        if tensor.rank() == 0 {
            return Some(all);
        }
        self.rw.value(combiner.op(), &[init, all]).ok()
    }

    /// The region of a combiner: its op on two scalars.
    pub(super) fn reducer(&mut self, combiner: Monoid, scalar: Type) -> Option<Region> {
        let here = self.rw.point();
        let (region, block) = self.rw.region(&[scalar, scalar]);
        self.rw.set_point(InsertPoint::End(block));
        let args = self.module().args(block).to_vec();
        let both = self.rw.value(combiner.op(), &args).ok();
        let ended = both.and_then(|v| self.rw.build(Return {}, &[v]).ok());
        self.rw.set_point(here);
        ended.map(|_| region)
    }

    /// A lane as a batched tensor, of type `ty` per iteration.
    pub(super) fn of_shape(&mut self, lane: Lane, ty: Type) -> Option<Value> {
        let rank = ty.as_tensor()?.rank();
        let value = self.of_rank(lane, rank, ty)?;
        (self.module().ty(value) == self.batched_type(ty)?).then_some(value)
    }

    /// The value that is combined with `arg` to give `value`: `Some(None)` if `value` is `arg`,
    /// `None` if `value` is not a reduction step.
    pub(super) fn part(
        &mut self,
        arg: Value,
        value: Value,
        chain: &mut Chain,
    ) -> Option<Option<Lane>> {
        let uses = chain.uses.entry(value).or_default();
        *uses += 1;
        if value == arg {
            return Some(None);
        }
        if *uses > 1 || !self.is_inside(value) {
            return None;
        }
        let Def::Result(op, result) = self.module().def(value) else { return None };
        let ty = self.module().ty(value);
        let operands = self.module().operands(op).to_vec();
        match self.module().op(op).clone() {
            Op::Select(_) => {
                let condition = self.lane(operands[0])?;
                let parts =
                    [self.part(arg, operands[1], chain)?, self.part(arg, operands[2], chain)?];
                self.choice(parts.to_vec(), ty, chain, |lanes, parts| {
                    let rank = ty.as_tensor()?.rank();
                    let mut values = vec![lanes.of_rank(condition, rank, ty)?];
                    for &part in parts {
                        values.push(lanes.of_shape(part, ty)?);
                    }
                    lanes.rw.value(hloom_ir::ops::Select {}, &values).ok()
                })
            }
            Op::If(_) | Op::Case(_) => {
                let is_if = matches!(self.module().op(op), Op::If(_));
                let condition = self.lane(operands[0])?;
                let mut parts = Vec::new();
                for i in 0..self.module().regions(op).len() {
                    let block = self.compute_arm(op, i, condition)?;
                    let end = self.module().terminator(block)?;
                    let yielded = self.module().operand(end, result as usize);
                    parts.push(self.part(arg, yielded, chain)?);
                }
                self.choice(parts, ty, chain, |lanes, parts| {
                    lanes.choose(is_if, condition, parts, ty)
                })
            }
            Op::Subtract(_) => {
                let element = ty.element().filter(|e| e.is_integer())?;
                let (rest, taken) = (operands[0], self.lane(operands[1])?);
                let taken = self.of_shape(taken, ty)?;
                let less = Lane::Varying(self.rw.value(Negate {}, &[taken]).ok()?);
                self.link(arg, rest, less, Monoid::Add, element, ty, chain)
            }
            // Any other op: must be a monoid.
            kind => {
                let combiner = Monoid::of_op(&kind)?;
                let (rest, own) = match (self.lane(operands[0]), self.lane(operands[1])) {
                    (None, Some(own)) => (operands[0], own),
                    (Some(own), None) => (operands[1], own),
                    _ => return None,
                };
                self.link(arg, rest, own, combiner, ty.element()?, ty, chain)
            }
        }
    }

    /// One step of the chain: the value that `rest` combines with `arg`, combined with `own`.
    #[allow(clippy::too_many_arguments, reason = "one step of a chain")]
    fn link(
        &mut self,
        arg: Value,
        rest: Value,
        own: Lane,
        combiner: Monoid,
        element: Element,
        ty: Type,
        chain: &mut Chain,
    ) -> Option<Option<Lane>> {
        let allowed = self.settings.fast || combiner.is_exact(element);
        if !allowed || *chain.combiner.get_or_insert(combiner) != combiner {
            return None;
        }
        match self.part(arg, rest, chain)? {
            None => Some(Some(own)),
            Some(part) => {
                let values = [self.of_shape(part, ty)?, self.of_shape(own, ty)?];
                Some(Some(Lane::Varying(self.rw.value(combiner.op(), &values).ok()?)))
            }
        }
    }

    /// A choice between arms, some of which combine nothing.
    fn choice(
        &mut self,
        parts: Vec<Option<Lane>>,
        ty: Type,
        chain: &Chain,
        build: impl FnOnce(&mut Self, &[Lane]) -> Option<Value>,
    ) -> Option<Option<Lane>> {
        if parts.iter().all(Option::is_none) {
            return Some(None);
        }
        let identity = self.rw.constant(chain.combiner?.identity(ty)?);
        let parts: Vec<Lane> =
            parts.into_iter().map(|part| part.unwrap_or(Lane::Uniform(identity))).collect();
        Some(Some(Lane::Varying(build(self, &parts)?)))
    }
}
