//! The multiplications of a warp that are under way.

use std::collections::VecDeque;

use crate::kernel::Lanes;

/// Results that are not in their registers yet.
pub(crate) struct Flight {
    pub(crate) registers: Vec<u32>,
    pub(crate) values: Vec<Lanes>,
    /// The group of the last multiplication, counted from the first.
    pub(crate) group: usize,
}

/// Multiplications of a warp under way.
#[derive(Default)]
pub(crate) struct Multiplications {
    pub(crate) flights: Vec<Flight>,
    /// Reads of shared memory that are of no group yet.
    pub(crate) open: Vec<u64>,
    pub(crate) groups: VecDeque<Vec<u64>>,
    /// Groups that are over.
    pub(crate) done: usize,
    /// Whether there was a fence since results came to registers last.
    pub(crate) fenced: bool,
    /// Results that came since then, with their registers.
    pub(crate) completed: Vec<(Vec<u32>, Vec<Lanes>)>,
}
