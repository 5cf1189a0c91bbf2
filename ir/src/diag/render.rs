//! Renders diagnostics with the source line that they refer to:
//!
//! ```text
//! error: `stablehlo.transpose` breaks (C2): permutation [0, 0] is not a permutation of 0..2
//!  --> model.mlir:3:39
//!   |
//! 3 |   %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//!   |                                       ^^^^^^ in this attribute
//!   = note: %x is tensor<2x3xf32>, defined at model.mlir:2:3
//!   = help: hloom explain transpose
//! ```
//!
//! Long lines are cut around the mark, tabs are expanded, and unprintable characters such as
//! control characters are escaped, so that no input can move the cursor of the terminal.

use super::json;
use super::source::{Position, Source};
use super::{Diagnostic, Severity, Span};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar;

/// The output format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For people at a terminal: the same with ANSI colours.
    Colored,
    /// One JSON object per line.
    Json,
}

/// The maximum number of columns shown of a line, and the number of those before a mark.
const WIDTH: usize = 140;
const CONTEXT: usize = 50;
const TAB: usize = 4;

/// Renders diagnostics about `text`, which was read from `path`. The result ends in a line break
/// unless it is empty.
pub fn render(diagnostics: &[Diagnostic], path: &str, text: &str, format: Format) -> String {
    let source = Source::new(text);
    let shown_path = escaped(path);
    let mut out = String::new();
    for diagnostic in diagnostics {
        match format {
            Format::Json => json::object(&mut out, diagnostic, path, &source),
            Format::Text => as_text(&mut out, diagnostic, &shown_path, &source),
            Format::Colored => {
                let mut plain = String::new();
                as_text(&mut plain, diagnostic, &shown_path, &source);
                paint(&mut out, &plain, diagnostic.severity);
            }
        }
    }
    out
}

/// Writes a character that begins `column` columns into the line.
fn show(out: &mut String, c: char, column: usize) {
    match c {
        '\t' => {
            let blanks = TAB - column % TAB;
            out.extend(std::iter::repeat_n(' ', blanks));
        }
        c if is_plain(c) => out.push(c),
        c => {
            let _ = write!(out, "\\u{{{:X}}}", c as u32);
        }
    }
}

/// Whether a character can be printed unescaped: it is visible, not a control character, and does
/// not change the direction of the text around it.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// The number of columns of a character that begins `column` columns into the line.
fn width(c: char, column: usize) -> usize {
    match c {
        '\t' => TAB - column % TAB,
        c if is_plain(c) => c.width().unwrap_or(1),
        c => format!("\\u{{{:X}}}", c as u32).len(),
    }
}

/// A text on one line, with line breaks and unprintable characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            '\n' => out.push_str("\\n"),
            c => show(&mut out, c, 0),
        }
    }
    out
}

fn at(out: &mut String, path: &str, position: Position) {
    let _ = write!(out, "{path}:{}:{}", position.line, position.column);
}

fn as_text(out: &mut String, diagnostic: &Diagnostic, path: &str, source: &Source<'_>) {
    let _ = writeln!(out, "{}: {}", diagnostic.severity, escaped(&diagnostic.message));
    let position = source.position(diagnostic.span.start as usize);
    let number = position.line.to_string();
    let margin = if diagnostic.span.is_none() { 0 } else { number.len() };
    let blank = " ".repeat(margin);
    if diagnostic.span.is_none() {
        let _ = writeln!(out, "{blank} --> {path}");
    } else {
        let _ = write!(out, "{blank}--> ");
        at(out, path, position);
        let _ = writeln!(out, "\n{blank} |");
        let (line, marks) = marked_line(diagnostic, position, source);
        let _ = writeln!(out, "{}", format!("{number} | {line}").trim_end());
        let label = escaped(&diagnostic.label);
        let _ = writeln!(out, "{}", format!("{blank} | {marks} {label}").trim_end());
    }
    for (span, note) in &diagnostic.notes {
        let _ = write!(out, "{blank} = note: {}", escaped(note));
        if !span.is_none() {
            out.push_str(" at ");
            at(out, path, source.position(span.start as usize));
        }
        out.push('\n');
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "{blank} = help: {}", escaped(help));
    }
}

