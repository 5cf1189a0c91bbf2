//! The ranks of a run: how many there are, and which one this process is.

use std::sync::Arc;
use std::time::Duration;

use hloom_interp::Rank;

/// The ranks of a program.
#[derive(Clone, Debug)]
pub(in crate::run) struct Ranked {
    /// The number of ranks.
    pub(in crate::run) count: u32,
    /// The longest time that a rank waits for others.
    pub(in crate::run) patience: Duration,
    /// This process, if ranks are processes.
    pub(in crate::run) seat: Option<Seat>,
}

/// A rank that is a process.
#[derive(Clone)]
pub(in crate::run) struct Seat {
    pub(in crate::run) rank: Arc<Rank>,
    /// The number of ranks on this machine, and the number of this one among them.
    pub(in crate::run) local: u32,
    #[cfg_attr(not(feature = "ptx"), allow(dead_code))]
    pub(in crate::run) place: u32,
    /// The option or program that starts the ranks, for messages.
    pub(in crate::run) starter: &'static str,
}

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rank {} of {}", self.rank.number(), self.rank.count())
    }
}
