//! The error function, its complement and its inverse, and the Bessel function
//! `I₁`, in double-double.
//!
//! Formulas: NIST Digital Library of Mathematical Functions, chapters 7 and 10.

use crate::double_double::number::{Dd, ONE, PI, ZERO, series};

/// `2/√π`.
const TWO_OVER_ROOT_PI: Dd = Dd::new(std::f64::consts::FRAC_2_SQRT_PI, 1.533545961316588e-17);

/// `erf x` for `|x| ≤ 6`, as a sum of terms of one sign.
fn erf_series(x: Dd) -> Dd {
    let square = x * x;
    let sum = series(x, |k| square.scale(2.0) / f64::from(2 * k + 1));
    sum * (-square).exp() * TWO_OVER_ROOT_PI
}

/// `e^{x²}·erfc x` for `x ≥ 5`, by backward evaluation of the continued fraction `1/√π · 1/(x +
/// ½/(x + 1/(x + …)))`.
fn scaled_erfc(x: Dd) -> Dd {
    let mut below = x;
    for k in (1..=120).rev() {
        below = x + Dd::from(f64::from(k) / 2.0) / below;
    }
    TWO_OVER_ROOT_PI.scale(0.5) / below
}

/// `erfc x` for `x ≥ 0`, times `2ⁿ`.
fn erfc_parts(x: Dd) -> (Dd, i32) {
    if x.hi < 4.5 {
        return (ONE - erf_series(x), 0);
    }
    let (e, n) = (-(x * x)).exp_parts();
    (scaled_erfc(x) * e, n)
}

pub(super) fn erf(x: f64) -> f64 {
    if x.is_nan() || x == 0.0 {
        x
    } else if x.abs() > 6.0 {
        1f64.copysign(x)
    } else if x.abs() < 1e-150 {
        // The first term only; its product must not lose subnormal digits.
        let (scaled, up) = (x * 2f64.powi(200), 2f64.powi(-200));
        (TWO_OVER_ROOT_PI * scaled).round() * up
    } else {
        erf_series(x.into()).round()
    }
}

pub(super) fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        x
    } else if x > 28.0 {
        0.0
    } else if x < -6.0 {
        2.0
    } else if x < 0.0 {
        (ONE + erf_series((-x).into())).round()
    } else {
        let (value, n) = erfc_parts(x.into());
        value.round() * 2f64.powi(n / 2) * 2f64.powi(n - n / 2)
    }
}

pub(super) fn erf_inv(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if x == 0.0 {
        return x;
    }
    if x.abs() < 1e-20 {
        let (scaled, up) = (x * 2f64.powi(200), 2f64.powi(-200));
        return (Dd::from(scaled) / TWO_OVER_ROOT_PI).round() * up;
    }
    let size = Dd::from(x.abs());
    let rest = ONE - size;
    // An initial value after S. Winitzki, "A handy approximation for the error function and its
    // inverse" (2008); then Halley's method.
    let log = (1.0 - x.abs()).ln() + x.abs().ln_1p();
    let a = 0.147;
    let b = 2.0 / (std::f64::consts::PI * a) + log / 2.0;
    let mut y = Dd::from(((b * b - log / a).sqrt() - b).sqrt());
    for _ in 0..4 {
        let excess = if y.hi < 1.0 {
            erf_series(y) - size
        } else {
            // For small complements, relative accuracy matters.
            rest - erfc_parts_together(y)
        };
        let slope = TWO_OVER_ROOT_PI * (-(y * y)).exp();
        let step = excess / slope;
        y = y - step / (ONE + y * step);
    }
    y.round().copysign(x)
}

fn erfc_parts_together(x: Dd) -> Dd {
    let (value, n) = erfc_parts(x);
    value.scale(2f64.powi(n))
}

pub(super) fn bessel_i1e(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() || x == 0.0 {
        return x;
    }
    if x.is_infinite() {
        return 0f64.copysign(x);
    }
    if size < 1e-150 {
        return x / 2.0;
    }
    let value = if size < 40.0 {
        let half = Dd::from(size).scale(0.5);
        let square = half * half;
        series(half, |k| square / f64::from(k * (k + 1))) * (-Dd::from(size)).exp()
    } else {
        // 1/√(2πx)·(1 - 3/(8x) - …), each term the last times ((2k - 1)² - 4)/(8kx).
        // Huge numbers leave the first term only; their root is that of a smaller number, because the
        // products of two parts would leave the range.
        let (size, up) = if size > 1e100 { (size * 2f64.powi(-300), -150) } else { (size, 0) };
        let mut term = ONE;
        let mut sum = ZERO;
        let terms = if up == 0 { 60 } else { 2 };
        for k in 1..terms {
            sum = sum + term;
            let odd = f64::from(2 * k - 1);
            term = term * (odd * odd - 4.0) / (Dd::from(size) * (8.0 * f64::from(k)));
            if term.hi.abs() < 1e-34 {
                break;
            }
        }
        (sum / (PI.scale(2.0).sqrt() * Dd::from(size).sqrt())).scale(2f64.powi(up))
    };
    value.round().copysign(x)
}
