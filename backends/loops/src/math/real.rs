//! Operations on floats in registers.
//!
//! `f32` and `f64` registers have separate expansions where the wider one would cost more than it
//! gains; narrower elements are computed in `f32`.

use super::arith::Arith;
use super::op::{NoExpansion, ScalarOp};
use super::{elementary32, elementary64, error_function, power64, trigonometry, trigonometry64};
use crate::program::{BinaryOp, CompareOp, Scalar, UnaryOp};
use hloom_ir::Element;
use hloom_ir::types::float::FloatFormat;

/// An operation on one or two floats in registers, without rounding to the element type.
pub(super) fn real<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    element: Element,
    x: A::V,
    y: A::V,
) -> Result<A::V, NoExpansion> {
    let single = a.scalar(x) == Scalar::F32;
    Ok(match op {
        ScalarOp::Add => a.add(x, y),
        ScalarOp::Subtract => a.sub(x, y),
        ScalarOp::Multiply => a.mul(x, y),
        ScalarOp::Divide => a.div(x, y),
        ScalarOp::Remainder => a.binary(BinaryOp::Rem, x, y),
        ScalarOp::Maximum => a.binary(BinaryOp::Max, x, y),
        ScalarOp::Minimum => a.binary(BinaryOp::Min, x, y),
        ScalarOp::Abs => a.abs(x),
        ScalarOp::Negate => a.neg(x),
        ScalarOp::Ceil => a.unary(UnaryOp::Ceil, x),
        ScalarOp::Floor => a.unary(UnaryOp::Floor, x),
        ScalarOp::RoundAfz => a.unary(UnaryOp::RoundAway, x),
        ScalarOp::RoundEven => a.unary(UnaryOp::RoundEven, x),
        ScalarOp::Sqrt => a.unary(UnaryOp::Sqrt, x),
        ScalarOp::Rsqrt => {
            let (root, one) = (a.unary(UnaryOp::Sqrt, x), a.like(x, 1.0));
            a.div(one, root)
        }
        ScalarOp::Real => x,
        ScalarOp::Imag => a.like(x, 0.0),
        ScalarOp::IsFinite => {
            let (size, infinity) = (a.abs(x), a.like(x, f64::INFINITY));
            a.compare(CompareOp::Lt, size, infinity)
        }
        ScalarOp::Sign => {
            let (zero, one) = (a.like(x, 0.0), a.like(x, 1.0));
            let unit = a.binary(BinaryOp::CopySign, one, x);
            let size = a.abs(x);
            let some = a.compare(CompareOp::Gt, size, zero);
            a.select(some, unit, x)
        }
        ScalarOp::ReducePrecision { exponent_bits, mantissa_bits } => {
            reduce_precision(a, element, x, exponent_bits, mantissa_bits)
        }
        ScalarOp::Erf if single => error_function::erf(a, x),
        ScalarOp::Erfc if single => error_function::erfc(a, x),
        ScalarOp::ErfInv if single => error_function::erf_inv(a, x),
        ScalarOp::Erf | ScalarOp::Erfc | ScalarOp::ErfInv => return Err(NoExpansion::Formula),
        ScalarOp::Exponential if single => elementary32::exp(a, x),
        ScalarOp::Exponential => elementary64::exp(a, x),
        ScalarOp::ExponentialMinusOne if single => elementary32::expm1(a, x),
        ScalarOp::ExponentialMinusOne => elementary64::expm1(a, x),
        ScalarOp::Log if single => elementary32::log(a, x),
        ScalarOp::Log => elementary64::log(a, x),
        ScalarOp::LogPlusOne => in_double(a, x, elementary64::log1p),
        ScalarOp::Tanh if single => elementary32::tanh(a, x),
        ScalarOp::Tanh => elementary64::tanh(a, x),
        ScalarOp::Logistic if single => elementary32::logistic(a, x, elementary32::exp),
        ScalarOp::Logistic => elementary32::logistic(a, x, elementary64::exp),
        ScalarOp::Cbrt => in_double(a, x, elementary64::cbrt),
        ScalarOp::Sine if single => trigonometry::sin(a, x),
        ScalarOp::Sine => trigonometry64::sin(a, x),
        ScalarOp::Cosine if single => trigonometry::cos(a, x),
        ScalarOp::Cosine => trigonometry64::cos(a, x),
        ScalarOp::Tan if single => trigonometry::tan(a, x),
        ScalarOp::Tan => trigonometry64::tan(a, x),
        ScalarOp::Atan2 if single => in_double2(a, x, y, trigonometry::atan2),
        ScalarOp::Atan2 => trigonometry64::atan2(a, x, y),
        ScalarOp::Power if single => in_double2(a, x, y, elementary64::pow_single),
        ScalarOp::Power => power64::pow(a, x, y),
        ScalarOp::And
        | ScalarOp::Or
        | ScalarOp::Xor
        | ScalarOp::Not
        | ScalarOp::ShiftLeft
        | ScalarOp::ShiftRightArithmetic
        | ScalarOp::ShiftRightLogical
        | ScalarOp::Popcnt
        | ScalarOp::CountLeadingZeros => return Err(NoExpansion::Undefined),
        ScalarOp::Bitcast
        | ScalarOp::Clamp
        | ScalarOp::Compare(_)
        | ScalarOp::CompareTotal(_)
        | ScalarOp::Complex
        | ScalarOp::Convert
        | ScalarOp::Select => return Err(NoExpansion::AnyClass),
    })
}

