//! One process of a grid.

use super::grid::Grid;
use std::sync::Arc;

/// A process: its grid and its number.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) grid: Arc<Grid>,
    pub(crate) me: u32,
}

impl Process {
    /// A single process.
    pub(crate) fn alone() -> Process {
        Process { grid: Arc::new(Grid::new(1, 1, None)), me: 0 }
    }
}

/// Reports to the grid, when dropped, that a process has ended; also after a panic.
pub(crate) struct Ending<'p>(pub(crate) &'p Process);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.grid.end(self.0.me);
    }
}
