//! Tensor programs as ordinary Rust functions.
//!
//! `#[program]` before a module translates its functions to an hloom module while the
//! crate is compiled. The source is read, not run: branches and loops of the source
//! are branches and loops of the program, whatever data it will see.
//!
//! ```
//! use hloom_front::program;
//!
//! #[program]
//! mod roots {
//!     /// The square root, by Newton's method.
//!     pub fn root(a: f32, tolerance: f32) -> f32 {
//!         let mut x = a;
//!         while (x * x - a).abs() > tolerance {
//!             x = 0.5 * (x + a / x);
//!         }
//!         x
//!     }
//! }
//!
//! // It is still a function of Rust …
//! assert!((roots::root(2.0, 1e-5) - 1.41421).abs() < 1e-4);
//! // … and one of a module.
//! let module = roots::module().unwrap();
//! assert!(module.symbol("root").is_some());
//! ```
//!
//! # Architecture
//!
//! ```text
//!  Rust source ──► #[program] (hloom-front-macros, while the crate is compiled)
//!                     │ read with syn; types inferred; branches and loops become blocks
//!                     ▼
//!                  MLIR text, with errors at the places of the source
//!                     │ in the compiled crate: roots::module() ──► [`parse`]
//!                     ▼
//!                  Module ──► [`pass`]([`FUNCTIONAL`]) ──► `if`, `while`, tuples ──► backends
//! ```
//!
//! # What can be written
//!
//! * Values: `f32`, `f64`, `bool`, integers (`usize` has 64 bits), arrays of them to
//!   any depth (tensors), structs of the program with constant parameters, arrays of
//!   structs, tuples.
//! * `let`, `let mut`, assignment to variables, fields and elements; `if`, `match` on
//!   integers, `while`, `loop`, `for` over ranges (`rev`, `step_by`) and arrays,
//!   `break` (with a value, or out of several loops), `continue`, early `return`.
//! * Calls of the program's functions, generic ones (`const N: usize`) included;
//!   operators and the usual methods of numbers; `a.len()`, `a.swap(i, j)`.
//! * With `#[program(translate_only)]`, which keeps no Rust: operators on whole arrays,
//!   `broadcast(f, a, b, …)` and `mapreduce(f, op, a)` (or with a list of dimensions,
//!   which then keep extent 1) with any scalar function, a closure or a name, which may
//!   hold loops, `match` and calls (then a loop goes through the elements, which
//!   `vectorize-loops` turns into one of all elements with a mask); `sum`,
//!   `product`, `maximum`, `minimum`, `any`, `all`, `matmul`, `transpose`, `reshape`,
//!   `reshape_columns`, `slice`, `concat`, `reverse`, `iota`, `conv`, `conv_nhwc`,
//!   `maxpool`, `meanpool`. `broadcast` lines dimensions up from the first one on.
//!
//! # What differs from Rust
//!
//! Integers wrap, and nothing panics: an index beyond an array's end means its last
//! element, a division by zero what StableHLO says. `max` and `min` of a NaN are NaN.
//! The type of a literal follows from the other operand, the annotation, or a use as an
//! index; where nothing says it, it is `i32` or `f64`.
//!
//! # What is refused
//!
//! At the place in the source: recursion, calls of variables, closures that capture
//! what is no constant or change what is outside, `&mut`, effects, macros, indices into
//! arrays of structs that depend on data, loops without an exit.

pub use hloom_front_macros::program;
/// A program; it prints itself: `println!("{}", roots::module())`.
pub use hloom_ir::Module;

use hloom_ir::diag::{Format, render};
use hloom_passes::{Options, Pipeline};

/// The passes after which a program has functional control flow and no structs, as
/// backends want it.
pub const FUNCTIONAL: &str = "lift-control-flow,flatten-tuples";

/// A program that can't be read, or a pass that could not do its work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

/// The module that a program's text is.
///
/// # Errors
/// Returns an error if the text is not a module. Text that `#[program]` made is valid: an error is a
/// bug of the translation.
pub fn parse(text: &str) -> Result<Module, Error> {
    let parsed = hloom_ir::text::parse(text);
    let wrong = |found: &[hloom_ir::Diagnostic]| {
        Error(render(found, "the translated program", text, Format::Text))
    };
    let module = parsed.module.ok_or_else(|| wrong(&parsed.diagnostics))?;
    match hloom_ir::text::verify_text(&module, text) {
        Ok(()) => Ok(module),
        Err(found) => Err(wrong(&found)),
    }
}

/// Runs a pipeline of passes over a program, [`FUNCTIONAL`] say.
///
/// # Errors
/// The pipeline is no pipeline, or a pass could not do its work.
pub fn pass(module: &mut Module, pipeline: &str) -> Result<(), Error> {
    let pipeline = Pipeline::parse(pipeline).map_err(|e| Error(e.message))?;
    hloom_passes::run(module, &pipeline, &Options::default(), &mut ())
        .map_err(|failure| Error(failure.to_string()))
}
