//! Inner loops whose trip counts differ between iterations: one loop runs for all iterations of the
//! outer loop, until the last of them is done.
//!
//! If the inner loop's condition is the same in all iterations, it carries batched tensors, which
//! is a loop interchange. Otherwise it also carries a mask of the iterations whose own loop still
//! runs; the carried values of the others are kept by selects.
//!
//! An iteration that would not reach the inner loop, because another arm of a branch is taken or
//! the loop around it is done, must not keep the loop running, so masks are passed inward
//! ([`Lanes::active`]).

use super::{Lane, Lanes};
use crate::loops::trip_count;
use hloom_analysis::integers::splat;
use hloom_analysis::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{And, Compare, Direction, Not, Op, Reduce, Return, Select, While};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, OpId, Region, Type, Value};
use rustc_hash::FxHashSet;

/// Whether an op is or contains a loop that is not known to terminate.
pub(super) fn may_not_end(module: &Module, op: OpId, steps: usize) -> bool {
    let endless =
        |o| matches!(module.op(o), Op::While(_)) && trip_count(module, o, steps).is_none();
    module.walk(op).chain([op]).any(endless)
}

/// The values of a loop that vary with the outer iteration.
struct Varying {
    carried: Vec<bool>,
    condition: bool,
}

impl Lanes<'_, '_> {
    /// The results of a `while` in the body, run for all outer iterations at once.
    pub(super) fn inner_loop(&mut self, op: OpId, operands: &[Lane]) -> Option<Vec<Lane>> {
        let mut varying = self.varying(op, operands)?;
        let counted = trip_count(self.module(), op, self.settings.steps).is_some();
        let masked = varying.condition || (self.active.is_some() && !counted);
        // Some processes may be done before others.
        if masked && self.has_collective(op) {
            return None;
        }
        if masked {
            varying.carried.fill(true);
        }
        let types: Vec<Type> =
            self.module().operands(op).iter().map(|&v| self.module().ty(v)).collect();
        let mut init = Vec::with_capacity(types.len());
        for ((&lane, &ty), &varies) in operands.iter().zip(&types).zip(&varying.carried) {
            init.push(match lane {
                Lane::Uniform(value) if !varies => value,
                lane => self.of_type(lane, ty)?,
            });
        }
        let here = self.rw.point();
        let active = self.active;
        let regions = if masked {
            self.masked(op, &types, &mut init)
        } else {
            self.uniform(op, &types, &init, &varying.carried)
        };
        self.forget(op);
        self.rw.set_point(here);
        self.active = active;
        let built = self.rw.build_with_regions(While {}, &init, &regions?).ok()?;
        let results = self.module().results(built);
        let lane = |(value, varies): (Value, &bool)| {
            if *varies { Lane::Varying(value) } else { Lane::Uniform(value) }
        };
        Some(results.iter().zip(&varying.carried).map(lane).collect())
    }

    /// The regions of a loop with the same trip count in all outer iterations.
    fn uniform(
        &mut self,
        op: OpId,
        types: &[Type],
        init: &[Value],
        varies: &[bool],
    ) -> Option<Vec<Region>> {
        let new: Vec<Type> = init.iter().map(|&v| self.module().ty(v)).collect();
        let lane = |value: Value, varies: bool| {
            if varies { Lane::Varying(value) } else { Lane::Uniform(value) }
        };
        let cond = self.region(&new, |lanes, args| {
            let args: Vec<Lane> = args.iter().zip(varies).map(|(&v, &d)| lane(v, d)).collect();
            match lanes.run_block(op, 0, &args)?[..] {
                [Lane::Uniform(test)] => Some(vec![test]),
                _ => None,
            }
        })?;
        let body = self.region(&new, |lanes, args| {
            let args: Vec<Lane> = args.iter().zip(varies).map(|(&v, &d)| lane(v, d)).collect();
            let next = lanes.run_block(op, 1, &args)?;
            let mut values = Vec::with_capacity(next.len());
            for ((lane, &ty), &varies) in next.into_iter().zip(types).zip(varies) {
                values.push(match lane {
                    Lane::Uniform(value) if !varies => value,
                    lane if varies => lanes.of_type(lane, ty)?,
                    _ => return None,
                });
            }
            Some(values)
        });
        self.both(cond, body)
    }

