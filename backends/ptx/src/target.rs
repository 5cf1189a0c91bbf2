//! The GPUs that code can be made for.

use std::fmt;

use hloom_loops::schedule::{Gpu, Machine, TaskPolicy};

use crate::Error;

/// A GPU architecture, by its compute capability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// Turing.
    Sm75,
    /// Ampere: A100.
    Sm80,
    /// Hopper: H100 and H200; what is specific to it left out.
    Sm90,
    /// Hopper with `wgmma` and the like, which no later GPU runs.
    Sm90a,
    /// Blackwell: B100 and B200.
    Sm100,
    /// Blackwell for workstations.
    Sm120,
}

impl Target {
    /// Every target.
    pub const ALL: [Target; 6] =
        [Target::Sm75, Target::Sm80, Target::Sm90, Target::Sm90a, Target::Sm100, Target::Sm120];

    /// The name on command lines, and LLVM's and ptxas's.
    pub fn name(self) -> &'static str {
        match self {
            Target::Sm75 => "sm_75",
            Target::Sm80 => "sm_80",
            Target::Sm90 => "sm_90",
            Target::Sm90a => "sm_90a",
            Target::Sm100 => "sm_100",
            Target::Sm120 => "sm_120",
        }
    }

    /// The target of this [`name`](Target::name).
    ///
    /// # Errors
    /// [`Error::UnknownTarget`] for any other name.
    pub fn parse(name: &str) -> Result<Target, Error> {
        let found = Target::ALL.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| Error::UnknownTarget {
            name: name.to_owned(),
            known: Target::ALL.map(Target::name).join(", "),
        })
    }

    /// The newest target whose code runs on GPUs of a compute capability: PTX of an
    /// architecture is read by later ones too, but for that of `sm_90a`.
    pub fn of_capability(major: i32, minor: i32) -> Option<Target> {
        Some(match 10 * major + minor {
            ..75 => return None,
            75..80 => Target::Sm75,
            80..90 => Target::Sm80,
            90 => Target::Sm90a,
            91..100 => Target::Sm90,
            100..120 => Target::Sm100,
            120.. => Target::Sm120,
        })
    }

    /// The compute capability in tenths: 80 is 8.0.
    pub(crate) fn capability(self) -> u32 {
        match self {
            Target::Sm75 => 75,
            Target::Sm80 => 80,
            Target::Sm90 | Target::Sm90a => 90,
            Target::Sm100 => 100,
            Target::Sm120 => 120,
        }
    }

    /// The options of printing kernels for it.
    pub(crate) fn nvptx(self) -> hloom_llvm::nvptx::NvptxOptions {
        hloom_llvm::nvptx::NvptxOptions { capability: self.capability() }
    }

    /// The machine model that schedules for the target depend on; if GPUs of one architecture
    /// differ, of
    /// the largest: A100, H100, B200, RTX 5090.
    pub fn schedule_machine(self) -> Machine {
        let (multiprocessors, cache_mib) = match self {
            Target::Sm75 => (72, 6),
            Target::Sm80 => (108, 40),
            Target::Sm90 | Target::Sm90a => (132, 50),
            Target::Sm100 => (148, 126),
            Target::Sm120 => (170, 96),
        };
        let capability = self.capability();
        let warpgroups = self == Target::Sm90a;
        let gpu = Gpu { capability, multiprocessors, warpgroups, shared_bytes: 48 << 10 };
        Machine {
            cores: 1,
            task_policy: TaskPolicy::Cost,
            vector_bytes: 16,
            cache_bytes: cache_mib << 20,
            gpu: Some(gpu),
            ..Machine::default()
        }
    }

    /// The version of PTX that its code is in, as LLVM has it: the oldest that has all
    /// that is used, products that came with PTX 8.4 perhaps, since a driver reads its own
    /// version and older ones.
    pub(crate) fn ptx(self, late_products: bool) -> &'static str {
        match self {
            Target::Sm90 | Target::Sm90a if late_products => "+ptx84",
            Target::Sm75 | Target::Sm80 => "+ptx70",
            Target::Sm90 | Target::Sm90a => "+ptx80",
            Target::Sm100 => "+ptx86",
            Target::Sm120 => "+ptx87",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
