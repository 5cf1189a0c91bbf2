//! `hloom explain balance FILE`: the levels of a step, what each takes, what holds the step up, and
//! what one more thread, micro-batch or core would change.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hloom_analysis::schedule::micro_batches::bubbles;
use hloom_analysis::schedule::pipeline::Step;
use hloom_analysis::schedule::{Order, StageTimes, simulate};
use hloom_ir::{Attr, Literal, Module, OpId};
use hloom_passes::fusion::explain::time;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::layer_graph::times::Clock;
use hloom_passes::levels::OrderOption;
use hloom_passes::levels::memory::BUFFERS;
use hloom_passes::levels::{Division, Function, Group};
use hloom_passes::micro_batch::StatisticsOption;
use hloom_passes::micro_batch::roles::Statistics;
use hloom_passes::split::plan::MOST_CORES;
use hloom_passes::stages;

use super::layers::counted;
use crate::levels::execute::{Executable, Run, shares};
use crate::levels::plan::{Plan, plan, simplify};
use crate::levels::{Count, order_name, parse_order, parse_size, parse_statistics, picture, size};
use crate::{ExitStatus, Io, display_name};

/// The runs whose median is shown.
const RUNS: usize = 9;

/// Options of `hloom explain balance FILE`.
#[derive(clap::Args)]
pub(super) struct BalanceFlags {
    /// Divide the step into this many levels (as many as cores)
    #[arg(long, value_name = "N")]
    levels: Option<usize>,
    /// Divide the batch into this many micro-batches, or auto
    #[arg(long, value_name = "N|auto")]
    micro_batches: Option<Count>,
    /// The order of the steps of a level: 1f1b or gpipe (1f1b)
    #[arg(long, value_name = "ORDER", value_parser = parse_order)]
    order: Option<Order>,
    /// The arguments that hold a batch (the last ones with one first extent)
    #[arg(long, value_name = "I:J…")]
    batch_arguments: Option<String>,
    /// The number of the result that is the loss (the one named loss; none for no backward pass)
    #[arg(long, value_name = "I|none")]
    loss: Option<String>,
    /// The samples whose sums other samples depend on: whole or micro-batch (whole)
    #[arg(long, value_name = "SAMPLES", value_parser = parse_statistics)]
    batch_statistics: Option<Statistics>,
    /// The most memory of values that wait for backward steps, such as 64MiB; others are recomputed
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    activation_memory: Option<u64>,
    /// Write the steps of levels as trace events for Perfetto
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

impl BalanceFlags {
    /// An option that was given, if any.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.all().next()
    }

    /// The options that were given.
    fn all(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("--levels", self.levels.is_some()),
            ("--micro-batches", self.micro_batches.is_some()),
            ("--order", self.order.is_some()),
            ("--batch-arguments", self.batch_arguments.is_some()),
            ("--loss", self.loss.is_some()),
            ("--batch-statistics", self.batch_statistics.is_some()),
            ("--activation-memory", self.activation_memory.is_some()),
            ("--trace", self.trace.is_some()),
        ];
        all.into_iter().filter_map(|(flag, given)| given.then_some(flag))
    }
}

impl BalanceFlags {
    /// The batch of a step whose stages are searched; `None` without `--batch-arguments`.
    ///
    /// # Errors
    /// If an option is not about stages, or needs the batch's arguments.
    pub(super) fn stages(&self) -> anyhow::Result<Option<stages::Options>> {
        let of_stages = ["--batch-arguments", "--loss", "--order", "--batch-statistics"];
        if let Some(flag) = self.all().find(|flag| !of_stages.contains(flag)) {
            anyhow::bail!("{flag} is for `hloom explain balance FILE`");
        }
        let Some(arguments) = self.batch_arguments.clone() else {
            return match self.given() {
                Some(flag) => anyhow::bail!("{flag} is about a batch: give --batch-arguments"),
                None => Ok(None),
            };
        };
        let Some(loss) = self.loss.clone() else {
            anyhow::bail!(
                "which result is the loss of the batch? Say so with --loss, or --loss none if there is \
                 no backward pass"
            );
        };
        Ok(Some(stages::Options {
            arguments,
            loss,
            order: match self.order {
                Some(Order::GPipe) => OrderOption::GPipe,
                Some(Order::OneForwardOneBackward) | None => OrderOption::OneForwardOneBackward,
            },
            statistics: match self.batch_statistics {
                Some(Statistics::MicroBatch) => StatisticsOption::MicroBatch,
                Some(Statistics::Whole) | None => StatisticsOption::Whole,
            },
            ..stages::Options::default()
        }))
    }
}

