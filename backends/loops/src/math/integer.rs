//! Operations on integer and boolean elements.

use super::arith::Arith;
use super::element::{low_bits, round};
use super::op::{NoExpansion, ScalarOp};
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};
use hloom_ir::Element;

/// An operation on booleans.
pub(super) fn boolean<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    x: A::V,
    y: A::V,
) -> Result<A::V, NoExpansion> {
    Ok(match op {
        ScalarOp::Add | ScalarOp::Or | ScalarOp::Maximum => a.binary(BinaryOp::Or, x, y),
        ScalarOp::Multiply | ScalarOp::And | ScalarOp::Minimum => a.binary(BinaryOp::And, x, y),
        ScalarOp::Xor => a.binary(BinaryOp::Xor, x, y),
        ScalarOp::Not => a.unary(UnaryOp::Not, x),
        ScalarOp::Abs
        | ScalarOp::Atan2
        | ScalarOp::Cbrt
        | ScalarOp::Ceil
        | ScalarOp::Cosine
        | ScalarOp::CountLeadingZeros
        | ScalarOp::Divide
        | ScalarOp::Erf
        | ScalarOp::Erfc
        | ScalarOp::ErfInv
        | ScalarOp::Exponential
        | ScalarOp::ExponentialMinusOne
        | ScalarOp::Floor
        | ScalarOp::Imag
        | ScalarOp::IsFinite
        | ScalarOp::Log
        | ScalarOp::LogPlusOne
        | ScalarOp::Logistic
        | ScalarOp::Negate
        | ScalarOp::Popcnt
        | ScalarOp::Power
        | ScalarOp::Real
        | ScalarOp::ReducePrecision { .. }
        | ScalarOp::Remainder
        | ScalarOp::RoundAfz
        | ScalarOp::RoundEven
        | ScalarOp::Rsqrt
        | ScalarOp::ShiftLeft
        | ScalarOp::ShiftRightArithmetic
        | ScalarOp::ShiftRightLogical
        | ScalarOp::Sign
        | ScalarOp::Sine
        | ScalarOp::Sqrt
        | ScalarOp::Subtract
        | ScalarOp::Tan
        | ScalarOp::Tanh => {
            return Err(NoExpansion::Undefined);
        }
        ScalarOp::Bitcast
        | ScalarOp::Clamp
        | ScalarOp::Compare(_)
        | ScalarOp::CompareTotal(_)
        | ScalarOp::Complex
        | ScalarOp::Convert
        | ScalarOp::Select => return Err(NoExpansion::AnyClass),
    })
}

