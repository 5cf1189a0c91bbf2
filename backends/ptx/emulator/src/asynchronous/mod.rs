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
mod mbarrier;
mod reduce;
mod tensor;

use crate::exec::{Event, Flow, Machine, Result, Warp, first, lanes, stop};
use crate::fault::{Fault, FaultKind};
use crate::kernel::{Async, Mask};
use crate::options::Order;

impl Machine<'_> {
    /// Lets an asynchronous operation take effect. Whether there was one.
    pub(crate) fn asynchronous_step(&mut self) -> std::result::Result<bool, Box<Fault>> {
        let event = match self.options.order {
            Order::Reverse => self.events.pop_back(),
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
                for lane in lanes(mask) {
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
                for lane in lanes(mask) {
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
                    let lane = first(mask);
                    return stop(lane, FaultKind::Invalid(what));
                }
            }
        }
        Ok(Flow::Next)
    }
}
