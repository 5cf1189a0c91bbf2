//! `cargo xtask suite`: the programs of `tests/bench` beside XLA.
//!
//! JAX, which brings XLA for CPUs, comes from PyPI into a Python environment of its
//! own under cargo's folder, the first time; with `--iree` IREE does too, into another.
//! `--mlir` times upstream MLIR too, alone on a thread, by another script. `--chart` runs nothing: it
//! draws the committed table.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, chart, process, setup};

/// `cargo xtask suite [--chart | --mlir]`; all other options and names go to `tests/bench/run.py`, or
/// `tests/bench/mlir.py`.
pub(crate) fn run(args: &[String]) -> Outcome {
    if args == ["--chart"] {
        return chart::write();
    }
    setup::ensure()?;
    let (mlir, args): (Vec<&String>, Vec<&String>) = args.iter().partition(|it| *it == "--mlir");
    let script = if mlir.is_empty() { "tests/bench/run.py" } else { "tests/bench/mlir.py" };
    let mut build = process::cargo(["build", "--release", "--package", "hloom"]);
    if !mlir.is_empty() {
        build.args(["--package", "hloom-mlir"]);
    }
    if !process::status(&mut build)?.success() {
        return Ok(false);
    }
    let (name, requirements) = match args.iter().any(|it| *it == "--iree") {
        true => ("python-iree", "tests/bench/iree_requirements.txt"),
        false => ("python", "tests/bench/requirements.txt"),
    };
    let Some(python) = environment(name, requirements)? else {
        return Ok(false);
    };
    let program = process::target().join("release/hloom");
    let mut command = Command::new(python);
    command.current_dir(process::root()).arg(script).arg("--hloom").arg(program);
    Ok(process::status(command.args(args))?.success())
}

/// The Python of an environment under cargo's folder that has these requirements; `None`
/// where it can't be made.
pub(crate) fn environment(name: &str, requirements: &str) -> anyhow::Result<Option<PathBuf>> {
    let folder = process::target().join(name);
    let (python, ready) = (folder.join("bin/python"), folder.join("ready"));
    let requirements = Path::new(requirements);
    let packages = std::fs::read(process::root().join(requirements))?;
    if std::fs::read(&ready).is_ok_and(|installed| installed == packages) {
        return Ok(Some(python));
    }
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&folder);
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(requirements);
    for command in [&mut make, &mut install] {
        eprintln!("{}", process::line(command));
        if !process::status(command.current_dir(process::root()))?.success() {
            return Ok(None);
        }
    }
    std::fs::write(ready, packages)?;
    Ok(Some(python))
}
