//! Bugs of hloom itself: reports of panics.
//!
//! [`catch_panic`] runs a command, and converts a panic to a [`Bug`] with message, source position and
//! backtrace. No user input should ever cause one; exit code 101 reports it.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// The exit code of a panic.
pub const EXIT_CODE: u8 = 101;

thread_local! {
    /// The last panic of this thread inside of [`catch_panic`].
    static LAST: RefCell<Option<Bug>> = const { RefCell::new(None) };
    /// The nesting depth of [`catch_panic`] on this thread.
    static DEPTH: RefCell<usize> = const { RefCell::new(0) };
}

/// A caught panic.
#[derive(Debug)]
pub struct Bug {
    /// The panic's message.
    pub message: String,
    /// `file:line:column` of the panic, if known.
    pub location: Option<String>,
    /// The backtrace, if `RUST_BACKTRACE` requests it.
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
/// The panic that ended `f`. Its position is known if it occurred on this thread; a panic that a
/// thread pool passed on keeps only its message.
pub fn catch_panic<T>(f: impl FnOnce() -> T) -> Result<T, Bug> {
    install_hook();
    LAST.set(None);
    DEPTH.with_borrow_mut(|depth| *depth += 1);
    // Unwind safety: the caller drops all state that `f` changed.
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

/// Installs, once per process, a panic hook that is silent inside of [`catch_panic`] and otherwise
/// calls the previous hook.
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
        let bug = catch_panic(|| -> () { panic!("rank {} of nothing", 3) }).unwrap_err();
        let report = bug.to_string();
        assert!(report.starts_with("error: this is a bug in hloom: rank 3 of nothing\n"));
        assert!(report.contains("bug.rs:"), "{report}");
    }

    #[test]
    fn what_does_not_panic_passes() {
        assert_eq!(catch_panic(|| 7).unwrap(), 7);
    }
}
