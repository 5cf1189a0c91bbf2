//! Triangular factorizations: Cholesky, LU, QR, and solvers of triangular systems.

use super::reflect::{apply_left, reflector};
use crate::linalg::matrix::{Matrix, Number};
use hloom_ir::ops::Transposition;

/// Writes the Cholesky factor to the lower or upper triangle; the other triangle is not changed.
/// Returns `info`: 0, or the order of the first leading minor that is not positive, counted from 1,
/// at which it stops.
pub(crate) fn cholesky<T: Number>(a: &mut Matrix<T>, lower: bool) -> usize {
    // Element (i, j) of the lower factor, whichever triangle holds it.
    let at = |i: usize, j: usize| if lower { (i, j) } else { (j, i) };
    for j in 0..a.rows() {
        let mut diagonal = a[(j, j)].re();
        for k in 0..j {
            diagonal -= a[at(j, k)].norm_squared();
        }
        if diagonal.is_nan() || diagonal <= 0.0 {
            a[(j, j)] = T::of(diagonal);
            return j + 1;
        }
        let diagonal = diagonal.sqrt();
        a[(j, j)] = T::of(diagonal);
        for i in j + 1..a.rows() {
            let mut sum = a[at(i, j)];
            for k in 0..j {
                // The upper factor holds the conjugates, of which this is one too.
                let (x, y) = (a[at(i, k)], a[at(j, k)]);
                sum -= x * y.conj();
            }
            a[at(i, j)] = sum.scaled(1.0 / diagonal);
        }
    }
    0
}

/// LU with partial pivoting, in place. Returns the pivot row of each step, counted from 0, and
/// `info`: 0, or the first zero pivot, counted from 1.
pub(crate) fn lu<T: Number>(a: &mut Matrix<T>) -> (Vec<usize>, usize) {
    let (rows, columns) = (a.rows(), a.columns());
    // LAPACK selects the pivot by this norm, which is cheaper than the absolute value.
    let size = |x: T| x.re().abs() + x.im().abs();
    let (mut pivots, mut info) = (Vec::new(), 0);
    for j in 0..rows.min(columns) {
        let mut pivot = j;
        for i in j + 1..rows {
            if size(a[(i, j)]) > size(a[(pivot, j)]) {
                pivot = i;
            }
        }
        pivots.push(pivot);
        if a[(pivot, j)] == T::of(0.0) {
            info = if info == 0 { j + 1 } else { info };
            continue;
        }
        a.swap_rows(j, pivot);
        for i in j + 1..rows {
            let factor = a[(i, j)].over(a[(j, j)]);
            a[(i, j)] = factor;
            for k in j + 1..columns {
                let product = factor * a[(j, k)];
                a[(i, k)] -= product;
            }
        }
    }
    (pivots, info)
}

/// QR by Householder reflections, in place: the upper triangle is R; below it are the reflections'
/// vectors without their leading ones. Returns their factors.
pub(crate) fn qr<T: Number>(a: &mut Matrix<T>) -> Vec<T> {
    let count = a.rows().min(a.columns());
    (0..count).map(|j| eliminate(a, j)).collect()
}

/// Zeroes column `j` below its diagonal by a reflection; returns its factor.
fn eliminate<T: Number>(a: &mut Matrix<T>, j: usize) -> T {
    let (rows, columns) = (a.rows(), a.columns());
    let column: Vec<T> = (j..rows).map(|i| a[(i, j)]).collect();
    let (vector, tau, beta) = reflector(&column);
    apply_left(a, &vector, tau.conj(), j, j + 1..columns);
    a[(j, j)] = beta;
    for (i, &v) in vector.iter().enumerate().skip(1) {
        a[(j + i, j)] = v;
    }
    tau
}

/// [`qr`] with column pivoting by norm. Nonzero numbers in `order` select columns that go first;
/// `order` becomes the permutation, counted from 1.
pub(crate) fn qr_pivoted<T: Number>(a: &mut Matrix<T>, order: &mut [i64]) -> Vec<T> {
    let (rows, columns) = (a.rows(), a.columns());
    let mut fixed = 0;
    for j in 0..columns {
        let first = order[j] != 0;
        order[j] = j as i64 + 1;
        if first {
            a.swap_columns(j, fixed);
            order.swap(j, fixed);
            fixed += 1;
        }
    }
    let mut factors = Vec::new();
    for j in 0..rows.min(columns) {
        if j >= fixed {
            let norm =
                |a: &Matrix<T>, k: usize| (j..rows).map(|i| a[(i, k)].norm_squared()).sum::<f64>();
            let mut best = j;
            for k in j + 1..columns {
                if norm(a, k) > norm(a, best) {
                    best = k;
                }
            }
            a.swap_columns(j, best);
            order.swap(j, best);
        }
        factors.push(eliminate(a, j));
    }
    factors
}

