//! Loop programs: what the machine does.
//!
//! The third form of the loop level, after nests ([`crate::nest`]) and schedules
//! ([`crate::schedule`]), and what code generators print. A program has typed
//! buffers and a body of structured statements: loops, conditions, kernels,
//! definitions of scalar and vector values, loads and stores at resolved
//! offsets. A value is defined once and known until its block ends.
//!
//! ```text
//! program @main {
//!   argument 0 @x : f32[1000]
//!   result 0 @y : f32[1000]
//!   kernel "negate" reads 4000 writes 4000 flops 1000 special 0 integer 0 {
//!     parallel for %i = 0 to 1000 step 16 {
//!       %0 : <16 x i1> = first -%i + 1000
//!       %1 : <16 x f32> = load @x[%i] mask %0
//!       %2 : <16 x f32> = neg %1
//!       store %2 to @y[%i] mask %0
//!     }
//!   }
//! }
//! ```
//!
//! A verified program ([`Program::verify`]) promises that every value is
//! defined before its uses and typed by [`Inst::infer`]; buffers are stored to
//! only where that is allowed; accesses have the type of their buffer. It does
//! *not* promise that offsets are in range, nor that the iterations of a parallel
//! loop are independent; [`machine`] checks the first.
//!
//! There is no optimiser here. [`Builder`] shares equal pure values and folds
//! constants; loop-invariant motion and the like are left to LLVM.

mod access;
mod asynchronous;
mod build;
mod conflicts;
mod dot;
pub mod eval;
mod grids;
mod inst;
pub mod machine;
pub mod matrix;
mod op;
mod print;
mod promote;
mod range_facts;
mod ranges;
mod rename;
pub mod tasks;
mod tensor_map;
#[cfg(test)]
mod tests;
mod types;
mod uses;
mod verify;
mod walk;
mod walk_mut;
pub mod wgmma;

pub use access::{Access, Lanes};
pub use asynchronous::{AsyncOp, TmaLoad};
pub use build::{Builder, Combine, Mark, OpenFor};
pub use dot::DotOp;
pub use grids::{Shape, grids, shape, together};
pub use inst::Inst;
pub use matrix::MatrixOp;
pub use op::{BinaryOp, CompareOp, ConvertOp, MmaOp, UnaryOp};
pub use promote::promote;
pub use rename::{Canonical, canonical, fresh};
pub use tasks::Task;
pub use tensor_map::{
    Im2col, MAX_PIXELS, MAX_SPATIAL_STRIDE, ROW_BYTES, SpatialDim, TensorMap, TensorMapDim,
    swizzled,
};
pub use types::{Mistyped, Scalar, Storage, Type, storage};
pub use uses::Uses;
pub use verify::VerifyError;
pub use walk::{Event, Events, KernelRef};
pub use walk_mut::{RefMut, Rewrite};
pub use wgmma::Wgmma;

use crate::index::{Index, Var};
use hloom_ir::Element;
use std::ops::{Add, Sub};
use std::sync::Arc;

/// A value: the result of an instruction, a loop variable or a carried value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);

impl From<Value> for Var {
    fn from(value: Value) -> Var {
        Var(value.0)
    }
}

impl From<Value> for Index {
    fn from(value: Value) -> Index {
        Index::var(value)
    }
}

impl Add<Value> for Index {
    type Output = Index;

    fn add(self, other: Value) -> Index {
        self + Index::var(other)
    }
}

impl Sub<Value> for Index {
    type Output = Index;

    fn sub(self, other: Value) -> Index {
        self - Index::var(other)
    }
}

/// A buffer of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufferId(pub u32);

/// A kernel of a program: its number in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct KernelId(pub u32);

/// An external function of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExternId(pub u32);

/// A whole program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The name, of the function it was made from.
    pub name: String,
    /// The buffers, by [`BufferId`].
    pub buffers: Vec<Buffer>,
    /// Functions of the runtime that are called, by [`ExternId`].
    pub externs: Vec<Extern>,
    /// Type and name of every value, by [`Value`].
    pub values: Vec<ValueInfo>,
    /// The statements.
    pub body: Block,
}

