//! The logarithm of the gamma function, its derivatives, and the Hurwitz zeta
//! function.
//!
//! All are computed in double-double: small arguments are moved up by the
//! functional equation until the asymptotic series has enough terms, and
//! negative ones are reflected. Formulas: NIST Digital Library of Mathematical
//! Functions, chapters 5 and 25.

use super::dd::{Dd, ONE, PI, ZERO, sin_cos_pi};

const EULER: Dd = Dd::new(0.5772156649015329, -4.942915152430645e-18);
const LN_SQRT_2PI: Dd = Dd::new(0.9189385332046728, -3.8782941580672414e-17);
/// `ζ(2)`, `ζ(3)`, `ζ(4)`.
const ZETA: [Dd; 3] = [
    Dd::new(1.6449340668482264, 3.040672350398476e-17),
    Dd::new(1.2020569031595942, 4.875891010379532e-17),
    Dd::new(1.0823232337111381, 4.748512042855365e-17),
];

/// The Bernoulli numbers `B₂`, `B₄`, …
const BERNOULLI: [Dd; 18] = [
    Dd::new(0.16666666666666666, 9.25185853854297e-18),
    Dd::new(-0.03333333333333333, -4.625929269271486e-19),
    Dd::new(0.023809523809523808, 1.32169407693471e-18),
    Dd::new(-0.03333333333333333, -4.625929269271486e-19),
    Dd::new(0.07575757575757576, -2.10269512239613e-18),
    Dd::new(-0.2531135531135531, -1.1061562736192037e-17),
    Dd::new(1.1666666666666667, -7.401486830834377e-17),
    Dd::new(-7.092156862745098, -3.274069468698501e-16),
    Dd::new(54.971177944862156, -1.9588897477095493e-16),
    Dd::new(-529.1242424242424, 6.890111377067638e-16),
    Dd::new(6192.123188405797, 9.226757844073186e-14),
    Dd::new(-86580.25311355312, 3.5926706461242705e-12),
    Dd::new(1425517.1666666667, -7.761021455128987e-11),
    Dd::new(-27298231.067816094, 1.610010519795034e-9),
    Dd::new(601580873.9006424, -2.6635227381825164e-8),
    Dd::new(-15116315767.092157, 5.011465035232843e-7),
    Dd::new(429614643061.1667, -2.0345052083333332e-5),
    Dd::new(-13711655205088.332, -0.0007409090879485616),
];

/// From here on the asymptotic series are exact to 106 bits.
const FAR: f64 = 24.0;

/// `ln Γ(x)` of a positive number.
fn ln_gamma(x: Dd) -> Dd {
    for (near, first, take) in [(1.0, -EULER, 0.0), (2.0, ONE - EULER, 1.0)] {
        let d = x - Dd::from(near);
        if d.hi.abs() < 1e-6 {
            // The first terms of Taylor's series; the fifth is beyond 2⁻¹⁰⁰ of
            // the first.
            let c = |k: usize, n: f64| (ZETA[k] - Dd::from(take)) / n;
            return d * (first + d * (c(0, 2.0) - d * (c(1, 3.0) - d * c(2, 4.0))));
        }
    }
    let (mut z, mut product) = (x, ONE);
    while z.hi < FAR {
        product = product * z;
        z = z + ONE;
    }
    let mut sum = (z - Dd::from(0.5)) * z.ln() - z + LN_SQRT_2PI;
    let square = z * z;
    let mut power = z;
    for (k, b) in (1i32..).zip(BERNOULLI) {
        let term = b / f64::from(2 * k * (2 * k - 1)) / power;
        sum = sum + term;
        power = power * square;
        if term.hi.abs() < sum.hi.abs() * 1e-34 {
            break;
        }
    }
    if product == ONE { sum } else { sum - product.ln() }
}

pub(super) fn lgamma(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() || x <= 0.0 && x.fract() == 0.0 {
        return f64::INFINITY;
    }
    if x > 0.0 {
        if x > 1e300 {
            // The terms beyond `x·(ln x - 1)` do not count, and it may overflow.
            return x * (Dd::from(x).ln() - ONE).round();
        }
        return ln_gamma(x.into()).round();
    }
    // Γ(x)·Γ(-x) = -π/(x·sin πx).
    let size = -x;
    if size < 1e-100 {
        return -(Dd::from(size).ln()).round();
    }
    let (sin, _) = sin_cos_pi(size);
    let reflected = (PI / (sin.abs() * size)).ln();
    (reflected - ln_gamma(size.into())).round()
}

/// `ψ(x)` of a positive number.
fn psi(x: Dd) -> Dd {
    let (mut z, mut below) = (x, ZERO);
    while z.hi < FAR {
        below = below + ONE / z;
        z = z + ONE;
    }
    let mut sum = z.ln() - ONE / z.scale(2.0);
    let square = z * z;
    let mut power = square;
    for (k, b) in (1i32..).zip(BERNOULLI) {
        let term = b / f64::from(2 * k) / power;
        sum = sum - term;
        power = power * square;
        if term.hi.abs() < sum.hi.abs() * 1e-34 {
            break;
        }
    }
    sum - below
}

