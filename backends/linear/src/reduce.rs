//! Reductions to Hessenberg and tridiagonal form, and tridiagonal systems: `gehrd`, `sytrd` and `gtsv`
//! of LAPACK.

use crate::abi::Call;
use crate::columns::{Columns, add_multiple, dot};
use crate::number::{Number, one, zero};
use crate::reflect::{reflect, reflector};

/// Reduces a matrix in place to upper Hessenberg form, in rows and columns `low..high`, with the
/// reflections' vectors below it. Returns their factors.
pub(crate) fn hessenberg<T: Number>(a: &mut Columns<T>, low: usize, high: usize) -> Vec<T> {
    let n = a.rows();
    let mut factors = vec![zero(); n.saturating_sub(1)];
    let mut sums = vec![zero::<T>(); n];
    for j in low..high.saturating_sub(1) {
        let (left, right) = a.split_at(j + 1);
        let column = &mut left[j * n + j + 1..j * n + high];
        let tau = reflector(column);
        factors[j] = tau;
        if tau == zero() {
            continue;
        }
        let vector = &column[1..];
        // From the right: the columns of the vector's rows.
        let changed = &mut right[..(high - j - 1) * n];
        sums[..high].copy_from_slice(&changed[..high]);
        for (column, &v) in changed.chunks_exact(n).skip(1).zip(vector) {
            add_multiple(&mut sums[..high], v, &column[..high]);
        }
        for (k, column) in changed.chunks_exact_mut(n).enumerate() {
            let v = if k == 0 { one() } else { vector[k - 1] };
            add_multiple(&mut column[..high], -(tau * v.conjugate()), &sums[..high]);
        }
        reflect(right, (n, j + 1), vector, tau.conjugate());
    }
    factors
}

/// `gehrd`. Sizes: batch, n, first and last row, counted from 1. Buffers: the matrices; the packed
/// forms, the reflections' factors, `info`.
pub(crate) fn gehrd<T: Number>(call: &Call<'_>) {
    let (n, low, high) = (call.size(1), call.size(2), call.size(3));
    call.each(|it, _| {
        let mut a = Columns::from_rows(n, n, it.operand::<T>(0, n * n));
        let factors = hessenberg(&mut a, low - 1, high.min(n));
        a.to_rows(it.result(1, n * n));
        it.result(2, n.saturating_sub(1)).copy_from_slice(&factors);
        it.result::<i32>(3, 1)[0] = 0;
    });
}

/// A tridiagonal form: the diagonal, the numbers beside it, and the reflections' factors.
struct Tridiagonal<T: Number> {
    diagonal: Vec<T::Part>,
    beside: Vec<T::Part>,
    factors: Vec<T>,
}

/// Reduces a self-adjoint matrix, given by its lower triangle, to tridiagonal form, with the
/// reflections' vectors below it. Nothing above the diagonal is used or changed.
///
/// Source: Golub and Van Loan, "Matrix Computations" (4th edition, 2013), algorithm 8.3.1.
fn tridiagonal<T: Number>(a: &mut Columns<T>) -> Tridiagonal<T> {
    let n = a.rows();
    let (mut beside, mut factors) = (Vec::new(), Vec::new());
    let mut sums = vec![zero::<T>(); n];
    for j in 0..n {
        a[(j, j)] = T::of(a[(j, j)].re());
        if j + 1 == n {
            break;
        }
        let (left, right) = a.split_at(j + 1);
        let column = &mut left[j * n + j + 1..(j + 1) * n];
        let tau = reflector(column);
        let size = column.len();
        beside.push(column[0].re());
        factors.push(tau);
        if tau == zero() {
            continue;
        }
        let element = |i: usize, vector: &[T]| if i == 0 { one() } else { vector[i] };
        // p = tau · A · v, from the lower triangle alone.
        let sums = &mut sums[..size];
        sums.fill(zero());
        for (k, other) in right.chunks_exact(n).enumerate() {
            let below = &other[j + 1 + k..];
            let v = element(k, column);
            sums[k] += v.scaled(below[0].re()) + dot(&below[1..], &column[k + 1..]);
            add_multiple(&mut sums[k + 1..], v, &below[1..]);
        }
        sums.iter_mut().for_each(|x| *x = tau * *x);
        let mut inner = sums[0].conjugate();
        inner += dot(&sums[1..], &column[1..]);
        let half = T::from_f64(-0.5) * tau * inner;
        sums[0] += half;
        add_multiple(&mut sums[1..], half, &column[1..]);
        // A -= v · wᴴ + w · vᴴ.
        for (k, other) in right.chunks_exact_mut(n).enumerate() {
            let below = &mut other[j + 1 + k..];
            let (v, w) = (element(k, column).conjugate(), sums[k].conjugate());
            add_multiple(below, -v, &sums[k..]);
            below[0] -= w * element(k, column);
            add_multiple(&mut below[1..], -w, &column[k + 1..]);
        }
    }
    let diagonal = (0..n).map(|i| a[(i, i)].re()).collect();
    Tridiagonal { diagonal, beside, factors }
}

