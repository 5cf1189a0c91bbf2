//! The bytes of a function whose registers are chosen.
//!
//! Before this: [`crate::machine`] and the register allocator. After it: a blob of code, in which
//! addresses are relative to the place where they stand.

use regalloc2::{Allocation, Block, Edit, InstOrEdit, Output, PReg, RegClass};

use crate::encode::{Base, Instruction, Rm, Scheme};
use crate::machine::{Address, Code, Kind, MachineInst, Place, Plain, RBP, RSP, Reg, Source};
use crate::opcode;

/// The alignment of the heads of innermost loops.
const LOOP_ALIGNMENT: usize = 32;
/// Bytes of a line of the cache of instructions. A loop that fits into one stands in one: the comparison at the end of
/// a loop took a fifth of the time of a short row more where a line ended inside of it (Zen 5).
const LINE: usize = 64;

/// General registers that a function gives back as it got them.
const SAVED: [u8; 5] = [3, 12, 13, 14, 15];

/// Bytes of a page of memory.
const PAGE: i32 = 4096;

/// Bytes of a spill slot.
const SLOT: i32 = 8;

/// A place in the code where the distance to something is written at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hole {
    /// To these constants.
    Constants(i32),
    /// To the function with this number.
    Function(u32),
}

/// The code of several functions and what is behind it.
#[derive(Default)]
pub(crate) struct Blob {
    /// The code.
    pub code: Vec<u8>,
    /// Places of four bytes, what they are to hold the distance to, and the bytes of the
    /// instruction behind them.
    pub holes: Vec<(usize, Hole, i32)>,
}

struct Emitter<'a> {
    code: &'a Code,
    blob: &'a mut Blob,
    /// The stack slots start so far above the stack pointer.
    stack: i32,
    /// Saved registers, in the order in which they are pushed.
    saved: Vec<u8>,
    /// Whether upper parts of vectors may have been written.
    vectors: bool,
    /// The place of each block in the code.
    starts: Vec<usize>,
    /// Places of four bytes that are to hold the distance to a block.
    jumps: Vec<(usize, usize)>,
}

/// Writes a function with `stack` bytes of stack slots.
pub(crate) fn emit(code: &Code, output: &Output, stack: u64, blob: &mut Blob) {
    let spills = output.num_spillslots as i32 * SLOT;
    let base = (spills + 63) / 64 * 64;
    let frame = base + (stack as i32 + 63) / 64 * 64;
    let used = |register: PReg| -> bool {
        let is = |allocation: &Allocation| allocation.as_reg() == Some(register);
        output.allocs.iter().any(is)
            || output.edits.iter().any(|(_, Edit::Move { from, to })| is(from) || is(to))
    };
    let general = |number: u8| PReg::new(usize::from(number), RegClass::Int);
    let saved = SAVED.into_iter().filter(|number| used(general(*number))).collect();
    let vectors = output
        .allocs
        .iter()
        .any(|a| a.as_reg().is_some_and(|register| register.class() == RegClass::Float));
    let mut emitter = Emitter {
        code,
        blob,
        stack: base,
        saved,
        vectors,
        starts: vec![0; code.blocks.len()],
        jumps: Vec::new(),
    };
    emitter.function(output, frame);
}

/// The first block that is not empty on the way from each block, through the successor of each empty
/// one. Of a cycle of empty blocks, one is empty no more.
fn through(mut empty: Vec<bool>, successor: impl Fn(usize) -> usize) -> (Vec<bool>, Vec<usize>) {
    const UNKNOWN: usize = usize::MAX;
    let mut targets = vec![UNKNOWN; empty.len()];
    let mut walk = vec![UNKNOWN; empty.len()];
    for start in 0..empty.len() {
        let (mut at, mut path) = (start, Vec::new());
        while empty[at] && targets[at] == UNKNOWN && walk[at] != start {
            walk[at] = start;
            path.push(at);
            at = successor(at);
        }
        if empty[at] && targets[at] == UNKNOWN {
            empty[at] = false;
        }
        let target = if empty[at] { targets[at] } else { at };
        targets[at] = target;
        path.into_iter().for_each(|block| targets[block] = target);
    }
    (empty, targets)
}

