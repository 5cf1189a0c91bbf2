//! A kernel ready to run: flat instructions over numbered registers.
//!
//! Calls are already inlined, scopes resolved, labels turned into places. A register holds
//! 32 lanes of 64 bits, whatever its width; what lies above its width is zero. Immediate
//! operands, addresses of symbols and the special registers that never change are registers
//! too, filled before a warp begins: an operand is always a number of a register.

use super::number::Format;
use super::text::syntax::Space;

/// Threads of a warp.
pub(crate) const WARP: usize = 32;
/// A value for each lane of a warp.
pub(crate) type Lanes = [u64; WARP];
/// A bit for each lane of a warp.
pub(crate) type Mask = u32;

/// A function of up to four registers, lane by lane.
pub(crate) type Map = Box<dyn Fn(&[Lanes], [u32; 4], &mut Lanes) + Send + Sync>;
/// A condition on two registers, lane by lane.
pub(crate) type Condition = Box<dyn Fn(&[Lanes], [u32; 2]) -> Mask + Send + Sync>;

/// The kinds of instruction that a report counts apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Whole-number and bit arithmetic.
    Integer,
    /// Float arithmetic, of any width.
    Float,
    /// The approximations of the special-function unit.
    Special,
    /// Conversions.
    Convert,
    /// Moves, selections, comparisons and logic of predicates.
    Move,
    /// Branches, exits and calls.
    Control,
    /// Loads from global memory.
    LoadGlobal,
    /// Stores to global memory.
    StoreGlobal,
    /// Loads from shared memory.
    LoadShared,
    /// Stores to shared memory.
    StoreShared,
    /// Accesses of local memory: spills and stack arrays.
    Local,
    /// Loads of parameters.
    Param,
    /// Atomic operations.
    Atomic,
    /// Barriers and fences.
    Barrier,
    /// Shuffles, votes and other exchanges in a warp.
    Shuffle,
    /// Matrix instructions, and loads of their fragments.
    Matrix,
    /// Asynchronous copies.
    Copy,
    /// Nothing that runs on a device: part of another instruction.
    Hidden,
}

impl Class {
    /// Those that run on a device.
    pub const ALL: [Self; 17] = [
        Self::Integer,
        Self::Float,
        Self::Special,
        Self::Convert,
        Self::Move,
        Self::Control,
        Self::LoadGlobal,
        Self::StoreGlobal,
        Self::LoadShared,
        Self::StoreShared,
        Self::Local,
        Self::Param,
        Self::Atomic,
        Self::Barrier,
        Self::Shuffle,
        Self::Matrix,
        Self::Copy,
    ];

    /// How many there are.
    pub(crate) const COUNT: usize = Self::Hidden as usize + 1;
}

/// A predicate with its sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) predicate: u32,
    pub(crate) negated: bool,
}

/// How two predicates become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
    /// The first alone.
    First,
    /// The first, negated.
    Not,
}

/// One instruction.
pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) guard: Option<Guard>,
    pub(crate) line: u32,
    pub(crate) class: Class,
    /// Floating-point operations of each lane.
    pub(crate) flops: u32,
    /// The registers it reads and writes, for faults.
    pub(crate) operands: Box<[u32]>,
}

/// An address: a register, an offset, and in which space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) space: Space,
    /// For `.shared`: whether it may name another block of the cluster.
    pub(crate) cluster: bool,
    pub(crate) base: u32,
    pub(crate) offset: i64,
}

/// How strong an access is, for finding races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    /// An ordinary access.
    Weak,
    /// Volatile or relaxed: never itself a race with another strong one.
    Strong,
    /// Strong, and what others released is seen behind it.
    Acquire,
    /// Strong, and what came before it is released.
    Release,
    /// Both.
    AcquireRelease,
}

impl Strength {
    pub(crate) fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::AcquireRelease)
    }

    pub(crate) fn releases(self) -> bool {
        matches!(self, Self::Release | Self::AcquireRelease)
    }
}

