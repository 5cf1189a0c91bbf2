//! Machine code before registers are chosen: blocks of instructions on virtual registers, in SSA
//! form, as the register allocator takes it.
//!
//! Before this: [`crate::select`]. After it: [`crate::emit`]. Values that differ by the way into a
//! block are the block's parameters.

use regalloc2::{Block, Function, Inst, InstRange, Operand, PReg, PRegSet, RegClass, VReg};
use smallvec::SmallVec;

use crate::encode::Opcode;

/// The number of a block, in the order in which blocks are laid out.
pub(crate) type BlockId = usize;

/// A register of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reg {
    /// That of the operand with this number.
    Operand(u8),
    /// This one; or an extension of the opcode; 0 where there is none.
    Fixed(u8),
}

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In a register.
    At(Reg),
    /// The constants behind the code.
    Constants,
    /// The stack slots of the function.
    Stack,
}

/// An address: base + index·2^scale + displacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    /// The base.
    pub place: Place,
    /// The index.
    pub index: Option<Reg>,
    /// The logarithm of the factor of the index.
    pub scale: u8,
    /// The displacement in bytes.
    pub displacement: i32,
}

/// The operand that may be in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// In a register.
    Register(Reg),
    /// In memory.
    Memory(Address),
}

/// An instruction of the machine, its registers being operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// The opcode.
    pub opcode: Opcode,
    /// 0, 1 or 2 for vectors of 16, 32 or 64 bytes.
    pub length: u8,
    /// ModRM's `reg`.
    pub reg: Reg,
    /// `vvvv`.
    pub vvvv: Reg,
    /// ModRM's `rm`.
    pub rm: Source,
    /// The mask.
    pub mask: Reg,
    /// Whether lanes that the mask leaves out become zero.
    pub zero: bool,
    /// Whether one element in memory is for all lanes.
    pub broadcast: bool,
    /// Whether general registers are bytes.
    pub bytes: bool,
    /// An immediate operand and its bytes.
    pub immediate: Option<(i32, u8)>,
}

/// The effect of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// An instruction of the machine.
    Plain(Plain),
    /// These 64 bits in a general register.
    Number(i64),
    /// The address of the function with this number in a general register.
    FunctionAddress(u32),
    /// The address of constants in a general register.
    ConstantAddress(i32),
    /// `cqo` or `cdq`: the sign of rax in rdx.
    Sign(bool),
    /// A call of the address in operand 0.
    Call,
    /// A call of the function with this number.
    CallFunction(u32),
    /// Waits for stores past the caches.
    Fence,
    /// Operands arrive in registers.
    Arrive,
    /// Ends the block.
    Jump,
    /// Ends the block: to the first successor if the flags say so, else to the second.
    Branch(u8),
    /// Ends the function.
    Return,
}

/// An instruction and where its operands are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineInst {
    /// Its effect.
    pub kind: Kind,
    /// The first operand in the code's list.
    pub first: u32,
    /// The number of operands.
    pub count: u16,
}

/// The end of a block.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// To a block, with the values of its parameters.
    Jump(BlockId, Vec<VReg>),
    /// To one of two blocks without parameters.
    Branch(u8, BlockId, BlockId),
    /// Out of the function; the status, if it has one, is in rax.
    Return(Option<VReg>),
}

/// A block under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockCode {
    /// Its parameters.
    pub parameters: Vec<VReg>,
    /// Its instructions.
    pub instructions: Vec<MachineInst>,
    /// The comparison for its end.
    pub test: Option<MachineInst>,
    /// Its end.
    pub end: Option<End>,
    /// Whether it is the head of a loop without loops inside.
    pub innermost: bool,
}

/// A function, as the register allocator takes it.
pub(crate) struct Code {
    pub(crate) instructions: Vec<MachineInst>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) blocks: Vec<InstRange>,
    pub(crate) successors: Vec<SmallVec<[Block; 2]>>,
    pub(crate) innermost: Vec<bool>,
    predecessors: Vec<Vec<Block>>,
    parameters: Vec<Vec<VReg>>,
    arguments: Vec<Vec<VReg>>,
    registers: usize,
}

/// rax
pub(crate) const RAX: u8 = 0;
/// rdx
pub(crate) const RDX: u8 = 2;
/// rsp
pub(crate) const RSP: u8 = 4;
/// rbp
pub(crate) const RBP: u8 = 5;
/// The registers of the first arguments of a call.
pub(crate) const ARGUMENTS: [u8; 6] = [7, 6, 2, 1, 8, 9];

/// A general register.
pub(crate) fn general(number: u8) -> PReg {
    PReg::new(usize::from(number), RegClass::Int)
}

/// A vector register.
pub(crate) fn vector(number: u8) -> PReg {
    PReg::new(usize::from(number), RegClass::Float)
}

/// A mask register.
pub(crate) fn mask(number: u8) -> PReg {
    PReg::new(usize::from(number), RegClass::Vector)
}

