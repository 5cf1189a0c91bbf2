//! Finds the directives of a check file: `CHECK-NEXT: …` and others.
//!
//! A directive is a prefix that is not the tail of a longer word, a suffix, and a colon. Text with
//! a prefix and an unknown suffix is plain text; known mistakes (`CHECK-NOT-NEXT:`, `CHECK_NEXT:`,
//! `CHECK-COUNT-x:`) are errors.

use super::expression::{Flaw, Mode, Names, find};
use super::pattern::{Pattern, Role};
use super::text::Text;

/// The kinds of directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    /// `CHECK:` or `CHECK-COUNT-n:`.
    Plain,
    /// `CHECK-NEXT:`
    Next,
    /// `CHECK-SAME:`
    Same,
    /// `CHECK-NOT:`
    Not,
    /// `CHECK-DAG:`
    Dag,
    /// `CHECK-LABEL:`
    Label,
    /// `CHECK-EMPTY:`
    Empty,
    /// The end of the input, after negative and unordered directives.
    End,
}

/// One directive.
#[derive(Debug)]
pub(crate) struct Directive {
    /// Its kind.
    pub(crate) kind: DirectiveKind,
    /// Its spelling, such as `CHECK-NEXT{LITERAL}`.
    pub(crate) name: String,
    /// The number of matches, for a counting directive.
    pub(crate) count: Option<u32>,
    /// Its pattern.
    pub(crate) pattern: Pattern,
    /// The position of its text.
    pub(crate) place: TextOffset,
}

/// A position in a text that contains patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextOffset {
    /// The number of the text: 0 is the check file; patterns of the command line follow.
    pub(crate) text: usize,
    /// Byte offset in it.
    pub(crate) offset: usize,
}

/// A positive directive with the negative and unordered directives before it.
#[derive(Debug)]
pub(crate) struct Step {
    /// Indices of the `CHECK-DAG` and `CHECK-NOT` directives before it, in order.
    pub(crate) before: Vec<usize>,
    /// Index of the directive.
    pub(crate) directive: usize,
}

/// A parsed check file.
#[derive(Debug, Default)]
pub(crate) struct Script {
    /// All directives.
    pub(crate) directives: Vec<Directive>,
    /// The matching order.
    pub(crate) steps: Vec<Step>,
}

/// An error in a check file.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    /// The position; `None` for an error about the whole file.
    pub(crate) place: Option<TextOffset>,
    /// The message.
    pub(crate) message: String,
}

/// The options for parsing a check file.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The prefixes of directives.
    pub(crate) prefixes: Vec<String>,
    /// Whether these are the defaults.
    pub(crate) default_prefixes: bool,
    /// The prefixes of comments.
    pub(crate) comments: Vec<String>,
    /// Whether a prefix without directives is allowed.
    pub(crate) allow_unused: bool,
    /// The options of patterns.
    pub(crate) mode: Mode,
}

/// Parses a check file. `implicit` are the patterns of `--implicit-check-not`, with the index and
/// text of their sources; each is checked before every positive directive.
///
/// # Errors
/// The first error.
pub(crate) fn read(
    text: &Text,
    implicit: &[(usize, &[u8])],
    reading: &Reading,
    names: &mut Names,
) -> Result<Script, Complaint> {
    let mut script = Script::default();
    let mut always = Vec::new();
    for &(source, pattern) in implicit {
        let place = TextOffset { text: source, offset: 0 };
        always.push(script.directives.len());
        let pattern =
            Pattern::parse(pattern, Role::Not, false, "IMPLICIT-CHECK", reading.mode, 0, names)
                .map_err(|flaw| complaint(place, flaw))?;
        let name = "IMPLICIT-CHECK-NOT".to_owned();
        script.directives.push(Directive {
            kind: DirectiveKind::Not,
            name,
            count: None,
            pattern,
            place,
        });
    }

    let mut used = vec![false; reading.prefixes.len()];
    let mut before = always.clone();
    let mut finder = Finder::new(&text.bytes, reading);
    while let Some(found) = finder.next()? {
        used[found.prefix] = true;
        let prefix = &reading.prefixes[found.prefix];
        let place = TextOffset { text: 0, offset: found.pattern.start };
        let role = match found.kind {
            DirectiveKind::Not => Role::Not,
            DirectiveKind::Empty => Role::Empty,
            _ => Role::Positive,
        };
        let pattern = Pattern::parse(
            &text.bytes[found.pattern.clone()],
            role,
            found.literal,
            prefix,
            reading.mode,
            text.line_of(place.offset),
            names,
        )
        .map_err(|flaw| complaint(place, flaw))?;
        let fail = |offset: usize, message: String| {
            Err(Complaint { place: Some(TextOffset { text: 0, offset }), message })
        };
        if found.kind == DirectiveKind::Label && pattern.has_variables() {
            let message = format!("`{prefix}-LABEL` can't define or use variables");
            return fail(found.start, message);
        }
        if matches!(found.kind, DirectiveKind::Next | DirectiveKind::Same | DirectiveKind::Empty)
            && script.steps.is_empty()
        {
            let suffix = found.kind.suffix();
            let message = format!("`{prefix}{suffix}` has no `{prefix}:` line before it");
            return fail(found.start, message);
        }
        let index = script.directives.len();
        script.directives.push(Directive {
            kind: found.kind,
            name: found.name(prefix),
            count: found.count,
            pattern,
            place,
        });
        if matches!(found.kind, DirectiveKind::Not | DirectiveKind::Dag) {
            before.push(index);
        } else {
            let before = std::mem::replace(&mut before, always.clone());
            script.steps.push(Step { before, directive: index });
        }
    }

    let missing: Vec<String> = (reading.prefixes.iter().zip(&used))
        .filter(|&(_, &used)| !used)
        .map(|(prefix, _)| format!("`{prefix}:`"))
        .collect();
    let all_missing = missing.len() == reading.prefixes.len();
    let some_missing = !missing.is_empty() && !reading.allow_unused;
    let may_miss = !implicit.is_empty() && reading.default_prefixes;
    if (all_missing || some_missing) && !may_miss {
        let plural = if missing.len() > 1 { "es" } else { "" };
        let message = format!("no directives with the prefix{plural} {}", missing.join(", "));
        return Err(Complaint { place: None, message });
    }

    if !before.is_empty() {
        let name = format!("{}-EOF", reading.prefixes[0]);
        let place = TextOffset { text: 0, offset: text.bytes.len() };
        let directive = script.directives.len();
        let pattern = Pattern::end();
        script.directives.push(Directive {
            kind: DirectiveKind::End,
            name,
            count: None,
            pattern,
            place,
        });
        script.steps.push(Step { before, directive });
    }
    Ok(script)
}