/// A load or store of vectors.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) address: Address,
    /// Bytes of an element.
    pub(crate) bytes: u32,
    /// Whether a loaded element is sign-extended to this many bits.
    pub(crate) extend: Option<u32>,
    /// One register an element.
    pub(crate) registers: Vec<u32>,
    pub(crate) strength: Strength,
}

/// What an atomic makes of an old value, its operand, and what `cas` swaps in.
pub(crate) type Update = Box<dyn Fn(u64, u64, u64) -> u64 + Send + Sync>;

/// An atomic operation.
pub(crate) struct Atomic {
    pub(crate) address: Address,
    pub(crate) bytes: u32,
    /// Where the old values go, if anywhere; one an element.
    pub(crate) old: Vec<u32>,
    /// The operands, one an element.
    pub(crate) operands: Vec<u32>,
    /// The third operand of `cas`.
    pub(crate) swap: u32,
    /// The new value of old, operand and third operand.
    pub(crate) update: Update,
    pub(crate) strength: Strength,
}

/// `shfl.sync`'s way of choosing a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

/// What a warp agrees on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

/// How `redux.sync` and `bar.red` combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduce {
    Add,
    And,
    Or,
    Xor,
    MinUnsigned,
    MaxUnsigned,
    MinSigned,
    MaxSigned,
    /// Of floats: minimum or not, by magnitude, NaN passed on.
    Float {
        least: bool,
        magnitude: bool,
        nan: bool,
    },
    /// Of predicates: how many hold.
    Count,
}

/// A barrier instruction of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barrier {
    pub(crate) id: u32,
    /// How many threads; the whole block where none is given.
    pub(crate) threads: Option<u32>,
    /// Whether to wait, or only to arrive.
    pub(crate) wait: bool,
    /// Whether all threads of a warp have to come together.
    pub(crate) aligned: bool,
    /// What to make of a predicate: result, how, operand.
    pub(crate) reduce: Option<(BarrierResult, Reduce, Guard)>,
}

/// Where the result of `bar.red` goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BarrierResult {
    Register(u32),
    Predicate(u32),
}

/// How far a fence reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fence {
    /// Orders memory accesses.
    Memory,
    /// Makes ordinary writes visible to asynchronous copies and matrix units.
    ProxyAsync,
    /// Orders nothing that is checked.
    Other,
}

/// What an instruction does.
pub(crate) enum Op {
    Map {
        f: Map,
        to: u32,
        from: [u32; 4],
    },
    Select {
        to: u32,
        from: [u32; 2],
        by: Guard,
    },
    Compare {
        f: Condition,
        from: [u32; 2],
        to: Option<u32>,
        other: Option<u32>,
        with: Option<(Logic, Guard)>,
    },
    Predicate {
        logic: Logic,
        to: u32,
        a: Guard,
        b: Guard,
    },
    /// Arithmetic with the carry flag: whether it reads and writes the flag.
    Carry {
        f: fn(u64, u64, u64, bool) -> (u64, bool),
        to: u32,
        from: [u32; 3],
        reads: bool,
        writes: bool,
    },
    /// A special register that changes.
    Clock {
        to: u32,
        bits: u32,
    },
    ActiveMask {
        to: u32,
    },
    Branch {
        target: u32,
    },
    BranchIndexed {
        index: u32,
        targets: Vec<u32>,
    },
    Exit,
    Trap,
    Nothing,
    Yield,
    /// Sets the condition of a graph's node.
    SetCondition {
        handle: u32,
        value: u32,
    },
    Load(Box<Access>),
    Store(Box<Access>),
    /// A check of an address with no access: whether it lies in a space.
    IsSpace {
        to: u32,
        address: u32,
        space: Space,
    },
    Atomic(Box<Atomic>),
    Shuffle {
        to: u32,
        valid: Option<u32>,
        mode: Shuffle,
        value: u32,
        lane: u32,
        clamp: u32,
        members: u32,
    },
    Vote {
        vote: Vote,
        to: u32,
        predicate: Guard,
        members: u32,
    },
    Match {
        to: u32,
        all: Option<u32>,
        every: bool,
        value: u32,
        members: u32,
    },
    Reduce {
        to: u32,
        value: u32,
        members: u32,
        reduce: Reduce,
    },
    Elect {
        to: u32,
        predicate: u32,
        members: u32,
    },
    WarpBarrier {
        members: u32,
    },
    Barrier(Barrier),
    Fence(Fence),
    Async(Box<super::asynchronous::Async>),
    Matrix(Box<super::matrix::Matrix>),
}

