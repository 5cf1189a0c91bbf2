//! `cargo xtask storage-bench`: storage programs beside SciPy, PyData sparse and loops by hand in C.
//!
//! The peers come from PyPI into a Python environment of their own under cargo's folder, the first
//! time. The loops are `tests/bench/storage/loops.c`, and gcc compiles them for this machine.

use std::process::Command;

use crate::{Outcome, process, setup, suite};

/// `cargo xtask storage-bench`; all options and names go to `tests/bench/storage.py`.
pub(crate) fn run(args: &[String]) -> Outcome {
    setup::ensure()?;
    let mut build = process::cargo(["build", "--release", "--package", "hloom"]);
    if !process::status(&mut build)?.success() {
        return Ok(false);
    }
    let requirements = "tests/bench/storage_requirements.txt";
    let Some(python) = suite::environment("python-storage", requirements)? else {
        return Ok(false);
    };
    let program = process::target().join("release/hloom");
    let mut command = Command::new(python);
    command.current_dir(process::root()).arg("tests/bench/storage.py").arg("--hloom").arg(program);
    Ok(process::status(command.args(args))?.success())
}
