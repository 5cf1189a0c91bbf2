//! Accesses of operands and results by an op's indices.

use crate::monoid::Monoid;
use std::fmt;

/// A range of positions of a dimension: `start..end`, with `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The first position.
    pub start: i64,
    /// The position behind the last one.
    pub end: i64,
}

impl Range {
    /// `start..end`.
    pub fn new(start: i64, end: i64) -> Range {
        debug_assert!(start <= end);
        Range { start, end }
    }

    /// The number of positions.
    pub fn len(self) -> i64 {
        self.end - self.start
    }

    /// Whether it has no position.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The positions of both; an empty range if there are none.
    pub fn intersection(self, other: Range) -> Range {
        let start = self.start.max(other.start);
        Range { start, end: self.end.min(other.end).max(start) }
    }

    /// Whether all positions of `other` are in this range.
    pub fn contains(self, other: Range) -> bool {
        other.is_empty() || (self.start <= other.start && other.end <= self.end)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// The contribution of an index's parts to the results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Each part computes other elements of the results.
    Parallel,
    /// Each part computes a term of every element; [`OpIndices::combine`] combines them.
    Combined,
}

/// An index that an op iterates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// The number of its positions, at least 1.
    pub extent: i64,
    /// Its parts' contribution.
    pub role: Role,
}

/// A window that moves over a dimension of an operand: position `i` of the index reads positions
/// `i * stride - low .. i * stride - low + span` of the operand, whose element `e` is at position
/// `e * dilation` there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// The distance of neighbouring windows.
    pub stride: i64,
    /// The padding before the first element; negative if the first windows begin behind it.
    pub low: i64,
    /// The extent of a window, dilation included.
    pub span: i64,
    /// The distance of neighbouring elements.
    pub dilation: i64,
}

impl Window {
    /// The elements of a dimension of extent `n` that the windows of a part read, and the padding
    /// before and behind them. The windows over that part with that padding are the same as those
    /// of the whole: padding stands only where the whole has padding (or gaps of a dilation).
    ///
    /// For a window of `k`, stride `t` and padding `p`, rows `a..b` of the result need rows
    /// `a·t - p .. (b-1)·t - p + k`, cut off at the borders.
    pub fn read(self, part: Range, n: i64) -> (Range, i64, i64) {
        let Window { stride, low, span, dilation } = self;
        if part.is_empty() {
            return (Range::new(0, 0), 0, 0);
        }
        let from = part.start * stride - low;
        let to = (part.end - 1) * stride - low + span;
        let ceil = |x: i64| x.div_euclid(dilation) + i64::from(x.rem_euclid(dilation) > 0);
        let start = ceil(from).clamp(0, n);
        let end = ceil(to).clamp(start, n);
        if start == end {
            return (Range::new(start, end), to - from, 0);
        }
        (Range::new(start, end), start * dilation - from, to - ((end - 1) * dilation + 1))
    }
}

/// The part of a dimension that a part of an op reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// All of it.
    Whole,
    /// The index's range; each of its positions is `scale` neighbouring positions.
    Direct {
        /// The number of the index.
        index: usize,
        /// The positions of the dimension for each of the index.
        scale: i64,
    },
    /// The index's range, counted from the end.
    Reversed {
        /// The number of the index.
        index: usize,
    },
    /// Windows at the index's positions.
    Window {
        /// The number of the index.
        index: usize,
        /// The windows.
        window: Window,
    },
}

impl Access {
    /// The index at the same positions.
    pub fn direct(index: usize) -> Access {
        Access::Direct { index, scale: 1 }
    }

    /// The number of the index that decides it.
    pub fn index(self) -> Option<usize> {
        match self {
            Access::Whole => None,
            Access::Direct { index, .. }
            | Access::Reversed { index }
            | Access::Window { index, .. } => Some(index),
        }
    }