impl Emitter<'_> {
    fn function(&mut self, output: &Output, frame: i32) {
        let before = (self.blob.code.len(), self.blob.holes.len());
        self.blocks(output, frame, &[]);
        let fits = self.loops_of_a_line();
        if (0..fits.len()).any(|at| fits[at] && !self.starts[at].is_multiple_of(LINE)) {
            self.blob.code.truncate(before.0);
            self.blob.holes.truncate(before.1);
            self.jumps.clear();
            self.blocks(output, frame, &fits);
        }
        for (place, to) in std::mem::take(&mut self.jumps) {
            let distance = self.starts[to] as i64 - (place as i64 + 4);
            let bytes = (distance as i32).to_le_bytes();
            self.blob.code[place..place + 4].copy_from_slice(&bytes);
        }
    }

    /// For each block, whether an innermost loop begins with it that is no longer than a line and longer than half of
    /// one. How long a loop is does not depend on where it stands.
    fn loops_of_a_line(&self) -> Vec<bool> {
        // The jumps back to a block end its loop.
        let mut ends = self.starts.clone();
        for (place, to) in &self.jumps {
            ends[*to] = ends[*to].max(place + 4);
        }
        let lengths = ends.iter().zip(&self.starts).map(|(end, start)| end - start);
        let is_line = |length| (LOOP_ALIGNMENT + 1..=LINE).contains(&length);
        lengths.zip(&self.code.innermost).map(|(length, head)| *head && is_line(length)).collect()
    }

    /// Writes all blocks; those in `whole_lines` begin with a line.
    fn blocks(&mut self, output: &Output, frame: i32, whole_lines: &[bool]) {
        while !self.blob.code.len().is_multiple_of(LOOP_ALIGNMENT) {
            self.blob.code.push(0xCC);
        }
        self.blob.code.push(0x55);
        self.register(opcode::MOV.wide(true), RBP, RSP);
        for number in self.saved.clone() {
            self.push(number);
        }
        // and rsp, -64; sub rsp, frame
        self.immediate(4, RSP, -64);
        if frame > 0 {
            self.immediate(5, RSP, frame);
        }
        // A frame of several pages could step over the page behind the stack that nobody may touch: each
        // one is touched, from the first.
        for behind in (PAGE..=frame).step_by(PAGE as usize) {
            let displacement = frame - behind;
            let rm = Rm::Memory { base: Base::Register(RSP), index: None, scale: 0, displacement };
            self.encode(&Instruction { rm, ..instruction(opcode::MOV_STORE.wide(true), RSP) });
        }
        // Edges that turned out to need no move are skipped.
        let empty: Vec<bool> = (0..self.code.blocks.len())
            .map(|at| {
                let range = self.code.blocks[at];
                range.len() == 1
                    && matches!(self.code.instructions[range.first().index()].kind, Kind::Jump)
                    && output.block_insts_and_edits(self.code, Block::new(at)).all(
                        |step| match step {
                            InstOrEdit::Inst(_) => true,
                            InstOrEdit::Edit(Edit::Move { from, to }) => from == to,
                        },
                    )
            })
            .collect();
        let (empty, targets) = through(empty, |at| self.code.successors[at][0].index());
        // The block behind each one.
        let mut next = vec![usize::MAX; self.code.blocks.len()];
        for at in (1..next.len()).rev() {
            next[at - 1] = if empty[at] { next[at] } else { at };
        }
        for at in 0..self.code.blocks.len() {
            if self.code.innermost[at] {
                let is_line = whole_lines.get(at).copied().unwrap_or(false);
                self.align(if is_line { LINE } else { LOOP_ALIGNMENT });
            }
            self.starts[at] = self.blob.code.len();
            if empty[at] && at > 0 {
                continue;
            }
            for step in output.block_insts_and_edits(self.code, Block::new(at)) {
                match step {
                    InstOrEdit::Edit(Edit::Move { from, to }) => self.movement(*from, *to),
                    InstOrEdit::Inst(inst) => {
                        let allocations = output.inst_allocs(inst);
                        let inst = self.code.instructions[inst.index()];
                        let ways: Vec<usize> =
                            self.code.successors[at].iter().map(|to| targets[to.index()]).collect();
                        self.inst(&inst, allocations, &ways, next[at]);
                    }
                }
            }
        }
    }

    fn align(&mut self, to: usize) {
        let missing = self.blob.code.len().next_multiple_of(to) - self.blob.code.len();
        // The longest no-operation that Intel recommends has nine bytes.
        let mut left = missing;
        while left > 0 {
            let nop: &[u8] = match left.min(9) {
                1 => &[0x90],
                2 => &[0x66, 0x90],
                3 => &[0x0F, 0x1F, 0x00],
                4 => &[0x0F, 0x1F, 0x40, 0x00],
                5 => &[0x0F, 0x1F, 0x44, 0x00, 0x00],
                6 => &[0x66, 0x0F, 0x1F, 0x44, 0x00, 0x00],
                7 => &[0x0F, 0x1F, 0x80, 0x00, 0x00, 0x00, 0x00],
                8 => &[0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
                _ => &[0x66, 0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
            };
            self.blob.code.extend(nop);
            left -= nop.len();
        }
    }

    fn push(&mut self, number: u8) {
        if number >= 8 {
            self.blob.code.push(0x41);
        }
        self.blob.code.push(0x50 + (number & 7));
    }

    fn pop(&mut self, number: u8) {
        if number >= 8 {
            self.blob.code.push(0x41);
        }
        self.blob.code.push(0x58 + (number & 7));
    }

    fn leave(&mut self) {
        if self.vectors {
            // vzeroupper
            self.blob.code.extend([0xC5, 0xF8, 0x77]);
        }
        let below = self.saved.len() as i32 * 8;
        self.encode(&Instruction {
            rm: Rm::Memory {
                base: Base::Register(RBP),
                index: None,
                scale: 0,
                displacement: -below,
            },
            ..instruction(opcode::LEA, RSP)
        });
        for number in self.saved.clone().into_iter().rev() {
            self.pop(number);
        }
        self.blob.code.extend([0x5D, 0xC3]);
    }

    /// An instruction of two registers.
    fn register(&mut self, opcode: crate::encode::Opcode, reg: u8, rm: u8) {
        self.encode(&Instruction { rm: Rm::Register(rm), ..instruction(opcode, reg) });
    }

    /// 64-bit arithmetic with an immediate operand.
    fn immediate(&mut self, which: u8, register: u8, value: i32) {
        self.encode(&Instruction {
            rm: Rm::Register(register),
            immediate: Some((value, 4)),
            ..instruction(opcode::ALU_IMMEDIATE.wide(true), which)
        });
    }

    fn encode(&mut self, instruction: &Instruction) -> Option<usize> {
        instruction.encode(&mut self.blob.code)
    }

    /// A move that the register allocator wants.
    fn movement(&mut self, from: Allocation, to: Allocation) {
        if from == to {
            return;
        }
        let slot = |allocation: Allocation| {
            let displacement = allocation.as_stack().map_or(0, |slot| slot.index() as i32 * SLOT);
            Rm::Memory { base: Base::Register(RSP), index: None, scale: 0, displacement }
        };
        let number = |register: PReg| register.hw_enc() as u8;
        match (from.as_reg(), to.as_reg()) {
            (Some(from), Some(to)) => {
                let (opcode, length) = match to.class() {
                    RegClass::Int => (opcode::MOV.wide(true), 0),
                    RegClass::Float => (opcode::MOVUPS, 2),
                    RegClass::Vector => (opcode::KMOV, 0),
                };
                let rm = Rm::Register(number(from));
                self.encode(&Instruction { rm, length, ..instruction(opcode, number(to)) });
            }
            (Some(from), None) => {
                let (opcode, length) = match from.class() {
                    RegClass::Int => (opcode::MOV_STORE.wide(true), 0),
                    RegClass::Float => (opcode::STORE_UPS, 2),
                    RegClass::Vector => (opcode::KMOV_STORE, 0),
                };
                self.encode(&Instruction {
                    rm: slot(to),
                    length,
                    ..instruction(opcode, number(from))
                });
            }
            (None, Some(to)) => {
                let (opcode, length) = match to.class() {
                    RegClass::Int => (opcode::MOV.wide(true), 0),
                    RegClass::Float => (opcode::MOVUPS, 2),
                    RegClass::Vector => (opcode::KMOV, 0),
                };
                self.encode(&Instruction {
                    rm: slot(from),
                    length,
                    ..instruction(opcode, number(to))
                });
            }
            (None, None) => {}
        }
    }

    fn inst(&mut self, inst: &MachineInst, at: &[Allocation], ways: &[usize], next: usize) {
        let number = |operand: u8| {
            at.get(usize::from(operand)).and_then(|a| a.as_reg()).map_or(0, |r| r.hw_enc() as u8)
        };
        match inst.kind {
            Kind::Plain(plain) => self.plain(&plain, &number),
            Kind::Number(value) => self.number(number(0), value),
            Kind::FunctionAddress(function) => {
                self.relative(number(0), Hole::Function(function));
            }
            Kind::ConstantAddress(offset) => self.relative(number(0), Hole::Constants(offset)),
            Kind::Sign(wide) => {
                if wide {
                    self.blob.code.push(0x48);
                }
                self.blob.code.push(0x99);
            }
            Kind::Call => {
                self.before_call();
                let register = number(0);
                if register >= 8 {
                    self.blob.code.push(0x41);
                }
                self.blob.code.extend([0xFF, 0xD0 | register & 7]);
            }
            Kind::CallFunction(function) => {
                self.before_call();
                self.blob.code.push(0xE8);
                self.blob.code.extend([0; 4]);
                let place = self.blob.code.len() - 4;
                self.blob.holes.push((place, Hole::Function(function), 0));
            }
            // sfence
            Kind::Fence => self.blob.code.extend([0x0F, 0xAE, 0xF8]),
            Kind::Arrive => {}
            Kind::Jump => {
                if ways[0] != next {
                    self.blob.code.push(0xE9);
                    self.jump(ways[0]);
                }
            }
            Kind::Branch(condition) => {
                let (condition, first, second) = match ways[0] == next {
                    true => (condition ^ 1, ways[1], ways[0]),
                    false => (condition, ways[0], ways[1]),
                };
                self.blob.code.extend([0x0F, 0x80 + condition]);
                self.jump(first);
                if second != next {
                    self.blob.code.push(0xE9);
                    self.jump(second);
                }
            }
            Kind::Return => self.leave(),
        }
    }

    /// Other code may have instructions that are slow while upper parts of vectors are in use.
    fn before_call(&mut self) {
        if self.vectors {
            self.blob.code.extend([0xC5, 0xF8, 0x77]);
        }
    }

    fn jump(&mut self, to: usize) {
        self.jumps.push((self.blob.code.len(), to));
        self.blob.code.extend([0; 4]);
    }

    fn relative(&mut self, register: u8, to: Hole) {
        let hole = self.encode(&Instruction {
            rm: Rm::Memory { base: Base::Relative, index: None, scale: 0, displacement: 0 },
            ..instruction(opcode::LEA, register)
        });
        if let Some(place) = hole {
            self.blob.holes.push((place, to, 0));
        }
    }

    fn number(&mut self, register: u8, value: i64) {
        let high = register >> 3;
        if let Ok(value) = u32::try_from(value) {
            if high != 0 {
                self.blob.code.push(0x41);
            }
            self.blob.code.push(0xB8 + (register & 7));
            self.blob.code.extend(value.to_le_bytes());
        } else if let Ok(value) = i32::try_from(value) {
            self.blob.code.extend([0x48 | high, 0xC7, 0xC0 | register & 7]);
            self.blob.code.extend(value.to_le_bytes());
        } else {
            self.blob.code.extend([0x48 | high, 0xB8 + (register & 7)]);
            self.blob.code.extend(value.to_le_bytes());
        }
    }

    fn plain(&mut self, plain: &Plain, number: &dyn Fn(u8) -> u8) {
        let register = |reg: Reg| match reg {
            Reg::Operand(operand) => number(operand),
            Reg::Fixed(fixed) => fixed,
        };
        let mut hole = None;
        let rm = match plain.rm {
            Source::Register(reg) => Rm::Register(register(reg)),
            Source::Memory(Address { place, index, scale, displacement }) => {
                let index = index.map(register);
                match place {
                    Place::At(base) => {
                        let base = Base::Register(register(base));
                        Rm::Memory { base, index, scale, displacement }
                    }
                    Place::Stack => {
                        let displacement = displacement + self.stack;
                        Rm::Memory { base: Base::Register(RSP), index, scale, displacement }
                    }
                    Place::Constants => {
                        hole = Some(Hole::Constants(displacement));
                        Rm::Memory { base: Base::Relative, index: None, scale: 0, displacement: 0 }
                    }
                }
            }
        };
        let mut opcode = plain.opcode;
        // Small immediate operands have a shorter form.
        let mut immediate = plain.immediate;
        if opcode.scheme == Scheme::Legacy
            && let Some((value, 4)) = immediate
            && i8::try_from(value).is_ok()
            && (opcode.byte == 0x81 || opcode.byte == 0x69)
        {
            opcode.byte += 2;
            immediate = Some((value, 1));
        }
        let place = self.encode(&Instruction {
            opcode,
            length: plain.length,
            reg: register(plain.reg),
            vvvv: register(plain.vvvv),
            rm,
            mask: register(plain.mask),
            zero: plain.zero,
            broadcast: plain.broadcast,
            bytes: plain.bytes,
            immediate,
        });
        if let (Some(place), Some(hole)) = (place, hole) {
            let behind = immediate.map_or(0, |(_, bytes)| i32::from(bytes));
            self.blob.holes.push((place, hole, behind));
        }
    }
}

fn instruction(opcode: crate::encode::Opcode, reg: u8) -> Instruction {
    Instruction {
        opcode,
        length: 0,
        reg,
        vvvv: 0,
        rm: Rm::Register(0),
        mask: 0,
        zero: false,
        broadcast: false,
        bytes: false,
        immediate: None,
    }
}

#[cfg(test)]
mod tests {
    use super::through;

    #[test]
    fn jumps_lead_through_empty_blocks() {
        // A chain of many, and its end.
        let (_, targets) = through([vec![true; 200], vec![false]].concat(), |at| at + 1);
        assert!(targets.iter().all(|target| *target == 200), "{targets:?}");
        // 0 leads to a cycle of 1 and 2; 3 is not empty.
        let (empty, targets) = through(vec![true, true, true, false], |at| [1, 2, 1, 0][at]);
        assert_eq!(empty, [true, false, true, false]);
        assert_eq!(targets, [1, 1, 1, 3]);
    }
}
