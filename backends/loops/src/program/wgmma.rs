//! Matrix products of operands in shared memory by the 128 threads of a warpgroup: PTX's
//! `wgmma`.

use super::op::MmaOp;
use super::tensor_map::{ROW_BYTES, swizzled};
use super::types::require;
use super::types::{Mistyped, Type};
use super::{BufferId, Value};
use crate::index::Index;

/// Threads of a warpgroup, which begins at a multiple of as many.
pub const WARPGROUP: usize = 128;

/// The M of a product: its rows.
pub const M: usize = 64;

/// Multiplies two tiles in shared memory, as a [`TmaLoad`](super::TmaLoad) writes them, and
/// adds the product to an accumulator of 64 rows. K is as many elements as 128 bytes hold.
///
/// An operand is K-major: a row of 128 bytes, swizzled, for each row of the left or column of
/// the right one. A *transposed* operand is MN-major: a row of 128 bytes for each step of K,
/// with 64 rows or columns side by side, and the next 64 behind all steps. Only elements of 2
/// bytes can be transposed.
///
/// Of the accumulator, each thread holds two of the first eight columns in one row and two in
/// the eighth row below, then the same of the next eight columns and so on: thread `t` of the
/// warpgroup, `r = 16·(t / 32) + t mod 32 / 4` and `c = 2·(t mod 4)`, has `(r, c)`, `(r, c + 1)`,
/// `(r + 8, c)`, `(r + 8, c + 1)`, then `(r, c + 8)` …
///
/// The product is asynchronous: the result is there after [`super::Inst::WgmmaWait`]; until
/// then nothing but another product uses it, and nothing writes to the operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wgmma {
    /// The element types; not [`MmaOp::F64`].
    pub op: MmaOp,
    /// The beginning of the left operand: a multiple of 1024 bytes.
    pub lhs: (BufferId, Index),
    /// The beginning of the right operand, likewise.
    pub rhs: (BufferId, Index),
    /// Whether each operand is transposed (MN-major).
    pub transposed: [bool; 2],
    /// The accumulator that the product is added to.
    pub acc: Value,
}

impl MmaOp {
    /// K of a [`Wgmma`]: how many elements of an operand 128 bytes hold.
    pub fn row_k(self) -> usize {
        ROW_BYTES as usize / self.scalars().0.bytes()
    }
}

/// The place of an element of an operand, in bytes from its beginning: row or column `point`,
/// step `k`.
pub fn operand_byte(op: MmaOp, transposed: bool, point: usize, k: usize) -> u64 {
    let bytes = op.scalars().0.bytes();
    let row = ROW_BYTES as usize;
    let at = match transposed {
        false => point * row + k * bytes,
        true => {
            let side = row / bytes;
            (point / side * op.row_k() + k) * row + point % side * bytes
        }
    };
    swizzled(at as u64)
}

/// The row and the column of a lane of a thread's part of the accumulator.
pub fn acc_element(thread: usize, lane: usize) -> (usize, usize) {
    let (warp, t) = (thread / 32, thread % 32);
    (16 * warp + t / 4 + lane / 2 % 2 * 8, lane / 4 * 8 + t % 4 * 2 + lane % 2)
}

impl Wgmma {
    /// The N of a product whose accumulator has this type: its columns.
    pub fn n(acc: Type) -> usize {
        2 * usize::from(acc.lanes)
    }

    pub(super) fn infer(&self, of: &dyn Fn(Value) -> Type) -> Result<Type, Mistyped> {
        let (operand, total) = self.op.scalars();
        let acc = of(self.acc);
        let name = self.op.name();
        let n = Wgmma::n(acc);
        let fits = acc.scalar == total && (8..=256).contains(&n) && n.is_multiple_of(8);
        require(fits && self.op != MmaOp::F64, || format!("wgmma {name} to {acc}"))?;
        let transposed = self.transposed != [false; 2];
        require(!transposed || operand.bytes() == 2, || {
            format!("wgmma {name} of transposed operands")
        })?;
        let whole = !self.transposed[1] || n.is_multiple_of(64);
        require(whole, || format!("{n} columns of a transposed operand"))?;
        Ok(acc)
    }

    /// Calls `visit` with every value it depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        for (_, at) in [&self.lhs, &self.rhs] {
            at.each_var(&mut |v| visit(Value(v.0)));
        }
        visit(self.acc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn each_element_has_a_byte_and_each_sum_a_thread() {
        for (op, transposed) in
            [(MmaOp::BF16, false), (MmaOp::F16, true), (MmaOp::S8U8, false), (MmaOp::TF32, false)]
        {
            let (steps, bytes) = (op.row_k(), op.scalars().0.bytes() as u64);
            let at = |p| (0..steps).map(move |k| operand_byte(op, transposed, p, k));
            let all: FxHashSet<u64> = (0..128).flat_map(at).collect();
            assert_eq!(all.len(), 128 * steps);
            assert!(all.iter().all(|at| at % bytes == 0 && *at < 128 * ROW_BYTES));
        }
        let sums = (0..WARPGROUP).flat_map(|t| (0..32).map(move |lane| acc_element(t, lane)));
        let sums: FxHashSet<(usize, usize)> = sums.collect();
        assert_eq!(sums.len(), M * 64);
        assert!(sums.iter().all(|(row, column)| *row < M && *column < 64));
    }
}
