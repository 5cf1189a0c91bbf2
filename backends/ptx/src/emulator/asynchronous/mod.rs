//! Asynchronous operations: what is under way, and when it takes effect.
//!
//! As late as it can: a copy by `cp.async` when its thread waits for its group; an operation
//! that reports to an `mbarrier` when nobody can go on without it; a bulk store when its
//! group is waited for, or the block ends. Until then, what it writes can be neither read
//! nor written, and what it reads can't be written: such an access is a fault, whether or
//! not a device would get away with it.
//!
//! Bulk copies and `wgmma` read shared memory through the *asynchronous proxy*: ordinary
//! writes have to be followed by `fence.proxy.async` before.

mod bulk;
mod copy;
mod im2col;
pub(crate) mod mbarrier;
mod operation;
mod pending;
mod reduce;
mod tensor;
mod tensor_map;

pub use im2col::Im2col;
pub(crate) use mbarrier::Mbarrier;
pub(crate) use operation::{Async, BulkOp, CopyOp, MbarrierOp, StoreOp, TensorOp};
pub(crate) use pending::BlockCopies;
pub(crate) use reduce::Reduction;
pub use tensor_map::{OutOfBounds, Swizzle, TensorMap, TensorType};

use std::collections::VecDeque;
use std::rc::Rc;

use super::clock::Clock;
use super::exec::{Flow, Machine, Place, Result, Warp};
use super::fault::Fault;
use super::kernel::Mask;

/// A copy by `cp.async` that has not taken effect.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) to: Place,
    pub(crate) data: Vec<u8>,
    pub(crate) line: u32,
    /// The pending access that it is.
    pub(crate) pending: u64,
}

/// A bulk store: what it writes, and which pending reads it is.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// Pieces: where to, and what; with an operation, combined with what is there.
    pub(crate) pieces: Vec<(Place, Vec<u8>)>,
    pub(crate) reduce: Option<Reduction>,
    pub(crate) pending: Vec<u64>,
    pub(crate) line: u32,
    /// Whether its reads of shared memory are over.
    pub(crate) read: bool,
}

/// What a lane has under way.
#[derive(Default)]
pub(crate) struct LaneCopies {
    /// Copies of no group yet.
    open: Vec<Copy>,
    groups: VecDeque<Vec<Copy>>,
    open_stores: Vec<Store>,
    store_groups: VecDeque<Vec<Store>>,
}

/// What the lanes of a warp have under way.
#[derive(Default)]
pub(crate) struct WarpCopies {
    lanes: Vec<LaneCopies>,
    /// Where an `mbarrier` was found incomplete last, to let the first try fail.
    pub(crate) tried: Option<u32>,
}

impl WarpCopies {
    fn lane(&mut self, lane: usize) -> &mut LaneCopies {
        if self.lanes.is_empty() {
            self.lanes.resize_with(32, LaneCopies::default);
        }
        &mut self.lanes[lane]
    }
}

/// Something that happens once nobody can go on without it.
#[derive(Debug)]
pub(crate) enum Event {
    /// Bytes arrive in shared memory, and an `mbarrier` hears of it.
    Arrive {
        to: Vec<(Place, Vec<u8>)>,
        pending: Vec<u64>,
        barrier: (usize, u64),
        bytes: u32,
        line: u32,
        reduce: Option<Reduction>,
        /// What the thread that began it knew.
        clock: Rc<Clock>,
    },
    /// A thread's copies are done, and it arrives at an `mbarrier`.
    Copied { copies: Vec<Copy>, block: usize, warp: u32, lane: usize, barrier: (usize, u64) },
}

impl Machine<'_> {
    /// Lets an asynchronous operation take effect. Whether there was one.
    pub(crate) fn asynchronous_step(&mut self) -> std::result::Result<bool, Box<Fault>> {
        let event = match self.options.order {
            super::Order::Reverse => self.events.pop_back(),
            _ => self.events.pop_front(),
        };
        let Some(event) = event else { return Ok(false) };
        match event {
            event @ Event::Arrive { .. } => self.arrive_bytes(event)?,
            Event::Copied { copies, block, warp, lane, barrier } => {
                self.copied(copies, block, warp, lane, barrier)?;
            }
        }
        self.progress += 1;
        Ok(true)
    }

    pub(crate) fn asynchronous(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &Async,
        at: u32,
    ) -> Result<Flow> {
        let line = self.kernel.code[at as usize].line;
        match op {
            Async::Copy(copy) => self.copy(block, warp, mask, copy, line)?,
            Async::Commit => {
                for lane in super::exec::lanes(mask) {
                    let copies = warp.copies.lane(lane);
                    let group = std::mem::take(&mut copies.open);
                    copies.groups.push_back(group);
                }
            }
            Async::Wait(left) => self.wait_copies(block, warp, mask, *left)?,
            Async::CopyArrive { barrier, counts } => {
                self.copy_arrive(block, warp, mask, barrier, *counts)?;
            }
            Async::Mbarrier(op) => return self.mbarrier(block, warp, mask, op, at),
            Async::Bulk(bulk) => self.bulk(block, warp, mask, bulk, line)?,
            Async::Tensor(tensor) => self.tensor(block, warp, mask, tensor, line)?,
            Async::BulkCommit => {
                for lane in super::exec::lanes(mask) {
                    let copies = warp.copies.lane(lane);
                    let group = std::mem::take(&mut copies.open_stores);
                    copies.store_groups.push_back(group);
                }
            }
            Async::BulkWait { left, read } => self.wait_stores(block, warp, mask, *left, *read)?,
            Async::Store(store) => self.store_async(block, warp, mask, store, line)?,
            Async::Map { to, address, rank, generic } => {
                self.map_address(warp, mask, [*to, *address, *rank], *generic)?;
            }
            Async::Rank { to, address, generic } => {
                self.rank_of(block, warp, mask, *to, *address, *generic)
            }
            Async::ClusterArrive { releases } => {
                self.cluster_arrive(block, warp, mask, *releases)?
            }
            Async::ClusterWait => return self.cluster_wait(block, warp, mask),
            Async::SetRegisters { count } => {
                if !(24..=256).contains(count) || count % 8 != 0 {
                    let what =
                        format!("`setmaxnreg` takes a multiple of 8 from 24 to 256, not {count}");
                    let lane = super::exec::first(mask);
                    return super::exec::stop(lane, super::fault::FaultKind::Invalid(what));
                }
            }
        }
        Ok(Flow::Next)
    }
}
