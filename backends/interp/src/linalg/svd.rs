//! The singular value decomposition, by one-sided Jacobi rotations of a triangular
//! factor.
//!
//! Source: Drmač and Veselić, "New Fast and Accurate Jacobi SVD Algorithm" (2008),
//! in its simplest form.

use super::eigen::scale_of;
use super::factor::{qr, qr_pivoted};
use super::reflect::product_of_reflectors;
use crate::linalg::matrix::{Matrix, Number};

/// All left singular vectors as columns; singular values in descending order; all right singular
/// vectors as conjugated rows. `None` if the method does not converge, in particular if an element
/// is not finite.
#[allow(clippy::type_complexity)]
pub(crate) fn svd<T: Number>(a: &Matrix<T>) -> Option<(Matrix<T>, Vec<f64>, Matrix<T>)> {
    if a.rows() < a.columns() {
        let (u, values, v) = svd(&a.adjoint())?;
        return Some((v.adjoint(), values, u.adjoint()));
    }
    if !a.is_finite() {
        return None;
    }
    let (m, n) = (a.rows(), a.columns());
    let mut packed = a.clone();
    let unit = scale_of(&packed);
    packed.scale(1.0 / unit);
    // a · p = q · r, and rᴴ = w · diag(values) · zᴴ.
    let mut order = vec![0; n];
    let factors = qr_pivoted(&mut packed, &mut order);
    let mut w = Matrix::zeros(n, n);
    for i in 0..n {
        (i..n).for_each(|j| w[(j, i)] = packed[(i, j)].conj());
    }
    let mut z: Matrix<T> = Matrix::identity(n, n);
    orthogonalize(&mut w, &mut z)?;
    let norms: Vec<f64> = (0..n).map(|j| norm(&w, j)).collect();
    let mut by_size: Vec<usize> = (0..n).collect();
    by_size.sort_by(|&i, &j| norms[j].total_cmp(&norms[i]));

    let rank = by_size.iter().take_while(|&&j| norms[j] >= f64::MIN_POSITIVE).count();
    let mut right = Matrix::zeros(n, n);
    for (j, &from) in by_size.iter().enumerate().take(rank) {
        (0..n).for_each(|i| right[(i, j)] = w[(i, from)].over(T::of(norms[from])));
    }
    complete(&mut right, rank);
    let mut v = Matrix::zeros(n, n);
    for i in 0..n {
        let row = order[i] as usize - 1;
        (0..n).for_each(|j| v[(j, row)] = right[(i, j)].conj());
    }
    let mut wide = Matrix::zeros(m, m);
    for i in 0..m {
        (0..n).for_each(|j| wide[(i, j)] = packed[(i, j)]);
    }
    let q = product_of_reflectors(&wide, &factors);
    let mut u = q.clone();
    for i in 0..m {
        for (j, &from) in by_size.iter().enumerate() {
            let mut sum = T::of(0.0);
            (0..n).for_each(|k| sum += q[(i, k)] * z[(k, from)]);
            u[(i, j)] = sum;
        }
    }
    Some((u, by_size.iter().map(|&j| norms[j] * unit).collect(), v))
}

/// The length of a column, whose squares may underflow.
fn norm<T: Number>(w: &Matrix<T>, j: usize) -> f64 {
    let column = || (0..w.rows()).map(|i| w[(i, j)]);
    let largest = column().map(T::abs).fold(0.0, f64::max);
    let unit = if largest > 0.0 { largest } else { 1.0 };
    match (1.0 / unit).is_finite() {
        true => unit * column().map(|x| x.scaled(1.0 / unit).norm_squared()).sum::<f64>().sqrt(),
        // Subnormal numbers have no inverse.
        false => column().fold(0.0, |norm: f64, x| norm.hypot(x.abs())),
    }
}

/// The square of a length below which others are lost in it.
const SMALL_SQUARE: f64 = 1e-250;

/// Rotates pairs of columns of `w` until all are orthogonal, and applies the same rotations to `z`.
fn orthogonalize<T: Number>(w: &mut Matrix<T>, z: &mut Matrix<T>) -> Option<()> {
    let n = w.columns();
    // The rounding error of a product of orthogonal columns.
    let noise = f64::EPSILON * n.max(4) as f64;
    for _ in 0..60 {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (mut a, mut b, mut c) = (0.0, 0.0, T::of(0.0));
                for i in 0..w.rows() {
                    let (x, y) = (w[(i, p)], w[(i, q)]);
                    a += x.norm_squared();
                    b += y.norm_squared();
                    c += x.conj() * y;
                }
                let size = c.abs();
                let lengths = match a.min(b) < SMALL_SQUARE {
                    true => norm(w, p) * norm(w, q),
                    false => a.sqrt() * b.sqrt(),
                };
                if size <= noise * lengths || size < f64::MIN_POSITIVE {
                    continue;
                }
                // The smaller rotation that makes the two columns orthogonal.
                let half = (b - a) / (2.0 * size);
                let tangent = 1f64.copysign(half) / (half.abs() + half.hypot(1.0));
                let cosine = 1.0 / tangent.hypot(1.0);
                let sine = c.scaled(cosine * tangent / size);
                // Beside a column that is longer by more than the range of numbers, nothing is left to rotate.
                if sine == T::of(0.0) {
                    continue;
                }
                rotated = true;
                for m in [&mut *w, &mut *z] {
                    for i in 0..m.rows() {
                        let (x, y) = (m[(i, p)], m[(i, q)]);
                        m[(i, p)] = x.scaled(cosine) - sine.conj() * y;
                        m[(i, q)] = sine * x + y.scaled(cosine);
                    }
                }
            }
        }
        if !rotated {
            return Some(());
        }
    }
    None
}

