//! Attributes.

use super::{Failed, Parse, Parser, Token};
use crate::attr::{Attr, AttrDict};
use crate::diag::{Diagnostic, Span};
use crate::quote::unescape;
use crate::types::float::FloatFormat;
use crate::types::{Element, Type, TypeKind};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Builtin attributes that hloom keeps as text.
const OTHER_BUILTINS: [&str; 5] = ["affine_map", "affine_set", "sparse", "strided", "distinct"];

/// Words that begin an attribute.
const BUILTINS: [&str; 8] =
    ["dense", "dense_resource", "array", "true", "false", "unit", "affine_map", "loc"];

/// A number as written, without its sign.
pub(super) enum Number<'s> {
    /// Decimal digits.
    Integer(&'s str),
    /// `0xFF`.
    Hex(&'s str),
    /// With a `.`.
    Float(&'s str),
}

impl<'s> Parser<'s> {
    /// Reads an attribute's value.
    pub(super) fn attr(&mut self) -> Parse<Attr> {
        self.nested(Self::attr_here)
    }

    fn attr_here(&mut self) -> Parse<Attr> {
        let (start, text) = (self.start, self.text());
        match self.token {
            Token::String => {
                let bytes = self.string()?;
                if self.eat(Token::Colon) {
                    self.ty()?;
                    return self.opaque_since(start);
                }
                Ok(Attr::String(bytes.into()))
            }
            Token::Integer | Token::Float | Token::Hex | Token::Minus => self.number_attr(),
            Token::Symbol => self.symbol_attr(),
            Token::OpenBracket => {
                let mut items = Vec::new();
                self.list(Token::OpenBracket, Token::CloseBracket, |p| {
                    items.push(p.attr()?);
                    Ok(())
                })?;
                Ok(Attr::Array(items.into()))
            }
            Token::OpenBrace => Ok(Attr::Dict(self.dict()?)),
            Token::Hash => self.dialect_attr(),
            Token::Word => match text {
                "true" | "false" => {
                    self.advance();
                    Ok(Attr::Bool(text == "true"))
                }
                "unit" => {
                    self.advance();
                    Ok(Attr::Unit)
                }
                "array" if self.peek() == Token::Less => self.dense_array(),
                "dense" => self.dense(),
                "dense_resource" if self.peek() == Token::Less => self.dense_resource(),
                "loc" => {
                    let inner = self.loc()?;
                    Ok(Attr::Loc(inner.into()))
                }
                _ if OTHER_BUILTINS.contains(&text) => {
                    self.advance();
                    while matches!(self.token, Token::Less | Token::OpenBracket) {
                        self.skip_body()?;
                    }
                    // `sparse<…> : type`.
                    if text == "sparse" && self.eat(Token::Colon) {
                        self.ty()?;
                    }
                    self.opaque_since(start)
                }
                _ => Ok(Attr::Type(self.ty_or_attr()?)),
            },
            Token::OpenParen | Token::Bang => Ok(Attr::Type(self.ty()?)),
            _ => self.expected("an attribute's value"),
        }
    }

    /// Parses a type at a position where an attribute may occur as well.
    fn ty_or_attr(&mut self) -> Parse<Type> {
        let errors = self.diagnostics.len();
        let ty = self.ty();
        if ty.is_err()
            && let Some(first) = self.diagnostics.get_mut(errors)
            && let Some(rest) = first.message.strip_prefix("expected a type, found")
        {
            let word = rest.trim().trim_matches('`').to_owned();
            first.message = format!("expected an attribute's value, found{rest}");
            if let Some(near) = crate::suggest::nearest(&word, BUILTINS) {
                first.help = Some(format!("did you mean `{near}`?"));
            }
        }
        ty
    }

    /// The text since `start`, as an opaque attribute.
    pub(super) fn opaque_since(&mut self, start: usize) -> Parse<Attr> {
        let text = self.source[start..self.behind].trim_end();
        self.names_resources(text);
        let text = self.without_aliases(text, self.since(start))?;
        Ok(Attr::Opaque(text.into()))
    }

    /// Parses a string; returns its bytes.
    pub(super) fn string(&mut self) -> Parse<Vec<u8>> {
        let (span, text) = (self.span(), self.text());
        self.expect(Token::String)?;
        self.unescaped(&text[1..text.len() - 1], span.start as usize + 1)
    }

    fn unescaped(&mut self, inner: &str, at: usize) -> Parse<Vec<u8>> {
        match unescape(inner) {
            Ok(bytes) => Ok(bytes),
            Err(i) => {
                let span = Span::new(at + i, at + i + 1);
                self.error(
                    span,
                    "`\\` must be followed by `n`, `t`, `\\`, `\"` or two hexadecimal digits",
                )
            }
        }
    }

    /// Parses a UTF-8 string.
    pub(super) fn utf8_string(&mut self) -> Parse<String> {
        let span = self.span();
        let bytes = self.string()?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => self.error(span, "this string is not UTF-8"),
        }
    }

    /// Parses `@name`; returns the name.
    pub(super) fn symbol_name(&mut self) -> Parse<String> {
        let (span, text) = (self.span(), self.text());
        self.expect(Token::Symbol)?;
        let name = &text[1..];
        match name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) {
            None => Ok(name.to_owned()),
            Some(inner) => {
                let bytes = self.unescaped(inner, span.start as usize + 2)?;
                match String::from_utf8(bytes) {
                    Ok(name) if !name.is_empty() => Ok(name),
                    Ok(_) => self.error(span, "a symbol's name must not be empty"),
                    Err(_) => self.error(span, "a symbol's name must be UTF-8"),
                }
            }
        }
    }

    fn symbol_attr(&mut self) -> Parse<Attr> {
        let mut path = vec![self.symbol_name()?.into_boxed_str()];
        while self.eat(Token::PathSeparator) {
            path.push(self.symbol_name()?.into());
        }
        Ok(Attr::Symbol(path.into()))
    }

    /// Reads `#name`, `#dialect.name<…>` or `#dialect<…>`.
    fn dialect_attr(&mut self) -> Parse<Attr> {
        let (start, text, span) = (self.start, self.text(), self.span());
        self.advance();
        if self.token == Token::Less && self.start == self.behind {
            self.skip_body()?;
            if self.eat(Token::Colon) {
                self.ty()?;
            }
            let attr = self.opaque_since(start)?;
            if let Attr::Opaque(text) = &attr
                && let Err(why) = crate::ops::known::check(text)
            {
                let span = self.since(start);
                self.report(Diagnostic::error(span, why));
            }
            return Ok(attr);
        }
        if text.contains('.') {
            return self.opaque_since(start);
        }
        if let Some(attr) = self.attr_alias(text, span)? {
            return Ok(attr);
        }
        if self.locating.is_some() {
            return self.opaque_since(start);
        }
        let diagnostic =
            Diagnostic::error(span, format!("the attribute alias `{text}` is not defined"));
        let names = self.aliases.attrs.keys().copied();
        self.report(self.suggest(diagnostic, text, names, ""));
        Err(Failed)
    }

    /// Parses `{name = value, …}` other than the op's own dictionary.
    pub(super) fn dict(&mut self) -> Parse<AttrDict> {
        let base = self.attr_spans.len();
        let mut entries: Vec<(Box<str>, Attr)> = Vec::new();
        self.dict_into(&mut entries)?;
        self.attr_spans.truncate(base);
        Ok(entries.into_iter().collect())
    }

    /// Parses `{name = value, …}` into a list, checks that names are unique, and records the
    /// positions of the values.
    pub(super) fn dict_into(&mut self, entries: &mut Vec<(Box<str>, Attr)>) -> Parse<()> {
        // A few entries are compared pairwise, many are hashed.
        let mut many: FxHashSet<Box<str>> = FxHashSet::default();
        self.list(Token::OpenBrace, Token::CloseBrace, |p| {
            let (start, span, text) = (p.start, p.span(), p.text());
            let name: Box<str> = match p.token {
                Token::String => p.utf8_string()?.into(),
                // Keywords and numbers are lexed as words here.
                Token::Word | Token::Integer => {
                    p.advance();
                    text.into()
                }
                _ => return p.expected("an attribute's name"),
            };
            let value = if p.eat(Token::Equal) {
                let start = p.start;
                let value = p.attr()?;
                let whole = p.since(start);
                p.attr_spans.push((text, whole));
                value
            } else {
                let whole = p.since(start);
                p.attr_spans.push((text, whole));
                Attr::Unit
            };
            if entries.len() == 16 {
                many = entries.iter().map(|(n, _)| n.clone()).collect();
            }
            let twice = if entries.len() < 16 {
                entries.iter().any(|(n, _)| *n == name)
            } else {
                !many.insert(name.clone())
            };
            if twice {
                let message = format!("the attribute `{name}` is written twice");
                p.report(Diagnostic::error(span, message));
            } else {
                entries.push((name, value));
            }
            Ok(())
        })
    }

    // Numbers.

    /// Parses a number; returns whether it is negative.
    pub(super) fn number(&mut self) -> Parse<(bool, Number<'s>)> {
        let negative = self.eat(Token::Minus);
        let text = self.text();
        let number = match self.token {
            Token::Integer => Number::Integer(text),
            Token::Hex => Number::Hex(&text[2..]),
            Token::Float => Number::Float(text),
            _ => return self.expected("a number"),
        };
        self.advance();
        Ok((negative, number))
    }

    /// Reads an integer of 64 bits.
    pub(super) fn integer(&mut self) -> Parse<i64> {
        let start = self.start;
        let (negative, number) = self.number()?;
        let span = self.since(start);
        match integer_value(negative, &number) {
            Some(value) if i64::try_from(value).is_ok() => Ok(value as i64),
            Some(_) => self.error(span, "this integer does not fit 64 bits"),
            None => self.error(span, "expected an integer, found a float"),
        }
    }

    /// Reads an unsigned integer of 64 bits.
    pub(super) fn unsigned(&mut self) -> Parse<u64> {
        let start = self.start;
        let (negative, number) = self.number()?;
        let span = self.since(start);
        match integer_value(negative, &number).map(u64::try_from) {
            Some(Ok(value)) => Ok(value),
            Some(Err(_)) => self.error(span, "this integer does not fit 64 bits without sign"),
            None => self.error(span, "expected an integer, found a float"),
        }
    }

    /// Reads `[1, -2]`.
    pub(super) fn integers(&mut self) -> Parse<Box<[i64]>> {
        let mut numbers: SmallVec<[i64; 8]> = SmallVec::new();
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            numbers.push(p.integer()?);
            Ok(())
        })?;
        Ok(numbers.into_vec().into())
    }

    fn number_attr(&mut self) -> Parse<Attr> {
        let start = self.start;
        let (negative, number) = self.number()?;
        let span = self.since(start);
        let ty = if self.eat(Token::Colon) {
            self.ty()?
        } else if matches!(number, Number::Float(_)) {
            Type::scalar(Element::F64)
        } else {
            Type::scalar(Element::I64)
        };
        let element = match ty.kind() {
            TypeKind::Scalar(e) => Some(*e),
            _ => None,
        };
        if let Some(element) = element.filter(|e| e.is_float()) {
            return match float_value(negative, &number, element) {
                Ok(value) => Ok(Attr::Float(value.to_bits(), ty)),
                Err(why) => self.error(span, why),
            };
        }
        let Some(value) = integer_value(negative, &number) else {
            if element.is_some() {
                return self.error(span, format!("this is not a value of type {ty}"));
            }
            return self.opaque_since(start);
        };
        match element {
            Some(Element::I1) if matches!(value, -1..=1) => Ok(Attr::Bool(value != 0)),
            Some(element) => match integer_in(value, element) {
                Some(value) => Ok(Attr::Int(value, ty)),
                None => self.error(span, format!("this integer does not fit {ty}")),
            },
            None => match i64::try_from(value) {
                Ok(value) if matches!(number, Number::Integer(_)) => Ok(Attr::Int(value, ty)),
                _ => self.opaque_since(start),
            },
        }
    }

    /// Reads `array<i64: 1, 2>`.
    fn dense_array(&mut self) -> Parse<Attr> {
        let start = self.start;
        self.advance();
        self.expect(Token::Less)?;
        let ty = self.ty()?;
        let element = match ty.kind() {
            TypeKind::Scalar(e) if e.is_boolean() || e.is_integer() || e.is_float() => *e,
            _ => {
                let message = format!("`array<…>` holds integers or floats, not {ty}");
                return self.error(self.since(start), message);
            }
        };
        let mut values = Vec::new();
        if self.eat(Token::Colon) {
            loop {
                values.push(self.dense_array_item(element)?);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        if self.token != Token::Greater {
            return self.expected("`,` or `>`");
        }
        self.advance();
        Ok(Attr::DenseArray(element, values.into()))
    }

    fn dense_array_item(&mut self, element: Element) -> Parse<i64> {
        if element.is_boolean() && self.token == Token::Word {
            let value = self.at_word("true");
            if value || self.at_word("false") {
                self.advance();
                return Ok(value.into());
            }
        }
        let start = self.start;
        let (negative, number) = self.number()?;
        let span = self.since(start);
        if element.is_float() {
            return match float_value(negative, &number, element) {
                Ok(value) => Ok(value.to_bits() as i64),
                Err(why) => self.error(span, why),
            };
        }
        match integer_value(negative, &number).and_then(|v| integer_in(v, element)) {
            Some(value) => Ok(value),
            None => self.error(span, format!("this is not a value of type {element}")),
        }
    }
}

/// The value of an integer, if it fits 128 bits.
pub(super) fn integer_value(negative: bool, number: &Number<'_>) -> Option<i128> {
    let value = match number {
        Number::Integer(digits) => digits.parse::<i128>().ok()?,
        Number::Hex(digits) => i128::from_str_radix(digits, 16).ok()?,
        Number::Float(_) => return None,
    };
    Some(if negative { -value } else { value })
}

/// An integer as the 64 bits of a value of this type, if it fits. Signed types also accept the
/// unsigned range, as upstream does for hexadecimal digits.
pub(super) fn integer_in(value: i128, element: Element) -> Option<i64> {
    let bits = element.bit_width().min(64);
    let low = if element.is_signed() { -(1i128 << (bits - 1)) } else { 0 };
    if value < low || value >= 1i128 << bits {
        return None;
    }
    let shift = 64 - bits;
    let raw = (value as u64) << shift;
    Some(if element.is_signed() { (raw as i64) >> shift } else { (raw >> shift) as i64 })
}

/// The value of a float of this type, converted to `f64`.
pub(super) fn float_value(
    negative: bool,
    number: &Number<'_>,
    element: Element,
) -> Result<f64, String> {
    let magnitude = match number {
        Number::Float(digits) | Number::Integer(digits) => match element {
            // Rounded once, to the type itself.
            Element::F32 => digits.parse::<f32>().map(f64::from),
            _ => digits.parse::<f64>(),
        }
        .map_err(|_| format!("`{digits}` is not a float"))?,
        Number::Hex(digits) => {
            let bits = u64::from_str_radix(digits, 16).ok();
            let fits = |b: &u64| element.bit_width() == 64 || *b >> element.bit_width() == 0;
            // A TensorFloat-32 is written as its 19 bits, or as the `f32` that holds it.
            let held = element == Element::TF32 && digits.len() > 5;
            let bits = bits
                .filter(|b| if held { *b >> 32 == 0 } else { fits(b) })
                .map(|b| if element == Element::TF32 && !held { b << 13 } else { b })
                .ok_or_else(|| format!("0x{digits} is not a bit pattern of {element}"))?;
            if negative {
                return Err("a bit pattern has no sign in front of it".into());
            }
            return Ok(match element {
                Element::F64 => f64::from_bits(bits),
                Element::F32 | Element::TF32 => f32::from_bits(bits as u32).into(),
                _ => FloatFormat::of(element).map_or(0.0, |format| format.decode(bits)),
            });
        }
    };
    Ok(if negative { -magnitude } else { magnitude })
}
