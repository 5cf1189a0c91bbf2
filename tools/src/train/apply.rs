//! `hloom run MODEL --dataset DATA`: a program on all samples of a dataset, batch by batch.
//!
//! ```text
//!  --input, --weights ─► some arguments
//!  --dataset ─► feed ─► hloom-loader ─► batches ─► the other arguments ─► the compiled program
//!  results ─► rows of all samples, in the order of the dataset; means of what is not by sample
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hloom_ir::{Literal, Module, OpId, Type};
use hloom_loader::order::Shuffle;
use hloom_loader::{
    Balance, Batch, Dataset, ImageMode, Loader, OnBad, OpenOptions, Tail, Transform, open,
};

use super::args::{parse_bad, parse_images};
use super::checkpoint::weights;
use super::feed::{Feed, Pair, parse_pair};
use super::model::Failure;
use super::session::images;
use super::signature::{Function, Named};
use super::skipped::Skipped;
use crate::Io;
use crate::embed::{Options, Program, compile_module};
use crate::progress::Progress;

/// The options of a run on a dataset.
#[derive(clap::Args)]
pub(crate) struct Flags {
    /// Run the program on all samples of a dataset, batch by batch: a folder of images, an .npy,
    /// .npz, .csv, .tfrecord, .tar, .parquet, .arrow or .feather file, or a folder of such files
    #[arg(long, value_name = "PATH", conflicts_with_all = [
        "chosen_backend", "random_inputs", "compare", "repeat", "warmup", "compile_again", "turns",
        "statistics", "profile", "trace", "split", "quick", "ranks", "mpi", "use_schedules", "probe",
        "split_input_file", "extent",
    ])]
    pub(crate) dataset: Option<PathBuf>,
    /// Arguments from a safetensors file, by their names; of a checkpoint of hloom train, arguments
    /// without names in its order
    #[arg(long, value_name = "FILE", requires = "dataset")]
    weights: Option<PathBuf>,
    /// A CSV file of image names and labels (default: labels.csv in the folder, or folders as classes)
    #[arg(long, value_name = "FILE", requires = "dataset")]
    labels: Option<PathBuf>,
    /// The channels of images: gray, rgb or rgba (default: as many as the program takes)
    #[arg(long, value_name = "CHANNELS", requires = "dataset", value_parser = parse_images)]
    images: Option<ImageMode>,
    /// The field of the dataset for an argument (default: the one of its name)
    #[arg(long, value_name = "ARGUMENT=FIELD", requires = "dataset", value_parser = parse_pair)]
    field: Vec<Pair>,
    /// Change images: center=HxW, resize=HxW or normalize=MEAN,…/DEVIATION,…; in order
    #[arg(long, value_name = "TRANSFORM", requires = "dataset", value_parser = str::parse::<Transform>)]
    augment: Vec<Transform>,
    /// The samples of a batch, if the program leaves it open
    #[arg(long, value_name = "N", requires = "dataset")]
    batch: Option<usize>,
    /// Damaged samples: stop, or skip and count them
    #[arg(long, value_name = "ACTION", default_value = "stop", requires = "dataset", value_parser = parse_bad)]
    on_bad_sample: OnBad,
    /// The threads that decode samples (default: measured, and adjusted while running)
    #[arg(long, value_name = "N", requires = "dataset", value_parser = clap::value_parser!(u16).range(1..=1024))]
    loader_threads: Option<u16>,
}

/// The outcome of a run on a dataset.
pub(crate) struct Applied {
    /// The results, each with a row for each sample if it has rows, else the mean of full batches.
    pub(crate) results: Vec<Literal>,
    /// A sentence about samples and times.
    pub(crate) summary: String,
}

/// The reason why a run on a dataset ends: the status of a wrong command line, or of wrong input.
pub(crate) enum Trouble {
    /// The command line is wrong, or a file can't be read.
    Usage(anyhow::Error),
    /// Something in the input is wrong; a sentence.
    Wrong(String),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        match failure {
            Failure::Wrong(what) => Trouble::Wrong(what),
            Failure::Usage(error) => Trouble::Usage(error),
            Failure::Shown => Trouble::Wrong("the program is wrong".to_owned()),
        }
    }
}

/// Runs a function on a dataset. `given` are the arguments that files give; `options` how the program
/// is compiled.
///
/// # Errors
/// If something does not fit, a sample is damaged, or the program fails.
pub(crate) fn run(
    flags: &Flags,
    (module, entry): (Module, OpId),
    given: Vec<Option<Literal>>,
    options: Options,
    io: &mut Io<'_>,
) -> Result<Applied, Trouble> {
    Progress::watch(io.terminal.progress, |progress| {
        Run::new(flags, (module, entry), given, options, progress)?.all(io, progress)
    })
    .map_err(Trouble::from)
}

