//! Limits of a run, and what it may ask of its surroundings.

use crate::host::Host;
use crate::target::Targets;
use crate::watch::Observer;
use hloom_ir::Literal;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers the name and iteration of a `check.expect_serialized_eq` with the
/// array that was stored under them, or says why there is none.
pub type Probe<'a> = &'a (dyn Fn(&str, Option<i64>) -> Result<Literal, String> + Sync);

/// Whether values of a name are to be kept; `None` stands for values without a name.
pub type Wanted<'a> = &'a (dyn Fn(Option<&str>) -> bool + Sync);

/// What a run may use.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The largest tensor, in bytes; a larger one is an error before memory is
    /// asked for.
    pub max_tensor_bytes: u64,
    /// The number of ops that may be run; no end if `None`.
    pub max_steps: Option<u64>,
    /// How deep calls and regions may be nested.
    pub max_depth: u32,
    /// What the random numbers of `stablehlo.rng` depend on.
    pub seed: u64,
    /// Custom call targets that the interpreter knows beyond its own.
    pub targets: Option<&'a Targets>,
    /// Ends the run soon after it is raised.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where `check.expect_serialized_eq` finds its arrays.
    pub probe: Option<Probe<'a>>,
    /// What streams, channels to the host, and `interpreter.print` speak to.
    pub host: Option<&'a dyn Host>,
    /// Sees each op before it runs.
    pub observer: Option<&'a dyn Observer>,
    /// Which values are to be kept, as `interpreter.probe` keeps its operand.
    pub probes: Option<Wanted<'a>>,
    /// Ends the run at the first op that makes a NaN or an infinity.
    pub trap_nan: bool,
    /// How many bytes of memory there are left. What needs more is an error before
    /// memory is asked for.
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
            available: None,
        }
    }
}

impl Options<'_> {
    /// Whether the run shall end.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