/// The rest of a request.
pub(super) struct Request<'a> {
    pub(super) cores: Option<usize>,
    pub(super) measure: bool,
    pub(super) html: Option<&'a Path>,
}

/// Prints the balance of a step.
///
/// # Errors
/// If a file can't be read or written, or options do not fit.
pub(super) fn run(
    files: &[&Path],
    request: &Request<'_>,
    flags: &BalanceFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let &[file] = files else { anyhow::bail!("balance is of one program, not {}", files.len()) };
    let cores = request.cores.unwrap_or(2);
    anyhow::ensure!(
        (1..=MOST_CORES).contains(&cores),
        "--cores must be 1 to {MOST_CORES}, not {cores}"
    );
    let levels = flags.levels.unwrap_or(cores);
    anyhow::ensure!((1..=64).contains(&levels), "--levels must be 1 to 64, not {levels}");
    let Some((_, module)) = super::read(file, io)? else { return Ok(ExitStatus::Wrong) };
    match balance(module, cores, levels, request, flags) {
        Ok((text, modelled, measured)) => {
            let mut lists: Vec<(&str, &[Step])> = vec![("By estimated times", &modelled[..])];
            if let Some(run) = &measured {
                lists.push(("Measured", &run.steps[..]));
            }
            let write = |path: &Path, text: String| {
                std::fs::write(path, text)
                    .with_context(|| format!("can't write `{}`", path.display()))
            };
            if let Some(path) = request.html {
                write(path, picture::page(&display_name(file), &text, &lists))?;
            }
            if let Some(path) = &flags.trace {
                write(path, picture::trace(&lists))?;
            }
            io.write_result(None, text.as_bytes())?;
            Ok(ExitStatus::Success)
        }
        Err(message) => {
            io.error(message)?;
            Ok(ExitStatus::Wrong)
        }
    }
}

/// A step, with everything that is asked about it.
struct Balance<'a> {
    module: &'a Module,
    entry: &'a str,
    division: Division,
    cores: usize,
}

/// A plan with the estimated or measured times of its levels.
struct Found {
    plan: Plan,
    /// The times of the levels for a micro-batch, in each round.
    times: Vec<Vec<StageTimes>>,
    threads: Vec<usize>,
}

type Report = (String, Vec<Step>, Option<Run>);

fn balance(
    mut module: Module,
    cores: usize,
    levels: usize,
    request: &Request<'_>,
    flags: &BalanceFlags,
) -> Result<Report, String> {
    let function = crate::entry::choose(&module, None, "keep one of them")?;
    let entry = module.func(function).sym_name.0.to_string();
    let loss = loss(&module, function, flags.loss.as_deref())?;
    simplify(&mut module)?;
    let function = module.symbol(&entry).ok_or_else(|| format!("the passes removed @{entry}"))?;
    let arguments = match &flags.batch_arguments {
        Some(text) => numbers(text)?,
        None => batch_of(&module, function)?,
    };
    let statistics = flags.batch_statistics.unwrap_or(Statistics::Whole);
    let machine = Machine::default();
    let order = flags.order.unwrap_or(Order::OneForwardOneBackward);
    let memory = flags.activation_memory;
    let division = Division {
        arguments,
        count: 1,
        levels,
        loss,
        statistics,
        memory,
        order,
        machine,
        exchanges: false,
    };
    let it = Balance { module: &module, entry: &entry, division, cores };
    let found = it.found(levels, flags.micro_batches.unwrap_or(Count::Auto), cores)?;
    let mut text = it.heading(&found);
    let (modelled, _) = it.simulated(&found)?;
    let measured = match request.measure {
        true => Some(it.measured(&found)?),
        false => None,
    };
    let known = match &measured {
        // Effects are estimated from measured times, as far as there are any.
        Some((alone, _)) => Found {
            plan: found.plan.clone(),
            times: per_micro_batch(alone, levels, found.plan.program.sizes.len()),
            threads: found.threads.clone(),
        },
        None => Found { plan: found.plan.clone(), ..found },
    };
    text += &it.table(&known, measured.as_ref())?;
    text += &it.changes(&known)?;
    Ok((text, modelled, measured.map(|(_, run)| run)))
}

