//! The campaign behind `cargo xtask loader`: chosen numbers of threads against all others, timed.
//!
//! Samples cost a calibrated time: of a busy loop (cheap and dear decoding) or of waiting (slow
//! files). A step costs another: of waiting, as one on another device does, or of a busy loop, which
//! takes a core from decoding. For each case a run chooses its number as `hloom train` does. Then the
//! throughput of every number is measured in loaders of their own, in turns: three times each, and up to
//! nine times the best ones, the chosen one and smaller ones within 6 % of the best. Medians count.
//!
//! Times of a machine that does other work too say little. Where the system tells (Linux), a measurement
//! is repeated if other processes had a part of the cores meanwhile, and the table has what they had in
//! those that count.
//!
//! An argument chooses the steps: `waiting` or `computing`. By default there are both.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hloom_loader::{Array, Balance, Dataset, Fault, Field, Kind, Loader, Options};

/// The most threads.
const MOST: usize = 8;

/// The part of the cores that other processes may have while something is measured.
const QUIET: f64 = 0.03;

struct Calibrated {
    /// The turns of computing.
    busy: u64,
    wait: Duration,
    fields: Vec<Field>,
}

/// Work of a fixed amount, which takes longer if its thread loses its core meanwhile.
fn compute(turns: u64) {
    let mut x = 1u64;
    for _ in 0..turns {
        x = std::hint::black_box(x.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1));
    }
}

/// The turns of [`compute`] in a microsecond, the best of several tries.
fn turns_per_microsecond() -> f64 {
    let tries = (0..20).map(|_| {
        let begin = Instant::now();
        compute(200_000);
        200_000.0 / (begin.elapsed().as_secs_f64() * 1e6)
    });
    tries.fold(0.0, f64::max)
}

impl Dataset for Calibrated {
    fn len(&self) -> usize {
        1 << 16
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("sample {index}")
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        if !self.wait.is_zero() {
            std::thread::sleep(self.wait);
        }
        compute(self.busy);
        Ok(vec![Array::integers(&[], &[index as i64])])
    }
}

/// The ticks, of a hundredth of a second, that other processes have worked so far.
fn ticks() -> Option<u64> {
    let own = std::process::id().to_string();
    let of = |process: std::fs::DirEntry| -> Option<u64> {
        let name = process.file_name().into_string().ok()?;
        if name == own || !name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let text = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // In user mode and in the kernel, by itself and by children that have ended.
        let fields = text.rsplit_once(')')?.1.split(' ').skip(12).take(4);
        Some(fields.filter_map(|n| n.parse::<u64>().ok()).sum())
    };
    Some(std::fs::read_dir("/proc").ok()?.flatten().filter_map(of).sum())
}

/// Does something; returns the part of the cores that other processes had meanwhile.
fn others_during<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let (before, begin) = (ticks(), Instant::now());
    let found = work();
    let all = begin.elapsed().as_secs_f64() * 100.0 * cores;
    let others = before.zip(ticks()).map_or(0.0, |(a, b)| b.saturating_sub(a) as f64 / all);
    (found, others)
}

/// Measures while other processes have little of the cores; tries for an hour.
fn quietly<T>(most: &mut f64, mut measure: impl FnMut() -> T) -> T {
    let begin = Instant::now();
    loop {
        let is_late = begin.elapsed() > Duration::from_secs(3600);
        let (found, others) = others_during(&mut measure);
        if others < QUIET || is_late {
            *most = most.max(others);
            return found;
        }
        let pause = || others_during(|| std::thread::sleep(Duration::from_millis(500))).1;
        while pause() >= QUIET && begin.elapsed() < Duration::from_secs(3600) {}
    }
}

/// A training step.
#[derive(Clone, Copy)]
enum Step {
    Waits(Duration),
    /// So many turns of computing.
    Computes(u64),
}

impl Step {
    fn run(self) {
        match self {
            Step::Waits(time) => std::thread::sleep(time),
            Step::Computes(turns) => compute(turns),
        }
    }
}

/// A case.
struct Case {
    dataset: Arc<dyn Dataset>,
    options: Options,
    step: Step,
}

