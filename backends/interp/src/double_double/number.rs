//! Double-double arithmetic: a number as the unevaluated sum of two `f64`, with
//! about 106 bits, in which the special functions compute before they round
//! once.
//!
//! After T. J. Dekker, "A floating-point technique for extending the available
//! precision", Numerische Mathematik 18 (1971). Infinities and NaN are kept away
//! by the callers.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// `hi + lo`, with `|lo|` at most half a unit in the last place of `hi`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Dd {
    pub(crate) hi: f64,
    pub(crate) lo: f64,
}

pub(crate) const ZERO: Dd = Dd::new(0.0, 0.0);
pub(crate) const ONE: Dd = Dd::new(1.0, 0.0);
pub(crate) const PI: Dd = Dd::new(std::f64::consts::PI, 1.2246467991473532e-16);
pub(crate) const LN_2: Dd = Dd::new(std::f64::consts::LN_2, 2.3190468138462996e-17);

fn two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    let v = hi - a;
    Dd { hi, lo: (a - (hi - v)) + (b - v) }
}

/// For summands in descending order of magnitude.
fn quick_two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    Dd { hi, lo: b - (hi - a) }
}

fn two_prod(a: f64, b: f64) -> Dd {
    let hi = a * b;
    Dd { hi, lo: a.mul_add(b, -hi) }
}

impl From<f64> for Dd {
    fn from(hi: f64) -> Dd {
        Dd { hi, lo: 0.0 }
    }
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, other: Dd) -> Dd {
        let (s, t) = (two_sum(self.hi, other.hi), two_sum(self.lo, other.lo));
        let s = quick_two_sum(s.hi, s.lo + t.hi);
        quick_two_sum(s.hi, s.lo + t.lo)
    }
}
impl Neg for Dd {
    type Output = Dd;
    fn neg(self) -> Dd {
        Dd { hi: -self.hi, lo: -self.lo }
    }
}
impl Sub for Dd {
    type Output = Dd;
    fn sub(self, other: Dd) -> Dd {
        self + -other
    }
}
impl Mul for Dd {
    type Output = Dd;
    fn mul(self, other: Dd) -> Dd {
        let p = two_prod(self.hi, other.hi);
        let lo = self.hi.mul_add(other.lo, self.lo.mul_add(other.hi, p.lo));
        quick_two_sum(p.hi, lo)
    }
}
impl Mul<f64> for Dd {
    type Output = Dd;
    fn mul(self, other: f64) -> Dd {
        let p = two_prod(self.hi, other);
        quick_two_sum(p.hi, self.lo.mul_add(other, p.lo))
    }
}
impl Div for Dd {
    type Output = Dd;
    fn div(self, other: Dd) -> Dd {
        let q = self.hi / other.hi;
        let r = self - other * q;
        let q2 = r.hi / other.hi;
        let r = r - other * q2;
        let q3 = r.hi / other.hi;
        quick_two_sum(q, q2) + Dd::from(q3)
    }
}
impl Div<f64> for Dd {
    type Output = Dd;
    fn div(self, other: f64) -> Dd {
        self / Dd::from(other)
    }
}

impl Dd {
    pub(crate) const fn new(hi: f64, lo: f64) -> Dd {
        Dd { hi, lo }
    }

    /// The nearest `f64`.
    pub(crate) fn round(self) -> f64 {
        self.hi + self.lo
    }

    /// The exact sum of two numbers.
    pub(crate) fn sum(a: f64, b: f64) -> Dd {
        two_sum(a, b)
    }

    pub(crate) fn abs(self) -> Dd {
        if self.hi < 0.0 { -self } else { self }
    }

    /// The number times a power of two.
    pub(crate) fn scale(self, by: f64) -> Dd {
        Dd { hi: self.hi * by, lo: self.lo * by }
    }

    pub(crate) fn sqrt(self) -> Dd {
        if self.hi == 0.0 {
            return self;
        }
        let root = self.hi.sqrt();
        let rest = self - two_prod(root, root);
        quick_two_sum(root, rest.hi / (2.0 * root))
    }

    /// `eˣ` if it is in range.
    pub(crate) fn exp(self) -> Dd {
        let (e, power) = self.exp_parts();
        e.scale(2f64.powi(power / 2)).scale(2f64.powi(power - power / 2))
    }

    /// `e` and `n` with `eˣ = e·2ⁿ` and `e` near 1.
    pub(crate) fn exp_parts(self) -> (Dd, i32) {
        const SQUARINGS: i32 = 4;
        let n = (self.hi / LN_2.hi).round_ties_even();
        // `LN_2` is accurate to 2⁻¹⁰⁷; a third part is added.
        let r = self - LN_2 * n - Dd::from(5.707708438416212e-34 * n);
        let r = r.scale(2f64.powi(-SQUARINGS));
        // eʳ - 1; squared as (1 + e)² - 1, which keeps small terms.
        let mut e = series(r, |k| r / f64::from(k + 1));
        for _ in 0..SQUARINGS {
            e = e.scale(2.0) + e * e;
        }
        (e + ONE, n.clamp(-4000.0, 4000.0) as i32)
    }

