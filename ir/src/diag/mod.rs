//! Diagnostics: errors with their positions and advice, their rendering, and their comparison with
//! the diagnostics that a test expects.
//!
//! A [`Diagnostic`] refers to byte ranges only. [`render()`] prints a list of them with the source
//! text, for people or as JSON. [`expected`] parses the comments with which a test file lists its
//! expected diagnostics.

pub mod expected;
mod json;
mod render;
mod source;

pub use render::{Format, color, render};
pub use source::{Columns, Lines, Position, Source};

use std::fmt;

/// A range of bytes in the source text; empty at 0 if there is no source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, exclusive.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// Whether it refers to no position in the text.
    pub fn is_none(self) -> bool {
        self == Span::default()
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is valid, but probably not as intended.
    Warning,
    /// Information.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        })
    }
}

/// A diagnostic about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// Expected and found, as a sentence.
    pub message: String,
    /// The specification's label of the violated constraint, such as `C2`.
    pub code: Option<&'static str>,
    /// The span; empty if it concerns the whole input.
    pub span: Span,
    /// The text at the mark: `in this attribute`.
    pub label: String,
    /// Further facts. ` at FILE:LINE:COLUMN` is appended to a note with a span: `%x is
    /// tensor<2xf32>, defined`.
    pub notes: Vec<(Span, String)>,
    /// Advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a span.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            code: None,
            span,
            label: String::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning at a span.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Sets the specification's label.
    pub fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = Some(code);
        self
    }

    /// Sets the text at the mark.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a note.
    pub fn note(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.notes.push((span, note.into()));
        self
    }

    /// Sets the advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
