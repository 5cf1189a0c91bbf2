//! Functions that run when the process ends, before LLVM's own.

/// Makes a function run when the process ends, before those that were registered earlier: LLVM's are,
/// since it is loaded first. Nothing happens where there is no room for more.
pub fn at_exit(function: extern "C" fn()) {
    #[cfg(unix)]
    // SAFETY: the function takes no arguments and lives as long as the process.
    unsafe {
        libc::atexit(function);
    }
    #[cfg(not(unix))]
    let _ = function;
}