/// The type and the name of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// A name for readers, if it was given one; unique names are the printer's
    /// matter.
    pub name: Option<Box<str>>,
}

/// A piece of memory that holds elements of one type.
#[derive(Clone, PartialEq, Debug)]
pub struct Buffer {
    /// A name, unique in the program.
    pub name: String,
    /// The element type.
    pub element: Element,
    /// The shape, row-major. Accesses are by linear offset; the shape is there
    /// for readers and for the length.
    pub shape: Vec<u64>,
    /// Its memory space.
    pub space: Space,
}

impl Buffer {
    /// The number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    /// The storage of an element.
    pub fn storage(&self) -> Storage {
        storage(self.element)
    }

    /// The length in storage units, the unit of offsets.
    pub fn units(&self) -> u64 {
        self.elements() * u64::from(self.storage().units)
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.units() * self.storage().scalar.bytes() as u64
    }

    /// The number of bytes that are there for sure.
    pub fn certain_bytes(&self) -> u64 {
        if matches!(self.space, Space::Unsized(_)) { 0 } else { self.bytes() }
    }

    /// Whether nothing is ever stored to it.
    pub fn is_fixed(&self) -> bool {
        matches!(self.space, Space::Argument(_) | Space::Unsized(_) | Space::Constant(_))
    }
}

/// Memory spaces. All buffers start at multiples of 64 bytes, except arguments
/// and results, which start at multiples of their storage unit's size at least.
#[derive(Clone, PartialEq, Debug)]
pub enum Space {
    /// The input with this number; never stored to.
    Argument(u32),
    /// The input with this number, an array that may be shorter than the shape says, such as
    /// the positions, coordinates or elements of a sparse tensor; never stored to.
    Unsized(u32),
    /// The output with this number.
    Result(u32),
    /// The input with this number and, in the same memory, the output with that one.
    Donated(u32, u32),
    /// A constant with these bytes, little-endian; never stored to.
    Constant(Arc<[u8]>),
    /// At this byte offset (a multiple of 64) of the program's arena, the one
    /// piece of memory that lives as long as a call. Buffers may overlap there
    /// if their uses don't.
    Arena(u64),
    /// Memory that a [`Stmt::Scratch`] makes for its body. In a parallel loop
    /// each iteration has its own.
    Scratch,
    /// A register of the matrix unit ([`matrix`]), made like scratch memory.
    Matrix,
    /// The same in a [`Stmt::Grid`], for all threads of a block together.
    Shared,
}

/// A function of the runtime: the C calling convention, named parameters in C
/// order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extern {
    /// The symbol.
    pub name: String,
    /// The types of the parameters.
    pub parameters: Vec<Parameter>,
    /// The type of the result, if there is one.
    pub result: Option<Scalar>,
}

/// The type of an external function's parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// A scalar.
    Scalar(Scalar),
    /// A pointer to storage units of this type, which the function reads.
    Pointer(Scalar),
    /// A pointer to storage units of this type, which the function writes.
    Out(Scalar),
}

/// The prefix of the names of host functions; their number follows.
const HOST: &str = "host.";

/// The prefix of the names of the routines of `hloom_linear`.
const ROUTINE: &str = "hloom_";

impl Extern {
    /// The function of the host with this number. The host is who runs the
    /// program: it gets the memory of whole buffers, and gives 0 where all
    /// went well.
    pub fn host(number: u32, parameters: Vec<Parameter>) -> Extern {
        Extern { name: format!("{HOST}{number}"), parameters, result: Some(Scalar::I32) }
    }

    /// Its number, if it is a function of the host.
    pub fn host_number(&self) -> Option<u32> {
        self.name.strip_prefix(HOST)?.parse().ok()
    }

