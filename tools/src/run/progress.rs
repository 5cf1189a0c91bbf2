//! The progress of a long run on a terminal: the number of ops, the time, and the current op.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hloom_interp::Observer;
use hloom_ir::{Module, OpId};

/// Shorter runs do not print progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// The interval between updates.
const PERIOD: Duration = Duration::from_millis(500);

/// Counts ops, and stores the current one.
#[derive(Default, Debug)]
pub(super) struct Progress {
    ops: AtomicU64,
    current: AtomicUsize,
    done: AtomicBool,
}

impl Observer for Progress {
    fn begins(&self, op: OpId) {
        self.ops.fetch_add(1, Ordering::Relaxed);
        self.current.store(op.index(), Ordering::Relaxed);
    }
}

impl Progress {
    /// Runs `work`, and prints its progress if standard error is a terminal and it takes long.
    pub(super) fn watch<T>(module: &Module, work: impl FnOnce(Option<&dyn Observer>) -> T) -> T {
        if !std::io::stderr().is_terminal() {
            return work(None);
        }
        let progress = Progress::default();
        std::thread::scope(|scope| {
            let shower = scope.spawn(|| progress.show(module));
            let result = work(Some(&progress));
            progress.done.store(true, Ordering::Relaxed);
            shower.thread().unpark();
            result
        })
    }

    fn show(&self, module: &Module) {
        let start = Instant::now();
        let mut shown = false;
        while !self.done.load(Ordering::Relaxed) {
            std::thread::park_timeout(PERIOD);
            if start.elapsed() < PATIENCE || self.done.load(Ordering::Relaxed) {
                continue;
            }
            let op = OpId::from_index(self.current.load(Ordering::Relaxed));
            let line = line(module, op, self.ops.load(Ordering::Relaxed), start.elapsed());
            let mut out = std::io::stderr();
            // A write error on the terminal does not stop the run.
            let _ = write!(out, "\r{line}\x1b[K").and_then(|()| out.flush());
            shown = true;
        }
        if shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// `12,345 ops in 3.2 s; %sum = stablehlo.reduce`.
fn line(module: &Module, op: OpId, ops: u64, time: Duration) -> String {
    let mut digits = ops.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    let result = module.results(op).get(0).and_then(|value| module.name(value));
    let result = result.map(|name| format!("%{name} = ")).unwrap_or_default();
    let name = module.op(op).name();
    format!("{digits} ops in {:.1} s; {result}{name}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_and_where() {
        let text = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %twice = stablehlo.add %x, %x : tensor<f32>\n  return %twice : tensor<f32>\n}";
        let module = hloom_ir::text::parse_module(text).expect("a program");
        let add = module.walk_all().find(|&op| module.op(op).name() == "stablehlo.add");
        let line = line(&module, add.expect("an op"), 1_234_567, Duration::from_millis(3210));
        assert_eq!(line, "1,234,567 ops in 3.2 s; %twice = stablehlo.add");
    }

    #[test]
    fn ops_are_counted() {
        let progress = Progress::default();
        progress.begins(OpId::from_index(7));
        progress.begins(OpId::from_index(9));
        assert_eq!(progress.ops.load(Ordering::Relaxed), 2);
        assert_eq!(progress.current.load(Ordering::Relaxed), 9);
    }
}
