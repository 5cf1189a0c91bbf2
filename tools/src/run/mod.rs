//! `hloom run`: runs programs on inputs from files or from a seed, and writes the results as files,
//! text, a comparison of two backends, or times.
//!
//! A program tests itself with check ops, and fails if one of them fails. Several programs (files,
//! or parts of one with `--split-input-file`) get one line each, `PASS` or `FAIL` with the reason,
//! and a failure does not affect the others.

mod args;
mod backend;
mod compare;
#[cfg(feature = "llvm")]
mod dataset;
mod host;
mod inputs;
mod memory;
mod probes;
mod processes;
mod profile;
mod progress;
pub mod random;
mod roof;
pub(crate) mod show;
mod sparse;
mod storage;
mod stored;
mod timing;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use hloom_interp::Value;
use hloom_ir::{Diagnostic, Severity};
use hloom_passes::partition::shards::signature;

pub use crate::arrays::{npy, npz};
pub use args::Args;
use backend::{Backend, RunnableProgram, Settings};
use probes::Probes;
use timing::Compiling;

use crate::entry;
use crate::schedules::ScheduleFile;
use crate::source::{self, Chunk, Source};
use crate::{ExitStatus, Io, bug, upstream};

/// The reason why a program did not run to its end.
#[derive(Debug)]
enum Problem {
    /// The command line does not match the program.
    Usage(String),
    /// A file can't be read or written.
    File(anyhow::Error),
    /// An input is invalid, or the run failed.
    Wrong(String),
    /// The program is invalid, at these positions.
    Found(Vec<Diagnostic>),
    /// A bug in hloom.
    Bug(String),
}

impl Problem {
    fn status(&self) -> ExitStatus {
        match self {
            Problem::Usage(_) | Problem::File(_) => ExitStatus::Usage,
            Problem::Wrong(_) | Problem::Found(_) => ExitStatus::Wrong,
            Problem::Bug(_) => ExitStatus::Bug,
        }
    }

