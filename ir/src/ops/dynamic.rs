//! Ops whose sizes are operands instead of attributes, so that they may be computed at run time.
//! The values of these operands are checked here if they are constants, and by the interpreter
//! otherwise.

use super::conv::{ConvDims, Convolution};
use super::dot::Precisions;
use super::gather::{GatherDims, gather_dims};
use super::shape::{broadcast_elements, reshape_elements};
use crate::field::{Dims, Flags, Padding, ResultType};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, TensorType, Type, dims_agree, show_dim};

/// The labels of an op's constraints, by operand.
const INPUTS: [&str; 5] = ["I1", "I2", "I3", "I4", "I5"];

/// The length of operand `i`, a list of integers; [`DYNAMIC`] if that is unknown.
fn length(cx: &InferContext<'_>, i: usize) -> Result<i64, ConstraintError> {
    let ty = cx.tensor(i)?;
    if ty.rank() == 1 && ty.element.is_integer() {
        return Ok(ty.dims[0]);
    }
    let message = format!("a list of integers must be a tensor of one dimension, not {}", cx.ty(i));
    Err(ConstraintError { label: INPUTS[i], message, part: OpPart::Operand(i) })
}

/// The numbers in operand `i`, if it is a constant.
fn constant(cx: &InferContext<'_>, i: usize) -> Option<Vec<i64>> {
    let literal = cx.constant(i).filter(|l| l.count() <= 1 << 16)?;
    (0..literal.count()).map(|k| i64::try_from(literal.get_int(k)?).ok()).collect()
}

/// Checks that operand `i` has one number for each dimension of a result, and the numbers
/// themselves if they are known.
fn lists_extents(
    cx: &InferContext<'_>,
    i: usize,
    result: &TensorType,
    label: &'static str,
) -> Result<(), ConstraintError> {
    let (n, rank) = (length(cx, i)?, result.rank());
    let broken = |message| Err(ConstraintError { label, message, part: OpPart::Operand(i) });
    if n == DYNAMIC {
        return broken(format!(
            "the number of extents must be known, but operand {i} is {}",
            cx.ty(i)
        ));
    }
    if n != rank as i64 {
        let ty = Type::from(result.clone());
        return broken(format!("{n} extents are given for the result {ty}, which has rank {rank}"));
    }
    match constant(cx, i) {
        Some(extents)
            if extents.iter().any(|&n| n < 0)
                || !extents.iter().zip(&result.dims).all(|(&a, &b)| dims_agree(a, b)) =>
        {
            let ty = Type::from(result.clone());
            broken(format!("the result {ty} does not have the extents {extents:?}"))
        }
        _ => Ok(()),
    }
}

/// The declared result as a ranked tensor.
fn ranked(ty: Type) -> Result<&'static TensorType, ConstraintError> {
    match ty.as_tensor() {
        Some(tensor) => Ok(tensor),
        None => {
            let message = format!("the result must be a ranked tensor, not {ty}");
            Err(ConstraintError { label: "Type", message, part: OpPart::Result(0) })
        }
    }
}

op! {
    /// Broadcasts like `broadcast_in_dim`, to a computed shape. `known_expanding_dimensions` and
    /// `known_nonexpanding_dimensions` list the dimensions for which it is known whether they are
    /// expanded.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_broadcast_in_dim>
    dynamic_broadcast_in_dim: DynamicBroadcastInDim = "stablehlo.dynamic_broadcast_in_dim"
    (operand: Tensor, output_dimensions: Integer)
    {
        broadcast_dimensions: Dims,
        known_expanding_dimensions: Option<Dims>,
        known_nonexpanding_dimensions: Option<Dims>,
        ty: ResultType,
    } -> Tensor
    syntax "$operand, $output_dimensions, dims = $broadcast_dimensions : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for DynamicBroadcastInDim {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let y = ranked(self.ty.0)?;
        broadcast_elements(x, y, &self.broadcast_dimensions)?; // (C1) to (C6)
        lists_extents(cx, 1, y, "C7")?;
        if let Some(extents) = constant(cx, 1) {
            for (i, &d) in self.broadcast_dimensions.iter().enumerate() {
                // A constant that is not valid itself may have another number of elements than its type.
                let Some(&to) = extents.get(d as usize) else { continue };
                let from = x.dims[i];
                ensure!(C5 at #1, from == 1 || dims_agree(from, to),
                    "dimension {i} of the operand has extent {from}; it can't become extent {to}");
            }
        }
        let none = Dims::from([]);
        let expanding = self.known_expanding_dimensions.as_ref().unwrap_or(&none);
        let others = self.known_nonexpanding_dimensions.as_ref().unwrap_or(&none);
        let all: Dims = expanding.iter().chain(others.iter()).copied().collect();
        ensure!(C8 at known_expanding_dimensions, all.is_unique(),
            "a dimension stands twice in {expanding} and {others}");
        ensure!(C9 at known_expanding_dimensions, expanding.are_below(x.rank()),
            "known_expanding_dimensions {expanding} must be dimensions of {}", cx.ty(0));
        ensure!(C10 at known_nonexpanding_dimensions, others.are_below(x.rank()),
            "known_nonexpanding_dimensions {others} must be dimensions of {}", cx.ty(0));
        Ok(self.ty.0.into())
    }
}

