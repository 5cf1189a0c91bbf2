//! Running a kernel: blocks, warps, and who goes next.
//!
//! The blocks of a *wave* (one cluster, or as many as the options let be resident) run
//! interleaved, the waves one after another. A warp runs until it waits, or for a slice of
//! steps. In a warp, threads with the same position in the code form a group; the group that is
//! furthest behind goes first, so that groups meet again where the code comes together, at
//! the latest at the immediate post-dominator if the text is laid out as compilers do
//! (Diamos and others, "SIMD re-convergence at thread frontiers", 2011). A group that waits
//! lets the others of its warp run: threads of a warp may wait for each other.
//!
//! Everything is done in a fixed order on one thread of the host, so a launch has one
//! result. [`Order`](crate::Order) chooses another order, to find kernels that depend on it.

mod access;
mod atomics;
mod cluster;
mod copies;
mod fence;
mod location;
mod machine;
mod multiplications;
mod schedule;
mod step;
mod sync;
mod translate;

pub(crate) use access::Lines;
pub(crate) use copies::{Copy, Event, Mbarrier, Store};
pub(crate) use location::Location;
pub(crate) use machine::{Machine, Result, State, Warp, first, lanes, line_of, stop};
pub(crate) use multiplications::Flight;
pub(crate) use step::Flow;
