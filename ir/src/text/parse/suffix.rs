//! The types at the end of an op: `: tensor<f32>`, `: (…) -> …`.
//!
//! A program has few distinct type suffixes, but they make up most of its text. Each is cached by
//! its text, so that a known one costs a comparison of bytes.

use super::{Parse, Parser, Token};
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A list of types from a suffix.
pub(super) type TypeList = SmallVec<[Type; 4]>;

/// The types at the end of an op.
#[derive(Clone, Debug)]
pub(super) struct Suffix {
    /// The types before `->`, or all types if there is no `->`.
    pub operands: Box<[Type]>,
    /// The types after `->`.
    pub results: Option<Box<[Type]>>,
}

/// The parsed suffixes, indexed by text.
#[derive(Default, Debug)]
pub(super) struct Suffixes<'s> {
    pub(super) all: Vec<Suffix>,
    by_line: FxHashMap<&'s str, (u32, u32)>,
    last: Option<(&'s str, u32)>,
}

/// The index of a parsed suffix.
pub(super) type SuffixId = u32;

impl<'s> Parser<'s> {
    pub(super) fn suffix_at(&self, id: SuffixId) -> &Suffix {
        &self.suffixes.all[id as usize]
    }

    /// Parses a list of types, or a function type.
    #[inline]
    pub(super) fn suffix(&mut self) -> Parse<SuffixId> {
        let start = self.start;
        let rest = &self.source[start..];
        if let Some((text, id)) = self.suffixes.last
            && rest.as_bytes().starts_with(text.as_bytes())
            && self.skip_seen(start, text.len())
        {
            return Ok(id);
        }
        let line = line_of(rest);
        if let Some(&(id, len)) = self.suffixes.by_line.get(line)
            && self.skip_seen(start, len as usize)
        {
            self.suffixes.last = Some((&rest[..len as usize], id));
            return Ok(id);
        }
        self.new_suffix(line)
    }

    /// Skips a suffix that was seen before, unless the text here continues it.
    #[inline]
    fn skip_seen(&mut self, start: usize, len: usize) -> bool {
        // The next token may continue beyond the end of the known suffix.
        if self.end > start + len {
            return false;
        }
        let back = (self.lexer.clone(), self.token, self.start, self.end, self.behind);
        self.lexer.bump(start + len - self.end);
        self.end = start + len;
        self.advance();
        // `i1` is the beginning of `i16`, whose rest is a number.
        let longer = matches!(self.token, Token::Comma | Token::Arrow)
            || self.start == self.behind
                && matches!(
                    self.token,
                    Token::Word
                        | Token::Hash
                        | Token::Less
                        | Token::Integer
                        | Token::Hex
                        | Token::Float
                );
        if longer {
            (self.lexer, self.token, self.start, self.end, self.behind) = back;
        }
        !longer
    }

    #[cold]
    fn new_suffix(&mut self, line: &'s str) -> Parse<SuffixId> {
        let start = self.start;
        let mut operands = TypeList::new();
        let mut results = None;
        let is_function = self.token == Token::OpenParen;
        if is_function {
            operands = self.type_list()?;
            self.expect(Token::Arrow)?;
            let types = self.function_results()?;
            results = Some(types[..].into());
        } else {
            operands.push(self.ty()?);
            while self.eat(Token::Comma) {
                operands.push(self.ty()?);
            }
        }
        let id = self.suffixes.all.len() as u32;
        self.suffixes.all.push(Suffix { operands: operands[..].into(), results });
        let len = self.behind - start;
        if len <= line.len() && len < LONGEST {
            self.suffixes.by_line.insert(line, (id, len as u32));
            self.suffixes.last = Some((&line[..len], id));
        }
        Ok(id)
    }
}

/// Longer suffixes are not cached, so that a text of one long line is not scanned to its end at
/// every op.
const LONGEST: usize = 1024;

/// The rest of a line, up to its location.
#[inline]
fn line_of(rest: &str) -> &str {
    let near = &rest[..rest.floor_char_boundary(LONGEST)];
    let line = near.find('\n').map_or(near, |end| &near[..end]);
    if line.ends_with(')')
        && let Some(at) = line.find(" loc(")
    {
        return &line[..at];
    }
    line
}
