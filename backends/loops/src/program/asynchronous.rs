//! Asynchronous copies to shared memory, and the barriers that tell when they are complete.
//!
//! There are two mechanisms:
//!
//! - `cp.async` ([`AsyncOp::CpAsync`]): each thread starts copies of 4 to 16 bytes, commits
//!   them as a group, and waits until at most a given number of its youngest groups are
//!   pending. A copy's bytes are visible to the thread that waited, and to the other threads
//!   after the next block barrier; until then nothing reads or writes them.
//! - TMA, `cp.async.bulk.tensor` ([`AsyncOp::TmaLoad`]): one thread loads a whole tile that a
//!   [`TensorMap`] describes, and the copy signals an *mbarrier*, 8 bytes of shared memory,
//!   when its bytes have arrived. A phase of an mbarrier is complete when the expected number
//!   of threads have arrived and all the bytes that they announced are there; then the next
//!   phase begins. A thread that waits for a phase sees the bytes, and all that the arriving
//!   threads did before they arrived.

use super::tensor_map::TensorMap;
use super::types::Scalar;
use super::{Buffer, BufferId, Space, Value};
use crate::index::Index;

/// An asynchronous copy, or an operation that orders copies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AsyncOp {
    /// Starts a copy of 4, 8 or 16 bytes, from and to multiples of as many: `cp.async`.
    CpAsync {
        /// To shared memory, at an offset.
        to: (BufferId, Index),
        /// From memory of another space, at an offset.
        from: (BufferId, Index),
        /// The number of units.
        units: u16,
        /// A scalar `i1`: where it is false, nothing is read, and zeros are written.
        when: Option<Value>,
    },
    /// Commits the copies that this thread has started as a group.
    CommitGroup,
    /// Waits until at most this many groups of this thread are pending.
    WaitGroup(u32),
    /// Initializes an mbarrier; its first phase begins.
    MbarrierInit {
        /// The place of the mbarrier.
        at: (BufferId, Index),
        /// The number of arrivals that complete a phase: 1 to 1024.
        arrivals: u32,
    },
    /// Arrives at an mbarrier and announces bytes to expect. Without a condition and without
    /// bytes, the arrival also makes this thread's writes to shared memory visible to the
    /// [`Wgmma`](super::Wgmma)s of threads that wait for the phase (a proxy fence).
    MbarrierArrive {
        /// The mbarrier.
        at: (BufferId, Index),
        /// Bytes that TMA loads write in this phase.
        bytes: u32,
        /// A scalar `i1`: where it is false, nothing is done.
        when: Option<Value>,
    },
    /// Waits until a phase of an mbarrier is complete. Phases are told apart by parity: if the
    /// phase before the current one has the parity of the given number, the wait is over; else
    /// it lasts until the current phase is complete.
    MbarrierWait {
        /// The mbarrier.
        at: (BufferId, Index),
        /// The phase's number, of which only the lowest bit matters; the first is 0.
        phase: Index,
    },
    /// Starts to load a tile by TMA.
    TmaLoad(Box<TmaLoad>),
    /// Sets the number of registers of each thread of this warpgroup, all of whose threads
    /// execute it together: `setmaxnreg`.
    SetMaxNReg {
        /// The number of registers: a multiple of 8 from 24 to 240.
        count: u32,
        /// Whether the number increases.
        increase: bool,
    },
}

/// A TMA load of a tile to shared memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TmaLoad {
    /// To shared memory, at a multiple of 1024 bytes.
    pub to: (BufferId, Index),
    /// From this buffer.
    pub from: BufferId,
    /// The tensor that the buffer holds, and its tiles.
    pub map: TensorMap,
    /// The coordinates of the tile's first element, an index for each of the map's dimensions:
    /// from -2³¹ to 2³¹ - 1; in im2col mode, offsets follow ([`super::Im2col`]).
    pub coords: Vec<Index>,
    /// The mbarrier that the load signals.
    pub mbarrier: (BufferId, Index),
}

