//! Complex elementary functions in double precision.
//!
//! Branch cuts are those of C99: `log` and `sqrt` are discontinuous at the negative real axis; the
//! sign of a zero imaginary part selects the side. Formulas follow Kahan, "Branch Cuts for Complex
//! Elementary Functions" (1987), and Annex G of C99 for special values, except that `e^z` follows
//! its definition: anything times the cosine of an infinity is NaN. Products use the plain
//! formula, without Annex G's recovery of infinities, as in XLA.

use crate::double_double::complex as double_double;
use crate::elem::C;
use crate::float::scale;

fn finite(z: C) -> bool {
    z.re.is_finite() && z.im.is_finite()
}

/// `|z|`, without intermediate overflow.
pub(crate) fn abs(z: C) -> f64 {
    z.re.hypot(z.im)
}

/// `a·b - c·d`, accurate to nearly the last bit, after Kahan.
fn difference_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let w = c * d;
    let f = a.mul_add(b, -w);
    let e = (-c).mul_add(d, w);
    // After an overflow, the result is that of the plain formula.
    if f.is_finite() && e.is_finite() { f + e } else { a * b - c * d }
}

/// The product.
pub(crate) fn mul(a: C, b: C) -> C {
    C::new(
        difference_of_products(a.re, b.re, a.im, b.im),
        difference_of_products(a.re, b.im, -a.im, b.re),
    )
}

/// The square. If a part overflows, the real part is still that of `(x - y)(x + y)`.
pub(crate) fn square(z: C) -> C {
    let (x, y) = (z.re, z.im);
    let re = if x.is_finite() && x.abs() == y.abs() { 0.0 } else { (x - y) * (x + y) };
    C::new(re, 2.0 * (x * y))
}

/// The quotient. The divisor is scaled near 1 first to avoid overflow; infinities and zeros are
/// recovered as in Annex G.
pub(crate) fn div(a: C, b: C) -> C {
    let largest = b.re.abs().max(b.im.abs());
    let shift =
        if largest.is_finite() && largest > 0.0 { -(largest.log2().floor() as i32) } else { 0 };
    let d = C::new(scale(b.re, shift), scale(b.im, shift));
    let norm = d.re * d.re + d.im * d.im;
    let re = difference_of_products(a.re, d.re, -a.im, d.im) / norm;
    let im = difference_of_products(a.im, d.re, a.re, d.im) / norm;
    let quotient = C::new(scale(re, shift), scale(im, shift));
    if !(quotient.re.is_nan() && quotient.im.is_nan()) {
        return quotient;
    }
    // Infinities become 1 and all other values 0, with their sign.
    let unit = |v: f64| if v.is_infinite() { 1f64 } else { 0.0 }.copysign(v);
    let infinite = |z: C| z.re.is_infinite() || z.im.is_infinite();
    let finite = |z: C| z.re.is_finite() && z.im.is_finite();
    if norm == 0.0 && !(a.re.is_nan() && a.im.is_nan()) {
        let infinity = f64::INFINITY.copysign(b.re);
        C::new(infinity * a.re, infinity * a.im)
    } else if infinite(a) && finite(b) {
        let (x, y) = (unit(a.re), unit(a.im));
        C::new(f64::INFINITY * (x * b.re + y * b.im), f64::INFINITY * (y * b.re - x * b.im))
    } else if infinite(b) && finite(a) {
        let (x, y) = (unit(b.re), unit(b.im));
        C::new(0.0 * (a.re * x + a.im * y), 0.0 * (a.im * x - a.re * y))
    } else {
        quotient
    }
}

/// `e^x · (cos y + i sin y)`, with `e^x` possibly beyond the range.
fn polar_exp(x: f64, cos: f64, sin: f64) -> C {
    // A zero factor gives zero, even if the other factor overflows.
    let times = |e: f64, v: f64| if v == 0.0 { v } else { e * v };
    if x > 700.0 && x.is_finite() {
        let half = (x / 2.0).exp();
        C::new(times(half, times(half, cos)), times(half, times(half, sin)))
    } else {
        let e = x.exp();
        C::new(times(e, cos), times(e, sin))
    }
}

/// `e^z`.
pub(crate) fn exp(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp(), z.im);
    }
    if z.im.is_finite() {
        let (sin, cos) = z.im.sin_cos();
        return polar_exp(z.re, cos, sin);
    }
    C::new(f64::NAN, f64::NAN)
}

