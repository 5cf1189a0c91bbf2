//! The nests of an attention kernel: two gemms with row-wise work between them.

use crate::nest::{Nest, Node, NodeId, ScalarOp};
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

impl AttentionNests {
    /// The exponentials of logits minus their own running maximum, and the factors that rescale these:
    /// nodes of `logits` and of `rows`. They are at most 1, and the largest of a row is 1, so that a sum
    /// of them loses nothing where small ones are zero.
    pub(super) fn weights(&self) -> (Vec<NodeId>, Vec<NodeId>) {
        let (mut weights, mut factors) = (Vec::new(), Vec::new());
        // The first result of the reduction is the sum of products.
        for (max, number) in self.maxima.iter().zip(1..) {
            let Some(logit) = self.maximized(max) else { continue };
            let body = &self.logits.body;
            weights.extend(body.ids().filter(|&id| {
                let Node::Op(ScalarOp::Exponential, of) = body.node(id) else { return false };
                let Node::Op(ScalarOp::Subtract, of) = body.node(of[0]) else { return false };
                of[0] == logit && matches!(body.node(of[1]), Node::Reduced(n) if *n == number)
            }));
            factors.push(max.rescale);
        }
        (weights, factors)
    }

    /// The node of `logits` whose maximum a running max is: one of a row, or the least numbers.
    fn maximized(&self, max: &RunningMax) -> Option<NodeId> {
        let body = &self.rows.body;
        let least = |node: NodeId| match body.node(node) {
            Node::Constant([bits, _]) if body.element(node) == Element::F32 => {
                f32::from_bits(*bits as u32) <= f32::MIN
            }
            _ => false,
        };
        let mut node = max.now;
        while let Node::Op(ScalarOp::Maximum, of) = body.node(node) {
            node = match (least(of[0]), least(of[1])) {
                (_, true) => of[0],
                (true, false) => of[1],
                (false, false) => return None,
            };
        }
        let Node::Reduced(n) = body.node(node) else { return None };
        let reduction = self.reductions.get(*n as usize)?;
        (reduction.combiner == ScalarOp::Maximum).then_some(reduction.value)
    }
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
