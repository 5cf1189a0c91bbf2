//! Real elementary functions of one and two numbers, in double precision, with
//! the special cases of IEEE 754 and the StableHLO specification.
//!
//! Narrower floats also compute here and round once, so their results are correctly rounded except
//! for the rarest ties.

/// `1 / (1 + exp(-x))`, accurate at both ends.
pub(crate) fn logistic(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let e = x.exp();
        e / (1.0 + e)
    }
}

/// `1 / sqrt(x)`; negative infinity for `-0`.
pub(crate) fn rsqrt(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// The sign as a number; zeros and NaN are returned unchanged.
pub(crate) fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

/// The larger number by IEEE 754-2019 `maximum`: NaN if either is, and `0` is
/// larger than `-0`.
pub(crate) fn maximum(a: f64, b: f64) -> f64 {
    if a > b {
        a
    } else if b > a {
        b
    } else if a == b {
        if a.is_sign_negative() { b } else { a }
    } else {
        a + b
    }
}

/// The smaller number by IEEE 754-2019 `minimum`: NaN if either is, and `-0` is
/// smaller than `0`.
pub(crate) fn minimum(a: f64, b: f64) -> f64 {
    if a < b {
        a
    } else if b < a {
        b
    } else if a == b {
        if a.is_sign_negative() { a } else { b }
    } else {
        a + b
    }
}

/// [`maximum`] in single precision.
pub(crate) fn maximum_f32(a: f32, b: f32) -> f32 {
    if a > b {
        a
    } else if b > a {
        b
    } else if a == b {
        if a.is_sign_negative() { b } else { a }
    } else {
        a + b
    }
}

/// [`minimum`] in single precision.
pub(crate) fn minimum_f32(a: f32, b: f32) -> f32 {
    if a < b {
        a
    } else if b < a {
        b
    } else if a == b {
        if a.is_sign_negative() { a } else { b }
    } else {
        a + b
    }
}

/// Rounds a float of the given precision to a format with fewer bits, in `f64`.
///
/// Spec: the mantissa is rounded to nearest, ties to even; then an exponent out of range becomes
/// infinity or zero. Numbers that are subnormal in the narrow format become zero too, as specified.
/// A NaN remains NaN, unless the format has no mantissa bits to distinguish it from infinity. Bits
/// beyond those of `source`, the exponent and mantissa bits of the operand's format, have no
/// effect. `bias` is that of its exponent.
pub(crate) fn reduce_precision(
    x: f64,
    exponent_bits: u32,
    mantissa_bits: u32,
    (source, bias): ((u32, u32), i32),
) -> f64 {
    if x.is_nan() && mantissa_bits > 0 || x == 0.0 || x.is_infinite() {
        return x;
    }
    let infinity = f64::INFINITY.copysign(x);
    if x.is_nan() {
        return infinity;
    }
    let mut rounded = x;
    if mantissa_bits < source.1 {
        // The mantissa is relative to the leading bit of the operand's format, whose subnormals
        // have fewer bits; multiplication by a power of two makes the unit of rounding 1.
        let lowest = 2 - (1i32 << (source.0 - 1));
        let exponent = exponent_of(x).max(lowest);
        let unit = exponent - mantissa_bits as i32;
        let scaled = scale(x, -unit);
        // Without a mantissa, the last bit that has to be even is one of the exponent.
        let whole = match scaled.abs() {
            1.5 if mantissa_bits == 0 && (exponent + bias) % 2 == 0 => 1f64.copysign(x),
            _ => scaled.round_ties_even(),
        };
        rounded = scale(whole, unit);
        if rounded == 0.0 {
            return rounded.copysign(x);
        }
    }
    if exponent_bits < source.0 {
        let bias = (1i32 << (exponent_bits - 1)) - 1;
        let exponent = exponent_of(rounded);
        if exponent > bias {
            return infinity;
        }
        if exponent < 1 - bias {
            return 0f64.copysign(x);
        }
    } else if rounded.is_infinite() {
        return infinity;
    }
    rounded
}

/// The exponent of the leading bit of a finite nonzero number.
fn exponent_of(x: f64) -> i32 {
    let field = ((x.to_bits() >> 52) & 0x7ff) as i32;
    if field > 0 { field - 1023 } else { exponent_of(x * 2f64.powi(64)) - 64 }
}

/// `x · 2^n`, rounded only where the result is not a normal number.
pub(crate) fn scale(mut x: f64, mut n: i32) -> f64 {
    while n > 1000 {
        x *= 2f64.powi(1000);
        n -= 1000;
    }
    while n < -1000 {
        x *= 2f64.powi(-1000);
        n += 1000;
    }
    x * 2f64.powi(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maximum_sees_nan_and_signs_of_zero() {
        assert!(maximum(f64::NAN, 1.0).is_nan() && minimum(1.0, f64::NAN).is_nan());
        assert!(maximum(-0.0, 0.0).is_sign_positive() && maximum(0.0, -0.0).is_sign_positive());
        assert!(minimum(-0.0, 0.0).is_sign_negative() && minimum(0.0, -0.0).is_sign_negative());
    }

    #[test]
    fn logistic_is_exact_at_both_ends() {
        assert_eq!(logistic(-1000.0), 0.0);
        assert_eq!(logistic(1000.0), 1.0);
        assert_eq!(logistic(-700.0), (-700f64).exp());
        assert_eq!(logistic(0.0), 0.5);
    }

    #[test]
    fn precision_is_reduced_as_the_spec_says() {
        let f32s = ((8, 23), 127);
        assert_eq!(reduce_precision(1.0 + 2f64.powi(-11), 5, 10, f32s), 1.0);
        assert_eq!(
            reduce_precision(1.0 + 3.0 * 2f64.powi(-11), 5, 10, f32s),
            1.0 + 2.0 * 2f64.powi(-10)
        );
        assert_eq!(reduce_precision(65520.0, 5, 10, f32s), f64::INFINITY);
        assert_eq!(reduce_precision(65519.0, 5, 10, f32s), 65504.0);
        // A subnormal of f16 becomes zero and keeps its sign.
        let tiny = reduce_precision(-(2f64.powi(-15)), 5, 10, f32s);
        assert!(tiny == 0.0 && tiny.is_sign_negative());
        assert_eq!(reduce_precision(2f64.powi(-14), 5, 10, f32s), 2f64.powi(-14));
        assert!(reduce_precision(f64::NAN, 5, 10, f32s).is_nan());
        assert_eq!(reduce_precision(f64::NAN, 5, 0, f32s), f64::INFINITY);
        // Halfway, to an even exponent, counted from the format's bias.
        assert_eq!(reduce_precision(1.5, 5, 0, f32s), 2.0);
        assert_eq!(reduce_precision(3.0, 6, 0, f32s), 2.0);
        assert_eq!(reduce_precision(-0.75, 6, 0, f32s), -0.5);
        assert_eq!(reduce_precision(1.5, 4, 0, ((4, 3), 8)), 1.0);
        assert_eq!(reduce_precision(0.1, 11, 52, ((11, 52), 1023)), 0.1);
        assert_eq!(
            reduce_precision(f64::from_bits(5), 11, 52, ((11, 52), 1023)),
            f64::from_bits(5)
        );
        assert_eq!(exponent_of(f64::from_bits(1)), -1074);
    }
}
