//! The time that merging saves.

use super::{Siblings, convolutions, extents};
use crate::fusion::graph::Graph;
use crate::fusion::machine::{Machine, Work};
use hloom_ir::module::Module;
use hloom_ir::{Block, OpId, Value};

/// The work of ops of a block.
fn works(module: &Module, block: Block, ops: &[OpId]) -> Vec<Work> {
    let graph = Graph::of(module, block);
    let work = |&op: &OpId| graph.nodes.iter().find(|n| n.op == Some(op)).map(|n| n.work);
    ops.iter().map(|op| work(op).unwrap_or_default()).collect()
}

/// The seconds that one op instead of the siblings saves; negative if it costs more.
///
/// Slices of the result are charged as copies. Weights that are constants are concatenated when the
/// program is compiled, others each time.
pub(super) fn gain(module: &Module, siblings: &Siblings, machine: &Machine) -> f64 {
    let Some(block) = module.parent(siblings.ops[0]) else { return 0.0 };
    let other = 1 - siblings.shared;
    let works = works(module, block, &siblings.ops);
    let shared = machine.reading(bytes(module, module.operand(siblings.ops[0], siblings.shared)));
    let (mut apart, mut together) = (0.0, 0.0);
    let mut merged = Work::default();
    let (mut all_weights, mut all_results) = (0.0, 0.0);
    for (&op, work) in siblings.ops.iter().zip(&works) {
        let (weight, result) = (module.operand(op, other), module.result(op, 0));
        let own = bytes(module, result);
        apart += machine.launch
            + machine.compute(work, false).max(shared + machine.reading(bytes(module, weight)))
            + machine.writing(own);
        // A padded kernel computes as much as the others.
        let grown = match &siblings.window {
            Some(window) => {
                let own = convolutions::window_of(module, op).iter().product::<i64>();
                window.iter().product::<i64>() as f64 / own.max(1) as f64
            }
            None => 1.0,
        };
        merged.products += (work.products + work.skinny) * grown;
        merged.size = work.size;
        let weights = bytes(module, weight) * grown;
        all_weights += weights;
        all_results += own;
        if module.constant(weight).is_none() {
            together += machine.reading(weights) + machine.writing(weights);
        }
        together += machine.launch + machine.reading(own) + machine.writing(own);
    }
    // Skinny in the shared operand's extent, it stays skinny.
    let narrow = works.iter().all(|work| work.skinny > 0.0) && !widens(module, siblings);
    if narrow {
        merged = merged.into_skinny();
    }
    together += machine.launch
        + machine.compute(&merged, false).max(shared + machine.reading(all_weights))
        + machine.writing(all_results);
    apart - together
}

/// Whether the shared operand itself has rows enough, so that only the others were too narrow.
fn widens(module: &Module, siblings: &Siblings) -> bool {
    let shared = extents(module, module.operand(siblings.ops[0], siblings.shared));
    let other = extents(module, module.operand(siblings.ops[0], 1 - siblings.shared));
    let free = |dims: &[i64]| dims.iter().product::<i64>();
    let rows = free(shared) * other[siblings.along as usize] / free(other).max(1);
    rows >= 4
}

fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
