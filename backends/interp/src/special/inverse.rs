//! Real and complex hyperbolic functions and inverse functions, in double-double.
//!
//! Formulas for complex numbers: W. Kahan, "Branch cuts for complex elementary functions, or: much
//! ado about nothing's sign bit" (1987). If a part is infinite or NaN, results are those of the C
//! standard's Annex G.

use crate::double_double::number::{Dd, ONE, ZERO};
use crate::elem::C;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};

pub(super) fn sinh(x: f64) -> f64 {
    if !x.is_finite() || x.abs() < 1e-150 {
        return x;
    }
    let size = Dd::from(x.abs());
    let value = if size.hi > 40.0 {
        half_exp(size.hi)
    } else {
        let e = size.exp_m1();
        ((e + e / (e + ONE)).scale(0.5)).round()
    };
    value.copysign(x)
}

pub(super) fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x.abs();
    }
    if x.abs() > 40.0 {
        return half_exp(x.abs());
    }
    let e = Dd::from(x).exp();
    (e + ONE / e).scale(0.5).round()
}

/// `eˣ/2`, which may be finite where `eˣ` is not.
fn half_exp(x: f64) -> f64 {
    if x > 720.0 {
        return f64::INFINITY;
    }
    let (e, n) = Dd::from(x).exp_parts();
    e.round() * 2f64.powi(n / 2) * 2f64.powi(n - 1 - n / 2)
}

/// `asinh` of a number that is not negative.
fn asinh_of(x: Dd) -> Dd {
    if x.hi < 1e-150 {
        return x;
    }
    if x.hi > 1e100 {
        return x.ln() + Dd::from(2.0).ln();
    }
    let square = x * x;
    // x + sqrt(x² + 1) - 1, without cancellation.
    (x + square / (ONE + (square + ONE).sqrt())).ln_1p()
}

pub(super) fn asinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x;
    }
    asinh_of(Dd::from(x.abs())).round().copysign(x)
}

pub(super) fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x > 1e100 {
        return if x.is_infinite() { x } else { (Dd::from(x).ln() + Dd::from(2.0).ln()).round() };
    }
    let above = Dd::sum(x, -1.0);
    (above + (above * (above + Dd::from(2.0))).sqrt()).ln_1p().round()
}

pub(super) fn atanh(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if x.abs() < 1e-150 {
        return x;
    }
    let size = Dd::from(x.abs());
    (size.scale(2.0) / (ONE - size)).ln_1p().scale(0.5).round().copysign(x)
}

/// A complex number in double-double.
#[derive(Clone, Copy)]
struct Z {
    re: Dd,
    im: Dd,
}

impl Z {
    /// The principal square root. `im` is not zero unless `re` is not negative.
    fn sqrt(self) -> Z {
        let largest = self.re.hi.abs().max(self.im.hi.abs());
        if largest == 0.0 {
            return Z { re: ZERO, im: self.im };
        }
        // Scaled by an even power of two, so that squares stay in range.
        let exponent = ((largest.to_bits() >> 52) as i32 - 1023) / 2 * 2;
        let (half, down) = (exponent / 2, |x: Dd| x.scale(2f64.powi(-(exponent / 2))));
        let (x, y) = (down(down(self.re)).abs(), down(down(self.im)).abs());
        let root = ((x + (x * x + y * y).sqrt()).scale(0.5)).sqrt();
        let other = (y / root).scale(0.5);
        let (re, im) = if self.re.hi >= 0.0 { (root, other) } else { (other, root) };
        let up = 2f64.powi(half);
        let im = if self.im.hi.is_sign_negative() { -im } else { im };
        Z { re: re.scale(up), im: im.scale(up) }
    }

