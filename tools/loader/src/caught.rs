//! Panics of code that decodes, as messages.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether a panic on this thread is caught here, and its message.
    static CAUGHT: Cell<Option<String>> = const { Cell::new(None) };
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f`. A panic prints nothing.
///
/// # Errors
/// The panic's message and its place in the source.
pub(crate) fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !INSIDE.get() {
                return previous(info);
            }
            let message = info.payload_as_str().unwrap_or("no message");
            let place = info.location().map(|at| format!(" ({at})")).unwrap_or_default();
            CAUGHT.set(Some(format!("{message}{place}")));
        }));
    });
    let outside = INSIDE.replace(true);
    // Unwind safety: callers drop what `f` changed.
    let outcome = catch_unwind(AssertUnwindSafe(f));
    INSIDE.set(outside);
    outcome.map_err(|_| CAUGHT.take().unwrap_or_else(|| "no message".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_messages() {
        assert_eq!(caught(|| 3), Ok(3));
        let nested = caught(|| caught(|| panic!("row {}", 7)).map(|(): ()| ()));
        let message = nested.unwrap().unwrap_err();
        assert!(message.starts_with("row 7 (tools/loader/src/caught.rs:"), "{message}");
    }
}
