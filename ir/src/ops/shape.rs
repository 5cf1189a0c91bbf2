//! Data movement ops.

use crate::field::{Dims, ResultType};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, Quant, QuantType, TensorType, dims_agree, show_dim};

/// Whether element types are equal, except for the axis and the scales of per-axis quantized ones,
/// which a change of shape may move.
fn same_but_for_axis(a: Element, b: Element) -> bool {
    match (a, b) {
        (Element::Quant(p), Element::Quant(q)) if p.axis.is_some() && q.axis.is_some() => {
            a.same_baseline(b)
        }
        _ => a == b,
    }
}

op! {
    /// Reinterprets the operand's bits as another element type. A narrower type adds an innermost
    /// dimension; a wider type removes it. The first element is in the lowest bits.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#bitcast_convert>
    bitcast_convert: BitcastConvert = "stablehlo.bitcast_convert" (operand: Tensor)
    { ty: ResultType } -> Tensor
    syntax "$operand : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for BitcastConvert {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let ty = self.ty.0;
        ensure!(C1, ty.as_tensor().is_some(), "the result must be a ranked tensor, not {ty}");
        let y = ty.as_tensor().unwrap_or(x);
        ensure!(
            C2,
            x.element.is_complex() == y.element.is_complex(),
            "{} and {} must both be complex or neither",
            x.element,
            y.element
        );
        let (from, to) = (i64::from(x.element.bit_width()), i64::from(y.element.bit_width()));
        let (wide, narrow, ratio) = if from >= to { (x, y, from / to) } else { (y, x, to / from) };
        let expected = usize::from(from != to);
        ensure!(
            C1,
            narrow.rank() == wide.rank() + expected,
            "{} has rank {} and {ty} has rank {}; the narrower must have {expected} more",
            cx.ty(0),
            x.rank(),
            y.rank()
        );
        ensure!(
            C1,
            wide.dims.iter().zip(&narrow.dims).all(|(&a, &b)| dims_agree(a, b)),
            "{} and {ty} differ in the dimensions that both have",
            cx.ty(0)
        );
        if from != to {
            let last = narrow.dims[narrow.rank() - 1];
            ensure!(
                C1,
                dims_agree(last, ratio) && from.max(to) % from.min(to) == 0,
                "the last dimension of the narrower type must be {ratio}, not {last}"
            );
        }
        Ok(ty.into())
    }
}

op! {
    /// Broadcasts the operand: its dimension `i` is dimension `broadcast_dimensions[i]` of the
    /// result; dimensions of extent 1 are expanded.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#broadcast_in_dim>
    broadcast_in_dim: BroadcastInDim = "stablehlo.broadcast_in_dim" (operand: Tensor)
    { broadcast_dimensions: Dims, ty: ResultType } -> Tensor
    syntax "$operand, dims = $broadcast_dimensions : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for BroadcastInDim {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, ty) = (cx.tensor(0)?, self.ty.0);
        let y = ty.as_tensor();
        ensure!(C1, y.is_some(), "the result must be a ranked tensor, not {ty}");
        static_result(y.unwrap_or(x))?;
        broadcast_elements(x, y.unwrap_or(x), &self.broadcast_dimensions)?;
        Ok(ty.into())
    }
}

/// Checks that nothing but the result's type is needed to know its extents: all are known, or all
/// but one, which has a bound.
fn static_result(y: &TensorType) -> Result<(), ConstraintError> {
    ensure!(
        Type,
        y.is_static_or_bounded_once(),
        "the result {y} must have known extents; at most one may be open, and have a bound"
    );
    Ok(())
}

/// Checks (C1) to (C6) of broadcast_in_dim, of `x` to `y`.
pub(super) fn broadcast_elements(
    x: &TensorType,
    y: &TensorType,
    dims: &Dims,
) -> Result<(), ConstraintError> {
    ensure!(
        C1,
        same_but_for_axis(x.element, y.element),
        "the result {y} does not have the operand's element type {}",
        x.element
    );
    ensure!(C2 at broadcast_dimensions, dims.len() == x.rank(),
        "broadcast_dimensions {dims} must name a dimension for each of the operand's {}", x.rank());
    ensure!(C3 at broadcast_dimensions, dims.are_below(y.rank()),
        "broadcast_dimensions {dims} must be dimensions of {y}");
    ensure!(C4 at broadcast_dimensions, dims.is_unique(),
        "broadcast_dimensions {dims} names a dimension twice");
    for (i, &d) in dims.iter().enumerate() {
        let (from, to) = (x.dims[i], y.dims[d as usize]);
        ensure!(
            C5,
            from == 1 || dims_agree(from, to),
            "dimension {i} of the operand has extent {from}; it can't become dimension {d} of {y}"
        );
    }
    if let (Element::Quant(from), Element::Quant(to)) = (x.element, y.element)
        && let (Some(a), Some(b)) = (x.quantized_dimension(), y.quantized_dimension())
    {
        ensure!(
            C6,
            dims[a] == b as i64,
            "the quantized dimension {a} of {x} does not become dimension {b} of {y}"
        );
        let spread = x.dims[a] == 1 && to.scales.iter().all(|s| Some(s) == from.scales.first());
        ensure!(
            C6,
            spread || from.scales == to.scales,
            "{x} and {y} have different scales or zero points"
        );
    }
    Ok(())
}