fn complaint(place: TextOffset, flaw: Flaw) -> Complaint {
    let place = TextOffset { offset: place.offset + flaw.at, ..place };
    Complaint { place: Some(place), message: flaw.message }
}

impl DirectiveKind {
    /// The suffix of a directive of this kind.
    fn suffix(self) -> &'static str {
        match self {
            DirectiveKind::Plain => "",
            DirectiveKind::Next => "-NEXT",
            DirectiveKind::Same => "-SAME",
            DirectiveKind::Not => "-NOT",
            DirectiveKind::Dag => "-DAG",
            DirectiveKind::Label => "-LABEL",
            DirectiveKind::Empty => "-EMPTY",
            DirectiveKind::End => "-EOF",
        }
    }
}

/// A directive as found in the file.
struct Found {
    kind: DirectiveKind,
    literal: bool,
    count: Option<u32>,
    /// The prefix.
    prefix: usize,
    /// The position of its beginning.
    start: usize,
    /// The range of its text.
    pattern: std::ops::Range<usize>,
}

impl Found {
    fn name(&self, prefix: &str) -> String {
        let suffix = if self.count.is_some() { "-COUNT" } else { self.kind.suffix() };
        let literal = if self.literal { "{LITERAL}" } else { "" };
        format!("{prefix}{suffix}{literal}")
    }
}

/// The text after a prefix.
enum Suffix {
    /// Not a directive.
    None,
    /// A directive, with the length of the suffix.
    Directive {
        kind: DirectiveKind,
        literal: bool,
        count: Option<u32>,
        length: usize,
    },
    /// A directive misspelt with an underscore, with its length.
    Misspelt(usize),
    BadNot,
    BadCount,
}

struct Finder<'t> {
    text: &'t [u8],
    at: usize,
    reading: &'t Reading,
    /// The last position of each prefix, of directives and then of comments; beyond the text if
    /// there are no more.
    seen: Vec<Option<usize>>,
}

impl<'t> Finder<'t> {
    fn new(text: &'t [u8], reading: &'t Reading) -> Self {
        let seen = vec![None; reading.prefixes.len() + reading.comments.len()];
        Finder { text, at: 0, reading, seen }
    }

    /// The next directive.
    fn next(&mut self) -> Result<Option<Found>, Complaint> {
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        loop {
            let Some((start, prefix, length)) = self.next_prefix() else { return Ok(None) };
            let rest = &self.text[start + length..];
            let inside_word = start > 0 && is_word(self.text[start - 1]);
            let (kind, literal, count, end) = match prefix {
                _ if inside_word => {
                    self.skip_word(start + length);
                    continue;
                }
                None if rest.first() == Some(&b':') => {
                    self.at = start + length;
                    self.skip_line();
                    continue;
                }
                None => {
                    self.skip_word(start + length);
                    continue;
                }
                Some(prefix) => {
                    let fail = |message: String| {
                        Err(Complaint {
                            place: Some(TextOffset { text: 0, offset: start }),
                            message,
                        })
                    };
                    let name = &self.reading.prefixes[prefix];
                    match suffix(rest) {
                        Suffix::None => {
                            self.skip_word(start + length);
                            continue;
                        }
                        Suffix::Misspelt(end) => {
                            let written = &self.text[start..start + length + end];
                            let written = String::from_utf8_lossy(written);
                            return fail(format!("`{written}` is written with a hyphen"));
                        }
                        Suffix::BadNot => {
                            return fail(format!("`{name}-NOT` goes with no other suffix"));
                        }
                        Suffix::BadCount => {
                            return fail(format!("`{name}-COUNT-` takes a number from 1 on"));
                        }
                        Suffix::Directive { kind, literal, count, length: end } => {
                            (kind, literal, count, start + length + end)
                        }
                    }
                }
            };
            self.at = end;
            if !(self.reading.mode.strict_whitespace && self.reading.mode.match_full_lines) {
                let blanks = self.text[end..].iter().take_while(|&&b| b == b' ' || b == b'\t');
                self.at += blanks.count();
            }
            let pattern = self.at..self.skip_line();
            // Comments were skipped above.
            let prefix = prefix.unwrap_or_default();
            return Ok(Some(Found { kind, literal, count, prefix, start, pattern }));
        }
    }

