//! Applies a nest's operations to elements in registers.

use super::arith::Arith;
use super::compare::{compare, compare_total};
use super::complex;
use super::convert::{bitcast, convert};
use super::element::{Parts, register, round};
use super::integer::{boolean, integer};
use super::op::{NoExpansion, ScalarOp};
use super::real::real;
use hloom_analysis::monoid::Neutral;
use hloom_ir::Element;
use hloom_ir::types::ElementClass;

/// An operation that has no expansion for an element type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{op} of {element} elements is not supported by the compiling backends: {why}")]
pub struct Unsupported {
    /// The operation.
    pub op: String,
    /// The element type.
    pub element: Element,
    /// The reason.
    pub why: NoExpansion,
}

/// Applies an operation to elements of these types; the result is of `result`'s.
///
/// # Errors
/// If the operation has no expansion for them.
pub fn apply<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    operands: &[(Element, Parts<A::V>)],
    result: Element,
) -> Result<Parts<A::V>, Unsupported> {
    let (element, x) = operands[0];
    let (_, y) = operands.get(1).copied().unwrap_or(operands[0]);
    let found = match op {
        ScalarOp::Select => {
            let (_, z) = operands[2];
            Ok(Parts { re: a.select(x.re, y.re, z.re), im: a.select(x.re, y.im, z.im) })
        }
        ScalarOp::Clamp => {
            // min, operand, max
            let (of, value) = operands[1];
            let low = apply(a, ScalarOp::Maximum, &[(of, value), (of, x)], of)?;
            let high = operands[2];
            return apply(a, ScalarOp::Minimum, &[(of, low), high], of);
        }
        ScalarOp::Convert => convert(a, element, x, result),
        ScalarOp::Bitcast => bitcast(a, element, x, result),
        ScalarOp::Complex => Ok(Parts { re: x.re, im: y.re }),
        ScalarOp::Compare(direction) => Ok(compare(a, direction, element, x, y)),
        ScalarOp::CompareTotal(direction) if element.is_float() => {
            Ok(compare_total(a, direction, x.re, y.re).into())
        }
        ScalarOp::CompareTotal(direction) => Ok(compare(a, direction, element, x, y)),
        ScalarOp::Abs
        | ScalarOp::Add
        | ScalarOp::And
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
        | ScalarOp::Maximum
        | ScalarOp::Minimum
        | ScalarOp::Multiply
        | ScalarOp::Negate
        | ScalarOp::Not
        | ScalarOp::Or
        | ScalarOp::Popcnt
        | ScalarOp::Power
        | ScalarOp::Real
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
        | ScalarOp::Tanh
        | ScalarOp::Xor
        | ScalarOp::ReducePrecision { .. } => by_class(a, op, element, x, y),
    };
    found.map_err(|why| Unsupported { op: op.to_string(), element, why })
}

/// An operation that each class of elements expands in its own way.
fn by_class<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    element: Element,
    x: Parts<A::V>,
    y: Parts<A::V>,
) -> Result<Parts<A::V>, NoExpansion> {
    Ok(match element.class() {
        ElementClass::Boolean => boolean(a, op, x.re, y.re)?.into(),
        ElementClass::Signed | ElementClass::Unsigned => {
            integer(a, op, element, x.re, y.re)?.into()
        }
        ElementClass::Float => {
            let value = real(a, op, element, x.re, y.re)?;
            if op == ScalarOp::IsFinite { value.into() } else { round(a, element, value).into() }
        }
        ElementClass::Complex => complex::expand(a, op, element, x, y)?,
        ElementClass::Quantized => return Err(NoExpansion::Quantized),
    })
}

/// The element that changes nothing when combined by a monoid's operation; `None`
/// for other operations.
pub fn identity<A: Arith>(a: &mut A, op: ScalarOp, element: Element) -> Option<Parts<A::V>> {
    let scalar = register(element);
    match op.monoid(element)?.neutral(element)? {
        Neutral::Float { re, im } => {
            let re = a.float(scalar, re);
            let im = if element.is_complex() { a.float(scalar, im) } else { re };
            Some(Parts { re, im })
        }
        Neutral::Integer(number) => Some(a.bits(scalar, number as u64 & scalar.mask()).into()),
    }
}
