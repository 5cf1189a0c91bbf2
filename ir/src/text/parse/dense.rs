//! Dense literals: `dense<…> : tensor<…>`.
//!
//! The type follows the elements and determines how they are parsed, so the elements are skipped
//! first and parsed bytewise when the type is known. The size in a type is not trusted: elements
//! are counted before memory is allocated for them.

use super::attr::{Number, float_value, integer_in, integer_value};
use super::{MAX_DEPTH, Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::Span;
use crate::literal::{Bytes, Literal, WrongSize};
use crate::text::lex::behind_bracket;
use crate::types::float::FloatFormat;
use crate::types::{Element, TensorType, Type};

impl<'s> Parser<'s> {
    /// Reads `dense<…> : type`.
    pub(super) fn dense(&mut self) -> Parse<Attr> {
        let start = self.start;
        self.advance();
        if self.token != Token::Less {
            return self.expected("`<`");
        }
        let open = self.start;
        let Some(end) = behind_bracket(self.source.as_bytes(), open) else {
            return self.error(self.span(), "nothing closes this `<`");
        };
        let inner = (open + 1, end - 1);
        self.seek(end);
        self.expect(Token::Colon)?;
        let type_start = self.start;
        let ty = self.ty()?;
        let type_span = self.since(type_start);
        if self.locating.is_some() {
            return Ok(Attr::Unit);
        }
        let Some(tensor) = ty.as_tensor() else {
            // An element type of another dialect, or a vector.
            return Ok(Attr::Opaque(self.source[start..self.behind].into()));
        };
        if !tensor.is_static() {
            let message = format!("a literal's extents must be known, those of {ty} are not");
            return self.error(type_span, message);
        }
        if tensor.byte_size().is_none() {
            return self.error(type_span, format!("{ty} is too large for any memory"));
        }
        let mut reader = Reader {
            text: &self.source[..inner.1],
            at: inner.0,
            element: tensor.element,
            data: Vec::new(),
        };
        match reader.literal(ty, tensor) {
            Ok(literal) => Ok(Attr::Dense(literal)),
            Err((span, why)) => self.error(span, why),
        }
    }
}

/// An error and its span.
type Wrong = (Span, String);

/// Parses elements from the bytes between `dense<` and `>`.
struct Reader<'s> {
    /// The source up to the end of the elements.
    text: &'s str,
    at: usize,
    element: Element,
    data: Vec<u8>,
}

impl<'s> Reader<'s> {
    fn literal(&mut self, ty: Type, tensor: &'static TensorType) -> Result<Literal, Wrong> {
        let count = tensor.count().unwrap_or(0);
        let start = self.at;
        let whole = Span::new(start, self.text.len());
        let size = |e: WrongSize| (whole, e.to_string());
        match self.next() {
            None if count == 0 => Literal::new(ty, Bytes::default()).map_err(size),
            None => Err((whole, format!("{ty} has {count} elements, none is written"))),
            Some(b'"') => self.hexadecimal(ty, count),
            Some(b'.') if self.text[self.at..].starts_with("...") => {
                Err((whole, "the elements were left out when this was printed".into()))
            }
            Some(b'[') => {
                // The written shape: the extents, and the first element.
                let mut shape = Vec::new();
                self.nested(0, &mut shape)?;
                self.end()?;
                let expected: &[i64] = &tensor.dims;
                let agrees = shape.len() <= expected.len()
                    && shape.iter().zip(expected).all(|(&a, &b)| a as i64 == b)
                    // No brackets are written after a zero extent.
                    && (shape.len() == expected.len() || shape.last() == Some(&0));
                if !agrees {
                    let written: Vec<String> = shape.iter().map(usize::to_string).collect();
                    let message = format!("a list of {} elements is not a {ty}", written.join("x"));
                    return Err((whole, message));
                }
                if count == 0 {
                    return Literal::new(ty, Bytes::default()).map_err(size);
                }
                let width = self.element.byte_width();
                let (one, rest) = self.data.split_at(width);
                if count > 1 && rest.chunks_exact(width).all(|e| e == one) {
                    return Literal::splat(ty, one).map_err(size);
                }
                Literal::new(ty, Bytes::from(&self.data[..])).map_err(size)
            }
            Some(_) => {
                self.item()?;
                self.end()?;
                if count == 0 {
                    return Literal::new(ty, Bytes::default()).map_err(size);
                }
                Literal::splat(ty, &self.data).map_err(size)
            }
        }
    }

