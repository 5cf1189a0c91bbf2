//! Runs the levels of a step, each on threads of its own.
//!
//! Rounds run one after the other. In each, a level runs its steps in a fixed order. A forward step waits for that of the level before, and
//! for the next level to have taken the result of two micro-batches ago, so that there are two
//! buffers between levels; a backward step waits for that of the next level. The results of a stage are
//! freed when their last user has ended, and their memory is used again.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hloom_analysis::schedule::Order;
use hloom_analysis::schedule::pipeline::Step;
use hloom_ir::{Literal, Module, Rewriter, Type};
use hloom_passes::levels::memory::BUFFERS;
use hloom_passes::levels::{Function, Group, LevelProgram, Source, Target, Way};

use super::plan::{Plan, orders};
use super::samples::{join, joined_type, samples_of};
use crate::Error;
use crate::embed::{Options, Program, View, compile_module};

/// The time that a level waits busily: to sleep and to wake takes as long.
const SPIN: Duration = Duration::from_micros(60);

/// A step in compiled form.
pub(crate) struct Executable {
    plan: LevelProgram,
    /// The steps of each level in order, in each round.
    orders: Vec<Vec<Vec<(usize, bool)>>>,
    /// The programs of functions, by name.
    programs: HashMap<String, Program>,
    /// The values of sums before the first micro-batch.
    identities: Vec<Option<Literal>>,
    /// For each round and group, the number of stages that use each slot.
    users: Vec<Vec<Vec<usize>>>,
    /// Memory that no value uses.
    free: Mutex<HashMap<Type, Vec<Literal>>>,
}

/// The results of a run, and when each step began and ended.
pub(crate) struct Run {
    /// The results of the step's function.
    pub(crate) results: Vec<Literal>,
    /// The steps of all levels, in seconds from the begin of the first, one round after the other.
    pub(crate) steps: Vec<Step>,
    /// The number of steps of each round.
    pub(crate) rounds: Vec<usize>,
    /// The seconds of the steps: in each round, from the begin of the first to the end of the last.
    pub(crate) seconds: f64,
    /// The seconds of prologues and epilogue.
    pub(crate) around: f64,
}

impl Run {
    /// The seconds in which each level computes.
    pub(crate) fn busy(&self, levels: usize) -> Vec<f64> {
        let of = |level: usize| {
            let own = self.steps.iter().filter(|step| step.level == level);
            own.map(|step| step.end - step.begin).sum()
        };
        (0..levels).map(of).collect()
    }
}

/// The module with one function only, which is public.
pub(crate) fn isolate(module: &Module, name: &str) -> Module {
    let mut module = module.clone();
    let others: Vec<_> =
        module.functions().filter(|&op| *module.func(op).sym_name.0 != *name).collect();
    let own = module.symbol(name);
    let mut rewriter = Rewriter::new(&mut module);
    others.into_iter().for_each(|op| rewriter.erase(op));
    if let Some(own) = own {
        let func = rewriter.module().func(own).clone();
        rewriter.set_op(own, hloom_ir::ops::Func { sym_visibility: None, ..func });
    }
    module
}

/// The threads of each level: all cores, dealt as evenly as they can be.
pub(crate) fn shares(cores: usize, levels: usize) -> Vec<usize> {
    (0..levels).map(|i| (cores / levels + usize::from(i < cores % levels)).max(1)).collect()
}

