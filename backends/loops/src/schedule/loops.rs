//! The loops that directives make of a nest's dimensions, and the copies among them.

use super::Operand;
use crate::nest::NodeId;

/// One loop. It covers a span of its dimension that the loop around it over the
/// same dimension steps by, or all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Loop {
    pub(super) name: String,
    pub(super) dim: usize,
    /// What it steps by: the span of the loop inside, or the points at once.
    pub(super) step: u64,
    /// The lanes of a vector that its points go to; 1 if it is not vectorized.
    pub(super) lanes: u16,
    /// Points, or vectors, side by side.
    pub(super) unroll: u64,
    pub(super) parallel: bool,
    /// Which blocks or threads run its iterations.
    pub(super) binding: Option<LoopBinding>,
    /// Whether a loop further in covers the rest of this one's steps.
    pub(super) split: bool,
    /// Whether its step is a dot group: elements that one instruction sums. There are no
    /// smaller steps.
    pub(super) dot_group: bool,
    /// Whether its dimension is reduced over.
    pub(super) reduces: bool,
}

impl Loop {
    /// How far apart the points are that one thread has side by side, in vectors: where
    /// threads reduce together, those of all threads lie between them, so that threads
    /// read side by side.
    pub(super) fn apart(&self) -> u64 {
        let bound = self.binding.filter(|t| t.threads && self.reduces && self.unroll > 1);
        bound.map_or(1, |t| t.count)
    }
}

/// Which blocks or threads run a loop's iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LoopBinding {
    /// Threads of a block, or else blocks.
    pub(super) threads: bool,
    /// How many.
    pub(super) count: u64,
    /// Product of the bound counts nested inside: the stride when block and thread numbers
    /// are linearized.
    pub(super) stride: u64,
}

/// A copy to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pack {
    pub(super) operand: Operand,
    /// The operand's node in the nest's body.
    pub(super) node: NodeId,
    /// The dimensions in the order of the copy, with the points of a panel.
    pub(super) over: Vec<(usize, Option<u64>)>,
    /// How many loops are around it.
    pub(super) at: usize,
}