/// `e^z - 1`, accurate near zero.
pub(crate) fn exp_m1(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp_m1(), z.im);
    }
    if !z.im.is_finite() || z.re > 700.0 || z.re == f64::NEG_INFINITY {
        let e = exp(z);
        return C::new(e.re - 1.0, e.im);
    }
    if let Some(value) = double_double::complex_exp_m1(z) {
        return value;
    }
    let (sin, cos) = z.im.sin_cos();
    let half = (z.im / 2.0).sin();
    C::new(z.re.exp_m1().mul_add(cos, -2.0 * half * half), z.re.exp() * sin)
}

/// `a + b` and its rounding error (Knuth's two-sum).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A sum plus the rounding errors of the sum and of its terms, which may cancel with it.
fn corrected(sum: f64, lost: f64, errors: [f64; 3]) -> f64 {
    let (mut high, mut low) = (lost, 0.0);
    for error in errors {
        let (next, rest) = two_sum(high, error);
        (high, low) = (next, low + rest);
    }
    let (sum, lost) = two_sum(sum, high);
    sum + (lost + low)
}

/// `log |z|` for finite parts, accurate where `|z|` is near 1.
fn log_abs(x: f64, y: f64) -> f64 {
    let (large, small) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if (0.5..=1.5).contains(&large) && small < 1.5 {
        // x² + y² - 1, each product with its rounding error.
        let (low, high) = (large - 1.0, large + 1.0);
        let product = low * high;
        let (square, sum_error) = (small * small, {
            // `large + 1` may have lost its last bit.
            low * (large - (high - 1.0))
        });
        let (sum, lost) = two_sum(product, square);
        let errors = [low.mul_add(high, -product), small.mul_add(small, -square), sum_error];
        return corrected(sum, lost, errors).ln_1p() / 2.0;
    }
    let modulus = x.hypot(y);
    if modulus.is_infinite() && large.is_finite() {
        return (large / 2.0).hypot(small / 2.0).ln() + std::f64::consts::LN_2;
    }
    if large < 1e-290 && large > 0.0 {
        let up = 2f64.powi(100);
        return (large * up).hypot(small * up).ln() - 100.0 * std::f64::consts::LN_2;
    }
    modulus.ln()
}

/// The principal logarithm; the imaginary part is in `[-π, π]`.
pub(crate) fn log(z: C) -> C {
    let re =
        if z.re.is_infinite() || z.im.is_infinite() { f64::INFINITY } else { log_abs(z.re, z.im) };
    C::new(re, z.im.atan2(z.re))
}

/// `log(1 + z)`, accurate near zero.
pub(crate) fn log_p1(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 && x >= -1.0 {
        return C::new(x.ln_1p(), y);
    }
    let im = y.atan2(1.0 + x);
    if x.abs().max(y.abs()) > 0.5 || x.is_nan() || y.is_nan() {
        return C::new(log(C::new(1.0 + x, y)).re, im);
    }
    // |1 + z|² - 1 = 2x + x² + y², which may cancel.
    let (xx, yy) = (x * x, y * y);
    let (sum, lost) = two_sum(2.0 * x, yy);
    let (sum, lost_too) = two_sum(sum, xx);
    let errors = [x.mul_add(x, -xx), y.mul_add(y, -yy), lost_too];
    C::new(corrected(sum, lost, errors).ln_1p() / 2.0, im)
}

/// The principal square root, whose real part is not negative.
pub(crate) fn sqrt(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y.is_infinite() {
        return C::new(f64::INFINITY, y);
    }
    if x.is_infinite() || x.is_nan() || y.is_nan() {
        return if x == f64::INFINITY {
            C::new(x, if y.is_nan() { y } else { 0f64.copysign(y) })
        } else if x == f64::NEG_INFINITY {
            if y.is_nan() { C::new(y, -x) } else { C::new(0.0, f64::INFINITY.copysign(y)) }
        } else {
            C::new(f64::NAN, f64::NAN)
        };
    }
    if x == 0.0 && y == 0.0 {
        return C::new(0.0, y);
    }
    // Scaled by an even power of two into the middle of the range.
    let largest = x.abs().max(y.abs());
    let shift = if largest > 1e150 {
        -600
    } else if largest < 1e-150 {
        600
    } else {
        0
    };
    let (u, v) = (scale(x, shift), scale(y, shift));
    let root = scale(((u.abs() + u.hypot(v)) / 2.0).sqrt(), -shift / 2);
    // The other part comes from the unscaled number, which may be much smaller.
    let other = y / (2.0 * root);
    if x < 0.0 { C::new(other.abs(), root.copysign(y)) } else { C::new(root, other) }
}

