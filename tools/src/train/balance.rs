//! The number of decoding threads of a run: measured at the start, and adjusted.

use std::sync::Arc;
use std::time::Duration;

use hloom_loader::tune::{Speedups, Times};
use hloom_loader::{Dataset, Error, Loader, Options, measure};

/// A number of threads whose time is within this part of the best is as good.
const TOLERANCE: f64 = 0.02;

/// The time that one measurement should take.
const PATIENCE: f64 = 0.05;

/// The steps after which the number is chosen for the first time; later ones follow every 50.
const FIRST: u64 = 5;
const PERIOD: u64 = 50;

/// The choice of the number of decoding threads.
pub(super) struct Balance {
    batch: usize,
    speedups: Option<Speedups>,
    threads: usize,
    steps: u64,
    /// The time of steps since the last choice, and their number.
    stepping: (Duration, u32),
}

impl Balance {
    /// A number that was asked for.
    pub(super) fn fixed(threads: usize) -> Balance {
        Balance { batch: 1, speedups: None, threads, steps: 0, stepping: Default::default() }
    }

    /// Measures the speed-up of decoding on up to `most` threads.
    ///
    /// # Errors
    /// As [`measure`].
    pub(super) fn measured(
        dataset: &Arc<dyn Dataset>,
        options: &Options,
        most: usize,
    ) -> Result<Balance, Error> {
        let batch = options.batch;
        // The first samples may wait for a disk, so that a few go before.
        measure(dataset, options, 1, (0, 2))?;
        let probe = measure(dataset, options, 1, (2, 8.min(batch)))? / 8.min(batch) as f64;
        let samples = ((PATIENCE / probe.max(1e-9)) as usize).clamp(2 * most.min(16), 16_384);
        let mut from = 10;
        let mut seconds = |threads: usize| {
            let taken = measure(dataset, options, threads, (from, samples));
            from += samples;
            taken
        };
        let sample = seconds(1)? / samples as f64;
        let times = Times { order: 0.0, sample: sample.max(1e-12), step: 0.0 };
        let speedups = Speedups::measure(&times, batch, most, TOLERANCE, seconds)?;
        let chosen = speedups.choose(&times, batch, TOLERANCE).map_err(Error::Option)?;
        let (threads, speedups) = (chosen.threads, Some(speedups));
        Ok(Balance { batch, speedups, threads, steps: 0, stepping: Default::default() })
    }

    /// The threads at present.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The threads at present, as `2 threads`.
    pub(super) fn in_words(&self) -> String {
        match self.threads {
            1 => "1 thread".to_owned(),
            n => format!("{n} threads"),
        }
    }

    /// Takes the time of a step into account, and from time to time sets the loader's threads.
    ///
    /// # Errors
    /// If a thread can't be started.
    pub(super) fn stepped(&mut self, took: Duration, loader: &mut Loader) -> Result<(), Error> {
        self.steps += 1;
        // The first step makes pages of memory present.
        if self.steps > 1 {
            self.stepping.0 += took;
            self.stepping.1 += 1;
        }
        let Some(speedups) = &self.speedups else { return Ok(()) };
        if self.steps != FIRST && !self.steps.is_multiple_of(PERIOD) {
            return Ok(());
        }
        let statistics = loader.statistics();
        let samples = statistics.samples.max(1) as f64;
        let now = statistics.threads.max(1);
        // The time of decoding on several threads at once contains that they hinder each other.
        let sample = statistics.decoding.as_secs_f64() / samples * speedups.at(now) / now as f64;
        let times = Times {
            order: statistics.ordering.as_secs_f64() * self.batch as f64 / samples,
            sample: sample.max(1e-12),
            step: self.stepping.0.as_secs_f64() / f64::from(self.stepping.1.max(1)),
        };
        self.stepping = Default::default();
        if let Ok(chosen) = speedups.choose(&times, self.batch, TOLERANCE)
            && chosen.threads != self.threads
        {
            loader.set_threads(chosen.threads)?;
            self.threads = chosen.threads;
        }
        Ok(())
    }
}
