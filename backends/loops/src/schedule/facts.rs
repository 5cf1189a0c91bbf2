//! The facts of a nest: its memory traffic and operations.

use crate::nest::{Combiner, Cost, Nest, Node, Reduction};
use crate::program::Facts;

/// The facts of a nest: the bytes that it must read and write at least once, and its operations.
pub fn facts(nest: &Nest) -> Facts {
    let (inside, after) = nest.needed();
    let points = nest.points();
    let outer = nest.parallel_points();
    let mut facts = Facts::default();
    let mut count = |cost: Cost, times: u64| {
        let place = match cost {
            Cost::Free => return,
            Cost::Flop => &mut facts.flops,
            Cost::Special => &mut facts.special,
            Cost::Integer => &mut facts.integer,
        };
        *place = place.saturating_add(times);
    };
    let mut reads = vec![0u64; nest.inputs.len()];
    for id in nest.body.ids() {
        let n = id.0 as usize;
        let times = if inside[n] { points } else { outer };
        match nest.body.node(id) {
            Node::Op(op, operands) if inside[n] || after[n] => {
                count(op.cost(nest.body.element(operands[0])), times);
            }
            Node::Load { input, .. } | Node::Lookup { input, .. } if inside[n] || after[n] => {
                let read = &mut reads[*input as usize];
                *read = read.saturating_add(times);
            }
            _ => {}
        }
    }
    if let Some(Reduction { values, combiner, .. }) = &nest.reduction {
        match combiner {
            Combiner::Each(ops) => {
                let each = ops.iter().zip(values);
                each.for_each(|(op, v)| count(op.cost(nest.body.element(*v)), points));
            }
            Combiner::Body(body, _) => {
                for id in body.ids() {
                    if let Node::Op(op, operands) = body.node(id) {
                        count(op.cost(body.element(operands[0])), points);
                    }
                }
            }
        }
    }
    for (tensor, reads) in nest.inputs.iter().zip(reads) {
        let most = reads.saturating_mul(tensor.element.byte_width() as u64);
        facts.bytes_read = facts.bytes_read.saturating_add(tensor.bytes().min(most));
    }
    for output in &nest.outputs {
        facts.bytes_written = facts.bytes_written.saturating_add(output.tensor.bytes());
    }
    facts
}
