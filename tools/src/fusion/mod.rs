//! Fusion options of all commands that run passes: the machine model, and plans.

#[cfg(feature = "llvm")]
pub(crate) mod calibrate;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hloom_passes::fusion::Control;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::fusion::plan_file::{HEADER, Plan};

use crate::Io;

/// The GPUs known by name.
const GPUS: [&str; 6] = ["sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_120"];

/// Flags about fusion.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct FusionFlags {
    /// The machine whose time fusion estimates: cpu, a GPU such as sm_90, or a file; one
    /// that is missing is measured and written
    #[arg(long, value_name = "FILE")]
    machine: Option<PathBuf>,
    /// Write what is fused to this file
    #[arg(long, value_name = "FILE")]
    emit_plan: Option<PathBuf>,
    /// Fuse what this file says
    #[arg(long, value_name = "FILE")]
    use_plan: Option<PathBuf>,
}

impl FusionFlags {
    /// The control of `fuse`.
    ///
    /// # Errors
    /// If a file can't be read, or does not describe a machine.
    pub(crate) fn control(&self, io: &mut Io<'_>) -> anyhow::Result<Arc<Control>> {
        self.control_for(None, io)
    }

    /// The control of `fuse` for a target with possibly known rates.
    ///
    /// # Errors
    /// If a file can't be read, or does not describe a machine.
    pub(crate) fn control_for(
        &self,
        target: Option<&str>,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Arc<Control>> {
        let machine = self.machine.as_deref().map(|path| machine(path, io)).transpose()?;
        let machine = machine.or_else(|| target.and_then(Machine::named));
        let plan = match &self.use_plan {
            None => None,
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("can't read `{}`", path.display()))?;
                let plan = Plan::parse(&text);
                for warning in &plan.warnings {
                    writeln!(io.stderr, "warning: {}: {warning}", path.display())?;
                }
                Some(plan)
            }
        };
        Ok(Arc::new(Control::new(machine, plan)))
    }

    /// Prints warnings about the plan in use, and writes the new plan.
    ///
    /// # Errors
    /// If the plan or the warnings can't be written.
    pub(crate) fn finish(&self, control: &Control, io: &mut Io<'_>) -> anyhow::Result<()> {
        let report = control.report();
        let name = self.use_plan.as_deref().map_or_else(String::new, |p| p.display().to_string());
        for warning in &report.warnings {
            writeln!(io.stderr, "warning: {name}: {warning}")?;
        }
        if let Some(path) = &self.emit_plan {
            let machine = control.machine.as_ref().map_or("default", |m| m.name.as_str());
            let text = format!("{HEADER}\n// machine {machine}\n{}", report.plan);
            io.write_result(Some(path), text.as_bytes())?;
        }
        Ok(())
    }
}

/// The machine with this name, or in this file. A missing file is created with measurements of this
/// machine.
fn machine(path: &Path, io: &mut Io<'_>) -> anyhow::Result<Machine> {
    if let Some(known) = path.to_str().and_then(Machine::named) {
        return Ok(known);
    }
    match std::fs::read_to_string(path) {
        Ok(text) => Machine::parse(&text).map_err(|e| anyhow::anyhow!("`{}`: {e}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // This can't be meant as a file name: it is an unknown or mistyped GPU.
            if let Some(name) = path.to_str().filter(|name| name.starts_with("sm_")) {
                anyhow::bail!("the GPU `{name}` is not known; known are {}", GPUS.join(", "));
            }
            let machine = measured()?;
            io.write_result(Some(path), machine.to_string().as_bytes())?;
            Ok(machine)
        }
        Err(error) => Err(error).with_context(|| format!("can't read `{}`", path.display())),
    }
}

#[cfg(feature = "llvm")]
fn measured() -> anyhow::Result<Machine> {
    calibrate::calibrate()
}

#[cfg(not(feature = "llvm"))]
fn measured() -> anyhow::Result<Machine> {
    anyhow::bail!("this hloom was built without LLVM and can't measure the machine")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpus_that_are_listed_are_known_and_others_are_refused() {
        assert!(GPUS.iter().all(|name| Machine::named(name).is_some()));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io =
            Io { stdin: &mut std::io::empty(), stdout: &mut out, stderr: &mut err, color: false };
        let error = machine(Path::new("sm_9"), &mut io).unwrap_err().to_string();
        assert!(error.starts_with("the GPU `sm_9` is not known; known are sm_75, "), "{error}");
        assert!(!Path::new("sm_9").exists());
    }
}
