//! `merge-siblings`: horizontal fusion of products and convolutions that share an operand.
//!
//! Ops that read one tensor and differ only in their weights become one op on all weights, whose
//! result is sliced. The shared tensor is read once, there are fewer kernels, and a product that is
//! too narrow for all cores, or for a tile of registers, may be wide enough:
//!
//! ```text
//!   %p = dot_general %x, %u : 8×64, 64×16          %w = concatenate %u, %v, dim = 1
//!   %q = dot_general %x, %v : 8×64, 64×24   ──►    %s = dot_general %x, %w : 8×64, 64×40
//!                                                  %p = slice %s [0:8, 0:16]
//!                                                  %q = slice %s [0:8, 16:40]
//! ```
//!
//! | ops | merged if they share | concatenated along |
//! |---|---|---|
//! | `dot_general` | the left or the right operand, and all attributes | a dimension of the other one that is neither contracted nor batched |
//! | `convolution` | the input, and all attributes; one group | the output features of the kernels |
//!
//! Each element is the sum of the same products as before, so results are the same bit for bit. With
//! `pad-kernels`, a 1×1 kernel beside 3×3 kernels is padded with zeros: then zeros are added, which
//! differs where the input has infinities, or NaN, or a sum is -0.
//!
//! The policy `cost` merges where the machine model estimates a gain, the copies of weights and
//! results included.

mod convolutions;
mod cost;
mod dots;
mod hoist;

use crate::context::{Context, PassError};
use crate::fusion::blocks_of_tensors;
use crate::fusion::machine::Machine;
use hloom_ir::OpId;
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Concatenate, Slice};
use hloom_ir::{Rewriter, Value};

crate::option_values! {
    /// The ops to merge.
    pub enum Policy {
        /// Those that are estimated to be faster as one.
        Cost = "cost",
        /// All that can be merged.
        All = "all",
    }
}

crate::options! {
    /// Options of `merge-siblings`.
    pub struct Options {
        /// The ops to merge.
        policy: Policy = Policy::Cost, "policy";
        /// The machine that times are estimated for.
        machine: Machine = Machine::default(), "machine";
        /// Pad kernels of 1×1 with zeros to the size of others: results differ where an input is not
        /// finite, or a sum is -0.
        pad_kernels: bool = false, "pad-kernels";
    }
}

/// Ops of which one can be made.
#[derive(Clone, PartialEq, Debug)]
struct Siblings {
    /// The ops, in order.
    ops: Vec<OpId>,
    /// The number of the operand that they share.
    shared: usize,
    /// The dimension of the other operand that is concatenated.
    along: i64,
    /// The dimension of the result that is sliced.
    result: i64,
    /// The window that 1×1 kernels are padded to, if there are such.
    window: Option<Vec<i64>>,
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, or an op can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { policy, machine, pad_kernels } = cx.options()?;
    for function in cx.functions() {
        for block in blocks_of_tensors(cx.module(), function) {
            let ops: Vec<OpId> = cx.module().ops(block).collect();
            let mut found = dots::siblings(cx.module(), &ops);
            found.extend(convolutions::siblings(cx.module(), &ops, pad_kernels));
            for siblings in found {
                let module = cx.module();
                let Some(siblings) = mergeable(module, siblings) else { continue };
                if policy == Policy::Cost && cost::gain(module, &siblings, &machine) <= 0.0 {
                    continue;
                }
                let first = siblings.ops[0];
                merge(&mut cx.rewriter(), &siblings)
                    .map_err(|broken| PassError::at(first, broken.to_string()))?;
                cx.count("ops merged", siblings.ops.len());
                cx.count("ops made of them", 1);
            }
        }
    }
    Ok(())
}

