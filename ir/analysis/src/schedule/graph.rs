//! A graph of ops with their times.

use super::op_set::OpSet;

/// The seconds that an op takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpTimes {
    /// On one core.
    pub one_core: f64,
    /// On all cores, which share its work.
    pub all_cores: f64,
}

impl OpTimes {
    /// An op that takes this long on one core, and no less on several.
    pub fn indivisible(seconds: f64) -> OpTimes {
        OpTimes { one_core: seconds, all_cores: seconds }
    }
}

/// The reason why there is no schedule: one sentence that names the value.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// There are no ops.
    #[error("the graph has no ops")]
    Empty,
    /// Ops depend on each other.
    #[error("the graph has a cycle through op {0}")]
    Cycle(usize),
    /// A predecessor that does not exist.
    #[error("op {op} depends on op {before}, but there are {count} ops")]
    Stranger {
        /// The op.
        op: usize,
        /// The number that is too large.
        before: usize,
        /// The number of ops.
        count: usize,
    },
    /// A time that is not a number above zero.
    #[error("op {op} takes {seconds} seconds; a time must be finite and more than 0")]
    Time {
        /// The op.
        op: usize,
        /// Its time.
        seconds: f64,
    },
    /// A count below one.
    #[error("the number of {what} must be 1 or more, not {value}")]
    Count {
        /// The things counted.
        what: &'static str,
        /// Their number.
        value: u64,
    },
    /// A utilisation that is not above 0 and at most 1.
    #[error("layer {layer} uses {} % of the cores; it must be more than 0 and at most 100 %", .utilisation * 100.0)]
    Utilisation {
        /// The number of the layer, from 0.
        layer: usize,
        /// Its utilisation.
        utilisation: f64,
    },
    /// More micro-batches than samples.
    #[error("a batch of {batch} can't be divided into {count} micro-batches")]
    TooMany {
        /// The samples.
        batch: u64,
        /// The micro-batches.
        count: u64,
    },
}

/// Returns the count if it is 1 or more.
///
/// # Errors
/// If it is 0.
pub fn at_least_one(what: &'static str, value: u64) -> Result<u64, ScheduleError> {
    if value == 0 { Err(ScheduleError::Count { what, value }) } else { Ok(value) }
}

/// Ops with their times and predecessors; every op stands behind its predecessors.
#[derive(Clone, PartialEq, Debug)]
pub struct OpGraph {
    times: Vec<OpTimes>,
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl OpGraph {
    /// The graph of ops with these times and predecessors.
    ///
    /// # Errors
    /// If there are no ops, one has a time that is not above zero, names a predecessor that does not
    /// exist or stands behind it, or depends on itself.
    pub fn new(times: Vec<OpTimes>, before: Vec<Vec<usize>>) -> Result<OpGraph, ScheduleError> {
        if times.is_empty() {
            return Err(ScheduleError::Empty);
        }
        let count = times.len();
        let mut after = vec![Vec::new(); count];
        for (op, times) in times.iter().enumerate() {
            for seconds in [times.one_core, times.all_cores] {
                if !(seconds.is_finite() && seconds > 0.0) {
                    return Err(ScheduleError::Time { op, seconds });
                }
            }
            for &before in &before[op] {
                if before >= count {
                    return Err(ScheduleError::Stranger { op, before, count });
                }
                after[before].push(op);
            }
        }
        let graph = OpGraph { times, before, after };
        match graph.cycle() {
            Some(op) => Err(ScheduleError::Cycle(op)),
            None => Ok(graph),
        }
    }

    /// An op that is part of a cycle, or behind one.
    fn cycle(&self) -> Option<usize> {
        let mut waits: Vec<usize> = self.before.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..self.len()).filter(|&op| waits[op] == 0).collect();
        while let Some(op) = ready.pop() {
            for &user in &self.after[op] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        waits.iter().position(|&n| n > 0)
    }

    /// The number of ops.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there are no ops, which [`new`](OpGraph::new) refuses.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The times of an op.
    pub fn times(&self, op: usize) -> OpTimes {
        self.times[op]
    }

    /// The ops that must end before an op begins.
    pub fn before(&self, op: usize) -> &[usize] {
        &self.before[op]
    }

    /// The ops that wait for an op.
    pub fn after(&self, op: usize) -> &[usize] {
        &self.after[op]
    }

    /// All ops.
    pub fn all(&self) -> OpSet {
        (0..self.len()).collect()
    }

    /// The ops of a set whose predecessors in the set are all in `done`.
    pub fn ready<'a>(
        &'a self,
        set: &'a OpSet,
        done: &'a OpSet,
    ) -> impl Iterator<Item = usize> + 'a {
        set.iter().filter(move |&op| {
            let waits = |&before: &usize| set.contains(before) && !done.contains(before);
            !done.contains(op) && !self.before[op].iter().any(waits)
        })
    }

    /// The ops of a set in an order in which they may run one by one; the ones that have been ready
    /// longest come first.
    pub fn in_order(&self, set: &OpSet) -> Vec<usize> {
        let mut waits: Vec<usize> = vec![0; self.len()];
        for op in set.iter() {
            waits[op] = self.before[op].iter().filter(|&&before| set.contains(before)).count();
        }
        let mut order: Vec<usize> = set.iter().filter(|&op| waits[op] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            for &user in &self.after[order[at]] {
                if set.contains(user) {
                    waits[user] -= 1;
                    if waits[user] == 0 {
                        order.push(user);
                    }
                }
            }
            at += 1;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(before: Vec<Vec<usize>>) -> Result<OpGraph, ScheduleError> {
        OpGraph::new(vec![OpTimes::indivisible(1.0); before.len()], before)
    }

    #[test]
    fn bad_graphs_are_named() {
        assert_eq!(graph(vec![]).unwrap_err().to_string(), "the graph has no ops");
        let cycle = graph(vec![vec![], vec![2], vec![0, 1]]).unwrap_err();
        assert_eq!(cycle.to_string(), "the graph has a cycle through op 1");
        let own = graph(vec![vec![0]]).unwrap_err();
        assert_eq!(own.to_string(), "the graph has a cycle through op 0");
        let stranger = graph(vec![vec![7]]).unwrap_err();
        assert_eq!(stranger.to_string(), "op 0 depends on op 7, but there are 1 ops");
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let times = OpTimes { one_core: 1.0, all_cores: seconds };
            let error = OpGraph::new(vec![times], vec![vec![]]).unwrap_err();
            assert!(error.to_string().starts_with(&format!("op 0 takes {seconds} seconds")));
        }
    }

    #[test]
    fn the_order_respects_dependences() {
        let graph = graph(vec![vec![3], vec![], vec![0, 1], vec![]]).unwrap();
        assert_eq!(graph.in_order(&graph.all()), [1, 3, 0, 2]);
        assert_eq!(graph.in_order(&[0, 2].into_iter().collect()), [0, 2]);
    }
}
