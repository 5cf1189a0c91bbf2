//! Running a program on several ranks: threads of this process, each with a program and memory of
//! its own, that meet in collectives.
//!
//! A program with shardings is partitioned first; inputs are divided among the ranks, and results
//! are put together from their shards. Another program runs as it is: each rank gets all inputs,
//! and the results of rank 0 are the program's.
//!
//! A rank that fails ends the run, with an error that names it; so does a rank for which others
//! have waited longer than they may.

use std::sync::mpsc;
use std::time::Duration;

use hloom_analysis::shard::annotations::annotations;
use hloom_interp::{Ranks, Value};
use hloom_ir::ops::process_grid;
use hloom_ir::{Literal, Module, OpId};
use hloom_passes::partition::communicates;
use hloom_passes::partition::shards::{Signature, assemble, divide, signature};

use super::{Backend, Problem, RunnableProgram, Settings};
use crate::run::probes::Probes;

/// The passes that make the program of a rank.
const PARTITION: &str = "inline,partition,canonicalize,cse,dce";

/// The number of ranks, and their patience.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::run) struct Ranked {
    /// The number of ranks.
    pub(in crate::run) count: u32,
    /// The longest time that a rank waits for others.
    pub(in crate::run) patience: Duration,
}

struct Together {
    how: Ranked,
    /// A program for each rank; none after a rank has failed.
    programs: Vec<Box<dyn RunnableProgram>>,
    signature: Option<Signature>,
    said: String,
}

/// Prepares the program of each rank.
pub(super) fn prepare(
    backend: Backend,
    mut module: Module,
    entry: OpId,
    settings: &Settings,
    probes: &Probes,
    how: Ranked,
) -> Result<Box<dyn RunnableProgram>, Problem> {
    let name = module.func(entry).sym_name.0.to_string();
    let count = i64::from(how.count);
    let wrong = |what: String| Problem::Wrong(what);
    // A program that communicates is a rank's already, unless it states shardings: an error then.
    let whole = signature(&module, entry).map_err(wrong)?.is_none();
    if whole && (states_shardings(&module, entry) || !communicates(&module, entry)) {
        let pipeline = hloom_passes::Pipeline::parse(PARTITION);
        let pipeline = pipeline.map_err(|error| Problem::Bug(error.to_string()))?;
        super::optimize(&mut module, &pipeline, settings)?;
    }
    let missing = || Problem::Bug(format!("@{name} was lost"));
    let entry = module.symbol(&name).ok_or_else(missing)?;
    let signature = signature(&module, entry).map_err(wrong)?;
    let devices = match (&signature, process_grid(&module)) {
        (Some(it), _) => it.grid.devices(),
        (None, Some((replicas, partitions))) => replicas * partitions,
        (None, None) => count,
    };
    if devices != count {
        return Err(Problem::Wrong(format!(
            "the program is for {devices} devices, but --ranks starts {count}"
        )));
    }
    // Ranks share the machine's cores.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = settings.threads.unwrap_or(cores).div_ceil(how.count as usize).max(1);
    let own = Settings { ranks: None, threads: Some(threads), ..settings.clone() };
    let first = backend.prepare(module, entry, &own, probes)?;
    let mut programs = Vec::with_capacity(how.count as usize);
    for _ in 1..how.count {
        programs.push(first.another()?);
    }
    programs.insert(0, first);
    Ok(Box::new(Together { how, programs, signature, said: String::new() }))
}

/// Whether a function states a sharding; a wrong one counts.
fn states_shardings(module: &Module, function: OpId) -> bool {
    match annotations(module, function) {
        Ok(found) => {
            found.is_some_and(|it| !it.values.is_empty() || it.results.iter().any(Option::is_some))
        }
        Err(_) => true,
    }
}

/// A problem of one rank.
fn of_rank(rank: usize, problem: Problem) -> Problem {
    match problem {
        Problem::Found(mut found) => {
            for diagnostic in &mut found {
                diagnostic.message = format!("rank {rank}: {}", diagnostic.message);
            }
            Problem::Found(found)
        }
        Problem::Wrong(text) => Problem::Wrong(format!("rank {rank}: {text}")),
        Problem::Bug(text) => Problem::Bug(format!("rank {rank}: {text}")),
        other => other,
    }
}

