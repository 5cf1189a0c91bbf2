//! Tasks: pieces of work with dependencies, which cores run side by side.
//!
//! A [`Stmt::Tasks`](super::Stmt::Tasks) holds tasks in an order that respects their dependencies.
//! Each is assigned to a core. Tasks of one core run in that order; across cores, a task waits only
//! for the tasks that it names, so there is no barrier:
//!
//! ```text
//!   tasks {                     core 0   task 0 ──► task 2
//!     task 0 on 0 { … }                               ▲
//!     task 1 on 1 { … }         core 1   task 1 ──────┘
//!     task 2 on 0 after 1 { … }
//!   }
//! ```
//!
//! Two tasks are *ordered* if a chain of such dependencies leads from one to the other. Tasks that
//! are not ordered run at the same time, so neither may write memory that the other accesses;
//! [`Program::verify`](super::Program::verify) checks this.

use std::collections::BTreeSet;

use super::Block;

/// The most cores that tasks are assigned to.
pub const MOST_CORES: u32 = 64;

/// A piece of work that one core runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Task {
    /// The number of the core.
    pub core: u32,
    /// The numbers of the earlier tasks that it waits for, besides those of its own core.
    pub after: Vec<u32>,
    /// The work: kernels and copies.
    pub body: Block,
}

/// A task of a chain: its number, and what it waits for.
pub type Link = (u32, Vec<(u32, u32)>);

/// The order of tasks: which of them have ended for certain when another one begins.
///
/// It holds a vector clock for each task (Fidge, "Timestamps in Message-Passing Systems That
/// Preserve the Partial Ordering", 1988).
#[derive(Clone, Debug)]
pub struct Order {
    /// The core of each task, and its position among the tasks of that core.
    places: Vec<(u32, u32)>,
    /// For each task and each core, the number of that core's tasks that end before it begins.
    ended: Vec<Vec<u32>>,
}

/// The time from the begin of the first of some tasks to the end of the last one.
#[derive(Clone, Debug)]
pub struct Span {
    /// For each core, the number of its tasks up to the last one of them.
    last: Vec<u32>,
    /// For each core, the number of its tasks that have ended when any of them begins.
    ended: Vec<u32>,
}

impl Span {
    /// Whether all of these tasks end before any of the others begins.
    pub fn before(&self, other: &Span) -> bool {
        self.last.iter().zip(&other.ended).all(|(last, ended)| last <= ended)
    }
}

impl Order {
    /// The order of tasks that are given by core and dependencies; each depends on earlier ones
    /// only.
    pub fn new<'t>(tasks: impl Iterator<Item = (u32, &'t [u32])>) -> Order {
        let mut order = Order { places: Vec::new(), ended: Vec::new() };
        // By core, what ends before its next task.
        let mut clocks: Vec<Vec<u32>> = Vec::new();
        for (core, after) in tasks {
            let core = core as usize;
            if clocks.len() <= core {
                clocks.resize(core + 1, Vec::new());
            }
            let mut clock = std::mem::take(&mut clocks[core]);
            for &earlier in after {
                let (of, position) = order.places[earlier as usize];
                join(&mut clock, &order.ended[earlier as usize]);
                raise(&mut clock, of as usize, position + 1);
            }
            let position = clock.get(core).copied().unwrap_or(0);
            order.places.push((core as u32, position));
            order.ended.push(clock.clone());
            raise(&mut clock, core, position + 1);
            clocks[core] = clock;
        }
        order
    }

    /// The order of the tasks of a statement.
    pub fn of(tasks: &[Task]) -> Order {
        Order::new(tasks.iter().map(|task| (task.core, &task.after[..])))
    }

    /// The tasks of each core that has some, in order: the number of each, and for each other such core,
    /// by its place in the list, how many of its tasks must have ended.
    pub fn chains(tasks: &[Task]) -> Vec<Vec<Link>> {
        let order = Order::of(tasks);
        let used: BTreeSet<u32> = tasks.iter().map(|task| task.core).collect();
        let used: Vec<u32> = used.into_iter().collect();
        let chain = |core: u32| used.binary_search(&core).unwrap_or(0);
        let mut chains = vec![Vec::new(); used.len()];
        for (number, task) in tasks.iter().enumerate() {
            let waits = order.waits(number).into_iter();
            let waits = waits.map(|(core, ended)| (chain(core) as u32, ended)).collect();
            chains[chain(task.core)].push((number as u32, waits));
        }
        chains
    }

    /// Whether the first task ends before the second one begins.
    pub fn before(&self, first: usize, second: usize) -> bool {
        let (core, position) = self.places[first];
        self.ended[second].get(core as usize).is_some_and(|&ended| ended > position)
    }

    /// Whether two tasks never run at the same time.
    pub fn ordered(&self, a: usize, b: usize) -> bool {
        a == b || self.before(a, b) || self.before(b, a)
    }

    /// The span of some tasks.
    pub fn span(&self, tasks: &[usize]) -> Span {
        let cores = self.places.iter().map(|(core, _)| *core as usize + 1).max().unwrap_or(0);
        let mut span = Span { last: vec![0; cores], ended: vec![u32::MAX; cores] };
        for &task in tasks {
            let (core, position) = self.places[task];
            raise(&mut span.last, core as usize, position + 1);
            for (core, ended) in span.ended.iter_mut().enumerate() {
                *ended = (*ended).min(self.ended[task].get(core).copied().unwrap_or(0));
            }
        }
        span
    }

    /// The tasks of other cores that a task waits for: each such core, and how many of its tasks
    /// must have ended. Tasks that a task of the same core has waited for are left out.
    pub fn waits(&self, task: usize) -> Vec<(u32, u32)> {
        let (core, position) = self.places[task];
        let before = (0..task)
            .rev()
            .find(|&other| position > 0 && self.places[other] == (core, position - 1));
        let known = |other: usize| before.map_or(0, |b| *self.ended[b].get(other).unwrap_or(&0));
        let ended = self.ended[task].iter().enumerate();
        let waits = ended.filter(|&(other, &n)| other as u32 != core && n > known(other));
        waits.map(|(other, &n)| (other as u32, n)).collect()
    }
}

