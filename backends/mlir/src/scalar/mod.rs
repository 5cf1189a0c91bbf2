//! Elementwise functions on scalars, in `arith`, `math` and `complex`.
//!
//! | elements | computed in | stored as |
//! |---|---|---|
//! | integers, `i1` | themselves, signless; the op has the sign | `iN` |
//! | `f32`, `f64` | themselves | `f32`, `f64` |
//! | `tf32` | `f32`, rounded to 10 bits of mantissa | `f32` |
//! | `f16`, `bf16` | `f32`, rounded once | `f16`, `bf16` |
//! | floats of 8 bits and fewer | `f32`, rounded once by integer arithmetic ([`narrow`]) | `iN`: most have no `arith.extf` that upstream can make code of |
//! | complex | both parts in `f64`, rounded once | `complex<f32>`, `complex<f64>` |

mod complex;
mod convert;
mod float;
mod function;
mod integer;
mod narrow;
mod parts;

pub(crate) use convert::convert;
pub(crate) use float::known;

use function::Function;

use crate::build::{Builder, FloatCompare, IntCompare, Val};
use hloom_ir::ops::{CompareType, Direction, Op};
use hloom_ir::{Element, arith_op, data_op, extents_op, sized_op, structured_op};
use hloom_ir::{chlo_pointwise_op, quantize_op};

/// The result of an elementwise op on scalars.
///
/// # Errors
/// The reason why the op has no form, as a part of a sentence.
pub(crate) fn apply<'c>(
    b: &Builder<'c>,
    op: &Op,
    x: &[Val<'c>],
    from: &[Element],
    to: Element,
) -> Result<Val<'c>, String> {
    match op {
        Op::Convert(_) => convert(b, x[0], from[0], to),
        Op::Select(_) => Ok(b.select(x[0], x[1], x[2])),
        Op::Clamp(_) => {
            let low = extreme(b, from[1], x[1], x[0], true)?;
            extreme(b, from[1], low, x[2], false)
        }
        Op::Compare(it) => {
            compare(b, it.comparison_direction, it.compare_type, from[0], x[0], x[1])
        }
        Op::Maximum(_) => extreme(b, from[0], x[0], x[1], true),
        Op::Minimum(_) => extreme(b, from[0], x[0], x[1], false),
        Op::Complex(_) => Ok(b.one("complex.create", &x[..2], known(b, to)?)),
        Op::Real(_) | Op::Imag(_) if from[0].is_complex() => {
            let name = if matches!(op, Op::Real(_)) { "complex.re" } else { "complex.im" };
            Ok(b.one(name, &x[..1], known(b, to)?))
        }
        Op::Real(_) => Ok(x[0]),
        Op::Imag(_) => Ok(narrow::store(b, to, b.float_const(float::wide_type(b, to), 0.0))),
        Op::ReducePrecision(it) => {
            let (exponent, mantissa) = (it.exponent_bits.0, it.mantissa_bits.0);
            float::reduce_precision(b, from[0], x[0], exponent as u32, mantissa as u32)
        }
        Op::IsFinite(_) => {
            let wide = narrow::load(b, from[0], x[0]);
            let size = b.same("math.absf", &[wide]);
            Ok(b.cmpf(FloatCompare::Lt, size, parts::number(b, wide, f64::INFINITY)))
        }
        Op::Abs(_)
        | Op::Cbrt(_)
        | Op::Ceil(_)
        | Op::Cosine(_)
        | Op::CountLeadingZeros(_)
        | Op::Exponential(_)
        | Op::ExponentialMinusOne(_)
        | Op::Floor(_)
        | Op::Log(_)
        | Op::LogPlusOne(_)
        | Op::Logistic(_)
        | Op::Negate(_)
        | Op::Not(_)
        | Op::Popcnt(_)
        | Op::RoundNearestAfz(_)
        | Op::RoundNearestEven(_)
        | Op::Rsqrt(_)
        | Op::Sign(_)
        | Op::Sine(_)
        | Op::Sqrt(_)
        | Op::Tan(_)
        | Op::Tanh(_)
        | Op::Add(_)
        | Op::And(_)
        | Op::Atan2(_)
        | Op::Divide(_)
        | Op::Multiply(_)
        | Op::Or(_)
        | Op::Power(_)
        | Op::Remainder(_)
        | Op::ShiftLeft(_)
        | Op::ShiftRightArithmetic(_)
        | Op::ShiftRightLogical(_)
        | Op::Subtract(_)
        | Op::Xor(_) => {
            let Some(f) = Function::of(op) else {
                return Err("it is no function of its elements".to_owned());
            };
            let done = match from[0] {
                Element::I1 => integer::boolean(b, f, x),
                element if element.is_float() => float::apply(b, f, x, element),
                element if element.is_complex() => complex::apply(b, f, x, element, to),
                Element::Quant(_) => return Err("its elements are quantized".to_owned()),
                element => integer::apply(b, f, x, element),
            };
            done.ok_or_else(|| format!("elements of {} have no such function here", from[0]))
        }
        quantize_op!() => Err("its elements are quantized".to_owned()),
        chlo_pointwise_op!() => Err("`legalize-chlo` rewrites it first".to_owned()),
        data_op!() | structured_op!() | sized_op!() | arith_op!() | extents_op!() => {
            Err("it is not elementwise".to_owned())
        }
    }
}

