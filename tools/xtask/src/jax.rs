//! `cargo xtask wheel`, `jax-census`, `jax-test`, `jax-libraries` and `jax-bench`: the plugin for JAX, as a
//! wheel, under tests, under libraries, and beside JAX's own CPU platform.
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

/// The number of devices that the package's own tests need.
const DEVICES: &str = "4";

/// Builds the plugin's library for releases.
fn library() -> anyhow::Result<Option<PathBuf>> {
    setup::ensure()?;
    let built = process::status(&mut process::cargo(["build", "--release", "-p", "hloom-pjrt"]))?;
    Ok(built.success().then(|| process::target().join("release/libhloom_pjrt.so")))
}

/// The packages that build a wheel, and make it one for other systems.
const WHEEL_PACKAGES: &str = "tools/python/wheel.txt";

/// `cargo xtask wheel`: a manylinux wheel with the plugin in `target/wheels`.
pub(crate) fn wheel(args: &[String]) -> Outcome {
    if let [arg, ..] = args {
        return Err(Usage(format!("unexpected argument `{arg}`")).into());
    }
    let Some(library) = library()? else { return Ok(false) };
    let Some(python) = environment("python-wheel", WHEEL_PACKAGES)? else { return Ok(false) };
    let folder = process::target().join("wheels");
    // Wheels of earlier builds may have other names.
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder)?;
    }
    let source = folder.join("source");
    with_library(&source, &library)?;
    let plain = folder.join("plain");
    let mut build = Command::new(&python);
    build.args(["-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps"]);
    build.arg("--wheel-dir").arg(&plain).arg(&source);
    if !process::status(&mut build)?.success() {
        return Ok(false);
    }
    // auditwheel puts libraries that other systems may lack (libffi) into the wheel, and the C library that
    // it needs into its name. It calls patchelf.
    let mut repair = Command::new(&python);
    repair.args(["-m", "auditwheel", "repair", "--wheel-dir"]).arg(&folder);
    for entry in std::fs::read_dir(&plain)? {
        repair.arg(entry?.path());
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let own = python.parent().map(Path::to_path_buf);
    repair.env("PATH", std::env::join_paths(own.into_iter().chain(std::env::split_paths(&paths)))?);
    let done = process::status(&mut repair)?.success();
    std::fs::remove_dir_all(&source)?;
    std::fs::remove_dir_all(&plain)?;
    Ok(done)
}

/// Copies the Python package to a folder, with the library beside its modules: setuptools writes beside
/// what it builds.
fn with_library(folder: &Path, library: &Path) -> anyhow::Result<()> {
    let package = process::root().join(PACKAGE);
    let modules = Path::new("jax_plugins/hloom");
    std::fs::create_dir_all(folder.join(modules))?;
    for file in ["pyproject.toml", "setup.py"] {
        std::fs::copy(package.join(file), folder.join(file))?;
    }
    for entry in std::fs::read_dir(package.join(modules))? {
        let path = entry?.path();
        if let Some(name) =
            path.file_name().filter(|_| path.extension().is_some_and(|it| it == "py"))
        {
            std::fs::copy(&path, folder.join(modules).join(name))?;
        }
    }
    std::fs::copy(library, folder.join(modules).join("libhloom_pjrt.so"))?;
    Ok(())
}

/// The packages that the plugin's own scripts need.
const PACKAGES: &str = "tools/python/requirements.txt";

/// Runs Python with the packages of a list, among them JAX, which finds the plugin with this number of
/// devices.
fn python(packages: &str, args: &[String], devices: &str) -> Outcome {
    let Some(library) = library()? else { return Ok(false) };
    let name = if packages == PACKAGES { "python-plugin" } else { "python-libraries" };
    let Some(python) = environment(name, packages)? else { return Ok(false) };
    let mut command = Command::new(&python);
    command.current_dir(process::root()).args(args);
    command.env("PYTHONPATH", process::root().join(PACKAGE));
    command.env("HLOOM_PJRT_LIBRARY", library).env("JAX_PLATFORMS", "hloom,cpu");
    command.env("HLOOM_DEVICES", devices);
    Ok(process::status(&mut command)?.success())
}

/// Runs a script of the package.
fn script(name: &str, args: &[String]) -> Outcome {
    python(PACKAGES, &[&[format!("{PACKAGE}/{name}")], args].concat(), "1")
}

/// `cargo xtask jax-libraries`: programs of libraries on top of JAX, on hloom and on JAX's CPU platform.
pub(crate) fn libraries(args: &[String]) -> Outcome {
    let script = [format!("{PACKAGE}/tests/libraries.py")];
    python("tools/python/libraries.txt", &[&script, args].concat(), "1")
}

/// `cargo xtask jax-census`: functions of JAX on hloom and on its CPU platform.
pub(crate) fn census(args: &[String]) -> Outcome {
    script("tests/census.py", args)
}

/// `cargo xtask jax-bench`: calls, compilation and training scripts beside JAX's CPU platform.
pub(crate) fn bench(args: &[String]) -> Outcome {
    script("bench/compare.py", args)
}

/// `cargo xtask jax-test [FOLDER]`: the package's tests, or JAX's own tests, on hloom.
pub(crate) fn tests(args: &[String]) -> Outcome {
    let Some((folder, options)) = args.split_first() else {
        let pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider"].map(str::to_owned);
        return python(PACKAGES, &[&pytest[..], &[format!("{PACKAGE}/tests")]].concat(), DEVICES);
    };
    if !Path::new(folder).join("tests/lax_test.py").is_file() {
        bail!("{folder} is not a checkout of jax-ml/jax: it has no tests/lax_test.py");
    }
    let folder = std::fs::canonicalize(folder)?.to_string_lossy().into_owned();
    script("tests/jax_tests.py", &[&[folder], options].concat())
}