op! {
    /// Changes the shape; the elements keep their row-major order.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reshape>
    reshape: Reshape = "stablehlo.reshape" (operand: Tensor) { ty: ResultType } -> Tensor
    syntax "$operand : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Reshape {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, ty) = (cx.tensor(0)?, self.ty.0);
        let y = ty.as_tensor();
        ensure!(C1, y.is_some(), "the result must be a ranked tensor, not {ty}");
        static_result(y.unwrap_or(x))?;
        reshape_elements(x, y.unwrap_or(x))?;
        Ok(ty.into())
    }
}

/// Checks (C1) to (C3) of reshape, of `x` to `y`.
pub(super) fn reshape_elements(x: &TensorType, y: &TensorType) -> Result<(), ConstraintError> {
    ensure!(
        C1,
        same_but_for_axis(x.element, y.element),
        "the result {y} does not have the operand's element type {}",
        x.element
    );
    let open = !x.is_static() || !y.is_static();
    ensure!(
        C2,
        open || x.count().is_some() && x.count() == y.count(),
        "{x} and {y} have different numbers of elements"
    );
    if let (Element::Quant(from), Element::Quant(to)) = (x.element, y.element) {
        ensure!(C1, from.scales == to.scales, "{x} and {y} have different scales or zero points");
    }
    if let (Some(from), Some(to)) = (x.quantized_dimension(), y.quantized_dimension()) {
        // The product of the extents before the quantized dimension, and that dimension's extent.
        let front = |t: &TensorType, d: usize| {
            t.dims[..d].iter().try_fold(1i64, |n, &extent| n.checked_mul(extent))
        };
        ensure!(
            C3,
            open || front(x, from) == front(y, to) && x.dims[from] == y.dims[to],
            "the quantized dimension {from} of {x} does not become dimension {to} of {y}"
        );
    }
    Ok(())
}

op! {
    /// Permutes dimensions: result dimension `i` is `operand` dimension
    /// `permutation[i]`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#transpose>
    transpose: Transpose = "stablehlo.transpose" (operand: Tensor) { permutation: Dims } -> Tensor
    syntax "$operand, dims = $permutation : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Transpose {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let p = &self.permutation;
        ensure!(C2 at permutation, p.is_permutation(x.rank()),
            "permutation {p} is not a permutation of 0..{}", x.rank());
        let mut y = x.with_dims(&p.apply(&x.dims)); // (C1), (C3)
        if let (Element::Quant(q), Some(from)) = (x.element, x.quantized_dimension()) {
            // (C4) The quantized dimension moves too.
            let to = p.iter().position(|&d| d == from as i64);
            let moved = Quant { axis: to.map(|d| d as u32), ..(*q).clone() };
            y.element = Element::Quant(QuantType::new(moved));
        }
        Ok(y.into())
    }
}

op! {
    /// Every `strides`-th element from `start_indices` up to but excluding `limit_indices`, in each
    /// dimension.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#slice>
    slice: Slice = "stablehlo.slice" (operand: PerTensor)
    { start_indices: Dims, limit_indices: Dims, strides: Dims } -> Tensor
    syntax custom
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Slice {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let (start, limit, strides) = (&self.start_indices, &self.limit_indices, &self.strides);
        let rank = x.rank();
        ensure!(
            C2,
            start.len() == rank && limit.len() == rank && strides.len() == rank,
            "start_indices, limit_indices and strides have {}, {} and {} entries; the operand has rank {rank}",
            start.len(),
            limit.len(),
            strides.len()
        );
        let mut dims = Vec::with_capacity(rank);
        for d in 0..rank {
            let (s, l, t, n) = (start[d], limit[d], strides[d], x.dims[d]);
            let most = x.bound(d);
            ensure!(
                C3,
                0 <= s && s <= l && most.is_none_or(|n| l <= n),
                "dimension {d} can't be sliced from {s} to {l}: 0 <= start <= limit <= {} must hold",
                show_dim(most.unwrap_or(n))
            );
            ensure!(C4 at strides, t > 0, "the stride of dimension {d} is {t}; it must be positive");
            dims.push((l - s - 1).div_euclid(t) + 1);
        }
        Ok(x.with_dims(&dims).into()) // (C1), (C5)
    }
}

