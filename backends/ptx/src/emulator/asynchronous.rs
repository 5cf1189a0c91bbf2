//! Asynchronous copies: what is under way, and when it takes effect.

use super::exec::{Machine, Result, Warp};
use super::fault::{Fault, FaultKind};
use super::kernel::Mask;
use super::shadow::Kind;

/// An instruction of an asynchronous copy.
pub(crate) enum Async {}

impl Async {
    pub(crate) fn registers(&mut self, _: impl FnMut(&mut u32)) {
        match *self {}
    }
}

/// Copies under way of a warp.
#[derive(Default)]
pub(crate) struct WarpCopies {}

/// Copies under way of a block.
#[derive(Default)]
pub(crate) struct BlockCopies {}

impl BlockCopies {
    /// The fault of an access of bytes that are being copied.
    pub(crate) fn pending(&self, _: usize, _: usize, _: Kind) -> Option<FaultKind> {
        None
    }
}

impl Machine<'_> {
    /// Lets an asynchronous operation take effect. Whether there was one.
    pub(crate) fn asynchronous_step(&mut self) -> std::result::Result<bool, Box<Fault>> {
        Ok(false)
    }

    /// The blocks of a wave have ended.
    pub(crate) fn end_of_wave(&mut self) -> std::result::Result<(), Box<Fault>> {
        Ok(())
    }

    pub(crate) fn asynchronous(
        &mut self,
        _: usize,
        _: &mut Warp,
        _: Mask,
        op: &Async,
        _: u32,
    ) -> Result<super::exec::Flow> {
        match *op {}
    }
}
