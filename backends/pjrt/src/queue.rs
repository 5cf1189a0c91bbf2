//! The queues of devices: runs that a framework does not wait for, one after the other on a thread of
//! their device.
//!
//! A run needs nothing but its own inputs: runs that were submitted before it, to this queue or to
//! that of another device. So there is no cycle, and the order of each queue is that of the calls.
//!
//! A fork waits until the queues are empty, since the new process has none of the threads: there, no
//! buffer is promised, and runs are those of the caller. At the end of the process, the run at work
//! ends before anything is unloaded; the others never begin.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::process;

/// The most runs that wait in a queue; the caller of the next one waits for room.
const MOST: usize = 32;

/// The stack of a queue's thread in bytes: the interpreter calls itself for regions.
const STACK: usize = 16 << 20;

/// Whether runs may go on without their caller; `HLOOM_ASYNC=0` makes each caller wait.
static ENABLED: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("HLOOM_ASYNC").is_none_or(|value| value != "0"));

/// The process that the queues' threads belong to; 0 before there are any.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Whether the process ends, so that no run begins.
static ENDING: AtomicBool = AtomicBool::new(false);

/// All queues that have a thread.
static QUEUES: Mutex<Vec<&'static Queue>> = Mutex::new(Vec::new());

/// A run.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The runs of one device.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether there is a thread; empty before the first run.
    thread: OnceLock<bool>,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Whether the thread is at work.
    running: bool,
    /// The forks that wait for an empty queue.
    forks: usize,
}

impl Queue {
    /// Adds a run, for which there must be room; waits for it.
    ///
    /// # Errors
    /// The run, if there is no thread that could do it: the caller must.
    pub(crate) fn submit(&'static self, job: Job) -> Result<(), Job> {
        if !*ENABLED {
            return Err(job);
        }
        let process = std::process::id();
        let owner = PROCESS.compare_exchange(0, process, Ordering::SeqCst, Ordering::SeqCst);
        if owner.is_err_and(|owner| owner != process) {
            return Err(job);
        }
        if !*self.thread.get_or_init(|| self.start()) {
            return Err(job);
        }
        let mut state = self.lock();
        while !is_ending() && (state.jobs.len() >= MOST || state.forks > 0) {
            state = self.wait(state);
        }
        if is_ending() {
            // It may hold arrays of a framework that is unloaded already, and must not begin.
            std::mem::forget(job);
            return Ok(());
        }
        state.jobs.push_back(job);
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread; whether there is one.
    fn start(&'static self) -> bool {
        static HANDLERS: OnceLock<()> = OnceLock::new();
        HANDLERS.get_or_init(|| {
            process::at_exit(end);
            process::around_fork(before_fork, after_fork);
        });
        let thread = std::thread::Builder::new().name("hloom-device".to_owned()).stack_size(STACK);
        let started = thread.spawn(|| self.work()).is_ok();
        if started {
            all().push(self);
        }
        started
    }

    fn work(&self) {
        loop {
            let mut state = self.lock();
            let job = loop {
                match state.jobs.pop_front() {
                    Some(job) if is_ending() => std::mem::forget(job),
                    Some(job) => break job,
                    None => state = self.wait(state),
                }
            };
            state.running = true;
            drop(state);
            self.changed.notify_all();
            // A run's own panics are errors of its results.
            let _ = catch_unwind(AssertUnwindSafe(job));
            self.lock().running = false;
            self.changed.notify_all();
        }
    }

    /// Waits until the thread is idle, with nothing left to do.
    fn drain(&self) {
        let mut state = self.lock();
        while state.running || !state.jobs.is_empty() {
            state = self.wait(state);
        }
    }
}

fn all() -> MutexGuard<'static, Vec<&'static Queue>> {
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the process ends, so that a run that has not begun never will.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Whether this process has the queues' threads.
fn is_owner() -> bool {
    PROCESS.load(Ordering::SeqCst) == std::process::id()
}

/// Waits for the runs at work before the process ends: their code is about to be unloaded.
extern "C" fn end() {
    // A forked process does not have the threads, but may have a lock that one held.
    if !is_owner() {
        return;
    }
    ENDING.store(true, Ordering::SeqCst);
    let queues = all().clone();
    for queue in &queues {
        // They hold arrays of a framework that may be unloaded already.
        std::mem::take(&mut queue.lock().jobs).into_iter().for_each(std::mem::forget);
        queue.changed.notify_all();
    }
    for queue in &queues {
        let mut state = queue.lock();
        // A run that waits for one that was dropped gives up ([`is_ending`]).
        while state.running {
            state = queue.wait(state);
        }
    }
}

/// Empties the queues and keeps others from filling them, until [`after_fork`].
extern "C" fn before_fork() {
    if !is_owner() || ENDING.load(Ordering::SeqCst) {
        return;
    }
    let queues = all().clone();
    queues.iter().for_each(|queue| queue.lock().forks += 1);
    queues.iter().for_each(|queue| queue.drain());
}

/// Opens the queues again, in the process that forked.
extern "C" fn after_fork() {
    if !is_owner() || ENDING.load(Ordering::SeqCst) {
        return;
    }
    for queue in all().clone() {
        let mut state = queue.lock();
        state.forks = state.forks.saturating_sub(1);
        drop(state);
        queue.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    #[test]
    fn runs_are_done_in_order_and_callers_wait_for_room() {
        let queue: &'static Queue = Box::leak(Box::default());
        let (open, gate) = channel::<()>();
        let done = Arc::new(Mutex::new(Vec::new()));
        let first = done.clone();
        let job = move || {
            gate.recv().unwrap();
            first.lock().unwrap().push(0);
        };
        assert!(queue.submit(Box::new(job)).is_ok());
        let (other, more) = (done.clone(), 2 * MOST);
        let submitter = std::thread::spawn(move || {
            for i in 1..=more {
                let done = other.clone();
                assert!(queue.submit(Box::new(move || done.lock().unwrap().push(i))).is_ok());
            }
        });
        // The first run is at work at most, and the queue is full.
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert!(!submitter.is_finished());
        open.send(()).unwrap();
        submitter.join().unwrap();
        queue.drain();
        assert_eq!(*done.lock().unwrap(), (0..=more).collect::<Vec<_>>());
        // A run that panics does not end the thread.
        assert!(queue.submit(Box::new(|| panic!("a run"))).is_ok());
        queue.drain();
    }
}
