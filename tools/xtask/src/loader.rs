//! The timed campaign of the loader's number of threads.

use crate::{Outcome, Usage, process};

/// `cargo xtask loader`.
pub(crate) fn run(args: &[String]) -> Outcome {
    if !args.is_empty() {
        return Err(Usage("`loader` takes no arguments".into()).into());
    }
    let line = ["run", "--release", "--package", "hloom-loader", "--example", "threads"];
    Ok(process::status(&mut process::cargo(line))?.success())
}
