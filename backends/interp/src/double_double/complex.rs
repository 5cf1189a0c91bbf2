//! Complex powers, the logistic function and others, in double-double arithmetic.
//!
//! `z^w = exp(w·log z)` loses as many digits of its phase as `w·log z` has before the point, and
//! the parts of the logistic function cancel near its poles and along curves on which one of them
//! is zero; so both need more than `f64` for intermediate results.

use super::number::{Dd, LN_2, ONE};
use crate::elem::C;

/// The largest angle for which [`Dd::sin_cos`] is accurate.
const LARGEST_ANGLE: f64 = 1e12;

/// `value·2ⁿ`, rounded once unless the result is subnormal.
fn scaled(value: Dd, n: i32) -> f64 {
    value.round() * 2f64.powi(n / 2) * 2f64.powi(n - n / 2)
}

/// The parts of `log z`, for a finite nonzero number.
fn log(z: C) -> (Dd, Dd) {
    let size = z.re.abs().max(z.im.abs());
    // The exponent; for subnormal numbers, the scaling that normalizes them.
    let k = size.log2().floor() as i32;
    let down = |x: f64| x * 2f64.powi(-(k / 2)) * 2f64.powi(-(k - k / 2));
    let (x, y) = (down(z.re), down(z.im));
    let square = |x: f64| Dd::from(x) * Dd::from(x);
    let angle = Dd::angle(y, x);
    if (0.5..1.5).contains(&size) {
        // Near the unit circle, from |z|² - 1.
        let (a, b) = (size, z.re.abs().min(z.im.abs()));
        return (((square(a) - ONE) + square(b)).ln_1p().scale(0.5), angle);
    }
    ((square(x) + square(y)).ln().scale(0.5) + LN_2 * f64::from(k), angle)
}

/// A small integer power by products, which are exact if the result is.
fn whole_power(z: C, n: u32) -> Option<(Dd, Dd)> {
    let (x, y) = (Dd::from(z.re), Dd::from(z.im));
    let (mut re, mut im) = (ONE, Dd::from(0.0));
    for _ in 0..n {
        (re, im) = (re * x - im * y, re * y + im * x);
    }
    let sizes = [re.hi.abs(), im.hi.abs()];
    let largest = sizes[0].max(sizes[1]);
    // Far from the limits of the range, so that no low half was lost.
    (1e-100..1e100).contains(&largest).then_some((re, im))
}

/// `z^w` of finite numbers with nonzero `z`. `None` if it is out of range, or no digit of its phase
/// is known.
pub(crate) fn complex_power(z: C, w: C) -> Option<C> {
    if w.im == 0.0
        && w.re == w.re.trunc()
        && w.re.abs() <= 16.0
        && let Some((re, im)) = whole_power(z, w.re.abs() as u32)
    {
        if w.re > 0.0 {
            return Some(C::new(re.round(), im.round()));
        }
        let square = re * re + im * im;
        return Some(C::new((re / square).round(), (-im / square).round()));
    }
    let (l, a) = log(z);
    let (r, t) = (l * w.re - a * w.im, l * w.im + a * w.re);
    // Negated, so that NaN is out of range too.
    if !(r.hi.abs() < 1400.0 && t.hi.abs() < LARGEST_ANGLE) {
        return None;
    }
    let (e, n) = r.exp_parts();
    let (sin, cos) = t.sin_cos();
    Some(C::new(scaled(e * cos, n), scaled(e * sin, n)))
}

/// Whether double-double arithmetic keeps its accuracy: no product of halves underflows.
fn is_ordinary(x: f64) -> bool {
    (1e-130..1e130).contains(&x.abs())
}

/// `1/√z` if the parts are ordinary, else `None`: `√((h + |x|)/2)/h` and `|y|/(2h·√((h + |x|)/2))`
/// with `h = |z|`.
pub(crate) fn complex_rsqrt(z: C) -> Option<C> {
    if !is_ordinary(z.re) || !is_ordinary(z.im) {
        return None;
    }
    let (x, y) = (Dd::from(z.re.abs()), Dd::from(z.im.abs()));
    let h = (x * x + y * y).sqrt();
    let t = (x + h).scale(0.5).sqrt();
    let (large, small) = ((t / h).round(), (y / (h * t).scale(2.0)).round());
    let (re, im) = if z.re > 0.0 { (large, small) } else { (small, large) };
    Some(C::new(re, -im.copysign(z.im)))
}

