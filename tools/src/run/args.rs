//! The command line of `hloom run`, and which option goes with which backend.

use std::path::PathBuf;

use anyhow::bail;

use super::backend::{Backend, CodeGenerator};
use super::{compare, host, inputs};
use crate::fusion::FusionFlags;
use crate::source::Format;

/// Run programs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom run model.mlir --random-inputs 1 --print
  hloom run model.mlir --input 0=images.npy --output results
  hloom run model.mlir --input weights.npz --compare interp
  hloom run model.mlir --random-inputs 1 --time --warmup 3 --repeat 20
  hloom run model.mlir --random-inputs 1 --profile --trace run.json
  hloom run tests/*.mlir                      run programs that check themselves
  hloom run model.mlir --weights run/step-000000300.safetensors --dataset images/ --output results
  hloom run spmv.sdql --input A=a.mtx --input x=x.npy --storage A=csr")]
pub struct Args {
    /// The programs to run; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The backend that runs them (default: cpu; of storage programs, interp)
    #[arg(long = "backend", value_enum, value_name = "BACKEND")]
    pub(super) chosen_backend: Option<Backend>,
    /// The function to run (default: main, else the only public one)
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,
    /// Argument N from an .npy file, the only one, or those that an .npz file names; of storage
    /// programs, tensor NAME from an .npy, .npz, .mtx or .tns file, or a number
    #[arg(long, value_name = "[N=]FILE", value_parser = inputs::parse_input)]
    pub(super) input: Vec<inputs::Input>,
    /// Make the arguments that no file gives from this seed
    #[arg(long, value_name = "SEED")]
    pub(super) random_inputs: Option<u64>,
    /// The extent of a dimension that the type of an argument leaves open, for --random-inputs
    #[arg(long, value_name = "ARGUMENT.DIMENSION=SIZE", value_parser = crate::extents::parse)]
    pub(super) extent: Vec<crate::extents::Extent>,
    /// Write result N to N.npy in this folder; of storage programs, the result to this file
    #[arg(long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,
    /// Print the results
    #[arg(long)]
    pub(super) print: bool,
    #[cfg(feature = "llvm")]
    #[command(flatten, next_help_heading = "Datasets")]
    pub(super) data: crate::train::apply::Flags,
    /// The GPU that ptx-emulator stands for: sm_75, sm_80 (default), sm_90, sm_90a,
    /// sm_100 or sm_120
    #[cfg(feature = "ptx")]
    #[arg(long, value_name = "NAME")]
    pub(super) target: Option<String>,
    /// The number of the GPU that ptx runs on (default: 0)
    #[cfg(feature = "ptx")]
    #[arg(long, value_name = "N")]
    pub(super) device: Option<usize>,
    /// Fail where a GPU's program leaves an op to the host
    #[arg(long)]
    pub(super) strict: bool,
    /// Run on this backend too, and report the largest differences
    #[arg(long, value_enum, value_name = "BACKEND")]
    pub(super) compare: Option<Backend>,
    /// With --compare, fail where a difference is larger than this, in ULP
    #[arg(long, value_name = "N", requires = "compare")]
    pub(super) max_ulp: Option<u64>,
    /// With --compare, fail where |a - b| > atol + rtol * |b|, b being the other backend's; with
    /// --max-ulp, fail where both bounds are exceeded
    #[arg(long, value_name = "X", requires = "compare", value_parser = compare::bound)]
    pub(super) rtol: Option<f64>,
    /// See --rtol (each is 0 where only the other is given)
    #[arg(long, value_name = "X", requires = "compare", value_parser = compare::bound)]
    pub(super) atol: Option<f64>,
    /// Run so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,
    /// Run so many times before that, not timed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) warmup: u32,
    /// Print the times as one line of JSON
    #[arg(long)]
    pub(super) time: bool,
    /// With --time, compile so many times more, and print the median: what compiling takes in a
    /// process that has compiled before
    #[arg(long, value_name = "N", default_value_t = 0, requires = "time")]
    pub(super) compile_again: u32,
    /// Stay, and run --repeat times again for each line on standard input, a line of times for
    /// each and one ahead of them
    #[arg(long, requires = "time")]
    pub(super) turns: bool,
    /// On a GPU, let timed runs take turns on so many copies of the program's memory, so that no
    /// cache holds what the last run left
    #[arg(long, value_name = "N", default_value_t = 1, requires = "time",
          value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) input_sets: u16,
    /// Print what is known of the code: kernels, memory, and what is left to the interpreter
    #[arg(long)]
    pub(super) statistics: bool,
    /// Print what each kernel did in the runs: time, bytes, operations, and the part of what
    /// the machine can do
    #[arg(long)]
    pub(super) profile: bool,
    /// Write when each kernel ran, and on which threads, as Chrome's trace events
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,
    /// Keep machine code that LLVM makes in this folder, and take what is there (default: HLOOM_CACHE in
    /// the environment, else nothing is kept)
    #[arg(long, value_name = "DIR")]
    pub(super) cache: Option<PathBuf>,
    /// The most bytes in the cache: what was not used for longest goes first (default: half a
    /// gigabyte)
    #[arg(long, value_name = "BYTES")]
    pub(super) cache_limit: Option<u64>,
    /// Threads to use (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
    /// Divide the program into tasks that so many cores run side by side, where that is estimated
    /// to be faster; 1 for none (default: one a thread)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) cores: Option<u16>,
    /// Divide ops among the cores too, where the program is estimated to be faster so
    #[arg(long, conflicts_with_all = ["passes", "use_schedules"])]
    pub(super) split: bool,
    /// Make the code of a program that has little to compute in about half the time; it runs longer
    #[arg(long)]
    pub(super) quick: bool,
    /// The code generator for CPUs (default: direct)
    #[arg(long, value_enum)]
    pub(super) generator: Option<CodeGenerator>,
    /// Run the program on N ranks that communicate: threads, unless --processes or --mpi is given;
    /// divide it by its shardings, if it has any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) ranks: Option<u16>,
    /// Start a process for each rank; they communicate through shared memory
    #[arg(long, requires = "ranks", conflicts_with_all = ["mpi", "turns"])]
    pub(super) processes: bool,
    /// Run as one of the ranks that mpirun starts, which communicate through MPI; with --ranks, start
    /// them by mpirun
    #[arg(long, conflicts_with = "turns")]
    pub(super) mpi: bool,
    /// The longest time that a rank waits for others, in seconds (default: 60)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) rank_timeout: Option<f64>,
    /// Fail where ranks that are GPUs can't communicate by NCCL (default: the host runs collectives
    /// then)
    #[cfg(feature = "ptx")]
    #[arg(long, conflicts_with = "device")]
    pub(super) nccl: bool,
    /// Run these passes instead of the backend's own
    #[arg(long, value_name = "PIPELINE")]
    pub(super) passes: Option<String>,
    /// Compute nests by the schedules in this file, as `hloom compile --emit schedules` writes
    /// them
    #[arg(long, value_name = "FILE")]
    pub(super) use_schedules: Option<PathBuf>,
    #[command(flatten)]
    pub(super) fusion: FusionFlags,
    /// With the interpreter, the most ops that it may run
    #[arg(long, value_name = "N")]
    pub(super) max_steps: Option<u64>,
    /// With the interpreter, keep the values of this name, or of all, in --probes
    #[arg(long, value_name = "NAME|all", requires = "probes")]
    pub(super) probe: Vec<String>,
    /// The folder in which interpreter.probe and --probe keep arrays, and check.expect_serialized_eq
    /// finds them (default to find them: here)
    #[arg(long, value_name = "DIR")]
    pub(super) probes: Option<PathBuf>,
    /// With the backend mlir, upstream MLIR's passes from linalg to buffers, as its own text:
    /// 'builtin.module(canonicalize,…,one-shot-bufferize{…})'
    #[arg(long, value_name = "PIPELINE")]
    pub(super) mlir_pipeline: Option<String>,
    /// With the interpreter, end at the first op that makes a NaN or an infinity
    #[arg(long)]
    pub(super) trap_nan: bool,
    /// The data of the program's next infeed: an .npy file, or an .npz of several
    #[arg(long, value_name = "FILE")]
    pub(super) infeed: Vec<PathBuf>,
    /// Write what outfeed and sends to the host hand out (default: drop it)
    #[arg(long, value_name = "DIR")]
    pub(super) outfeed: Option<PathBuf>,
    /// The data of the next recv from the host on channel N
    #[arg(long, value_name = "N=FILE", value_parser = host::parse_channel)]
    pub(super) host_channel: Vec<(i64, PathBuf)>,
    /// Store tensor NAME of a storage program in a format of the library, or of an .sdql file
    #[arg(long, value_name = "NAME=FORMAT")]
    pub(super) storage: Vec<String>,
    /// Write the arrays of a storage program's result in a format of the library, or of an .sdql
    /// file, as the .npz file of --output
    #[arg(long, value_name = "FORMAT", requires = "output")]
    pub(super) result_storage: Option<String>,
    /// The plan of a storage program (default: optimized); --use-plan replays one
    #[arg(long, value_enum)]
    pub(super) plan: Option<PlanChoice>,
    /// Add entries of sparse files that have the same coordinates, instead of refusing them
    #[arg(long)]
    pub(super) accumulate: bool,
    /// Take the parts between lines of `// -----` as programs of their own
    #[arg(long)]
    pub(super) split_input_file: bool,
    /// The form of diagnostics
    #[arg(long, value_enum, default_value_t)]
    pub(super) diagnostics: Format,
}

/// The plans of a storage program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum PlanChoice {
    /// The program with its mappings, as it is written
    AsWritten,
    /// The cheapest that the optimizer finds
    Optimized,
}

/// An option that only some backends obey.
struct Limited {
    option: &'static str,
    given: fn(&Args) -> bool,
    backends: &'static [Backend],
    /// Whether the backend of `--compare` obeys it too.
    compared: bool,
}

const GPUS: &[Backend] = &[Backend::Ptx, Backend::PtxEmulator];
const COMPILED: &[Backend] = &[Backend::Cpu, Backend::Ptx, Backend::PtxEmulator];
const INTERP: &[Backend] = &[Backend::Interp];

/// The options that not every backend obeys. All others are obeyed by each.
const LIMITED: &[Limited] = &[
    #[cfg(feature = "ptx")]
    Limited {
        option: "--target",
        given: |args| args.target.is_some(),
        backends: &[Backend::PtxEmulator],
        compared: true,
    },
    #[cfg(feature = "ptx")]
    Limited {
        option: "--device",
        given: |args| args.device.is_some(),
        backends: &[Backend::Ptx],
        compared: true,
    },
    Limited { option: "--strict", given: |args| args.strict, backends: GPUS, compared: true },
    Limited {
        option: "--input-sets",
        given: |args| args.input_sets > 1,
        backends: GPUS,
        compared: false,
    },
    Limited {
        option: "--statistics",
        given: |args| args.statistics,
        backends: COMPILED,
        compared: false,
    },
    Limited {
        option: "--profile",
        given: |args| args.profile,
        backends: &[Backend::Cpu],
        compared: false,
    },
    Limited {
        option: "--trace",
        given: |args| args.trace.is_some(),
        backends: &[Backend::Cpu, Backend::Ptx],
        compared: false,
    },
    Limited {
        option: "--cache",
        given: |args| args.cache.is_some(),
        backends: &[Backend::Cpu, Backend::Ptx],
        compared: true,
    },
    Limited {
        option: "--cache-limit",
        given: |args| args.cache_limit.is_some(),
        backends: &[Backend::Cpu, Backend::Ptx],
        compared: true,
    },
    Limited {
        option: "--threads",
        given: |args| args.threads.is_some(),
        backends: &[Backend::Cpu],
        compared: true,
    },
    Limited {
        option: "--cores",
        given: |args| args.cores.is_some(),
        backends: &[Backend::Cpu],
        compared: true,
    },
    Limited {
        option: "--ranks",
        given: |args| args.ranks.is_some() || args.mpi,
        backends: &[Backend::Interp, Backend::Cpu, Backend::Ptx, Backend::PtxEmulator],
        compared: false,
    },
    #[cfg(feature = "ptx")]
    Limited {
        option: "--nccl",
        given: |args| args.nccl,
        backends: &[Backend::Ptx],
        compared: false,
    },
    Limited {
        option: "--split",
        given: |args| args.split,
        backends: &[Backend::Cpu],
        compared: true,
    },
    Limited {
        option: "--quick",
        given: |args| args.quick,
        backends: &[Backend::Cpu],
        compared: true,
    },
    Limited {
        option: "--generator",
        given: |args| args.generator.is_some(),
        backends: &[Backend::Cpu],
        compared: true,
    },
    Limited {
        option: "--use-schedules",
        given: |args| args.use_schedules.is_some(),
        backends: COMPILED,
        compared: true,
    },
    Limited {
        option: "--max-steps",
        given: |args| args.max_steps.is_some(),
        backends: INTERP,
        compared: true,
    },
    Limited {
        option: "--probe",
        given: |args| !args.probe.is_empty(),
        backends: INTERP,
        compared: true,
    },
    Limited {
        option: "--mlir-pipeline",
        given: |args| args.mlir_pipeline.is_some(),
        backends: &[Backend::Mlir],
        compared: true,
    },
    Limited { option: "--trap-nan", given: |args| args.trap_nan, backends: INTERP, compared: true },
];

impl Args {
    /// The backend that runs StableHLO programs.
    pub(super) fn backend(&self) -> Backend {
        self.chosen_backend.unwrap_or(Backend::Cpu)
    }

    /// Checks that the options are for the programs that are given.
    ///
    /// # Errors
    /// One is for storage programs, or for StableHLO programs, and there are others.
    pub(super) fn check_language(&self, storage: bool) -> anyhow::Result<()> {
        let theirs = [
            ("--storage", !self.storage.is_empty()),
            ("--result-storage", self.result_storage.is_some()),
            ("--plan", self.plan.is_some()),
        ];
        let ours = [
            ("--entry", self.entry.is_some()),
            ("--random-inputs", self.random_inputs.is_some()),
            ("--extent", !self.extent.is_empty()),
            #[cfg(feature = "ptx")]
            ("--target", self.target.is_some()),
            #[cfg(feature = "ptx")]
            ("--device", self.device.is_some()),
            #[cfg(feature = "ptx")]
            ("--nccl", self.nccl),
            ("--strict", self.strict),
            ("--compare", self.compare.is_some()),
            ("--compile-again", self.compile_again > 0),
            ("--input-sets", self.input_sets > 1),
            ("--profile", self.profile),
            ("--trace", self.trace.is_some()),
            ("--cache", self.cache.is_some()),
            ("--cache-limit", self.cache_limit.is_some()),
            #[cfg(feature = "llvm")]
            ("--dataset", self.data.dataset.is_some()),
            ("--cores", self.cores.is_some()),
            ("--split", self.split),
            ("--quick", self.quick),
            ("--generator", self.generator.is_some()),
            ("--ranks", self.ranks.is_some()),
            ("--mpi", self.mpi),
            ("--rank-timeout", self.rank_timeout.is_some()),
            ("--use-schedules", self.use_schedules.is_some()),
            ("--machine", self.fusion.has_machine()),
            ("--probe", !self.probe.is_empty()),
            ("--probes", self.probes.is_some()),
            ("--mlir-pipeline", self.mlir_pipeline.is_some()),
            ("--trap-nan", self.trap_nan),
            ("--infeed", !self.infeed.is_empty()),
            ("--outfeed", self.outfeed.is_some()),
            ("--host-channel", !self.host_channel.is_empty()),
            ("--split-input-file", self.split_input_file),
        ];
        let given = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, given)| *given).map(|(option, _)| *option)
        };
        match (storage, given(&ours), given(&theirs)) {
            (true, Some(option), _) => bail!("{option} is for StableHLO programs"),
            (false, _, Some(option)) => bail!("{option} is for storage programs (.sdql)"),
            _ => Ok(()),
        }
    }

    /// Checks that the options go together, and that a backend obeys each.
    ///
    /// # Errors
    /// One would be ignored; the message names the backends that have it.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let many = self.files.len() > 1 || self.split_input_file;
        if many && (self.output.is_some() || !self.input.is_empty()) {
            bail!("--input and --output go with one program alone");
        }
        if self.turns && (many || self.files.iter().any(|file| file.as_os_str() == "-")) {
            bail!("--turns goes with one program alone, in a file");
        }
        if self.rank_timeout.is_some() && self.ranks.is_none() && !self.mpi {
            bail!("--rank-timeout is for ranks: give --ranks or --mpi");
        }
        #[cfg(feature = "ptx")]
        if self.nccl && self.ranks.is_none() && !self.mpi {
            bail!("--nccl is for ranks: give --ranks or --mpi");
        }
        if many && self.trace.is_some() {
            bail!("--trace goes with one program alone");
        }
        for it in LIMITED.iter().filter(|it| (it.given)(self)) {
            let other = self.compare.filter(|_| it.compared);
            let mut running = [Some(self.backend()), other].into_iter().flatten();
            if !running.any(|backend| it.backends.contains(&backend)) {
                let names: Vec<String> = it.backends.iter().map(ToString::to_string).collect();
                let plural = if names.len() > 1 { "backends" } else { "backend" };
                bail!(
                    "{} is for the {plural} {}, not {}",
                    it.option,
                    listed(&names),
                    self.backend()
                );
            }
        }
        if self.cache_limit.is_some() && super::cache_folder(self).is_none() {
            bail!("--cache-limit bounds a cache: name its folder with --cache or HLOOM_CACHE");
        }
        Ok(())
    }
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let positive = number.filter(|n| *n > 0.0 && *n <= 1.0e9);
    positive.ok_or_else(|| format!("`{text}` is not a positive number of seconds"))
}

/// `cpu, ptx and ptx-emulator`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
