//! Errors of compiled programs, with the places in the program's text.

use std::fmt;
use std::sync::Arc;

use hloom_ir::Diagnostic;
use hloom_ir::diag::{self, Format};

/// A failure to compile or run a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Something is wrong in the program, at these places.
    #[error("{0}")]
    Program(Findings),
    /// There is no such function to run.
    #[error("{0}")]
    Entry(String),
    /// An option does not fit the program, or another option.
    #[error("{0}")]
    Option(String),
    /// The pipeline can't be read, or a pass failed.
    #[error("{0}")]
    Passes(String),
    /// A schedule that was given does not fit the program.
    #[error("{0}")]
    Schedules(String),
    /// An input is not what the program takes.
    #[error("{0}")]
    Input(String),
    /// No code could be made, or the run failed.
    #[error(transparent)]
    Backend(#[from] hloom_llvm::Error),
    /// No code could be made for a GPU, or the run on it failed.
    #[cfg(feature = "ptx")]
    #[error(transparent)]
    Gpu(#[from] hloom_ptx::Error),
    /// A defect of hloom's.
    #[error("this is a bug in hloom: {0}")]
    Bug(String),
}

/// Diagnostics, with the text that they are about where that is known.
#[derive(Debug)]
pub struct Findings {
    /// The findings, each with its range of bytes in the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The program's text.
    text: Option<Arc<str>>,
}

/// With the text, the lines and marks that `hloom` shows; else the first message, and how many
/// more there are.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.text {
            let shown = diag::render(&self.diagnostics, "<program>", text, Format::Text);
            return f.write_str(shown.trim_end());
        }
        let first = self.diagnostics.first().map_or("the program is wrong", |d| &d.message);
        match self.diagnostics.len() {
            0 | 1 => f.write_str(first),
            n => write!(f, "{first} (and {} more)", n - 1),
        }
    }
}

impl Error {
    /// Whether a GPU has too little memory.
    pub fn is_out_of_memory(&self) -> bool {
        #[cfg(feature = "ptx")]
        if let Error::Gpu(error) = self {
            return matches!(error, hloom_ptx::Error::TooLarge { .. });
        }
        false
    }

    /// The same with the text that its places are in, unless it has one.
    pub(super) fn within(mut self, text: Option<&Arc<str>>) -> Error {
        if let Error::Program(found) = &mut self {
            found.text = found.text.take().or_else(|| text.cloned());
        }
        self
    }
}

impl From<Vec<Diagnostic>> for Error {
    fn from(diagnostics: Vec<Diagnostic>) -> Error {
        Error::Program(Findings { diagnostics, text: None })
    }
}

impl From<hloom_passes::Failure> for Error {
    fn from(failure: hloom_passes::Failure) -> Error {
        if failure.is_bug() {
            Error::Bug(failure.to_string())
        } else {
            Error::Passes(failure.to_string())
        }
    }
}

/// `@main takes 2 arguments`.
pub(super) fn arguments(function: &str, count: usize) -> String {
    match count {
        0 => format!("@{function} takes no arguments"),
        1 => format!("@{function} takes 1 argument"),
        n => format!("@{function} takes {n} arguments"),
    }
}
