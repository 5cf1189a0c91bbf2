//! The kinds of fusions.

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
    Attention,
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

    /// A letter for memo tables.
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

    /// Whether plans of another template can be part of one of this.
    pub fn takes(self, other: Kind) -> bool {
        let reads = matches!(self, Kind::Cell | Kind::Scatter);
        self == other || other == Kind::Cell || reads && other == Kind::Gather
    }

    /// Which of several is tried first where all else is equal.
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
