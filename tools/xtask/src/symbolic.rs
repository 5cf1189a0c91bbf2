//! `cargo xtask symbolic`: the functions of JAX's shape-polymorphism tests, exported with their
//! dimensions left open, through hloom.
//!
//! JAX comes from PyPI into a Python environment under cargo's folder, its tests from a checkout at
//! the tag of that release; they are read where they are. `tests/jax/symbolic.py` exports the
//! programs with inputs and JAX's results as `.npy` files (once for a checkout: the folder stays),
//! runs them on each backend and compares. `tests/spec/symbolic.txt` lists what differs, with
//! reasons; anything else that differs, and a row that holds no longer, fail the command.

use crate::suite::environment;
use crate::{Outcome, Usage, process, setup};
use anyhow::bail;
use std::path::Path;
use std::process::Command;

/// The script that exports and compares.
const SCRIPT: &str = "tests/jax/symbolic.py";

/// The backends, whose names are hloom's.
const BACKENDS: [&str; 2] = ["interp", "cpu"];

/// `cargo xtask symbolic FOLDER`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let [folder] = args else {
        return Err(Usage("the folder of a checkout of jax-ml/jax is needed".into()).into());
    };
    if !Path::new(folder).join("tests/shape_poly_test.py").is_file() {
        bail!("{folder} is not a checkout of jax-ml/jax: it has no tests/shape_poly_test.py");
    }
    let folder = std::fs::canonicalize(folder)?;
    setup::ensure()?;
    if !process::status(&mut process::cargo(["build", "--package", "hloom"]))?.success() {
        return Ok(false);
    }
    let Some(python) = environment("python-symbolic", "tests/jax/requirements.txt")? else {
        return Ok(false);
    };
    let script = |arguments: &[&Path]| {
        let mut command = Command::new(&python);
        command.current_dir(process::root()).arg(SCRIPT).args(arguments);
        process::status(&mut command)
    };
    let programs = process::target().join("symbolic");
    let exported = programs.join("exported");
    if !exported.is_file() {
        if programs.exists() {
            std::fs::remove_dir_all(&programs)?;
        }
        if !script(&[Path::new("export"), &folder, &programs])?.success() {
            return Ok(false);
        }
        std::fs::write(exported, "")?;
    }
    let program = process::target().join("debug/hloom");
    let mut right = true;
    for backend in BACKENDS {
        let ended = script(&[Path::new("check"), &programs, &program, Path::new(backend)])?;
        right &= ended.success();
    }
    Ok(right)
}
