//! Sums of products. As in the interpreter, floats narrower than 32 bits are summed in `f32`, and
//! integers modulo 2ⁿ of the result.

use super::function::{Done, Lowering};
use super::generic::dims;
use crate::build::Val;
use crate::scalar;
use hloom_ir::ops::{Convolution, DotGeneral};
use hloom_ir::{Element, OpId};

/// The type that products of a result are summed in.
fn accumulator(result: Element) -> Element {
    match result {
        Element::F64 => Element::F64,
        float if float.is_float() => Element::F32,
        other => other,
    }
}

impl<'c> Lowering<'_, 'c> {
    /// `sum + x · y`, in the accumulation type.
    fn multiply_add(
        &self,
        wide: Element,
        sum: Val<'c>,
        (x, y): (Val<'c>, Val<'c>),
        (from_x, from_y): (Element, Element),
    ) -> Done<Val<'c>> {
        let b = &self.b;
        let x = self.scalar_of(scalar::convert(b, x, from_x, wide))?;
        let y = self.scalar_of(scalar::convert(b, y, from_y, wide))?;
        let product = self.scalar_of(scalar::product(b, wide, x, y))?;
        self.scalar_of(scalar::sum(b, wide, sum, product))
    }

    /// Sums in the accumulation type as the op's result.
    fn summed(&self, op: OpId, sums: Val<'c>, wide: Element) -> Done {
        let to = self.static_tensor(self.module.result(op, 0))?;
        if wide == to.element {
            self.result(op, sums);
            return Ok(());
        }
        let ty = self.element(to.element)?;
        let made = self.elementwise(&to.dims, &[sums], &[ty], |x| {
            Ok(vec![self.scalar_of(scalar::convert(&self.b, x[0], wide, to.element))?])
        })?;
        self.result(op, made[0]);
        Ok(())
    }

    /// `stablehlo.dot_general`.
    pub(super) fn dot_general(&self, op: OpId, it: &DotGeneral) -> Done {
        let operands = self.module.operands(op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(op, 0))?;
        let d = &it.dot_dimension_numbers;
        let (batch, contracted) = (&d.lhs_batching_dimensions, &d.lhs_contracting_dimensions);
        let (free_x, free_y) = (d.lhs_free(x.rank()), d.rhs_free(y.rank()));
        // The loops: batch, free dimensions of both sides, contracted ones.
        let place = |list: &[i64], from: usize, dim: i64| {
            list.iter().position(|&m| m == dim).map(|i| from + i)
        };
        let ends = [batch.len(), batch.len() + free_x.len(), to.rank()];
        let side = |rank: usize, lists: [&[i64]; 3], free_from: usize| {
            dims((0..rank as i64).filter_map(|dim| {
                place(lists[0], 0, dim)
                    .or_else(|| place(lists[1], free_from, dim))
                    .or_else(|| place(lists[2], ends[2], dim))
            }))
        };
        let lhs = side(x.rank(), [batch, &free_x, contracted], ends[0]);
        let (rhs_batch, rhs_contracted) =
            (&d.rhs_batching_dimensions, &d.rhs_contracting_dimensions);
        let rhs = side(y.rank(), [rhs_batch, &free_y, rhs_contracted], ends[1]);
        let wide = accumulator(to.element);
        let zero = self.scalar_of(scalar::zero(&self.b, wide))?;
        let sums = self.filled(&to.dims, zero)?;
        let loops = to.rank() + contracted.len();
        let reduces: Vec<bool> = (0..loops).map(|d| d >= to.rank()).collect();
        let inputs = [(self.tensor(operands[0])?, lhs), (self.tensor(operands[1])?, rhs)];
        let made = self.accumulate(&inputs, &[(sums, dims(0..to.rank()))], &reduces, |v| {
            let elements = (x.element, y.element);
            Ok(vec![self.multiply_add(wide, v[2], (v[0], v[1]), elements)?])
        })?;
        self.summed(op, made[0], wide)
    }

    /// `stablehlo.convolution`. The loops: batch, output feature, space, window, input feature.
    pub(super) fn convolution(&self, op: OpId, it: &Convolution) -> Done {
        let b = &self.b;
        let operands = self.module.operands(op);
        let (x, y) = (self.static_tensor(operands[0])?, self.static_tensor(operands[1])?);
        let to = self.static_tensor(self.module.result(op, 0))?;
        let n = &it.dimension_numbers;
        let space = n.input_spatial_dimensions.len();
        let (window_from, feature) = (2 + space, 2 + 2 * space);
        let wide = accumulator(to.element);
        let zero = self.scalar_of(scalar::zero(b, wide))?;
        let sums = self.filled(&to.dims, zero)?;
        let empty = self.scalar_of(scalar::zero(b, x.element))?;
        let mut out = vec![0; to.rank()];
        out[n.output_batch_dimension as usize] = 0;
        out[n.output_feature_dimension as usize] = 1;
        let mut kernel = vec![0; y.rank()];
        kernel[n.kernel_output_feature_dimension as usize] = 1;
        kernel[n.kernel_input_feature_dimension as usize] = feature;
        for s in 0..space {
            out[n.output_spatial_dimensions[s] as usize] = 2 + s;
            kernel[n.kernel_spatial_dimensions[s] as usize] = window_from + s;
        }
        let reduces: Vec<bool> = (0..=feature).map(|d| d >= window_from).collect();
        let lhs = self.tensor(operands[0])?;
        let lhs_type = self.element(x.element)?;
        let rhs = (self.tensor(operands[1])?, dims(kernel));
        let outs = [(sums, dims(out))];
        let features = to.dims[n.output_feature_dimension as usize];
        let batches = x.dims[n.input_batch_dimension as usize];
        let inputs = y.dims[n.kernel_input_feature_dimension as usize];
        let is_empty = x.count() == Some(0);
        let made = self.accumulate(&[rhs], &outs, &reduces, |v| {
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
            let mut input = self.loop_index(feature);
            if it.feature_group_count > 1 {
                input = b.addi(input, b.mul_const(group(it.feature_group_count), inputs));
            }
            at[n.input_batch_dimension as usize] = batch;
            at[n.input_feature_dimension as usize] = input;
            for s in 0..space {
                let dim = n.input_spatial_dimensions[s] as usize;
                let or_one =
                    |dims: &Option<hloom_ir::field::Dims>| dims.as_ref().map_or(1, |v| v[s]);
                let mut position = self.loop_index(window_from + s);
                if it.window_reversal.as_ref().is_some_and(|flags| flags.0[s]) {
                    let last = y.dims[n.kernel_spatial_dimensions[s] as usize] - 1;
                    position = b.subi(b.index(last), position);
                }
                let first = b.mul_const(self.loop_index(2 + s), or_one(&it.window_strides));
                let step = b.mul_const(position, or_one(&it.rhs_dilation));
                let low = it.padding.as_ref().map_or(0, |p| p.0[s].0);
                let place = b.add_const(b.addi(first, step), -low);
                at[dim] =
                    self.checked_index(place, or_one(&it.lhs_dilation), x.dims[dim], &mut valid);
            }
            let element = match is_empty {
                true => empty,
                false => b.select(b.all(&valid), b.extract(lhs, &at, lhs_type), empty),
            };
            let elements = (x.element, y.element);
            Ok(vec![self.multiply_add(wide, v[1], (element, v[0]), elements)?])
        })?;
        self.summed(op, made[0], wide)
    }
}