/// An operation of one or two integers; `y` is `x` again for one.
pub(super) fn integer<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    element: Element,
    x: A::V,
    y: A::V,
) -> Result<A::V, NoExpansion> {
    let scalar = a.scalar(x);
    let signed = element.is_signed();
    let pick = |s: BinaryOp, u: BinaryOp| if signed { s } else { u };
    let result = match op {
        ScalarOp::Add => a.add(x, y),
        ScalarOp::Subtract => a.sub(x, y),
        ScalarOp::Multiply => a.mul(x, y),
        ScalarOp::Divide => a.binary(pick(BinaryOp::DivS, BinaryOp::DivU), x, y),
        ScalarOp::Remainder => a.binary(pick(BinaryOp::RemS, BinaryOp::RemU), x, y),
        ScalarOp::Maximum => a.binary(pick(BinaryOp::MaxS, BinaryOp::MaxU), x, y),
        ScalarOp::Minimum => a.binary(pick(BinaryOp::MinS, BinaryOp::MinU), x, y),
        ScalarOp::And => a.binary(BinaryOp::And, x, y),
        ScalarOp::Or => a.binary(BinaryOp::Or, x, y),
        ScalarOp::Xor => a.binary(BinaryOp::Xor, x, y),
        ScalarOp::ShiftLeft => a.binary(BinaryOp::Shl, x, y),
        ScalarOp::ShiftRightArithmetic => {
            // The sign of an unsigned number is its own highest bit.
            let x = if signed { x } else { sign_extended(a, element, x) };
            a.binary(BinaryOp::ShrS, x, y)
        }
        ScalarOp::ShiftRightLogical => {
            let x = low_bits(a, element, x);
            a.binary(BinaryOp::ShrU, x, y)
        }
        ScalarOp::Power => power(a, signed, x, y),
        ScalarOp::Negate => a.neg(x),
        ScalarOp::Not => a.unary(UnaryOp::Not, x),
        ScalarOp::Abs if signed => a.abs(x),
        ScalarOp::Abs => x,
        ScalarOp::Sign => {
            let (zero, one) = (a.int(scalar, 0), a.int(scalar, 1));
            let some = a.compare(CompareOp::Ne, x, zero);
            let size = a.select(some, one, zero);
            if signed {
                let minus = a.int(scalar, -1);
                let negative = a.compare(CompareOp::LtS, x, zero);
                a.select(negative, minus, size)
            } else {
                size
            }
        }
        ScalarOp::Popcnt => {
            let x = low_bits(a, element, x);
            a.unary(UnaryOp::Popcount, x)
        }
        ScalarOp::CountLeadingZeros => {
            let x = low_bits(a, element, x);
            let zeros = a.unary(UnaryOp::CountLeadingZeros, x);
            let above = a.int(scalar, i64::from(scalar.bits() - element.bit_width()));
            a.sub(zeros, above)
        }
        ScalarOp::Atan2
        | ScalarOp::Cbrt
        | ScalarOp::Ceil
        | ScalarOp::Cosine
        | ScalarOp::Erf
        | ScalarOp::Erfc
        | ScalarOp::ErfInv
        | ScalarOp::Exponential
        | ScalarOp::ExponentialMinusOne
        | ScalarOp::Floor
        | ScalarOp::Imag
        | ScalarOp::IsFinite
        | ScalarOp::Log
        | ScalarOp::LogPlusOne
        | ScalarOp::Logistic
        | ScalarOp::Real
        | ScalarOp::ReducePrecision { .. }
        | ScalarOp::RoundAfz
        | ScalarOp::RoundEven
        | ScalarOp::Rsqrt
        | ScalarOp::Sine
        | ScalarOp::Sqrt
        | ScalarOp::Tan
        | ScalarOp::Tanh => {
            return Err(NoExpansion::Undefined);
        }
        ScalarOp::Bitcast
        | ScalarOp::Clamp
        | ScalarOp::Compare(_)
        | ScalarOp::CompareTotal(_)
        | ScalarOp::Complex
        | ScalarOp::Convert
        | ScalarOp::Select => return Err(NoExpansion::AnyClass),
    };
    Ok(round(a, element, result))
}

/// A narrow unsigned number with its highest bit taken for a sign.
fn sign_extended<A: Arith>(a: &mut A, element: Element, x: A::V) -> A::V {
    let scalar = a.scalar(x);
    let unused = a.int(scalar, i64::from(scalar.bits() - element.bit_width()));
    let high = a.binary(BinaryOp::Shl, x, unused);
    a.binary(BinaryOp::ShrS, high, unused)
}

/// Repeated squaring over all bits of the exponent. Negative exponents give the
/// whole part of a fraction: powers of 1 and -1, else 0.
fn power<A: Arith>(a: &mut A, signed: bool, x: A::V, y: A::V) -> A::V {
    let scalar = a.scalar(x);
    let (zero, one) = (a.int(scalar, 0), a.int(scalar, 1));
    let (mut base, mut result) = (x, one);
    for bit in 0..scalar.bits() {
        let mask = a.bits(scalar, 1 << bit);
        let here = a.binary(BinaryOp::And, y, mask);
        let here = a.compare(CompareOp::Ne, here, zero);
        let product = a.mul(result, base);
        result = a.select(here, product, result);
        base = a.mul(base, base);
    }
    if !signed {
        return result;
    }
    let negative = a.compare(CompareOp::LtS, y, zero);
    let minus = a.int(scalar, -1);
    let (is_one, is_minus) = (a.compare(CompareOp::Eq, x, one), a.compare(CompareOp::Eq, x, minus));
    let parity = a.binary(BinaryOp::And, y, one);
    let odd = a.compare(CompareOp::Ne, parity, zero);
    let of_minus = a.select(odd, minus, one);
    let fraction = a.select(is_minus, of_minus, zero);
    let fraction = a.select(is_one, one, fraction);
    a.select(negative, fraction, result)
}

/// An integer register of another width, filled by its element's sign.
pub(super) fn resize<A: Arith>(a: &mut A, from: Element, x: A::V, to: Scalar) -> A::V {
    let have = a.scalar(x);
    match have.bits().cmp(&to.bits()) {
        std::cmp::Ordering::Equal => x,
        std::cmp::Ordering::Greater => a.convert(ConvertOp::Truncate, x, to),
        std::cmp::Ordering::Less if from.is_signed() => a.convert(ConvertOp::ExtendS, x, to),
        std::cmp::Ordering::Less => a.convert(ConvertOp::ExtendU, x, to),
    }
}
