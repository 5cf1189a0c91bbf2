//! The runtime of compiled CPU code: memory, threads, host functions, profiles and failures.
//!
//! Before this: nothing of hloom. After it: `hloom_llvm::executable` calls compiled functions
//! with a [`Runtime`](abi::Runtime).
//!
//! ```text
//! executable ── entry(&Runtime, frame) ── compiled code
//!                  │                        │ calls back through abi::Runtime
//!                  ├── pool     parallel_for: threads that share a loop's iterations
//!                  ├── tasks    run_tasks: threads that run tasks with dependencies
//!                  ├── host     functions of the host, by number
//!                  └── profile  begin and end of kernels
//! arena, buffer: the memory that the frame points to
//! ```
//!
//! It is a small crate of its own, so that `cargo xtask test` can run its unsafe code under
//! sanitizers.

pub mod abi;
pub mod arena;
pub mod buffer;
pub mod host;
pub mod pool;
pub mod profile;
pub mod tasks;
