//! HLO text, XLA's own form of programs: `HloModule …`, as `--xla_dump_to` and JAX's
//! `compiler_ir("hlo").as_hlo_text()` write it, read as StableHLO and written from it.
//!
//! ```text
//! text ─► lex ─► parse: computations of instructions ─► emit: functions, regions ─► Module
//!                                                         └─ emit::ops: one instruction ─► ops of StableHLO
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`lex`], [`parse`] | tokens, computations, instructions |
//! | [`shape`], [`literal`] | shapes and constants |
//! | [`fields`] | the attributes of instructions, from their text |
//! | [`emit`] | computations as functions and regions; tuples taken apart |
//! | [`mod@write`] | the other way: functions and regions as computations |
//! | [`algorithm`], [`string`] | names of algorithms of products, and strings, both ways |
//!
//! Layouts are read where they matter: `bitcast` reads its operand as it lies in memory. Elsewhere
//! they are dropped, as StableHLO has no layouts. A text is not trusted: depths and sizes are bounded,
//! and the module is verified as MLIR text is.

mod algorithm;
mod emit;
mod fields;
mod lex;
mod literal;
mod parse;
mod shape;
mod string;
mod write;

use crate::diag::Diagnostic;
use crate::module::Module;

pub use write::{Options, write};

/// Reads the module of an HLO text; the spans of its ops are those of instructions. The module is not
/// verified.
///
/// # Errors
/// The first error, with its place.
pub fn read(source: &str) -> Result<Module, Box<Diagnostic>> {
    emit::module(&parse::parse(source)?)
}
