//! What `cp.reduce.async.bulk` and `red.async` do to the bytes that are there.

use super::super::decode::update;
use super::super::exec::read;
use super::super::kernel::Type;

/// An operation on elements in memory.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    pub(crate) name: String,
    pub(crate) element: Type,
}

impl Reduction {
    /// Whether there is such an operation.
    pub(crate) fn is_known(&self) -> bool {
        update(&self.name, self.element).is_some()
    }

    /// Combines bytes with what is there.
    pub(super) fn apply(&self, there: &mut [u8], bytes: &[u8]) {
        let Some(update) = update(&self.name, self.element) else { return };
        let size = (self.element.bits() / 8) as usize;
        for (there, bytes) in there.chunks_exact_mut(size).zip(bytes.chunks_exact(size)) {
            let new = update(read(there), read(bytes), 0);
            there.copy_from_slice(&new.to_le_bytes()[..size]);
        }
    }
}
