//! Intervals of integers.

use hloom_storage::term::Binary;

/// An interval of integers, both ends included; it is empty if the first end is larger.
pub(super) type Interval = (i64, i64);

/// No integer.
pub(super) const NONE: Interval = (0, -1);

/// Whether all integers of an interval are in another one.
pub(super) fn is_within(it: Interval, all: Interval) -> bool {
    it.0 > it.1 || all.0 <= it.0 && it.1 <= all.1
}

/// The interval, if 64 bits hold it.
pub(super) fn held((low, high): (i128, i128)) -> Option<Interval> {
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}

/// The bounds of an operator's results for numbers in these bounds; `None` if 64 bits do not hold them.
pub(super) fn numbers(op: Binary, x: Interval, y: Interval) -> Option<Interval> {
    if x.0 > x.1 || y.0 > y.1 {
        return Some(NONE);
    }
    let [a, b, c, d] = [x.0, x.1, y.0, y.1].map(i128::from);
    let corners = |all: [i128; 4]| {
        let low = all.iter().fold(i128::MAX, |low, v| low.min(*v));
        held((low, all.iter().fold(i128::MIN, |high, v| high.max(*v))))
    };
    match op {
        Binary::Add => held((a + c, b + d)),
        Binary::Sub => held((a - d, b - c)),
        Binary::Mul => corners([a * c, a * d, b * c, b * d]),
        Binary::Div if c > 0 => {
            let floor = |x: i128, y: i128| x.div_euclid(y);
            corners([floor(a, c), floor(a, d), floor(b, c), floor(b, d)])
        }
        Binary::Mod if c > 0 => held((0, d - 1)),
        Binary::Min => held((a.min(c), b.min(d))),
        Binary::Max => held((a.max(c), b.max(d))),
        _ => None,
    }
}
