//! `reduce_window`: a window reduction with an elementwise prologue and epilogue.

use super::{is_reduced, producer, same_element};
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Window;

impl Template for Window {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Window
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        graph.nodes[node].class == Class::Window
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        same_element(graph, node, position)
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        match it.class {
            Class::Window => {
                is_reduced(it, position)
                    && producer(graph, node, position).is_some_and(|p| p.class.is_pointwise())
            }
            Class::Map => true,
            _ => false,
        }
    }

    fn close(&self, _: &Graph, _: usize, _: &Entry) -> Status {
        Status::OpenValid
    }
}