impl AsyncOp {
    /// Calls `visit` with every place in memory, and whether it is written.
    pub fn each_place(&self, visit: &mut dyn FnMut(BufferId, &Index, bool)) {
        match self {
            AsyncOp::CpAsync { to, from, .. } => {
                visit(to.0, &to.1, true);
                visit(from.0, &from.1, false);
            }
            AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) | AsyncOp::SetMaxNReg { .. } => {}
            AsyncOp::MbarrierInit { at, .. } | AsyncOp::MbarrierArrive { at, .. } => {
                visit(at.0, &at.1, true);
            }
            AsyncOp::MbarrierWait { at, .. } => visit(at.0, &at.1, false),
            AsyncOp::TmaLoad(load) => {
                visit(load.to.0, &load.to.1, true);
                visit(load.from, &Index::constant(load.map.start as i64), false);
                visit(load.mbarrier.0, &load.mbarrier.1, true);
            }
        }
    }

    /// Calls `visit` with every index that is not a place in memory.
    pub fn each_index(&self, visit: &mut dyn FnMut(&Index)) {
        match self {
            AsyncOp::MbarrierWait { phase, .. } => visit(phase),
            AsyncOp::TmaLoad(load) => load.coords.iter().for_each(visit),
            _ => {}
        }
    }

    /// The condition under which it is done, if there is one.
    pub fn when(&self) -> Option<Value> {
        match self {
            AsyncOp::CpAsync { when, .. } | AsyncOp::MbarrierArrive { when, .. } => *when,
            _ => None,
        }
    }

    /// Calls `visit` with every value it depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        self.each_place(&mut |_, offset, _| offset.each_var(&mut |v| visit(Value(v.0))));
        self.each_index(&mut |index| index.each_var(&mut |v| visit(Value(v.0))));
        self.when().into_iter().for_each(visit);
    }

    /// Checks the buffers; `of` gives one.
    ///
    /// # Errors
    /// One sentence.
    pub fn check<'p>(&self, of: &dyn Fn(BufferId) -> &'p Buffer) -> Result<(), String> {
        match self {
            AsyncOp::CpAsync { to, from, units, .. } => {
                let (to, from) = (of(to.0), of(from.0));
                let bytes = usize::from(*units) * to.storage().scalar.bytes();
                asynchronous_copy(to, from)?;
                match bytes {
                    4 | 8 | 16 => Ok(()),
                    _ => Err(format!("{bytes} bytes are copied at once")),
                }
            }
            AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) => Ok(()),
            AsyncOp::MbarrierInit { at, arrivals } => {
                mbarrier(of(at.0))?;
                match arrivals {
                    1..=1024 => Ok(()),
                    _ => Err(format!("{arrivals} threads arrive")),
                }
            }
            AsyncOp::MbarrierArrive { at, bytes, .. } => {
                mbarrier(of(at.0))?;
                match bytes {
                    0..0x10_0000 => Ok(()),
                    _ => Err(format!("{bytes} bytes are expected at once")),
                }
            }
            AsyncOp::MbarrierWait { at, .. } => mbarrier(of(at.0)),
            AsyncOp::TmaLoad(load) => {
                let (to, from) = (of(load.to.0), of(load.from));
                asynchronous_copy(to, from)?;
                mbarrier(of(load.mbarrier.0))?;
                if load.coords.len() != load.map.indices() {
                    let (have, want) = (load.coords.len(), load.map.indices());
                    return Err(format!("{have} coordinates in a tensor map that needs {want}"));
                }
                let bytes = from.storage().scalar.bytes() as u64;
                load.map.check(from.units(), bytes)
            }
            AsyncOp::SetMaxNReg { count, .. } => match count {
                24..=240 if count.is_multiple_of(8) => Ok(()),
                _ => Err(format!("{count} registers of a thread")),
            },
        }
    }
}

/// Checks the spaces and types of an asynchronous copy's buffers.
fn asynchronous_copy(to: &Buffer, from: &Buffer) -> Result<(), String> {
    if to.space != Space::Shared || matches!(from.space, Space::Shared | Space::Matrix) {
        return Err(format!("a copy from @{} to @{} can't be asynchronous", from.name, to.name));
    }
    if to.storage().scalar != from.storage().scalar {
        return Err(format!("a copy from @{} to @{} of another type", from.name, to.name));
    }
    Ok(())
}

/// Checks that a buffer holds mbarriers.
fn mbarrier(buffer: &Buffer) -> Result<(), String> {
    match buffer.space == Space::Shared && buffer.storage().scalar == Scalar::I64 {
        true => Ok(()),
        false => Err(format!("@{} does not hold mbarriers", buffer.name)),
    }
}
