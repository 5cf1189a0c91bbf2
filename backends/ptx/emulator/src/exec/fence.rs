//! Synchronization: the clocks that threads release and acquire.

use std::rc::Rc;

use super::location::Location;
use super::machine::{Machine, Warp, lanes};
use crate::clock::Clock;
use crate::kernel::{Fence, Mask};

impl Machine<'_> {
    /// A name for a place through which threads order their accesses.
    pub(super) fn key(&mut self, place: Location) -> (u32, u64) {
        let address = self.address_of(place);
        match place {
            Location::Shared { block, .. } => (self.blocks[block].linear + 1, address),
            _ => (0, address),
        }
    }

    /// Begins a new epoch of a warp, so that what its lanes do from now on is not part of what
    /// was handed on. The epoch that ends.
    pub(crate) fn next_epoch(&mut self, warp: &mut Warp) -> u32 {
        let ended = warp.epoch;
        self.now += 1;
        warp.epoch += 1;
        ended
    }

    /// A lane's clock, its own accesses included. Its later accesses are not, so its warp
    /// begins an epoch.
    pub(crate) fn hand_on(&mut self, warp: &mut Warp, lane: usize) -> Clock {
        let mut clock = Clock::clone(&warp.clocks[lane]);
        let epoch = self.next_epoch(warp);
        clock.know_thread(warp.number as u16, lane as u8, epoch, 0);
        clock
    }

    /// The joined clock of the lanes of a mask, their own accesses included.
    pub(crate) fn hand_on_all(&mut self, warp: &mut Warp, mask: Mask) -> Clock {
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
            clock.know_warp(number, epoch);
            clock.settle(number, mask);
        } else {
            for lane in lanes(mask) {
                clock.know_thread(number, lane as u8, epoch, 0);
            }
        }
        clock
    }

    /// Lets the lanes of a mask learn a clock.
    pub(crate) fn learn(&self, warp: &mut Warp, mask: Mask, clock: &Rc<Clock>) {
        let mut before: Option<(Rc<Clock>, Rc<Clock>)> = None;
        for lane in lanes(mask) {
            let own = &warp.clocks[lane];
            let learnt = match &before {
                Some((old, new)) if Rc::ptr_eq(old, own) => new.clone(),
                _ => {
                    let mut all = Clock::clone(own);
                    all.join(clock);
                    Rc::new(all)
                }
            };
            before = Some((own.clone(), learnt.clone()));
            warp.clocks[lane] = learnt;
        }
    }

    /// Lanes of a warp come together: each knows what all do.
    pub(crate) fn meet(&mut self, warp: &mut Warp, mask: Mask) {
        let clock = Rc::new(self.hand_on_all(warp, mask));
        for lane in lanes(mask) {
            warp.clocks[lane] = clock.clone();
        }
    }

    /// A strong write: what was released before it goes to the place.
    pub(super) fn release(
        &mut self,
        warp: &mut Warp,
        block: u32,
        lane: usize,
        key: (u32, u64),
        now: bool,
    ) {
        let clock = if now {
            Rc::new(self.hand_on(warp, lane))
        } else {
            match &warp.fenced[lane] {
                Some(clock) => clock.clone(),
                None => return,
            }
        };
        // A read-modify-write continues the release sequence: clocks released to the place before
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

    /// A strong read: what was released to the place is learnt, now or at the next fence.
    pub(super) fn acquire(
        &mut self,
        warp: &mut Warp,
        block: u32,
        lane: usize,
        key: (u32, u64),
        now: bool,
    ) {
        let Some((owner, clock)) = self.released.get(&key) else { return };
        // A thread that polls a place acquires the same clock again and again.
        if now && warp.learnt[lane].as_ref().is_some_and(|l| Rc::ptr_eq(l, clock)) {
            return;
        }
        let clock =
            if *owner == block { clock.clone() } else { Rc::new(clock.for_block(*owner, block)) };
        if now {
            warp.learnt[lane] = self.released.get(&key).map(|(_, clock)| clock.clone());
            self.learn(warp, 1 << lane, &clock);
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
                        self.learn(warp, 1 << lane, &clock);
                    }
                }
                let mut clocks = Vec::new();
                let epoch = warp.epoch;
                self.next_epoch(warp);
                for lane in lanes(mask) {
                    let mut clock = Clock::clone(&warp.clocks[lane]);
                    clock.know_thread(warp.number as u16, lane as u8, epoch, 0);
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
                    clock.know_thread(number, lane as u8, epoch, epoch);
                    clock.proxy();
                    warp.clocks[lane] = Rc::new(clock);
                }
            }
            Fence::Other => {}
        }
    }
}
