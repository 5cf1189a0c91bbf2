//! Results of asynchronous ops.

use super::grid::{Group, Message, RendezvousKey};
use super::streams::frame::Key;
use hloom_ir::{Literal, OpId, Type};
use std::sync::{Arc, Mutex};
use std::time::Instant;

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
    pub(crate) begun: Begun,
    pub(crate) types: Vec<Type>,
    pub(crate) results: Mutex<Option<Vec<Literal>>>,
}

/// A collective that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) pending: Pending,
    /// The time at which it began.
    pub(crate) start: Instant,
    /// The bytes that this process has sent by then.
    pub(crate) sent: u64,
}

/// A collective of a group over streams.
#[derive(Clone, Debug)]
pub(crate) struct Streamed {
    /// The key of the rendezvous; of a fused all_reduce, the key for each operand.
    pub(crate) keys: Vec<Key>,
    pub(crate) group: Group,
    pub(crate) position: usize,
    /// The contribution of this process.
    pub(crate) own: Message,
    pub(crate) algorithm: Algorithm,
    /// Whether it is overlapped with computation.
    pub(crate) overlapped: bool,
}

/// The algorithm of a collective over streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Algorithm {
    /// Members send what others need of their tensors, in one round.
    Direct,
    /// all_reduce in two rounds: of chunks that are to be reduced, and of reduced ones.
    TwoRounds,
    /// all_reduce in two rounds that share streams.
    Fused,
}

/// The event that a collective in progress waits for.
#[derive(Clone, Debug)]
pub(crate) enum Pending {
    /// A rendezvous of a group, and this process's position in it.
    Rendezvous(RendezvousKey, usize),
    /// Messages of a group.
    Streamed(Streamed),
    /// A message on this channel from a process.
    Message(i64, u32),
    /// No event: the process does not participate.
    Nothing,
}
