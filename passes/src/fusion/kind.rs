//! The kinds of fusions.

use std::fmt;

/// The kinds of fusions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
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

impl Kind {
    /// The name of the kind in a fusion's attribute.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Cell => "cell",
            Kind::Row => "row",
            Kind::MultiAgg => "multi_agg",
            Kind::Outer => "outer",
            Kind::Attention => "attention",
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
        [Cell, Row, MultiAgg, Outer, Attention, Dot, Window, Gather, Scatter, Horizontal]
            .into_iter()
            .find(|k| k.name() == name)
    }

    /// The letter of the kind in memo tables.
    pub fn letter(self) -> char {
        match self {
            Kind::Cell => 'C',
            Kind::Row => 'R',
            Kind::MultiAgg => 'M',
            Kind::Outer => 'O',
            Kind::Attention => 'P',
            Kind::Dot => 'D',
            Kind::Window => 'W',
            Kind::Gather => 'G',
            Kind::Scatter => 'S',
            Kind::Horizontal => 'H',
        }
    }

    /// Whether an operator of this kind can contain entries of another template.
    pub fn takes(self, other: Kind) -> bool {
        let reads = matches!(self, Kind::Cell | Kind::Scatter);
        self == other || other == Kind::Cell || reads && other == Kind::Gather
    }

    /// The priority among kinds if all else is equal.
    pub fn rank(self) -> usize {
        match self {
            Kind::Attention => 9,
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