/// The form of triangular systems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System {
    /// Whether the triangular matrix is on the left.
    pub(crate) left: bool,
    /// Whether its lower triangle is used.
    pub(crate) lower: bool,
    /// Whether its diagonal is taken to be one.
    pub(crate) unit_diagonal: bool,
    /// The transformation of the matrix.
    pub(crate) transpose: Transposition,
}

/// Solves triangular systems for all right-hand sides in `b`, in place; `b` has this many columns.
pub(crate) fn triangular_system<T: Number>(
    s: System,
    a: &[T],
    n: usize,
    b: &mut [T],
    columns: usize,
) {
    let transposed = s.transpose != Transposition::NoTranspose;
    // On the right, it is the transposed system for each row.
    let flipped = transposed == s.left;
    let element = |i: usize, j: usize| {
        let value = if flipped { a[j * n + i] } else { a[i * n + j] };
        if s.transpose == Transposition::Adjoint { value.conj() } else { value }
    };
    let forward = s.lower != flipped;
    let (count, step, start) =
        if s.left { (columns, columns, 1) } else { (b.len() / n.max(1), 1, n) };
    for side in 0..count {
        let at = |i: usize| side * start + i * step;
        for k in 0..n {
            let i = if forward { k } else { n - 1 - k };
            let mut sum = b[at(i)];
            for l in 0..k {
                let j = if forward { l } else { n - 1 - l };
                sum -= element(i, j) * b[at(j)];
            }
            b[at(i)] = if s.unit_diagonal { sum } else { sum.over(element(i, i)) };
        }
    }
}

