//! `assign-layouts`: chooses in which order the elements of values lie in memory.
//!
//! ```text
//! %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
//! ```
//! becomes
//! ```text
//! %y = … -> tensor<48x64xf32, #hloom.layout<[0, 1]>>
//! ```
//! which is the memory of `%x`: nothing is moved, and what uses `%y` goes through it the
//! other way.
//!
//! Values that ops tie together index by index (elementwise ones, padding, slices …) form
//! a group and get one order. Each group tries those that its neighbours want: the memory
//! of the other side of a transposition, the features of a convolution or the columns of a
//! product innermost. It takes the one that moves the fewest bytes, all groups in turn until
//! none changes. Arguments, results, constants and whatever goes in or out of regions, calls
//! and reshapes stay row-major, as do values of one dimension and of unknown extents.
//!
//! A layout says nothing of values, so this changes no result. It changes types only; that
//! transpositions vanish is the backend's doing.

mod cost;
mod group;

use crate::context::{Context, PassError};
use group::Groups;
use hloom_ir::module::Module;
use hloom_ir::types::Layout;
use hloom_ir::{OpId, Type, Value};

/// A layout that was chosen, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The values that get it.
    pub values: Vec<Value>,
    /// The layout.
    pub layout: Layout,
    /// The bytes that are moved for it in vain, about, where the values are row-major.
    pub before: f64,
    /// The same in this layout.
    pub after: f64,
    /// The transpositions that move nothing any more.
    pub free: Vec<OpId>,
}

/// Rounds over all groups; a choice rarely changes in the second.
const ROUNDS: usize = 8;

/// The layouts that pay in a function, in the order of its ops.
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