    /// A routine of linear algebra or Fourier transforms, such as `potrf_f32`, of the crate
    /// `hloom_linear`. It takes sizes, then the memory of whole buffers, and runs on the threads of the
    /// program; it gives 0 where all went well.
    pub fn routine(name: &str, parameters: Vec<Parameter>) -> Extern {
        Extern { name: format!("{ROUTINE}{name}"), parameters, result: Some(Scalar::I32) }
    }

    /// Whether it is a routine of `hloom_linear`.
    pub fn is_routine(&self) -> bool {
        self.name.starts_with(ROUTINE)
    }
}

/// Statements in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
}

/// The way in which the iterations of a loop run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoopKind {
    /// One after the other.
    Serial,
    /// In any order, or at once on several threads: no iteration reads what
    /// another writes, and none writes what another writes, unless all of them do so by
    /// [`Stmt::AtomicRmw`] with the same operation.
    Parallel,
}

/// `for %var = from to to step step`: while `var < to`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct For {
    /// The way in which iterations run. A parallel loop carries no values.
    pub kind: LoopKind,
    /// The loop variable, a scalar `i64`.
    pub var: Value,
    /// Its first value.
    pub from: Index,
    /// The bound it stays below.
    pub to: Index,
    /// The step; positive.
    pub step: i64,
    /// Values passed from one iteration to the next, in registers.
    pub carried: Vec<Carried>,
    /// The body.
    pub body: Block,
    /// The values that each iteration yields, one for each carried value.
    pub next: Vec<Value>,
}

/// A value that a loop carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Carried {
    /// Its name inside the body: `initial` in the first iteration, then what
    /// the iteration before yielded.
    pub inside: Value,
    /// The initial value.
    pub initial: Value,
    /// Its name after the loop: what the last iteration yielded, or `initial`
    /// if there was none.
    pub after: Value,
}

/// A grid of threads, all of which run the same statements.
///
/// Threads of a block share memory ([`Space::Shared`]) and wait for each other
/// ([`Stmt::Barrier`]); every 32 of them, counted from 0, are a warp, and exchange values
/// ([`Inst::ShuffleXor`]). Blocks run in any order or at once: none reads what another
/// writes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// The number of blocks.
    pub blocks: u64,
    /// The number of threads of a block: at most 1024.
    pub threads: u32,
    /// The number of the block, a scalar `i64`.
    pub block: Value,
    /// The number of the thread in its block, a scalar `i64`.
    pub thread: Value,
    /// The statements of each thread.
    pub body: Block,
}

/// Work that a kernel does, counted from its nest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
    /// Distinct bytes read from buffers outside the kernel.
    pub bytes_read: u64,
    /// Distinct bytes written to buffers outside the kernel.
    pub bytes_written: u64,
    /// Float additions, multiplications, comparisons and the like; a fused
    /// multiply-add is two.
    pub flops: u64,
    /// Divisions, square roots and elementary functions.
    pub special: u64,
    /// Integer operations on elements (not on indices).
    pub integer: u64,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A scalar value.
    Value(Value),
    /// The address of a buffer's unit at an offset.
    Address(BufferId, Index),
}

