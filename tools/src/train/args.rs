//! The command line of `hloom train`.

use std::path::PathBuf;

use hloom_analysis::schedule::Order;
use hloom_loader::order::Shuffle;
use hloom_loader::{ImageMode, OnBad, Tail, Transform};

use hloom_passes::micro_batch::roles::Statistics;

use super::feed::{Pair, parse_pair};
use super::update::Optimizer;
use crate::levels::{Count, parse_order, parse_size, parse_statistics};

/// Train a model: run its step on the batches of a dataset
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom train step.mlir --init init.mlir --dataset digits.npz --epochs 3
  hloom train model.mlir --init init --step step --dataset images/ --batch 64 --checkpoints run --resume
  hloom train model.mlir --init init --loss loss --optimizer adam{lr=1e-3} --dataset digits.npz
  hloom train model.mlir --init init --loss loss --optimizer sgd{lr=0.1} --dataset digits.npz --pipeline 2
  hloom train step.mlir --init init.mlir --dataset images/ --augment crop=28x28+4 --augment flip --html run.html")]
pub struct Args {
    /// The program with the step; - is standard input
    #[arg(value_name = "MODEL")]
    pub(super) file: PathBuf,
    /// The function (state…, batch…) -> (state…, metrics…) (default: step, main, or the only public one)
    #[arg(long, value_name = "NAME", conflicts_with = "loss")]
    pub(super) step: Option<String>,
    /// The function that makes the state, of no argument or a seed: a name in MODEL, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) init: String,
    /// The function (parameters…, batch…) -> (loss, metrics…), of which hloom makes a step
    #[arg(long, value_name = "NAME", requires = "optimizer")]
    pub(super) loss: Option<String>,
    /// The update of --loss: sgd{lr}, momentum{lr momentum} or adam{lr beta1 beta2 epsilon}
    #[arg(long, value_name = "NAME{OPTIONS}", requires = "loss")]
    pub(super) optimizer: Option<Optimizer>,
    /// A folder of images, an .npy, .npz, .csv, .tfrecord, .tar, .parquet, .arrow or
    /// .feather file, or a folder of such files
    #[arg(long, value_name = "PATH")]
    pub(super) dataset: PathBuf,
    /// A CSV file of image names and labels (default: labels.csv in the folder, or folders as classes)
    #[arg(long, value_name = "FILE")]
    pub(super) labels: Option<PathBuf>,
    /// The channels of images: gray, rgb or rgba (default: as many as the step takes)
    #[arg(long, value_name = "CHANNELS", value_parser = parse_images)]
    pub(super) images: Option<ImageMode>,
    /// The field of the dataset for an argument of a batch (default: the one of its name)
    #[arg(long, value_name = "ARGUMENT=FIELD", value_parser = parse_pair)]
    pub(super) field: Vec<Pair>,
    /// Change images: crop=HxW+PADDING, center=HxW, resize=HxW, flip, flip-vertical or
    /// normalize=MEAN,…/DEVIATION,…; in order
    #[arg(long, value_name = "TRANSFORM", value_parser = str::parse::<Transform>)]
    pub(super) augment: Vec<Transform>,
    /// The samples of a batch, if the step leaves it open
    #[arg(long, value_name = "N")]
    pub(super) batch: Option<usize>,
    /// The number of times that the dataset is read
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) epochs: u64,
    /// End after this many steps
    #[arg(long, value_name = "N")]
    pub(super) steps: Option<u64>,
    /// The seed of the state, the order of samples, and augmentation
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(super) seed: u64,
    /// The order of samples: full, none, or the size of a shuffle buffer
    #[arg(long, value_name = "KIND", default_value = "full", value_parser = parse_shuffle)]
    pub(super) shuffle: Shuffle,
    /// Read part I, from 0, of N parts of each epoch
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = parse_shard)]
    pub(super) shard: (usize, usize),
    /// The last samples of an epoch that fill no batch: drop them, or pad by repeating them
    #[arg(long, value_name = "KIND", default_value = "drop", value_parser = parse_tail)]
    pub(super) tail: Tail,
    /// Damaged samples: stop, or skip and count them
    #[arg(long, value_name = "ACTION", default_value = "stop", value_parser = parse_bad)]
    pub(super) on_bad_sample: OnBad,
    /// The threads that decode samples (default: measured, and adjusted while running)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// The most threads that decode samples (default: 4 for each core)
    #[arg(long, value_name = "N", conflicts_with = "threads", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) max_threads: Option<u16>,
    /// The batches that are loaded ahead
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) prefetch: u16,
    /// The cores that the step runs on (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) cores: Option<u16>,
    /// Run the step as this many levels, which work on different micro-batches at the same time
    #[arg(long, value_name = "LEVELS", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(super) pipeline: Option<u8>,
    /// The micro-batches of a batch: their number, or auto
    #[arg(long, value_name = "N|auto", requires = "pipeline", default_value = "auto")]
    pub(super) micro_batches: Count,
    /// The order of the steps of a level: 1f1b, or gpipe: all forward ones first
    #[arg(long, value_name = "ORDER", requires = "pipeline", default_value = "1f1b", value_parser = parse_order)]
    pub(super) order: Order,
    /// The samples whose sums other samples depend on: whole, for which levels wait, or micro-batch
    #[arg(long, value_name = "SAMPLES", requires = "pipeline", default_value = "whole", value_parser = parse_statistics)]
    pub(super) batch_statistics: Statistics,
    /// The most memory of values that wait for backward steps, such as 64MiB; others are recomputed
    #[arg(long, value_name = "SIZE", requires = "pipeline", value_parser = parse_size)]
    pub(super) activation_memory: Option<u64>,
    /// Write checkpoints to this folder: after each epoch, at the end, and at Ctrl-C
    #[arg(long, value_name = "DIR")]
    pub(super) checkpoints: Option<PathBuf>,
    /// Also write a checkpoint after every N steps
    #[arg(long, value_name = "N", requires = "checkpoints", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) checkpoint_every: Option<u64>,
    /// Go on after the last checkpoint, if there is one
    #[arg(long, requires = "checkpoints")]
    pub(super) resume: bool,
    /// Write the metrics of each step to this file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(super) metrics: Option<PathBuf>,
    /// Write a page with curves of the metrics to this file
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// If the loss is not finite, name the first op that makes a NaN or an infinity
    #[arg(long)]
    pub(super) trap_nan: bool,
}

