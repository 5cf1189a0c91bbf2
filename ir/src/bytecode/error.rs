//! The error of a file that can't be read.

use std::fmt;

/// A place in a file of bytecode, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BytecodeError {
    /// The offset of the byte in the file.
    pub at: usize,
    /// The reason, as a clause.
    pub message: String,
}

impl fmt::Display for BytecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.message)
    }
}

impl std::error::Error for BytecodeError {}

/// The result of reading; errors are rare, so they are on the heap.
pub(super) type Read<T> = Result<T, Box<BytecodeError>>;

/// An error at an offset. Its message is formatted here, so that a place that may fail has little
/// code for it.
#[cold]
#[inline(never)]
pub(super) fn wrong<T>(at: usize, message: impl fmt::Display) -> Read<T> {
    Err(Box::new(BytecodeError { at, message: message.to_string() }))
}
