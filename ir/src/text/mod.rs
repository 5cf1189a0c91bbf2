//! MLIR text: lexer, parser and printer.

use crate::diag::Diagnostic;
use crate::module::Module;

pub(crate) mod lex;
mod parse;
mod print;

pub(crate) use parse::legacy;
pub use parse::{
    Definition, MAX_DEPTH, MAX_ERRORS, NameIndex, NameKind, Parsed, locate, parse, parse_bytes,
    parse_module, parse_names,
};
pub(crate) use parse::{attr_from_text, type_from_text};
pub use print::slots;
pub use print::{PrintOptions, print, print_into, print_op};

/// Verifies a module that was parsed from `source`, as [`verify`](crate::verify::verify) does, with
/// diagnostics at the operand or attribute that they are about.
///
/// # Errors
/// All independent errors.
pub fn verify_text(module: &Module, source: &str) -> Result<(), Vec<Diagnostic>> {
    crate::verify::verify_at(module, &|op, part| locate(source, op, part))
}
