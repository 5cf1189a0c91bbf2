//! `mbarrier` objects: arrivals, expected bytes, phases. (PTX ISA, "mbarrier".)
//!
//! A phase is complete when no arrival is pending and as many bytes came as were expected;
//! then the next begins, with as many arrivals pending as the object counts. A thread that observes
//! the completed phase acquires the clocks of the arrivals, and sees the bytes that came.

use std::rc::Rc;

use crate::clock::Clock;
use crate::exec::{Flow, Location, Machine, Mbarrier, Result, State, Warp, lanes, stop};
use crate::fault::FaultKind;
use crate::kernel::{Address, Mask, MbarrierOp};
use crate::shadow::AccessKind;

impl Machine<'_> {
    /// The object at an address, for a thread that may know of it.
    pub(crate) fn mbarrier_at(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        address: &Address,
    ) -> Result<(usize, u64)> {
        let base = warp.registers[address.base as usize][lane];
        let location = self.translate(block, warp, lane, address, base, 8)?;
        let Location::Shared { block: owner, at } = location else {
            return stop(lane, FaultKind::Invalid("an `mbarrier` lies in shared memory".into()));
        };
        let key = at as u64;
        if !self.blocks[owner].copies.mbarriers.contains_key(&key) {
            let what = format!("no `mbarrier` has been initialised at {key:#x} of shared memory");
            return stop(lane, FaultKind::Invalid(what));
        }
        // Its initialisation has to be known; uses of it need no other order.
        let me = warp.record(self.blocks[block].linear, lane, 0, true);
        let checked = self.check(warp, location, 8, AccessKind::Read, &me, "use of an mbarrier");
        checked.or_else(|kind| stop(lane, kind))?;
        Ok((owner, key))
    }

    fn object(&mut self, barrier: (usize, u64), lane: usize) -> Result<&mut Mbarrier> {
        match self.blocks[barrier.0].copies.mbarriers.get_mut(&barrier.1) {
            Some(object) => Ok(object),
            None => stop(lane, FaultKind::Invalid("the `mbarrier` has been invalidated".into())),
        }
    }

    /// Completes the phase if nothing is missing.
    fn advance(&mut self, barrier: (usize, u64), lane: usize) -> Result<()> {
        let object = self.object(barrier, lane)?;
        if object.pending == 0 && object.bytes == 0 {
            object.phase += 1;
            object.pending = object.expected;
            let mut clock = Clock::clone(&object.complete);
            clock.join(&std::mem::take(&mut object.arriving));
            object.complete = Rc::new(clock);
            self.progress += 1;
        }
        Ok(())
    }

    /// Arrivals: the state before them.
    pub(crate) fn arrive(
        &mut self,
        barrier: (usize, u64),
        count: u32,
        drop: bool,
        clock: &Clock,
        lane: usize,
    ) -> Result<u64> {
        let object = self.object(barrier, lane)?;
        if count == 0 || count > object.pending {
            let what =
                format!("{count} arrivals at an `mbarrier` that waits for {}", object.pending);
            return stop(lane, FaultKind::Invalid(what));
        }
        let state = object.phase << 32 | u64::from(object.pending);
        object.pending -= count;
        if drop {
            object.expected -= count;
        }
        object.arriving.join(clock);
        self.advance(barrier, lane)?;
        Ok(state)
    }

    /// Bytes came, by an asynchronous operation of an epoch.
    pub(super) fn bytes_came(
        &mut self,
        barrier: (usize, u64),
        bytes: u32,
        epoch: u32,
    ) -> Result<()> {
        let object = self.object(barrier, 0)?;
        object.bytes -= i64::from(bytes);
        let number = object.number;
        object.arriving.raise_asynchronous(number, epoch);
        self.advance(barrier, 0)
    }

    /// A clock of a block as another's thread gets it.
    fn clock_for(&self, clock: &Rc<Clock>, from: usize, to: usize) -> Rc<Clock> {
        if from == to {
            return clock.clone();
        }
        let (from, to) = (self.blocks[from].linear, self.blocks[to].linear);
        Rc::new(clock.for_block(from, to))
    }

    pub(super) fn mbarrier(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &MbarrierOp,
        at: u32,
    ) -> Result<Flow> {
        let line = self.kernel.code[at as usize].line;
        let linear = self.blocks[block].linear;
        let value =
            |warp: &Warp, register: u32, lane: usize| warp.registers[register as usize][lane];
        match op {
            MbarrierOp::Init { barrier, .. } | MbarrierOp::Invalidate { barrier } => {
                for lane in lanes(mask) {
                    let base = value(warp, barrier.base, lane);
                    let location = self.translate(block, warp, lane, barrier, base, 8)?;
                    let Location::Shared { block: owner, at } = location else {
                        return stop(
                            lane,
                            FaultKind::Invalid("an `mbarrier` lies in shared memory".into()),
                        );
                    };
                    let me = warp.record(linear, lane, line, false);
                    let checked = self.check(warp, location, 8, AccessKind::Write, &me, "write");
                    checked.or_else(|kind| stop(lane, kind))?;
                    let MbarrierOp::Init { count, .. } = op else {
                        self.blocks[owner].copies.mbarriers.remove(&(at as u64));
                        continue;
                    };
                    let count = value(warp, *count, lane) as u32;
                    if count == 0 || count >= 1 << 20 {
                        let what = format!("an `mbarrier` can't count {count} arrivals");
                        return stop(lane, FaultKind::Invalid(what));
                    }
                    let copies = &mut self.blocks[owner].copies;
                    let number = copies.numbered;
                    copies.numbered += 1;
                    let object = Mbarrier {
                        expected: count,
                        pending: count,
                        bytes: 0,
                        phase: 0,
                        arriving: Clock::default(),
                        complete: Rc::default(),
                        number,
                    };
                    copies.mbarriers.insert(at as u64, object);
                }
            }
            MbarrierOp::ExpectBytes { barrier, bytes }
            | MbarrierOp::CompleteBytes { barrier, bytes } => {
                let expect = matches!(op, MbarrierOp::ExpectBytes { .. });
                for lane in lanes(mask) {
                    let key = self.mbarrier_at(block, warp, lane, barrier)?;
                    let bytes = i64::from(value(warp, *bytes, lane) as u32);
                    let object = self.object(key, lane)?;
                    object.bytes += if expect { bytes } else { -bytes };
                    if !expect {
                        self.advance(key, lane)?;
                    }
                }
            }
            MbarrierOp::Arrive { barrier, state, count, bytes, drop, releases } => {
                let mut keys = Vec::new();
                for lane in lanes(mask) {
                    keys.push(self.mbarrier_at(block, warp, lane, barrier)?);
                }
                // Lanes that arrive together at one object release one joined clock.
                let together = keys.iter().all(|k| *k == keys[0]) && keys.len() > 1 && *releases;
                let common = together.then(|| Rc::new(self.release_lanes(warp, mask)));
                for (lane, key) in lanes(mask).zip(keys) {
                    let count = count.map_or(1, |r| value(warp, r, lane) as u32);
                    if let Some(bytes) = bytes {
                        let bytes = value(warp, *bytes, lane) as u32;
                        self.object(key, lane)?.bytes += i64::from(bytes);
                    }
                    let clock = match &common {
                        Some(clock) => clock.clone(),
                        None if *releases => Rc::new(self.release_lane(warp, lane)),
                        None => Rc::default(),
                    };
                    let clock = self.clock_for(&clock, block, key.0);
                    let before = self.arrive(key, count, *drop, &clock, lane)?;
                    if let Some(state) = state {
                        warp.registers[*state as usize][lane] = before;
                    }
                }
            }
            MbarrierOp::Test { barrier, phase, parity, to, sleeps, acquires } => {
                let mut done = 0;
                for lane in lanes(mask) {
                    let key = self.mbarrier_at(block, warp, lane, barrier)?;
                    let phase = value(warp, *phase, lane);
                    let object = self.object(key, lane)?;
                    let complete = if *parity {
                        object.phase & 1 != phase & 1
                    } else {
                        object.phase != phase >> 32
                    };
                    let clock = object.complete.clone();
                    if complete {
                        done |= 1 << lane;
                        if *acquires {
                            let clock = self.clock_for(&clock, key.0, block);
                            self.acquire_clock(warp, 1 << lane, &clock);
                        }
                    }
                }
                // `try_wait` may fail although it may sleep: it does so once, and then sleeps.
                if done == 0 && *sleeps && warp.copies.tried == Some(at) {
                    return Ok(Flow::Wait(State::Elsewhere));
                }
                warp.set_predicate(*to, mask, done);
                warp.copies.tried = (done == 0).then_some(at);
                if done != mask {
                    return Ok(Flow::Yield);
                }
            }
            MbarrierOp::Pending { to, state } => {
                for lane in lanes(mask) {
                    let pending = value(warp, *state, lane) & 0xFFFF_FFFF;
                    warp.registers[*to as usize][lane] = pending;
                }
            }
        }
        Ok(Flow::Next)
    }
}
