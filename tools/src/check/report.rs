//! Renders the result of a check: the directive, the position where matching began, the nearest
//! line with its first difference, and the relevant block of the input.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::directives::{Complaint, Directive, DirectiveKind, Script};
use super::matcher::{Failure, Outcome, What};
use super::near::{self, Near};
use super::text::{Shown, Text};

/// The text of `--dump-input=help`.
pub(super) const DUMP_HELP: &str = "\
A failing check shows the input between the labels around it:

    12 | text of the input
       | (a bar, and the line's number before it)
 >  13 | a line that the failure is about
  ~ 14 | the line where matching began
     … | lines left out; --dump-input-context=N keeps more of them

--dump-input=fail    shows that when a check fails; this is the default
--dump-input=always  shows the whole input, and which directive matched where
--dump-input=never   shows none of it
";

/// The part of the input to dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dump {
    /// Nothing.
    Never,
    /// The lines around a failure.
    Failure,
    /// The whole input if a directive fails.
    AllOfFailure,
    /// Lines with matches, and lines around them.
    Matches,
    /// Everything.
    All,
}

/// A report.
pub(super) struct Report<'r> {
    /// The texts that directives come from.
    pub(super) sources: &'r [Text],
    /// The input.
    pub(super) input: &'r Text,
    /// The directives.
    pub(super) script: &'r Script,
    /// Their outcomes.
    pub(super) outcome: &'r Outcome,
    /// The part of the input that is shown.
    pub(super) dump: Dump,
    /// Lines around a failure.
    pub(super) context: usize,
    /// Whether to report matches.
    pub(super) matches: bool,
    /// Whether to use colours.
    pub(super) color: bool,
}

/// Blocks with at most this many lines are shown whole.
const SHORT_BLOCK: usize = 24;
/// The maximum number of characters of a line in the block.
const LONGEST_LINE: usize = 400;