    /// `eˣ - 1`.
    pub(crate) fn exp_m1(self) -> Dd {
        if self.hi.abs() < 0.4 {
            return series(self, |k| self / f64::from(k + 1));
        }
        self.exp() - ONE
    }

    /// The natural logarithm of a positive number.
    pub(crate) fn ln(self) -> Dd {
        if (self.hi - 1.0).abs() < 0.1 {
            return (self - ONE).ln_1p();
        }
        // One step of Newton's method from the nearest `f64`, with two terms of the logarithm of
        // the residual.
        let first = self.hi.ln();
        let (e, n) = Dd::from(-first).exp_parts();
        let scaled = self.scale(2f64.powi(n / 2)).scale(2f64.powi(n - n / 2));
        let rest = scaled * e - ONE;
        Dd::from(first) + (rest - (rest * rest).scale(0.5))
    }

    /// `ln(1 + x)`.
    pub(crate) fn ln_1p(self) -> Dd {
        if self.hi.abs() >= 0.1 {
            return (self + ONE).ln();
        }
        // 2·atanh(s) with s = x/(2 + x).
        let s = self / (self + Dd::from(2.0));
        let square = s * s;
        let mut power = s;
        let mut sum = s;
        for k in 1..40 {
            power = power * square;
            let term = power / f64::from(2 * k + 1);
            sum = sum + term;
            if term.hi.abs() <= sum.hi.abs() * 1e-34 {
                break;
            }
        }
        sum.scale(2.0)
    }

    /// The sine and the cosine of a number up to about 2⁴⁰. Beyond that, argument reduction loses
    /// digits of the low half.
    pub(crate) fn sin_cos(self) -> (Dd, Dd) {
        let quarters = (self.hi / PI.hi * 2.0).round_ties_even();
        // π/2 in three parts; the third is below 2⁻¹⁰⁷ of the first.
        let half = PI.scale(0.5);
        let angle = self - two_prod(half.hi, quarters) - two_prod(half.lo, quarters);
        let angle = angle - Dd::from(-1.4973849048591698e-33 * quarters);
        rotated(angle, quarters)
    }

    /// The angle of `x + iy`, finite and not both zero, neither tiny nor huge compared with the
    /// square of the other.
    pub(crate) fn angle(y: f64, x: f64) -> Dd {
        // One step from the nearest `f64`: the residual is the sine of the difference.
        let first = y.atan2(x);
        let (sin, cos) = Dd::from(first).sin_cos();
        let across = cos * y - sin * x;
        let along = cos * x + sin * y;
        Dd::from(first) + across / along
    }
}

/// `first + second + …`, each term the previous one times `ratio`, until terms are negligible.
/// `ratio` gets the number of the previous term.
pub(crate) fn series(first: Dd, mut ratio: impl FnMut(i32) -> Dd) -> Dd {
    let (mut term, mut sum) = (first, first);
    for k in 1..2000 {
        term = term * ratio(k);
        sum = sum + term;
        if term.hi.abs() <= sum.hi.abs() * 1e-34 {
            break;
        }
    }
    sum
}

/// The sine and the cosine of a small angle plus a number of quarter turns.
fn rotated(angle: Dd, quarters: f64) -> (Dd, Dd) {
    let minus = -(angle * angle);
    let sin = series(angle, |k| minus / f64::from(2 * k * (2 * k + 1)));
    let cos = series(ONE, |k| minus / f64::from((2 * k - 1) * 2 * k));
    match (quarters as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// `sin πx` and `cos πx`; the argument is reduced exactly.
pub(crate) fn sin_cos_pi(x: f64) -> (Dd, Dd) {
    // Reduced to |r| ≤ 1/4 by quarter turns.
    let x = x % 2.0;
    let quarters = (2.0 * x).round_ties_even();
    let angle = PI * (x - 0.5 * quarters);
    rotated(angle, quarters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_undo_exponentials() {
        for x in [1e-12, 0.05, 0.3, 1.0, 2.5, -3.7, 40.0, -600.0, 700.25] {
            let x = Dd::new(x, x * 1e-17);
            let back = x.exp().ln();
            assert!((back - x).hi.abs() <= x.hi.abs() * 1e-29 + 1e-31, "{x:?} {back:?}");
            let back = x.exp_m1().ln_1p();
            // In `-1 + e⁻⁶⁰⁰` only the low half carries information, and it is one `f64`: the
            // logarithm has an accuracy of 2⁻⁵³ at best.
            let known = if x.hi < -500.0 { f64::EPSILON / 2.0 } else { x.hi.abs() * 1e-29 };
            assert!((back - x).hi.abs() <= known + 1e-31, "{x:?} {back:?}");
        }
    }

    #[test]
    fn sines_and_cosines_lie_on_the_circle() {
        for x in [0.1, 0.25, 0.3, -0.8, 1.7, 123456.7] {
            let (s, c) = sin_cos_pi(x);
            assert!((s * s + c * c - ONE).hi.abs() < 1e-30);
        }
        assert_eq!(sin_cos_pi(1.0).0.hi, 0.0);
    }
}
