//! Simulation of the program of a rank on all ranks of a mesh.
//!
//! [`partition`](crate::partition) makes the program of one rank. Here it becomes a stream of steps
//! for each rank: kernels, whose times the machine model estimates, and collectives, whose costs
//! follow from the links. [`hloom_analysis::simulate`] runs the streams.
//!
//! ```text
//!   %y = dot_general %x, %w    ──►    compute  dot_general           3.1 ms
//!   %s = all_reduce %y                exchange all_reduce "model"    ring, 2.0 ms, 8 MB sent
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`control`] | conditions that depend on the rank or on counters, evaluated |
//! | [`exchange`] | the ranks, the bytes and the cost of a collective |
//! | [`trace`] | the streams of all ranks |
//! | [`memory`] | the memory of a rank |
//! | [`cores`] | the kernels of a program as tasks of cores that share memory |
//!
//! Loops run as often as their counters say, and conditions take the arm that the rank takes. A
//! loop whose trip count depends on tensors is simulated once, and of a condition that does so, the
//! longest arm; a note says so.

pub mod control;
pub mod cores;
pub mod exchange;
pub mod memory;
#[cfg(test)]
mod tests;
pub mod trace;

use crate::fusion::machine::Machine;
use hloom_analysis::simulate::{Axes, Link};
use hloom_ir::OpId;
use std::fmt;

/// The machine that a program is simulated on.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rates of a rank.
    pub machine: Machine,
    /// The names of the mesh's axes, major to minor.
    pub names: Vec<String>,
    /// Their sizes.
    pub axes: Axes,
    /// The links along each axis.
    pub links: Vec<Link>,
    /// The cores that all ranks share, if they run on one machine; else each rank has its own.
    pub cores: Option<f64>,
}

/// An error of a simulation: a sentence, and the op that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulateError {
    /// The op.
    pub op: OpId,
    /// The sentence, without a full stop.
    pub message: String,
}

impl fmt::Display for SimulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SimulateError {}
