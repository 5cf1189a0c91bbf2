//! Simulation of one step of a program on many ranks, by times alone.
//!
//! Each rank runs a *stream*: computations, which take known times, and exchanges with other ranks,
//! whose times follow from the bytes and the links of a mesh. The simulation is one of discrete
//! events: a rank waits for the ranks that it exchanges data with, and only for these, so that
//! pipelines fill and drain, and delays spread along chains of neighbours.
//!
//! ```text
//!   rank 0   dot ████ all_reduce ░░▒▒▒▒ tanh ██        ░ waits for rank 1
//!   rank 1   dot ██████ all_reduce ▒▒▒▒ tanh ██        ▒ exchanges data
//! ```
//!
//! Ranks that run equal streams and exchange data with equal ranks take equal times; they form one
//! *class*, of which one rank is simulated. A program whose ranks are all alike is one class, however
//! many ranks there are.
//!
//! | module | contents |
//! |---|---|
//! | [`link`] | the links along an axis of a mesh: rate, latency, topology; their text form |
//! | [`collective`] | the algorithms of collectives on one axis and on several, and their costs |
//! | [`route`] | the axes of a mesh that groups of ranks span |
//! | [`message`] | the cost of messages between pairs of ranks |
//! | [`stream`] | the steps of ranks |
//! | [`class`] | classes of equal ranks |
//! | [`run`] | the simulation and its report |
//! | [`cores`] | tasks on cores that share memory |
//!
//! All of it is numbers: nothing here knows the IR.
//!
//! Costs of collectives: Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication
//! Operations in MPICH", International Journal of High Performance Computing Applications, 2005.

pub mod class;
pub mod collective;
pub mod cores;
pub mod link;
pub mod message;
pub mod route;
pub mod run;
pub mod stream;

pub use collective::{Algorithm, Collective, Cost, Stage, cost};
pub use link::{Link, Topology};
pub use route::{Axes, Span, spans};
pub use run::{Report, StuckError, simulate};
pub use stream::{Pattern, Ranks, Side, Step};
#[cfg(test)]
mod tests;
