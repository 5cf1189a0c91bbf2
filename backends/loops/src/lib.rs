//! Loop programs over buffers: the level between tensor ops and code generators.
//!
//! It has three forms, one after the other:
//! - a *nest* ([`nest`]) says what is computed: named dimensions, maps from them to
//!   the elements of inputs and outputs, a scalar body, combiners for reductions;
//! - a *schedule* ([`schedule`]) says how: tile, interchange, vectorize, unroll, run
//!   in parallel;
//! - a *loop program* ([`program`]) is what the machine does: loops over typed
//!   buffers with scalar and vector values. Code generators print it.
//!
//! [`lower`] comes here from the tensor IR: an op or a fusion becomes a nest, a
//! function becomes a program of kernels.
//!
//! Index expressions ([`index`]) are shared by nests and programs. [`text`] parses
//! loop programs; [`math`] expands elementary functions.
//!
//! No code generation is here and no tensor-level rewriting; nothing here runs
//! fast, it makes things that do.

pub mod index;
pub mod lower;
pub mod math;
pub mod nest;
pub mod program;
pub mod schedule;
pub mod text;

pub use lower::{
    Lowered, Unsupported, lower_donating, lower_function, lower_hosted, lower_scheduled,
};
