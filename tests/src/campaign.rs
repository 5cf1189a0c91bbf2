//! Campaigns: randomized tests with a time or seed budget.
//!
//! A campaign is a test with `campaign` in its name. In a normal test run it runs a fixed set of
//! seeds; `cargo xtask fuzz` gives it a number of seconds instead, through `HLOOM_FUZZ_SECONDS`, or
//! a number of seeds, through `HLOOM_FUZZ_MODULES`.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A number from an environment variable.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// The seeds that a campaign runs: `usual` of them, or as many as the environment requests by
/// number or time.
///
/// A larger number of seeds starts at a different seed each day, or at `HLOOM_FUZZ_FIRST`.
pub fn seeds(usual: u64) -> impl Iterator<Item = u64> {
    let count = given("HLOOM_FUZZ_MODULES");
    let seconds = given("HLOOM_FUZZ_SECONDS").filter(|_| count.is_none());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let day = since_1970.map_or(0, |time| time.as_secs() / 86_400);
    let usual_first = if end.is_some() || count.is_some() { day << 32 } else { 0 };
    let first = given("HLOOM_FUZZ_FIRST").unwrap_or(usual_first);
    (first..).take_while(move |seed| match end {
        Some(end) => Instant::now() < end,
        None => seed - first < count.unwrap_or(usual),
    })
}

/// Ends the process if a subject takes too long: code generators may never come back, and the
/// campaign would wait with them.
#[derive(Debug)]
pub struct Watchdog {
    state: Arc<Mutex<Option<(Instant, String)>>>,
}

impl Watchdog {
    /// Watches that each subject is done within `limit`.
    pub fn new(limit: Duration) -> Watchdog {
        let state: Arc<Mutex<Option<(Instant, String)>>> = Arc::default();
        let watched = Arc::downgrade(&state);
        std::thread::spawn(move || {
            while let Some(state) = watched.upgrade() {
                let late = match &*state.lock().expect("no panic holds it") {
                    Some((since, subject)) if since.elapsed() > limit => Some(subject.clone()),
                    _ => None,
                };
                drop(state);
                if let Some(subject) = late {
                    eprintln!("{subject}\nthis is not done after {} s", limit.as_secs());
                    std::process::exit(1);
                }
                std::thread::sleep(Duration::from_millis(200).min(limit));
            }
        });
        Watchdog { state }
    }

    /// Begins a subject, which ends the one before.
    pub fn begin(&self, subject: String) {
        *self.state.lock().expect("no panic holds it") = Some((Instant::now(), subject));
    }
}

/// The state of a campaign. It continues after a finding, reports progress from time to time, and
/// fails at its end if there were findings.
#[derive(Debug)]
pub struct Log {
    name: &'static str,
    started: Instant,
    said: Duration,
    /// Number of subjects that were checked.
    pub held: u64,
    findings: u64,
}

impl Log {
    /// Begins a campaign.
    pub fn new(name: &'static str) -> Log {
        Log { name, started: Instant::now(), said: Duration::ZERO, held: 0, findings: 0 }
    }

    /// Checks one subject; `show` prints it if the check fails.
    ///
    /// # Panics
    /// At the hundredth finding.
    pub fn hold<T>(
        &mut self,
        check: impl FnOnce() -> T,
        show: impl FnOnce() -> String,
    ) -> Option<T> {
        let result = catch_unwind(AssertUnwindSafe(check));
        self.held += 1;
        let past = self.started.elapsed();
        if past > self.said + Duration::from_secs(60) {
            self.said = past;
            eprintln!("{self}");
        }
        match result {
            Ok(value) => Some(value),
            Err(panic) => {
                self.findings += 1;
                eprintln!("finding {} of {}:\n{}", self.findings, self.name, show());
                if self.findings == 100 {
                    resume_unwind(panic);
                }
                None
            }
        }
    }

    /// Ends the campaign and prints its figures.
    ///
    /// # Panics
    /// If there were findings.
    pub fn end(self) {
        eprintln!("{self}");
        assert!(self.findings == 0, "{self}");
    }
}

impl std::fmt::Display for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.held as f64 / seconds.max(1e-3);
        let (name, held, findings) = (self.name, self.held, self.findings);
        write!(f, "{name}: {held} in {:.2} h ({rate:.0}/s), {findings} findings", seconds / 3600.0)
    }
}

/// Random numbers from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 where that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of a remainder is below 2^-40 for any bound used here.
        (self.bits() % (bound.max(1) as u64)) as usize
    }

    /// True once in `n` times.
    pub fn chance(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A whole number of 32 bits, of either sign.
    pub fn int(&mut self) -> i32 {
        self.bits() as i32
    }

    /// A random element of a slice.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn one_of<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// A random element of a slice; `None` if it is empty.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len()))
    }

    /// Mutates a text: bytes are removed, copied, swapped or replaced by pieces of `vocabulary`.
    pub fn mutate(&mut self, text: &[u8], vocabulary: &[&[u8]]) -> Vec<u8> {
        let mut out = text.to_vec();
        for _ in 0..=self.below(4) {
            let start = self.below(out.len() + 1);
            let end = (start + self.below(8)).min(out.len());
            match self.below(4) {
                0 => drop(out.drain(start..end)),
                1 => {
                    let piece = out[start..end].to_vec();
                    let at = self.below(out.len() + 1);
                    drop(out.splice(at..at, piece));
                }
                2 => {
                    let piece = self.pick(vocabulary).copied().unwrap_or_default().to_vec();
                    drop(out.splice(start..end, piece));
                }
                _ => {
                    let byte = self.bits() as u8;
                    drop(out.splice(start..end.min(start + 1), [byte]));
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_paper() {
        // The first outputs of SplitMix64 for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn mutation_takes_any_text() {
        let mut random = Random::new(1);
        let changed = (0..1000).filter(|_| random.mutate(b"abc", &[b"xyz"]) != b"abc").count();
        assert!(changed > 700, "{changed}");
        random.mutate(b"", &[]);
    }
}
