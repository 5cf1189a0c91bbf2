//! Aliases of attributes and types: `#name = …` and `!name = …`.
//!
//! An alias is replaced wherever it occurs, also inside of attributes and types of other dialects,
//! which hloom otherwise keeps as text; so printed text needs only location aliases. Each of a few
//! lines could use the previous alias twice and make a text of exponential length, so the total
//! length of long replacements is limited.

use super::{Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::types::Type;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// The limit on the total length of all alias replacements.
const MAX_REPLACED: usize = 1 << 26;

/// Replacements up to this length are not counted.
const SHORT: usize = 256;

/// The definition of an alias.
#[derive(Debug)]
pub(super) struct Alias<T> {
    value: T,
    /// The length of its text, at most [`MAX_REPLACED`].
    len: usize,
}

/// Counts written bytes, up to [`MAX_REPLACED`].
struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        if self.0 > MAX_REPLACED { Err(fmt::Error) } else { Ok(()) }
    }
}

impl<T: fmt::Display> Alias<T> {
    fn new(value: T) -> Alias<T> {
        let mut counter = Counter(0);
        // An error means that the text is too long, which its length shows as well.
        let _ = write!(counter, "{value}");
        Alias { value, len: counter.0 }
    }
}

impl<'s> Parser<'s> {
    /// Parses `#name = …` or `!name = …`.
    pub(super) fn alias(&mut self) -> Parse<()> {
        let (name, span, is_type) = (self.text(), self.span(), self.token == Token::Bang);
        self.advance();
        self.expect(Token::Equal)?;
        if name.contains('.') {
            return self.error(
                span,
                format!("an alias can't be called `{name}`: names with a `.` are the dialects'"),
            );
        }
        let twice = if is_type {
            // The legacy syntax has the keyword `type` first.
            self.eat_word("type");
            let ty = self.ty()?;
            self.aliases.types.insert(name, Alias::new(ty)).is_some()
        } else if self.at_word("loc") {
            let text = self.loc()?;
            self.aliases.locs.insert(name, text).is_some()
        } else {
            let attr = self.attr()?;
            self.aliases.attrs.insert(name, Alias::new(attr)).is_some()
        };
        if twice {
            return self.error(span, format!("the alias `{name}` is defined twice"));
        }
        Ok(())
    }

    /// The type of an alias; `None` if the name is undefined.
    pub(super) fn type_alias(&mut self, name: &str, span: Span) -> Parse<Option<Type>> {
        let Some(alias) = self.aliases.types.get(name) else { return Ok(None) };
        let (value, len) = (alias.value, alias.len);
        self.count_replaced(len, span)?;
        Ok(Some(value))
    }

    /// The attribute of an alias; `None` if the name is undefined.
    pub(super) fn attr_alias(&mut self, name: &str, span: Span) -> Parse<Option<Attr>> {
        let Some(alias) = self.aliases.attrs.get(name) else { return Ok(None) };
        let len = alias.len;
        self.count_replaced(len, span)?;
        Ok(self.aliases.attrs.get(name).map(|alias| alias.value.clone()))
    }

    fn count_replaced(&mut self, len: usize, span: Span) -> Parse<()> {
        if len <= SHORT {
            return Ok(());
        }
        self.aliases.replaced = self.aliases.replaced.saturating_add(len);
        if self.aliases.replaced <= MAX_REPLACED {
            return Ok(());
        }
        let message = format!("what aliases stand for exceeds {MAX_REPLACED} bytes from here on");
        self.report(Diagnostic::error(span, message));
        Err(super::Failed)
    }

    /// Text of another dialect with its attribute and type aliases replaced.
    pub(super) fn without_aliases(&mut self, text: &'s str, span: Span) -> Parse<Cow<'s, str>> {
        let none = self.aliases.types.is_empty() && self.aliases.attrs.is_empty();
        if none || !text.contains(['#', '!']) {
            return Ok(text.into());
        }
        let mut out = String::new();
        // The text before this position has been copied to `out`.
        let mut copied = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find(['#', '!', '"']) {
            let start = at + found;
            if text.as_bytes()[start] == b'"' {
                let end = crate::text::lex::behind_string(text.as_bytes(), start + 1);
                at = end.unwrap_or(text.len());
                continue;
            }
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
            let rest = &text[start + 1..];
            at = start + 1 + rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            let name = &text[start..at];
            // `#dialect.name` and `#dialect<…>` are not aliases.
            if name.contains('.') || text[at..].starts_with('<') {
                continue;
            }
            let value = if name.starts_with('!') {
                self.type_alias(name, span)?.map(|ty| ty.to_string())
            } else {
                self.attr_alias(name, span)?.map(|attr| attr.to_string())
            };
            if let Some(value) = value {
                out.push_str(&text[copied..start]);
                out.push_str(&value);
                copied = at;
            }
        }
        if copied == 0 {
            return Ok(text.into());
        }
        out.push_str(&text[copied..]);
        Ok(out.into())
    }
}
