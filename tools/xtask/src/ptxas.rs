//! NVIDIA's assembler for the tests of kernels: from PyPI, the first time, into a folder
//! under cargo's.

use std::path::PathBuf;
use std::process::Command;

use crate::process;

/// The variable that names the assembler.
pub(crate) const VARIABLE: &str = "HLOOM_PTXAS";

/// The wheel that holds it.
const WHEEL: &str = "nvidia-cuda-nvcc-cu12";

/// The path of the assembler; `None`, and a notice, if it can't be had. One that the
/// environment names is left to it.
pub(crate) fn find() -> anyhow::Result<Option<PathBuf>> {
    if std::env::var_os(VARIABLE).is_some() {
        return Ok(None);
    }
    let folder = process::target().join("ptxas");
    let program = folder.join("nvidia/cuda_nvcc/bin/ptxas");
    if program.is_file() {
        return Ok(Some(program));
    }
    let mut install = Command::new("python3");
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(&folder);
    install.arg(WHEEL);
    eprintln!("{}", process::line(&install));
    let installed = process::status(&mut install).is_ok_and(|status| status.success());
    if installed && program.is_file() {
        return Ok(Some(program));
    }
    eprintln!("notice: PyPI's {WHEEL} can't be had, so no kernel goes through ptxas");
    Ok(None)
}
