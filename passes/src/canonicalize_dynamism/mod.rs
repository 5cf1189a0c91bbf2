//! `canonicalize-dynamism`: replaces ops whose sizes are constant operands by their static forms,
//! whose sizes are attributes.
//!
//! Before: any module. After: no `dynamic_*` op whose result type is static and
//! whose sizes are constants is left, nor a custom call that stands for one
//! ([`custom_calls`]). Types are not changed; `refine-shapes` does
//! that, and makes constants of what computes sizes.

pub(crate) mod custom_calls;
pub(crate) mod sizes;

use crate::context::{Context, PassError};
use hloom_ir::field::{Dims, Padding};
use hloom_ir::literal::Literal;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{self, Op};
use hloom_ir::{Element, OpId, Rewriter, Type, Value};
use sizes::numbers;

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut made = 0;
    for function in cx.functions() {
        let ops: Vec<OpId> = cx.module().walk(function).collect();
        let mut rewriter = cx.rewriter();
        for op in ops {
            made += usize::from(make_static(&mut rewriter, op));
        }
    }
    cx.count("ops made static", made);
    Ok(())
}

/// Replaces an op by its static form, if it has one; returns whether it did.
pub(crate) fn make_static(rewriter: &mut Rewriter<'_>, op: OpId) -> bool {
    let module = rewriter.module();
    if matches!(module.op(op), Op::CustomCall(_)) {
        return custom_calls::make_static(rewriter, op, false);
    }
    let results = module.result_types(op);
    let [ty] = results[..] else { return false };
    if !ty.as_tensor().is_some_and(|t| t.is_static()) {
        return false;
    }
    let operands: Vec<Value> = module.operands(op).to_vec();
    let Some(first) = operands.first().copied() else { return false };
    let list = |i: usize| operands.get(i).and_then(|&v| numbers(module, v));
    let dims = |i: usize| list(i).map(Dims::from);
    let two = operands.get(..2).unwrap_or_default();
    let (form, values): (Op, &[Value]) = match module.op(op) {
        Op::DynamicBroadcastInDim(it) => {
            let broadcast_dimensions = it.broadcast_dimensions.clone();
            (ops::BroadcastInDim { broadcast_dimensions, ty: it.ty }.into(), &operands[..1])
        }
        Op::DynamicReshape(it) => (ops::Reshape { ty: it.ty }.into(), &operands[..1]),
        Op::DynamicIota(it) => {
            (ops::Iota { iota_dimension: it.iota_dimension, ty: it.ty }.into(), &[])
        }
        Op::DynamicConv(it) => {
            let Some(padding) = list(2) else { return false };
            let pairs = padding.chunks_exact(2).map(|p| (p[0], p[1])).collect();
            (it.with_padding(Padding(pairs)).into(), two)
        }
        Op::DynamicGather(it) => {
            let Some(slice_sizes) = dims(2) else { return false };
            let dimension_numbers = it.dimension_numbers.clone();
            let indices_are_sorted = it.indices_are_sorted;
            (ops::Gather { dimension_numbers, indices_are_sorted, slice_sizes }.into(), two)
        }
        Op::DynamicPad(_) => {
            let (Some(low), Some(high), Some(inner)) = (dims(2), dims(3), dims(4)) else {
                return false;
            };
            let pad = ops::Pad {
                edge_padding_low: low,
                edge_padding_high: high,
                interior_padding: inner,
            };
            (pad.into(), two)
        }
        Op::RealDynamicSlice(_) => {
            let (starts, limits, strides) = (dims(1), dims(2), dims(3));
            return match (starts, limits, strides) {
                (Some(start_indices), Some(limit_indices), Some(strides)) => {
                    let slice = ops::Slice { start_indices, limit_indices, strides };
                    replaced(rewriter, op, slice.into(), &[first])
                }
                (_, _, Some(strides)) if strides.iter().all(|&s| s == 1) => {
                    slice_of_known_size(rewriter, op, &operands, ty)
                }
                _ => false,
            };
        }
        Op::GetDimensionSize(it) => {
            let extents = module.ty(first).as_tensor().map(|t| &t.dims);
            let extent = extents.and_then(|dims| dims.get(it.dimension as usize)).copied();
            let Some(n) = extent.and_then(|n| i32::try_from(n).ok()).filter(|&n| n >= 0) else {
                return false;
            };
            let Ok(literal) = Literal::splat(ty, &n.to_le_bytes()) else { return false };
            rewriter.set_before(op);
            let value = rewriter.constant(literal);
            rewriter.replace(op, &[value]);
            return true;
        }
        Op::SetDimensionSize(it) => {
            let size = list(1).and_then(|l| l.first().copied());
            let same = module.ty(first) == ty
                && ty
                    .as_tensor()
                    .is_some_and(|t| t.dims.get(it.dimension as usize).copied() == size);
            if same {
                rewriter.replace(op, &[first]);
            }
            return same;
        }
        // Any other op: left as it is.
        _ => return false,
    };
    replaced(rewriter, op, form, values)
}