/// Extends the first `rank` columns, which are orthonormal, to an orthonormal basis.
fn complete<T: Number>(a: &mut Matrix<T>, rank: usize) {
    let n = a.rows();
    if rank == n {
        return;
    }
    let mut packed = Matrix::zeros(n, n);
    for i in 0..n {
        (0..rank).for_each(|j| packed[(i, j)] = a[(i, j)]);
    }
    let factors = qr(&mut packed);
    let q = product_of_reflectors(&packed, &factors[..rank]);
    for i in 0..n {
        (rank..n).for_each(|j| a[(i, j)] = q[(i, j)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elem::C;
    use crate::linalg::eigen::{eigenvectors, self_adjoint};
    use crate::linalg::schur::schur_complex;

    fn holds<T: Number>(a: &Matrix<T>) {
        let (m, n) = (a.rows(), a.columns());
        let (u, values, v) = svd(a).expect("it converges");
        let mut middle = Matrix::zeros(m, n);
        (0..m.min(n)).for_each(|i| middle[(i, i)] = T::of(values[i]));
        let bound = 1e-14 * (m + n + 1) as f64;
        let back = u.times(&middle).times(&v);
        assert!(back.distance(a) <= bound * a.largest(), "{:e}", back.distance(a));
        assert!(u.adjoint().times(&u).distance(&Matrix::identity(m, m)) <= bound);
        assert!(v.times(&v.adjoint()).distance(&Matrix::identity(n, n)) <= bound);
        assert!(values.windows(2).all(|w| w[0] >= w[1]));
    }

    #[test]
    fn singular_values_and_vectors_make_the_matrix() {
        for (m, n) in [(1, 1), (3, 3), (5, 2), (2, 5), (0, 3), (3, 0), (20, 17)] {
            holds(&Matrix::<f64>::random(m, n, 5));
            holds(&Matrix::<C>::random(m, n, 6));
        }
        holds(&Matrix::<f64>::zeros(3, 2));
        holds(&Matrix::from_slice(3, 3, &[1.0; 9]));
        let mut small = Matrix::<f64>::random(4, 4, 1);
        small.scale(1e-250);
        holds(&small);
    }

    #[test]
    fn self_adjoint_matrices_are_diagonalized() {
        fn check<T: Number>(n: usize, seed: u32) {
            let b = Matrix::<T>::random(n, n, seed);
            let mut a = b.clone();
            for i in 0..n {
                for j in 0..n {
                    a[(i, j)] = b[(i, j)] + b[(j, i)].conj();
                }
            }
            for lower in [true, false] {
                let mut given = a.clone();
                for i in 0..n {
                    let others = if lower { i + 1..n } else { 0..i };
                    others.for_each(|j| given[(i, j)] = T::of(f64::from(7u8)));
                }
                let (values, v) = self_adjoint(&given, lower).expect("it converges");
                let mut scaled = v.clone();
                for i in 0..n {
                    (0..n).for_each(|j| scaled[(i, j)] = v[(i, j)].scaled(values[j]));
                }
                let bound = 1e-14 * (n + 1) as f64;
                assert!(a.times(&v).distance(&scaled) <= bound * 4.0, "{n}");
                assert!(v.adjoint().times(&v).distance(&Matrix::identity(n, n)) <= bound);
                assert!(values.windows(2).all(|w| w[0] <= w[1]));
            }
        }
        for n in [0, 1, 2, 3, 6, 25] {
            check::<f64>(n, 11);
            check::<C>(n, 12);
        }
    }

    #[test]
    fn eigenvectors_belong_to_their_values() {
        let a = Matrix::<C>::random(9, 9, 2);
        let schur = schur_complex(&a);
        for left in [false, true] {
            let v = eigenvectors(&schur.form, &schur.vectors, left);
            let applied = if left { a.adjoint().times(&v) } else { a.times(&v) };
            let mut scaled = v.clone();
            for j in 0..9 {
                let value = if left { schur.values[j].conj() } else { schur.values[j] };
                (0..9).for_each(|i| scaled[(i, j)] = v[(i, j)] * value);
            }
            assert!(applied.distance(&scaled) < 1e-12);
        }
    }
}