/// The registers that a call may change.
fn clobbered() -> PRegSet {
    let mut set = PRegSet::empty();
    for number in [0, 1, 2, 6, 7, 8, 9, 10, 11] {
        set.add(general(number));
    }
    (0..32).for_each(|number| set.add(vector(number)));
    (1..8).for_each(|number| set.add(mask(number)));
    set
}

/// The registers to choose from.
pub(crate) fn environment() -> regalloc2::MachineEnv {
    let set = |numbers: &[u8], of: fn(u8) -> PReg| {
        let mut set = PRegSet::empty();
        numbers.iter().for_each(|&number| set.add(of(number)));
        set
    };
    let vectors: Vec<u8> = (0..32).collect();
    regalloc2::MachineEnv {
        preferred_regs_by_class: [
            set(&[0, 1, 2, 6, 7, 8, 9, 10, 11], general),
            set(&vectors, vector),
            set(&[1, 2, 3, 4, 5, 6, 7], mask),
        ],
        non_preferred_regs_by_class: [
            set(&[3, 12, 13, 14, 15], general),
            PRegSet::empty(),
            PRegSet::empty(),
        ],
        scratch_by_class: [None, None, None],
        fixed_stack_slots: Vec::new(),
    }
}

impl Code {
    /// Puts blocks one behind the other.
    pub(crate) fn new(
        blocks: Vec<BlockCode>,
        mut operands: Vec<Operand>,
        registers: usize,
    ) -> Code {
        let count = blocks.len();
        let mut code = Code {
            instructions: Vec::new(),
            operands: Vec::new(),
            blocks: Vec::with_capacity(count),
            successors: vec![SmallVec::new(); count],
            innermost: blocks.iter().map(|block| block.innermost).collect(),
            predecessors: vec![Vec::new(); count],
            parameters: Vec::with_capacity(count),
            arguments: Vec::with_capacity(count),
            registers,
        };
        for (at, block) in blocks.into_iter().enumerate() {
            let first = code.instructions.len();
            code.instructions.extend(block.instructions);
            code.instructions.extend(block.test);
            let mut link = |to: BlockId| {
                code.successors[at].push(Block::new(to));
                code.predecessors[to].push(Block::new(at));
            };
            let here = operands.len() as u32;
            let (kind, arguments) = match block.end {
                Some(End::Jump(to, arguments)) => {
                    link(to);
                    (Kind::Jump, arguments)
                }
                Some(End::Branch(condition, yes, no)) => {
                    link(yes);
                    link(no);
                    (Kind::Branch(condition), Vec::new())
                }
                Some(End::Return(status)) => {
                    operands
                        .extend(status.map(|status| Operand::reg_fixed_use(status, general(RAX))));
                    (Kind::Return, Vec::new())
                }
                None => (Kind::Return, Vec::new()),
            };
            let count = (operands.len() as u32 - here) as u16;
            code.instructions.push(MachineInst { kind, first: here, count });
            code.arguments.push(arguments);
            code.parameters.push(block.parameters);
            code.blocks.push(InstRange::new(Inst::new(first), Inst::new(code.instructions.len())));
        }
        code.operands = operands;
        code
    }
}

impl Function for Code {
    fn num_insts(&self) -> usize {
        self.instructions.len()
    }

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        self.blocks[block.index()]
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.successors[block.index()]
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.predecessors[block.index()]
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.parameters[block.index()]
    }

    fn is_ret(&self, inst: Inst) -> bool {
        matches!(self.instructions[inst.index()].kind, Kind::Return)
    }

    fn is_branch(&self, inst: Inst) -> bool {
        matches!(self.instructions[inst.index()].kind, Kind::Jump | Kind::Branch(_))
    }

    fn branch_blockparams(&self, block: Block, _: Inst, _: usize) -> &[VReg] {
        &self.arguments[block.index()]
    }

    fn inst_operands(&self, inst: Inst) -> &[Operand] {
        let inst = &self.instructions[inst.index()];
        &self.operands[inst.first as usize..inst.first as usize + usize::from(inst.count)]
    }

    fn inst_clobbers(&self, inst: Inst) -> PRegSet {
        match self.instructions[inst.index()].kind {
            Kind::Call | Kind::CallFunction(_) => {
                // The register of a call's result is no clobber beside.
                let mut set = clobbered();
                for operand in self.inst_operands(inst) {
                    if let regalloc2::OperandConstraint::FixedReg(at) = operand.constraint()
                        && operand.kind() == regalloc2::OperandKind::Def
                    {
                        set.remove(at);
                    }
                }
                set
            }
            _ => PRegSet::empty(),
        }
    }

    fn num_vregs(&self) -> usize {
        self.registers
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        match class {
            RegClass::Float => 8,
            RegClass::Int | RegClass::Vector => 1,
        }
    }
}
