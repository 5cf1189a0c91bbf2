//! Reductions to Hessenberg and tridiagonal form, and tridiagonal systems: `gehrd`, `sytrd` and `gtsv`
//! of LAPACK.

use crate::abi::{Call, Pool};
use crate::columns::{
    Columns, STRIP, add_multiple, dot, multiply, multiply_adjoint, product, view, view_mut,
};
use crate::number::{Number, one, zero};
use crate::reflect::{self, Block, reflect, reflector};
use faer::Accum;

/// The number of columns that are reduced at a time.
const PANEL: usize = 32;

/// The size from which on columns are reduced in panels.
const LARGE: usize = 96;

/// Reduces a matrix in place to upper Hessenberg form, in rows and columns `low..high`, with the
/// reflections' vectors below it. Returns their factors.
///
/// A panel of large matrices needs the products of the matrix with its vectors one by one; the rest is
/// products of matrices.
///
/// Source: Dongarra, Hammarling and Sorensen, "Block Reduction of Matrices to Condensed Forms for
/// Eigenvalue Computations" (1989).
pub(crate) fn hessenberg<T: Number>(
    a: &mut Columns<T>,
    low: usize,
    high: usize,
    pool: &Pool<'_>,
) -> Vec<T> {
    let mut factors = vec![zero(); a.rows().saturating_sub(1)];
    let mut first = low;
    while high - first.min(high) >= LARGE {
        panel(a, (first, high), &mut factors[first..first + PANEL], pool);
        first += PANEL;
    }
    single_columns(a, (first, high), &mut factors);
    factors
}

/// Reduces columns one by one.
fn single_columns<T: Number>(a: &mut Columns<T>, (low, high): (usize, usize), factors: &mut [T]) {
    let n = a.rows();
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
}

/// Reduces the columns from `first` on, one for each of the factors, and applies their reflections to
/// the others.
fn panel<T: Number>(
    a: &mut Columns<T>,
    (first, high): (usize, usize),
    factors: &mut [T],
    pool: &Pool<'_>,
) {
    let (n, count) = (a.rows(), factors.len());
    // The rows of the vectors V, from `first + 1` on, and Y = A·V·T there.
    let (top, rows) = (first + 1, high - first - 1);
    let mut vectors = Columns::<T>::zeros(rows, count);
    let mut products = Columns::<T>::zeros(rows, count);
    let mut triangle = Columns::<T>::zeros(count, count);
    for j in 0..count {
        let mut column = Columns::from_rows(rows, 1, &a.column(first + j)[top..high]);
        if j > 0 {
            // The reflections so far, from the right and from the left.
            let row: Vec<T> = (0..j).map(|k| vectors[(j - 1, k)].conjugate()).collect();
            let (v, y) = (vectors.view().subcols(0, j), products.view().subcols(0, j));
            multiply(column.view_mut(), Accum::Add, -one::<T>(), y, view(&row, j, 1));
            let t = triangle.view().submatrix(0, 0, j, j);
            let (mut sums, mut turned) = (Columns::zeros(j, 1), Columns::zeros(j, 1));
            multiply_adjoint(sums.view_mut(), Accum::Replace, one(), v, column.view());
            multiply_adjoint(turned.view_mut(), Accum::Replace, one(), t, sums.view());
            multiply(column.view_mut(), Accum::Add, -one::<T>(), v, turned.view());
        }
        let tau = reflector(&mut column.data_mut()[j..]);
        factors[j] = tau;
        a.column_mut(first + j)[top..high].copy_from_slice(column.data());
        vectors[(j, j)] = one();
        vectors.column_mut(j)[j + 1..].copy_from_slice(&column.data()[j + 1..]);
        // The next column of Y and of T.
        let vector = &vectors.column(j)[j..];
        let from = a.view().submatrix(top, top + j, rows, rows - j);
        let mut sums = Columns::zeros(j, 1);
        let (v, y) = (vectors.view().subcols(0, j), products.view().subcols(0, j));
        multiply_adjoint(
            sums.view_mut(),
            Accum::Replace,
            one(),
            v.subrows(j, rows - j),
            view(vector, rows - j, 1),
        );
        let mut product = Columns::zeros(rows, 1);
        pool.chunks(product.data_mut(), STRIP * 2, |at, strip| {
            let (from, height) = (from.subrows(at * STRIP * 2, strip.len()), strip.len());
            let to = view_mut(strip, height, 1);
            multiply(to, Accum::Replace, tau, from, view(vector, rows - j, 1));
        });
        multiply(product.view_mut(), Accum::Add, -tau, y, sums.view());
        products.column_mut(j).copy_from_slice(product.data());
        for i in 0..j {
            let sum = (i..j).fold(zero::<T>(), |sum, k| sum + triangle[(i, k)] * sums[(k, 0)]);
            triangle[(i, j)] = -(tau * sum);
        }
        triangle[(j, j)] = tau;
    }
    // From the right, in the rows above: A·V·T.
    let mut above = Columns::<T>::zeros(top, count);
    let turned = product(pool, &vectors, &triangle);
    let from = a.view().submatrix(0, top, top, rows);
    multiply(above.view_mut(), Accum::Replace, one(), from, turned.view());
    let (_, right) = a.split_at(top);
    let right = &mut right[..rows * n];
    pool.chunks(right, n * STRIP, |at, strip| {
        let (begin, width) = (at * STRIP, strip.len() / n);
        let mut adjoint = Columns::<T>::zeros(count, width);
        for k in 0..width {
            (0..count).for_each(|i| adjoint[(i, k)] = vectors[(begin + k, i)].conjugate());
        }
        let mut strip = view_mut(strip, n, width);
        let to = strip.as_mut().subrows_mut(0, top);
        multiply(to, Accum::Add, -one::<T>(), above.view(), adjoint.view());
        // The panel's columns have their rows below already.
        let done = (count - 1).saturating_sub(begin).min(width);
        let to = strip.submatrix_mut(top, done, rows, width - done);
        let adjoint = adjoint.view().subcols(done, width - done);
        multiply(to, Accum::Add, -one::<T>(), products.view(), adjoint);
    });
    // From the left.
    let block = Block::of(vectors, triangle, top);
    let (_, right) = a.split_at(first + count);
    block.apply(right, n, true, pool);
}