    /// The first position of any prefix, the longest one there: the position, the prefix (`None`
    /// for a comment), and its length.
    fn next_prefix(&mut self) -> Option<(usize, Option<usize>, usize)> {
        let reading = self.reading;
        let directives = reading.prefixes.iter().enumerate().map(|(i, p)| (Some(i), p));
        let all = directives.chain(reading.comments.iter().map(|p| (None, p)));
        let mut first: Option<(usize, Option<usize>, usize)> = None;
        for ((index, prefix), seen) in all.zip(&mut self.seen) {
            if seen.is_none_or(|seen| seen < self.at) {
                let found = find(&self.text[self.at..], prefix.as_bytes());
                *seen = Some(found.map_or(usize::MAX, |found| self.at + found));
            }
            let Some(at) = seen.filter(|&at| at != usize::MAX) else { continue };
            let better = |(other, _, length)| at < other || (at == other && prefix.len() > length);
            if first.is_none_or(better) {
                first = Some((at, index, prefix.len()));
            }
        }
        first
    }

    fn skip_word(&mut self, from: usize) {
        let word = self.text[from..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        self.at = from + word.count();
    }

    /// Skips to the end of the line, and returns it.
    fn skip_line(&mut self) -> usize {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&b| b == b'\n' || b == b'\r');
        self.at += end.unwrap_or(rest.len());
        self.at
    }
}

/// Parses the text after a prefix.
fn suffix(rest: &[u8]) -> Suffix {
    if let Some((literal, length)) = colon(rest) {
        return Suffix::Directive { kind: DirectiveKind::Plain, literal, count: None, length };
    }
    let (misspelt, after) = match rest {
        [b'_', after @ ..] => (true, after),
        [b'-', after @ ..] => (false, after),
        _ => return Suffix::None,
    };
    let mut count = None;
    let (kind, after) = if let Some(after) = after.strip_prefix(b"COUNT-") {
        let digits = after.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&after[..digits]).ok().and_then(|d| d.parse().ok());
        let Some(number) = number.filter(|n| (1..=i32::MAX as u32).contains(n)) else {
            return Suffix::BadCount;
        };
        count = Some(number);
        let after = &after[digits..];
        if !matches!(after.first(), Some(b':' | b'{')) {
            return Suffix::BadCount;
        }
        (DirectiveKind::Plain, after)
    } else {
        const NOT_COMBINED: [&[u8]; 8] = [
            b"DAG-NOT:",
            b"NOT-DAG:",
            b"NEXT-NOT:",
            b"NOT-NEXT:",
            b"SAME-NOT:",
            b"NOT-SAME:",
            b"EMPTY-NOT:",
            b"NOT-EMPTY:",
        ];
        if NOT_COMBINED.iter().any(|combination| after.starts_with(combination)) {
            return Suffix::BadNot;
        }
        const KINDS: [DirectiveKind; 6] = [
            DirectiveKind::Next,
            DirectiveKind::Same,
            DirectiveKind::Not,
            DirectiveKind::Dag,
            DirectiveKind::Label,
            DirectiveKind::Empty,
        ];
        let found = KINDS.into_iter().find_map(|kind| {
            let after = after.strip_prefix(&kind.suffix().as_bytes()[1..])?;
            Some((kind, after))
        });
        match found {
            Some(found) => found,
            None => return Suffix::None,
        }
    };
    let Some((literal, end)) = colon(after) else { return Suffix::None };
    let length = rest.len() - after.len() + end;
    if misspelt {
        return Suffix::Misspelt(length);
    }
    Suffix::Directive { kind, literal, count, length }
}

/// Parses `:` or `{LITERAL}:`; returns whether it is literal, and its length.
fn colon(text: &[u8]) -> Option<(bool, usize)> {
    if text.first() == Some(&b':') {
        return Some((false, 1));
    }
    let mut rest = text.strip_prefix(b"{")?;
    loop {
        rest = rest.trim_ascii_start().strip_prefix(b"LITERAL")?.trim_ascii_start();
        match rest.strip_prefix(b",") {
            Some(after) => rest = after,
            None => break,
        }
    }
    let rest = rest.strip_prefix(b"}:")?;
    Some((true, text.len() - rest.len()))
}
