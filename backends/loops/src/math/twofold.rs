//! Doubles in two parts, the second of which is what the first one lacks.

use super::Arith;

/// A sum of two doubles, of which the first is the rounded sum.
#[derive(Clone, Copy)]
pub(super) struct Twofold<V> {
    pub(super) high: V,
    pub(super) low: V,
}

/// `x + y` exactly (Knuth).
pub(super) fn sum<A: Arith>(a: &mut A, x: A::V, y: A::V) -> Twofold<A::V> {
    let high = a.add(x, y);
    let of_y = a.sub(high, x);
    let of_x = a.sub(high, of_y);
    let (lost_x, lost_y) = (a.sub(x, of_x), a.sub(y, of_y));
    Twofold { high, low: a.add(lost_x, lost_y) }
}

/// `x + y` exactly, where `x` is zero or not the smaller one (Dekker).
pub(super) fn ordered_sum<A: Arith>(a: &mut A, x: A::V, y: A::V) -> Twofold<A::V> {
    let high = a.add(x, y);
    let of_y = a.sub(high, x);
    Twofold { high, low: a.sub(y, of_y) }
}

/// `x · y` exactly.
pub(super) fn product<A: Arith>(a: &mut A, x: A::V, y: A::V) -> Twofold<A::V> {
    let high = a.mul(x, y);
    let minus = a.neg(high);
    Twofold { high, low: a.fma(x, y, minus) }
}

/// `x · y` of two twofold numbers, up to 2⁻¹⁰⁰ of it or so.
pub(super) fn times<A: Arith>(a: &mut A, x: Twofold<A::V>, y: Twofold<A::V>) -> Twofold<A::V> {
    let it = product(a, x.high, y.high);
    let low = a.fma(x.high, y.low, it.low);
    let low = a.fma(x.low, y.high, low);
    ordered_sum(a, it.high, low)
}
