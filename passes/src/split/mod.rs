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
//! A program may state its cuts itself, by types that are [split over cores](types): `split-types`
//! writes them so, and `split` follows them.
//!
//! Results are the same bit for bit, except that a contraction of floats may be divided, whose
//! terms are then added in another order; `exact` forbids it. The pass changes functions and what
//! stands directly in them; bodies of loops and branches stay whole.

pub mod apply;
pub mod blocks;
pub mod part;
pub mod plan;
pub mod types;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use apply::Cuts;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FunctionType};
use hloom_ir::{Block, OpId, Type};
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

/// The settings that the options state.
fn settings(options: &Options) -> Result<Settings, PassError> {
    let Options { cores, machine, undivided_threads, exact, .. } = options.clone();
    if !(1..=MOST_CORES).contains(&cores) {
        let message = format!("`cores` must be 1 to {MOST_CORES}, not {cores}");
        return Err(PassError::new(message));
    }
    if undivided_threads == 0 {
        return Err(PassError::new("`undivided-threads` must be 1 or more, not 0"));
    }
    Ok(Settings { machine, cores, undivided_threads, exact, ..Settings::default() })
}

/// The cuts of a block's ops by a policy.
fn cuts(module: &Module, block: Block, policy: Policy, settings: &Settings) -> Cuts {
    let planner = Planner::new(module, block, settings);
    let plan = match policy {
        Policy::Cost => planner.plan(),
        Policy::Even => planner.even(),
    };
    plan.cuts()
}

/// Runs the pass `split-types`: writes the cuts into the types, as `split` would follow them.
///
/// # Errors
/// If an option has an invalid value, or an op can't be built.
pub fn write_types(cx: &mut Context<'_>) -> Result<(), PassError> {
    let options: Options = cx.options()?;
    let settings = settings(&options)?;
    let mut made = 0;
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        if types::read(cx.module(), block)?.is_some() {
            continue;
        }
        if types::over_mesh(cx.module(), function) {
            let message =
                "the function is split over a mesh; `partition` makes the program of one device";
            return Err(PassError::at(function, message));
        }
        let cuts = cuts(cx.module(), block, options.policy, &settings);
        let written = types::write(&mut cx.rewriter(), block, &cuts);
        made += written.map_err(|broken| PassError::at(function, broken.to_string()))?;
    }
    cx.count("relayouts and halos", made);
    Ok(())
}

/// Takes splits out of the types of a function's arguments and results.
fn unsplit_signature(cx: &mut Context<'_>, function: OpId) {
    let mut func = cx.module().func(function).clone();
    let bare = |types: &[Type]| -> Vec<Type> { types.iter().map(|ty| ty.unsplit()).collect() };
    let (from, to) = (bare(func.function_type.inputs()), bare(func.function_type.results()));
    func.function_type = FunctionType(Type::function(&from, &to));
    cx.rewriter().set_op(function, Func { ..func });
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, types state splits that ops can't have, or a part can't be
/// built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let options: Options = cx.options()?;
    let settings = settings(&options)?;
    let policy = options.policy;
    let (mut ops, mut parts, mut copies) = (0, 0, 0);
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        let stated = types::read(cx.module(), block)?;
        let cuts = match stated {
            Some(stated) => {
                types::erase(&mut cx.rewriter(), block)
                    .map_err(|broken| PassError::at(function, broken.to_string()))?;
                unsplit_signature(cx, function);
                stated
            }
            None => cuts(cx.module(), block, policy, &settings),
        };
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
