//! CHLO's special functions on columns of elements.

use super::{error_function, gamma, inverse};
use crate::column::Column;
use crate::complex;
use crate::elem::{C, Cplx, Float, Int, map1, map2, with_complex, with_float, with_int};
use crate::function::{Special, Special2};
use hloom_ir::Element;
use hloom_ir::types::float::{FloatFormat, Specials};

/// Applies a function to each element. Returns false if it is undefined for such elements.
pub(crate) fn apply1(f: Special, x: Column<'_>, out: &mut [u8]) -> bool {
    let test: Option<fn(f64) -> bool> = match f {
        Special::IsInf => Some(f64::is_infinite),
        Special::IsPosInf => Some(|x| x == f64::INFINITY),
        Special::IsNegInf => Some(|x| x == f64::NEG_INFINITY),
        _ => None,
    };
    if let Some(test) = test {
        return with_float! { x.element, T => {
            map1(x.bytes, out, |a: T| u8::from(test(a.get())));
            true
        }, else false };
    }
    if let (Some(g), true) = (of_float(f), x.element.is_float()) {
        return with_float! { x.element, T => {
            map1(x.bytes, out, |a: T| T::put(g(a.get())));
            true
        }, else false };
    }
    let Some(g) = of_complex(f) else { return false };
    with_complex! { x.element, T => {
        map1(x.bytes, out, |a: T| T::put(g(a.get())));
        true
    }, else false }
}

fn of_float(f: Special) -> Option<fn(f64) -> f64> {
    Some(match f {
        Special::Acos => f64::acos,
        Special::Acosh => inverse::acosh,
        Special::Asin => f64::asin,
        Special::Asinh => inverse::asinh,
        Special::Atan => f64::atan,
        Special::Atanh => inverse::atanh,
        Special::BesselI1e => error_function::bessel_i1e,
        Special::Conj => |x| x,
        Special::Cosh => inverse::cosh,
        Special::Digamma => gamma::digamma,
        Special::Erf => error_function::erf,
        Special::ErfInv => error_function::erf_inv,
        Special::Erfc => error_function::erfc,
        Special::Lgamma => gamma::lgamma,
        Special::Sinh => inverse::sinh,
        Special::Square => |x| x * x,
        Special::Tan => f64::tan,
        Special::AsinAcosKernel | Special::IsInf | Special::IsNegInf | Special::IsPosInf => {
            return None;
        }
    })
}

fn of_complex(f: Special) -> Option<fn(C) -> C> {
    Some(match f {
        Special::Acos => inverse::complex_acos,
        Special::Acosh => inverse::complex_acosh,
        Special::Asin => inverse::complex_asin,
        Special::AsinAcosKernel => inverse::asin_acos_kernel,
        Special::Asinh => inverse::complex_asinh,
        Special::Atan => inverse::complex_atan,
        Special::Atanh => inverse::complex_atanh,
        Special::Conj => |z| C::new(z.re, -z.im),
        Special::Cosh => inverse::complex_cosh,
        Special::Sinh => inverse::complex_sinh,
        Special::Square => complex::square,
        Special::Tan => complex::tan,
        Special::BesselI1e
        | Special::Digamma
        | Special::Erf
        | Special::ErfInv
        | Special::Erfc
        | Special::IsInf
        | Special::IsNegInf
        | Special::IsPosInf
        | Special::Lgamma => return None,
    })
}

/// Applies a function to each pair of elements. Returns false if it is undefined for such elements.
pub(crate) fn apply2(f: Special2, x: Column<'_>, y: Column<'_>, out: &mut [u8]) -> bool {
    let (a, b) = (x.bytes, y.bytes);
    match f {
        Special2::Mulhi if x.element.is_integer() => with_int! { x.element, T => {
            map2(a, b, out, mulhi::<T>);
            true
        }, else false },
        Special2::Mulhi => false,
        Special2::NextAfter => next_after(x.element, a, b, out),
        Special2::Polygamma => real2(x.element, a, b, out, gamma::polygamma),
        Special2::Zeta => real2(x.element, a, b, out, gamma::zeta),
    }
}

fn real2(element: Element, a: &[u8], b: &[u8], out: &mut [u8], g: fn(f64, f64) -> f64) -> bool {
    with_float! { element, T => {
        map2(a, b, out, |a: T, b: T| T::put(g(a.get(), b.get())));
        true
    }, else false }
}

fn mulhi<T: Int>(a: T, b: T) -> T {
    let wide = |x: T| if T::SIGNED { i128::from(x.wide()) } else { i128::from(x.wide() as u64) };
    // The product of two unsigned 64-bit numbers needs all 128 bits.
    let product = wide(a).wrapping_mul(wide(b));
    T::wrap((product >> T::BITS) as i64)
}

/// The bit pattern next to that of `x` in the direction of `y`.
fn next_after(element: Element, a: &[u8], b: &[u8], out: &mut [u8]) -> bool {
    let Some(format) = FloatFormat::of(element) else { return false };
    // A `tf32` does not use the lowest bits of its storage.
    let step = if element == Element::TF32 { 1 << 13 } else { 1 };
    let sign = 1u64 << (format.exponent_bits + format.mantissa_bits);
    let next = |x: f64, y: f64| {
        if x.is_nan() || y.is_nan() {
            return f64::NAN;
        }
        if x == y {
            return y;
        }
        if x == 0.0 {
            return format.decode(step).copysign(y);
        }
        let bits = format.encode(x);
        let magnitude = bits & (sign - 1);
        let outwards = (y > x) == (x > 0.0);
        let moved = if outwards { magnitude + step } else { magnitude.saturating_sub(step) };
        let bits = if moved == 0 && format.specials == Specials::NanAtNegativeZero {
            0
        } else {
            moved | bits & sign
        };
        format.decode(bits)
    };
    with_float! { element, T => {
        map2(a, b, out, |a: T, b: T| T::put(next(a.get(), b.get())));
        true
    }, else false }
}
