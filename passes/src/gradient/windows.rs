//! Derivatives of convolutions and of window reductions.

use super::{Built, Tape};
use hloom_analysis::monoid::Monoid;
use hloom_ir::field::{Dims, Flags, Padding, ResultType};
use hloom_ir::ops::{
    Compare, ConvDims, Convolution, Direction, Op, ReduceWindow, Return, SelectAndScatter,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{OpId, Region, Type, Value};

impl Tape<'_, '_> {
    /// A convolution. The adjoint of its input is a convolution of the result's adjoint with the
    /// spatially reversed kernel. The adjoint of its kernel is a convolution of the input with the
    /// result's adjoint, with batch and feature dimensions swapped.
    pub(super) fn convolution(
        &mut self,
        it: &Convolution,
        x: Value,
        k: Value,
        g: Value,
    ) -> Built<()> {
        let plain = it.feature_group_count == 1
            && it.batch_group_count == 1
            && it.lhs_dilations().iter().all(|&d| d == 1)
            && it.reversals().0.iter().all(|&r| !r);
        if !plain {
            return Err("hloom has no derivative of convolutions with groups, a dilated input or a window turned around".into());
        }
        let d = &*it.dimension_numbers;
        let (strides, dilations, paddings) = (it.strides(), it.rhs_dilations(), it.paddings());
        let (of_x, of_k, of_g) = (self.dims(x), self.dims(k), self.dims(g));
        // Per spatial dimension: the extents of the input, the window and the result.
        let extents: Vec<(i64, i64, i64)> = (0..it.spatial_rank())
            .map(|i| {
                (
                    of_x[d.input_spatial_dimensions[i] as usize],
                    of_k[d.kernel_spatial_dimensions[i] as usize],
                    of_g[d.output_spatial_dimensions[i] as usize],
                )
            })
            .collect();
        let base = Convolution {
            window_strides: None,
            padding: None,
            lhs_dilation: None,
            rhs_dilation: None,
            window_reversal: None,
            dimension_numbers: it.dimension_numbers.clone(),
            feature_group_count: 1,
            batch_group_count: 1,
            precision_config: it.precision_config.clone(),
            ty: it.ty,
        };
        if self.active.contains(&x) {
            let padding: Vec<(i64, i64)> = extents
                .iter()
                .enumerate()
                .map(|(i, &(input, window, output))| {
                    let reach = (window - 1) * dilations[i];
                    let low = reach - paddings.0[i].0;
                    (low, input - ((output - 1) * strides[i] + 1) - low + reach)
                })
                .collect();
            let back = Convolution {
                padding: Some(Padding(padding.into())),
                lhs_dilation: Some(strides.clone()),
                rhs_dilation: Some(dilations.clone()),
                window_reversal: Some(Flags(vec![true; extents.len()].into())),
                dimension_numbers: Box::new(ConvDims {
                    input_batch_dimension: d.output_batch_dimension,
                    input_feature_dimension: d.output_feature_dimension,
                    input_spatial_dimensions: d.output_spatial_dimensions.clone(),
                    kernel_input_feature_dimension: d.kernel_output_feature_dimension,
                    kernel_output_feature_dimension: d.kernel_input_feature_dimension,
                    kernel_spatial_dimensions: d.kernel_spatial_dimensions.clone(),
                    output_batch_dimension: d.input_batch_dimension,
                    output_feature_dimension: d.input_feature_dimension,
                    output_spatial_dimensions: d.input_spatial_dimensions.clone(),
                }),
                ty: ResultType(self.ty(x)),
                ..base.clone()
            };
            let part = self.build(back, &[g, k])?;
            self.add(x, part)?;
        }
        if self.active.contains(&k) {
            let padding: Vec<(i64, i64)> = extents
                .iter()
                .enumerate()
                .map(|(i, &(input, window, output))| {
                    let low = paddings.0[i].0;
                    let reach = (window - 1) * dilations[i] + (output - 1) * strides[i] + 1;
                    (low, reach - input - low)
                })
                .collect();
            let back = Convolution {
                window_strides: Some(dilations),
                padding: Some(Padding(padding.into())),
                rhs_dilation: Some(strides),
                dimension_numbers: Box::new(ConvDims {
                    input_batch_dimension: d.input_feature_dimension,
                    input_feature_dimension: d.input_batch_dimension,
                    input_spatial_dimensions: d.input_spatial_dimensions.clone(),
                    kernel_input_feature_dimension: d.output_batch_dimension,
                    kernel_output_feature_dimension: d.output_feature_dimension,
                    kernel_spatial_dimensions: d.output_spatial_dimensions.clone(),
                    output_batch_dimension: d.kernel_input_feature_dimension,
                    output_feature_dimension: d.kernel_output_feature_dimension,
                    output_spatial_dimensions: d.kernel_spatial_dimensions.clone(),
                }),
                ty: ResultType(self.ty(k)),
                ..base
            };
            let part = self.build(back, &[x, g])?;
            self.add(k, part)?;
        }
        Ok(())
    }

    /// A window reduction. A maximum: the position of the maximum gets the window's adjoint. A sum:
    /// all positions of a window get it.
    pub(super) fn reduce_window(
        &mut self,
        op: OpId,
        it: &ReduceWindow,
        x: Value,
        init: Value,
        g: Value,
    ) -> Built<()> {
        let ones = |d: &Option<Dims>| d.as_ref().is_none_or(|d| d.iter().all(|&n| n == 1));
        let module = self.rw.module();
        let body = Monoid::of_single(module, op);
        if self.active.contains(&init) || !ones(&it.base_dilations) || !ones(&it.window_dilations) {
            return Err(
                "hloom has no derivative of windows with dilations, or by an initial value".into(),
            );
        }
        let (input, output) = (self.dims(x), self.dims(g));
        let rank = input.len();
        let window = &it.window_dimensions;
        let strides = it.window_strides.clone().unwrap_or_else(|| vec![1; rank].into());
        let padding = it.padding.clone().unwrap_or_else(|| Padding(vec![(0, 0); rank].into()));
        let scalar = Type::scalar_tensor(self.ty(x).element().ok_or("there is no tensor")?);
        let direction = match body {
            Some(Monoid::Maximum) => Direction::Ge,
            Some(Monoid::Minimum) => Direction::Le,
            Some(Monoid::Add) => {
                let back = |i: usize| {
                    let low = window[i] - 1 - padding.0[i].0;
                    (low, input[i] - ((output[i] - 1) * strides[i] + 1) - low + window[i] - 1)
                };
                let back = ReduceWindow {
                    window_dimensions: window.clone(),
                    window_strides: None,
                    base_dilations: Some(strides.clone()),
                    window_dilations: None,
                    padding: Some(Padding((0..rank).map(back).collect())),
                };
                let zero = self.number(scalar, 0.0)?;
                let region = self.adding(scalar)?;
                return self.scattered(back.into(), &[g, zero], &[region], x);
            }
            _ => return Err(
                "hloom has derivatives of windows that add, or take the largest or smallest alone"
                    .into(),
            ),
        };
        let here = self.rw.point();
        let (select, block) = self.rw.region(&[scalar, scalar]);
        self.rw.set_point(InsertPoint::End(block));
        let args = self.rw.module().args(block).to_vec();
        let compare = Compare { comparison_direction: direction, compare_type: None };
        let first = self.build(compare, &args);
        let ended = first.and_then(|v| {
            self.rw.build(Return {}, &[v]).map_err(|broken| format!("the derivative: {broken}"))
        });
        self.rw.set_point(here);
        ended?;
        let scatter = self.adding(scalar)?;
        let zero = self.number(scalar, 0.0)?;
        let back = SelectAndScatter {
            padding: Some(padding),
            window_dimensions: Some(window.clone()),
            window_strides: Some(strides),
        };
        self.scattered(back.into(), &[x, g, zero], &[select, scatter], x)
    }

    /// Builds an op and adds its result to the adjoint of `x`.
    fn scattered(&mut self, op: Op, operands: &[Value], regions: &[Region], x: Value) -> Built<()> {
        let built = self.rw.build_with_regions(op, operands, regions);
        let built = built.map_err(|broken| format!("the derivative: {broken}"))?;
        let part = self.rw.module().result(built, 0);
        self.add(x, part)
    }
}
