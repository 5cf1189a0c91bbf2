//! Evaluation of one op from tensors to one tensor.

use crate::error::EvalError;
use crate::families::{arith_op, data_op, extents_op, pointwise_op, sized_op, structured_op};
use crate::pointwise::Pointwise;
use crate::{arith, chlo, conv, dot, dynamic, extents, fft, gather, linalg, norm, quant, shape};
use hloom_ir::ops::Op;
use hloom_ir::{Literal, Type};

/// Whether the op maps tensors to one tensor, without regions or effects.
pub(crate) fn has_tensors(op: &Op) -> bool {
    matches!(op, arith_op!() | data_op!() | extents_op!() | pointwise_op!() | sized_op!())
}

/// The result of an op from tensors to one tensor; `ty` is its declared type.
pub(crate) fn eval(
    op: &Op,
    x: &[&Literal],
    ty: Type,
    limit: u64,
) -> Result<Literal, Box<EvalError>> {
    if quant::computes(op, x, ty) {
        return quant::eval(x, ty, limit, |x, ty| eval(op, x, ty, limit));
    }
    if let Some(pointwise) = Pointwise::of(op) {
        return pointwise.eval(x, ty, limit);
    }
    let wrong = || EvalError::invalid(format!("it can't have {} operands", x.len()));
    let one = || if let [x] = x { Ok(*x) } else { Err(wrong()) };
    let two = || if let [x, y] = x { Ok((*x, *y)) } else { Err(wrong()) };
    match op {
        Op::Constant(it) => Ok(it.value.clone()),
        Op::Iota(it) => shape::iota(it.iota_dimension as usize, ty, limit),
        Op::BatchNormInference(it) => norm::inference(x, (it.epsilon, it.feature_index), limit),
        Op::Cholesky(it) => linalg::batch::cholesky_op(one()?, it.lower.0, ty, limit),
        Op::Fft(it) => fft::fft(it, one()?, ty, limit),
        Op::TriangularSolve(it) => {
            let (a, b) = two()?;
            linalg::batch::triangular_solve(it, a, b, ty, limit)
        }
        Op::BitcastConvert(_) => shape::bitcast_convert(one()?, ty, limit),
        Op::BroadcastInDim(it) => {
            shape::broadcast_in_dim(one()?, &it.broadcast_dimensions, ty, limit)
        }
        Op::Concatenate(_) if x.is_empty() => Err(wrong()),
        Op::Concatenate(it) => shape::concatenate(x, it.dimension as usize, ty, limit),
        Op::Pad(it) => {
            let (x, value) = two()?;
            let sides = (&*it.edge_padding_low, &*it.edge_padding_high, &*it.interior_padding);
            shape::pad(x, value, sides, ty, limit)
        }
        Op::Relayout(_) => shape::stored_as(one()?, ty, limit),
        Op::Halo(_) => shape::stored_as(two()?.0, ty, limit),
        Op::Reshape(_) => shape::reshape(one()?, ty, limit),
        Op::Reverse(it) => shape::reverse(one()?, &it.dimensions, ty, limit),
        Op::Slice(it) => {
            let bounds = (&*it.start_indices, &*it.limit_indices, &*it.strides);
            shape::slice(one()?, bounds, ty, limit)
        }
        Op::Transpose(it) => shape::transpose(one()?, &it.permutation, ty, limit),
        Op::DynamicSlice(it) => match x {
            [x, starts @ ..] => gather::dynamic_slice(x, starts, &it.slice_sizes, ty, limit),
            [] => Err(wrong()),
        },
        Op::DynamicUpdateSlice(_) => match x {
            [x, update, starts @ ..] => gather::dynamic_update_slice(x, update, starts, ty, limit),
            _ => Err(wrong()),
        },
        Op::Gather(it) => {
            let (x, starts) = two()?;
            gather::gather(x, starts, &it.dimension_numbers, &it.slice_sizes, ty, limit)
        }
        Op::DotGeneral(it) => {
            let (x, y) = two()?;
            dot::dot_general(it, x, y, ty, limit)
        }
        Op::Convolution(it) => {
            let (x, y) = two()?;
            conv::convolution(it, x, y, ty, limit)
        }
        Op::ChloConstant(it) => Ok(it.value.clone()),
        Op::ConstantLike(it) => chlo::broadcast::constant_like(it, one()?, ty, limit),
        Op::ChloDynamicReshape(_) => {
            let (x, to) = two()?;
            chlo::broadcast::dynamic_reshape(x, to, ty, limit)
        }
        Op::BroadcastSelect(_) => {
            let operands = x.try_into().map_err(|_| wrong())?;
            chlo::broadcast::broadcast_select(operands, ty, limit)
        }
        Op::RaggedDot(it) => {
            let operands = x.try_into().map_err(|_| wrong())?;
            chlo::ragged_dot::ragged_dot(it, operands, ty, limit)
        }
        // The remaining ops broadcast two operands.
        hloom_ir::chlo_data_op!() => match chlo::broadcast::function_of(op) {
            Some((f, dims)) => chlo::broadcast::broadcast_pair(f, two()?, dims, ty, limit),
            None => Err(wrong()),
        },
        sized_op!() => dynamic::eval(op, x, ty, limit),
        arith_op!() => arith::eval(op, x, ty, limit),
        extents_op!() => extents::eval(op, x, ty),
        pointwise_op!() | structured_op!() => {
            Err(EvalError::unsupported(format!("`{}` gives no single tensor", op.name())))
        }
    }
}