/// A function computed in double precision and rounded back.
fn in_double<A: Arith>(a: &mut A, x: A::V, f: impl FnOnce(&mut A, A::V) -> A::V) -> A::V {
    let scalar = a.scalar(x);
    let x = a.to_float(x, Scalar::F64);
    let result = f(a, x);
    a.to_float(result, scalar)
}

fn in_double2<A: Arith>(
    a: &mut A,
    x: A::V,
    y: A::V,
    f: impl FnOnce(&mut A, A::V, A::V) -> A::V,
) -> A::V {
    let scalar = a.scalar(x);
    let (x, y) = (a.to_float(x, Scalar::F64), a.to_float(y, Scalar::F64));
    let result = f(a, x, y);
    a.to_float(result, scalar)
}

/// Rounds the mantissa to nearest even, then replaces numbers with exponents out of range by
/// infinity or zero. It works on the bits of the register's format, which contains the element's
/// format.
fn reduce_precision<A: Arith>(
    a: &mut A,
    element: Element,
    x: A::V,
    exponent_bits: u32,
    mantissa_bits: u32,
) -> A::V {
    let float = a.scalar(x);
    let integer = float.as_integer();
    let have_mantissa = if float == Scalar::F32 { 23 } else { 52 };
    let own = FloatFormat::of(element).map_or((8, 23), |f| (f.exponent_bits, f.mantissa_bits));
    let bits = a.to_bits(x);
    let mut y = x;
    if mantissa_bits < own.1 {
        let drop = have_mantissa - mantissa_bits;
        let places = a.int(integer, i64::from(drop));
        let one = a.int(integer, 1);
        let truncated = a.binary(BinaryOp::ShrU, bits, places);
        let mut parity = a.binary(BinaryOp::And, truncated, one);
        // Without a mantissa that is the last bit of the exponent, whose bias is odd in a register.
        let bias = FloatFormat::of(element).map_or(127, |f| f.bias);
        if mantissa_bits == 0 && bias % 2 == 0 {
            parity = a.binary(BinaryOp::Xor, parity, one);
        }
        let half = a.int(integer, (1i64 << (drop - 1)) - 1);
        let sum = a.add(bits, half);
        let sum = a.add(sum, parity);
        let mask = a.int(integer, -1i64 << drop);
        let rounded = a.binary(BinaryOp::And, sum, mask);
        y = a.float_of(rounded, float);
        if own.0 < 8 {
            // The element type's own subnormals are normal numbers in the register. Their unit is
            // that of the least normal number: an addition rounds to its multiples.
            let lowest = 2 - (1i32 << (own.0 - 1));
            let places = have_mantissa as i32 + lowest - mantissa_bits as i32;
            let (base, least) =
                (a.float(float, 2f64.powi(places)), a.float(float, 2f64.powi(lowest)));
            let size = a.abs(x);
            let sum = a.add(size, base);
            let rounded = a.sub(sum, base);
            let rounded = a.binary(BinaryOp::CopySign, rounded, x);
            let small = a.compare(CompareOp::Lt, size, least);
            y = a.select(small, rounded, y);
        }
    }
    if exponent_bits < own.0 {
        let bias = (1i32 << (exponent_bits - 1)) - 1;
        let size = a.abs(y);
        let (infinity, zero) = (a.float(float, f64::INFINITY), a.float(float, 0.0));
        // 2^(bias + 1) is out of range, and so are numbers below 2^(1 - bias).
        let limit = a.float(float, 2f64.powi(bias + 1));
        let least = a.float(float, 2f64.powi(1 - bias));
        let over = a.compare(CompareOp::Ge, size, limit);
        let under = a.compare(CompareOp::Lt, size, least);
        let size = a.select(over, infinity, size);
        let size = a.select(under, zero, size);
        y = a.binary(BinaryOp::CopySign, size, y);
    }
    let unordered = a.compare(CompareOp::Ne, x, x);
    if mantissa_bits > 0 {
        a.select(unordered, x, y)
    } else {
        // Without a mantissa there is no NaN.
        let infinity = a.float(float, f64::INFINITY);
        let infinity = a.binary(BinaryOp::CopySign, infinity, x);
        a.select(unordered, infinity, y)
    }
}
