//! Products of matrices in shared memory by the 128 threads of a warpgroup: PTX's `wgmma`.

use super::op::ProductOp;
use super::tensor_map::{ROW_BYTES, swizzled};
use super::types::require;
use super::types::{Mistyped, Type};
use super::{BufferId, Value};
use crate::index::Index;

/// Threads of a warpgroup, which begins at a multiple of as many.
pub const WARPGROUP: usize = 128;

/// Rows of a product.
pub const ROWS: usize = 64;

/// Adds to a matrix of 64 rows the product of two that tiles brought to shared memory
/// ([`super::View`]): over as many steps of the sum as 128 bytes hold elements.
///
/// A factor is in rows of 128 bytes, one for each of its rows (of the left one) or columns
/// (of the right one), with the steps of the sum side by side; or, *turned*, one for each
/// step, with 64 rows or columns side by side, 64 of these being so many bytes away from
/// the next 64 as the steps take. Only elements of 2 bytes can lie so.
///
/// Each thread has of the sums two of the first eight columns in one row and two in the
/// eighth row below, then the same of the next eight columns and so on: thread `t` of the
/// warpgroup, `r = 16·(t / 32) + t mod 32 / 4` and `c = 2·(t mod 4)`, has `(r, c)`, `(r, c + 1)`,
/// `(r + 8, c)`, `(r + 8, c + 1)`, then `(r, c + 8)` …
///
/// The sums are there once they were waited for ([`super::Inst::Settle`]); until then nothing but
/// another product uses them, and nothing writes to the factors.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Warpgroup {
    /// What is multiplied. None of [`ProductOp::F64`].
    pub op: ProductOp,
    /// Where the left factor begins: a multiple of 1024 bytes.
    pub left: (BufferId, Index),
    /// Where the right factor begins, likewise.
    pub right: (BufferId, Index),
    /// Whether each is turned.
    pub turned: [bool; 2],
    /// What it is added to.
    pub sums: Value,
}

impl ProductOp {
    /// Steps of the sum in a row of a tile.
    pub fn row_steps(self) -> usize {
        ROW_BYTES as usize / self.scalars().0.bytes()
    }
}

/// Where an element of a factor is, in bytes from its beginning.
pub fn place(op: ProductOp, turned: bool, point: usize, step: usize) -> u64 {
    let bytes = op.scalars().0.bytes();
    let row = ROW_BYTES as usize;
    let at = match turned {
        false => point * row + step * bytes,
        true => {
            let side = row / bytes;
            (point / side * op.row_steps() + step) * row + point % side * bytes
        }
    };
    swizzled(at as u64)
}

/// The row and the column of one of a thread's sums.
pub fn sum_at(thread: usize, lane: usize) -> (usize, usize) {
    let (warp, t) = (thread / 32, thread % 32);
    (16 * warp + t / 4 + lane / 2 % 2 * 8, lane / 4 * 8 + t % 4 * 2 + lane % 2)
}

impl Warpgroup {
    /// The columns of a product with sums of this type.
    pub fn columns(sums: Type) -> usize {
        2 * usize::from(sums.lanes)
    }

    pub(super) fn infer(&self, of: &dyn Fn(Value) -> Type) -> Result<Type, Mistyped> {
        let (factor, total) = self.op.scalars();
        let sums = of(self.sums);
        let name = self.op.name();
        let columns = Warpgroup::columns(sums);
        let fits =
            sums.scalar == total && (8..=256).contains(&columns) && columns.is_multiple_of(8);
        require(fits && self.op != ProductOp::F64, || format!("{name} of a warpgroup to {sums}"))?;
        let turned = self.turned != [false; 2];
        require(!turned || factor.bytes() == 2, || format!("{name} of turned factors"))?;
        let whole = !self.turned[1] || columns.is_multiple_of(64);
        require(whole, || format!("{columns} columns that are turned"))?;
        Ok(sums)
    }

    /// Calls `visit` with every value it depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        for (_, at) in [&self.left, &self.right] {
            at.each_var(&mut |v| visit(Value(v.0)));
        }
        visit(self.sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn each_element_has_a_place_and_each_sum_a_thread() {
        for (op, turned) in [
            (ProductOp::BF16, false),
            (ProductOp::F16, true),
            (ProductOp::S8U8, false),
            (ProductOp::TF32, false),
        ] {
            let (steps, bytes) = (op.row_steps(), op.scalars().0.bytes() as u64);
            let all = (0..128).flat_map(|p| (0..steps).map(move |s| place(op, turned, p, s)));
            let all: FxHashSet<u64> = all.collect();
            assert_eq!(all.len(), 128 * steps);
            assert!(all.iter().all(|at| at % bytes == 0 && *at < 128 * ROW_BYTES));
        }
        let sums = (0..WARPGROUP).flat_map(|t| (0..32).map(move |lane| sum_at(t, lane)));
        let sums: FxHashSet<(usize, usize)> = sums.collect();
        assert_eq!(sums.len(), ROWS * 64);
        assert!(sums.iter().all(|(row, column)| *row < ROWS && *column < 64));
    }
}