op! {
    /// Convolution like `convolution`, with computed padding: a low and a high number for each
    /// spatial dimension.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_conv>
    dynamic_conv: DynamicConv = "stablehlo.dynamic_conv" (lhs: PerTensor, rhs: Tensor, padding: Integer)
    {
        batch_group_count: i64,
        dimension_numbers: Box<ConvDims>,
        feature_group_count: i64,
        lhs_dilation: Option<Dims>,
        precision_config: Option<Precisions>,
        rhs_dilation: Option<Dims>,
        window_reversal: Option<Flags>,
        window_strides: Option<Dims>,
        ty: ResultType,
    } -> Tensor
    syntax generic
    traits [Pure, MayFail, Foldable]
}
impl DynamicConv {
    /// The static convolution with this padding.
    pub fn with_padding(&self, padding: Padding) -> Convolution {
        Convolution {
            window_strides: self.window_strides.clone(),
            padding: Some(padding),
            lhs_dilation: self.lhs_dilation.clone(),
            rhs_dilation: self.rhs_dilation.clone(),
            window_reversal: self.window_reversal.clone(),
            dimension_numbers: self.dimension_numbers.clone(),
            feature_group_count: self.feature_group_count,
            batch_group_count: self.batch_group_count,
            precision_config: self.precision_config.clone(),
            ty: self.ty,
        }
    }
}
impl Infer for DynamicConv {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let n = self.dimension_numbers.input_spatial_dimensions.len();
        let padding = cx.tensor(2)?;
        ensure!(I3 at #2, padding.rank() == 2,
            "padding must be a tensor of two dimensions, not {}", cx.ty(2));
        ensure!(C4 at #2, dims_agree(padding.dims[0], n as i64) && dims_agree(padding.dims[1], 2),
            "padding is {}, not two numbers for each of {n} spatial dimensions", cx.ty(2));
        let known = constant(cx, 2);
        let pairs = match &known {
            Some(numbers) => numbers.chunks_exact(2).map(|p| (p[0], p[1])).collect(),
            None => vec![(0, 0); n],
        };
        let static_ = self.with_padding(Padding(pairs.into()));
        let two = InferContext { module: cx.module, values: &cx.values[..2], regions: &[] };
        let types = static_.infer(&two)?;
        let Some(y) = types[0].as_tensor().filter(|_| known.is_none()) else { return Ok(types) };
        let mut y = y.clone();
        for &d in self.dimension_numbers.output_spatial_dimensions.iter() {
            y.dims[d as usize] = DYNAMIC;
        }
        Ok(y.into())
    }
}

op! {
    /// Gathers like `gather`, with computed slice sizes.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_gather>
    dynamic_gather: DynamicGather = "stablehlo.dynamic_gather"
    (operand: PerTensor, start_indices: Integer, slice_sizes: Integer)
    { dimension_numbers: GatherDims, indices_are_sorted: Option<bool> } -> Tensor
    syntax generic
    traits [Pure, MayFail, Foldable]
}
impl Infer for DynamicGather {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, starts) = (cx.tensor(0)?, cx.tensor(1)?);
        let n = length(cx, 2)?;
        let sizes = match (constant(cx, 2), usize::try_from(n)) {
            (Some(numbers), _) => numbers,
            (None, Ok(n)) if n <= 1 << 16 => vec![DYNAMIC; n],
            _ => vec![DYNAMIC; x.rank()],
        };
        gather_dims(x, starts, &self.dimension_numbers, &sizes.into()).map_err(|mut broken| {
            // The sizes are not an attribute of this op.
            if broken.part == OpPart::Attr("slice_sizes") {
                broken.part = OpPart::Operand(2);
            }
            broken.label = label_of_dynamic_gather(broken.label);
            broken
        })
    }
}

