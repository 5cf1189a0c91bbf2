//! A diagonal block of a Hessenberg matrix, which is transformed by itself, and its transformation applied
//! to the matrix around it by products.

use super::kind::Wide;
use crate::abi::Pool;
use crate::columns::{Columns, STRIP, multiply, multiply_adjoint, view, view_mut};
use crate::number::one;
use faer::Accum;

/// The columns of a narrow product that a thread takes at a time.
const NARROW: usize = 32;

/// The block of rows and columns `low..high`.
pub(super) fn block<T: Wide>(h: &Columns<T>, (low, high): (usize, usize)) -> Columns<T> {
    let mut made = Columns::zeros(high - low, high - low);
    for j in low..high {
        made.column_mut(j - low).copy_from_slice(&h.column(j)[low..high]);
    }
    made
}

/// Replaces the block of rows and columns from `low` on.
pub(super) fn replace<T: Wide>(h: &mut Columns<T>, low: usize, block: &Columns<T>) {
    let size = block.rows();
    for j in 0..size {
        h.column_mut(low + j)[low..low + size].copy_from_slice(block.column(j));
    }
}

/// Applies the transformation of the block of rows and columns from `low` on to the rest of the matrix
/// and to `q`.
pub(super) fn around<T: Wide>(
    h: &mut Columns<T>,
    q: &mut Columns<T>,
    low: usize,
    v: &Columns<T>,
    pool: &Pool<'_>,
) {
    let (n, size) = (h.rows(), v.rows());
    let (_, right) = h.split_at(low + size);
    pool.chunks(right, n * STRIP, |_, strip| {
        let width = strip.len() / n;
        let mut rows = Columns::zeros(size, width);
        for (j, column) in strip.chunks_exact(n).enumerate() {
            rows.column_mut(j).copy_from_slice(&column[low..low + size]);
        }
        let to = view_mut(strip, n, width).subrows_mut(low, size);
        multiply_adjoint(to, Accum::Replace, one(), v.view(), rows.view());
    });
    columns(h, low, low, v, pool);
    columns(q, low, q.rows(), v, pool);
}

/// Multiplies columns from `low` on, in the first `rows` rows, by a matrix from the right.
pub(super) fn columns<T: Wide>(
    m: &mut Columns<T>,
    low: usize,
    rows: usize,
    v: &Columns<T>,
    pool: &Pool<'_>,
) {
    if rows == 0 {
        return;
    }
    let (n, size) = (m.rows(), v.rows());
    let mut made = Columns::zeros(rows, size);
    let from = view(&m.data()[low * n..], n, size).subrows(0, rows);
    pool.chunks(made.data_mut(), rows * NARROW, |at, strip| {
        let width = strip.len() / rows;
        let some = v.view().subcols(at * NARROW, width);
        multiply(view_mut(strip, rows, width), Accum::Replace, one(), from, some);
    });
    for j in 0..size {
        m.column_mut(low + j)[..rows].copy_from_slice(made.column(j));
    }
}
