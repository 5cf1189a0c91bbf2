//! Running a program on several ranks, each with a program and memory of its own, that meet in
//! collectives: threads of this process, or processes of which this one is one.
//!
//! A program with shardings is partitioned first; inputs are divided among the ranks, and results
//! are put together from their shards. Another program runs as it is: each rank gets all inputs,
//! and the results of rank 0 are the program's.
//!
//! A rank that fails ends the run, with an error that names it; so does a rank for which others
//! have waited longer than they may.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use hloom_analysis::shard::annotations::annotations;
use hloom_interp::{Rank, Ranks, Value};
use hloom_ir::ops::process_grid;
use hloom_ir::{Literal, Module, OpId};
use hloom_passes::partition::communicates;
use hloom_passes::partition::shards::{Signature, assemble, divide, signature};

use super::ranked::Ranked;
use super::{Backend, Problem, RunnableProgram, Settings};
use crate::rank_passes::{self, of_ranks};
use crate::run::probes::Probes;
use crate::run::profile::{Profile, Timeline};

/// The grid of a program's ranks, replicas by partitions.
type Shape = (u32, u32);

struct Together {
    how: Ranked,
    shape: Shape,
    /// A program for each rank; none after a rank has failed.
    programs: Vec<Box<dyn RunnableProgram>>,
    signature: Option<Signature>,
    is_traced: bool,
    is_on_devices: bool,
    /// The collectives of each rank.
    timelines: Vec<Timeline>,
    said: String,
}

/// The number of devices that a program is for, if it says so.
pub(in crate::run) fn devices_of(module: &Module, entry: OpId) -> Option<i64> {
    if let Ok(Some(signature)) = signature(module, entry) {
        return Some(signature.grid.devices());
    }
    if let Ok(Some(found)) = annotations(module, entry) {
        return Some(found.grid.devices());
    }
    process_grid(module).map(|(replicas, partitions)| replicas.saturating_mul(partitions))
}

/// The sentence for a program that is for another number of devices.
pub(in crate::run) fn for_other_ranks(devices: i64, starter: &str, count: i64) -> String {
    format!("the program is for {devices} devices, but {starter} starts {count}")
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
    let divides = states_shardings(&module, entry) || rank_passes::states_stages(&module, entry);
    if whole && (divides || !communicates(&module, entry)) {
        let text = of_ranks(&module, entry);
        passes(&mut module, &text, settings)?;
    }
    let missing = || Problem::Bug(format!("@{name} was lost"));
    let entry = module.symbol(&name).ok_or_else(missing)?;
    let signature = signature(&module, entry).map_err(wrong)?;
    let (replicas, partitions) = match (&signature, process_grid(&module)) {
        (Some(it), _) => (1, it.grid.devices()),
        (None, Some(grid)) => grid,
        (None, None) => (1, count),
    };
    let devices = replicas.saturating_mul(partitions);
    if devices != count {
        let starter = how.seat.as_ref().map_or("--ranks", |seat| seat.starter);
        return Err(Problem::Wrong(for_other_ranks(devices, starter, count)));
    }
    // Both are at most the number of ranks.
    let shape = (replicas as u32, partitions as u32);
    // Ranks share the machine's cores.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let local = how.seat.as_ref().map_or(how.count, |seat| seat.local);
    let threads = settings.threads.unwrap_or(cores).div_ceil(local as usize).max(1);
    #[cfg_attr(not(feature = "ptx"), allow(unused_mut))]
    let mut own = Settings { ranks: None, threads: Some(threads), ..settings.clone() };
    #[cfg(feature = "ptx")]
    {
        own.devices = super::devices::Devices::choose(backend, &how, shape, settings)?;
        own.gpu = own.devices.as_ref().and_then(super::devices::Devices::gpu).or(own.gpu);
    }
    // Ranks of stages have programs of their own, others have the same one.
    let staged = signature.as_ref().is_some_and(|it| it.stages.is_some());
    let of_rank = |rank: u32| -> Result<Box<dyn RunnableProgram>, Problem> {
        let mut module = module.clone();
        if staged {
            passes(&mut module, &rank_passes::of_rank(rank), settings)?;
        }
        let entry = module.symbol(&name).ok_or_else(missing)?;
        backend.prepare(module, entry, &own, probes)
    };
    let is_traced = settings.profile;
    if let Some(seat) = &how.seat {
        let rank = seat.rank.arranged(shape).map_err(Problem::Wrong)?;
        let mut program = of_rank(rank.number())?;
        let rank = Arc::new(if is_traced { rank.recording() } else { rank });
        program.set_rank(Some(rank.clone()));
        return Ok(Box::new(OneOf { program, rank, signature }));
    }
    let mut programs = vec![of_rank(0)?];
    for rank in 1..how.count {
        programs.push(if staged { of_rank(rank)? } else { programs[0].another(rank)? });
    }
    let (timelines, said) = (Vec::new(), String::new());
    #[cfg(feature = "ptx")]
    let is_on_devices = own.devices.is_some();
    #[cfg(not(feature = "ptx"))]
    let is_on_devices = false;
    Ok(Box::new(Together {
        how,
        shape,
        programs,
        signature,
        is_traced,
        is_on_devices,
        timelines,
        said,
    }))
}

