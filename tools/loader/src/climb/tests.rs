//! Simulated runs: a loader of a known throughput, buffers, a step, and noise.

use super::*;
use crate::random::Random;

const BATCH: usize = 16;
/// The batches in buffers.
const AHEAD: usize = 7;

/// A run whose decoding has a capacity of batches per second for each number of threads.
struct Simulated<'a> {
    capacity: &'a dyn Fn(usize) -> f64,
    /// The seconds of a step, beside so many threads.
    step: &'a dyn Fn(usize) -> f64,
    /// The largest relative change of a time by chance.
    noise: f64,
    random: Random,
    /// Batches in buffers.
    level: f64,
    decoded: f64,
    decoding: f64,
    /// The numbers of threads that were chosen, one after another.
    chosen: Vec<usize>,
    steps: u64,
}

impl<'a> Simulated<'a> {
    fn new(capacity: &'a dyn Fn(usize) -> f64, step: &'a dyn Fn(usize) -> f64) -> Simulated<'a> {
        let random = Random::new(&[7]);
        let (noise, chosen) = (0.0, Vec::new());
        Simulated {
            capacity,
            step,
            noise,
            random,
            level: 0.0,
            decoded: 0.0,
            decoding: 0.0,
            chosen,
            steps: 0,
        }
    }

    fn by_chance(&mut self) -> f64 {
        1.0 + self.noise * (self.random.below(2001) as f64 / 1000.0 - 1.0)
    }

    /// Lets time pass in which threads decode, as long as buffers have room.
    fn pass(&mut self, seconds: f64, rate: f64, threads: usize) {
        let made = (rate * seconds).min(AHEAD as f64 - self.level);
        self.level += made;
        self.decoded += made;
        self.decoding += made / rate * threads as f64;
    }

    fn run(&mut self, climber: &mut Climber, seconds: f64) {
        let mut time = 0.0;
        while time < seconds {
            let n = climber.threads();
            let rate = (self.capacity)(n) * self.by_chance();
            let waited = ((1.0 - self.level) / rate).max(0.0);
            self.pass(waited, rate, n);
            self.level -= 1.0;
            let stepped = (self.step)(n) * self.by_chance();
            self.pass(stepped, rate, n);
            time += waited + stepped;
            self.steps += 1;
            climber.see(&Seen {
                samples: BATCH,
                waited,
                stepped,
                decoded: (self.decoded * BATCH as f64) as u64,
                decoding: self.decoding,
            });
            if climber.is_settled() && self.chosen.last() != Some(&climber.threads()) {
                self.chosen.push(climber.threads());
            }
        }
    }
}

/// The least number within 2 % of the best throughput, and the throughput of each.
fn oracle(most: usize, capacity: &dyn Fn(usize) -> f64, step: &dyn Fn(usize) -> f64) -> usize {
    let rate = |n: usize| capacity(n).min(1.0 / step(n));
    let best = (1..=most).map(rate).fold(0.0, f64::max);
    (1..=most).find(|&n| rate(n) >= 0.98 * best).expect("the best is one")
}

#[track_caller]
fn finds(most: usize, capacity: &dyn Fn(usize) -> f64, step: &dyn Fn(usize) -> f64, noise: f64) {
    let want = oracle(most, capacity, step);
    for start in [1, want, most] {
        let mut climber = Climber::new(start, most, AHEAD, 0.02);
        let mut run = Simulated::new(capacity, step);
        run.noise = noise;
        run.run(&mut climber, 300.0);
        assert!(climber.is_settled(), "from {start}: {climber:?}");
        assert_eq!(run.chosen.last(), Some(&want), "from {start}: {:?}", run.chosen);
        // The first choice is the last one, for the rates do not change.
        assert_eq!(run.chosen.len(), 1, "from {start}: {:?}", run.chosen);
        assert_eq!(climber.explorations(), 1, "from {start}: {climber:?}");
    }
}

#[test]
fn the_least_number_within_two_percent_is_found() {
    for noise in [0.0, 0.03] {
        // The step is the bound from 4 threads on; 3 are 4 % too slow, which buffers hide at first.
        finds(8, &|n| 32.0 * n as f64, &|_| 0.01, noise);
        // Starved at any number.
        finds(8, &|n| 5.0 * n as f64, &|_| 0.01, noise);
        // Two cores: more threads than two do not help.
        finds(8, &|n| 30.0 * (n as f64).min(2.0), &|_| 0.01, noise);
        // A plateau of 2 to 4 threads, behind which five are better.
        let plateau = |n: usize| [50.0, 96.0, 102.0][usize::from(n > 1) + usize::from(n > 4)];
        finds(8, &plateau, &|_| 0.002, noise);
        // A peak at 20 of 64.
        finds(64, &|n| (3.0 * n as f64).min(70.0 - 0.5 * n as f64), &|_| 0.01, noise);
        // Decoding threads take cores from the step, so that two are better than four.
        finds(8, &|n| 45.0 * n as f64, &|n| 0.01 * (1.0 + 0.2 * n as f64), noise);
        // One thread, and no choice.
        finds(1, &|_| 10.0, &|_| 0.01, noise);
    }
}

/// Twice as long steps need half as many threads, and the number follows; a machine whose speed
/// jumps all the time makes explorations rare instead of frequent.
#[test]
fn the_number_follows_changes_and_does_not_oscillate() {
    let mut climber = Climber::new(4, 8, AHEAD, 0.02);
    let capacity = |n: usize| 26.0 * n as f64;
    let mut run = Simulated::new(&capacity, &|_| 0.01);
    run.noise = 0.03;
    run.run(&mut climber, 60.0);
    run.step = &|_| 0.02;
    run.run(&mut climber, 60.0);
    run.step = &|_| 0.01;
    run.run(&mut climber, 60.0);
    assert_eq!(run.chosen, [4, 2, 4]);
    assert!(climber.explorations() <= 5, "{}", climber.explorations());
    let before = climber.explorations();
    for _ in 0..150 {
        run.step = &|_| 0.02;
        run.run(&mut climber, 4.0);
        run.step = &|_| 0.01;
        run.run(&mut climber, 4.0);
    }
    // 1,200 seconds have 6,000 windows.
    assert!(climber.explorations() - before <= 20, "{}", climber.explorations());
}

/// Decoding that becomes cheaper, as files are in memory from the second epoch on, needs fewer
/// threads, which only their share of work shows.
#[test]
fn threads_that_idle_are_given_up() {
    let cost = std::cell::Cell::new(1.0);
    let capacity = |n: usize| 26.0 * n as f64 / cost.get();
    let mut climber = Climber::new(4, 8, AHEAD, 0.02);
    let mut run = Simulated::new(&capacity, &|_| 0.01);
    run.run(&mut climber, 60.0);
    cost.set(0.2);
    run.run(&mut climber, 60.0);
    assert_eq!(run.chosen, [4, 1]);
}
