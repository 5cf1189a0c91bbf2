//! The logarithm of the gamma function, its derivatives, and the Hurwitz zeta
//! function.
//!
//! All are computed in double-double: the functional equation shifts small arguments up until the
//! asymptotic series has enough terms, and negative arguments are reflected. Formulas: NIST Digital
//! Library of Mathematical Functions, chapters 5 and 25.

use crate::double_double::number::{Dd, ONE, PI, ZERO, sin_cos_pi};

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

/// The coefficients of the Taylor series of `1/Γ(1 + y)` after the first one, which is 1.
const RECIPROCAL_GAMMA: [Dd; 33] = [
    Dd::new(0.5772156649015329, -4.942915152430645e-18),
    Dd::new(-0.6558780715202539, 2.137185197068536e-17),
    Dd::new(-0.04200263503409524, 1.4920306285650505e-18),
    Dd::new(0.16653861138229148, 1.0189144546842026e-17),
    Dd::new(-0.04219773455554433, -3.3579992682480134e-18),
    Dd::new(-0.009621971527876973, -5.300031368830263e-19),
    Dd::new(0.0072189432466631, -3.6006537063394283e-19),
    Dd::new(-0.0011651675918590652, 5.659947853880981e-20),
    Dd::new(-0.00021524167411495098, 2.3758686180729364e-21),
    Dd::new(0.0001280502823881162, -9.359124499198967e-21),
    Dd::new(-2.013485478078824e-05, 3.0488773972037385e-23),
    Dd::new(-1.2504934821426706e-06, -2.66214092271898e-23),
    Dd::new(1.133027231981696e-06, -4.622235212104869e-23),
    Dd::new(-2.056338416977607e-07, -3.0061601618645134e-24),
    Dd::new(6.116095104481416e-09, -2.693458298171306e-25),
    Dd::new(5.002007644469223e-09, -1.538123614056751e-26),
    Dd::new(-1.18127457048702e-09, -1.0052356155716208e-25),
    Dd::new(1.0434267116911005e-10, -2.9298419956825035e-27),
    Dd::new(7.782263439905071e-12, 4.397255556595848e-28),
    Dd::new(-3.696805618642206e-12, 2.7050034921703885e-28),
    Dd::new(5.100370287454476e-13, 2.253001461085878e-29),
    Dd::new(-2.0583260535665066e-14, -1.4747481491954336e-30),
    Dd::new(-5.348122539423018e-15, -1.6208384686356568e-31),
    Dd::new(1.2267786282382608e-15, -5.072915146023867e-32),
    Dd::new(-1.1812593016974588e-16, 6.422257838149681e-33),
    Dd::new(1.1866922547516004e-18, -4.2037265494226014e-35),
    Dd::new(1.4123806553180319e-18, -7.576946701116294e-35),
    Dd::new(-2.29874568443537e-19, 1.3335481917069145e-36),
    Dd::new(1.7144063219273374e-20, 5.230715150426935e-38),
    Dd::new(1.337351730493693e-22, 2.6434059649079228e-39),
    Dd::new(-2.0542335517666728e-22, 3.6856892424568953e-39),
    Dd::new(2.736030048608e-23, -2.8599315416397774e-39),
    Dd::new(-1.7323564459105165e-24, -1.7540883508197598e-40),
];

/// The zero of the digamma function in two parts, and the first two coefficients of its Taylor
/// series there.
const ROOT: (f64, f64) = (1.4616321449683622, 9.549995429965697e-17);
const ROOT_SLOPES: (f64, f64) = (0.9676722454476212, -0.4427631689835921);

/// From here on the asymptotic series are accurate to 106 bits.
const FAR: f64 = 24.0;

