//! The options of compiling a program, and the device that runs it.

use std::sync::Arc;

use hloom_llvm::cache::Cache;
use hloom_loops::schedule::Machine;
use hloom_passes::Pipeline;
use hloom_passes::fusion::{self, Control};

use crate::schedules::ScheduleFile;

/// The options of compiling.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    /// The passes to run instead of the backend's own.
    pub(crate) pipeline: Option<Pipeline>,
    /// The control of fusion.
    pub(crate) fusion: Arc<Control>,
    /// Whether runs are taken down, kernel by kernel.
    pub(crate) profile: bool,
    /// Arguments whose memory may become a result's.
    pub(crate) donate: Vec<usize>,
    /// Schedules that a file gives.
    pub(crate) schedules: Option<ScheduleFile>,
    /// The folder that keeps machine code.
    pub(crate) cache: Option<Cache>,
    /// The device that runs the code.
    pub(crate) runs: Where,
    /// Whether a GPU's memory is filled with a pattern before each run.
    #[cfg_attr(not(feature = "ptx"), allow(dead_code))]
    pub(crate) poison: bool,
}

/// The device that runs a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Where {
    /// On this machine.
    #[default]
    Cpu,
    /// As PTX for this target, in the emulator.
    #[cfg(feature = "ptx")]
    Emulator(hloom_ptx::Target),
    /// On a GPU of this machine.
    #[cfg(feature = "ptx")]
    Gpu(Arc<hloom_ptx::driver::Gpu>),
}

impl Where {
    /// The GPU that it is.
    #[cfg(feature = "ptx")]
    fn gpu(&self) -> Option<hloom_ptx::Target> {
        match self {
            Where::Cpu => None,
            Where::Emulator(target) => Some(*target),
            Where::Gpu(gpu) => Some(gpu.target),
        }
    }

    /// The rates by which fusion estimates time there, if known.
    pub(crate) fn fusion_machine(&self) -> Option<fusion::machine::Machine> {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return fusion::machine::Machine::named(target.name());
        }
        None
    }

    /// The machine that schedules are made for.
    pub(crate) fn schedule_machine(&self) -> Machine {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return target.schedule_machine();
        }
        hloom_llvm::CpuTarget::Native.schedule_machine()
    }
}
