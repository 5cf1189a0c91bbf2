//! Convolutions: sums of products over the windows of an image.
//!
//! Most windows read the padded image at an affine function of the loops, which upstream's passes and
//! LLVM understand. The others, those of a dilated image, with negative padding, reversed, in groups
//! of several features, or of an image that padding makes much larger, compute the index of each
//! element, and read zero where there is none.

use super::contraction::accumulator;
use super::function::{Done, Lowering};
use super::generic::{Exprs, dims};
use crate::build::Val;
use crate::scalar;
use hloom_ir::ops::Convolution;
use hloom_ir::{Element, OpId};

/// The most elements of a padded image that is built whatever the image has.
const SMALL: i64 = 1 << 16;
/// The most elements of a larger padded image, for each of the image's own.
const GROWTH: i64 = 4;

/// A window along one dimension of space.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// The dimension of the image.
    dim: usize,
    /// The size of the window.
    size: i64,
    stride: i64,
    /// The distance of the window's elements.
    dilation: i64,
    /// The distance of the image's elements.
    base_dilation: i64,
    /// The padding before the image; negative if some of it is left out.
    low: i64,
    /// The padding after the image.
    high: i64,
    reversed: bool,
}

impl Window {
    /// The windows of an op whose kernel has these extents.
    fn all(it: &Convolution, kernel: &[i64]) -> Vec<Window> {
        let n = &it.dimension_numbers;
        let of = |dims: &Option<hloom_ir::field::Dims>, s: usize| dims.as_ref().map_or(1, |v| v[s]);
        let window = |(s, &dim): (usize, &i64)| {
            let (low, high) = it.padding.as_ref().map_or((0, 0), |padding| padding.0[s]);
            Window {
                dim: dim as usize,
                size: kernel[n.kernel_spatial_dimensions[s] as usize],
                stride: of(&it.window_strides, s),
                dilation: of(&it.rhs_dilation, s),
                base_dilation: of(&it.lhs_dilation, s),
                low,
                high,
                reversed: it.window_reversal.as_ref().is_some_and(|flags| flags.0[s]),
            }
        };
        n.input_spatial_dimensions.iter().enumerate().map(window).collect()
    }

    /// Whether it reads a padded image at an affine function of the loops.
    fn is_affine(&self) -> bool {
        self.base_dilation == 1 && self.low >= 0 && self.high >= 0 && !self.reversed
    }
}

/// The extents of the padded image; `None` if it is too large to be built.
fn padded(image: &[i64], windows: &[Window]) -> Option<Vec<i64>> {
    let mut extents = image.to_vec();
    for window in windows {
        let around = window.low.checked_add(window.high)?;
        extents[window.dim] = extents[window.dim].checked_add(around)?;
    }
    let count = |extents: &[i64]| extents.iter().try_fold(1i64, |n, &extent| n.checked_mul(extent));
    let most = count(image)?.saturating_mul(GROWTH).max(SMALL);
    (count(&extents)? <= most).then_some(extents)
}

/// A convolution's operands and loops: batch, output feature, space, window, input feature.
struct Loops<'o, 'c> {
    op: OpId,
    it: &'o Convolution,
    windows: Vec<Window>,
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
            windows: Window::all(it, &y.dims),
            wide,
            window,
            feature,
            kernel: (self.tensor(operands[1])?, dims(kernel)),
            sums: (self.filled(&to.dims, zero)?, dims(out)),
            reduces: (0..=feature).map(|d| d >= window).collect(),
        };
        // One group, or a group for each feature of the image and the result (a depthwise convolution).
        let features = to.dims[n.output_feature_dimension as usize];
        let inputs = y.dims[n.kernel_input_feature_dimension as usize];
        let by_feature = it.feature_group_count == features && inputs == 1;
        let groups = (it.feature_group_count == 1 || by_feature) && it.batch_group_count == 1;
        let counts = [x.count(), y.count(), to.count()];
        let affine = groups
            && loops.windows.iter().all(Window::is_affine)
            && counts.iter().all(|count| *count != Some(0));
        let padded = if affine { padded(&x.dims, &loops.windows) } else { None };
        let made = match padded {
            Some(extents) => self.affine(&loops, extents)?,
            None => self.by_index(&loops)?,
        };
        self.summed(op, made, wide)
    }

    /// The sums of windows that read the padded image, of these extents, at an affine function of the loops.
    fn affine(&self, loops: &Loops<'_, 'c>, extents: Vec<i64>) -> Done<Val<'c>> {
        let operands = self.module.operands(loops.op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let n = &loops.it.dimension_numbers;
        let mut offsets = vec![0; x.rank()];
        let mut at = vec![String::new(); x.rank()];
        at[n.input_batch_dimension as usize] = "d0".to_owned();
        let input = if loops.it.feature_group_count == 1 { loops.feature } else { 1 };
        at[n.input_feature_dimension as usize] = format!("d{input}");
        for (s, window) in loops.windows.iter().enumerate() {
            offsets[window.dim] = window.low;
            let (step, position) = (2 + s, loops.window + s);
            at[window.dim] =
                format!("d{step} * {} + d{position} * {}", window.stride, window.dilation);
        }
        let mut image = self.tensor(operands[0])?;
        if extents[..] != x.dims[..] {
            let zero = self.scalar_of(scalar::zero(&self.b, x.element))?;
            let around = self.filled(&extents, zero)?;
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

    /// The sums of windows that compute the index of each element of the image.
    fn by_index(&self, loops: &Loops<'_, 'c>) -> Done<Val<'c>> {
        let (b, it) = (&self.b, loops.it);
        let operands = self.module.operands(loops.op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(loops.op, 0))?;
        let n = &it.dimension_numbers;
        let zero = self.scalar_of(scalar::zero(b, x.element))?;
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
            for (s, window) in loops.windows.iter().enumerate() {
                let mut position = self.loop_index(loops.window + s);
                if window.reversed {
                    position = b.subi(b.index(window.size - 1), position);
                }
                let first = b.mul_const(self.loop_index(2 + s), window.stride);
                let step = b.mul_const(position, window.dilation);
                // Indices are modulo 2⁶⁴, in which the least number is its own negation.
                let index = b.add_const(b.addi(first, step), window.low.wrapping_neg());
                let extent = x.dims[window.dim];
                at[window.dim] =
                    self.checked_index(index, window.base_dilation, extent, &mut valid);
            }
            let element = match is_empty {
                true => zero,
                false => b.select(b.all(&valid), b.extract(lhs, &at, lhs_type), zero),
            };
            let elements = (x.element, y.element);
            Ok(vec![self.multiply_add(loops.wide, v[1], (element, v[0]), elements)?])
        })?;
        Ok(made[0])
    }
}
