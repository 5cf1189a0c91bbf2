//! The fusion templates, one per file, and their table.

pub mod attention;
pub mod cell;
pub mod dot;
pub mod gather;
pub mod outer;
pub mod row;
pub mod scatter;
pub mod window;

use super::class::Class;
use super::graph::{Graph, Node, Source};
use super::kind::TemplateKind;
use super::template::Template;

/// The templates, in the order in which they are tried.
pub static TEMPLATES: &[&dyn Template] = &[
    &attention::AttentionTemplate,
    &row::Row,
    &cell::Cell,
    &outer::Outer,
    &dot::Dot,
    &window::Window,
    &gather::Gather,
    &scatter::Scatter,
];

/// The template of a kind, if exploration has one for it.
pub fn template(kind: TemplateKind) -> Option<&'static dyn Template> {
    TEMPLATES.iter().copied().find(|t| t.kind() == kind)
}

/// The node that computes an operand, if one does.
fn producer(graph: &Graph, node: usize, position: usize) -> Option<&Node> {
    match graph.nodes[node].operands[position].source {
        Source::Node(p) => Some(&graph.nodes[p]),
        Source::Input(_) | Source::Free => None,
    }
}

/// Whether each element of the node depends on the same element of the operand.
fn same_element(graph: &Graph, node: usize, position: usize) -> bool {
    let it = &graph.nodes[node];
    let squeezed =
        |dims: &[i64]| -> Vec<i64> { dims.iter().copied().filter(|&d| d != 1).collect() };
    it.class == Class::Map
        && it.operands[position].spread <= 1.0
        && producer(graph, node, position).is_some_and(|p| squeezed(&p.dims) == squeezed(&it.dims))
}

/// Whether an operand of a reduction is an input, not an initial value.
fn is_reduced(node: &Node, position: usize) -> bool {
    position < node.operands.len() / 2
}
