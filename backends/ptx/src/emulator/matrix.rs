//! Matrix instructions.

use super::exec::{Flow, Machine, Result, Warp};
use super::kernel::Mask;

/// A matrix instruction.
pub(crate) enum Matrix {}

impl Matrix {
    pub(crate) fn registers(&mut self, _: impl FnMut(&mut u32)) {
        match *self {}
    }
}

impl Machine<'_> {
    pub(crate) fn matrix(
        &mut self,
        _: usize,
        _: &mut Warp,
        _: Mask,
        matrix: &Matrix,
        _: u32,
    ) -> Result<Flow> {
        match *matrix {}
    }
}