/// The mean times of each level's steps, in each round.
fn per_micro_batch(run: &Run, levels: usize, count: usize) -> Vec<Vec<StageTimes>> {
    let mut rest = &run.steps[..];
    let rounds = run.rounds.iter().map(|&length| {
        let (steps, others) = rest.split_at(length);
        rest = others;
        let sum = |level: usize, backward: bool| -> f64 {
            let own = steps.iter().filter(|s| s.level == level && s.backward == backward);
            own.map(|step| step.end - step.begin).sum::<f64>() / count as f64
        };
        let of = |i| StageTimes { forward: sum(i, false).max(1e-9), backward: sum(i, true) };
        (0..levels).map(of).collect()
    });
    rounds.collect()
}

impl Found {
    /// The seconds of a level for a micro-batch, in all rounds.
    fn seconds(&self, level: usize) -> StageTimes {
        let none = StageTimes { forward: 0.0, backward: 0.0 };
        self.times.iter().map(|times| times[level]).fold(none, |sum, it| StageTimes {
            forward: sum.forward + it.forward,
            backward: sum.backward + it.backward,
        })
    }

    /// The seconds of a level for the batch.
    fn batch(&self, level: usize) -> f64 {
        let times = self.seconds(level);
        (times.forward + times.backward) * self.plan.program.sizes.len() as f64
    }

    /// The level that takes longest, and how long.
    fn slowest(&self) -> (usize, f64) {
        let levels = (0..self.threads.len()).map(|level| (level, self.batch(level)));
        levels.fold((0, 0.0), |best, it| if it.1 > best.1 { it } else { best })
    }
}