/// Codes of ANSI terminals.
const BOLD: &str = "\x1b[1m";
const BLUE: &str = "\x1b[1;34m";
const RESET: &str = "\x1b[0m";

/// The colour of a severity.
pub fn color(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "\x1b[1;31m",
        Severity::Warning => "\x1b[1;33m",
        Severity::Remark => "\x1b[1;36m",
    }
}

/// Colours what [`as_text`] wrote: the headline, the margin, the marks and the keywords.
fn paint(out: &mut String, plain: &str, severity: Severity) {
    let loud = color(severity);
    for (i, line) in plain.lines().enumerate() {
        let margin = line.find(|c: char| !c.is_ascii_digit() && c != ' ').unwrap_or(line.len());
        let rest = &line[margin..];
        let written = if i == 0 {
            let (word, message) = line.split_once(": ").unwrap_or((line, ""));
            write!(out, "{loud}{word}{RESET}{BOLD}: {message}{RESET}")
        } else if let Some(path) = rest.strip_prefix("-->") {
            write!(out, "{}{BLUE}-->{RESET}{path}", &line[..margin])
        } else if let Some(code) = rest.strip_prefix('|') {
            // The line behind the source's has the marks.
            let (loud, end) = if i == 4 { (loud, RESET) } else { ("", "") };
            write!(out, "{BLUE}{}|{RESET}{loud}{code}{end}", &line[..margin])
        } else if let Some((word, text)) =
            rest.strip_prefix("= ").and_then(|rest| rest.split_once(": "))
        {
            write!(out, "{}{BLUE}={RESET} {BOLD}{word}{RESET}: {text}", &line[..margin])
        } else {
            write!(out, "{line}")
        };
        // Writing to a string does not fail.
        let _ = written;
        out.push('\n');
    }
}

