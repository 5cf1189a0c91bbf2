//! `hloom run` of storage programs (`.sdql`).

mod materialize;

use std::borrow::Cow;
#[cfg(feature = "llvm")]
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use hloom_ir::{Diagnostic, Span};
use hloom_storage::term::Term;
use hloom_storage::{Inputs, Value};
use hloom_storage_search::search::{Statistics, Status};

use self::materialize::Materialization;
use super::args::PlanChoice;
use super::backend::Backend;
use super::timing::{self, Compiling, Timing};
use super::{Args, Problem, Tally, panic_text};
use crate::source::{Chunk, Source};
use crate::storage::passes::{Pipeline, Staged};
use crate::storage::plan::Plan;
use crate::storage::{
    self, BindError, Bound, Computed, Conversion, ConversionError, Executable, Format, Outcome,
    Relayout, StorageProgram, Stored,
};
use crate::{ExitStatus, Io, bug};

impl From<BindError> for Problem {
    fn from(error: BindError) -> Problem {
        match error {
            BindError::Usage(what) => Problem::Usage(what),
            BindError::File(error) => Problem::File(error),
            BindError::Wrong(what) => Problem::Wrong(what),
        }
    }
}

/// A program with its plan.
struct Planned<'a> {
    /// The program, whose dictionaries are arrays for compiled code.
    program: Cow<'a, StorageProgram>,
    bound: Cow<'a, Bound>,
    /// The statistics of the data; empty if the plan is replayed.
    statistics: Statistics,
    plan: Plan,
    /// The figures of the optimizer; none if the plan is replayed.
    stages: Vec<Status>,
    /// The extents of the result.
    extents: Vec<Option<u64>>,
}

/// A program that is ready to run.
struct Ready {
    plan: Plan,
    /// The figures of the optimizer.
    stages: Vec<Status>,
    /// The code, or why there is none.
    code: Result<Box<dyn Executable>, Problem>,
    /// The extents of the result.
    extents: Vec<Option<u64>>,
}

/// The checked command line.
struct Settings<'a> {
    args: &'a Args,
    stored: Vec<Stored>,
    /// The format that the result is written in.
    result: Option<Format>,
    pipeline: Pipeline,
    many: bool,
    /// Whether the plan is compiled.
    machine_code: bool,
}

/// Runs the command.
///
/// # Errors
/// If options conflict, or a stream can't be written.
pub(super) fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let many = args.files.len() > 1;
    args.check_language(true)?;
    if let Some(other) = args.files.iter().find(|file| !storage::is_program(file)) {
        anyhow::bail!(
            "`{}` is not a storage program (.sdql): one command runs programs of one language",
            other.display()
        );
    }
    if many
        && (args.output.is_some() || !args.input.is_empty() || args.fusion.given(true).is_some())
    {
        anyhow::bail!("--input, --output and plans go with one program alone");
    }
    let machine_code = match args.chosen_backend {
        None | Some(Backend::Interp) => false,
        Some(Backend::Cpu) if cfg!(feature = "llvm") => true,
        Some(backend) => anyhow::bail!(
            "storage programs have no backend `{backend}`; use --backend interp{}",
            if cfg!(feature = "llvm") { " or --backend cpu" } else { "" }
        ),
    };
    if machine_code && args.max_steps.is_some() {
        anyhow::bail!("--max-steps counts the steps of the evaluator; use --backend interp");
    }
    if !machine_code && args.threads.is_some() {
        anyhow::bail!("--threads is for the backend cpu, not interp");
    }
    let replays = args.fusion.plan_to_use().is_some();
    if replays && (args.plan.is_some() || args.passes.is_some()) {
        anyhow::bail!("--use-plan says which plan runs; it excludes --plan and --passes");
    }
    let pipeline = match (&args.passes, args.plan) {
        (Some(_), Some(_)) => anyhow::bail!("--plan and --passes exclude each other"),
        (Some(passes), None) => Pipeline::parse(passes)?,
        (None, Some(PlanChoice::AsWritten)) => Pipeline::default(),
        (None, Some(PlanChoice::Optimized) | None) => Pipeline::usual(),
    };
    if let Some(path) = &args.output
        && path.extension().is_some()
        && storage::Ending::of(path).is_none()
        && !(path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/"))
    {
        anyhow::bail!(
            "`{}` ends in none of .npy, .npz, .mtx and .tns; for a folder of this name, write a / behind it",
            path.display()
        );
    }
    let stored =
        args.storage.iter().map(|text| Stored::read(text, io)).collect::<Result<_, _>>()?;
    let result = args.result_storage.as_ref().map(|name| Format::read(name, io)).transpose()?;
    let settings = Settings { args, stored, result, pipeline, many, machine_code };
    let mut tally = Tally::default();
    let mut status = ExitStatus::Success;
    for file in &args.files {
        let source = match Source::read(file, io) {
            Ok(source) => source,
            Err(error) => {
                let problem = Problem::File(error);
                status = status.worse(problem.status());
                tally.count(many, &crate::display_name(file), Some(&problem), io)?;
                problem.show(None, args, io)?;
                continue;
            }
        };
        let chunk = source.chunks(false)[0];
        let outcome = bug::catch_panic(|| settings.program(&chunk, io))
            .unwrap_or_else(|bug| Err(Problem::Bug(panic_text(&bug))));
        tally.count(many, &source.name, outcome.as_ref().err(), io)?;
        if let Err(problem) = outcome {
            status = status.worse(problem.status());
            problem.show(Some((&source, &chunk)), args, io)?;
        }
    }
    if many {
        writeln!(io.stdout, "{} passed, {} failed", tally.passed, tally.failed)?;
    }
    Ok(status)
}

