//! Operand relayout: copies operands of a gemm ahead of it, so that TMA can load them.
//!
//! Before: a gemm with an operand in a layout that `wgmma` does not support
//! ([`super::gemm_wgmma`]). `wgmma` reads elements of one and of four bytes from K-major operands
//! only (PTX ISA, "wgmma.mma_async": transposed operands are of `.f16` and `.bf16`), and TMA
//! requires rows at multiples of 16 bytes; the row-major rhs of `x · y` satisfies neither. After: a
//! nest that copies such an operand to K-major order, and the gemm of the copy. The copy costs
//! twice its bytes, which a large gemm regains many times. A kernel that transposed each tile
//! itself would repeat that for every tile of a row, in shared memory, whose bandwidth limits
//! `wgmma`. Weights are small compared with the images that they are multiplied with.

use super::applied::{Applied, Part};
use super::gemm::cycles_of;
use super::gemm_dims::{GemmDims, mma_of};
use super::roles::roles;
use super::{Machine, Operand};
use crate::index::{Atom, Index, Range, Var};
use crate::nest::{Body, Dim, Nest, Node, NodeId, Output, Tensor, linear};

/// Bytes of global memory per cycle and multiprocessor, and the overhead of a kernel: an H100 has
/// 3.35 TB/s for 132 multiprocessors at 1.755 GHz (NVIDIA, "H100 Tensor Core GPU Architecture").
const BYTES: u64 = 14;
const AHEAD: u64 = 4000;

/// The alignment of rows in bytes.
const ALIGNED: u64 = 16;

/// Returns the operands of a gemm that are worth a copy ahead of it.
pub(super) fn chosen(nest: &Nest, machine: &Machine) -> Option<Vec<Operand>> {
    let gpu = machine.gpu.as_ref().filter(|gpu| gpu.warpgroups)?;
    let (by_warps, by_groups) = cycles_of(nest, gpu)?;
    let now = by_groups.map_or(by_warps, |groups| groups.min(by_warps));
    let roles = roles(nest)?;
    let (m, n) = (roles.across.0, roles.along.0);
    // The option with the fewest bytes is preferred.
    let options = [vec![n], vec![m], vec![m, n]].into_iter().filter_map(|operands| {
        let relayout = apply(nest, &operands).ok()?;
        let (_, groups) = cycles_of(&relayout.nest, gpu)?;
        let moved: u64 = relayout.between.iter().map(|tensor| 2 * tensor.bytes()).sum();
        let copied = moved / (BYTES * u64::from(gpu.multiprocessors));
        let all = groups? + copied + AHEAD * relayout.before.len() as u64;
        (all < now).then_some((all, operands))
    });
    options.min_by_key(|(cycles, _)| *cycles).map(|(_, operands)| operands)
}

/// Splits a gemm into K-major copies of these operands, and the gemm of the copies.
///
/// # Errors
/// One sentence that says why this is not possible.
pub(super) fn apply(nest: &Nest, operands: &[Operand]) -> Result<Applied, String> {
    let Some((roles, mma)) = roles(nest).zip(mma_of(nest)) else {
        return Err("the nest is not a gemm that tensor cores compute".to_owned());
    };
    let sides = GemmDims::of(&roles);
    let mut applied = Applied { before: Vec::new(), nest: nest.clone(), between: Vec::new() };
    for (n, operand) in operands.iter().enumerate() {
        if operands[..n].contains(operand) {
            return Err("an operand is named twice".to_owned());
        }
        let (node, own) = match *operand == roles.across.0 {
            true => (mma.nodes[0], &sides.m),
            false => (mma.nodes[1], &sides.n),
        };
        let Some((input, copy, tensor, at)) = copied(nest, node, own, &sides) else {
            return Err(format!("{operand} is not an input's elements, each of them once"));
        };
        let number = applied.nest.inputs.len() as u32;
        applied.nest.inputs.push(tensor.clone());
        let load = Node::Load { input: number, coords: at, guard: Vec::new() };
        applied.nest.body = applied.nest.body.instead(node, load);
        let part = Part { nest: copy, inputs: vec![input as usize], open: true };
        applied.before.push((part, vec![n]));
        applied.between.push(tensor);
    }
    Ok(applied)
}

/// An operand's input, the nest that copies it, the copy, and the coordinates of an element in it.
fn copied(
    nest: &Nest,
    node: NodeId,
    own: &[usize],
    sides: &GemmDims,
) -> Option<(u32, Nest, Tensor, Vec<Index>)> {
    let Node::Load { input, coords, guard } = nest.body.node(node) else { return None };
    let from = &nest.inputs[*input as usize];
    let place = linear(coords, &from.shape);
    let plain = from.element == nest.body.element(node) && guard.is_empty();
    let each = |(atom, factor): &(Atom, i64)| matches!(atom, Atom::Var(_)) && *factor > 0;
    if !plain || !place.terms().iter().all(each) {
        return None;
    }
    // Each element of the operand once; the steps of the sum are innermost.
    let there = |d: &&usize| nest.dims[**d].extent > 1 && place.factor(Var(**d as u32)) != 0;
    let dims: Vec<usize> =
        sides.batch.iter().chain(own).chain(&sides.k).filter(there).copied().collect();
    let steps = sides.k.iter().filter(there).count();
    let named = place.terms().iter().filter(|(atom, _)| match atom {
        Atom::Var(v) => nest.dims[v.0 as usize].extent > 1,
        _ => false,
    });
    if steps == 0 || named.count() != dims.len() {
        return None;
    }
    let mut shape: Vec<u64> = dims.iter().map(|d| nest.dims[*d].extent).collect();
    // Rows are padded to 16 bytes; the padding is neither read nor written.
    if steps == 1
        && let Some(last) = shape.last_mut()
    {
        *last = last.next_multiple_of((ALIGNED / from.element.byte_width() as u64).max(1));
    }
    let tensor = Tensor { name: format!("{}.relayout", from.name), element: from.element, shape };
    let new = |v: Var| match dims.iter().position(|d| *d == v.0 as usize) {
        Some(at) => Index::var(Var(at as u32)),
        None => Index::constant(0),
    };
    let ranges = |v: Var| Range::extent(nest.dims[v.0 as usize].extent);
    let read: Vec<Index> = coords.iter().map(|c| c.substitute(&new, &ranges)).collect();
    let mut body = Body::default();
    let value = body.load(0, from.element, read, Vec::new());
    let written = (0..dims.len() as u32).map(|d| Index::var(Var(d))).collect();
    let dim = |d: &usize| Dim { reducing: false, ..nest.dims[*d].clone() };
    let copy = Nest {
        name: format!("{}.{}", nest.name, tensor.name),
        dims: dims.iter().map(dim).collect(),
        inputs: vec![from.clone()],
        body,
        reduction: None,
        outputs: vec![Output::at(tensor.clone(), written, value)],
    };
    let at = dims.iter().map(|d| Index::var(Var(*d as u32))).collect();
    Some((*input, copy, tensor, at))
}
