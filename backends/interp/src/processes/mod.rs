//! Concurrent processes and their shared state.

pub(crate) mod events;
pub(crate) mod future;
pub(crate) mod grid;
pub(crate) mod process;
pub(crate) mod ranks;
pub(crate) mod shape;
pub(crate) mod streams;
pub(crate) mod transport;
