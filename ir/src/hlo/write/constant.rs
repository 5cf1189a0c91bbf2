//! The elements of constants.

use crate::literal::Literal;
use crate::types::Element;
use crate::types::float::{FloatFormat, Specials};
use std::fmt::Write as _;

/// Appends the elements: `{ { 1, 2 }, { 3, 4 } }`.
pub(super) fn write(out: &mut String, literal: &Literal) {
    nested(out, literal, literal.dims(), &mut 0);
}

fn nested(out: &mut String, literal: &Literal, dims: &[i64], at: &mut usize) {
    let Some((&extent, inner)) = dims.split_first() else {
        element(out, literal.element(), literal.element_bytes(*at));
        *at += 1;
        return;
    };
    out.push('{');
    for i in 0..extent {
        out.push_str(if i > 0 { ", " } else { "" });
        nested(out, literal, inner, at);
    }
    out.push('}');
}

fn element(out: &mut String, of: Element, bytes: &[u8]) {
    if of.is_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        out.push('(');
        element(out, of.real_part(), re);
        out.push_str(", ");
        element(out, of.real_part(), im);
        out.push(')');
        return;
    }
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    // Writing to a `String` does not fail.
    let _ = match FloatFormat::of(of) {
        Some(format) => float(out, of, format, bits),
        None if of.is_boolean() => write!(out, "{}", bits != 0),
        None if of.is_signed() => {
            let shift = 64 - 8 * bytes.len() as u32;
            write!(out, "{}", ((bits << shift) as i64) >> shift)
        }
        None => write!(out, "{bits}"),
    };
}

/// Writes the shortest text that is read as the same bits, by way of an `f64` or not.
fn float(out: &mut String, of: Element, format: FloatFormat, bits: u64) -> std::fmt::Result {
    let value = format.decode(bits);
    if value.is_nan() {
        let magnitude = format.exponent_bits + format.mantissa_bits;
        let negative = format.signed
            && format.specials != Specials::NanAtNegativeZero
            && (bits >> magnitude) & 1 == 1;
        out.push_str(if negative { "-nan" } else { "nan" });
        let mantissa = bits & ((1 << format.mantissa_bits) - 1);
        let quiet = format.nan().unwrap_or(0) & ((1 << format.mantissa_bits) - 1);
        if format.specials == Specials::Ieee && mantissa != quiet {
            write!(out, "(0x{mantissa:x})")?;
        }
        return Ok(());
    }
    if value.is_infinite() {
        out.push_str(if value < 0.0 { "-inf" } else { "inf" });
        return Ok(());
    }
    if value == 0.0 {
        out.push_str(if value.is_sign_negative() { "-0.0" } else { "0" });
        return Ok(());
    }
    let exponent = !(1e-5..1e16).contains(&value.abs());
    if of == Element::F32 {
        let short = value as f32;
        let text = if exponent { format!("{short:e}") } else { short.to_string() };
        // Rounding to an `f64` first must not make a difference.
        if text.parse::<f64>().is_ok_and(|v| u64::from((v as f32).to_bits()) == bits) {
            out.push_str(&text);
            return Ok(());
        }
    }
    if exponent { write!(out, "{value:e}") } else { write!(out, "{value}") }
}

/// Whether a part of a complex number is NaN.
pub(super) fn has_complex_nan(literal: &Literal) -> bool {
    let part = literal.element().real_part();
    let width = part.byte_width();
    literal.element().is_complex()
        && literal
            .bytes()
            .chunks_exact(width)
            .any(|bytes| crate::literal::read_f64(part, bytes).is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Bytes;
    use crate::types::Type;

    #[test]
    fn elements_go_both_ways() {
        let reads = |element: Element, bytes: &[u8]| {
            let count = bytes.len() / element.byte_width();
            let ty = Type::tensor(&[count as i64], element);
            let literal = Literal::new(ty, Bytes::from(bytes)).expect("a literal");
            let mut text = String::new();
            write(&mut text, &literal);
            let again = super::super::super::literal::read(ty, &text);
            let again = again.unwrap_or_else(|why| panic!("{why}: {text}"));
            for i in 0..count {
                assert_eq!(
                    again.element_bytes(i),
                    literal.element_bytes(i),
                    "{element} {i} {text}"
                );
            }
        };
        let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
        for element in Element::ALL {
            let narrow = element.bit_width();
            match element {
                Element::Index | Element::TF32 | Element::F6E2M3FN | Element::F6E3M2FN => {}
                _ if narrow < 8 && element.is_signed() => {
                    let low = -(1_i16 << (narrow - 1));
                    let values: Vec<u8> = (low..-low).map(|n| n as i8 as u8).collect();
                    reads(element, &values);
                }
                _ if narrow <= 8 => {
                    let values: Vec<u8> = (0..1_u16 << narrow).map(|n| n as u8).collect();
                    reads(element, &values);
                }
                _ => reads(element, &all),
            }
        }
        // Each second and more of the bits of an `f32`, and all signs and exponents.
        let mut state = 1_u32;
        let mut bytes = Vec::new();
        for _ in 0..100_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.extend(state.rotate_left(11).to_le_bytes());
        }
        reads(Element::F32, &bytes);
        reads(Element::F64, &bytes);
    }
}
