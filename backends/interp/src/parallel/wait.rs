//! Errors of ops whose wait failed.

use crate::error::{ErrorKind, EvalError};
use crate::processes::grid::WaitError;

/// The error of an op whose wait failed.
pub(super) fn wait_error(why: WaitError) -> Box<EvalError> {
    match why {
        WaitError::Interrupted => Box::new(EvalError {
            kind: ErrorKind::Interrupted,
            message: "the run was interrupted".into(),
        }),
        WaitError::Disagreement(who) => EvalError::invalid(who),
        WaitError::Deadlock(who) if who.is_empty() => {
            EvalError::invalid("the process was woken without an answer")
        }
        WaitError::Deadlock(who) => Box::new(EvalError {
            kind: ErrorKind::Deadlock,
            message: format!("no process can go on: {who}"),
        }),
    }
}
