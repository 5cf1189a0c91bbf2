//! The number of decoding threads.
//!
//! Stages: the order of samples (T1 for a batch), decoding (T2 for a sample on one thread, with a
//! speed-up of ∂ₙ on n threads) and the training step (T3 for a batch of B). They work at the same
//! time, so that a batch takes
//!
//! ```text
//! (1) T  = max { T1, B·T2/∂ₙ, T3 }
//! (2) T* = max { T1, T3 }, which no number of threads changes
//! (3) T is least where B·T2/∂ₙ ≤ T*
//! (4) the answer is the least n of 1..=most with ∂ₙ ≥ B·T2/T*, else the least n of the greatest ∂ₙ
//! ```
//!
//! Source: "Load balancing optimization of deep-learning compiler model training" (Mofang). ∂ₙ rises
//! up to a peak and falls behind it; [`Speedups`] measures it at powers of two and bisects between
//! them, never across the peak.

use std::collections::BTreeMap;

/// The times of the stages, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// T1: the order of a batch's samples.
    pub order: f64,
    /// T2: decoding a sample on one thread.
    pub sample: f64,
    /// T3: the training step on a batch.
    pub step: f64,
}

/// A number of threads, and the time of a batch with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The decoding threads.
    pub threads: usize,
    /// T: the seconds of a batch.
    pub seconds: f64,
}

impl Times {
    /// T*: the time of a batch if decoding took none.
    pub fn target(&self) -> f64 {
        self.order.max(self.step)
    }

    /// T: the time of a batch with a speed-up of decoding.
    pub fn batch(&self, batch: usize, speedup: f64) -> f64 {
        self.target().max(batch as f64 * self.sample / speedup)
    }

    fn check(&self, batch: usize, most: usize) -> Result<(), String> {
        let Times { order, sample, step } = *self;
        if !(order.is_finite() && step.is_finite() && order >= 0.0 && step >= 0.0) {
            return Err(format!("the times of stages are {order} and {step} seconds"));
        }
        if !(sample.is_finite() && sample > 0.0) {
            return Err(format!("decoding a sample takes {sample} seconds, which is not positive"));
        }
        if batch < 1 {
            return Err("a batch has one sample at least".to_owned());
        }
        if most < 1 {
            return Err("loading takes one thread at least".to_owned());
        }
        Ok(())
    }
}

/// The number of threads by (1) to (4). A number of threads is also taken if its time is within
/// `tolerance` of the best: 0 for the exact answer.
///
/// # Errors
/// If a number is impossible; a sentence.
pub fn choose_threads(
    times: &Times,
    batch: usize,
    most: usize,
    tolerance: f64,
    speedup: impl Fn(usize) -> f64,
) -> Result<Choice, String> {
    times.check(batch, most)?;
    let mut seconds = Vec::with_capacity(most);
    for n in 1..=most {
        let gain = speedup(n);
        if !(gain.is_finite() && gain > 0.0) {
            return Err(format!("the speed-up on {n} threads is {gain}, which is not positive"));
        }
        seconds.push(times.batch(batch, gain));
    }
    let best = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let near = seconds.iter().position(|&s| s <= best * (1.0 + tolerance)).unwrap_or(0);
    Ok(Choice { threads: near + 1, seconds: seconds[near] })
}

/// Measured speed-ups.
#[derive(Clone, Debug, PartialEq)]
pub struct Speedups {
    most: usize,
    measured: BTreeMap<usize, f64>,
}

