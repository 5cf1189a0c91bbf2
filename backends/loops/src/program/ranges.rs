//! Range facts: the bounds of indices, by which a [`Builder`] simplifies index expressions.
//!
//! A value has two kinds of facts:
//!
//! | fact | from | holds |
//! |---|---|---|
//! | of its definition | the bounds of a loop, the size of a grid, an index expression | as long as the value |
//! | assumed | a branch, or data that was checked before ([`Builder::assuming`]) | in a scope |
//!
//! Where a scope ends, its facts are gone, and with them what followed from them for the values
//! that were defined in it.

use super::range_facts::Change;
use super::{Builder, Scalar, Value};
use crate::index::{Index, Range, Ranges, Var};

/// The ranges of the values that were defined so far.
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
            _ => self.ranges.of(value),
        }
    }

    /// Builds what `body` builds, where an index is known to be in a range: in a branch whose
    /// condition says so, or because the data says so. The fact holds until `body` returns, also
    /// with an error. Index expressions that were simplified by it hold no longer.
    pub fn assuming<T>(
        &mut self,
        value: Value,
        range: Range,
        body: impl FnOnce(&mut Builder) -> T,
    ) -> T {
        self.assuming_all(&[(value, range)], body)
    }

    /// The same for several indices.
    pub fn assuming_all<T>(
        &mut self,
        facts: &[(Value, Range)],
        body: impl FnOnce(&mut Builder) -> T,
    ) -> T {
        let changes = self.ranges.open();
        for (value, range) in facts {
            self.know(*value, *range);
        }
        let result = body(self);
        // Values that were defined by then may be used further on, with what follows without the
        // assumption.
        for Change { value, definition, .. } in self.ranges.close(changes) {
            if let Some(index) = definition {
                self.know_index(value, &index);
            }
        }
        result
    }

    /// Records that an index is in a range, besides what is known of it.
    fn know(&mut self, value: Value, range: Range) {
        let known = self.range_of(value);
        let (low, high) = (known.low.max(range.low), known.high.min(range.high));
        // Facts that exclude each other stand in code that never runs.
        self.ranges.record(value, Range { low, high: high.max(low) }, None);
    }

    /// Records the range of an index by the expression that defines it.
    pub(super) fn know_index(&mut self, value: Value, index: &Index) {
        let range = index.range(self);
        if range != Range::ALL {
            self.ranges.record(value, range, Some(index));
        }
    }

    /// Records the range of the numbers of a grid's blocks or threads.
    pub(super) fn know_number(&mut self, number: Value, count: u64) {
        self.know(number, Range::extent(count));
    }

    /// Records the range of a loop variable by the loop's bounds.
    pub(super) fn know_counter(&mut self, var: Value, (from, to): (&Index, &Index), step: i64) {
        let (start, high) = (from.range(self), to.range(self).high);
        let mut last = if high == i64::MAX { i64::MAX } else { high.saturating_sub(1) };
        // All values differ from a constant by a multiple of a number.
        let (offset, by) = match start.low == start.high {
            true => (start.low, step),
            false => {
                let factors = from.terms().iter().map(|(_, factor)| *factor);
                (from.offset(), factors.fold(step, gcd))
            }
        };
        if last != i64::MAX && last >= offset && by > 0 {
            last -= (last - offset) % by;
        }
        // A loop without iterations has no values of which anything could be wrong.
        self.know(var, Range { low: start.low, high: last.max(start.low) });
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

    /// The larger of two indices.
    pub fn greatest(&self, a: impl Into<Index>, b: impl Into<Index>) -> Index {
        a.into().max(b.into(), self)
    }
}

