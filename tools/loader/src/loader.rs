//! The loader: threads that decode, one that assembles batches, and a queue of batches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::array::Array;
use crate::batch::{Batch, Tail, collate};
use crate::dataset::Dataset;
use crate::error::Error;
use crate::shared::{Claim, OnBad, Options, Shared, Statistics};

/// Batches of a dataset in order. Dropping it ends its threads.
pub struct Loader {
    shared: Arc<Shared>,
    batches: Option<Receiver<Result<Batch, Error>>>,
    assembler: Option<JoinHandle<()>>,
    workers: Vec<JoinHandle<()>>,
}

impl Loader {
    /// Starts the threads.
    ///
    /// # Errors
    /// If an option is impossible, or no thread can be started.
    pub fn start(dataset: Arc<dyn Dataset>, options: Options) -> Result<Loader, Error> {
        options.check()?;
        let samples = options.order(dataset.len(), 0).len();
        if samples == 0 || (options.tail == Tail::Drop && samples < options.batch) {
            let (epoch, skipped, batch) = (options.start.0, 0, options.batch);
            return Err(Error::Empty { epoch, samples, skipped, batch });
        }
        let (sender, batches) = sync_channel(options.prefetch.max(1));
        let threads = options.threads;
        let shared = Arc::new(Shared::new(dataset, options));
        let mut loader =
            Loader { shared, batches: Some(batches), assembler: None, workers: Vec::new() };
        let own = loader.shared.clone();
        loader.assembler = Some(spawn("assemble".to_owned(), move || assemble(&own, &sender))?);
        loader.set_threads(threads)?;
        Ok(loader)
    }

    /// Changes the number of threads that decode. Batches stay the same.
    ///
    /// # Errors
    /// If a thread can't be started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Error> {
        while self.workers.len() < threads.max(1) {
            let (shared, number) = (self.shared.clone(), self.workers.len());
            self.workers.push(spawn(format!("decode {number}"), move || shared.work(number))?);
        }
        self.shared.set_active(threads);
        Ok(())
    }

    /// The bad samples behind the last batch, as sentences; known when there are no more batches.
    pub fn skipped_at_the_end(&self) -> Vec<String> {
        std::mem::take(&mut *self.shared.skipped.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The times and numbers so far.
    pub fn statistics(&self) -> Statistics {
        self.shared.statistics()
    }
}

impl Iterator for Loader {
    type Item = Result<Batch, Error>;

    /// The next batch; waits for it. After an error there are no more.
    fn next(&mut self) -> Option<Result<Batch, Error>> {
        let next = self.batches.as_ref()?.recv().ok();
        if !matches!(next, Some(Ok(_))) {
            self.shared.stop();
            self.batches = None;
        }
        next
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.shared.stop();
        // A full queue would keep the assembler waiting.
        self.batches = None;
        for thread in self.workers.drain(..).chain(self.assembler.take()) {
            // Panics of decoders are caught and reported as errors.
            let _ = thread.join();
        }
    }
}

fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    let started = thread::Builder::new().name(name).spawn(work);
    started.map_err(|error| Error::Option(format!("no thread can be started: {error}")))
}

/// The samples of the batch to come.
#[derive(Default)]
struct Gathered {
    samples: Vec<Vec<Array>>,
    claims: Vec<Claim>,
    skipped: Vec<String>,
    /// Batches of the epoch so far.
    batches: usize,
    bad: usize,
}

/// Puts samples together, and sends batches until there are no more, an error, or no receiver.
fn assemble(shared: &Shared, sender: &SyncSender<Result<Batch, Error>>) {
    let mut gathered = Gathered::default();
    while let Some((claim, decoded)) = shared.take() {
        match step(shared, &mut gathered, claim, decoded) {
            Ok(None) => {}
            Ok(Some(batch)) => {
                if sender.send(Ok(batch)).is_err() {
                    break;
                }
            }
            Err(error) => {
                // Without a receiver nobody asks for the reason.
                let _ = sender.send(Err(error));
                break;
            }
        }
    }
    *shared.skipped.lock().unwrap_or_else(PoisonError::into_inner) = gathered.skipped;
    shared.stop();
}

/// Adds a sample; returns the batch that it completes.
fn step(
    shared: &Shared,
    gathered: &mut Gathered,
    claim: Claim,
    decoded: Result<Vec<Array>, Error>,
) -> Result<Option<Batch>, Error> {
    let options = &shared.options;
    match decoded {
        Ok(arrays) => {
            gathered.samples.push(arrays);
            gathered.claims.push(claim);
        }
        Err(error @ Error::Sample { .. }) if options.bad == OnBad::Skip => {
            gathered.bad += 1;
            gathered.skipped.push(error.to_string());
        }
        Err(error) => return Err(error),
    }
    let have = gathered.samples.len();
    let size = match options.tail {
        _ if have == options.batch => have,
        Tail::Keep if claim.last && have > 0 => have,
        Tail::Pad if claim.last && have > 0 => options.batch,
        _ => 0,
    };
    let mut batch = None;
    if size > 0 {
        let arrays = collate(&gathered.samples, shared.dataset.fields(), size);
        let arrays = arrays.map_err(|(number, what)| {
            let index = gathered.claims.get(number).map_or(claim.index, |claim| claim.index);
            Error::Sample { index, place: shared.dataset.place(index), what }
        })?;
        let skipped = std::mem::take(&mut gathered.skipped);
        let next = claim.place + 1;
        batch = Some(Batch { arrays, epoch: claim.epoch, samples: have, next, skipped });
        gathered.samples.clear();
        gathered.claims.clear();
        gathered.batches += 1;
    }
    if claim.last {
        // A run that begins within an epoch may have the epoch's last batch behind it.
        let partial = options.start.1 > 0 && options.start.0 == claim.epoch;
        if gathered.batches == 0 && !partial {
            return Err(Error::Empty {
                epoch: claim.epoch,
                samples: claim.place + 1,
                skipped: gathered.bad,
                batch: options.batch,
            });
        }
        let skipped = std::mem::take(&mut gathered.skipped);
        *gathered = Gathered { skipped, ..Gathered::default() };
    }
    Ok(batch)
}

/// The seconds that `threads` threads take to decode samples, from a place of an epoch's order
/// on. Damaged samples count too.
///
/// # Errors
/// If an option is impossible, or the decoder panics.
pub fn measure(
    dataset: &Arc<dyn Dataset>,
    options: &Options,
    threads: usize,
    (from, samples): (usize, usize),
) -> Result<f64, Error> {
    options.check()?;
    let shared = Shared::new(dataset.clone(), options.clone());
    let order = options.order(dataset.len(), options.start.0);
    if order.is_empty() {
        return Ok(0.0);
    }
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    let work = || -> Result<(), Error> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= samples {
                return Ok(());
            }
            let index = order[(from + number) % order.len()];
            match shared.decode(index, options.start.0) {
                Ok(_) | Err(Error::Sample { .. } | Error::Changed { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    };
    let outcomes: Vec<Result<(), Error>> = thread::scope(|scope| {
        let started: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        started.into_iter().map(|t| t.join().unwrap_or(Ok(()))).chain([own]).collect()
    });
    outcomes.into_iter().collect::<Result<(), Error>>()?;
    Ok(begin.elapsed().max(Duration::from_nanos(1)).as_secs_f64())
}
