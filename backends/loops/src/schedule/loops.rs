//! The loops that directives make of a nest's dimensions, and the copies in them.

use super::Operand;
use crate::nest::NodeId;

/// One loop. It iterates over a step of the next outer loop of the same dimension, or over the
/// whole dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Loop {
    pub(super) name: String,
    pub(super) dim: usize,
    /// Its step: the span of the next inner loop, or the number of points computed at once.
    pub(super) step: u64,
    /// Number of vector lanes; 1 if it is not vectorized.
    pub(super) lanes: u16,
    /// The unroll factor, in points or vectors.
    pub(super) unroll: u64,
    pub(super) parallel: bool,
    /// Which blocks or threads run its iterations.
    pub(super) binding: Option<LoopBinding>,
    /// Whether an inner loop iterates over this one's steps.
    pub(super) split: bool,
    /// Whether its step is a dot group: elements that one instruction sums. There are no smaller
    /// steps.
    pub(super) dot_group: bool,
    /// Whether its dimension is a reducing one.
    pub(super) reduces: bool,
}

impl Loop {
    /// The distance between the points that one thread computes together, in vectors: if threads
    /// reduce together, the points of all threads are interleaved, so that threads read adjacent
    /// elements.
    pub(super) fn apart(&self) -> u64 {
        let bound = self.binding.filter(|t| t.threads && self.reduces && self.unroll > 1);
        bound.map_or(1, |t| t.count)
    }
}

/// The binding of a loop to blocks or threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LoopBinding {
    /// Whether it is bound to the threads of a block; otherwise to blocks.
    pub(super) threads: bool,
    /// The number of blocks or threads.
    pub(super) count: u64,
    /// Product of the bound counts nested inside: the stride when block and thread numbers
    /// are linearized.
    pub(super) stride: u64,
}

/// A copy of an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pack {
    pub(super) operand: Operand,
    /// The operand's node in the nest's body.
    pub(super) node: NodeId,
    /// The dimensions in copy order, with the panel size.
    pub(super) over: Vec<(usize, Option<u64>)>,
    /// The number of loops around it.
    pub(super) at: usize,
}

/// The layout of one dimension in a packed operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) dim: usize,
    pub(super) span: u64,
    /// Number of points per panel; 1 without panels.
    pub(super) panel: u64,
    /// The stride of panels, and of points in a panel.
    pub(super) strides: (u64, u64),
}
