//! Concurrent processes and their shared state.

pub(crate) mod future;
pub(crate) mod grid;
pub(crate) mod process;
pub(crate) mod ranks;
