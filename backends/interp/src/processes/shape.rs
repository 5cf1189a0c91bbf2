//! The extents of a grid of processes.

use crate::host::ProcessId;

/// A grid of processes: replicas by partitions. Process `r * partitions + p` is partition `p` of
/// replica `r`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GridShape {
    pub(crate) replicas: u32,
    pub(crate) partitions: u32,
}

impl GridShape {
    /// The number of processes.
    pub(crate) fn count(self) -> u32 {
        self.replicas * self.partitions
    }

    /// The id of the process with this number.
    pub(crate) fn place(self, process: u32) -> ProcessId {
        ProcessId { replica: process / self.partitions, partition: process % self.partitions }
    }
}
