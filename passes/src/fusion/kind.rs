//! The kinds of fusions.

use std::fmt;

/// The kinds of fusions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum TemplateKind {
    /// Elementwise ops and data movement, optionally ending in a reduction.
    Cell,
    /// Reductions along inner dimensions that reuse the row.
    Row,
    /// Several reductions of the same elements.
    MultiAgg,
    /// An outer-product-like gemm under a consumer that reduces it.
    Outer,
    /// Attention: two products with row-wise ops between them.
    Attention,
    /// A gemm or a convolution with an elementwise prologue and epilogue.
    Dot,
    /// A window reduction with an elementwise prologue and epilogue.
    Window,
    /// A gather with elementwise ops around it.
    Gather,
    /// A scatter with the elementwise ops that compute its updates.
    Scatter,
    /// Independent small ops.
    Horizontal,
}

impl TemplateKind {
    /// The name of the kind in a fusion's attribute.
    pub fn name(self) -> &'static str {
        match self {
            TemplateKind::Cell => "cell",
            TemplateKind::Row => "row",
            TemplateKind::MultiAgg => "multi_agg",
            TemplateKind::Outer => "outer",
            TemplateKind::Attention => "attention",
            TemplateKind::Dot => "dot",
            TemplateKind::Window => "reduce_window",
            TemplateKind::Gather => "gather",
            TemplateKind::Scatter => "scatter",
            TemplateKind::Horizontal => "horizontal",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<TemplateKind> {
        use TemplateKind::*;
        [Cell, Row, MultiAgg, Outer, Attention, Dot, Window, Gather, Scatter, Horizontal]
            .into_iter()
            .find(|k| k.name() == name)
    }

    /// The letter of the kind in memo tables.
    pub fn letter(self) -> char {
        match self {
            TemplateKind::Cell => 'C',
            TemplateKind::Row => 'R',
            TemplateKind::MultiAgg => 'M',
            TemplateKind::Outer => 'O',
            TemplateKind::Attention => 'P',
            TemplateKind::Dot => 'D',
            TemplateKind::Window => 'W',
            TemplateKind::Gather => 'G',
            TemplateKind::Scatter => 'S',
            TemplateKind::Horizontal => 'H',
        }
    }

    /// Whether an operator of this kind can contain entries of another template.
    pub fn takes(self, other: TemplateKind) -> bool {
        let reads = matches!(self, TemplateKind::Cell | TemplateKind::Scatter);
        self == other || other == TemplateKind::Cell || reads && other == TemplateKind::Gather
    }

    /// The priority among kinds if all else is equal.
    pub fn rank(self) -> usize {
        match self {
            TemplateKind::Attention => 9,
            TemplateKind::MultiAgg => 8,
            TemplateKind::Outer => 7,
            TemplateKind::Row => 6,
            TemplateKind::Dot => 5,
            TemplateKind::Window => 4,
            TemplateKind::Scatter => 3,
            TemplateKind::Gather => 2,
            TemplateKind::Cell => 1,
            TemplateKind::Horizontal => 0,
        }
    }
}

impl fmt::Display for TemplateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
