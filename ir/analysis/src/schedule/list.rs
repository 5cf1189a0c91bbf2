//! List scheduling: the time of a set of ops on several cores.

use super::graph::OpGraph;
use super::op_set::OpSet;

/// The core and the time of each op of a set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListSchedule {
    /// The op, its core, and when it begins and ends.
    pub ops: Vec<(usize, usize, f64, f64)>,
    /// When the last one ends.
    pub seconds: f64,
}

/// The ops of a set on cores, each on one: of the ops whose predecessors in the set have ended, the
/// one with the longest way to the end goes to the core that is free first.
///
/// # Panics
/// If there are no cores.
pub fn list_schedule(graph: &OpGraph, set: &OpSet, cores: usize) -> ListSchedule {
    assert!(cores > 0, "there is a core");
    let order = graph.in_order(set);
    // The longest path from the begin of each op to the end of the set.
    let mut path = vec![0.0f64; graph.len()];
    for &op in order.iter().rev() {
        let behind = graph.after(op).iter().filter(|&&user| set.contains(user));
        let longest = behind.map(|&user| path[user]).fold(0.0, f64::max);
        path[op] = graph.times(op).one_core + longest;
    }
    let mut waits = vec![0usize; graph.len()];
    let mut begins = vec![0.0f64; graph.len()];
    for &op in &order {
        waits[op] = graph.before(op).iter().filter(|&&before| set.contains(before)).count();
    }
    let mut ready: Vec<usize> = order.iter().copied().filter(|&op| waits[op] == 0).collect();
    let mut free = vec![0.0f64; cores];
    let mut schedule = ListSchedule::default();
    while !ready.is_empty() {
        let least = |a: &usize, b: &usize| free[*a].total_cmp(&free[*b]);
        let core = (0..cores).min_by(least).expect("there is a core");
        // Of the ops that can begin when the core is free, or that can begin first, the one with
        // the longest path; the first of several.
        let now = ready.iter().map(|&op| begins[op]).fold(f64::INFINITY, f64::min).max(free[core]);
        let rank = |op: usize| (path[op], std::cmp::Reverse(op));
        let startable = ready.iter().copied().filter(|&op| begins[op] <= now);
        let next = startable.max_by(|&a, &b| {
            let ((x, a), (y, b)) = (rank(a), rank(b));
            x.total_cmp(&y).then(a.cmp(&b))
        });
        let op = next.expect("one can begin");
        ready.retain(|&other| other != op);
        let end = now + graph.times(op).one_core;
        free[core] = end;
        schedule.ops.push((op, core, now, end));
        schedule.seconds = schedule.seconds.max(end);
        for &user in graph.after(op).iter().filter(|&&user| set.contains(user)) {
            begins[user] = begins[user].max(end);
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(user);
            }
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::super::graph::OpTimes;
    use super::*;

    #[test]
    fn independent_ops_share_the_cores_and_chains_do_not() {
        let times = [3.0, 2.0, 2.0, 1.0].map(OpTimes::indivisible).to_vec();
        let free = OpGraph::new(times.clone(), vec![vec![]; 4]).unwrap();
        assert_eq!(list_schedule(&free, &free.all(), 2).seconds, 4.0);
        assert_eq!(list_schedule(&free, &free.all(), 1).seconds, 8.0);
        assert_eq!(list_schedule(&free, &free.all(), 9).seconds, 3.0);
        let chain = OpGraph::new(times, vec![vec![], vec![0], vec![1], vec![2]]).unwrap();
        assert_eq!(list_schedule(&chain, &chain.all(), 4).seconds, 8.0);
    }

    /// No core runs two ops at once, no op begins before its predecessors have ended, and the time
    /// is within the bound of Graham, (2 - 1/cores) times the larger of work and path.
    #[test]
    fn schedules_are_legal_and_not_far_from_the_bounds() {
        let mut numbers = super::super::testing::Numbers(11);
        for round in 0..300 {
            let graph = super::super::testing::random(&mut numbers, 1 + round % 9);
            let cores = 1 + round % 3;
            let it = list_schedule(&graph, &graph.all(), cores);
            assert_eq!(it.ops.len(), graph.len());
            for &(op, core, begin, end) in &it.ops {
                for &(other, same, from, to) in &it.ops {
                    assert!(op == other || core != same || end <= from || to <= begin);
                    assert!(!graph.before(op).contains(&other) || to <= begin);
                }
            }
            let work: f64 = (0..graph.len()).map(|op| graph.times(op).one_core).sum();
            let path = list_schedule(&graph, &graph.all(), graph.len()).seconds;
            let bound = (work / cores as f64).max(path);
            assert!(it.seconds >= bound - 1e-9);
            assert!(it.seconds <= (2.0 - 1.0 / cores as f64) * bound + 1e-9);
        }
    }
}
