//! Fusion options of all commands that run passes: the machine model, and plans.

#[cfg(feature = "llvm")]
pub(crate) mod calibrate;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hloom_passes::Pipeline;
use hloom_passes::fusion::Control;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::fusion::plan_file::{FusionPlan, HEADER};
use hloom_passes::pipeline::Step;

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
    /// Write what is fused, or the plan of a storage program, to this file
    #[arg(long, value_name = "FILE")]
    emit_plan: Option<PathBuf>,
    /// Fuse what this file says, or run its plan of a storage program
    #[arg(long, value_name = "FILE")]
    use_plan: Option<PathBuf>,
}

impl FusionFlags {
    /// The first of the flags that is given, of plans alone or of all.
    pub(crate) fn given(&self, plans: bool) -> Option<&'static str> {
        let flags = [
            ("--machine", self.machine.is_some() && !plans),
            ("--emit-plan", self.emit_plan.is_some()),
            ("--use-plan", self.use_plan.is_some()),
        ];
        flags.into_iter().find_map(|(flag, given)| given.then_some(flag))
    }

    /// Whether a machine is given.
    pub(crate) fn has_machine(&self) -> bool {
        self.machine.is_some()
    }

    /// The file of the plan to write.
    pub(crate) fn plan_to_write(&self) -> Option<&Path> {
        self.emit_plan.as_deref()
    }

    /// The file of the plan to use.
    pub(crate) fn plan_to_use(&self) -> Option<&Path> {
        self.use_plan.as_deref()
    }

    /// Checks that a pass obeys the flags: `fuse`, in the pipeline that is named, or else in the
    /// command's own, if it has one.
    ///
    /// # Errors
    /// None does; the message names a flag and the pass.
    pub(crate) fn check(&self, named: Option<&Pipeline>, own: bool) -> anyhow::Result<()> {
        let Some(flag) = self.given(false) else { return Ok(()) };
        if named.map_or(own, |pipeline| has_fuse(&pipeline.steps)) {
            return Ok(());
        }
        anyhow::bail!("{flag} is for the pass `fuse`, which is not among those that run")
    }

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
                let plan = FusionPlan::parse(&text);
                if let Some(((line, what), others)) = plan.errors.split_first() {
                    let more = match others.len() {
                        0 => String::new(),
                        1 => " (and one more line can't be read)".to_owned(),
                        n => format!(" (and {n} more lines can't be read)"),
                    };
                    anyhow::bail!("{}:{line}: {what}{more}", path.display());
                }
                for warning in &plan.warnings {
                    io.warning(format_args!("{}: {warning}", path.display()))?;
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
            io.warning(format_args!("{name}: {warning}"))?;
        }
        if let Some(path) = &self.emit_plan {
            let machine = control.machine.as_ref().map_or("default", |m| m.name.as_str());
            let text = format!("{HEADER}\n// machine {machine}\n{}", report.plan);
            io.write_result(Some(path), text.as_bytes())?;
        }
        Ok(())
    }
}

/// Whether a pipeline fuses.
fn has_fuse(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Pass { def, .. } => def.name == "fuse",
        Step::Functions(steps) => has_fuse(steps),
    })
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

/// The measured rates of this machine, on one thread.
///
/// # Errors
/// If they can't be measured.
#[cfg(feature = "llvm")]
pub(crate) fn measured() -> anyhow::Result<Machine> {
    calibrate::calibrate()
}

/// Nothing can be measured.
///
/// # Errors
/// Always.
#[cfg(not(feature = "llvm"))]
pub(crate) fn measured() -> anyhow::Result<Machine> {
    anyhow::bail!("this hloom was built without LLVM and can't measure the machine")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpus_that_are_listed_are_known_and_others_are_refused() {
        assert!(GPUS.iter().all(|name| Machine::named(name).is_some()));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io {
            stdin: &mut std::io::empty(),
            stdout: &mut out,
            stderr: &mut err,
            terminal: crate::Terminal::default(),
        };
        let error = machine(Path::new("sm_9"), &mut io).unwrap_err().to_string();
        assert!(error.starts_with("the GPU `sm_9` is not known; known are sm_75, "), "{error}");
        assert!(!Path::new("sm_9").exists());
    }
}
