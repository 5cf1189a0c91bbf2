//! NCCL's calls, as one interface: the library behind it, or what stands for that in tests.
//!
//! Each method is one call of NCCL. Communicators do not block: a call that goes on in the
//! background is told by [`Nccl::state`], which is asked until it is [`State::Ready`]; only then
//! may the communicator be used again, and only then is the work on its stream.

use std::sync::atomic::AtomicUsize;

use super::super::{Number, Reduction};

/// A refusal of NCCL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NcclError {
    /// The `ncclResult_t`.
    pub(crate) code: i32,
    /// Its meaning, and NCCL's last error, in its own words.
    pub(crate) words: String,
}

impl std::fmt::Display for NcclError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

/// The result of a call of NCCL.
pub(crate) type Told<T> = Result<T, NcclError>;

/// A communicator, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Comm(pub(crate) usize);

/// A stream of the driver's, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stream(pub(crate) usize);

/// The place where NCCL stores a communicator that it makes in the background. It stays in memory
/// until the communicator it is made from is [`State::Ready`].
#[derive(Default, Debug)]
pub(crate) struct Slot(pub(super) Box<AtomicUsize>);

/// The name of a world of ranks, which its first rank makes and sends to the others.
pub(crate) type UniqueId = [u8; ID_BYTES];

/// `NCCL_UNIQUE_ID_BYTES`.
pub(crate) const ID_BYTES: usize = 128;

/// The state of a communicator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// All that it was asked is done, or on its stream.
    Ready,
    /// NCCL still works on a call.
    InProgress,
}

/// Memory of a collective: from an address, to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Buffers {
    /// The address that is read.
    pub(crate) from: u64,
    /// The address that is written.
    pub(crate) to: u64,
}

/// NCCL, as far as it is used. A GPU's context has to be this thread's.
pub(crate) trait Nccl: Send {
    /// The version: 21805 is 2.18.5.
    fn version(&self) -> Told<i32>;
    /// A new name for a world of ranks.
    fn unique_id(&self) -> Told<UniqueId>;
    /// Begins to join a world of so many ranks as one of them.
    fn init(&self, id: &UniqueId, count: i32, rank: i32) -> Told<Comm>;
    /// Begins to make communicators of the groups of one; all its ranks call it. Ranks of one color
    /// form a group, in the order of their keys; a rank without a color is in none.
    fn split(&self, comm: Comm, color: Option<i32>, key: i32, slot: &Slot) -> Told<()>;
    /// The communicator of a slot; `None` if the rank is in no group.
    fn made(&self, slot: &Slot) -> Option<Comm>;
    /// The state of a communicator; its error if it failed.
    fn state(&self, comm: Comm) -> Told<State>;
    /// Begins a list of calls that are started together.
    fn group_start(&self) -> Told<()>;
    /// Ends it.
    fn group_end(&self) -> Told<()>;
    /// Reduces numbers of all members to all.
    fn all_reduce(
        &self,
        at: Buffers,
        numbers: (Number, usize),
        reduction: Reduction,
        on: (Comm, Stream),
    ) -> Told<()>;
    /// Reduces numbers of all members to one.
    fn reduce(
        &self,
        at: Buffers,
        numbers: (Number, usize),
        reduction: Reduction,
        root: i32,
        on: (Comm, Stream),
    ) -> Told<()>;
    /// Reduces numbers of all members, and gives each a part of so many.
    fn reduce_scatter(
        &self,
        at: Buffers,
        numbers: (Number, usize),
        reduction: Reduction,
        on: (Comm, Stream),
    ) -> Told<()>;
    /// Gives all members the bytes of each, so many.
    fn all_gather(&self, at: Buffers, bytes: usize, on: (Comm, Stream)) -> Told<()>;
    /// Gives all members the bytes of one.
    fn broadcast(&self, at: Buffers, bytes: usize, root: i32, on: (Comm, Stream)) -> Told<()>;
    /// Sends bytes to a member.
    fn send(&self, from: u64, bytes: usize, peer: i32, on: (Comm, Stream)) -> Told<()>;
    /// Receives bytes from a member.
    fn receive(&self, to: u64, bytes: usize, peer: i32, on: (Comm, Stream)) -> Told<()>;
    /// Begins to end a communicator, whose ranks all do.
    fn finalize(&self, comm: Comm) -> Told<()>;
    /// Forgets a communicator that was ended.
    fn destroy(&self, comm: Comm) -> Told<()>;
    /// Ends what a communicator still does on the GPU, and forgets it.
    fn abort(&self, comm: Comm) -> Told<()>;
}
