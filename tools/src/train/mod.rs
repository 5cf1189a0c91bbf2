//! `hloom train`: runs a training step on the batches of a dataset.
//!
//! ```text
//!  MODEL, --init ─► signature ─► state           --loss ─► update: gradient, optimizer ─► a step
//!  --dataset ─► feed ─► hloom-loader ─► batches
//!  state, batch ─► session: the compiled step ─► state, metrics ─► metrics, page, checkpoint
//!  weights, batch ─► apply: any compiled program ─► results (hloom run --dataset)
//! ```

pub(crate) mod apply;
mod args;
mod checkpoint;
mod cores;
mod feed;
mod metrics;
mod model;
mod page;
mod session;
mod signature;
mod skipped;
mod update;

pub use args::Args;

use crate::{ExitStatus, Io};

/// Runs the subcommand.
///
/// # Errors
/// If a file can't be read or written, or options conflict.
pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    session::run(&args, io)
}
