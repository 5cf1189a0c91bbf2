//! Cholesky factors: `potrf` of LAPACK, and `stablehlo.cholesky`.

use crate::abi::{Call, Pool};
use crate::columns::{Columns, STRIP, dot, multiply_adjoint, view, view_mut};
use crate::number::{Number, nan, one, zero};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{
    LltRegularization, cholesky_in_place, cholesky_in_place_scratch,
};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place_with_conj;
use faer::{Accum, Conj, Par};

/// The rows of a block: those that one step factors.
const BLOCK: usize = 128;

/// Replaces the upper triangle of a self-adjoint matrix by the factor `u` of `uᴴ · u`, row by row. Nothing
/// below the diagonal is read. Returns `info`: 0, or the order of the first leading minor that is not
/// positive, counted from 1; the rows above are then those of the factor, as LAPACK leaves them.
fn factor_by_rows<T: Number>(a: &mut Columns<T>) -> usize {
    let n = a.rows();
    for j in 0..n {
        let (left, right) = a.split_at(j + 1);
        let column = &mut left[j * n..];
        let squares = column[..j].iter().map(|x| x.norm_squared());
        let pivot = squares.fold(column[j].re(), |pivot: T::Part, square| pivot - square);
        if num_traits::Float::is_nan(pivot) || pivot <= zero() {
            column[j] = T::of(pivot);
            return j + 1;
        }
        let root = num_traits::Float::sqrt(pivot);
        column[j] = T::of(root);
        for other in right.chunks_exact_mut(n) {
            let sum = other[j] - dot(&column[..j], &other[..j]);
            other[j] = sum.scaled(num_traits::Float::recip(root));
        }
    }
    0
}

/// Replaces the upper triangle of a self-adjoint matrix by the factor `u` of `uᴴ · u`. Nothing below
/// the diagonal is read, and it is left with arbitrary numbers. Returns whether the factor is finite: a
/// matrix that is not positive definite, or has an infinite pivot, is left to [`factor_by_rows`].
fn factor<T: Number>(a: &mut Columns<T>, pool: &Pool<'_>) -> bool {
    let n = a.rows();
    let memory = cholesky_in_place_scratch::<T>(BLOCK, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(memory);
    for first in (0..n).step_by(BLOCK) {
        let (last, size) = ((first + BLOCK).min(n), BLOCK.min(n - first));
        let (done, rest) = a.split_at(last);
        let mut block = Columns::zeros(size, size);
        // The lower factor is the adjoint of the upper one.
        for j in 0..size {
            for i in 0..=j {
                block[(j, i)] = done[(first + j) * n + first + i].conjugate();
            }
            // LAPACK ignores imaginary parts of the diagonal.
            block[(j, j)] = T::of(block[(j, j)].re());
        }
        let stack = MemStack::new(&mut memory);
        let found = cholesky_in_place(
            block.view_mut(),
            // A matrix that is not positive definite must be recognized, not changed.
            LltRegularization {
                dynamic_regularization_delta: zero(),
                dynamic_regularization_epsilon: zero(),
            },
            Par::Seq,
            stack,
            Default::default(),
        );
        if found.is_err() || block.data().iter().any(|x| !x.finite()) {
            return false;
        }
        for j in 0..size {
            for i in 0..=j {
                done[(first + j) * n + first + i] = block[(j, i)].conjugate();
            }
        }
        pool.chunks(rest, n * STRIP, |_, strip| {
            let width = strip.len() / n;
            let rows = view_mut(strip, n, width).subrows_mut(first, size);
            solve_lower_triangular_in_place_with_conj(block.view(), Conj::No, rows, Par::Seq);
        });
        let width = n - last;
        let mut factors = Columns::zeros(size, width);
        for j in 0..width {
            factors.column_mut(j).copy_from_slice(&rest[j * n + first..j * n + last]);
        }
        pool.chunks(rest, n * STRIP, |at, strip| {
            let (left, width) = (at * STRIP, strip.len() / n);
            let to = view_mut(strip, n, width).subrows_mut(last, left + width);
            let a = factors.view().subcols(0, left + width);
            let b = view(&factors.data()[left * size..], size, width);
            multiply_adjoint(to, Accum::Add, -one::<T>(), a, b);
        });
    }
    true
}

/// Factors an item; returns `info`.
fn item<T: Number>(pool: &Pool<'_>, n: usize, lower: bool, from: &[T], to: &mut [T]) -> usize {
    // Rows of the lower triangle are columns of the upper one of the transposed matrix, whose upper
    // factor is the transposed lower one.
    let load = || {
        let mut work = Columns::zeros(n, n);
        match lower {
            true => work.data_mut().copy_from_slice(from),
            false => work = Columns::from_rows(n, n, from),
        }
        work
    };
    let mut work = load();
    let mut info = 0;
    if !factor(&mut work, pool) {
        work = load();
        info = factor_by_rows(&mut work);
    }
    for j in 0..n {
        for i in 0..=j {
            let at = if lower { j * n + i } else { i * n + j };
            to[at] = work[(i, j)];
        }
    }
    info
}

/// `potrf`. Sizes: batch, n, whether the lower triangle is factored. Buffers: the matrices; the
/// factors beside the other triangle, `info`.
pub(crate) fn potrf<T: Number>(call: &Call<'_>) {
    let (n, lower) = (call.size(1), call.is(2));
    call.each(|it, pool| {
        let from = it.operand::<T>(0, n * n);
        let to = it.result::<T>(1, n * n);
        to.copy_from_slice(from);
        it.result::<i32>(2, 1)[0] = item(pool, n, lower, from, to) as i32;
    });
}

/// `stablehlo.cholesky`. Sizes: batch, n, whether the factor is the lower one. Buffers: the matrices;
/// the factors beside zeros, or NaN where there is none.
pub(crate) fn cholesky<T: Number>(call: &Call<'_>) {
    let (n, lower) = (call.size(1), call.is(2));
    call.each(|it, pool| {
        let from = it.operand::<T>(0, n * n);
        let to = it.result::<T>(1, n * n);
        to.fill(zero());
        if item(pool, n, lower, from, to) > 0 {
            let nan = T::of(nan::<T>().re());
            to.fill(nan);
        }
    });
}
