//! The options of a run: limits, hooks, and the host.

use crate::custom_call::Targets;
use crate::host::Host;
use crate::processes::process::Process;
use crate::processes::ranks::Rank;
use hloom_ir::{Literal, OpId, Value};
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the array stored under the name and iteration of a
/// `check.expect_serialized_eq`, or a message if there is none.
pub type Probe<'a> = &'a (dyn Fn(&str, Option<i64>) -> Result<Literal, String> + Sync);

/// The name under which a value is probed, if it is.
pub type ProbeFilter<'a> = &'a (dyn Fn(Value) -> Option<String> + Sync);

/// Observes each op before it runs. The order of ops of concurrent processes is unspecified.
pub trait Observer: Sync {
    /// Called before the op runs.
    fn begins(&self, op: OpId);
}

/// The options of a run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The maximum size of a tensor in bytes; a larger one is rejected before memory is allocated.
    pub max_tensor_bytes: u64,
    /// The maximum number of ops to run; unlimited if `None`.
    pub max_steps: Option<u64>,
    /// The maximum nesting of calls and regions.
    pub max_depth: u32,
    /// The seed of `stablehlo.rng`.
    pub seed: u64,
    /// Custom call targets in addition to the interpreter's own.
    pub targets: Option<&'a Targets>,
    /// Interrupts the run shortly after it is set.
    pub interrupt: Option<&'a AtomicBool>,
    /// The source of the arrays of `check.expect_serialized_eq`.
    pub probe: Option<Probe<'a>>,
    /// The host of streams, channels, and `interpreter.print`.
    pub host: Option<&'a dyn Host>,
    /// Observes each op before it runs.
    pub observer: Option<&'a dyn Observer>,
    /// Values to be probed, in addition to the operands of `interpreter.probe`.
    pub probes: Option<ProbeFilter<'a>>,
    /// Whether to end the run at the first op that produces a NaN or an infinity.
    pub trap_nan: bool,
    /// The rank that runs, if several run the program together; a single process otherwise.
    pub rank: Option<&'a Rank>,
    /// The number of bytes of free memory. An op that needs more is rejected before memory is
    /// allocated.
    pub available: Option<&'a (dyn Fn() -> u64 + Sync)>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            max_tensor_bytes: 1 << 33,
            max_steps: None,
            max_depth: 256,
            seed: 0,
            targets: None,
            interrupt: None,
            probe: None,
            host: None,
            observer: None,
            probes: None,
            trap_nan: false,
            rank: None,
            available: None,
        }
    }
}

impl Options<'_> {
    /// The process that a run is.
    pub(crate) fn process(&self) -> Process {
        self.rank.map_or_else(Process::alone, Rank::process)
    }

    /// Whether the run was interrupted.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
