//! Clusters: addresses in other blocks, and the barrier of all of them.

use std::rc::Rc;

use super::machine::{Machine, Result, State, Warp, first, lanes, stop};
use super::step::Flow;
use crate::clock::Clock;
use crate::fault::FaultKind;
use crate::kernel::{Mask, truncate};
use crate::memory::SHARED_WINDOW;

impl Machine<'_> {
    /// `mapa`: the address in another block of the cluster.
    pub(crate) fn map_address(
        &mut self,
        warp: &mut Warp,
        mask: Mask,
        [to, address, rank]: [u32; 3],
        generic: bool,
    ) -> Result<()> {
        let size: u32 = self.launch.cluster.iter().product();
        for lane in lanes(mask) {
            let value = warp.registers[address as usize][lane];
            let rank = warp.registers[rank as usize][lane] as u32;
            if rank >= size {
                let what = format!("there is no block {rank} in a cluster of {size}");
                return stop(lane, FaultKind::Invalid(what));
            }
            let window = if generic { SHARED_WINDOW } else { 0 };
            let mapped = u64::from(rank + 1) << 24 | truncate(value.wrapping_sub(window), 24);
            warp.registers[to as usize][lane] = window + mapped;
        }
        Ok(())
    }

    /// `getctarank`: the block of the cluster that an address lies in.
    pub(crate) fn rank_of(
        &self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        to: u32,
        address: u32,
        generic: bool,
    ) {
        let own = self.blocks[block].rank;
        for lane in lanes(mask) {
            let value = warp.registers[address as usize][lane];
            let offset = value.wrapping_sub(if generic { SHARED_WINDOW } else { 0 });
            let rank = match offset >> 24 {
                0 => u64::from(own),
                other => other - 1,
            };
            warp.registers[to as usize][lane] = rank;
        }
    }

    /// `barrier.cluster.arrive`
    pub(crate) fn cluster_arrive(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        releases: bool,
    ) -> Result<()> {
        let clock = if releases { self.release_lanes(warp, mask) } else { Clock::default() };
        let barrier = &mut self.blocks[block].cluster_barrier;
        let arrived = barrier.arrived.entry(warp.number).or_default();
        if *arrived & mask != 0 {
            let what = "a thread arrives twice at the cluster's barrier without waiting";
            return stop(first(*arrived & mask), FaultKind::Invalid(what.into()));
        }
        *arrived |= mask;
        barrier.clock.join(&clock);
        let completed = barrier.completed;
        for lane in lanes(mask) {
            warp.generations[lane] = Some(completed);
        }
        self.progress += 1;
        Ok(())
    }

    /// `barrier.cluster.wait`
    pub(crate) fn cluster_wait(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
    ) -> Result<Flow> {
        let completed = self.blocks[block].cluster_barrier.completed;
        for lane in lanes(mask) {
            match warp.generations[lane] {
                Some(generation) if generation < completed => {}
                Some(_) => return Ok(Flow::Wait(State::Cluster)),
                None => {
                    let what = "a thread waits at the cluster's barrier without having arrived";
                    return stop(lane, FaultKind::Invalid(what.into()));
                }
            }
        }
        for lane in lanes(mask) {
            warp.generations[lane] = None;
        }
        let clock: Rc<_> = self.blocks[block].cluster_barrier.released.clone();
        self.acquire_clock(warp, mask, &clock);
        Ok(Flow::Next)
    }
}