    /// The next byte that is not whitespace.
    fn next(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    let line = bytes[self.at..].iter().position(|&b| b == b'\n');
                    self.at += line.unwrap_or(bytes.len() - self.at);
                }
                &b => return Some(b),
            }
        }
    }

    fn end(&mut self) -> Result<(), Wrong> {
        match self.next() {
            None => Ok(()),
            Some(_) => Err((self.here(), format!("expected `>`, found `{}`", self.word()))),
        }
    }

    /// Parses `[a, b]`. The first list of each depth determines that depth's extent in `shape`.
    fn nested(&mut self, depth: usize, shape: &mut Vec<usize>) -> Result<(), Wrong> {
        if depth >= MAX_DEPTH as usize {
            return Err((self.here(), format!("this is nested more than {MAX_DEPTH} deep")));
        }
        let start = self.at;
        self.at += 1;
        let first = shape.len() == depth;
        if first {
            shape.push(usize::MAX);
        }
        let leaf_depth = depth + 1;
        let mut count = 0;
        if self.next() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                match self.next() {
                    Some(b'[') => {
                        // Elements occurred at this depth before.
                        if shape.len() == leaf_depth && count > 0 {
                            return Err((self.here(), "expected an element, found a list".into()));
                        }
                        self.nested(leaf_depth, shape)?;
                    }
                    Some(_) => {
                        if shape.len() > leaf_depth {
                            return Err((self.here(), "expected a list, found an element".into()));
                        }
                        self.item()?;
                    }
                    None => return Err((self.here(), "expected `]`".into())),
                }
                count += 1;
                match self.next() {
                    Some(b',') => self.at += 1,
                    Some(b']') => {
                        self.at += 1;
                        break;
                    }
                    _ => {
                        let word = self.word();
                        return Err((self.here(), format!("expected `,` or `]`, found `{word}`")));
                    }
                }
            }
        }
        if shape[depth] == usize::MAX {
            shape[depth] = count;
        } else if shape[depth] != count {
            let elements = if count == 1 { "one element" } else { &format!("{count} elements") };
            let message = format!("this list has {elements}, one before it has {}", shape[depth]);
            return Err((Span::new(start, self.at), message));
        }
        Ok(())
    }

    /// Reads an element.
    fn item(&mut self) -> Result<(), Wrong> {
        if self.element.is_complex() {
            let part = self.element.real_part();
            let paren = |r: &mut Self, byte: u8| {
                if r.next() == Some(byte) {
                    r.at += 1;
                    return Ok(());
                }
                let message = "expected a complex number such as `(1.0, 2.0)`";
                Err((r.here(), message.to_owned()))
            };
            paren(self, b'(')?;
            self.next();
            self.plain(part)?;
            paren(self, b',')?;
            self.next();
            self.plain(part)?;
            return paren(self, b')');
        }
        match self.element {
            Element::Quant(q) => self.plain(q.storage),
            element => self.plain(element),
        }
    }

    /// Parses a real number.
    fn plain(&mut self, element: Element) -> Result<(), Wrong> {
        let word = self.word();
        let span = Span::new(self.at, self.at + word.len());
        let bits = element_bits(word, element).map_err(|why| (span, why))?;
        self.data.extend_from_slice(&bits.to_le_bytes()[..element.byte_width()]);
        self.at += word.len();
        Ok(())
    }

    /// The text up to the next delimiter.
    fn word(&self) -> &'s str {
        let rest = &self.text[self.at..];
        let end = rest
            .bytes()
            .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'_')))
            .unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        &rest[..end]
    }

    fn here(&self) -> Span {
        Span::new(self.at, (self.at + self.word().len()).min(self.text.len()))
    }

    /// Parses `"0x…"`: the bytes of all elements, or of one for a splat.
    fn hexadecimal(&mut self, ty: Type, count: usize) -> Result<Literal, Wrong> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let Some(len) = rest.find('"') else {
            return Err((Span::new(start, self.text.len()), "nothing ends this string".into()));
        };
        self.at = start + len + 2;
        let span = Span::new(start, self.at);
        self.end()?;
        let Some(digits) = rest[..len].strip_prefix("0x") else {
            return Err((span, "expected hexadecimal digits `\"0x…\"`".into()));
        };
        let wrong = |e: WrongSize| (span, e.to_string());
        let width = self.element.byte_width();
        let given = digits.len() / 2;
        // Older versions of upstream write booleans eight in a byte, newer ones one in a byte. A
        // text that could be either has eight in a byte: newer versions write so few as a list.
        let packed = self.element == Element::I1 && given == count.div_ceil(8);
        // Upstream writes 19 bits of a TensorFloat-32 in three bytes.
        let short = self.element == Element::TF32
            && (Some(given) == count.checked_mul(3) || given == 3 && count > 1);
        let width = if short { 3 } else { width };
        let all = if packed { Some(given) } else { count.checked_mul(width) };
        let is_splat = Some(given) != all && given == width;
        if digits.len() % 2 != 0 || !(is_splat || Some(given) == all) {
            let size = all.map_or("more bytes than there can be".into(), |n| format!("{n} bytes"));
            let message = format!(
                "{ty} is made of {size}, but {} hexadecimal digits are written",
                digits.len()
            );
            return Err((span, message));
        }
        let mut data = Bytes::zeros(given);
        for (byte, pair) in data.as_mut_slice().iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            let (high, low) = (hex_digit(pair[0]), hex_digit(pair[1]));
            if (high | low) > 15 {
                let at = digits.bytes().position(|b| hex_digit(b) > 15).unwrap_or(0);
                let at = start + 3 + at;
                return Err((Span::new(at, at + 1), "this is not a hexadecimal digit".into()));
            }
            *byte = high << 4 | low;
        }
        if packed {
            return unpacked(ty, count, data.as_slice()).map_err(wrong);
        }
        if short {
            data = wide(data.as_slice());
        }
        let width = self.element.byte_width();
        normalize(self.element, data.as_mut_slice());
        if is_splat && count != 1 {
            return Literal::splat(ty, data.as_slice()).map_err(wrong);
        }
        all_elements(ty, width, data).map_err(wrong)
    }
}