fn join(clock: &mut Vec<u32>, other: &[u32]) {
    for (core, &n) in other.iter().enumerate() {
        raise(clock, core, n);
    }
}

fn raise(clock: &mut Vec<u32>, core: usize, to: u32) {
    if clock.len() <= core {
        clock.resize(core + 1, 0);
    }
    clock[core] = clock[core].max(to);
}

/// An order to run tasks in one after the other: that of the statement, or with `reversed` the one
/// that prefers the last task that is ready.
pub(super) fn sequence(tasks: &[Task], reversed: bool) -> Vec<u32> {
    let mut left: Vec<u32> = (0..tasks.len() as u32).collect();
    if !reversed {
        return left;
    }
    let order = Order::of(tasks);
    let mut sequence = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let ready = |&at: &usize| {
            let task = left[at] as usize;
            !left[..at].iter().any(|&other| order.before(other as usize, task))
        };
        let last = (0..left.len()).rev().find(ready).unwrap_or(0);
        sequence.push(left.remove(last));
    }
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(tasks: &[(u32, &[u32])]) -> Order {
        Order::new(tasks.iter().copied())
    }

    #[test]
    fn tasks_are_ordered_by_cores_and_by_dependencies() {
        let order = order(&[(0, &[]), (1, &[]), (0, &[1]), (1, &[]), (2, &[2]), (1, &[4])]);
        assert!(order.before(0, 2) && order.before(1, 2) && order.before(1, 3));
        assert!(order.before(0, 4) && order.before(1, 4) && order.before(0, 5));
        assert!(!order.ordered(0, 1) && !order.ordered(2, 3) && !order.ordered(3, 4));
        assert_eq!(order.waits(2), [(1, 1)]);
        // Task 3 is on the same core as 1, and 5 learns of all cores through 4.
        assert_eq!(order.waits(3), []);
        assert_eq!(order.waits(4), [(0, 2), (1, 1)]);
        assert_eq!(order.waits(5), [(0, 2), (2, 1)]);
    }

    #[test]
    fn the_opposite_order_respects_dependencies() {
        let task = |core, after: &[u32]| Task { core, after: after.into(), body: Block::default() };
        let tasks = [task(0, &[]), task(1, &[]), task(0, &[1]), task(2, &[]), task(1, &[3])];
        assert_eq!(sequence(&tasks, false), [0, 1, 2, 3, 4]);
        assert_eq!(sequence(&tasks, true), [3, 1, 4, 0, 2]);
    }

    #[test]
    fn order_is_reachability() {
        let mut state = 7u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for _ in 0..200 {
            let count = 1 + random(12) as usize;
            let tasks: Vec<(u32, Vec<u32>)> = (0..count)
                .map(|n| {
                    let after = (0..n as u32).filter(|_| random(4) == 0).collect();
                    (random(3) as u32, after)
                })
                .collect();
            let order = Order::new(tasks.iter().map(|(core, after)| (*core, &after[..])));
            let mut reach = vec![vec![false; count]; count];
            for b in 0..count {
                for a in 0..b {
                    let direct = tasks[a].0 == tasks[b].0 || tasks[b].1.contains(&(a as u32));
                    let through = (a..b).any(|m| {
                        reach[a][m] && {
                            tasks[m].0 == tasks[b].0 || tasks[b].1.contains(&(m as u32))
                        }
                    });
                    reach[a][b] = direct || through;
                }
            }
            let some: Vec<Vec<usize>> =
                (0..2).map(|_| (0..count).filter(|_| random(3) == 0).collect()).collect();
            let all = some[0].iter().all(|&a| some[1].iter().all(|&b| reach[a][b]));
            assert_eq!(order.span(&some[0]).before(&order.span(&some[1])), all, "{some:?}");
            for (a, reached) in reach.iter().enumerate() {
                for (b, &reached) in reached.iter().enumerate() {
                    assert_eq!(order.before(a, b), reached, "{a} {b} of {tasks:?}");
                    assert_eq!(order.span(&[a]).before(&order.span(&[b])), reached);
                }
            }
        }
    }
}