/// Replaces an op by another, unless that breaks a constraint or changes the result type; returns
/// whether it did.
fn replaced(rewriter: &mut Rewriter<'_>, op: OpId, form: Op, values: &[Value]) -> bool {
    let expected = rewriter.module().result_types(op);
    rewriter.set_before(op);
    let built = rewriter.build(form, values);
    let Ok(new) = built else { return false };
    if rewriter.module().result_types(new) != expected {
        rewriter.erase(new);
        return false;
    }
    if let Some(extra) = rewriter.module().discardable_attrs(op).cloned() {
        rewriter.set_discardable_attrs(new, extra);
    }
    let value = rewriter.module().result(new, 0);
    rewriter.replace(op, &[value]);
    true
}

/// Makes a `dynamic_slice` of a slice with computed starts whose limits are the starts plus
/// constants.
///
/// `dynamic_slice` clamps a start from which the slice would leave the operand;
/// `real_dynamic_slice` is undefined there.
fn slice_of_known_size(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    operands: &[Value],
    ty: Type,
) -> bool {
    let module = rewriter.module();
    let Some(tensor) = ty.as_tensor() else { return false };
    let sum = module.def_op(operands[2]).filter(|&d| matches!(module.op(d), Op::Add(_)));
    let Some(sum) = sum else { return false };
    let (a, b) = (module.operand(sum, 0), module.operand(sum, 1));
    let size = match (a == operands[1], b == operands[1]) {
        (true, _) => numbers(module, b),
        (_, true) => numbers(module, a),
        _ => None,
    };
    if size.as_deref() != Some(&tensor.dims[..]) {
        return false;
    }
    let list = module.ty(operands[1]);
    let Some(element) = list.element().filter(|&e| e != Element::Index) else { return false };
    let rank = tensor.rank();
    rewriter.set_before(op);
    let build = |rewriter: &mut Rewriter<'_>| -> Result<Value, ConstraintError> {
        let mut values = vec![operands[0]];
        for d in 0..rank as i64 {
            let one = ops::Slice {
                start_indices: Dims::from([d]),
                limit_indices: Dims::from([d + 1]),
                strides: Dims::from([1]),
            };
            let one = rewriter.value(one, &[operands[1]])?;
            let scalar = hloom_ir::field::ResultType(Type::scalar_tensor(element));
            values.push(rewriter.value(ops::Reshape { ty: scalar }, &[one])?);
        }
        let slice_sizes = Dims::from(tensor.dims.to_vec());
        rewriter.value(ops::DynamicSlice { slice_sizes }, &values)
    };
    match build(rewriter) {
        Ok(value) => {
            rewriter.replace(op, &[value]);
            true
        }
        Err(_) => false,
    }
}
