//! MLIR text: lexer, parser and printer.

use crate::diag::Diagnostic;
use crate::module::Module;

pub(crate) mod lex;
mod parse;
mod print;

pub use parse::{MAX_DEPTH, MAX_ERRORS, Parsed, locate, parse, parse_bytes, parse_module};
pub use print::{PrintOptions, print, print_into, print_op};

/// As [`verify`](crate::verify::verify), for a module that was read from `source`:
/// diagnostics are at the operand or attribute that they speak of.
///
/// # Errors
/// Every independent reason why the module is not valid.
pub fn verify_text(module: &Module, source: &str) -> Result<(), Vec<Diagnostic>> {
    crate::verify::verify_at(module, &|op, part| locate(source, op, part))
}
