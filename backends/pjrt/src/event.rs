//! Events: signals that work is done, with its error if it failed.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::error::Error;

/// The time between two looks whether an outcome will come.
const LOOK: Duration = Duration::from_millis(100);

/// A function that is called once when a signal is given.
type Waiter = Box<dyn FnOnce(&Result<(), Error>) + Send>;

/// The outcome of some work, set once and read by any number of threads.
#[derive(Default)]
pub(crate) struct Signal {
    outcome: OnceLock<Result<(), Error>>,
    waiters: Mutex<Vec<Waiter>>,
    changed: Condvar,
}

impl Signal {
    fn lock(&self) -> MutexGuard<'_, Vec<Waiter>> {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the signal; the first outcome counts.
    pub(crate) fn give(&self, outcome: Result<(), Error>) {
        let waiters = {
            let mut waiters = self.lock();
            if self.outcome.set(outcome).is_err() {
                return;
            }
            self.changed.notify_all();
            std::mem::take(&mut *waiters)
        };
        if let Some(outcome) = self.outcome.get() {
            waiters.into_iter().for_each(|waiter| waiter(outcome));
        }
    }

    /// The outcome, if the signal was given.
    pub(crate) fn peek(&self) -> Option<&Result<(), Error>> {
        self.outcome.get()
    }

    /// Waits for the outcome.
    pub(crate) fn wait(&self) -> Result<(), Error> {
        self.wait_unless(&|| false).unwrap_or(Ok(()))
    }

    /// Waits for the outcome, or until there will be none, which is looked up from time to time.
    pub(crate) fn wait_unless(&self, never: &dyn Fn() -> bool) -> Option<Result<(), Error>> {
        let mut guard = self.lock();
        loop {
            if let Some(outcome) = self.outcome.get() {
                return Some(outcome.clone());
            }
            if never() {
                return None;
            }
            let waited = self.changed.wait_timeout(guard, LOOK);
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Calls a function with the outcome: now if there is one, else when the signal is given.
    pub(crate) fn then(&self, waiter: Waiter) {
        let mut waiters = self.lock();
        match self.outcome.get() {
            None => waiters.push(waiter),
            Some(outcome) => {
                drop(waiters);
                waiter(outcome);
            }
        }
    }
}

/// An event that the framework owns.
#[repr(C)]
pub struct Event {
    head: usize,
    /// The signal; `None` if the work was done when the event was made.
    signal: Option<Arc<Signal>>,
}

impl Event {
    /// The event of work that is done.
    pub(crate) fn done() -> Event {
        Event { head: 0, signal: None }
    }

    /// The event of a signal.
    pub(crate) fn of(signal: Arc<Signal>) -> Event {
        Event { head: 0, signal: Some(signal) }
    }

    /// The outcome, if there is one.
    pub(crate) fn peek(&self) -> Option<Result<(), Error>> {
        match &self.signal {
            None => Some(Ok(())),
            Some(signal) => signal.peek().cloned(),
        }
    }

    /// Waits for the outcome.
    pub(crate) fn wait(&self) -> Result<(), Error> {
        self.signal.as_ref().map_or(Ok(()), |signal| signal.wait())
    }

    /// Calls a function with the outcome, once.
    pub(crate) fn then(&self, waiter: impl FnOnce(&Result<(), Error>) + Send + 'static) {
        match &self.signal {
            None => waiter(&Ok(())),
            Some(signal) => signal.then(Box::new(waiter)),
        }
    }

    /// Gives the event's signal.
    pub(crate) fn give(&self, outcome: Result<(), Error>) {
        if let Some(signal) = &self.signal {
            signal.give(outcome);
        }
    }
}
