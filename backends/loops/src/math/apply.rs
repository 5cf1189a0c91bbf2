//! Applies a nest's operations to elements in registers.

use super::element::{Parts, from_storage, low_bits, narrow_to_odd, register, round, to_storage};
use super::integer::{boolean, integer, resize};
use super::{Arith, complex, elementary32, elementary64, power64, trigonometry, trigonometry64};
use crate::nest::{Direction, ScalarOp};
use crate::program::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};
use hloom_ir::Element;
use hloom_ir::types::ElementClass;
use hloom_ir::types::float::FloatFormat;

/// An operation that has not been expanded for an element type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{op} of {element} elements is not supported by the compiling backends")]
pub struct Unsupported {
    /// The operation.
    pub op: String,
    /// The element type.
    pub element: Element,
}

/// Applies an operation to elements of these types; the result is of `result`'s.
///
/// # Errors
/// If the operation is not defined on them.
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
            Some(Parts { re: a.select(x.re, y.re, z.re), im: a.select(x.re, y.im, z.im) })
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
        ScalarOp::Complex => Some(Parts { re: x.re, im: y.re }),
        ScalarOp::Compare(direction) => compare(a, direction, element, x, y),
        ScalarOp::CompareTotal(direction) if element.is_float() => {
            Some(compare_total(a, direction, x.re, y.re).into())
        }
        ScalarOp::CompareTotal(direction) => compare(a, direction, element, x, y),
        _ => match element.class() {
            ElementClass::Boolean => boolean(a, op, x.re, y.re).map(Parts::from),
            ElementClass::Signed | ElementClass::Unsigned => {
                integer(a, op, element, x.re, y.re).map(Parts::from)
            }
            ElementClass::Float => real(a, op, element, x.re, y.re).map(|v| {
                if op == ScalarOp::IsFinite { v.into() } else { round(a, element, v).into() }
            }),
            ElementClass::Complex if op.arity() == 1 => complex::unary(a, op, element, x),
            ElementClass::Complex => complex::binary(a, op, element, x, y),
            ElementClass::Quantized => None,
        },
    };
    found.ok_or_else(|| Unsupported { op: op.to_string(), element })
}

/// The element that changes nothing when combined by a monoid's operation; `None`
/// for other operations.
pub fn identity<A: Arith>(a: &mut A, op: ScalarOp, element: Element) -> Option<Parts<A::V>> {
    let scalar = register(element);
    if !op.is_monoid(element) {
        return None;
    }
    if element.is_float() || element.is_complex() {
        let value = match op {
            // x + -0 is x for every x; x + 0 is not, for -0.
            ScalarOp::Add => -0.0,
            ScalarOp::Multiply => 1.0,
            ScalarOp::Maximum => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        };
        let re = a.float(scalar, value);
        let im = if element.is_complex() { a.float(scalar, value.min(0.0) * 0.0) } else { re };
        return Some(Parts { re, im });
    }
    let signed = element.is_signed();
    let width = element.bit_width();
    let all = u64::MAX >> (64 - width);
    let bits = match op {
        ScalarOp::Multiply => 1,
        ScalarOp::And => {
            if signed {
                u64::MAX
            } else {
                all
            }
        }
        ScalarOp::Minimum => {
            if signed {
                all >> 1
            } else {
                all
            }
        }
        ScalarOp::Maximum if signed => !(all >> 1),
        _ => 0,
    };
    Some(a.bits(scalar, bits & scalar.mask()).into())
}

