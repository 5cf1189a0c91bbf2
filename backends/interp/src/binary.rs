//! Functions of two numbers, and comparisons.

use crate::column::Column;
use crate::elem::{C, Cplx, Float, Int, map2, with_complex, with_float, with_int};
use crate::error::{EvalError, EvalResult};
use crate::function::Binary;
use crate::{complex as cx, float};
use hloom_ir::Element;
use hloom_ir::ops::{CompareType, Direction};
use num_complex::Complex;
use std::cmp::Ordering;

/// Applies the function to each pair of elements. Returns false if it is undefined for such
/// elements.
pub(crate) fn apply(f: Binary, x: Column<'_>, y: Column<'_>, out: &mut [u8]) -> EvalResult<bool> {
    let (a, b) = (x.bytes, y.bytes);
    Ok(match x.element {
        Element::I1 => boolean(f, a, b, out),
        Element::F32 => single(f, a, b, out),
        element => with_int! { element, T => integer::<T>(f, a, b, out), else {
            match (of_float(f), of_complex(f)) {
                (Some(g), _) if element.is_float() => with_float! {
                    element, T => {
                        map2(a, b, out, |a: T, b: T| T::put(g(a.get(), b.get())));
                        true
                    },
                    else false
                },
                (_, Some(g)) if element.is_complex() => with_complex! {
                    element, T => {
                        map2(a, b, out, |a: T, b: T| T::put(g(a.get(), b.get())));
                        true
                    },
                    else false
                },
                (_, None) if element.is_complex() && f == Binary::Remainder => {
                    return Err(EvalError::unsupported(
                        "the specification leaves the remainder of complex numbers open",
                    ));
                }
                _ => false,
            }
        } },
    })
}

/// For booleans, sum and maximum are "or", product and minimum are "and".
fn boolean(f: Binary, a: &[u8], b: &[u8], out: &mut [u8]) -> bool {
    match f {
        Binary::Add | Binary::Maximum | Binary::Or => map2(a, b, out, |a: u8, b: u8| a | b),
        Binary::Multiply | Binary::Minimum | Binary::And => map2(a, b, out, |a: u8, b: u8| a & b),
        Binary::Xor => map2(a, b, out, |a: u8, b: u8| a ^ b),
        Binary::Atan2
        | Binary::Divide
        | Binary::Power
        | Binary::Remainder
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical
        | Binary::Subtract => return false,
    }
    true
}

/// Arithmetic is computed in single precision by machine instructions; other functions in double
/// precision, rounded once.
fn single(f: Binary, a: &[u8], b: &[u8], out: &mut [u8]) -> bool {
    match f {
        Binary::Add => map2(a, b, out, |a: f32, b: f32| a + b),
        Binary::Subtract => map2(a, b, out, |a: f32, b: f32| a - b),
        Binary::Multiply => map2(a, b, out, |a: f32, b: f32| a * b),
        Binary::Divide => map2(a, b, out, |a: f32, b: f32| a / b),
        Binary::Maximum => map2(a, b, out, float::maximum_f32),
        Binary::Minimum => map2(a, b, out, float::minimum_f32),
        Binary::And
        | Binary::Atan2
        | Binary::Or
        | Binary::Power
        | Binary::Remainder
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical
        | Binary::Xor => match of_float(f) {
            Some(g) => map2(a, b, out, |a: f32, b: f32| g(a.into(), b.into()) as f32),
            None => return false,
        },
    }
    true
}

/// The function on real numbers.
fn of_float(f: Binary) -> Option<fn(f64, f64) -> f64> {
    Some(match f {
        Binary::Add => |a, b| a + b,
        Binary::Subtract => |a, b| a - b,
        Binary::Multiply => |a, b| a * b,
        Binary::Divide => |a, b| a / b,
        // The truncating remainder of IEEE 754's division: C's `fmod`.
        Binary::Remainder => |a, b| a % b,
        Binary::Maximum => float::maximum,
        Binary::Minimum => float::minimum,
        Binary::Power => f64::powf,
        Binary::Atan2 => f64::atan2,
        Binary::And
        | Binary::Or
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical
        | Binary::Xor => return None,
    })
}

