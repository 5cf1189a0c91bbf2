//! CPU code generation through LLVM, and the runtime that compiled code needs.
//!
//! Before this: loop programs (`hloom-loops`), which say everything about loops,
//! vectors, masks and memory. After it: machine code, run in this process
//! ([`executable`]) or written to a file ([`emit`]). The code generator prints; whatever a
//! GPU could profit from too is decided at the loop level.
//!
//! GPUs are other back ends' matter, but kernels are printed for them here ([`device`]), by
//! the code that prints those of CPUs.
//!
//! Unsafe code is in few places: the address computations of the code generator
//! (`codegen/memory.rs`), the linker (`jit.rs`), the call into compiled code
//! ([`executable`]) and the runtime.

pub mod cache;
mod codegen;
pub mod compile;
pub mod device;
pub mod emit;
pub mod error;
pub mod executable;
mod jit;
mod model;
mod ready;
pub mod target;

pub use compile::{Options, Timings};
pub use error::Error;
pub use executable::{Executable, External};
pub use hloom_runtime as runtime;
pub use model::Model;
pub use ready::{WarmUp, warm_up};
pub use runtime::buffer::AlignedBuffer;
pub use runtime::host::Host;
pub use runtime::pool::ThreadPool;
pub use target::Target;