impl Settings<'_> {
    /// Processes one program from its text to its result.
    fn program(&self, chunk: &Chunk<'_>, io: &mut Io<'_>) -> Result<(), Problem> {
        let args = self.args;
        let clock = Instant::now();
        let program = storage::compile(chunk.text, &self.stored).map_err(Problem::Found)?;
        let mut compile = clock.elapsed();
        let Some((_, ty)) = &program.module.result else {
            let what = "the program has no result: no expression follows its declarations";
            let end = Span::new(chunk.text.trim_end().len(), chunk.text.trim_end().len());
            return Err(Problem::Found(vec![Diagnostic::error(end, what)]));
        };
        let bound = self.data(&program, io)?;
        let (mut before, bound) = self.materialize(&program, bound, &mut compile, io)?;
        storage::complete(&program.module, &bound.inputs)?;
        let clock = Instant::now();
        storage::check_joins(&program.module, &bound).map_err(Problem::Wrong)?;
        let extents = storage::extents(&program.module, &bound);
        let (program, bound) = self.over_arrays(&program, &bound)?;
        let replayed = self.replayed(&program, &bound, io)?;
        let given = replayed.is_some();
        let planned = self.planned(&program, &bound, &extents, replayed)?;
        let (relayouts, costs) = match given {
            true => (planned.plan.relayouts.clone(), None),
            false => {
                let Planned { plan, stages, statistics, .. } = &planned;
                let (data, plan) = ((&*bound, statistics), (&plan.term, &stages[..]));
                let found = storage::relayouts(&self.pipeline, &program, data, plan);
                (found.relayouts, Some(found.costs))
            }
        };
        let over = storage::relaid(&program, &relayouts).map_err(Problem::Wrong)?;
        let asked = self.result.is_some();
        let over_copies = (!relayouts.is_empty()).then(|| {
            let plan = given.then(|| planned.plan.clone());
            self.over_copies((&over, relayouts), &bound, &extents, plan, io)
        });
        let (copies, ready) = match over_copies {
            Some(Ok(found)) => found,
            Some(Err(problem)) if given => return Err(problem),
            // A plan without copies is taken that compiles.
            Some(Err(_)) | None => (Vec::new(), self.ready(planned, asked, io)?),
        };
        before.extend(copies);
        let Ready { plan, stages, code, extents } = ready;
        compile += clock.elapsed();
        if let Some(path) = args.fusion.plan_to_write() {
            // A plan over copies that does not compile is not taken.
            let over: &StorageProgram = if plan.relayouts.is_empty() { &program } else { &over };
            let text = storage::plan::text(&program, over, &plan);
            io.write_result(Some(path), text.as_bytes()).map_err(Problem::File)?;
        }
        let mut code = code?;
        let mut run = || {
            before.iter_mut().try_for_each(Materialization::run)?;
            code.run().map_err(Problem::Wrong)
        };

        let compile = Compiling { first: compile, again: Vec::new() };
        for _ in 0..args.warmup {
            run()?;
        }
        let timing = timing::in_turns(args, io, &mut |_| {
            let mut timing = Timing { compile: compile.clone(), ..Timing::default() };
            for _ in 0..args.repeat {
                let clock = Instant::now();
                run()?;
                timing.runs.push(clock.elapsed());
            }
            Ok(timing)
        })?;
        let value = (!timing.runs.is_empty()).then(|| code.value());
        if args.statistics {
            let copies = costs.filter(|_| !plan.relayouts.is_empty());
            let copies = copies.map(|costs| storage::sentence(&plan.relayouts, costs));
            self.statistics(&copies.unwrap_or_default(), &stages, code.as_ref(), io)?;
        }
        let Some(value) = value else { return Ok(()) };
        let outcome = Outcome::new(&value, ty.sort(), &extents).narrowed(&bound.inputs);
        if let Some(path) = &args.output {
            match &self.result {
                Some(format) => write_arrays(path, &outcome, format)?,
                None => write(path, &outcome)?,
            }
        }
        let mut text = String::new();
        if args.print || (args.output.is_none() && !args.time && !self.many) {
            text += &outcome.text();
        }
        if args.time && !args.turns {
            text += &(timing.json() + "\n");
        }
        io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))
    }

    /// The copies that a program begins with, and the program over them, ready to run: with the plan that is given, or
    /// one that is found.
    fn over_copies(
        &self,
        (over, relayouts): (&StorageProgram, Vec<Relayout>),
        bound: &Bound,
        extents: &[Option<u64>],
        given: Option<Plan>,
        io: &mut Io<'_>,
    ) -> Result<(Vec<Materialization>, Ready), Problem> {
        // The time is part of the caller's.
        let mut own = Duration::ZERO;
        let (copies, data) = self.materialize(over, bound.clone(), &mut own, io)?;
        let mut planned = self.planned(over, &data, extents, given)?;
        planned.plan.relayouts = relayouts;
        let ready = self.ready(planned, self.result.is_some(), io)?;
        match ready.code {
            Ok(_) => Ok((copies, ready)),
            Err(problem) => Err(problem),
        }
    }

    /// The program and its data with dictionaries as arrays, if it is compiled.
    fn over_arrays<'a>(
        &self,
        program: &'a StorageProgram,
        bound: &'a Bound,
    ) -> Result<(Cow<'a, StorageProgram>, Cow<'a, Bound>), Problem> {
        if self.machine_code {
            let stored = storage::over_arrays(program, bound);
            if let Some((other, data)) =
                stored.map_err(|error| Problem::Wrong(format!("{error:#}")))?
            {
                return Ok((Cow::Owned(other), Cow::Owned(data)));
            }
        }
        Ok((Cow::Borrowed(program), Cow::Borrowed(bound)))
    }

    /// A program, whose result has these extents, with its plan for these data: the one that is given, or one that
    /// is found.
    fn planned<'a>(
        &self,
        program: &'a StorageProgram,
        bound: &'a Bound,
        extents: &[Option<u64>],
        given: Option<Plan>,
    ) -> Result<Planned<'a>, Problem> {
        let (program, bound) = self.over_arrays(program, bound)?;
        let (plan, stages, statistics) = match given {
            Some(plan) => (plan, Vec::new(), Statistics::default()),
            None => {
                let statistics = Statistics::of(&bound.inputs);
                let (plan, stages) = planned(&program, &statistics, &self.pipeline)?;
                (plan, stages, statistics)
            }
        };
        Ok(Planned { program, bound, statistics, plan, stages, extents: extents.to_vec() })
    }

    /// A planned program, ready to run. `compressed` says that the entries of its result are asked for, not a dense
    /// array.
    fn ready(
        &self,
        planned: Planned<'_>,
        compressed: bool,
        io: &mut Io<'_>,
    ) -> Result<Ready, Problem> {
        let Planned { program, bound, statistics, mut plan, mut stages, extents } = planned;
        let replayed = stages.is_empty();
        let mut code = self.code(&plan.term, &bound.inputs, &extents, compressed);
        // Compiled code may refuse a plan that builds dictionaries, and take one over arrays.
        if code.is_err()
            && !replayed
            && let Some(pipeline) = self.pipeline.over_arrays().filter(|_| self.machine_code)
        {
            let (other, found) = self::planned(&program, &statistics, &pipeline)?;
            let other_code = self.code(&other.term, &bound.inputs, &extents, compressed);
            if let Ok(other_code) = other_code {
                let relayouts = std::mem::take(&mut plan.relayouts);
                (plan, stages, code) = (Plan { relayouts, ..other }, found, Ok(other_code));
            }
        }
        let cut_off = stages.iter().find(|stage| stage.is_cut_off());
        if let Some(stage) = cut_off.filter(|_| !self.args.statistics) {
            writeln!(io.stderr, "note: the search for a plan was cut off: {stage}")
                .map_err(|error| Problem::File(error.into()))?;
        }
        Ok(Ready { plan, stages, code, extents })
    }

    /// The plan, ready to run.
    fn code(
        &self,
        term: &Term,
        inputs: &Inputs,
        extents: &[Option<u64>],
        compressed: bool,
    ) -> Result<Box<dyn Executable>, Problem> {
        #[cfg(feature = "llvm")]
        if self.machine_code {
            let code = {
                let data = storage::MachineData { fixed: inputs, changing: &BTreeMap::new() };
                storage::compiled(term, data, extents, self.args.threads, compressed)
            };
            return code.map_err(|error| Problem::Wrong(format!("{error:#}")));
        }
        debug_assert!(!self.machine_code, "there is no machine code without LLVM");
        let _ = (extents, compressed);
        Ok(storage::evaluator(term.clone(), inputs.clone(), self.args.max_steps))
    }

    /// The data of a program, checked.
    fn data(&self, program: &StorageProgram, io: &mut Io<'_>) -> Result<Bound, Problem> {
        let given = self.args.input.iter().map(|input| {
            input.named().ok_or_else(|| {
                let what = "the tensors of a storage program have names: --input NAME=FILE";
                Problem::Usage(what.to_owned())
            })
        });
        let given: Vec<_> = given.collect::<Result<_, _>>()?;
        let bound = storage::bind(&program.module, &given, self.args.accumulate, io)?;
        if program.before.is_empty() {
            storage::complete(&program.module, &bound.inputs)?;
        }
        let duplicates = storage::duplicates(self.args.accumulate);
        storage::check_within(&program.module, &bound.inputs, &bound.extents, duplicates)
            .map_err(Problem::Wrong)?;
        storage::check_claims(&program.module, &bound).map_err(Problem::Wrong)?;
        for Computed { name, .. } in &program.before {
            let tensor = program.module.tensor(name);
            let own = tensor.map_or_else(Vec::new, |it| storage::arrays_of(&program.module, it));
            // Numbers of the format may be given, the size of blocks.
            let given = own.iter().any(|array| {
                let value = bound.inputs.get(&array.as_str().into());
                matches!(value, Some(Value::Array(_) | Value::Dict(_)))
            });
            if given || bound.extents.contains_key(name) {
                let what = format!("`{name}` is computed by the program; it takes no data");
                return Err(Problem::Usage(what));
            }
        }
        Ok(bound)
    }

    /// The plan of `--use-plan`; `None` without it.
    fn replayed(
        &self,
        program: &StorageProgram,
        bound: &Bound,
        io: &mut Io<'_>,
    ) -> Result<Option<Plan>, Problem> {
        let Some(path) = self.args.fusion.plan_to_use() else { return Ok(None) };
        let statistics = Statistics::of(&bound.inputs);
        storage::plan::replay(program, path, (&statistics, self.args.diagnostics), io)
            .map_err(Problem::File)?
            .map(Some)
            .map_err(Problem::Wrong)
    }

    /// Prints the figures of the optimizer and of the run.
    fn statistics(
        &self,
        copies: &str,
        stages: &[Status],
        code: &dyn Executable,
        io: &mut Io<'_>,
    ) -> Result<(), Problem> {
        let mut text = copies.to_owned();
        text.extend(stages.iter().map(|stage| format!("{stage}\n")));
        if let Some(counts) = code.counts() {
            text += &format!(
                "run: {} loop bodies, {} entries visited by operators, {} products\n",
                counts.bodies, counts.entries, counts.products
            );
        }
        io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))
    }
}

