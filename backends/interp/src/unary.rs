//! Functions of one operand.

use crate::column::Column;
use crate::elem::{C, Cplx, Float, Int, map1, with_complex, with_float, with_int};
use crate::function::Unary;
use crate::{complex, float};
use hloom_ir::types::float::FloatFormat;

/// Applies the function to each element. Returns false if it is undefined for such elements.
pub(crate) fn apply(f: Unary, x: Column<'_>, out: &mut [u8]) -> bool {
    with_int! { x.element, T => integer::<T>(f, x.bytes, out), else {
        if f == Unary::IsFinite {
            return with_float! { x.element, T => {
                map1(x.bytes, out, |a: T| u8::from(a.get().is_finite()));
                true
            }, else false };
        }
        if let Some(g) = of_float(f) {
            let done = with_float! { x.element, T => {
                map1(x.bytes, out, |a: T| T::put(g(a.get())));
                true
            }, else false };
            if done {
                return true;
            }
        }
        with_complex! { x.element, T => of_complex::<T>(f, x.bytes, out), else false }
    } }
}

fn integer<T: Int>(f: Unary, x: &[u8], out: &mut [u8]) -> bool {
    let low = u64::MAX >> (64 - T::BITS);
    match f {
        Unary::Abs => {
            map1(x, out, |a: T| T::wrap(if T::SIGNED { a.wide().wrapping_abs() } else { a.wide() }))
        }
        Unary::Negate => map1(x, out, |a: T| T::wrap(a.wide().wrapping_neg())),
        Unary::Not => map1(x, out, |a: T| T::wrap(!a.wide())),
        Unary::Sign => map1(x, out, |a: T| {
            T::wrap(if T::SIGNED { a.wide().signum() } else { i64::from(a.wide() != 0) })
        }),
        Unary::Popcnt => {
            map1(x, out, |a: T| T::wrap((a.wide() as u64 & low).count_ones().into()));
        }
        Unary::CountLeadingZeros => map1(x, out, |a: T| {
            let above = 64 - T::BITS;
            T::wrap(((a.wide() as u64 & low).leading_zeros() - above).into())
        }),
        Unary::Cbrt
        | Unary::Ceil
        | Unary::Cosine
        | Unary::Exponential
        | Unary::ExponentialMinusOne
        | Unary::Floor
        | Unary::Imag
        | Unary::IsFinite
        | Unary::Log
        | Unary::LogPlusOne
        | Unary::Logistic
        | Unary::Real
        | Unary::RoundNearestAfz
        | Unary::RoundNearestEven
        | Unary::Rsqrt
        | Unary::Sine
        | Unary::Sqrt
        | Unary::Tan
        | Unary::Tanh => return false,
    }
    true
}

/// The function on real numbers.
fn of_float(f: Unary) -> Option<fn(f64) -> f64> {
    Some(match f {
        Unary::Abs => f64::abs,
        Unary::Cbrt => f64::cbrt,
        Unary::Ceil => f64::ceil,
        Unary::Cosine => f64::cos,
        Unary::Exponential => f64::exp,
        Unary::ExponentialMinusOne => f64::exp_m1,
        Unary::Floor => f64::floor,
        Unary::Imag => |_| 0.0,
        Unary::Log => f64::ln,
        Unary::LogPlusOne => f64::ln_1p,
        Unary::Logistic => float::logistic,
        Unary::Negate => |x| -x,
        Unary::Real => |x| x,
        Unary::RoundNearestAfz => f64::round,
        Unary::RoundNearestEven => f64::round_ties_even,
        Unary::Rsqrt => float::rsqrt,
        Unary::Sign => float::sign,
        Unary::Sine => f64::sin,
        Unary::Sqrt => f64::sqrt,
        Unary::Tan => f64::tan,
        Unary::Tanh => f64::tanh,
        Unary::CountLeadingZeros | Unary::IsFinite | Unary::Not | Unary::Popcnt => return None,
    })
}

fn of_complex<T: Cplx>(f: Unary, x: &[u8], out: &mut [u8]) -> bool {
    let g: fn(C) -> C = match f {
        Unary::Abs | Unary::Real | Unary::Imag => {
            let part: fn(C) -> f64 = match f {
                Unary::Abs => complex::abs,
                Unary::Real => |z| z.re,
                _ => |z| z.im,
            };
            if size_of::<T>() == size_of::<C>() {
                map1(x, out, |a: T| part(a.get()));
            } else {
                map1(x, out, |a: T| part(a.get()) as f32);
            }
            return true;
        }
        Unary::Cbrt => complex::cbrt,
        Unary::Cosine => complex::cos,
        Unary::Exponential => complex::exp,
        Unary::ExponentialMinusOne => complex::exp_m1,
        Unary::Log => complex::log,
        Unary::LogPlusOne => complex::log_p1,
        Unary::Logistic => complex::logistic,
        Unary::Negate => |z| -z,
        Unary::Rsqrt => complex::rsqrt,
        Unary::Sign => complex::sign,
        Unary::Sine => complex::sin,
        Unary::Sqrt => complex::sqrt,
        Unary::Tan => complex::tan,
        Unary::Tanh => complex::tanh,
        Unary::Ceil
        | Unary::CountLeadingZeros
        | Unary::Floor
        | Unary::IsFinite
        | Unary::Not
        | Unary::Popcnt
        | Unary::RoundNearestAfz
        | Unary::RoundNearestEven => return false,
    };
    map1(x, out, |a: T| T::put(g(a.get())));
    true
}

/// Rounds each float to fewer bits; see [`float::reduce_precision`].
pub(crate) fn reduce_precision(
    exponent_bits: u32,
    mantissa_bits: u32,
    x: Column<'_>,
    out: &mut [u8],
) -> bool {
    let Some(format) = FloatFormat::of(x.element) else { return false };
    let source = ((format.exponent_bits, format.mantissa_bits), format.bias);
    let f = |v| float::reduce_precision(v, exponent_bits, mantissa_bits, source);
    with_float! { x.element, T => map1(x.bytes, out, |a: T| T::put(f(a.get()))), else return false };
    true
}
