//! The diagnostics that a test file expects, compared with those that were reported.
//!
//! The comments are those of MLIR's `--verify-diagnostics`:
//!
//! ```text
//! // expected-error@+1 {{part of the message}}
//! ```
//!
//! The word after `expected-` is `error`, `warning`, `remark` or `note`. The line is the comment's
//! own; `@+2` and `@-1` are relative to it; `@above` and `@below` are the next line in that
//! direction without such a comment; `@unknown` means no line at all. The braces hold a part of the
//! message; after `-re`, inner braces hold regular expressions: `expected-error-re {{rank
//! {{[0-9]+}}}}`.
//!
//! Errors, warnings and remarks must all be expected. Notes may be unexpected, but expected notes
//! must be reported.

use super::source::Source;
use super::{Diagnostic, Severity, Span};
use regex::Regex;

/// The kind of an expected diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExpectedKind {
    Severity(Severity),
    Note,
}

impl ExpectedKind {
    fn word(self) -> String {
        match self {
            ExpectedKind::Severity(severity) => severity.to_string(),
            ExpectedKind::Note => "note".into(),
        }
    }
}

/// An expectation, from one comment.
#[derive(Debug)]
struct Expectation {
    kind: ExpectedKind,
    /// The line, counted from 1; `None` for a diagnostic without a line.
    line: Option<usize>,
    text: Text,
    /// The span of the comment.
    span: Span,
    met: bool,
}

#[derive(Debug)]
enum Text {
    Part(String),
    Pattern(Regex),
}

impl Text {
    fn matches(&self, message: &str) -> bool {
        match self {
            Text::Part(part) => message.contains(part),
            Text::Pattern(pattern) => pattern.is_match(message),
        }
    }
}

/// Splits a file at its lines `// -----`; returns each part with its byte offset.
pub fn split_input(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with("// -----") {
            parts.push((start, &text[start..at]));
            start = at + line.len();
        }
        at += line.len();
    }
    parts.push((start, &text[start..]));
    parts
}

/// Compares the diagnostics reported about `text` with those that its comments expect. Returns the
/// mismatches.
pub fn compare(text: &str, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let source = Source::new(text);
    let mut wrong = Vec::new();
    let mut expectations = read(text, &mut wrong);
    let line_of = |span: Span| (!span.is_none()).then(|| source.position(span.start as usize).line);
    for diagnostic in found {
        let kind = ExpectedKind::Severity(diagnostic.severity);
        let line = line_of(diagnostic.span);
        if !meet(&mut expectations, kind, line, &diagnostic.message) {
            let message = format!("unexpected {}: {}", diagnostic.severity, diagnostic.message);
            wrong.push(Diagnostic::error(diagnostic.span, message));
        }
        let help = diagnostic.help.iter().map(|help| (Span::default(), help));
        for (span, note) in diagnostic.notes.iter().map(|(s, n)| (*s, n)).chain(help) {
            let line = if span.is_none() { line } else { line_of(span) };
            meet(&mut expectations, ExpectedKind::Note, line, note);
        }
    }
    for missing in expectations.iter().filter(|e| !e.met) {
        let place = match missing.line {
            Some(line) => format!("on line {line}"),
            None => "without a place".into(),
        };
        let message = format!("expected {} {place} was not reported", missing.kind.word());
        wrong.push(Diagnostic::error(missing.span, message).label("expected here"));
    }
    wrong
}

/// Marks the first open expectation that this diagnostic fulfils.
fn meet(
    expectations: &mut [Expectation],
    kind: ExpectedKind,
    line: Option<usize>,
    message: &str,
) -> bool {
    let first = expectations
        .iter_mut()
        .find(|e| !e.met && e.kind == kind && e.line == line && e.text.matches(message));
    match first {
        Some(expectation) => {
            expectation.met = true;
            true
        }
        None => false,
    }
}

/// Parses the comments. Malformed ones are reported.
fn read(text: &str, wrong: &mut Vec<Diagnostic>) -> Vec<Expectation> {
    let lines: Vec<&str> = text.lines().collect();
    let has_comment: Vec<bool> = lines.iter().map(|line| find_comment(line).is_some()).collect();
    let mut expectations = Vec::new();
    let mut start = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        if let Some(at) = find_comment(line) {
            let span = Span::new(start + at, start + line.trim_end().len());
            match parse(line[at..].trim_end(), i, &has_comment) {
                Ok((kind, line, text)) => {
                    expectations.push(Expectation { kind, line, text, span, met: false });
                }
                Err(why) => wrong.push(Diagnostic::error(span, why)),
            }
        }
        start += line.len();
    }
    expectations
}

/// The offset of an `expected-…` comment in a line.
fn find_comment(line: &str) -> Option<usize> {
    let comment = line.find("//")?;
    let at = comment + line[comment..].find("expected-")?;
    let kind = &line[at + "expected-".len()..];
    ["error", "warning", "remark", "note"].iter().any(|k| kind.starts_with(k)).then_some(at)
}