/// `eᶻ - 1` if the parts are ordinary and the power is in range, else `None`: `(eˣ - 1)·cos y -
/// 2·sin²(y/2)` and `eˣ·sin y`.
pub(crate) fn complex_exp_m1(z: C) -> Option<C> {
    let fits = z.re.abs() < 600.0 && z.im.abs() < LARGEST_ANGLE;
    if !fits || !is_ordinary(z.re) || !is_ordinary(z.im) {
        return None;
    }
    let (sin, cos) = Dd::from(z.im).sin_cos();
    let (half, _) = Dd::from(0.5 * z.im).sin_cos();
    let e = Dd::from(z.re).exp_m1();
    let re = e * cos - (half * half).scale(2.0);
    Some(C::new(re.round(), ((e + ONE) * sin).round()))
}

/// The hyperbolic tangent if the parts are ordinary and the real one is at most 22, else `None`:
/// `(sinh x cosh x + i sin y cos y)/(sinh² x + cos² y)`.
pub(crate) fn complex_tanh(z: C) -> Option<C> {
    if !is_ordinary(z.re) || !is_ordinary(z.im) || z.im.abs() > LARGEST_ANGLE {
        return None;
    }
    let (sin, cos) = Dd::from(z.im).sin_cos();
    let e = Dd::from(z.re.abs()).exp_m1();
    let sinh = (e + e / (e + ONE)).scale(0.5);
    let cosh = (sinh * sinh + ONE).sqrt();
    let denominator = sinh * sinh + cos * cos;
    let re = (sinh * cosh / denominator).round();
    Some(C::new(re.copysign(z.re), (sin * cos / denominator).round()))
}

/// `1/(1 + e⁻ᶻ)` of a finite number with nonzero imaginary part. `None` if no digit of the phase is
/// known.
pub(crate) fn complex_logistic(z: C) -> Option<C> {
    if z.im.abs() > LARGEST_ANGLE {
        return None;
    }
    let (sin, cos) = Dd::from(0.5 * z.im).sin_cos();
    let (cos_square, product) = (cos * cos, (sin * cos).scale(2.0));
    let size = Dd::from(z.re.abs());
    if size.hi > 600.0 {
        // e⁻ˣ is negligible next to 1.
        let (e, n) = (-size).exp_parts();
        let re = if z.re > 0.0 { 1.0 } else { scaled(e * (cos_square.scale(2.0) - ONE), n) };
        return Some(C::new(re, scaled(e * product, n)));
    }
    // With e = e⁻|ˣ| and c = cos y: 1 + e·c = (1 - e) + 2e·cos²(y/2), and |1 + e·eⁱʸ|² = (1 - e)² +
    // 4e·cos²(y/2), which are sums of positive terms.
    let e = (-size).exp();
    let m = -(-size).exp_m1();
    let both = (e * cos_square).scale(2.0);
    let below = m * m + both.scale(2.0);
    let re = if z.re >= 0.0 { m + both } else { both - e * m };
    Some(C::new((re / below).round(), (e * product / below).round()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_powers_are_exact() {
        let z = complex_power(C::new(1.0, 1.0), C::new(2.0, 0.0)).unwrap();
        assert_eq!((z.re, z.im), (0.0, 2.0));
        let z = complex_power(C::new(1.0, 1.0), C::new(-2.0, 0.0)).unwrap();
        assert_eq!((z.re, z.im), (0.0, -0.5));
    }

    #[test]
    fn powers_turn_by_the_whole_phase() {
        // i^i = e^(-π/2)
        let z = complex_power(C::new(0.0, 1.0), C::new(0.0, 1.0)).unwrap();
        assert_eq!(z.re, 0.2078795763507619);
        assert_eq!(z.im, 0.0);
        assert!(complex_power(C::new(2.0, 1.0), C::new(0.0, 1e300)).is_none());
    }

    #[test]
    fn the_logistic_function_is_a_half_on_the_imaginary_axis() {
        for y in [0.5, 3.0, std::f64::consts::PI, -3.1415926535897936, 34.55751918948772] {
            assert_eq!(complex_logistic(C::new(0.0, y)).unwrap().re, 0.5);
        }
        let z = complex_logistic(C::new(-650.0, 1.0)).unwrap();
        assert!(z.re > 0.0 && z.re < 1e-280);
    }
}
