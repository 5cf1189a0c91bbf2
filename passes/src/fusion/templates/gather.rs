//! `gather`: a gather with the ops that compute its indices and the ops on its result. The gathered
//! tensor must be in memory.

use super::is_reduced;
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Gather;

impl Template for Gather {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Gather
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        graph.nodes[node].class == Class::Gather
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        match it.class {
            Class::Map | Class::Move | Class::Transpose => true,
            Class::Reduce => is_reduced(it, position),
            Class::Gather => position > 0,
            _ => false,
        }
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        self.fuse(graph, node, position)
    }

    fn close(&self, graph: &Graph, node: usize, _: &Entry) -> Status {
        if graph.nodes[node].class == Class::Reduce {
            Status::ClosedValid
        } else {
            Status::OpenValid
        }
    }
}
