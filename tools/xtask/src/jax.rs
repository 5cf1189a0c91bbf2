//! `cargo xtask wheel`, `jax-census` and `jax-test`: the plugin for JAX, as a wheel and under tests.
//!
//! JAX comes from PyPI into a Python environment under cargo's folder; its own tests from a checkout
//! that the caller names. The scripts are in `tools/python`.

use crate::suite::environment;
use crate::{Outcome, Usage, process, setup};
use anyhow::bail;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the Python package.
const PACKAGE: &str = "tools/python";

/// Builds the plugin's library for releases.
fn library() -> anyhow::Result<Option<PathBuf>> {
    setup::ensure()?;
    let built = process::status(&mut process::cargo(["build", "--release", "-p", "hloom-pjrt"]))?;
    Ok(built.success().then(|| process::target().join("release/libhloom_pjrt.so")))
}

/// `cargo xtask wheel`: a wheel with the plugin in `target/wheels`.
pub(crate) fn wheel(args: &[String]) -> Outcome {
    if let [arg, ..] = args {
        return Err(Usage(format!("unexpected argument `{arg}`")).into());
    }
    let Some(library) = library()? else { return Ok(false) };
    let mut command = Command::new("python3");
    command.current_dir(process::root()).arg(Path::new(PACKAGE).join("wheel.py"));
    command.arg(library).arg(process::target().join("wheels"));
    Ok(process::status(&mut command)?.success())
}

/// Runs a script with JAX, which finds the plugin.
fn script(name: &str, args: &[String]) -> Outcome {
    let Some(library) = library()? else { return Ok(false) };
    let Some(python) = environment("python-plugin", "tools/python/requirements.txt")? else {
        return Ok(false);
    };
    let mut command = Command::new(&python);
    command.current_dir(process::root()).arg(Path::new(PACKAGE).join("tests").join(name));
    command.args(args);
    command.env("PYTHONPATH", process::root().join(PACKAGE));
    command.env("HLOOM_PJRT_LIBRARY", library).env("JAX_PLATFORMS", "hloom,cpu");
    Ok(process::status(&mut command)?.success())
}

/// `cargo xtask jax-census`: functions of JAX on hloom and on its CPU platform.
pub(crate) fn census(args: &[String]) -> Outcome {
    script("census.py", args)
}

/// `cargo xtask jax-test FOLDER`: JAX's own tests on hloom.
pub(crate) fn tests(args: &[String]) -> Outcome {
    let Some((folder, options)) = args.split_first() else {
        return Err(Usage("the folder of a checkout of jax-ml/jax is needed".into()).into());
    };
    if !Path::new(folder).join("tests/lax_test.py").is_file() {
        bail!("{folder} is not a checkout of jax-ml/jax: it has no tests/lax_test.py");
    }
    let folder = std::fs::canonicalize(folder)?.to_string_lossy().into_owned();
    script("jax_tests.py", &[&[folder], options].concat())
}
