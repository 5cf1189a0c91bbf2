//! Instruction selection: loop programs as instructions on virtual registers.
//!
//! Before this: the statements of a function. After it: [`crate::machine`]. Statements are gone
//! through once, in order. Values that do not depend on a loop are computed before it: each value knows
//! the frame (the function, a loop or a branch) in which it is known, and a pure instruction goes
//! to the outermost place where all of its operands are. Addresses are sums, of which the parts
//! are shared and hoisted in the same way; in innermost loops they become registers that count
//! along.

mod arithmetic;
mod calls;
mod control;
mod convert;
mod division;
mod fusion;
mod index;
mod lanes;
mod masks;
mod memory;
mod scalar;
mod scattered;
mod tasks;
mod values;

use hloom_loops::index::{Atom, Range};
use hloom_loops::plan::layout::Layout;
use hloom_loops::plan::{ModulePlan, PlannedKernel};
use hloom_loops::program::{Access, BufferId, Event, Program, Type, Value};
use regalloc2::{Operand, RegClass, VReg};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::encode::Opcode;
use crate::machine::{Address, BlockCode, BlockId, Kind, MachineInst, Place, Plain, Reg, Source};
use crate::unit::Unit;
use crate::{Built, unsupported};

/// The registers of a value, 64 bytes each.
pub(crate) type Parts = SmallVec<[VReg; 2]>;

/// The present form of a value.
#[derive(Clone, Debug)]
pub(crate) enum Def<'p> {
    /// In registers, known in a frame.
    Registers(Parts, usize),
    /// These bits in every lane.
    Constant(u64),
    /// A load that is still to be made, since the one who uses it may do that itself.
    Load(&'p Access),
    /// Such a load of a scalar, in every lane.
    Splat(Value),
}

/// Something that is computed once for all who use it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Constant(Type, u64),
    Pool(u32, u8),
    Base(BufferId),
    Scratch,
    Sum(Option<BufferId>, SmallVec<[(Atom, i64); 2]>),
    Atom(Atom),
    Scaled(Atom, i64),
    Number(i64),
    Lanes(u64),
}

/// The kinds of frames.
pub(crate) enum FrameKind {
    Function,
    /// A counted loop: its variable, whether it runs at least once, its derived variables by
    /// factor, and whether there are loops inside of it.
    Loop {
        variable: Value,
        runs: bool,
        derived: Vec<(i64, VReg)>,
        innermost: bool,
    },
    /// A loop with a test.
    While,
    /// A branch.
    Branch,
}

/// A part of the function that values live in.
pub(crate) struct Frame {
    pub(crate) kind: FrameKind,
    /// The block ahead of a loop.
    pub(crate) before: BlockId,
    /// The results that are known in this frame, and forgotten at its end.
    pub(crate) keys: Vec<Key>,
    /// The classes of buffers that are written inside, if nothing else happens there that a load
    /// can't be moved across.
    pub(crate) written: Option<FxHashSet<u32>>,
}

/// A register, and the frame and block in which it was computed.
pub(crate) type Placed = (VReg, (usize, BlockId));

/// The memory operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) base: MemoryBase,
    pub(crate) index: Option<VReg>,
    pub(crate) scale: u8,
    pub(crate) displacement: i32,
}

/// The base of a memory operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MemoryBase {
    Register(VReg),
    Constants,
    Stack,
}

impl Memory {
    pub(crate) fn at(base: VReg, displacement: i32) -> Memory {
        Memory { base: MemoryBase::Register(base), index: None, scale: 0, displacement }
    }

    pub(crate) fn plus(self, bytes: i32) -> Memory {
        Memory { displacement: self.displacement + bytes, ..self }
    }
}

/// An operand in a register or in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Src {
    Register(VReg),
    Memory(Memory),
    /// One element in memory for all lanes.
    Broadcast(Memory),
}

/// The operands of an instruction, by their places in its encoding.
#[derive(Default, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) length: u8,
    /// Written by ModRM's `reg`; or by its `rm`, if so said.
    pub(crate) def: Option<VReg>,
    pub(crate) def_in_rm: bool,
    /// The contents of `def` before.
    pub(crate) tied: Option<VReg>,
    /// Read by ModRM's `reg`.
    pub(crate) reg: Option<VReg>,
    /// The extension of the opcode.
    pub(crate) extension: u8,
    pub(crate) vvvv: Option<VReg>,
    pub(crate) rm: Option<Src>,
    pub(crate) mask: Option<VReg>,
    pub(crate) zero: bool,
    pub(crate) bytes: bool,
    pub(crate) immediate: Option<(i32, u8)>,
    /// Whether floats are rounded towards zero, of vectors of 64 bytes.
    pub(crate) toward_zero: bool,
}