/// Runs passes.
fn passes(module: &mut Module, text: &str, settings: &Settings) -> Result<(), Problem> {
    let pipeline = hloom_passes::Pipeline::parse(text);
    let pipeline = pipeline.map_err(|error| Problem::Bug(error.to_string()))?;
    super::optimize(module, &pipeline, settings)
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
fn of_rank(rank: impl std::fmt::Display, problem: Problem) -> Problem {
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
    problem.reason().contains(ONLY_WAITED)
}

/// The words by which errors of ranks that only waited for others are known.
pub(in crate::run) const ONLY_WAITED: &str = "no process can go on";

/// The texts of several programs, each once.
fn together(all: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in all.flatten() {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// The results of a program, from those of each rank.
fn whole(it: &Signature, results: Vec<Vec<Value>>) -> Result<Vec<Value>, Problem> {
    let mut own: Vec<_> = results.into_iter().map(Vec::into_iter).collect();
    let mut each = Vec::with_capacity(it.results.len());
    for (i, state) in it.results.iter().enumerate() {
        let wrong = |what: String| Problem::Wrong(format!("result {i}: {what}"));
        let mut shards = Vec::with_capacity(own.len());
        for (rank, own) in own.iter_mut().enumerate() {
            let value = it.gives(rank, i).then(|| {
                own.next().ok_or_else(|| wrong(format!("rank {rank} has no shard of it")))
            });
            shards.push(value.transpose()?);
        }
        // Ranks of other stages have none; that of the same place in its stage has theirs.
        let held = |rank: usize| shards.get(it.holder(rank, i)).and_then(Option::as_ref);
        let all: Option<Vec<&Literal>> = (0..shards.len()).map(|r| held(r)?.tensor()).collect();
        let value = match all {
            Some(all) => Value::Tensor(assemble(&all, state, &it.grid).map_err(wrong)?),
            None => held(0).cloned().ok_or_else(|| wrong("no rank has it".to_owned()))?,
        };
        each.push(value);
    }
    Ok(each)
}

/// Drops programs on devices side by side: to end a communicator, NCCL may wait for all ranks of a
/// machine.
fn drop_together(programs: Vec<Box<dyn RunnableProgram>>) {
    std::thread::scope(|scope| {
        for program in programs {
            scope.spawn(move || drop(program));
        }
    });
}

impl Drop for Together {
    fn drop(&mut self) {
        if self.is_on_devices {
            drop_together(std::mem::take(&mut self.programs));
        }
    }
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
            for (rank, (own, shard)) in own.iter_mut().zip(shards).enumerate() {
                if self.signature.as_ref().is_none_or(|it| it.takes(rank, i)) {
                    own.push(shard);
                }
            }
        }
        self.programs.iter_mut().zip(own).try_for_each(|(program, own)| program.load(own))
    }

    fn run(&mut self) -> Result<(), Problem> {
        let group = Ranks::new(self.shape, Some(self.how.patience));
        let (sender, ended) = mpsc::channel();
        let traced = self.is_traced;
        for (me, mut program) in std::mem::take(&mut self.programs).into_iter().enumerate() {
            let (sender, rank) = (sender.clone(), group.rank(me as u32));
            let rank = Arc::new(if traced { rank.recording() } else { rank });
            let work = move || {
                program.set_rank(Some(rank.clone()));
                let outcome = crate::bug::catch_panic(|| program.run());
                let outcome = outcome.unwrap_or_else(|bug| Err(Problem::Bug(bug.message.clone())));
                // The rank has ended: those that wait for it fail now.
                program.set_rank(None);
                let events = rank.events();
                drop(rank);
                _ = sender.send((me, outcome, program, events));
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
            let Ok((me, outcome, program, events)) = next else { break };
            back[me] = Some(program);
            if traced {
                self.timelines.push(Timeline::of_collectives(me as u32, &events));
            }
            if let Err(problem) = outcome {
                // The cause stands before ranks that waited for it.
                let known = failed.as_ref().map(|(_, known)| only_waited(known));
                if known.is_none() || known == Some(true) && !only_waited(&problem) {
                    failed = Some((me, problem));
                }
            }
        }
        if let Some((me, problem)) = failed {
            if self.is_on_devices {
                drop_together(back.into_iter().flatten().collect());
            }
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
        whole(it, results)
    }

    fn profile(&mut self) -> Option<Profile> {
        let profiles: Vec<Option<Profile>> =
            self.programs.iter_mut().map(|program| program.profile()).collect();
        let kernels = profiles.iter().enumerate();
        let kernels = kernels.filter_map(|(rank, it)| Some(it.as_ref()?.timeline(rank as u32)));
        let mut timelines: Vec<Timeline> = kernels.collect();
        timelines.append(&mut self.timelines);
        Some(profiles.into_iter().next()??.with(timelines))
    }

    fn warning(&self) -> Option<String> {
        self.programs.iter().find_map(|program| program.warning())
    }

    // Ranks of different stages have different programs.
    fn left_out(&self) -> Vec<String> {
        together(self.programs.iter().map(|program| program.left_out()))
    }

    fn left_out_because(&self) -> Vec<String> {
        together(self.programs.iter().map(|program| program.left_out_because()))
    }
}

/// The program of this process, which is one of the ranks.
struct OneOf {
    program: Box<dyn RunnableProgram>,
    rank: Arc<Rank>,
    signature: Option<Signature>,
}

/// Whether the process is to end.
fn interrupted() -> bool {
    crate::interrupt::raised()
}

impl OneOf {
    fn wrong(&self, what: String) -> Problem {
        of_rank(self.rank.number(), Problem::Wrong(what))
    }
}

impl RunnableProgram for OneOf {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        let mut own = Vec::with_capacity(inputs.len());
        for (i, input) in inputs.into_iter().enumerate() {
            let me = self.rank.number() as usize;
            if self.signature.as_ref().is_some_and(|it| !it.takes(me, i)) {
                continue;
            }
            own.push(match (&self.signature, &input) {
                (Some(it), Value::Tensor(x)) => {
                    let shards = divide(x, &it.args[i], &it.grid)
                        .map_err(|what| Problem::Wrong(format!("argument {i}: {what}")))?;
                    let own = shards.into_iter().nth(me);
                    let missing = || Problem::Bug(format!("argument {i} has too few shards"));
                    Value::Tensor(own.ok_or_else(missing)?)
                }
                _ => input,
            });
        }
        self.program.load(own)
    }

    fn run(&mut self) -> Result<(), Problem> {
        self.program.run().map_err(|problem| of_rank(self.rank.number(), problem))
    }

    fn said(&mut self) -> String {
        self.program.said()
    }

    /// The results of the program on rank 0, none on others.
    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        let results = self.program.results()?;
        let Some(it) = &self.signature else {
            self.rank.flush(&interrupted).map_err(|what| self.wrong(what))?;
            return Ok(if self.rank.number() == 0 { results } else { Vec::new() });
        };
        let own: Vec<Literal> = results.iter().filter_map(|r| r.tensor().cloned()).collect();
        let like = |rank: u32| {
            let given = (0..it.types.len()).filter(|&i| it.gives(rank as usize, i));
            given.map(|i| it.types[i]).filter(|ty| ty.as_tensor().is_some()).collect()
        };
        let all = self.rank.collect(&own, &like, &interrupted).map_err(|what| self.wrong(what))?;
        let Some(all) = all else { return Ok(Vec::new()) };
        if own.len() < results.len() {
            // Tokens and the like are not collected: those of this rank stand for all.
            let mut all: Vec<_> = all.into_iter().map(Vec::into_iter).collect();
            let each = all.iter_mut().map(|own| {
                let next = |value: &Value| match value.tensor() {
                    Some(_) => own.next().map(Value::Tensor),
                    None => Some(value.clone()),
                };
                results.iter().map_while(next).collect()
            });
            return whole(it, each.collect());
        }
        let of = |own: Vec<Literal>| own.into_iter().map(Value::Tensor).collect();
        whole(it, all.into_iter().map(of).collect())
    }

    fn profile(&mut self) -> Option<Profile> {
        let me = self.rank.number();
        let profile = self.program.profile()?;
        let own = [profile.timeline(me), Timeline::of_collectives(me, &self.rank.events())];
        let text = serde_json::Value::from(own.map(Timeline::into_json).to_vec()).to_string();
        // A trace without those of the others is better than none.
        let all = self.rank.collect_bytes(text.as_bytes(), &interrupted).ok().flatten();
        let all = all.unwrap_or_default();
        let timelines = all
            .iter()
            .filter_map(|bytes| serde_json::from_slice::<Vec<serde_json::Value>>(bytes).ok());
        let timelines = timelines.flatten().map(Timeline::from_json).collect();
        Some(profile.with(timelines))
    }

    fn warning(&self) -> Option<String> {
        self.program.warning()
    }

    fn left_out(&self) -> Vec<String> {
        self.program.left_out()
    }

    fn left_out_because(&self) -> Vec<String> {
        self.program.left_out_because()
    }
}
