//! `outer`: a product like an outer one (few elements summed, many results) under a
//! consumer that reduces what it makes, so that the large matrix never is in memory.
//! With a sparse factor in front only its entries are computed; storage is not known
//! to be sparse here yet, so that the estimate is that of dense data, which rarely
//! chooses it.

use super::{is_reduced, same_element};
use crate::fusion::graph::{Class, Graph, Source};
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::{Kind, Template};

/// The template.
pub struct Outer;

/// Both extents of the result are larger.
const EXTENT: i64 = 256;

/// Whether nothing of a node's result counts where an input is zero.
fn has_driver(graph: &Graph, node: usize) -> bool {
    let it = &graph.nodes[node];
    let outside = it.operands.iter().any(|o| matches!(o.source, Source::Input(_)));
    it.multiplies && outside
}

impl Template for Outer {
    fn kind(&self) -> Kind {
        Kind::Outer
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
            Class::Reduce => is_reduced(it, position) && it.monoid && it.dims.is_empty(),
            Class::Dot => position == 0 && it.operands[0].rows > 0 && it.operands[0].spread <= 1.0,
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