    /// The reason in one line, for `FAIL FILE: reason`.
    fn reason(&self) -> String {
        let text = match self {
            Problem::Usage(text) | Problem::Wrong(text) => text.clone(),
            Problem::File(error) => format!("{error:#}"),
            Problem::Found(diagnostics) => {
                let more = match diagnostics.len() {
                    0 | 1 => String::new(),
                    n => format!(" (and {} more)", n - 1),
                };
                diagnostics.first().map_or_else(String::new, |d| d.message.clone() + &more)
            }
            Problem::Bug(text) => format!("this is a bug in hloom: {text}"),
        };
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// Prints the whole problem on standard error.
    fn show(
        self,
        source: Option<(&Source, &Chunk<'_>)>,
        args: &Args,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        let file = source.map_or("", |(source, _)| source.name.as_str());
        let say = |text: &str, io: &mut Io<'_>| {
            source::say(Severity::Error, text, file, args.diagnostics, io)
        };
        match (self, source) {
            (Problem::Found(found), Some((source, chunk))) => {
                source.show(&chunk.in_whole_text(found), args.diagnostics, io)
            }
            (Problem::Found(found), None) => found.iter().try_for_each(|d| say(&d.message, io)),
            (Problem::File(error), _) => say(&format!("{error:#}"), io),
            (Problem::Bug(text), _) => say(&format!("this is a bug in hloom: {text}"), io),
            (Problem::Usage(text) | Problem::Wrong(text), _) => say(&text, io),
        }
    }
}

/// The numbers of programs that passed and failed, and the worst exit status.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

/// Runs the command.
///
/// # Errors
/// If options conflict, or a stream can't be written.
pub fn run(mut args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    args.input.iter_mut().for_each(|input| input.accumulate = args.accumulate);
    // Programs of the storage language have options and checks of their own.
    if args.files.iter().any(|file| crate::storage::is_program(file)) {
        return storage::run(&args, io);
    }
    args.check_language(false)?;
    args.check()?;
    match processes::role(&args)? {
        processes::Role::Alone => run_here(&args, None, io),
        processes::Role::Parent(launch) => launch.run(&args, io),
        processes::Role::Rank(session) => session.run(&args, io),
    }
}

/// Runs the command in this process, which is one of several ranks if it has a seat.
fn run_here(
    args: &Args,
    seat: Option<backend::Seat>,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let many = args.files.len() > 1 || args.split_input_file;
    #[cfg(feature = "llvm")]
    if args.data.dataset.is_some() {
        return dataset::run(args, io);
    }
    for backend in [Some(args.backend()), args.compare].into_iter().flatten() {
        if let Err(problem) = backend.check() {
            anyhow::bail!(problem.reason());
        }
    }
    #[cfg(feature = "ptx")]
    let gpu = gpu(args)?;
    #[cfg(feature = "ptx")]
    let target = hloom_ptx::Target::parse(args.target.as_deref().unwrap_or("sm_80"))?;
    #[cfg(feature = "ptx")]
    let machine = match args.backend() {
        Backend::PtxEmulator => Some(target.name()),
        Backend::Ptx => gpu.as_ref().map(|gpu| gpu.target.name()),
        _ => None,
    };
    #[cfg(not(feature = "ptx"))]
    let machine = None;
    let pipeline = args.passes.as_deref().map(crate::opt::pipeline).transpose()?;
    let compiled = [Some(args.backend()), args.compare].iter().flatten().any(|it| it.has_passes());
    args.fusion.check(pipeline.as_ref(), compiled)?;
    let fusion = args.fusion.control_for(machine, io)?;
    let settings = Settings {
        fusion,
        pipeline,
        schedules: args.use_schedules.as_deref().map(ScheduleFile::read).transpose()?,
        cache: cache_folder(args).map(|folder| (folder, args.cache_limit)),
        profile: args.profile || args.trace.is_some(),
        threads: args.threads.map(usize::from),
        cores: args.cores.map(usize::from),
        split: args.split,
        quick: args.quick,
        generator: args.generator.unwrap_or_default(),
        ranks: seat.as_ref().map(|seat| seat.rank.count()).or(args.ranks.map(u32::from)).map(
            |count| backend::Ranked {
                count,
                patience: processes::patience(args),
                seat: seat.clone(),
            },
        ),
        max_steps: args.max_steps,
        probes: args.probes.clone().unwrap_or_else(|| PathBuf::from(".")),
        mlir_pipeline: args.mlir_pipeline.clone(),
        trap_nan: args.trap_nan,
        #[cfg(feature = "ptx")]
        target,
        #[cfg(feature = "ptx")]
        gpu,
        #[cfg(feature = "ptx")]
        device_is_named: args.device.is_some(),
        #[cfg(feature = "ptx")]
        nccl: args.nccl,
        #[cfg(feature = "ptx")]
        devices: None,
        ends: host::Ends {
            infeed: args.infeed.clone(),
            outfeed: args.outfeed.clone(),
            channels: args.host_channel.clone(),
            probes: args.probes.clone(),
        },
    };
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
        let chunks = source.chunks(args.split_input_file);
        for chunk in &chunks {
            let name = match chunks.len() {
                1 => source.name.clone(),
                _ => format!("{}:{}", source.name, chunk.line),
            };
            // A panic in one program does not affect the others.
            let outcome = bug::catch_panic(|| run_program(&source, chunk, args, &settings, io))
                .unwrap_or_else(|bug| Err(Problem::Bug(panic_text(&bug))));
            tally.count(many, &name, outcome.as_ref().err(), io)?;
            if let Err(problem) = outcome {
                status = status.worse(problem.status());
                problem.show(Some((&source, chunk)), args, io)?;
                if seat.is_some() {
                    // The ranks are not in step any more.
                    return Ok(status);
                }
            }
        }
    }
    if many {
        writeln!(io.stdout, "{} passed, {} failed", tally.passed, tally.failed)?;
    }
    args.fusion.finish(&settings.fusion, io)?;
    Ok(status)
}

