//! The Schur form by the QR method: of real matrices with Francis's double shift,
//! of complex ones with Wilkinson's single one.
//!
//! Source: Golub and Van Loan, "Matrix Computations" (4th edition, 2013), chapter 7;
//! the standard form of 2×2 blocks after Bai and Demmel, "On Swapping Diagonal
//! Blocks in Real Schur Form" (1993), as LAPACK has it.

use super::eigen::scale_of;
use super::reflect::{apply_left, apply_right, hessenberg, product_of_reflectors, reflector};
use crate::elem::C;
use crate::linalg::matrix::{Matrix, Number};

/// A Schur form: `vectors · form · vectorsᴴ` is the matrix.
pub(crate) struct Schur<T> {
    /// Upper triangular; for a real matrix, with 2×2 diagonal blocks for complex eigenvalues.
    pub(crate) form: Matrix<T>,
    /// Orthonormal columns.
    pub(crate) vectors: Matrix<T>,
    /// The eigenvalues in diagonal order; of a pair, the one with positive imaginary part first.
    pub(crate) values: Vec<C>,
    /// 0, or the number of leading eigenvalues that were not found because the method did not
    /// converge.
    pub(crate) info: usize,
}

/// The upper Hessenberg form of a matrix divided by `unit`, and the orthonormal transformation.
fn reduced<T: Number>(a: &Matrix<T>, unit: f64) -> (Matrix<T>, Matrix<T>) {
    let n = a.rows();
    let mut h = a.clone();
    h.scale(1.0 / unit);
    let factors = hessenberg(&mut h, 0, n);
    let mut q = Matrix::identity(n, n);
    if n > 1 {
        let mut packed = Matrix::zeros(n - 1, n - 1);
        for i in 1..n {
            (1..n).for_each(|j| packed[(i - 1, j - 1)] = h[(i, j - 1)]);
        }
        let below = product_of_reflectors(&packed, &factors);
        for i in 1..n {
            (1..n).for_each(|j| q[(i, j)] = below[(i - 1, j - 1)]);
        }
    }
    for i in 0..n {
        (0..i.saturating_sub(1)).for_each(|j| h[(i, j)] = T::of(0.0));
    }
    (h, q)
}

/// The first row of the active block that ends in row `high`. Negligible subdiagonal elements
/// become zero.
fn deflate<T: Number>(h: &mut Matrix<T>, high: usize, norm: f64) -> usize {
    for k in (1..=high).rev() {
        let around = h[(k - 1, k - 1)].abs() + h[(k, k)].abs();
        let around = if around == 0.0 { norm } else { around };
        let size = h[(k, k - 1)].abs();
        if size <= f64::EPSILON * around || size < f64::MIN_POSITIVE {
            h[(k, k - 1)] = T::of(0.0);
            return k;
        }
    }
    0
}

/// The maximum number of steps per eigenvalue.
const STEPS: usize = 300;

/// The Schur form of a complex matrix.
pub(crate) fn schur_complex(a: &Matrix<C>) -> Schur<C> {
    let n = a.rows();
    let unit = scale_of(a);
    let (mut h, mut q) = reduced(a, unit);
    let norm = h.largest();
    let mut info = if a.is_finite() { 0 } else { n };
    let mut high = n;
    let mut steps = 0;
    while high > 0 && info == 0 {
        let last = high - 1;
        let low = deflate(&mut h, last, norm);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        steps += 1;
        if steps > STEPS {
            info = high;
            break;
        }
        let shift = if steps % 10 == 0 {
            // An exceptional shift, which breaks cycles.
            h[(last, last)] + C::of(h[(last, last - 1)].abs())
        } else {
            wilkinson(&h, last)
        };
        single_step(&mut h, &mut q, low, last, shift);
    }
    h.scale(unit);
    let values = (0..n).map(|i| h[(i, i)]).collect();
    Schur { form: h, vectors: q, values, info }
}

/// The eigenvalue of the 2×2 block that ends in row `last` nearest to its last
/// element.
fn wilkinson(h: &Matrix<C>, last: usize) -> C {
    let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
    let (c, d) = (h[(last, last - 1)], h[(last, last)]);
    let product = b * c;
    if product == C::of(0.0) {
        return d;
    }
    let half = (a - d).scaled(0.5);
    let root = crate::complex::sqrt(half * half + product);
    let sum = if half.re * root.re + half.im * root.im < 0.0 { half - root } else { half + root };
    d - product.over(sum)
}

