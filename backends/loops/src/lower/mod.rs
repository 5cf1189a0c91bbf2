//! From the tensor IR to the loop level.
//!
//! [`nests`] makes a nest of one op or one `hloom.fusion`; [`program`] makes a loop
//! program of a function.

pub mod nests;
pub mod program;

pub use program::{
    Check, HostCall, HostFallbacks, HostPlace, HostWork, Lowered, lower_donating, lower_function,
    lower_scheduled, lower_with_fallback,
};

use hloom_ir::module::Module;
use hloom_ir::{OpId, Span};

/// A failure to lower a function by given schedules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduledError {
    /// An op can't be lowered at all.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A schedule that was given is refused.
    #[error(transparent)]
    Pin(#[from] crate::schedule::PinError),
}

/// An op that can't be lowered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{op}` can't be lowered to loops: {why}")]
pub struct Unsupported {
    /// The op's name.
    pub op: String,
    /// The reason, types included.
    pub why: String,
    /// Its place in the text.
    pub span: Span,
}

impl Unsupported {
    /// An op that can't be lowered, and why.
    pub fn new(module: &Module, op: OpId, why: impl Into<String>) -> Unsupported {
        let (name, span) = (module.op(op).name().to_owned(), module.span(op));
        Unsupported { op: name, why: why.into(), span }
    }
}