/// The alternatives that need no GPU.
#[cfg(feature = "ptx")]
const WITHOUT_GPU: &str = "what works without one: --backend ptx-emulator, --backend cpu, and \
                           `hloom compile --target sm_90 --emit ptx` (or cubin, with ptxas)";

/// The GPU to run on, if requested. The driver is queried only here.
///
/// # Errors
/// If there is no driver or no such GPU.
#[cfg(feature = "ptx")]
fn gpu(args: &Args) -> anyhow::Result<Option<std::sync::Arc<hloom_ptx::driver::Gpu>>> {
    if ![Some(args.backend()), args.compare].contains(&Some(Backend::Ptx)) {
        return Ok(None);
    }
    let found = hloom_ptx::driver::find(args.device.unwrap_or(0));
    let found = found.map_err(|error| anyhow::anyhow!("{error}; {WITHOUT_GPU}"))?;
    Ok(Some(found.into()))
}

/// The folder that caches machine code, if any.
fn cache_folder(args: &Args) -> Option<PathBuf> {
    let named = std::env::var_os("HLOOM_CACHE").filter(|folder| !folder.is_empty());
    args.cache.clone().or(named.map(PathBuf::from))
}

/// The message and position of a panic.
fn panic_text(bug: &bug::Bug) -> String {
    let place = bug.location.as_ref().map(|at| format!(", at {at}")).unwrap_or_default();
    format!("{}{place}", bug.message)
}

impl Tally {
    /// Counts a program, and prints its line if there are several.
    fn count(
        &mut self,
        many: bool,
        name: &str,
        problem: Option<&Problem>,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        match problem {
            None => self.passed += 1,
            Some(_) => self.failed += 1,
        }
        match problem {
            _ if !many => {}
            None => writeln!(io.stdout, "PASS {name}")?,
            Some(problem) => writeln!(io.stdout, "FAIL {name}: {}", problem.reason())?,
        }
        Ok(())
    }
}

