//! The record of a rank's collectives, for traces.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A collective that a rank ran.
#[derive(Clone, Debug)]
pub struct CollectiveEvent {
    /// The op, `stablehlo.all_reduce`.
    pub op: &'static str,
    /// The time at which the rank contributed to it: that of `async_start` if it was overlapped.
    pub start: Instant,
    /// The time from which the rank waited for its results: that of `async_done` if it was
    /// overlapped, else `start`.
    pub begin: Instant,
    /// The time at which the results were there.
    pub end: Instant,
    /// The time between `begin` and `end` in which the rank waited for others.
    pub waited: Duration,
    /// The bytes of tensors that the rank sent to others. Ranks that are threads send none: they
    /// refer to each other's tensors.
    pub sent: u64,
    /// The bytes of tensors that others sent, or that the rank read of others' tensors.
    pub received: u64,
}

/// The largest number of collectives that are kept: the first ones.
const MOST: usize = 1 << 20;

/// A record of collectives.
#[derive(Debug, Default)]
pub(crate) struct Events(Mutex<Vec<CollectiveEvent>>);

impl Events {
    pub(crate) fn add(&self, event: CollectiveEvent) {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if events.len() < MOST {
            events.push(event);
        }
    }

    /// Removes and returns the recorded events.
    pub(crate) fn take(&self) -> Vec<CollectiveEvent> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
