//! Atomic operations: the lanes of a warp one after another.

use super::access::Lines;
use super::machine::{Machine, Result, Warp, lanes, stop};
use crate::kernel::{Atomic, Mask};
use crate::number::little_endian;
use crate::shadow::AccessKind;

impl Machine<'_> {
    pub(super) fn atomic(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        atomic: &Atomic,
        line: u32,
    ) -> Result<()> {
        let element = atomic.bytes as usize;
        let total = element * atomic.operands.len();
        let linear = self.blocks[block].linear;
        let mut traffic = Lines::default();
        for lane in lanes(mask) {
            let base = warp.registers[atomic.address.base as usize][lane];
            let location =
                self.translate(block, warp, lane, &atomic.address, base, total as u32)?;
            let me = warp.record(linear, lane, line, true);
            for kind in [AccessKind::Read, AccessKind::Write] {
                let checked = self.check(warp, location, total, kind, &me, "atomic");
                checked.or_else(|kind| stop(lane, kind))?;
            }
            traffic.add(location, total);
            let bytes = self.bytes(block, location, total);
            for (index, operand) in atomic.operands.iter().enumerate() {
                let part = &mut bytes[index * element..][..element];
                let old = little_endian(part);
                let operand = warp.registers[*operand as usize][lane];
                let swap = warp.registers[atomic.swap as usize][lane];
                let new = (atomic.update)(old, operand, swap);
                part.copy_from_slice(&new.to_le_bytes()[..element]);
                if let Some(to) = atomic.old.get(index) {
                    warp.registers[*to as usize][lane] = old;
                }
            }
            let key = self.key(location);
            self.acquire(warp, linear, lane, key, atomic.strength.acquires());
            self.release(warp, linear, lane, key, atomic.strength.releases());
            self.progress += 1;
        }
        traffic.count(&mut self.report, true);
        Ok(())
    }
}