/// A function under construction.
pub(crate) struct Selector<'u, 'p> {
    pub(crate) unit: &'u mut Unit<'p>,
    pub(crate) plan: &'p ModulePlan<'p>,
    pub(crate) program: &'p Program,
    pub(crate) layout: &'p Layout,
    pub(crate) blocks: Vec<BlockCode>,
    pub(crate) operands: Vec<Operand>,
    registers: usize,
    /// The block that instructions go to.
    pub(crate) at: BlockId,
    pub(crate) frames: Vec<Frame>,
    /// The frame that instructions go to.
    pub(crate) now: usize,
    pub(crate) values: FxHashMap<Value, Def<'p>>,
    pub(crate) ranges: FxHashMap<Value, Range>,
    /// Known divisors of loop variables.
    pub(crate) multiples: FxHashMap<Value, u64>,
    /// Inside a loop whose results may go past the caches: whether they do, which is up to where
    /// they start.
    pub(crate) past_caches: Option<bool>,
    /// Inside a loop that ends with a fence for such stores.
    pub(crate) fenced: bool,
    pub(crate) fusions: fusion::Fusions,
    /// Masks of general registers.
    pub(crate) masks: FxHashMap<VReg, Placed>,
    /// Quotients of registers by constants, signed or not, and the frame and block that they are in.
    pub(crate) quotients: FxHashMap<(VReg, i64, bool), Placed>,
    /// The bits of general registers above which there are zeros.
    pub(crate) clean: FxHashMap<VReg, u32>,
    /// The number of times that each value is still to be used.
    pub(crate) left: FxHashMap<Value, u32>,
    cache: FxHashMap<Key, (VReg, usize)>,
    /// Loads that are still to be made, in order.
    pub(crate) pending: Vec<Value>,
    pub(crate) runtime: VReg,
    /// The array of addresses.
    pub(crate) frame: VReg,
    pub(crate) worker: Option<VReg>,
    pub(crate) table: Option<&'p FxHashMap<BufferId, usize>>,
    /// The kernel whose function, or part of a function, it is.
    pub(crate) kernel: Option<&'p PlannedKernel<'p>>,
    pub(crate) parallel: bool,
    /// Bytes of stack slots so far.
    pub(crate) stack: u64,
    pub(crate) call_table: Option<u64>,
    /// The offsets of scratch buffers on the stack.
    pub(crate) slots: FxHashMap<BufferId, u64>,
}

impl<'u, 'p> Selector<'u, 'p> {
    pub(crate) fn new(unit: &'u mut Unit<'p>) -> Selector<'u, 'p> {
        let plan = unit.plan;
        let mut selector = Selector {
            unit,
            plan,
            program: plan.program,
            layout: &plan.layout,
            blocks: vec![BlockCode::default()],
            operands: Vec::new(),
            registers: 0,
            at: 0,
            frames: vec![Frame {
                kind: FrameKind::Function,
                before: 0,
                keys: Vec::new(),
                written: None,
            }],
            now: 0,
            values: FxHashMap::default(),
            ranges: FxHashMap::default(),
            multiples: FxHashMap::default(),
            past_caches: None,
            fenced: false,
            fusions: fusion::Fusions::default(),
            masks: FxHashMap::default(),
            quotients: FxHashMap::default(),
            clean: FxHashMap::default(),
            left: FxHashMap::default(),
            cache: FxHashMap::default(),
            pending: Vec::new(),
            runtime: VReg::new(0, RegClass::Int),
            frame: VReg::new(0, RegClass::Int),
            worker: None,
            table: None,
            kernel: None,
            parallel: false,
            stack: 0,
            call_table: None,
            slots: FxHashMap::default(),
        };
        let arrived = selector.arrive(2);
        (selector.runtime, selector.frame) = (arrived[0], arrived[1]);
        selector
    }

