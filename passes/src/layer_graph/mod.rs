//! `layer-graph`: groups the ops of a function into layers, whose ops cores compute side by side.
//!
//! [`mod@times`] estimates how long an op takes on one core and on all, [`mod@plan`] has
//! [`hloom_analysis::schedule`] find the layers of the least time, and [`mod@outline`]
//! makes each a `hloom.layer` op:
//!
//! ```text
//!   %a = convolution %x, %ka               %l:2 = hloom.layer(%x, %ka, %kd) {
//!   %b = convolution %x, %kb                 %a = convolution
//!   %c = convolution %a, %kc        ──►      %d = convolution
//!   %d = convolution %x, %kd                 return %a, %d          the result boundary
//!   return %b, %c, %d                      }
//!                                          %m:2 = hloom.layer(%x, %kb, %l#0, %kc) {
//!                                            %b = …, %c = …
//!                                          }
//! ```
//!
//! Why an op of its own, and not a kind of `hloom.fusion`: a fusion is one kernel without
//! intermediate values in memory, and every pass and backend may rely on that; `fuse` forms kernels
//! inside of layers, and never across their borders. A layer's body is a block like that of a
//! branch. Attributes on ops would not do: nothing keeps a pass from moving an op out of its layer,
//! and each pass drops discardable attributes.
//!
//! Ops with effects are borders: layers hold the pure ops between them. `inline-layers` puts the
//! bodies in place of the layers, in the order of the layers, before code is made of them.

pub mod outline;
pub mod plan;
pub mod times;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use hloom_analysis::schedule::Method;
use plan::{Settings, plan};

crate::option_values! {
    /// The way to find layers.
    pub enum Policy {
        /// The least time that the other policies or the search find.
        Cost = "cost",
        /// Halves of similar work, while that is faster: Algorithm 1 of Mofang.
        Bisection = "bisection",
        /// All ops that are ready, again and again.
        Greedy = "greedy",
    }
}

impl Policy {
    fn method(self) -> Method {
        match self {
            Policy::Cost => Method::Best,
            Policy::Bisection => Method::Bisection,
            Policy::Greedy => Method::Greedy,
        }
    }
}

crate::options! {
    /// Options of `layer-graph`.
    pub struct Options {
        /// The number of cores.
        cores: usize = 2, "cores";
        /// The way to find layers.
        policy: Policy = Policy::Cost, "policy";
        /// The machine that times are estimated for.
        machine: Machine = Machine::default(), "machine";
        /// The most prefix sets of a graph that is searched exactly.
        prefixes: usize = 200, "prefixes";
    }
}

/// Runs `layer-graph`.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { cores, policy, machine, prefixes } = cx.options()?;
    let mut settings = Settings { machine, ..Settings::default() };
    settings.limits.cores = cores;
    settings.limits.prefixes = prefixes;
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        let plans = plan(cx.module(), block, &settings, policy.method());
        let plans = plans.map_err(|error| PassError::new(error.to_string()))?;
        for plan in &plans {
            let count = outline::outline(&mut cx.rewriter(), plan);
            cx.count("layers", count);
            cx.count("ops in layers", plan.ops.len());
        }
    }
    Ok(())
}

/// Runs `inline-layers`.
///
/// # Errors
/// Never; passes have this signature.
pub fn run_inline(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut count = 0;
    for function in cx.functions() {
        count += outline::inline(&mut cx.rewriter(), function);
    }
    cx.count("layers inlined", count);
    Ok(())
}