impl Report<'_> {
    /// Writes the report; writes nothing on success without requests.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.matches {
            for found in &self.outcome.matches {
                let directive = &self.script.directives[found.directive];
                let title = format!("{}: matched", directive.name);
                let group = Group::with_title(Level::NOTE.primary_title(title))
                    .element(self.directive_snippet(directive, None))
                    .element(snippet(self.input, &found.range, "", AnnotationKind::Context));
                self.render(group, out)?;
            }
        }
        for failure in &self.outcome.failures {
            self.write_failure(failure, out)?;
        }
        let everything = match self.dump {
            Dump::All | Dump::Matches => true,
            Dump::AllOfFailure => !self.outcome.failures.is_empty(),
            Dump::Failure | Dump::Never => false,
        };
        if everything { self.write_input(out) } else { Ok(()) }
    }

    fn write_failure(&self, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        let directive = &self.script.directives[failure.directive];
        let name = &directive.name;
        let began = self.input.show(failure.searched.start);
        let began = format!("{}:{}:{}", self.input.name, began.line, began.column);
        let primary = AnnotationKind::Primary;
        let mut about: Vec<usize> = Vec::new();
        let mut group = match &failure.what {
            What::Broken(flaws) => {
                let message = flaws.first().map_or("no meaning here", |flaw| &flaw.message);
                let mut group = error(format!("{name}: {message}"));
                for flaw in flaws {
                    let label = (flaws.len() > 1).then_some(flaw.message.as_str());
                    let at = directive.place.offset + flaw.at;
                    let text = &self.sources[directive.place.text];
                    group = group.element(snippet(text, &(at..at), label.unwrap_or(""), primary));
                }
                group
            }
            What::NotFound(matched) => {
                let count = directive.count.filter(|&count| count > 1);
                let title = match count {
                    Some(count) => format!("{name}: found {matched} times, not {count}"),
                    None => format!("{name}: not found"),
                };
                let mut group = error(title).element(self.directive_snippet(directive, None));
                if let Some((near, label)) = self.near(directive, failure) {
                    about.push(near.line);
                    let mark = near.agrees.end..near.agrees.end;
                    group = group.element(snippet(self.input, &mark, label, primary));
                }
                group
            }
            What::Excluded(found) => {
                about.push(self.input.line_of(found.start));
                error(format!("{name}: found, and must not be there"))
                    .element(self.directive_snippet(directive, None))
                    .element(snippet(self.input, found, "found here", primary))
            }
            What::SameLine(found) => {
                about.push(self.input.line_of(found.start));
                error(format!("{name}: on the line of the match before, not the next"))
                    .element(self.directive_snippet(directive, None))
                    .element(snippet(self.input, found, "found here", primary))
            }
            What::LaterLine(found) => {
                about.push(self.input.line_of(found.start));
                let mut group = error(format!("{name}: further down than the next line"))
                    .element(self.directive_snippet(directive, None));
                if let Some((near, label)) = self.near(directive, failure) {
                    about.push(near.line);
                    let mark = near.agrees.end..near.agrees.end;
                    group = group.element(snippet(self.input, &mark, label, primary));
                }
                group.element(snippet(self.input, found, "found here", AnnotationKind::Context))
            }
            What::OtherLine(found) => {
                about.push(self.input.line_of(found.start));
                error(format!("{name}: on a later line than the match before"))
                    .element(self.directive_snippet(directive, None))
                    .element(snippet(self.input, found, "found here", primary))
            }
        };
        for (source, value) in &failure.values {
            let value = String::from_utf8_lossy(value);
            group = group.element(Level::NOTE.message(format!("[[{source}]] is `{value}`")));
        }
        group = group.element(Level::NOTE.message(format!("matching began at {began}")));
        self.render(group, out)?;
        if self.dump == Dump::Failure {
            self.write_block(failure, &about, out)?;
        }
        Ok(())
    }

    /// The line that the directive was likely written for, and the note on its difference.
    fn near(&self, directive: &Directive, failure: &Failure) -> Option<(Near, &'static str)> {
        let expression = failure.expression.as_ref()?;
        let searched = &failure.searched;
        let began = self.input.line_of(searched.start);
        let line = match directive.kind {
            DirectiveKind::Next | DirectiveKind::Empty => began + 1,
            DirectiveKind::Same => began,
            _ => {
                let near = near::nearest(expression, self.input, searched.clone())?;
                return Some((near, "the nearest line differs from here on"));
            }
        };
        if line > self.input.line_count() {
            return None;
        }
        let label = match directive.kind {
            DirectiveKind::Same => "the line differs from here on",
            _ => "the next line differs from here on",
        };
        Some((near::compare(expression, self.input, line, searched), label))
    }

    fn directive_snippet<'s>(
        &'s self,
        directive: &Directive,
        label: Option<&'s str>,
    ) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
        let text = &self.sources[directive.place.text];
        let line = text.line(text.line_of(directive.place.offset));
        let end = line.end.max(directive.place.offset);
        let range = directive.place.offset..end;
        snippet(text, &range, label.unwrap_or(""), AnnotationKind::Primary)
    }

    /// Writes the block of a failure.
    fn write_block(
        &self,
        failure: &Failure,
        about: &[usize],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let first = self.input.line_of(failure.block.start);
        let ends_at_label = failure.block.end < self.input.bytes.len();
        let last = self.input.line_of(failure.block.end) - usize::from(ends_at_label);
        let last = about.iter().copied().fold(last, usize::max).min(self.input.line_count());
        let began = self.input.line_of(failure.searched.start);
        let short = last.saturating_sub(first) < SHORT_BLOCK;
        let near = |line: usize| {
            let close = |&other: &usize| line.abs_diff(other) <= self.context;
            short || line == first || about.iter().chain([&began]).any(close)
        };
        writeln!(out, "{}:", self.input.name)?;
        let mut gap = false;
        for line in first..=last {
            if !near(line) {
                gap = true;
                continue;
            }
            if std::mem::take(&mut gap) {
                writeln!(out, "     … |")?;
            }
            let mark = match (about.contains(&line), line == began) {
                (true, true) => ">~",
                (true, false) => "> ",
                (false, true) => " ~",
                (false, false) => "  ",
            };
            self.write_line(mark, line, out)?;
        }
        if gap {
            writeln!(out, "     … |")?;
        }
        writeln!(out)
    }

    /// Writes the whole input with the matched directives.
    fn write_input(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut matches: Vec<_> = self.outcome.matches.iter().collect();
        matches.sort_by_key(|found| found.range.start);
        let mut matches = matches.into_iter().peekable();
        writeln!(out, "{}:", self.input.name)?;
        for line in 1..=self.input.line_count() {
            let range = self.input.line(line);
            let here = matches.peek().is_some_and(|found| found.range.start <= range.end);
            if here || self.dump != Dump::Matches {
                self.write_line("  ", line, out)?;
            }
            while let Some(found) = matches.next_if(|found| found.range.start <= range.end) {
                let directive = &self.script.directives[found.directive];
                let shown = self.input.show(found.range.start);
                let source = &self.sources[directive.place.text];
                let from = source.show(directive.place.offset).line;
                let mark = " ".repeat(shown.column - 1);
                writeln!(out, "       | {mark}^ {} of line {from}", directive.name)?;
            }
        }
        writeln!(out)
    }

    fn write_line(&self, mark: &str, line: usize, out: &mut dyn Write) -> io::Result<()> {
        let Shown { text, .. } = self.input.show(self.input.line(line).start);
        // A constant may have a line of megabytes.
        match text.char_indices().nth(LONGEST_LINE) {
            Some((end, _)) => writeln!(out, "{mark}{line:>4} | {}…", &text[..end]),
            None => writeln!(out, "{mark}{line:>4} | {text}"),
        }
    }

    fn render(&self, group: Group<'_>, out: &mut dyn Write) -> io::Result<()> {
        render(group, self.color, out)
    }
}

/// Starts an error report.
fn error<'t>(title: impl Into<std::borrow::Cow<'t, str>>) -> Group<'t> {
    Group::with_title(Level::ERROR.primary_title(title))
}

/// Writes an error in a check file or in a pattern of the command line.
pub(super) fn complaint(
    complaint: &Complaint,
    sources: &[Text],
    color: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut group = error(complaint.message.as_str());
    if let Some(place) = complaint.place {
        let text = &sources[place.text];
        let range = place.offset..place.offset;
        group = group.element(snippet(text, &range, "", AnnotationKind::Primary));
    }
    render(group, color, out)
}

fn render(group: Group<'_>, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    writeln!(out, "{}\n", renderer.render(&[group]))
}

/// The original line of a range, with a mark under the range's first line.
fn snippet<'s>(
    text: &'s Text,
    range: &Range<usize>,
    label: &'s str,
    kind: AnnotationKind,
) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
    let start = text.show(range.start);
    let line_end = text.line(start.line).end;
    let end = text.show(range.end.min(line_end)).start.max(start.start);
    let mut mark = kind.span(start.start..end);
    if !label.is_empty() {
        mark = mark.label(label);
    }
    Snippet::source(start.text).path(text.name.as_str()).line_start(start.line).annotation(mark)
}
