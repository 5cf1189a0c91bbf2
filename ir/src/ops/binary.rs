//! Elementwise ops with two and three operands.

use crate::field::word_enum;
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, TensorType, same_shape};

op! {
    /// Sum; logical or of booleans; of integers, modulo 2ⁿ.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#add>
    add: Add = "stablehlo.add" (lhs: Tensor, rhs: Tensor) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// Logical and of booleans, bitwise and of integers.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#and>
    and: And = "stablehlo.and" (lhs: BooleanOrInteger, rhs: BooleanOrInteger) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// The angle of the point (`rhs`, `lhs`), in radians.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#atan2>
    atan2: Atan2 = "stablehlo.atan2" (lhs: FloatOrComplex, rhs: FloatOrComplex) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Quotient; of integers, rounded towards zero. By zero it is -1, and the lowest number divided by -1 is itself.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#divide>
    divide: Divide = "stablehlo.divide" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The larger number, NaN if either is; logical or of booleans; complex numbers in lexicographic order.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#maximum>
    maximum: Maximum = "stablehlo.maximum" (lhs: PerTensor, rhs: PerTensor) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// The smaller number, NaN if either is; logical and of booleans; complex numbers in lexicographic order.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#minimum>
    minimum: Minimum = "stablehlo.minimum" (lhs: PerTensor, rhs: PerTensor) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// Product; logical and of booleans; of integers, modulo 2ⁿ.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#multiply>
    multiply: Multiply = "stablehlo.multiply" (lhs: PerTensor, rhs: PerTensor) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// Logical or of booleans, bitwise or of integers.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#or>
    or: Or = "stablehlo.or" (lhs: BooleanOrInteger, rhs: BooleanOrInteger) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}
op! {
    /// `lhs` to the power of `rhs`; of integers, modulo 2ⁿ.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#power>
    power: Power = "stablehlo.power" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The remainder of `lhs` after division by `rhs`, with the sign of `lhs`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#remainder>
    remainder: Remainder = "stablehlo.remainder" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Shifts the bits of `lhs` up by `rhs`; zero if that is not a number of bits below the width.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#shift_left>
    shift_left: ShiftLeft = "stablehlo.shift_left" (lhs: Integer, rhs: Integer) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Shifts the bits of `lhs` down by `rhs`, keeping the sign.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#shift_right_arithmetic>
    shift_right_arithmetic: ShiftRightArithmetic = "stablehlo.shift_right_arithmetic" (lhs: Integer, rhs: Integer) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Shifts the bits of `lhs` down by `rhs`, filling with zeros.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#shift_right_logical>
    shift_right_logical: ShiftRightLogical = "stablehlo.shift_right_logical" (lhs: Integer, rhs: Integer) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Difference; of integers, modulo 2ⁿ.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#subtract>
    subtract: Subtract = "stablehlo.subtract" (lhs: IntegerFloatOrComplex, rhs: IntegerFloatOrComplex) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Logical exclusive or of booleans, bitwise exclusive or of integers.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#xor>
    xor: Xor = "stablehlo.xor" (lhs: BooleanOrInteger, rhs: BooleanOrInteger) {  } -> Tensor
    syntax "$lhs, $rhs : same"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}

/// Both operands and the result have the same type.
macro_rules! same_as_operands {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                let (a, b) = (cx.ty(0), cx.ty(1));
                if a == b {
                    return Ok(a.into());
                }
                let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
                // Scales and zero points of quantized operands may differ.
                ensure!(C1, x.element.same_baseline(y.element) && same_shape(x, y),
                    "lhs is {a} but rhs is {b}");
                Ok(most_known(x, y).into())
            }
        }
    )*};
}
same_as_operands! {
    And, Atan2, Divide, Maximum, Minimum, Multiply, Or, Power, Remainder, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor,
}

impl Infer for Add {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (a, b) = (cx.ty(0), cx.ty(1));
        if a == b {
            return Ok(a.into());
        }
        let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
        if let (Element::Quant(p), Element::Quant(q)) = (x.element, y.element) {
            ensure!(
                C3,
                p.storage == q.storage,
                "lhs is stored in {}, rhs in {}",
                p.storage,
                q.storage
            );
            ensure!(
                C4,
                p.expressed == q.expressed,
                "lhs stands for {}, rhs for {}",
                p.expressed,
                q.expressed
            );
            ensure!(C1, same_shape(x, y), "lhs is {a} but rhs is {b}");
            return Ok(most_known(x, y).into()); // (C5) to (C7) are checked with the result.
        }
        let quantized = x.element.is_quantized() || y.element.is_quantized();
        ensure!(C2, !quantized, "lhs is {a} and rhs {b}; both or none must be quantized");
        ensure!(C1, x.element == y.element && same_shape(x, y), "lhs is {a} but rhs is {b}");
        Ok(most_known(x, y).into())
    }
}

/// The more precise of two compatible types, dimension by dimension: the known extent, or the lower
/// bound.
pub(crate) fn most_known(x: &TensorType, y: &TensorType) -> TensorType {
    let dims: Vec<i64> = x.dims.iter().zip(&y.dims).map(|(&a, &b)| a.max(b)).collect();
    let lower = |d: usize| match (x.bound(d), y.bound(d)) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let known = x.with_dims(&dims);
    if known.is_static() {
        return known;
    }
    let bounds: Vec<Option<i64>> = (0..x.rank()).map(lower).collect();
    known.bounded_by(&bounds)
}