/// `1 / sqrt(z)`.
pub(crate) fn rsqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(f64::INFINITY, f64::NAN);
    }
    if z.re.is_infinite() || z.im.is_infinite() {
        return C::new(0.0, if z.im.is_sign_negative() { 0.0 } else { -0.0 });
    }
    if let Some(value) = double_double::complex_rsqrt(z) {
        return value;
    }
    // The conjugate, including the sign of zeros.
    let w = div(C::new(1.0, 0.0), sqrt(z));
    C::new(w.re, w.im.copysign(-z.im))
}

/// The principal cube root.
pub(crate) fn cbrt(z: C) -> C {
    if z.im == 0.0 && (z.re >= 0.0 || z.re.is_nan()) {
        return C::new(z.re.cbrt(), z.im);
    }
    let (r, angle) = (abs(z).cbrt(), z.im.atan2(z.re) / 3.0);
    C::new(r * angle.cos(), r * angle.sin())
}

/// `sin z = sin x cosh y + i cos x sinh y`.
pub(crate) fn sin(z: C) -> C {
    let (sin, cos) = z.re.sin_cos();
    let (cosh, sinh) = cosh_sinh(z.im, sin, cos);
    C::new(cosh, if z.im == 0.0 && !z.re.is_nan() { z.im * cos } else { sinh })
}

/// `cos z = cos x cosh y - i sin x sinh y`.
pub(crate) fn cos(z: C) -> C {
    let (sin, cos) = z.re.sin_cos();
    let (cosh, sinh) = cosh_sinh(z.im, cos, sin);
    C::new(cosh, if z.im == 0.0 && !z.re.is_nan() { -(z.im * sin) } else { -sinh })
}

/// `c · cosh y` and `s · sinh y`, even if the hyperbolic functions themselves overflow.
fn cosh_sinh(y: f64, c: f64, s: f64) -> (f64, f64) {
    if y.abs() > 700.0 && y.is_finite() {
        let half = (y.abs() / 2.0).exp();
        return (half * (half / 2.0 * c), (half * (half / 2.0 * s)).copysign(s * y));
    }
    let times = |h: f64, v: f64| if v == 0.0 && !h.is_nan() { v } else { h * v };
    (times(y.cosh(), c), if s == 0.0 { s * y.signum() } else { y.sinh() * s })
}

/// Hyperbolic tangent: `(sinh x cosh x + i sin y cos y)/(sinh² x + cos² y)`.
pub(crate) fn tanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return C::new(x.tanh(), y);
    }
    if x.is_infinite() {
        let sign = if y.is_finite() { (2.0 * y).sin() } else { 0.0 };
        return C::new(1f64.copysign(x), 0f64.copysign(sign));
    }
    if !y.is_finite() || x.is_nan() {
        return C::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN);
    }
    if x.abs() > 22.0 {
        // cosh² x dominates the denominator.
        let small = 4.0 * (-2.0 * x.abs()).exp();
        let (sin, cos) = y.sin_cos();
        return C::new(1f64.copysign(x), small * sin * cos);
    }
    if let Some(value) = double_double::complex_tanh(z) {
        return value;
    }
    // sinh² x + cos² y is a sum of positive terms.
    let ((sin, cos), s) = (y.sin_cos(), x.sinh());
    let denominator = s.mul_add(s, cos * cos);
    C::new(s * x.cosh() / denominator, sin * cos / denominator)
}

/// `tan z = -i tanh(i z)`.
pub(crate) fn tan(z: C) -> C {
    let t = tanh(C::new(-z.im, z.re));
    C::new(t.im, -t.re)
}

/// `1 / (1 + e^-z)`.
pub(crate) fn logistic(z: C) -> C {
    if z.im == 0.0 {
        return C::new(crate::float::logistic(z.re), z.im * crate::float::logistic(z.re));
    }
    if let Some(value) = finite(z).then(|| double_double::complex_logistic(z)).flatten() {
        return value;
    }
    let one = C::new(1.0, 0.0);
    if z.re >= 0.0 {
        div(one, one + exp(-z))
    } else {
        let e = exp(z);
        div(e, one + e)
    }
}

