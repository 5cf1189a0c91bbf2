//! The state that the threads of a loader share: positions, decoded samples, the number of threads.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::array::Array;
use crate::augment::Transform;
use crate::batch::Tail;
use crate::caught::caught;
use crate::dataset::Dataset;
use crate::error::{Error, Fault};
use crate::order::{Shuffle, order};
use crate::random::Random;

/// The treatment of damaged samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnBad {
    /// Reading ends with an error.
    #[default]
    Stop,
    /// They are left out, and named in the batch.
    Skip,
}

/// The options of a loader.
#[derive(Clone, Debug)]
pub struct Options {
    /// The samples of a batch.
    pub batch: usize,
    /// The seed of orders and augmentation.
    pub seed: u64,
    /// The kind of shuffling.
    pub shuffle: Shuffle,
    /// The number of this shard, and the number of shards.
    pub shard: (usize, usize),
    /// The use of the last samples of an epoch.
    pub tail: Tail,
    /// The decoding threads at the beginning.
    pub threads: usize,
    /// The batches that wait for the caller at most.
    pub prefetch: usize,
    /// The treatment of damaged samples.
    pub bad: OnBad,
    /// Transforms, each with the number of its field, in order.
    pub transforms: Vec<(usize, Transform)>,
    /// The position of the first sample: an epoch, and a number in its order.
    pub start: (u64, usize),
    /// The number of epochs, those before the start included.
    pub epochs: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            batch: 1,
            seed: 0,
            shuffle: Shuffle::Full,
            shard: (0, 1),
            tail: Tail::Drop,
            threads: 1,
            prefetch: 2,
            bad: OnBad::Stop,
            transforms: Vec::new(),
            start: (0, 0),
            epochs: 1,
        }
    }
}

impl Options {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If one is impossible.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = |what: &str| Err(Error::Option(what.to_owned()));
        if self.batch == 0 {
            return wrong("a batch has one sample at least");
        }
        if self.threads == 0 {
            return wrong("loading takes one thread at least");
        }
        if self.shard.1 == 0 || self.shard.0 >= self.shard.1 {
            let (shard, shards) = self.shard;
            return Err(Error::Option(format!("there is no shard {shard} of {shards}")));
        }
        Ok(())
    }

    /// The samples that may be decoded ahead of those that are in batches.
    pub(crate) fn ahead(&self) -> usize {
        self.batch.max(64)
    }

    /// The order of an epoch.
    pub(crate) fn order(&self, samples: usize, epoch: u64) -> Vec<usize> {
        let whole = self.tail == Tail::Drop;
        order(samples, self.shuffle, (self.seed, epoch), self.shard, whole)
    }
}

/// Times and numbers of a loader since its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// The samples decoded.
    pub samples: u64,
    /// The time of decoding, of all threads together.
    pub decoding: Duration,
    /// The time of making the orders of epochs.
    pub ordering: Duration,
    /// The present number of threads.
    pub threads: usize,
}

/// A place of the sequence of all samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    /// Its number in the sequence.
    number: usize,
    pub(crate) epoch: u64,
    /// The number in the epoch's order.
    pub(crate) place: usize,
    /// The sample.
    pub(crate) index: usize,
    /// Whether it is the epoch's last.
    pub(crate) last: bool,
}

/// A decoded sample or the reason why there is none.
pub(crate) type Decoded = (Claim, Result<Vec<Array>, Error>);

struct State {
    /// The epoch whose samples are given out, and its order.
    epoch: u64,
    order: Arc<Vec<usize>>,
    place: usize,
    /// The next number to give out.
    number: usize,
    /// The first number that was not taken by the assembler.
    taken: usize,
    /// Decoded samples from `taken` on.
    window: VecDeque<Option<Decoded>>,
    /// Whether no more samples are given out.
    ended: bool,
    stopped: bool,
    /// The threads that may work.
    active: usize,
}

/// The state that the threads of a loader share.
pub(crate) struct Shared {
    pub(crate) dataset: Arc<dyn Dataset>,
    pub(crate) options: Options,
    /// The samples that may be decoded ahead.
    ahead: usize,
    state: Mutex<State>,
    /// Signals workers: room in the window, another number of threads, or the end.
    room: Condvar,
    /// Signals the assembler: a sample is decoded.
    filled: Condvar,
    decoding: AtomicU64,
    ordering: AtomicU64,
    samples: AtomicU64,
    /// The bad samples behind the last batch.
    pub(crate) skipped: Mutex<Vec<String>>,
}