/// Processes one program from its text to its results.
fn run_program(
    source: &Source,
    chunk: &Chunk<'_>,
    args: &Args,
    settings: &Settings,
    io: &mut Io<'_>,
) -> Result<(), Problem> {
    if let Some(seat) = settings.ranks.as_ref().and_then(|ranks| ranks.seat.as_ref()) {
        processes::agree(seat, &source.name, chunk.text).map_err(Problem::Wrong)?;
    }
    let clock = Instant::now();
    let (module, diagnostics) = upstream::read_for(chunk, settings.pipeline.as_ref());
    let mut compile = clock.elapsed();
    let _ready = args.backend().warm_up(settings);
    let Some(mut module) = module else { return Err(Problem::Found(diagnostics)) };
    let warnings = chunk.in_whole_text(diagnostics);
    source.show(&warnings, args.diagnostics, io).map_err(Problem::File)?;
    let entry = entry::choose(&module, args.entry.as_deref(), "choose one with --entry").map_err(
        |what| {
            if args.entry.is_some() { Problem::Usage(what) } else { Problem::Wrong(what) }
        },
    )?;
    let types = crate::extents::argument_types(&module, entry, &args.extent);
    let mut types = types.map_err(Problem::Usage)?;
    if settings.ranks.is_some()
        && let Some(whole) = signature(&module, entry).map_err(Problem::Wrong)?
    {
        // Ranks divide whole inputs.
        types = whole.inputs;
    }
    let inputs = inputs::gather(&module, entry, &args.input, (args.random_inputs, &types), io)?;
    let probes = Probes::new(&args.probe, chunk.text);
    probes.check(&module)?;
    // Ranks have parts of the inputs.
    let expected = if settings.ranks.is_none() { &inputs[..] } else { &[] };
    sparse::expect_entries(&mut module, entry, expected);
    let other = args.compare.map(|backend| (backend, module.clone()));
    let declared = module.func(entry).function_type.results().to_vec();
    let mapped = stored::of_mappings(&module, entry);

    let clock = Instant::now();
    let mut program = args.backend().prepare(module, entry, settings, &probes)?;
    compile += clock.elapsed();
    let compile =
        Compiling { first: compile, again: compile_again(chunk, args, settings, expected)? };
    program.load(inputs.clone())?;
    if let Some(warning) = program.warning() {
        io.warning(warning).map_err(|error| Problem::File(error.into()))?;
    }
    left_to_the_host(program.as_ref(), args.backend(), &mapped, args, io)?;
    // The emulator collects statistics while it runs.
    if args.backend() != Backend::PtxEmulator {
        say_statistics(program.as_ref(), args, io)?;
    }
    for _ in 0..args.warmup {
        run_once(program.as_mut(), io)?;
    }
    // Discards the profile of earlier runs.
    if args.warmup > 0 {
        program.profile();
    }
    let timing = timing::batches(program.as_mut(), args, &compile, io)?;
    if args.backend() == Backend::PtxEmulator {
        say_statistics(program.as_ref(), args, io)?;
    }
    let results = stored::as_declared(program.results()?, &declared)?;
    let seat = settings.ranks.as_ref().and_then(|ranks| ranks.seat.as_ref());
    if seat.is_some_and(|seat| seat.rank.number() > 0) {
        // Rank 0 has the results, and the times of all in its trace.
        program.profile();
        return Ok(());
    }

    if let Some(folder) = &args.output {
        write_results(folder, &results).map_err(Problem::File)?;
    }
    let mut say = |text: String| {
        io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))
    };
    if args.print {
        for (i, result) in results.iter().enumerate() {
            say(format!("{i}: {}\n", show::value(result)))?;
        }
    }
    if args.time && !args.turns {
        say(timing.json() + "\n")?;
    }
    if let Some(profile) = program.profile() {
        if args.profile {
            let roof = profile.roof().map_err(Problem::File)?;
            say(profile.table(&timing.runs, &roof))?;
        }
        if let Some(path) = &args.trace {
            let text = profile.trace();
            std::fs::write(path, text)
                .with_context(|| format!("can't write `{}`", path.display()))
                .map_err(Problem::File)?;
        }
    }
    let Some((backend, module)) = other else { return Ok(()) };
    // The program as a whole is what ranks are compared with.
    let settings = &Settings { ranks: None, ..settings.clone() };
    let mut program = backend.prepare(module, entry, settings, &probes)?;
    program.load(inputs)?;
    left_to_the_host(program.as_ref(), backend, &mapped, args, io)?;
    program.run()?;
    let theirs = stored::as_declared(program.results()?, &declared)?;
    let (text, problem) = compare_results(&results, &theirs, args, backend);
    io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))?;
    problem.map_or(Ok(()), Err)
}

/// The times of compiling the program for these inputs from its text again, as often as requested.
fn compile_again(
    chunk: &Chunk<'_>,
    args: &Args,
    settings: &Settings,
    inputs: &[hloom_interp::Value],
) -> Result<Vec<Duration>, Problem> {
    let once = |_| {
        let clock = Instant::now();
        let (module, diagnostics) = upstream::read_for(chunk, settings.pipeline.as_ref());
        let Some(mut module) = module else { return Err(Problem::Found(diagnostics)) };
        let entry = entry::choose(&module, args.entry.as_deref(), "choose one with --entry")
            .map_err(Problem::Wrong)?;
        sparse::expect_entries(&mut module, entry, inputs);
        let program = args.backend().prepare(module, entry, settings, &Probes::default())?;
        let time = clock.elapsed();
        drop(program);
        Ok(time)
    };
    (0..args.compile_again).map(once).collect()
}

