//! `scatter`: a scatter with the ops that compute its updates and indices. The updated tensor and
//! the result must be in memory.

use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Scatter;

impl Template for Scatter {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Scatter
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        graph.nodes[node].class == Class::Scatter
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        it.class == Class::Scatter && !it.changes(position)
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        self.fuse(graph, node, position)
    }

    fn close(&self, _: &Graph, _: usize, _: &Entry) -> Status {
        Status::ClosedValid
    }
}
