//! Ctrl-C: asks a run to end by itself, so that it can report its position.
//!
//! The interpreter polls the flag before each op. Compiled code does not poll it, and ends with the
//! process.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static RAISED: AtomicBool = AtomicBool::new(false);
static PATIENT: AtomicUsize = AtomicUsize::new(0);
static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// Asks the current run to end; returns whether one is listening.
pub fn raise() -> bool {
    RAISED.store(true, Ordering::SeqCst);
    LISTENERS.load(Ordering::SeqCst) > 0
}

/// Whether an interrupt was requested.
pub fn raised() -> bool {
    RAISED.load(Ordering::SeqCst)
}

/// Whether the current run writes a checkpoint before it ends, however long that takes. A second
/// interrupt ends the process.
pub fn patient() -> bool {
    PATIENT.load(Ordering::SeqCst) > 0
}

/// As [`listening`]; the process waits until `work` has ended.
#[cfg(feature = "llvm")]
pub(crate) fn listening_patiently<T>(work: impl FnOnce(&'static AtomicBool) -> T) -> T {
    struct Patience;
    impl Drop for Patience {
        fn drop(&mut self) {
            PATIENT.fetch_sub(1, Ordering::SeqCst);
        }
    }
    PATIENT.fetch_add(1, Ordering::SeqCst);
    let _patience = Patience;
    listening(work)
}

/// Runs `work`, which polls the given flag from time to time and ends once it is set.
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
