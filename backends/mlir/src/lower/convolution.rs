//! Convolutions: sums of products over the windows of an image.
//!
//! A window without holes between the image's elements walks the padded image by an affine map, which
//! upstream's passes and LLVM understand. Others compute the place of each element, and read zero where
//! there is none.

use super::contraction::accumulator;
use super::function::{Done, Lowering};
use super::generic::{Exprs, dims};
use crate::build::Val;
use crate::scalar;
use hloom_ir::ops::Convolution;
use hloom_ir::{Element, OpId};

/// The walk of a window along one dimension of space.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// The dimension of the image.
    dim: usize,
    /// The elements of the window.
    window: i64,
    stride: i64,
    /// The distance of the window's elements.
    dilation: i64,
    /// The distance of the image's elements.
    base_dilation: i64,
    low: i64,
    high: i64,
    reversed: bool,
}

impl Walk {
    /// The walks of an op whose window has these extents.
    fn all(it: &Convolution, window: &[i64]) -> Vec<Walk> {
        let n = &it.dimension_numbers;
        let of = |dims: &Option<hloom_ir::field::Dims>, s: usize| dims.as_ref().map_or(1, |v| v[s]);
        let walk = |(s, &dim): (usize, &i64)| {
            let (low, high) = it.padding.as_ref().map_or((0, 0), |padding| padding.0[s]);
            Walk {
                dim: dim as usize,
                window: window[n.kernel_spatial_dimensions[s] as usize],
                stride: of(&it.window_strides, s),
                dilation: of(&it.rhs_dilation, s),
                base_dilation: of(&it.lhs_dilation, s),
                low,
                high,
                reversed: it.window_reversal.as_ref().is_some_and(|flags| flags.0[s]),
            }
        };
        n.input_spatial_dimensions.iter().enumerate().map(walk).collect()
    }

    /// Whether it is an affine map of a padded image.
    fn is_affine(&self) -> bool {
        self.base_dilation == 1 && self.low >= 0 && self.high >= 0 && !self.reversed
    }
}

