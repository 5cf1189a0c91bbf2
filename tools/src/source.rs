//! Source texts: reading, splitting into programs, and reporting of diagnostics.

use std::path::Path;

use hloom_ir::diag::{self, expected};
use hloom_ir::{Diagnostic, Module, Severity, Span};

use crate::{Io, display_name};

/// The separator of programs in one file with `--split-input-file`.
pub(crate) const MARKER: &str = "// -----";

/// A text and its display name.
pub(crate) struct Source {
    /// The file's name, `<stdin>` for standard input.
    pub(crate) name: String,
    /// The whole text.
    pub(crate) text: String,
}

/// One program of a text.
#[derive(Clone, Copy)]
pub(crate) struct Chunk<'s> {
    /// The program's text.
    pub(crate) text: &'s str,
    /// The byte offset of its start in the whole text.
    start: usize,
    /// The line on which it starts, from 1.
    pub(crate) line: usize,
}

/// The form of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people: the line, a mark below it, notes and help
    #[default]
    Text,
    /// For programs: one JSON object a line
    Json,
}

impl From<Format> for diag::Format {
    fn from(format: Format) -> diag::Format {
        match format {
            Format::Text => diag::Format::Text,
            Format::Json => diag::Format::Json,
        }
    }
}

impl Source {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// If it can't be read or is not UTF-8.
    pub(crate) fn read(path: &Path, io: &mut Io<'_>) -> anyhow::Result<Source> {
        Ok(Source { name: display_name(path), text: io.read_text(path)? })
    }

    /// The programs of the text: the parts between lines of [`MARKER`] if `split`, else the whole
    /// text.
    pub(crate) fn chunks(&self, split: bool) -> Vec<Chunk<'_>> {
        if !split {
            return vec![Chunk { text: &self.text, start: 0, line: 1 }];
        }
        let mut line = 1;
        let mut at = 0;
        let parts = expected::split_input(&self.text).into_iter().map(|(start, text)| {
            line += self.text[at..start].bytes().filter(|&b| b == b'\n').count();
            at = start;
            Chunk { text, start, line }
        });
        parts.collect()
    }

    /// Writes diagnostics of this text to standard error.
    ///
    /// # Errors
    /// If standard error can't be written.
    pub(crate) fn show(
        &self,
        diagnostics: &[Diagnostic],
        format: Format,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        if diagnostics.is_empty() {
            return Ok(());
        }
        let text = diag::render(diagnostics, &self.name, &self.text, format.into());
        Ok(io.stderr.write_all(text.as_bytes())?)
    }
}

impl Chunk<'_> {
    /// Parses and verifies the program; returns the module, if there was no error, and the
    /// diagnostics. Spans are relative to this part.
    pub(crate) fn read(&self) -> (Option<Module>, Vec<Diagnostic>) {
        let parsed = hloom_ir::text::parse(self.text);
        let mut diagnostics = parsed.diagnostics;
        let verified = parsed.module.and_then(|module| {
            match hloom_analysis::verify::verify_text(&module, self.text) {
                Ok(()) => Some(module),
                Err(found) => {
                    diagnostics.extend(found);
                    None
                }
            }
        });
        (verified, diagnostics)
    }

    /// The mismatches between this part's `expected-…` comments and the reported diagnostics.
    pub(crate) fn unexpected(&self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        expected::compare(self.text, found)
    }

    /// The same diagnostics with spans relative to the whole text.
    pub(crate) fn in_whole_text(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let shift = |span: &mut Span| {
            if !span.is_none() {
                *span = Span::new(span.start as usize + self.start, span.end as usize + self.start);
            }
        };
        for diagnostic in &mut diagnostics {
            shift(&mut diagnostic.span);
            diagnostic.notes.iter_mut().for_each(|(span, _)| shift(span));
        }
        diagnostics
    }
}

/// Whether there is an error among them.
pub(crate) fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_know_their_lines() {
        let text = "a\n// -----\nb\nb\n// -----\nc".to_owned();
        let source = Source { name: "x".to_owned(), text };
        let parts: Vec<(&str, usize)> =
            source.chunks(true).iter().map(|chunk| (chunk.text, chunk.line)).collect();
        assert_eq!(parts, [("a\n", 1), ("b\nb\n", 3), ("c", 6)]);
        assert_eq!(source.chunks(false).len(), 1);
        let there = Diagnostic::error(Span::new(0, 1), "").note(Span::new(2, 3), "");
        let there = &source.chunks(true)[1].in_whole_text(vec![there])[0];
        assert_eq!((there.span, there.notes[0].0), (Span::new(11, 12), Span::new(13, 14)));
    }
}