    fn times(self, other: Z) -> Z {
        Z {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    fn conj(self) -> Z {
        Z { re: self.re, im: -self.im }
    }
}

/// The angle of a point given in double-double.
fn angle(y: Dd, x: Dd) -> f64 {
    let first = y.hi.atan2(x.hi);
    // The correction of the angle by the low parts.
    let size = x.hi.abs().max(y.hi.abs());
    if size == 0.0 || !size.is_finite() {
        return first;
    }
    let (sx, sy) = (x.hi / size, y.hi / size);
    first + (sx * (y.lo / size) - sy * (x.lo / size)) / (sx * sx + sy * sy)
}

/// `w` with `asin z = atan2(re z, re w) + i·sign(im z)·im w`, for `z` whose parts
/// are finite.
fn kernel(z: C) -> (Dd, Dd) {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (minus, plus) = one_minus_plus(x, y);
    let product = minus.times(plus);
    let imaginary = minus.conj().times(plus).im;
    (product.re.abs(), asinh_of(imaginary.abs()))
}

/// The square roots of `1 - z` and `1 + z`, for `z` in the first quadrant.
fn one_minus_plus(x: f64, y: f64) -> (Z, Z) {
    let minus = Z { re: Dd::sum(1.0, -x), im: Dd::from(-y) }.sqrt();
    let plus = Z { re: Dd::sum(1.0, x), im: Dd::from(y) }.sqrt();
    (minus, plus)
}

/// For huge numbers, only the magnitude matters: `ln 2|z|` and `|z|`'s parts.
fn is_huge(z: C) -> bool {
    z.re.abs().max(z.im.abs()) > 1e150
}

/// `ln(2·|z|)` of a huge number.
fn log_twice(z: C) -> f64 {
    let down = |part: f64| Dd::from(part.abs() * 2f64.powi(-600));
    let (x, y) = (down(z.re), down(z.im));
    ((x * x + y * y).ln().scale(0.5) + crate::double_double::number::LN_2 * 601.0).round()
}

pub(super) fn asin_acos_kernel(z: C) -> C {
    if z.re.is_finite() && z.im.is_finite() {
        if is_huge(z) {
            return C::new(z.im.abs(), log_twice(z));
        }
        let (re, im) = kernel(z);
        return C::new(re.round(), im.round());
    }
    // Chosen so that asin and acos computed from it are correct.
    let w = complex_asin(C::new(z.re.abs(), z.im.abs()));
    let re = if w.re.is_nan() {
        f64::NAN
    } else if z.im.is_infinite() {
        f64::INFINITY
    } else {
        0.0
    };
    C::new(re, w.im)
}

pub(super) fn complex_asin(z: C) -> C {
    // asin z = -i·asinh(iz)
    let w = complex_asinh(C::new(-z.im, z.re));
    C::new(w.im, -w.re)
}

pub(super) fn complex_acos(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.is_finite() && y.is_finite() {
        if is_huge(z) {
            return C::new(y.abs().atan2(x), -log_twice(z).copysign(y));
        }
        let (re, im) = kernel(z);
        return C::new(angle(re, Dd::from(x)), -im.round().copysign(y));
    }
    let im = -f64::INFINITY.copysign(y);
    match (x, y) {
        _ if x.is_nan() && y.is_infinite() => C::new(f64::NAN, im),
        _ if x.is_infinite() && y.is_nan() => C::new(f64::NAN, f64::INFINITY),
        _ if x == 0.0 && y.is_nan() => C::new(FRAC_PI_2, f64::NAN),
        _ if x.is_nan() || y.is_nan() => C::new(f64::NAN, f64::NAN),
        _ if x.is_infinite() && y.is_infinite() => {
            C::new(if x > 0.0 { FRAC_PI_4 } else { 3.0 * FRAC_PI_4 }, im)
        }
        _ if y.is_infinite() => C::new(FRAC_PI_2, im),
        _ => C::new(if x > 0.0 { 0.0 } else { PI }, im),
    }
}

pub(super) fn complex_acosh(z: C) -> C {
    // ±i·acos z, with a real part that is not negative.
    let w = complex_acos(z);
    if w.im.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    C::new(w.im.abs(), w.re.copysign(z.im))
}

pub(super) fn complex_asinh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.is_finite() && y.is_finite() {
        if is_huge(z) {
            return C::new(log_twice(z).copysign(x), y.atan2(x.abs()));
        }
        // asinh z = i·asin(-iz), with the kernel of the rotated number.
        let (re, im) = kernel(C::new(y, x));
        return C::new(im.round().copysign(x), angle(Dd::from(y.abs()), re).copysign(y));
    }
    match (x, y) {
        _ if x.is_infinite() && y.is_infinite() => C::new(x, FRAC_PI_4.copysign(y)),
        _ if x.is_infinite() && y.is_nan() => C::new(x, f64::NAN),
        _ if x.is_infinite() => C::new(x, 0f64.copysign(y)),
        _ if y.is_infinite() && x.is_nan() => C::new(y.abs(), f64::NAN),
        _ if y.is_infinite() => C::new(y.abs().copysign(x), FRAC_PI_2.copysign(y)),
        _ if x.is_nan() && y == 0.0 => C::new(f64::NAN, y),
        _ => C::new(f64::NAN, f64::NAN),
    }
}

pub(super) fn complex_atan(z: C) -> C {
    // atan z = -i·atanh(iz)
    let w = complex_atanh(C::new(-z.im, z.re));
    C::new(w.im, -w.re)
}

pub(super) fn complex_atanh(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (re, im) = if x.is_finite() && y.is_finite() {
        first_quadrant_atanh(x, y)
    } else {
        match (x, y) {
            _ if x.is_infinite() && y.is_nan() => (0.0, f64::NAN),
            _ if y.is_infinite() => (0.0, FRAC_PI_2),
            _ if x.is_infinite() => (0.0, FRAC_PI_2),
            _ if x == 0.0 => (0.0, f64::NAN),
            _ => (f64::NAN, f64::NAN),
        }
    };
    C::new(re.copysign(z.re), im.copysign(z.im))
}

fn first_quadrant_atanh(x: f64, y: f64) -> (f64, f64) {
    if x.max(y) > 1e100 {
        // The real part of 1/z, and a right angle.
        let re = if x > y {
            let ratio = Dd::from(y) / x;
            (ONE / (ONE + ratio * ratio)).round() / x
        } else {
            let ratio = Dd::from(x) / y;
            (ratio / (ONE + ratio * ratio)).round() / y
        };
        return (re, FRAC_PI_2);
    }
    if x == 1.0 && y < 1e-100 {
        let re = if y == 0.0 { f64::INFINITY } else { (LN_2 - y.ln()) / 2.0 };
        return (re, if y == 0.0 { 0.0 } else { FRAC_PI_4 });
    }
    let (dx, dy) = (Dd::from(x), Dd::from(y));
    let below = ONE - dx;
    let above = ONE + dx;
    let square = dy * dy;
    let ratio = dx.scale(4.0) / (below * below + square);
    let re = if x < 1e-150 { ratio.scale(0.25).round() } else { ratio.ln_1p().scale(0.25).round() };
    let im = angle(dy.scale(2.0), below * above - square) / 2.0;
    (re, im)
}

/// `sinh z`, by way of the functions of real numbers.
pub(super) fn complex_sinh(z: C) -> C {
    let (sin, cos) = z.im.sin_cos();
    if z.im == 0.0 {
        return C::new(sinh(z.re), z.im);
    }
    if z.re.is_infinite() && !z.im.is_finite() {
        return C::new(z.re, f64::NAN);
    }
    if z.re == 0.0 {
        return C::new(z.re * cos.signum(), if z.im.is_finite() { sin } else { f64::NAN });
    }
    if z.re.abs() > 700.0 && z.re.is_finite() {
        // The factors may be out of range although the products are not.
        let large = half_exp(z.re.abs() - 64.0 * LN_2);
        let fix = (64.0 * LN_2 - (z.re.abs() - (z.re.abs() - 64.0 * LN_2))) * large;
        let large = large - fix;
        return C::new(
            (large * cos * 2f64.powi(64)).copysign(cos * z.re),
            large * sin * 2f64.powi(64),
        );
    }
    C::new(sinh(z.re) * cos, cosh(z.re) * sin)
}

pub(super) fn complex_cosh(z: C) -> C {
    // cosh z = cos(iz)…, computed separately because of the signs of zeros.
    let (sin, cos) = z.im.sin_cos();
    if z.im == 0.0 {
        return C::new(cosh(z.re), if z.re.is_nan() { 0.0 } else { z.im * 1f64.copysign(z.re) });
    }
    if z.re.is_infinite() && !z.im.is_finite() {
        return C::new(f64::INFINITY, f64::NAN);
    }
    if z.re == 0.0 {
        return C::new(if z.im.is_finite() { cos } else { f64::NAN }, z.re * sin.signum());
    }
    if z.re.abs() > 700.0 && z.re.is_finite() {
        let w = complex_sinh(C::new(z.re.abs(), z.im));
        return C::new(w.re, w.im.copysign(w.im * z.re));
    }
    C::new(cosh(z.re) * cos, sinh(z.re) * sin)
}
