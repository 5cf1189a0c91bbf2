//! `cargo xtask demo`: trained networks classify real images, from text to machine code.
//!
//! Sets up, builds `hloom` in release mode, runs the programs of `tests/models`
//! on the CPU backend and on the interpreter, and compares their results with
//! JAX's. It fails where a result is further from JAX's than [`ALLOWED`], or
//! where the two backends answer differently.
//!
//! It runs the `hloom` program as any user would, and reads the files that it
//! writes: nothing here knows how tensors are computed.

mod build;
mod digits;
mod model;
mod npy;
mod report;

use std::time::Instant;

use crate::terminal::{self, Style, duration};
use crate::{Outcome, no_more, process, setup};
use model::{Backend, Model};
use report::Report;

/// The largest distance of a result from JAX's, relative to the largest value beside it.
const ALLOWED: f64 = 1e-4;

/// `cargo xtask demo`.
pub(crate) fn run(args: &[String]) -> Outcome {
    no_more(args)?;
    let started = Instant::now();
    setup::ensure()?;
    let hloom = build::hloom()?;

    let report = Report { style: Style::stdout(), colors: terminal::colors() };
    let mut well = true;
    for model in model::MODELS {
        println!();
        match compare(&hloom, model, &report) {
            Ok(good) => well &= good,
            // One program that fails does not hide what the others do.
            Err(error) => {
                well = false;
                println!("{} {}: {error:#}", report.style.red("FAILED"), model.name);
            }
        }
    }
    println!("\n{}", report.verdict(well, &duration(started.elapsed())));
    Ok(well)
}

/// Runs one model on both backends and prints what came out.
fn compare(hloom: &std::path::Path, model: &Model, report: &Report) -> anyhow::Result<bool> {
    let models = process::root().join("tests/models");
    let case = model.load(&models.join(model.name))?;
    let out = process::target().join("demo");
    let cpu = case.run(hloom, Backend::Cpu, &out)?;
    let alone = model
        .for_one_image()
        .map(|one| one.load(&models.join(one.name))?.run(hloom, Backend::Cpu, &out))
        .transpose()?;
    let interp = case.run(hloom, Backend::Interp, &out)?;
    Ok(report.model(&case, &cpu, alone.as_ref(), &interp))
}