/// An operation of one or two floats in registers, not yet rounded to the element
/// type; `None` if there is none of that name.
pub(super) fn real<A: Arith>(
    a: &mut A,
    op: ScalarOp,
    element: Element,
    x: A::V,
    y: A::V,
) -> Option<A::V> {
    let single = a.scalar(x) == Scalar::F32;
    Some(match op {
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
        _ => return None,
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

/// Rounds the mantissa to nearest even, then takes exponents out of range to
/// infinity or zero. Works on the bits of the register's format, of which the
/// element's is a part.
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
        let kept = a.binary(BinaryOp::ShrU, bits, places);
        let parity = a.binary(BinaryOp::And, kept, one);
        let half = a.int(integer, (1i64 << (drop - 1)) - 1);
        let sum = a.add(bits, half);
        let sum = a.add(sum, parity);
        let mask = a.int(integer, -1i64 << drop);
        let rounded = a.binary(BinaryOp::And, sum, mask);
        y = a.float_of(rounded, float);
        if own.0 < 8 {
            // Of the element's own subnormals, which the register holds as normal
            // numbers, the unit is that of the least normal ones: an addition rounds
            // to its multiples.
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
        // 2^(bias + 1) is out of range, and so is what is below 2^(1 - bias).
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

/// The bits of an element as another. Among elements of a byte or less the widths
/// may differ: bits are dropped at the top, or zeros added.
fn bitcast<A: Arith>(a: &mut A, from: Element, x: Parts<A::V>, to: Element) -> Option<Parts<A::V>> {
    let (n, m) = (from.bit_width(), to.bit_width());
    if (n != m && n.max(m) > 8) || from.is_complex() != to.is_complex() {
        return None;
    }
    let (have, want) = (crate::program::storage(from).scalar, crate::program::storage(to).scalar);
    let part = |a: &mut A, v: A::V| {
        let mut stored = to_storage(a, from, v.into()).re;
        if have != want {
            stored = a.convert(ConvertOp::Bitcast, stored, want);
        }
        // A narrow signed integer fills its byte by its sign.
        if n < 8 {
            stored = low_bits(a, from, stored);
        }
        if m < n {
            stored = low_bits(a, to, stored);
        }
        if to.is_integer() {
            stored = round(a, to, stored);
        }
        from_storage(a, to, stored.into()).re
    };
    let re = part(a, x.re);
    Some(Parts { re, im: if from.is_complex() { part(a, x.im) } else { re } })
}

fn convert<A: Arith>(a: &mut A, from: Element, x: Parts<A::V>, to: Element) -> Option<Parts<A::V>> {
    use ElementClass as C;
    if from == to {
        return Some(x);
    }
    if to.is_complex() {
        let part = to.real_part();
        let re = convert(a, from.real_part(), x.re.into(), part)?.re;
        let im = if from.is_complex() {
            convert(a, from.real_part(), x.im.into(), part)?.re
        } else {
            a.float(register(part), 0.0)
        };
        return Some(Parts { re, im });
    }
    if from.is_complex() && to != Element::I1 {
        return convert(a, from.real_part(), x.re.into(), to);
    }
    let target = register(to);
    Some(match (from.class(), to.class()) {
        (C::Quantized, _) | (_, C::Quantized) => return None,
        (C::Complex, _) => {
            let zero = a.like(x.re, 0.0);
            let re = a.compare(CompareOp::Ne, x.re, zero);
            let im = a.compare(CompareOp::Ne, x.im, zero);
            a.binary(BinaryOp::Or, re, im).into()
        }
        (_, C::Boolean) => {
            let zero = a.bits(a.scalar(x.re), 0);
            a.compare(CompareOp::Ne, x.re, zero).into()
        }
        (C::Boolean, C::Float) => {
            let (zero, one) = (a.float(target, 0.0), a.float(target, 1.0));
            a.select(x.re, one, zero).into()
        }
        (C::Boolean, _) => {
            let wide = a.convert(ConvertOp::ExtendU, x.re, target);
            round(a, to, wide).into()
        }
        (C::Signed | C::Unsigned, C::Float) => {
            let op = if from.is_signed() {
                ConvertOp::SignedToFloat
            } else {
                ConvertOp::UnsignedToFloat
            };
            // By way of a double where f32 would round a first time.
            let twice = to.bit_width() < 32 && from.bit_width() > 24;
            let value = if twice {
                let wide = a.convert(op, x.re, Scalar::F64);
                narrow_to_odd(a, wide)
            } else {
                a.convert(op, x.re, target)
            };
            round(a, to, value).into()
        }
        (C::Signed | C::Unsigned, _) => {
            let resized = resize(a, from, x.re, target);
            round(a, to, resized).into()
        }
        (C::Float, C::Float) => {
            let have = a.scalar(x.re);
            let value = if have == Scalar::F64 && to.bit_width() < 32 {
                narrow_to_odd(a, x.re)
            } else {
                a.to_float(x.re, target)
            };
            round(a, to, value).into()
        }
        (C::Float, _) => float_to_integer(a, x.re, to).into(),
    })
}

/// Towards zero, saturated at the element's own bounds.
fn float_to_integer<A: Arith>(a: &mut A, x: A::V, to: Element) -> A::V {
    let target = register(to);
    let signed = to.is_signed();
    let op = if signed { ConvertOp::FloatToSigned } else { ConvertOp::FloatToUnsigned };
    let value = a.convert(op, x, target);
    if to.bit_width() >= target.bits() {
        return value;
    }
    let all = (1i64 << to.bit_width()) - 1;
    if signed {
        let (low, high) = (a.int(target, !(all >> 1)), a.int(target, all >> 1));
        let value = a.binary(BinaryOp::MaxS, value, low);
        a.binary(BinaryOp::MinS, value, high)
    } else {
        let high = a.int(target, all);
        a.binary(BinaryOp::MinU, value, high)
    }
}

fn compare<A: Arith>(
    a: &mut A,
    direction: Direction,
    element: Element,
    x: Parts<A::V>,
    y: Parts<A::V>,
) -> Option<Parts<A::V>> {
    use Direction::{Eq, Ge, Gt, Le, Lt, Ne};
    Some(match element.class() {
        ElementClass::Complex => {
            let (op, join) = match direction {
                Eq => (CompareOp::Eq, BinaryOp::And),
                Ne => (CompareOp::Ne, BinaryOp::Or),
                Ge => return Some(complex::ordered(a, CompareOp::Gt, CompareOp::Ge, x, y).into()),
                Gt => return Some(complex::ordered(a, CompareOp::Gt, CompareOp::Gt, x, y).into()),
                Le => return Some(complex::ordered(a, CompareOp::Lt, CompareOp::Le, x, y).into()),
                Lt => return Some(complex::ordered(a, CompareOp::Lt, CompareOp::Lt, x, y).into()),
            };
            let re = a.compare(op, x.re, y.re);
            let im = a.compare(op, x.im, y.im);
            a.binary(join, re, im).into()
        }
        ElementClass::Float => {
            let op = match direction {
                Eq => CompareOp::Eq,
                Ne => CompareOp::Ne,
                Ge => CompareOp::Ge,
                Gt => CompareOp::Gt,
                Le => CompareOp::Le,
                Lt => CompareOp::Lt,
            };
            a.compare(op, x.re, y.re).into()
        }
        ElementClass::Boolean => {
            let x = a.convert(ConvertOp::ExtendU, x.re, Scalar::I8);
            let y = a.convert(ConvertOp::ExtendU, y.re, Scalar::I8);
            integers(a, direction, false, x, y).into()
        }
        class => integers(a, direction, class == ElementClass::Signed, x.re, y.re).into(),
    })
}

fn integers<A: Arith>(a: &mut A, direction: Direction, signed: bool, x: A::V, y: A::V) -> A::V {
    let pick = |s, u| if signed { s } else { u };
    let op = match direction {
        Direction::Eq => CompareOp::Eq,
        Direction::Ne => CompareOp::Ne,
        Direction::Ge => pick(CompareOp::GeS, CompareOp::GeU),
        Direction::Gt => pick(CompareOp::GtS, CompareOp::GtU),
        Direction::Le => pick(CompareOp::LeS, CompareOp::LeU),
        Direction::Lt => pick(CompareOp::LtS, CompareOp::LtU),
    };
    a.compare(op, x, y)
}

fn compare_total<A: Arith>(a: &mut A, direction: Direction, x: A::V, y: A::V) -> A::V {
    let (x, y) = (total_order(a, x), total_order(a, y));
    integers(a, direction, true, x, y)
}

/// The signed integer that has a float's place in the order of IEEE 754's `totalOrder`: its
/// bits, the magnitudes of negative numbers turned round.
pub(crate) fn total_order<A: Arith>(a: &mut A, float: A::V) -> A::V {
    let integer = a.scalar(float).as_integer();
    let bits = a.to_bits(float);
    let (last, one) = (a.int(integer, i64::from(integer.bits()) - 1), a.int(integer, 1));
    let sign = a.binary(BinaryOp::ShrS, bits, last);
    let flip = a.binary(BinaryOp::ShrU, sign, one);
    a.binary(BinaryOp::Xor, bits, flip)
}
