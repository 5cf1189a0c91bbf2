//! Householder reflections `I - tau · v · vᴴ`, whose vectors begin with one, and their products.

use crate::linalg::matrix::{Matrix, Number};
use std::ops::Range;

/// The reflection whose adjoint maps `x` to a real multiple of the first unit vector: its vector,
/// its factor, and the multiple, whose sign is opposite to that of `x[0]`.
pub(super) fn reflector<T: Number>(x: &[T]) -> (Vec<T>, T, T) {
    let mut vector = x.to_vec();
    let (alpha, zero) = (x[0], T::of(0.0));
    let largest = x[1..].iter().fold(0.0, |max: f64, v| max.max(v.abs()));
    let bad = x[1..].iter().any(|v| v.re().is_nan() || v.im().is_nan());
    if largest == 0.0 && alpha.im() == 0.0 && !bad {
        vector[0] = T::of(1.0);
        return (vector, zero, alpha);
    }
    let unit = if largest > 0.0 && largest.is_finite() { largest } else { 1.0 };
    let inverse = 1.0 / unit;
    let rest = match inverse.is_finite() {
        true => unit * x[1..].iter().map(|v| v.scaled(inverse).norm_squared()).sum::<f64>().sqrt(),
        // Subnormal numbers have no inverse.
        false => x[1..].iter().fold(0.0, |norm: f64, v| norm.hypot(v.abs())),
    };
    let beta = -alpha.abs().hypot(rest).copysign(alpha.re());
    let tau = T::of_parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let divisor = alpha - T::of(beta);
    vector.iter_mut().skip(1).for_each(|v| *v = v.over(divisor));
    vector[0] = T::of(1.0);
    (vector, tau, T::of(beta))
}

/// Applies a reflection from the left to rows from `first` on, in these columns.
pub(super) fn apply_left<T: Number>(
    a: &mut Matrix<T>,
    vector: &[T],
    tau: T,
    first: usize,
    columns: Range<usize>,
) {
    if tau == T::of(0.0) {
        return;
    }
    for j in columns {
        let mut sum = T::of(0.0);
        for (i, v) in vector.iter().enumerate() {
            sum += v.conj() * a[(first + i, j)];
        }
        let factor = tau * sum;
        for (i, &v) in vector.iter().enumerate() {
            a[(first + i, j)] -= factor * v;
        }
    }
}

/// Applies a reflection from the right to columns from `first` on, in these rows.
pub(super) fn apply_right<T: Number>(
    a: &mut Matrix<T>,
    vector: &[T],
    tau: T,
    first: usize,
    rows: Range<usize>,
) {
    if tau == T::of(0.0) {
        return;
    }
    for i in rows {
        let mut sum = T::of(0.0);
        for (j, &v) in vector.iter().enumerate() {
            sum += a[(i, first + j)] * v;
        }
        let factor = tau * sum;
        for (j, v) in vector.iter().enumerate() {
            a[(i, first + j)] -= factor * v.conj();
        }
    }
}

/// The vector of reflection `j`, stored below the diagonal of `packed`.
fn vector<T: Number>(packed: &Matrix<T>, j: usize) -> Vec<T> {
    let mut vector: Vec<T> = (j..packed.rows()).map(|i| packed[(i, j)]).collect();
    vector[0] = T::of(1.0);
    vector
}

/// The first columns of the product of all reflections in `packed`, as many as `packed` has.
pub(crate) fn product_of_reflectors<T: Number>(packed: &Matrix<T>, factors: &[T]) -> Matrix<T> {
    let mut q = Matrix::identity(packed.rows(), packed.columns());
    for (j, &tau) in factors.iter().enumerate().rev() {
        let columns = 0..q.columns();
        apply_left(&mut q, &vector(packed, j), tau, j, columns);
    }
    q
}

