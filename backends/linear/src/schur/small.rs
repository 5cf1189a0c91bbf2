//! The QR method for small matrices: one or two shifts at a time.
//!
//! Source: Golub and Van Loan, "Matrix Computations" (4th edition, 2013), chapter 7.

use super::turn::{C, reflect_columns, reflect_rows, rotate_columns, rotation, standardize, turn};
use crate::columns::Columns;
use crate::number::Number;
use crate::reflect::reflector;

/// Elements that are smaller than this share of the largest one are negligible: products of them could
/// underflow.
const TINY: f64 = 1e-70;

/// The first row of the active block that ends in row `high`. Negligible subdiagonal elements
/// become zero; `norm` is the size of the largest element of the whole matrix.
pub(super) fn deflate<T: Number<Part = f64>>(h: &mut Columns<T>, high: usize, norm: f64) -> usize {
    for k in (1..=high).rev() {
        let around = h[(k - 1, k - 1)].size() + h[(k, k)].size();
        let around = if around == 0.0 { norm } else { around };
        let size = h[(k, k - 1)].size();
        if size <= f64::EPSILON * around || size <= TINY * norm {
            h[(k, k - 1)] = T::of(0.0);
            return k;
        }
    }
    0
}

/// The largest size of an element.
pub(super) fn largest<T: Number<Part = f64>>(a: &Columns<T>) -> f64 {
    a.data().iter().fold(0.0, |max, x| f64::max(max, x.size()))
}

/// The maximum number of steps per eigenvalue.
const STEPS: usize = 300;

/// Makes a Hessenberg matrix triangular, and multiplies `q` by the transformation. Returns 0, or the
/// number of leading eigenvalues that were not found.
pub(super) fn complex(h: &mut Columns<C>, q: &mut Columns<C>) -> usize {
    let norm = largest(h);
    let (mut high, mut steps) = (h.rows(), 0);
    while high > 0 {
        let last = high - 1;
        let low = deflate(h, last, norm);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        steps += 1;
        if steps > STEPS {
            break;
        }
        let shift = if steps % 10 == 0 {
            // An exceptional shift, which breaks cycles.
            h[(last, last)] + C::of(h[(last, last - 1)].size())
        } else {
            wilkinson(h, last)
        };
        single_step(h, q, (low, last), shift);
    }
    high
}

/// As [`complex`] for a real matrix, whose 2×2 blocks get the standard form.
pub(super) fn real(h: &mut Columns<f64>, q: &mut Columns<f64>) -> usize {
    let norm = largest(h);
    let (mut high, mut steps) = (h.rows(), 0);
    while high > 0 {
        let last = high - 1;
        let low = deflate(h, last, norm);
        if low == last {
            (high, steps) = (last, 0);
        } else if low + 1 == last {
            standardize(h, q, low);
            (high, steps) = (low, 0);
        } else {
            steps += 1;
            if steps > STEPS {
                break;
            }
            double_step(h, q, (low, last), steps % 10 == 0);
        }
    }
    high
}

/// The eigenvalue of the 2×2 block that ends in row `last` nearest to its last element.
fn wilkinson(h: &Columns<C>, last: usize) -> C {
    let (a, b) = (h[(last - 1, last - 1)], h[(last - 1, last)]);
    let (c, d) = (h[(last, last - 1)], h[(last, last)]);
    let product = b * c;
    if product == C::of(0.0) {
        return d;
    }
    let half = (a - d).scaled(0.5);
    let root = (half * half + product).sqrt();
    let sum = if half.re * root.re + half.im * root.im < 0.0 { half - root } else { half + root };
    d - product.over(sum)
}

/// One QR step on rows and columns `low..=last`, applied to the whole matrix.
fn single_step(h: &mut Columns<C>, q: &mut Columns<C>, (low, last): (usize, usize), shift: C) {
    let n = h.rows();
    for k in low..last {
        let (x, y) = match k == low {
            true => (h[(k, k)] - shift, h[(k + 1, k)]),
            false => (h[(k, k - 1)], h[(k + 1, k - 1)]),
        };
        let made = rotation(x, y);
        if k > low {
            turn(h.column_mut(k - 1), k, made);
            h[(k + 1, k - 1)] = C::of(0.0);
        }
        (k..n).for_each(|j| turn(h.column_mut(j), k, made));
        rotate_columns(h, k, (k + 3).min(last + 1), made);
        rotate_columns(q, k, q.rows(), made);
    }
}

/// One Francis step on rows and columns `low..=last`, at least three of them, applied to the whole
/// matrix.
fn double_step(
    h: &mut Columns<f64>,
    q: &mut Columns<f64>,
    (low, last): (usize, usize),
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
    let (a, b) = (h[(low, low)], h[(low, low + 1)]);
    let (c, d) = (h[(low + 1, low)], h[(low + 1, low + 1)]);
    let column =
        [a * a + b * c - trace * a + determinant, c * (a + d - trace), c * h[(low + 2, low + 1)]];
    let size = column.iter().map(|x| x.abs()).sum::<f64>();
    let mut bulge = if size > 0.0 { column.map(|x| x / size) } else { column };
    for k in low..last {
        let size = if k + 2 <= last { 3 } else { 2 };
        if k > low {
            (0..size).for_each(|i| bulge[i] = h[(k + i, k - 1)]);
        }
        let tau = reflector(&mut bulge[..size]);
        let vector = &bulge[1..size];
        if k > low {
            h[(k, k - 1)] = bulge[0];
            (1..size).for_each(|i| h[(k + i, k - 1)] = 0.0);
        }
        reflect_rows(h, k, k..n, vector, tau);
        reflect_columns(h, k, 0..(k + 4).min(last + 1), vector, tau);
        reflect_columns(q, k, 0..n, vector, tau);
    }
}