    /// The regions of a loop with a mask, which is the last carried value.
    fn masked(&mut self, op: OpId, types: &[Type], init: &mut Vec<Value>) -> Option<Vec<Region>> {
        let lanes: Vec<Lane> = init.iter().map(|&v| Lane::Varying(v)).collect();
        let test = self.run_block(op, 0, &lanes)?;
        let first = self.mask(test[0])?;
        init.push(first);
        let new: Vec<Type> = init.iter().map(|&v| self.module().ty(v)).collect();
        let flag = Type::scalar_tensor(Element::I1);
        let cond = self.region(&new, |lanes, args| {
            let none = lanes.rw.constant(Monoid::Or.identity(flag)?);
            let or = lanes.reducer(Monoid::Or, flag)?;
            let dimensions = vec![0].into();
            let any = lanes
                .rw
                .build_with_regions(Reduce { dimensions }, &[*args.last()?, none], &[or])
                .ok()?;
            Some(vec![lanes.module().result(any, 0)])
        })?;
        let body = self.region(&new, |lanes, args| {
            let (&mask, args) = args.split_last()?;
            lanes.active = Some(mask);
            let old: Vec<Lane> = args.iter().map(|&v| Lane::Varying(v)).collect();
            let next = lanes.run_block(op, 1, &old)?;
            let mut values = Vec::with_capacity(next.len() + 1);
            for ((lane, &ty), &old) in next.into_iter().zip(types).zip(args) {
                let new = lanes.of_type(lane, ty)?;
                let rank = ty.as_tensor()?.rank();
                let go = lanes.of_rank(Lane::Varying(mask), rank, ty)?;
                values.push(lanes.rw.value(Select {}, &[go, new, old]).ok()?);
            }
            let now: Vec<Lane> = values.iter().map(|&v| Lane::Varying(v)).collect();
            let test = lanes.run_block(op, 0, &now)?;
            values.push(lanes.mask(test[0])?);
            Some(values)
        });
        self.both(cond, body)
    }

    /// The mask of active iterations in which a condition holds.
    fn mask(&mut self, condition: Lane) -> Option<Value> {
        let flags = self.each(condition)?;
        match self.active {
            Some(active) => self.rw.value(And {}, &[active, flags]).ok(),
            None => Some(flags),
        }
    }

    /// Computes the ops of arm `i` of a branch for all iterations, as far as possible; loops in it
    /// run only for iterations that take the arm.
    pub(super) fn compute_arm(&mut self, op: OpId, i: usize, condition: Lane) -> Option<Block> {
        let module = self.module();
        let block = module.entry(op, i)?;
        let inner: Vec<OpId> = module.ops(block).collect();
        let active = self.active;
        if inner.iter().any(|&o| may_not_end(module, o, self.settings.steps)) {
            let is_if = matches!(module.op(op), Op::If(_));
            let count = module.regions(op).len();
            self.enter_arm(is_if, condition, i, count)?;
        }
        inner.into_iter().for_each(|o| self.op(o));
        self.active = active;
        self.all_are_known(block).then_some(block)
    }

    /// Whether all results of a block's ops have lanes, if processes run it: an op of theirs that fails
    /// does so whether its results are used or not.
    pub(super) fn all_are_known(&self, block: Block) -> bool {
        let module = self.module();
        let ends = module.terminator(block);
        let known = |o: OpId| module.results(o).iter().all(|v| self.known.contains_key(&v));
        self.processes.is_none() || module.ops(block).all(|o| ends == Some(o) || known(o))
    }

    /// Makes only those iterations active that take arm `i` of a branch with `count` arms.
    fn enter_arm(&mut self, is_if: bool, condition: Lane, i: usize, count: usize) -> Option<()> {
        let flags = self.each(condition)?;
        let equal = |lanes: &mut Self, number: usize| {
            let index = splat(lanes.module().ty(flags), number as i128)?;
            let index = lanes.rw.constant(index);
            let equal = Compare { comparison_direction: Direction::Eq, compare_type: None };
            lanes.rw.value(equal, &[flags, index]).ok()
        };
        let taken = match (is_if, i) {
            (true, 0) => flags,
            (true, _) => self.rw.value(Not {}, &[flags]).ok()?,
            (false, i) if i + 1 < count => equal(self, i)?,
            (false, _) => {
                // The last arm is taken for every other index.
                let mut others = None;
                for k in 0..count - 1 {
                    let one = equal(self, k)?;
                    let not = self.rw.value(Not {}, &[one]).ok()?;
                    others = Some(match others {
                        Some(all) => self.rw.value(And {}, &[all, not]).ok()?,
                        None => not,
                    });
                }
                match others {
                    Some(flags) => flags,
                    None => return Some(()),
                }
            }
        };
        self.active = Some(match self.active {
            Some(active) => self.rw.value(And {}, &[active, taken]).ok()?,
            None => taken,
        });
        Some(())
    }