/// `c` multiplied by the product of all reflections in `packed`, or by its
/// adjoint, from the left or the right.
pub(crate) fn apply_reflectors<T: Number>(
    packed: &Matrix<T>,
    factors: &[T],
    c: &mut Matrix<T>,
    left: bool,
    adjoint: bool,
) {
    let mut order: Vec<usize> = (0..factors.len()).collect();
    if left != adjoint {
        order.reverse();
    }
    for j in order {
        let tau = if adjoint { factors[j].conj() } else { factors[j] };
        if left {
            let columns = 0..c.columns();
            apply_left(c, &vector(packed, j), tau, j, columns);
        } else {
            let rows = 0..c.rows();
            apply_right(c, &vector(packed, j), tau, j, rows);
        }
    }
}

/// Reduces rows and columns `low..high` to upper Hessenberg form, in place, with the reflections'
/// vectors below the subdiagonal. Returns their factors.
pub(crate) fn hessenberg<T: Number>(a: &mut Matrix<T>, low: usize, high: usize) -> Vec<T> {
    let n = a.rows();
    let mut factors = vec![T::of(0.0); n.saturating_sub(1)];
    for j in low..high.saturating_sub(1) {
        let column: Vec<T> = (j + 1..high).map(|i| a[(i, j)]).collect();
        let (vector, tau, beta) = reflector(&column);
        apply_right(a, &vector, tau, j + 1, 0..high);
        apply_left(a, &vector, tau.conj(), j + 1, j + 1..n);
        a[(j + 1, j)] = beta;
        for (i, &v) in vector.iter().enumerate().skip(1) {
            a[(j + 1 + i, j)] = v;
        }
        factors[j] = tau;
    }
    factors
}

/// A self-adjoint matrix, reduced to a real tridiagonal one.
pub(crate) struct Tridiagonal<T> {
    /// The diagonal.
    pub(crate) diagonal: Vec<f64>,
    /// The off-diagonal.
    pub(crate) beside: Vec<f64>,
    /// The reflections' factors.
    pub(crate) factors: Vec<T>,
}

/// Reduces a self-adjoint matrix, of which the lower or upper triangle is read. The triangle is
/// replaced by the result and the reflections' vectors.
pub(crate) fn tridiagonal<T: Number>(a: &mut Matrix<T>, lower: bool) -> Tridiagonal<T> {
    let n = a.rows();
    let mut full = self_adjoint_from(a, lower);
    let (mut beside, mut factors) = (vec![0.0; n.saturating_sub(1)], Vec::new());
    factors.resize(n.saturating_sub(1), T::of(0.0));
    for step in 0..n.saturating_sub(1) {
        // Column `at` is reduced; the reflection works on `from..to`.
        let (at, from, to) =
            if lower { (step, step + 1, n) } else { (n - 1 - step, 0, n - 1 - step) };
        let mut column: Vec<T> = (from..to).map(|i| full[(i, at)]).collect();
        if !lower {
            column.reverse(); // The last element is the one that stays.
        }
        let (mut vector, tau, beta) = reflector(&column);
        if !lower {
            vector.reverse();
        }
        apply_right(&mut full, &vector, tau, from, 0..n);
        apply_left(&mut full, &vector, tau.conj(), from, 0..n);
        let place = if lower { step } else { at - 1 };
        beside[place] = beta.re();
        factors[place] = tau;
        let pivot = if lower { at + 1 } else { at - 1 };
        for (i, &v) in (from..to).zip(&vector) {
            a[(i, at)] = if i == pivot { beta } else { v };
        }
    }
    let diagonal: Vec<f64> = (0..n).map(|i| full[(i, i)].re()).collect();
    (0..n).for_each(|i| a[(i, i)] = T::of(diagonal[i]));
    Tridiagonal { diagonal, beside, factors }
}

/// The full self-adjoint matrix from one triangle.
fn self_adjoint_from<T: Number>(a: &Matrix<T>, lower: bool) -> Matrix<T> {
    let mut full = a.clone();
    for i in 0..a.rows() {
        full[(i, i)] = T::of(a[(i, i)].re());
        for j in 0..i {
            if lower {
                full[(j, i)] = a[(i, j)].conj();
            } else {
                full[(i, j)] = a[(j, i)].conj();
            }
        }
    }
    full
}
