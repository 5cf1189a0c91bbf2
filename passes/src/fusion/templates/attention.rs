//! `attention`: two products with row-wise ops between them, in one kernel that
//! never materializes a whole row, with an elementwise prologue and epilogue.
//! [`hloom_analysis::attention::AttentionPattern`] defines the ops that may be between the
//! products; [`crate::fusion::attention`] finds them.

use super::producer;
use crate::fusion::class::Class;
use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::memo::{Entry, Status};
use crate::fusion::template::Template;

/// The template.
pub struct AttentionTemplate;

/// Whether an edge is inside of a chain, or between its second product and its epilogue.
fn is_link(graph: &Graph, node: usize, position: usize) -> bool {
    let it = &graph.nodes[node];
    let Some(from) = producer(graph, node, position) else { return false };
    let begins = it.class == Class::Dot && it.ends != from.chain;
    let inside =
        from.chain.is_some() && !begins && (it.chain == from.chain || it.ends == from.chain);
    let made = from.ends.or(from.after);
    inside || made.is_some() && it.after == made
}

impl Template for AttentionTemplate {
    fn kind(&self) -> TemplateKind {
        TemplateKind::Attention
    }

    fn open(&self, graph: &Graph, node: usize) -> bool {
        graph.nodes[node].class == Class::Dot && graph.nodes[node].chain.is_some()
    }

    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool {
        is_link(graph, node, position)
    }

    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool {
        let it = &graph.nodes[node];
        let inside = it.chain.is_some() || it.ends.or(it.after).is_some();
        let pointwise = || producer(graph, node, position).is_some_and(|p| p.class.is_pointwise());
        is_link(graph, node, position) || inside && pointwise()
    }

    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status {
        let it = &graph.nodes[node];
        let linked =
            (0..it.operands.len()).any(|p| entry.refs[p].is_some() && is_link(graph, node, p));
        match (it.ends.or(it.after).is_some() && linked, it.chain.is_some()) {
            (true, _) => Status::OpenValid,
            (false, true) => Status::OpenInvalid,
            (false, false) => Status::ClosedInvalid,
        }
    }
}