/// The specification's label in `dynamic_gather` for a constraint of `gather`.
///
/// In the specification, `dynamic_gather` does not have batching dimensions, so constraints on
/// these have a label of our own.
fn label_of_dynamic_gather(label: &'static str) -> &'static str {
    match label {
        "C7" => "C6",
        "C8" => "C7",
        "C9" => "C8",
        "C10" | "C11" | "C12" | "C13" | "C14" | "C15" | "C16" | "C17" => "Batching",
        "C18" => "C9",
        "C19" => "C10",
        "C20" => "C11",
        "C21" => "C12",
        same => same,
    }
}

op! {
    /// Counts up along one dimension like `iota`, with a computed shape.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_iota>
    dynamic_iota: DynamicIota = "stablehlo.dynamic_iota" (output_shape: Integer)
    { iota_dimension: i64, ty: ResultType } -> Tensor
    syntax "$output_shape, dim = $iota_dimension : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for DynamicIota {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let y = ranked(self.ty.0)?;
        let n = length(cx, 0)?;
        let rank = if n == DYNAMIC { y.rank() as i64 } else { n };
        let d = self.iota_dimension;
        ensure!(C1 at iota_dimension, 0 <= d && d < rank,
            "iota_dimension {d} is not below {rank}, the number of extents");
        lists_extents(cx, 0, y, "C2")?;
        ensure!(
            Type,
            !y.element.is_boolean(),
            "the result {} must be a tensor of integers, floats or complex numbers",
            self.ty.0
        );
        Ok(self.ty.0.into())
    }
}

op! {
    /// Pads like `pad`, with computed paddings.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_pad>
    dynamic_pad: DynamicPad = "stablehlo.dynamic_pad"
    (
        operand: PerTensor, padding_value: PerTensor,
        edge_padding_low: Integer, edge_padding_high: Integer, interior_padding: Integer,
    ) { ty: ResultType } -> Tensor
    syntax "$operand, $padding_value, $edge_padding_low, $edge_padding_high, $interior_padding : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for DynamicPad {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, value, y) = (cx.tensor(0)?, cx.tensor(1)?, ranked(self.ty.0)?);
        ensure!(I2 at #1, value.rank() == 0, "padding_value must be a scalar tensor, not {}", cx.ty(1));
        ensure!(C1 at #1, value.element == x.element,
            "padding_value is {}; it must be tensor<{}>", cx.ty(1), x.element);
        ensure!(
            C1,
            y.element == x.element,
            "the result {} does not have the element type {}",
            self.ty.0,
            x.element
        );
        let rank = x.rank();
        for i in 2..5 {
            let n = length(cx, i)?;
            ensure!(C2 at # i, dims_agree(n, rank as i64),
                "{n} paddings are given; the operand has rank {rank}");
        }
        let numbers = [2, 3, 4].map(|i| constant(cx, i));
        if let Some(inner) = &numbers[2] {
            ensure!(C3 at #4, inner.iter().all(|&n| n >= 0),
                "interior paddings {inner:?} must not be negative");
        }
        ensure!(
            C4,
            y.rank() == rank,
            "the result {} does not have the operand's rank {rank}",
            self.ty.0
        );
        if let [Some(low), Some(high), Some(inner)] = &numbers {
            for d in (0..rank).filter(|&d| x.dims[d] != DYNAMIC) {
                let extent = padded(x.dims[d], low[d], high[d], inner[d]);
                ensure!(
                    C4,
                    extent >= 0 && (y.dims[d] == DYNAMIC || extent == i128::from(y.dims[d])),
                    "dimension {d} of the result {} would have extent {extent}",
                    self.ty.0
                );
            }
        }
        Ok(self.ty.0.into())
    }
}

/// The padded extent of a dimension.
fn padded(n: i64, low: i64, high: i64, inner: i64) -> i128 {
    i128::from(n)
        + i128::from(low)
        + i128::from(high)
        + i128::from(inner) * i128::from((n - 1).max(0))
}

