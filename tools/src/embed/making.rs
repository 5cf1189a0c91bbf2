//! How a program is compiled, and the device that it is to run on.

use std::sync::Arc;

use hloom_llvm::cache::Cache;
use hloom_loops::schedule::Machine;
use hloom_passes::Pipeline;
use hloom_passes::fusion::{self, Control};

/// How code is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    /// The passes to run instead of the backend's own.
    pub(crate) pipeline: Option<Pipeline>,
    /// What is fused.
    pub(crate) fusion: Arc<Control>,
    /// Whether runs are taken down, kernel by kernel.
    pub(crate) profile: bool,
    /// Arguments whose memory may become a result's.
    pub(crate) donate: Vec<usize>,
    /// Where machine code is kept.
    pub(crate) cache: Option<Cache>,
    /// What runs it.
    pub(crate) runs: Where,
    /// Whether a GPU's memory is filled with a pattern before each run.
    #[cfg_attr(not(feature = "ptx"), allow(dead_code))]
    pub(crate) poison: bool,
}

/// Where a program is to run.
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

    /// What is known of the time that kernels take there.
    pub(crate) fn fusion_machine(&self) -> Option<fusion::machine::Machine> {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return fusion::machine::Machine::named(target.name());
        }
        None
    }

    /// What schedules depend on there.
    pub(crate) fn schedule_machine(&self) -> Machine {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return target.schedule_machine();
        }
        hloom_llvm::CpuTarget::Native.schedule_machine()
    }
}
