//! Runs of a rank's program on processes of this machine: the times of its steps.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use hloom_ir::Module;

/// The times of a step on processes, in seconds.
pub(super) struct Measured {
    /// The median of all runs.
    pub(super) seconds: f64,
    /// That of the fastest run.
    pub(super) fastest: f64,
}

/// The runs whose median is taken, and those before them.
const RUNS: [(&str, &str); 2] = [("--repeat", "9"), ("--warmup", "2")];

/// A file that is removed when it is dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file that can't be removed is left to the system.
        _ = std::fs::remove_file(&self.0);
    }
}

/// Runs a function of a module of ranks on so many processes; `None` if the program that runs is not
/// hloom, which could not start them.
///
/// # Errors
/// If a file can't be written, or the run fails.
pub(super) fn measure(
    module: &Module,
    name: &str,
    count: usize,
) -> Result<Option<Measured>, String> {
    let hloom = std::env::current_exe().map_err(|error| error.to_string())?;
    if hloom.file_stem().is_none_or(|stem| stem != "hloom") {
        return Ok(None);
    }
    let own = format!("hloom-step-{}.mlir", std::process::id());
    let file = Scratch(std::env::temp_dir().join(own));
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(text, "{module}");
    std::fs::write(&file.0, text)
        .map_err(|error| format!("can't write `{}`: {error}", file.0.display()))?;
    run(&hloom, &file.0, name, count).map(Some)
}

fn run(hloom: &Path, file: &Path, name: &str, count: usize) -> Result<Measured, String> {
    let mut command = Command::new(hloom);
    command.arg("run").arg(file).arg("--entry").arg(name);
    command.arg("--ranks").arg(count.to_string()).args(["--processes", "--random-inputs", "1"]);
    command.arg("--time");
    RUNS.iter().for_each(|&(flag, value)| _ = command.args([flag, value]));
    let output = command.output().map_err(|error| format!("no process can be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let first =
            said.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason is told");
        return Err(format!("the run on {count} processes failed: {first}"));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let times = printed.lines().chain(said.lines()).find_map(|line| {
        let times: serde_json::Value = serde_json::from_str(line).ok()?;
        let seconds = |key: &str| Some(times.get(key)?.as_f64()? / 1e3);
        Some(Measured { seconds: seconds("median_ms")?, fastest: seconds("min_ms")? })
    });
    times.ok_or_else(|| format!("the run on {count} processes told no times"))
}