/// A run.
struct Run {
    program: Program,
    /// The arguments, without those that a batch gives.
    inputs: Vec<Option<Literal>>,
    feed: Feed,
    loader: Loader,
    balance: Balance,
    size: usize,
    /// The rows of each result so far, or the sum of full batches.
    results: Vec<Gathered>,
}

/// A result so far.
enum Gathered {
    /// Rows of samples, as bytes.
    Rows(Type, Vec<u8>),
    /// The sum over full batches.
    Sum(Type, Vec<f64>),
}

impl Run {
    fn new(
        flags: &Flags,
        (module, entry): (Module, OpId),
        mut given: Vec<Option<Literal>>,
        options: Options,
        progress: &Progress,
    ) -> Result<Run, Failure> {
        let function = Function::new(&module, entry);
        if let Some(path) = &flags.weights {
            take_weights(path, &function, &mut given)?;
        }
        let waiting = given.iter().zip(&function.arguments).filter(|(value, _)| value.is_none());
        let batch: Vec<Named> = waiting.map(|(_, named)| named.clone()).collect();
        let size = samples(&batch, flags.batch)?;
        progress.step("compiling the program");
        let program = compile_module(module, &options)?;
        progress.step("opening the dataset");
        let images = flags.images.unwrap_or_else(|| images(&batch));
        let how = OpenOptions { images, labels: flags.labels.clone() };
        let path = flags.dataset.as_ref().expect("the option is there");
        let dataset: Arc<dyn Dataset> = open(path, &how)?.into();
        let feed = Feed::new(&batch, dataset.fields(), &flags.field, &flags.augment)?;
        let is_open = batch.iter().all(|it| it.ty.as_tensor().is_some_and(|t| t.dims[0] < 0));
        let mut options = hloom_loader::Options {
            batch: size,
            shuffle: Shuffle::None,
            // A program of one size takes full batches only.
            tail: if is_open { Tail::Keep } else { Tail::Pad },
            threads: flags.loader_threads.map_or(1, usize::from),
            bad: flags.on_bad_sample,
            transforms: feed.transforms.clone(),
            epochs: 1,
            ..Default::default()
        };
        progress.step("measuring the loader");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let balance = match flags.loader_threads {
            Some(threads) => Balance::fixed(threads.into()),
            None => Balance::measured(&dataset, &options, 4 * cores)?,
        };
        options.threads = balance.threads();
        let loader = Loader::start(dataset, options)?;
        Ok(Run { program, inputs: given, feed, loader, balance, size, results: Vec::new() })
    }

    /// Runs all batches.
    fn all(mut self, io: &mut Io<'_>, progress: &Progress) -> Result<Applied, Failure> {
        let begin = Instant::now();
        let (mut samples, mut full, mut bad) = (0, 0, Skipped::default());
        let mut computing = Duration::ZERO;
        let mut asked = Instant::now();
        while let Some(batch) = self.loader.next() {
            let waited = asked.elapsed();
            let batch = batch?;
            bad.name(&batch.skipped, io)?;
            let own = batch.samples;
            let clock = Instant::now();
            let results = self.batch(batch)?;
            let took = clock.elapsed();
            self.gather(results, own)?;
            samples += own;
            full += usize::from(own == self.size);
            computing += took;
            self.balance.stepped(own, waited, clock.elapsed(), &mut self.loader)?;
            progress.step(format!("{samples} samples"));
            asked = Instant::now();
        }
        bad.name(&self.loader.skipped_at_the_end(), io)?;
        let wall = begin.elapsed().as_secs_f64().max(1e-9);
        let threads = self.balance.in_words();
        let mut summary = format!(
            "{samples} samples in {wall:.3} s: {:.0} samples/s, {threads} of the loader, the program {:.0} % of the \
             time",
            samples as f64 / wall,
            100.0 * computing.as_secs_f64() / wall
        );
        let bad = bad.count();
        if bad > 0 {
            summary +=
                &format!("; {bad} damaged sample{} skipped", if bad == 1 { "" } else { "s" });
        }
        let results =
            self.results.into_iter().enumerate().map(|(i, it)| it.finish(i, samples, full));
        Ok(Applied { results: results.collect::<Result<_, String>>()?, summary })
    }

    /// The results of a batch.
    fn batch(&self, batch: Batch) -> Result<Vec<Literal>, Failure> {
        let mut tensors = self.feed.tensors(&batch.arrays)?.into_iter();
        let inputs: Vec<Literal> = self
            .inputs
            .iter()
            .map(|given| given.clone().or_else(|| tensors.next()).expect("a field is for each"))
            .collect();
        Ok(self.program.run_owned(inputs)?)
    }

