//! Recorded run times of kernels, by thread.
//!
//! Before this: code compiled with `hloom_llvm::Options::profile`, which reports the begin and end
//! of kernels. After it: profiles and traces. Code compiled without this option reports nothing and
//! has no overhead.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A timed piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A kernel, by its number in `hloom_llvm::Executable::calls`.
    Kernel(u32),
    /// The share of a kernel that a worker thread did.
    Share(u32),
    /// A function of the host, by its number.
    Host(u32),
}

/// A record of work: the time and the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The work.
    pub work: Work,
    /// The thread's number among those that worked on it; 0 is the caller.
    pub thread: u32,
    /// The begin, since the recorder was created.
    pub begin: Duration,
    /// The end.
    pub end: Duration,
}

thread_local! {
    /// The number of this thread among those that run tasks.
    static THREAD: Cell<u32> = const { Cell::new(0) };
}

/// The time in which kernels of this thread are recorded under another number.
pub(crate) struct OnThread(u32);

/// Records kernels of this thread under a number until the result is dropped.
pub(crate) fn on_thread(number: usize) -> OnThread {
    OnThread(THREAD.replace(u32::try_from(number).unwrap_or(u32::MAX)))
}

impl Drop for OnThread {
    fn drop(&mut self) {
        THREAD.set(self.0);
    }
}

/// Records the work of consecutive runs. Concurrent runs need recorders of their own.
#[derive(Debug)]
pub struct Recorder {
    start: Instant,
    /// The running kernels, each with its thread and its begin.
    open: Mutex<Vec<(u32, u32, Duration)>>,
    /// The running kernel, for worker threads; where tasks run at once, one of several.
    running: AtomicU32,
    events: Mutex<Vec<Event>>,
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder {
            start: Instant::now(),
            open: Mutex::default(),
            running: AtomicU32::new(u32::MAX),
            events: Mutex::default(),
        }
    }
}

impl Recorder {
    /// The time since the recorder was created.
    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Removes and returns the records so far, in order of their ends.
    pub fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, event: Event) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// Records the begin or end of a kernel.
    pub(crate) fn kernel(&self, call: u32, ends: bool) {
        let now = self.now();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let thread = THREAD.get();
        let own = open.iter().position(|(_, of, _)| *of == thread);
        let begun = own.map(|at| open.swap_remove(at));
        if !ends {
            self.running.store(call, Ordering::Relaxed);
            open.push((call, thread, now));
            return;
        }
        self.running.store(u32::MAX, Ordering::Relaxed);
        if let Some((_, _, begin)) = begun.filter(|(begun, ..)| *begun == call) {
            self.push(Event { work: Work::Kernel(call), thread, begin, end: now });
        }
    }

    /// Records a thread's share of the running kernel.
    pub(crate) fn share(&self, thread: usize, begin: Duration) {
        let call = self.running.load(Ordering::Relaxed);
        if thread > 0 && call != u32::MAX {
            let thread = u32::try_from(thread).unwrap_or(u32::MAX);
            self.push(Event { work: Work::Share(call), thread, begin, end: self.now() });
        }
    }

    /// Records a call of a host function.
    pub(crate) fn host(&self, number: i32, begin: Duration) {
        let number = number.unsigned_abs();
        self.push(Event { work: Work::Host(number), thread: 0, begin, end: self.now() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_and_their_shares_are_taken_down_once() {
        let recorder = Recorder::default();
        let begin = recorder.now();
        recorder.share(1, begin);
        recorder.kernel(3, false);
        recorder.share(0, begin);
        recorder.share(1, begin);
        recorder.kernel(3, true);
        recorder.kernel(4, true);
        recorder.host(2, begin);
        let events = recorder.take();
        let works: Vec<(Work, u32)> = events.iter().map(|e| (e.work, e.thread)).collect();
        assert_eq!(works, [(Work::Share(3), 1), (Work::Kernel(3), 0), (Work::Host(2), 0)]);
        assert!(events.iter().all(|event| event.begin <= event.end));
        assert!(recorder.take().is_empty());
        recorder.kernel(5, false);
        let other = on_thread(1);
        recorder.kernel(6, false);
        recorder.kernel(6, true);
        drop(other);
        recorder.kernel(5, true);
        let events = recorder.take();
        let works: Vec<(Work, u32)> = events.iter().map(|e| (e.work, e.thread)).collect();
        assert_eq!(works, [(Work::Kernel(6), 1), (Work::Kernel(5), 0)]);
    }
}
