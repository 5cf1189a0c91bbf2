//! `scf.for`, `while`, `if` and `index_switch`.

use crate::{Raiser, Try};
use hloom_ir::ops::{self, Add, Case, Direction, If, While};
use hloom_ir::{Block, Element, OpId, Region, Type, Value};

/// The greatest depth of loops in conditions of loops in a condition.
const MOST_CONDITIONS: usize = 3;

impl Raiser<'_> {
    /// An op of `scf`.
    pub(crate) fn control(&mut self, op: OpId, name: &str) -> Try<Vec<Value>> {
        // Inside of an iteration space, a branch is a choice at each point.
        match (name, self.space.is_some()) {
            ("for", _) => self.counted(op),
            ("while", _) => self.while_op(op),
            ("if", false) => self.branch(op),
            ("if", true) => self.choice(op),
            ("index_switch", false) => self.switch(op),
            _ => Err("it has no form".to_owned()),
        }
    }

    fn entry(&self, op: OpId, region: usize) -> Try<Block> {
        self.module().entry(op, region).ok_or_else(|| "a region of it is empty".to_owned())
    }

    /// The values that a block yields, with its arguments set.
    fn yielded(&mut self, block: Block, args: &[Value]) -> Try<Vec<Value>> {
        let params = self.module().args(block).to_vec();
        self.values.extend(params.into_iter().zip(args.iter().copied()));
        let end = self.body(block)?;
        self.operands(end)
    }

    fn types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|&v| self.module().ty(v)).collect()
    }

    /// Checks that values carried from iteration to iteration are the same tensors at every point.
    fn same_everywhere(&self, values: &[Value], types: &[Type]) -> Try<()> {
        let same = values.iter().zip(types).all(|(&v, &ty)| self.module().ty(v) == ty);
        match same {
            true => Ok(()),
            false => Err("it carries values that differ between points".to_owned()),
        }
    }

    /// `scf.for`.
    fn counted(&mut self, op: OpId) -> Try<Vec<Value>> {
        if self.attr(op, "unsignedCmp").is_some() {
            return Err("its bounds are unsigned".to_owned());
        }
        let operands = self.operands(op)?;
        let [low, high, step, ref inits @ ..] = operands[..] else {
            return Err("it has no bounds".to_owned());
        };
        if operands[..3].iter().any(|&v| !self.dims(v).is_empty()) {
            return Err("its bounds differ between points".to_owned());
        }
        let block = self.entry(op, 0)?;
        let carried: Vec<Value> = std::iter::once(low).chain(inits.iter().copied()).collect();
        let types = self.types(&carried);
        let cond = self.region(&types, |raiser, args| {
            Ok(vec![raiser.compare(Direction::Lt, args[0], high)?])
        })?;
        let body = self.region(&types, |raiser, args| {
            let next = raiser.yielded(block, args)?;
            raiser.same_everywhere(&next, &types[1..])?;
            let index = raiser.build(Add {}, &[args[0], step])?;
            Ok(std::iter::once(index).chain(next).collect())
        })?;
        let made = self.build_with(While {}, &carried, &[cond, body])?;
        Ok(made[1..].to_vec())
    }

    /// `scf.while`: the region that has the condition runs in the condition, in the body, and once
    /// more behind the loop.
    fn while_op(&mut self, op: OpId) -> Try<Vec<Value>> {
        let inits = self.operands(op)?;
        let (before, after) = (self.entry(op, 0)?, self.entry(op, 1)?);
        let repeats = self.module().walk(op).all(|it| {
            let name = self.module().op(it).name();
            let dialect = name.split('.').next().unwrap_or_default();
            crate::DIALECTS.contains(&dialect) || ops::is_pure(self.module(), it)
        });
        if !repeats {
            return Err("its condition has effects".to_owned());
        }
        if self.conditions(before) > MOST_CONDITIONS {
            return Err(format!(
                "loops stand in the conditions of loops, deeper than {MOST_CONDITIONS}"
            ));
        }
        let types = self.types(&inits);
        let cond =
            self.region(&types, |raiser, args| Ok(vec![raiser.yielded(before, args)?.remove(0)]))?;
        let body = self.region(&types, |raiser, args| {
            let passed = raiser.yielded(before, args)?;
            let next = raiser.yielded(after, &passed[1..])?;
            raiser.same_everywhere(&next, &types)?;
            Ok(next)
        })?;
        let last = self.build_with(While {}, &inits, &[cond, body])?;
        Ok(self.yielded(before, &last)?[1..].to_vec())
    }

    /// The depth of loops in the conditions of loops in a condition. Each is written three times.
    fn conditions(&self, before: Block) -> usize {
        let module = self.module();
        let loops = module.ops(before).flat_map(|op| module.walk(op).chain([op]));
        let loops = loops.filter(|&op| module.op(op).name() == "scf.while");
        let inner = loops.filter_map(|op| module.entry(op, 0));
        inner.map(|block| 1 + self.conditions(block)).max().unwrap_or(0)
    }

    /// A region without arguments.
    fn arm(&mut self, op: OpId, region: usize) -> Try<Region> {
        match self.module().entry(op, region) {
            Some(block) => self.region(&[], |raiser, _| raiser.yielded(block, &[])),
            None => self.region(&[], |_, _| Ok(Vec::new())),
        }
    }

    /// `scf.if`.
    fn branch(&mut self, op: OpId) -> Try<Vec<Value>> {
        let condition = self.operands(op)?;
        let arms = [self.arm(op, 0)?, self.arm(op, 1)?];
        self.build_with(If {}, &condition[..1], &arms)
    }

    /// `scf.if` at each point of a space: both branches are computed, since raised ops do not fail.
    fn choice(&mut self, op: OpId) -> Try<Vec<Value>> {
        let condition = self.operands(op)?[0];
        let (then, otherwise) = (self.entry(op, 0)?, self.entry(op, 1)?);
        let (a, b) = (self.yielded(then, &[])?, self.yielded(otherwise, &[])?);
        a.into_iter().zip(b).map(|(a, b)| self.select(condition, a, b)).collect()
    }

    /// `scf.index_switch`: the first region is the default.
    fn switch(&mut self, op: OpId) -> Try<Vec<Value>> {
        let index = self.operands(op)?[0];
        let cases = self.numbers(op, "cases").ok_or("its cases are unknown")?;
        let mut which = self.number(cases.len() as i64)?;
        for (i, &case) in cases.iter().enumerate().rev() {
            let case = self.number(case)?;
            let is = self.compare(Direction::Eq, index, case)?;
            let here = self.number(i as i64)?;
            which = self.select(is, here, which)?;
        }
        let which = self.convert(which, Element::I32)?;
        let mut arms = Vec::new();
        for region in (1..=cases.len()).chain([0]) {
            arms.push(self.arm(op, region)?);
        }
        self.build_with(Case {}, &[which], &arms)
    }
}
