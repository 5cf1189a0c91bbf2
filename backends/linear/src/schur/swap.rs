//! The exchange of two adjacent diagonal blocks of a Schur form.
//!
//! Source: Bai and Demmel, "On Swapping Diagonal Blocks in Real Schur Form" (1993).

use super::turn::{C, reflect_columns, reflect_rows, rotate_columns, rotation, standardize, turn};
use crate::columns::Columns;
use crate::reflect::reflector;

/// Exchanges the diagonal elements at `j` and `j + 1`.
pub(super) fn complex(t: &mut Columns<C>, q: &mut Columns<C>, j: usize) {
    let n = t.rows();
    let (a, b) = (t[(j, j)], t[(j + 1, j + 1)]);
    let made = rotation(t[(j, j + 1)], b - a);
    (j + 2..n).for_each(|k| turn(t.column_mut(k), j, made));
    rotate_columns(t, j, j, made);
    rotate_columns(q, j, q.rows(), made);
    (t[(j, j)], t[(j + 1, j + 1)]) = (b, a);
}

/// Exchanges blocks of `first` and `second` rows at `j`. False, and nothing is changed, if their
/// eigenvalues are too close.
pub(super) fn real(
    t: &mut Columns<f64>,
    q: &mut Columns<f64>,
    j: usize,
    (first, second): (usize, usize),
) -> bool {
    let (n, size) = (t.rows(), first + second);
    let mut local = Columns::zeros(size, size);
    for k in 0..size {
        local.column_mut(k).copy_from_slice(&t.column(j + k)[j..j + size]);
    }
    let norm = local.data().iter().fold(0.0, |max: f64, x| max.max(x.abs()));
    // The columns of (-X, 1) span the invariant space of the second block, with A·X - X·B = C.
    let x = sylvester(&local, (first, second), norm);
    let mut space = Columns::zeros(size, second);
    for k in 0..second {
        (0..first).for_each(|i| space[(i, k)] = -x[k * first + i]);
        space[(first + k, k)] = 1.0;
    }
    // Reflections that make it the space of the first columns.
    let mut reflections = Vec::new();
    for k in 0..second {
        let mut vector = space.column(k)[k..].to_vec();
        let tau = reflector(&mut vector);
        let vector = vector.split_off(1);
        reflect_rows(&mut space, k, k + 1..second, &vector, tau);
        reflections.push((k, vector, tau));
    }
    let mut moved = local.clone();
    for (k, vector, tau) in &reflections {
        reflect_rows(&mut moved, *k, 0..size, vector, *tau);
        reflect_columns(&mut moved, *k, 0..size, vector, *tau);
    }
    let outside = (0..second).flat_map(|k| moved.column(k)[second..].iter());
    if !outside.fold(0.0, |max: f64, x| max.max(x.abs())).le(&(20.0 * f64::EPSILON * norm)) {
        return false;
    }
    for (k, vector, tau) in &reflections {
        reflect_rows(t, j + k, j..n, vector, *tau);
        reflect_columns(t, j + k, 0..j + size, vector, *tau);
        reflect_columns(q, j + k, 0..q.rows(), vector, *tau);
    }
    (0..second).for_each(|k| t.column_mut(j + k)[j + second..j + size].fill(0.0));
    for (at, rows) in [(j, second), (j + second, first)] {
        if rows == 2 {
            standardize(t, q, at);
        }
    }
    true
}

/// The solution of `A·X - X·B = C`, column by column, for the diagonal blocks `A` and `B` of a matrix
/// and the block `C` beside them. Pivots that are nearly zero are replaced, as in LAPACK: the caller
/// judges the exchange by its result.
fn sylvester(all: &Columns<f64>, (first, second): (usize, usize), norm: f64) -> Vec<f64> {
    let count = first * second;
    let mut system = Columns::<f64>::zeros(count, count);
    let mut x = vec![0.0; count];
    for k in 0..second {
        for i in 0..first {
            let row = k * first + i;
            (0..first).for_each(|l| system[(row, k * first + l)] += all[(i, l)]);
            (0..second).for_each(|l| system[(row, l * first + i)] -= all[(first + l, first + k)]);
            x[row] = all[(i, first + k)];
        }
    }
    let least = (f64::EPSILON * norm).max(f64::MIN_POSITIVE);
    // Gaussian elimination with complete pivoting; `order` has the unknown of each column.
    let mut order: Vec<usize> = (0..count).collect();
    for k in 0..count {
        let places = (k..count).flat_map(|j| (k..count).map(move |i| (i, j)));
        let larger =
            |a: &(usize, usize), b: &(usize, usize)| system[*a].abs().total_cmp(&system[*b].abs());
        let (row, column) = places.max_by(larger).unwrap_or((k, k));
        for j in 0..count {
            let swapped = (system[(row, j)], system[(k, j)]);
            (system[(k, j)], system[(row, j)]) = swapped;
        }
        x.swap(row, k);
        for i in 0..count {
            let swapped = (system[(i, column)], system[(i, k)]);
            (system[(i, k)], system[(i, column)]) = swapped;
        }
        order.swap(column, k);
        if system[(k, k)].abs() < least {
            system[(k, k)] = least;
        }
        for i in k + 1..count {
            let factor = system[(i, k)] / system[(k, k)];
            (k..count).for_each(|j| system[(i, j)] -= factor * system[(k, j)]);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..count).rev() {
        let sum = (k + 1..count).map(|j| system[(k, j)] * x[j]).sum::<f64>();
        x[k] = (x[k] - sum) / system[(k, k)];
    }
    let mut made = vec![0.0; count];
    order.iter().zip(x).for_each(|(&at, x)| made[at] = x);
    made
}