/// The greatest common divisor of two numbers that are not both 0.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a.checked_rem(b).unwrap_or(0)) }
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
            assert_eq!(b.greatest(i, 24), Index::constant(24));
            b.for_each(LoopKind::Serial, "j", i, 30, 1, |b, j| {
                assert_eq!(b.range_of(j), Range { low: 0, high: 29 });
            });
        });
        b.grid(3, 128, |b, block, thread| {
            assert_eq!(b.range_of(block), Range::extent(3));
            assert_eq!(b.floor_div(thread, 128), Index::constant(0));
            // Each thread has every 512th vector of four: 2, 6, …, 1022.
            let from = Index::var(thread) * 4 + 2;
            b.for_each(LoopKind::Serial, "n", from, 1025, 512, |b, n| {
                assert_eq!(b.range_of(n), Range { low: 2, high: 1022 });
            });
        });
        let seven = b.int(Scalar::I64.ty(), 7);
        assert_eq!(b.range_of(seven), Range::point(7));
        // A loop without iterations has no value that could be out of range.
        b.for_each(LoopKind::Serial, "k", 4, 4, 1, |b, k| {
            assert_eq!(b.range_of(k), Range::point(4));
        });
    }

    /// A builder with an index of which nothing is known.
    fn with_index(body: impl FnOnce(&mut Builder, Value)) {
        let mut b = Builder::new("main");
        let buffer = b.buffer("at", hloom_ir::Element::I64, &[1], crate::program::Space::Scratch);
        b.scratch(&[buffer], |b| {
            let index = b.load(Scalar::I64.ty(), buffer, 0);
            assert_eq!(b.range_of(index), Range::ALL);
            body(b, index);
        });
    }

    #[test]
    fn an_assumption_ends_with_its_scope() {
        with_index(|b, i| {
            let before = b.index(Index::var(i) + 1);
            let (inner, divided) = b.assuming(i, Range::extent(8), |b| {
                assert_eq!(b.range_of(i), Range::extent(8));
                let inner = b.index(Index::var(i) * 2);
                assert_eq!(b.range_of(inner), Range { low: 0, high: 14 });
                (inner, b.floor_div(i, 8))
            });
            assert_eq!(divided, Index::constant(0));
            // Neither the fact nor what followed from it is left.
            for value in [i, before, inner] {
                assert_eq!(b.range_of(value), Range::ALL);
            }
            assert_ne!(b.floor_div(i, 8), Index::constant(0));
        });
    }

    #[test]
    fn nested_assumptions_intersect_and_end_one_by_one() {
        with_index(|b, i| {
            let wide = Range { low: 0, high: 100 };
            b.assuming(i, wide, |b| {
                let (inner, remainder) = b.assuming(i, Range { low: -5, high: 9 }, |b| {
                    assert_eq!(b.range_of(i), Range { low: 0, high: 9 });
                    let inner = b.index(Index::var(i) + 1);
                    assert_eq!(b.range_of(inner), Range { low: 1, high: 10 });
                    (inner, b.index(b.modulo(i, 16)))
                });
                assert_eq!(b.range_of(i), wide);
                // A value of the inner scope has the range that follows in the outer one.
                assert_eq!(b.range_of(inner), Range { low: 1, high: 101 });
                assert_eq!(remainder, i);
            });
            assert_eq!(b.range_of(i), Range::ALL);
            // Facts that exclude each other leave a range, if an empty one can't be written.
            let (low, high) = (Range { low: 5, high: 9 }, Range::extent(3));
            b.assuming_all(&[(i, low), (i, high)], |b| {
                assert_eq!(b.range_of(i), Range::point(5));
            });
            assert_eq!(b.range_of(i), Range::ALL);
        });
    }

    #[test]
    fn an_error_restores_what_was_known() {
        with_index(|b, i| {
            let failed: Result<(), &str> = b.assuming(i, Range::extent(4), |b| {
                b.for_each(LoopKind::Serial, "j", 0, Index::var(i), 1, |b, j| {
                    assert_eq!(b.range_of(j), Range { low: 0, high: 2 });
                    b.assuming(j, Range::point(1), |b| {
                        assert_eq!(b.range_of(j), Range::point(1));
                        Err::<(), _>("no such op")
                    })?;
                    Ok(())
                })
            });
            assert_eq!(failed, Err("no such op"));
            assert_eq!(b.range_of(i), Range::ALL);
        });
    }

    #[test]
    fn a_branch_knows_its_condition_and_the_other_does_not() {
        with_index(|b, i| {
            let limit = b.int(Scalar::I64.ty(), 8);
            let inside = b.compare(crate::program::CompareOp::LtS, i, limit);
            b.branch(
                inside,
                |b| {
                    b.assuming(i, Range::extent(8), |b| {
                        assert_eq!(b.range_of(i), Range::extent(8));
                    });
                },
                |b| assert_eq!(b.range_of(i), Range::ALL),
            );
        });
    }
}
