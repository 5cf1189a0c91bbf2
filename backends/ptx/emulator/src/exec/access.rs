//! Loads and stores, and what they cost.

use super::location::Location;
use super::machine::{Machine, Result, Warp, lanes, stop};
use crate::kernel::{Access, Address, Mask, Strength, signed, truncate};
use crate::number::little_endian;
use crate::report::{Report, Traffic};
use crate::shadow::AccessKind;
use crate::text::syntax::Space;
use smallvec::SmallVec;

/// The most bytes that one vector has.
const MAX_VECTOR: usize = 64;

/// Each byte that a vector reads past the end of its allocation.
const PAST_END: u8 = 0xDB;

impl Machine<'_> {
    /// The number of a vector's bytes in global memory that its allocation has, if it has the first one.
    ///
    /// LLVM joins loads to a vector that is longer than they are: an aligned vector lies in memory that
    /// is mapped as a whole, and nothing uses the rest, whose bytes `.pragma "used_bytes_mask"` leaves
    /// out where the version of PTX knows it.
    fn bytes_in_allocation(&self, address: &Address, base: u64, total: usize) -> usize {
        let value = base.wrapping_add_signed(address.offset);
        let may_be_global = matches!(address.space, Space::Global | Space::Const | Space::Generic);
        if !may_be_global || self.device.at(self.last, value, total as u64).is_some() {
            return total;
        }
        self.device.bytes_from(value).map_or(total, |left| total.min(left))
    }

    pub(super) fn load(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        access: &Access,
        line: u32,
    ) -> Result<()> {
        let element = access.bytes as usize;
        let total = element * access.registers.len();
        let mut traffic = Lines::default();
        let strong = access.strength != Strength::Weak;
        let linear = self.blocks[block].linear;
        for lane in lanes(mask) {
            let base = warp.registers[access.address.base as usize][lane];
            let available = match total > element && !strong {
                true => self.bytes_in_allocation(&access.address, base, total),
                false => total,
            };
            let extent = (available as u32, total as u32);
            let location = self.translate_part(block, warp, lane, &access.address, base, extent)?;
            let me = warp.record(linear, lane, line, strong);
            let checked = self.check(warp, location, available, AccessKind::Read, &me, "read");
            checked.or_else(|kind| stop(lane, kind))?;
            traffic.add(location, total);
            let mut bytes = [PAST_END; MAX_VECTOR];
            bytes[..available].copy_from_slice(self.bytes(block, location, available));
            for (index, register) in access.registers.iter().enumerate() {
                let mut value = little_endian(&bytes[index * element..][..element]);
                if let Some(bits) = access.extend {
                    value = truncate(signed(value, access.bytes * 8) as u64, bits);
                }
                warp.registers[*register as usize][lane] = value;
            }
            if strong {
                let key = self.key(location);
                self.acquire(warp, linear, lane, key, access.strength.acquires());
            }
        }
        traffic.count(&mut self.report, false);
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        access: &Access,
        line: u32,
    ) -> Result<()> {
        let element = access.bytes as usize;
        let total = element * access.registers.len();
        let mut traffic = Lines::default();
        let strong = access.strength != Strength::Weak;
        let linear = self.blocks[block].linear;
        for lane in lanes(mask) {
            let base = warp.registers[access.address.base as usize][lane];
            let location =
                self.translate(block, warp, lane, &access.address, base, total as u32)?;
            let me = warp.record(linear, lane, line, strong);
            let checked = self.check(warp, location, total, AccessKind::Write, &me, "write");
            checked.or_else(|kind| stop(lane, kind))?;
            traffic.add(location, total);
            let bytes = self.bytes(block, location, total);
            for (index, register) in access.registers.iter().enumerate() {
                let value = warp.registers[*register as usize][lane].to_le_bytes();
                bytes[index * element..][..element].copy_from_slice(&value[..element]);
            }
            if strong {
                let key = self.key(location);
                self.release(warp, linear, lane, key, access.strength.releases());
                self.progress += 1;
            }
        }
        traffic.count(&mut self.report, true);
        Ok(())
    }
}

/// The locations one instruction of a warp accesses, to count what they cost.
#[derive(Default)]
pub(crate) struct Lines {
    global: SmallVec<[u64; 64]>,
    shared: SmallVec<[u32; 32]>,
    bytes: u64,
    each: usize,
}

impl Lines {
    pub(crate) fn add(&mut self, location: Location, bytes: usize) {
        match location {
            Location::Global { allocation, at } => {
                self.bytes += bytes as u64;
                let begin = (allocation as u64) << 40 | at as u64;
                for sector in begin / 32..=(begin + bytes as u64 - 1) / 32 {
                    if self.global.last() != Some(&sector) {
                        self.global.push(sector);
                    }
                }
            }
            Location::Shared { at, .. } => {
                self.each = bytes;
                self.shared.push(at as u32);
            }
            _ => {}
        }
    }

    pub(crate) fn count(mut self, report: &mut Report, store: bool) {
        if !self.global.is_empty() {
            if !self.global.is_sorted() {
                self.global.sort_unstable();
            }
            self.global.dedup();
            let sectors = self.global.len() as u64;
            self.global.iter_mut().for_each(|s| *s /= 4);
            self.global.dedup();
            let traffic: &mut Traffic = if store { &mut report.stores } else { &mut report.loads };
            traffic.bytes += self.bytes;
            traffic.sectors += sectors;
            traffic.requests += self.global.len() as u64;
        }
        if !self.shared.is_empty() {
            // 8 and 16 bytes a lane go in two and four parts of the warp.
            let parts = (self.each / 4).clamp(1, 4);
            for part in self.shared.chunks(32 / parts) {
                let passes = bank_passes(part, self.each);
                report.shared_passes += passes;
                report.bank_conflicts += passes - 1;
            }
        }
    }
}

/// The number of passes over the 32 banks of four bytes that accesses need: the most different
/// words that fall into one bank.
fn bank_passes(addresses: &[u32], each: usize) -> u64 {
    let words = each.div_ceil(4) as u32;
    let mut all: SmallVec<[u32; 128]> =
        addresses.iter().flat_map(|a| (0..words).map(move |w| a / 4 + w)).collect();
    if !all.is_sorted() {
        all.sort_unstable();
    }
    all.dedup();
    let mut banks = [0; 32];
    for word in all {
        banks[word as usize % 32] += 1;
    }
    banks.into_iter().max().unwrap_or(1).max(1)
}
