//! Double-double arithmetic: numbers as unevaluated sums of two doubles.

use super::arith::Arith;

/// The number `high + low`, where `high` is the sum rounded to a double.
#[derive(Clone, Copy)]
pub(super) struct DoubleDouble<V> {
    pub(super) high: V,
    pub(super) low: V,
}

/// `x + y` exactly (Knuth's TwoSum).
pub(super) fn sum<A: Arith>(a: &mut A, x: A::V, y: A::V) -> DoubleDouble<A::V> {
    let high = a.add(x, y);
    let of_y = a.sub(high, x);
    let of_x = a.sub(high, of_y);
    let (lost_x, lost_y) = (a.sub(x, of_x), a.sub(y, of_y));
    DoubleDouble { high, low: a.add(lost_x, lost_y) }
}

/// `x + y` exactly if `x = 0` or `|x| ≥ |y|` (Dekker's FastTwoSum).
pub(super) fn ordered_sum<A: Arith>(a: &mut A, x: A::V, y: A::V) -> DoubleDouble<A::V> {
    let high = a.add(x, y);
    let of_y = a.sub(high, x);
    DoubleDouble { high, low: a.sub(y, of_y) }
}

/// `x · y` exactly.
pub(super) fn product<A: Arith>(a: &mut A, x: A::V, y: A::V) -> DoubleDouble<A::V> {
    let high = a.mul(x, y);
    let minus = a.neg(high);
    DoubleDouble { high, low: a.fma(x, y, minus) }
}

/// `x · y` of two double-doubles, with a relative error of about 2⁻¹⁰⁰.
pub(super) fn times<A: Arith>(
    a: &mut A,
    x: DoubleDouble<A::V>,
    y: DoubleDouble<A::V>,
) -> DoubleDouble<A::V> {
    let it = product(a, x.high, y.high);
    let low = a.fma(x.high, y.low, it.low);
    let low = a.fma(x.low, y.high, low);
    ordered_sum(a, it.high, low)
}
