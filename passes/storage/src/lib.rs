//! hloom-storage: tensor programs and storage formats in one language.
//!
//! A tensor program and the mapping from physical arrays to a logical tensor are terms of the same
//! calculus of nested dictionaries (after STOREL: Schleich, Shaikhha, Suciu, "Optimizing Tensor
//! Programs on Flexible Storage", arXiv 2210.06267). A program is composed with the mappings of its
//! tensors by inlining, and rewritten until it is a loop nest over the physical arrays.
//!
//! ```text
//! text ──parse──► ast ──check──► Term ──saturate──► Term      value: data of a run
//!                                  └────evaluate───► Value    raise: Term ──► ast ──print──► text
//! ```
//!
//! - [`syntax`]: grammar, parser and printer. All errors have spans.
//! - [`check`](mod@check): names and types; overloaded operators are told apart.
//! - [`term`]: the terms, with typed De Bruijn indices.
//! - [`eval`]: the reference evaluator, which every rule and every plan is held against.
//! - [`rules`], [`graph`], [`search`]: rewrite rules, the e-graph, equality saturation, costs.
//!
//! # Arrays and dictionaries
//!
//! The paper has one kind of collection, and this crate two. A *dictionary* is a function with
//! finite support: `{k -> 0}` is `{}`. An *array* is memory: it has an entry at each position. They
//! must differ, because index arrays contain zeros that mean something: were `idx` a dictionary,
//! the entries of column 0 would vanish from `sum(<p, c> in idx) { c -> val(p) }`, and position 0
//! from the range `0:n`.
//!
//! # Place in the house
//!
//! Imports: `hloom-ir`, for diagnostics and spans. Nothing of the passes over StableHLO, nothing of
//! a code generator, no input or output.

pub mod check;
pub mod eval;
pub mod formats;
pub mod graph;
pub mod raise;
pub mod rules;
pub mod search;
pub mod syntax;
pub mod term;
pub mod types;
pub mod value;

pub use check::{Module, check};
pub use eval::{Counts, EvalError, Inputs, evaluate};
pub use types::{Scalar, Sort, Type};
pub use value::Value;

use hloom_ir::diag::Diagnostic;

/// Parses and checks a program.
///
/// # Errors
/// All errors of the text, with their places.
pub fn compile(text: &str) -> Result<Module, Vec<Diagnostic>> {
    check(&syntax::parse(text)?)
}
