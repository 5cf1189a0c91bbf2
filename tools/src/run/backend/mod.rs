//! The backends behind `--backend`, as one interface.

#[cfg(feature = "llvm")]
mod cpu;
#[cfg(feature = "ptx")]
pub(super) mod devices;
mod interp;
mod mlir;
mod ranked;
mod ranks;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(super) use ranked::{Ranked, Seat};
pub(super) use ranks::{ONLY_WAITED, devices_of, for_other_ranks};

use hloom_interp::{Rank, Value};
use hloom_ir::{Literal, Module, OpId};

use super::host::{Ends, indexed};
use super::probes::Probes;
use super::profile::Profile;
use super::{Problem, npy};
use crate::target;

/// The backends that run a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Backend {
    /// The interpreter: the reference for what a program means
    Interp,
    /// Machine code for this machine
    Cpu,
    /// NVIDIA GPUs
    Ptx,
    /// NVIDIA GPUs, emulated
    PtxEmulator,
    /// Upstream MLIR: linalg, then its own passes and execution engine
    Mlir,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Interp => "interp",
            Backend::Cpu => "cpu",
            Backend::Ptx => "ptx",
            Backend::PtxEmulator => "ptx-emulator",
            Backend::Mlir => "mlir",
        })
    }
}

/// The code generators for CPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum CodeGenerator {
    /// hloom's own, on CPUs with AVX-512 and for programs that it has instructions for, else LLVM;
    /// it takes a tenth of the time
    #[default]
    Direct,
    /// LLVM
    Llvm,
}

/// The options of a run.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The passes to run first, if given.
    pub(super) pipeline: Option<hloom_passes::Pipeline>,
    /// The control of fusion.
    pub(super) fusion: Arc<hloom_passes::fusion::Control>,
    /// Schedules from a file.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) schedules: Option<crate::schedules::ScheduleFile>,
    /// The folder that caches machine code, and its size limit, if given.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) cache: Option<(PathBuf, Option<u64>)>,
    /// Whether runs are profiled.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) profile: bool,
    /// Threads for a parallel backend; the number of cores if `None`.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) threads: Option<usize>,
    /// The cores that a program is divided into tasks for; the number of threads if `None`.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) cores: Option<usize>,
    /// Whether ops are divided among the cores too.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) split: bool,
    /// Whether code of a program with little to compute is made in less time.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) quick: bool,
    /// The code generator for CPUs.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) generator: CodeGenerator,
    /// The ranks that run the program together, if several do.
    pub(super) ranks: Option<Ranked>,
    /// The maximum number of ops of the interpreter.
    pub(super) max_steps: Option<u64>,
    /// The target of the emulator.
    #[cfg(feature = "ptx")]
    pub(super) target: hloom_ptx::Target,
    /// The GPU to run on, for backend `ptx`.
    #[cfg(feature = "ptx")]
    pub(super) gpu: Option<Arc<hloom_ptx::driver::Gpu>>,
    /// Whether that GPU was named.
    #[cfg(feature = "ptx")]
    pub(super) device_is_named: bool,
    /// Whether ranks must communicate by NCCL.
    #[cfg(feature = "ptx")]
    pub(super) nccl: bool,
    /// The devices of ranks, for the program of one of them.
    #[cfg(feature = "ptx")]
    pub(super) devices: Option<devices::Devices>,
    /// The pipeline of upstream MLIR from `linalg` to buffers, if given.
    pub(super) mlir_pipeline: Option<String>,
    /// The folder with the arrays of `check.expect_serialized_eq`.
    pub(super) probes: PathBuf,
    /// Whether the interpreter stops at the first NaN or infinity that an op produces.
    pub(super) trap_nan: bool,
    /// The streams and channels of an interpreted program.
    pub(super) ends: Ends,
}

/// A program that is ready to run.
pub(super) trait RunnableProgram: Send {
    /// Loads the inputs, and allocates the results if possible.
    ///
    /// # Errors
    /// If the inputs do not match the arguments, or there is no memory.
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem>;

    /// Runs once; only this is timed.
    ///
    /// # Errors
    /// If a check of the program fails, or an op can't be run.
    fn run(&mut self) -> Result<(), Problem>;

    /// The same program for this rank, without inputs.
    ///
    /// # Errors
    /// If the program can't be run by ranks.
    fn another(&self, rank: u32) -> Result<Box<dyn RunnableProgram>, Problem> {
        let _ = rank;
        Err(Problem::Bug("the backend has no ranks".to_owned()))
    }

    /// Makes further runs those of a rank, or of a single process.
    fn set_rank(&mut self, _rank: Option<Arc<Rank>>) {}

    /// The device's times of further runs, which alternate between copies of the inputs; empty if
    /// there is no device clock.
    ///
    /// # Errors
    /// As [`run`](RunnableProgram::run); or if the copies do not fit in the device's memory.
    fn device_times(&mut self, _runs: usize, _copies: usize) -> Result<Vec<Duration>, Problem> {
        Ok(Vec::new())
    }

    /// The text that the program printed since the last call, also in a failed run.
    fn said(&mut self) -> String {
        String::new()
    }

    /// The results of the last run.
    ///
    /// # Errors
    /// If a result can't be returned.
    fn results(&mut self) -> Result<Vec<Value>, Problem>;

    /// A warning: a sentence without a full stop.
    fn warning(&self) -> Option<String> {
        None
    }

