//! The meaning of every op: an interpreter that all else is compared with.
//!
//! [`run`] runs a function of a module on values; [`eval`] and [`eval_op`]
//! evaluate one pure op on constants, which is what passes fold with. There is
//! one numerics: the same kernels run a whole program, a folded op and the body
//! of a reduction.
//!
//! # What it promises
//!
//! * Results are those of the StableHLO specification. Where it leaves a result
//!   open, hloom does as XLA does on a CPU, and the op's file says what that is.
//! * Floats narrower than 32 bits compute in `f64` and round once for each op.
//!   Elementary functions of `f32` compute in `f64` and round. Products are summed
//!   in `f64` (`dot.rs`); other sums round at each step, in pairs
//!   (`reduce.rs`). The same program gives the same bits in each run.
//! * Several processes run at the same time, each in a thread (`parallel/`), and give
//!   the same results in each run. Those that wait for each other for ever are told so.
//! * Nothing that can be written in a program makes it panic or take more memory
//!   for a tensor than [`Options`] allow; it gives a [`RunError`] that names the
//!   op.
//!
//! # What it does not do
//!
//! It runs no foreign ops, and of custom calls those whose targets it knows
//! (`target/`) or is given ([`Options::targets`]). It
//! reads and writes no files; a [`Host`] may. It is written to be right; the kernels are dense
//! loops over typed slices, but nothing is fused, blocked for caches or threaded.
//!
//! Files mirror those of `hloom_ir::ops`; the families of elementwise ops meet in
//! `pointwise.rs`.

mod aggregate;
mod arith;
mod binary;
mod body;
mod branch;
mod call;
mod check;
mod chlo;
mod complex;
mod control;
mod conv;
mod convert;
mod dot;
mod dynamic;
mod elem;
mod error;
mod extents;
mod families;
mod fft;
mod float;
mod fold;
mod gather;
mod host;
mod linalg;
mod liveness;
mod norm;
mod options;
mod parallel;
mod pointwise;
mod quant;
mod random;
mod reduce;
mod run;
mod scalar;
mod scatter;
mod shape;
mod sort;
mod steps;
mod strided;
mod target;
#[cfg(test)]
mod tests;
pub mod ulp;
mod unary;
mod value;
mod watch;

pub use error::{Fault, RunError, Trouble};
pub use fold::{check_op, eval, eval_op};
pub use host::{Ends, Host, ProcessId, Queues};
pub use options::{Options, Probe, Wanted};
pub use parallel::Future;
pub use steps::Steps;
pub use target::{Call, Target, Targets};
pub use value::Value;
pub use watch::Observer;

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
/// As [`run`].
pub fn run_with(
    module: &Module,
    entry: &str,
    inputs: &[Value],
    options: &Options<'_>,
) -> Result<Vec<Value>, Box<RunError>> {
    let process = parallel::Process::alone();
    let mut run = run::Run::new(module, options).running_as(process);
    call::call(&mut run, entry, inputs.to_vec())
}
