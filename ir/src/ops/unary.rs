//! Elementwise ops with one operand.

use crate::field::{Bits, ResultType};
use crate::op::{ConstraintError, ensure};
use crate::ops::algorithm::ResultAccuracy;
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, same_shape};

op! {
    /// Absolute value; of a complex number, its modulus.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#abs>
    abs: Abs = "stablehlo.abs" (operand: SignedFloatOrComplex) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Cube root.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#cbrt>
    cbrt: Cbrt = "stablehlo.cbrt" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Rounds towards positive infinity.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#ceil>
    ceil: Ceil = "stablehlo.ceil" (operand: Float) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Cosine of an angle in radians.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#cosine>
    cosine: Cosine = "stablehlo.cosine" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Counts the zero bits in front of the highest one bit.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#count_leading_zeros>
    count_leading_zeros: CountLeadingZeros = "stablehlo.count_leading_zeros" (operand: Integer) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// `e` to the power of the operand.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#exponential>
    exponential: Exponential = "stablehlo.exponential" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// `exp(x) - 1`, accurate near zero.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#exponential_minus_one>
    exponential_minus_one: ExponentialMinusOne = "stablehlo.exponential_minus_one" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Rounds towards negative infinity.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#floor>
    floor: Floor = "stablehlo.floor" (operand: Float) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The imaginary part; zero of a real number.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#imag>
    imag: Imag = "stablehlo.imag" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Whether the number is neither infinite nor NaN.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#is_finite>
    is_finite: IsFinite = "stablehlo.is_finite" (operand: Float) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Natural logarithm.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#log>
    log: Log = "stablehlo.log" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// `log(1 + x)`, accurate near zero.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#log_plus_one>
    log_plus_one: LogPlusOne = "stablehlo.log_plus_one" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// `1 / (1 + exp(-x))`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#logistic>
    logistic: Logistic = "stablehlo.logistic" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Negation; of integers, modulo 2ⁿ.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#negate>
    negate: Negate = "stablehlo.negate" (operand: IntegerFloatOrComplex) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Logical not of booleans, bitwise not of integers.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#not>
    not: Not = "stablehlo.not" (operand: BooleanOrInteger) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Counts the one bits.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#popcnt>
    popcnt: Popcnt = "stablehlo.popcnt" (operand: Integer) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The real part.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#real>
    real: Real = "stablehlo.real" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Rounds to the nearest integer, halves away from zero.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#round_nearest_afz>
    round_nearest_afz: RoundNearestAfz = "stablehlo.round_nearest_afz" (operand: Float) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Rounds to the nearest integer, halves to the even one.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#round_nearest_even>
    round_nearest_even: RoundNearestEven = "stablehlo.round_nearest_even" (operand: Float) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// `1 / sqrt(x)`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#rsqrt>
    rsqrt: Rsqrt = "stablehlo.rsqrt" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// -1, 0 or 1; of a complex number, `x / |x|`. NaN stays.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#sign>
    sign: Sign = "stablehlo.sign" (operand: SignedFloatOrComplex) {  } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Sine of an angle in radians.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#sine>
    sine: Sine = "stablehlo.sine" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Square root.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#sqrt>
    sqrt: Sqrt = "stablehlo.sqrt" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Tangent of an angle in radians.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#tan>
    tan: Tan = "stablehlo.tan" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Hyperbolic tangent.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#tanh>
    tanh: Tanh = "stablehlo.tanh" (operand: FloatOrComplex) { result_accuracy: Option<Box<ResultAccuracy>> } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}

/// The result has the operand's type.
macro_rules! same_as_operand {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                Ok(cx.ty(0).into()) // (C1)
            }
        }
    )*};
}
same_as_operand! {
    Cbrt, Ceil, Cosine, CountLeadingZeros, Exponential, ExponentialMinusOne, Floor, Log, LogPlusOne, Logistic, Negate, Not, Popcnt, RoundNearestAfz, RoundNearestEven, Rsqrt, Sign, Sine, Sqrt, Tan, Tanh,
}

/// The result has the operand's shape and the real part's element type.
macro_rules! real_part_of_operand {
    ($($Name:ident $(not quantized: $label:ident)?),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                let x = cx.tensor(0)?;
                $(ensure!($label at #0, !x.element.is_quantized(),
                    "operand must be a tensor of floats or complex numbers, not {}", cx.ty(0));)?
                Ok(x.with_element(x.element.real_part()).into()) // (C1), (C2)
            }
        }
    )*};
}
real_part_of_operand! { Abs, Imag not quantized: I1, Real not quantized: I1 }

impl Infer for IsFinite {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(cx.tensor(0)?.with_element(Element::I1).into()) // (C1)
    }
}

op! {
    /// Converts each number to the result's element type: to the nearest float, ties to even; to
    /// integers by truncation and saturation; to booleans by comparison with zero. The imaginary
    /// part of a complex number is dropped if the result is real.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#convert>
    convert: Convert = "stablehlo.convert" (operand: Tensor) { ty: ResultType } -> Tensor
    syntax "$operand : same"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for Convert {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let y = self.ty.0.as_tensor();
        ensure!(I1 at #0, !x.element.is_quantized(),
            "operand must be a tensor that is not quantized, not {}", cx.ty(0));
        ensure!(
            C1,
            y.is_some_and(|y| same_shape(x, y)),
            "the result {} does not have the shape of the operand {}",
            self.ty.0,
            cx.ty(0)
        );
        ensure!(
            Type,
            y.is_some_and(|y| !y.element.is_quantized()),
            "the result {} must not be quantized",
            self.ty.0
        );
        Ok(self.ty.0.into())
    }
}

op! {
    /// Rounds each float to a format with fewer bits and back.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#reduce_precision>
    reduce_precision: ReducePrecision = "stablehlo.reduce_precision" (operand: Float)
    { exponent_bits: Bits, mantissa_bits: Bits } -> Tensor
    syntax custom
    traits [Pure, Elementwise, NeverFails, Foldable]
}
impl Infer for ReducePrecision {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (e, m) = (self.exponent_bits.0, self.mantissa_bits.0);
        ensure!(C2 at exponent_bits, e >= 1, "exponent_bits is {e}; it must be at least 1");
        ensure!(C3 at mantissa_bits, m >= 0, "mantissa_bits is {m}; it must not be negative");
        Ok(cx.ty(0).into()) // (C1)
    }
}
