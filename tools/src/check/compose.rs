//! Composes a pattern's regular expression from its text: plain text, `{{…}}`, and substitution
//! blocks `[[…]]`.
//!
//! The expression is composed as text, because the notation is defined textually: `\1` in `{{…}}`
//! counts the groups of the whole pattern.

use std::ops::Range;

use super::block::{self, Scope};
use super::ere;
use super::expression::{Expression, Flaw, Insert, Mode, Names, Value, find};
use super::numeric::Declared;

/// Composes an expression from the text of a directive.
pub(super) struct Builder<'t, 'n> {
    text: &'t [u8],
    full_lines: bool,
    mode: Mode,
    line: usize,
    names: &'n mut Names,
    out: Expression,
}

impl<'t, 'n> Builder<'t, 'n> {
    /// A builder for a directive's text. `names` are defined by the directives before it.
    pub(super) fn new(
        text: &'t [u8],
        full_lines: bool,
        mode: Mode,
        line: usize,
        names: &'n mut Names,
    ) -> Self {
        Builder { text, full_lines, mode, line, names, out: Expression::default() }
    }

    /// Parses the text.
    ///
    /// # Errors
    /// Returns an error if the text is not a pattern.
    pub(super) fn build(mut self) -> Result<Expression, Flaw> {
        let blanks: &[u8] = if self.mode.strict_whitespace { b"" } else { b" *" };
        if self.full_lines {
            self.out.text.push(b'^');
            self.out.text.extend_from_slice(blanks);
        }
        let text = self.text;
        let mut groups = 0;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if rest.starts_with(b"{{") {
                let end = find(&rest[2..], b"}}")
                    .ok_or_else(|| Flaw { at, message: "`{{` is not closed by `}}`".into() })?;
                self.expression(at + 2..at + 2 + end, &mut groups)?;
                at += end + 4;
            } else if rest.starts_with(b"[[") && rest.get(2) != Some(&b'[') {
                // Of three brackets, the first is plain text.
                let end = block_end(&rest[2..]).map_err(|offset| Flaw {
                    at: at + 2 + offset,
                    message:
                        "`]` closes nothing in this block (CHECK{LITERAL} takes the text as it is)"
                            .into(),
                })?;
                let end =
                    end.ok_or_else(|| Flaw { at, message: "`[[` is not closed by `]]`".into() })?;
                self.block(at + 2..at + 2 + end, &mut groups)?;
                at += end + 4;
            } else {
                let end = (1..rest.len())
                    .find(|&i| rest[i..].starts_with(b"{{") || rest[i..].starts_with(b"[["));
                let end = end.unwrap_or(rest.len());
                ere::escape(&rest[..end], &mut self.out.text);
                at += end;
            }
        }
        if self.full_lines {
            self.out.text.extend_from_slice(blanks);
            self.out.text.push(b'$');
        }
        Ok(self.out)
    }

    /// Appends `{{…}}` with its inside at `range`.
    fn expression(&mut self, range: Range<usize>, groups: &mut usize) -> Result<(), Flaw> {
        // Alternatives must not extend beyond the braces.
        let wrap = self.text[range.clone()].contains(&b'|');
        if wrap {
            self.out.text.push(b'(');
            *groups += 1;
        }
        self.append(range, groups)?;
        if wrap {
            self.out.text.push(b')');
        }
        Ok(())
    }

    /// Appends a regular expression of the user.
    fn append(&mut self, range: Range<usize>, groups: &mut usize) -> Result<(), Flaw> {
        let text = &self.text[range.clone()];
        let ere = ere::parse(text, self.mode.ignore_case).map_err(|e| Flaw {
            at: range.start,
            message: format!("not a regular expression: {e}"),
        })?;
        *groups += ere.groups;
        self.out.text.extend_from_slice(text);
        Ok(())
    }

    /// Appends `[[…]]` with its inside at `range`.
    fn block(&mut self, range: Range<usize>, groups: &mut usize) -> Result<(), Flaw> {
        let text = self.text;
        let inside = &text[range.clone()];
        match inside.strip_prefix(b"#") {
            Some(number) => self.number(range.start + 1, number, false, groups),
            None => self.text_block(range, inside, groups),
        }
    }

    /// Appends `[[X:…]]`, `[[X]]`, or the legacy `[[@LINE]]`.
    fn text_block(
        &mut self,
        range: Range<usize>,
        inside: &[u8],
        groups: &mut usize,
    ) -> Result<(), Flaw> {
        let start = range.start;
        let fail = |at: usize, message: &str| Err(Flaw { at, message: message.into() });
        let colon = inside.iter().position(|&b| b == b':');
        let head = &inside[..colon.unwrap_or(inside.len())];
        if let Some(blank) = head.iter().position(|&b| b == b' ' || b == b'\t') {
            return fail(start + blank, "a variable's name has no blanks");
        }
        let mut rest = inside;
        let name = block::parse_name(&mut rest).map_err(|c| flaw_at(start, inside, c))?;
        let rest_at = range.end - rest.len();
        let pseudo = name.starts_with('@');
        if colon.is_some() {
            if pseudo || rest.first() != Some(&b':') {
                return fail(start, "not a variable that can be defined");
            }
            if self.names.numbers.contains_key(&name) {
                return fail(start, &format!("`{name}` is a numeric variable already"));
            }
            self.out.text.push(b'(');
            *groups += 1;
            self.out.texts.retain(|(other, _)| *other != name);
            self.out.texts.push((name.clone(), *groups));
            self.names.texts.insert(name);
            if rest.len() > 1 {
                self.append(rest_at + 1..range.end, groups)?;
            }
            self.out.text.push(b')');
            return Ok(());
        }
        if pseudo {
            return self.number(start, inside, true, groups);
        }
        if !rest.is_empty() {
            return fail(start, "unexpected text after the variable's name");
        }
        match self.out.texts.iter().find(|(other, _)| *other == name) {
            // Defined on the same line: a back-reference to the group.
            Some((_, group @ 1..=9)) => {
                self.out.text.extend_from_slice(format!("\\{group}").as_bytes());
            }
            Some(_) => {
                return fail(start, "only the first 9 groups of a directive can be used in it");
            }
            None => self.insert(start, inside, Value::Text(name)),
        }
        Ok(())
    }

    /// Appends `[[#…]]` with its inside from `start` on.
    fn number(
        &mut self,
        start: usize,
        inside: &[u8],
        old_line: bool,
        groups: &mut usize,
    ) -> Result<(), Flaw> {
        let texts = &self.names.texts;
        let is_text = |name: &str| texts.contains(name);
        let scope =
            Scope { numbers: &self.names.numbers, is_text: &is_text, line: Some(self.line) };
        let block = block::parse_block(inside, old_line, &scope)
            .map_err(|complaint| flaw_at(start, inside, complaint))?;
        let defines = block.defines.is_some();
        if let Some(name) = block.defines {
            self.out.text.push(b'(');
            *groups += 1;
            self.out.numbers.push((name.clone(), *groups, block.format));
            let declared = Declared { format: block.format, line: Some(self.line) };
            self.names.numbers.insert(name, declared);
        }
        match block.expr {
            Some(expr) => self.insert(start, inside, Value::Number(expr, block.format)),
            None => {
                let wildcard = block.format.wildcard();
                *groups += wildcard.matches('(').count();
                self.out.text.extend_from_slice(wildcard.as_bytes());
            }
        }
        if defines {
            self.out.text.push(b')');
        }
        Ok(())
    }

    fn insert(&mut self, place: usize, source: &[u8], value: Value) {
        let source = String::from_utf8_lossy(source).trim().to_owned();
        self.out.inserts.push(Insert { at: self.out.text.len(), place, source, value });
    }
}

/// Converts a complaint about `inside`, which begins at `start`, to a flaw with an offset.
fn flaw_at(start: usize, inside: &[u8], (rest, message): block::Complaint<'_>) -> Flaw {
    // `rest` is a slice of `inside`; trailing blanks may have been trimmed.
    let at = (rest.as_ptr() as usize).saturating_sub(inside.as_ptr() as usize);
    Flaw { at: start + at.min(inside.len()), message }
}

/// The offset of the `]]` that ends a block with balanced brackets. The error is the offset of an
/// unbalanced `]`.
fn block_end(text: &[u8]) -> Result<Option<usize>, usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b']' if depth == 0 && text[at..].starts_with(b"]]") => return Ok(Some(at)),
            // A backslash escapes the next byte.
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' => depth = depth.checked_sub(1).ok_or(at)?,
            _ => {}
        }
        at += 1;
    }
    Ok(None)
}
