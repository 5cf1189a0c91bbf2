//! Dense constants as text: `dense<…> : tensor<…>`.

use super::Literal;
use crate::types::float::FloatFormat;
use crate::types::{Element, Type, TypeKind};
use std::fmt::{self, Write};

/// Literals with more elements are written as the hexadecimal digits of their bytes, as upstream
/// MLIR does.
const HEX_ABOVE: usize = 100;

/// Writes a float as MLIR does: with six decimals if that is exact, else with the fewest digits
/// that round-trip; infinities and NaN as the hexadecimal digits of their bits.
pub(crate) fn write_float(out: &mut dyn Write, element: Element, bits: u64) -> fmt::Result {
    let Some(format) = FloatFormat::of(element) else {
        return write!(out, "{bits}");
    };
    let value = format.decode(bits);
    if !value.is_finite() {
        let digits = (element.bit_width() as usize).div_ceil(4);
        // The 19 bits of a TensorFloat-32 without those of the `f32` that holds it.
        let bits = if element == Element::TF32 { bits >> 13 } else { bits };
        return write!(out, "0x{bits:0digits$X}");
    }
    let six = format!("{value:.6e}");
    let same = |text: &str| {
        text.parse::<f64>().is_ok_and(|v| match element {
            Element::F64 => v.to_bits() == bits,
            Element::F32 => u64::from((v as f32).to_bits()) == bits,
            _ => format.encode(v) == bits,
        })
    };
    let text = if same(&six) {
        six
    } else if element == Element::F32 {
        format!("{:e}", value as f32)
    } else {
        format!("{value:e}")
    };
    // Rust writes `1e5`, MLIR `1.0e+05`.
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    out.write_str(mantissa)?;
    if !mantissa.contains('.') {
        out.write_str(".0")?;
    }
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    write!(out, "e{sign}{digits:0>2}")
}

/// Writes a float attribute, given as an `f64`, in its own type's precision.
pub(crate) fn write_float_attr(out: &mut dyn Write, value: f64, ty: Type) -> fmt::Result {
    let element = match ty.kind() {
        TypeKind::Scalar(e) if e.is_float() => *e,
        _ => Element::F64,
    };
    let bits = match element {
        Element::F64 => value.to_bits(),
        Element::F32 => (value as f32).to_bits().into(),
        // Of the 19 bits that it has, as text gives them.
        Element::TF32 => FloatFormat::of(Element::F32)
            .map_or(0, |wide| FloatFormat { mantissa_bits: 10, ..wide }.encode(value) << 13),
        narrow => FloatFormat::of(narrow).map_or(0, |format| format.encode(value)),
    };
    write_float(out, element, bits)
}

/// Writes one element.
fn write_element(out: &mut dyn Write, element: Element, bytes: &[u8]) -> fmt::Result {
    match element {
        Element::C64 | Element::C128 => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            out.write_str("(")?;
            write_element(out, element.real_part(), re)?;
            out.write_str(",")?;
            write_element(out, element.real_part(), im)?;
            out.write_str(")")
        }
        Element::I1 => out.write_str(if bytes[0] != 0 { "true" } else { "false" }),
        Element::Quant(q) => write_element(out, q.storage, bytes),
        e if e.is_float() => write_float(out, e, super::read_bits(bytes)),
        e if e.is_unsigned() => write!(out, "{}", super::read_bits(bytes)),
        _ => {
            let shift = 64 - 8 * bytes.len() as u32;
            write!(out, "{}", ((super::read_bits(bytes) << shift) as i64) >> shift)
        }
    }
}

/// Writes nested lists for dimensions `dims`, starting at element `at`.
fn write_nested(
    out: &mut dyn Write,
    literal: &Literal,
    dims: &[i64],
    at: &mut usize,
) -> fmt::Result {
    let Some((&extent, inner)) = dims.split_first() else {
        write_element(out, literal.element(), literal.element_bytes(*at))?;
        *at += 1;
        return Ok(());
    };
    out.write_str("[")?;
    for i in 0..extent {
        if i > 0 {
            out.write_str(", ")?;
        }
        write_nested(out, literal, inner, at)?;
    }
    out.write_str("]")
}

