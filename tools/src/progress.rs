//! The line of progress of a long command, on a terminal.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// The interval at which the line is renewed.
const PERIOD: Duration = Duration::from_millis(500);

/// The step that a command is at.
#[derive(Default, Debug)]
pub(crate) struct Progress {
    step: Mutex<String>,
    done: AtomicBool,
}

impl Progress {
    /// Does `work`, which says what it is at; if that takes long and a terminal `shows` it, a line on
    /// standard error says so, and goes away at the end.
    pub(crate) fn watch<T>(shows: bool, work: impl FnOnce(&Progress) -> T) -> T {
        /// Ends the line however the work ends.
        struct Ended<'a>(&'a AtomicBool, std::thread::Thread);
        impl Drop for Ended<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
                self.1.unpark();
            }
        }
        let progress = Progress::default();
        if !shows {
            return work(&progress);
        }
        std::thread::scope(|scope| {
            let shower = scope.spawn(|| progress.show());
            let _ended = Ended(&progress.done, shower.thread().clone());
            work(&progress)
        })
    }

    /// Says what the work is at.
    pub(crate) fn step(&self, step: impl Into<String>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step.into();
    }

    fn show(&self) {
        let start = Instant::now();
        let mut shown = false;
        while !self.done.load(Ordering::Relaxed) {
            std::thread::park_timeout(PERIOD);
            if start.elapsed() < PATIENCE || self.done.load(Ordering::Relaxed) {
                continue;
            }
            let line = self.line(start.elapsed());
            let mut out = std::io::stderr();
            // A terminal that is gone is no reason to stop.
            let _ = write!(out, "\r{line}\x1b[K").and_then(|()| out.flush());
            shown = true;
        }
        if shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// `3.2 s: machine code`.
    fn line(&self, time: Duration) -> String {
        let step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{:.1} s: {step}", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_time_and_the_step() {
        let line = Progress::watch(true, |progress| {
            progress.step("pass fuse");
            progress.line(Duration::from_millis(3210))
        });
        assert_eq!(line, "3.2 s: pass fuse");
    }
}