/// The transformation of the first `n` rows and columns of a matrix in Hessenberg form, whose reflections
/// have these factors.
pub(crate) fn transformation<T: Number>(
    h: &Columns<T>,
    factors: &[T],
    n: usize,
    pool: &Pool<'_>,
) -> Columns<T> {
    let mut q = Columns::identity(n, n);
    if n > 1 {
        // The reflections change all rows except the first.
        let mut packed = Columns::zeros(n - 1, n - 1);
        (1..n).for_each(|j| packed.column_mut(j - 1).copy_from_slice(&h.column(j - 1)[1..n]));
        let below = reflect::product(&packed, factors, pool);
        (1..n).for_each(|j| q.column_mut(j)[1..].copy_from_slice(below.column(j - 1)));
    }
    q
}

/// `gehrd`. Sizes: batch, n, first and last row, counted from 1. Buffers: the matrices; the packed
/// forms, the reflections' factors, `info`.
pub(crate) fn gehrd<T: Number>(call: &Call<'_>) {
    let (n, low, high) = (call.size(1), call.size(2), call.size(3));
    call.each(|it, pool| {
        let mut a = Columns::from_rows(n, n, it.operand::<T>(0, n * n));
        let factors = hessenberg(&mut a, low - 1, high.min(n), pool);
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
/// counted from 1. With `perturb`, pivots that are tiny beside the factor become as large as its rounding
/// errors, so that there is always a solution.
fn tridiagonal_solve<T: Number>(
    lower: &mut [T],
    diagonal: &mut [T],
    upper: &mut [T],
    b: &mut [T],
    (sides, perturb): (usize, bool),
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
            if diagonal[k] == zero() && !perturb {
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
    if perturb {
        let parts = diagonal.iter().chain(&*upper).chain(&*lower).map(|x| x.taxicab());
        let largest = parts.fold(zero(), |a: T::Part, b| if b > a { b } else { a });
        let epsilon = <T::Part as num_traits::Float>::epsilon();
        let least = if largest == zero() { epsilon } else { epsilon * largest };
        for pivot in diagonal.iter_mut().filter(|pivot| pivot.taxicab() < least) {
            *pivot = T::of(if pivot.re() < zero() { -least } else { least });
        }
    } else if n > 0 && diagonal[n - 1] == zero() {
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
        let info = tridiagonal_solve(below, diagonal, above, b, (sides, false));
        it.result::<i32>(8, 1)[0] = info as i32;
    });
}

/// `tridiagonal_solve_perturbed` of JAX. Sizes and buffers: as of [`gtsv`], but only the solutions are
/// results.
pub(crate) fn gtsv_perturbed<T: Number>(call: &Call<'_>) {
    let (n, sides) = (call.size(1), call.size(2));
    call.each(|it, _| {
        let [mut lower, mut diagonal, mut upper] =
            [0, 1, 2].map(|i| it.operand::<T>(i, n).to_vec());
        let b = it.result::<T>(4, n * sides);
        b.copy_from_slice(it.operand(3, n * sides));
        let below = lower.get_mut(1..).unwrap_or_default();
        let above = &mut upper[..n.saturating_sub(1)];
        tridiagonal_solve(below, &mut diagonal, above, b, (sides, true));
    });
}