/// Reports the ops of a GPU program that run on the host, and its arguments and results in the arrays of mappings, which
/// the host makes dense and stores.
///
/// # Errors
/// If there are any and `--strict` is set.
fn left_to_the_host(
    program: &dyn RunnableProgram,
    backend: Backend,
    mapped: &[String],
    args: &Args,
    io: &mut Io<'_>,
) -> Result<(), Problem> {
    if matches!(backend, Backend::Ptx | Backend::PtxEmulator) && !mapped.is_empty() {
        let all = mapped.join(", ");
        if args.strict {
            return Err(Problem::Wrong(format!(
                "--strict: no GPU has code for the storage of {all}"
            )));
        }
        let notice =
            format!("notice: the host makes {all} dense: no GPU has code for their storage\n");
        io.stderr.write_all(notice.as_bytes()).map_err(|error| Problem::File(error.into()))?;
    }
    let left_out = program.left_out();
    if left_out.is_empty() {
        return Ok(());
    }
    let names = left_out.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if args.strict {
        return Err(Problem::Wrong(format!("--strict: no GPU runs {names}")));
    }
    let mut notice = format!("notice: the host runs {names}, for which no GPU has code\n");
    for reason in program.left_out_because() {
        notice += &format!("  {reason}\n");
    }
    io.stderr.write_all(notice.as_bytes()).map_err(|error| Problem::File(error.into()))
}

/// Prints statistics of a program's code, if requested.
fn say_statistics(
    program: &dyn RunnableProgram,
    args: &Args,
    io: &mut Io<'_>,
) -> Result<(), Problem> {
    let text = args.statistics.then(|| program.statistics()).flatten().unwrap_or_default();
    io.stdout.write_all(text.as_bytes()).map_err(|error| Problem::File(error.into()))
}

/// Runs a program once, and prints its output; returns the time.
fn run_once(program: &mut dyn RunnableProgram, io: &mut Io<'_>) -> Result<Duration, Problem> {
    let clock = Instant::now();
    let ended = program.run();
    let time = clock.elapsed();
    let said = program.said();
    io.stdout.write_all(said.as_bytes()).map_err(|error| Problem::File(error.into()))?;
    ended.map(|()| time)
}

/// The report of `--compare` on two lists of results, and whether it is a failure.
fn compare_results(
    ours: &[Value],
    theirs: &[Value],
    args: &Args,
    other: Backend,
) -> (String, Option<Problem>) {
    let mut text = String::new();
    let mut problem = None;
    let bounds = compare::Bounds { ulps: args.max_ulp, rtol: args.rtol, atol: args.atol };
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        let Some(difference) = compare::values(a, b) else {
            problem = Some(Problem::Bug(format!(
                "result {i} is {} on {} and {} on {other}",
                a.ty(),
                args.backend(),
                b.ty()
            )));
            continue;
        };
        text += &format!("{i}: {}, {} and {other}: {difference}\n", a.ty(), args.backend());
        if problem.is_none()
            && let Some(beyond) = compare::beyond(a, b, &bounds)
        {
            problem = Some(Problem::Wrong(format!(
                "result {i} differs between {} and {other} by {beyond}",
                args.backend()
            )));
        }
    }
    (text, problem)
}

/// Writes each result to its own file: result 2 to `2.npy`, or `2.npz` if it is stored sparsely, member 1 of
/// a tuple in result 2 to `2.1.npy`. Tokens are not written.
fn write_results(folder: &Path, results: &[Value]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("can't make the folder `{}`", folder.display()))?;
    results.iter().enumerate().try_for_each(|(i, value)| write_value(folder, &i.to_string(), value))
}

fn write_value(folder: &Path, name: &str, value: &Value) -> anyhow::Result<()> {
    match value {
        Value::Tensor(literal) => {
            let path = folder.join(format!("{name}.npy"));
            std::fs::write(&path, npy::encode(literal))
                .with_context(|| format!("can't write `{}`", path.display()))
        }
        Value::Tuple(members) => members
            .iter()
            .enumerate()
            .try_for_each(|(i, member)| write_value(folder, &format!("{name}.{i}"), member)),
        Value::Sparse(_) | Value::Mapped(_) => {
            let path = folder.join(format!("{name}.npz"));
            let written = || anyhow::Ok(std::fs::write(&path, stored::archive(value)?)?);
            written().with_context(|| format!("can't write `{}`", path.display()))
        }
        Value::Token | Value::Future(_) => Ok(()),
    }
}
