//! PTX text: words, statements, and nothing of their meaning.
//!
//! Before: a PTX module as LLVM's NVPTX target or a person writes it. After: its
//! variables and functions with their statements ([`syntax`]), each with its line. The meaning of
//! an instruction, and whether it exists at all, is not known here; a module with an unknown
//! instruction is still parsed whole.

mod lex;
mod parse;
pub(crate) mod syntax;

pub(crate) use parse::parse;

/// An error in a PTX text, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("PTX line {line}: {message}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u32,
    /// The error as a sentence.
    pub message: String,
}
