//! Bulk copies: operations that report to an `mbarrier`, and bulk groups of stores.

use std::rc::Rc;

use crate::clock::{ASYNCHRONOUS, Clock, Record};
use crate::exec::{Event, Lines, Location, Machine, Result, Store, Warp, lanes, line_of, stop};
use crate::fault::{Fault, FaultKind};
use crate::kernel::{Address, BulkOp, Mask, Reduction, StoreOp};
use crate::shadow::AccessKind;

impl Machine<'_> {
    /// A location that has to be a multiple of 16.
    fn bulk_place(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        address: &Address,
        bytes: u32,
    ) -> Result<Location> {
        let base = warp.registers[address.base as usize][lane].wrapping_add_signed(address.offset);
        let location = self
            .locate(block, warp.number, lane, address.space, base, bytes)
            .or_else(|kind| stop(lane, kind))?;
        if !base.is_multiple_of(16) {
            let kind = FaultKind::Misaligned { space: location.space(), address: base, align: 16 };
            return stop(lane, kind);
        }
        Ok(location)
    }

    /// Checks a read of shared memory by the asynchronous proxy, in the name of a lane.
    pub(crate) fn proxy_read(
        &mut self,
        warp: &Warp,
        location: Location,
        bytes: usize,
        me: &Record,
    ) -> std::result::Result<(), FaultKind> {
        self.check(warp, location, bytes, AccessKind::Read, me, "read")?;
        let Location::Shared { block, at } = location else { return Ok(()) };
        if !self.options.races {
            return Ok(());
        }
        let clock = &warp.clocks[crate::exec::first(me.lanes)];
        for write in self.blocks[block].shared.shadow.writes(at, bytes) {
            if !clock.is_proxied(&write, me.block) {
                return Err(FaultKind::Invalid(format!(
                    "the asynchronous proxy reads shared memory that line {} wrote without a \
                     `fence.proxy.async` since",
                    write.line
                )));
            }
        }
        Ok(())
    }

    /// The blocks that get the bytes of a load: the one of the address, or those of a mask.
    pub(super) fn destinations(
        &self,
        block: usize,
        warp: &Warp,
        lane: usize,
        multicast: Option<u32>,
        owner: usize,
    ) -> Result<Vec<usize>> {
        let Some(register) = multicast else { return Ok(vec![owner]) };
        let mask = warp.registers[register as usize][lane] as u16;
        let size = self.launch.cluster.iter().product::<u32>() as usize;
        if u32::from(mask) >> size != 0 {
            let what = format!("the blocks {mask:#x} are not all in a cluster of {size}");
            return stop(lane, FaultKind::Invalid(what));
        }
        let begin = self.blocks[block].cluster;
        Ok((0..size).filter(|rank| mask >> rank & 1 == 1).map(|rank| begin + rank).collect())
    }

    /// Puts bytes on their way to shared memory of a block, with an `mbarrier` at the end.
    pub(super) fn send(
        &mut self,
        warp: &mut Warp,
        lane: usize,
        (to, data): (Location, Vec<u8>),
        barrier: (usize, u64),
        reduce: Option<Reduction>,
        line: u32,
    ) -> Result<()> {
        let Location::Shared { block: owner, at } = to else {
            return stop(lane, FaultKind::Invalid("the bytes have to go to shared memory".into()));
        };
        let sender = self.blocks[self.current].linear;
        let me = warp.record(sender, lane, line, reduce.is_some());
        if reduce.is_none() {
            let checked = self.check(warp, to, data.len(), AccessKind::Write, &me, "write");
            checked.or_else(|kind| stop(lane, kind))?;
        }
        let clock = self.release_lane(warp, lane);
        let receiver = self.blocks[owner].linear;
        let clock = Rc::new(clock);
        let clock =
            if receiver == sender { clock } else { Rc::new(clock.for_block(sender, receiver)) };
        // Of a reduction, others may be under way to the same location.
        let pending = match reduce {
            None => vec![self.blocks[owner].copies.begin(at, data.len(), true, line)],
            Some(_) => Vec::new(),
        };
        let bytes = data.len() as u32;
        let to = vec![(to, data)];
        self.events.push_back(Event::Arrive { to, pending, barrier, bytes, line, reduce, clock });
        Ok(())
    }

    pub(super) fn bulk(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &BulkOp,
        line: u32,
    ) -> Result<()> {
        let linear = self.blocks[block].linear;
        for lane in lanes(mask) {
            let bytes = warp.registers[op.bytes as usize][lane] as u32;
            if bytes == 0 || !bytes.is_multiple_of(16) {
                let what = format!("a bulk copy is of a multiple of 16 bytes, not {bytes}");
                return stop(lane, FaultKind::Invalid(what));
            }
            let from = self.bulk_place(block, warp, lane, &op.from, bytes)?;
            let to = self.bulk_place(block, warp, lane, &op.to, bytes)?;
            let me = warp.record(linear, lane, line, false);
            let checked = self.proxy_read(warp, from, bytes as usize, &me);
            checked.or_else(|kind| stop(lane, kind))?;
            let data = self.bytes(block, from, bytes as usize).to_vec();
            let mut traffic = Lines::default();
            traffic.add(if op.barrier.is_some() { from } else { to }, bytes as usize);
            if let Location::Global { .. } = if op.barrier.is_some() { from } else { to } {
                traffic.count(&mut self.report, op.barrier.is_none());
            }
            let Some(barrier) = &op.barrier else {
                self.keep_store(
                    block,
                    warp,
                    lane,
                    (from, bytes as usize),
                    vec![(to, data)],
                    (op.reduce.clone(), line),
                );
                continue;
            };
            let Location::Shared { block: owner, at } = to else {
                return stop(
                    lane,
                    FaultKind::Invalid("the bytes have to go to shared memory".into()),
                );
            };
            let key = self.mbarrier_at(block, warp, lane, barrier)?;
            for owner in self.destinations(block, warp, lane, op.multicast, owner)? {
                let to = Location::Shared { block: owner, at };
                // With several destinations, it completes on an `mbarrier` of each.
                let key = if op.multicast.is_some() { (owner, key.1) } else { key };
                self.send(warp, lane, (to, data.clone()), key, op.reduce.clone(), line)?;
            }
        }
        Ok(())
    }

    /// Notes a bulk store of a lane, that takes effect when it is waited for: what it reads,
    /// and where that goes.
    pub(super) fn keep_store(
        &mut self,
        block: usize,
        warp: &mut Warp,
        lane: usize,
        (from, bytes): (Location, usize),
        pieces: Vec<(Location, Vec<u8>)>,
        (reduce, line): (Option<Reduction>, u32),
    ) {
        let mut pending = Vec::new();
        if let Location::Shared { at, .. } = from {
            pending.push(self.blocks[block].copies.begin(at, bytes, false, line));
        }
        let store = Store { pieces, reduce, pending, line, read: false };
        warp.copies.lane(lane).open_stores.push(store);
    }

    /// `st.async` and `red.async`
    pub(super) fn store_async(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &StoreOp,
        line: u32,
    ) -> Result<()> {
        let size = op.bytes as usize;
        let total = op.bytes * op.values.len() as u32;
        for lane in lanes(mask) {
            let base = warp.registers[op.to.base as usize][lane];
            let to = self.translate(block, warp, lane, &op.to, base, total)?;
            let key = self.mbarrier_at(block, warp, lane, &op.barrier)?;
            let value = |r: &u32| warp.registers[*r as usize][lane].to_le_bytes();
            let data = op.values.iter().flat_map(|r| value(r)[..size].to_vec()).collect();
            self.send(warp, lane, (to, data), key, op.reduce.clone(), line)?;
        }
        Ok(())
    }

    /// Bytes arrive, and complete on their `mbarrier`.
    pub(super) fn arrive_bytes(&mut self, event: Event) -> std::result::Result<(), Box<Fault>> {
        let Event::Arrive { to, pending, barrier, bytes, line, reduce, clock } = event else {
            return Ok(());
        };
        let Some(object) = self.blocks[barrier.0].copies.mbarriers.get(&barrier.1) else {
            let kind = FaultKind::Invalid("the `mbarrier` has been invalidated".into());
            return Err(self.engine_fault(kind, barrier.0, line));
        };
        let actor = ASYNCHRONOUS + object.number;
        self.now += 1;
        let epoch = self.now;
        let (strong, lanes) = (reduce.is_some(), 1);
        for (location, data) in to {
            let Location::Shared { block: owner, .. } = location else { continue };
            for number in &pending {
                self.blocks[owner].copies.end(*number);
            }
            let block = self.blocks[owner].linear;
            let me = Record { block, actor, strong, lanes, epoch, line };
            self.write_piece(&clock, location, &data, reduce.as_ref(), &me)
                .map_err(|kind| self.engine_fault(kind, owner, line))?;
        }
        self.bytes_came(barrier, bytes, epoch)
            .map_err(|stop| self.engine_fault(stop.kind, barrier.0, line))
    }

    /// Writes bytes, or combines them with what is there.
    fn write_piece(
        &mut self,
        clock: &Clock,
        location: Location,
        data: &[u8],
        reduce: Option<&Reduction>,
        me: &Record,
    ) -> std::result::Result<(), FaultKind> {
        if reduce.is_some() {
            self.check_with(clock, location, data.len(), AccessKind::Read, me, "atomic")?;
        }
        self.check_with(clock, location, data.len(), AccessKind::Write, me, "write")?;
        let there = self.bytes(0, location, data.len());
        match reduce {
            Some(reduce) => reduce.apply(there, data),
            None => there.copy_from_slice(data),
        }
        Ok(())
    }

    /// `cp.async.bulk.wait_group`: for the reads of groups, or for all of them.
    pub(super) fn wait_stores(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        left: usize,
        read: bool,
    ) -> Result<()> {
        for lane in lanes(mask) {
            let all = warp.copies.lane(lane);
            if read {
                let done = all.store_groups.len().saturating_sub(left);
                let stores = all.store_groups.iter_mut().take(done).flatten();
                let mut ended = Vec::new();
                for store in stores.filter(|s| !s.read) {
                    store.read = true;
                    ended.append(&mut store.pending);
                }
                for number in ended {
                    self.blocks[block].copies.end(number);
                }
                continue;
            }
            let mut done = Vec::new();
            while all.store_groups.len() > left {
                done.extend(all.store_groups.pop_front().unwrap_or_default());
            }
            self.finish_stores(block, warp, lane, done).or_else(|kind| stop(lane, kind))?;
        }
        Ok(())
    }

    fn finish_stores(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        stores: Vec<Store>,
    ) -> std::result::Result<(), FaultKind> {
        let linear = self.blocks[block].linear;
        let clock = warp.clocks[lane].clone();
        for store in stores {
            for number in &store.pending {
                self.blocks[block].copies.end(*number);
            }
            let me = warp.record(linear, lane, store.line, store.reduce.is_some());
            for (location, data) in &store.pieces {
                self.write_piece(&clock, *location, data, store.reduce.as_ref(), &me)?;
            }
        }
        Ok(())
    }

    /// The blocks of a wave have ended: what is still under way takes effect, unless it would
    /// read shared memory that no longer is the block's.
    pub(crate) fn end_of_wave(&mut self) -> std::result::Result<(), Box<Fault>> {
        while self.asynchronous_step()? {}
        for block in 0..self.blocks.len() {
            let mut warps = std::mem::take(&mut self.blocks[block].warps);
            for warp in &mut warps {
                for lane in 0..warp.copies.lanes.len() {
                    let all = warp.copies.lane(lane);
                    let mut stores: Vec<Store> = all.store_groups.drain(..).flatten().collect();
                    stores.append(&mut all.open_stores);
                    if let Some(store) = stores.iter().find(|s| !s.read) {
                        let what = "the block ends while its bulk store may still read its shared \
                                    memory: nothing waits for that";
                        let kind = FaultKind::Invalid(what.into());
                        return Err(self.engine_fault(kind, block, store.line));
                    }
                    let line = stores.first().map_or(0, |s| s.line);
                    self.finish_stores(block, warp, lane, stores)
                        .map_err(|kind| self.engine_fault(kind, block, line))?;
                }
            }
        }
        Ok(())
    }

    /// A fault of an operation that no thread is at any more.
    fn engine_fault(&self, kind: FaultKind, block: usize, line: u32) -> Box<Fault> {
        let mut fault = Fault::launch(&self.kernel.name, kind);
        fault.line = line;
        fault.text = line_of(self.source, line);
        fault.block = self.blocks[block].index;
        fault
    }
}