    /// Adds the results of a batch with so many samples.
    fn gather(&mut self, results: Vec<Literal>, own: usize) -> Result<(), Failure> {
        let is_first = self.results.is_empty();
        for (i, result) in results.into_iter().enumerate() {
            let result = result.expanded();
            let rows = result.dims().first().copied();
            let by_sample = match self.results.get(i) {
                Some(known) => matches!(known, Gathered::Rows(..)),
                None => rows == Some(self.size as i64) || rows == Some(own as i64),
            };
            if is_first {
                self.results.push(match by_sample {
                    true => Gathered::Rows(result.ty(), Vec::new()),
                    false => Gathered::Sum(result.ty(), vec![0.0; result.count()]),
                });
            }
            match &mut self.results[i] {
                Gathered::Rows(_, bytes) => {
                    let rows = rows.filter(|&n| n >= own as i64).ok_or_else(|| {
                        format!("result {i} has {} for {own} samples", result.ty())
                    })?;
                    let row = result.bytes().len() / (rows as usize).max(1);
                    bytes.extend_from_slice(&result.bytes()[..row * own]);
                }
                Gathered::Sum(_, sums) if own == self.size => {
                    for (k, sum) in sums.iter_mut().enumerate() {
                        *sum += match result.element().is_float() {
                            true => result.get_f64(k),
                            false => result.get_int(k).map_or(f64::NAN, |n| n as f64),
                        };
                    }
                }
                // A batch that is filled by repeating samples, or smaller, has another mean.
                Gathered::Sum(..) => {}
            }
        }
        Ok(())
    }
}

impl Gathered {
    /// The result of so many samples, in so many full batches.
    fn finish(self, number: usize, samples: usize, full: usize) -> Result<Literal, String> {
        match self {
            Gathered::Rows(ty, bytes) => {
                let tensor = ty.as_tensor().ok_or("a result is a tensor")?;
                let mut dims = tensor.dims.to_vec();
                dims[0] = samples as i64;
                let bytes = hloom_ir::literal::Bytes::from(&bytes[..]);
                Literal::new(tensor.with_dims(&dims).into(), bytes).map_err(|e| e.to_string())
            }
            Gathered::Sum(ty, sums) => {
                if full == 0 {
                    return Err(format!(
                        "result {number} is not by sample, and no batch is full; make batches smaller"
                    ));
                }
                if ty.element().is_some_and(|element| element.is_complex()) {
                    return Err(format!("result {number} is {ty}, of which no mean is taken"));
                }
                let means: Vec<f64> = sums.into_iter().map(|sum| sum / full as f64).collect();
                let dims = ty.as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default();
                Literal::from_f64s(Type::tensor(&dims, hloom_ir::Element::F64), &means)
                    .map_err(|error| format!("result {number} is {ty}, which has no mean: {error}"))
            }
        }
    }
}

/// The samples of a batch of these arguments.
fn samples(batch: &[Named], asked: Option<usize>) -> Result<usize, String> {
    if batch.is_empty() {
        return Err(
            "every argument has a value, so that none takes the dataset's samples".to_owned()
        );
    }
    let mut known: Option<(&Named, i64)> = None;
    for named in batch {
        let tensor = named.ty.as_tensor().filter(|tensor| tensor.rank() > 0);
        let (name, ty) = (&named.name, named.ty);
        let Some(tensor) = tensor else {
            return Err(format!(
                "the argument `{name}` is {ty}, which holds no samples: give it a value by --input or --weights"
            ));
        };
        if tensor.dims[1..].iter().any(|&n| n < 0) {
            return Err(format!(
                "the argument `{name}` is {ty}: only its first extent may be open"
            ));
        }
        let extent = tensor.dims[0];
        match known {
            None => known = Some((named, extent)),
            Some((other, samples)) if samples != extent => {
                return Err(format!(
                    "the arguments `{}` ({}) and `{name}` ({ty}) have no value, but their first extents \
                     differ: give one by --input or --weights",
                    other.name, other.ty
                ));
            }
            Some(_) => {}
        }
    }
    let (named, extent) = known.expect("there is one");
    match (usize::try_from(extent), asked) {
        (Ok(0), _) | (_, Some(0)) => Err("a batch has one sample at least".to_owned()),
        (Ok(extent), Some(asked)) if extent != asked => {
            Err(format!("--batch {asked}: the argument `{}` is {}", named.name, named.ty))
        }
        (Ok(extent), _) => Ok(extent),
        (Err(_), Some(asked)) => Ok(asked),
        (Err(_), None) => {
            Err(format!("the argument `{}` is {}: say --batch N", named.name, named.ty))
        }
    }
}

/// Sets the arguments that a file of weights names.
fn take_weights(
    path: &Path,
    function: &Function,
    given: &mut [Option<Literal>],
) -> Result<(), Failure> {
    let mut found = weights(path, &function.arguments)?;
    if found.is_empty() {
        let names: Vec<&str> = function.arguments.iter().map(|it| it.name.as_str()).collect();
        let message = format!(
            "no tensor of `{}` has the name and the type of an argument; the arguments are {}",
            path.display(),
            names.join(", ")
        );
        return Err(Failure::Wrong(message));
    }
    for (i, value) in given.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
        *value = found.remove(&i);
    }
    Ok(())
}
