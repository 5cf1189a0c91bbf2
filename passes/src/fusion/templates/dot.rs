//! `dot`: a product or a convolution with a prologue (scaling, conversion, movement of the
//! operands) and an epilogue (bias, activation, residual, scaling, conversion).

use super::{producer, same_element};
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Dot;

impl Template for Dot {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Dot
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        matches!(graph.nodes[node].class, Class::Dot | Class::Convolution)
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        same_element(graph, node, position)
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        match graph.nodes[node].class {
            Class::Dot | Class::Convolution => {
                producer(graph, node, position).is_some_and(|p| p.class.is_pointwise())
            }
            Class::Map => true,
            _ => false,
        }
    }

    fn close(&self, _: &Graph, _: usize, _: &Entry) -> Status {
        Status::OpenValid
    }
}
