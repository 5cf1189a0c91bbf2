//! Ctrl-C: a run that can end by itself is asked to, so that it can say where it was.
//!
//! The interpreter looks at the flag before each op. Compiled code does not look: it
//! ends with the process.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);
static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// Asks whatever runs to end; says whether anything listens.
pub fn raise() -> bool {
    RAISED.store(true, Ordering::SeqCst);
    LISTENERS.load(Ordering::SeqCst) > 0
}

/// Whether the process was asked to end.
pub fn raised() -> bool {
    RAISED.load(Ordering::SeqCst)
}

/// Runs `work`, which looks at the flag that it is given from time to time and ends
/// once it is up.
pub(crate) fn listening<T>(work: impl FnOnce(&'static AtomicBool) -> T) -> T {
    struct Listener;
    impl Drop for Listener {
        fn drop(&mut self) {
            LISTENERS.fetch_sub(1, Ordering::SeqCst);
        }
    }
    LISTENERS.fetch_add(1, Ordering::SeqCst);
    let _listener = Listener;
    work(&RAISED)
}