/// Writes the marked line, cut to the width, and the carets under it.
fn marked_line(
    diagnostic: &Diagnostic,
    position: Position,
    source: &Source<'_>,
) -> (String, String) {
    let (start, line) = source.line(position.line);
    let Span { start: from, end: to } = diagnostic.span;
    let from = (from as usize).saturating_sub(start).min(line.len());
    // A span of several lines is marked to the end of its first line.
    let to = (to as usize).saturating_sub(start).clamp(from, line.len());
    // The columns of the mark, relative to the line's start.
    let (mut column, mut first, mut last) = (0, None, None);
    for (i, c) in line.char_indices() {
        if first.is_none() && i >= from {
            first = Some(column);
        }
        column += width(c, column);
        if i < to {
            last = Some(column);
        }
    }
    let first = first.unwrap_or(column);
    let last = last.unwrap_or(first).max(first + 1);
    // The visible columns.
    let total = column.max(last);
    let left = if total <= WIDTH { 0 } else { first.saturating_sub(CONTEXT) };
    let right = if total <= WIDTH { total } else { left + WIDTH };
    let mut shown = String::new();
    let mut begin = None;
    let (mut column, mut cut_right) = (0, false);
    for c in line.chars() {
        let wide = width(c, column);
        if column >= left && column + wide <= right {
            if begin.is_none() && left > 0 {
                shown.push('…');
            }
            begin.get_or_insert(column);
            show(&mut shown, c, column);
        } else if column >= left {
            cut_right = true;
            break;
        }
        column += wide;
    }
    if cut_right {
        shown.push('…');
    }
    let shift = usize::from(left > 0);
    let begin = begin.unwrap_or(left);
    let blanks = first.saturating_sub(begin) + shift;
    let carets = last.min(right.max(first + 1)) - first;
    (shown, " ".repeat(blanks) + &"^".repeat(carets))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, diagnostic: Diagnostic) -> String {
        render(&[diagnostic], "model.mlir", text, Format::Text)
    }

    #[test]
    fn an_error_is_a_sentence() {
        let text = "func.func @f(%x: tensor<2x3xf32>) {\n  %y = transpose %x, dims = [0, 0]\n";
        let at = text.find("[0, 0]").unwrap();
        let diagnostic = Diagnostic::error(Span::new(at, at + 6), "`transpose` breaks (C2)")
            .label("in this attribute")
            .note(Span::new(13, 15), "%x is tensor<2x3xf32>, defined")
            .help("hloom explain transpose");
        insta::assert_snapshot!(shown(text,
            diagnostic), @"
error: `transpose` breaks (C2)
 --> model.mlir:2:29
  |
2 |   %y = transpose %x, dims = [0, 0]
  |                             ^^^^^^ in this attribute
  = note: %x is tensor<2x3xf32>, defined at model.mlir:1:14
  = help: hloom explain transpose
");
    }

    /// Colours change nothing but the colour, whatever the text has in it.
    #[test]
    fn colours_are_all_that_is_added() {
        let text = "func.func @f(%x: tensor<2x3xf32>) {\n  | = note: | --> %y\n";
        let diagnostic = Diagnostic::warning(Span::new(40, 44), "so: it is")
            .label("here: | -->")
            .note(Span::new(13, 15), "%x is = it")
            .help("hloom explain transpose");
        let colored =
            render(std::slice::from_ref(&diagnostic), "model.mlir", text, Format::Colored);
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            plain += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(plain + rest, shown(text, diagnostic));
        assert!(
            colored.starts_with("\u{1b}[1;33mwarning\u{1b}[0m\u{1b}[1m: so: it is"),
            "{colored}"
        );
        assert_eq!(colored.matches("\u{1b}[1;33m").count(), 2, "{colored}");
        assert!(colored.contains("\u{1b}[1mhelp\u{1b}[0m: hloom explain"), "{colored}");
    }

    #[test]
    fn wide_and_unprintable_characters_keep_the_mark_in_place() {
        let text = "\t\"日本\" \u{0}\u{202E} bad";
        let at = text.find("bad").unwrap();
        insta::assert_snapshot!(shown(text,
            Diagnostic::warning(Span::new(at, at + 3), "so\nit\u{7} is")), @"
warning: so\\nit\\u{7} is
 --> model.mlir:1:10
  |
1 |     \"日本\" \\u{0}\\u{202E} bad
  |                          ^^^
");
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = format!("{}wrong{}", "a".repeat(5000), "b".repeat(5000));
        let found =
            render(&[Diagnostic::error(Span::new(5000, 5005), "here")], "-", &text, Format::Text);
        let lines: Vec<&str> = found.lines().collect();
        let expected = format!("1 | …{}wrong{}…", "a".repeat(50), "b".repeat(85));
        assert_eq!(lines[3], expected);
        assert_eq!(lines[4].find('^'), Some(4 + 1 + 50));
        assert_eq!(lines[4].matches('^').count(), 5);
    }

    #[test]
    fn the_end_and_the_whole_text_can_be_marked() {
        insta::assert_snapshot!(shown("ab",
            Diagnostic::error(Span::new(2, 2), "it ends")), @"
error: it ends\n --> model.mlir:1:3\n  |\n1 | ab\n  |   ^\n");
        insta::assert_snapshot!(shown("ab",
            Diagnostic::error(Span::default(), "all of it")), @"
error: all of it\n --> model.mlir\n");
        // A range that extends beyond its line, and one beyond the end of the text.
        insta::assert_snapshot!(shown("ab\ncd",
            Diagnostic::error(Span::new(1, 5), "two lines")), @"
error: two lines\n --> model.mlir:1:2\n  |\n1 | ab\n  |  ^\n");
        insta::assert_snapshot!(shown("",
            Diagnostic::error(Span::new(7, 9), "nothing")), @"
error: nothing\n --> model.mlir:1:1\n  |\n1 |\n  | ^\n");
    }
}
