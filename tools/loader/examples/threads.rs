//! The campaign behind `cargo xtask loader`: chosen numbers of threads against all others, timed.
//!
//! Samples cost a calibrated time: of a busy loop (cheap and dear decoding) or of waiting (slow
//! files), and the step another. For each case the number is chosen as `hloom train` does, and then the
//! throughput of every number is measured. It prints a table; the time of a machine that does other
//! work too says little.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hloom_loader::tune::{Speedups, Times};
use hloom_loader::{Array, Dataset, Fault, Field, Kind, Loader, Options, measure};

struct Calibrated {
    busy: Duration,
    wait: Duration,
    fields: Vec<Field>,
}

fn spin(time: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
}

impl Dataset for Calibrated {
    fn len(&self) -> usize {
        1 << 20
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
        spin(self.busy);
        Ok(vec![Array::integers(&[], &[index as i64])])
    }
}

/// Batches per second with a step that waits, as one on another device does.
fn throughput(dataset: &Arc<dyn Dataset>, batch: usize, threads: usize, step: Duration) -> f64 {
    let options = Options { batch, threads, ..Options::default() };
    let mut loader = Loader::start(dataset.clone(), options).expect("the options are possible");
    // The queue is then as full as it stays.
    for _ in 0..4 {
        loader.next();
        std::thread::sleep(step);
    }
    let (begin, mut batches) = (Instant::now(), 0);
    while begin.elapsed() < Duration::from_millis(400) {
        loader.next().expect("there are more").expect("no sample is damaged");
        std::thread::sleep(step);
        batches += 1;
    }
    f64::from(batches) / begin.elapsed().as_secs_f64()
}

fn main() {
    let most = 8;
    println!(
        "| busy µs | wait µs | batch | step ms | chosen | of its best | best n | smaller n within 2 % |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (busy, wait) in [(5, 0), (100, 0), (1000, 0), (20, 500), (20, 3000)] {
        for (batch, step) in [(8, 2), (8, 10), (64, 10), (64, 50)] {
            let field =
                Field { name: "x".to_owned(), kind: Kind::I64, dims: Vec::new(), image: false };
            let (busy, wait) = (Duration::from_micros(busy), Duration::from_micros(wait));
            let dataset: Arc<dyn Dataset> =
                Arc::new(Calibrated { busy, wait, fields: vec![field] });
            let options = Options { batch, ..Options::default() };
            let samples = 64;
            let seconds = |n: usize| measure(&dataset, &options, n, (0, samples));
            let alone = seconds(1).expect("it decodes") / samples as f64;
            let step = Duration::from_millis(step);
            let times = Times { order: 0.0, sample: alone, step: step.as_secs_f64() };
            let speedups =
                Speedups::measure(&times, batch, most, 0.02, seconds).expect("it decodes");
            let chosen =
                speedups.choose(&times, batch, 0.02).expect("the times are positive").threads;
            let all: Vec<f64> = (1..=most).map(|n| throughput(&dataset, batch, n, step)).collect();
            let best = (1..=most).max_by(|&a, &b| all[a - 1].total_cmp(&all[b - 1])).unwrap_or(1);
            let part = all[chosen - 1] / all[best - 1];
            let smaller = (1..chosen).find(|&n| all[n - 1] >= 0.98 * all[best - 1]);
            let smaller = smaller.map_or("none".to_owned(), |n| n.to_string());
            println!(
                "| {} | {} | {batch} | {} | {chosen} | {:.1} % | {best} | {smaller} |",
                busy.as_micros(),
                wait.as_micros(),
                step.as_millis(),
                100.0 * part
            );
        }
    }
}
