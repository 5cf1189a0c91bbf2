//! Instructions, and the kernels that they are.

use super::asynchronous::Async;
use super::matrix::Matrix;
use super::types::{Address, Class, Condition, Guard, Logic, Map, Strength, Update};
use crate::text::syntax::Space;

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

/// An atomic operation.
pub(crate) struct Atomic {
    pub(crate) address: Address,
    pub(crate) bytes: u32,
    /// The destinations of the old values, if any; one for each element.
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

/// The kind of a `vote`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

/// The operation of `redux.sync` and `bar.red`.
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
    /// The number of threads; the whole block where none is given.
    pub(crate) threads: Option<u32>,
    /// Whether to wait, or only to arrive.
    pub(crate) wait: bool,
    /// Whether all threads of a warp have to come together.
    pub(crate) aligned: bool,
    /// The reduction of a predicate: result, operation, operand.
    pub(crate) reduce: Option<(BarrierResult, Reduce, Guard)>,
}

/// The destination of a `bar.red`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BarrierResult {
    Register(u32),
    Predicate(u32),
}

/// The scope of a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fence {
    /// Orders memory accesses.
    Memory,
    /// Makes ordinary writes visible to asynchronous copies and matrix units.
    ProxyAsync,
    /// Orders nothing that is checked.
    Other,
}

/// The operation of an instruction.
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
    Async(Box<Async>),
    Matrix(Box<Matrix>),
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

/// The initial value of a constant register.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Value(u64),
    /// The address of a module's variable, and an offset.
    Symbol(String, i64),
    /// The beginning of dynamic shared memory, and an offset.
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
pub(crate) struct KernelCode {
    pub(crate) name: String,
    pub(crate) code: Vec<Instruction>,
    /// Names of the data registers, for faults.
    pub(crate) registers: Vec<String>,
    /// The constants in the registers behind the data registers.
    pub(crate) constants: Vec<Constant>,
    pub(crate) predicates: u32,
    /// Bits of each data register, for the report.
    pub(crate) widths: Vec<u8>,
    pub(crate) parameters: Vec<ParameterSlot>,
    pub(crate) parameter_bytes: u32,
    /// Bytes of local memory a thread.
    pub(crate) local_bytes: u32,
    /// The end of static shared memory; dynamic begins there, aligned.
    pub(crate) shared_end: u32,
    pub(crate) dynamic_align: u32,
    /// `.maxntid` and `.reqntid`, as products.
    pub(crate) max_threads: Option<u32>,
    pub(crate) required_block: Option<[u32; 3]>,
    pub(crate) required_cluster: Option<[u32; 3]>,
}
