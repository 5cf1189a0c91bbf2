//! Passes over the tensor IR: what `hloom opt --passes=…` runs.
//!
//! # Architecture
//!
//! A pipeline is text. The driver looks its passes up in the table, gives each a context, and
//! verifies what it changed:
//!
//! ```text
//!  "canonicalize,fuse{policy=cost}"
//!        │ parse
//!        ▼
//!    pipeline ──► driver ── run(cx) ──► a pass ──► Rewriter ──► Module
//!        │          │ verify, time, observe │
//!        ▼          ▼                       ├─ rule        rules, in a worklist or one after another
//!      table: a row for each pass           ├─ fold        constants, by the interpreter
//!        name, doc, options, after, run     └─ analyses    loops here; hloom-analysis
//! ```
//!
//! | passes | purpose |
//! |---|---|
//! | [`canonicalize`], [`cse`], [`dce`], [`hoist`], [`symbol_dce`] | smaller programs with the same results |
//! | [`inline`], [`structs`], [`lift`] | functional control flow and plain tensors, which backends ask for |
//! | [`refine_shapes`], [`canonicalize_dynamism`] | static extents |
//! | [`chlo`], [`expand_batch_norm`], [`expand_quantized`], [`expand_random`], [`expand_slice_reduce`] | composite ops as simple ones |
//! | [`gradient`] | reverse-mode derivatives |
//! | [`micro_batch`] | training steps in pieces of a batch |
//! | [`levels`] | training steps as levels that work on different pieces at the same time |
//! | [`vectorize`], [`loops`] | loops as tensor ops, and what is known of a loop |
//! | [`layout`], [`relayout_sparse`] | how values lie in memory |
//! | [`fuse_storage`] | loops over the entries of sparse tensors |
//! | [`merge_siblings`] | products and convolutions that share an operand, as one |
//! | [`layer_graph`] | layers of ops that cores compute side by side, by estimated time |
//! | [`split`] | parts of ops for several cores, by estimated time |
//! | [`partition`], [`simulate`] | the program of one rank of a mesh, and its time on all ranks |
//! | [`fusion`] | groups of ops as kernels, by estimated time |
//! | [`upstream`] | passes of upstream MLIR, and its dialects as StableHLO |
//!
//! # What a pass may do
//!
//! - A pass changes a module only through the [`Rewriter`](hloom_ir::Rewriter) of its [`Context`],
//!   which keeps uses, names and source spans.
//! - The results stay the same, bit for bit, unless an option of the pass allows less (`fast`).
//! - Side effects stay, in their order, and so do errors of a run. A loop is assumed to end: a pass
//!   may erase a loop without effects whose results are not used.
//! - Discardable attributes are metadata: an op that replaces another one starts without them.
//! - Passes do no I/O and do not depend on a backend. All numbers come from the reference
//!   interpreter.
//!
//! ```
//! use hloom_passes::{Options, Pipeline};
//!
//! let mut module = hloom_ir::text::parse_module(
//!     "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//!        %0 = stablehlo.negate %x : tensor<4xf32>
//!        %1 = stablehlo.negate %0 : tensor<4xf32>
//!        return %1 : tensor<4xf32>
//!      }",
//! ).expect("a program");
//! let pipeline = Pipeline::parse("canonicalize,dce").expect("a pipeline");
//! hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ()).expect("it runs");
//! assert!(!module.to_string().contains("negate"));
//! ```
//!
//! # Where to begin
//!
//! A rule is one line in [`canonicalize`]; [`rule`] says what a rule has to hold. A pass is a module
//! with a function `run` and a row of [`TABLE`]. `tools/guide/contributing.md` has an example of
//! each, as a patch.

pub mod assign_splits;
pub mod canonicalize;
pub mod canonicalize_dynamism;
pub mod chlo;
pub mod context;
pub mod cse;
pub mod dce;
pub mod driver;
pub mod drop_encodings;
pub mod elsewhere;
pub mod expand_batch_norm;
pub mod expand_quantized;
pub mod expand_random;
pub mod expand_slice_reduce;
pub mod fold;
pub mod fuse_storage;
pub mod fusion;
pub mod gradient;
pub mod hoist;
pub mod inline;
pub mod layer_graph;
pub mod layout;
pub mod levels;
pub mod lift;
pub mod loops;
pub mod merge_siblings;
pub mod micro_batch;
pub mod options;
pub mod partition;
pub mod pipeline;
pub mod propagate_shardings;
pub mod refine_shapes;
pub mod relayout_sparse;
mod retype;
pub mod rule;
pub mod simulate;
pub mod split;
pub mod stages;
pub mod statistics;
pub mod structs;
pub mod symbol_dce;
pub mod table;
pub mod upstream;
pub mod vectorize;

pub use context::{Context, PassError, Upstream};
pub use driver::{Failure, Observer, Options, run};
pub use pipeline::Pipeline;
pub use table::{PassDef, TABLE};
