//! Attention as three nests: two gemms with row-wise work between them.

use crate::nest::{Nest, NodeId, ScalarOp};
use hloom_ir::Element;

/// Attention as three nests, whose first dimensions are the batches and the rows.
#[derive(Clone, Debug)]
pub struct AttentionNests {
    /// How many dimensions batches are, and how many after them rows.
    pub batches: usize,
    /// The dimensions that rows are.
    pub row_dims: usize,
    /// The first gemm; the last of its parallel dimensions are columns. Its sum is
    /// `Reduced(0)`, the running maxima come after it.
    pub logits: Nest,
    /// The operands of the first gemm: the one with rows and the one with columns.
    pub operands: [NodeId; 2],
    /// The lhs of the second gemm, a node of `logits`.
    pub probabilities: NodeId,
    /// Row reductions, along columns.
    pub reductions: Vec<AttentionReduction>,
    /// What is computed per row. `Reduced` are the results of reductions, then the maxima
    /// before this tile.
    pub rows: Nest,
    /// Running maxima, which are subtracted from logits.
    pub maxima: Vec<RunningMax>,
    /// Which of them the second gemm's probabilities subtract.
    pub rescaled: Vec<usize>,
    /// Nodes of `rows` that results are multiplied or (true) divided by.
    pub scaled: Vec<(NodeId, bool)>,
    /// The second gemm, of probabilities that are `Reduced(1)`, and its output.
    pub product: Nest,
    /// Its rhs, a node of `product`.
    pub values: NodeId,
}

/// A row reduction, along columns.
#[derive(Clone, PartialEq, Debug)]
pub struct AttentionReduction {
    /// What is reduced: a node of `logits`.
    pub value: NodeId,
    /// How: a sum, or the largest or the least.
    pub combiner: ScalarOp,
    /// In which type.
    pub element: Element,
    /// What it begins with, as storage bits: 0 if it is a sum.
    pub start: [u64; 2],
    /// The running maxima that what it sums subtracts.
    pub maxima: Vec<usize>,
}

/// A running max of a row: nodes of `rows`.
#[derive(Clone, PartialEq, Debug)]
pub struct RunningMax {
    /// The max, or the least finite number where it is minus infinity.
    pub now: NodeId,
    /// The rescaling factor `exp(m_old - m_new)`.
    pub rescale: NodeId,
    /// The last rescaling, for a max that is minus infinity.
    pub last: NodeId,
}
