//! Loads and stores of lanes.

use super::super::{Access, Lanes, Type, Value, eval};
use super::{Machine, MachineError, read};

impl Machine<'_> {
    /// The place of each lane that is not masked off.
    pub(super) fn places(
        &self,
        what: &'static str,
        ty: Type,
        access: &Access,
    ) -> Result<Vec<Option<usize>>, MachineError> {
        let base = self.index(&access.offset);
        let mask = access.mask.map(|m| self.value(m));
        (0..usize::from(ty.lanes))
            .map(|lane| {
                if mask.is_some_and(|m| m[lane] == 0) {
                    return Ok(None);
                }
                let away = match &access.lanes {
                    Lanes::Contiguous => lane as i64,
                    Lanes::Strided(stride) => stride.wrapping_mul(lane as i64),
                    Lanes::Gather(at) => {
                        eval::signed(self.program.type_of(*at).scalar, self.value(*at)[lane])
                    }
                };
                self.place(what, access.buffer, base.wrapping_add(away)).map(Some)
            })
            .collect()
    }

    /// The first byte of an access, and the bytes from each lane to the next; none if a lane is
    /// masked off, gathered, or out of range, which [`Machine::places`] then tells.
    fn strided(&self, ty: Type, access: &Access) -> Option<(usize, i64)> {
        let width = self.layouts[access.buffer.0 as usize].width;
        let stride = match access.lanes {
            Lanes::Contiguous => 1,
            Lanes::Strided(stride) => stride,
            Lanes::Gather(_) => return None,
        };
        if access.mask.is_some() || width != ty.scalar.bytes() {
            return None;
        }
        let base = self.index(&access.offset);
        let first = self.place("access of", access.buffer, base).ok()?;
        let last = stride.checked_mul(i64::from(ty.lanes) - 1)?.checked_add(base)?;
        self.place("access of", access.buffer, last).ok()?;
        Some((first, stride * width as i64))
    }

    pub(super) fn load(
        &self,
        ty: Type,
        access: &Access,
        out: &mut Vec<u64>,
    ) -> Result<(), MachineError> {
        let bytes = ty.scalar.bytes();
        if let Some((first, step)) = self.strided(ty, access) {
            let memory = self.bytes(access.buffer);
            let mut at = first as i64;
            for _ in 0..ty.lanes {
                out.push(read(&memory[at as usize..][..bytes]));
                at += step;
            }
            return Ok(());
        }
        let places = self.places("load of", ty, access)?;
        let memory = self.bytes(access.buffer);
        out.extend(places.iter().map(|p| p.map_or(0, |at| read(&memory[at..at + bytes]))));
        Ok(())
    }

    pub(super) fn store(&mut self, value: Value, access: &Access) -> Result<(), MachineError> {
        let ty = self.program.type_of(value);
        let bytes = ty.scalar.bytes();
        let mut lanes = std::mem::take(&mut self.result);
        lanes.clear();
        lanes.extend_from_slice(self.values.lanes(value));
        if let Some((first, step)) = self.strided(ty, access) {
            let memory = self.bytes_mut(access.buffer);
            let mut at = first as i64;
            for bits in &lanes {
                memory[at as usize..][..bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
                at += step;
            }
        } else {
            let places = self.places("store to", ty, access)?;
            let memory = self.bytes_mut(access.buffer);
            for (at, bits) in places.iter().zip(&lanes) {
                if let Some(at) = at {
                    memory[*at..at + bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
                }
            }
        }
        self.result = lanes;
        Ok(())
    }
}