/// Parses `expected-error-re@+1 {{…}}` on line `i` (from 0).
fn parse(
    comment: &str,
    i: usize,
    has_comment: &[bool],
) -> Result<(ExpectedKind, Option<usize>, Text), String> {
    let rest = comment.trim_start_matches("expected-");
    let (kind, rest) = [
        ("error", ExpectedKind::Severity(Severity::Error)),
        ("warning", ExpectedKind::Severity(Severity::Warning)),
        ("remark", ExpectedKind::Severity(Severity::Remark)),
        ("note", ExpectedKind::Note),
    ]
    .into_iter()
    .find_map(|(word, kind)| Some((kind, rest.strip_prefix(word)?)))
    .ok_or("expected `error`, `warning`, `remark` or `note` behind `expected-`")?;
    let (pattern, rest) = match rest.strip_prefix("-re") {
        Some(rest) => (true, rest.trim_start()),
        None => (false, rest.trim_start()),
    };
    let (place, body) = rest.split_once("{{").ok_or("expected `{{` and the message")?;
    let body = body.strip_suffix("}}").ok_or("expected `}}` at the line's end")?;
    let text = if pattern { Text::Pattern(regex(body)?) } else { Text::Part(body.into()) };
    Ok((kind, line(place.trim(), i, has_comment)?, text))
}

/// The line, from 1, that a suffix such as `@+1` on line `i` (from 0) refers to.
fn line(place: &str, i: usize, has_comment: &[bool]) -> Result<Option<usize>, String> {
    let none = || format!("there is no line {place}");
    let Some(place) = place.strip_prefix('@') else {
        return if place.is_empty() {
            Ok(Some(i + 1))
        } else {
            Err(format!("expected `@` or `{{{{`, found `{place}`"))
        };
    };
    match place {
        "unknown" => Ok(None),
        "above" => {
            has_comment[..i].iter().rposition(|&c| !c).map(|at| Some(at + 1)).ok_or_else(none)
        }
        // The line after the last one is valid: an error may be at the end of the text.
        "below" => Ok(Some(i + 2 + has_comment[i + 1..].iter().take_while(|&&c| c).count())),
        number => {
            let offset: isize = number.parse().map_err(|_| format!("`@{place}` is not a line"))?;
            (i + 1).checked_add_signed(offset).filter(|&l| l > 0).map(Some).ok_or_else(none)
        }
    }
}

/// Converts text with regular expressions in `{{…}}` to one regular expression.
fn regex(body: &str) -> Result<Regex, String> {
    let mut all = String::new();
    let mut rest = body;
    while let Some((before, inner)) = rest.split_once("{{") {
        let (pattern, after) = inner.split_once("}}").ok_or("`{{` has no `}}`")?;
        all.push_str(&regex::escape(before));
        all.push_str(&format!("(?:{pattern})"));
        rest = after;
    }
    all.push_str(&regex::escape(rest));
    Regex::new(&all).map_err(|e| format!("this regular expression is wrong: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_on(text: &str, marker: &str, message: &str) -> Diagnostic {
        let at = text.find(marker).expect("the marker is in the text");
        Diagnostic::error(Span::new(at, at + marker.len()), message)
    }

    #[test]
    fn what_is_expected_and_found_agrees() {
        let text = "// expected-error@+1 {{rank is 2}}
op1
op2 // expected-error-re {{rank is {{[0-9]+}}}}
// expected-error@below {{two}}
// expected-note@below {{because}}
op3
";
        let found = [
            error_on(text, "op1", "the rank is 2, not 3"),
            error_on(text, "op2", "the rank is 17!"),
            error_on(text, "op3", "two").note(Span::default(), "because of it"),
        ];
        assert_eq!(compare(text, &found), []);
    }

    #[test]
    fn differences_are_told() {
        let text = "// expected-error@+1 {{one}}\nop1\nop2\n";
        let told = |found: &[Diagnostic]| -> Vec<String> {
            compare(text, found).into_iter().map(|d| d.message).collect()
        };
        assert_eq!(told(&[]), ["expected error on line 2 was not reported"]);
        let twice = [error_on(text, "op1", "one"), error_on(text, "op1", "one")];
        assert_eq!(told(&twice), ["unexpected error: one"]);
        assert_eq!(
            told(&[error_on(text, "op2", "one")]),
            ["unexpected error: one", "expected error on line 2 was not reported"]
        );
        assert_eq!(compare("// expected-error@-7 {{x}}", &[])[0].message, "there is no line @-7");
    }

    #[test]
    fn files_are_split() {
        let text = "a\n// -----\nb\n// -----";
        assert_eq!(split_input(text), [(0, "a\n"), (11, "b\n"), (21, "")]);
    }
}