    /// The range of a dimension of extent `n`, given the ranges of all indices.
    pub fn range(self, parts: &[Range], n: i64) -> Range {
        match self {
            Access::Whole => Range::new(0, n),
            Access::Direct { index, scale } => {
                Range::new(parts[index].start * scale, parts[index].end * scale)
            }
            Access::Reversed { index } => Range::new(n - parts[index].end, n - parts[index].start),
            Access::Window { index, window } => window.read(parts[index], n).0,
        }
    }
}

/// The indices of an op, and the accesses of its operands and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpIndices {
    /// The indices.
    pub indices: Vec<Index>,
    /// For each operand, the access of each dimension.
    pub operands: Vec<Vec<Access>>,
    /// For each result, the access of each dimension: direct or whole.
    pub results: Vec<Vec<Access>>,
    /// For each result, how terms are combined; empty if no index is combined.
    pub combine: Vec<Monoid>,
}

impl OpIndices {
    /// The ranges of one tensor's dimensions, given its accesses, its extents and the ranges of
    /// all indices.
    pub fn ranges(accesses: &[Access], dims: &[i64], parts: &[Range]) -> Vec<Range> {
        accesses.iter().zip(dims).map(|(access, &n)| access.range(parts, n)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements that windows read, one by one.
    fn by_hand(w: Window, part: Range, n: i64) -> Vec<i64> {
        let mut all: Vec<i64> = (part.start..part.end)
            .flat_map(|i| i * w.stride - w.low..i * w.stride - w.low + w.span)
            .filter(|p| p.rem_euclid(w.dilation) == 0)
            .map(|p| p.div_euclid(w.dilation))
            .filter(|e| (0..n).contains(e))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Acceptance E2: the formula of the halo, for windows 1 to 7, strides 1 to 3, all paddings up
    /// to half a window (and negative ones), dilated inputs, and odd sizes.
    #[test]
    fn windows_read_what_they_cover_and_no_more_padding_than_the_whole() {
        let mut cases = 0;
        for span in [1, 2, 3, 5, 7] {
            for stride in 1..=3 {
                for low in -1..=span / 2 {
                    for dilation in 1..=3 {
                        for n in [1, 4, 7, 13] {
                            let window = Window { stride, low, span, dilation };
                            let wide = (n - 1) * dilation + 1 + low + span / 2;
                            let count = if wide < span { 0 } else { (wide - span) / stride + 1 };
                            for a in 0..count {
                                for b in a + 1..=count {
                                    let part = Range::new(a, b);
                                    let (read, before, behind) = window.read(part, n);
                                    let seen = by_hand(window, part, n);
                                    for &e in &seen {
                                        assert!(read.contains(Range::new(e, e + 1)));
                                    }
                                    // Windows far apart skip elements, also at the borders.
                                    if stride <= span && dilation == 1 {
                                        assert_eq!(read.len(), seen.len() as i64);
                                    }
                                    // The part's own windows cover exactly the same positions.
                                    let local = if read.is_empty() {
                                        0
                                    } else {
                                        (read.len() - 1) * dilation + 1
                                    };
                                    assert!(before >= 0 && behind >= 0, "{window:?} {part}");
                                    assert_eq!(
                                        before + local + behind,
                                        (b - a - 1) * stride + span
                                    );
                                    cases += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(cases > 5_000, "{cases}");
    }

    #[test]
    fn accesses_follow_their_index() {
        let parts = [Range::new(2, 4), Range::new(0, 1)];
        assert_eq!(Access::Whole.range(&parts, 9), Range::new(0, 9));
        assert_eq!(Access::Direct { index: 0, scale: 3 }.range(&parts, 12), Range::new(6, 12));
        assert_eq!(Access::Reversed { index: 0 }.range(&parts, 5), Range::new(1, 3));
        assert_eq!(Access::direct(1).range(&parts, 5), Range::new(0, 1));
        assert_eq!(Access::Reversed { index: 1 }.index(), Some(1));
        assert_eq!(Access::Whole.index(), None);
    }
}
