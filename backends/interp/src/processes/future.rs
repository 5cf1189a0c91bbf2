//! Results of asynchronous ops.

use super::grid::RendezvousKey;
use hloom_ir::{Literal, OpId, Type};
use std::sync::{Arc, Mutex};

/// A result of an asynchronous op: `async_start` yields one for each result. Futures are equal if
/// they belong to the same execution of the same op.
#[derive(Clone, Debug)]
pub struct Future {
    pub(crate) work: Arc<Work>,
    pub(crate) index: usize,
}

impl PartialEq for Future {
    fn eq(&self, other: &Future) -> bool {
        Arc::ptr_eq(&self.work, &other.work) && self.index == other.index
    }
}

impl Future {
    /// The type of the result.
    pub fn of(&self) -> Type {
        self.work.types[self.index]
    }
}

/// A collective in progress.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) op: OpId,
    pub(crate) pending: Pending,
    pub(crate) types: Vec<Type>,
    pub(crate) results: Mutex<Option<Vec<Literal>>>,
}

/// The event that a collective in progress waits for.
#[derive(Clone, Debug)]
pub(crate) enum Pending {
    /// A rendezvous of a group, and this process's position in it.
    Rendezvous(RendezvousKey, usize),
    /// A message on this channel from a process.
    Message(i64, u32),
    /// No event: the process does not participate.
    Nothing,
}
