//! Random graphs for tests.

use super::graph::{OpGraph, OpTimes};

/// A small generator of numbers (xorshift).
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A graph of ops of one second with these predecessors.
pub(super) fn plain(before: &[&[usize]]) -> OpGraph {
    let times = vec![OpTimes::indivisible(1.0); before.len()];
    OpGraph::new(times, before.iter().map(|list| list.to_vec()).collect()).unwrap()
}

/// A graph of so many ops, from independent ones to chains; some gain from several cores.
pub(super) fn random(numbers: &mut Numbers, count: usize) -> OpGraph {
    let dense = 1 + numbers.below(5);
    let mut times = Vec::new();
    let mut before: Vec<Vec<usize>> = Vec::new();
    for op in 0..count {
        let one_core = (1 + numbers.below(20)) as f64 / 2.0;
        let gain = [1.0, 0.9, 0.6, 0.5][numbers.below(4)];
        times.push(OpTimes { one_core, all_cores: one_core * gain + 0.1 });
        before.push((0..op).filter(|_| numbers.below(6) < dense).collect());
    }
    OpGraph::new(times, before).unwrap()
}
