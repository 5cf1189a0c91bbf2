//! Blocks: boxes of elements of a tensor, and how one is put together from others.

use super::access::Range;
use std::fmt;

/// A box of elements: a range of each dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block(pub Vec<Range>);

impl Block {
    /// The block of a whole tensor.
    pub fn whole(dims: &[i64]) -> Block {
        Block(dims.iter().map(|&n| Range::new(0, n)).collect())
    }

    /// The extents.
    pub fn dims(&self) -> Vec<i64> {
        self.0.iter().map(|r| r.len()).collect()
    }

    /// The number of elements.
    pub fn count(&self) -> i64 {
        self.0.iter().map(|r| r.len()).product()
    }

    /// The elements of both.
    pub fn intersection(&self, other: &Block) -> Block {
        Block(self.0.iter().zip(&other.0).map(|(a, &b)| a.intersection(b)).collect())
    }

    /// Whether all elements of `other` are in this block.
    pub fn contains(&self, other: &Block) -> bool {
        other.count() == 0 || self.0.iter().zip(&other.0).all(|(a, &b)| a.contains(b))
    }

    /// The dimension and the positions inside this block at which some of the blocks end, so that
    /// the block can be put together from slabs. `None` if one of them contains it.
    ///
    /// The dimension with the fewest positions is chosen, the outermost of equals.
    pub fn seams(&self, blocks: &[Block]) -> Option<(usize, Vec<i64>)> {
        if blocks.iter().any(|b| b.contains(self)) {
            return None;
        }
        let inside = |d: usize| {
            let mut at: Vec<i64> = blocks
                .iter()
                .filter(|b| b.intersection(self).count() > 0)
                .flat_map(|b| [b.0[d].start, b.0[d].end])
                .filter(|&p| self.0[d].start < p && p < self.0[d].end)
                .collect();
            at.sort_unstable();
            at.dedup();
            at
        };
        let all = (0..self.0.len()).map(|d| (d, inside(d))).filter(|(_, at)| !at.is_empty());
        all.min_by_key(|(d, at)| (at.len(), *d))
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (i, range) in self.0.iter().enumerate() {
            write!(f, "{}{range}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(ranges: &[(i64, i64)]) -> Block {
        Block(ranges.iter().map(|&(a, b)| Range::new(a, b)).collect())
    }

    #[test]
    fn blocks_overlap_and_have_seams() {
        let (left, right) = (block(&[(0, 4), (0, 3)]), block(&[(0, 4), (3, 6)]));
        let whole = Block::whole(&[4, 6]);
        assert_eq!(whole.seams(&[left.clone(), right.clone()]), Some((1, vec![3])));
        assert_eq!(left.seams(std::slice::from_ref(&whole)), None);
        assert_eq!(left.intersection(&right).count(), 0);
        assert!(whole.contains(&left) && !left.contains(&whole));
        let middle = block(&[(1, 2), (2, 5)]);
        assert_eq!(middle.seams(&[left, right]), Some((1, vec![3])));
        assert_eq!(middle.to_string(), "[1..2, 2..5]");
        assert_eq!((middle.dims(), middle.count()), (vec![1, 3], 3));
    }
}
