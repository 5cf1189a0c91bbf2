//! Index expressions and addresses.
//!
//! A sum is made term by term, those that are known further out first, so that each partial sum is
//! computed as rarely as its terms change, and shared.

use hloom_loops::index::{Atom, Index, Range, Var};
use hloom_loops::plan::layout::{ARENA_SLOT, BufferPlace, SCRATCH_SLOT, TABLE_SCRATCH_SLOT};
use hloom_loops::program::{BufferId, Value};
use regalloc2::{Operand, VReg};
use smallvec::SmallVec;

use super::{Form, FrameKind, Key, Memory, MemoryBase, Selector, Src};
use crate::machine::Kind;
use crate::opcode::{self, condition};
use crate::{Built, broken, unsupported};

/// The terms of a sum, factors in bytes for addresses.
type Terms = SmallVec<[(Atom, i64); 2]>;

/// An index: a number, or a register.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand64 {
    Number(i64),
    Register(VReg),
}

impl Selector<'_, '_> {
    /// The range of an index expression here.
    pub(crate) fn range(&self, index: &Index) -> Range {
        index.range(&|var: Var| self.ranges.get(&Value(var.0)).copied().unwrap_or(Range::ALL))
    }

    /// Computes an index expression. Returns the frame in which it is known, too.
    pub(crate) fn index(&mut self, index: &Index) -> Built<(Operand64, usize)> {
        if let Some(number) = index.as_constant() {
            return Ok((Operand64::Number(number), 0));
        }
        let terms = self.ordered(index, 1)?;
        let (sum, frame) = self.partial(None, &terms)?;
        let Some(sum) = sum else { return broken("a sum of nothing") };
        let constant = index.offset();
        if constant == 0 {
            return Ok((Operand64::Register(sum), frame));
        }
        // A constant beside is cheap, and seldom shared.
        let frame = self.placed(frame);
        let sum = self.in_frame(frame, |it| it.plus(sum, constant))?;
        Ok((Operand64::Register(sum), frame))
    }

    /// An index expression in a register.
    pub(crate) fn index_register(&mut self, index: &Index) -> Built<VReg> {
        Ok(match self.index(index)?.0 {
            Operand64::Number(number) => self.number(number),
            Operand64::Register(register) => register,
        })
    }

    /// The terms in the order in which they are added, factors times `unit`.
    fn ordered(&mut self, index: &Index, unit: i64) -> Built<Terms> {
        let mut terms: Terms =
            index.terms().iter().map(|(atom, by)| (atom.clone(), by.wrapping_mul(unit))).collect();
        terms.sort_by_key(|(atom, _)| self.atom_frame(atom));
        Ok(terms)
    }

    /// The frame in which the variables of an atom are known.
    fn atom_frame(&self, atom: &Atom) -> usize {
        let of = |index: &Index| {
            let mut frame = 0;
            index.each_var(&mut |var| frame = frame.max(self.frame_of(Value(var.0))));
            frame
        };
        match atom {
            Atom::Var(var) => self.frame_of(Value(var.0)),
            Atom::FloorDiv(index, _) | Atom::Mod(index, _) => of(index),
            Atom::Min(a, b) | Atom::Max(a, b) => of(a).max(of(b)),
        }
    }

    /// The sum of a buffer's address and some terms.
    fn partial(
        &mut self,
        buffer: Option<BufferId>,
        terms: &[(Atom, i64)],
    ) -> Built<(Option<VReg>, usize)> {
        let Some(((atom, factor), before)) = terms.split_last() else {
            return match buffer {
                Some(buffer) => self.base(buffer).map(|(base, frame)| (Some(base), frame)),
                None => Ok((None, 0)),
            };
        };
        let key = Key::Sum(buffer, terms.iter().cloned().collect());
        if let Some((known, frame)) = self.known(&key) {
            return Ok((Some(known), frame));
        }
        let (sum, frame) = self.partial(buffer, before)?;
        let (value, own) = self.atom(atom)?;
        let needs = frame.max(own);
        let (atom, factor) = (atom.clone(), *factor);
        let (sum, frame) = self.once(key, needs, |it| {
            let Some(sum) = sum else { return it.times(value, factor) };
            match factor {
                1 | 2 | 4 | 8 => it.lea(Memory {
                    base: MemoryBase::Register(sum),
                    index: Some(value),
                    scale: factor.trailing_zeros() as u8,
                    displacement: 0,
                }),
                _ => {
                    let scaled =
                        it.once(Key::Scaled(atom, factor), own, |it| it.times(value, factor))?.0;
                    it.lea(Memory {
                        base: MemoryBase::Register(sum),
                        index: Some(scaled),
                        scale: 0,
                        displacement: 0,
                    })
                }
            }
        })?;
        Ok((Some(sum), frame))
    }

