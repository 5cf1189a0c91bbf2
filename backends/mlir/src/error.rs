//! Errors: ops without a form in upstream's dialects, and what upstream reports.

use hloom_ir::{Diagnostic, Module, OpId, Span};
use std::fmt;

/// An op that this backend does not lower, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The op's name.
    pub op: String,
    /// The reason: a part of a sentence, as in "… is not lowered: REASON".
    pub why: String,
    /// The op.
    pub at: OpId,
    /// Its place in the text.
    pub span: Span,
}

impl Unsupported {
    /// The error for an op of a module.
    pub(crate) fn new(module: &Module, op: OpId, why: impl Into<String>) -> Box<Unsupported> {
        let (name, span) = (module.op(op).name().to_owned(), module.span(op));
        Box::new(Unsupported { op: name, why: why.into(), at: op, span })
    }

    /// The error as a diagnostic at the op's place.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.span, self.to_string()).label("this can't be lowered")
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` has no form in upstream MLIR's dialects: {}", self.op, self.why)
    }
}

impl std::error::Error for Unsupported {}

/// An error of the backend.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An op is not lowered.
    #[error(transparent)]
    Unsupported(#[from] Box<Unsupported>),
    /// The module has no such function.
    #[error("there is no function `@{0}`")]
    NoEntry(String),
    /// Upstream's verifier or a pass rejects what was made.
    #[error("upstream MLIR reports: {}", .0.join("; "))]
    Upstream(Vec<String>),
    /// A pipeline can't be parsed.
    #[error("the pipeline `{text}` is not one of upstream MLIR: {why}")]
    Pipeline {
        /// The pipeline.
        text: String,
        /// Upstream's message.
        why: String,
    },
    /// Code can't be generated or called.
    #[error("upstream MLIR's execution engine does not accept the module: {0}")]
    Engine(String),
    /// The inputs do not fit.
    #[error("{0}")]
    Inputs(String),
}
