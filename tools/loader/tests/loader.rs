//! Loaders give the same batches for any number of threads, keep memory bounded, and end at errors.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hloom_loader::order::Shuffle;
use hloom_loader::{
    Array, Balance, Batch, Dataset, Error, Fault, Field, Kind, Loader, OnBad, Options, Random,
    Tail, Transform,
};

/// Images of 4×4 whose pixels are the sample's number, decoded in an unsteady time.
struct Synthetic {
    len: usize,
    fields: Vec<Field>,
    decoded: AtomicUsize,
    bad: fn(usize) -> Option<Fault>,
}

impl Synthetic {
    fn new(len: usize, bad: fn(usize) -> Option<Fault>) -> Arc<Synthetic> {
        let field = |name: &str, dims: &[usize], kind| Field {
            name: name.to_owned(),
            kind,
            dims: dims.to_vec(),
            image: false,
        };
        let fields = vec![field("x", &[4, 4, 1], Kind::U8), field("y", &[], Kind::I64)];
        Arc::new(Synthetic { len, fields, decoded: AtomicUsize::new(0), bad })
    }
}

impl Dataset for Synthetic {
    fn len(&self) -> usize {
        self.len
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("file {index}")
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let turns = Random::new(&[index as u64]).below(3000);
        std::hint::black_box((0..turns).fold(0, |sum, i| sum ^ std::hint::black_box(i)));
        self.decoded.fetch_add(1, Ordering::SeqCst);
        if let Some(fault) = (self.bad)(index) {
            return Err(fault);
        }
        let pixels = (0..16).map(|i| (index * 16 + i) as u8).collect();
        Ok(vec![Array::new(Kind::U8, &[4, 4, 1], pixels)?, Array::integers(&[], &[index as i64])])
    }
}

fn labels(batch: &Batch) -> Vec<i64> {
    let bytes = batch.arrays[1].bytes.as_chunks::<8>().0;
    bytes.iter().map(|&b| i64::from_le_bytes(b)).collect()
}

fn options(batch: usize) -> Options {
    Options { batch, seed: 5, ..Options::default() }
}

fn all(dataset: &Arc<Synthetic>, options: Options) -> Vec<Result<Batch, Error>> {
    Loader::start(dataset.clone(), options).unwrap().collect()
}

/// Also with augmentation, a changing number of threads, and from any batch on.
#[test]
fn batches_do_not_depend_on_threads() {
    let dataset =
        Synthetic::new(103, |index| (index % 10 == 3).then(|| Fault::Bad("is damaged".to_owned())));
    let crop: Transform = "crop=3x3+1".parse().unwrap();
    let flip: Transform = "flip".parse().unwrap();
    for (tail, shuffle) in
        [(Tail::Drop, Shuffle::Full), (Tail::Pad, Shuffle::Buffer(9)), (Tail::Keep, Shuffle::None)]
    {
        let with = |threads, start| Options {
            threads,
            start,
            tail,
            shuffle,
            epochs: 3,
            bad: OnBad::Skip,
            transforms: vec![(0, crop.clone()), (0, flip.clone())],
            ..options(8)
        };
        let expected = all(&dataset, with(1, (0, 0)));
        // 93 good samples are 11 batches, and 5 more.
        assert_eq!(expected.len(), if tail == Tail::Drop { 33 } else { 36 });
        for threads in [2, 3, 8] {
            assert_eq!(all(&dataset, with(threads, (0, 0))), expected);
        }
        let mut loader = Loader::start(dataset.clone(), with(4, (0, 0))).unwrap();
        for (i, batch) in expected.iter().enumerate() {
            loader.set_threads(1 + i % 5).unwrap();
            assert_eq!(loader.next().as_ref(), Some(batch));
        }
        assert!(loader.next().is_none());
        for (i, batch) in expected.iter().enumerate().step_by(5) {
            let batch = batch.as_ref().unwrap();
            assert_eq!(all(&dataset, with(2, (batch.epoch, batch.next))), expected[i + 1..]);
        }
        let kept = &expected[..expected.len() / 3];
        let mut seen: Vec<i64> = kept.iter().flatten().flat_map(labels).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), if tail == Tail::Drop { 88 } else { 93 }, "each sample once");
        let skipped = kept.iter().flatten().map(|b| b.skipped.len()).sum::<usize>();
        assert!((9..=10).contains(&skipped), "{skipped}");
    }
}

#[test]
fn memory_is_bounded_when_the_step_is_slow() {
    let dataset = Synthetic::new(5000, |_| None);
    let with = Options { threads: 3, prefetch: 2, ..options(64) };
    let mut loader = Loader::start(dataset.clone(), with).unwrap();
    loader.next().unwrap().unwrap();
    let mut last = 0;
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let now = dataset.decoded.load(Ordering::SeqCst);
        if now == last {
            break;
        }
        last = now;
    }
    // The batch taken, two in the queue, one that waits for room there, one that is being put
    // together, and the window of 64 samples.
    assert!(last <= 6 * 64, "{last}");
    let begin = Instant::now();
    drop(loader);
    assert!(begin.elapsed() < Duration::from_secs(10), "the threads end");
    assert_eq!(dataset.decoded.load(Ordering::SeqCst), last);
}