/// The product of two elements, for contractions.
///
/// # Errors
/// If the elements have no product.
pub(crate) fn product<'c>(
    b: &Builder<'c>,
    element: Element,
    x: Val<'c>,
    y: Val<'c>,
) -> Result<Val<'c>, String> {
    apply(b, &hloom_ir::ops::Multiply {}.into(), &[x, y], &[element; 2], element)
}

/// The sum of two elements.
///
/// # Errors
/// If the elements have no sum.
pub(crate) fn sum<'c>(
    b: &Builder<'c>,
    element: Element,
    x: Val<'c>,
    y: Val<'c>,
) -> Result<Val<'c>, String> {
    apply(b, &hloom_ir::ops::Add {}.into(), &[x, y], &[element; 2], element)
}

/// The element zero.
///
/// # Errors
/// If the elements have no upstream type.
pub(crate) fn zero<'c>(b: &Builder<'c>, element: Element) -> Result<Val<'c>, String> {
    let ty = known(b, element)?;
    if element.is_complex() {
        let part = known(b, element.real_part())?;
        let zero = b.float_const(part, 0.0);
        return Ok(b.one("complex.create", &[zero, zero], ty));
    }
    Ok(match element {
        Element::F16 | Element::BF16 | Element::F32 | Element::TF32 | Element::F64 => {
            b.float_const(ty, 0.0)
        }
        // The patterns of integers, and of floats that are stored as integers.
        _ => b.int_const(ty, 0),
    })
}

/// The larger or smaller element.
fn extreme<'c>(
    b: &Builder<'c>,
    element: Element,
    x: Val<'c>,
    y: Val<'c>,
    larger: bool,
) -> Result<Val<'c>, String> {
    if element.is_float() {
        let (wide_x, wide_y) = (narrow::load(b, element, x), narrow::load(b, element, y));
        let name = if larger { "arith.maximumf" } else { "arith.minimumf" };
        return Ok(narrow::store(b, element, b.same(name, &[wide_x, wide_y])));
    }
    if element.is_complex() {
        return Ok(complex::extreme(b, x, y, larger));
    }
    let name = match (element.is_signed(), larger) {
        (true, true) => "arith.maxsi",
        (true, false) => "arith.minsi",
        (false, true) => "arith.maxui",
        (false, false) => "arith.minui",
    };
    Ok(b.same(name, &[x, y]))
}

/// A comparison.
pub(crate) fn compare<'c>(
    b: &Builder<'c>,
    direction: Direction,
    kind: Option<CompareType>,
    element: Element,
    x: Val<'c>,
    y: Val<'c>,
) -> Result<Val<'c>, String> {
    if element.is_complex() {
        return Ok(complex::compare(b, direction, x, y));
    }
    if element.is_float() && kind != Some(CompareType::TotalOrder) {
        let (x, y) = (narrow::load(b, element, x), narrow::load(b, element, y));
        return Ok(b.cmpf(float::predicate(direction), x, y));
    }
    let (x, y, signed) = match element.is_float() {
        true => {
            let (x, y) =
                (float::total_order_key(b, element, x), float::total_order_key(b, element, y));
            (x, y, element != Element::F8E8M0FNU)
        }
        false => (x, y, element.is_signed()),
    };
    let how = match (direction, signed) {
        (Direction::Eq, _) => IntCompare::Eq,
        (Direction::Ne, _) => IntCompare::Ne,
        (Direction::Ge, true) => IntCompare::Sge,
        (Direction::Gt, true) => IntCompare::Sgt,
        (Direction::Le, true) => IntCompare::Sle,
        (Direction::Lt, true) => IntCompare::Slt,
        (Direction::Ge, false) => IntCompare::Uge,
        (Direction::Gt, false) => IntCompare::Ugt,
        (Direction::Le, false) => IntCompare::Ule,
        (Direction::Lt, false) => IntCompare::Ult,
    };
    Ok(b.cmpi(how, x, y))
}
