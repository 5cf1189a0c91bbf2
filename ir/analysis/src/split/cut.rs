//! Cuts: into how many parts each index of an op is divided.

use super::access::{OpIndices, Range};
use std::fmt;

/// The number of parts of each index.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cut(pub Vec<i64>);

impl Cut {
    /// One part of each of `n` indices: the op as it is.
    pub fn none(n: usize) -> Cut {
        Cut(vec![1; n])
    }

    /// The number of parts.
    pub fn parts(&self) -> i64 {
        self.0.iter().product()
    }

    /// Whether the op stays whole.
    pub fn is_none(&self) -> bool {
        self.0.iter().all(|&n| n == 1)
    }

    /// The ranges of all indices for each part, in row-major order of the parts.
    pub fn ranges(&self, op: &OpIndices) -> Vec<Vec<Range>> {
        let mut all = vec![Vec::new()];
        for (index, &parts) in op.indices.iter().zip(&self.0) {
            let own = balanced(index.extent, parts);
            all = all
                .into_iter()
                .flat_map(|before: Vec<Range>| {
                    own.iter().map(move |&range| {
                        let mut with = before.clone();
                        with.push(range);
                        with
                    })
                })
                .collect();
        }
        all
    }

    /// The reason that the op can't be divided like this; `None` if it can.
    pub fn complaint(&self, op: &OpIndices) -> Option<String> {
        if self.0.len() != op.indices.len() {
            let (have, want) = (self.0.len(), op.indices.len());
            return Some(format!("the cut has {have} numbers of parts for {want} indices"));
        }
        for (i, (&parts, index)) in self.0.iter().zip(&op.indices).enumerate() {
            if parts < 1 {
                return Some(format!("index {i} is divided into {parts} parts"));
            }
            if parts > index.extent {
                let n = index.extent;
                return Some(format!("index {i} of extent {n} is divided into {parts} parts"));
            }
        }
        None
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (i, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str("]")
    }
}

/// The ranges of `parts` parts of `0..extent`, as even as possible: the first ones are longer by
/// one if the extent is no multiple.
///
/// # Panics
/// If `parts` is not in `1..=extent.max(1)`.
pub fn balanced(extent: i64, parts: i64) -> Vec<Range> {
    assert!((1..=extent.max(1)).contains(&parts), "{parts} parts of {extent}");
    let (each, longer) = (extent / parts, extent % parts);
    (0..parts)
        .map(|i| {
            let start = i * each + i.min(longer);
            Range::new(start, start + each + i64::from(i < longer))
        })
        .collect()
}

/// The cuts worth looking at for a number of cores: numbers of parts are powers of two, at most
/// `2^⌊log₂ cores⌋` in all, and no index has more parts than positions. The cut without division is
/// the first.
///
/// A cut of an op of four parallel indices is a state of its 4-D result: 1 × 256 × 56 × 56 has 4,
/// 10, 20 and 35 states for 2, 4, 8 and 16 cores (Zhang and Zhi).
pub fn cuts(extents: &[i64], cores: usize) -> Vec<Cut> {
    let most = if cores < 2 { 1 } else { 1i64 << cores.ilog2().min(62) };
    let mut all = vec![Cut(Vec::new())];
    for &extent in extents {
        let mut longer = Vec::new();
        for cut in all {
            let mut parts = 1;
            while parts <= extent.max(1) && cut.parts() * parts <= most {
                let mut with = cut.0.clone();
                with.push(parts);
                longer.push(Cut(with));
                parts *= 2;
            }
        }
        all = longer;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_counts_as_many() {
        let count = |dims: &[i64]| [2, 4, 8, 16].map(|cores| cuts(dims, cores).len());
        assert_eq!(count(&[1, 256, 56, 56]), [4, 10, 20, 35]);
        assert_eq!(count(&[8, 256, 56, 56]), [5, 15, 35, 69]);
        // 18 cores are used as 16.
        assert_eq!(cuts(&[1, 256, 56, 56], 18).len(), 35);
        assert_eq!(cuts(&[1, 256, 56, 56], 1), [Cut::none(4)]);
        assert_eq!(cuts(&[1, 256, 56, 56], 0), [Cut::none(4)]);
        assert_eq!(cuts(&[], 16), [Cut::none(0)]);
        assert_eq!(cuts(&[3], usize::MAX), [Cut(vec![1]), Cut(vec![2])]);
        assert!(cuts(&[4, 4], 8)[0].is_none());
    }

    #[test]
    fn parts_are_balanced() {
        let lengths =
            |n, parts| -> Vec<i64> { balanced(n, parts).iter().map(|r| r.len()).collect() };
        assert_eq!(lengths(7, 3), [3, 2, 2]);
        assert_eq!(lengths(8, 4), [2, 2, 2, 2]);
        assert_eq!(lengths(0, 1), [0]);
        for n in 1..20 {
            for parts in 1..=n {
                let all = balanced(n, parts);
                assert_eq!((all[0].start, all[all.len() - 1].end), (0, n));
                assert!(
                    all.windows(2).all(|w| w[0].end == w[1].start && w[0].len() - w[1].len() <= 1)
                );
                assert!(all.iter().all(|r| !r.is_empty()));
            }
        }
    }
}
