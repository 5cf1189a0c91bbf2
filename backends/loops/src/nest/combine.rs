//! Application of combiners and bodies to elements in registers.

use super::{Body, Combiner, Node, NodeId};
use crate::math::{Arith, Parts, Unsupported, apply, constant};
use hloom_ir::Element;

impl Combiner {
    /// Combines two partial results, which have these element types.
    ///
    /// # Errors
    /// If an operation is not defined on the elements.
    pub fn combine<A: Arith>(
        &self,
        a: &mut A,
        elements: &[Element],
        left: &[Parts<A::V>],
        right: &[Parts<A::V>],
    ) -> Result<Vec<Parts<A::V>>, Unsupported> {
        match self {
            Combiner::Each(ops) => (0..ops.len())
                .map(|n| {
                    let operands = [(elements[n], left[n]), (elements[n], right[n])];
                    apply(a, ops[n], &operands, elements[n])
                })
                .collect(),
            Combiner::Body(body, results) => {
                let parameters: Vec<Parts<A::V>> = left.iter().chain(right).copied().collect();
                let mut values: Vec<Parts<A::V>> = Vec::with_capacity(body.len());
                for id in body.ids() {
                    let value = match body.node(id) {
                        Node::Constant(bits) => constant(a, body.element(id), *bits),
                        Node::Parameter(n) => parameters[*n as usize],
                        Node::Op(op, operands) => {
                            operation(a, body, *op, operands, body.element(id), &|o| {
                                values[o.0 as usize]
                            })?
                        }
                        // A verified combiner does not have other nodes.
                        Node::Index(_)
                        | Node::Holds(_)
                        | Node::Load { .. }
                        | Node::Lookup { .. }
                        | Node::Reduced(_) => constant(a, body.element(id), [0, 0]),
                    };
                    values.push(value);
                }
                Ok(results.iter().map(|r| values[r.0 as usize]).collect())
            }
        }
    }
}

/// Applies an operation of a body to its operands' values.
pub(crate) fn operation<A: Arith>(
    a: &mut A,
    body: &Body,
    op: super::ScalarOp,
    operands: &[NodeId],
    element: Element,
    value: &dyn Fn(NodeId) -> Parts<A::V>,
) -> Result<Parts<A::V>, Unsupported> {
    let typed: smallvec::SmallVec<[_; 3]> =
        operands.iter().map(|o| (body.element(*o), value(*o))).collect();
    apply(a, op, &typed, element)
}