/// Whether a rank failed because others did not come.
fn only_waited(problem: &Problem) -> bool {
    problem.reason().contains("no process can go on")
}

impl RunnableProgram for Together {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        let mut own = vec![Vec::with_capacity(inputs.len()); self.programs.len()];
        for (i, input) in inputs.into_iter().enumerate() {
            let shards = match (&self.signature, &input) {
                (Some(it), Value::Tensor(x)) => divide(x, &it.args[i], &it.grid)
                    .map_err(|what| Problem::Wrong(format!("argument {i}: {what}")))?
                    .into_iter()
                    .map(Value::Tensor)
                    .collect(),
                _ => vec![input; own.len()],
            };
            own.iter_mut().zip(shards).for_each(|(own, shard)| own.push(shard));
        }
        self.programs.iter_mut().zip(own).try_for_each(|(program, own)| program.load(own))
    }

    fn run(&mut self) -> Result<(), Problem> {
        let ranks = Ranks::new(self.how.count, Some(self.how.patience));
        let (sender, ended) = mpsc::channel();
        for (me, mut program) in std::mem::take(&mut self.programs).into_iter().enumerate() {
            let (sender, rank) = (sender.clone(), ranks.rank(me as u32));
            let work = move || {
                program.set_rank(Some(rank));
                let outcome = crate::bug::catch_panic(|| program.run());
                let outcome = outcome.unwrap_or_else(|bug| Err(Problem::Bug(bug.message.clone())));
                // The rank has ended: those that wait for it fail now.
                program.set_rank(None);
                _ = sender.send((me, outcome, program));
            };
            let builder = std::thread::Builder::new().name(format!("rank {me}"));
            builder.stack_size(64 << 20).spawn(work).map_err(|error| {
                Problem::Wrong(format!("no thread can be made for rank {me}: {error}"))
            })?;
        }
        drop(sender);
        let count = self.how.count as usize;
        let mut back: Vec<Option<Box<dyn RunnableProgram>>> = (0..count).map(|_| None).collect();
        let mut failed: Option<(usize, Problem)> = None;
        for _ in 0..count {
            // A rank that hangs is left behind once another one has failed.
            let next = match &failed {
                None => ended.recv().map_err(|_| mpsc::RecvTimeoutError::Disconnected),
                Some(_) => ended.recv_timeout(Duration::from_millis(500)),
            };
            let Ok((me, outcome, program)) = next else { break };
            back[me] = Some(program);
            if let Err(problem) = outcome {
                // The cause stands before ranks that waited for it.
                let known = failed.as_ref().map(|(_, known)| only_waited(known));
                if known.is_none() || known == Some(true) && !only_waited(&problem) {
                    failed = Some((me, problem));
                }
            }
        }
        if let Some((me, problem)) = failed {
            return Err(of_rank(me, problem));
        }
        self.programs = back.into_iter().flatten().collect();
        if self.programs.len() < count {
            return Err(Problem::Bug("a rank was lost".to_owned()));
        }
        self.said = self.programs.iter_mut().map(|program| program.said()).collect();
        Ok(())
    }

    fn said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        let results: Result<Vec<Vec<Value>>, Problem> =
            self.programs.iter_mut().map(|program| program.results()).collect();
        let mut results = results?;
        let Some(it) = &self.signature else { return Ok(results.swap_remove(0)) };
        let whole = it.results.iter().enumerate().map(|(i, state)| {
            let shards: Option<Vec<&Literal>> = results.iter().map(|r| r[i].tensor()).collect();
            let Some(shards) = shards else { return Ok(results[0][i].clone()) };
            let whole = assemble(&shards, state, &it.grid);
            whole.map(Value::Tensor).map_err(|what| Problem::Wrong(format!("result {i}: {what}")))
        });
        whole.collect()
    }

    fn warning(&self) -> Option<String> {
        self.programs.first()?.warning()
    }
}