/// The function on complex numbers.
fn of_complex(f: Binary) -> Option<fn(C, C) -> C> {
    Some(match f {
        Binary::Add => |a, b| a + b,
        Binary::Subtract => |a, b| a - b,
        Binary::Multiply => cx::mul,
        Binary::Divide => cx::div,
        Binary::Maximum => |a, b| cx::minmax(a, b, Ordering::Greater),
        Binary::Minimum => |a, b| cx::minmax(a, b, Ordering::Less),
        Binary::Power => cx::pow,
        Binary::Atan2 => cx::atan2,
        Binary::And
        | Binary::Or
        | Binary::Remainder
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical
        | Binary::Xor => return None,
    })
}

/// A quotient by zero is -1, all ones; a remainder by zero the dividend, as in
/// XLA. The lowest number divided by -1 wraps to itself.
fn divide<T: Int>(a: T, b: T) -> T {
    let (x, y) = (a.wide(), b.wide());
    T::wrap(if y == 0 {
        -1
    } else if T::SIGNED {
        x.wrapping_div(y)
    } else {
        (x as u64 / y as u64) as i64
    })
}

fn remainder<T: Int>(a: T, b: T) -> T {
    let (x, y) = (a.wide(), b.wide());
    T::wrap(if y == 0 {
        x
    } else if T::SIGNED {
        x.wrapping_rem(y)
    } else {
        (x as u64 % y as u64) as i64
    })
}

/// The power modulo 2ⁿ. A negative exponent gives the whole part of a fraction: powers of
/// 1 and -1 are kept, all others are 0.
fn power<T: Int>(a: T, b: T) -> T {
    let (mut base, mut exponent) = (a.wide(), b.wide() as u64);
    if T::SIGNED && b.wide() < 0 {
        return T::wrap(match base {
            1 => 1,
            -1 if exponent & 1 == 0 => 1,
            -1 => -1,
            _ => 0,
        });
    }
    let mut result = 1i64;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    T::wrap(result)
}

/// The shift amount; `None` if it is negative or not less than the width.
fn places<T: Int>(b: T) -> Option<u32> {
    u32::try_from(b.wide()).ok().filter(|&n| n < T::BITS)
}

fn integer<T: Int>(f: Binary, a: &[u8], b: &[u8], out: &mut [u8]) -> bool {
    let low = u64::MAX >> (64 - T::BITS);
    match f {
        Binary::Add => map2(a, b, out, |a: T, b: T| T::wrap(a.wide().wrapping_add(b.wide()))),
        Binary::Subtract => {
            map2(a, b, out, |a: T, b: T| T::wrap(a.wide().wrapping_sub(b.wide())));
        }
        Binary::Multiply => {
            map2(a, b, out, |a: T, b: T| T::wrap(a.wide().wrapping_mul(b.wide())));
        }
        Binary::And => map2(a, b, out, |a: T, b: T| T::wrap(a.wide() & b.wide())),
        Binary::Or => map2(a, b, out, |a: T, b: T| T::wrap(a.wide() | b.wide())),
        Binary::Xor => map2(a, b, out, |a: T, b: T| T::wrap(a.wide() ^ b.wide())),
        Binary::Maximum => map2(a, b, out, |a: T, b: T| if a.less(b) { b } else { a }),
        Binary::Minimum => map2(a, b, out, |a: T, b: T| if b.less(a) { b } else { a }),
        Binary::Divide => map2(a, b, out, divide::<T>),
        Binary::Remainder => map2(a, b, out, remainder::<T>),
        Binary::Power => map2(a, b, out, power::<T>),
        Binary::ShiftLeft => {
            map2(a, b, out, |a: T, b: T| T::wrap(places(b).map_or(0, |n| a.wide() << n)))
        }
        Binary::ShiftRightArithmetic => map2(a, b, out, |a: T, b: T| {
            // The highest bit of unsigned numbers is treated as a sign too.
            let above = 64 - T::BITS;
            let extended = (a.wide() << above) >> above;
            T::wrap(extended >> places(b).unwrap_or(63))
        }),
        Binary::ShiftRightLogical => map2(a, b, out, |a: T, b: T| {
            T::wrap(places(b).map_or(0, |n| ((a.wide() as u64 & low) >> n) as i64))
        }),
        Binary::Atan2 => return false,
    }
    true
}

