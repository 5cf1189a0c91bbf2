//! Errors of a run.

use crate::value::Value;
use hloom_ir::{Diagnostic, Module, OpId, Span};
use std::fmt;

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A check op found its operands to differ.
    Check,
    /// The interpreter does not run this: a foreign op, an unknown target of a
    /// custom call, a quantized type.
    Unsupported,
    /// The program or its inputs are invalid.
    Invalid,
    /// A limit of [`Options`](crate::Options) was reached.
    Limit,
    /// An op produced a NaN or an infinity, and [`Options::trap_nan`](crate::Options) is set.
    Trap,
    /// Processes wait for each other, or for a process that has ended.
    Deadlock,
    /// The interrupt flag was set.
    Interrupted,
}

/// An error of an op, before the op is known.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct EvalError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The reason, as a sentence without a full stop.
    pub message: String,
}

impl EvalError {
    /// An error for an op or a type that the interpreter does not run.
    pub fn unsupported(message: impl Into<String>) -> Box<EvalError> {
        Box::new(EvalError { kind: ErrorKind::Unsupported, message: message.into() })
    }

    /// An error for an invalid op.
    pub fn invalid(message: impl Into<String>) -> Box<EvalError> {
        Box::new(EvalError { kind: ErrorKind::Invalid, message: message.into() })
    }

    /// An error for a limit that was reached.
    pub(crate) fn limit(message: impl Into<String>) -> Box<EvalError> {
        Box::new(EvalError { kind: ErrorKind::Limit, message: message.into() })
    }

    /// An error for a check that failed.
    pub fn check(message: impl Into<String>) -> Box<EvalError> {
        Box::new(EvalError { kind: ErrorKind::Check, message: message.into() })
    }
}

/// The error of an op with regions: its own, or one from inside.
pub(crate) enum RegionError {
    /// An error of the op itself.
    Op(Box<EvalError>),
    /// An error of an op in its regions or in a function that it called.
    Nested(Box<RunError>),
}

impl From<Box<EvalError>> for RegionError {
    fn from(error: Box<EvalError>) -> RegionError {
        RegionError::Op(error)
    }
}
impl From<Box<RunError>> for RegionError {
    fn from(error: Box<RunError>) -> RegionError {
        RegionError::Nested(error)
    }
}

/// The result of evaluating one op.
pub(crate) type EvalResult<T> = Result<T, Box<EvalError>>;

/// A run that ended early.
#[derive(Clone, Debug, thiserror::Error)]
pub struct RunError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The op that failed; `None` if the error is not about an op.
    pub op: Option<OpId>,
    /// The op's name, `stablehlo.add`; empty without an op.
    pub name: String,
    /// The op's span in the source text.
    pub span: Span,
    /// The op's location attribute, `loc(…)`.
    pub loc: Option<String>,
    /// The reason, as a sentence without a full stop.
    pub message: String,
    /// The op's operands, each by type, or by value if that is short.
    pub operands: Vec<String>,
}

/// Values with at most this many elements are shown in errors.
const SHOWN_ELEMENTS: usize = 16;

fn describe(value: &Value) -> String {
    match value {
        Value::Tensor(t) if t.count() <= SHOWN_ELEMENTS || t.is_splat() => t.to_string(),
        other => other.ty().to_string(),
    }
}

impl RunError {
    /// An error that is not about an op.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Box<RunError> {
        Box::new(RunError {
            kind,
            op: None,
            name: String::new(),
            span: Span::default(),
            loc: None,
            message: message.into(),
            operands: Vec::new(),
        })
    }

    /// An error of an op with these operands.
    pub(crate) fn at(
        module: &Module,
        op: OpId,
        operands: &[Value],
        error: EvalError,
    ) -> Box<RunError> {
        Box::new(RunError {
            kind: error.kind,
            op: Some(op),
            name: module.op(op).name().to_owned(),
            span: module.span(op),
            loc: module.loc(op).map(str::to_owned),
            message: error.message,
            operands: operands.iter().map(describe).collect(),
        })
    }

    /// The error as a diagnostic of the source text.
    pub fn diagnostic(&self) -> Diagnostic {
        let label = match self.kind {
            ErrorKind::Check => "this check failed",
            ErrorKind::Unsupported => "this can't be run",
            ErrorKind::Invalid | ErrorKind::Limit => "while running this",
            ErrorKind::Deadlock => "this waits for ever",
            ErrorKind::Trap => "made here",
            ErrorKind::Interrupted => "interrupted here",
        };
        let message = match self.op {
            Some(_) => format!("`{}`: {}", self.name, self.message),
            None => self.message.clone(),
        };
        let mut diagnostic = Diagnostic::error(self.span, message).label(label);
        for (i, operand) in self.operands.iter().enumerate() {
            diagnostic = diagnostic.note(Span::default(), format!("operand {i} is {operand}"));
        }
        if let Some(loc) = &self.loc {
            diagnostic = diagnostic.note(Span::default(), format!("it comes from {loc}"));
        }
        diagnostic
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.op.is_some() {
            write!(f, "`{}`: ", self.name)?;
        }
        f.write_str(&self.message)?;
        for (i, operand) in self.operands.iter().enumerate() {
            write!(f, "{} operand {i} is {operand}", if i == 0 { ";" } else { "," })?;
        }
        Ok(())
    }
}
