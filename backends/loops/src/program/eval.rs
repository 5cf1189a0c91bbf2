//! The semantics of instructions, on one lane given as bits.
//!
//! The one place that says so in code: [`super::machine`] runs programs with
//! it and [`super::Builder`] folds constants with it. Bits above the scalar's
//! width are always zero.

use super::{BinaryOp, CompareOp, ConvertOp, Scalar, UnaryOp};
use half::{bf16, f16};
use hloom_ir::Element;
use hloom_ir::types::float::FloatFormat;
use std::cmp::Ordering;

/// The bits read as a signed integer.
#[inline]
pub fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - scalar.bits();
    ((bits << unused) as i64) >> unused
}

/// The value of a float of any width, exactly.
pub fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => f16::from_bits(bits as u16).to_f64(),
        Scalar::BF16 => bf16::from_bits(bits as u16).to_f64(),
        Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The float of this type nearest to a value, ties to even.
pub fn from_f64(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 => narrow(Element::F16, value),
        Scalar::BF16 => narrow(Element::BF16, value),
        Scalar::F32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

/// `half`'s own conversions from `f64` look at its upper half only.
fn narrow(element: Element, value: f64) -> u64 {
    FloatFormat::of(element).map_or(0, |format| format.encode(value))
}

/// The bit of the sign.
fn sign_bit(scalar: Scalar) -> u64 {
    1 << (scalar.bits() - 1)
}

/// Applies an `f64` function that is exact or correctly rounded in `f32` too.
fn float1(scalar: Scalar, a: u64, f32: fn(f32) -> f32, f64: fn(f64) -> f64) -> u64 {
    match scalar {
        Scalar::F32 => u64::from(f32(f32::from_bits(a as u32)).to_bits()),
        _ => f64(f64::from_bits(a)).to_bits(),
    }
}

fn float2(
    scalar: Scalar,
    a: u64,
    b: u64,
    f32: fn(f32, f32) -> f32,
    f64: fn(f64, f64) -> f64,
) -> u64 {
    match scalar {
        Scalar::F32 => u64::from(f32(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits()),
        _ => f64(f64::from_bits(a), f64::from_bits(b)).to_bits(),
    }
}

/// A unary operation on a type it [accepts](UnaryOp::accepts).
pub fn unary(op: UnaryOp, scalar: Scalar, a: u64) -> u64 {
    let mask = scalar.mask();
    let float = scalar.is_float();
    match op {
        UnaryOp::Neg if float => a ^ sign_bit(scalar),
        UnaryOp::Neg => a.wrapping_neg() & mask,
        UnaryOp::Not => !a & mask,
        UnaryOp::Abs if float => a & !sign_bit(scalar),
        UnaryOp::Abs => signed(scalar, a).wrapping_abs() as u64 & mask,
        UnaryOp::Sqrt => float1(scalar, a, f32::sqrt, f64::sqrt),
        UnaryOp::Floor => float1(scalar, a, f32::floor, f64::floor),
        UnaryOp::Ceil => float1(scalar, a, f32::ceil, f64::ceil),
        UnaryOp::Trunc => float1(scalar, a, f32::trunc, f64::trunc),
        UnaryOp::RoundEven => float1(scalar, a, f32::round_ties_even, f64::round_ties_even),
        UnaryOp::RoundAway => float1(scalar, a, f32::round, f64::round),
        UnaryOp::Exp2 => float1(scalar, a, f32::exp2, f64::exp2),
        UnaryOp::Popcount => u64::from(a.count_ones()),
        UnaryOp::EvenBits => (0..32).fold(0, |bits, place| bits | (a >> (2 * place) & 1) << place),
        UnaryOp::CountLeadingZeros => u64::from(a.leading_zeros() + scalar.bits() - 64),
    }
}

/// IEEE 754 `minimum` and `maximum`: NaN if either is, `-0 < +0`.
fn minmax(scalar: Scalar, a: u64, b: u64, ordering: Ordering) -> u64 {
    let (x, y) = (to_f64(scalar, a), to_f64(scalar, b));
    match x.partial_cmp(&y) {
        None if x.is_nan() => a,
        None => b,
        Some(Ordering::Equal) if a != b => {
            // Zeros of different sign.
            let negative = sign_bit(scalar);
            if ordering == Ordering::Less { negative } else { 0 }
        }
        Some(order) => {
            if order == ordering {
                a
            } else {
                b
            }
        }
    }
}

/// A binary operation on a type it [accepts](BinaryOp::accepts).
pub fn binary(op: BinaryOp, scalar: Scalar, a: u64, b: u64) -> u64 {
    let (mask, width) = (scalar.mask(), u64::from(scalar.bits()));
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    match op {
        BinaryOp::Add if scalar.is_float() => float2(scalar, a, b, |a, b| a + b, |a, b| a + b),
        BinaryOp::Sub if scalar.is_float() => float2(scalar, a, b, |a, b| a - b, |a, b| a - b),
        BinaryOp::Mul if scalar.is_float() => float2(scalar, a, b, |a, b| a * b, |a, b| a * b),
        BinaryOp::Add => a.wrapping_add(b) & mask,
        BinaryOp::Sub => a.wrapping_sub(b) & mask,
        BinaryOp::Mul => a.wrapping_mul(b) & mask,
        BinaryOp::Div => float2(scalar, a, b, |a, b| a / b, |a, b| a / b),
        BinaryOp::Rem => float2(scalar, a, b, |a, b| a % b, |a, b| a % b),
        BinaryOp::DivS if sb == 0 => mask,
        BinaryOp::DivS => sa.wrapping_div(sb) as u64 & mask,
        BinaryOp::DivU => a.checked_div(b).unwrap_or(mask),
        BinaryOp::RemS if sb == 0 => a,
        BinaryOp::RemS => sa.wrapping_rem(sb) as u64 & mask,
        BinaryOp::RemU => a.checked_rem(b).unwrap_or(a),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => {
            if b < width {
                (a << b) & mask
            } else {
                0
            }
        }
        BinaryOp::ShrS => (sa >> b.min(width - 1)) as u64 & mask,
        BinaryOp::ShrU => {
            if b < width {
                a >> b
            } else {
                0
            }
        }
        BinaryOp::Min => minmax(scalar, a, b, Ordering::Less),
        BinaryOp::Max => minmax(scalar, a, b, Ordering::Greater),
        BinaryOp::MinS => {
            if sa <= sb {
                a
            } else {
                b
            }
        }
        BinaryOp::MaxS => {
            if sa >= sb {
                a
            } else {
                b
            }
        }
        BinaryOp::MinU => a.min(b),
        BinaryOp::MaxU => a.max(b),
        // In doubles the product is exact for singles; doubles go two ways, of which
        // the first leaves a normal number.
        BinaryOp::Scale if scalar == Scalar::F32 => {
            float2(scalar, a, b, |a, b| (f64::from(a) * f64::from(b).exp2()) as f32, |a, _| a)
        }
        BinaryOp::Scale => float2(
            scalar,
            a,
            b,
            |a, _| a,
            |a, b| {
                let half = (b / 2.0).floor();
                a * half.exp2() * (b - half).exp2()
            },
        ),
        BinaryOp::CopySign => {
            let sign = sign_bit(scalar);
            (a & !sign) | (b & sign)
        }
    }
}

/// Appends [`binary`] of each pair of lanes. The operation is chosen once, not in every lane, for
/// the types that programs compute with most.
pub fn binary_lanes(op: BinaryOp, scalar: Scalar, a: &[u64], b: &[u64], out: &mut Vec<u64>) {
    fn each(a: &[u64], b: &[u64], out: &mut Vec<u64>, f: impl Fn(u64, u64) -> u64) {
        out.extend(a.iter().zip(b).map(|(x, y)| f(*x, *y)));
    }
    fn single(f: impl Fn(f32, f32) -> f32) -> impl Fn(u64, u64) -> u64 {
        move |a, b| u64::from(f(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
    }
    let mask = scalar.mask();
    match (op, scalar) {
        (BinaryOp::Add, Scalar::F32) => each(a, b, out, single(|a, b| a + b)),
        (BinaryOp::Sub, Scalar::F32) => each(a, b, out, single(|a, b| a - b)),
        (BinaryOp::Mul, Scalar::F32) => each(a, b, out, single(|a, b| a * b)),
        (BinaryOp::Add, _) if scalar.is_integer() => {
            each(a, b, out, |a, b| a.wrapping_add(b) & mask);
        }
        (BinaryOp::Mul, _) if scalar.is_integer() => {
            each(a, b, out, |a, b| a.wrapping_mul(b) & mask);
        }
        (BinaryOp::And, _) => each(a, b, out, |a, b| a & b),
        _ => each(a, b, out, |a, b| binary(op, scalar, a, b)),
    }
}

/// Appends [`fma`] of the lanes of three operands.
pub fn fma_lanes(scalar: Scalar, [a, b, c]: [&[u64]; 3], out: &mut Vec<u64>) {
    let triples = a.iter().zip(b).zip(c);
    out.extend(triples.map(|((a, b), c)| fma(scalar, *a, *b, *c)));
}

/// A comparison on a type it [accepts](CompareOp::accepts).
pub fn compare(op: CompareOp, scalar: Scalar, a: u64, b: u64) -> bool {
    use CompareOp::*;
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    let float = || to_f64(scalar, a).partial_cmp(&to_f64(scalar, b));
    match op {
        Eq if scalar.is_float() => float() == Some(Ordering::Equal),
        Ne if scalar.is_float() => float() != Some(Ordering::Equal),
        Eq => a == b,
        Ne => a != b,
        Lt => float().is_some_and(Ordering::is_lt),
        Le => float().is_some_and(Ordering::is_le),
        Gt => float().is_some_and(Ordering::is_gt),
        Ge => float().is_some_and(Ordering::is_ge),
        LtS => sa < sb,
        LeS => sa <= sb,
        GtS => sa > sb,
        GeS => sa >= sb,
        LtU => a < b,
        LeU => a <= b,
        GtU => a > b,
        GeU => a >= b,
    }
}

/// `a·b + c`, rounded once.
pub fn fma(scalar: Scalar, a: u64, b: u64, c: u64) -> u64 {
    match scalar {
        Scalar::F32 => {
            let [a, b, c] = [a, b, c].map(|x| f32::from_bits(x as u32));
            u64::from(a.mul_add(b, c).to_bits())
        }
        _ => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            a.mul_add(b, c).to_bits()
        }
    }
}

/// A conversion between types it [accepts](ConvertOp::accepts).
pub fn convert(op: ConvertOp, from: Scalar, to: Scalar, a: u64) -> u64 {
    match op {
        ConvertOp::Truncate | ConvertOp::ExtendU => a & to.mask(),
        ConvertOp::Bitcast => a,
        ConvertOp::ExtendS => signed(from, a) as u64 & to.mask(),
        // Straight to the type, not through f64, so that it rounds only once.
        ConvertOp::SignedToFloat if to == Scalar::F32 => {
            u64::from((signed(from, a) as f32).to_bits())
        }
        ConvertOp::SignedToFloat => (signed(from, a) as f64).to_bits(),
        ConvertOp::UnsignedToFloat if to == Scalar::F32 => u64::from((a as f32).to_bits()),
        ConvertOp::UnsignedToFloat => (a as f64).to_bits(),
        ConvertOp::FloatToSigned => {
            let limit = (to.mask() >> 1) as i64;
            // Saturated at 64 bits by the language, then at the width.
            (to_f64(from, a) as i64).clamp(-limit - 1, limit) as u64 & to.mask()
        }
        ConvertOp::FloatToUnsigned => (to_f64(from, a) as u64).min(to.mask()),
        ConvertOp::Float if from == Scalar::F32 && to == Scalar::F16 => {
            u64::from(f16::from_f32(f32::from_bits(a as u32)).to_bits())
        }
        ConvertOp::Float if from == Scalar::F32 && to == Scalar::BF16 => {
            u64::from(bf16::from_f32(f32::from_bits(a as u32)).to_bits())
        }
        ConvertOp::Float => from_f64(to, to_f64(from, a)),
    }
}