/// One statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stmt {
    /// Defines a value.
    Let(Value, Inst),
    /// Stores a value.
    Store(Value, Access),
    /// A non-temporal store: stores a value that nothing reads soon, past the caches where the
    /// machine can do that, so that a line that is written whole is not read first.
    StoreNontemporal(Value, Access),
    /// An atomic read-modify-write: replaces an integer of 32 or 64 bits in memory by the
    /// result of the operation on it and a scalar. The order does not matter, as
    /// [`is_atomic`](BinaryOp::is_atomic) holds for the operation. No mask.
    AtomicRmw(BinaryOp, Value, Access),
    /// A prefetch: a hint that a buffer's unit at an offset is read soon. An offset beyond the
    /// buffer's ends has no effect.
    Prefetch(BufferId, Index),
    /// Copies units between buffers of the same storage unit that do not overlap.
    Copy {
        /// To, at an offset.
        to: (BufferId, Index),
        /// From, at an offset.
        from: (BufferId, Index),
        /// The number of units; not negative.
        units: Index,
    },
    /// A counted loop.
    For(Box<For>),
    /// `condition` is run and `test`, an `i1` it defines, looked at; while it is
    /// true, `body` is run and it all begins again.
    While {
        /// Computes the test.
        condition: Block,
        /// A scalar `i1`, known at the end of `condition`.
        test: Value,
        /// The body.
        body: Block,
    },
    /// Runs a block once for each thread of a grid. Only in kernels.
    Grid(Box<Grid>),
    /// Waits until all threads of the block are here. Only in grids, where all threads
    /// of a block come to it, or none.
    Barrier,
    /// An asynchronous copy, or an operation that orders copies. Only in grids.
    Async(AsyncOp),
    /// Runs tasks side by side, and ends when all have. The tasks stand in an order in which
    /// each follows those that it waits for; see [`tasks`]. Not inside kernels, parallel loops
    /// and other tasks.
    Tasks(Vec<Task>),
    /// Runs one of two blocks.
    If {
        /// A scalar `i1`.
        test: Value,
        /// Run if it is true.
        then: Block,
        /// Run if it is false.
        otherwise: Block,
    },
    /// A piece of work with a name, for profiles, and its facts. Kernels don't
    /// nest. A code generator may make a function of it: its body uses no
    /// values from outside.
    Kernel {
        /// A name made of the ops that it computes.
        name: String,
        /// The amount of work.
        facts: Facts,
        /// The work.
        body: Block,
    },
    /// Memory for the time of a block; its contents are undefined at first.
    Scratch {
        /// Buffers in the scratch space or matrix registers, each in one such
        /// statement.
        buffers: Vec<BufferId>,
        /// The statements that use them.
        body: Block,
    },
    /// An operation of the matrix unit.
    Matrix(MatrixOp),
    /// Calls a function of the runtime.
    Call {
        /// The result, if the function has one.
        result: Option<Value>,
        /// The function.
        callee: ExternId,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// If a scalar `i1` is false, the whole program ends with this message.
    /// Not inside parallel loops.
    Assert {
        /// The condition.
        test: Value,
        /// The message of the error.
        message: String,
    },
}

impl Program {
    /// A buffer.
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.0 as usize]
    }

    /// An external function.
    pub fn callee(&self, id: ExternId) -> &Extern {
        &self.externs[id.0 as usize]
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.values[value.0 as usize].ty
    }

    /// The size of the arena in bytes.
    pub fn arena_bytes(&self) -> u64 {
        let end = |b: &Buffer| match b.space {
            Space::Arena(at) => Some(at + b.bytes()),
            _ => None,
        };
        self.buffers.iter().filter_map(end).max().unwrap_or(0)
    }

    /// The size of the constants in bytes.
    pub fn constant_bytes(&self) -> u64 {
        let bytes = |b: &Buffer| match &b.space {
            Space::Constant(bytes) => bytes.len() as u64,
            _ => 0,
        };
        self.buffers.iter().map(bytes).sum()
    }

    /// The number of kernels.
    pub fn kernels(&self) -> usize {
        self.body.kernels()
    }

    /// The inputs in order, as far as the program has buffers for them.
    pub fn arguments(&self) -> Vec<BufferId> {
        self.in_order(|space| match space {
            Space::Argument(n) | Space::Unsized(n) | Space::Donated(n, _) => Some(*n),
            _ => None,
        })
    }

    /// The outputs in order.
    pub fn results(&self) -> Vec<BufferId> {
        self.in_order(|space| match space {
            Space::Result(n) | Space::Donated(_, n) => Some(*n),
            _ => None,
        })
    }

    fn in_order(&self, number: impl Fn(&Space) -> Option<u32>) -> Vec<BufferId> {
        let mut found: Vec<(u32, BufferId)> = (0..)
            .zip(&self.buffers)
            .filter_map(|(id, buffer)| Some((number(&buffer.space)?, BufferId(id))))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }
}
