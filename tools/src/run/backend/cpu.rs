//! Running a program as machine code: of this machine, or of a GPU.
//!
//! The module goes through the passes, one of its functions becomes a loop program, and that
//! becomes machine code ([`crate::embed`]). Operands of check ops are returned as results and
//! compared by the interpreter, so a check means the same on every backend. Ops without generated
//! code are run by the interpreter.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hloom_interp::{Rank, Value};
use hloom_ir::{Module, OpId};
use hloom_llvm::cache::{Cache, Cached, DEFAULT_LIMIT};
use hloom_llvm::runtime::profile::Recorder;
use hloom_llvm::{Generator, ThreadPool};

use super::{CodeGenerator, RunnableProgram, Settings};
use crate::embed::{Code, Error, Making, Memory, Program as Compiled, Where};
use crate::run::host::{Ends, Files};
use crate::run::profile::Profile;
use crate::run::{Problem, memory};

struct Loaded {
    program: Arc<Compiled>,
    /// The threads of a rank.
    pool: Option<ThreadPool>,
    /// The recorder of a rank that shares its code with others, if it is profiled.
    recorder: Option<Recorder>,
    is_profiled: bool,
    rank: Option<Arc<Rank>>,
    threads: Option<usize>,
    runs: Where,
    /// The devices of ranks.
    #[cfg(feature = "ptx")]
    devices: Option<super::devices::Devices>,
    /// Whether the device has joined those of the other ranks.
    #[cfg(feature = "ptx")]
    has_joined: bool,
    code: Option<(Arc<Code>, Memory)>,
    probes: PathBuf,
    ends: Ends,
    said: String,
}

/// Compiles the function; a function with dynamically shaped arguments is compiled when inputs are
/// loaded.
pub(super) fn prepare(
    module: Module,
    entry: OpId,
    settings: &Settings,
    runs: Where,
) -> Result<Box<dyn RunnableProgram>, Problem> {
    let name = module.func(entry).sym_name.0.to_string();
    let how = Making {
        pipeline: settings.pipeline.clone(),
        fusion: settings.fusion.clone(),
        profile: settings.profile,
        cache: settings.cache.as_ref().map(|(folder, limit)| Cache {
            folder: folder.clone(),
            limit: limit.unwrap_or(DEFAULT_LIMIT),
        }),
        schedules: settings.schedules.clone(),
        cores: settings.cores,
        split: settings.split,
        quick: settings.quick,
        generator: match settings.generator {
            CodeGenerator::Direct => Generator::Direct,
            CodeGenerator::Llvm => Generator::Llvm,
        },
        runs: runs.clone(),
        ..Making::default()
    };
    let program = Compiled::new(module, None, name, settings.threads, how)?;
    Ok(Box::new(Loaded {
        program: Arc::new(program),
        pool: None,
        recorder: None,
        is_profiled: settings.profile,
        rank: None,
        threads: settings.threads,
        runs,
        #[cfg(feature = "ptx")]
        devices: settings.devices.clone(),
        #[cfg(feature = "ptx")]
        has_joined: false,
        code: None,
        probes: settings.probes.clone(),
        ends: settings.ends.clone(),
        said: String::new(),
    }))
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::Program(found) => Problem::Found(found.diagnostics),
            Error::Entry(what) | Error::Option(what) => Problem::Usage(what),
            Error::Bug(what) => Problem::Bug(what),
            other => Problem::Wrong(other.to_string()),
        }
    }
}

fn unloaded() -> Problem {
    Problem::Bug("the program was not loaded".to_owned())
}

#[cfg(feature = "ptx")]
impl Loaded {
    /// Lets the device run collectives with those of the other ranks.
    fn join(&mut self) -> Result<(), Problem> {
        let (Some(devices), Some(rank), Some((code, _))) = (&self.devices, &self.rank, &self.code)
        else {
            return Ok(());
        };
        let Ok(peers) = &devices.peers else { return Ok(()) };
        let team = super::devices::RankTeam::new(rank, devices.patience);
        code.join(peers, Box::new(team), devices.patience, self.has_joined)?;
        self.has_joined = true;
        Ok(())
    }

    /// The same program on another rank's device.
    fn on_device(&self, rank: u32) -> Result<Loaded, Problem> {
        let devices = self.devices.as_ref().map(|devices| devices.of(rank));
        let runs = match devices.as_ref().and_then(super::devices::Devices::gpu) {
            Some(gpu) => Where::Gpu(gpu),
            None => self.runs.clone(),
        };
        let program = Arc::new(self.program.on(runs.clone(), self.threads)?);
        Ok(Loaded {
            program,
            runs,
            devices,
            has_joined: false,
            code: None,
            probes: self.probes.clone(),
            ends: self.ends.clone(),
            said: String::new(),
            pool: None,
            recorder: None,
            is_profiled: self.is_profiled,
            rank: None,
            threads: self.threads,
        })
    }
}

