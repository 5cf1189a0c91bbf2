//! Calls, branches and loops.

use super::reuse::Itself;
use super::{Lowering, Slot, body_of};
use crate::lower::Unsupported;
use crate::program::{BinaryOp, Block as Statements, CompareOp, Scalar, Stmt, Value as Loaded};
use hloom_ir::ops::{Call, Op};
use hloom_ir::{Block, OpId, Type, Value};

/// The most branches of a case that are tested one by one.
const MOST_TESTED: usize = 32;

impl Lowering<'_> {
    /// Lowers the called function in place.
    pub(super) fn call(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let name = module.get::<Call>(op).map(|c| c.callee.0.clone()).unwrap_or_default();
        let callee = module
            .symbol(&name)
            .ok_or_else(|| self.unsupported(op, format!("there is no function @{name}")))?;
        if self.calls.contains(&callee) {
            let why = self.unsupported(op, format!("@{name} calls itself"));
            return self.host_or(op, why);
        }
        let body = match body_of(module, callee) {
            Ok(body) => body,
            Err(why) => return self.host_or(op, why),
        };
        let args = module.args(body);
        let mut given = Vec::new();
        for &v in module.operands(op) {
            given.push(self.slot(op, v)?);
        }
        // Another call of the same function may have left its values here.
        let outer = std::mem::take(&mut self.slots);
        let order = std::mem::take(&mut self.order);
        self.slots = args.iter().copied().zip(given).collect();
        self.calls.push(callee);
        self.block(body)?;
        let end = module
            .terminator(body)
            .ok_or_else(|| self.unsupported(callee, "its body has no end"))?;
        let mut yielded = Vec::new();
        for &v in module.operands(end) {
            yielded.push(self.slot(end, v)?);
        }
        self.calls.pop();
        self.slots = outer;
        self.order = order;
        self.slots.extend(module.results(op).into_iter().zip(yielded));
        Ok(())
    }

    /// Loads the one element of a tensor of integers or booleans.
    fn scalar(&mut self, op: OpId, v: Value) -> Result<Loaded, Unsupported> {
        let buffer = self.buffer(op, v)?;
        let scalar = self.builder.program().buffer(buffer).storage().scalar;
        Ok(self.builder.load(scalar.ty(), buffer, 0))
    }

    /// Whether the one element of a tensor of booleans is true.
    fn truth(&mut self, op: OpId, v: Value) -> Result<Loaded, Unsupported> {
        let byte = self.scalar(op, v)?;
        let zero = self.builder.int(Scalar::I8.ty(), 0);
        Ok(self.builder.compare(CompareOp::Ne, byte, zero))
    }

    /// Builds statements on the side; what is lowered in them may fail.
    pub(super) fn side(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<Statements, Unsupported> {
        self.builder.open_block();
        self.nesting += 1;
        let outcome = body(self);
        self.nesting -= 1;
        let block = self.builder.close_block();
        outcome.map(|()| block)
    }

    /// Lowers a block and copies what it yields.
    fn branch_body(&mut self, block: Block, outs: &[Slot]) -> Result<(), Unsupported> {
        self.block(block)?;
        let module = self.module;
        let Some(end) = module.terminator(block) else {
            return Ok(());
        };
        for (&v, out) in module.operands(end).iter().zip(outs) {
            let from = self.slot(end, v)?;
            self.copy(end, &from, out)?;
        }
        Ok(())
    }

    /// Lowers `if` and `case`.
    pub(super) fn branch(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let mut outs = Vec::new();
        for result in module.results(op) {
            let name = module.name(result).unwrap_or("chosen");
            outs.push(self.temporaries(op, module.ty(result), name)?);
        }
        let condition = module.operand(op, 0);
        let blocks: Vec<Block> =
            (0..module.regions(op).len()).filter_map(|i| module.entry(op, i)).collect();
        if matches!(module.op(op), Op::If(_)) {
            let test = self.truth(op, condition)?;
            let then = self.side(|cx| cx.branch_body(blocks[0], &outs))?;
            let otherwise = self.side(|cx| cx.branch_body(blocks[1], &outs))?;
            self.builder.push(Stmt::If { test, then, otherwise });
        } else {
            let index = self.scalar(op, condition)?;
            let index = match blocks.len() > MOST_TESTED {
                // An index that is outside means the last branch; a negative one is large without its sign.
                true => {
                    let last = self.builder.int(Scalar::I32.ty(), blocks.len() as i64 - 1);
                    self.builder.binary(BinaryOp::MinU, index, last)
                }
                false => index,
            };
            self.cases(&blocks, 0, index, &outs)?;
        }
        self.slots.extend(module.results(op).into_iter().zip(outs));
        Ok(())
    }

    /// Branches `at` and following of a case. Few are tested one by one, which a GPU's graph can do, and the
    /// last one takes what is left. Of more, one half is chosen first, so that tests are not nested as deep
    /// as there are branches; the index is that of one of them then.
    fn cases(
        &mut self,
        blocks: &[Block],
        at: usize,
        index: Loaded,
        outs: &[Slot],
    ) -> Result<(), Unsupported> {
        if let [block] = blocks {
            return self.branch_body(*block, outs);
        }
        let few = blocks.len() <= MOST_TESTED;
        let (first, second) = blocks.split_at(if few { 1 } else { blocks.len() / 2 });
        let (op, number) = match few {
            true => (CompareOp::Eq, at),
            false => (CompareOp::LtS, at + first.len()),
        };
        let number = self.builder.int(Scalar::I32.ty(), number as i64);
        let test = self.builder.compare(op, index, number);
        let then = self.side(|cx| cx.cases(first, at, index, outs))?;
        let otherwise = self.side(|cx| cx.cases(second, at + first.len(), index, outs))?;
        self.builder.push(Stmt::If { test, then, otherwise });
        Ok(())
    }

    /// Lowers `while`: what is carried has memory of its own, which each iteration
    /// overwrites with what the body yields.
    pub(super) fn while_loop(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let (Some(cond), Some(body)) = (module.entry(op, 0), module.entry(op, 1)) else {
            return Err(self.unsupported(op, "a region is empty"));
        };
        let mut state = Vec::new();
        for (i, (&v, result)) in module.operands(op).iter().zip(module.results(op)).enumerate() {
            let from = self.slot(op, v)?;
            if let Slot::Buffer(buffer) = from
                && self.is_used_up(buffer, op, Itself::Operand(i))
            {
                // Nobody asks for what is in it now.
                self.slots.remove_buffer(buffer);
                state.push(from);
                continue;
            }
            let name = module.name(result).or(module.name(v)).unwrap_or("carried");
            let slot = self.temporaries(op, module.ty(result), name)?;
            self.copy(op, &from, &slot)?;
            state.push(slot);
        }
        for block in [cond, body] {
            self.slots.extend(module.args(block).iter().copied().zip(state.iter().cloned()));
        }
        let started = self.lifetimes.enter_loop();
        let ends = (module.terminator(cond), module.terminator(body));
        let (Some(cond_end), Some(body_end)) = ends else {
            return Err(self.unsupported(op, "a region has no end"));
        };
        let mut test = None;
        let mut condition = self.side(|cx| {
            cx.block(cond)?;
            test = Some(cx.truth(cond_end, module.operand(cond_end, 0))?);
            Ok(())
        })?;
        let test = test.ok_or_else(|| self.unsupported(op, "its condition has no end"))?;
        for (&v, slot) in module.operands(body_end).iter().zip(&state) {
            let times = module.operands(body_end).iter().filter(|&&other| other == v).count();
            if let (Slot::Buffer(buffer), 1) = (slot, times) {
                self.carried.insert(v, *buffer);
            }
        }
        let state_now = state.clone();
        let statements = self.side(|cx| {
            cx.block(body)?;
            let yielded = module.operands(body_end).to_vec();
            cx.hand_on(body_end, &yielded, &state_now)
        })?;
        for slot in &state {
            self.use_slot(slot);
        }
        self.lifetimes.leave_loop(started);
        let test = self.test_of_checks(&mut condition, test)?;
        self.builder.push(Stmt::While { condition, test, body: statements });
        self.slots.extend(module.results(op).into_iter().zip(state));
        Ok(())
    }

    /// Copies what an iteration yields into the loop's memory. A value that lies in
    /// another part of that memory is saved first, for it would be overwritten.
    fn hand_on(&mut self, end: OpId, yielded: &[Value], state: &[Slot]) -> Result<(), Unsupported> {
        let mut sources = Vec::new();
        for (i, &v) in yielded.iter().enumerate() {
            let from = self.slot(end, v)?;
            let elsewhere = state.iter().enumerate().any(|(j, s)| i != j && shares(s, &from));
            sources.push(if elsewhere && from != state[i] {
                let ty: Type = self.module.ty(v);
                let saved = self.temporaries(end, ty, "saved")?;
                self.copy(end, &from, &saved)?;
                saved
            } else {
                from
            });
        }
        for (from, to) in sources.iter().zip(state) {
            self.copy(end, from, to)?;
        }
        Ok(())
    }
}

/// Whether two slots have a buffer in common.
fn shares(a: &Slot, b: &Slot) -> bool {
    match (a, b) {
        (Slot::Buffer(x), Slot::Buffer(y)) => x == y,
        (Slot::OnHost(x), Slot::OnHost(y)) => x == y,
        (Slot::Tuple(parts), other) | (other, Slot::Tuple(parts)) => {
            parts.iter().any(|p| shares(p, other))
        }
        _ => false,
    }
}
