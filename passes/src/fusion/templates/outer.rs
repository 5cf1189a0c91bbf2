//! `outer`: an outer-product-like gemm (small K, large M and N) under a consumer that reduces its
//! result, so that the large matrix is never materialized. If the consumer multiplies by a sparse
//! matrix, only the stored entries are computed ([`super::super::sparse`]); the dense estimate
//! rarely chooses this template.

use super::{is_reduced, same_element};
use crate::fusion::class::Class;
use crate::fusion::graph::{Graph, Source};
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct Outer;

/// The minimum extent of both result dimensions.
const EXTENT: i64 = 256;

/// Whether zeros of a sparse input make the other elements of a node's result irrelevant.
fn has_driver(graph: &Graph, node: usize) -> bool {
    let it = &graph.nodes[node];
    let outside = it.operands.iter().any(|o| matches!(o.source, Source::Input(_)));
    it.multiplies && outside || is_sparse(graph, node, 8)
}

/// Whether a node depends on a sparse input through at most `depth` elementwise ops.
fn is_sparse(graph: &Graph, node: usize, depth: usize) -> bool {
    let it = &graph.nodes[node];
    let from = |source| match source {
        Source::Input(n) => graph.inputs[n].density.is_some(),
        Source::Node(n) => depth > 0 && is_sparse(graph, n, depth - 1),
        Source::Free => false,
    };
    it.class == Class::Map && it.operands.iter().any(|o| from(o.source))
}

impl Template for Outer {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Outer
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        let it = &graph.nodes[node];
        it.class == Class::Dot
            && it.operands[0].rows > 0
            && matches!(it.dims[..], [m, n] if m > EXTENT && n > EXTENT
                && it.depth < m as f64 && it.depth < n as f64)
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        match it.class {
            Class::Map => same_element(graph, node, position),
            Class::Reduce => {
                let sparse =
                    || producer(graph, node, position).is_some_and(|p| is_sparse(graph, p, 8));
                is_reduced(it, position) && it.monoid && (it.dims.is_empty() || sparse())
            }
            Class::Dot => {
                let by_rows =
                    position == 0 && it.operands[0].rows > 0 && it.operands[0].spread <= 1.0;
                by_rows || producer(graph, node, position).is_some_and(|p| is_sparse(graph, p, 8))
            }
            _ => false,
        }
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        it.class == Class::Map && it.operands[position].rows > 0
    }

    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status {
        let it = &graph.nodes[node];
        match it.class {
            Class::Dot if entry.is_bare() => Status::OpenInvalid,
            Class::Reduce | Class::Dot => {
                let driven = entry.refs.iter().flatten().any(|&p| has_driver(graph, p as usize));
                if driven { Status::ClosedValid } else { Status::ClosedInvalid }
            }
            _ if has_driver(graph, node) => Status::OpenValid,
            _ => Status::OpenInvalid,
        }
    }
}

/// The number of the node that computes an operand, if one does.
fn producer(graph: &Graph, node: usize, position: usize) -> Option<usize> {
    match graph.nodes[node].operands[position].source {
        Source::Node(p) => Some(p),
        Source::Input(_) | Source::Free => None,
    }
}
