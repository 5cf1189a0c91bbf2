//! Shared parts of the tests of the storage calculus: random numbers, terms, data in the formats.
//!
//! The tests themselves are in `tests/`: the language, the semantics, each rule, the plans of the
//! kernels. They stand here and not beside the crates, because the generator of terms knows the
//! templates of the rules, and every crate that has terms wants the generator.

pub mod data;
pub mod programs;
pub mod several;
pub mod stablehlo;
pub mod structures;
pub mod terms;

/// Random numbers from a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the given.
    pub fn one_of<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }
}

/// Whether numbers are the same, zeros of either sign included.
pub fn same(a: &hloom_ir::Literal, b: &hloom_ir::Literal) -> bool {
    let number = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
    a.dims() == b.dims()
        && a.element() == b.element()
        && (0..a.count()).all(|i| match a.element() {
            element if element.is_float() => number(a.get_f64(i), b.get_f64(i)),
            element if element.is_complex() => {
                let (part, half) = (element.real_part(), element.byte_width() / 2);
                let (a, b) = (a.element_bytes(i), b.element_bytes(i));
                let part = |bytes: &[u8]| hloom_ir::literal::read_f64(part, bytes);
                number(part(&a[..half]), part(&b[..half]))
                    && number(part(&a[half..]), part(&b[half..]))
            }
            _ => a.get_int(i) == b.get_int(i),
        })
}

/// The number of random samples of a test: `usual`, or as many as a campaign asks for. A campaign
/// of seconds gets about as many as it has time for.
pub fn samples(usual: u64) -> u64 {
    let given = |name| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let by_time = given("HLOOM_FUZZ_SECONDS").map(|seconds| seconds.saturating_mul(PER_SECOND));
    given("HLOOM_FUZZ_MODULES").or(by_time).unwrap_or(usual)
}

/// Samples of each rule in a second, of an optimized build.
const PER_SECOND: u64 = 400;
