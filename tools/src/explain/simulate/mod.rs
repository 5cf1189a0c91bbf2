//! The simulation of a step on all ranks of a mesh, behind `hloom explain splits FILE --mesh SIZES
//! --link LINK`.

#[cfg(feature = "llvm")]
mod calibrate;
pub(super) mod links;
#[cfg(feature = "llvm")]
mod measure;
pub(super) mod page;
#[cfg(feature = "llvm")]
mod processes;
mod text;

use std::sync::Arc;

use hloom_analysis::shard::States;
use hloom_analysis::simulate::{Axes, Link, Report, simulate};
use hloom_ir::{Module, OpId};
use hloom_passes::Pipeline;
use hloom_passes::fusion::Control;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::partition::communicates;
use hloom_passes::simulate::Settings;
use hloom_passes::simulate::memory::{Memory, memory};
use hloom_passes::simulate::trace::{Traced, trace};

use crate::rank_passes::{of_ranks, states_stages};
use crate::target;

pub(super) use text::describe;

/// The most ranks that are run to compare with.
#[cfg(feature = "llvm")]
const MOST_MEASURED: i64 = 4;

/// The machine that steps are simulated on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Target {
    /// The rates of a rank.
    pub(super) machine: Machine,
    /// The links along each axis.
    pub(super) links: Vec<Link>,
    /// The cores that all ranks share, if they are threads of one machine.
    pub(super) cores: Option<f64>,
    /// The memory of a rank in bytes, if it is known.
    pub(super) memory: Option<f64>,
    /// Whether the program also runs on that many ranks, to compare.
    pub(super) measure: bool,
}

/// A simulated function.
pub(super) struct Simulated {
    /// The program of a rank, before it becomes kernels.
    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    pub(super) part: Module,
    /// The program of a rank, as kernels.
    pub(super) module: Module,
    pub(super) settings: Settings,
    pub(super) traced: Traced,
    pub(super) report: Report,
    pub(super) memory: Memory,
}

/// Simulates a function of a module on a mesh of these sizes; `None` if it has neither shardings nor
/// collectives.
///
/// # Errors
/// If it can't be partitioned, or ranks wait for each other forever.
pub(super) fn simulated(
    module: &Module,
    function: OpId,
    states: Option<&States>,
    sizes: &[i64],
    target: &Target,
) -> Result<Option<Simulated>, String> {
    let name = module.func(function).sym_name.0.to_string();
    let talks = communicates(module, function);
    let names: Vec<String> = match states {
        Some(states) => {
            fits(states, sizes)?;
            states.grid.mesh.axes.iter().map(|(name, _)| name.to_string()).collect()
        }
        None if talks => (0..sizes.len()).map(|axis| axis.to_string()).collect(),
        None => return Ok(None),
    };
    let mut part = module.clone();
    if !talks || states_stages(module, function) {
        run(&mut part, &of_ranks(module, function))?;
    }
    let mut kernels = part.clone();
    // Fused as the machine of a rank wants it.
    let fusion = Arc::new(Control::new(Some(target.machine.clone()), None));
    let kernelized = target::optimize(&mut kernels, &target::cpu_pipeline(), &fusion);
    kernelized.map_err(|error| error.to_string())?;
    let function = kernels.symbol(&name).ok_or_else(|| format!("the passes removed @{name}"))?;
    let settings = Settings {
        machine: target.machine.clone(),
        names,
        axes: Axes(sizes.to_vec()),
        links: target.links.clone(),
        cores: target.cores,
    };
    let traced = trace(&kernels, function, &settings).map_err(|error| error.message)?;
    let report = simulate(&traced.ranks, sizes.len()).map_err(|stuck| stuck.to_string())?;
    let memory = memory(&kernels, function);
    Ok(Some(Simulated { part, module: kernels, settings, traced, report, memory }))
}

/// Fails if shardings are over a mesh of other sizes: one that stands in the shardings themselves has
/// sizes of its own.
///
/// # Errors
/// A sentence.
pub(super) fn fits(states: &States, sizes: &[i64]) -> Result<(), String> {
    let own: Vec<i64> = states.grid.mesh.axes.iter().map(|(_, n)| *n).collect();
    if own == sizes {
        return Ok(());
    }
    let text = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
    Err(format!(
        "--mesh gives {}, but the shardings are over a mesh of {}, which is not a named one",
        text(sizes),
        text(&own)
    ))
}

fn run(module: &mut Module, passes: &str) -> Result<(), String> {
    let pipeline = Pipeline::parse(passes).map_err(|error| error.to_string())?;
    target::optimize(module, &pipeline, &Default::default()).map_err(|error| error.to_string())
}

/// The times of runs on as many ranks, threads and processes, as text.
///
/// # Errors
/// If there are too many ranks, or the run fails.
#[cfg(feature = "llvm")]
pub(super) fn compared(it: &Simulated, name: &str) -> Result<String, String> {
    let ranks = it.settings.axes.ranks();
    if ranks > MOST_MEASURED {
        return Err(format!("--measure runs {MOST_MEASURED} ranks at most, the mesh has {ranks}"));
    }
    let measured = measure::measure(&it.part, name, ranks as usize)?;
    let processes = processes::measure(&it.part, name, ranks as usize)?;
    Ok(text::comparison(it, &measured, processes.as_ref()))
}

/// Nothing can be measured.
///
/// # Errors
/// Always.
#[cfg(not(feature = "llvm"))]
pub(super) fn compared(_: &Simulated, _: &str) -> Result<String, String> {
    Err("this hloom was built without LLVM, so that nothing can be run natively".to_owned())
}