/// One QR step on rows and columns `low..=last`, applied to the whole matrix.
fn single_step(h: &mut Matrix<C>, q: &mut Matrix<C>, low: usize, last: usize, shift: C) {
    let n = h.rows();
    (low..=last).for_each(|i| h[(i, i)] -= shift);
    let mut rotations = Vec::with_capacity(last - low);
    for k in low..last {
        let (cosine, sine) = rotation(h[(k, k)], h[(k + 1, k)]);
        for j in k..n {
            let (x, y) = (h[(k, j)], h[(k + 1, j)]);
            h[(k, j)] = x.scaled(cosine) + sine * y;
            h[(k + 1, j)] = y.scaled(cosine) - sine.conj() * x;
        }
        h[(k + 1, k)] = C::of(0.0);
        rotations.push((cosine, sine));
    }
    for (k, (cosine, sine)) in (low..last).zip(rotations) {
        for m in [&mut *h, &mut *q] {
            let whole = m.rows();
            for i in 0..whole {
                let (x, y) = (m[(i, k)], m[(i, k + 1)]);
                m[(i, k)] = x.scaled(cosine) + sine.conj() * y;
                m[(i, k + 1)] = y.scaled(cosine) - sine * x;
            }
        }
    }
    (low..=last).for_each(|i| h[(i, i)] += shift);
}

/// The rotation `(c, s)` with `c·x + s·y` as the norm of both and `c·y - s̄·x` zero.
fn rotation(x: C, y: C) -> (f64, C) {
    if y == C::of(0.0) {
        return (1.0, C::of(0.0));
    }
    let size = x.abs();
    if size == 0.0 {
        return (0.0, y.conj().scaled(1.0 / y.abs()));
    }
    let whole = size.hypot(y.abs());
    (size / whole, x.scaled(1.0 / size) * y.conj().scaled(1.0 / whole))
}

/// The Schur form of a real matrix.
pub(crate) fn schur_real(a: &Matrix<f64>) -> Schur<f64> {
    let n = a.rows();
    let unit = scale_of(a);
    let (mut h, mut q) = reduced(a, unit);
    let norm = h.largest();
    let mut info = if a.is_finite() { 0 } else { n };
    let mut values = vec![C::of(0.0); n];
    let mut high = n;
    let mut steps = 0;
    while high > 0 && info == 0 {
        let last = high - 1;
        let low = deflate(&mut h, last, norm);
        if low == last {
            values[last] = C::of(h[(last, last)]);
            (high, steps) = (last, 0);
        } else if low + 1 == last {
            let [first, second] = standardize(&mut h, &mut q, low);
            (values[low], values[last]) = (first, second);
            (high, steps) = (low, 0);
        } else {
            steps += 1;
            if steps > STEPS {
                info = high;
                break;
            }
            double_step(&mut h, &mut q, low, last, steps % 10 == 0);
        }
    }
    h.scale(unit);
    values.iter_mut().for_each(|z| *z = z.scaled(unit));
    Schur { form: h, vectors: q, values, info }
}

/// One Francis step on rows and columns `low..=last`, at least three of them, applied to the whole
/// matrix.
fn double_step(
    h: &mut Matrix<f64>,
    q: &mut Matrix<f64>,
    low: usize,
    last: usize,
    exceptional: bool,
) {
    let n = h.rows();
    let (trace, determinant) = if exceptional {
        // Exceptional shifts, independent of the block.
        let s = h[(last, last - 1)].abs() + h[(last - 1, last - 2)].abs();
        let x = 0.75 * s + h[(last, last)];
        (2.0 * x, x * x + 0.4375 * s * s)
    } else {
        let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
        let (c, d) = (h[(last, last - 1)], h[(last, last)]);
        (a + d, a * d - b * c)
    };
    // The first column of (h - shift)(h - other shift).
    let first = |m: usize| {
        let (a, b) = (h[(m, m)], h[(m, m + 1)]);
        let (c, d) = (h[(m + 1, m)], h[(m + 1, m + 1)]);
        let column =
            [a * a + b * c - trace * a + determinant, c * (a + d - trace), c * h[(m + 2, m + 1)]];
        let size = column.iter().map(|x| x.abs()).sum::<f64>();
        if size > 0.0 { column.map(|x| x / size) } else { column }
    };
    let mut bulge = first(low).to_vec();
    for k in low..last {
        let size = if k + 2 <= last { 3 } else { 2 };
        if k > low {
            bulge = (0..size).map(|i| h[(k + i, k - 1)]).collect();
        }
        let (vector, tau, beta) = reflector(&bulge);
        if k > low {
            h[(k, k - 1)] = beta;
            (1..size).for_each(|i| h[(k + i, k - 1)] = 0.0);
        }
        apply_left(h, &vector, tau, k, k..n);
        apply_right(h, &vector, tau, k, 0..(k + 4).min(last + 1));
        apply_right(q, &vector, tau, k, 0..n);
    }
}

