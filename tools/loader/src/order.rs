//! The order of the samples of an epoch.

use crate::random::Random;

/// The kind of shuffling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shuffle {
    /// The order of the dataset.
    None,
    /// Any order, all equally likely.
    #[default]
    Full,
    /// A buffer of this many samples, of which one is drawn and replaced by the next of the dataset:
    /// files are read nearly in order.
    Buffer(usize),
}

/// The samples of one shard of an epoch, in order. Shards are of the same length: with `whole`, as
/// many samples as fill every shard are left out at the end of the order; else the order is
/// continued from its beginning.
pub fn order(
    len: usize,
    shuffle: Shuffle,
    (seed, epoch): (u64, u64),
    (shard, shards): (usize, usize),
    whole: bool,
) -> Vec<usize> {
    let mut random = Random::new(&[seed, epoch]);
    let mut all: Vec<usize> = (0..len).collect();
    match shuffle {
        Shuffle::None => {}
        Shuffle::Full => random.shuffle(&mut all),
        Shuffle::Buffer(size) => all = buffered(len, size.max(1), &mut random),
    }
    let shards = shards.max(1);
    let each = if whole { len / shards } else { len.div_ceil(shards) };
    (0..each).map(|i| all[(i * shards + shard) % len]).collect()
}

fn buffered(len: usize, size: usize, random: &mut Random) -> Vec<usize> {
    let mut buffer: Vec<usize> = (0..len.min(size)).collect();
    let mut coming = buffer.len()..len;
    let mut all = Vec::with_capacity(len);
    while !buffer.is_empty() {
        let at = random.below(buffer.len());
        all.push(match coming.next() {
            Some(next) => std::mem::replace(&mut buffer[at], next),
            None => buffer.swap_remove(at),
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Shuffle; 4] =
        [Shuffle::None, Shuffle::Full, Shuffle::Buffer(1), Shuffle::Buffer(7)];

    #[test]
    fn shards_share_the_dataset() {
        for (len, shards) in [(0, 1), (1, 1), (5, 2), (30, 4), (31, 4), (3, 4)] {
            for shuffle in KINDS {
                let parts = |whole| -> Vec<Vec<usize>> {
                    (0..shards).map(|i| order(len, shuffle, (1, 2), (i, shards), whole)).collect()
                };
                let (cut, filled) = (parts(true), parts(false));
                let mut seen: Vec<usize> = cut.concat();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), len / shards * shards, "no sample twice");
                assert!(cut.iter().all(|part| part.len() == len / shards));
                let mut seen = filled.concat();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen, (0..len).collect::<Vec<usize>>(), "every sample");
                assert!(filled.iter().all(|part| part.len() == len.div_ceil(shards)));
            }
        }
    }

    #[test]
    fn seeds_and_epochs_give_other_orders() {
        let of = |seed, epoch| order(100, Shuffle::Full, (seed, epoch), (0, 1), true);
        assert_eq!(of(1, 0), of(1, 0));
        assert_ne!(of(1, 0), of(1, 1));
        assert_ne!(of(1, 0), of(2, 0));
        assert_ne!(of(0, 1), of(1, 0));
    }

    /// A sample leaves the buffer no earlier than it has entered it.
    #[test]
    fn a_buffer_reads_nearly_in_order() {
        let all = order(1000, Shuffle::Buffer(10), (3, 0), (0, 1), true);
        assert!(all.iter().enumerate().all(|(place, &sample)| sample < place + 10));
        assert_ne!(all, (0..1000).collect::<Vec<usize>>());
    }
}
