//! Runs of a rank's program on threads of this machine, and the times of its kernels and exchanges.

use std::collections::BTreeMap;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use hloom_interp::{Ranks, Value};
use hloom_ir::{Literal, Module};
use hloom_llvm::ThreadPool;
use hloom_llvm::runtime::profile::{Event, Work};
use hloom_passes::partition::shards::{divide, signature};
use hloom_passes::stages::specialize::specialize;

use crate::embed::{Code, Making, Memory, Program};

/// The times of a step on several ranks.
pub(super) struct Measured {
    /// The seconds from the first rank's begin to the last one's end: the median of all runs.
    pub(super) seconds: f64,
    /// The same of the fastest run, which other work of the machine disturbed least.
    pub(super) fastest: f64,
    /// The number of runs.
    pub(super) runs: usize,
    /// The seconds of each kind of work, the mean over ranks, in the run of that time.
    pub(super) kinds: BTreeMap<String, f64>,
}

/// The least and the most runs, and the time that more of them may take.
const RUNS: (usize, usize) = (5, 51);
const BUDGET: Duration = Duration::from_millis(1500);

/// The kind of a phase or of a kernel, which estimates and measurements have in common.
pub(super) fn kind(name: &str) -> String {
    let collective = ["all_reduce", "all_gather", "all_to_all", "reduce_scatter", "collective_"];
    let word = name.split(' ').next().unwrap_or(name);
    let word = word.rsplit('.').next().unwrap_or(word);
    if collective.iter().any(|prefix| word.starts_with(prefix)) {
        return word.to_owned();
    }
    for product in ["dot_general", "convolution"] {
        if name.contains(product) {
            return product.to_owned();
        }
    }
    "other kernels".to_owned()
}

/// One rank: its code, its memory, and the times of its last run.
struct Own {
    code: std::sync::Arc<Code>,
    memory: Memory,
    pool: ThreadPool,
}

/// The times of one run of a rank.
struct Times {
    begin: Instant,
    end: Instant,
    kinds: BTreeMap<String, f64>,
}

/// Runs a function of a partitioned module on so many ranks, each with one thread.
///
/// # Errors
/// If it can't be compiled or run.
pub(super) fn measure(module: &Module, name: &str, count: usize) -> Result<Measured, String> {
    let function = module.symbol(name).ok_or_else(|| format!("there is no @{name}"))?;
    let signature = signature(module, function)?;
    let types = match &signature {
        Some(it) => it.inputs.clone(),
        None => module.func(function).function_type.inputs().to_vec(),
    };
    let mut inputs: Vec<Vec<Value>> = vec![Vec::new(); count];
    for (i, ty) in types.iter().enumerate() {
        let tensor = ty.as_tensor().and_then(|t| crate::run::random::tensor(1, i, t));
        let tensor = tensor.ok_or_else(|| format!("argument {i} is {ty}, which has no values"))?;
        let shards: Vec<Literal> = match &signature {
            Some(it) => divide(&tensor, &it.args[i], &it.grid)?,
            None => vec![tensor; count],
        };
        for (rank, (own, shard)) in inputs.iter_mut().zip(shards).enumerate() {
            if signature.as_ref().is_none_or(|it| it.takes(rank, i)) {
                own.push(Value::Tensor(shard));
            }
        }
    }
    let text = |error: crate::Error| error.to_string();
    let mut ranks = Vec::with_capacity(count);
    for (rank, own) in inputs.into_iter().enumerate() {
        // Each rank has a recorder of its own, and so a program.
        let how = Making { profile: true, ..Making::default() };
        let mut module = module.clone();
        if signature.as_ref().is_some_and(|it| it.stages.is_some()) {
            specialize(&mut module, rank).map_err(|error| error.message)?;
        }
        let program = Program::new(module, None, name.to_owned(), Some(1), how);
        let (code, memory) = program.and_then(|it| it.load(own)).map_err(text)?;
        let pool = ThreadPool::new(1).map_err(|error| error.to_string())?;
        ranks.push(Own { code, memory, pool });
    }
    run(&mut ranks)
}

fn run(ranks: &mut [Own]) -> Result<Measured, String> {
    let mut runs: Vec<Vec<Times>> = Vec::new();
    let begin = Instant::now();
    // The first run is not counted: it touches memory for the first time.
    while runs.len() < RUNS.0 + 1 || (runs.len() < RUNS.1 && begin.elapsed() < BUDGET) {
        runs.push(step(ranks)?);
    }
    runs.remove(0);
    let seconds = |run: &[Times]| {
        let first = run.iter().map(|it| it.begin).min();
        let last = run.iter().map(|it| it.end).max();
        first.zip(last).map_or(0.0, |(first, last)| (last - first).as_secs_f64())
    };
    runs.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let count = runs.len();
    let median = &runs[count / 2];
    let mut kinds: BTreeMap<String, f64> = BTreeMap::new();
    for times in median {
        for (kind, seconds) in &times.kinds {
            *kinds.entry(kind.clone()).or_default() += seconds / median.len() as f64;
        }
    }
    Ok(Measured { seconds: seconds(median), fastest: seconds(&runs[0]), runs: count, kinds })
}

/// One step of all ranks, which begin together.
fn step(ranks: &mut [Own]) -> Result<Vec<Times>, String> {
    let count = ranks.len();
    let (together, barrier) = (Ranks::new((1, count as u32), None), Barrier::new(count));
    std::thread::scope(|scope| {
        let threads: Vec<_> = ranks
            .iter_mut()
            .enumerate()
            .map(|(me, own)| {
                let (rank, barrier) = (together.rank(me as u32), &barrier);
                scope.spawn(move || {
                    let options = hloom_interp::Options {
                        rank: Some(&rank),
                        ..hloom_interp::Options::default()
                    };
                    barrier.wait();
                    let begin = Instant::now();
                    let ended = own.code.run(&mut own.memory, &own.pool, &options);
                    let end = Instant::now();
                    let events = own.code.recorder.as_ref().map_or_else(Vec::new, |it| it.take());
                    let kinds = kinds(&own.code, &events);
                    ended.map(|_| Times { begin, end, kinds }).map_err(|error| error.to_string())
                })
            })
            .collect();
        let ended = threads.into_iter().enumerate().map(|(me, thread)| match thread.join() {
            Ok(Ok(times)) => Ok(times),
            Ok(Err(what)) => Err(format!("rank {me}: {what}")),
            Err(_) => Err(format!("rank {me} has a bug")),
        });
        ended.collect()
    })
}

/// The seconds of each kind of work.
fn kinds(code: &Code, events: &[Event]) -> BTreeMap<String, f64> {
    let executable = code.engine.executable();
    let mut kinds: BTreeMap<String, f64> = BTreeMap::new();
    for event in events {
        let kind = match event.work {
            Work::Kernel(call) => {
                let call = executable.and_then(|it| it.calls().get(call as usize));
                kind(call.map_or("", |call| &call.name))
            }
            Work::Host(number) => kind(code.host_name(number as usize)),
            Work::Share(_) => continue,
        };
        let seconds = event.end.saturating_sub(event.begin).as_secs_f64();
        *kinds.entry(kind).or_default() += seconds;
    }
    kinds
}
