//! When kernels ran, and on which threads.
//!
//! Before this: code that was compiled with `hloom_llvm::Options::profile`, which says
//! when it comes to a kernel and when it has done it. After it: profiles and traces.
//! Code that was compiled without says nothing, and costs nothing.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A timed piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A kernel: where in the program, as `hloom_llvm::Executable::calls` counts.
    Kernel(u32),
    /// A share of a kernel that a thread besides the caller's did.
    Share(u32),
    /// A function of the host, by its number.
    Host(u32),
}

/// Some work, when it was done, and who did it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The work.
    pub work: Work,
    /// The thread's number among those that worked on it; 0 is the caller's.
    pub thread: u32,
    /// When it began, since the recorder was made.
    pub begin: Duration,
    /// When it ended.
    pub end: Duration,
}

/// Takes down what one run after the other does. Runs at the same time want recorders
/// of their own.
#[derive(Debug)]
pub struct Recorder {
    start: Instant,
    /// The kernel that runs, and since when.
    open: Mutex<Option<(u32, Duration)>>,
    /// The same kernel, for other threads.
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
    /// Time since it was made.
    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Takes the records so far, in the order in which they ended.
    pub fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, event: Event) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// A kernel begins, or ends.
    pub(crate) fn kernel(&self, call: u32, ends: bool) {
        let now = self.now();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !ends {
            self.running.store(call, Ordering::Relaxed);
            *open = Some((call, now));
            return;
        }
        self.running.store(u32::MAX, Ordering::Relaxed);
        if let Some((_, begin)) = open.take().filter(|(begun, _)| *begun == call) {
            self.push(Event { work: Work::Kernel(call), thread: 0, begin, end: now });
        }
    }

    /// A share of the kernel that runs was done by this thread.
    pub(crate) fn share(&self, thread: usize, begin: Duration) {
        let call = self.running.load(Ordering::Relaxed);
        if thread > 0 && call != u32::MAX {
            let thread = u32::try_from(thread).unwrap_or(u32::MAX);
            self.push(Event { work: Work::Share(call), thread, begin, end: self.now() });
        }
    }

    /// A function of the host was run.
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
    }
}
