//! `hloom explain splits FILE --mesh SIZES --link LINK --search`: the shardings of the least estimated
//! time, beside those that the program states and one device alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hloom_analysis::shard::annotations::described;
use hloom_analysis::shard::{States, propagate};
use hloom_analysis::split::indices;
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{DeviceMesh, Mesh, Op, SdyMesh};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Rewriter};
use hloom_passes::fusion::explain::time;
use hloom_passes::partition::assign::assign;
use hloom_passes::partition::search::space::Space;
use hloom_passes::partition::search::times::Times;
use hloom_passes::partition::search::{BUDGET, Plan, PlannedKernel, Settings, search};
use hloom_passes::stages;
use hloom_passes::stages::choose::{Chosen, Step, choose};

use super::axes::{columns, dims_text, division};
use super::part::size;
use super::simulate::Target;
use crate::Io;
use crate::names::Written;
#[cfg(feature = "llvm")]
use crate::target;

/// The names of the axes of a mesh that a program does not have.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// Gives a module that has neither a mesh nor shardings a mesh of these sizes.
///
/// # Errors
/// If a stated sharding is wrong, or the mesh can't be built.
pub(super) fn add_mesh(module: &mut Module, sizes: &[i64]) -> Result<(), String> {
    for function in module.functions().collect::<Vec<_>>() {
        if propagate(module, function).map_err(|error| error.to_string())?.is_some() {
            return Ok(());
        }
    }
    let name = |i: usize| NAMES.get(i).map_or_else(|| format!("axis{i}"), |&n| n.to_owned());
    let axes = sizes.iter().enumerate().map(|(i, &n)| (name(i).into(), n)).collect();
    let mesh = SdyMesh(Mesh { axes, device_ids: None });
    let taken = |name: &String| module.symbol(name).is_some();
    let names = std::iter::once("mesh".to_owned()).chain((1..).map(|i| format!("mesh{i}")));
    let symbol = names.into_iter().find(|name| !taken(name)).expect("names do not end");
    let body = module.body();
    let first = module.ops(body).next();
    let mut r = Rewriter::new(module);
    match first {
        Some(op) => r.set_before(op),
        None => r.set_point(InsertPoint::End(body)),
    }
    let mesh = DeviceMesh { mesh, sym_name: Symbol::from(symbol.as_str()) };
    r.build(mesh, &[]).map(drop).map_err(|error| error.to_string())
}

/// Times of kernels that a file holds: those that it lacks are measured and written to it.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    path: PathBuf,
    times: Times,
    /// The number of times that were measured.
    fresh: usize,
}

