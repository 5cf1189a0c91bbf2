//! The reductions of `cp.reduce.async.bulk` and `red.async`.

use crate::kernel::{Reduction, update};
use crate::number::little_endian;

impl Reduction {
    /// Combines bytes with what is there.
    pub(super) fn apply(&self, there: &mut [u8], bytes: &[u8]) {
        let Some(update) = update(&self.name, self.element) else { return };
        let size = (self.element.bits() / 8) as usize;
        for (there, bytes) in there.chunks_exact_mut(size).zip(bytes.chunks_exact(size)) {
            let new = update(little_endian(there), little_endian(bytes), 0);
            there.copy_from_slice(&new.to_le_bytes()[..size]);
        }
    }
}
