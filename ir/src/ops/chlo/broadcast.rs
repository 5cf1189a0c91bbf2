//! Elementwise functions with implicit broadcasting.
//!
//! If `broadcast_dimensions` is given, it maps dimension `i` of the operand of lower rank to a
//! dimension of the other; otherwise the last dimensions are aligned, as in NumPy. Extents of one
//! dimension must be equal, or one of them 1, which is broadcast.

use super::Chlo;
use crate::field::Dims;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::ops::{CompareType, Direction};
use crate::types::Types;
use crate::types::{DYNAMIC, Element, Shape, TensorType};

op! {
    /// The sum of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_add: BroadcastAdd = "chlo.broadcast_add" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The logical or bitwise and of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_and: BroadcastAnd = "chlo.broadcast_and" (lhs: BooleanOrInteger, rhs: BooleanOrInteger)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The angle of the point (`rhs`, `lhs`) of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_atan2: BroadcastAtan2 = "chlo.broadcast_atan2" (lhs: FloatOrComplex, rhs: FloatOrComplex)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The quotient of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_divide: BroadcastDivide = "chlo.broadcast_divide" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The larger of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_maximum: BroadcastMaximum = "chlo.broadcast_maximum" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The smaller of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_minimum: BroadcastMinimum = "chlo.broadcast_minimum" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The product of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_multiply: BroadcastMultiply = "chlo.broadcast_multiply" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The number next to `lhs` on the way to `rhs` of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_next_after: BroadcastNextAfter = "chlo.broadcast_next_after" (lhs: Float, rhs: Float)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The logical or bitwise or of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_or: BroadcastOr = "chlo.broadcast_or" (lhs: BooleanOrInteger, rhs: BooleanOrInteger)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The `lhs`-th derivative of `digamma` at `rhs` of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_polygamma: BroadcastPolygamma = "chlo.broadcast_polygamma" (lhs: Float, rhs: Float)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// `lhs` to the power of `rhs` of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_power: BroadcastPower = "chlo.broadcast_power" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The remainder of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_remainder: BroadcastRemainder = "chlo.broadcast_remainder" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The bits of `lhs` shifted up by `rhs` of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// CHLO admits elements of any type; running it fails for those that are not integers.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_shift_left: BroadcastShiftLeft = "chlo.broadcast_shift_left" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, MayFail, Foldable]
}
op! {
    /// The bits of `lhs` shifted down by `rhs`, with its sign of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// CHLO admits elements of any type; running it fails for those that are not integers.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_shift_right_arithmetic: BroadcastShiftRightArithmetic = "chlo.broadcast_shift_right_arithmetic" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, MayFail, Foldable]
}
op! {
    /// The bits of `lhs` shifted down by `rhs`, with zeros of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// CHLO admits elements of any type; running it fails for those that are not integers.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_shift_right_logical: BroadcastShiftRightLogical = "chlo.broadcast_shift_right_logical" (lhs: Tensor, rhs: Tensor)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, MayFail, Foldable]
}
op! {
    /// The difference of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_subtract: BroadcastSubtract = "chlo.broadcast_subtract" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The logical or bitwise exclusive or of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_xor: BroadcastXor = "chlo.broadcast_xor" (lhs: BooleanOrInteger, rhs: BooleanOrInteger)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// The Hurwitz zeta function of `lhs` at `rhs` of each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_zeta: BroadcastZeta = "chlo.broadcast_zeta" (lhs: Float, rhs: Float)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}

op! {
    /// Complex numbers from real parts `lhs` and imaginary parts `rhs`, broadcast to
    /// one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_complex: BroadcastComplex = "chlo.broadcast_complex" (lhs: Float, rhs: Float)
    { broadcast_dimensions: Option<Dims> } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// Compares each pair of elements of `lhs` and `rhs`, broadcast to one shape.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_compare: BroadcastCompare = "chlo.broadcast_compare" (lhs: Tensor, rhs: Tensor)
    {
        broadcast_dimensions: Option<Dims>,
        compare_type: Option<Chlo<CompareType>>,
        comparison_direction: Chlo<Direction>,
    } -> Tensor
    syntax "$lhs, $rhs : signature"
    traits [Pure, NeverFails, Foldable]
}
op! {
    /// Selects the element of `on_true` where `pred` is true, else that of `on_false`. All three
    /// operands are broadcast to one shape with their last dimensions aligned.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    broadcast_select: BroadcastSelect = "chlo.broadcast_select"
    (pred: Boolean, on_true: Tensor, on_false: Tensor) {  } -> Tensor
    syntax "$pred, $on_true, $on_false : signature"
    traits [Pure, NeverFails, Foldable]
}

/// The result dimensions of an operand of rank `rank` in a broadcast to rank `full`.
pub fn broadcast_places(dims: Option<&Dims>, rank: usize, full: usize) -> Dims {
    match dims {
        Some(dims) if rank < full => dims.clone(),
        _ => (full - rank..full).map(|d| d as i64).collect(),
    }
}

/// The shape that two operands are broadcast to.
fn broadcast_shape(
    x: &TensorType,
    y: &TensorType,
    dims: Option<&Dims>,
) -> Result<Shape, ConstraintError> {
    let full = x.rank().max(y.rank());
    // Upstream takes any dimensions for operands of one known shape: none is broadcast.
    let alike = x.is_static() && x.dims == y.dims;
    if let Some(dims) = dims.filter(|_| !alike) {
        let low = x.rank().min(y.rank());
        ensure!(Broadcast at broadcast_dimensions,
            dims.len() == low && dims.is_increasing() && dims.are_below(full),
            "broadcast_dimensions {dims} must name, in order, a dimension of rank {full} for each of {low}");
    }
    let mut shape: Shape = smallvec::smallvec![1; full];
    for t in [x, y] {
        for (&at, &extent) in broadcast_places(dims, t.rank(), full).iter().zip(&t.dims) {
            let slot = &mut shape[at as usize];
            *slot = match (*slot, extent) {
                (1, e) | (e, 1) => e,
                (DYNAMIC, e) | (e, DYNAMIC) => e,
                (a, b) => {
                    ensure!(
                        Broadcast,
                        a == b,
                        "in dimension {at}, {a} elements and {b} can't be broadcast to one shape"
                    );
                    a
                }
            };
        }
    }
    Ok(shape)
}

/// The result of an op on elements of one type; scales and zero points of quantized operands may
/// differ if `scales_differ`, as for the op without broadcasting.
fn broadcast_pair(
    cx: &InferContext<'_>,
    dims: Option<&Dims>,
    scales_differ: bool,
) -> Result<TensorType, ConstraintError> {
    let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
    ensure!(
        Type,
        x.element == y.element || scales_differ && x.element.same_baseline(y.element),
        "lhs is {} but rhs is {}; they must have one element type",
        cx.ty(0),
        cx.ty(1)
    );
    Ok(TensorType::new(&broadcast_shape(x, y, dims)?, x.element))
}

macro_rules! broadcast_binary {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                Ok(broadcast_pair(cx, self.broadcast_dimensions.as_ref(), true)?.into())
            }
        }
    )*};
}
broadcast_binary! {
    BroadcastAdd, BroadcastAnd, BroadcastAtan2, BroadcastDivide, BroadcastMaximum, BroadcastMinimum, BroadcastMultiply, BroadcastNextAfter, BroadcastOr, BroadcastPolygamma, BroadcastPower, BroadcastRemainder, BroadcastShiftLeft, BroadcastShiftRightArithmetic, BroadcastShiftRightLogical, BroadcastSubtract, BroadcastXor, BroadcastZeta,
}

