//! Gemms in the matrix unit of CPUs.
//!
//! A register tile has up to 2 by 2 matrix registers of sums, each with 16 rows and columns. Both
//! operands are packed so that the contents of a register are contiguous: 16 rows with a step of
//! the sum each for the operand with the rows; 16 columns of each dot group for the other one.
//! Steps beyond the end of the sum are padded with zeros. The sums are written to memory and
//! processed further row by row.

use super::access_pattern::mentions;
use super::loops::{Loop, Pack};
use crate::nest::Nest;
use crate::program::matrix::{ROWS, group};

/// The register tile of the matrix unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MatrixTile {
    /// The dimension of the left registers' rows.
    pub(super) row: usize,
    /// The dimension of the lanes.
    pub(super) column: usize,
    /// The reduced dimension.
    pub(super) sum: usize,
    /// The size of a dot group.
    pub(super) group: u64,
    /// Number of rows and columns of registers.
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// Whether the operand with the rows is the nest's second.
    pub(super) swapped: bool,
}

/// The matrix tile of a nest's gemm, given its loops, the one over the sum, and the copies.
pub(super) fn tile(
    nest: &Nest,
    loops: &[Loop],
    at: usize,
    packs: &[Pack],
) -> Result<MatrixTile, String> {
    let no = |reason: &str| Err(reason.to_owned());
    let Some((x, y)) = nest.contraction() else { return no("nothing is multiplied and summed") };
    let (x, y) = (nest.unconverted(x), nest.unconverted(y));
    let (first, second) = (nest.body.element(x), nest.body.element(y));
    let summed = nest.reduction.as_ref().map(|r| nest.body.element(r.values[0]));
    let Some((group, sum)) = group(first).filter(|g| Some(*g) == group(second)) else {
        return Err(format!("there are no products of {first} and {second}"));
    };
    if summed != Some(sum) {
        return Err(format!("products of {first} are summed as {sum}"));
    }
    let (in_x, in_y) = (mentions(nest, x), mentions(nest, y));
    let leaf = |l: &&Loop| !l.split && !nest.dims[l.dim].reducing && l.step > 1;
    let Some(column) = loops.iter().filter(leaf).find(|l| u64::from(l.lanes) == ROWS) else {
        return Err(format!("columns are vectors of {ROWS}"));
    };
    let mut others = loops.iter().filter(leaf).filter(|l| l.dim != column.dim);
    let (Some(row), None) = (others.next(), others.next()) else {
        return no("one loop besides that of columns is unrolled: that of rows");
    };
    if !row.unroll.is_multiple_of(ROWS) {
        return Err(format!("rows are unrolled by a multiple of {ROWS}"));
    }
    let apart = in_x[column.dim] != in_y[column.dim] && in_x[row.dim] != in_y[row.dim];
    if !apart || in_x[row.dim] == in_x[column.dim] {
        return no("one factor has the rows, the other the columns");
    }
    let swapped = in_y[row.dim];
    let (rows, columns) = (row.unroll / ROWS, column.unroll);
    if rows * columns + rows + columns > crate::program::matrix::REGISTERS as u64 {
        return no("there are not so many registers");
    }
    let sum = loops[at].dim;
    for (own, by, has_own) in [(row.dim, loops[at].step, 0), (column.dim, group, 1)] {
        let number = has_own ^ usize::from(swapped);
        let pack = packs.iter().find(|p| p.operand as usize == number);
        let panels = pack.map(|p| &p.over[p.over.len().saturating_sub(2)..]);
        if panels != Some(&[(own, Some(ROWS)), (sum, Some(by))][..]) {
            let (own, sum) = (&nest.dims[own].name, &nest.dims[sum].name);
            return Err(format!(
                "an operand is not packed over {own} by {ROWS}, {sum} by {by} last"
            ));
        }
    }
    Ok(MatrixTile { row: row.dim, column: column.dim, sum, group, rows, columns, swapped })
}
