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
use hloom_llvm::ThreadPool;
use hloom_llvm::cache::{Cache, Cached, DEFAULT_LIMIT};
use hloom_llvm::runtime::profile::Recorder;

use super::{RunnableProgram, Settings};
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
        donate: Vec::new(),
        cache: settings.cache.as_ref().map(|(folder, limit)| Cache {
            folder: folder.clone(),
            limit: limit.unwrap_or(DEFAULT_LIMIT),
        }),
        schedules: settings.schedules.clone(),
        cores: settings.cores,
        split: settings.split,
        runs: runs.clone(),
        poison: false,
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

impl RunnableProgram for Loaded {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        self.code = Some(self.program.load(inputs)?);
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
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

    fn another(&self) -> Result<Box<dyn RunnableProgram>, Problem> {
        if self.runs != Where::Cpu {
            return Err(Problem::Usage("--ranks is for the backends interp and cpu".to_owned()));
        }
        let pool = ThreadPool::new(self.threads.unwrap_or(1));
        let pool = pool.map_err(|error| Problem::Wrong(error.to_string()))?;
        Ok(Box::new(Loaded {
            program: self.program.clone(),
            runs: self.runs.clone(),
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
