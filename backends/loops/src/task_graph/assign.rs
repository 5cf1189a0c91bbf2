//! The assignment of statements to cores.

use super::dependences::Dependences;
use super::estimate::{Estimate, Rates};

/// Consecutive statements on cores: each on the core where it ends first.
#[derive(Clone, Debug)]
pub struct Schedule<'r> {
    rates: &'r Rates,
    /// The number of the first statement.
    begin: usize,
    /// The core of each statement, and when it ends.
    placed: Vec<(u32, f64)>,
    /// When each core has run what it was given.
    free: Vec<f64>,
    /// The time that main memory needs for all.
    memory: f64,
}

impl<'r> Schedule<'r> {
    /// A schedule of no statements, for those from number `begin` on.
    pub fn new(rates: &'r Rates, cores: u32, begin: usize) -> Schedule<'r> {
        let free = vec![0.0; cores as usize];
        Schedule { rates, begin, placed: Vec::new(), free, memory: 0.0 }
    }

    /// Adds the next statement. It begins when its core is free and what it depends on has ended,
    /// and takes longer by the time to get what other cores have made.
    pub fn add(&mut self, dependences: &Dependences, estimate: &Estimate) {
        let at = self.begin + self.placed.len();
        // The results from before this schedule, of which each core made a part.
        let before = dependences.reads(at).iter().filter(|(other, _)| *other < self.begin);
        let earlier = before.map(|(_, bytes)| *bytes).sum::<u64>().min(estimate.reads);
        let end_on = |core: usize| {
            let mut begin = self.free[core];
            for &other in dependences.before(at).iter().filter(|&&other| other >= self.begin) {
                let (of, end) = self.placed[other - self.begin];
                let wait = if of as usize == core { 0.0 } else { self.rates.handoff };
                begin = begin.max(end + wait);
            }
            let foreign = dependences.reads(at).iter().filter(|(other, _)| {
                *other >= self.begin && self.placed[*other - self.begin].0 as usize != core
            });
            let bytes = foreign.map(|(_, bytes)| *bytes).sum::<u64>().min(estimate.reads);
            begin + self.rates.transfer(bytes) + self.rates.gather(earlier) + estimate.one_core
        };
        let ends = (0..self.free.len()).map(|core| (core, end_on(core)));
        let first = ends.min_by(|a, b| a.1.total_cmp(&b.1));
        let (core, end) = first.unwrap_or((0, 0.0));
        self.free[core] = end;
        self.placed.push((core as u32, end));
        self.memory += estimate.memory;
    }

    /// The seconds until all have ended. Cores share the bandwidth of main memory.
    pub fn time(&self) -> f64 {
        let last = self.free.iter().copied().fold(0.0, f64::max);
        // One core alone needs no other threads.
        let busy = self.free.iter().filter(|&&time| time > 0.0).count();
        let begin = if busy > 1 { self.rates.tasks } else { 0.0 };
        begin + last.max(self.memory)
    }

    /// The core of each statement.
    pub fn cores(&self) -> Vec<u32> {
        self.placed.iter().map(|(core, _)| *core).collect()
    }
}
