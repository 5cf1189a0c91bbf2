//! Special functions with one and two operands.
//!
//! They are evaluated in double-double arithmetic and rounded once, so results of every float type
//! are within 0.51 units in the last place. `legalize-chlo` expands the same functions into
//! StableHLO ops; each implementation checks the other.

pub(crate) mod apply;
mod error_function;
mod gamma;
mod inverse;