/// A convolution's operands and loops: batch, output feature, space, window, input feature.
struct Loops<'o, 'c> {
    op: OpId,
    it: &'o Convolution,
    walks: Vec<Walk>,
    /// The type that products are summed in.
    wide: Element,
    /// The first loop over the window.
    window: usize,
    /// The loop over input features.
    feature: usize,
    kernel: (Val<'c>, Exprs),
    sums: (Val<'c>, Exprs),
    reduces: Vec<bool>,
}

impl<'c> Lowering<'_, 'c> {
    /// `stablehlo.convolution`.
    pub(super) fn convolution(&self, op: OpId, it: &Convolution) -> Done {
        let operands = self.module.operands(op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(op, 0))?;
        let n = &it.dimension_numbers;
        let space = n.input_spatial_dimensions.len();
        let (window, feature) = (2 + space, 2 + 2 * space);
        let wide = accumulator(to.element);
        let zero = self.scalar_of(scalar::zero(&self.b, wide))?;
        let mut out = vec![0; to.rank()];
        out[n.output_batch_dimension as usize] = 0;
        out[n.output_feature_dimension as usize] = 1;
        let mut kernel = vec![0; y.rank()];
        kernel[n.kernel_output_feature_dimension as usize] = 1;
        kernel[n.kernel_input_feature_dimension as usize] = feature;
        for s in 0..space {
            out[n.output_spatial_dimensions[s] as usize] = 2 + s;
            kernel[n.kernel_spatial_dimensions[s] as usize] = window + s;
        }
        let loops = Loops {
            op,
            it,
            walks: Walk::all(it, &y.dims),
            wide,
            window,
            feature,
            kernel: (self.tensor(operands[1])?, dims(kernel)),
            sums: (self.filled(&to.dims, zero)?, dims(out)),
            reduces: (0..=feature).map(|d| d >= window).collect(),
        };
        // One group; or one for each feature, of which both sides have as many.
        let features = to.dims[n.output_feature_dimension as usize];
        let inputs = y.dims[n.kernel_input_feature_dimension as usize];
        let by_feature = it.feature_group_count == features && inputs == 1;
        let groups = (it.feature_group_count == 1 || by_feature) && it.batch_group_count == 1;
        let counts = [x.count(), y.count(), to.count()];
        let affine = groups
            && loops.walks.iter().all(Walk::is_affine)
            && counts.iter().all(|count| *count != Some(0));
        let made = if affine { self.affine(&loops)? } else { self.by_places(&loops)? };
        self.summed(op, made, wide)
    }

    /// The sums of windows that walk the padded image by an affine map.
    fn affine(&self, loops: &Loops<'_, 'c>) -> Done<Val<'c>> {
        let operands = self.module.operands(loops.op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let n = &loops.it.dimension_numbers;
        let (mut extents, mut offsets) = (x.dims.to_vec(), vec![0; x.rank()]);
        let mut at = vec![String::new(); x.rank()];
        at[n.input_batch_dimension as usize] = "d0".to_owned();
        let input = if loops.it.feature_group_count == 1 { loops.feature } else { 1 };
        at[n.input_feature_dimension as usize] = format!("d{input}");
        for (s, walk) in loops.walks.iter().enumerate() {
            extents[walk.dim] += walk.low + walk.high;
            offsets[walk.dim] = walk.low;
            let (step, place) = (2 + s, loops.window + s);
            at[walk.dim] = format!("d{step} * {} + d{place} * {}", walk.stride, walk.dilation);
        }
        let mut image = self.tensor(operands[0])?;
        if extents[..] != x.dims[..] {
            let empty = self.scalar_of(scalar::zero(&self.b, x.element))?;
            let around = self.filled(&extents, empty)?;
            image = self.insert_slice(image, around, (&offsets, &[]), &x.dims);
        }
        let inputs = [(image, at), loops.kernel.clone()];
        let sums = [loops.sums.clone()];
        let made = self.accumulate(&inputs, &sums, &loops.reduces, |v| {
            let elements = (x.element, y.element);
            Ok(vec![self.multiply_add(loops.wide, v[2], (v[0], v[1]), elements)?])
        })?;
        Ok(made[0])
    }

    /// The sums of windows that compute the place of each element of the image.
    fn by_places(&self, loops: &Loops<'_, 'c>) -> Done<Val<'c>> {
        let (b, it) = (&self.b, loops.it);
        let operands = self.module.operands(loops.op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(loops.op, 0))?;
        let n = &it.dimension_numbers;
        let empty = self.scalar_of(scalar::zero(b, x.element))?;
        let lhs = self.tensor(operands[0])?;
        let lhs_type = self.element(x.element)?;
        let features = to.dims[n.output_feature_dimension as usize];
        let batches = x.dims[n.input_batch_dimension as usize];
        let inputs = y.dims[n.kernel_input_feature_dimension as usize];
        let is_empty = x.count() == Some(0);
        let (kernel, sums) = ([loops.kernel.clone()], [loops.sums.clone()]);
        let made = self.accumulate(&kernel, &sums, &loops.reduces, |v| {
            let mut at = vec![b.index(0); x.rank()];
            let mut valid = Vec::new();
            let group = |groups: i64| {
                let size = b.index((features / groups.max(1)).max(1));
                b.same("arith.divui", &[self.loop_index(1), size])
            };
            let mut batch = self.loop_index(0);
            if it.batch_group_count > 1 {
                let first =
                    b.mul_const(group(it.batch_group_count), batches / it.batch_group_count);
                batch = b.addi(batch, first);
            }
            let mut input = self.loop_index(loops.feature);
            if it.feature_group_count > 1 {
                input = b.addi(input, b.mul_const(group(it.feature_group_count), inputs));
            }
            at[n.input_batch_dimension as usize] = batch;
            at[n.input_feature_dimension as usize] = input;
            for (s, walk) in loops.walks.iter().enumerate() {
                let mut position = self.loop_index(loops.window + s);
                if walk.reversed {
                    position = b.subi(b.index(walk.window - 1), position);
                }
                let first = b.mul_const(self.loop_index(2 + s), walk.stride);
                let step = b.mul_const(position, walk.dilation);
                let place = b.add_const(b.addi(first, step), -walk.low);
                let extent = x.dims[walk.dim];
                at[walk.dim] = self.checked_index(place, walk.base_dilation, extent, &mut valid);
            }
            let element = match is_empty {
                true => empty,
                false => b.select(b.all(&valid), b.extract(lhs, &at, lhs_type), empty),
            };
            let elements = (x.element, y.element);
            Ok(vec![self.multiply_add(loops.wide, v[1], (element, v[0]), elements)?])
        })?;
        Ok(made[0])
    }
}
