//! Seeded random numbers, the same in every release.
//!
//! The order of an epoch is a part of what a checkpoint means, so that it must never change. The
//! shuffles of `rand` may change between its releases; this generator (SplitMix64: Steele, Lea and
//! Flood, "Fast splittable pseudorandom number generators", 2014) is fixed here, with its values in
//! a test.

/// A SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// The generator of a list of seeds; other lists give unrelated numbers.
    pub fn new(seeds: &[u64]) -> Random {
        Random(seeds.iter().fold(0, |state, &seed| mix(state.wrapping_add(GAMMA) ^ mix(seed))))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number below `bound`, which is not 0; all equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        // Of 2⁶⁴ numbers, the first 2⁶⁴ mod `bound` are drawn again.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            if wide as u64 >= unfair {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of the generator's reference implementation for the state 0.
    #[test]
    fn values_are_those_of_the_reference() {
        let mut random = Random(0);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(first, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }

    #[test]
    fn shuffles_are_fair() {
        let mut counts = [[0; 4]; 4];
        for seed in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            Random::new(&[seed]).shuffle(&mut items);
            items.iter().enumerate().for_each(|(place, &item)| counts[item][place] += 1);
        }
        // 6,000 each; six standard deviations are 402.
        assert!(counts.iter().flatten().all(|&n| (5_598..6_402).contains(&n)), "{counts:?}");
    }
}