    /// The arguments of the function.
    pub(crate) fn arrive(&mut self, count: usize) -> Vec<VReg> {
        self.blocks[0].instructions.clear();
        let registers: Vec<VReg> = (0..count).map(|_| self.new_general()).collect();
        let fixed =
            |(vreg, at): (&VReg, &u8)| Operand::reg_fixed_def(*vreg, crate::machine::general(*at));
        let operands: Vec<Operand> =
            registers.iter().zip(&crate::machine::ARGUMENTS).map(fixed).collect();
        self.push(Kind::Arrive, &operands);
        registers
    }

    /// Counts the uses of each value in statements.
    pub(crate) fn count_uses(&mut self, block: &'p hloom_loops::program::Block) {
        for event in block.events() {
            match event {
                Event::Enter(statement) => {
                    statement.each_operand(&mut |v| *self.left.entry(v).or_default() += 1);
                }
                Event::Leave(statement) => {
                    statement.each_late_operand(&mut |v| *self.left.entry(v).or_default() += 1);
                }
                Event::Begin(..) | Event::End(..) => {}
            }
        }
        let program = self.program;
        self.fusions.find(block, &self.left, self.parallel, &|value| program.type_of(value));
    }

    pub(crate) fn finish(self) -> (crate::machine::Code, u64) {
        (crate::machine::Code::new(self.blocks, self.operands, self.registers), self.stack)
    }

    fn new_register(&mut self, class: RegClass) -> VReg {
        let register = VReg::new(self.registers, class);
        self.registers += 1;
        register
    }

    pub(crate) fn new_general(&mut self) -> VReg {
        self.new_register(RegClass::Int)
    }

    pub(crate) fn new_vector(&mut self) -> VReg {
        self.new_register(RegClass::Float)
    }

    pub(crate) fn new_mask(&mut self) -> VReg {
        self.new_register(RegClass::Vector)
    }

    pub(crate) fn new_like(&mut self, other: VReg) -> VReg {
        self.new_register(other.class())
    }

    pub(crate) fn type_of(&self, value: Value) -> Type {
        self.program.type_of(value)
    }

    /// A new block, behind all others.
    pub(crate) fn new_block(&mut self) -> BlockId {
        self.blocks.push(BlockCode::default());
        self.blocks.len() - 1
    }

    /// Adds an instruction.
    pub(crate) fn push(&mut self, kind: Kind, operands: &[Operand]) {
        let inst = self.make(kind, operands);
        self.blocks[self.at].instructions.push(inst);
    }

    /// Makes an instruction.
    pub(crate) fn make(&mut self, kind: Kind, operands: &[Operand]) -> MachineInst {
        let first = self.operands.len() as u32;
        self.operands.extend(operands);
        MachineInst { kind, first, count: operands.len() as u16 }
    }

    /// Adds an instruction with these operands.
    pub(crate) fn ins(&mut self, opcode: Opcode, form: Form) {
        let (kind, operands) = self.plain(opcode, form);
        self.push(kind, &operands);
    }

    /// An instruction with these operands.
    pub(crate) fn plain(&self, opcode: Opcode, form: Form) -> (Kind, SmallVec<[Operand; 6]>) {
        let mut operands: SmallVec<[Operand; 6]> = SmallVec::new();
        let read = |operands: &mut SmallVec<[Operand; 6]>, register: VReg| {
            operands.push(Operand::reg_use(register));
            Reg::Operand(operands.len() as u8 - 1)
        };
        let mut plain = Plain {
            opcode,
            length: form.length,
            reg: Reg::Fixed(form.extension),
            vvvv: Reg::Fixed(0),
            rm: Source::Register(Reg::Fixed(0)),
            mask: Reg::Fixed(0),
            zero: form.zero,
            broadcast: false,
            bytes: form.bytes,
            immediate: form.immediate,
        };
        if let Some(def) = form.def {
            let operand = match form.tied {
                Some(tied) => {
                    operands.push(Operand::reg_use(tied));
                    Operand::reg_reuse_def(def, 0)
                }
                None => Operand::reg_def(def),
            };
            operands.push(operand);
            let reg = Reg::Operand(operands.len() as u8 - 1);
            match form.def_in_rm {
                true => plain.rm = Source::Register(reg),
                false => plain.reg = reg,
            }
        }
        if let Some(register) = form.reg {
            plain.reg = read(&mut operands, register);
        }
        if let Some(register) = form.vvvv {
            plain.vvvv = read(&mut operands, register);
        }
        match form.rm {
            None => {}
            Some(Src::Register(register)) => {
                plain.rm = Source::Register(read(&mut operands, register));
            }
            Some(Src::Memory(memory) | Src::Broadcast(memory)) => {
                plain.broadcast = matches!(form.rm, Some(Src::Broadcast(_)));
                let place = match memory.base {
                    MemoryBase::Register(base) => Place::At(read(&mut operands, base)),
                    MemoryBase::Constants => Place::Constants,
                    MemoryBase::Stack => Place::Stack,
                };
                let index = memory.index.map(|index| read(&mut operands, index));
                plain.rm = Source::Memory(Address {
                    place,
                    index,
                    scale: memory.scale,
                    displacement: memory.displacement,
                });
            }
        }
        if form.toward_zero {
            // The bits of the length say how to round.
            (plain.broadcast, plain.length) = (true, 3);
        }
        if let Some(register) = form.mask {
            plain.mask = read(&mut operands, register);
        }
        (Kind::Plain(plain), operands)
    }