impl Shared {
    pub(crate) fn new(dataset: Arc<dyn Dataset>, options: Options) -> Shared {
        let (mut epoch, mut place) = options.start;
        let begin = Instant::now();
        let mut order = Arc::new(options.order(dataset.len(), epoch));
        if place >= order.len() && !order.is_empty() {
            (epoch, place) = (epoch + 1, 0);
            order = Arc::new(options.order(dataset.len(), epoch));
        }
        let ordering = AtomicU64::new(nanos(begin));
        let ended = epoch >= options.epochs || order.is_empty();
        let state = State {
            epoch,
            order,
            place,
            number: 0,
            taken: 0,
            window: VecDeque::new(),
            ended,
            stopped: false,
            active: options.threads,
        };
        Shared {
            dataset,
            ahead: options.ahead(),
            options,
            state: Mutex::new(state),
            room: Condvar::new(),
            filled: Condvar::new(),
            decoding: AtomicU64::new(0),
            ordering,
            samples: AtomicU64::new(0),
            skipped: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes samples until there are none, or the loader stops.
    pub(crate) fn work(&self, worker: usize) {
        while let Some(claim) = self.claim(worker) {
            let begin = Instant::now();
            let decoded = self.decode(claim.index, claim.epoch);
            self.decoding.fetch_add(nanos(begin), Ordering::Relaxed);
            self.samples.fetch_add(1, Ordering::Relaxed);
            let mut state = self.lock();
            let slot = claim.number - state.taken;
            if let Some(slot) = state.window.get_mut(slot) {
                *slot = Some((claim, decoded));
            }
            if slot == 0 {
                self.filled.notify_one();
            }
        }
    }

    /// The next sample to decode; waits until there is room for it.
    fn claim(&self, worker: usize) -> Option<Claim> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.ended {
                return None;
            }
            if worker < state.active && state.number < state.taken + self.ahead {
                break;
            }
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let count = state.order.len();
        let place = state.place;
        let claim = Claim {
            number: state.number,
            epoch: state.epoch,
            place,
            index: state.order[place],
            last: place + 1 == count,
        };
        state.number += 1;
        state.place = place + 1;
        state.window.push_back(None);
        if claim.last {
            state.epoch += 1;
            state.place = 0;
            state.ended = state.epoch >= self.options.epochs;
            if state.ended {
                self.room.notify_all();
            } else {
                let begin = Instant::now();
                state.order = Arc::new(self.options.order(self.dataset.len(), state.epoch));
                self.ordering.fetch_add(nanos(begin), Ordering::Relaxed);
            }
        }
        Some(claim)
    }

    /// Reads, decodes and augments a sample.
    pub(crate) fn decode(&self, index: usize, epoch: u64) -> Result<Vec<Array>, Error> {
        let place = || self.dataset.place(index);
        let work = || {
            let mut arrays = self.dataset.sample(index)?;
            let mut random = Random::new(&[self.options.seed, epoch, index as u64, 1]);
            for (field, transform) in &self.options.transforms {
                let Some(array) = arrays.get_mut(*field) else { continue };
                let empty = Array { kind: array.kind, dims: Vec::new(), bytes: Vec::new() };
                *array = transform.apply(std::mem::replace(array, empty), &mut random)?;
            }
            Ok(arrays)
        };
        match caught(work) {
            Ok(Ok(arrays)) => Ok(arrays),
            Ok(Err(Fault::Bad(what))) => Err(Error::Sample { index, place: place(), what }),
            Ok(Err(Fault::Changed(what))) => Err(Error::Changed { index, place: place(), what }),
            Err(what) => Err(Error::Panicked { index, place: place(), what }),
        }
    }

    /// The next decoded sample in order; nothing at the end.
    pub(crate) fn take(&self) -> Option<Decoded> {
        let mut state = self.lock();
        loop {
            if state.stopped || (state.ended && state.window.is_empty()) {
                return None;
            }
            if let Some(Some(_)) = state.window.front() {
                let decoded = state.window.pop_front().flatten();
                state.taken += 1;
                // Any waiting worker may be one that must not work now, so all of them look.
                self.room.notify_all();
                return decoded;
            }
            state = self.filled.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends all waiting.
    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.room.notify_all();
        self.filled.notify_all();
    }

    /// Sets the number of threads that may work.
    pub(crate) fn set_active(&self, threads: usize) {
        self.lock().active = threads.max(1);
        self.room.notify_all();
    }

    /// The times and numbers so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            samples: self.samples.load(Ordering::Relaxed),
            decoding: Duration::from_nanos(self.decoding.load(Ordering::Relaxed)),
            ordering: Duration::from_nanos(self.ordering.load(Ordering::Relaxed)),
            threads: self.lock().active,
        }
    }
}

/// The nanoseconds since a time.
fn nanos(begin: Instant) -> u64 {
    u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
