//! Elementwise functions of two operands.

use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::ops::most_known;
use crate::types::Types;
use crate::types::same_shape;

op! {
    /// The next representable number after `x` in the direction of `y`; `y` if both are equal, NaN
    /// if either is NaN; C's `nextafter`.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    next_after: NextAfter = "chlo.next_after" (x: Float, y: Float) {  } -> Tensor
    syntax "$x, $y : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The `n`-th derivative of `digamma` at `x`; NaN if `n` is negative or not a whole number. At
    /// zero and negative integers `x` it is ∞ for odd `n`, else NaN.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    polygamma: Polygamma = "chlo.polygamma" (n: Float, x: Float) {  } -> Tensor
    syntax "$n, $x : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The Hurwitz zeta function: the sum of `(q + n)⁻ˣ` over `n = 0, 1, …`. It is ∞ at `x = 1` and
    /// NaN below. Negative `q` requires a whole `x` (else NaN); at whole `q` of at most 0 it is ∞
    /// for even `x`, else NaN.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    zeta: Zeta = "chlo.zeta" (x: Float, q: Float) {  } -> Tensor
    syntax "$x, $q : arrow"
    traits [Pure, Elementwise, NeverFails, Foldable]
}
op! {
    /// The high half of the double-width product of two integers.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    mulhi: Mulhi = "chlo.mulhi" (lhs: Integer, rhs: Integer) {  } -> Tensor
    syntax "$lhs, $rhs : arrow"
    traits [Pure, Elementwise, Commutative, NeverFails, Foldable]
}

/// Both operands and the result have the same type.
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
