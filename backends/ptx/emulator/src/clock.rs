//! Vector clocks: the accesses of other threads that a thread has synchronized with.
//!
//! An access *happens before* another one if the clock of the second one's thread *covers* it.
//! A thread's clock covers the thread's own accesses. It covers accesses of others after a
//! synchronization: a barrier, a fence with an atomic, an `mbarrier`. One side *releases* its
//! [`Clock`] there, and the other side *acquires* it, which joins it with its own.
//!
//! | entry of a clock | covers |
//! |---|---|
//! | a warp of the block | accesses of all lanes, up to an epoch of the warp |
//! | a single thread | its accesses, up to an epoch, where it is ahead of its warp's entry |
//! | an `mbarrier` | asynchronous operations that complete on it, up to an epoch |
//! | another block | what the clock covers that a thread of that block released |
//!
//! A warp's epoch ends whenever a lane of it releases its clock. (FastTrack, by Flanagan and
//! Freund, 2009, has an entry for each thread. Warps synchronize so often that one entry for 32
//! threads suffices.)

use std::rc::Rc;

/// A set of accesses of one warp, or of an asynchronous operation, in one epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) block: u32,
    /// The warp, or [`ASYNCHRONOUS`] and the number of an `mbarrier`.
    pub(crate) actor: u16,
    /// Whether they are atomic or otherwise strong.
    pub(crate) strong: bool,
    /// Which lanes.
    pub(crate) lanes: u32,
    pub(crate) epoch: u32,
    pub(crate) line: u32,
}

/// Actors from here on are asynchronous operations.
pub(crate) const ASYNCHRONOUS: u16 = 0x8000;

/// A vector clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// By warp: the last epoch that is covered, of all lanes.
    warps: Vec<u32>,
    /// By warp: epochs up to this were made visible to the asynchronous proxy.
    proxied: Vec<u32>,
    /// Single threads, in order: warp, lane, epoch, and the epoch made visible to the asynchronous proxy.
    threads: Vec<(u16, u8, u32, u32)>,
    /// By `mbarrier`: the last epoch whose asynchronous operations are covered.
    asynchronous: Vec<u32>,
    /// Threads of other blocks: block and clock.
    blocks: Vec<(u32, Rc<Clock>)>,
}

fn at(list: &[u32], index: usize) -> u32 {
    list.get(index).copied().unwrap_or(0)
}

fn raise(list: &mut Vec<u32>, index: usize, value: u32) {
    if list.len() <= index {
        list.resize(index + 1, 0);
    }
    list[index] = list[index].max(value);
}

fn raise_all(list: &mut Vec<u32>, other: &[u32]) {
    for (index, value) in other.iter().enumerate() {
        raise(list, index, *value);
    }
}

impl Clock {
    /// Joins another clock: covers what either covers.
    pub(crate) fn join(&mut self, other: &Self) {
        raise_all(&mut self.warps, &other.warps);
        raise_all(&mut self.proxied, &other.proxied);
        raise_all(&mut self.asynchronous, &other.asynchronous);
        for &(warp, lane, epoch, proxied) in &other.threads {
            self.raise_thread(warp, lane, epoch, proxied);
        }
        self.trim();
        for (block, clock) in &other.blocks {
            self.join_block(*block, clock);
        }
    }

    /// Drops entries of single threads that are not ahead of their warps' entries.
    fn trim(&mut self) {
        let (warps, proxied) = (&self.warps, &self.proxied);
        self.threads.retain(|(warp, _, epoch, proxy)| {
            *epoch > at(warps, usize::from(*warp)) || *proxy > at(proxied, usize::from(*warp))
        });
    }

    /// Covers the accesses of all lanes of a warp up to an epoch.
    pub(crate) fn raise_warp(&mut self, warp: u16, epoch: u32) {
        raise(&mut self.warps, warp.into(), epoch);
        self.trim();
    }

    /// Notes what all lanes of a warp have made visible to the asynchronous proxy as the warp's.
    pub(crate) fn publish_warp(&mut self, warp: u16, lanes: u32) {
        let known = at(&self.proxied, warp.into());
        let mut least = u32::MAX;
        for lane in 0..32_u8 {
            if lanes >> lane & 1 == 1 {
                let own = self.threads.iter().find(|t| t.0 == warp && t.1 == lane);
                least = least.min(own.map_or(known, |t| t.3.max(known)));
            }
        }
        raise(&mut self.proxied, warp.into(), least);
        self.trim();
    }

