//! What compiled code needs while it runs: memory, threads, and a way to say
//! what went wrong.
//!
//! Before this: nothing of hloom. After it: `hloom_llvm::executable` runs compiled
//! functions with these. What it does not do: compile.
//!
//! It is a crate of its own, and a small one, so that its unsafe code can be run under
//! sanitizers: `cargo xtask test` does.

pub mod abi;
pub mod arena;
pub mod buffer;
pub mod host;
pub mod pool;
pub mod profile;