/// `z / |z|`; zero of zero, NaN if either part is.
pub(crate) fn sign(z: C) -> C {
    if z.re.is_nan() || z.im.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    let largest = z.re.abs().max(z.im.abs());
    let z = if largest > 1e307 {
        C::new(z.re / 4.0, z.im / 4.0)
    } else if largest < 1e-290 {
        C::new(scale(z.re, 100), scale(z.im, 100))
    } else {
        z
    };
    let r = abs(z);
    C::new(z.re / r, z.im / r)
}

/// `z^w` as `exp(w log z)`. A power of zero is 1 for a zero exponent, and 0 if the exponent's real
/// part is positive.
pub(crate) fn pow(z: C, w: C) -> C {
    if w.re == 0.0 && w.im == 0.0 {
        return C::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return if w.re > 0.0 {
            C::new(0.0, 0.0)
        } else if w.re < 0.0 && w.im == 0.0 {
            C::new(f64::INFINITY, 0.0)
        } else {
            C::new(f64::NAN, f64::NAN)
        };
    }
    if z.im == 0.0 && w.im == 0.0 && (z.re > 0.0 || w.re == w.re.trunc()) {
        return C::new(z.re.powf(w.re), 0.0);
    }
    if let Some(value) =
        (finite(z) && finite(w)).then(|| double_double::complex_power(z, w)).flatten()
    {
        return value;
    }
    exp(mul(w, log(z)))
}

/// The complex continuation of `atan2`: `-i log((x + i y) / sqrt(x² + y²))`.
pub(crate) fn atan2(y: C, x: C) -> C {
    if y.im == 0.0 && x.im == 0.0 {
        return C::new(y.re.atan2(x.re), 0.0);
    }
    // Near the positive real axis it is the arc tangent of the quotient, which stays accurate for
    // small quotients.
    let w = div(y, x);
    if x.re > 0.0 && x.im.abs() < 7.0 * x.re && abs(w) <= 0.5 {
        let i_w = C::new(-w.im, w.re);
        let d = log_p1(-i_w) - log_p1(i_w);
        return C::new(-d.im / 2.0, d.re / 2.0);
    }
    // Scaling both numbers does not change the angle.
    let largest = [x.re, x.im, y.re, y.im].into_iter().fold(0f64, |m, v| m.max(v.abs()));
    let shift =
        if largest.is_finite() && largest > 0.0 { -(largest.log2().floor() as i32) } else { 0 };
    let scaled = |z: C| C::new(scale(z.re, shift), scale(z.im, shift));
    let (x, y) = (scaled(x), scaled(y));
    let i_y = C::new(-y.im, y.re);
    let root = sqrt(mul(x, x) + mul(y, y));
    let l = log(div(x + i_y, root));
    C::new(l.im, -l.re)
}

/// The lexicographic order of real and imaginary parts; `None` if a NaN decides.
pub(crate) fn order(a: C, b: C) -> Option<std::cmp::Ordering> {
    match a.re.partial_cmp(&b.re)? {
        std::cmp::Ordering::Equal => a.im.partial_cmp(&b.im),
        decided => Some(decided),
    }
}

