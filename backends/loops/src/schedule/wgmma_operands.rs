//! The gemm that warpgroups compute for a nest, and the TMA loads of its operands.

use super::gemm_dims::{GemmDims, MmaGemm, mma_of};
use super::im2col::{self, TmaOperand};
use super::roles::roles;
use crate::nest::Nest;
use crate::program::{MmaOp, ROW_BYTES, wgmma};

/// A nest's gemm for warpgroups (`wgmma`).
#[derive(Clone, Debug)]
pub(super) struct WgmmaGemm {
    /// The MMA instruction and its operands.
    pub(super) mma: MmaGemm,
    /// The operands as TMA loads them.
    pub(super) operands: [TmaOperand; 2],
    /// Steps of the sum, of 128 bytes each.
    pub(super) steps: u64,
    /// The nest that this is of, if it is not the given one
    /// ([`im2col::apart`]).
    pub(super) apart: Option<Box<Nest>>,
}

/// Returns the gemm for warpgroups that a nest is, if it is one that they can compute.
pub(super) fn wgmma_of(nest: &Nest) -> Option<WgmmaGemm> {
    let sides = GemmDims::of(&roles(nest)?);
    let mma = mma_of(nest)?;
    let MmaGemm { op, nodes, .. } = mma;
    if op == MmaOp::F64 {
        return None;
    }
    let depth = op.row_k() as u64;
    if let Some((operands, steps)) = im2col::sources(nest, nodes, &sides, depth) {
        return Some(WgmmaGemm { mma, operands, steps, apart: None });
    }
    let apart = im2col::apart(nest, nodes)?;
    let found = wgmma_of(&apart)?;
    Some(WgmmaGemm { apart: found.apart.or(Some(Box::new(apart))), ..found })
}

impl WgmmaGemm {
    /// Returns whether a warpgroup multiplies so many columns at a time.
    ///
    /// # Errors
    /// One sentence that says why not.
    pub(super) fn fits(&self, columns: u64) -> Result<(), String> {
        if !matches!(columns, 32 | 64 | 128 | 256) {
            return Err(format!("a warpgroup has 32, 64, 128 or 256 columns, not {columns}"));
        }
        // Sums of low parts take as many registers again.
        if self.mma.tf32x3 && columns > 128 {
            return Err(format!(
                "a warpgroup has at most 128 columns of tf32x3 sums, not {columns}"
            ));
        }
        if self.operands[1].transposed() && columns < 64 {
            return Err(format!(
                "an rhs that is contiguous along n needs 64 columns, not {columns}"
            ));
        }
        Ok(())
    }

    /// Blocks with such tiles that a multiprocessor has room for: two warpgroups that multiply
    /// take all of its registers, and so do wide sums.
    pub(super) fn room((m, n): (u64, u64)) -> u64 {
        if m == ROWS && n <= 128 { 2 } else { 1 }
    }

    /// About how many cycles 128 bytes of each row and column of a tile take: those of matrix
    /// units and of shared memory, or of what brings the tiles, whichever are more.
    pub(super) fn cycles(&self, (rows, columns): (u64, u64)) -> u64 {
        if self.mma.tf32x3 {
            // Three products, each tile written, read and written twice again.
            let moved = 3 * (rows / ROWS * (ROWS + columns)) + 4 * (rows + columns);
            return moved.max(3 * rows * columns / 32);
        }
        // In a cycle, 32 products of 128 bytes, 128 bytes of shared memory, and 64 of the
        // second-level cache.
        let multiplied = (rows * columns / 32).max(rows / ROWS * (ROWS + columns));
        multiplied.max((rows + columns) * ROW_BYTES / 64)
    }
}

/// Rows that a warpgroup has.
pub(super) const ROWS: u64 = wgmma::M as u64;
