//! The options for compiling a program, and the device that runs it.

use std::sync::Arc;

use hloom_llvm::cache::Cache;
use hloom_loops::schedule::Machine;
use hloom_passes::Pipeline;
use hloom_passes::fusion::{self, Control};

use crate::schedules::ScheduleFile;

/// The options for compiling.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    /// The passes to run instead of the backend's own.
    pub(crate) pipeline: Option<Pipeline>,
    /// The control of fusion.
    pub(crate) fusion: Arc<Control>,
    /// Whether code of a program that has little to compute is made in less time
    /// ([`Effort::Quick`](hloom_llvm::Effort)).
    pub(crate) quick: bool,
    /// The code generator for CPUs.
    pub(crate) generator: hloom_llvm::Generator,
    /// Whether to record kernel times.
    pub(crate) profile: bool,
    /// Arguments whose buffers may be reused for results.
    pub(crate) donate: Vec<usize>,
    /// Schedules from a file.
    pub(crate) schedules: Option<ScheduleFile>,
    /// The cores that programs are divided into tasks for; by default the threads of a run.
    pub(crate) cores: Option<usize>,
    /// Whether ops are divided among the cores too.
    pub(crate) split: bool,
    /// The cache of machine code.
    pub(crate) cache: Option<Cache>,
    /// The device that runs the code.
    pub(crate) runs: Where,
    /// The memory of arrays between runs on a GPU.
    #[cfg(feature = "ptx")]
    pub(crate) arrays: Option<Arc<hloom_ptx::allocator::Allocator>>,
    /// Whether a GPU's memory is filled with a pattern before each run.
    #[cfg_attr(not(feature = "ptx"), allow(dead_code))]
    pub(crate) poison: bool,
}

/// The device that runs a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Where {
    /// The CPU of this machine.
    #[default]
    Cpu,
    /// The emulator of this target.
    #[cfg(feature = "ptx")]
    Emulator(hloom_ptx::Target),
    /// A GPU of this machine.
    #[cfg(feature = "ptx")]
    Gpu(Arc<hloom_ptx::driver::Gpu>),
}

impl Where {
    /// The GPU target, if it is one.
    #[cfg(feature = "ptx")]
    fn gpu(&self) -> Option<hloom_ptx::Target> {
        match self {
            Where::Cpu => None,
            Where::Emulator(target) => Some(*target),
            Where::Gpu(gpu) => Some(gpu.target),
        }
    }

    /// The machine model for fusion, if it is known.
    pub(crate) fn fusion_machine(&self) -> Option<fusion::machine::Machine> {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return fusion::machine::Machine::named(target.name());
        }
        None
    }

    /// The machine description for schedules.
    pub(crate) fn schedule_machine(&self) -> Machine {
        #[cfg(feature = "ptx")]
        if let Some(target) = self.gpu() {
            return target.schedule_machine();
        }
        hloom_llvm::CpuTarget::Native.schedule_machine()
    }
}