/// `ln Γ(x)` of a positive number.
fn ln_gamma(x: Dd) -> Dd {
    for (near, first, take) in [(1.0, -EULER, 0.0), (2.0, ONE - EULER, 1.0)] {
        let d = x - Dd::from(near);
        if d.hi.abs() < 1e-6 {
            // The first terms of the Taylor series; the fifth is beyond 2⁻¹⁰⁰ of the first.
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

/// `1/Γ(x)` of a negative non-integer above -20: with `-n` the nearest integer, `x·(x + 1)·…·(x +
/// n)/Γ(1 + x + n)`. No terms cancel next to the roots of `ln |Γ|`, where this is near 1 or -1.
fn reciprocal_gamma(x: f64) -> Dd {
    let n = -x.round();
    let mut product = ONE;
    let mut k = 0.0;
    while k <= n {
        product = product * (x + k);
        k += 1.0;
    }
    let y = x + n;
    let series = RECIPROCAL_GAMMA.iter().rev().fold(ZERO, |sum, &c| c + sum * y);
    product * (ONE + series * y)
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
            // Terms beyond `x·(ln x - 1)` are negligible, and this may overflow.
            return x * (Dd::from(x).ln() - ONE).round();
        }
        return ln_gamma(x.into()).round();
    }
    // Γ(x)·Γ(-x) = -π/(x·sin πx).
    let size = -x;
    if size < 1e-100 {
        return -(Dd::from(size).ln()).round();
    }
    if x > -20.0 {
        let inverse = reciprocal_gamma(x).abs();
        let beyond = inverse - ONE;
        let log = if beyond.hi.abs() < 0.1 { beyond.ln_1p() } else { inverse.ln() };
        return -log.round();
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
        // Next to the root, one or two terms of the Taylor series.
        let beyond = (x - ROOT.0) - ROOT.1;
        if beyond.abs() < 1e-9 {
            return beyond * (ROOT_SLOPES.0 + beyond * ROOT_SLOPES.1);
        }
        return psi(x.into()).round();
    }
    // ψ(1 - x) - ψ(x) = π·cot πx.
    let (sin, cos) = sin_cos_pi(x);
    (psi(Dd::sum(1.0, -x)) - PI * cos / sin).round()
}

/// `(q/a)^s` of `a` above `q`; 0 where that is next to nothing.
fn power_of_ratio(q: Dd, a: Dd, s: f64) -> Dd {
    let power = -((a - q) / q).ln_1p() * s;
    // An exponent beyond the range of integers has no parts.
    if power.hi > -800.0 { power.exp() } else { ZERO }
}

/// `q^s·ζ(s, q)` for positive `q` and `s > 1`: `1 + (q/(q + 1))^s + …`, by the
/// formula of Euler and Maclaurin.
fn scaled_zeta(s: f64, q: Dd) -> Dd {
    let ratio_power = |a: Dd| power_of_ratio(q, a, s);
    let (mut a, mut sum, mut term) = (q, ZERO, ONE);
    // Until the series converges, or the rest is negligible.
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
    if s > 1e6 && q >= 2.0 {
        // 2^-1000000, which no number is near.
        return 0.0;
    }
    // No number but 1 is so near 1 that its power by 10^20 is in range.
    if q.is_infinite() || s > 1e20 {
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
    if s > 1e20 {
        // An even power of a base below 1.
        return f64::INFINITY;
    }
    if !even && q - q.floor() == 0.5 {
        // The terms have opposite signs.
        return positive_zeta(s, 1.0 - q);
    }
    // With f = q - ⌊q⌋, the terms of negative base are those of 1 - f up to -q: ζ(s, q) = ζ(s, f) +
    // (-1)ˢ·(ζ(s, 1 - f) - ζ(s, 1 - q)). All are scaled by the power of the largest base.
    let f = Dd::sum(q, -q.floor());
    let mirrored = ONE - f;
    let unit = if f.hi < mirrored.hi { f } else { mirrored };
    let part = |base: Dd| power_of_ratio(unit, base, s) * scaled_zeta(s, base);
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
        // n!·ζ(n + 1, x), whose factors may be out of range.
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
    // The parts of a product that leaves the range are no number.
    let factorial = ln_gamma(s.into()).exp();
    let rough = factorial.round() * zeta;
    sign * if rough.is_finite() { (factorial * zeta).round() } else { rough }
}