impl Balance<'_> {
    /// The plan for so many levels, with estimated times.
    fn found(&self, levels: usize, count: Count, cores: usize) -> Result<Found, String> {
        let division = Division { levels, ..self.division.clone() };
        let plan = plan(self.module, self.entry, &division, count)?;
        let threads = shares(cores, levels);
        let rounds = plan.program.rounds.iter();
        let times = rounds.map(|round| {
            let of =
                |level: usize| self.stages(&plan.module, &round.groups[0], level, threads[level]);
            (0..levels).map(of).collect()
        });
        let times = times.collect();
        Ok(Found { plan, times, threads })
    }

    /// The estimated seconds of the stages of a level on so many threads.
    fn stages(&self, module: &Module, group: &Group, level: usize, threads: usize) -> StageTimes {
        let of = |stage: &Option<Function>| {
            stage.as_ref().map_or(0.0, |stage| self.estimated(module, stage, threads))
        };
        let (forward, backward) = (&group.forward[level], &group.backward[level]);
        StageTimes { forward: of(forward).max(1e-9), backward: of(backward) }
    }

    /// The estimated seconds of the kernels of a stage on so many threads.
    fn estimated(&self, module: &Module, stage: &Function, threads: usize) -> f64 {
        let mut module = crate::levels::execute::isolate(module, &stage.name);
        let pipeline = crate::target::cpu_pipeline();
        if crate::target::optimize(&mut module, &pipeline, &Default::default()).is_err() {
            return 0.0;
        }
        let block = module.symbol(&stage.name).and_then(|function| module.entry(function, 0));
        let clock = Clock {
            machine: &self.division.machine,
            cores: threads,
            memory_cores: 1.3,
            synchronization: 1.6e-6,
        };
        let times = block.map(|block| clock.block(&module, block)).unwrap_or_default();
        times.values().map(|it| if threads > 1 { it.all_cores } else { it.one_core }).sum()
    }

    /// The rounds of a batch, one after the other: their steps and seconds.
    fn simulated(&self, found: &Found) -> Result<(Vec<Step>, f64), String> {
        let count = found.plan.program.sizes.len();
        let (mut steps, mut seconds) = (Vec::new(), 0.0);
        for times in &found.times {
            let run = simulate(times, count, self.division.order, Some(BUFFERS));
            let run = run.map_err(|error| error.to_string())?;
            let moved = |s: Step| Step { begin: s.begin + seconds, end: s.end + seconds, ..s };
            steps.extend(run.steps.into_iter().map(moved));
            seconds += run.seconds;
        }
        Ok((steps, seconds))
    }

    /// The median of runs in which levels run alone, and of ones in which they run together.
    fn measured(&self, found: &Found) -> Result<(Run, Run), String> {
        let function = found.plan.module.symbol(&found.plan.entry);
        let function = function.ok_or("the step is gone")?;
        let types = found.plan.module.func(function).function_type.inputs();
        let inputs: Result<Vec<Literal>, String> = types
            .iter()
            .enumerate()
            .map(|(i, &ty)| {
                ty.as_tensor()
                    .and_then(|tensor| crate::run::random::tensor(1, i, tensor))
                    .ok_or_else(|| format!("argument {i} is {ty}, which has no random values"))
            })
            .collect();
        let inputs = inputs?;
        let text = |error: crate::Error| error.to_string();
        let code = Executable::new(&found.plan, self.division.order, &found.threads, self.cores);
        let code = code.map_err(text)?;
        let median = |alone: bool| -> Result<Run, String> {
            // A loop of training has the memory of the state before for the state after.
            let run = || {
                let mut run = code.run(&inputs, alone)?;
                code.reuse(std::mem::take(&mut run.results));
                Ok(run)
            };
            run().map_err(text)?;
            let runs: Result<Vec<Run>, _> = (0..RUNS).map(|_| run()).collect();
            let mut runs = runs.map_err(text)?;
            runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
            Ok(runs.swap_remove(RUNS / 2))
        };
        Ok((median(true)?, median(false)?))
    }

    fn heading(&self, found: &Found) -> String {
        let program = &found.plan.program;
        let sizes = &program.sizes;
        let (first, last) = (sizes[0], sizes[sizes.len() - 1]);
        let samples = if first == last { first.to_string() } else { format!("{last} to {first}") };
        let mut text = format!(
            "@{}: {} on {}, {} of {samples} samples, {}\n",
            self.entry,
            counted(program.levels(), "level"),
            counted(self.cores, "core"),
            match sizes.len() {
                1 => "1 micro-batch".to_owned(),
                n => format!("{n} micro-batches"),
            },
            order_name(self.division.order)
        );
        if let Some(chosen) = &found.plan.chosen {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "  the least number with bubbles {} (8) not above a loss of {} (9); a core is full at {}",
                percent(chosen.it.bubbles),
                percent(chosen.it.loss),
                counted(chosen.device as usize, "sample")
            );
        }
        if program.rounds.len() > 1 {
            let rounds = program.rounds.len();
            let _ = writeln!(
                text,
                "  {rounds} rounds, because samples wait for sums over the whole batch"
            );
        }
        let activations = &program.activations;
        if activations.kept + activations.recomputed > 0 {
            let (kept, memory) = (activations.kept, size(activations.bytes));
            let _ = write!(text, "  values for backward steps: {memory} at most, {kept} wait");
            if activations.recomputed > 0 {
                let (again, seconds) = (activations.recomputed, time(activations.seconds));
                let _ = write!(text, "; {again} recomputed, {seconds} a batch");
            }
            text.push('\n');
        }
        text
    }

    /// The stages, the bubbles, and the bound that holds.
    fn table(&self, known: &Found, measured: Option<&(Run, Run)>) -> Result<String, String> {
        let program = &known.plan.program;
        let (levels, count) = (program.levels(), program.sizes.len());
        let (steps, seconds) = match measured {
            Some((_, run)) => (run.steps.clone(), run.seconds),
            None => self.simulated(known)?,
        };
        let busy = |level: usize| -> f64 {
            let own = steps.iter().filter(|step| step.level == level);
            own.map(|step| step.end - step.begin).sum()
        };
        let how = if measured.is_some() { "measured" } else { "estimated" };
        let mut rows =
            vec![[how, "threads", "forward", "backward", "batch alone", "busy"].map(str::to_owned)];
        for level in 0..levels {
            let times = known.seconds(level);
            rows.push([
                format!("level {level}"),
                known.threads[level].to_string(),
                time(times.forward),
                if times.backward > 0.0 { time(times.backward) } else { "none".to_owned() },
                time(known.batch(level)),
                percent(busy(level) / seconds),
            ]);
        }
        let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..6).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
                0 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  "));
        }
        let idle = 1.0 - (0..levels).map(busy).sum::<f64>() / (seconds * levels as f64);
        let _ = writeln!(
            text,
            "  batch: {}; bubbles {}, of equal levels {} (8)",
            time(seconds),
            percent(idle),
            percent(bubbles(count as u64, levels as u64))
        );
        if let Some((alone, _)) = measured {
            let _ = writeln!(
                text,
                "  one step at a time: {}, {:.2} times as long; before and behind the levels: {}",
                time(alone.seconds),
                alone.seconds / seconds,
                time(alone.around)
            );
        }
        text += &self.bound(known, seconds);
        Ok(text)
    }

    /// The bound that holds: the largest part of the time besides that of equal levels without waits.
    fn bound(&self, known: &Found, seconds: f64) -> String {
        let levels = known.threads.len();
        let mean = (0..levels).map(|level| known.batch(level)).sum::<f64>() / levels as f64;
        let (slowest, most) = known.slowest();
        let (uneven, waits) = (most - mean, (seconds - most).max(0.0));
        let part = |seconds_of: f64| percent(seconds_of / seconds);
        if uneven.max(waits) < 0.05 * seconds {
            return format!("  bound: the cores, {} of the time all levels compute\n", part(mean));
        }
        match uneven > waits {
            true => format!(
                "  bound: level {slowest} takes longer than the mean of the levels, {} of the time\n",
                part(uneven)
            ),
            false => {
                format!("  bound: filling and draining the levels, {} of the time\n", part(waits))
            }
        }
    }

    /// The effects of one more thread, micro-batch and core, by estimate.
    fn changes(&self, known: &Found) -> Result<String, String> {
        let (_, now) = self.simulated(known)?;
        let program = &known.plan.program;
        let (levels, count) = (program.levels(), program.sizes.len());
        let model = self.found(levels, Count::Fixed(count), self.cores)?;
        let (_, estimated) = self.simulated(&model)?;
        let change = |then: f64| {
            let factor = then / estimated;
            match (1.0 - factor).abs() < 0.005 {
                true => "no change".to_owned(),
                false => format!(
                    "{} a batch, {} % {}",
                    time(now * factor),
                    (100.0 * (1.0 - factor).abs()).round(),
                    if factor < 1.0 { "less" } else { "more" }
                ),
            }
        };
        let mut text = "  estimated effect of\n".to_owned();
        let line = |text: &mut String, what: &str, effect: Result<String, String>| {
            let effect = effect.unwrap_or_else(|why| format!("none: {why}"));
            let _ = writeln!(text, "    {what}: {effect}");
        };
        let of = |found: Result<Found, String>| -> Result<String, String> {
            Ok(change(self.simulated(&found?)?.1))
        };
        let more = format!("one more micro-batch ({})", count + 1);
        line(&mut text, &more, of(self.found(levels, Count::Fixed(count + 1), self.cores)));
        let (cores, deeper) = (self.cores + 1, levels + 1);
        let more = format!("one more core and level ({deeper})");
        line(&mut text, &more, of(self.found(deeper, Count::Fixed(count), cores)));
        let (slowest, _) = known.slowest();
        let mut wider = self.found(levels, Count::Fixed(count), self.cores);
        if let Ok(wider) = &mut wider {
            let threads = wider.threads[slowest] + 1;
            for (round, times) in wider.plan.program.rounds.iter().zip(&mut wider.times) {
                times[slowest] =
                    self.stages(&wider.plan.module, &round.groups[0], slowest, threads);
            }
        }
        line(&mut text, &format!("one more thread for level {slowest}"), of(wider));
        Ok(text)
    }
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// The number of the result that is the loss.
fn loss(module: &Module, function: OpId, asked: Option<&str>) -> Result<Option<usize>, String> {
    match asked {
        Some("none") => return Ok(None),
        Some(text) => {
            let wrong = |_| format!("--loss {text}: expected the number of a result, or none");
            return text.parse().map(Some).map_err(wrong);
        }
        None => {}
    }
    let attributes = module.func(function).res_attrs.as_deref();
    let Some(Attr::Array(all)) = attributes else { return Ok(None) };
    let named = |attr: &Attr| match attr {
        Attr::Dict(dict) => ["hloom.name", "jax.result_info"].iter().any(|key| {
            let Some(Attr::String(text)) = dict.get(key) else { return false };
            let text = String::from_utf8_lossy(text);
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.rev().find(|word| !word.is_empty()) == Some("loss")
        }),
        _ => false,
    };
    Ok(all.iter().position(named))
}

/// The last arguments that have the same first extent, above 1, as the last one.
fn batch_of(module: &Module, function: OpId) -> Result<Vec<usize>, String> {
    let inputs = module.func(function).function_type.inputs();
    let first = |i: usize| inputs[i].as_tensor().and_then(|tensor| tensor.dims.first().copied());
    let last = inputs.len().checked_sub(1).and_then(first).filter(|&extent| extent > 1);
    let Some(extent) = last else {
        return Err("which arguments hold a batch? Say so with --batch-arguments".to_owned());
    };
    let count = (0..inputs.len()).rev().take_while(|&i| first(i) == Some(extent)).count();
    Ok((inputs.len() - count..inputs.len()).collect())
}

fn numbers(text: &str) -> Result<Vec<usize>, String> {
    let number = |word: &str| {
        word.parse().map_err(|_| {
            format!("--batch-arguments {text}: expected numbers of arguments, such as 2:3")
        })
    };
    text.split(':').map(number).collect()
}
