//! Convolution.
//!
//! Sums are computed as in [`dot`](crate::dot), in the row-major order of the kernel's positions
//! with the input features innermost. Padding elements are zeros that are
//! multiplied like any others: times an infinity or NaN of the kernel they give NaN, as specified.

use crate::accumulate::{Accumulator, Sum, rounded};
use crate::alloc::{checked_count, result_type};
use crate::elem::C;
use crate::error::{EvalError, EvalResult};
use crate::strided::{View, copy, count, row_major};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::Convolution;
use hloom_ir::{Element, Literal, Type};
use num_complex::Complex;

/// One spatial dimension.
#[derive(Clone, Copy, Debug)]
struct Axis {
    extent: i64,
    window: i64,
    results: i64,
    stride: i64,
    low: i64,
    lhs_dilation: i64,
    rhs_dilation: i64,
    reversed: bool,
}

impl Axis {
    /// The input element at position `k` of the window of result `o`; `None` for padding.
    fn input(&self, o: i64, k: i64) -> Option<i64> {
        let place = i128::from(o) * i128::from(self.stride)
            + i128::from(k) * i128::from(self.rhs_dilation)
            - i128::from(self.low);
        let dilation = i128::from(self.lhs_dilation);
        let index = place.div_euclid(dilation);
        (place.rem_euclid(dilation) == 0 && (0..i128::from(self.extent)).contains(&index))
            .then_some(index as i64)
    }

    /// The position in the window that position `k` of the kernel is multiplied with.
    fn position(&self, k: i64) -> i64 {
        if self.reversed { self.window - 1 - k } else { k }
    }
}

/// The sizes of a convolution, its operands arranged as `[batch, space, feature]`,
/// `[window, input feature, output feature]` and `[batch, space, feature]`.
struct Sizes {
    axes: Vec<Axis>,
    /// Batch size of the result, and of the input per batch group.
    batch: usize,
    /// Number of input features that one result sums over.
    input: usize,
    /// Number of output features.
    output: usize,
    feature_groups: usize,
    batch_groups: usize,
    /// Whether all kernel elements are finite, so that padding adds nothing.
    skip_padding: bool,
}

/// Calls `f` with each index below the extents, row-major.
fn each_index(extents: &[i64], mut f: impl FnMut(&[i64])) {
    if extents.contains(&0) {
        return;
    }
    let mut index = vec![0; extents.len()];
    loop {
        f(&index);
        let Some(d) = (0..extents.len()).rev().find(|&d| index[d] + 1 < extents[d]) else {
            return;
        };
        index[d] += 1;
        index[d + 1..].fill(0);
    }
}

fn sums<T: Sum>(s: &Sizes, lhs: &[T], rhs: &[T], out: &mut [T]) {
    if out.is_empty() {
        return;
    }
    let pick = |f: fn(&Axis) -> i64| s.axes.iter().map(f).collect::<Vec<i64>>();
    let (extents, windows, results) = (pick(|a| a.extent), pick(|a| a.window), pick(|a| a.results));
    let (lhs_steps, rhs_steps) = (row_major(&extents), row_major(&windows));
    let out_steps = row_major(&results);
    let flat = |index: &[i64], steps: &[i64]| {
        index.iter().zip(steps).map(|(i, s)| i * s).sum::<i64>() as usize
    };
    let features = s.input * s.feature_groups;
    // Output features per feature or batch group.
    let group = s.output / (s.feature_groups * s.batch_groups);
    let zeros = vec![T::zeroed(); s.input];
    let mut input = vec![0; s.axes.len()];
    each_index(&results, |o| {
        each_index(&windows, |k| {
            let mut padding = false;
            for (d, axis) in s.axes.iter().enumerate() {
                match axis.input(o[d], axis.position(k[d])) {
                    Some(i) => input[d] = i,
                    None if s.skip_padding => return,
                    None => padding = true,
                }
            }
            let (from, to) = (flat(&input, &lhs_steps), flat(o, &out_steps));
            let weights = flat(k, &rhs_steps) * s.input * s.output;
            let weights = &rhs[weights..weights + s.input * s.output];
            for batch in 0..s.batch {
                let to = (batch * count(&results) + to) * s.output;
                for g in 0..s.feature_groups * s.batch_groups {
                    // One of the two group counts is 1.
                    let example = if s.batch_groups > 1 { g * s.batch + batch } else { batch };
                    let first = if s.feature_groups > 1 { g * s.input } else { 0 };
                    let from = (example * count(&extents) + from) * features + first;
                    let sums = &mut out[to + g * group..to + (g + 1) * group];
                    let inputs = if padding { &zeros[..] } else { &lhs[from..from + s.input] };
                    for (&x, row) in inputs.iter().zip(weights.chunks_exact(s.output)) {
                        for (sum, &w) in sums.iter_mut().zip(&row[g * group..]) {
                            *sum = sum.multiply_add(x, w);
                        }
                    }
                }
            }
        })
    });
}