    /// The outermost frame in which something can be computed that needs values of this one.
    pub(crate) fn placed(&self, needs: usize) -> usize {
        let mut frame = self.now;
        while frame > needs
            && matches!(self.frames[frame].kind, FrameKind::Loop { .. } | FrameKind::While)
        {
            frame -= 1;
        }
        frame
    }

    /// Makes instructions in a frame around this one, ahead of the loop.
    pub(crate) fn in_frame<T>(&mut self, frame: usize, make: impl FnOnce(&mut Self) -> T) -> T {
        if frame >= self.now {
            return make(self);
        }
        let saved = (self.at, self.now);
        (self.at, self.now) = (self.frames[frame + 1].before, frame);
        let made = make(self);
        (self.at, self.now) = saved;
        made
    }

    /// A result that was computed before, and the frame in which it is known.
    pub(crate) fn known(&self, key: &Key) -> Option<(VReg, usize)> {
        self.cache.get(key).copied()
    }

    /// Computes something once, as far out as values of frame `needs` allow.
    pub(crate) fn once(
        &mut self,
        key: Key,
        needs: usize,
        make: impl FnOnce(&mut Self) -> Built<VReg>,
    ) -> Built<(VReg, usize)> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let frame = self.placed(needs);
        let register = self.in_frame(frame, make)?;
        self.cache.insert(key.clone(), (register, frame));
        self.frames[frame].keys.push(key);
        Ok((register, frame))
    }

    /// Begins a frame.
    pub(crate) fn enter(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.now = self.frames.len() - 1;
    }

    /// Ends a frame, and forgets what is known in it alone.
    pub(crate) fn leave(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        for key in &frame.keys {
            self.cache.remove(key);
        }
        self.now = self.frames.len() - 1;
        Some(frame)
    }

    /// Ends the function well.
    pub(crate) fn end_with_zero(&mut self) {
        let zero = self.number(0);
        let at = self.at;
        self.blocks[at].end = Some(crate::machine::End::Return(Some(zero)));
    }

    /// Notes the address of a buffer.
    pub(crate) fn know_base(&mut self, buffer: BufferId, base: VReg) {
        self.cache.insert(Key::Base(buffer), (base, 0));
    }

    /// The innermost counted loop around this place, if no other kind of frame is between.
    pub(crate) fn innermost_loop(&self) -> Option<usize> {
        (1..self.frames.len())
            .rev()
            .find(|at| !matches!(self.frames[*at].kind, FrameKind::Branch))
            .filter(|at| matches!(self.frames[*at].kind, FrameKind::Loop { innermost: true, .. }))
    }

    /// So many bytes of the stack.
    pub(crate) fn stack_slot(&mut self, bytes: u64) -> Built<u64> {
        let at = self.stack;
        self.stack = (self.stack + bytes).next_multiple_of(64);
        if self.stack > 256 << 10 {
            return unsupported("a large stack");
        }
        Ok(at)
    }

    /// A memory operand on the stack.
    pub(crate) fn on_stack(at: u64) -> Memory {
        Memory { base: MemoryBase::Stack, index: None, scale: 0, displacement: at as i32 }
    }

    pub(crate) fn fixed_use(register: VReg, at: u8) -> Operand {
        Operand::reg_fixed_use(register, crate::machine::general(at))
    }
}
