//! Elementwise functions of one operand.

use crate::op::ConstraintError;
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Element;
use crate::types::Types;
op! {
    /// Arc cosine: the angle in 0 to π whose cosine is the operand. Of a complex
    /// number the principal value, with cuts along the real axis outside of -1 to 1.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    acos: Acos = "chlo.acos" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Area hyperbolic cosine: `log(x + sqrt(x² - 1))`; NaN of real numbers below 1.
    /// Of a complex number the principal value, with its cut along the real axis
    /// below 1.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    acosh: Acosh = "chlo.acosh" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Arc sine: the angle in -π/2 to π/2 whose sine is the operand. Of a complex
    /// number the principal value, with cuts along the real axis outside of -1 to 1.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    asin: Asin = "chlo.asin" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The common part of arc sine and arc cosine of a complex number `z`: the `w` with
    /// `asin z = atan2(re z, re w) + i·sign(im z)·im w` and
    /// `acos z = atan2(re w, re z) - i·sign(im z)·im w`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    asin_acos_kernel: AsinAcosKernel = "chlo._asin_acos_kernel" (operand: Complex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Area hyperbolic sine: `log(x + sqrt(x² + 1))`. Of a complex number the
    /// principal value, with cuts along the imaginary axis outside of -i to i.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    asinh: Asinh = "chlo.asinh" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Arc tangent: the angle in -π/2 to π/2 whose tangent is the operand. Of a
    /// complex number the principal value, with cuts along the imaginary axis outside
    /// of -i to i.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    atan: Atan = "chlo.atan" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Area hyperbolic tangent: `log((1 + x)/(1 - x))/2`; NaN of real numbers outside
    /// of -1 to 1. Of a complex number the principal value, with cuts along the real
    /// axis outside of -1 to 1.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    atanh: Atanh = "chlo.atanh" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The modified Bessel function of the first kind of order 1, scaled:
    /// `exp(-|x|)·I₁(x)`; of a complex number, scaled by `exp(-|re x|)`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    bessel_i1e: BesselI1e = "chlo.bessel_i1e" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The complex conjugate; a real number is its own.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    conj: Conj = "chlo.conj" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Hyperbolic cosine: `(exp(x) + exp(-x))/2`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    cosh: Cosh = "chlo.cosh" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The derivative of `lgamma`. NaN at negative integers and -∞; at 0.0 it is -∞,
    /// at -0.0 it is ∞.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    digamma: Digamma = "chlo.digamma" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The error function: `2/√π · ∫ exp(-t²) dt` from 0 to the operand.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    erf: Erf = "chlo.erf" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The inverse of `erf`: ∞ at 1, -∞ at -1, NaN beyond.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    erf_inv: ErfInv = "chlo.erf_inv" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The complementary error function, `1 - erf(x)`, accurate where that is small.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    erfc: Erfc = "chlo.erfc" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The logarithm of the gamma function's size, `log |Γ(x)|`. ∞ at 0, negative
    /// integers and both infinities.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    lgamma: Lgamma = "chlo.lgamma" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Hyperbolic sine: `(exp(x) - exp(-x))/2`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    sinh: Sinh = "chlo.sinh" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The square of each element.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    square: Square = "chlo.square" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Tangent of an angle in radians.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    chlo_tan: ChloTan = "chlo.tan" (operand: FloatOrComplex) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}

/// The result has the operand's type.
macro_rules! same_as_operand {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                Ok(cx.ty(0).into())
            }
        }
    )*};
}
same_as_operand! {
    Acos, Acosh, Asin, AsinAcosKernel, Asinh, Atan, Atanh, BesselI1e, Conj, Cosh, Digamma, Erf, ErfInv, Erfc, Lgamma, Sinh, Square, ChloTan,
}

op! {
    /// Whether a number is ∞ or -∞.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    is_inf: IsInf = "chlo.is_inf" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Whether a number is -∞.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    is_neg_inf: IsNegInf = "chlo.is_neg_inf" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// Whether a number is ∞.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    is_pos_inf: IsPosInf = "chlo.is_pos_inf" (operand: Float) {  } -> Tensor
    syntax "$operand : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}

/// The result has a boolean for each element.
macro_rules! predicate {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                Ok(cx.tensor(0)?.with_element(Element::I1).into())
            }
        }
    )*};
}
predicate! { IsInf, IsNegInf, IsPosInf }