/// Transforms the 2×2 block at `k` to standard form: upper triangular, or with equal diagonal
/// elements and off-diagonal elements of opposite signs. Returns its eigenvalues.
fn standardize(h: &mut Matrix<f64>, q: &mut Matrix<f64>, k: usize) -> [C; 2] {
    let (cosine, sine, complex) =
        standard_rotation(h[(k, k)], h[(k, k + 1)], h[(k + 1, k)], h[(k + 1, k + 1)]);
    let n = h.rows();
    for j in k..n {
        let (x, y) = (h[(k, j)], h[(k + 1, j)]);
        h[(k, j)] = cosine * x + sine * y;
        h[(k + 1, j)] = cosine * y - sine * x;
    }
    for i in 0..k + 2 {
        let (x, y) = (h[(i, k)], h[(i, k + 1)]);
        h[(i, k)] = cosine * x + sine * y;
        h[(i, k + 1)] = cosine * y - sine * x;
    }
    for i in 0..n {
        let (x, y) = (q[(i, k)], q[(i, k + 1)]);
        q[(i, k)] = cosine * x + sine * y;
        q[(i, k + 1)] = cosine * y - sine * x;
    }
    // Entries that are zero or equal up to rounding are made exactly so.
    if complex {
        let mean = (h[(k, k)] + h[(k + 1, k + 1)]) / 2.0;
        h[(k, k)] = mean;
        h[(k + 1, k + 1)] = mean;
        let size = h[(k, k + 1)].abs().sqrt() * h[(k + 1, k)].abs().sqrt();
        [C::new(mean, size), C::new(mean, -size)]
    } else {
        h[(k + 1, k)] = 0.0;
        [C::of(h[(k, k)]), C::of(h[(k + 1, k + 1)])]
    }
}

/// The cosine and sine of the rotation that transforms `[a b; c d]` to standard form, and whether
/// its eigenvalues are complex.
fn standard_rotation(a: f64, b: f64, c: f64, d: f64) -> (f64, f64, bool) {
    if c == 0.0 {
        return (1.0, 0.0, false);
    }
    if b == 0.0 {
        return (0.0, 1.0, false);
    }
    if a == d && (b < 0.0) != (c < 0.0) {
        return (1.0, 0.0, true);
    }
    let half = (a - d) / 2.0;
    let largest = half.abs().max(b.abs()).max(c.abs());
    let discriminant = (half / largest) * half + (b / largest) * c;
    if discriminant >= 4.0 * f64::EPSILON * largest {
        // Real eigenvalues: the first column becomes an eigenvector.
        let z = half + (largest.sqrt() * discriminant.sqrt()).copysign(half);
        let size = c.hypot(z);
        return (z / size, c / size, false);
    }
    // Complex ones, or nearly equal ones: the diagonal becomes equal.
    let sum = b + c;
    let size = sum.hypot(a - d);
    let cosine = (0.5 * (1.0 + sum.abs() / size)).sqrt();
    let sine = -(half / (size * cosine)) * 1f64.copysign(sum);
    let upper = (b * cosine - a * sine) * cosine + (d * cosine - c * sine) * sine;
    let lower = (c * cosine + d * sine) * cosine - (a * cosine + b * sine) * sine;
    if lower == 0.0 {
        return (cosine, sine, false);
    }
    if upper == 0.0 {
        return (-sine, cosine, false);
    }
    if (upper < 0.0) == (lower < 0.0) {
        // They are real after all.
        let size = (upper + lower).abs().sqrt();
        let (x, y) = (upper.abs().sqrt() / size, lower.abs().sqrt() / size);
        return (cosine * x - sine * y, cosine * y + sine * x, false);
    }
    (cosine, sine, true)
}