impl Case {
    /// A run that chooses: the number before its first step, the chosen one, and the steps until then.
    fn chosen(&self) -> (usize, usize, u64) {
        let balance = Balance::measured(&self.dataset, &self.options, MOST);
        let mut balance = balance.expect("it decodes");
        let first = balance.threads();
        let options = Options { threads: first, ..self.options.clone() };
        let mut loader = Loader::start(self.dataset.clone(), options).expect("they are possible");
        let mut steps = 0;
        while !balance.is_settled() {
            let asked = Instant::now();
            let batch = loader.next().expect("there are more").expect("no sample is damaged");
            let (waited, begin) = (asked.elapsed(), Instant::now());
            self.step.run();
            let told = balance.stepped(batch.samples, waited, begin.elapsed(), &mut loader);
            told.expect("threads can be started");
            steps += 1;
        }
        (first, balance.threads(), steps)
    }

    /// Batches per second.
    fn throughput(&self, threads: usize) -> f64 {
        let options = Options { threads, ..self.options.clone() };
        let mut loader = Loader::start(self.dataset.clone(), options).expect("they are possible");
        let mut batch = || {
            loader.next().expect("there are more").expect("no sample is damaged");
            self.step.run();
        };
        // The first batches find threads that have only begun.
        (0..4).for_each(|_| batch());
        let (begin, mut batches) = (Instant::now(), 0);
        while begin.elapsed() < Duration::from_millis(300) {
            batch();
            batches += 1;
        }
        f64::from(batches) / begin.elapsed().as_secs_f64()
    }

    /// The median throughput of each number of threads from 1 on. Those that decide about the chosen
    /// number are measured more often.
    fn all(&self, chosen: usize, others: &mut f64) -> Vec<f64> {
        let mut found = vec![Vec::new(); MOST];
        for round in 0..9 {
            let medians: Vec<f64> = found.iter().map(|all| median(all)).collect();
            let best = medians.iter().copied().fold(0.0, f64::max);
            for i in 0..MOST {
                // Each round begins with another number.
                let n = (i + round) % MOST;
                let decides = n < chosen && medians[n] >= 0.94 * best || medians[n] >= best;
                if round < 3 || decides {
                    found[n].push(quietly(others, || self.throughput(n + 1)));
                }
            }
        }
        found.iter().map(|all| median(all)).collect()
    }
}

fn median(all: &[f64]) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn main() {
    let kinds: Vec<String> = std::env::args().skip(1).collect();
    let asked = |kind: &str| kinds.is_empty() || kinds.iter().any(|own| own == kind);
    let turns = turns_per_microsecond();
    let mut fine = (0, 0);
    println!(
        "| busy µs | wait µs | batch | step ms | before | chosen | steps | of the best | best n | smaller n \
         within 2 % | others' cores |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for kind in ["waiting", "computing"] {
        if !asked(kind) {
            continue;
        }
        for (busy, wait) in [(1000, 0), (20, 500), (20, 3000), (100, 0), (5, 0)] {
            for (batch, step) in [(8, 2), (8, 10), (64, 10), (64, 50)] {
                let field =
                    Field { name: "x".to_owned(), kind: Kind::I64, dims: Vec::new(), image: false };
                let dataset: Arc<dyn Dataset> = Arc::new(Calibrated {
                    busy: (busy as f64 * turns) as u64,
                    wait: Duration::from_micros(wait),
                    fields: vec![field],
                });
                let options = Options { batch, epochs: u64::MAX, ..Options::default() };
                let case = Case {
                    dataset,
                    options,
                    step: match kind {
                        "waiting" => Step::Waits(Duration::from_millis(step)),
                        _ => Step::Computes((step as f64 * 1e3 * turns) as u64),
                    },
                };
                let mut others = 0.0;
                let (first, chosen, steps) = quietly(&mut others, || case.chosen());
                let all = case.all(chosen, &mut others);
                let best =
                    (1..=MOST).max_by(|&a, &b| all[a - 1].total_cmp(&all[b - 1])).unwrap_or(1);
                let part = all[chosen - 1] / all[best - 1];
                let smaller = (1..chosen).find(|&n| all[n - 1] >= 0.98 * all[best - 1]);
                fine.1 += 1;
                fine.0 += usize::from(part >= 0.98 && smaller.is_none());
                let smaller = smaller.map_or("none".to_owned(), |n| {
                    format!("{n}: {:.1} %", 100.0 * all[n - 1] / all[best - 1])
                });
                println!(
                    "| {busy} | {wait} | {batch} | {step}, {kind} | {first} | {chosen} | {steps} | {:.1} % | \
                     {best} | {smaller} | {:.0} % |",
                    100.0 * part,
                    100.0 * others
                );
            }
        }
    }
    println!("\n{} of {} numbers are the least within 2 % of the best", fine.0, fine.1);
}
