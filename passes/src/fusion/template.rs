//! The interface of fusion templates.

use super::graph::Graph;
use super::kind::TemplateKind;
use super::memo::{Entry, Status};

/// A fusion template: it tells which ops can be fused in one way. Each question concerns an op and
/// its operands only, so that exploration is linear.
pub trait Template: Sync {
    /// The kind of its fusions.
    fn kind(&self) -> TemplateKind;

    /// Whether a fusion may start at a node, with all its operands in memory.
    fn open(&self, graph: &Graph, node: usize) -> bool;

    /// Whether an open fusion that ends at operand `position` may be extended by the node.
    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion with the node as a member may also contain the producer of operand
    /// `position`.
    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion may end at the node, and whether it may be extended.
    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status;
}
