//! The QR method for large matrices: early deflation, and steps with many shifts.

use super::kind::{Wide, values};
use super::small::{deflate, largest};
use super::sweep::sweep;
use super::turn::C;
use super::{early, window};
use crate::abi::Pool;
use crate::columns::Columns;

/// The size from which on a matrix counts as large.
pub(super) const LEAST: usize = 76;

/// The share of the window, in percent, that early deflation must find for another try before the next
/// step.
const SHARE: usize = 25;

/// The number of shifts of a step on an active block.
fn shifts_for(size: usize) -> usize {
    match size {
        ..150 => 12,
        150..400 => 24,
        400..800 => 32,
        800..3000 => 64,
        _ => 128,
    }
}

/// As [`Wide::iterate`].
pub(super) fn iterate<T: Wide>(h: &mut Columns<T>, q: &mut Columns<T>, pool: &Pool<'_>) -> usize {
    let n = h.rows();
    let norm = largest(h);
    let (mut high, mut stalled, mut width) = (n, 0, 0);
    for _ in 0..30 * n.max(10) {
        if high == 0 {
            return 0;
        }
        let low = deflate(h, high - 1, norm);
        let size = high - low;
        if size < LEAST {
            let mut block = window::block(h, (low, high));
            let mut v = Columns::identity(size, size);
            let info = T::iterate(&mut block, &mut v);
            window::replace(h, low, &block);
            window::around(h, q, low, &v, pool);
            if info > 0 {
                return low + info;
            }
            (high, stalled) = (low, 0);
            continue;
        }
        let count = shifts_for(size);
        // A larger window if nothing was found for some time.
        width = if stalled < 5 { count * 3 / 2 } else { 2 * width }.min(size / 3);
        let (found, others) = early::deflate(h, q, (low, high), width, pool);
        high -= found;
        if found > 0 {
            stalled = 0;
            if 100 * found > SHARE * width || high - low < LEAST {
                continue;
            }
        }
        stalled += 1;
        let shifts = if stalled % 6 == 0 {
            exceptional(h, high, count)
        } else if others.len() > count / 2 {
            others
        } else {
            trailing(h, high, count)
        };
        sweep(h, q, (low, high), &pairs::<T>(&shifts, count / 2), pool);
    }
    high
}

/// The eigenvalues of the last `count` rows and columns before `high`.
fn trailing<T: Wide>(h: &Columns<T>, high: usize, count: usize) -> Vec<C> {
    let mut block = window::block(h, (high - count, high));
    let mut v = Columns::identity(count, count);
    let missing = T::iterate(&mut block, &mut v);
    values(&block).split_off(missing.min(count - 1))
}

/// Shifts that break cycles, independent of eigenvalues.
///
/// Source: those of LAPACK's `hqr`.
fn exceptional<T: Wide>(h: &Columns<T>, high: usize, count: usize) -> Vec<C> {
    let pair = |i: usize| {
        let size = h[(i, i - 1)].size() + h[(i - 1, i - 2)].size();
        let element = h[(i, i)];
        let middle = C::new(element.re() + 0.75 * size, element.im());
        let half = C::new(0.0, 0.4375f64.sqrt() * size);
        [middle + half, middle - half]
    };
    (0..count / 2).flat_map(|k| pair(high - 1 - 2 * k)).collect()
}

/// At most so many pairs of shifts: of a real matrix, conjugate numbers, or two real ones.
fn pairs<T: Wide>(shifts: &[C], most: usize) -> Vec<[C; 2]> {
    let mut all = Vec::with_capacity(most);
    let mut single = None;
    let mut rest = shifts;
    while all.len() < most
        && let [shift, after @ ..] = rest
    {
        rest = after;
        if !T::COMPLEX && shift.im != 0.0 {
            // The conjugate number is the next one, or was the one before the first.
            all.push([*shift, shift.conj()]);
            rest = rest.get(1..).unwrap_or_default();
        } else if let Some(other) = single.take() {
            all.push([other, *shift]);
        } else {
            single = Some(*shift);
        }
    }
    if let (Some(shift), true) = (single, all.len() < most) {
        all.push([shift, shift]);
    }
    all
}
