//! The number of decoding threads of a run: estimated at the start, and adjusted while it runs.
//!
//! 1. Before the first step, speed-ups of decoding are measured without a step ([`tune`](crate::tune)).
//! 2. After some steps their time is known too: formulas (1) to (4) choose the number to begin with.
//! 3. From then on a [`Climber`] compares neighbouring numbers by the throughput of the run.

use std::sync::Arc;
use std::time::Duration;

use crate::climb::{Climber, Seen};
use crate::tune::{Speedups, Times};
use crate::{Dataset, Error, Loader, Options, measure};

/// A number of threads whose throughput is within this part of the best is as good.
const TOLERANCE: f64 = 0.02;

/// The seconds that one measurement of decoding should take.
const PATIENCE: f64 = 0.05;

/// The steps after which formulas choose.
const FIRST: u64 = 5;

/// The choice of the number of decoding threads.
#[derive(Debug)]
pub struct Balance {
    batch: usize,
    most: usize,
    /// The batches that are loaded ahead at most.
    ahead: usize,
    stage: Stage,
    threads: usize,
    steps: u64,
    /// The time of the first steps, and their number.
    stepping: (Duration, u32),
}

/// The part of a run.
#[derive(Debug)]
enum Stage {
    /// The number was asked for.
    Fixed,
    /// The first steps.
    Begins(Speedups),
    /// The number follows the throughput.
    Climbs(Climber),
}

impl Balance {
    /// A number that was asked for.
    pub fn fixed(threads: usize) -> Balance {
        Balance {
            batch: 1,
            most: threads,
            ahead: 0,
            stage: Stage::Fixed,
            threads,
            steps: 0,
            stepping: Default::default(),
        }
    }

    /// Measures the speed-up of decoding on up to `most` threads.
    ///
    /// # Errors
    /// As [`measure`].
    pub fn measured(
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
        // Batches in the queue, the one that waits for room in it, and decoded samples.
        let ahead = options.prefetch.max(1) + 1 + options.ahead().div_ceil(batch);
        Ok(Balance {
            batch,
            most,
            ahead,
            stage: Stage::Begins(speedups),
            threads: chosen.threads,
            steps: 0,
            stepping: Default::default(),
        })
    }

    /// The threads at present.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The threads at present, as `2 threads`.
    pub fn in_words(&self) -> String {
        match self.threads {
            1 => "1 thread".to_owned(),
            n => format!("{n} threads"),
        }
    }

    /// Whether no other number is tried at present.
    pub fn is_settled(&self) -> bool {
        match &self.stage {
            Stage::Fixed => true,
            Stage::Begins(_) => false,
            Stage::Climbs(climber) => climber.is_settled(),
        }
    }

    /// Takes a step on a batch of so many samples into account, and sets the loader's threads.
    ///
    /// # Errors
    /// If a thread can't be started.
    pub fn stepped(
        &mut self,
        samples: usize,
        waited: Duration,
        took: Duration,
        loader: &mut Loader,
    ) -> Result<(), Error> {
        self.steps += 1;
        let threads = match &mut self.stage {
            Stage::Fixed => return Ok(()),
            Stage::Begins(speedups) => {
                // The first step makes pages of memory present.
                if self.steps > 1 {
                    self.stepping.0 += took;
                    self.stepping.1 += 1;
                }
                if self.steps < FIRST {
                    return Ok(());
                }
                let statistics = loader.statistics();
                let decoded = statistics.samples.max(1) as f64;
                let now = statistics.threads.max(1);
                // The time of decoding on several threads at once contains that they hinder each other.
                let sample =
                    statistics.decoding.as_secs_f64() / decoded * speedups.at(now) / now as f64;
                let times = Times {
                    order: statistics.ordering.as_secs_f64() * self.batch as f64 / decoded,
                    sample: sample.max(1e-12),
                    step: self.stepping.0.as_secs_f64() / f64::from(self.stepping.1.max(1)),
                };
                let chosen = speedups.choose(&times, self.batch, TOLERANCE);
                let threads = chosen.map_or(self.threads, |it| it.threads);
                let climber = Climber::new(threads, self.most, self.ahead, TOLERANCE);
                self.stage = Stage::Climbs(climber);
                threads
            }
            Stage::Climbs(climber) => {
                let statistics = loader.statistics();
                climber.see(&Seen {
                    samples,
                    waited: waited.as_secs_f64(),
                    stepped: took.as_secs_f64(),
                    decoded: statistics.samples,
                    decoding: statistics.decoding.as_secs_f64(),
                });
                climber.threads()
            }
        };
        if threads != self.threads {
            loader.set_threads(threads)?;
            self.threads = threads;
        }
        Ok(())
    }
}
