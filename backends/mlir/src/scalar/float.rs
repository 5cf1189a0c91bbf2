//! Real floats.

use super::function::Function;
use super::narrow::{load, store};
use super::parts::{bits, number};
use crate::build::{Builder, FloatCompare, IntCompare, Val};
use hloom_ir::Element;
use hloom_ir::ops::Direction;
use hloom_ir::types::float::FloatFormat;
use melior::ir::{Type, ValueLike};

/// The type that functions of such elements compute in.
pub(super) fn wide_type<'c>(b: &Builder<'c>, element: Element) -> Type<'c> {
    if element == Element::F64 { Type::float64(b.cx) } else { Type::float32(b.cx) }
}

/// A function of floats.
pub(super) fn apply<'c>(
    b: &Builder<'c>,
    f: Function,
    x: &[Val<'c>],
    element: Element,
) -> Option<Val<'c>> {
    let wide: Vec<Val<'c>> = x.iter().map(|&v| load(b, element, v)).collect();
    Some(store(b, element, on_wide(b, f, &wide)?))
}

/// The function in the type of computation.
fn on_wide<'c>(b: &Builder<'c>, f: Function, x: &[Val<'c>]) -> Option<Val<'c>> {
    let name = match f {
        Function::Add => "arith.addf",
        Function::Subtract => "arith.subf",
        Function::Multiply => "arith.mulf",
        Function::Divide => "arith.divf",
        Function::Remainder => "arith.remf",
        Function::Negate => "arith.negf",
        Function::Abs => "math.absf",
        Function::Cbrt => "math.cbrt",
        Function::Ceil => "math.ceil",
        Function::Cosine => "math.cos",
        Function::Exponential => "math.exp",
        Function::ExponentialMinusOne => "math.expm1",
        Function::Floor => "math.floor",
        Function::Log => "math.log",
        Function::LogPlusOne => "math.log1p",
        Function::RoundNearestAfz => "math.round",
        Function::RoundNearestEven => "math.roundeven",
        Function::Sine => "math.sin",
        Function::Sqrt => "math.sqrt",
        Function::Tan => "math.tan",
        Function::Tanh => "math.tanh",
        Function::Power => "math.powf",
        Function::Atan2 => {
            // Upstream folds the angle of two zeros to NaN; that of ±0 and ±1 is the same as theirs.
            let (y, x) = (x[0], x[1]);
            let is_zero = |v: Val<'c>| b.cmpf(FloatCompare::Eq, v, number(b, v, 0.0));
            let width = if x.r#type() == Type::float64(b.cx) { 64 } else { 32 };
            let negative = below_zero(b, bits(b, x, width));
            let unit = b.select(negative, number(b, x, -1.0), number(b, x, 1.0));
            let x = b.select(b.and(is_zero(y), is_zero(x)), unit, x);
            return Some(b.same("math.atan2", &[y, x]));
        }
        Function::Rsqrt => {
            let root = b.same("math.sqrt", x);
            return Some(b.same("arith.divf", &[number(b, root, 1.0), root]));
        }
        Function::Logistic => {
            // e is at most 1, so that neither form overflows.
            let size = b.same("math.absf", x);
            let e = b.same("math.exp", &[b.same("arith.negf", &[size])]);
            let one = number(b, e, 1.0);
            let positive = b.cmpf(FloatCompare::Ge, x[0], number(b, e, 0.0));
            let above = b.select(positive, one, e);
            return Some(b.same("arith.divf", &[above, b.same("arith.addf", &[one, e])]));
        }
        Function::Sign => {
            let zero = number(b, x[0], 0.0);
            let positive = b.cmpf(FloatCompare::Gt, x[0], zero);
            let negative = b.cmpf(FloatCompare::Lt, x[0], zero);
            let rest = b.select(negative, number(b, x[0], -1.0), x[0]);
            return Some(b.select(positive, number(b, x[0], 1.0), rest));
        }
        // the specification does not define it on floats.
        _ => return None,
    };
    Some(b.same(name, x))
}

/// Whether a signed integer is less than zero: whether a float of these bits has the sign.
fn below_zero<'c>(b: &Builder<'c>, bits: Val<'c>) -> Val<'c> {
    b.cmpi(IntCompare::Slt, bits, b.int_const(bits.r#type(), 0))
}

/// The place of a float in the total order of IEEE 754, as a signed integer.
pub(super) fn total_order_key<'c>(b: &Builder<'c>, element: Element, x: Val<'c>) -> Val<'c> {
    let width = if element == Element::TF32 { 32 } else { element.bit_width() };
    if element == Element::F8E8M0FNU {
        return x;
    }
    let bits = if width > 8 { bits(b, x, width) } else { x };
    let ty = bits.r#type();
    // Negative numbers have all bits but the sign's inverted.
    let sign = b.same("arith.shrsi", &[bits, b.int_const(ty, i64::from(width) - 1)]);
    let mask = b.same("arith.shrui", &[sign, b.int_const(ty, 1)]);
    b.same("arith.xori", &[bits, mask])
}

/// Rounds a float to fewer bits of exponent and mantissa.
///
/// # Errors
/// For a type without a format, which floats have.
pub(super) fn reduce_precision<'c>(
    b: &Builder<'c>,
    element: Element,
    value: Val<'c>,
    exponent_bits: u32,
    mantissa_bits: u32,
) -> Result<Val<'c>, String> {
    let source = FloatFormat::of(element).ok_or("its elements are not floats")?;
    let x = load(b, element, value);
    let (width, most) = if element == Element::F64 { (64, 52) } else { (32, 23) };
    let (float, int) = (x.r#type(), b.int(width));
    let pattern = bits(b, x, width);
    let sign = b.and(pattern, b.int_const(int, i64::MIN >> (64 - width)));
    let signed = |magnitude: Val<'c>| {
        let magnitude = bits(b, magnitude, width);
        b.one("arith.bitcast", &[b.or(sign, magnitude)], float)
    };
    let infinity = signed(number(b, x, f64::INFINITY));
    let mut rounded = x;
    if mantissa_bits < source.mantissa_bits {
        let drop = i64::from(most - mantissa_bits);
        let shift = b.int_const(int, drop);
        let lowest = b.and(b.same("arith.shrui", &[pattern, shift]), b.int_const(int, 1));
        let half = b.addi(lowest, b.int_const(int, (1 << (drop - 1)) - 1));
        let up = b.addi(pattern, half);
        let cut = b.and(up, b.int_const(int, -1 << drop));
        rounded = b.one("arith.bitcast", &[cut], float);
        if source.exponent_bits < 8 {
            // Subnormals of a narrow source have fewer bits: a sum with a large number rounds them.
            let lowest = 2 - (1i32 << (source.exponent_bits - 1));
            let unit = 2f64.powi(lowest - mantissa_bits as i32);
            let large = number(b, x, 1.5 * 2f64.powi(23) * unit);
            let sum = b.same("arith.addf", &[x, large]);
            let small = b.same("math.absf", &[b.same("arith.subf", &[sum, large])]);
            let size = b.same("math.absf", &[x]);
            let is_small = b.cmpf(FloatCompare::Lt, size, number(b, x, 2f64.powi(lowest)));
            rounded = b.select(is_small, signed(small), rounded);
        }
    }
    let size = b.same("math.absf", &[rounded]);
    if exponent_bits < source.exponent_bits {
        let bias = (1i32 << (exponent_bits - 1)) - 1;
        let large = b.cmpf(FloatCompare::Ge, size, number(b, x, 2f64.powi(bias + 1)));
        let small = b.cmpf(FloatCompare::Lt, size, number(b, x, 2f64.powi(1 - bias)));
        rounded = b.select(large, infinity, b.select(small, signed(number(b, x, 0.0)), rounded));
    }
    let is_nan = b.cmpf(FloatCompare::Unordered, x, x);
    let nan = if mantissa_bits > 0 { x } else { infinity };
    Ok(store(b, element, b.select(is_nan, nan, rounded)))
}

/// The type of an element.
///
/// # Errors
/// If it is quantized.
pub(crate) fn known<'c>(b: &Builder<'c>, element: Element) -> Result<melior::ir::Type<'c>, String> {
    b.element(element).ok_or_else(|| format!("elements of {element} have no upstream type"))
}

/// The predicate of a comparison: all but "not equal" are false for NaN.
pub(super) fn predicate(direction: Direction) -> FloatCompare {
    match direction {
        Direction::Eq => FloatCompare::Eq,
        Direction::Ne => FloatCompare::Ne,
        Direction::Ge => FloatCompare::Ge,
        Direction::Gt => FloatCompare::Gt,
        Direction::Le => FloatCompare::Le,
        Direction::Lt => FloatCompare::Lt,
    }
}
