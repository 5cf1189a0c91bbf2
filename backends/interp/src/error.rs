//! What can go wrong while a program runs.

use crate::value::Value;
use hloom_ir::{Diagnostic, Module, OpId, Span};
use std::fmt;

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A check op found its operands to differ.
    Check,
    /// The interpreter does not run this: a foreign op, an unknown target of a
    /// custom call, a quantized type.
    Unsupported,
    /// The program or its inputs are not well formed.
    Invalid,
    /// A limit of [`Options`](crate::Options) was reached.
    Limit,
    /// An op made a NaN or an infinity, and that was to be reported.
    Trap,
    /// Processes wait for each other, or for one that has ended.
    Deadlock,
    /// The interrupt flag was raised.
    Interrupted,
}

/// Why an op could not be evaluated, before it is known which op it was.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Trouble {
    /// What kind of thing went wrong.
    pub fault: Fault,
    /// The reason, as a sentence without a full stop.
    pub message: String,
}

impl Trouble {
    /// Something that the interpreter does not run.
    pub fn unsupported(message: impl Into<String>) -> Box<Trouble> {
        Box::new(Trouble { fault: Fault::Unsupported, message: message.into() })
    }

    /// Something that the verifier would have refused.
    pub fn invalid(message: impl Into<String>) -> Box<Trouble> {
        Box::new(Trouble { fault: Fault::Invalid, message: message.into() })
    }

    /// A limit that was reached.
    pub(crate) fn limit(message: impl Into<String>) -> Box<Trouble> {
        Box::new(Trouble { fault: Fault::Limit, message: message.into() })
    }

    /// A check that failed.
    pub fn check(message: impl Into<String>) -> Box<Trouble> {
        Box::new(Trouble { fault: Fault::Check, message: message.into() })
    }
}

/// The result of evaluating one op.
pub(crate) type Eval<T> = Result<T, Box<Trouble>>;

/// A run that ended early.
#[derive(Clone, Debug, thiserror::Error)]
pub struct RunError {
    /// What kind of thing went wrong.
    pub fault: Fault,
    /// The op that could not be run; `None` if it never came to one.
    pub op: Option<OpId>,
    /// The op's name, `stablehlo.add`; empty without an op.
    pub name: String,
    /// Where the op stands in the source text.
    pub span: Span,
    /// Where the op comes from, as its `loc(…)` says.
    pub loc: Option<String>,
    /// The reason, as a sentence without a full stop.
    pub message: String,
    /// The op's operands, each by type, or by value if that is short.
    pub operands: Vec<String>,
}

/// Values of at most so many elements are shown in an error.
const SHOWN_ELEMENTS: usize = 16;

fn describe(value: &Value) -> String {
    match value {
        Value::Tensor(t) if t.count() <= SHOWN_ELEMENTS || t.is_splat() => t.to_string(),
        other => other.ty().to_string(),
    }
}

impl RunError {
    /// An error that belongs to no op.
    pub(crate) fn new(fault: Fault, message: impl Into<String>) -> Box<RunError> {
        Box::new(RunError {
            fault,
            op: None,
            name: String::new(),
            span: Span::default(),
            loc: None,
            message: message.into(),
            operands: Vec::new(),
        })
    }

    /// What went wrong in an op whose operands are these.
    pub(crate) fn at(
        module: &Module,
        op: OpId,
        operands: &[Value],
        trouble: Trouble,
    ) -> Box<RunError> {
        Box::new(RunError {
            fault: trouble.fault,
            op: Some(op),
            name: module.op(op).name().to_owned(),
            span: module.span(op),
            loc: module.loc(op).map(str::to_owned),
            message: trouble.message,
            operands: operands.iter().map(describe).collect(),
        })
    }

    /// The error as a diagnostic of the source text.
    pub fn diagnostic(&self) -> Diagnostic {
        let label = match self.fault {
            Fault::Check => "this check failed",
            Fault::Unsupported => "this can't be run",
            Fault::Invalid | Fault::Limit => "while running this",
            Fault::Deadlock => "this waits for ever",
            Fault::Trap => "made here",
            Fault::Interrupted => "interrupted here",
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