/// The maximum or minimum in lexicographic order; NaN if a part that decides is NaN.
pub(crate) fn minmax(a: C, b: C, ordering: std::cmp::Ordering) -> C {
    if a.re.is_nan() || a.im.is_nan() {
        return a;
    }
    if b.re.is_nan() || b.im.is_nan() {
        return b;
    }
    if order(a, b) == Some(ordering.reverse()) { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    fn near(a: C, b: C) {
        let tolerance = 4e-15 * (1.0 + abs(b));
        assert!((a.re - b.re).abs() <= tolerance && (a.im - b.im).abs() <= tolerance, "{a} {b}");
    }

    #[test]
    fn inverses_agree() {
        for re in [-2.5, -1.0, -0.3, 0.0, 1e-3, 0.7, 3.0] {
            for im in [-2.0, -0.4, -1e-6, 0.0, 0.1, 1.5] {
                let z = C::new(re, im);
                near(mul(sqrt(z), sqrt(z)), z);
                let r = cbrt(z);
                near(mul(r, mul(r, r)), z);
                if z != C::new(0.0, 0.0) {
                    near(exp(log(z)), z);
                    near(mul(div(C::new(1.0, 2.0), z), z), C::new(1.0, 2.0));
                    near(mul(rsqrt(z), sqrt(z)), C::new(1.0, 0.0));
                    near(mul(sign(z), C::new(abs(z), 0.0)), z);
                }
                near(log_p1(exp_m1(z)), z);
                near(div(sin(z), cos(z)), tan(z));
                near(mul(sin(z), sin(z)) + mul(cos(z), cos(z)), C::new(1.0, 0.0));
                near(logistic(z) + logistic(-z), C::new(1.0, 0.0));
                near(pow(z, C::new(2.0, 0.0)), mul(z, z));
            }
        }
    }

    #[test]
    fn branch_cuts_follow_the_sign_of_zero() {
        assert_eq!(log(C::new(-1.0, 0.0)), C::new(0.0, PI));
        assert_eq!(log(C::new(-1.0, -0.0)), C::new(0.0, -PI));
        assert_eq!(sqrt(C::new(-4.0, 0.0)), C::new(0.0, 2.0));
        assert_eq!(sqrt(C::new(-4.0, -0.0)), C::new(0.0, -2.0));
        assert_eq!(log(C::new(0.0, 1.0)).im, FRAC_PI_2);
    }

    #[test]
    fn nothing_overflows_on_the_way() {
        assert_eq!(abs(C::new(3e300, 4e300)), 5e300);
        let q = div(C::new(1e300, 1e300), C::new(1e300, 1e300));
        near(q, C::new(1.0, 0.0));
        near(div(C::new(1e-300, 0.0), C::new(1e-300, 1e-300)), C::new(0.5, -0.5));
        near(sign(C::new(3e300, -4e300)), C::new(0.6, -0.8));
        let l = log(C::new(1e308, 1e308));
        assert!((l.re - (308.0 * 10f64.ln() + 2f64.ln() / 2.0)).abs() < 1e-12);
        assert_eq!(tanh(C::new(1000.0, 1.0)).re, 1.0);
        assert!(exp(C::new(709.9, 1.5)).re.is_finite());
    }

    #[test]
    fn special_values_follow_annex_g() {
        let inf = f64::INFINITY;
        assert_eq!(div(C::new(1.0, 0.0), C::new(0.0, 0.0)).re, inf);
        assert_eq!(div(C::new(1.0, 1.0), C::new(inf, 1.0)), C::new(0.0, 0.0));
        assert_eq!(div(C::new(inf, 1.0), C::new(1.0, 1.0)), C::new(inf, -inf));
        assert_eq!(sqrt(C::new(-inf, inf)), C::new(inf, inf));
        assert_eq!(sqrt(C::new(1.0, inf)), C::new(inf, inf));
        assert_eq!(log(C::new(0.0, 0.0)).re, -inf);
        assert_eq!(pow(C::new(0.0, 0.0), C::new(0.0, 0.0)), C::new(1.0, 0.0));
        assert!(tanh(C::new(1.0, inf)).im.is_nan());
    }

    #[test]
    fn exponentials_and_squares_follow_their_definitions() {
        let (inf, max) = (f64::INFINITY, f64::MAX);
        for y in [inf, -inf, f64::NAN] {
            for x in [-inf, 0.0, inf] {
                let e = exp(C::new(x, y));
                assert!(e.re.is_nan() && e.im.is_nan(), "{e}");
            }
        }
        assert_eq!(exp(C::new(-inf, 2.0)), C::new(0.0, 0.0));
        assert_eq!(square(C::new(-max, -inf)), C::new(-inf, inf));
        assert_eq!(square(C::new(max, -max / 2.0)), C::new(inf, -inf));
        assert_eq!(square(C::new(max, max)), C::new(0.0, inf));
        assert!(square(C::new(inf, -inf)).re.is_nan());
        assert_eq!(square(C::new(3.0, -2.0)), C::new(5.0, -12.0));
    }

    #[test]
    fn logarithms_near_one_keep_their_digits() {
        // |z|² - 1 is 2e-10 + 2e-20; what an f64 makes of 1 + 1e-10 is part of it.
        let x = 1.0 + 1e-10;
        let exact =
            (x - 1.0) + 1e-20 / 2.0 * (1.0 - 1.0) + (1e-10 * 1e-10 - (x - 1.0) * (x - 1.0)) / 2.0;
        let l = log(C::new(x, 1e-10)).re;
        assert!((l / exact - 1.0).abs() < 1e-15, "{l:e} {exact:e}");
        // Here the terms cancel: 2x = -y².
        let y = 2f64.powi(-20);
        let l = log_p1(C::new(-y * y / 2.0, y)).re;
        assert!((l / (y * y * y * y / 8.0) - 1.0).abs() < 1e-9, "{l:e}");
    }
}
