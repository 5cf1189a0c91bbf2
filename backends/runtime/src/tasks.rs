//! Tasks with dependencies, run by the threads of a pool.
//!
//! Before this: [`super::pool`]. After it: [`super::abi`] passes compiled programs' tasks to it.
//!
//! Tasks form *chains*, one for each core that the compiler planned for. Those of a chain run in
//! order; a task also waits until given numbers of tasks of other chains have ended. A thread has a
//! chain of its own, so that what one task leaves in a core's cache the next one finds there. While
//! its chain has to wait, or is at its end, it runs another chain that no thread runs. So any number
//! of threads runs any number of chains, and one thread runs all.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::pool::{self, SPIN, ThreadPool};

/// The chains of a program's tasks, as numbers that compiled code holds as a constant.
///
/// First the number of chains; for each chain the number of its tasks, and where the first one
/// stands; then the tasks of each chain in order. A task is its number, the number of its waits,
/// and for each wait another chain and how many of that chain's tasks must have ended.
#[derive(Clone, Copy, Debug)]
pub struct Chains<'t>(&'t [i32]);

/// A condition for a task to begin: another chain, and how many of its tasks must have ended.
pub type Wait = (u32, u32);

/// The number of a task, and what it waits for.
pub type Task = (u32, Vec<Wait>);

/// A task of a chain.
struct Step<'t> {
    number: usize,
    waits: &'t [i32],
    /// The place of the next one.
    next: usize,
}

impl<'t> Chains<'t> {
    /// The chains that these numbers describe.
    pub fn new(numbers: &'t [i32]) -> Chains<'t> {
        Chains(numbers)
    }

    /// The numbers of chains whose tasks are given in order.
    pub fn encode(chains: &[Vec<Task>]) -> Vec<i32> {
        let mut numbers = vec![chains.len() as i32];
        let mut at = 1 + 2 * chains.len();
        for chain in chains {
            numbers.extend([chain.len() as i32, at as i32]);
            at += chain.iter().map(|(_, waits)| 2 + 2 * waits.len()).sum::<usize>();
        }
        for (number, waits) in chains.iter().flatten() {
            numbers.extend([*number as i32, waits.len() as i32]);
            numbers.extend(waits.iter().flat_map(|(chain, tasks)| [*chain as i32, *tasks as i32]));
        }
        numbers
    }

    /// The chains behind a pointer.
    ///
    /// # Safety
    /// The pointer is to numbers that [`Chains::encode`] made, which stay as they are.
    pub unsafe fn behind(pointer: *const i32) -> Chains<'t> {
        // SAFETY: the caller's promise; the first number tells how many are there for sure, the
        // tasks of the last chain how many there are.
        unsafe {
            let count = *pointer as usize;
            let mut end = 1 + 2 * count;
            if let Some(last) = count.checked_sub(1) {
                let tasks = *pointer.add(1 + 2 * last);
                end = *pointer.add(2 + 2 * last) as usize;
                for _ in 0..tasks {
                    end += 2 + 2 * *pointer.add(end + 1) as usize;
                }
            }
            Chains(std::slice::from_raw_parts(pointer, end))
        }
    }

    fn count(self) -> usize {
        self.0[0] as usize
    }

    fn tasks(self, chain: usize) -> usize {
        self.0[1 + 2 * chain] as usize
    }

    fn first(self, chain: usize) -> usize {
        self.0[2 + 2 * chain] as usize
    }

    fn step(self, at: usize) -> Step<'t> {
        let waits = self.0[at + 1] as usize;
        let next = at + 2 + 2 * waits;
        Step { number: self.0[at] as usize, waits: &self.0[at + 2..next], next }
    }
}

/// A chain that is being run.
struct Progress {
    /// The number of tasks that have ended.
    ended: AtomicUsize,
    /// Whether a thread runs it.
    taken: AtomicBool,
    /// The place of the next task; only the thread that runs the chain changes it.
    at: AtomicUsize,
}

struct Run<'t> {
    chains: Chains<'t>,
    progress: Vec<Progress>,
    /// A task panicked, so others may wait for it in vain.
    failed: AtomicBool,
    body: &'t (dyn Fn(usize, usize) + Sync),
}