pub(super) fn digamma(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY.copysign(-x);
    }
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x == f64::NEG_INFINITY || x < 0.0 && x.fract() == 0.0 {
        return f64::NAN;
    }
    if x.abs() < 1e-150 {
        return -1.0 / x;
    }
    if x > 1e150 {
        return x.ln();
    }
    if x > 0.0 {
        return psi(x.into()).round();
    }
    // ψ(1 - x) - ψ(x) = π·cot πx.
    let (sin, cos) = sin_cos_pi(x);
    (psi(Dd::sum(1.0, -x)) - PI * cos / sin).round()
}

/// `q^s·ζ(s, q)` for positive `q` and `s > 1`: `1 + (q/(q + 1))^s + …`, by the
/// formula of Euler and Maclaurin.
fn scaled_zeta(s: f64, q: Dd) -> Dd {
    let ratio_power = |a: Dd| (-((a - q) / q).ln_1p() * s).exp();
    let (mut a, mut sum, mut term) = (q, ZERO, ONE);
    // Up to where the series converges, or what is left does not count.
    while a.hi < FAR + s && term.hi > 1e-33 {
        sum = sum + term;
        a = a + ONE;
        term = ratio_power(a);
    }
    if term.hi <= 1e-33 {
        return sum;
    }
    sum = sum + term * a / (Dd::sum(s, -1.0)) + term.scale(0.5);
    // term·Σ B₂ₖ/(2k)!·s(s + 1)…(s + 2k - 2)/a²ᵏ⁻¹
    let square = a * a;
    let mut factor = term * s / a;
    for (k, b) in (1i32..).zip(BERNOULLI) {
        let last = f64::from(2 * k);
        factor = factor / (last * (last - 1.0));
        let part = b * factor;
        sum = sum + part;
        if part.hi.abs() < sum.hi.abs() * 1e-34 {
            break;
        }
        factor = factor * Dd::sum(s, last - 1.0) * Dd::sum(s, last) / square;
    }
    sum
}

/// `e` to a power that may leave the range of `f64`.
fn exp_anywhere(power: Dd, times: Dd) -> f64 {
    if power.hi > 800.0 {
        return f64::INFINITY * times.hi;
    }
    if power.hi < -800.0 {
        return 0.0 * times.hi;
    }
    let (e, n) = power.exp_parts();
    // One rounding, also of subnormal results.
    let value = (e * times).round();
    if n > -1020 {
        value * 2f64.powi(n / 2) * 2f64.powi(n - n / 2)
    } else {
        value * 2f64.powi(-1000) * 2f64.powi(n + 1000)
    }
}

/// `ζ(s, q)` of positive `q`.
fn positive_zeta(s: f64, q: f64) -> f64 {
    if s > 1e6 {
        // Beyond the first term nothing counts, unless that is huge.
        if q == 1.0 {
            return 1.0;
        }
        if q < 1.0 {
            return f64::INFINITY;
        }
        if q < 1e5 {
            return 0.0;
        }
    }
    if q.is_infinite() || s.is_infinite() {
        return if q < 1.0 { f64::INFINITY } else { f64::from(u8::from(q == 1.0)) };
    }
    exp_anywhere(-Dd::from(q).ln() * s, scaled_zeta(s, q.into()))
}

pub(super) fn zeta(s: f64, q: f64) -> f64 {
    if s.is_nan() || q.is_nan() {
        return f64::NAN;
    }
    if s == 1.0 {
        return f64::INFINITY;
    }
    if s < 1.0 {
        return f64::NAN;
    }
    if q > 0.0 {
        return positive_zeta(s, q);
    }
    let even = s.is_finite() && s % 2.0 == 0.0;
    if q.fract() == 0.0 {
        return if even { f64::INFINITY } else { f64::NAN };
    }
    if s.fract() != 0.0 || s.is_infinite() || q.is_infinite() {
        return f64::NAN;
    }
    // With f = q - ⌊q⌋, the terms of negative base are those of 1 - f up to -q:
    // ζ(s, q) = ζ(s, f) + (-1)ˢ·(ζ(s, 1 - f) - ζ(s, 1 - q)). All in units of the
    // largest base's power.
    let f = Dd::sum(q, -q.floor());
    let mirrored = ONE - f;
    let unit = if f.hi < mirrored.hi { f } else { mirrored };
    let part = |base: Dd| {
        let relative = (-((base - unit) / unit).ln_1p() * s).exp();
        relative * scaled_zeta(s, base)
    };
    let beyond = part(Dd::sum(1.0, -q));
    let other = part(mirrored) - beyond;
    let sum = if even { part(f) + other } else { part(f) - other };
    exp_anywhere(-unit.ln() * s, sum)
}

pub(super) fn polygamma(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return digamma(x);
    }
    if n.is_nan() || x.is_nan() || n < 0.0 || n.fract() != 0.0 || n.is_infinite() {
        return f64::NAN;
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    let s = n + 1.0;
    if x > 0.0 && x.is_finite() {
        // n!·ζ(n + 1, x), whose factors may leave the range.
        let power = ln_gamma(s.into()) - Dd::from(x).ln() * s;
        if power.hi.abs() > 800.0 {
            return sign * exp_anywhere(power, ONE);
        }
        return sign * exp_anywhere(power, scaled_zeta(s, x.into()));
    }
    let zeta = zeta(s, x);
    if !zeta.is_finite() || zeta == 0.0 {
        return sign * zeta;
    }
    sign * zeta * ln_gamma(s.into()).exp().round()
}
