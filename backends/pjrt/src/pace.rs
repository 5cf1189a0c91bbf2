//! The question whether a caller waits for a run: runs that take as long as waking another thread are
//! done at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hloom_ir::ops::Op;
use hloom_ir::{Module, OpId};

use crate::callback;

/// The time in nanoseconds from which on a run is left to the device's thread: waking it and being
/// woken take about a tenth of it.
const LONG: u64 = 250_000;

/// The most elements of all values of a program that is known to be quick without a measurement.
const MOST_ELEMENTS: usize = 1 << 14;

/// The time of the last run before there was one.
const UNKNOWN: u64 = u64::MAX;

/// The duration of a program's runs.
pub(crate) struct Pace {
    kind: Kind,
    /// The time of the last run in nanoseconds.
    last: AtomicU64,
}

/// The knowledge of a program before its runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It is quick: few elements, no loops, no calls of unknown length.
    Quick,
    /// It calls functions of the framework, which may run other programs: no other thread may be kept
    /// from its work meanwhile.
    CallsBack,
    /// Its last run tells.
    Measured,
}

impl Pace {
    /// The pace of a module's runs.
    pub(crate) fn of(module: &Module) -> Pace {
        Pace { kind: kind(module), last: AtomicU64::new(UNKNOWN) }
    }

    /// Whether only the caller may run the program.
    pub(crate) fn stays(&self) -> bool {
        self.kind == Kind::CallsBack
    }

    /// Whether the caller should run the program if its arguments are there.
    pub(crate) fn is_quick(&self) -> bool {
        self.kind != Kind::Measured || self.last.load(Ordering::Relaxed) < LONG
    }

    /// Runs a function and remembers its time.
    pub(crate) fn timed<T>(&self, run: impl FnOnce() -> T) -> T {
        if self.kind != Kind::Measured {
            return run();
        }
        let begin = Instant::now();
        let result = run();
        let time = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(UNKNOWN);
        self.last.store(time.min(UNKNOWN - 1), Ordering::Relaxed);
        result
    }
}

fn kind(module: &Module) -> Kind {
    // Values other than tensors, such as tokens, take no time.
    let count =
        |ty: hloom_ir::Type| ty.as_tensor().map_or(0, |it| it.count().unwrap_or(usize::MAX));
    let mut kind = Kind::Quick;
    let mut elements = 0usize;
    let mut waiting: Vec<OpId> = vec![module.root()];
    while let Some(op) = waiting.pop() {
        let results = module.result_types(op).into_iter().map(count);
        elements = results.fold(elements, usize::saturating_add);
        match module.op(op) {
            Op::CustomCall(call) if callback::is_target(&call.call_target_name.0) => {
                return Kind::CallsBack;
            }
            Op::CustomCall(_) | Op::While(_) => kind = Kind::Measured,
            // Any other op: its time follows from its elements.
            _ => {}
        }
        for &region in module.regions(op) {
            for &block in module.blocks(region) {
                let arguments = module.args(block).iter().map(|&value| module.ty(value));
                elements = arguments.map(count).fold(elements, usize::saturating_add);
                waiting.extend(module.ops(block));
            }
        }
    }
    if elements > MOST_ELEMENTS { Kind::Measured } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(body: &str) -> Pace {
        let text = format!("func.func @main(%x: tensor<4xf32>) {{ {body} return }}");
        Pace::of(&hloom_ir::text::parse_module(&text).unwrap())
    }

    #[test]
    fn small_programs_are_quick_and_others_are_measured() {
        let quick = pace("%y = stablehlo.sine %x : tensor<4xf32>");
        assert!(quick.is_quick() && !quick.stays());
        let large = pace("%y = stablehlo.iota dim = 0 : tensor<20000xf32>");
        assert!(!large.is_quick());
        let text = "func.func @main(%x: tensor<20000xf32>) -> tensor<1xf32> {
                      %y = stablehlo.slice %x [0:1] : (tensor<20000xf32>) -> tensor<1xf32>
                      return %y : tensor<1xf32> }";
        assert!(!Pace::of(&hloom_ir::text::parse_module(text).unwrap()).is_quick());
        large.timed(|| ());
        assert!(large.is_quick());
        large.timed(|| std::thread::sleep(std::time::Duration::from_millis(1)));
        assert!(!large.is_quick() && !large.stays());
    }

    #[test]
    fn programs_that_call_back_stay_with_their_caller() {
        let call = |target: &str| {
            pace(&format!(
                "%y = stablehlo.custom_call @{target}(%x) : (tensor<4xf32>) -> tensor<4xf32>"
            ))
        };
        assert!(call("hloom_callback").stays());
        assert!(!call("Qr").stays() && !call("Qr").is_quick());
    }
}
