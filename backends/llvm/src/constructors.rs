//! LLVM's static constructors, which a program may run late.
//!
//! LLVM registers its some hundred options in static constructors: two fifths of the time in which a
//! small program that links it starts, though most commands never use it. A program may be linked
//! so that they do not run at its start ([`defer`]); everything here that uses LLVM runs them first
//! ([`run`]). Other programs notice nothing.

use inkwell::context::Context;
use std::sync::{Once, OnceLock};

/// The function that runs them, if they are deferred.
static DEFERRED: OnceLock<fn()> = OnceLock::new();

/// Sets the function that runs LLVM's static constructors, in a program whose start does not.
///
/// # Panics
/// If it is called twice: constructors run once.
pub fn defer(constructors: fn()) {
    assert!(DEFERRED.set(constructors).is_ok(), "LLVM's constructors are deferred twice");
}

/// Runs LLVM's static constructors if they are deferred and have not run. It precedes every use of
/// LLVM.
pub fn run() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        if let Some(constructors) = DEFERRED.get() {
            constructors();
        }
    });
}

/// Returns a new context of LLVM, whose constructors have run.
#[expect(clippy::disallowed_methods, reason = "others are to call this function")]
pub fn context() -> Context {
    run();
    Context::create()
}
