//! Diagnostics: what is wrong, where, and what may help; how that is shown, and
//! how it is compared with what a test expects.
//!
//! A [`Diagnostic`] knows byte ranges only. [`render`] shows a list of them with
//! the source text, for people or as JSON. [`expected`] reads the comments by
//! which a test file says what must be reported.

pub mod expected;
mod json;
mod render;
mod source;

pub use render::{Format, color, render};
pub use source::{Position, Source};

use std::fmt;

/// A range of bytes in the source text. Empty at 0 where there is no source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to in front of `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// Whether it stands for no place in the text.
    pub fn is_none(self) -> bool {
        self == Span::default()
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is understood but probably not what was meant.
    Warning,
    /// Something to know.
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

/// One finding about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// Expected and found, as a sentence.
    pub message: String,
    /// The spec's label of what is broken, `C2`, if it is about one.
    pub code: Option<&'static str>,
    /// The span; empty if it concerns the whole input.
    pub span: Span,
    /// The text at the mark: `in this attribute`.
    pub label: String,
    /// More facts. One with a place in the text is shown with ` at FILE:LINE:COLUMN`
    /// behind it: `%x is tensor<2xf32>, defined`.
    pub notes: Vec<(Span, String)>,
    /// Advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place in the text.
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

    /// A warning at a place in the text.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// The same with the spec's label.
    pub fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = Some(code);
        self
    }

    /// The same with a word at the mark.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// The same with one more fact.
    pub fn note(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.notes.push((span, note.into()));
        self
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
