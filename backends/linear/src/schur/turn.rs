//! Reflections and rotations of a few adjacent rows or columns, and the standard form of 2×2 blocks.

use crate::columns::Columns;
use crate::number::{Number, zero};
use num_complex::Complex;
use std::ops::Range;

/// A complex number in double precision.
pub(crate) type C = Complex<f64>;

/// Applies the adjoint of a reflection to rows from `k` on, in some columns: `vector` is without its
/// leading one.
#[inline]
pub(super) fn reflect_rows<T: Number>(
    m: &mut Columns<T>,
    k: usize,
    columns: Range<usize>,
    vector: &[T],
    tau: T,
) {
    let n = m.rows();
    let tau = tau.conjugate();
    if tau == zero() {
        return;
    }
    let some = &mut m.data_mut()[columns.start * n..columns.end * n];
    match *vector {
        [v, w] => {
            let (left, right) = (v.conjugate(), w.conjugate());
            for column in some.chunks_exact_mut(n) {
                if let [x, y, z] = &mut column[k..k + 3] {
                    let sum = tau * (*x + left * *y + right * *z);
                    *x -= sum;
                    *y -= sum * v;
                    *z -= sum * w;
                }
            }
        }
        _ => {
            for column in some.chunks_exact_mut(n) {
                let Some((x, rest)) = column[k..=k + vector.len()].split_first_mut() else {
                    continue;
                };
                let pairs = vector.iter().zip(rest.iter());
                let sum = tau * pairs.fold(*x, |sum, (v, y)| sum + v.conjugate() * *y);
                *x -= sum;
                rest.iter_mut().zip(vector).for_each(|(y, &v)| *y -= sum * v);
            }
        }
    }
}

/// Applies a reflection to columns from `k` on, in some rows.
#[inline]
pub(super) fn reflect_columns<T: Number>(
    m: &mut Columns<T>,
    k: usize,
    rows: Range<usize>,
    vector: &[T],
    tau: T,
) {
    let n = m.rows();
    if tau == zero() {
        return;
    }
    let columns = &mut m.data_mut()[k * n..(k + 1 + vector.len()) * n];
    match *vector {
        [v, w] => {
            let (left, right) = (v.conjugate(), w.conjugate());
            let (first, rest) = columns.split_at_mut(n);
            let (second, third) = rest.split_at_mut(n);
            let others = second[rows.clone()].iter_mut().zip(&mut third[rows.clone()]);
            for (x, (y, z)) in first[rows].iter_mut().zip(others) {
                let sum = tau * (*x + v * *y + w * *z);
                *x -= sum;
                *y -= sum * left;
                *z -= sum * right;
            }
        }
        _ => {
            for i in rows {
                let pairs = vector.iter().enumerate();
                let sum = pairs.fold(columns[i], |sum, (j, &v)| sum + v * columns[(j + 1) * n + i]);
                let sum = tau * sum;
                columns[i] -= sum;
                for (j, v) in vector.iter().enumerate() {
                    columns[(j + 1) * n + i] -= sum * v.conjugate();
                }
            }
        }
    }
}

/// Applies a rotation to rows `k` and `k + 1` of a column.
#[inline]
pub(super) fn turn(column: &mut [C], k: usize, (cosine, sine): (f64, C)) {
    let (x, y) = (column[k], column[k + 1]);
    column[k] = x.scaled(cosine) + sine * y;
    column[k + 1] = y.scaled(cosine) - sine.conj() * x;
}

/// Applies the adjoint of a rotation to columns `k` and `k + 1`, in the first `rows` rows.
pub(crate) fn rotate_columns(m: &mut Columns<C>, k: usize, rows: usize, (cosine, sine): (f64, C)) {
    let n = m.rows();
    let (left, right) = m.split_at(k + 1);
    let pairs = left[k * n..].iter_mut().zip(right).take(rows);
    for (x, y) in pairs {
        let (a, b) = (*x, *y);
        *x = a.scaled(cosine) + sine.conj() * b;
        *y = b.scaled(cosine) - sine * a;
    }
}

/// The rotation `(c, s)` with `c·x + s·y` as the norm of both and `c·y - s̄·x` zero.
pub(crate) fn rotation(x: C, y: C) -> (f64, C) {
    if y == C::of(0.0) {
        return (1.0, C::of(0.0));
    }
    let size = x.size();
    if size == 0.0 {
        return (0.0, y.conj().scaled(1.0 / y.size()));
    }
    let whole = size.hypot(y.size());
    (size / whole, x.scaled(1.0 / size) * y.conj().scaled(1.0 / whole))
}

/// Transforms the 2×2 block at `k` to standard form: upper triangular, or with equal diagonal
/// elements and off-diagonal elements of opposite signs.
pub(super) fn standardize(h: &mut Columns<f64>, q: &mut Columns<f64>, k: usize) {
    let (cosine, sine, complex) =
        standard_rotation(h[(k, k)], h[(k, k + 1)], h[(k + 1, k)], h[(k + 1, k + 1)]);
    let n = h.rows();
    for j in k..n {
        let (x, y) = (h[(k, j)], h[(k + 1, j)]);
        h[(k, j)] = cosine * x + sine * y;
        h[(k + 1, j)] = cosine * y - sine * x;
    }
    for (m, rows) in [(&mut *h, k + 2), (q, n)] {
        for i in 0..rows {
            let (x, y) = (m[(i, k)], m[(i, k + 1)]);
            m[(i, k)] = cosine * x + sine * y;
            m[(i, k + 1)] = cosine * y - sine * x;
        }
    }
    // Entries that are zero or equal up to rounding are made exactly so.
    if complex {
        let mean = (h[(k, k)] + h[(k + 1, k + 1)]) / 2.0;
        h[(k, k)] = mean;
        h[(k + 1, k + 1)] = mean;
    } else {
        h[(k + 1, k)] = 0.0;
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