    pub(crate) fn lea(&mut self, memory: Memory) -> Built<VReg> {
        let sum = self.new_general();
        let form = Form { def: Some(sum), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode::LEA, form);
        Ok(sum)
    }

    /// A sum with a number.
    pub(crate) fn plus(&mut self, register: VReg, number: i64) -> Built<VReg> {
        match i32::try_from(number) {
            Ok(0) => Ok(register),
            Ok(displacement) => self.lea(Memory::at(register, displacement)),
            Err(_) => {
                let number = self.number(number);
                Ok(self.two(opcode::ADD.wide(true), register, number))
            }
        }
    }

    /// An instruction that changes its first operand.
    pub(crate) fn two(&mut self, opcode: crate::encode::Opcode, a: VReg, b: VReg) -> VReg {
        let result = self.new_like(a);
        let form = Form {
            def: Some(result),
            tied: Some(a),
            rm: Some(Src::Register(b)),
            ..Form::default()
        };
        self.ins(opcode, form);
        result
    }

    /// An instruction with an immediate operand that changes the other one.
    pub(crate) fn with_number(
        &mut self,
        opcode: crate::encode::Opcode,
        extension: u8,
        a: VReg,
        (number, bytes): (i32, u8),
    ) -> VReg {
        let result = self.new_general();
        let form = Form {
            def: Some(result),
            def_in_rm: true,
            tied: Some(a),
            extension,
            immediate: Some((number, bytes)),
            ..Form::default()
        };
        self.ins(opcode, form);
        result
    }

    /// A product with a number.
    pub(crate) fn times(&mut self, register: VReg, factor: i64) -> Built<VReg> {
        match factor {
            1 => Ok(register),
            _ if factor > 0 && factor.count_ones() == 1 => {
                let by = factor.trailing_zeros() as i32;
                Ok(self.with_number(opcode::SHIFT_IMMEDIATE.wide(true), 4, register, (by, 1)))
            }
            _ => {
                let Ok(number) = i32::try_from(factor) else {
                    let number = self.number(factor);
                    return Ok(self.two(opcode::IMUL.wide(true), register, number));
                };
                let result = self.new_general();
                let form = Form {
                    def: Some(result),
                    rm: Some(Src::Register(register)),
                    immediate: Some((number, 4)),
                    ..Form::default()
                };
                self.ins(opcode::IMUL_IMMEDIATE.wide(true), form);
                Ok(result)
            }
        }
    }

    /// The value of an atom.
    fn atom(&mut self, atom: &Atom) -> Built<(VReg, usize)> {
        if let Atom::Var(var) = atom {
            let value = Value(var.0);
            if let Some(bits) = self.constant_of(value) {
                return self.once(Key::Number(bits as i64), 0, |it| Ok(it.number(bits as i64)));
            }
            return Ok((self.one(value)?, self.frame_of(value)));
        }
        let key = Key::Atom(atom.clone());
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        match atom {
            Atom::Min(a, b) | Atom::Max(a, b) => {
                let ((a, one), (b, other)) = (self.index(a)?, self.index(b)?);
                let taken = match atom {
                    Atom::Min(..) => condition::G,
                    _ => condition::L,
                };
                self.once(key, one.max(other), |it| {
                    let (a, b) = (it.in_register(a), it.in_register(b));
                    Ok(it.choose_by(taken, (a, b), true))
                })
            }
            Atom::FloorDiv(index, by) => {
                let (range, (value, frame)) = (self.range(index), self.index(index)?);
                self.once(key, frame, |it| {
                    let value = it.in_register(value);
                    if by.count_ones() == 1 {
                        let shift = (by.trailing_zeros() as i32, 1);
                        let opcode = opcode::SHIFT_IMMEDIATE.wide(true);
                        return Ok(it.with_number(opcode, 7, value, shift));
                    }
                    it.quotient(value, *by, range)
                })
            }
            Atom::Mod(index, by) => {
                let (range, (value, frame)) = (self.range(index), self.index(index)?);
                self.once(key, frame, |it| {
                    let value = it.in_register(value);
                    if by.count_ones() == 1
                        && let Ok(mask) = i32::try_from(by - 1)
                    {
                        let opcode = opcode::ALU_IMMEDIATE.wide(true);
                        return Ok(it.with_number(opcode, 4, value, (mask, 4)));
                    }
                    let quotient = it.quotient(value, *by, range)?;
                    let whole = it.times(quotient, *by)?;
                    Ok(it.two(opcode::SUB.wide(true), value, whole))
                })
            }
            Atom::Var(_) => broken("a variable"),
        }
    }

    pub(crate) fn in_register(&mut self, operand: Operand64) -> VReg {
        match operand {
            Operand64::Number(number) => self.number(number),
            Operand64::Register(register) => register,
        }
    }

