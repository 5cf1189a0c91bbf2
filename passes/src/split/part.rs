//! One part of an op: the op with the attributes that it has on its part of the data.

use hloom_analysis::split::{Access, OpIndices, Range};
use hloom_ir::field::{Dims, Padding, ResultType, ResultTypes};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, OpId, Type, Value};

/// The tensor type of a part of a value.
pub fn part_type(module: &Module, value: Value, dims: &[i64]) -> Type {
    let tensor = module.ty(value).as_tensor().expect("an op with indices has tensors");
    Type::tensor(dims, tensor.element)
}

/// The op that computes the part of `op` with these ranges of its indices.
pub fn part(module: &Module, op: OpId, indices: &OpIndices, ranges: &[Range]) -> Op {
    let mut it = module.op(op).clone();
    let extents = |v: Value| &module.ty(v).as_tensor().expect("a tensor").dims[..];
    let result = module.result(op, 0);
    let to = OpIndices::ranges(&indices.results[0], extents(result), ranges);
    let to: Vec<i64> = to.iter().map(|r| r.len()).collect();
    let ty = ResultType(part_type(module, result, &to));
    // The padding of windows over operand 0 along a dimension, low and high.
    let padding = |operand: usize, d: usize, old: (i64, i64)| {
        let n = extents(module.operand(op, operand))[d];
        match indices.operands[operand][d] {
            Access::Window { index, window } => {
                let (_, low, high) = window.read(ranges[index], n);
                (low, high)
            }
            _ => old,
        }
    };
    match &mut it {
        Op::BitcastConvert(it) => it.ty = ty,
        Op::BroadcastInDim(it) => it.ty = ty,
        Op::Convert(it) => it.ty = ty,
        Op::UniformQuantize(it) => it.ty = ty,
        Op::Reshape(it) => it.ty = ty,
        Op::Iota(it) => it.ty = ty,
        Op::DotGeneral(it) => it.ty = ty,
        Op::Constant(it) => {
            let bytes = it.value.element_bytes(0).to_vec();
            it.value = Literal::splat(ty.0, &bytes).expect("a splat stays one");
        }
        Op::Slice(it) => {
            let spans = to.iter().zip(it.strides.iter());
            it.limit_indices = spans.map(|(&n, &stride)| (n - 1) * stride + 1).collect();
            it.start_indices = vec![0; to.len()].into();
        }
        Op::Pad(it) => {
            let old = it.edge_padding_low.iter().zip(it.edge_padding_high.iter());
            let new: Vec<(i64, i64)> =
                old.enumerate().map(|(d, (&low, &high))| padding(0, d, (low, high))).collect();
            it.edge_padding_low = new.iter().map(|p| p.0).collect();
            it.edge_padding_high = new.iter().map(|p| p.1).collect();
        }
        Op::ReduceWindow(it) => {
            let old = it.padding.clone().unwrap_or_else(|| Padding(vec![(0, 0); to.len()].into()));
            let new = old.0.iter().enumerate().map(|(d, &p)| padding(0, d, p));
            it.padding = Some(Padding(new.collect()));
        }
        Op::Convolution(it) => {
            let old = it.paddings();
            let spatial = it.dimension_numbers.input_spatial_dimensions.clone();
            let new = old.0.iter().zip(spatial.iter()).map(|(&p, &d)| padding(0, d as usize, p));
            it.padding = Some(Padding(new.collect()));
            let feature = it.dimension_numbers.input_feature_dimension as usize;
            if let (Access::Direct { index, .. }, true) =
                (indices.operands[0][feature], it.feature_group_count > 1)
            {
                it.feature_group_count = ranges[index].len();
            }
            it.ty = ty;
        }
        Op::AllGather(it) => it.results = ResultTypes([ty.0].into()),
        Op::ReduceScatter(it) => it.results = ResultTypes([ty.0].into()),
        Op::DynamicSlice(it) => it.slice_sizes = to.into(),
        Op::Gather(it) => {
            let from = extents(module.operand(op, 0));
            let parts = OpIndices::ranges(&indices.operands[0], from, ranges);
            let removed = |o: usize| {
                let d = &it.dimension_numbers;
                let o = o as i64;
                d.collapsed_slice_dims.contains(&o) || d.operand_batching_dims.contains(&o)
            };
            let sizes: Dims = (0..from.len())
                .map(|o| match indices.operands[0][o] {
                    Access::Direct { .. } if !removed(o) => parts[o].len(),
                    _ => it.slice_sizes[o],
                })
                .collect();
            it.slice_sizes = sizes;
        }
        // Any other op: none of its attributes depends on extents.
        _ => {}
    }
    it
}
