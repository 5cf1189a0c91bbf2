//! What a template is, and the table of all of them.

use super::graph::Graph;
use super::memo::{Entry, Status};
use super::templates;
use std::fmt;

/// The kinds of fusions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Elementwise work and data movement, closing in a reduction.
    Cell,
    /// Reductions along inner dimensions, with reuse of the row.
    Row,
    /// Several reductions over the same elements.
    MultiAgg,
    /// A product like an outer one, under a consumer that reduces it.
    Outer,
    /// Two products with work by rows between them.
    Chain,
    /// A product or a convolution with elementwise work around it.
    Dot,
    /// A reduction in windows with elementwise work around it.
    Window,
    /// Elements at computed places with elementwise work around them.
    Gather,
    /// Elements changed at computed places, with the elementwise work that makes them.
    Scatter,
    /// Independent small ops.
    Horizontal,
}

impl Kind {
    /// The name that a fusion carries.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Cell => "cell",
            Kind::Row => "row",
            Kind::MultiAgg => "multi_agg",
            Kind::Outer => "outer",
            Kind::Chain => "chain",
            Kind::Dot => "dot",
            Kind::Window => "reduce_window",
            Kind::Gather => "gather",
            Kind::Scatter => "scatter",
            Kind::Horizontal => "horizontal",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        use Kind::*;
        [Cell, Row, MultiAgg, Outer, Chain, Dot, Window, Gather, Scatter, Horizontal]
            .into_iter()
            .find(|k| k.name() == name)
    }

    /// A letter for memo tables.
    pub fn letter(self) -> char {
        match self {
            Kind::Cell => 'C',
            Kind::Row => 'R',
            Kind::MultiAgg => 'M',
            Kind::Outer => 'O',
            Kind::Chain => 'P',
            Kind::Dot => 'D',
            Kind::Window => 'W',
            Kind::Gather => 'G',
            Kind::Scatter => 'S',
            Kind::Horizontal => 'H',
        }
    }

    /// Whether plans of another template can be part of one of this.
    pub fn takes(self, other: Kind) -> bool {
        let reads = matches!(self, Kind::Cell | Kind::Scatter);
        self == other || other == Kind::Cell || reads && other == Kind::Gather
    }

    /// Which of several is tried first where all else is equal.
    pub fn rank(self) -> usize {
        match self {
            Kind::Chain => 9,
            Kind::MultiAgg => 8,
            Kind::Outer => 7,
            Kind::Row => 6,
            Kind::Dot => 5,
            Kind::Window => 4,
            Kind::Scatter => 3,
            Kind::Gather => 2,
            Kind::Cell => 1,
            Kind::Horizontal => 0,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Says which ops can be computed together in one way. All questions are about an op
/// and its operands alone, so that exploring is linear.
pub trait Template: Sync {
    /// Which one it is.
    fn kind(&self) -> Kind;

    /// Whether a fusion may begin at a node, with all its operands in memory.
    fn open(&self, graph: &Graph, node: usize) -> bool;

    /// Whether an open fusion that ends at operand `position` may go on with the
    /// node.
    fn fuse(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion that the node is part of may also take what makes operand
    /// `position`.
    fn merge(&self, graph: &Graph, node: usize, position: usize) -> bool;

    /// Whether a fusion may end at the node, and whether it may go on.
    fn close(&self, graph: &Graph, node: usize, entry: &Entry) -> Status;
}

/// The templates, in the order in which they are tried.
pub static TEMPLATES: &[&dyn Template] = &[
    &templates::chain::Chain,
    &templates::row::Row,
    &templates::cell::Cell,
    &templates::outer::Outer,
    &templates::dot::Dot,
    &templates::window::Window,
    &templates::gather::Gather,
    &templates::scatter::Scatter,
];

/// The template of a kind that exploration knows.
pub fn template(kind: Kind) -> Option<&'static dyn Template> {
    TEMPLATES.iter().copied().find(|t| t.kind() == kind)
}
