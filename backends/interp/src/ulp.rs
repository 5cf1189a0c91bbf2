//! Distances between floats, in units of the last place.
//!
//! The distance of two floats of one format is the number of representable numbers from one to the
//! other. Positive and negative zero count as one.

use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Literal};

/// The allowed distance of compiled code from the interpreter, in units in the last
/// place of the tensor's largest number.
///
/// The interpreter sums in index order and rounds each product and each sum. Compiled code may
/// reorder sums and reductions (vector lanes, tiles, threads), keep sums in a wider type, and fuse
/// a product with its sum. Either result is within `n` units in the last place of the sum of the
/// absolute terms, for `n` terms, and typically within `√n / 4` of them; this bound holds for the
/// programs of the tests. Larger differences arise only if a partial result of one order overflows
/// or underflows: 65504 · 2 · 0 in `f16` is NaN or 0.
///
/// The instructions of x86 that multiply `bf16` (AMX, AVX512_BF16) take numbers below 2⁻¹²⁶ for zeros:
/// a term may be missing up to 2⁻¹²⁶ times its other factor, and is NaN where that one is infinite.
///
/// Attention kernels of GPUs whose weights are rounded to 16 bits compute `eˣ` of logits minus their
/// row's maximum with a relative error of `|x|·2⁻²⁴`, and as zero below 2⁻¹²⁶.
pub const COMPILED_ULPS: f64 = 16.0;

/// The distance between NaN and a number, or between an infinity and anything else.
pub const UNRELATED: u64 = u64::MAX;

/// The distance of two real floats of one format, given by their bit patterns
/// (in the low bits). 0 if both are NaN or both the same infinity;
/// [`UNRELATED`] if one of them is finite and the other is not.
pub fn distance_of_bits(element: Element, a: u64, b: u64) -> Option<u64> {
    let format = FloatFormat::of(element)?;
    let (x, y) = (format.decode(a), format.decode(b));
    if !x.is_finite() || !y.is_finite() {
        return Some(if x == y || x.is_nan() && y.is_nan() { 0 } else { UNRELATED });
    }
    let magnitude_bits = format.exponent_bits + format.mantissa_bits;
    // One unit in the last place of a `tf32` is 2^13 patterns of an `f32`.
    let drop = if element == Element::TF32 { 13 } else { 0 };
    let place = |bits: u64| {
        let magnitude = (bits & ((1 << magnitude_bits) - 1)) >> drop;
        let negative = format.signed && (bits >> magnitude_bits) & 1 == 1;
        if negative { -i128::from(magnitude) } else { i128::from(magnitude) }
    };
    Some((place(a) - place(b)).unsigned_abs() as u64)
}

/// The distance of two `f32`.
pub fn distance_f32(a: f32, b: f32) -> u64 {
    distance_of_bits(Element::F32, a.to_bits().into(), b.to_bits().into()).unwrap_or(UNRELATED)
}

/// The distance of two `f64`.
pub fn distance_f64(a: f64, b: f64) -> u64 {
    distance_of_bits(Element::F64, a.to_bits(), b.to_bits()).unwrap_or(UNRELATED)
}

/// Up to eight little-endian bytes as a number.
pub(crate) fn bits(bytes: &[u8]) -> u64 {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}

/// The distance of two elements of one type, given by their bytes: the larger distance of both
/// parts for complex numbers, the difference for integers and booleans.
pub fn distance(element: Element, a: &[u8], b: &[u8]) -> u64 {
    if element.is_complex() {
        let (part, half) = (element.real_part(), a.len() / 2);
        return distance(part, &a[..half], &b[..half]).max(distance(part, &a[half..], &b[half..]));
    }
    let (x, y) = (bits(a), bits(b));
    if let Some(ulps) = distance_of_bits(element, x, y) {
        return ulps;
    }
    if element.is_unsigned() || element.is_boolean() {
        return x.abs_diff(y);
    }
    let shift = 64 - 8 * a.len() as u32;
    let signed = |v: u64| ((v << shift) as i64) >> shift;
    signed(x).abs_diff(signed(y))
}

/// The largest distance of two tensors' elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worst {
    /// The distance in ULP.
    pub ulps: u64,
    /// The row-major index of the first element with this distance.
    pub at: usize,
    /// The largest difference relative to the second tensor's element, over all elements where both
    /// are finite; for complex numbers, of their parts.
    pub relative: f64,
}

/// Compares two tensors of one type element by element; `None` if their types
/// differ or they have no elements.
pub fn worst(actual: &Literal, expected: &Literal) -> Option<Worst> {
    if actual.element() != expected.element() || actual.dims() != expected.dims() {
        return None;
    }
    let element = actual.element();
    let mut worst = Worst { ulps: 0, at: 0, relative: 0.0 };
    for i in 0..actual.count() {
        let (a, b) = (actual.element_bytes(i), expected.element_bytes(i));
        if a == b {
            continue;
        }
        let ulps = distance(element, a, b);
        if ulps > worst.ulps {
            (worst.ulps, worst.at) = (ulps, i);
        }
        let parts = if element.is_complex() { 2 } else { 1 };
        let size = a.len() / parts;
        for p in 0..parts {
            let read = |bytes: &[u8]| {
                let part = &bytes[p * size..(p + 1) * size];
                hloom_ir::literal::read_f64(element.real_part(), part)
            };
            let (x, y) = (read(a), read(b));
            if x.is_finite() && y.is_finite() && x != y {
                worst.relative = worst.relative.max((x - y).abs() / y.abs());
            }
        }
    }
    (actual.count() > 0).then_some(worst)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_representable_numbers() {
        assert_eq!(distance_f32(1.0, 1.0 + f32::EPSILON), 1);
        assert_eq!(distance_f32(0.0, -0.0), 0);
        assert_eq!(distance_f32(f32::from_bits(2), -f32::from_bits(1)), 3);
        assert_eq!(distance_f64(2.0, 2.0 - f64::EPSILON), 1);
        assert_eq!(distance_f64(f64::MAX, f64::MIN), 2 * 0x7fef_ffff_ffff_ffff);
    }

    #[test]
    fn what_is_not_finite_is_far_or_the_same() {
        assert_eq!(distance_f32(f32::NAN, -f32::NAN), 0);
        assert_eq!(distance_f32(f32::INFINITY, f32::INFINITY), 0);
        assert_eq!(distance_f32(f32::INFINITY, f32::MAX), UNRELATED);
        assert_eq!(distance_f32(f32::INFINITY, f32::NEG_INFINITY), UNRELATED);
        assert_eq!(distance_f64(f64::NAN, 0.0), UNRELATED);
    }

    #[test]
    fn narrow_formats_have_their_own_steps() {
        // 1.0 and 1.125 are adjacent in f8E4M3FN.
        assert_eq!(distance_of_bits(Element::F8E4M3FN, 0x38, 0x39), Some(1));
        let tf = |v: f32| u64::from(v.to_bits());
        let near = distance_of_bits(Element::TF32, tf(1.0), tf(1.0 + 2f32.powi(-10)));
        assert_eq!(near, Some(1));
        assert_eq!(distance_of_bits(Element::I32, 1, 2), None);
        assert_eq!(distance(Element::I8, &[0xff], &[1]), 2);
    }
}