op! {
    /// Concatenates tensors along a dimension.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#concatenate>
    concatenate: Concatenate = "stablehlo.concatenate" (inputs: many PerTensor) { dimension: i64 } -> Tensor
    syntax "$inputs, dim = $dimension : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Concatenate {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        ensure!(C3, !cx.is_empty(), "there must be at least one input");
        let first = cx.tensor(0)?;
        let at = self.dimension;
        ensure!(C4 at dimension, 0 <= at && at < first.rank() as i64,
            "dimension {at} is not a dimension of {}", cx.ty(0));
        let mut dims = first.dims.clone();
        let mut bounds: Vec<Option<i64>> = (0..first.rank()).map(|d| first.bound(d)).collect();
        for i in 1..cx.len() {
            let x = cx.tensor(i)?;
            ensure!(C1 at # i, x.element == first.element,
                "input {i} is {}, the first {}", cx.ty(i), cx.ty(0));
            ensure!(C2 at # i, x.rank() == first.rank(),
                "input {i} is {}, the first {}", cx.ty(i), cx.ty(0));
            for (d, (&a, &b)) in first.dims.iter().zip(&x.dims).enumerate() {
                if d as i64 != at {
                    ensure!(C2 at # i, dims_agree(a, b),
                        "input {i} is {}, the first {}; they may differ in dimension {at} alone",
                        cx.ty(i), cx.ty(0));
                    let (known, most) = (dims[d].max(b), bounds[d].zip(x.bound(d)));
                    let fits = a == b
                        || known == DYNAMIC
                        || most.is_none_or(|(m, n)| known <= m && known <= n);
                    ensure!(C2 at # i, fits,
                        "input {i} is {}, the first {}; one is above the other's bound",
                        cx.ty(i), cx.ty(0));
                    dims[d] = known;
                    bounds[d] = most.map(|(m, n)| m.min(n)).or(bounds[d]).or(x.bound(d));
                } else {
                    bounds[d] = bounds[d].zip(x.bound(d)).and_then(|(m, n)| m.checked_add(n));
                    if dims[d] != DYNAMIC {
                        let sum = if b == DYNAMIC { Some(b) } else { dims[d].checked_add(b) };
                        ensure!(
                            C6,
                            sum.is_some(),
                            "dimension {at} of the result would be too large"
                        );
                        dims[d] = sum.unwrap_or(DYNAMIC);
                    }
                }
            }
        }
        Ok(first.with_dims(&dims).bounded_by(&bounds).into()) // (C5), (C6)
    }
}

op! {
    /// Pads the operand with `padding_value` at the low and high edges and between elements.
    /// Negative padding removes elements at the edges.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#pad>
    pad: Pad = "stablehlo.pad" (operand: PerTensor, padding_value: PerTensor)
    { edge_padding_low: Dims, edge_padding_high: Dims, interior_padding: Dims } -> Tensor
    syntax "$operand, $padding_value, low = $edge_padding_low, high = $edge_padding_high, interior = $interior_padding : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Pad {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, value) = (cx.tensor(0)?, cx.tensor(1)?);
        ensure!(C1 at #1, value.element == x.element && value.rank() == 0,
            "padding_value is {}; it must be tensor<{}>", cx.ty(1), x.element);
        let (low, high, inner) =
            (&self.edge_padding_low, &self.edge_padding_high, &self.interior_padding);
        let rank = x.rank();
        ensure!(
            C2,
            low.len() == rank && high.len() == rank && inner.len() == rank,
            "low, high and interior have {}, {} and {} entries; the operand has rank {rank}",
            low.len(),
            high.len(),
            inner.len()
        );
        let mut dims = Vec::with_capacity(rank);
        let mut bounds = Vec::with_capacity(rank);
        for d in 0..rank {
            ensure!(C3 at interior_padding, inner[d] >= 0,
                "the interior padding of dimension {d} is {}; it must not be negative", inner[d]);
            let Some(n) = x.bound(d) else {
                dims.push(DYNAMIC);
                bounds.push(None);
                continue;
            };
            let extent = i128::from(n)
                + i128::from(low[d])
                + i128::from(high[d])
                + i128::from(inner[d]) * i128::from((n - 1).max(0));
            ensure!(C4, extent >= 0, "dimension {d} of the result would have extent {extent}");
            let extent = i64::try_from(extent);
            ensure!(C4, extent.is_ok(), "dimension {d} of the result would be too large");
            dims.push(if x.dims[d] == DYNAMIC { DYNAMIC } else { extent.unwrap_or(0) });
            bounds.push(extent.ok());
        }
        Ok(x.with_dims(&dims).bounded_by(&bounds).into())
    }
}

op! {
    /// Reverses the order of elements along the given dimensions.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reverse>
    reverse: Reverse = "stablehlo.reverse" (operand: PerTensor) { dimensions: Dims } -> Tensor
    syntax "$operand, dims = $dimensions : same"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Reverse {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let dims = &self.dimensions;
        ensure!(C2 at dimensions, dims.is_unique(), "dimensions {dims} names a dimension twice");
        ensure!(C3 at dimensions, dims.are_below(x.rank()),
            "dimensions {dims} must be dimensions of {}", cx.ty(0));
        Ok(cx.ty(0).into()) // (C1)
    }
}
