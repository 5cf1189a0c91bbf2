//! Tensors of edge-case numbers.

use crate::campaign::Random;
use hloom_ir::types::TensorType;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Literal, Type};

/// Edge-case numbers.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    -2.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-40,
    65504.0,
    127.0,
    -128.0,
    3.4e38,
];

/// A tensor of edge-case and random numbers; `None` if the type is not a static tensor.
pub fn input(ty: Type, random: &mut Random) -> Option<Literal> {
    let tensor: &TensorType = ty.as_tensor()?;
    let mut literal = Literal::zeros(ty).ok()?;
    let width = tensor.element.real_part().byte_width();
    let real = tensor.element.real_part();
    for slot in literal.as_mut_slice::<u8>().chunks_exact_mut(width) {
        let number = match random.below(3) {
            0 => *random.one_of(&SPECIAL),
            1 => f64::from(random.int() % 10),
            _ => f64::from(random.int()) / f64::from(1 << 20),
        };
        hloom_ir::literal::write_f64(real, number, slot);
    }
    Some(literal)
}

/// The bits of an edge case of a float format: a zero, a subnormal number, the least and the
/// greatest finite number, an infinity, or a NaN with a payload, of either sign.
fn edge_of_float(format: FloatFormat, random: &mut Random) -> u64 {
    let exponents = (1 << format.exponent_bits) - 1;
    let digits = (1 << format.mantissa_bits) - 1;
    let exponent = *random.one_of(&[0, 0, 1, exponents.max(1) - 1, exponents, exponents]);
    let any = random.bits() & digits;
    let mantissa = *random.one_of(&[0, 0, 1 & digits, digits, any]);
    let sign = u64::from(format.signed && random.chance(2));
    (sign << format.exponent_bits | exponent) << format.mantissa_bits | mantissa
}

/// A number at an end of a range of integers, next to one, or anywhere in it.
fn edge_of_range((low, high): (i64, i64), random: &mut Random) -> i64 {
    match random.below(5) {
        0 => low,
        1 => high,
        2 => low.saturating_add(1),
        3 => high.saturating_sub(1),
        _ => (random.bits() as i64).clamp(low, high),
    }
}

/// The least and the greatest integer of an element type. Those of `ui64` are given as the bits of
/// `i64`: all bits are some number.
fn integer_range(element: Element) -> (i64, i64) {
    let shift = 64 - element.bit_width();
    match element.is_signed() || shift == 0 {
        true => (i64::MIN >> shift, i64::MAX >> shift),
        false => (0, (u64::MAX >> shift) as i64),
    }
}

/// A tensor of arbitrary numbers of its type: every special value of a float format, extreme
/// integers, the ends of a quantized range, repeated numbers, and random bits. `mild` numbers are
/// finite, with magnitudes between 1/8 and 8.
pub fn any_number(ty: Type, mild: bool, random: &mut Random) -> Option<Literal> {
    let tensor: &TensorType = ty.as_tensor()?;
    let mut literal = Literal::zeros(ty).ok()?;
    let real = match tensor.element {
        Element::Quant(q) => q.storage,
        other => other.real_part(),
    };
    let range = match tensor.element {
        Element::Quant(q) => q.storage_range(),
        _ => (i64::MIN, i64::MAX),
    };
    let width = real.byte_width();
    for slot in literal.as_mut_slice::<u8>().chunks_exact_mut(width) {
        let kind = if mild { 5 } else { random.below(6) };
        let kind = if kind == 5 && !mild { 6 } else { kind };
        if let (6, Some(format)) = (kind, FloatFormat::of(real)) {
            // The digits of a `tf32` are the upper ones of an `f32`.
            let spare = if real == Element::TF32 { 13 } else { 0 };
            let bits = edge_of_float(format, random) << spare;
            slot.copy_from_slice(&bits.to_le_bytes()[..width]);
        } else if kind == 6 && real.is_integer() {
            let ends = match tensor.element {
                Element::Quant(_) => range,
                _ => integer_range(real),
            };
            slot.copy_from_slice(&edge_of_range(ends, random).to_le_bytes()[..width]);
        } else if kind == 0 && real.is_float() {
            let bits = random.bits() & (u64::MAX >> (64 - real.bit_width().min(8 * width as u32)));
            slot.copy_from_slice(&bits.to_le_bytes()[..width]);
        } else {
            let number = match kind {
                1 => *random.one_of(&SPECIAL),
                2 => f64::from(random.int() % 3),
                3 => f64::from(random.int()) * 2f64.powi(random.int() % 160),
                5 => (0.125 + random.below(63) as f64 / 8.0) * [1.0, -1.0][random.below(2)],
                _ => f64::from(random.int()) / f64::from(1 << 28),
            };
            let number = match (real.is_float(), number.is_nan()) {
                (true, _) => number,
                (false, true) => range.0.max(0) as f64,
                (false, false) => number.clamp(range.0 as f64, range.1 as f64),
            };
            hloom_ir::literal::write_f64(real, number, slot);
        }
        if real == Element::TF32 {
            // The mantissa has ten bits.
            let bits = u32::from_le_bytes([slot[0], slot[1], slot[2], slot[3]]) & !0x1fff;
            slot.copy_from_slice(&bits.to_le_bytes());
        }
    }
    Some(literal)
}

/// The error of element `i` relative to the larger part of the expected value, in units in the
/// last place. A part alone of a function of complex numbers may be all that cancellation
/// leaves.
pub fn far_apart(got: &Literal, want: &Literal, i: usize) -> f64 {
    let element = got.element().real_part();
    let digits = FloatFormat::of(element).map_or(0, |f| f.mantissa_bits as i32);
    let parts = |x: &Literal| -> Vec<f64> {
        let bytes = x.element_bytes(i).chunks_exact(element.byte_width());
        bytes.map(|p| hloom_ir::literal::read_f64(element, p)).collect()
    };
    let (got, want) = (parts(got), parts(want));
    let size = want.iter().fold(f64::MIN_POSITIVE, |m, w| m.max(w.abs()));
    let far = got.iter().zip(&want).filter(|(g, w)| g != w && !(g.is_nan() && w.is_nan()));
    far.map(|(g, w)| ((g - w) / size).abs() * 2f64.powi(digits)).fold(0.0, f64::max)
}

/// Whether two tensors are equal bit for bit, except that all NaNs are equal.
pub fn same(a: &Literal, b: &Literal) -> bool {
    if a.ty() != b.ty() {
        return false;
    }
    let real = a.element().real_part();
    let width = real.byte_width();
    (0..a.count()).all(|i| {
        let (x, y) = (a.element_bytes(i), b.element_bytes(i));
        x.chunks(width).zip(y.chunks(width)).all(|(x, y)| {
            let nan = |bytes| real.is_float() && hloom_ir::literal::read_f64(real, bytes).is_nan();
            x == y || nan(x) && nan(y)
        })
    })
}

/// Whether two float tensors are almost equal: each pair differs by at most this many units in the
/// last place.
pub fn close(a: &Literal, b: &Literal, ulps: u64) -> bool {
    let real = a.element().real_part();
    if a.ty() != b.ty() || !real.is_float() {
        return same(a, b);
    }
    let width = real.byte_width();
    (0..a.count()).all(|i| {
        a.element_bytes(i).chunks(width).zip(b.element_bytes(i).chunks(width)).all(|(x, y)| {
            let nan = |bytes| hloom_ir::literal::read_f64(real, bytes).is_nan();
            nan(x) && nan(y) || hloom_interp::ulp::distance(real, x, y) <= ulps
        })
    })
}
