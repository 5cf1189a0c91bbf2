//! Aggressive early deflation: eigenvalues of the last diagonal block that are eigenvalues of the whole
//! matrix up to rounding.
//!
//! The block's Schur form makes of the one element left of it a column, the spike. An eigenvalue whose
//! component of it is negligible is found; the others move to the front, and are the next shifts.
//!
//! Source: Braman, Byers and Mathias, "The Multishift QR Algorithm, Part II" (2002).

use super::kind::{Wide, ends_pair, values};
use super::turn::{C, reflect_columns, reflect_rows};
use super::window;
use crate::abi::Pool;
use crate::columns::Columns;
use crate::reduce::{hessenberg, transformation};
use crate::reflect::reflector;

/// Deflates the end of the active block `low..high` by its last `size` rows and columns. Returns the
/// number of eigenvalues that were found, and the others of the block.
pub(super) fn deflate<T: Wide>(
    h: &mut Columns<T>,
    q: &mut Columns<T>,
    (low, high): (usize, usize),
    size: usize,
    pool: &Pool<'_>,
) -> (usize, Vec<C>) {
    let top = high - size;
    let spike = if top > low { h[(top, top - 1)] } else { T::of(0.0) };
    let mut t = window::block(h, (top, high));
    let mut v = Columns::identity(size, size);
    if T::iterate(&mut t, &mut v) > 0 {
        return (0, Vec::new());
    }
    let kept = divide(&mut t, &mut v, spike);
    let mut shifts = values(&t);
    shifts.truncate(kept);
    if kept == size {
        return (0, shifts);
    }
    if kept > 1 {
        // The spike becomes one element again, and the block a Hessenberg matrix.
        let mut vector: Vec<T> = (0..kept).map(|j| v[(0, j)].conjugate()).collect();
        let tau = reflector(&mut vector);
        reflect_rows(&mut t, 0, 0..size, &vector[1..], tau);
        reflect_columns(&mut t, 0, 0..kept, &vector[1..], tau);
        reflect_columns(&mut v, 0, 0..size, &vector[1..], tau);
        let factors = hessenberg(&mut t, 0, kept, pool);
        let turned = transformation(&t, &factors[..kept - 1], kept, pool);
        window::columns(&mut v, 0, size, &turned, pool);
        (0..kept).for_each(|j| t.column_mut(j)[(j + 2).min(size)..].fill(T::of(0.0)));
    }
    if top > low {
        h[(top, top - 1)] = if kept > 0 { spike * v[(0, 0)].conjugate() } else { T::of(0.0) };
    }
    window::replace(h, top, &t);
    window::around(h, q, top, &v, pool);
    (size - kept, shifts)
}

/// Moves the eigenvalues that are not found to the front of a block's Schur form. Returns their number.
fn divide<T: Wide>(t: &mut Columns<T>, v: &mut Columns<T>, spike: T) -> usize {
    let (mut kept, mut fixed) = (t.rows(), 0);
    while fixed < kept {
        let last = kept - 1;
        let count = if ends_pair(t, last) { 2 } else { 1 };
        let first = kept - count;
        let mut size = t[(last, last)].size();
        if count == 2 {
            size += t[(last, first)].size().sqrt() * t[(first, last)].size().sqrt();
        }
        let size = if size == 0.0 { spike.size() } else { size };
        let parts = (first..kept).map(|j| (spike * v[(0, j)]).size());
        if parts.fold(0.0, f64::max) <= f64::MIN_POSITIVE.max(f64::EPSILON * size) {
            kept = first;
            continue;
        }
        if !lift(t, v, first, count, fixed) {
            // Blocks whose eigenvalues are nearly equal: those above wait for the next time.
            break;
        }
        fixed += count;
    }
    kept
}

/// Moves the block of `count` rows at `from` up to `to`. False if it can't pass another one.
fn lift<T: Wide>(
    t: &mut Columns<T>,
    v: &mut Columns<T>,
    from: usize,
    count: usize,
    to: usize,
) -> bool {
    let mut at = from;
    while at > to {
        let above = if ends_pair(t, at - 1) { 2 } else { 1 };
        if !T::swap(t, v, at - above, (above, count)) {
            return false;
        }
        at -= above;
    }
    true
}