impl Measured {
    /// Reads a file; one that is missing holds no times yet.
    ///
    /// # Errors
    /// If it can't be read.
    pub(super) fn read(path: &Path) -> anyhow::Result<Measured> {
        let times = match std::fs::read_to_string(path) {
            Ok(text) => Times::parse(&text)
                .map_err(|what| anyhow::anyhow!("`{}`: {what}", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Times::default(),
            Err(error) => {
                return Err(error).with_context(|| format!("can't read `{}`", path.display()));
            }
        };
        Ok(Measured { path: path.to_owned(), times, fresh: 0 })
    }

    /// Writes the file if times were measured.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn write(&mut self, io: &mut Io<'_>) -> anyhow::Result<()> {
        if std::mem::take(&mut self.fresh) > 0 {
            io.write_result(Some(&self.path), self.times.to_string().as_bytes())?;
        }
        Ok(())
    }

    /// Measures what is missing for a search.
    fn complete(&mut self, module: &Module, block: Block, states: &States, settings: &Settings) {
        for missing in Space::new(module, block, states, settings).missing() {
            let known = self.times.0.contains_key(&missing.key);
            let Some(program) = missing.program.filter(|_| !known) else { continue };
            if let Some(seconds) = seconds(program) {
                self.times.0.insert(missing.key, seconds);
                self.fresh += 1;
            }
        }
    }
}

/// The run time of a program that is one kernel, on one thread; `None` if it can't be run.
#[cfg(feature = "llvm")]
fn seconds(mut program: Module) -> Option<f64> {
    target::optimize(&mut program, &target::cpu_pipeline(), &Default::default()).ok()?;
    crate::fusion::calibrate::seconds_of(&program, 0.02, 1).ok()
}

/// Nothing can be measured without LLVM: the machine model stands for it.
#[cfg(not(feature = "llvm"))]
fn seconds(_: Module) -> Option<f64> {
    None
}

/// The result of a search.
pub(super) struct Found {
    /// The shardings.
    pub(super) plan: Plan,
    /// The stages, if a plan with stages is the fastest.
    pub(super) stages: Option<stages::Options>,
    /// The simulated seconds of a step, if stages were searched.
    pub(super) seconds: Option<f64>,
    /// Lines about stages.
    pub(super) text: String,
}

/// Searches the shardings of a function, with measured times of its kernels if there is a file of them;
/// with a batch, also its stages.
///
/// # Errors
/// If no plan that is found fits into the memory of a rank.
pub(super) fn searched(
    module: &Module,
    function: OpId,
    states: &States,
    target: &Target,
    measured: Option<&mut Measured>,
    batch: Option<&stages::Options>,
) -> Result<Option<Found>, String> {
    let Some(block) = module.entry(function, 0) else { return Ok(None) };
    let mut settings = Settings {
        machine: target.machine.clone(),
        links: target.links.clone(),
        memory: target.memory.unwrap_or(f64::INFINITY),
        budget: BUDGET,
        without: stages::stated_axis(module, function, states),
        times: Times::default(),
    };
    if let Some(measured) = measured {
        // The choices that are kept depend on the model alone, so that all of them are measured.
        measured.complete(module, block, states, &settings);
        settings.times = measured.times.clone();
    }
    let Some(batch) = batch else {
        let plan = search(module, block, states, &settings)?;
        return Ok(Some(Found { plan, stages: None, seconds: None, text: String::new() }));
    };
    let chosen = choose(module, function, states, &settings, batch)?;
    let text = about_stages(&chosen);
    if let Some(it) = chosen.stages() {
        let (plan, stages) = (it.plan.clone(), Some(it.options.clone()));
        let seconds = Some(it.step.seconds);
        return Ok(Some(Found { plan, stages, seconds, text }));
    }
    let flat = chosen.flat.map(|(plan, step)| (plan, Some(step.seconds)));
    Ok(flat.map(|(plan, seconds)| Found { plan, stages: None, seconds, text }))
}

/// A line for each plan, with stages and without.
fn about_stages(chosen: &Chosen) -> String {
    let line = |what: &str, step: &Step| {
        [
            what.to_owned(),
            time(step.seconds),
            format!("bubbles {:.1} %", 100.0 * step.bubbles),
            format!("{} per rank", size(step.bytes)),
        ]
    };
    let mut rows = Vec::new();
    for it in &chosen.staged {
        let stages::Options { axis, count, .. } = &it.options;
        let s = if *count == 1 { "" } else { "es" };
        rows.push(line(&format!("stages along \"{axis}\", {count} micro-batch{s}"), &it.step));
    }
    if let Some((_, step)) = &chosen.flat {
        rows.push(line("no stages", step));
    }
    let mut text = columns(&rows);
    for note in &chosen.notes {
        let _ = writeln!(text, "  note: {note}");
    }
    if let Some(it) = chosen.stages() {
        let _ = writeln!(text, "  hloom.stages = \"{}\"", stages::choose::text(&it.options));
    }
    text
}

/// Writes a plan into the types of a function.
///
/// # Errors
/// If a stated sharding is one that its op can't have.
pub(super) fn write(module: &mut Module, function: OpId, found: &Found) -> Result<(), String> {
    let plan = &found.plan;
    let mut r = Rewriter::new(module);
    if let Some(options) = &found.stages {
        stages::choose::state(&mut r, function, options);
    }
    assign(&mut r, function, &plan.states, &plan.axes).map(drop).map_err(|error| error.message)
}

/// A plan: its times, the shardings of arguments, and a line for each op that is divided or for which
/// devices exchange data.
pub(super) fn describe(written: &Written<'_>, function: OpId, found: &Found) -> String {
    let plan = &found.plan;
    let module = written.module();
    let grid = &plan.states.grid;
    let name = &module.func(function).sym_name.0;
    let mut text = format!(
        "@{name}: {} devices; searched {}, stated shardings {}, one device {}{}\n",
        grid.devices(),
        time(found.seconds.unwrap_or(plan.seconds)),
        time(plan.stated),
        time(plan.one_device),
        if plan.exact { "" } else { "; the search ended early, other plans may take less" }
    );
    let args = module.entry(function, 0).map_or(&[][..], |block| module.args(block));
    let divided = args.iter().filter_map(|&arg| {
        let state = plan.states.of(module, arg);
        let name = module.name(arg).map(|name| format!("%{name}"));
        let name = name.unwrap_or_else(|| described(module, arg));
        (!state.is_whole()).then(|| format!("{name} {}", dims_text(grid, &state)))
    });
    let divided: Vec<String> = divided.collect();
    if !divided.is_empty() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  arguments: {}", divided.join(", "));
    }
    let rows: Vec<[String; 5]> =
        plan.kernels.iter().flat_map(|kernel| rows(written, plan, kernel)).collect();
    text += &columns(&rows);
    for note in &plan.notes {
        let _ = writeln!(text, "  note: {note}");
    }
    text
}

/// The lines of a kernel's ops; none if nothing is divided and nothing is exchanged.
fn rows(written: &Written<'_>, plan: &Plan, kernel: &PlannedKernel) -> Vec<[String; 5]> {
    let module = written.module();
    let grid = &plan.states.grid;
    let value = |op: OpId| {
        let all = module.results(op).iter().map(|v| written.value(v));
        all.collect::<Vec<_>>().join(", ")
    };
    let mut rows = Vec::new();
    for &op in &kernel.ops {
        if matches!(module.op(op), Op::Constant(_)) {
            continue;
        }
        let Some(first) = module.results(op).get(0) else { continue };
        let state = plan.states.of(module, first);
        let words = indices(module, op).zip(plan.axes.get(&op));
        let words = words.map_or_else(String::new, |(table, axes)| division(grid, &table, axes));
        let leader = kernel.ops[0];
        let exchanged = op == leader && kernel.exchanges > 0.0;
        if state.is_whole() && words.is_empty() && !exchanged {
            continue;
        }
        let mut cost = match op == leader {
            false => format!("in the kernel of {}", value(leader)),
            true => time(kernel.seconds),
        };
        if op == leader && kernel.times != 1.0 {
            let times = (1e4 * kernel.times).round() / 1e4;
            let _ = write!(cost, ", {times} times");
        }
        if exchanged {
            let _ = write!(cost, ", exchanges {}", time(kernel.exchanges));
        }
        rows.push([
            value(op),
            module.op(op).def().short_name().to_owned(),
            dims_text(grid, &state),
            if words.is_empty() { "whole".to_owned() } else { words },
            cost,
        ]);
    }
    rows
}
