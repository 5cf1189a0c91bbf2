//! Vector clocks: the accesses of other threads that a thread has synchronized with.
//!
//! An access is ordered before another if the second's thread *knows* of it. A thread knows
//! its own accesses; what it knows otherwise came to it through something that orders
//! memory: a barrier, a fence with an atomic, an `mbarrier`. Each such event hands on a
//! [`Clock`].
//!
//! A clock says, for each warp of the block, up to which of its epochs all lanes' accesses
//! are known; for single threads that were ahead of their warp, theirs; for the asynchronous
//! operations that report to an `mbarrier`, up to which of its epochs; and for other blocks,
//! the whole clock of the thread that handed it on. A warp's epoch changes whenever some
//! lane of it hands on what it knows. (Flanagan and Freund, "FastTrack", 2009, has vector
//! clocks a thread; warps come together so often that one entry for 32 threads does.)

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
    /// By warp: epochs up to this are known, of all lanes.
    warps: Vec<u32>,
    /// By warp: epochs up to this were made visible to the asynchronous proxy.
    proxied: Vec<u32>,
    /// Single threads, in order: warp, lane, epoch, and the epoch made visible to the asynchronous proxy.
    threads: Vec<(u16, u8, u32, u32)>,
    /// By `mbarrier`: asynchronous operations up to this epoch are known.
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
    /// Learns what another clock knows.
    pub(crate) fn join(&mut self, other: &Self) {
        raise_all(&mut self.warps, &other.warps);
        raise_all(&mut self.proxied, &other.proxied);
        raise_all(&mut self.asynchronous, &other.asynchronous);
        for &(warp, lane, epoch, proxied) in &other.threads {
            self.know_thread(warp, lane, epoch, proxied);
        }
        self.trim();
        for (block, clock) in &other.blocks {
            self.know_block(*block, clock);
        }
    }

    /// Forgets single threads that are no longer ahead of what is known of their warps.
    fn trim(&mut self) {
        let (warps, proxied) = (&self.warps, &self.proxied);
        self.threads.retain(|(warp, _, epoch, proxy)| {
            *epoch > at(warps, usize::from(*warp)) || *proxy > at(proxied, usize::from(*warp))
        });
    }

    /// Learns of a warp's accesses up to an epoch, all lanes'.
    pub(crate) fn know_warp(&mut self, warp: u16, epoch: u32) {
        raise(&mut self.warps, warp.into(), epoch);
        self.trim();
    }

    /// Notes what all lanes of a warp have made visible to the asynchronous proxy as the warp's.
    pub(crate) fn settle(&mut self, warp: u16, lanes: u32) {
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

    /// Learns of one thread's accesses up to an epoch.
    pub(crate) fn know_thread(&mut self, warp: u16, lane: u8, epoch: u32, proxied: u32) {
        match self.threads.binary_search_by_key(&(warp, lane), |t| (t.0, t.1)) {
            Ok(index) => {
                let thread = &mut self.threads[index];
                thread.2 = thread.2.max(epoch);
                thread.3 = thread.3.max(proxied);
            }
            Err(index) => self.threads.insert(index, (warp, lane, epoch, proxied)),
        }
    }

    /// Learns of the asynchronous operations of an `mbarrier`, up to an epoch.
    pub(crate) fn know_asynchronous(&mut self, barrier: u16, epoch: u32) {
        raise(&mut self.asynchronous, barrier.into(), epoch);
    }

    /// Learns what a thread of another block knows.
    pub(crate) fn know_block(&mut self, block: u32, clock: &Rc<Clock>) {
        match self.blocks.iter_mut().find(|b| b.0 == block) {
            Some((_, known)) if Rc::ptr_eq(known, clock) => {}
            Some((_, known)) => Rc::make_mut(known).join(clock),
            None => self.blocks.push((block, clock.clone())),
        }
    }

    /// A clock as another block gets it: what it knows of third blocks, beside itself.
    pub(crate) fn for_block(self: &Rc<Self>, from: u32, to: u32) -> Self {
        let mut clock = Self::default();
        for (block, known) in &self.blocks {
            if *block == to {
                clock.join(known);
            } else {
                clock.know_block(*block, known);
            }
        }
        let mut own = Self::clone(self);
        own.blocks.clear();
        clock.know_block(from, &Rc::new(own));
        clock
    }

    /// Makes all that is known visible to the asynchronous proxy.
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

    /// Whether accesses of a block are known to a thread of it; not counting its own.
    fn knows_here(&self, record: &Record, own: u32) -> bool {
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

    /// Whether a thread that has this clock knows of accesses.
    pub(crate) fn knows(&self, record: &Record, me: &Record) -> bool {
        if record.block != me.block {
            let found = self.blocks.iter().find(|b| b.0 == record.block);
            return found.is_some_and(|(_, clock)| clock.knows_here(record, 0));
        }
        self.knows_here(record, if record.actor == me.actor { me.lanes } else { 0 })
    }

    /// Whether ordinary writes that are known were made visible to the asynchronous proxy.
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