/// Booleans, from eight in a byte.
fn unpacked(ty: Type, count: usize, bytes: &[u8]) -> Result<Literal, WrongSize> {
    // Older versions of upstream write a splat of true as one byte of ones.
    if count > 1 && bytes == [0xFF] {
        return Literal::splat(ty, &[1]);
    }
    let mut data = Bytes::zeros(count);
    for (i, slot) in data.as_mut_slice().iter_mut().enumerate() {
        *slot = bytes[i / 8] >> (i % 8) & 1;
    }
    all_elements(ty, 1, data)
}

/// Patterns of 19 bits in three bytes, as the `f32`s that hold them.
fn wide(bytes: &[u8]) -> Bytes {
    let mut data = Bytes::zeros(bytes.len() / 3 * 4);
    for (slot, three) in data.as_mut_slice().chunks_exact_mut(4).zip(bytes.chunks_exact(3)) {
        let pattern = u32::from_le_bytes([three[0], three[1], three[2], 0]) << 13;
        slot.copy_from_slice(&pattern.to_le_bytes());
    }
    data
}

/// The literal of these elements, `width` bytes each; a splat if all are equal.
pub(super) fn all_elements(ty: Type, width: usize, data: Bytes) -> Result<Literal, WrongSize> {
    let bytes = data.as_slice();
    let (one, rest) = bytes.split_at(width.min(bytes.len()));
    if !rest.is_empty() && rest.chunks_exact(width).all(|e| e == one) {
        return Literal::splat(ty, one);
    }
    Literal::new(ty, data)
}

/// Normalizes elements narrower than a byte: signed ones are sign-extended, others zero-extended,
/// booleans become 0 or 1.
pub(super) fn normalize(element: Element, bytes: &mut [u8]) {
    let element = match element {
        Element::Quant(q) => q.storage,
        other => other,
    };
    let bits = element.bit_width();
    if bits >= 8 {
        return;
    }
    let shift = 8 - bits;
    for byte in bytes {
        let high = *byte << shift;
        *byte = match element {
            Element::I1 => u8::from(*byte != 0),
            e if e.is_signed() => ((high as i8) >> shift) as u8,
            _ => high >> shift,
        };
    }
}

fn hex_digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        b'A'..=b'F' => byte - b'A' + 10,
        _ => 0xFF,
    }
}

/// The bits of an element from its text.
fn element_bits(word: &str, element: Element) -> Result<u64, String> {
    let wrong = || match element {
        Element::I1 => format!("expected `true` or `false`, found `{word}`"),
        e if e.is_float() => {
            format!("expected a float of type {e}, such as `1.0`, found `{word}`")
        }
        e => format!("expected an integer of type {e}, found `{word}`"),
    };
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    if element.is_boolean() {
        return match word {
            "true" | "1" | "-1" => Ok(1),
            "false" | "0" => Ok(0),
            _ => Err(wrong()),
        };
    }
    if !digits.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return Err(wrong());
    }
    let number = match digits.strip_prefix("0x") {
        Some(hex) if !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Number::Hex(hex)
        }
        Some(_) => return Err(wrong()),
        None if digits.bytes().all(|b| b.is_ascii_digit()) => Number::Integer(digits),
        None => Number::Float(digits),
    };
    if !element.is_float() {
        let value = integer_value(negative, &number).ok_or_else(wrong)?;
        return integer_in(value, element)
            .map(|v| v as u64)
            .ok_or_else(|| format!("`{word}` does not fit {element}"));
    }
    if let Number::Integer(_) = number {
        return Err(wrong());
    }
    // A bit pattern is kept as it is, including a NaN's payload.
    if let Number::Hex(digits) = number {
        float_value(negative, &Number::Hex(digits), element)?;
        let bits = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        return Ok(if element == Element::TF32 && digits.len() <= 5 { bits << 13 } else { bits });
    }
    let value = float_value(negative, &number, element)?;
    Ok(match element {
        Element::F64 => value.to_bits(),
        Element::F32 => (value as f32).to_bits().into(),
        // Rounded once to its ten digits behind the point, which an `f32` holds.
        Element::TF32 => FloatFormat::of(Element::F32)
            .map_or(0, |wide| FloatFormat { mantissa_bits: 10, ..wide }.encode(value) << 13),
        _ => FloatFormat::of(element).map_or(0, |format| format.encode(value)),
    })
}