op! {
    /// Reshapes like `reshape`, to a computed shape.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_reshape>
    dynamic_reshape: DynamicReshape = "stablehlo.dynamic_reshape"
    (operand: Tensor, output_shape: Integer) { ty: ResultType } -> Tensor
    syntax "$operand, $output_shape : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for DynamicReshape {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y) = (cx.tensor(0)?, ranked(self.ty.0)?);
        reshape_elements(x, y)?; // (C1) to (C3)
        lists_extents(cx, 1, y, "C4")?;
        if let (Some(extents), Some(count)) = (constant(cx, 1), x.count()) {
            let expected = TensorType::new(&extents, x.element);
            ensure!(
                C2,
                expected.count() == Some(count),
                "the {count} elements of {} can't have the extents {extents:?}",
                cx.ty(0)
            );
        }
        Ok(self.ty.0.into())
    }
}

op! {
    /// Slices like `slice`, with computed starts, limits and strides. The specification does not
    /// have this op.
    real_dynamic_slice: RealDynamicSlice = "stablehlo.real_dynamic_slice"
    (operand: PerTensor, start_indices: Integer, limit_indices: Integer, strides: Integer)
    { ty: ResultType } -> Tensor
    syntax "$operand, $start_indices, $limit_indices, $strides : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for RealDynamicSlice {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y) = (cx.tensor(0)?, ranked(self.ty.0)?);
        let rank = x.rank();
        ensure!(
            Type,
            y.element == x.element && y.rank() == rank,
            "the result {} does not have the operand's rank {rank} and elements of {}",
            self.ty.0,
            x.element
        );
        for i in 1..4 {
            let n = length(cx, i)?;
            ensure!(Type at # i, dims_agree(n, rank as i64),
                "{n} numbers are given; the operand has rank {rank}");
            ensure!(Type at # i, cx.tensor(i)?.element == cx.tensor(1)?.element,
                "start, limit and strides must have one type, not {} and {}", cx.ty(1), cx.ty(i));
        }
        let [starts, limits, steps] = [1, 2, 3].map(|i| constant(cx, i));
        if let (Some(starts), Some(limits), Some(steps)) = (starts, limits, steps) {
            for d in 0..rank {
                let (s, l, t, n) = (starts[d], limits[d], steps[d], x.dims[d]);
                ensure!(
                    Slice,
                    0 <= s && s <= l && (l <= n || n == DYNAMIC) && t > 0,
                    "dimension {d} can't be sliced from {s} to {l} by {t}: 0 <= start <= limit <= {} and a positive stride are needed",
                    show_dim(n)
                );
                let extent = ((l - s) as u64).div_ceil(t as u64) as i64;
                ensure!(
                    Slice,
                    dims_agree(extent, y.dims[d]),
                    "dimension {d} of the result {} would have extent {extent}",
                    self.ty.0
                );
            }
        }
        Ok(self.ty.0.into())
    }
}

op! {
    /// The extent of a dimension of the operand.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#get_dimension_size>
    get_dimension_size: GetDimensionSize = "stablehlo.get_dimension_size" (operand: Tensor)
    { dimension: i64 } -> Tensor
    syntax "$operand, dim = $dimension : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for GetDimensionSize {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, d) = (cx.tensor(0)?, self.dimension);
        ensure!(C1 at dimension, 0 <= d && d < x.rank() as i64,
            "dimension {d} is not a dimension of {}", cx.ty(0));
        Ok(Type::scalar_tensor(Element::I32).into())
    }
}

op! {
    /// Truncates a dimension of the operand to its first `size` elements. The extent of that
    /// dimension becomes dynamic, bounded by the operand's extent. The specification does not have
    /// this op.
    set_dimension_size: SetDimensionSize = "stablehlo.set_dimension_size"
    (operand: PerTensor, size: Integer) { dimension: i64 } -> Tensor
    syntax "$operand, $size, dim = $dimension : signature"
    traits [Pure, MayFail, Foldable]
}
impl Infer for SetDimensionSize {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, size, d) = (cx.tensor(0)?, cx.tensor(1)?, self.dimension);
        ensure!(I2 at #1, size.rank() == 0 && size.element == Element::I32,
            "size must be tensor<i32>, not {}", cx.ty(1));
        ensure!(Dimension at dimension, 0 <= d && d < x.rank() as i64,
            "dimension {d} is not a dimension of {}", cx.ty(0));
        let d = d as usize;
        let bound = x.bound(d);
        let known = cx.constant(1).and_then(|l| i64::try_from(l.get_int(0)?).ok());
        if let Some(n) = known {
            ensure!(Size at #1, n >= 0 && bound.is_none_or(|bound| n <= bound),
                "size {n} is not in 0..={}", bound.unwrap_or(i64::MAX));
            if x.dims[d] == n {
                return Ok(cx.ty(0).into());
            }
        }
        Ok(x.with_unknown(d).into())
    }
}