impl Executable {
    /// Compiles the stages of a plan, for so many threads of each level; what runs once uses
    /// `all` threads.
    ///
    /// # Errors
    /// As [`compile_module`].
    pub(crate) fn new(
        plan: &Plan,
        order: Order,
        threads: &[usize],
        all: usize,
    ) -> Result<Executable, Error> {
        let program = plan.program.clone();
        let mut programs = HashMap::new();
        let mut add = |function: &Function, threads: usize| -> Result<(), Error> {
            if function.results.is_empty() {
                return Ok(());
            }
            let options = Options {
                entry: Some(function.name.clone()),
                threads: Some(threads),
                cores: Some(threads),
                ..Options::default()
            };
            let compiled = compile_module(isolate(&plan.module, &function.name), &options)?;
            programs.insert(function.name.clone(), compiled);
            Ok(())
        };
        for round in &program.rounds {
            add(&round.prologue, all)?;
        }
        add(&program.epilogue, all)?;
        for group in program.rounds.iter().flat_map(|round| &round.groups) {
            for (level, stage) in group.forward.iter().chain(&group.backward).enumerate() {
                if let Some(stage) = stage {
                    add(stage, threads[level % program.levels()])?;
                }
            }
        }
        let identities = program.outputs.iter().map(|output| match &output.way {
            Way::Sum { start } => Some(start.expanded()),
            Way::Kept { .. } => None,
        });
        let identities = identities.collect();
        let rounds = program.rounds.iter();
        let users = rounds.clone().map(|round| round.groups.iter().map(users_of).collect());
        let orders = rounds.map(|round| orders(round, program.sizes.len(), order));
        let (users, orders) = (users.collect(), orders.collect());
        let free = Mutex::default();
        Ok(Executable { plan: program, orders, programs, identities, users, free })
    }

    /// The number of levels.
    pub(crate) fn levels(&self) -> usize {
        self.plan.levels()
    }

    /// The number of micro-batches.
    pub(crate) fn micro_batches(&self) -> usize {
        self.plan.sizes.len()
    }

    /// Runs the step: the levels at the same time, or `alone`, one step after the other.
    ///
    /// # Errors
    /// If a stage fails; the others then stop.
    pub(crate) fn run(&self, inputs: &[Literal], alone: bool) -> Result<Run, Error> {
        let inputs: Vec<Literal> = inputs.iter().map(Literal::expanded).collect();
        let mut outer = Outer {
            inputs: &inputs,
            prologue: vec![None; self.plan.prologue_values()],
            outputs: vec![None; self.plan.outputs.len()],
        };
        let (mut steps, mut rounds) = (Vec::new(), Vec::new());
        let (mut seconds, mut around) = (0.0, 0.0);
        for (number, round) in self.plan.rounds.iter().enumerate() {
            let begin = Instant::now();
            let once = self.call(&round.prologue, &|source| outer.get(source))?;
            for (&target, value) in round.prologue.results.iter().zip(once) {
                if let Target::Prologue(n) = target {
                    outer.prologue[n] = Some(value);
                }
            }
            around += begin.elapsed().as_secs_f64();
            let (made, state) = self.round(number, &outer, alone)?;
            let begin = Instant::now();
            self.outputs(number, made, state.kept, &mut outer.outputs)?;
            around += begin.elapsed().as_secs_f64();
            let extreme = |of: fn(&Step) -> f64, pick: fn(f64, f64) -> f64| {
                state.steps.iter().map(of).reduce(pick).unwrap_or_default()
            };
            let (from, to) = (extreme(|s| s.begin, f64::min), extreme(|s| s.end, f64::max));
            let moved = |s: Step| {
                let (begin, end) = (seconds + s.begin - from, seconds + s.end - from);
                Step { begin, end, ..s }
            };
            steps.extend(state.steps.iter().map(|&step| moved(step)));
            rounds.push(state.steps.len());
            seconds += to - from;
        }
        let begin = Instant::now();
        let results = self.call(&self.plan.epilogue, &|source| outer.get(source))?;
        around += begin.elapsed().as_secs_f64();
        let values = outer.prologue.into_iter().chain(outer.outputs);
        values.flatten().for_each(|value| self.recycle(value));
        Ok(Run { results, steps, rounds, seconds, around })
    }

