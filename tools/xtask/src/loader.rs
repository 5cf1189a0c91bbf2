//! The timed campaign of the loader's number of threads.

use crate::{Outcome, Usage, process};

/// `cargo xtask loader [waiting|computing]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let line = ["run", "--release", "--package", "hloom-loader", "--example", "threads", "--"];
    let mut cargo = process::cargo(line);
    match args {
        [] => {}
        [steps] if ["waiting", "computing"].contains(&steps.as_str()) => drop(cargo.arg(steps)),
        _ => return Err(Usage("`loader` takes `waiting`, `computing` or nothing".into()).into()),
    }
    Ok(process::status(&mut cargo)?.success())
}