/// The siblings that are still there and whose other operands can stand in front of the first.
fn mergeable(module: &Module, mut siblings: Siblings) -> Option<Siblings> {
    siblings.ops.retain(|&op| module.is_live(op));
    let all = siblings.ops.clone();
    let first = *all.first()?;
    siblings.ops.retain(|&op| {
        hoist::movable(module, module.operand(op, 1 - siblings.shared), first, &all).is_some()
    });
    (siblings.ops.len() >= 2 && siblings.ops[0] == first).then_some(siblings)
}

/// Replaces siblings by one op and slices of its result.
fn merge(r: &mut Rewriter<'_>, siblings: &Siblings) -> Result<(), ConstraintError> {
    let first = siblings.ops[0];
    let other = 1 - siblings.shared;
    for &op in &siblings.ops {
        let value = r.module().operand(op, other);
        for def in hoist::movable(r.module(), value, first, &siblings.ops).unwrap_or_default() {
            r.move_before(def, first);
        }
    }
    r.set_before(first);
    let mut weights = Vec::with_capacity(siblings.ops.len());
    for &op in &siblings.ops {
        let weight = r.module().operand(op, other);
        weights.push(match &siblings.window {
            Some(window) => convolutions::padded(r, op, weight, window)?,
            None => weight,
        });
    }
    let weight = r.value(Concatenate { dimension: siblings.along }, &weights)?;
    let mut operands = [weight; 2];
    operands[siblings.shared] = r.module().operand(first, siblings.shared);
    // The attributes are those of an op whose kernel is not padded.
    let model = siblings.ops.iter().copied().find(|&op| {
        siblings.window.as_ref().is_none_or(|w| convolutions::window_of(r.module(), op) == *w)
    });
    let model = model.unwrap_or(first);
    let extents: Vec<i64> = siblings
        .ops
        .iter()
        .map(|&op| extents(r.module(), r.module().result(op, 0))[siblings.result as usize])
        .collect();
    let whole = whole_type(r.module(), model, siblings.result, extents.iter().sum());
    let kind = match r.module().op(model).clone() {
        hloom_ir::Op::DotGeneral(mut it) => {
            it.ty = hloom_ir::field::ResultType(whole);
            hloom_ir::Op::DotGeneral(it)
        }
        hloom_ir::Op::Convolution(mut it) => {
            it.ty = hloom_ir::field::ResultType(whole);
            hloom_ir::Op::Convolution(it)
        }
        // Any other op: siblings are products and convolutions.
        other => other,
    };
    let merged = r.value(kind, &operands)?;
    let mut at = 0;
    let mut parts = Vec::with_capacity(siblings.ops.len());
    for (&op, &extent) in siblings.ops.iter().zip(&extents) {
        let old = r.module().result(op, 0);
        let dims = extents_vec(r.module(), old);
        let mut starts = vec![0; dims.len()];
        let mut limits = dims;
        starts[siblings.result as usize] = at;
        at += extent;
        limits[siblings.result as usize] = at;
        let strides = vec![1; starts.len()];
        let slice = Slice {
            start_indices: starts.into(),
            limit_indices: limits.into(),
            strides: strides.into(),
        };
        let part = r.value(slice, &[merged])?;
        if let Some(name) = r.module().name(old).map(str::to_owned) {
            r.set_name(part, &name);
        }
        parts.push(part);
    }
    for (&op, &part) in siblings.ops.iter().zip(&parts) {
        r.replace(op, &[part]);
    }
    Ok(())
}

/// The result type of an op with another extent.
fn whole_type(module: &Module, op: OpId, dim: i64, extent: i64) -> hloom_ir::Type {
    let element = module.ty(module.result(op, 0)).element();
    let mut dims = extents_vec(module, module.result(op, 0));
    dims[dim as usize] = extent;
    hloom_ir::Type::tensor(&dims, element.expect("a product has elements"))
}

fn extents(module: &Module, value: Value) -> &'static [i64] {
    module.ty(value).as_tensor().map_or(&[], |t| &t.dims[..])
}

fn extents_vec(module: &Module, value: Value) -> Vec<i64> {
    extents(module, value).to_vec()
}