    /// `b` if the comparison of `a` with `b` says so, else `a`.
    pub(crate) fn choose_by(&mut self, taken: u8, (a, b): (VReg, VReg), wide: bool) -> VReg {
        let form = Form { reg: Some(a), rm: Some(Src::Register(b)), ..Form::default() };
        self.ins(opcode::CMP.wide(wide), form);
        self.two(opcode::cmov(taken).wide(true), a, b)
    }

    /// The quotient by a number, rounded down.
    fn quotient(&mut self, value: VReg, by: i64, range: Range) -> Built<VReg> {
        // For 0 ≤ x < 2³² and 1 < d < 2³², with m = ⌈2⁶⁴ / d⌉, x·m / 2⁶⁴ is less than x / d + 2⁻³²,
        // which is too little to reach the next whole number (Granlund and Montgomery, "Division by
        // invariant integers using multiplication", 1994).
        if range.low >= 0 && range.high < 1 << 32 && by < 1 << 32 {
            let inverse = (u128::from(u64::MAX) / by as u128 + 1) as u64;
            let inverse = self.number(inverse as i64);
            let (high, low) = (self.new_general(), self.new_general());
            let plain = crate::machine::Plain {
                opcode: opcode::MULX,
                length: 0,
                reg: crate::machine::Reg::Operand(2),
                vvvv: crate::machine::Reg::Operand(3),
                rm: crate::machine::Source::Register(crate::machine::Reg::Operand(1)),
                mask: crate::machine::Reg::Fixed(0),
                zero: false,
                broadcast: false,
                bytes: false,
                immediate: None,
            };
            let operands = [
                Self::fixed_use(value, crate::machine::RDX),
                Operand::reg_use(inverse),
                Operand::reg_def(high),
                Operand::reg_def(low),
            ];
            self.push(Kind::Plain(plain), &operands);
            return Ok(high);
        }
        if i32::try_from(by).is_err() {
            return unsupported("a division of an index by a large number");
        }
        let divisor = self.number(by);
        let (quotient, rest) = self.divide(value, divisor, true, true);
        if range.low >= 0 {
            return Ok(quotient);
        }
        // Down, where the remainder is negative.
        let sign = self.with_number(opcode::SHIFT_IMMEDIATE.wide(true), 7, rest, (63, 1));
        Ok(self.two(opcode::ADD.wide(true), quotient, sign))
    }

    /// Quotient and remainder, towards zero. The divisor is not 0, and the quotient fits.
    pub(crate) fn divide(&mut self, a: VReg, b: VReg, signed: bool, wide: bool) -> (VReg, VReg) {
        let high = self.new_general();
        let low = self.new_general();
        if signed {
            let operands = [
                Operand::reg_fixed_use(a, crate::machine::general(crate::machine::RAX)),
                Operand::reg_fixed_def(high, crate::machine::general(crate::machine::RDX)),
            ];
            self.push(Kind::Sign(wide), &operands);
        } else {
            self.push(Kind::Number(0), &[Operand::reg_def(high)]);
        }
        let rest = self.new_general();
        let plain = crate::machine::Plain {
            opcode: opcode::UNARY.wide(wide),
            length: 0,
            reg: crate::machine::Reg::Fixed(if signed { 7 } else { 6 }),
            vvvv: crate::machine::Reg::Fixed(0),
            rm: crate::machine::Source::Register(crate::machine::Reg::Operand(2)),
            mask: crate::machine::Reg::Fixed(0),
            zero: false,
            broadcast: false,
            bytes: false,
            immediate: None,
        };
        let (rax, rdx) = (
            crate::machine::general(crate::machine::RAX),
            crate::machine::general(crate::machine::RDX),
        );
        let operands = [
            Operand::reg_fixed_use(a, rax),
            Operand::reg_fixed_use(high, rdx),
            Operand::reg_use(b),
            Operand::reg_fixed_def(low, rax),
            Operand::reg_fixed_def(rest, rdx),
        ];
        self.push(Kind::Plain(plain), &operands);
        (low, rest)
    }

