//! A kernel ready to run: flat instructions over numbered registers.
//!
//! Calls are already inlined, scopes resolved, labels turned into positions. A register holds
//! 32 lanes of 64 bits, whatever its width; what lies above its width is zero. Immediate
//! operands, addresses of symbols and the special registers that never change are registers
//! too, filled before a warp begins: an operand is always a number of a register.

mod asynchronous;
mod matrix;
mod op;
mod types;
mod update;

pub(crate) use asynchronous::{Async, BulkOp, CopyOp, MbarrierOp, Reduction, StoreOp, TensorOp};
pub(crate) use matrix::{Accumulate, Element, Matrix, Mma, Multiply, Source};
pub(crate) use op::{
    Access, Atomic, Barrier, BarrierResult, Constant, Fence, Instruction, KernelCode, Op,
    ParameterSlot, Reduce, Shuffle, Special, Vote,
};
pub use types::Class;
pub(crate) use types::{
    Address, Condition, Guard, LOCAL_BEGIN, Lanes, Logic, Map, Mask, SHARED_BEGIN, Strength, Type,
    WARP, signed, truncate,
};
pub(crate) use update::update;