impl ThreadPool {
    /// Runs all tasks, and returns when they have ended. `body` gets the number of a task, and the
    /// number of its thread among those that run tasks: less than [`ThreadPool::threads`], and never
    /// the same for two tasks at once. Parallel loops of a task run on its thread.
    ///
    /// # Panics
    /// If `body` panics on any thread; tasks not yet begun are skipped.
    pub fn run_tasks(&self, chains: Chains<'_>, body: &(dyn Fn(usize, usize) + Sync)) {
        let progress = |chain| Progress {
            ended: AtomicUsize::new(0),
            taken: AtomicBool::new(false),
            at: AtomicUsize::new(chains.first(chain)),
        };
        let progress: Vec<Progress> = (0..chains.count()).map(progress).collect();
        let run = Run { chains, progress, failed: AtomicBool::new(false), body };
        let threads = self.threads().min(chains.count());
        let spins = self.spins();
        if threads < 2 {
            return pool::inside(|| (0..threads).for_each(|chain| run.work(chain, 0, spins)));
        }
        self.for_each(threads, &|range, thread| {
            // One thread that is given several of them runs all chains with the first.
            range.for_each(|chain| run.work(chain, thread, spins));
        });
    }
}

/// Marks a run as failed unless it is told that all went well.
struct Guard<'r>(&'r AtomicBool, bool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.store(true, Ordering::Release);
        }
    }
}

