//! Errors that a framework receives: a code and a sentence.

/// The kind of an error, by the number that the API gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Code {
    /// An argument is wrong: a program, an option, a buffer.
    InvalidArgument = 3,
    /// There is no such device.
    NotFound = 5,
    /// There is not enough memory.
    ResourceExhausted = 8,
    /// The object is in a state in which this can't be done.
    FailedPrecondition = 9,
    /// hloom does not do this.
    Unimplemented = 12,
    /// A defect of hloom's.
    Internal = 13,
}

/// An error; the framework owns it.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Error {
    /// Newer frameworks read a table of functions here; null means none.
    head: usize,
    /// The kind.
    pub(crate) code: Code,
    /// The sentence.
    pub(crate) message: String,
}

/// The outcome of a function of the API.
pub(crate) type Outcome<T> = Result<T, Error>;

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Error {
        Error { head: 0, code, message: message.into() }
    }

    /// An argument is wrong.
    pub(crate) fn invalid(message: impl Into<String>) -> Error {
        Error::new(Code::InvalidArgument, message)
    }

    /// Memory could not be had.
    pub(crate) fn memory(message: impl Into<String>) -> Error {
        Error::new(Code::ResourceExhausted, message)
    }

    /// A defect of hloom's.
    pub(crate) fn bug(message: impl std::fmt::Display) -> Error {
        Error::new(Code::Internal, format!("this is a bug in hloom: {message}"))
    }
}
