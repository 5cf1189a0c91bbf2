//! CPU code generation through LLVM, and the printer of GPU kernels for NVPTX.
//!
//! Before this: loop programs (`hloom-loops`), in which loops, vectors, masks and memory are
//! decided. After it: machine code, run in this process ([`executable`]) or written to a file
//! ([`emit`]), or an LLVM module for a GPU ([`nvptx`]), which `hloom-ptx` makes PTX of.
//!
//! ```text
//!                     ┌─ Program ─┐
//!                     ▼           ▼
//!               options.rs     nvptx.rs
//!                     └────┬──────┘
//!                          ▼
//!   codegen   plan: kernels that do the same are one function; layout: where buffers lie
//!             Target::Cpu ──── function, ops, memory, … ──── Target::Nvptx
//!             cpu, parallel,   (one printer for both)        nvptx, warp, wgmma,
//!             host, matrix                                   launch_params, tiles
//!                  │                                              │
//!                  ▼                                              ▼
//!   compile   LLVM's passes, objects                        (hloom-ptx)
//!     ├── cache       objects in a folder, keyed by everything that decides them
//!     ├── executable  linked into the process (jit) and called
//!     └── emit        LLVM IR, assembly, object, shared library
//! ```
//!
//! The printer does not decide anything: choices that a GPU could profit from too are made at
//! the loop level. Statements and instructions are printed by one `codegen` for CPUs and
//! GPUs; the state and the options that only one side has are in `codegen/side.rs` and
//! `codegen/target.rs`.
//!
//! # Names
//!
//! | name | is |
//! |---|---|
//! | [`KernelId`](hloom_loops::program::KernelId) | a kernel of the program, by its place in the text |
//! | [`FunctionId`](executable::FunctionId) | the function of a kernel, which kernels that do the same share |
//! | [`KernelCall`](executable::KernelCall) | a place where the program runs a kernel |
//! | [`KernelInfo`](executable::KernelInfo) | the name and the work of a function |
//! | [`ExecutableParam`](executable::ExecutableParam) | an input or an output |
//!
//! Unsafe code is in few places: the address computations of the code generator
//! (`codegen/memory.rs`), the linker (`jit.rs`), the call into compiled code
//! ([`executable`]) and the runtime.

mod archive;
mod at_exit;
pub mod cache;
mod codegen;
pub mod compile;
pub mod constructors;
pub mod direct;
pub mod emit;
mod error;
pub mod executable;
mod jit;
mod model;
pub mod nvptx;
mod options;
pub mod target;
mod target_machine_pool;
mod warm_up;

pub use at_exit::at_exit;
pub use compile::Timings;
pub use direct::can_run as runs_direct_code;
pub use error::Error;
pub use executable::{Executable, External};
pub use hloom_runtime as runtime;
pub use model::Model;
pub use options::{Effort, Generator, Options};
pub use runtime::buffer::AlignedBuffer;
pub use runtime::host::Host;
pub use runtime::pool::ThreadPool;
pub use target::CpuTarget;
pub use warm_up::{WarmUp, warm_up};
