//! Passes over the tensor IR.
//!
//! * [`context`]: the context in which a pass runs, and [`options`](mod@options) of passes.
//! * [`table`]: the table of all passes ([`TABLE`]).
//! * [`pipeline`]: `canonicalize,fuse{policy=cost}` as text.
//! * [`driver`]: runs a pipeline, with verification, timing and observers.
//! * [`rule`]: rewrite rules and the worklist driver.
//!
//! Passes do no I/O and do not depend on a backend. All numbers come from the reference
//! interpreter.

pub mod canonicalize;
pub mod canonicalize_dynamism;
pub mod chlo;
pub mod context;
pub mod cse;
pub mod dce;
pub mod driver;
pub mod expand_batch_norm;
pub mod expand_quantized;
pub mod expand_random;
pub mod fold;
pub mod fusion;
pub mod gradient;
pub mod hoist;
pub mod inline;
pub mod layout;
pub mod lift;
pub mod loops;
pub mod options;
pub mod pipeline;
pub mod refine_shapes;
pub mod relayout_sparse;
pub mod rule;
pub mod statistics;
pub mod structs;
pub mod symbol_dce;
pub mod table;
pub mod vectorize;

pub use context::{Context, PassError};
pub use driver::{Failure, Observer, Options, run};
pub use pipeline::Pipeline;
pub use table::{PassDef, TABLE};
