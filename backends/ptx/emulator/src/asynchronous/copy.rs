//! `cp.async` and its groups.

use crate::exec::{Copy, Event, Lines, Location, Machine, Result, Warp, lanes, stop};
use crate::fault::{Fault, FaultKind};
use crate::kernel::{Address, CopyOp, Mask};
use crate::shadow::AccessKind;

impl Machine<'_> {
    pub(super) fn copy(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        op: &CopyOp,
        line: u32,
    ) -> Result<()> {
        let linear = self.blocks[block].linear;
        let mut traffic = Lines::default();
        let ignored = op.ignore.map_or(0, |guard| warp.holds(guard));
        for lane in lanes(mask) {
            let base = |address: &Address| warp.registers[address.base as usize][lane];
            let (to, from) = (base(&op.to), base(&op.from));
            let mut count = op.bytes;
            if let Some(register) = op.source_bytes {
                count = warp.registers[register as usize][lane] as u32;
                if count > op.bytes {
                    let what = format!("{count} bytes of {} can't be copied", op.bytes);
                    return stop(lane, FaultKind::Invalid(what));
                }
            }
            if ignored >> lane & 1 == 1 {
                count = 0;
            }
            let to = self.translate(block, warp, lane, &op.to, to, op.bytes)?;
            let Location::Shared { block: owner, at } = to else {
                return stop(lane, FaultKind::Invalid("`cp.async` copies to shared memory".into()));
            };
            let mut data = vec![0; op.bytes as usize];
            let me = warp.record(linear, lane, line, false);
            if count > 0 {
                let value = from.wrapping_add_signed(op.from.offset);
                if value % u64::from(op.bytes) != 0 {
                    let kind =
                        FaultKind::Misaligned { space: "global", address: value, align: op.bytes };
                    return stop(lane, kind);
                }
                let location = self
                    .locate(block, warp.number, lane, op.from.space, value, count)
                    .or_else(|kind| stop(lane, kind))?;
                let checked =
                    self.check(warp, location, count as usize, AccessKind::Read, &me, "read");
                checked.or_else(|kind| stop(lane, kind))?;
                traffic.add(location, count as usize);
                let bytes = self.bytes(block, location, count as usize);
                data[..count as usize].copy_from_slice(bytes);
            }
            let checked = self.check(warp, to, op.bytes as usize, AccessKind::Write, &me, "write");
            checked.or_else(|kind| stop(lane, kind))?;
            let pending = self.blocks[owner].copies.begin(at, op.bytes as usize, true, line);
            warp.copies.lane(lane).open.push(Copy { to, data, line, pending });
        }
        traffic.count(&mut self.report, false);
        Ok(())
    }

    /// Lets copies take effect, for the lane that waited for them.
    fn finish_copies(
        &mut self,
        block: usize,
        warp: &Warp,
        lane: usize,
        copies: &[Copy],
    ) -> Result<()> {
        let linear = self.blocks[block].linear;
        for copy in copies {
            let Location::Shared { block: owner, .. } = copy.to else { continue };
            self.blocks[owner].copies.end(copy.pending);
            let me = warp.record(linear, lane, copy.line, false);
            let checked =
                self.check(warp, copy.to, copy.data.len(), AccessKind::Write, &me, "write");
            checked.or_else(|kind| stop(lane, kind))?;
            self.bytes(block, copy.to, copy.data.len()).copy_from_slice(&copy.data);
        }
        Ok(())
    }

    pub(super) fn wait_copies(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        left: Option<usize>,
    ) -> Result<()> {
        for lane in lanes(mask) {
            let all = warp.copies.lane(lane);
            let mut done = Vec::new();
            while all.groups.len() > left.unwrap_or(0) {
                done.extend(all.groups.pop_front().unwrap_or_default());
            }
            if left.is_none() {
                done.append(&mut all.open);
            }
            self.finish_copies(block, warp, lane, &done)?;
        }
        Ok(())
    }

    /// `cp.async.mbarrier.arrive`: an arrival when the thread's copies so far are done.
    pub(super) fn copy_arrive(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        barrier: &Address,
        counts: bool,
    ) -> Result<()> {
        for lane in lanes(mask) {
            let barrier = self.mbarrier_at(block, warp, lane, barrier)?;
            if counts {
                self.blocks[barrier.0]
                    .copies
                    .mbarriers
                    .entry(barrier.1)
                    .and_modify(|b| b.pending += 1);
            }
            let all = warp.copies.lane(lane);
            let mut copies: Vec<Copy> = all.groups.iter_mut().flat_map(std::mem::take).collect();
            copies.append(&mut all.open);
            let event = Event::Copied { copies, block, warp: warp.number, lane, barrier };
            self.events.push_back(event);
        }
        Ok(())
    }

    /// A thread's copies are done, and it arrives.
    pub(super) fn copied(
        &mut self,
        copies: Vec<Copy>,
        block: usize,
        warp: u32,
        lane: usize,
        barrier: (usize, u64),
    ) -> std::result::Result<(), Box<Fault>> {
        let line = copies.first().map_or(0, |c| c.line);
        let mut taken = self.blocks[block].warps[warp as usize].take_out();
        let mut result = self.finish_copies(block, &taken, lane, &copies);
        if result.is_ok() {
            let clock = self.release_lane(&mut taken, lane);
            result = self.arrive(barrier, 1, false, &clock, lane).map(|_| ());
        }
        let fault = result.map_err(|stop| {
            let at = self.kernel.code.iter().position(|i| i.line == line).unwrap_or(0);
            self.fault(block, &taken, at as u32, *stop)
        });
        self.blocks[block].warps[warp as usize] = taken;
        fault
    }
}
