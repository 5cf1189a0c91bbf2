//! Ranks: several runs, each on a thread of its own, whose collectives meet in one grid.

use super::grid::Grid;
use super::process::Process;
use std::sync::Arc;
use std::time::Duration;

/// A group of ranks, all of one replica.
#[derive(Clone)]
pub struct Ranks(Arc<Grid>);

impl Ranks {
    /// `count` ranks. A rank that waits longer than `patience` for others, which run meanwhile, gives
    /// up.
    pub fn new(count: u32, patience: Option<Duration>) -> Ranks {
        let mut grid = Grid::new(1, count, None);
        grid.patience = patience;
        Ranks(Arc::new(grid))
    }

    /// Rank number `me`. It has ended when this value is dropped; others that wait for it fail then.
    pub fn rank(&self, me: u32) -> Rank {
        Rank(Process { grid: self.0.clone(), me })
    }
}

/// One rank of a group.
pub struct Rank(Process);

impl Rank {
    pub(crate) fn process(&self) -> Process {
        self.0.clone()
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        self.0.grid.end(self.0.me);
    }
}
