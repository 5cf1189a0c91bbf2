//! Counter-based random number generators.
//!
//! Threefry 2x32 with twenty rounds and Philox 4x32 with ten, as defined by Salmon et al.,
//! "Parallel Random Numbers: As Easy as 1, 2, 3" (2011).

/// A block of Philox 4x32-10.
pub(crate) fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    let product = |a: u32, b: u32| {
        let wide = u64::from(a) * u64::from(b);
        ((wide >> 32) as u32, wide as u32)
    };
    for _ in 0..10 {
        let (high0, low0) = product(counter[0], 0xD251_1F53);
        let (high1, low1) = product(counter[2], 0xCD9E_8D57);
        counter = [high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

/// A block of Threefry 2x32-20.
pub(crate) fn threefry(key: [u32; 2], mut x: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD1_1BDA];
    x = [x[0].wrapping_add(keys[0]), x[1].wrapping_add(keys[1])];
    for round in 0..5 {
        for rotation in ROTATIONS[round % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(rotation) ^ x[0];
        }
        x[0] = x[0].wrapping_add(keys[(round + 1) % 3]);
        x[1] = x[1].wrapping_add(keys[(round + 2) % 3]).wrapping_add(round as u32 + 1);
    }
    x
}

/// The two halves of a word, the low one first.
pub(crate) fn halves(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

/// A sequence of Philox's words.
pub(crate) struct Philox {
    pub(crate) key: u64,
    pub(crate) counter: u128,
    pub(crate) block: [u32; 4],
    /// Number of words of the block that were used.
    pub(crate) used: usize,
}

impl Philox {
    pub(crate) fn new(key: u64, counter: u128) -> Philox {
        Philox { key, counter, block: [0; 4], used: 4 }
    }

    pub(crate) fn word(&mut self) -> u32 {
        if self.used == 4 {
            let ([a, b], [c, d]) =
                (halves(self.counter as u64), halves((self.counter >> 64) as u64));
            self.block = philox([a, b, c, d], halves(self.key));
            self.counter = self.counter.wrapping_add(1);
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    pub(crate) fn long(&mut self) -> u64 {
        let low = u64::from(self.word());
        low | u64::from(self.word()) << 32
    }
}

/// The state of the random numbers of `stablehlo.rng` during a run.
pub(crate) struct RandomState(pub(crate) Philox);

impl RandomState {
    pub(crate) fn new(seed: u64) -> RandomState {
        RandomState(Philox::new(seed, 0))
    }

    /// A number in `0..1` with this many random bits.
    pub(crate) fn unit(&mut self, bits: u32) -> f64 {
        let word = if bits <= 32 { u64::from(self.0.word()) << 32 } else { self.0.long() };
        (word >> (64 - bits)) as f64 / 2f64.powi(bits as i32)
    }

    /// A number of the standard normal distribution.
    pub(crate) fn normal(&mut self) -> f64 {
        // 1 - u is in (0, 1], so the logarithm is finite.
        let radius = (-2.0 * (1.0 - self.unit(53)).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit(53)).cos()
    }
}
