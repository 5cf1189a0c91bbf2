//! `cargo xtask setup`: LLVM and MLIR 22 are there, or get installed.
//!
//! First a look at a dozen files ([`probe`]), which is all that a second start
//! does. If something is missing, Debian's packages are installed with
//! apt-get ([`apt`]); if that is impossible, the error says what to install and
//! how on other systems ([`advice`]).
//!
//! It installs nothing from elsewhere than the package sources that the machine
//! is already set up with, and never builds LLVM.

mod advice;
mod apt;
mod probe;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;

use crate::terminal::{Style, duration};
use crate::{Outcome, Usage};
use apt::{InstallPlan, Means};
use probe::System;

/// `cargo xtask setup [--mpi] [--dry-run [--root DIR]]`.
///
/// `--mpi` also installs Open MPI, with which ranks of several machines run; hloom loads it when it is
/// asked for, and tests of it run where it is installed.
/// `--dry-run` installs nothing and says what would be done; `--root` makes it
/// look for files under DIR, as if that were the whole machine.
pub(crate) fn run(args: &[String]) -> Outcome {
    let (mut dry, mut root, mut mpi) = (false, None, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match (arg.as_str(), arg.strip_prefix("--root=")) {
            ("--dry-run", _) => dry = true,
            ("--mpi", _) => mpi = true,
            ("--root", _) => {
                let dir = args.next().ok_or_else(|| Usage("--root needs a folder".to_owned()))?;
                root = Some(PathBuf::from(dir));
            }
            (_, Some(dir)) => root = Some(PathBuf::from(dir)),
            _ => return Err(Usage(format!("unexpected argument `{arg}`")).into()),
        }
    }
    if root.is_some() && !dry {
        return Err(Usage("--root goes with --dry-run only".to_owned()).into());
    }
    let started = Instant::now();
    let mut system = System::here()?;
    if let Some(root) = root {
        system.root = root;
    }
    if prepare(&system, dry)? {
        println!(
            "LLVM and MLIR 22: found in {}, nothing to install ({})",
            system.prefix.display(),
            duration(started.elapsed())
        );
    }
    if mpi {
        prepare_mpi(&system, dry)?;
    }
    Ok(true)
}

/// Installs Open MPI if there is no `mpirun`.
fn prepare_mpi(system: &System, dry: bool) -> anyhow::Result<()> {
    if let Some(found) = crate::process::find("mpirun", &system.path) {
        println!("MPI: found {}, nothing to install", found.display());
        return Ok(());
    }
    let names = vec!["openmpi-bin"];
    let sudo = match Means::of(system) {
        Some(Means::Direct) => false,
        Some(Means::Sudo) => true,
        Some(Means::NotAllowed) => bail!("{}", advice::no_sudo(&names)),
        None => bail!("MPI is not installed, and there is no apt-get to install it with"),
    };
    let plan = InstallPlan { sudo, names };
    if dry {
        println!("{}", plan.install().join(" "));
        return Ok(());
    }
    plan.carry_out()
}

/// The same as the first step of other commands: silent where nothing is missing.
pub(crate) fn ensure() -> anyhow::Result<()> {
    prepare(&System::here()?, false).map(drop)
}

/// Installs what is missing, or with `dry` says how; true where nothing was missing.
fn prepare(system: &System, dry: bool) -> anyhow::Result<bool> {
    system.check_version()?;
    let missing = system.missing();
    if missing.is_empty() {
        return Ok(true);
    }
    let names: Vec<&str> = missing.iter().map(|m| m.package.name).collect();
    if !system.is_default() && missing.iter().any(|m| m.in_prefix()) {
        bail!("{}", advice::other_prefix(system, &missing));
    }
    let Some(means) = Means::of(system) else { bail!("{}", advice::no_apt(&names)) };
    let plan = match means {
        Means::Direct => InstallPlan { sudo: false, names },
        Means::Sudo => InstallPlan { sudo: true, names },
        Means::NotAllowed => bail!("{}", advice::no_sudo(&names)),
    };

    let style = Style::stderr();
    eprintln!("{}", style.bold("hloom builds on LLVM and MLIR 22. Missing here:"));
    for m in &missing {
        eprintln!("  {:<18} {}", m.package.name, style.dim(&m.why()));
    }
    if dry {
        println!("{}   # where the package lists lack them", plan.update().join(" "));
        println!("{}", plan.install().join(" "));
        return Ok(false);
    }
    plan.carry_out()?;

    // Trust files, not exit codes: a package may be there and lack what is needed.
    let missing = system.missing();
    if !missing.is_empty() {
        bail!("{}", advice::still_missing(&missing));
    }
    eprintln!("{}", style.green("LLVM and MLIR 22 are installed."));
    Ok(false)
}
