//! A QR step with many shifts: bulges of two shifts each, one behind the other.
//!
//! Within a window the bulges go on row by row, as in a step with two shifts. The transformation of the
//! window is applied to the rest of the matrix by products.
//!
//! Source: Braman, Byers and Mathias, "The Multishift QR Algorithm, Part I" (2002).

use super::kind::Wide;
use super::turn::{C, reflect_columns, reflect_rows};
use super::window;
use crate::abi::Pool;
use crate::columns::Columns;
use crate::reflect::reflector;

/// The distance of a bulge to the next one.
const DISTANCE: usize = 3;

/// The least number of rows by which a window's bulges go on.
const LEAST: usize = 16;

/// The part of the matrix that a step works on.
#[derive(Clone, Copy)]
struct Active {
    /// The first row of the active block.
    low: usize,
    /// Its last row.
    last: usize,
    /// The first row of the window.
    from: usize,
    /// The row behind the window.
    to: usize,
}

/// A QR step on rows and columns `low..high`, with pairs of shifts: of a real matrix, both are real or
/// conjugate to each other.
pub(super) fn sweep<T: Wide>(
    h: &mut Columns<T>,
    q: &mut Columns<T>,
    (low, high): (usize, usize),
    shifts: &[[C; 2]],
    pool: &Pool<'_>,
) {
    let last = high - 1;
    let length = DISTANCE * shifts.len().saturating_sub(1);
    let total = last - low + length;
    let stride = (length + DISTANCE).max(LEAST);
    for begin in (0..total).step_by(stride) {
        let end = (begin + stride).min(total);
        let from = low + begin.saturating_sub(length);
        let to = ((low + end - 1).min(last - 1) + 4).min(high);
        let active = Active { low, last, from, to };
        let mut v = Columns::identity(to - from, to - from);
        for time in begin..end {
            for (i, pair) in shifts.iter().enumerate() {
                let Some(gone) = time.checked_sub(DISTANCE * i) else { break };
                if low + gone < last {
                    step(h, &mut v, active, low + gone, *pair);
                }
            }
        }
        window::around(h, q, from, &v, pool);
    }
}

/// Moves a bulge from row `k` to the next one, or makes it in the first row.
fn step<T: Wide>(h: &mut Columns<T>, v: &mut Columns<T>, it: Active, k: usize, pair: [C; 2]) {
    let size = if k + 2 <= it.last { 3 } else { 2 };
    let mut bulge = if k == it.low { first_column(h, k, pair) } else { [T::of(0.0); 3] };
    if k > it.low {
        bulge[..size].copy_from_slice(&h.column(k - 1)[k..k + size]);
    }
    let tau = reflector(&mut bulge[..size]);
    if k > it.low {
        h[(k, k - 1)] = bulge[0];
        h.column_mut(k - 1)[k + 1..k + size].fill(T::of(0.0));
    }
    let vector = &bulge[1..size];
    reflect_rows(h, k, k..it.to, vector, tau);
    reflect_columns(h, k, it.from..(k + 4).min(it.last + 1), vector, tau);
    reflect_columns(v, k - it.from, 0..v.rows(), vector, tau);
}

/// A multiple of the first column of `(h - shift)·(h - other shift)`.
fn first_column<T: Wide>(h: &Columns<T>, k: usize, [one, other]: [C; 2]) -> [T; 3] {
    let element = |i: usize, j: usize| {
        let x = h[(k + i, k + j)];
        C::new(x.re(), x.im())
    };
    let (a, b, c, d) = (element(0, 0), element(0, 1), element(1, 0), element(1, 1));
    let column = [(a - one) * (a - other) + b * c, c * (a + d - one - other), c * element(2, 1)];
    let size = column.iter().map(|x| x.norm()).sum::<f64>();
    let unit = if size > 0.0 { size } else { 1.0 };
    column.map(|x| T::of_parts(x.re / unit, x.im / unit))
}