impl Infer for BroadcastComplex {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let parts = broadcast_pair(cx, self.broadcast_dimensions.as_ref(), false)?;
        let element = parts.element.complex_of();
        ensure!(I1 at #0, element.is_some(), "lhs must be a tensor of f32 or f64, not {}", cx.ty(0));
        Ok(parts.with_element(element.unwrap_or(parts.element)).into())
    }
}

impl Infer for BroadcastCompare {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let parts = broadcast_pair(cx, self.broadcast_dimensions.as_ref(), false)?;
        if let Some(Chlo(found)) = self.compare_type {
            let e = parts.element;
            ensure!(Type at compare_type, found.suits(e),
                "compare_type {found} does not suit elements of {e}");
        }
        Ok(parts.with_element(Element::I1).into())
    }
}

impl Infer for BroadcastSelect {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (p, x, y) = (cx.tensor(0)?, cx.tensor(1)?, cx.tensor(2)?);
        ensure!(
            Type,
            x.element == y.element,
            "on_true is {} but on_false is {}; they must have one element type",
            cx.ty(1),
            cx.ty(2)
        );
        let both = TensorType::new(&broadcast_shape(x, y, None)?, x.element);
        let shape = broadcast_shape(p, &both, None)?;
        Ok(TensorType::new(&shape, x.element).into())
    }
}