/// `sytrd`. Sizes: batch, n, whether the lower triangle is read. Buffers: the matrices; the packed
/// forms, the diagonals, the numbers beside them, the reflections' factors, `info`.
pub(crate) fn sytrd<T: Number>(call: &Call<'_>) {
    let (n, lower) = (call.size(1), call.is(2));
    call.each(|it, _| {
        let from = it.operand::<T>(0, n * n);
        let to = it.result::<T>(1, n * n);
        let between = n.saturating_sub(1);
        let mut a = Columns::zeros(n, n);
        if lower {
            a = Columns::from_rows(n, n, from);
        } else {
            // LAPACK reduces the upper triangle from its last column on: with rows and columns in
            // the opposite order it is the lower triangle, from its first column on.
            let turned = a.data_mut().chunks_exact_mut(n.max(1)).enumerate();
            for (j, column) in turned {
                let to = column.iter_mut().enumerate();
                to.for_each(|(i, x)| *x = from[(n - 1 - i) * n + n - 1 - j]);
            }
        }
        let mut found = tridiagonal(&mut a);
        if lower {
            a.to_rows(to);
        } else {
            for i in 0..n {
                (0..n).for_each(|j| to[(n - 1 - i) * n + n - 1 - j] = a[(i, j)]);
            }
            found.diagonal.reverse();
            found.beside.reverse();
            found.factors.reverse();
        }
        it.result(2, n).copy_from_slice(&found.diagonal);
        it.result(3, between).copy_from_slice(&found.beside);
        it.result(4, between).copy_from_slice(&found.factors);
        it.result::<i32>(5, 1)[0] = 0;
    });
}

/// Solves a tridiagonal system by Gaussian elimination with pivoting of adjacent rows, for all
/// right-hand sides in `b`, which has `sides` columns, row by row. `lower`, `diagonal` and `upper`
/// become the factor's diagonal and the two above it. Returns `info`: 0, or the first zero pivot,
/// counted from 1.
fn tridiagonal_solve<T: Number>(
    lower: &mut [T],
    diagonal: &mut [T],
    upper: &mut [T],
    b: &mut [T],
    sides: usize,
) -> usize {
    let n = diagonal.len();
    let less = |b: &mut [T], factor: T, from: usize, to: usize| {
        let (left, right) = b.split_at_mut(from.max(to) * sides);
        let (low, high) = (&mut left[from.min(to) * sides..], &mut right[..sides]);
        let (from, to) = if from < to { (low, high) } else { (high, low) };
        add_multiple(&mut to[..sides], -factor, &from[..sides]);
    };
    for k in 0..n.saturating_sub(1) {
        if lower[k] == zero() {
            if diagonal[k] == zero() {
                return k + 1;
            }
            continue;
        }
        if diagonal[k].taxicab() >= lower[k].taxicab() {
            let factor = lower[k].over(diagonal[k]);
            let product = factor * upper[k];
            diagonal[k + 1] -= product;
            less(b, factor, k, k + 1);
            lower[k] = zero();
            continue;
        }
        let factor = diagonal[k].over(lower[k]);
        diagonal[k] = lower[k];
        let below = diagonal[k + 1];
        diagonal[k + 1] = upper[k] - factor * below;
        if k + 2 < n {
            lower[k] = upper[k + 1];
            upper[k + 1] = -(factor * lower[k]);
        } else {
            lower[k] = zero();
        }
        upper[k] = below;
        (0..sides).for_each(|j| b.swap(k * sides + j, (k + 1) * sides + j));
        less(b, factor, k, k + 1);
    }
    if n > 0 && diagonal[n - 1] == zero() {
        return n;
    }
    for k in (0..n).rev() {
        if k + 1 < n {
            less(b, upper[k], k + 1, k);
        }
        if k + 2 < n {
            less(b, lower[k], k + 2, k);
        }
        b[k * sides..(k + 1) * sides].iter_mut().for_each(|x| *x = x.over(diagonal[k]));
    }
    0
}

/// `gtsv`. Sizes: batch, n, right-hand sides. Buffers: the diagonals below, on and above, which all
/// have n numbers, and the right-hand sides; the overwritten diagonals, the solutions, `info`.
///
/// The first number of the lower diagonal and the last one of the upper are not in the matrix.
pub(crate) fn gtsv<T: Number>(call: &Call<'_>) {
    let (n, sides) = (call.size(1), call.size(2));
    call.each(|it, _| {
        let copy = |from: usize, to: usize, size: usize| {
            let made = it.result::<T>(to, size);
            made.copy_from_slice(it.operand(from, size));
            made
        };
        let (lower, diagonal, upper) = (copy(0, 4, n), copy(1, 5, n), copy(2, 6, n));
        let b = copy(3, 7, n * sides);
        let below = lower.get_mut(1..).unwrap_or_default();
        let above = &mut upper[..n.saturating_sub(1)];
        let info = tridiagonal_solve(below, diagonal, above, b, sides);
        it.result::<i32>(8, 1)[0] = info as i32;
    });
}