pub(super) fn parse_images(text: &str) -> Result<ImageMode, String> {
    match text {
        "gray" => Ok(ImageMode::Gray),
        "rgb" => Ok(ImageMode::Rgb),
        "rgba" => Ok(ImageMode::Rgba),
        _ => Err("expected gray, rgb or rgba".to_owned()),
    }
}

fn parse_shuffle(text: &str) -> Result<Shuffle, String> {
    match text {
        "full" => Ok(Shuffle::Full),
        "none" => Ok(Shuffle::None),
        size => match size.parse() {
            Ok(0) | Err(_) => Err("expected full, none or a number of samples".to_owned()),
            Ok(size) => Ok(Shuffle::Buffer(size)),
        },
    }
}

fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let pair = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    pair.filter(|(i, n)| i < n).ok_or_else(|| "expected I/N with I from 0 to N-1".to_owned())
}

fn parse_tail(text: &str) -> Result<Tail, String> {
    match text {
        "drop" => Ok(Tail::Drop),
        "pad" => Ok(Tail::Pad),
        _ => Err("expected drop or pad".to_owned()),
    }
}

pub(super) fn parse_bad(text: &str) -> Result<OnBad, String> {
    match text {
        "stop" => Ok(OnBad::Stop),
        "skip" => Ok(OnBad::Skip),
        _ => Err("expected stop or skip".to_owned()),
    }
}
