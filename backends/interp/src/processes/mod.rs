//! Processes that run at the same time, and what they share.

pub(crate) mod future;
pub(crate) mod grid;
pub(crate) mod process;
