//! Locations and their aliases.
//!
//! A location is the text between the parentheses of `loc(…)`. Location aliases are used before
//! they are defined, so each distinct text gets an id immediately, and its aliases are replaced
//! after the whole text was parsed.

use super::alias::Alias;
use super::{Failed, Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::module::LocId;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The maximum length of a location after alias replacement: each of a few aliases could use
/// another one twice and exhaust the memory.
const MAX_LOCATION: usize = 1 << 16;

/// The maximum total length of all locations.
const MAX_LOCATIONS: usize = 1 << 28;

/// The aliases that `#name = …` and `!name = …` define.
#[derive(Default, Debug)]
pub(super) struct Aliases<'s> {
    /// Types, by name with `!`.
    pub types: FxHashMap<&'s str, Alias<Type>>,
    /// Attributes that are not locations, by name with `#`.
    pub attrs: FxHashMap<&'s str, Alias<Attr>>,
    /// The total length of replacements of long aliases so far.
    pub replaced: usize,
    /// Locations, by name with `#`.
    pub locs: FxHashMap<&'s str, &'s str>,
    /// Locations of ops: text, span and id.
    used: Vec<(&'s str, Span, LocId)>,
    by_text: FxHashMap<&'s str, LocId>,
}

/// A location's text after alias replacement.
enum Expansion {
    Running,
    Done(Rc<str>),
    Broken,
}

impl<'s> Parser<'s> {
    /// Reads `loc(…)`, if it is there, and returns its id.
    #[inline]
    pub(super) fn optional_loc(&mut self) -> Parse<Option<LocId>> {
        if self.token != Token::Word || !self.at_word("loc") {
            return Ok(None);
        }
        let start = self.start;
        let text = self.loc()?;
        if let Some(&id) = self.aliases.by_text.get(text) {
            return Ok(Some(id));
        }
        let id = self.module.add_loc(text);
        let span = self.since(start);
        self.aliases.by_text.insert(text, id);
        self.aliases.used.push((text, span, id));
        Ok(Some(id))
    }

    /// Reads `loc(…)`, and returns the text between the parentheses.
    pub(super) fn loc(&mut self) -> Parse<&'s str> {
        self.expect_word("loc")?;
        self.expect(Token::OpenParen)?;
        let start = self.start;
        self.location()?;
        let text = &self.source[start..self.behind];
        self.expect(Token::CloseParen)?;
        Ok(text)
    }

    /// Reads a location without `loc(…)` around it.
    fn location(&mut self) -> Parse<()> {
        self.nested(|p| match p.token {
            Token::Hash => {
                p.advance();
                if p.token == Token::Less {
                    p.skip_body()?;
                }
                Ok(())
            }
            Token::String => {
                p.advance();
                if p.token == Token::OpenParen {
                    p.advance();
                    p.location()?;
                    p.expect(Token::CloseParen)?;
                } else if p.token == Token::Colon {
                    p.line_and_column()?;
                }
                Ok(())
            }
            Token::Word => match p.text() {
                "unknown" => {
                    p.advance();
                    Ok(())
                }
                "callsite" => {
                    p.advance();
                    p.expect(Token::OpenParen)?;
                    p.location()?;
                    p.expect_word("at")?;
                    p.location()?;
                    p.expect(Token::CloseParen)?;
                    Ok(())
                }
                "fused" => {
                    p.advance();
                    if p.eat(Token::Less) {
                        p.attr()?;
                        p.expect(Token::Greater)?;
                    }
                    p.list(Token::OpenBracket, Token::CloseBracket, Self::location)
                }
                _ => p.expected("a location"),
            },
            _ => p.expected("a location"),
        })
    }

    /// Parses `:1:2` and `to 3:4` or `to :4` after a file's name.
    fn line_and_column(&mut self) -> Parse<()> {
        self.expect(Token::Colon)?;
        self.expect(Token::Integer)?;
        self.expect(Token::Colon)?;
        self.expect(Token::Integer)?;
        if self.eat_word("to") {
            self.eat(Token::Integer);
            self.expect(Token::Colon)?;
            self.expect(Token::Integer)?;
        }
        Ok(())
    }

    /// Replaces the aliases in all locations.
    pub(super) fn resolve_locations(&mut self) {
        let mut done: FxHashMap<&str, Expansion> = FxHashMap::default();
        let mut total = 0;
        for (text, span, id) in std::mem::take(&mut self.aliases.used) {
            if !text.contains('#') {
                continue;
            }
            match self.expand(text, span, 0, &mut done) {
                Ok(expanded) => {
                    total += expanded.len();
                    if total > MAX_LOCATIONS {
                        let message =
                            format!("all locations together exceed {MAX_LOCATIONS} bytes");
                        self.report(Diagnostic::error(span, message));
                        return;
                    }
                    self.module.set_loc_text(id, &expanded);
                }
                Err(Failed) => continue,
            }
        }
    }

    /// A location's text with its aliases replaced.
    fn expand(
        &mut self,
        text: &'s str,
        span: Span,
        depth: u32,
        done: &mut FxHashMap<&'s str, Expansion>,
    ) -> Parse<String> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['#', '"']) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if rest.starts_with('"') {
                let end = crate::text::lex::behind_string(rest.as_bytes(), 1);
                let (string, behind) = rest.split_at(end.unwrap_or(rest.len()));
                out.push_str(string);
                rest = behind;
            } else {
                let is_name = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
                let end = rest[1..].find(|c| !is_name(c)).map_or(rest.len(), |end| end + 1);
                let (name, behind) = rest.split_at(end);
                rest = behind;
                // `#dialect.name<…>` is not an alias.
                if name.contains('.') || rest.starts_with('<') {
                    out.push_str(name);
                } else if let Some(attr) = self.attr_alias(name, span)? {
                    out.push_str(&attr.to_string());
                } else {
                    out.push_str(&self.expand_alias(name, span, depth, done)?);
                }
            }
            if out.len() > MAX_LOCATION {
                let message =
                    format!("this location, aliases replaced, exceeds {MAX_LOCATION} bytes");
                return self.error(span, message);
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    fn expand_alias(
        &mut self,
        name: &'s str,
        span: Span,
        depth: u32,
        done: &mut FxHashMap<&'s str, Expansion>,
    ) -> Parse<Rc<str>> {
        match done.get(name) {
            Some(Expansion::Done(text)) => return Ok(text.clone()),
            Some(Expansion::Broken) => return Err(Failed),
            Some(Expansion::Running) => {
                return self.error(span, format!("the alias `{name}` is defined by itself"));
            }
            None => {}
        }
        let Some(&text) = self.aliases.locs.get(name) else {
            done.insert(name, Expansion::Broken);
            let diagnostic =
                Diagnostic::error(span, format!("the location alias `{name}` is not defined"));
            let names = self.aliases.locs.keys().copied();
            self.report(self.suggest(diagnostic, name, names, ""));
            return Err(Failed);
        };
        if depth >= super::MAX_DEPTH {
            let message =
                format!("aliases of locations are nested more than {} deep", super::MAX_DEPTH);
            return self.error(span, message);
        }
        done.insert(name, Expansion::Running);
        match self.expand(text, span, depth + 1, done) {
            Ok(text) => {
                let text: Rc<str> = text.into();
                done.insert(name, Expansion::Done(text.clone()));
                Ok(text)
            }
            Err(Failed) => {
                done.insert(name, Expansion::Broken);
                Err(Failed)
            }
        }
    }
}
