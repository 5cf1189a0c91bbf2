//! Statements: loops, branches, scratch memory.

use hloom_loops::index::{Index, Range};
use hloom_loops::plan::layout::BufferPlace;
use hloom_loops::plan::non_temporal;
use hloom_loops::program::{Block, BufferId, For, Inst, LoopKind, Stmt, Value};
use regalloc2::VReg;
use rustc_hash::FxHashSet;

use super::index::Operand64;
use super::{Def, Form, Frame, FrameKind, Parts, Selector, Src};
use crate::machine::{BlockId, End, Kind, MachineInst};
use crate::opcode::{self, condition};
use crate::{Built, broken, unsupported};

impl<'p> Selector<'_, 'p> {
    pub(crate) fn statements(&mut self, block: &'p Block) -> Built<()> {
        block.statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &'p Stmt) -> Built<()> {
        if !matches!(statement, Stmt::Let(..) | Stmt::Prefetch(..)) {
            // Loads stay ahead of what may change memory.
            self.load_pending()?;
        }
        match statement {
            Stmt::Let(value, inst) => self.definition(*value, inst),
            Stmt::Store(value, access) => self.store(*value, access, false),
            Stmt::StoreNontemporal(value, access) => {
                let past = self.goes_past(self.type_of(*value), access);
                self.store(*value, access, past)
            }
            Stmt::Prefetch(buffer, at) => {
                let memory = self.address(*buffer, at)?;
                let form = Form { extension: 1, rm: Some(Src::Memory(memory)), ..Form::default() };
                self.ins(opcode::PREFETCH, form);
                Ok(())
            }
            Stmt::Copy { to, from, units } => self.copy(to, from, units),
            Stmt::For(it) if it.kind == LoopKind::Parallel && !self.parallel => {
                self.parallel_loop(it)
            }
            Stmt::For(it) => {
                let (from, to) = (self.index(&it.from)?.0, self.index(&it.to)?.0);
                self.counted(it, from, to)
            }
            Stmt::While { condition, test, body } => self.conditional_loop(condition, *test, body),
            Stmt::If { test, then, otherwise } => self.branches(*test, then, otherwise),
            Stmt::Kernel { body, .. } if self.parallel => self.statements(body),
            Stmt::Kernel { .. } => self.kernel_call(),
            Stmt::Scratch { buffers, body } => {
                for id in buffers {
                    match self.layout.place(*id) {
                        BufferPlace::Stack => {
                            let at = self.stack_slot(self.program.buffer(*id).bytes())?;
                            self.slots.insert(*id, at);
                        }
                        BufferPlace::Region(_) => {}
                        _ => return unsupported("registers of a matrix unit"),
                    }
                }
                self.statements(body)
            }
            Stmt::Call { result, callee, arguments } => self.call(*result, *callee, arguments),
            Stmt::Assert { test, message } => self.check(*test, message),
            Stmt::AtomicRmw(..) => unsupported("an atomic operation"),
            Stmt::Matrix(_) => unsupported("an operation of a matrix unit"),
            Stmt::Tasks(tasks) => self.tasks(tasks),
            Stmt::Grid(_) | Stmt::Barrier | Stmt::Async(_) => unsupported("a grid"),
        }
    }

    /// Makes the loads that wait.
    pub(crate) fn load_pending(&mut self) -> Built<()> {
        while let Some(value) = self.pending.first().copied() {
            self.load_now(value)?;
        }
        Ok(())
    }

    fn definition(&mut self, value: Value, inst: &'p Inst) -> Built<()> {
        if let Inst::Index(index) = inst {
            self.ranges.insert(value, self.range(index));
            self.multiples.insert(value, self.multiple(index));
        }
        if self.left_of(value) == 0 && inst.is_pure() {
            // Uses of its operands are no uses, then.
            inst.each_operand(&mut |operand| {
                self.used(operand);
            });
            return Ok(());
        }
        if self.fusions.is_inside(value) {
            return Ok(());
        }
        match inst {
            Inst::Const(_, bits) => {
                self.values.insert(value, Def::Constant(*bits));
                Ok(())
            }
            Inst::Load(ty, access) => self.load(value, *ty, access),
            _ if !inst.is_pure() => unsupported("an instruction of GPUs"),
            _ => {
                let mut needs = 0;
                match (self.fusions.sum(value), self.fusions.extremum(value)) {
                    (Some((a, _)), _) => needs = self.frame_of(a),
                    (None, Some((_, a, b))) => needs = self.frame_of(a).max(self.frame_of(b)),
                    (None, None) => {
                        inst.each_operand(&mut |operand| needs = needs.max(self.frame_of(operand)))
                    }
                }
                let frame = self.placed(needs);
                let parts = self.in_frame(frame, |it| it.pure(value, inst))?;
                if let Some(parts) = parts {
                    self.define(value, parts, frame);
                }
                Ok(())
            }
        }
    }

    /// Whether a block has a loop that is not a function of its own.
    fn has_loop(block: &Block) -> bool {
        block.walk().any(|statement| matches!(statement, Stmt::For(_) | Stmt::While { .. }))
    }

    /// The classes of buffers that a loop writes, unless more happens there.
    pub(crate) fn written(&self, body: &Block) -> Option<FxHashSet<u32>> {
        let mut classes = FxHashSet::default();
        for statement in body.walk() {
            match statement {
                Stmt::Assert { .. } | Stmt::Call { .. } | Stmt::While { .. } | Stmt::If { .. } => {
                    return None;
                }
                _ => statement.each_buffer(&mut |buffer, written| {
                    if written {
                        classes.insert(self.layout.class(buffer));
                    }
                }),
            }
        }
        Some(classes)
    }

    /// The range of a loop's variable.
    fn loop_range(&self, it: &For) -> Range {
        let (from, to) = (self.range(&it.from), self.range(&it.to));
        let high = if to.high == i64::MAX { i64::MAX } else { to.high.saturating_sub(1) };
        Range { low: from.low.min(high), high }
    }

    /// A comparison of an index with another, as the end of a block.
    pub(crate) fn comparison(&mut self, a: VReg, b: Operand64) -> MachineInst {
        let (kind, operands) = match b {
            Operand64::Number(number) if i32::try_from(number).is_ok() => {
                let form = Form {
                    extension: 7,
                    rm: Some(Src::Register(a)),
                    immediate: Some((number as i32, 4)),
                    ..Form::default()
                };
                self.plain(opcode::ALU_IMMEDIATE.wide(true), form)
            }
            b => {
                let b = self.in_register(b);
                let form = Form { reg: Some(a), rm: Some(Src::Register(b)), ..Form::default() };
                self.plain(opcode::CMP.wide(true), form)
            }
        };
        self.make(kind, &operands)
    }

    /// A loop one iteration after the other.
    pub(crate) fn counted(&mut self, it: &'p For, from: Operand64, to: Operand64) -> Built<()> {
        let runs = match (from, to) {
            (Operand64::Number(from), Operand64::Number(to)) => from < to,
            _ => false,
        };
        self.counted_if(it, from, to, runs)
    }

    /// A loop as it is. `runs` says that there is an iteration at least. Stores past the caches are seen
    /// late by other processors, unless a fence follows, which the outermost loop around them ends
    /// with.
    pub(crate) fn counted_if(
        &mut self,
        it: &'p For,
        from: Operand64,
        to: Operand64,
        runs: bool,
    ) -> Built<()> {
        let outermost = !self.fenced && !non_temporal::buffers(&it.body, true).is_empty();
        self.fenced |= outermost;
        let buffers = match self.past_caches {
            None if it.carried.is_empty() => non_temporal::buffers(&it.body, false),
            _ => Vec::new(),
        };
        match buffers.is_empty() {
            true => self.iterate(it, from, to, runs)?,
            false => self.twice(it, (from, to, runs), &buffers)?,
        }
        if outermost {
            self.fenced = false;
            self.push(Kind::Fence, &[]);
        }
        Ok(())
    }

    /// A loop with stores past the caches: as it is, and with plain stores. A test of the buffers'
    /// addresses chooses.
    fn twice(
        &mut self,
        it: &'p For,
        (from, to, runs): (Operand64, Operand64, bool),
        buffers: &[BufferId],
    ) -> Built<()> {
        let mut bits = self.number(0);
        for buffer in buffers {
            let (base, _) = self.base(*buffer)?;
            bits = self.two(opcode::GENERAL_OR.wide(true), bits, base);
        }
        let form = Form {
            rm: Some(Src::Register(bits)),
            immediate: Some((non_temporal::ALIGNMENT as i32 - 1, 4)),
            ..Form::default()
        };
        // test r, 63
        let (kind, operands) = self.plain(opcode::UNARY, form);
        let test = self.make(kind, &operands);
        let (past, plain) = (self.new_block(), self.new_block());
        let at = self.at;
        self.blocks[at].test = Some(test);
        self.blocks[at].end = Some(End::Branch(condition::E, past, plain));
        let (left, next_call) = (self.left.clone(), self.unit.next_call);
        let mut ends = Vec::new();
        for (place, past_caches) in [(past, true), (plain, false)] {
            self.left.clone_from(&left);
            // Both copies call the same functions.
            self.unit.next_call = next_call;
            self.branch_frame();
            self.at = place;
            self.past_caches = Some(past_caches);
            let made = self.iterate(it, from, to, runs);
            self.past_caches = None;
            made?;
            self.leave();
            ends.push(self.at);
        }
        let after = self.new_block();
        for end in ends {
            self.blocks[end].end = Some(End::Jump(after, Vec::new()));
        }
        self.at = after;
        Ok(())
    }

    /// Begins the frame of a branch.
    pub(crate) fn branch_frame(&mut self) {
        let frame = Frame { kind: FrameKind::Branch, before: 0, keys: Vec::new(), written: None };
        self.enter(frame);
    }

    /// The same; `runs` says that there is an iteration at least.
    pub(crate) fn iterate(
        &mut self,
        it: &'p For,
        from: Operand64,
        to: Operand64,
        runs: bool,
    ) -> Built<()> {
        let range = self.loop_range(it);
        let mut initial: Vec<VReg> = Vec::new();
        let mut carried: Vec<(Value, Parts)> = Vec::new();
        for one in &it.carried {
            self.used(one.initial);
            let parts = self.parts(one.initial)?;
            let inside = parts.iter().map(|part| self.new_like(*part)).collect();
            carried.push((one.inside, inside));
            initial.extend(parts);
        }
        let start = self.in_register(from);
        // The bound stays in its register.
        let bound = match to {
            Operand64::Number(number) if i32::try_from(number).is_err() => {
                Operand64::Register(self.number(number))
            }
            to => to,
        };
        let before = self.at;
        // Blocks are laid out in this order.
        let (skip, inside) = match runs {
            true => (before, before),
            false => (self.new_block(), self.new_block()),
        };
        let head = self.new_block();
        let variable = self.new_general();
        let innermost = !Self::has_loop(&it.body);
        let written = if runs { self.written(&it.body) } else { None };
        self.enter(Frame {
            kind: FrameKind::Loop { variable: it.var, runs, derived: Vec::new(), innermost },
            before,
            keys: Vec::new(),
            written,
        });
        let frame = self.now;
        self.at = head;
        self.values.insert(it.var, Def::Registers(Parts::from_slice(&[variable]), frame));
        self.ranges.insert(it.var, range);
        let multiple = non_temporal::gcd(self.multiple(&it.from), it.step.unsigned_abs());
        self.multiples.insert(it.var, multiple);
        for (value, parts) in &carried {
            self.define(*value, parts.clone(), frame);
        }
        self.statements(&it.body)?;
        // Loads of the body that only the next iteration uses.
        self.load_pending()?;
        let mut next: Vec<VReg> = Vec::new();
        let mut last: Vec<Parts> = Vec::new();
        for value in &it.next {
            self.used(*value);
            let parts = self.parts(*value)?;
            next.extend(&parts);
            last.push(parts);
        }
        let count = self.plus(variable, it.step)?;
        let derived = match &self.frames[frame].kind {
            FrameKind::Loop { derived, .. } => derived.clone(),
            _ => Vec::new(),
        };
        let mut counted = Vec::new();
        for (factor, register) in &derived {
            counted.push(self.plus(*register, factor.wrapping_mul(it.step))?);
        }
        let test = self.comparison(count, bound);
        let latch = self.at;
        let (back, after) = (self.new_block(), self.new_block());
        self.blocks[latch].test = Some(test);
        self.blocks[latch].end = Some(End::Branch(condition::L, back, after));
        let mut again = vec![count];
        again.extend(&next);
        again.extend(counted);
        self.blocks[back].end = Some(End::Jump(head, again));
        self.leave();

        // The first values, ahead of the loop and of the test.
        self.at = before;
        let mut first = vec![start];
        first.extend(&initial);
        for (factor, _) in &derived {
            let value = match from {
                Operand64::Number(number) => self.number(number.wrapping_mul(*factor)),
                Operand64::Register(register) => self.times(register, *factor)?,
            };
            first.push(value);
        }
        let mut parameters = vec![variable];
        parameters.extend(carried.iter().flat_map(|(_, parts)| parts.iter().copied()));
        parameters.extend(derived.iter().map(|(_, register)| *register));
        self.blocks[head].parameters = parameters;
        self.blocks[head].innermost = innermost;
        if runs {
            self.blocks[before].end = Some(End::Jump(head, first));
            self.at = after;
            for (one, parts) in it.carried.iter().zip(last) {
                self.define(one.after, parts, self.now);
            }
            return Ok(());
        }
        let test = self.comparison(start, bound);
        let end = self.new_block();
        self.blocks[before].test = Some(test);
        self.blocks[before].end = Some(End::Branch(condition::L, inside, skip));
        self.blocks[inside].end = Some(End::Jump(head, first));
        self.blocks[skip].end = Some(End::Jump(end, initial));
        self.blocks[after].end = Some(End::Jump(end, next));
        let mut parameters = Vec::new();
        for (one, parts) in it.carried.iter().zip(last) {
            let parts: Parts = parts.iter().map(|part| self.new_like(*part)).collect();
            parameters.extend(&parts);
            self.define(one.after, parts, self.now);
        }
        self.blocks[end].parameters = parameters;
        self.at = end;
        Ok(())
    }

    /// Ends a block with a test of a truth value.
    fn test(&mut self, test: Value, yes: BlockId, no: BlockId) -> Built<()> {
        self.used(test);
        let at;
        let condition = match self.fusions.test(test) {
            Some((op, a, b)) => {
                let condition = self.flags_of(op, a, b)?;
                at = self.at;
                // The comparison is the last instruction of the block.
                self.blocks[at].test = self.blocks[at].instructions.pop();
                condition
            }
            None => {
                let test = self.one(test)?;
                let form =
                    Form { reg: Some(test), rm: Some(Src::Register(test)), ..Form::default() };
                let (kind, operands) = self.plain(opcode::TEST, form);
                at = self.at;
                self.blocks[at].test = Some(self.make(kind, &operands));
                condition::NE
            }
        };
        self.blocks[at].end = Some(End::Branch(condition, yes, no));
        Ok(())
    }

    fn conditional_loop(
        &mut self,
        condition: &'p Block,
        test: Value,
        body: &'p Block,
    ) -> Built<()> {
        let before = self.at;
        let head = self.new_block();
        self.blocks[before].end = Some(End::Jump(head, Vec::new()));
        self.enter(Frame { kind: FrameKind::While, before, keys: Vec::new(), written: None });
        self.at = head;
        self.statements(condition)?;
        self.load_pending()?;
        let (inside, after) = (self.new_block(), self.new_block());
        self.test(test, inside, after)?;
        self.at = inside;
        self.statements(body)?;
        self.load_pending()?;
        let at = self.at;
        self.blocks[at].end = Some(End::Jump(head, Vec::new()));
        self.leave();
        self.at = after;
        Ok(())
    }

    fn branches(&mut self, test: Value, then: &'p Block, otherwise: &'p Block) -> Built<()> {
        let (yes, no) = (self.new_block(), self.new_block());
        self.test(test, yes, no)?;
        let mut ends = Vec::new();
        for (place, block) in [(yes, then), (no, otherwise)] {
            self.branch_frame();
            self.at = place;
            self.statements(block)?;
            self.load_pending()?;
            self.leave();
            ends.push(self.at);
        }
        let after = self.new_block();
        for end in ends {
            self.blocks[end].end = Some(End::Jump(after, Vec::new()));
        }
        self.at = after;
        Ok(())
    }

    /// Ends the function with a status unless a value is true.
    fn check(&mut self, test: Value, message: &str) -> Built<()> {
        let Some(status) = self.plan.status(message) else { return broken("an unplanned check") };
        let (holds, failed) = (self.new_block(), self.new_block());
        self.test(test, holds, failed)?;
        self.at = failed;
        let status = self.number(i64::from(status));
        self.blocks[failed].end = Some(End::Return(Some(status)));
        self.at = holds;
        Ok(())
    }

    /// Ends with a status that is not 0.
    pub(crate) fn leave_unless_zero(&mut self, status: VReg) {
        let form = Form { reg: Some(status), rm: Some(Src::Register(status)), ..Form::default() };
        let (kind, operands) = self.plain(opcode::TEST, form);
        let test = self.make(kind, &operands);
        let (holds, failed) = (self.new_block(), self.new_block());
        let at = self.at;
        self.blocks[at].test = Some(test);
        self.blocks[at].end = Some(End::Branch(condition::E, holds, failed));
        self.blocks[failed].end = Some(End::Return(Some(status)));
        self.at = holds;
    }

    /// An index that is at least 0.
    pub(crate) fn not_negative(&mut self, index: &Index) -> Built<Operand64> {
        let (value, _) = self.index(index)?;
        if self.range(index).low >= 0 {
            return Ok(value);
        }
        let value = self.in_register(value);
        let zero = self.number(0);
        Ok(Operand64::Register(self.choose_by(condition::L, (value, zero), true)))
    }
}