    /// The profile of the runs since the last call, by kernel, if profiling is enabled.
    fn profile(&mut self) -> Option<Profile> {
        None
    }

    /// The names of ops that a GPU backend leaves to the interpreter.
    fn left_out(&self) -> Vec<String> {
        Vec::new()
    }

    /// The reasons why a GPU backend leaves ops to the interpreter, as sentences.
    fn left_out_because(&self) -> Vec<String> {
        Vec::new()
    }

    /// Statistics of the code, one per line; `None` if there is no code.
    fn statistics(&self) -> Option<String> {
        None
    }
}

impl Backend {
    /// Whether programs go through passes that nobody names.
    pub(super) fn has_passes(self) -> bool {
        self != Backend::Interp
    }

    /// Initializes the code generator while inputs are read; the result must be kept until then.
    #[cfg(feature = "llvm")]
    pub(super) fn warm_up(self, settings: &Settings) -> hloom_llvm::WarmUp {
        match self == Backend::Cpu && settings.cache.is_none() {
            true => hloom_llvm::warm_up(),
            false => hloom_llvm::WarmUp::default(),
        }
    }

    /// Nothing needs to be initialized.
    #[cfg(not(feature = "llvm"))]
    pub(super) fn warm_up(self, _settings: &Settings) -> Option<()> {
        None
    }

    /// Makes a program of a module whose function `entry` is to run; the interpreter keeps the
    /// values of `probes`.
    ///
    /// # Errors
    /// If the backend is not part of this build, a pass fails, or the program needs an unsupported
    /// feature.
    pub(super) fn prepare(
        self,
        module: Module,
        entry: OpId,
        settings: &Settings,
        probes: &Probes,
    ) -> Result<Box<dyn RunnableProgram>, Problem> {
        if let Some(how) = &settings.ranks {
            return ranks::prepare(self, module, entry, settings, probes, how.clone());
        }
        match self {
            Backend::Interp => interp::prepare(module, entry, settings, probes),
            Backend::Mlir => mlir::prepare(module, entry, settings),
            #[cfg(feature = "llvm")]
            Backend::Cpu => cpu::prepare(module, entry, settings, crate::embed::Where::Cpu),
            #[cfg(feature = "ptx")]
            Backend::PtxEmulator => {
                let runs = crate::embed::Where::Emulator(settings.target);
                cpu::prepare(module, entry, settings, runs)
            }
            #[cfg(feature = "ptx")]
            Backend::Ptx => match &settings.gpu {
                Some(gpu) => {
                    let runs = crate::embed::Where::Gpu(gpu.clone());
                    cpu::prepare(module, entry, settings, runs)
                }
                None => Err(Problem::Bug("nobody asked for the GPU".to_owned())),
            },
            #[cfg(not(feature = "ptx"))]
            _ => Err(Problem::Usage(self.absence())),
        }
    }

    /// Checks that this build has the backend, before any file is read.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn check(self) -> Result<(), Problem> {
        match self {
            Backend::Interp | Backend::Mlir => Ok(()),
            #[cfg(feature = "llvm")]
            Backend::Cpu => Ok(()),
            #[cfg(feature = "ptx")]
            Backend::PtxEmulator => Ok(()),
            // The driver is queried once, for the GPU.
            #[cfg(feature = "ptx")]
            Backend::Ptx => Ok(()),
            #[cfg(not(feature = "ptx"))]
            _ => Err(Problem::Usage(self.absence())),
        }
    }

    /// The reason why this build does not have the backend.
    #[cfg(not(feature = "ptx"))]
    fn absence(self) -> String {
        match self {
            Backend::Cpu => "this hloom was built without LLVM, so it has no backend `cpu`; \
                 build it with --features llvm, or use --backend interp"
                .to_owned(),
            other => {
                format!("the backend `{other}` is not built into this hloom; use cpu or interp")
            }
        }
    }
}

/// Runs a pipeline on a module.
///
/// # Errors
/// If a pass fails or has a bug.
fn optimize(
    module: &mut Module,
    pipeline: &hloom_passes::Pipeline,
    settings: &Settings,
) -> Result<(), Problem> {
    target::optimize(module, pipeline, &settings.fusion).map_err(|failure| {
        if failure.is_bug() {
            Problem::Bug(failure.to_string())
        } else {
            Problem::Found(vec![target::diagnostic_of(module, &failure)])
        }
    })
}

/// Finds arrays of `check.expect_serialized_eq` in a folder.
fn probe_in(folder: &Path) -> impl Fn(&str, Option<i64>) -> Result<Literal, String> {
    move |name, iteration| probe(folder, name, iteration)
}

/// The array for a `check.expect_serialized_eq`: the one with that name in the folder's index; else
/// `NAME.npy`, or `NAME_ITERATION.npy` if an iteration is given.
fn probe(folder: &Path, name: &str, iteration: Option<i64>) -> Result<Literal, String> {
    let file = match iteration {
        Some(iteration) => format!("{name}_{iteration}.npy"),
        None => format!("{name}.npy"),
    };
    let file = indexed(folder, name, iteration).unwrap_or(file);
    let name = &*file;
    // A program may only read files of this folder.
    if name.contains(['/', '\\', '\0']) || name.starts_with('.') {
        return Err(format!("`{}` is not a plain file name", file.escape_debug()));
    }
    let path = folder.join(file);
    let bytes = std::fs::read(&path)
        .map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    npy::decode_as_written(&bytes).map_err(|what| format!("`{}` {what}", path.display()))
}
