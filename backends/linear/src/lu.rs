//! LU with partial pivoting: `getrf` of LAPACK, and XLA's `LuDecomposition`.
//!
//! Source: Toledo, "Locality of Reference in LU Decomposition with Partial Pivoting" (1997): the left
//! half of the columns is factored first, by the same method.

use crate::abi::{Call, Pool};
use crate::columns::{Columns, STRIP, multiply, view_mut};
use crate::number::{Number, one, zero};
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::{Accum, MatMut, Par};

/// The columns from which a matrix is divided.
const NARROW: usize = 8;
/// The columns of a panel of a large matrix; the columns right of it are divided among threads.
const PANEL: usize = 64;

/// Factors columns of one slice, `rows` numbers each, of which the first `top` of each are left as
/// they are. Appends the pivots, counted from row 0. Returns the first zero pivot, counted from 1
/// within the slice, or 0.
fn recurse<T: Number>(
    data: &mut [T],
    (rows, top): (usize, usize),
    pivots: &mut Vec<usize>,
) -> usize {
    let columns = data.len() / rows.max(1);
    let count = columns.min(rows - top);
    if columns <= NARROW || count <= 1 {
        return narrow(data, (rows, top), pivots);
    }
    let half = count / 2;
    let (left, right) = data.split_at_mut(half * rows);
    let before = pivots.len();
    let first = recurse(left, (rows, top), pivots);
    update(left, right, (rows, top), half, &pivots[before..]);
    let middle = pivots.len();
    let second = recurse(right, (rows, top + half), pivots);
    swap_rows(left, rows, top + half, &pivots[middle..]);
    if first > 0 || second == 0 { first } else { second + half }
}

/// Swaps rows of columns as the pivots of the rows from `top` on say.
fn swap_rows<T: Copy>(data: &mut [T], rows: usize, top: usize, pivots: &[usize]) {
    for column in data.chunks_exact_mut(rows) {
        for (i, &pivot) in pivots.iter().enumerate() {
            column.swap(top + i, pivot);
        }
    }
}

/// Brings columns `right` up to date with a factored panel `left` of `width` columns.
fn update<T: Number>(
    left: &[T],
    right: &mut [T],
    (rows, top): (usize, usize),
    width: usize,
    pivots: &[usize],
) {
    swap_rows(right, rows, top, pivots);
    let left = crate::columns::view(left, rows, width);
    let columns = right.len() / rows;
    let right: MatMut<'_, T> = view_mut(right, rows, columns).subrows_mut(top, rows - top);
    let (mut upper, lower) = right.split_at_row_mut(width);
    let (corner, below) = left.subrows(top, rows - top).split_at_row(width);
    solve_unit_lower_triangular_in_place(corner, upper.as_mut(), Par::Seq);
    multiply(lower, Accum::Add, -one::<T>(), below, upper.as_ref());
}

/// [`recurse`] without recursion, for a few columns.
fn narrow<T: Number>(
    data: &mut [T],
    (rows, top): (usize, usize),
    pivots: &mut Vec<usize>,
) -> usize {
    let columns = data.len() / rows.max(1);
    let mut info = 0;
    for j in 0..columns.min(rows - top) {
        let row = top + j;
        let column = &data[j * rows..(j + 1) * rows];
        let mut pivot = row;
        for i in row + 1..rows {
            if column[i].taxicab() > column[pivot].taxicab() {
                pivot = i;
            }
        }
        pivots.push(pivot);
        if column[pivot] == zero() {
            info = if info == 0 { j + 1 } else { info };
            continue;
        }
        if pivot != row {
            data.chunks_exact_mut(rows).for_each(|column| column.swap(row, pivot));
        }
        let (left, right) = data.split_at_mut((j + 1) * rows);
        let column = &mut left[j * rows..];
        let pivot = column[row];
        column[row + 1..].iter_mut().for_each(|x| *x = x.over(pivot));
        for other in right.chunks_exact_mut(rows) {
            let factor = -other[row];
            if factor != zero() || !factor.finite() {
                crate::columns::add_multiple(&mut other[row + 1..], factor, &column[row + 1..]);
            }
        }
    }
    info
}

/// Factors a matrix in place. Returns the pivot row of each step, counted from 0, and `info`: 0, or
/// the first zero pivot, counted from 1.
fn factor<T: Number>(a: &mut Columns<T>, pool: &Pool<'_>) -> (Vec<usize>, usize) {
    let (rows, count) = (a.rows(), a.rows().min(a.columns()));
    let (mut pivots, mut info) = (Vec::with_capacity(count), 0);
    if rows == 0 {
        return (pivots, info);
    }
    for first in (0..count).step_by(PANEL) {
        let last = (first + PANEL).min(count);
        let (done, rest) = a.split_at(last);
        let (before, panel) = done.split_at_mut(first * rows);
        let found = recurse(panel, (rows, first), &mut pivots);
        info = if info == 0 && found > 0 { first + found } else { info };
        let taken = &pivots[first..];
        pool.chunks(before, rows * STRIP, |_, strip| swap_rows(strip, rows, first, taken));
        let panel = &*panel;
        pool.chunks(rest, rows * STRIP, |_, strip| {
            update(panel, strip, (rows, first), last - first, taken);
        });
    }
    (pivots, info)
}

/// `getrf`. Sizes: batch, rows, columns. Buffers: the matrices; the packed factors, the pivot rows
/// counted from 1, `info`.
pub(crate) fn getrf<T: Number>(call: &Call<'_>) {
    let (m, n) = (call.size(1), call.size(2));
    call.each(|it, pool| {
        let mut a = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        let (pivots, info) = factor(&mut a, pool);
        a.to_rows(it.result(1, m * n));
        let places = it.result::<i32>(2, m.min(n));
        places.iter_mut().zip(pivots).for_each(|(place, pivot)| *place = pivot as i32 + 1);
        it.result::<i32>(3, 1)[0] = info as i32;
    });
}

/// `LuDecomposition`. Sizes: batch, rows, columns. Buffers: the matrices; the packed factors, the
/// pivot rows counted from 0, the permutation of the rows.
pub(crate) fn lu<T: Number>(call: &Call<'_>) {
    let (m, n) = (call.size(1), call.size(2));
    call.each(|it, pool| {
        let mut a = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        let (pivots, _) = factor(&mut a, pool);
        a.to_rows(it.result(1, m * n));
        let permutation = it.result::<i32>(3, m);
        (0..).zip(permutation.iter_mut()).for_each(|(i, place)| *place = i);
        pivots.iter().enumerate().for_each(|(i, &pivot)| permutation.swap(i, pivot));
        let places = it.result::<i32>(2, m.min(n));
        places.iter_mut().zip(pivots).for_each(|(place, pivot)| *place = pivot as i32);
    });
}
