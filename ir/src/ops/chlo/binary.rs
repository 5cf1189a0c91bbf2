//! Functions of two numbers.

use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::ops::most_known;
use crate::types::Types;
use crate::types::same_shape;

op! {
    /// The number of `x`'s type that is next to `x` on the way to `y`, `y` itself where
    /// both are equal, NaN where either is; C's `nextafter`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    next_after: NextAfter = "chlo.next_after" (x: Float, y: Float) {  } -> Tensor
    syntax "$x, $y : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The `n`-th derivative of `digamma` at `x`; NaN where `n` is no whole number or
    /// negative. At `x` of zero and negative integers it is ∞ for odd `n`, else NaN.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    polygamma: Polygamma = "chlo.polygamma" (n: Float, x: Float) {  } -> Tensor
    syntax "$n, $x : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The Hurwitz zeta function: the sum of `(q + n)⁻ˣ` over `n = 0, 1, …`. ∞ at
    /// `x = 1`, NaN below. Of negative `q`, a whole `x` is needed (else NaN); at whole
    /// `q` of at most 0 it is ∞ for even `x`, else NaN.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    zeta: Zeta = "chlo.zeta" (x: Float, q: Float) {  } -> Tensor
    syntax "$x, $q : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The upper half of the product of two integers in twice their width.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    mulhi: Mulhi = "chlo.mulhi" (lhs: Integer, rhs: Integer) {  } -> Tensor
    syntax "$lhs, $rhs : arrow"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}

/// Both operands and the result have one type.
macro_rules! same_as_operands {
    ($($Name:ident),* $(,)?) => {$(
        impl Infer for $Name {
            fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
                let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
                ensure!(Type, x.element == y.element && same_shape(x, y),
                    "the operands are {} and {}; they must have one type", cx.ty(0), cx.ty(1));
                Ok(most_known(x, y).into())
            }
        }
    )*};
}
same_as_operands! { Mulhi, NextAfter, Polygamma, Zeta }
