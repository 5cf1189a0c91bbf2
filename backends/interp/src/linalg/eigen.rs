//! Eigenvalues and eigenvectors: of self-adjoint matrices by a tridiagonal form
//! and the implicit QL method, of others from their Schur form.

use super::reflect::{apply_reflectors, tridiagonal};
use crate::elem::C;
use crate::linalg::matrix::{Matrix, Number};

/// The eigenvalues of a self-adjoint matrix in ascending order, and a matrix with an orthonormal
/// eigenvector in each column. Only the lower or upper triangle is read. `None` if the method does
/// not converge, in particular if an element is not finite.
pub(crate) fn self_adjoint<T: Number>(a: &Matrix<T>, lower: bool) -> Option<(Vec<f64>, Matrix<T>)> {
    let n = a.rows();
    if !a.is_finite() {
        return None;
    }
    // The adjoint's lower triangle is the matrix's upper one, conjugated: the same.
    let mut packed = if lower { a.clone() } else { a.adjoint() };
    let unit = scale_of(&packed);
    packed.scale(1.0 / unit);
    let reduced = tridiagonal(&mut packed, true);
    let (mut d, mut e) = (reduced.diagonal, reduced.beside);
    let mut rotations: Matrix<f64> = Matrix::identity(n, n);
    ql(&mut d, &mut e, &mut rotations)?;
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| d[i].total_cmp(&d[j]));
    let mut vectors = Matrix::zeros(n, n);
    for i in 0..n {
        for (j, &from) in order.iter().enumerate() {
            vectors[(i, j)] = T::of(rotations[(i, from)]);
        }
    }
    if n > 1 {
        // The reflections affect all rows except the first.
        let mut below = Matrix::zeros(n - 1, n - 1);
        let mut rest = Matrix::zeros(n - 1, n);
        for i in 1..n {
            (1..n).for_each(|j| below[(i - 1, j - 1)] = packed[(i, j - 1)]);
            (0..n).for_each(|j| rest[(i - 1, j)] = vectors[(i, j)]);
        }
        apply_reflectors(&below, &reduced.factors, &mut rest, true, false);
        for i in 1..n {
            (0..n).for_each(|j| vectors[(i, j)] = rest[(i - 1, j)]);
        }
    }
    Some((order.iter().map(|&i| d[i] * unit).collect(), vectors))
}

/// A power of two near the largest element, or one: scaling by it avoids overflow and underflow of
/// squares.
pub(super) fn scale_of<T: Number>(a: &Matrix<T>) -> f64 {
    let largest = a.largest();
    if largest > 1e100 || largest > 0.0 && largest < 1e-100 {
        2f64.powi((largest.log2().floor() as i32).clamp(-1000, 1000))
    } else {
        1.0
    }
}

/// The implicit QL method on a tridiagonal matrix: `d` becomes the eigenvalues, and the rotations
/// are applied to the columns of `z`.
///
/// Source: Bowdler, Martin, Reinsch and Wilkinson, "The QR and QL Algorithms for
/// Symmetric Matrices" (1968).
fn ql(d: &mut [f64], e: &mut [f64], z: &mut Matrix<f64>) -> Option<()> {
    let n = d.len();
    for low in 0..n {
        for round in 0.. {
            let negligible = |m: usize| {
                let around = d[m].abs() + d[m + 1].abs();
                e[m].abs() <= f64::EPSILON * around || e[m].abs() < f64::MIN_POSITIVE
            };
            let high = (low..n - 1).find(|&m| negligible(m)).unwrap_or(n - 1);
            if high == low {
                break;
            }
            if round == 60 {
                return None;
            }
            // Wilkinson's shift, from the upper 2×2 block.
            let half = (d[low + 1] - d[low]) / (2.0 * e[low]);
            let root = half.hypot(1.0).copysign(half);
            let mut g = d[high] - d[low] + e[low] / (half + root);
            let (mut sine, mut cosine, mut p) = (1.0, 1.0, 0.0);
            let mut split = false;
            for i in (low..high).rev() {
                let (f, b) = (sine * e[i], cosine * e[i]);
                let r = f.hypot(g);
                if i + 1 < high {
                    e[i + 1] = r;
                }
                if r == 0.0 {
                    // The matrix decouples here.
                    d[i + 1] -= p;
                    split = true;
                    break;
                }
                sine = f / r;
                cosine = g / r;
                g = d[i + 1] - p;
                let s = (d[i] - g) * sine + 2.0 * cosine * b;
                p = sine * s;
                d[i + 1] = g + p;
                g = cosine * s - b;
                for k in 0..z.rows() {
                    let (x, y) = (z[(k, i)], z[(k, i + 1)]);
                    z[(k, i + 1)] = sine * x + cosine * y;
                    z[(k, i)] = cosine * x - sine * y;
                }
            }
            if !split {
                d[low] -= p;
                e[low] = g;
            }
            if high < n - 1 {
                e[high] = 0.0;
            }
        }
    }
    Some(())
}

/// The eigenvectors of a matrix with Schur form `q · t · qᴴ`: the right or left ones, as columns of
/// norm one whose largest component is real.
pub(crate) fn eigenvectors(t: &Matrix<C>, q: &Matrix<C>, left: bool) -> Matrix<C> {
    let n = t.rows();
    let smallest = (t.largest() * f64::EPSILON).max(f64::MIN_POSITIVE / f64::EPSILON);
    let mut made = Matrix::zeros(n, n);
    for k in 0..n {
        let value = t[(k, k)];
        let mut x = vec![C::of(0.0); n];
        x[k] = C::of(1.0);
        let range: Vec<usize> = if left { (k + 1..n).collect() } else { (0..k).rev().collect() };
        for i in range {
            let mut sum = C::of(0.0);
            if left {
                (k..i).for_each(|j| sum += t[(j, i)].conj() * x[j]);
            } else {
                (i + 1..=k).for_each(|j| sum += t[(i, j)] * x[j]);
            }
            let mut gap = t[(i, i)] - value;
            if gap.abs() < smallest {
                gap = C::of(smallest);
            }
            x[i] = (-sum).over(if left { gap.conj() } else { gap });
            // Rescaled to avoid overflow: only the direction matters.
            let size = x[i].abs();
            if size > 1e100 {
                x.iter_mut().for_each(|v| *v = v.scaled(1.0 / size));
            }
        }
        let mut column = vec![C::of(0.0); n];
        for (i, slot) in column.iter_mut().enumerate() {
            (0..n).for_each(|j| *slot += q[(i, j)] * x[j]);
        }
        let norm = column.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt();
        let largest = column
            .iter()
            .copied()
            .fold(C::of(0.0), |a, b| if b.norm_squared() > a.norm_squared() { b } else { a });
        let turn =
            if largest.im == 0.0 { C::of(1.0) } else { largest.conj().scaled(1.0 / largest.abs()) };
        for (i, &v) in column.iter().enumerate() {
            let v = (v * turn).scaled(1.0 / norm);
            let is_largest = largest.im != 0.0 && column[i] == largest;
            made[(i, k)] = if is_largest { C::of(v.re) } else { v };
        }
    }
    made
}
