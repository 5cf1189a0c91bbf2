//! Bugs of hloom itself: a panic becomes a report.
//!
//! [`guarded`] runs a command, and turns a panic into a [`Bug`] with message,
//! source position and backtrace. Nothing a user can type should ever lead here;
//! exit code 101 says that it did.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// The exit code of a panic.
pub const EXIT_CODE: u8 = 101;

thread_local! {
    /// The last panic of this thread while it is inside [`guarded`].
    static LAST: RefCell<Option<Bug>> = const { RefCell::new(None) };
    /// The number of calls of [`guarded`] that this thread is in.
    static DEPTH: RefCell<usize> = const { RefCell::new(0) };
}

/// A panic that was caught.
#[derive(Debug)]
pub struct Bug {
    /// The panic's message.
    pub message: String,
    /// `file:line:column` of the panic, where known.
    pub location: Option<String>,
    /// The stack at the panic, where `RUST_BACKTRACE` asks for it.
    pub backtrace: Option<String>,
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: this is a bug in hloom: {}", self.message)?;
        if let Some(location) = &self.location {
            writeln!(f, "  = note: at {location}")?;
        }
        match &self.backtrace {
            Some(backtrace) => writeln!(f, "{backtrace}"),
            None => writeln!(f, "  = help: RUST_BACKTRACE=1 shows how it came there"),
        }
    }
}

/// Runs `f`, and catches a panic.
///
/// # Errors
/// The panic that ended `f`. Its position is known where it arose on this
/// thread; a panic that a thread pool passed on keeps only its message.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, Bug> {
    install_hook();
    LAST.set(None);
    DEPTH.with_borrow_mut(|depth| *depth += 1);
    // Unwind safety: the caller drops everything that `f` touched.
    let outcome = panic::catch_unwind(AssertUnwindSafe(f));
    DEPTH.with_borrow_mut(|depth| *depth -= 1);
    outcome.map_err(|payload| {
        LAST.take().unwrap_or_else(|| Bug {
            message: message_of(payload.as_ref()),
            location: None,
            backtrace: None,
        })
    })
}

/// Installs, once in a process, a panic hook that is silent inside [`guarded`]
/// and otherwise does what the hook before it did.
fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.with_borrow(|depth| *depth > 0) {
                LAST.set(Some(bug_of(info)));
            } else {
                previous(info);
            }
        }));
    });
}

fn bug_of(info: &PanicHookInfo<'_>) -> Bug {
    let backtrace = Backtrace::capture();
    Bug {
        message: message_of(info.payload()),
        location: info.location().map(ToString::to_string),
        backtrace: (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string()),
    }
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a message".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_report() {
        let bug = guarded(|| -> () { panic!("rank {} of nothing", 3) }).unwrap_err();
        let report = bug.to_string();
        assert!(report.starts_with("error: this is a bug in hloom: rank 3 of nothing\n"));
        assert!(report.contains("bug.rs:"), "{report}");
    }

    #[test]
    fn what_does_not_panic_passes() {
        assert_eq!(guarded(|| 7).unwrap(), 7);
    }
}