impl Speedups {
    /// Measures the time of the same work on n threads: at powers of two until it rises by more than
    /// `tolerance` or `most` is reached, and then between them by bisection, until the least n that the
    /// step does not wait for is known, or else the peak.
    ///
    /// # Errors
    /// Those of `seconds`.
    pub fn measure<E>(
        times: &Times,
        batch: usize,
        most: usize,
        tolerance: f64,
        mut seconds: impl FnMut(usize) -> Result<f64, E>,
    ) -> Result<Speedups, E> {
        let most = most.max(1);
        let alone = seconds(1)?.max(1e-12);
        let mut it = Speedups { most, measured: BTreeMap::from([(1, 1.0)]) };
        let mut gain = |it: &mut Speedups, n: usize| -> Result<f64, E> {
            if let Some(&known) = it.measured.get(&n) {
                return Ok(known);
            }
            let gain = alone / seconds(n)?.max(1e-12);
            it.measured.insert(n, gain);
            Ok(gain)
        };
        let enough = |gain: f64| batch as f64 * times.sample / gain <= times.target();
        let (mut n, mut best) = (1, (1, 1.0));
        while !enough(best.1) && n < most {
            n = (2 * n).min(most);
            let found = gain(&mut it, n)?;
            if found > best.1 {
                best = (n, found);
            } else if found < best.1 * (1.0 - tolerance) {
                break;
            }
        }
        if !enough(best.1) {
            // The peak lies between the neighbours of the best power of two.
            let (mut low, mut high) = (best.0.div_ceil(2), (2 * best.0).min(n.max(best.0)));
            while high - low > 2 {
                let (a, b) = (low + (high - low) / 3, high - (high - low) / 3);
                if gain(&mut it, a)? < gain(&mut it, b)? { low = a } else { high = b }
            }
            for n in low..=high {
                gain(&mut it, n)?;
            }
        }
        // Numbers near the best form an interval around the peak, whose beginning is bisected.
        let peak = it.measured.values().copied().fold(0.0, f64::max);
        let near =
            |gain: f64| times.batch(batch, gain) <= times.batch(batch, peak) * (1.0 + tolerance);
        let first = it.measured.iter().find(|&(_, &gain)| near(gain)).map_or(1, |(&n, _)| n);
        let before = it.measured.range(..first).next_back().map_or(0, |(&n, _)| n);
        let (mut low, mut high) = (before, first);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if near(gain(&mut it, middle)?) { high = middle } else { low = middle }
        }
        Ok(it)
    }

    /// The speed-up on n threads, interpolated between measured numbers.
    pub fn at(&self, n: usize) -> f64 {
        let below = self.measured.range(..=n).next_back().map_or((1, 1.0), |(&n, &s)| (n, s));
        match self.measured.range(n..).next().map(|(&n, &s)| (n, s)) {
            Some(above) if above.0 > below.0 => {
                let part = (n - below.0) as f64 / (above.0 - below.0) as f64;
                below.1 + part * (above.1 - below.1)
            }
            _ => below.1,
        }
    }

    /// The measured numbers of threads, with their speed-ups.
    pub fn measured(&self) -> impl Iterator<Item = (usize, f64)> {
        self.measured.iter().map(|(&n, &gain)| (n, gain))
    }

    /// The least number of threads within `tolerance` of the best, for these times.
    ///
    /// # Errors
    /// As [`choose_threads`].
    pub fn choose(&self, times: &Times, batch: usize, tolerance: f64) -> Result<Choice, String> {
        let known = self.measured.keys().next_back().copied().unwrap_or(1).min(self.most);
        choose_threads(times, batch, known, tolerance, |n| self.at(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The oracle: the least (T, n) over all n.
    fn brute_force(times: &Times, batch: usize, most: usize, gains: &[f64]) -> Choice {
        let target = times.order.max(times.step);
        let all = (1..=most).map(|n| (target.max(batch as f64 * times.sample / gains[n - 1]), n));
        let best = all.reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap();
        Choice { threads: best.1, seconds: best.0 }
    }

    /// A number between two, all magnitudes equally likely.
    fn between(random: &mut Random, low: f64, high: f64) -> f64 {
        let part = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low * (high / low).powf(part)
    }

    /// Speed-ups that rise to a peak and fall behind it.
    fn curve(random: &mut Random, most: usize) -> Vec<f64> {
        let peak = 1 + random.below(most);
        let (rise, fall) = (between(random, 0.05, 1.0), between(random, 1e-4, 0.05));
        let top = (peak as f64).powf(rise);
        let down = |n: usize| top * (1.0 - fall).powi((n - peak) as i32);
        (1..=most).map(|n| if n <= peak { (n as f64).powf(rise) } else { down(n) }).collect()
    }

    #[test]
    fn the_choice_is_that_of_brute_force() {
        let mut random = Random::new(&[1]);
        let mut starved = 0;
        for case in 0..5000 {
            let most = 1 + random.below(64);
            let gains = match case % 4 {
                // Any numbers, plateaus among them.
                0 => (0..most).map(|_| 1.0 + random.below(9) as f64 / 2.0).collect(),
                1 => (1..=most).map(|n| n as f64).collect(),
                _ => curve(&mut random, most),
            };
            let zero = |random: &mut Random, x: f64| if random.below(8) == 0 { 0.0 } else { x };
            let (order, step) = (between(&mut random, 1e-6, 1e2), between(&mut random, 1e-4, 1e2));
            let times = Times {
                order: zero(&mut random, order),
                sample: between(&mut random, 1e-5, 1.0),
                step: zero(&mut random, step),
            };
            let batch = 1 + random.below(512);
            let expected = brute_force(&times, batch, most, &gains);
            let found = choose_threads(&times, batch, most, 0.0, |n| gains[n - 1]).unwrap();
            assert_eq!(found, expected, "{times:?} B={batch} {gains:?}");
            starved += usize::from(found.seconds > times.target());
        }
        assert!((500..4500).contains(&starved), "both kinds of cases: {starved}");
    }

    /// The paper's figures: 16 threads for ResNet-50, 48 for ResNet-18, of 64.
    #[test]
    fn the_published_choices_are_found() {
        let gain = |n: usize| {
            if n <= 48 { n as f64 * 0.95 } else { 45.6 - 0.2 * (n - 48) as f64 }
        };
        let threads = |step| {
            let times = Times { order: 0.0, sample: 1.0, step };
            let exact = choose_threads(&times, 256, 64, 0.0, gain).unwrap().threads;
            let seconds = |n| Ok::<f64, String>(256.0 / gain(n));
            let measured = Speedups::measure(&times, 256, 64, 0.0, seconds).unwrap();
            assert_eq!(measured.choose(&times, 256, 0.0).unwrap().threads, exact);
            assert!(measured.measured().count() <= 18, "{measured:?}");
            exact
        };
        assert_eq!(threads(17.0), 16);
        assert_eq!(threads(2.0), 48);
    }

    /// Of curves with one peak, some numbers are measured; the choice is within 2 % of the best of
    /// all, and no smaller number is.
    #[test]
    fn measured_choices_are_within_two_percent() {
        let mut random = Random::new(&[2]);
        let mut measurements = 0;
        for _ in 0..2000 {
            let most = 1 + random.below(64);
            let gains = curve(&mut random, most);
            let times = Times {
                order: between(&mut random, 1e-6, 1e-3),
                sample: between(&mut random, 1e-5, 1e-1),
                step: between(&mut random, 1e-3, 1.0),
            };
            let batch = 1 << random.below(9);
            let work = batch as f64 * times.sample;
            let seconds = |n: usize| {
                measurements += 1;
                Ok::<f64, String>(work / gains[n - 1])
            };
            let measured = Speedups::measure(&times, batch, most, 0.02, seconds).unwrap();
            let found = measured.choose(&times, batch, 0.02).unwrap().threads;
            let best = brute_force(&times, batch, most, &gains).seconds;
            let real = times.batch(batch, gains[found - 1]);
            assert!(real <= best * 1.020_001, "{found}: {real} of {best} {times:?} {gains:?}");
            for n in 1..found {
                let smaller = times.batch(batch, gains[n - 1]);
                assert!(smaller > best * 1.0199, "{n} < {found} {smaller} {best}");
            }
        }
        assert!(measurements < 2000 * 16, "{measurements} measurements");
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let times = Times { order: 0.0, sample: 1.0, step: 1.0 };
        let said = |times: Times, batch, most, gain: f64| {
            choose_threads(&times, batch, most, 0.0, |_| gain).unwrap_err()
        };
        assert!(said(Times { sample: 0.0, ..times }, 1, 1, 1.0).contains("not positive"));
        assert!(said(Times { sample: f64::NAN, ..times }, 1, 1, 1.0).contains("not positive"));
        assert!(said(Times { step: -1.0, ..times }, 1, 1, 1.0).contains("the times of stages"));
        assert!(said(times, 0, 1, 1.0).contains("one sample at least"));
        assert!(said(times, 1, 0, 1.0).contains("one thread at least"));
        assert!(said(times, 1, 1, 0.0).contains("the speed-up on 1 threads is 0"));
    }
}
