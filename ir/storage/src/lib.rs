//! hloom-storage: tensor programs and storage formats in one language.
//!
//! A tensor program and the mapping from physical arrays to a logical tensor are terms of the same
//! calculus of nested dictionaries (after STOREL: Schleich, Shaikhha, Suciu, "Optimizing Tensor
//! Programs on Flexible Storage", arXiv 2210.06267). A program is composed with the mappings of its
//! tensors by inlining, and rewritten until it is a loop nest over the physical arrays.
//!
//! ```text
//! text ──parse──► ast ──check──► Term ──search──► Term     raise: Term ──► ast ──print──► text
//!                                  └──evaluate──► Value
//! ```
//!
//! - [`syntax`]: grammar, parser and printer. All errors have spans.
//! - [`check`](mod@check): names and types; overloaded operators are told apart.
//! - [`term`]: the terms, with typed De Bruijn indices.
//! - [`eval`]: the reference evaluator, which every rule and every plan is held against.
//! - [`raise`], [`listing`]: a term as text of the language, and as nested loops for people.
//! - [`coordinates`], [`mod@assemble`]: a tensor as a list of entries, and the arrays of any mapping
//!   filled from it.
//! - [`formats`]: the library of formats, each a few lines of the language.
//! - [`fused`]: storage programs in place of regions of StableHLO.
//!
//! # Example
//!
//! A matrix in compressed sparse rows times a vector. The program says nothing of the storage.
//!
//! ```
//! use hloom_storage::{Inputs, Value, compile, evaluate, formats};
//!
//! let csr = formats::named(formats::find("csr").unwrap(), "A");
//! let program = "CREATE TENSOR x : [real]; sum(<(i, j), a> in A) { i -> a * x(j) }";
//! let module = compile(&(csr + program)).unwrap();
//!
//! // 6 0 9 8
//! // 0 0 0 0
//! // 5 0 0 7
//! let inputs = Inputs::from([
//!     ("A_len".into(), Value::Int(3)),
//!     ("A_pos".into(), Value::ints([0, 3, 3, 5])),
//!     ("A_idx".into(), Value::ints([0, 2, 3, 0, 3])),
//!     ("A_val".into(), Value::reals([6.0, 9.0, 8.0, 5.0, 7.0])),
//!     ("x".into(), Value::reals([1.0, 2.0, 3.0, 4.0])),
//! ]);
//! let (y, counts) = evaluate(&module.composed().unwrap(), &inputs, 1000).unwrap();
//! assert_eq!(y, Value::dict([(0, Value::Real(65.0)), (2, Value::Real(33.0))]));
//! // Three rows and five entries make a dictionary of two rows, which is read entry by entry.
//! assert_eq!(counts.bodies, 3 + 5 + 2 + 5);
//! ```
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
//! The crate is a second tensor IR beside StableHLO, and shares its diagnostics alone. The optimizer
//! (`hloom-storage-search`) and the loop level, which lowers terms, import it. It does no input or
//! output.

pub mod assemble;
pub mod check;
pub mod coordinates;
pub mod elements;
pub mod encoding;
pub mod eval;
pub mod formats;
pub mod fused;
pub mod listing;
pub mod numbers;
pub mod raise;
pub mod syntax;
pub mod term;
pub mod types;
pub mod value;

pub use assemble::{AssembleError, assemble, assemble_within};
pub use check::{Module, check};
pub use coordinates::{Coordinates, CoordinatesError, Duplicates};
pub use encoding::StorageMapping;
pub use eval::{Counts, EvalError, Inputs, evaluate, evaluate_module, evaluate_within, missing};
pub use numbers::Numbers;
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