    /// Runs a round; the result are the sums of its levels, and what is left of its state.
    fn round(
        &self,
        number: usize,
        outer: &Outer<'_>,
        alone: bool,
    ) -> Result<(Vec<(usize, Literal)>, State), Error> {
        let levels = self.levels();
        let shared = Shared {
            state: Mutex::new(State::new(levels, &self.plan, number)),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
            begin: Instant::now(),
        };
        let level = |i: usize| Level::new(self, outer, &shared, number, i);
        let mut made: Vec<(usize, Literal)> = Vec::new();
        if alone {
            let mut all: Vec<Level<'_>> = (0..levels).map(level).collect();
            for m in 0..self.micro_batches() {
                for level in &mut all {
                    level.step(m, false)?;
                }
                for level in all.iter_mut().rev() {
                    level.step(m, true)?;
                }
            }
            made.extend(all.into_iter().flat_map(Level::outputs));
        } else {
            let work = |i: usize| -> Result<Vec<(usize, Literal)>, Error> {
                let run = || level(i).run(&self.orders[number][i]);
                let outcome = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
                    let what = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                    let what = what.or_else(|| panic.downcast_ref::<String>().cloned());
                    let what = what.unwrap_or_else(|| "it panicked".to_owned());
                    Err(Error::Bug(format!("level {i} stopped: {what}")))
                });
                if outcome.is_err() {
                    shared.lock().failed = true;
                    shared.announce();
                }
                outcome
            };
            let outcomes: Vec<_> = std::thread::scope(|scope| {
                let work = &work;
                let others: Vec<_> = (1..levels).map(|i| scope.spawn(move || work(i))).collect();
                let own = work(0);
                let join = |it: std::thread::ScopedJoinHandle<'_, _>| {
                    it.join().unwrap_or_else(|_| Err(Error::Bug("a level stopped".to_owned())))
                };
                std::iter::once(own).chain(others.into_iter().map(join)).collect()
            });
            for outcome in outcomes {
                made.extend(outcome?);
            }
        }
        Ok((made, shared.state.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Sets the outputs of a round.
    fn outputs(
        &self,
        round: usize,
        sums: Vec<(usize, Literal)>,
        mut kept: Vec<Vec<Option<Literal>>>,
        all: &mut [Option<Literal>],
    ) -> Result<(), Error> {
        let mut sums: HashMap<usize, Literal> = sums.into_iter().collect();
        for (n, output) in self.plan.outputs.iter().enumerate() {
            if output.round != round {
                continue;
            }
            all[n] = Some(match &output.way {
                Way::Sum { start } => sums.remove(&n).unwrap_or_else(|| start.expanded()),
                Way::Kept { dimension } => {
                    let parts: Vec<Literal> = kept[n].iter_mut().filter_map(Option::take).collect();
                    let ty = joined_type(&parts, *dimension)
                        .ok_or_else(|| Error::Bug(format!("output {n} of levels is incomplete")))?;
                    let mut whole = self.memory(ty)?;
                    join(&parts, *dimension, &mut whole);
                    parts.into_iter().for_each(|part| self.recycle(part));
                    whole
                }
            });
        }
        Ok(())
    }

    /// Runs a function.
    fn call(
        &self,
        function: &Function,
        get: &dyn Fn(&Source) -> Option<Literal>,
    ) -> Result<Vec<Literal>, Error> {
        let Some(program) = self.programs.get(&function.name) else { return Ok(Vec::new()) };
        let missing = || Error::Bug(format!("@{} runs before its inputs are there", function.name));
        let inputs: Option<Vec<Literal>> = function.inputs.iter().map(get).collect();
        let inputs = inputs.ok_or_else(missing)?;
        let dims: Vec<Vec<usize>> =
            inputs.iter().map(|x| x.dims().iter().map(|&n| n as usize).collect()).collect();
        let views: Vec<View<'_>> =
            inputs.iter().zip(&dims).map(|(x, d)| View::of(d, x.element(), x.bytes())).collect();
        let code = program.code(&[])?;
        if !(code.is_plain() && code.is_row_major()) {
            return program.run(&views);
        }
        let memory = program.outputs().iter().map(|&ty| self.memory(ty));
        let mut outputs = memory.collect::<Result<Vec<Literal>, Error>>()?;
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        program.run_into(&views, &mut slices)?;
        Ok(outputs)
    }

    /// Memory for a value.
    fn memory(&self, ty: Type) -> Result<Literal, Error> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        match free.get_mut(&ty).and_then(Vec::pop) {
            Some(known) => Ok(known),
            None => Literal::zeros(ty).map_err(|error| Error::Input(error.to_string())),
        }
    }

    /// Takes values whose memory a later run may use for its results: those of an earlier run, or
    /// the state that a run has replaced. Memory of the system would have to be mapped in each run.
    pub(crate) fn reuse(&self, values: Vec<Literal>) {
        let epilogue = self.programs.get(&self.plan.epilogue.name);
        let Some((program, code)) = epilogue.and_then(|it| Some((it, it.code(&[]).ok()?))) else {
            return;
        };
        // Any other code makes memory for its results.
        if !(code.is_plain() && code.is_row_major()) {
            return;
        }
        let mut wanted = program.outputs().to_vec();
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        for value in values.into_iter().filter(|value| !value.is_shared()) {
            let ty = value.ty();
            if let Some(at) = wanted.iter().position(|&other| other == ty) {
                wanted.swap_remove(at);
                free.entry(ty).or_default().push(value);
            }
        }
    }

    /// Takes the memory of a value that nothing else uses.
    fn recycle(&self, value: Literal) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.entry(value.ty()).or_default().push(value);
    }

    /// The number of the group of a micro-batch; it is the same in all rounds.
    fn group(&self, micro_batch: usize) -> usize {
        let size = self.plan.sizes[micro_batch];
        let groups = &self.plan.rounds[0].groups;
        groups.iter().position(|group| group.size == size).unwrap_or_default()
    }
}

