//! Resources: literals at the end of the text.
//!
//! ```text
//! %w = stablehlo.constant dense_resource<weights> : tensor<2xf32>
//! …
//! {-# dialect_resources: { builtin: { weights: "0x040000000000803F00000040" } } #-}
//! ```
//!
//! The hexadecimal digits are a four-byte little-endian alignment followed by the elements in
//! memory order. A resource that an op refers to becomes a literal, is printed as one, and is
//! removed from the section; an unused resource stays in the section as written.

use super::dense::{all_elements, normalize};
use super::{Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::literal::{Bytes, Literal};
use crate::types::{Element, TensorType, Type};
use logos::{Lexer, Logos};
use std::fmt::Write;

/// The section, parsed when the first `dense_resource` needs it.
#[derive(Default, Debug)]
pub(super) struct Resources<'s> {
    looked: bool,
    entries: Vec<Entry<'s>>,
}

/// `name: value` in the section.
#[derive(Debug)]
struct Entry<'s> {
    /// `dialect_resources` or `external_resources`.
    group: &'s str,
    /// The dialect, or the tool.
    owner: &'s str,
    /// The name as written, which may be in quotes.
    name: &'s str,
    value: &'s str,
    /// The span of the value.
    at: usize,
    /// Whether its elements were read.
    read: bool,
    /// Whether opaque text refers to it.
    referenced: bool,
}

impl Entry<'_> {
    fn is_called(&self, name: &str) -> bool {
        let plain = |name: &str| name.trim_matches('"').to_owned();
        self.group == "dialect_resources"
            && self.owner.trim_matches('"') == "builtin"
            && (self.name == name || plain(self.name) == plain(name))
    }
}

impl<'s> Parser<'s> {
    /// Parses `dense_resource<name> : type`: a literal, or the opaque text if the elements are not
    /// in the source or the type is not a tensor.
    pub(super) fn dense_resource(&mut self) -> Parse<Attr> {
        let start = self.start;
        self.advance();
        self.expect(Token::Less)?;
        let name = self.text();
        if !matches!(self.token, Token::Word | Token::String) {
            return self.expected("the name of a resource");
        }
        self.advance();
        self.expect(Token::Greater)?;
        let ty = if self.eat(Token::Colon) { Some(self.ty()?) } else { None };
        if self.locating.is_some() {
            return Ok(Attr::Unit);
        }
        if !self.resources.looked {
            self.resources = Resources { looked: true, entries: section(self.source) };
        }
        let tensor = ty.and_then(Type::as_tensor).filter(|t| t.is_static());
        let found = self.resources.entries.iter_mut().find(|entry| entry.is_called(name));
        let (Some(ty), Some(tensor), Some(entry)) = (ty, tensor, found) else {
            self.names_resources(self.source[start..self.behind].trim_end());
            return self.opaque_since(start);
        };
        entry.read = true;
        let (value, at) = (entry.value, entry.at);
        match elements(value, ty, tensor) {
            Ok(literal) => Ok(Attr::Dense(literal)),
            Err(why) => {
                let span = Span::new(at, at + value.len());
                let used = self.since(start);
                self.report(Diagnostic::error(span, why).note(used, format!("{ty}, read")));
                Err(super::Failed)
            }
        }
    }

    /// The error about a constant `dense_resource<name> : type` whose elements are not in the
    /// source.
    pub(super) fn no_resource(&self, text: &str, place: Span) -> Diagnostic {
        let inner = text.split_once('<').map_or("", |(_, rest)| rest);
        let name = inner.split_once('>').map_or(inner, |(name, _)| name).trim_matches('"');
        if name == "__elided__" {
            let message = "the elements of this constant were left out when it was printed";
            let help = "print the program again without --elide-constants (upstream: \
                        --mlir-elide-elementsattrs-if-larger)";
            return Diagnostic::error(place, message).help(help);
        }
        let names: Vec<&str> =
            self.resources.entries.iter().map(|entry| entry.name.trim_matches('"')).collect();
        if names.contains(&name) {
            let message = "only a tensor whose extents are known can be made of a resource";
            return Diagnostic::error(place, message);
        }
        let message = format!("there is no resource `{name}` in `{{-# dialect_resources … #-}}`");
        self.suggest(Diagnostic::error(place, message), name, names.into_iter(), "")
    }

    /// Records that this opaque text may refer to resources.
    pub(super) fn names_resources(&mut self, text: &str) {
        if !text.contains("dense_resource<") {
            return;
        }
        if !self.resources.looked {
            self.resources = Resources { looked: true, entries: section(self.source) };
        }
        for entry in &mut self.resources.entries {
            entry.referenced |= text.contains(entry.name);
        }
    }

    /// Removes resources that became literals from the section.
    pub(super) fn drop_read_resources(&mut self) {
        let entries = &self.resources.entries;
        if self.module.resources.is_none() || !entries.iter().any(|e| e.read && !e.referenced) {
            return;
        }
        let left: Vec<&Entry<'_>> = entries.iter().filter(|e| !e.read || e.referenced).collect();
        self.module.resources = (!left.is_empty()).then(|| written(&left).into());
    }
}

