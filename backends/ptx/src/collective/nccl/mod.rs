//! NCCL, which is looked for when ranks with GPUs start.
//!
//! [`api`] is the part of NCCL that is used, as an interface; [`library`] is NVIDIA's library behind it,
//! and the only place with `unsafe` calls. A GPU's part in the collectives of several ranks, with the
//! order of calls, is the driver's (`driver::loaded::session`). Tests put an NCCL of their own behind
//! the interface.

pub(crate) mod api;
mod library;
#[cfg(test)]
mod tests;

pub use library::Library;
pub(crate) use library::version_text;