    /// The address of a buffer.
    pub(crate) fn base(&mut self, buffer: BufferId) -> Built<(VReg, usize)> {
        let key = Key::Base(buffer);
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let place = self.layout.place(buffer);
        let in_table = self.table.and_then(|table| table.get(&buffer).copied());
        match (place, in_table) {
            (BufferPlace::Arena(_), Some(slot)) => self.once(key, 0, |it| Ok(it.slot(slot))),
            (BufferPlace::Slot(slot), in_table) => {
                self.once(key, 0, |it| Ok(it.slot(in_table.unwrap_or(slot))))
            }
            (BufferPlace::Arena(at), None) => self.once(key, 0, |it| {
                let arena = it.slot(ARENA_SLOT);
                it.plus(arena, at as i64)
            }),
            (BufferPlace::Region(at), _) => {
                let (scratch, frame) = self.scratch()?;
                self.once(key, frame, |it| it.plus(scratch, at as i64))
            }
            (BufferPlace::Code, _) => {
                let at = self.unit.buffer(buffer)?;
                self.once(key, 0, |it| {
                    let register = it.new_general();
                    it.push(Kind::ConstantAddress(at as i32), &[Operand::reg_def(register)]);
                    Ok(register)
                })
            }
            (BufferPlace::Stack, _) => {
                let Some(at) = self.slots.get(&buffer).copied() else {
                    return broken("a scratch buffer outside its block");
                };
                self.once(key, 0, |it| it.lea(Self::on_stack(at)))
            }
            _ => unsupported("a buffer that no CPU has"),
        }
    }

    /// The thread's scratch memory.
    pub(crate) fn scratch(&mut self) -> Built<(VReg, usize)> {
        let slot = if self.table.is_some() { TABLE_SCRATCH_SLOT } else { SCRATCH_SLOT };
        self.once(Key::Scratch, 0, |it| {
            let all = it.slot(slot);
            let Some(worker) = it.worker else { return Ok(all) };
            let mine = it.times(worker, it.layout.scratch_bytes as i64)?;
            Ok(it.two(opcode::ADD.wide(true), mine, all))
        })
    }

    /// A pointer of the frame.
    pub(crate) fn slot(&mut self, slot: usize) -> VReg {
        let register = self.new_general();
        let memory = Memory::at(self.frame, (slot * 8) as i32);
        let form = Form { def: Some(register), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode::MOV.wide(true), form);
        register
    }

    /// The address of a unit of a buffer.
    pub(crate) fn address(&mut self, buffer: BufferId, offset: &Index) -> Built<Memory> {
        let unit = self.program.buffer(buffer).storage().scalar.bytes() as i64;
        let constant = offset.offset().wrapping_mul(unit);
        let terms = self.ordered(offset, unit)?;
        let displacement = i32::try_from(constant).ok().filter(|at| at.unsigned_abs() < 1 << 30);
        if terms.is_empty()
            && let Some(displacement) = displacement
        {
            match self.layout.place(buffer) {
                BufferPlace::Stack if self.slots.contains_key(&buffer) => {
                    return Ok(Self::on_stack(self.slots[&buffer]).plus(displacement));
                }
                BufferPlace::Code => {
                    let at = self.unit.buffer(buffer)?;
                    return Ok(Memory {
                        base: MemoryBase::Constants,
                        index: None,
                        scale: 0,
                        displacement: at as i32 + displacement,
                    });
                }
                _ => {}
            }
        }
        let mut memory = self.variable_address(buffer, &terms)?;
        match displacement {
            Some(displacement) => memory.displacement = displacement,
            None => {
                let MemoryBase::Register(base) = memory.base else {
                    return broken("an address without a register");
                };
                let far = self.number(constant);
                memory.base = MemoryBase::Register(self.two(opcode::ADD.wide(true), base, far));
            }
        }
        Ok(memory)
    }

    /// The address without its constant part.
    fn variable_address(&mut self, buffer: BufferId, terms: &[(Atom, i64)]) -> Built<Memory> {
        if let (Some(((Atom::Var(var), factor), before)), Some(frame)) =
            (terms.split_last(), self.innermost_loop())
            && let FrameKind::Loop { variable, .. } = &self.frames[frame].kind
            && *variable == Value(var.0)
            && self.now > 0
        {
            let (base, _) = self.partial(Some(buffer), before)?;
            let Some(base) = base else { return broken("no address") };
            let base = MemoryBase::Register(base);
            return Ok(match factor {
                1 | 2 | 4 | 8 => Memory {
                    base,
                    index: Some(self.one(Value(var.0))?),
                    scale: factor.trailing_zeros() as u8,
                    displacement: 0,
                },
                _ => {
                    let index = Some(self.derived(frame, *factor));
                    Memory { base, index, scale: 0, displacement: 0 }
                }
            });
        }
        let (base, _) = self.partial(Some(buffer), terms)?;
        match base {
            Some(base) => Ok(Memory::at(base, 0)),
            None => broken("no address"),
        }
    }

    /// The variable of a loop times a number, which counts along.
    fn derived(&mut self, frame: usize, factor: i64) -> VReg {
        if let FrameKind::Loop { derived, .. } = &self.frames[frame].kind
            && let Some((_, register)) = derived.iter().find(|(other, _)| *other == factor)
        {
            return *register;
        }
        let register = self.new_general();
        if let FrameKind::Loop { derived, .. } = &mut self.frames[frame].kind {
            derived.push((factor, register));
        }
        register
    }
}
