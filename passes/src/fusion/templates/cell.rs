//! `cell`: elementwise ops and data movement: broadcasts, slices, pads, reversals, concatenations,
//! reshapes, transposes, conversions. It may end in a reduction of any dimensions.

use super::is_reduced;
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Cell;

impl Template for Cell {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Cell
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        let it = &graph.nodes[node];
        match it.class {
            Class::Map | Class::Move => true,
            // A transpose that only products use is folded into them.
            Class::Transpose => {
                it.escapes
                    || it.users.is_empty()
                    || it.users.iter().any(|&(u, _)| graph.nodes[u].class != Class::Dot)
            }
            _ => false,
        }
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        match it.class {
            Class::Map | Class::Move | Class::Transpose => true,
            Class::Reduce => is_reduced(it, position),
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
