//! Arithmetic on tensor elements, expanded into the instructions of loop
//! programs.
//!
//! Elementary functions are polynomials and bit arithmetic without branches, so
//! they vectorize, and every target computes the same bits. They are written once
//! against [`Arith`], which either makes instructions ([`Emitter`]) or computes at
//! once ([`Direct`]); tests and the direct interpretation of nests use the second.
//!
//! Error bounds, in units in the last place, held by tests over dense samples of
//! all arguments:
//!
//! | function | f32 | f64 |
//! |---|---|---|
//! | exp, expm1, log, log1p, tanh, logistic, sqrt, rsqrt, cbrt | 4 | 4 |
//! | erf, erfc, erf_inv | 4 | by a formula of `legalize-chlo` |
//! | sin, cos, tan (any argument), atan2, pow | 4 | 2 |
//!
//! Narrower floats compute in `f32`
//! and round once for each operation, so their results are those of the exact
//! function but for the rarest ties. Integer operations are exact, with the
//! meaning that [`crate::program`] gives them at their edges.

mod apply;
mod arith;
mod compare;
mod complex;
mod convert;
mod double_double;
mod element;
mod elementary32;
mod elementary64;
mod error_function;
mod integer;
mod op;
mod power64;
mod real;
#[cfg(test)]
mod tests;
mod trigonometry;
mod trigonometry64;

pub use apply::{Unsupported, apply, identity};
pub use arith::{Arith, Direct, Emitter, library};
pub(crate) use compare::total_order;
pub use element::{Parts, constant, from_storage, register, to_storage};
pub use op::{Cost, Direction, NoExpansion, ScalarOp};
