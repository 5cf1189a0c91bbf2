//! Matrix instructions, and the loads and stores of their fragments.
//!
//! The layout of matrices is in [`fragment`] for registers and in
//! [`descriptor`](wgmma) for shared memory. Products are exact; sums of floats are taken in
//! `f64` in order of the contracted index, and rounded once to the type of the result. A
//! device adds in another order and with fewer bits; PTX leaves that open.

mod fragment;
mod mma;
mod transfer;
mod wgmma;

use crate::exec::{Flow, Machine, Result, State, Warp};
use crate::kernel::{Mask, Matrix};

impl Machine<'_> {
    pub(crate) fn matrix(
        &mut self,
        block: usize,
        warp: &mut Warp,
        mask: Mask,
        matrix: &Matrix,
        line: u32,
    ) -> Result<Flow> {
        // They are `.sync.aligned`: all threads of the warp, together.
        if mask != warp.alive {
            return Ok(Flow::Wait(State::Lanes(warp.alive)));
        }
        match matrix {
            Matrix::Mma(mma) => {
                mma.run(warp);
                let [m, n, k] = mma.shape;
                self.report.flops += 2 * (m * n * k) as u64;
            }
            Matrix::Transfer { address, registers, transposed, store } => {
                self.transfer(block, warp, mask, (*address, registers, *transposed, *store), line)?;
            }
            Matrix::Transpose { to, from } => transfer::transpose(warp, *to, *from),
            Matrix::Multiply(multiply) => self.multiply(warp, mask, multiply, line)?,
            Matrix::MultiplyFence => self.multiply_fence(warp),
            Matrix::MultiplyCommit => self.multiply_commit(warp),
            Matrix::MultiplyWait(left) => self.multiply_wait(warp, mask, *left),
        }
        Ok(Flow::Next)
    }
}
