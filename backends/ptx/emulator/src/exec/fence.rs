//! Synchronization: the clocks that threads release and acquire.

use std::rc::Rc;

use super::location::Location;
use super::machine::{Machine, Warp, lanes};
use crate::clock::Clock;
use crate::kernel::{Fence, Mask};

impl Machine<'_> {
    /// A name for a location through which threads order their accesses.
    pub(super) fn key(&mut self, location: Location) -> (u32, u64) {
        let address = self.address_of(location);
        match location {
            Location::Shared { block, .. } => (self.blocks[block].linear + 1, address),
            _ => (0, address),
        }
    }

    /// Begins a new epoch of a warp, so that a clock released just before does not cover later
    /// accesses. Returns the epoch that ends.
    pub(crate) fn next_epoch(&mut self, warp: &mut Warp) -> u32 {
        let ended = warp.epoch;
        self.now += 1;
        warp.epoch += 1;
        ended
    }

    /// Releases a lane's clock, which covers the lane's accesses so far. Its warp begins an epoch.
    pub(crate) fn release_lane(&mut self, warp: &mut Warp, lane: usize) -> Clock {
        let mut clock = Clock::clone(&warp.clocks[lane]);
        let epoch = self.next_epoch(warp);
        clock.raise_thread(warp.number as u16, lane as u8, epoch, 0);
        clock
    }

    /// Releases the joined clock of the lanes of a mask, which covers their accesses so far.
    pub(crate) fn release_lanes(&mut self, warp: &mut Warp, mask: Mask) -> Clock {
        let mut clock = Clock::default();
        let mut before: Option<Rc<Clock>> = None;
        for lane in lanes(mask) {
            let own = &warp.clocks[lane];
            if !before.as_ref().is_some_and(|b| Rc::ptr_eq(b, own)) {
                clock.join(own);
                before = Some(own.clone());
            }
        }
        let number = warp.number as u16;
        let epoch = self.next_epoch(warp);
        if mask & warp.alive == warp.alive {
            clock.raise_warp(number, epoch);
            clock.publish_warp(number, mask);
        } else {
            for lane in lanes(mask) {
                clock.raise_thread(number, lane as u8, epoch, 0);
            }
        }
        clock
    }

    /// Joins a clock with those of the lanes of a mask.
    pub(crate) fn acquire_clock(&self, warp: &mut Warp, mask: Mask, clock: &Rc<Clock>) {
        let mut before: Option<(Rc<Clock>, Rc<Clock>)> = None;
        for lane in lanes(mask) {
            let own = &warp.clocks[lane];
            let joined = match &before {
                Some((old, new)) if Rc::ptr_eq(old, own) => new.clone(),
                _ => {
                    let mut all = Clock::clone(own);
                    all.join(clock);
                    Rc::new(all)
                }
            };
            before = Some((own.clone(), joined.clone()));
            warp.clocks[lane] = joined;
        }
    }

    /// Synchronizes lanes of a warp: the accesses of each happen before the later ones of all.
    pub(crate) fn synchronize(&mut self, warp: &mut Warp, mask: Mask) {
        let clock = Rc::new(self.release_lanes(warp, mask));
        for lane in lanes(mask) {
            warp.clocks[lane] = clock.clone();
        }
    }

    /// A strong write: what was released before it goes to the location.
    pub(super) fn release(
        &mut self,
        warp: &mut Warp,
        block: u32,
        lane: usize,
        key: (u32, u64),
        now: bool,
    ) {
        let clock = if now {
            Rc::new(self.release_lane(warp, lane))
        } else {
            match &warp.fenced[lane] {
                Some(clock) => clock.clone(),
                None => return,
            }
        };
        // A read-modify-write continues the release sequence: clocks released to the location before
        // stay.
        let clock = match self.released.get(&key) {
            None => clock,
            Some((owner, old)) => {
                let mut all = Clock::clone(&clock);
                if *owner == block {
                    all.join(old);
                } else {
                    all.join(&old.for_block(*owner, block));
                }
                Rc::new(all)
            }
        };
        self.released.insert(key, (block, clock));
    }

    /// A strong read: acquires what was released to the location, now or at the next fence.
    pub(super) fn acquire(
        &mut self,
        warp: &mut Warp,
        block: u32,
        lane: usize,
        key: (u32, u64),
        now: bool,
    ) {
        let Some((owner, clock)) = self.released.get(&key) else { return };
        // A thread that polls a location acquires the same clock again and again.
        if now && warp.acquired_last[lane].as_ref().is_some_and(|l| Rc::ptr_eq(l, clock)) {
            return;
        }
        let clock =
            if *owner == block { clock.clone() } else { Rc::new(clock.for_block(*owner, block)) };
        if now {
            warp.acquired_last[lane] = self.released.get(&key).map(|(_, clock)| clock.clone());
            self.acquire_clock(warp, 1 << lane, &clock);
        } else {
            let mut all = Clock::clone(&clock);
            if let Some(before) = &warp.acquired[lane] {
                all.join(before);
            }
            warp.acquired[lane] = Some(Rc::new(all));
        }
    }

    pub(super) fn fence(&mut self, warp: &mut Warp, mask: Mask, fence: Fence) {
        match fence {
            Fence::Memory => {
                for lane in lanes(mask) {
                    if let Some(clock) = warp.acquired[lane].take() {
                        self.acquire_clock(warp, 1 << lane, &clock);
                    }
                }
                let mut clocks = Vec::new();
                let epoch = warp.epoch;
                self.next_epoch(warp);
                for lane in lanes(mask) {
                    let mut clock = Clock::clone(&warp.clocks[lane]);
                    clock.raise_thread(warp.number as u16, lane as u8, epoch, 0);
                    clocks.push((lane, Rc::new(clock)));
                }
                for (lane, clock) in clocks {
                    warp.fenced[lane] = Some(clock);
                }
            }
            Fence::ProxyAsync => {
                let epoch = self.next_epoch(warp);
                let number = warp.number as u16;
                for lane in lanes(mask) {
                    let mut clock = Clock::clone(&warp.clocks[lane]);
                    clock.raise_thread(number, lane as u8, epoch, epoch);
                    clock.proxy();
                    warp.clocks[lane] = Rc::new(clock);
                }
            }
            Fence::Other => {}
        }
    }
}