/// The plan to run for data of these statistics, and the figures of the optimizer.
fn planned(
    program: &StorageProgram,
    statistics: &Statistics,
    pipeline: &Pipeline,
) -> Result<(Plan, Vec<Status>), Problem> {
    let staged = pipeline.run(&program.module, statistics, &[]);
    let nothing = || Problem::Wrong("the program has no result".to_owned());
    let Staged { term, stages, .. } = staged.ok_or_else(nothing)?;
    let term = hloom_storage_search::search::bind_shared(&program.module.inlined(&term));
    let takes_finite = pipeline.takes_finite(&term, statistics);
    Ok((Plan { relayouts: Vec::new(), term, takes_finite }, stages))
}

/// Writes the result to a file, or to `0.npy` in a folder.
fn write(path: &Path, outcome: &Outcome) -> Result<(), Problem> {
    let tensor = outcome.tensor().map_err(Problem::Wrong)?;
    let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let known = storage::Ending::of(path).is_some() && !is_folder;
    let file = if known { path.to_owned() } else { path.join("0.npy") };
    let bytes = storage::encode(&file, &tensor).map_err(|e| Problem::Wrong(format!("{e:#}")))?;
    let folder = if known { Ok(()) } else { std::fs::create_dir_all(path) };
    folder
        .and_then(|()| std::fs::write(&file, bytes))
        .with_context(|| format!("can't write `{}`", file.display()))
        .map_err(Problem::File)
}

/// Writes the arrays of a format that have the result.
fn write_arrays(path: &Path, outcome: &Outcome, format: &Format) -> Result<(), Problem> {
    let tensor = outcome.tensor().map_err(Problem::Wrong)?;
    let bytes = Conversion::result(format, tensor, path).map_err(|error| match error {
        ConversionError::Usage(error) => Problem::Usage(format!("{error:#}")),
        ConversionError::Wrong(what) => Problem::Wrong(what),
    })?;
    std::fs::write(path, bytes)
        .with_context(|| format!("can't write `{}`", path.display()))
        .map_err(Problem::File)
}