/// Solves a tridiagonal system by Gaussian elimination with pivoting of adjacent rows, for all
/// right-hand sides in `b`. `lower`, `diagonal` and `upper` become the factor's diagonal and the
/// two above it. Returns `info`: 0, or the first zero pivot, counted from 1. With the `epsilon` of the
/// numbers' type, pivots that are smaller than that beside the factor's largest number become as large as
/// that, so that there is always a solution.
pub(crate) fn tridiagonal_solve<T: Number>(
    lower: &mut [T],
    diagonal: &mut [T],
    upper: &mut [T],
    b: &mut Matrix<T>,
    epsilon: Option<f64>,
) -> usize {
    let (n, zero) = (diagonal.len(), T::of(0.0));
    let size = |x: T| x.re().abs() + x.im().abs();
    for k in 0..n.saturating_sub(1) {
        if lower[k] == zero {
            if diagonal[k] == zero && epsilon.is_none() {
                return k + 1;
            }
            continue;
        }
        if size(diagonal[k]) >= size(lower[k]) {
            let factor = lower[k].over(diagonal[k]);
            let product = factor * upper[k];
            diagonal[k + 1] -= product;
            for j in 0..b.columns() {
                let product = factor * b[(k, j)];
                b[(k + 1, j)] -= product;
            }
            lower[k] = zero;
        } else {
            let factor = diagonal[k].over(lower[k]);
            diagonal[k] = lower[k];
            let below = diagonal[k + 1];
            diagonal[k + 1] = upper[k] - factor * below;
            if k + 2 < n {
                lower[k] = upper[k + 1];
                upper[k + 1] = -(factor * lower[k]);
            } else {
                lower[k] = zero;
            }
            upper[k] = below;
            b.swap_rows(k, k + 1);
            for j in 0..b.columns() {
                let product = factor * b[(k, j)];
                b[(k + 1, j)] -= product;
            }
        }
    }
    if let Some(epsilon) = epsilon {
        let all = diagonal.iter().chain(&*upper).chain(&*lower);
        let largest = all.map(|&x| size(x)).fold(0.0, f64::max);
        let least = if largest == 0.0 { epsilon } else { epsilon * largest };
        for pivot in diagonal.iter_mut().filter(|pivot| size(**pivot) < least) {
            *pivot = T::of(if pivot.re() < 0.0 { -least } else { least });
        }
    } else if n > 0 && diagonal[n - 1] == zero {
        return n;
    }
    for j in 0..b.columns() {
        for k in (0..n).rev() {
            let mut sum = b[(k, j)];
            if k + 1 < n {
                sum -= upper[k] * b[(k + 1, j)];
            }
            if k + 2 < n {
                sum -= lower[k] * b[(k + 2, j)];
            }
            b[(k, j)] = sum.over(diagonal[k]);
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elem::C;
    use crate::linalg::reflect::product_of_reflectors;

    fn factors<T: Number>() {
        for (m, n) in [(4, 4), (5, 3), (3, 5), (1, 1), (0, 2), (7, 7)] {
            let a = Matrix::<T>::random(m, n, 3);
            let k = m.min(n);
            let (mut l, mut u) = (Matrix::<T>::identity(m, k), Matrix::<T>::zeros(k, n));
            let mut packed = a.clone();
            let (pivots, info) = lu(&mut packed);
            assert_eq!(info, 0);
            for i in 0..m {
                for j in 0..n {
                    if i <= j {
                        u[(i, j)] = packed[(i, j)];
                    } else {
                        l[(i, j)] = packed[(i, j)];
                    }
                }
            }
            let mut back = l.times(&u);
            pivots.iter().enumerate().rev().for_each(|(i, &p)| back.swap_rows(i, p));
            assert!(back.distance(&a) < 1e-14);

            let mut packed = a.clone();
            let taus = qr(&mut packed);
            let mut wide = Matrix::zeros(m, m);
            let mut r = Matrix::zeros(m, n);
            for i in 0..m {
                (0..k).for_each(|j| wide[(i, j)] = packed[(i, j)]);
                (i..n).for_each(|j| r[(i, j)] = packed[(i, j)]);
            }
            let q = product_of_reflectors(&wide, &taus);
            assert!(q.times(&r).distance(&a) < 1e-14);
            assert!(q.adjoint().times(&q).distance(&Matrix::identity(m, m)) < 1e-14);

            let gram = a.times(&a.adjoint());
            for lower in [true, false] {
                let mut c = gram.clone();
                if cholesky(&mut c, lower) > 0 {
                    assert!(m > n, "only what has not full rank may fail");
                    continue;
                }
                for i in 0..m {
                    for j in 0..m {
                        if if lower { j > i } else { j < i } {
                            c[(i, j)] = T::of(0.0);
                        }
                    }
                }
                let back = if lower { c.times(&c.adjoint()) } else { c.adjoint().times(&c) };
                assert!(back.distance(&gram) < 1e-13);
            }
        }
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        factors::<f64>();
        factors::<C>();
    }

    #[test]
    fn a_tridiagonal_system_is_solved() {
        let n = 6;
        let a = Matrix::<C>::random(3, n, 9);
        let row = |i: usize, m: usize| (0..m).map(|j| a[(i, j)]).collect::<Vec<_>>();
        let (mut lower, mut diagonal, mut upper) = (row(0, n - 1), row(1, n), row(2, n - 1));
        let mut whole = Matrix::zeros(n, n);
        for i in 0..n {
            whole[(i, i)] = diagonal[i];
            if i + 1 < n {
                whole[(i + 1, i)] = lower[i];
                whole[(i, i + 1)] = upper[i];
            }
        }
        let b = Matrix::<C>::random(n, 2, 4);
        let mut x = b.clone();
        assert_eq!(tridiagonal_solve(&mut lower, &mut diagonal, &mut upper, &mut x, None), 0);
        assert!(whole.times(&x).distance(&b) < 1e-13);
    }
    #[test]
    fn tiny_pivots_of_a_tridiagonal_system_become_larger() {
        let epsilon = f64::from(f32::EPSILON);
        let solved = |lower: &[f64], diagonal: &[f64], upper: &[f64], b: &[f64]| {
            let mut x = Matrix::zeros(b.len(), 1);
            b.iter().enumerate().for_each(|(i, &value)| x[(i, 0)] = value);
            let [mut lower, mut diagonal, mut upper] =
                [lower, diagonal, upper].map(<[f64]>::to_vec);
            let info =
                tridiagonal_solve(&mut lower, &mut diagonal, &mut upper, &mut x, Some(epsilon));
            assert_eq!(info, 0);
            (0..b.len()).map(|i| x[(i, 0)]).collect::<Vec<f64>>()
        };
        // A row of zeros in the middle, then nothing but zeros, then a regular system.
        let x = solved(&[0.0, 1.0], &[2.0, 0.0, 1.0], &[2.0, 0.0], &[0.0, 1.0, 0.0]);
        assert_eq!(x, [0.5 / epsilon, -0.5 / epsilon, 0.5 / epsilon]);
        assert_eq!(
            solved(&[0.0], &[0.0, 0.0], &[0.0], &[1.0, 2.0]),
            [1.0 / epsilon, 2.0 / epsilon]
        );
        assert_eq!(solved(&[1.0], &[4.0, 4.0], &[0.0], &[8.0, 6.0]), [2.0, 1.0]);
    }
}