/// Makes complex numbers from their parts.
pub(crate) fn complex(x: Column<'_>, y: Column<'_>, out: &mut [u8]) -> bool {
    match x.element {
        Element::F32 => map2(x.bytes, y.bytes, out, |re: f32, im: f32| Complex::new(re, im)),
        Element::F64 => map2(x.bytes, y.bytes, out, |re: f64, im: f64| Complex::new(re, im)),
        _ => return false,
    }
    true
}

/// Whether a comparison holds, given the order of two elements; `None` means unordered.
fn holds(direction: Direction, order: Option<Ordering>) -> bool {
    match direction {
        Direction::Eq => order == Some(Ordering::Equal),
        Direction::Ne => order != Some(Ordering::Equal),
        Direction::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Direction::Gt => order == Some(Ordering::Greater),
        Direction::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Direction::Lt => order == Some(Ordering::Less),
    }
}

/// A float's place in IEEE 754's total order, by its bit pattern: negative NaN,
/// negative numbers, -0, 0, positive numbers, NaN.
fn total_order(x: &[u8], y: &[u8], element: Element, d: Direction, out: &mut [u8]) -> bool {
    macro_rules! by_bits {
        ($U:ty, $I:ty) => {{
            // The pattern is shifted up so that its sign bit is the integer's.
            let up = <$U>::BITS - element.bit_width().min(<$U>::BITS);
            let up = if element == Element::TF32 { 0 } else { up };
            let key = |bits: $U| {
                let signed = (bits << up) as $I;
                signed ^ (((signed >> (<$U>::BITS - 1)) as $U) >> 1) as $I
            };
            map2(x, y, out, |a: $U, b: $U| u8::from(holds(d, Some(key(a).cmp(&key(b))))));
            true
        }};
    }
    match element.byte_width() {
        // Patterns of the unsigned format are ordered as they are.
        1 if element == Element::F8E8M0FNU => {
            map2(x, y, out, |a: u8, b: u8| u8::from(holds(d, Some(a.cmp(&b)))));
            true
        }
        1 => by_bits!(u8, i8),
        2 => by_bits!(u16, i16),
        4 => by_bits!(u32, i32),
        8 => by_bits!(u64, i64),
        _ => false,
    }
}

/// Compares each pair of elements; the default comparison type is that of the element type.
pub(crate) fn compare(
    direction: Direction,
    kind: Option<CompareType>,
    x: Column<'_>,
    y: Column<'_>,
    out: &mut [u8],
) -> bool {
    let (a, b) = (x.bytes, y.bytes);
    if kind == Some(CompareType::TotalOrder) && x.element.is_float() {
        return total_order(a, b, x.element, direction, out);
    }
    with_int! { x.element, T => {
        map2(a, b, out, |a: T, b: T| {
            let order = if a == b {
                Ordering::Equal
            } else if a.less(b) {
                Ordering::Less
            } else {
                Ordering::Greater
            };
            u8::from(holds(direction, Some(order)))
        });
        true
    }, else with_float! { x.element, T => {
        map2(a, b, out, |a: T, b: T| u8::from(holds(direction, a.get().partial_cmp(&b.get()))));
        true
    }, else with_complex! { x.element, T => {
        map2(a, b, out, |a: T, b: T| u8::from(holds(direction, cx::order(a.get(), b.get()))));
        true
    }, else false } } }
}
