//! `split`: divides ops into parts that cores compute side by side.
//!
//! [`hloom_analysis::split`] says how an op may be divided. [`plan`] chooses a cut for each op, by
//! estimated time and for the block as a whole. [`apply`](self::apply::apply) builds the parts as
//! ops of their own: slices and concatenations stand where cuts differ, and nothing where they are
//! the same.
//!
//! ```text
//!   %y = dot_general %a, %b : 512×512      %a0 = slice %a [0:256, 0:512]
//!   %z = tanh %y                           %y0 = dot_general %a0, %b : 256×512
//!                                          %z0 = tanh %y0
//!                                   ──►    %a1 = slice %a [256:512, 0:512]
//!                                          %y1 = dot_general %a1, %b : 256×512
//!                                          %z1 = tanh %y1
//!                                          %z  = concatenate %z0, %z1, dim = 0
//! ```
//!
//! Results are the same bit for bit, except that a contraction of floats may be divided, whose
//! terms are then added in another order; `exact` forbids it. The pass changes functions and what
//! stands directly in them; bodies of loops and branches stay whole.

pub mod apply;
pub mod blocks;
pub mod part;
pub mod plan;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use plan::{MOST_CORES, Planner, Settings};

crate::option_values! {
    /// The choice of cuts.
    pub enum Policy {
        /// The cuts of the least estimated time.
        Cost = "cost",
        /// As many parts as there are cores, along the first index that is long enough.
        Even = "even",
    }
}

crate::options! {
    /// Options of `split`.
    pub struct Options {
        /// The number of cores; the largest power of two that is not above it is used.
        cores: usize = 2, "cores";
        /// The choice of cuts.
        policy: Policy = Policy::Cost, "policy";
        /// The machine that times are estimated for.
        machine: Machine = Machine::default(), "machine";
        /// The number of threads that share an op that is not divided.
        undivided_threads: usize = 1, "undivided-threads";
        /// Divide no sum of floats, so that results are the same bit for bit.
        exact: bool = true, "exact";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, or a part can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { cores, policy, machine, undivided_threads, exact } = cx.options()?;
    if !(1..=MOST_CORES).contains(&cores) {
        let message = format!("`cores` must be 1 to {MOST_CORES}, not {cores}");
        return Err(PassError::new(message));
    }
    if undivided_threads == 0 {
        return Err(PassError::new("`undivided-threads` must be 1 or more, not 0"));
    }
    let settings = Settings { machine, cores, undivided_threads, exact, ..Settings::default() };
    let (mut ops, mut parts, mut copies) = (0, 0, 0);
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        let planner = Planner::new(cx.module(), block, &settings);
        let plan = match policy {
            Policy::Cost => planner.plan(),
            Policy::Even => planner.even(),
        };
        let cuts = plan.cuts();
        let counts = apply::apply(&mut cx.rewriter(), block, &cuts);
        let counts = counts.map_err(|broken| PassError::at(function, broken.to_string()))?;
        ops += counts.ops;
        parts += counts.parts;
        copies += counts.copies;
    }
    cx.count("ops divided", ops);
    cx.count("parts of ops", parts);
    cx.count("slices and concatenations between parts", copies);
    Ok(())
}
