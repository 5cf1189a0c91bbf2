//! The loop of a run: batches, steps, metrics, checkpoints.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use hloom_analysis::schedule::micro_batches::bubbles;
use hloom_ir::Literal;
use hloom_loader::{Balance, Batch, Dataset, ImageMode, Loader, OpenOptions, Statistics, open};

use super::args::Args;
use super::checkpoint::{self, Checkpoint, Position};
use super::cores::{part, processor_time};
use super::feed::Feed;
use super::metrics::{Metrics, Row};
use super::model::{Failure, Model, Utilisation};
use super::page::page;
use super::signature::Named;
use super::skipped::Skipped;
use crate::progress::Progress;
use crate::{ExitStatus, Io, display_name, interrupt};

/// Runs the command.
///
/// # Errors
/// If the command line is wrong, or a file can't be read or written.
pub(super) fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let outcome = interrupt::listening_patiently(|interrupted| {
        Progress::watch(io.terminal.progress, |progress| {
            let mut session = Session::new(args, io, progress)?;
            let outcome = session.train(io, interrupted, progress);
            // Metrics and the page are there however the run ends.
            session.metrics.flush()?;
            session.write_page()?;
            outcome
        })
    });
    match outcome {
        Ok(()) => Ok(ExitStatus::Success),
        Err(failure) => failure.report(io),
    }
}

/// A run.
struct Session<'a> {
    args: &'a Args,
    model: Model,
    entry: String,
    feed: Feed,
    loader: Loader,
    balance: Balance,
    metrics: Metrics,
    state: Vec<Literal>,
    position: Position,
    /// The step of the last checkpoint.
    saved: Option<u64>,
    bad: Skipped,
    epoch: Epoch,
    /// The processors' time at the end of the last step.
    processors: Duration,
}

/// The numbers of an epoch so far.
#[derive(Default)]
struct Epoch {
    steps: u64,
    samples: usize,
    sums: Vec<f64>,
    waited: Duration,
    stepped: Duration,
    levels: Utilisation,
    /// The processors' time of its steps.
    processors: Duration,
    /// The loader's numbers at the beginning.
    before: Statistics,
}

/// The channels that an argument of a batch takes.
pub(super) fn images(batch: &[Named]) -> ImageMode {
    let first = batch.iter().find_map(|argument| {
        let dims = &argument.ty.as_tensor()?.dims;
        (dims.len() >= 3).then(|| dims.to_vec())
    });
    let channels = match first.as_deref() {
        Some(&[_, _, _, last @ (1 | 3 | 4)]) => last,
        Some(&[_, second @ (1 | 3 | 4), _, _]) => second,
        Some(&[_, _, _]) | None => 1,
        _ => 3,
    };
    match channels {
        1 => ImageMode::Gray,
        4 => ImageMode::Rgba,
        _ => ImageMode::Rgb,
    }
}