    /// Covers one thread's accesses up to an epoch.
    pub(crate) fn raise_thread(&mut self, warp: u16, lane: u8, epoch: u32, proxied: u32) {
        match self.threads.binary_search_by_key(&(warp, lane), |t| (t.0, t.1)) {
            Ok(index) => {
                let thread = &mut self.threads[index];
                thread.2 = thread.2.max(epoch);
                thread.3 = thread.3.max(proxied);
            }
            Err(index) => self.threads.insert(index, (warp, lane, epoch, proxied)),
        }
    }

    /// Covers the asynchronous operations of an `mbarrier` up to an epoch.
    pub(crate) fn raise_asynchronous(&mut self, barrier: u16, epoch: u32) {
        raise(&mut self.asynchronous, barrier.into(), epoch);
    }

    /// Joins the clock of a thread of another block.
    pub(crate) fn join_block(&mut self, block: u32, clock: &Rc<Clock>) {
        match self.blocks.iter_mut().find(|b| b.0 == block) {
            Some((_, known)) if Rc::ptr_eq(known, clock) => {}
            Some((_, known)) => Rc::make_mut(known).join(clock),
            None => self.blocks.push((block, clock.clone())),
        }
    }

    /// The clock as a thread of another block acquires it: all of it is about another block there.
    pub(crate) fn for_block(self: &Rc<Self>, from: u32, to: u32) -> Self {
        let mut clock = Self::default();
        for (block, known) in &self.blocks {
            if *block == to {
                clock.join(known);
            } else {
                clock.join_block(*block, known);
            }
        }
        let mut own = Self::clone(self);
        own.blocks.clear();
        clock.join_block(from, &Rc::new(own));
        clock
    }

    /// Makes all covered accesses visible to the asynchronous proxy.
    pub(crate) fn proxy(&mut self) {
        let warps = std::mem::take(&mut self.warps);
        raise_all(&mut self.proxied, &warps);
        self.warps = warps;
        for thread in &mut self.threads {
            thread.3 = thread.2;
        }
        for (_, clock) in &mut self.blocks {
            Rc::make_mut(clock).proxy();
        }
    }

    /// Whether accesses of this clock's block are covered; those of the lanes `own` always are.
    fn covers_in_block(&self, record: &Record, own: u32) -> bool {
        if record.actor >= ASYNCHRONOUS {
            return record.epoch <= at(&self.asynchronous, (record.actor - ASYNCHRONOUS).into());
        }
        if record.epoch <= at(&self.warps, record.actor.into()) {
            return true;
        }
        let mut lanes = record.lanes & !own;
        for &(warp, lane, epoch, _) in &self.threads {
            if warp == record.actor && epoch >= record.epoch {
                lanes &= !(1 << lane);
            }
        }
        lanes == 0
    }

    /// Whether accesses happen before one of a thread that has this clock.
    pub(crate) fn covers(&self, record: &Record, me: &Record) -> bool {
        if record.block != me.block {
            let found = self.blocks.iter().find(|b| b.0 == record.block);
            return found.is_some_and(|(_, clock)| clock.covers_in_block(record, 0));
        }
        self.covers_in_block(record, if record.actor == me.actor { me.lanes } else { 0 })
    }

    /// Whether covered ordinary writes were made visible to the asynchronous proxy.
    pub(crate) fn is_proxied(&self, record: &Record, block: u32) -> bool {
        if record.actor >= ASYNCHRONOUS {
            return true;
        }
        let clock = if record.block == block {
            self
        } else {
            match self.blocks.iter().find(|b| b.0 == record.block) {
                Some((_, clock)) => clock,
                None => return false,
            }
        };
        if record.epoch <= at(&clock.proxied, record.actor.into()) {
            return true;
        }
        let mut lanes = record.lanes;
        for &(warp, lane, _, proxied) in &clock.threads {
            if warp == record.actor && proxied >= record.epoch {
                lanes &= !(1 << lane);
            }
        }
        lanes == 0
    }
}