    /// The lanes that a block of a loop yields, given the lanes of its arguments.
    pub(super) fn run_block(
        &mut self,
        op: OpId,
        region: usize,
        args: &[Lane],
    ) -> Option<Vec<Lane>> {
        let block = self.module().entry(op, region)?;
        self.forget_block(block);
        let names = self.module().args(block).to_vec();
        self.known.extend(names.into_iter().zip(args.iter().copied()));
        let inner: Vec<OpId> = self.module().ops(block).collect();
        inner.into_iter().for_each(|o| self.op(o));
        if !self.all_are_known(block) {
            return None;
        }
        let end = self.module().terminator(block)?;
        self.module().operands(end).to_vec().into_iter().map(|v| self.lane(v)).collect()
    }

    /// A region with arguments of `types` that returns the results of `fill`.
    pub(super) fn region(
        &mut self,
        types: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Region> {
        let (here, active) = (self.rw.point(), self.active);
        let (region, block) = self.rw.region(types);
        self.rw.set_point(InsertPoint::End(block));
        let args = self.module().args(block).to_vec();
        let made = fill(self, &args).and_then(|v| self.rw.build(Return {}, &v).ok());
        self.rw.set_point(here);
        self.active = active;
        if made.is_none() {
            self.rw.erase_blocks(&[block]);
        }
        made.map(|_| region)
    }

    /// Both regions, or none if the second could not be built.
    fn both(&mut self, cond: Region, body: Option<Region>) -> Option<Vec<Region>> {
        if body.is_none() {
            let blocks = self.module().blocks(cond).to_vec();
            self.rw.erase_blocks(&blocks);
        }
        Some(vec![cond, body?])
    }

    /// Forgets the lanes of values in an op's regions.
    pub(super) fn forget(&mut self, op: OpId) {
        let module = self.rw.module();
        let blocks: Vec<Block> =
            module.regions(op).iter().flat_map(|&r| module.blocks(r).iter().copied()).collect();
        blocks.into_iter().for_each(|block| self.forget_block(block));
    }

    fn forget_block(&mut self, block: Block) {
        let module = self.rw.module();
        let mut gone: Vec<Value> = module.args(block).to_vec();
        for op in module.ops(block) {
            for inner in module.walk(op).chain([op]) {
                gone.extend(module.results(inner).iter());
                let regions = module.regions(inner).iter();
                regions.flat_map(|&r| module.blocks(r)).for_each(|&b| gone.extend(module.args(b)));
            }
        }
        for value in gone {
            self.known.remove(&value);
        }
    }

    /// Whether a value is defined in a region of `op`.
    fn is_within(&self, value: Value, op: OpId) -> bool {
        let module = self.module();
        let mut block = module.def_block(value);
        while let Some(owner) = block.and_then(|b| module.block_owner(b)) {
            if owner == op {
                return true;
            }
            block = module.parent(owner);
        }
        false
    }

    /// The varying values of a loop, as a fixpoint over its body; `None` if an unknown value is
    /// used.
    fn varying(&self, op: OpId, operands: &[Lane]) -> Option<Varying> {
        let module = self.module();
        let mut carried: Vec<bool> =
            operands.iter().map(|lane| !matches!(lane, Lane::Uniform(_))).collect();
        loop {
            let mut varies: FxHashSet<Value> = FxHashSet::default();
            let differs = |varies: &FxHashSet<Value>, v: Value| -> Option<bool> {
                if self.is_within(v, op) {
                    return Some(varies.contains(&v));
                }
                Some(!matches!(self.lane(v)?, Lane::Uniform(_)))
            };
            let mut yielded: Vec<Vec<bool>> = Vec::new();
            for region in 0..2 {
                let block = module.entry(op, region)?;
                let args = module.args(block).iter().zip(&carried);
                varies.extend(args.filter(|&(_, &c)| c).map(|(&v, _)| v));
                let end = module.terminator(block)?;
                for inner in module.ops(block).filter(|&o| o != end) {
                    let kind = module.op(inner);
                    let mut any = self.has_collective(inner) && !self.is_same_for_all(kind);
                    if self.is_same_for_all(kind) {
                        continue;
                    }
                    for user in module.walk(inner).chain([inner]) {
                        for &v in module.operands(user) {
                            any |= differs(&varies, v)?;
                        }
                    }
                    if any {
                        varies.extend(module.results(inner).iter());
                    }
                }
                let all = module.operands(end).iter().map(|&v| differs(&varies, v));
                yielded.push(all.collect::<Option<_>>()?);
            }
            let next: Vec<bool> = carried.iter().zip(&yielded[1]).map(|(a, b)| a | b).collect();
            if next == carried {
                return Some(Varying { carried, condition: yielded[0][0] });
            }
            carried = next;
        }
    }
}