impl<'a> Session<'a> {
    /// Reads everything, and starts the loader.
    fn new(args: &'a Args, io: &mut Io<'_>, progress: &Progress) -> Result<Session<'a>, Failure> {
        progress.step("compiling the step");
        let mut model = Model::read(args, io)?;
        let signature = model.signature.clone();
        progress.step("opening the dataset");
        let images = args.images.unwrap_or_else(|| images(&signature.batch));
        let how = OpenOptions { images, labels: args.labels.clone() };
        let dataset: Arc<dyn Dataset> = open(&args.dataset, &how)?.into();
        let feed = Feed::new(&signature.batch, dataset.fields(), &args.field, &args.augment)?;
        let mut options = hloom_loader::Options {
            batch: signature.samples,
            seed: args.seed,
            shuffle: args.shuffle,
            shard: args.shard,
            tail: args.tail,
            threads: args.threads.map_or(1, usize::from),
            prefetch: args.prefetch.into(),
            bad: args.on_bad_sample,
            transforms: feed.transforms.clone(),
            start: (0, 0),
            epochs: args.epochs,
        };
        let data = format!(
            "seed {} batch {} samples {} shuffle {:?} shard {:?} tail {:?} bad {:?} augment {:?}",
            args.seed,
            options.batch,
            dataset.len(),
            options.shuffle,
            options.shard,
            options.tail,
            options.bad,
            args.augment
        );
        let mut position = Position { data, ..Position::default() };
        let mut state = std::mem::take(&mut model.state);
        let mut saved = None;
        if let Some((found, at)) = resumed(args, &signature.state, &position, io)? {
            writeln!(io.stdout, "going on after step {} (epoch {})", at.step, at.epoch + 1)?;
            saved = Some(at.step);
            (state, position) = (found, at);
        }
        options.start = (position.epoch, position.place);
        progress.step("measuring the loader");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let most = args.max_threads.map_or(4 * cores, usize::from);
        let balance = match args.threads {
            Some(threads) => Balance::fixed(threads.into()),
            None => Balance::measured(&dataset, &options, most)?,
        };
        options.threads = balance.threads();
        let loader = Loader::start(dataset, options)?;
        let names = signature.metrics.clone();
        let metrics = Metrics::open(args.metrics.as_deref(), names, position.step)?;
        let entry = model.step_name(args);
        let epoch = Epoch::default();
        Ok(Session {
            args,
            model,
            entry,
            feed,
            loader,
            balance,
            metrics,
            state,
            position,
            saved,
            bad: Skipped::default(),
            epoch,
            processors: processor_time(),
        })
    }

    /// Runs steps until the epochs are done.
    fn train(
        &mut self,
        io: &mut Io<'_>,
        interrupted: &AtomicBool,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let first = self.position.step;
        loop {
            if interrupted.load(Ordering::SeqCst) {
                let saved = self.save()?;
                let saved = saved.unwrap_or_else(|| "no --checkpoints folder was given".to_owned());
                let step = self.position.step;
                return Err(Failure::Wrong(format!("interrupted after step {step}; {saved}")));
            }
            if self.args.steps.is_some_and(|most| self.position.step >= most) {
                break;
            }
            let begin = Instant::now();
            let batch = match self.loader.next() {
                None => break,
                Some(Ok(batch)) => batch,
                Some(Err(error)) => {
                    let saved = self.save()?.map_or(String::new(), |saved| format!("; {saved}"));
                    return Err(Failure::Wrong(format!("{error}{saved}")));
                }
            };
            let waited = begin.elapsed();
            if batch.epoch != self.position.epoch {
                self.end_epoch(io)?;
                (self.position.epoch, self.position.place) = (batch.epoch, 0);
                self.save()?;
            }
            self.bad.name(&batch.skipped, io)?;
            self.step(batch, waited, io, progress)?;
            let every = self.args.checkpoint_every;
            if every.is_some_and(|every| self.position.step.is_multiple_of(every)) {
                self.save()?;
            }
        }
        let skipped = self.loader.skipped_at_the_end();
        self.bad.name(&skipped, io)?;
        self.end_epoch(io)?;
        let bad = self.bad.count();
        if bad > 0 {
            let plural = if bad == 1 { " was" } else { "s were" };
            io.warning(format_args!("{bad} damaged sample{plural} skipped"))?;
        }
        if self.position.step == first {
            writeln!(io.stdout, "nothing is left to do: {} steps are done", first)?;
        }
        if let Some(saved) = self.save()? {
            writeln!(io.stdout, "{saved}")?;
        }
        Ok(())
    }

    /// Runs the step on a batch.
    fn step(
        &mut self,
        batch: Batch,
        waited: Duration,
        io: &mut Io<'_>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let begin = Instant::now();
        let tensors = self.feed.tensors(&batch.arrays)?;
        let mut inputs = std::mem::take(&mut self.state);
        inputs.extend(tensors);
        let kept = self.args.trap_nan.then(|| inputs.clone());
        let (mut outputs, levels) = self.model.program.run(inputs)?;
        if let Some(levels) = levels {
            let sums = &mut self.epoch.levels;
            sums.seconds += levels.seconds;
            sums.busy.resize(levels.busy.len(), 0.0);
            sums.busy.iter_mut().zip(&levels.busy).for_each(|(sum, busy)| *sum += busy);
        }
        let signature = &self.model.signature;
        let range = signature.state_at..signature.state_at + signature.state.len();
        self.state = outputs.drain(range).collect();
        let values: Vec<f64> = outputs
            .iter()
            .map(|metric| match metric.element().is_float() {
                true => metric.get_f64(0),
                false => metric.get_int(0).map_or(f64::NAN, |n| n as f64),
            })
            .collect();
        let stepped = begin.elapsed();
        self.position.step += 1;
        self.position.place = batch.next;
        let loss = values.get(signature.loss).copied().unwrap_or(f64::NAN);
        let row = self.row(values, &batch, waited, stepped);
        let (step, epochs) = (self.position.step, self.args.epochs);
        progress.step(format!(
            "epoch {} of {epochs}, step {step}, loss {loss:.4}, {:.0} samples/s",
            batch.epoch + 1,
            row.samples_per_second
        ));
        self.metrics.add(row)?;
        if !loss.is_finite() {
            let name = &self.model.signature.metrics[self.model.signature.loss];
            let last = self.saved.map_or(String::new(), |step| {
                format!("; the last checkpoint is that of step {step}")
            });
            let epoch = batch.epoch + 1;
            let what = format!("the {name} is {loss} in step {step} (epoch {epoch}){last}");
            if let Some(inputs) = kept {
                let entry = self.entry.clone();
                self.model.name_the_first(&entry, inputs, io)?;
            }
            return Err(Failure::Wrong(what));
        }
        self.balance.stepped(batch.samples, waited, stepped, &mut self.loader)?;
        Ok(())
    }

    /// The numbers of a step, which are added to those of the epoch.
    fn row(&mut self, values: Vec<f64>, batch: &Batch, waited: Duration, stepped: Duration) -> Row {
        let now = processor_time();
        let worked = now.saturating_sub(std::mem::replace(&mut self.processors, now));
        let epoch = &mut self.epoch;
        epoch.processors += worked;
        epoch.steps += 1;
        epoch.samples += batch.samples;
        epoch.waited += waited;
        epoch.stepped += stepped;
        epoch.sums.resize(values.len(), 0.0);
        epoch.sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
        let wall = (waited + stepped).as_secs_f64().max(1e-9);
        Row {
            step: self.position.step,
            epoch: batch.epoch,
            values,
            samples_per_second: batch.samples as f64 / wall,
            loader: utilisation(epoch, self.loader.statistics()),
            busy: stepped.as_secs_f64() / wall,
            cores: part(worked, wall),
            threads: self.balance.threads(),
        }
    }

    /// Says how the epoch went.
    fn end_epoch(&mut self, io: &mut Io<'_>) -> Result<(), Failure> {
        let statistics = self.loader.statistics();
        let epoch =
            std::mem::replace(&mut self.epoch, Epoch { before: statistics, ..Epoch::default() });
        if epoch.steps == 0 {
            return Ok(());
        }
        let mut line = format!(
            "epoch {} of {}: {} steps",
            self.position.epoch + 1,
            self.args.epochs,
            epoch.steps
        );
        for (name, sum) in self.metrics.names().iter().zip(&epoch.sums) {
            line += &format!(", {name} {:.4}", sum / epoch.steps as f64);
        }
        let wall = (epoch.waited + epoch.stepped).as_secs_f64().max(1e-9);
        let threads = self.balance.in_words();
        line += &format!(
            "; {:.0} samples/s, {threads} of the loader {:.0} % busy, the step {:.0} %, cores {:.0} %",
            epoch.samples as f64 / wall,
            100.0 * utilisation(&epoch, statistics),
            100.0 * epoch.stepped.as_secs_f64() / wall,
            100.0 * part(epoch.processors, wall)
        );
        writeln!(io.stdout, "{line}")?;
        if let Some((levels, count)) = self.model.program.levels() {
            let Utilisation { busy, seconds } = &epoch.levels;
            let part = |busy: f64| format!("{:.0} %", 100.0 * busy / seconds.max(1e-9));
            let each: Vec<String> = busy.iter().map(|&busy| part(busy)).collect();
            let idle = 1.0 - busy.iter().sum::<f64>() / (seconds * levels as f64).max(1e-9);
            let equal = bubbles(count as u64, levels as u64);
            writeln!(
                io.stdout,
                "  {levels} level{}, {count} micro-batch{}: busy {}; bubbles {:.1} %, of equal levels \
                 {:.1} %",
                if levels == 1 { "" } else { "s" },
                if count == 1 { "" } else { "es" },
                each.join(", "),
                100.0 * idle,
                100.0 * equal
            )?;
        }
        io.stdout.flush()?;
        self.metrics.flush()?;
        Ok(self.write_page()?)
    }

    /// Writes a checkpoint, if there is a folder and it has none of this step; says which is last.
    fn save(&mut self) -> Result<Option<String>, Failure> {
        let Some(folder) = &self.args.checkpoints else { return Ok(None) };
        let step = self.position.step;
        if self.saved != Some(step) {
            self.metrics.flush()?;
            checkpoint::write(folder, &self.model.signature.state, &self.state, &self.position)?;
            self.saved = Some(step);
        }
        Ok(Some(format!("the checkpoint of step {step} is in `{}`", folder.display())))
    }

    fn write_page(&self) -> anyhow::Result<()> {
        let Some(path) = &self.args.html else { return Ok(()) };
        let summary = format!(
            "{} steps on batches of {} samples of {}",
            self.position.step,
            self.model.signature.samples,
            self.args.dataset.display()
        );
        let html = page(&display_name(&self.args.file), &summary, &self.metrics);
        std::fs::write(path, html).with_context(|| format!("can't write `{}`", path.display()))
    }
}