/// The fault of the sample of a number.
type FaultOf = fn(usize) -> Option<Fault>;

#[test]
fn errors_stop_all_stages() {
    let bad = |index| (index == 40).then(|| Fault::Bad("is a damaged image".to_owned()));
    let panics = |index| if index == 40 { panic!("out of {}", "luck") } else { None };
    let changed = |index| (index == 40).then(|| Fault::Changed("is gone".to_owned()));
    let table: [(FaultOf, OnBad, &str); 4] = [
        (bad, OnBad::Stop, "sample 40 (file 40) is a damaged image"),
        (panics, OnBad::Stop, "the decoder panicked at sample 40 (file 40): out of luck"),
        (panics, OnBad::Skip, "the decoder panicked at sample 40 (file 40): out of luck"),
        (
            changed,
            OnBad::Skip,
            "the dataset changed while it was read: sample 40 (file 40) is gone",
        ),
    ];
    for (bad, skip, expected) in table {
        for threads in [1, 4] {
            let with = Options { threads, bad: skip, shuffle: Shuffle::None, ..options(8) };
            let mut found = all(&Synthetic::new(500, bad), with);
            assert_eq!(found.len(), 6);
            // A panic's place in the source follows.
            let error = found.pop().unwrap().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
            assert!(found.iter().all(Result::is_ok));
        }
    }
    let with = Options { bad: OnBad::Skip, epochs: 2, ..options(8) };
    let none = all(&Synthetic::new(20, |_| Some(Fault::Bad(String::new()))), with);
    let [Err(error)] = &none[..] else { panic!("{none:?}") };
    let expected = "no sample of epoch 0 makes a batch: the dataset has 20 samples for this shard, 20 of them bad, and a batch has 8";
    assert_eq!(error.to_string(), expected);
    for wrong in [options(0), options(21), Options { shard: (2, 2), ..options(1) }] {
        assert!(Loader::start(Synthetic::new(20, |_| None), wrong).is_err());
    }
}

/// A bad sample is named even if no batch follows it.
#[test]
fn every_bad_sample_is_named() {
    for last in [0, 3, 8, 9] {
        let bad = |index| (index >= 10).then(|| Fault::Bad("is damaged".to_owned()));
        let with = Options { bad: OnBad::Skip, shuffle: Shuffle::None, ..options(4) };
        let mut loader = Loader::start(Synthetic::new(11 + last, bad), with).unwrap();
        let named = loader.by_ref().map(|batch| batch.unwrap().skipped.len()).sum::<usize>();
        assert_eq!((named, loader.skipped_at_the_end().len()), (0, 1 + last));
    }
}

#[test]
fn shards_together_are_the_epoch() {
    let dataset = Synthetic::new(100, |_| None);
    let part = |shard| {
        let found = all(&dataset, Options { shard: (shard, 3), threads: 2, ..options(11) });
        found.into_iter().flat_map(|batch| labels(&batch.unwrap())).collect::<Vec<i64>>()
    };
    let mut seen = [part(0), part(1), part(2)].concat();
    assert_eq!(seen.len(), 99);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 99);
}

/// A run that chooses its number of threads gives the batches of one thread, and takes two for files
/// that are slower than the step.
#[test]
fn a_number_that_is_adjusted_changes_no_batch() {
    let slow = Synthetic::new(20_000, |_| {
        std::thread::sleep(Duration::from_millis(1));
        None
    });
    let (dataset, options): (Arc<dyn Dataset>, _) = (slow, options(4));
    let mut balance = Balance::measured(&dataset, &options, 2).unwrap();
    let threads = balance.threads();
    let mut loader = Loader::start(dataset, Options { threads, ..options.clone() }).unwrap();
    let mut found = Vec::new();
    let begin = Instant::now();
    while !balance.is_settled() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{balance:?}");
        let asked = Instant::now();
        let batch = loader.next().unwrap().unwrap();
        let (waited, took) = (asked.elapsed(), Duration::from_micros(10));
        balance.stepped(batch.samples, waited, took, &mut loader).unwrap();
        found.extend(labels(&batch));
    }
    assert_eq!(balance.threads(), 2, "{balance:?}");
    let fast: Arc<dyn Dataset> = Synthetic::new(20_000, |_| None);
    let one = Loader::start(fast, options).unwrap().take(found.len() / 4);
    let expected: Vec<i64> = one.flat_map(|batch| labels(&batch.unwrap())).collect();
    assert_eq!(found, expected);
}