impl Op {
    /// Visits every register, data and constants alike.
    pub(crate) fn registers(&mut self, mut visit: impl FnMut(&mut u32)) {
        match self {
            Self::Map { to, from, .. } => {
                visit(to);
                from.iter_mut().for_each(visit);
            }
            Self::Select { to, from, .. } => {
                visit(to);
                from.iter_mut().for_each(visit);
            }
            Self::Compare { from, .. } => from.iter_mut().for_each(visit),
            Self::Carry { to, from, .. } => {
                visit(to);
                from.iter_mut().for_each(visit);
            }
            Self::Clock { to, .. } | Self::ActiveMask { to } => visit(to),
            Self::BranchIndexed { index, .. } => visit(index),
            Self::SetCondition { handle, value } => [handle, value].into_iter().for_each(visit),
            Self::Load(access) | Self::Store(access) => {
                visit(&mut access.address.base);
                access.registers.iter_mut().for_each(visit);
            }
            Self::IsSpace { address, .. } => visit(address),
            Self::Atomic(atomic) => {
                visit(&mut atomic.address.base);
                visit(&mut atomic.swap);
                atomic.old.iter_mut().chain(&mut atomic.operands).for_each(visit);
            }
            Self::Shuffle { to, value, lane, clamp, members, .. } => {
                [to, value, lane, clamp, members].into_iter().for_each(visit);
            }
            Self::Vote { vote, to, members, .. } => {
                // Where a vote does not give a register, `to` is a predicate.
                if *vote == Vote::Ballot {
                    visit(to);
                }
                visit(members);
            }
            Self::Match { to, value, members, .. } | Self::Reduce { to, value, members, .. } => {
                [to, value, members].into_iter().for_each(visit);
            }
            Self::Elect { to, members, .. } => [to, members].into_iter().for_each(visit),
            Self::WarpBarrier { members } => visit(members),
            Self::Barrier(barrier) => {
                visit(&mut barrier.id);
                if let Some(threads) = &mut barrier.threads {
                    visit(threads);
                }
                if let Some((BarrierResult::Register(to), ..)) = &mut barrier.reduce {
                    visit(to);
                }
            }
            Self::Async(asynchronous) => asynchronous.registers(visit),
            Self::Matrix(matrix) => matrix.registers(visit),
            Self::Predicate { .. }
            | Self::Branch { .. }
            | Self::Exit
            | Self::Trap
            | Self::Nothing
            | Self::Yield
            | Self::Fence(_) => {}
        }
    }
}

/// What fills a register before a warp begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Value(u64),
    /// The address of a module's variable, and an offset.
    Symbol(String, i64),
    /// Where dynamic shared memory begins, and an offset.
    DynamicShared(i64),
    /// A special register.
    Special(Special),
}

/// Special registers that don't change while a thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    Tid(usize),
    Ntid(usize),
    Ctaid(usize),
    Nctaid(usize),
    LaneId,
    WarpId,
    WarpCount,
    SmId,
    SmCount,
    GridId,
    LaneMask(std::cmp::Ordering, bool),
    ClusterId(usize),
    ClusterCount(usize),
    ClusterCtaid(usize),
    ClusterNctaid(usize),
    ClusterRank,
    ClusterSize,
    DynamicSharedSize,
    TotalSharedSize,
}