op! {
    /// Makes complex numbers from real and imaginary parts.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#complex>
    complex: Complex = "stablehlo.complex" (lhs: Float, rhs: Float) {} -> Tensor
    syntax "$lhs, $rhs : complex"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for Complex {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
        ensure!(
            C1,
            x.element == y.element && same_shape(x, y),
            "lhs is {} but rhs is {}",
            cx.ty(0),
            cx.ty(1)
        );
        let element = x.element.complex_of();
        ensure!(I1 at #0, element.is_some(), "lhs must be a tensor of f32 or f64, not {}", cx.ty(0));
        Ok(most_known(x, y).with_element(element.unwrap_or(x.element)).into()) // (C2), (C3)
    }
}

word_enum! {
    /// The comparison of two elements.
    Direction = "comparison_direction" {
        /// Equal.
        Eq = "EQ",
        /// Not equal; true if either is NaN.
        Ne = "NE",
        /// Greater or equal.
        Ge = "GE",
        /// Greater.
        Gt = "GT",
        /// Less or equal.
        Le = "LE",
        /// Less.
        Lt = "LT",
    }
}

word_enum! {
    /// The interpretation of the operands of a comparison.
    CompareType = "comparison_type" {
        /// As floats or complex numbers, by IEEE 754's comparison.
        Float = "FLOAT",
        /// As floats in IEEE 754's total order.
        TotalOrder = "TOTALORDER",
        /// As signed integers.
        Signed = "SIGNED",
        /// As unsigned integers or booleans.
        Unsigned = "UNSIGNED",
        /// Not said.
        NoType = "NOTYPE",
    }
}

impl CompareType {
    /// Whether elements of this type can be compared in this way.
    pub fn suits(self, e: Element) -> bool {
        match self {
            CompareType::NoType => true,
            CompareType::Float => e.is_float() || e.is_complex() || e.is_quantized(),
            CompareType::TotalOrder => e.is_float(),
            CompareType::Signed => e.is_signed(),
            CompareType::Unsigned => e.is_unsigned() || e.is_boolean(),
        }
    }
}

op! {
    /// Compares each pair of elements.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#compare>
    compare: Compare = "stablehlo.compare" (lhs: PerTensor, rhs: PerTensor)
    { comparison_direction: Direction, compare_type: Option<CompareType> } -> Tensor
    syntax custom
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for Compare {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
        ensure!(
            C1,
            x.element.same_baseline(y.element),
            "lhs is {} but rhs is {}",
            cx.ty(0),
            cx.ty(1)
        );
        ensure!(C2, same_shape(x, y), "lhs is {} but rhs is {}", cx.ty(0), cx.ty(1));
        if let Some(found) = self.compare_type {
            let e = x.element;
            ensure!(C3 at compare_type, found.suits(e), "compare_type {found} does not suit elements of {e}");
        }
        Ok(most_known(x, y).with_element(Element::I1).into())
    }
}

op! {
    /// Selects the element of `on_true` where `pred` is true, else that of `on_false`. `pred` may
    /// be a scalar.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#select>
    select: Select = "stablehlo.select" (pred: Boolean, on_true: PerTensor, on_false: PerTensor) {} -> Tensor
    syntax "$pred, $on_true, $on_false : select"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for Select {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (p, x, y) = (cx.tensor(0)?, cx.tensor(1)?, cx.tensor(2)?);
        ensure!(C1 at #0, p.rank() == 0 || same_shape(p, x),
            "pred is {}, neither a single boolean nor of the shape of on_true, {}", cx.ty(0), cx.ty(1));
        ensure!(
            C2,
            x.element.same_baseline(y.element) && same_shape(x, y),
            "on_true is {} but on_false is {}",
            cx.ty(1),
            cx.ty(2)
        );
        Ok(most_known(x, y).into())
    }
}

op! {
    /// Clamps each element of `operand` to the range from `min` to `max`. Both bounds may be
    /// scalars.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#clamp>
    clamp: Clamp = "stablehlo.clamp" (min: PerTensor, operand: PerTensor, max: PerTensor) {} -> Tensor
    syntax "$min, $operand, $max : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for Clamp {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (low, x, high) = (cx.tensor(0)?, cx.tensor(1)?, cx.tensor(2)?);
        ensure!(C1 at #0, low.rank() == 0 || same_shape(low, x),
            "min is {}, neither a single number nor of the operand's shape, {}", cx.ty(0), cx.ty(1));
        ensure!(C2 at #2, high.rank() == 0 || same_shape(high, x),
            "max is {}, neither a single number nor of the operand's shape, {}", cx.ty(2), cx.ty(1));
        ensure!(
            C3,
            low.element.same_baseline(x.element) && high.element.same_baseline(x.element),
            "min, operand and max have elements of {}, {} and {}",
            low.element,
            x.element,
            high.element
        );
        Ok(x.clone().into()) // (C4)
    }
}