/// The part of an epoch's time in which a decoding thread worked, on average.
fn utilisation(epoch: &Epoch, now: Statistics) -> f64 {
    let worked = now.decoding.saturating_sub(epoch.before.decoding).as_secs_f64();
    let wall = (epoch.waited + epoch.stepped).as_secs_f64().max(1e-9);
    // Threads work ahead of the first batch too.
    (worked / wall / now.threads.max(1) as f64).min(1.0)
}

/// The state and position of the last checkpoint, if the run goes on.
fn resumed(
    args: &Args,
    names: &[Named],
    own: &Position,
    io: &mut Io<'_>,
) -> Result<Option<Checkpoint>, Failure> {
    let Some(folder) = &args.checkpoints else { return Ok(None) };
    let shown = folder.display();
    std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder `{shown}`"))?;
    checkpoint::check(names)?;
    if !args.resume {
        if checkpoint::any(folder)? {
            return Err(Failure::Usage(anyhow::anyhow!(
                "`{shown}` has checkpoints: go on with --resume, or choose another folder"
            )));
        }
        return Ok(None);
    }
    let (found, wrong) = checkpoint::read(folder, names)?;
    for what in wrong {
        io.warning(format_args!("{what}; the one before is used"))?;
    }
    let Some((state, at)) = found else {
        writeln!(io.stdout, "there is no checkpoint in `{shown}` yet")?;
        return Ok(None);
    };
    if at.data != own.data {
        return Err(Failure::Usage(anyhow::anyhow!(
            "the checkpoint in `{shown}` is of a run with other data or options: it had {}, but this run \
             has {}",
            at.data,
            own.data
        )));
    }
    Ok(Some((state, at)))
}