impl RunnableProgram for Loaded {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        let loaded = self.program.load(inputs)?;
        #[cfg(feature = "ptx")]
        {
            let same = self.code.as_ref().is_some_and(|(code, _)| Arc::ptr_eq(code, &loaded.0));
            self.has_joined &= same;
            if let Some(devices) = &self.devices {
                loaded.0.plan_collectives(devices.seat, devices.unreachable());
            }
        }
        self.code = Some(loaded);
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
        #[cfg(feature = "ptx")]
        self.join()?;
        let (code, memory) = self.code.as_mut().ok_or_else(unloaded)?;
        let probe = super::probe_in(&self.probes);
        let files = Files::new(self.ends.clone());
        let options = hloom_interp::Options {
            probe: Some(&probe),
            host: Some(&files),
            rank: self.rank.as_deref(),
            available: Some(&memory::available),
            ..hloom_interp::Options::default()
        };
        let pool = self.pool.as_ref().unwrap_or_else(|| self.program.pool());
        let recorder = self.recorder.as_ref().or(code.recorder.as_ref());
        let ended = code.run_recorded(memory, pool, &options, recorder);
        self.said = files.printed();
        let failures = ended?;
        if failures.is_empty() { Ok(()) } else { Err(Problem::Found(failures)) }
    }

    fn another(&self, rank: u32) -> Result<Box<dyn RunnableProgram>, Problem> {
        #[cfg(feature = "ptx")]
        if self.runs != Where::Cpu {
            return Ok(Box::new(self.on_device(rank)?));
        }
        #[cfg(not(feature = "ptx"))]
        let _ = rank;
        let pool = ThreadPool::new(self.threads.unwrap_or(1));
        let pool = pool.map_err(|error| Problem::Wrong(error.to_string()))?;
        Ok(Box::new(Loaded {
            program: self.program.clone(),
            runs: self.runs.clone(),
            #[cfg(feature = "ptx")]
            devices: None,
            #[cfg(feature = "ptx")]
            has_joined: false,
            code: None,
            probes: self.probes.clone(),
            ends: self.ends.clone(),
            said: String::new(),
            pool: Some(pool),
            recorder: self.is_profiled.then(Recorder::default),
            is_profiled: self.is_profiled,
            rank: None,
            threads: self.threads,
        }))
    }

    fn set_rank(&mut self, rank: Option<Arc<Rank>>) {
        self.rank = rank;
    }

    fn device_times(&mut self, runs: usize, copies: usize) -> Result<Vec<Duration>, Problem> {
        if self.runs == Where::Cpu {
            return Ok(Vec::new());
        }
        let (code, memory) = self.code.as_mut().ok_or_else(unloaded)?;
        let probe = super::probe_in(&self.probes);
        let files = Files::new(self.ends.clone());
        let options = hloom_interp::Options {
            probe: Some(&probe),
            host: Some(&files),
            available: Some(&memory::available),
            ..hloom_interp::Options::default()
        };
        Ok(code.time(memory, &options, (runs, copies))?)
    }

    fn said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        let (code, memory) = self.code.as_mut().ok_or_else(unloaded)?;
        Ok(self.program.results_of(code, memory)?)
    }

    fn profile(&mut self) -> Option<Profile> {
        let (code, _) = self.code.as_ref()?;
        #[cfg(feature = "ptx")]
        if self.runs != Where::Cpu {
            return self.is_profiled.then(|| code.engine.spans()).flatten().map(Profile::of_device);
        }
        let recorder = self.recorder.as_ref().or(code.recorder.as_ref())?;
        Some(Profile::of(code, recorder, self.program.pool().threads()))
    }

    fn warning(&self) -> Option<String> {
        match self.code.as_ref()?.0.engine.cached() {
            Cached::Failed(what) => Some(what.clone()),
            Cached::Off | Cached::Hit | Cached::Stored => None,
        }
    }

    fn left_out(&self) -> Vec<String> {
        let code = self.code.as_ref().filter(|_| self.runs != Where::Cpu);
        let mut names: Vec<String> = code
            .map(|(code, _)| code.hosted().into_iter().map(str::to_owned).collect())
            .unwrap_or_default();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn left_out_because(&self) -> Vec<String> {
        let code = self.code.as_ref().filter(|_| self.runs != Where::Cpu);
        let mut reasons = code.map(|(code, _)| code.hosted_because()).unwrap_or_default();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    fn statistics(&self) -> Option<String> {
        let (code, _) = self.code.as_ref()?;
        let program = &code.lowered.program;
        let live = code.lowered.largest_live;
        let mut interpreted: BTreeMap<&str, usize> = BTreeMap::new();
        code.hosted().into_iter().for_each(|name| *interpreted.entry(name).or_default() += 1);
        let listed: Vec<String> =
            interpreted.iter().map(|(name, times)| format!("{name} ({times})")).collect();
        let listed = if listed.is_empty() { "nothing".to_owned() } else { listed.join(", ") };
        Some(format!(
            "{}memory for temporaries: {} bytes; live at once: {live}\n\
             memory for constants: {} bytes\n\
             left to the interpreter: {listed}\n\
             arguments made into results: {}\n\
             code in the cache: {}\n{}",
            code.engine.statistics(program),
            program.arena_bytes(),
            program.constant_bytes(),
            donated(code),
            match code.engine.cached() {
                Cached::Off => "no cache",
                Cached::Hit => "found",
                Cached::Stored => "not found, and kept",
                Cached::Failed(what) => what,
            },
            match &self.runs {
                #[cfg(feature = "ptx")]
                Where::Emulator(target) => {
                    format!("counted by the emulator of {target}; no time is measured\n")
                }
                _ => String::new(),
            },
        ))
    }
}

/// The arguments that share memory with results: `0 -> 2`.
fn donated(code: &Code) -> String {
    let Some(executable) = code.engine.executable() else { return "none".to_owned() };
    let inputs = executable.inputs().iter().enumerate();
    let pairs = inputs.filter_map(|(i, input)| Some(format!("{i} -> {}", input.donated?)));
    let pairs: Vec<String> = pairs.collect();
    if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
}
