//! Source texts: reading, splitting into programs, and reporting of diagnostics.

use std::path::Path;

use hloom_ir::bytecode;
use hloom_ir::diag::{self, expected};
use hloom_ir::text::{Parsed, PrintOptions, print};
use hloom_ir::{Diagnostic, Module, Severity, Span};

use crate::io::text_of;
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
    pub(crate) start: usize,
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

impl Format {
    /// The form in which diagnostics go to standard error.
    fn shown(self, io: &Io<'_>) -> diag::Format {
        match self {
            Format::Text if io.terminal.stderr_colors => diag::Format::Colored,
            Format::Text => diag::Format::Text,
            Format::Json => diag::Format::Json,
        }
    }
}

impl Source {
    /// Reads a file, or standard input for `-`. A module in bytecode becomes text, so that errors
    /// have lines.
    ///
    /// # Errors
    /// If it can't be read, is not UTF-8, or is damaged bytecode.
    pub(crate) fn read(path: &Path, io: &mut Io<'_>) -> anyhow::Result<Source> {
        let (name, bytes) = (display_name(path), io.read_bytes(path)?);
        let text = match bytecode::is_bytecode(&bytes) {
            true => {
                let module = bytecode::read(&bytes)
                    .map_err(|error| anyhow::anyhow!("`{name}` can't be read: {error}"))?;
                print(&module, &PrintOptions { locations: true, ..PrintOptions::default() })
            }
            false => text_of(bytes, path)?,
        };
        Ok(Source { name, text })
    }

    /// The programs of the text: the parts between lines of [`MARKER`] if `split`, else the whole
    /// text.
    pub(crate) fn chunks(&self, split: bool) -> Vec<Chunk<'_>> {
        chunks(&self.text, split)
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
        let format = format.shown(io);
        let text = diag::render(diagnostics, &self.name, &self.text, format);
        Ok(io.stderr.write_all(text.as_bytes())?)
    }
}

/// The programs of a text: the parts between lines of [`MARKER`] if `split`, else the whole text.
pub(crate) fn chunks(source: &str, split: bool) -> Vec<Chunk<'_>> {
    if !split {
        return vec![Chunk { text: source, start: 0, line: 1 }];
    }
    let mut line = 1;
    let mut at = 0;
    let parts = expected::split_input(source).into_iter().map(|(start, text)| {
        line += source[at..start].bytes().filter(|&b| b == b'\n').count();
        at = start;
        Chunk { text, start, line }
    });
    parts.collect()
}

/// The span in a whole text of a span in a program that begins at byte `by`. A span that refers to
/// no position remains one.
pub(crate) fn shifted(span: Span, by: usize) -> Span {
    if span.is_none() {
        return span;
    }
    Span::new(span.start as usize + by, span.end as usize + by)
}

/// Writes what is wrong with a file, or with no file, at no place of it to standard error.
///
/// # Errors
/// Standard error can't be written.
pub(crate) fn say(
    severity: Severity,
    message: &str,
    file: &str,
    format: Format,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    match format {
        Format::Text => io.say(severity, message)?,
        Format::Json => {
            let diagnostic = Diagnostic { severity, ..Diagnostic::error(Span::default(), message) };
            let text = diag::render(&[diagnostic], file, "", diag::Format::Json);
            io.stderr.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

impl Chunk<'_> {
    /// Parses and verifies the program; returns the module, if there was no error, and the
    /// diagnostics. Spans are relative to this part.
    pub(crate) fn read(&self) -> (Option<Module>, Vec<Diagnostic>) {
        self.read_by(hloom_ir::text::parse)
    }

    /// As [`read`](Chunk::read), where `parse` parses MLIR text.
    pub(crate) fn read_by(
        &self,
        parse: impl FnOnce(&str) -> Parsed,
    ) -> (Option<Module>, Vec<Diagnostic>) {
        if let Some(diagnostic) = storage_text(self.text) {
            return (None, vec![diagnostic]);
        }
        let (module, mut diagnostics) = match hlo_text(self.text) {
            Some(_) => match hloom_ir::hlo::read(self.text) {
                Ok(module) => (Some(module), Vec::new()),
                Err(error) => (None, vec![*error]),
            },
            None => {
                let parsed = parse(self.text);
                (parsed.module, parsed.diagnostics)
            }
        };
        let verified = module.and_then(|module| {
            let verified = hloom_analysis::verify::verify_text(&module, self.text);
            let verified = verified
                .and_then(|()| hloom_storage::encoding::verify(&module, self.text))
                .and_then(|()| hloom_storage::fused::verify(&module, self.text));
            match verified {
                Ok(()) => Some(module),
                Err(found) => {
                    diagnostics.extend(found);
                    None
                }
            }
        });
        (verified, diagnostics)
    }

    /// Whether the program is HLO text.
    pub(crate) fn is_hlo(&self) -> bool {
        hlo_text(self.text).is_some()
    }

    /// The mismatches between this part's `expected-…` comments and the reported diagnostics.
    pub(crate) fn unexpected(&self, found: &[Diagnostic]) -> Vec<Diagnostic> {
        expected::compare(self.text, found)
    }

    /// The same diagnostics with spans relative to the whole text.
    pub(crate) fn in_whole_text(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let shift = |span: &mut Span| *span = shifted(*span, self.start);
        for diagnostic in &mut diagnostics {
            shift(&mut diagnostic.span);
            diagnostic.notes.iter_mut().for_each(|(span, _)| shift(span));
        }
        diagnostics
    }
}

/// The place of the word that HLO text begins with, if a program is HLO text.
fn hlo_text(text: &str) -> Option<Span> {
    begins_with(text, "HloModule")
}

/// An error that says how to read it, if a program is a storage program rather than MLIR.
fn storage_text(text: &str) -> Option<Diagnostic> {
    let span = begins_with(text, "CREATE")?;
    let help = "`hloom run` and `hloom explain storage` read files that end in .sdql, `hloom opt \
                --input=sdqlite` any";
    let error = Diagnostic::error(span, "this is a storage program");
    Some(error.label("here a program of StableHLO is expected").help(help))
}

/// The place of a word at the beginning of a text, behind comments.
fn begins_with(text: &str, word: &str) -> Option<Span> {
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let (at, line) = lines.into_iter().find(|(_, line)| is_code(line))?;
    let start = at + line.len() - line.trim_start().len();
    let follows = text[start..].strip_prefix(word)?.starts_with([' ', ',', '\n']);
    follows.then(|| Span::new(start, start + word.len()))
}

/// Whether there is an error among them.
pub(crate) fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hlo_text_is_told_from_programs() {
        let is = hlo_text;
        assert_eq!(is("HloModule jit_f, entry\n"), Some(Span::new(0, 9)));
        assert_eq!(is("// c\n\n  HloModule\n"), Some(Span::new(8, 17)));
        for text in ["", "\n", "HloModules", "func.func @HloModule() { return }", "// HloModule x"]
        {
            assert_eq!(is(text), None, "{text}");
        }
        let is = |text| storage_text(text).map(|it| it.span);
        assert_eq!(is("// c\nCREATE TENSOR x : int;"), Some(Span::new(5, 11)));
        assert_eq!(is("func.func @CREATE() { return }"), None);
    }

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
