//! What a template is.

use super::graph::Graph;
use super::kind::Kind;
use super::memo::{Entry, Status};

/// Says which ops can be computed together in one way. All questions are about an op
/// and its operands alone, so that exploring is linear.
pub trait Template: Sync {
    /// Which one it is.
    fn kind(&self) -> Kind;

    /// Whether a fusion may begin at a node, with all its operands in memory.
    fn open(&self, graph: &Graph, node: usize) -> bool;

    /// Whether an open fusion that ends at operand `position` may go on with the
    /// node.
    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion that the node is part of may also take what makes operand
    /// `position`.
    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion may end at the node, and whether it may go on.
    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status;
}
