//! Upstream MLIR as a backend: StableHLO programs in its dialects, run by its execution engine.
//!
//! ```text
//!             lower                 pipeline::BUFFERIZE      pipeline::TO_LLVM
//!  Module ──────────► linalg, tensor ────────────► memref, scf ────────────► llvm dialect
//!   (after passes:     arith, math,                                             │
//!    chlo, complex     complex, scf,                                            ▼
//!    math, batch norm  func; verified                                  ExecutionEngine
//!    are expanded)     by upstream                                     ([`Executable`])
//! ```
//!
//! * [`lower()`] builds upstream's ops through melior, with one exhaustive match over the op enum
//!   (`lower/dispatch.rs`). An op without a form is an [`Unsupported`] error, with the reason. It is
//!   written from the specification, apart from the loop level that the other backends share, so it
//!   is an independent witness of what programs mean.
//! * [`pipeline`] runs upstream's passes, ours and the user's, as text.
//! * [`Executable`] compiles and runs; [`emit`] prints the stages.
//! * [`worker`] serves all of that over pipes. The program `hloom-mlir` is such a server: `hloom`
//!   starts it and talks to it, so that it need not link MLIR, and an assertion or abort in upstream's
//!   code ends the server alone.
//! * [`accepts()`] checks that upstream reads what our printer writes.
//!
//! # Element types
//!
//! Integers are signless, and ops have the sign. `f16`, `bf16`, `f32` and `f64` are upstream's;
//! `tf32` is kept in `f32`. Floats of 8 bits and fewer are integers of their bits: upstream has the
//! types, but makes no code of their conversions. Quantized elements are rewritten by
//! `expand-quantized` before.
//!
//! # Limits
//!
//! Extents have to be known (the program refines them by the types of the inputs before). A tensor
//! that is stored by levels has the type that `sparse_tensor` has for it, and is converted to a dense
//! one where an op computes with it: a zero that is not stored counts as one. Ops that communicate, custom calls, FFT and foreign ops have no form.

pub mod pipeline;
pub mod worker;

mod accepts;
mod build;
mod context;
mod engine;
mod error;
mod host;
mod loop_order;
mod lower;
mod memory;
mod minmax;
mod scalar;
mod walk;

pub use accepts::{NotAccepted, accepts};
pub use context::context;
pub use engine::{Executable, Loaded, Parameter, Stage, emit};
pub use error::{Error, Unsupported};
pub use lower::{Program, Storage, lower};