impl Schur<f64> {
    /// The complex Schur form, without blocks.
    pub(crate) fn to_complex(&self) -> Schur<C> {
        let (mut t, mut q) = (self.form.to_complex(), self.vectors.to_complex());
        let n = t.rows();
        for k in 0..n.saturating_sub(1) {
            if self.values[k].im <= 0.0 {
                continue;
            }
            // The eigenvector of the first of the pair: (b, value - a).
            let (cosine, sine) = {
                let x = C::of(self.form[(k, k + 1)]);
                let y = self.values[k] - C::of(self.form[(k, k)]);
                rotation(x, y)
            };
            for j in 0..n {
                let (x, y) = (t[(k, j)], t[(k + 1, j)]);
                t[(k, j)] = x.scaled(cosine) + sine * y;
                t[(k + 1, j)] = y.scaled(cosine) - sine.conj() * x;
            }
            for m in [&mut t, &mut q] {
                for i in 0..n {
                    let (x, y) = (m[(i, k)], m[(i, k + 1)]);
                    m[(i, k)] = x.scaled(cosine) + sine.conj() * y;
                    m[(i, k + 1)] = y.scaled(cosine) - sine * x;
                }
            }
            t[(k, k)] = self.values[k];
            t[(k + 1, k + 1)] = self.values[k + 1];
            t[(k + 1, k)] = C::of(0.0);
        }
        Schur { form: t, vectors: q, values: self.values.clone(), info: self.info }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<T: Number>(a: &Matrix<T>, schur: &Schur<T>) {
        let n = a.rows();
        assert_eq!(schur.info, 0);
        let (q, t) = (&schur.vectors, &schur.form);
        let back = q.times(t).times(&q.adjoint());
        let bound = 1e-13 * n as f64 * a.largest().max(1e-300);
        assert!(back.distance(a) <= bound, "{n}: {:e}", back.distance(a));
        let identity = Matrix::identity(n, n);
        assert!(q.adjoint().times(q).distance(&identity) <= 1e-13 * n as f64);
        for i in 0..n {
            for j in 0..i {
                assert!(t[(i, j)] == T::of(0.0) || !T::COMPLEX && i == j + 1);
            }
        }
    }

    #[test]
    fn real_and_complex_matrices_have_a_schur_form() {
        for n in [0, 1, 2, 3, 4, 5, 8, 20, 40] {
            for seed in 0..4 {
                let a = Matrix::<f64>::random(n, n, seed);
                let schur = schur_real(&a);
                holds(&a, &schur);
                for k in 1..n {
                    let (b, c) = (schur.form[(k - 1, k)], schur.form[(k, k - 1)]);
                    assert!(c == 0.0 || b * c < 0.0);
                    assert!(c == 0.0 || schur.form[(k, k)] == schur.form[(k - 1, k - 1)]);
                }
                holds(&a.to_complex(), &schur.to_complex());
                let a = Matrix::<C>::random(n, n, seed);
                holds(&a, &schur_complex(&a));
            }
        }
    }

    #[test]
    fn matrices_that_are_hard_for_the_method() {
        // A cyclic permutation: exceptional shifts are needed.
        let mut cycle = Matrix::<f64>::zeros(6, 6);
        (0..6).for_each(|i| cycle[((i + 1) % 6, i)] = 1.0);
        // A single eigenvalue with a single eigenvector.
        let mut block = Matrix::<f64>::identity(7, 7);
        (0..6).for_each(|i| block[(i, i + 1)] = 1.0);
        let ones = Matrix::from_slice(5, 5, &[1.0; 25]);
        let nearly = Matrix::from_slice(2, 2, &[1.0, 1.0, 1e-20, 1.0]);
        let tiny = Matrix::from_slice(2, 2, &[1e-200, -3e-200, 2e-200, 1e-200]);
        for a in [cycle, block, ones, nearly, tiny] {
            holds(&a, &schur_real(&a));
            holds(&a.to_complex(), &schur_complex(&a.to_complex()));
        }
    }
}
