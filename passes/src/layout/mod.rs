//! `assign-layouts`: chooses the physical layouts of values.
//!
//! ```text
//! %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
//! ```
//! becomes
//! ```text
//! %y = … -> tensor<48x64xf32, #hloom.layout<[0, 1]>>
//! ```
//! which is the memory of `%x`: the transpose moves nothing, and users of `%y` access it along the
//! other dimension.
//!
//! Values that ops access index by index (elementwise ops, padding, slices …) form a group with one
//! layout. Each group tries the layouts that its edges prefer: the layout on the other side of a
//! transpose, the features of a convolution innermost, or the columns of a product. It takes the
//! one that moves the fewest bytes; groups take turns until none changes. Arguments, results,
//! constants, operands and results of regions, calls and reshapes stay row-major, as do values of
//! rank 1 and values of dynamic shape.
//!
//! Layouts do not change results. The pass changes types only; the backend then drops the free
//! transposes.

mod cost;
mod group;

use crate::context::{Context, PassError};
use group::Groups;
use hloom_ir::module::Module;
use hloom_ir::types::Layout;
use hloom_ir::{OpId, Type, Value};

/// A chosen layout, and its benefit.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The values that get the layout.
    pub values: Vec<Value>,
    /// The layout.
    pub layout: Layout,
    /// The estimated extra traffic in bytes if the values are row-major.
    pub before: f64,
    /// The estimated extra traffic in bytes with this layout.
    pub after: f64,
    /// The transposes that become free.
    pub free: Vec<OpId>,
}

/// The maximum number of rounds over all groups; the second round rarely changes a layout.
const ROUNDS: usize = 8;

/// The profitable layouts of a function, in the order of its ops.
pub fn choices(module: &Module, function: OpId) -> Vec<Choice> {
    let mut groups = Groups::of(module, function);
    let row_major = groups.layouts();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for group in 0..groups.len() {
            changed |= groups.improve(group);
        }
        if !changed {
            break;
        }
    }
    let mut chosen = Vec::new();
    for (group, row_major) in row_major.iter().enumerate() {
        let layout = groups.layout(group).clone();
        if layout.is_row_major() {
            continue;
        }
        let after = groups.cost(group, &layout);
        let before = groups.cost(group, row_major);
        let free = groups.free(group);
        chosen.push(Choice { values: groups.values(group).to_vec(), layout, before, after, free });
    }
    chosen
}

/// Runs the pass.
///
/// # Errors
/// None.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut values, mut free) = (0, 0);
    for function in cx.functions() {
        let chosen = choices(cx.module(), function);
        let mut rewriter = cx.rewriter();
        for choice in chosen {
            for &v in &choice.values {
                let Some(ty) = rewriter.module().ty(v).as_tensor() else { continue };
                rewriter.set_type(v, Type::from(ty.clone().with_layout(&choice.layout)));
                values += 1;
            }
            free += choice.free.len();
        }
        rewriter.take_changes();
    }
    cx.count("values given a layout", values);
    cx.count("transpositions that move nothing", free);
    Ok(())
}
