//! What compiled code needs while it runs: memory, threads, and a way to say
//! what went wrong.
//!
//! Before this: nothing of hloom. After it: [`crate::executable`] runs compiled
//! functions with these. What it does not do: compile.

pub mod abi;
pub mod arena;
pub mod buffer;
pub mod host;
pub mod pool;
pub mod profile;
