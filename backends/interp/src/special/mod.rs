//! Special functions of one and two numbers.
//!
//! They are evaluated in double-double arithmetic and round once, so that results of
//! every float type are within 0.51 units in the last place. `legalize-chlo` writes the
//! same functions with StableHLO's ops; each is a check of the other.

pub(crate) mod apply;
mod error_function;
mod gamma;
mod inverse;
