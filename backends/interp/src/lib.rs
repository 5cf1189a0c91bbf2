//! The reference interpreter: the semantics of every op that hloom knows.
//!
//! [`run()`] runs a function of a module on values. [`eval()`] and [`eval_op`] evaluate one
//! pure op on constants; passes fold constants with them. Both use the same kernels, so
//! a folded op, the body of a reduction and a whole program give the same bits. Every
//! backend and every rewrite is tested against this crate.
//!
//! # Guarantees
//!
//! * **Reference semantics.** Results are those of the StableHLO specification. Where the
//!   specification leaves a result open, hloom does as XLA does on a CPU, and the op's
//!   file says what that is.
//! * **One rounding.** Floats narrower than 32 bits compute in `f64` and round once for
//!   each op. Elementary functions of `f32` compute in `f64` and round. Sums of products
//!   (`dot.rs`, `conv.rs`) and reductions (`reduce.rs`) are computed in index order and round
//!   at each step, to the accumulation type (`accumulate.rs`) or to the type of the body.
//! * **Determinism.** The same program gives the same bits in each run, also where
//!   several processes run at the same time (`processes/`). Processes that wait for each
//!   other for ever end with [`ErrorKind::Deadlock`].
//! * **Errors instead of panics.** A program that can't be run gives a [`RunError`] that
//!   names the op. No program makes the interpreter panic.
//! * **Limits.** A tensor larger than [`Options::max_tensor_bytes`] is refused before
//!   memory is asked for. [`Options`] also limit the number of ops and the depth of calls
//!   and regions, and hold a flag that interrupts the run.
//!
//! # The modules
//!
//! Imports go down only; no two files import each other, directly or around.
//!
//! ```text
//!   run, run_with      fold: eval, eval_op      op_runner: OpRunner     entry points
//!           └───────────────────┼──────────────────────┘
//!                          interpreter          regions, blocks, one op within its limits
//!                      ┌────────┴────────┐
//!                  dispatch            eval     every op, in two exhaustive matches
//!                      │                 │
//!   regions, effects   │                 │      tensors to one tensor
//!   control call body/ reduce scatter    │      shape gather dot conv fft linalg/ norm
//!   sort chlo::scan parallel/ targets/    │      arith extents dynamic chlo/ quant
//!   random check watch …                 │
//!                      └────────┬────────┘
//!                      elementwise kernels      pointwise: unary binary convert special/
//!                      └────────┬────────┘
//!          leaves   run value error options host processes/ custom_call operands alloc
//!                   column function elem strided scales accumulate generator float
//!                   complex double_double/
//! ```
//!
//! Files of ops have the names of those of `hloom_ir::ops`. An evaluator of an op with
//! regions imports `run.rs`, not the interpreter: a `Run` carries function pointers by
//! which a region or an op is evaluated, so that the dispatcher imports the evaluators
//! and not the other way round.
//!
//! # Limitations
//!
//! * Foreign ops, and custom calls whose targets are neither built in (`targets/`) nor given
//!   ([`Options::targets`]), are [`ErrorKind::Unsupported`].
//! * It does not read or write files; a [`Host`] may.
//! * It favours correctness over speed. Kernels are dense loops over typed slices, without fusion,
//!   cache blocking and threads.
//!
//! # Glossary
//!
//! * **Column**: a slice of elements of one type, one for each index; a column of one element is
//!   broadcast.
//! * **Body**: a region that is applied to elements. A body of elementwise ops is compiled
//!   to a *program* over columns; any other is run element by element.
//! * **Frame**: the values of a running function, by their ids.
//! * **Fuel**: the ops that a run may still execute, [`Options::max_steps`].
//! * **Limit**: in the parameters of evaluators, the largest tensor in bytes.
//! * **Declared type**: the type that the program gives a result; the extents that it
//!   leaves open follow from the operands.
//! * **Rendezvous**: a point where the processes of a group exchange values.
//! * **Transport**: byte streams between ranks that are operating system processes; other crates
//!   implement it. Messages and collectives over it are in `processes/streams/`.

mod accumulate;
mod aggregate;
mod alloc;
mod arith;
mod binary;
mod body;
mod branch;
mod call;
mod check;
mod chlo;
mod column;
mod complex;
mod control;
mod conv;
mod convert;
mod custom_call;
mod dispatch;
mod dot;
mod double_double;
mod dynamic;
mod elem;
mod error;
mod eval;
mod extents;
mod families;
mod fft;
mod float;
mod fold;
mod function;
mod gather;
mod generator;
mod host;
mod interpreter;
mod linalg;
mod liveness;
mod norm;
mod op_runner;
mod operands;
mod options;
mod parallel;
mod pointwise;
mod processes;
mod quant;
mod random;
mod reduce;
mod reduce_parts;
mod run;
mod scalar;
mod scales;
mod scatter;
mod shape;
mod slice_reduce;
mod sort;
mod special;
mod storage_plan;
mod strided;
mod targets;
#[cfg(test)]
mod tests;
pub mod ulp;
mod unary;
mod value;
mod watch;

pub use custom_call::{Call, Target, Targets};
pub use error::{ErrorKind, EvalError, RunError};
pub use fold::{check_op, eval, eval_op};
pub use host::{Host, HostQueues, ProcessId, QueueHost};
pub use op_runner::OpRunner;
pub use options::{Observer, Options, Probe, ProbeFilter};
pub use parallel::{process_groups, process_partner};
pub use processes::events::CollectiveEvent;
pub use processes::future::Future;
pub use processes::ranks::{Announced, Fact, Rank, Ranks};
pub use processes::transport::{GRAIN, Transport};
pub use value::Value;

use hloom_ir::Module;

/// Runs function `entry` of the module on these inputs, with default
/// [`Options`].
///
/// # Errors
/// If the function does not exist or does not take such inputs, a check fails, an
/// op can't be run, or a limit is reached.
pub fn run(module: &Module, entry: &str, inputs: &[Value]) -> Result<Vec<Value>, Box<RunError>> {
    run_with(module, entry, inputs, &Options::default())
}

/// Runs function `entry` of the module on these inputs.
///
/// # Errors
/// As [`run()`].
pub fn run_with(
    module: &Module,
    entry: &str,
    inputs: &[Value],
    options: &Options<'_>,
) -> Result<Vec<Value>, Box<RunError>> {
    let mut run = interpreter::new_run(module, options).running_as(options.process());
    call::call(&mut run, entry, inputs.to_vec())
}

/// Runs function `entry` of the module on several ranks at the same time, each on inputs of its
/// own. Returns the results of each.
///
/// # Errors
/// As [`run()`]; the error names the rank.
pub fn run_ranks(
    module: &Module,
    entry: &str,
    inputs: Vec<Vec<Value>>,
    options: &Options<'_>,
) -> Result<Vec<Vec<Value>>, Box<RunError>> {
    let mut run = interpreter::new_run(module, options).running_as(options.process());
    parallel::run_ranks(&mut run, entry, inputs)
}
