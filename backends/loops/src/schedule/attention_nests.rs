//! The nests of an attention kernel: two gemms with row-wise work between them.

use crate::nest::{Nest, NodeId, ScalarOp};
use hloom_ir::Element;

/// The nests of an attention kernel. Their first dimensions are the batch dimensions and the rows.
#[derive(Clone, Debug)]
pub struct AttentionNests {
    /// Number of batch dimensions.
    pub batches: usize,
    /// Number of row dimensions.
    pub row_dims: usize,
    /// The first gemm; the last of its parallel dimensions is the columns. Its sum is `Reduced(0)`,
    /// followed by the running maxima.
    pub logits: Nest,
    /// The operands of the first gemm: the one with the rows and the one with the columns.
    pub operands: [NodeId; 2],
    /// The lhs of the second gemm, a node of `logits`.
    pub probabilities: NodeId,
    /// Row reductions, along columns.
    pub reductions: Vec<AttentionReduction>,
    /// The values computed per row. `Reduced` are the results of reductions, followed by the
    /// running maxima before this tile.
    pub rows: Nest,
    /// Running maxima, which are subtracted from logits.
    pub maxima: Vec<RunningMax>,
    /// The indices of the running maxima that the second gemm's probabilities subtract.
    pub rescaled: Vec<usize>,
    /// Nodes of `rows` by which results are multiplied, or divided if the flag is true.
    pub scaled: Vec<(NodeId, bool)>,
    /// The second gemm and its output; its probabilities are `Reduced(1)`.
    pub product: Nest,
    /// Its rhs, a node of `product`.
    pub values: NodeId,
}

/// A row reduction, along columns.
#[derive(Clone, PartialEq, Debug)]
pub struct AttentionReduction {
    /// The reduced value: a node of `logits`.
    pub value: NodeId,
    /// The combiner: a sum, a maximum or a minimum.
    pub combiner: ScalarOp,
    /// The accumulation type.
    pub element: Element,
    /// The initial value as storage bits; 0 for a sum.
    pub start: [u64; 2],
    /// The running maxima that the summed values subtract.
    pub maxima: Vec<usize>,
}

/// A running max of a row: nodes of `rows`.
#[derive(Clone, PartialEq, Debug)]
pub struct RunningMax {
    /// The running max, or the least finite number if it is minus infinity.
    pub now: NodeId,
    /// The rescaling factor `exp(m_old - m_new)`.
    pub rescale: NodeId,
    /// The final rescaling factor for a max of minus infinity.
    pub last: NodeId,
}