/// The number of stages that use each slot.
fn users_of(group: &Group) -> Vec<usize> {
    let mut users = vec![0; group.slots];
    for stage in group.forward.iter().chain(&group.backward).flatten() {
        for source in &stage.inputs {
            if let Source::Slot(slot) = source {
                users[*slot] += 1;
            }
        }
    }
    users
}

/// The values outside of micro-batches.
struct Outer<'i> {
    inputs: &'i [Literal],
    /// The results of prologues, as far as they have run.
    prologue: Vec<Option<Literal>>,
    /// The outputs of rounds that have ended.
    outputs: Vec<Option<Literal>>,
}

impl Outer<'_> {
    fn get(&self, source: &Source) -> Option<Literal> {
        match source {
            Source::Argument(i) => self.inputs.get(*i).cloned(),
            Source::Prologue(i) => self.prologue.get(*i).cloned().flatten(),
            Source::Output(n) => self.outputs.get(*n).cloned().flatten(),
            Source::Part { .. } | Source::Slot(_) => None,
        }
    }
}

/// The steps that have ended, and the values between levels.
struct State {
    /// For each level and micro-batch, whether its forward and backward steps have ended.
    ended: Vec<Vec<[bool; 2]>>,
    /// For each micro-batch and slot, its value, and the number of stages that will use it.
    slots: Vec<Vec<Option<(Literal, usize)>>>,
    /// For each output, the samples of each micro-batch.
    kept: Vec<Vec<Option<Literal>>>,
    steps: Vec<Step>,
    failed: bool,
}

impl State {
    fn new(levels: usize, plan: &LevelProgram, round: usize) -> State {
        let count = plan.sizes.len();
        let round = &plan.rounds[round];
        let slots = plan.sizes.iter().map(|&size| vec![None; round.group(size).slots]);
        State {
            ended: vec![vec![[false; 2]; count]; levels],
            slots: slots.collect(),
            kept: vec![vec![None; count]; plan.outputs.len()],
            steps: Vec::new(),
            failed: false,
        }
    }

    /// Whether a step may begin.
    fn may(&self, level: usize, m: usize, backward: bool) -> bool {
        let ended = |level: usize, m: usize, back: bool| self.ended[level][m][usize::from(back)];
        let last = level + 1 == self.ended.len();
        if backward {
            return ended(level, m, false) && (last || ended(level + 1, m, true));
        }
        let made = level == 0 || ended(level - 1, m, false);
        let taken = m.checked_sub(BUFFERS).is_none_or(|old| last || ended(level + 1, old, false));
        made && taken
    }
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// The number of steps that have ended.
    changes: AtomicUsize,
    begin: Instant,
}