/// Whether all versions of upstream read the same hexadecimal digits: booleans were eight in
/// a byte and are one, and quantized numbers stand as those of their storage.
fn has_one_hex_form(element: Element) -> bool {
    !element.is_quantized() && !element.is_boolean()
}

/// Writes the bytes of a literal as hexadecimal digits; of a TensorFloat-32 its 19 bits in
/// three bytes, of narrow integers their bits without those of the sign above.
fn write_hex(out: &mut dyn Write, literal: &Literal) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let short: Vec<u8>;
    let width = literal.element().bit_width();
    let bytes = if width < 8 {
        short = literal.bytes().iter().map(|byte| byte & (0xFF >> (8 - width))).collect();
        &short
    } else if literal.element() == Element::TF32 {
        let patterns = literal.bytes().chunks_exact(4).map(super::read_bits);
        short = patterns.flat_map(|bits| (bits >> 13).to_le_bytes()[..3].to_vec()).collect();
        &short
    } else {
        literal.bytes()
    };
    let mut text = String::with_capacity(4096);
    out.write_str("\"0x")?;
    for part in bytes.chunks(2048) {
        text.clear();
        for &b in part {
            text.push(DIGITS[usize::from(b >> 4)] as char);
            text.push(DIGITS[usize::from(b & 15)] as char);
        }
        out.write_str(&text)?;
    }
    out.write_str("\"")
}

impl Literal {
    /// Writes the text between the angle brackets of `dense<…>`.
    pub(crate) fn write_elements(&self, out: &mut dyn Write) -> fmt::Result {
        let count = self.count();
        if count == 0 {
            Ok(())
        } else if self.is_uniform() {
            write_element(out, self.element(), self.element_bytes(0))
        } else if count > HEX_ABOVE && has_one_hex_form(self.element()) {
            write_hex(out, self)
        } else {
            write_nested(out, self, self.dims(), &mut 0)
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dense<")?;
        self.write_elements(f)?;
        write!(f, "> : {}", self.ty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(dims: &[i64], values: &[f64]) -> String {
        Literal::from_f64s(Type::tensor(dims, Element::F32), values).unwrap().to_string()
    }

    #[test]
    fn floats_look_like_upstream() {
        assert_eq!(f32s(&[], &[1.0]), "dense<1.000000e+00> : tensor<f32>");
        assert_eq!(
            f32s(&[2], &[0.1, -2.5e-9]),
            "dense<[1.000000e-01, -2.500000e-09]> : tensor<2xf32>"
        );
        assert_eq!(f32s(&[3], &[f64::INFINITY]), "dense<0x7F800000> : tensor<3xf32>");
        assert_eq!(
            f32s(&[1], &[1.0 / 3.0]),
            "dense<0.33333334e+00> : tensor<1xf32>".replace("0.33333334e+00", "3.3333334e-01")
        );
    }

    #[test]
    fn equal_elements_are_written_once() {
        assert_eq!(f32s(&[2], &[1.0, 1.0]), "dense<1.000000e+00> : tensor<2xf32>");
        assert_eq!(
            f32s(&[2], &[0.0, -0.0]),
            "dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>"
        );
    }

    #[test]
    fn large_literals_are_hexadecimal() {
        let mut values = vec![0.0; 101];
        values[1] = 1.0;
        let of = |element| {
            let ty = Type::tensor(&[101], element);
            Literal::from_f64s(ty, &values).unwrap().to_string()
        };
        assert!(of(Element::I8).starts_with("dense<\"0x000100"), "{}", of(Element::I8));
        assert!(of(Element::TF32).starts_with("dense<\"0x00000000FC0100"));
        // Versions of upstream do not agree on booleans.
        assert!(of(Element::I1).starts_with("dense<[false, true, false"));
    }
}