impl Run<'_> {
    /// Runs chains until all have ended, `own` in preference to others.
    fn work(&self, own: usize, thread: usize, spins: bool) {
        let mut guard = Guard(&self.failed, false);
        let count = self.chains.count();
        let mut waiting: Option<Instant> = None;
        loop {
            let (mut open, mut moved) = (false, false);
            for chain in (own..count).chain(0..own) {
                if self.progress[chain].ended.load(Ordering::Acquire) < self.chains.tasks(chain) {
                    open = true;
                    moved = self.advance(chain, thread);
                    if moved {
                        break;
                    }
                }
            }
            if !open || self.failed.load(Ordering::Acquire) {
                break;
            }
            if moved {
                waiting = None;
            } else if spins && waiting.get_or_insert_with(Instant::now).elapsed() < SPIN {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
        guard.1 = true;
    }

    /// Runs the tasks of a chain that are ready, unless another thread runs the chain. Returns
    /// whether there were any.
    fn advance(&self, chain: usize, thread: usize) -> bool {
        let progress = &self.progress[chain];
        if progress.taken.load(Ordering::Relaxed) || progress.taken.swap(true, Ordering::Acquire) {
            return false;
        }
        let mut ended = progress.ended.load(Ordering::Relaxed);
        let mut at = progress.at.load(Ordering::Relaxed);
        let begun = ended;
        while ended < self.chains.tasks(chain) {
            let step = self.chains.step(at);
            if !self.has_all(step.waits) {
                break;
            }
            (self.body)(step.number, thread);
            (ended, at) = (ended + 1, step.next);
            progress.at.store(at, Ordering::Relaxed);
            progress.ended.store(ended, Ordering::Release);
        }
        progress.taken.store(false, Ordering::Release);
        ended > begun
    }

    /// Whether what a task waits for has ended.
    fn has_all(&self, waits: &[i32]) -> bool {
        let ended = |chain: i32| self.progress[chain as usize].ended.load(Ordering::Acquire);
        waits.chunks_exact(2).all(|wait| ended(wait[0]) >= wait[1] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    type Given = Vec<Vec<Task>>;

    fn random_chains(state: &mut u64) -> Given {
        let mut random = |n: u64| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*state >> 33) % n
        };
        let mut chains: Given = vec![Vec::new(); 1 + random(5) as usize];
        for number in 0..random(40) as u32 {
            let own = random(chains.len() as u64) as usize;
            let mut waits = Vec::new();
            for (chain, tasks) in chains.iter().enumerate() {
                if chain != own && random(3) == 0 {
                    waits.push((chain as u32, random(1 + tasks.len() as u64) as u32));
                }
            }
            chains[own].push((number, waits));
        }
        chains
    }

    #[test]
    fn every_task_runs_once_and_after_what_it_waits_for() {
        let pools: Vec<ThreadPool> =
            [1, 2, 3, 7].into_iter().map(|n| ThreadPool::new(n).unwrap()).collect();
        let mut state = 3;
        for _ in 0..300 {
            let chains = random_chains(&mut state);
            let tasks = chains.iter().flatten().count();
            let numbers = Chains::encode(&chains);
            // SAFETY: they were just made.
            let behind = unsafe { Chains::behind(numbers.as_ptr()) };
            assert_eq!(behind.0, numbers);
            for pool in &pools {
                let clock = AtomicUsize::new(0);
                let times: Vec<(AtomicUsize, AtomicUsize)> =
                    (0..tasks).map(|_| Default::default()).collect();
                let busy: Vec<AtomicBool> =
                    (0..pool.threads()).map(|_| AtomicBool::new(false)).collect();
                pool.run_tasks(behind, &|task, thread| {
                    assert!(!busy[thread].swap(true, Ordering::SeqCst));
                    let begin = 1 + clock.fetch_add(1, Ordering::SeqCst);
                    assert_eq!(times[task].0.swap(begin, Ordering::SeqCst), 0, "it ran twice");
                    let nested = AtomicUsize::new(0);
                    pool.for_each(3, &|range, at| {
                        assert_eq!(at, 0);
                        nested.fetch_add(range.len(), Ordering::SeqCst);
                    });
                    assert_eq!(nested.into_inner(), 3);
                    let end = 1 + clock.fetch_add(1, Ordering::SeqCst);
                    times[task].1.store(end, Ordering::SeqCst);
                    busy[thread].store(false, Ordering::SeqCst);
                });
                let time = |task: u32| {
                    let (begin, end) = &times[task as usize];
                    (begin.load(Ordering::SeqCst), end.load(Ordering::SeqCst))
                };
                for chain in &chains {
                    for (at, (task, waits)) in chain.iter().enumerate() {
                        assert!(time(*task).0 > 0, "task {task} did not run");
                        if let Some((before, _)) = at.checked_sub(1).map(|at| &chain[at]) {
                            assert!(time(*before).1 < time(*task).0);
                        }
                        for &(other, count) in waits {
                            let first = &chains[other as usize][..count as usize];
                            assert!(first.iter().all(|(of, _)| time(*of).1 < time(*task).0));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn chains_that_wait_for_each_other_run_at_once() {
        // 1 → 0 → 1 → 0 …, which one thread alone also gets through.
        let chains: Given = vec![
            (0..50).map(|n| (2 * n, vec![(1, n)])).collect(),
            (0..50).map(|n| (2 * n + 1, vec![(0, n + 1)])).collect(),
        ];
        let numbers = Chains::encode(&chains);
        for threads in [1, 2, 4] {
            let pool = ThreadPool::new(threads).unwrap();
            for _ in 0..20 {
                let next = AtomicUsize::new(0);
                pool.run_tasks(Chains::new(&numbers), &|task, _| {
                    assert_eq!(next.fetch_add(1, Ordering::SeqCst), task);
                });
                assert_eq!(next.into_inner(), 100);
            }
        }
    }

    #[test]
    fn a_panic_ends_the_run_and_the_pool_lives_on() {
        let chains: Given =
            vec![vec![(0, vec![]), (1, vec![(1, 1)])], vec![(2, vec![]), (3, vec![(0, 1)])]];
        let numbers = Chains::encode(&chains);
        for threads in [1, 2, 3] {
            let pool = ThreadPool::new(threads).unwrap();
            for bad in 0..4 {
                let run = || {
                    pool.run_tasks(Chains::new(&numbers), &|task, _| {
                        if task == bad {
                            std::panic::panic_any("bad task");
                        }
                    });
                };
                let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
                assert_eq!(*panic.downcast::<&str>().unwrap(), "bad task");
                let count = AtomicUsize::new(0);
                pool.run_tasks(Chains::new(&numbers), &|_, _| {
                    count.fetch_add(1, Ordering::SeqCst);
                });
                assert_eq!(count.into_inner(), 4);
            }
        }
    }
}
