//! Sets of ops as bits.

/// A set of ops.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct OpSet(Vec<u64>);

impl OpSet {
    /// Adds an op.
    pub fn insert(&mut self, op: usize) {
        let word = op / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (op % 64);
    }

    /// Whether an op is in the set.
    pub fn contains(&self, op: usize) -> bool {
        self.0.get(op / 64).is_some_and(|word| word >> (op % 64) & 1 == 1)
    }

    /// The ops in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * at + bit
                })
            })
        })
    }

    /// The number of ops.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ops that are not in another set.
    pub fn without(&self, other: &OpSet) -> OpSet {
        let theirs = other.0.iter().copied().chain(std::iter::repeat(0));
        OpSet(self.0.iter().zip(theirs).map(|(own, theirs)| own & !theirs).collect()).trimmed()
    }

    /// The ops of both sets together.
    pub fn with(&self, other: &OpSet) -> OpSet {
        let (long, short) =
            if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut words = long.0.clone();
        words.iter_mut().zip(&short.0).for_each(|(word, more)| *word |= more);
        OpSet(words)
    }

    /// Whether another set holds all of these ops.
    pub fn is_within(&self, other: &OpSet) -> bool {
        self.0.len() <= other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The same set without words of zeros at its end, so that equal sets are equal.
    fn trimmed(mut self) -> OpSet {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

impl FromIterator<usize> for OpSet {
    fn from_iter<I: IntoIterator<Item = usize>>(ops: I) -> OpSet {
        let mut set = OpSet::default();
        ops.into_iter().for_each(|op| set.insert(op));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_the_same_whatever_their_history() {
        let set: OpSet = [3, 64, 200].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert_eq!(set.len(), 3);
        let rest = set.without(&[200].into_iter().collect());
        assert_eq!(rest, [64, 3].into_iter().collect());
        assert!(rest.is_within(&set) && !set.is_within(&rest));
        assert_eq!(rest.with(&[200].into_iter().collect()), set);
        assert!(set.without(&set).is_empty());
    }
}