/// A parameter of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct ParameterSlot {
    pub(crate) name: String,
    pub(crate) offset: u32,
    pub(crate) bytes: u32,
}

/// A kernel.
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) code: Vec<Instruction>,
    /// Names of the data registers, for faults.
    pub(crate) registers: Vec<String>,
    /// What the registers behind the data registers hold.
    pub(crate) constants: Vec<Constant>,
    pub(crate) predicates: u32,
    /// Bits of each data register, for the report.
    pub(crate) widths: Vec<u8>,
    pub(crate) parameters: Vec<ParameterSlot>,
    pub(crate) parameter_bytes: u32,
    /// Bytes of local memory a thread.
    pub(crate) local_bytes: u32,
    /// Where static shared memory ends; dynamic begins there, aligned.
    pub(crate) shared_end: u32,
    pub(crate) dynamic_align: u32,
    /// `.maxntid` and `.reqntid`, as products.
    pub(crate) max_threads: Option<u32>,
    pub(crate) required_block: Option<[u32; 3]>,
    pub(crate) required_cluster: Option<[u32; 3]>,
}

/// Where the first variable of shared memory lies; the driver keeps a kilobyte for itself.
pub(crate) const SHARED_BEGIN: u32 = 1024;
/// Where a thread's local memory begins, so that address 0 is none.
pub(crate) const LOCAL_BEGIN: u32 = 64;

/// The type of an instruction or operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Unsigned(u32),
    Signed(u32),
    Bits(u32),
    Float(Format),
    /// Two floats of 16 or 32 bits, or two of 8, side by side.
    Packed(Format),
    Predicate,
}

impl Type {
    /// The type `text` names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "pred" => Self::Predicate,
            "f16" => Self::Float(Format::F16),
            "bf16" => Self::Float(Format::Bf16),
            "tf32" => Self::Float(Format::Tf32),
            "f32" => Self::Float(Format::F32),
            "f64" => Self::Float(Format::F64),
            "f16x2" => Self::Packed(Format::F16),
            "bf16x2" => Self::Packed(Format::Bf16),
            "f32x2" => Self::Packed(Format::F32),
            "e4m3" => Self::Float(Format::E4m3),
            "e5m2" => Self::Float(Format::E5m2),
            "e4m3x2" => Self::Packed(Format::E4m3),
            "e5m2x2" => Self::Packed(Format::E5m2),
            "e2m3x2" => Self::Packed(Format::E2m3),
            "e3m2x2" => Self::Packed(Format::E3m2),
            "e2m1x2" => Self::Packed(Format::E2m1),
            _ => {
                let bits = |t: &str| t.parse().ok().filter(|b| matches!(b, 8 | 16 | 32 | 64 | 128));
                match text.as_bytes().first()? {
                    b'u' => Self::Unsigned(bits(&text[1..])?),
                    b's' => Self::Signed(bits(&text[1..])?),
                    b'b' => Self::Bits(bits(&text[1..])?),
                    _ => return None,
                }
            }
        })
    }

    /// Bits of a value.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Unsigned(bits) | Self::Signed(bits) | Self::Bits(bits) => bits,
            Self::Predicate => 1,
            Self::Float(format) | Self::Packed(format) => {
                let one = match format {
                    Format::F64 => 64,
                    Format::F32 | Format::Tf32 => 32,
                    Format::F16 | Format::Bf16 => 16,
                    Format::E2m1 => 4,
                    _ => 8,
                };
                if matches!(self, Self::Packed(_)) { one * 2 } else { one }
            }
        }
    }

    /// Whether it is a whole number with a sign.
    pub(crate) fn signed(self) -> bool {
        matches!(self, Self::Signed(_))
    }
}

/// The low `bits` of a value.
pub(crate) fn truncate(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// A value of so many bits with its sign.
pub(crate) fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits.min(64);
    (value << shift) as i64 >> shift
}
