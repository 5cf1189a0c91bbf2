//! MLIR text: lexer, parser and printer.

pub(crate) mod lex;
mod parse;
mod print;
pub mod suggest;

pub use parse::{MAX_DEPTH, MAX_ERRORS, Parsed, locate, parse, parse_bytes, parse_module};
pub use print::{PrintOptions, print, print_into, print_op};
