//! The value ranges of a [`Builder`]: the bounds of indices, by which index expressions are
//! simplified.

use super::{Builder, Scalar, Value};
use crate::index::{Index, Range, Ranges, Var};

/// The ranges of the values that were defined so far: of loop variables and the numbers of
/// blocks and threads by their bounds, of index expressions and of [`Builder::know`].
impl Ranges for Builder {
    fn of(&self, var: Var) -> Range {
        self.range_of(Value(var.0))
    }
}

impl Builder {
    /// The range of an index.
    pub fn range_of(&self, value: Value) -> Range {
        match self.constant_of(value) {
            Some(bits) if self.type_of(value) == Scalar::I64.ty() => Range::point(bits as i64),
            _ => self.ranges.get(&value).copied().unwrap_or(Range::ALL),
        }
    }

    /// Notes that an index is in a range.
    pub fn know(&mut self, value: Value, range: Range) {
        let known = self.range_of(value);
        let both = Range { low: known.low.max(range.low), high: known.high.min(range.high) };
        self.ranges.insert(value, both);
    }

    /// An index divided by a positive number, rounded down, simplified by what is known of its
    /// values.
    pub fn floor_div(&self, index: impl Into<Index>, by: i64) -> Index {
        index.into().floor_div(by, self)
    }

    /// The remainder of that division.
    pub fn modulo(&self, index: impl Into<Index>, by: i64) -> Index {
        index.into().modulo(by, self)
    }

    /// The smaller of two indices.
    pub fn least(&self, a: impl Into<Index>, b: impl Into<Index>) -> Index {
        a.into().min(b.into(), self)
    }

    /// Notes the range of a loop variable by the loop's bounds.
    pub(super) fn know_counter(&mut self, var: Value, (from, to): (&Index, &Index), step: i64) {
        let (from, to) = (from.range(self), to.range(self));
        let mut high = if to.high == i64::MAX { i64::MAX } else { to.high.saturating_sub(1) };
        if from.low == from.high && high != i64::MAX && high >= from.low && step > 0 {
            high -= (high - from.low) % step;
        }
        // A loop without iterations has no values of which anything could be wrong.
        self.know(var, Range { low: from.low, high: high.max(from.low) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::LoopKind;

    #[test]
    fn ranges_follow_from_bounds() {
        let mut b = Builder::new("main");
        b.for_each(LoopKind::Serial, "i", 0, 30, 8, |b, i| {
            assert_eq!(b.range_of(i), Range { low: 0, high: 24 });
            // A product of a range, as a value of its own.
            let twice = b.index(Index::var(i) * 2 + 1);
            assert_eq!(b.range_of(twice), Range { low: 1, high: 49 });
            // The quotient vanishes, and the remainder is the index.
            assert_eq!(b.floor_div(i, 32), Index::constant(0));
            assert_eq!(b.modulo(i, 32), Index::var(i));
            assert_eq!(b.least(i, 24), Index::var(i));
            b.for_each(LoopKind::Serial, "j", i, 30, 1, |b, j| {
                assert_eq!(b.range_of(j), Range { low: 0, high: 29 });
                b.know(j, Range { low: 5, high: 100 });
                assert_eq!(b.range_of(j), Range { low: 5, high: 29 });
            });
        });
        b.grid(3, 128, |b, block, thread| {
            assert_eq!(b.range_of(block), Range::extent(3));
            assert_eq!(b.floor_div(thread, 128), Index::constant(0));
        });
        let seven = b.int(Scalar::I64.ty(), 7);
        assert_eq!(b.range_of(seven), Range::point(7));
        // A loop without iterations has no value that could be out of range.
        b.for_each(LoopKind::Serial, "k", 4, 4, 1, |b, k| {
            assert_eq!(b.range_of(k), Range::point(4));
        });
    }
}
