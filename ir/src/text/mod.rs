//! MLIR text: lexer, parser and printer.

mod print;
pub(crate) mod suggest;

pub use print::{PrintOptions, print, print_into, print_op};
