//! Constants of HLO: `{ { 1, 2 }, { 3, 4 } }`.

use crate::literal::{Bytes, Literal, read_f64, write_f64};
use crate::types::float::{FloatFormat, Specials};
use crate::types::{Element, Type};

/// The words of a constant's text, without braces, parentheses and comments. A NaN with its payload is
/// one word.
fn words(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_');
        if !is_word(c) {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let mut end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if rest[..end].ends_with("nan") && rest[end..].starts_with('(') {
            end += rest[end..].find(')').map_or(rest.len() - end, |n| n + 1);
        }
        all.push(&rest[..end]);
        rest = &rest[end..];
    }
    all
}

/// Appends the bytes of a number.
fn number(element: Element, word: &str, out: &mut Vec<u8>) -> Option<()> {
    let width = element.byte_width();
    let start = out.len();
    out.resize(start + width, 0);
    let slot = &mut out[start..];
    if element.is_boolean() {
        slot[0] = match word {
            "true" | "1" => 1,
            "false" | "0" => 0,
            _ => return None,
        };
    } else if element.is_integer() {
        let n: i128 = word.parse().ok()?;
        let bits = element.bit_width();
        let (low, high) = match element.is_unsigned() {
            true => (0, (1_i128 << bits) - 1),
            false => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        };
        if n < low || n > high {
            return None;
        }
        slot.copy_from_slice(&n.to_le_bytes()[..width]);
    } else if word.contains("nan") {
        nan(element, word, slot)?;
    } else {
        let value: f64 = word.parse().ok()?;
        if element == Element::F32 {
            slot.copy_from_slice(&word.parse::<f32>().ok()?.to_le_bytes());
        } else {
            write_f64(element, value, slot);
        }
        // A finite number that the type has not is an error; the text writes `inf` for infinity.
        if value.is_finite() && !read_f64(element, slot).is_finite() {
            return None;
        }
    }
    Some(())
}

/// The end of the parentheses that a text begins with.
fn closed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes()
        .position(|byte| {
            depth = match byte {
                b'(' => depth + 1,
                b')' => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        })
        .map(|at| at + 1)
}

/// Whether braces are nested as the dimensions are: none for a scalar, else one level each, with as many
/// members as the extent.
fn is_nested(text: &str, dims: &[i64]) -> bool {
    let mut members: Vec<i64> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let mut length = c.len_utf8();
        match c {
            '{' => {
                if let Some(count) = members.last_mut() {
                    *count += 1;
                }
                members.push(0);
                if members.len() > dims.len() {
                    return false;
                }
            }
            '}' => {
                let level = members.len().wrapping_sub(1);
                if members.pop() != dims.get(level).copied() {
                    return false;
                }
            }
            ',' => {}
            c if c.is_whitespace() => {}
            // A number, or a pair of them.
            _ => {
                let end = match c {
                    '(' => closed(rest),
                    _ => rest.find(|c: char| c.is_whitespace() || "{},".contains(c)),
                };
                length = end.unwrap_or(rest.len());
                if members.len() != dims.len() {
                    return false;
                }
                if let Some(count) = members.last_mut() {
                    *count += 1;
                }
            }
        }
        rest = &rest[length..];
    }
    members.is_empty()
}

/// Writes a NaN: `nan`, `-nan`, or with the bits of its mantissa, `nan(0x1)`.
fn nan(element: Element, word: &str, slot: &mut [u8]) -> Option<()> {
    let format = FloatFormat::of(element)?;
    let mut bits = format.nan()?;
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (1, rest),
        None => (0, word.trim_start_matches('+')),
    };
    if let Some(payload) = rest.strip_prefix("nan(0x").and_then(|rest| rest.strip_suffix(')')) {
        let mask = (1 << format.mantissa_bits) - 1;
        let mantissa = u64::from_str_radix(payload, 16).ok()?;
        if mantissa & !mask != 0 || mantissa == 0 || format.specials != Specials::Ieee {
            return None;
        }
        bits = (bits & !mask) | mantissa;
    } else if rest != "nan" {
        return None;
    }
    if format.signed && format.specials != Specials::NanAtNegativeZero {
        bits |= sign << (format.exponent_bits + format.mantissa_bits);
    }
    let width = slot.len();
    slot.copy_from_slice(&bits.to_le_bytes()[..width]);
    Some(())
}

/// The literal of a type that a text gives.
///
/// # Errors
/// A sentence.
pub(super) fn read(ty: Type, text: &str) -> Result<Literal, String> {
    let Some((tensor, count)) = ty.as_tensor().and_then(|t| Some((t, t.count()?))) else {
        return Err(format!("there is no constant of type {ty}"));
    };
    if text.contains("...") {
        return Err("the elements of this constant were left out of the text".to_owned());
    }
    let words = words(text);
    let parts = if tensor.element.is_complex() { 2 } else { 1 };
    if Some(words.len()) != count.checked_mul(parts) {
        return Err(format!("{} numbers for a constant of type {ty}", words.len()));
    }
    if !is_nested(text, &tensor.dims) {
        return Err(format!("the braces of this constant are not nested as {ty} has dimensions"));
    }
    let part = tensor.element.real_part();
    let mut bytes = Vec::with_capacity(words.len() * part.byte_width());
    for word in words {
        if number(part, word, &mut bytes).is_none() {
            return Err(format!("`{word}` is not an element of {ty}"));
        }
    }
    Literal::new(ty, Bytes::from(&bytes[..])).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_read() {
        let show = |ty: Type, text: &str| read(ty, text).map(|it| it.to_string());
        let of = |dims: &[i64], element| Type::tensor(dims, element);
        let two = of(&[2, 2], Element::I32);
        assert_eq!(
            show(two, "{ { 1, -2 }, /*i0=1*/ { 3, 4 } }"),
            Ok("dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>".to_owned())
        );
        let nan = read(of(&[], Element::F32), "nan(0x400001)").expect("a constant");
        assert_eq!(nan.bytes(), 0x7fc0_0001_u32.to_le_bytes());
        assert!(read(of(&[], Element::C64), "(1, -inf)").is_ok());
        let wrong =
            ["{1, 2}", "{{1, 2}, {3, x}}", "{...}", "{{1, 2, 3}, {4}}", "{1, 2, 3, 4}", "1 2 3 4"];
        for wrong in wrong {
            assert!(read(two, wrong).is_err(), "{wrong}");
        }
        assert!(read(of(&[2, 0], Element::F32), "{ { }, { } }").is_ok());
        assert!(read(of(&[0, 2], Element::F32), "{ }").is_ok());
        assert!(read(of(&[2], Element::C64), "{(1, 2), (3, nan(0x400001))}").is_ok());
        for (element, wrong) in
            [(Element::F32, "1e39"), (Element::F16, "70000"), (Element::F8E4M3FN, "1000")]
        {
            assert!(read(of(&[], element), wrong).is_err(), "{wrong}");
        }
        assert!(read(of(&[], Element::F32), "-inf").is_ok());
        assert!(read(of(&[], Element::U8), "256").is_err());
        assert!(read(of(&[], Element::I8), "-129").is_err());
    }
}
