//! Scheduling of whole graphs: layers of ops, pipeline levels and micro-batches.
//!
//! A graph of ops becomes a sequence of *layers*. The ops of a layer run side by side on the cores,
//! or one after the other on all cores; a layer begins when the one before it has ended. Consecutive
//! layers become *levels* of a pipeline, each with a share of the cores, and a batch becomes
//! *micro-batches*, which follow each other through the levels.
//!
//! | module | it answers |
//! |---|---|
//! | [`graph`] | the ops of a graph with their times, and the order in which they depend on each other |
//! | [`op_set`] | which ops are in a set |
//! | [`prefixes`] | the sets of ops that are closed under predecessors, one of which is run at each border |
//! | [`list`] | the time of a set of ops on some cores, by list scheduling |
//! | [`layers`] | the layers of the least time: exactly, by bisection, and two baselines |
//! | [`mod@levels`] | the most pipeline levels that fit the cores, and the fastest of these |
//! | [`mod@micro_batches`] | how many micro-batches a batch should have |
//! | [`pipeline`] | when each level works on which micro-batch, forward and backward |
//!
//! All of it is numbers: nothing here knows the IR.
//!
//! Sources: Wang and others, "Load balancing optimization of deep-learning compiler model training"
//! (the Mofang compiler), whose numbers of equations, (5) to (10), and of algorithms are used here;
//! Ding and others, "IOS: Inter-Operator Scheduler for CNN Acceleration", MLSys 2021; Huang and
//! others, "GPipe", NeurIPS 2019; Narayanan and others, "PipeDream", SOSP 2019.

pub mod graph;
pub mod layers;
pub mod levels;
pub mod list;
pub mod micro_batches;
pub mod op_set;
pub mod pipeline;
pub mod prefixes;
#[cfg(test)]
mod testing;

pub use graph::{OpGraph, OpTimes, ScheduleError};
pub use layers::{Layering, Limits, Method, Strategy};
pub use levels::{Levels, levels};
pub use micro_batches::{MicroBatches, micro_batches};
pub use op_set::OpSet;
pub use pipeline::{Order, Simulation, StageTimes, simulate};