impl Shared {
    /// Waits until a step may begin; `false` if a level failed.
    fn wait(&self, level: usize, m: usize, backward: bool) -> bool {
        let began = Instant::now();
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            let state = self.lock();
            if state.failed || state.may(level, m, backward) {
                return !state.failed;
            }
            if began.elapsed() > SPIN {
                // A step that has ended by now was seen, because its end is noted under the lock.
                drop(self.changed.wait(state).unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            drop(state);
            while self.changes.load(Ordering::Acquire) == seen && began.elapsed() <= SPIN {
                std::hint::spin_loop();
            }
        }
    }

    /// Wakes levels that wait.
    fn announce(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A level at work.
struct Level<'r> {
    owner: &'r Executable,
    outer: &'r Outer<'r>,
    shared: &'r Shared,
    round: usize,
    level: usize,
    /// Its sums so far.
    sums: HashMap<usize, Literal>,
}

impl<'r> Level<'r> {
    fn new(
        owner: &'r Executable,
        outer: &'r Outer<'r>,
        shared: &'r Shared,
        round: usize,
        level: usize,
    ) -> Level<'r> {
        Level { owner, outer, shared, round, level, sums: HashMap::new() }
    }

    fn outputs(self) -> Vec<(usize, Literal)> {
        self.sums.into_iter().collect()
    }

    /// Runs its steps in order, each when it may begin.
    fn run(mut self, order: &[(usize, bool)]) -> Result<Vec<(usize, Literal)>, Error> {
        for &(m, backward) in order {
            if !self.shared.wait(self.level, m, backward) {
                break;
            }
            self.step(m, backward)?;
        }
        Ok(self.outputs())
    }

    /// Runs a step.
    fn step(&mut self, m: usize, backward: bool) -> Result<(), Error> {
        let owner = self.owner;
        let number = owner.group(m);
        let group = &owner.plan.rounds[self.round].groups[number];
        let stages = if backward { &group.backward } else { &group.forward };
        let begin = self.shared.begin.elapsed().as_secs_f64();
        let mut results = Vec::new();
        if let Some(stage) = &stages[self.level] {
            let from = owner.plan.sizes[..m].iter().sum::<u64>() as usize;
            let samples = (from, group.size as usize);
            results = owner.call(stage, &|source| self.get(source, m, samples))?;
        }
        let end = self.shared.begin.elapsed().as_secs_f64();
        let mut unused: Vec<Literal> = Vec::new();
        let mut state = self.shared.lock();
        if let Some(stage) = &stages[self.level] {
            for source in &stage.inputs {
                let Source::Slot(slot) = source else { continue };
                let place = &mut state.slots[m][*slot];
                if let Some((_, users)) = place {
                    *users -= 1;
                    if *users == 0 {
                        unused.extend(place.take().map(|(value, _)| value));
                    }
                }
            }
            for (&target, value) in stage.results.iter().zip(results) {
                match target {
                    Target::Slot(slot) => {
                        state.slots[m][slot] = Some((value, owner.users[self.round][number][slot]));
                    }
                    Target::Output(n) if owner.identities[n].is_some() => {
                        unused.extend(self.sums.insert(n, value));
                    }
                    Target::Output(n) => state.kept[n][m] = Some(value),
                    Target::Prologue(_) | Target::Result => {}
                }
            }
            let level = self.level;
            state.steps.push(Step { level, micro_batch: m, backward, begin, end });
        }
        state.ended[self.level][m][usize::from(backward)] = true;
        drop(state);
        self.shared.announce();
        unused.into_iter().for_each(|value| owner.recycle(value));
        Ok(())
    }

    /// An input of a stage of this level.
    fn get(&self, source: &Source, m: usize, samples: (usize, usize)) -> Option<Literal> {
        match source {
            Source::Slot(slot) => {
                let state = self.shared.lock();
                state.slots[m][*slot].as_ref().map(|(value, _)| value.clone())
            }
            Source::Output(n) if self.owner.plan.outputs[*n].round != self.round => {
                self.outer.get(source)
            }
            Source::Output(n) => {
                self.sums.get(n).cloned().or_else(|| self.owner.identities[*n].clone())
            }
            Source::Part { of, part } => samples_of(&self.outer.get(of)?, *part, samples),
            Source::Argument(_) | Source::Prologue(_) => self.outer.get(source),
        }
    }
}
