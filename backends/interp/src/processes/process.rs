//! One process of a grid.

use super::events::Events;
use super::grid::Grid;
use super::shape::GridShape;
use super::streams::engine::Streams;
use std::sync::Arc;

/// A process: its number, and its connection to the others.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) me: u32,
    pub(crate) shape: GridShape,
    pub(crate) link: Link,
    /// The record of its collectives, if it is traced.
    pub(crate) events: Option<Arc<Events>>,
}

/// The connection of a process to the others.
#[derive(Clone)]
pub(crate) enum Link {
    /// Threads of one operating system process. They refer to each other's tensors, so nothing is
    /// sent; and the grid knows when all of them wait, so it reports a deadlock at once.
    Threads(Arc<Grid>),
    /// Operating system processes, by messages.
    Streams(Arc<Streams>),
}

impl Process {
    /// A single process.
    pub(crate) fn alone() -> Process {
        let shape = GridShape { replicas: 1, partitions: 1 };
        Process::of(&Arc::new(Grid::new(shape, None)), 0)
    }

    /// Process `me` of a grid of threads.
    pub(crate) fn of(grid: &Arc<Grid>, me: u32) -> Process {
        Process { me, shape: grid.shape, link: Link::Threads(grid.clone()), events: None }
    }

    /// Notes that a thread has ended. Streams note it themselves, when they are dropped.
    pub(crate) fn end(&self) {
        match &self.link {
            Link::Threads(grid) => grid.end(self.me),
            Link::Streams(_) => {}
        }
    }
}

/// Reports, when dropped, that a process has ended; also after a panic.
pub(crate) struct Ending<'p>(pub(crate) &'p Process);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
