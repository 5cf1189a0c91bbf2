//! The end of the process, and forks.

#[cfg(unix)]
type Handler = Option<extern "C" fn()>;

#[cfg(unix)]
unsafe extern "C" {
    /// The `libc` crate does not have it for Linux.
    fn pthread_atfork(before: Handler, parent: Handler, child: Handler) -> std::ffi::c_int;
}

/// Calls a function when the process ends.
pub(crate) fn at_exit(function: extern "C" fn()) {
    #[cfg(unix)]
    // SAFETY: the function takes no arguments and lives as long as the process.
    unsafe {
        libc::atexit(function);
    }
    #[cfg(not(unix))]
    let _ = function;
}

/// Calls a function before each fork, and another one after it, in the process that forked.
pub(crate) fn around_fork(before: extern "C" fn(), after: extern "C" fn()) {
    #[cfg(unix)]
    // SAFETY: the functions take no arguments and live as long as the process.
    unsafe {
        pthread_atfork(Some(before), Some(after), None);
    }
    #[cfg(not(unix))]
    let _ = (before, after);
}
