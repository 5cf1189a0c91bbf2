//! Limits of the search for fusions.

/// Limits of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of nodes in one operator, where a cone counts as one node.
    pub ops: usize,
    /// The maximum number of nodes in a cone.
    pub cone: usize,
    /// The maximum number of points for exhaustive search; larger partitions use local search.
    pub points: usize,
    /// The maximum number of nodes in a partition; larger ones are cut.
    pub partition: usize,
    /// The maximum number of assignments that a local search costs.
    pub budget: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { ops: 64, cone: 512, points: 14, partition: 256, budget: 256 }
    }
}