/// The section with these entries in upstream's form.
fn written(entries: &[&Entry<'_>]) -> String {
    let mut out = String::from("{-#\n");
    for (i, group) in entries.chunk_by(|a, b| a.group == b.group).enumerate() {
        let comma = if i > 0 { ",\n" } else { "" };
        let _ = writeln!(out, "{comma}  {}: {{", group[0].group);
        for (i, owner) in group.chunk_by(|a, b| a.owner == b.owner).enumerate() {
            let comma = if i > 0 { ",\n" } else { "" };
            let _ = writeln!(out, "{comma}    {}: {{", owner[0].owner);
            for (i, entry) in owner.iter().enumerate() {
                let comma = if i > 0 { ",\n" } else { "" };
                let _ = write!(out, "{comma}      {}: {}", entry.name, entry.value);
            }
            out.push_str("\n    }");
        }
        out.push_str("\n  }");
    }
    out.push_str("\n#-}");
    out
}

/// The entries of the section at the end of a text; empty if there is no such section, or if its
/// form is unknown.
fn section(source: &str) -> Vec<Entry<'_>> {
    // A string may contain text that looks like the start, so several candidates are tried.
    let mut begins = source.rmatch_indices("{-#").take(16);
    begins.find_map(|(at, _)| Section::read(source, at)).unwrap_or_default()
}

/// The parser of the section.
struct Section<'s> {
    lexer: Lexer<'s, Token>,
    entries: Vec<Entry<'s>>,
}

impl<'s> Section<'s> {
    fn read(source: &'s str, at: usize) -> Option<Vec<Entry<'s>>> {
        let mut lexer = Token::lexer(source);
        lexer.bump(at);
        let mut section = Section { lexer, entries: Vec::new() };
        section.expect(Token::OpenMetadata)?;
        section.list(Token::CloseMetadata, &mut |s, group| {
            s.expect(Token::OpenBrace)?;
            s.list(Token::CloseBrace, &mut |s, owner| {
                s.expect(Token::OpenBrace)?;
                s.list(Token::CloseBrace, &mut |s, name| {
                    let token = s.lexer.next()?.ok()?;
                    let number = matches!(token, Token::Integer | Token::Hex);
                    let (value, at) = (s.lexer.slice(), s.lexer.span().start);
                    let fits = number || matches!(token, Token::String | Token::Word);
                    let entry =
                        Entry { group, owner, name, value, at, read: false, referenced: false };
                    s.entries.push(entry);
                    fits.then_some(())
                })
            })
        })?;
        Some(section.entries)
    }

    fn expect(&mut self, token: Token) -> Option<()> {
        (self.lexer.next()?.ok()? == token).then_some(())
    }

    /// Parses a list of `key: item` up to its closing token.
    fn list(
        &mut self,
        close: Token,
        item: &mut dyn FnMut(&mut Self, &'s str) -> Option<()>,
    ) -> Option<()> {
        let mut token = self.lexer.next()?.ok()?;
        while token != close {
            if !matches!(token, Token::Word | Token::String) {
                return None;
            }
            let key = self.lexer.slice();
            self.expect(Token::Colon)?;
            item(self, key)?;
            token = self.lexer.next()?.ok()?;
            if token == Token::Comma {
                token = self.lexer.next()?.ok()?;
            }
        }
        Some(())
    }
}

/// The elements in `"0x…"`: four bytes of alignment, then the elements in memory order; booleans
/// one or eight per byte.
fn elements(value: &str, ty: Type, tensor: &TensorType) -> Result<Literal, String> {
    let digits = value.strip_prefix("\"0x").and_then(|v| v.strip_suffix('"'));
    let digits = digits.ok_or("a resource must be hexadecimal digits `\"0x…\"`")?;
    if let Some(at) = digits.bytes().position(|b| !b.is_ascii_hexdigit()) {
        let wrong = digits[at..].chars().next().unwrap_or(' ');
        return Err(format!("`{wrong}` in this resource is not a hexadecimal digit"));
    }
    let (alignment, digits) = match (digits.len() % 2, digits.split_at_checked(8)) {
        (0, Some(parts)) => parts,
        _ => return Err("a resource begins with four bytes that tell its alignment".into()),
    };
    let alignment = u32::from_str_radix(alignment, 16).unwrap_or(0).swap_bytes();
    if !alignment.is_power_of_two() {
        return Err(format!("the alignment of this resource is {alignment}, no power of two"));
    }
    let (size, count) = (tensor.byte_size(), tensor.count().unwrap_or(0));
    let given = digits.len() / 2;
    let packed = tensor.element == Element::I1 && given != count && given == count.div_ceil(8);
    if Some(given) != size && !packed {
        let size = size.map_or("more bytes than there can be".into(), |n| format!("{n} bytes"));
        return Err(format!("{ty} is made of {size}, but this resource has {given}"));
    }
    let byte = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap_or(0);
    let mut data = Bytes::zeros(size.unwrap_or(0));
    for (i, slot) in data.as_mut_slice().iter_mut().enumerate() {
        *slot = if packed { byte(i / 8) >> (i % 8) & 1 } else { byte(i) };
    }
    normalize(tensor.element, data.as_mut_slice());
    all_elements(ty, tensor.element.byte_width(), data).map_err(|wrong| wrong.to_string())
}
