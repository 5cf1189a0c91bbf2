//! QR factors and packed reflections: `geqrf`, `geqp3`, `orgqr` and `ormqr` of LAPACK.

use crate::abi::{Call, Pool};
use crate::columns::Columns;
use crate::number::{Number, Real, zero};
use crate::reflect::{self, BLOCK, Block, apply, product, reflect, reflector};

/// Factors a matrix in place: the upper triangle is R; below it are the reflections' vectors without
/// their leading ones. Returns their factors.
fn factor<T: Number>(a: &mut Columns<T>, pool: &Pool<'_>) -> Vec<T> {
    let (rows, count) = (a.rows(), a.rows().min(a.columns()));
    let mut factors = vec![zero(); count];
    for first in (0..count).step_by(BLOCK) {
        let last = (first + BLOCK).min(count);
        let (done, rest) = a.split_at(last);
        let panel = &mut done[first * rows..];
        for (at, factor) in factors[first..last].iter_mut().enumerate() {
            *factor = eliminate(panel, rows, first + at, at);
        }
        if !rest.is_empty() {
            let block = Block::new(panel, (rows, first), &factors[first..last]);
            block.apply(rest, rows, true, pool);
        }
    }
    factors
}

/// Zeroes column `at` of `columns` below row `top` by a reflection, which is applied to the columns
/// behind. Returns its factor.
fn eliminate<T: Number>(columns: &mut [T], rows: usize, top: usize, at: usize) -> T {
    let (left, right) = columns.split_at_mut((at + 1) * rows);
    let column = &mut left[at * rows + top..];
    let tau = reflector(column);
    reflect(right, (rows, top), &column[1..], tau.conjugate());
    tau
}

/// [`factor`] with column pivoting by norm. Nonzero numbers in `order` select columns that go first;
/// it becomes the permutation, counted from 1.
fn factor_pivoted<T: Number>(a: &mut Columns<T>, order: &mut [i32]) -> Vec<T> {
    let (rows, columns) = (a.rows(), a.columns());
    let mut fixed = 0;
    for j in 0..columns {
        let first = order[j] != 0;
        order[j] = j as i32 + 1;
        if first {
            swap_columns(a, j, fixed);
            order.swap(j, fixed);
            fixed += 1;
        }
    }
    let norm = |a: &Columns<T>, j: usize, top: usize| reflect::norm(&a.column(j)[top..]);
    // Norms of what is left of each column, and those when they were last computed anew.
    let mut norms: Vec<T::Part> = (0..columns).map(|j| norm(a, j, 0)).collect();
    let mut fresh = norms.clone();
    let mut factors = Vec::new();
    for j in 0..rows.min(columns) {
        if j == fixed {
            (j..columns).for_each(|k| norms[k] = norm(a, k, j));
            fresh.clone_from(&norms);
        }
        if j >= fixed {
            let mut best = j;
            for k in j + 1..columns {
                if norms[k] > norms[best] {
                    best = k;
                }
            }
            swap_columns(a, j, best);
            order.swap(j, best);
            norms.swap(j, best);
            fresh.swap(j, best);
        }
        factors.push(eliminate(a.data_mut(), rows, j, j));
        for k in j + 1..columns {
            if norms[k] == zero() {
                continue;
            }
            // As LAPACK's `laqp2`: subtract the part that has gone into R, unless digits cancel.
            let one = T::Part::near(1.0);
            let part = a[(j, k)].size() / norms[k];
            let left = num_traits::Float::max(one - part * part, zero());
            let since = norms[k] / fresh[k];
            let limit = num_traits::Float::sqrt(<T::Part as num_traits::Float>::epsilon());
            if left * since * since <= limit {
                norms[k] = norm(a, k, j + 1);
                fresh[k] = norms[k];
            } else {
                norms[k] *= num_traits::Float::sqrt(left);
            }
        }
    }
    factors
}

/// Swaps two columns.
fn swap_columns<T: Number>(a: &mut Columns<T>, i: usize, j: usize) {
    if i != j {
        let (low, high, rows) = (i.min(j), i.max(j), a.rows());
        let (left, right) = a.split_at(high);
        left[low * rows..(low + 1) * rows].swap_with_slice(&mut right[..rows]);
    }
}

/// `geqrf`. Sizes: batch, rows, columns. Buffers: the matrices; the packed factors, the reflections'
/// factors.
pub(crate) fn geqrf<T: Number>(call: &Call<'_>) {
    let (m, n) = (call.size(1), call.size(2));
    call.each(|it, pool| {
        let mut a = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        let factors = factor(&mut a, pool);
        a.to_rows(it.result(1, m * n));
        it.result(2, m.min(n)).copy_from_slice(&factors);
    });
}

/// `geqp3`. Sizes: batch, rows, columns. Buffers: the matrices, the columns that go first; the packed
/// factors, the permutation, the reflections' factors.
pub(crate) fn geqp3<T: Number>(call: &Call<'_>) {
    let (m, n) = (call.size(1), call.size(2));
    call.each(|it, _| {
        let mut a = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        let order = it.result::<i32>(3, n);
        order.copy_from_slice(it.operand(1, n));
        let factors = factor_pivoted(&mut a, order);
        a.to_rows(it.result(2, m * n));
        it.result(4, m.min(n)).copy_from_slice(&factors);
    });
}

/// `orgqr`. Sizes: batch, rows, columns, reflections. Buffers: the packed reflections, their factors;
/// the first columns of their product.
pub(crate) fn orgqr<T: Number>(call: &Call<'_>) {
    let (m, n, k) = (call.size(1), call.size(2), call.size(3));
    call.each(|it, pool| {
        let packed = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        product(&packed, it.operand(1, k), pool).to_rows(it.result(2, m * n));
    });
}

/// `ormqr`. Sizes: batch, rows and columns of the packed matrices, reflections, rows and columns of
/// the others, whether the product of the reflections is on the left, whether it is its adjoint.
/// Buffers: the packed reflections, their factors, the other matrices; the products.
pub(crate) fn ormqr<T: Number>(call: &Call<'_>) {
    let (m, n, k) = (call.size(1), call.size(2), call.size(3));
    let (rows, columns) = (call.size(4), call.size(5));
    let (left, adjoint) = (call.is(6), call.is(7));
    call.each(|it, pool| {
        let packed = Columns::from_rows(m, n, it.operand::<T>(0, m * n));
        let (factors, c) = (it.operand::<T>(1, k), it.operand::<T>(2, rows * columns));
        let to = it.result::<T>(3, rows * columns);
        if left {
            let mut c = Columns::from_rows(rows, columns, c);
            apply(&packed, factors, &mut c, adjoint, pool);
            return c.to_rows(to);
        }
        // C·Q is the adjoint of Qᴴ·Cᴴ, and the columns of Cᴴ are the rows of C, conjugated.
        let mut turned = Columns::zeros(columns, rows);
        turned.data_mut().iter_mut().zip(c).for_each(|(to, from)| *to = from.conjugate());
        apply(&packed, factors, &mut turned, !adjoint, pool);
        to.iter_mut().zip(turned.data()).for_each(|(to, from)| *to = from.conjugate());
    });
}