/// `stablehlo.convolution`.
pub(crate) fn convolution(
    op: &Convolution,
    lhs: &Literal,
    rhs: &Literal,
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let d = &op.dimension_numbers;
    let (strides, paddings) = (op.strides(), op.paddings());
    let (lhs_dilations, rhs_dilations) = (op.lhs_dilations(), op.rhs_dilations());
    let reversals = op.reversals();
    let mut axes = Vec::with_capacity(op.spatial_rank());
    for i in 0..op.spatial_rank() {
        let extent = lhs.dims()[d.input_spatial_dimensions[i] as usize];
        let window = rhs.dims()[d.kernel_spatial_dimensions[i] as usize];
        let results = hloom_ir::ops::window_count(
            extent,
            lhs_dilations[i],
            paddings.0[i],
            window,
            rhs_dilations[i],
            strides[i],
        );
        axes.push(Axis {
            extent,
            window,
            results: results
                .ok_or_else(|| EvalError::limit("the result is larger than any memory"))?
                .max(0),
            stride: strides[i],
            low: paddings.0[i].0,
            lhs_dilation: lhs_dilations[i],
            rhs_dilation: rhs_dilations[i],
            reversed: reversals.0[i],
        });
    }
    let batch = lhs.dims()[d.input_batch_dimension as usize] / op.batch_group_count;
    let output = rhs.dims()[d.kernel_output_feature_dimension as usize];
    let mut dims = vec![0; axes.len() + 2];
    dims[d.output_batch_dimension as usize] = batch;
    dims[d.output_feature_dimension as usize] = output;
    for (axis, &at) in axes.iter().zip(d.output_spatial_dimensions.iter()) {
        dims[at as usize] = axis.results;
    }
    let features = lhs.dims()[d.input_feature_dimension as usize];
    let input = rhs.dims()[d.kernel_input_feature_dimension as usize];
    if Some(features) != input.checked_mul(op.feature_group_count)
        || output % (op.feature_group_count * op.batch_group_count) != 0
        || lhs.dims()[d.input_batch_dimension as usize] % op.batch_group_count != 0
    {
        return Err(EvalError::invalid(format!(
            "{} and {} can't be divided into these groups",
            lhs.ty(),
            rhs.ty()
        )));
    }
    let ty = result_type(declared, &dims)?;
    let results = checked_count(ty, limit)?;
    let wide = Accumulator::of(ty.element().unwrap_or(Element::F64))?;
    let order = |first: i64, spatial: &[i64], last: i64| [&[first], spatial, &[last]].concat();
    let x = wide.arranged(
        lhs,
        &order(d.input_batch_dimension, &d.input_spatial_dimensions, d.input_feature_dimension),
        limit,
    )?;
    let mut kernel_order = d.kernel_spatial_dimensions.to_vec();
    kernel_order.extend([d.kernel_input_feature_dimension, d.kernel_output_feature_dimension]);
    let k = wide.arranged(rhs, &kernel_order, limit)?;
    let sizes = Sizes {
        axes,
        skip_padding: match wide {
            Accumulator::Integer => true,
            Accumulator::Single | Accumulator::SingleComplex => {
                bytemuck::cast_slice::<u8, f32>(k.as_slice()).iter().all(|w| w.is_finite())
            }
            Accumulator::Double | Accumulator::DoubleComplex => {
                bytemuck::cast_slice::<u8, f64>(k.as_slice()).iter().all(|w| w.is_finite())
            }
        },
        batch: batch as usize,
        input: input as usize,
        output: output as usize,
        feature_groups: op.feature_group_count as usize,
        batch_groups: op.batch_group_count as usize,
    };
    let width = wide.element().byte_width();
    let mut out = Bytes::zeros(results * width);
    macro_rules! go {
        ($T:ty) => {
            sums::<$T>(
                &sizes,
                bytemuck::cast_slice(x.as_slice()),
                bytemuck::cast_slice(k.as_slice()),
                bytemuck::cast_slice_mut(out.as_mut_slice()),
            )
        };
    }
    match wide {
        Accumulator::Integer => go!(i64),
        Accumulator::Single => go!(f32),
        Accumulator::Double => go!(f64),
        Accumulator::SingleComplex => go!(Complex<f32>),
        Accumulator::DoubleComplex => go!(C),
    }
    let out_order =
        order(d.output_batch_dimension, &d.output_spatial_dimensions, d.output_feature_dimension);
    let mut data = Bytes::zeros(results * width);
    let arranged: Vec<i64> = out_order.iter().map(|&at| dims[at as usize]).collect();
    let to = View::of(&dims);
    let to =
        View { offset: 0, strides: out_order.iter().map(|&at| to.strides[at as usize]).collect() };
    copy(&arranged, width, (out.as_slice(), &View::of(&arranged)), (data.as_mut_slice(), &to));
    rounded(&data, wide, ty)
}
