//! `hloom explain layers FILE`: the layers of a program's kernels for a number of cores, with
//! estimated times, and what other divisions would take.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use hloom_analysis::schedule::layers::layer;
use hloom_analysis::schedule::prefixes::prefixes;
use hloom_analysis::schedule::{Method, OpTimes, ScheduleError, Strategy};
use hloom_ir::ops::Op;
use hloom_ir::{Block, Module, OpId, Trait};
use hloom_passes::fusion::explain::time;
use hloom_passes::layer_graph::plan::{LayerPlan, Settings, plan, plan_by};

#[cfg(feature = "llvm")]
use super::turns::{measure_function, measure_ops};
use crate::names::Written;
use crate::{ExitStatus, Io};

/// The passes that come first: the ops of the graph are kernels, which are what cores compute.
const BEFORE: &str = "inline,expand-slice-reduce,inline-layers,expand-batch-norm,canonicalize,cse,fuse,dce,symbol-dce";

/// Prints the layers that `layer-graph` forms in programs for a number of cores.
///
/// # Errors
/// If a file can't be read, or there are too many cores.
pub(super) fn run(
    files: &[&Path],
    cores: usize,
    measure: bool,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let mut settings = Settings::default();
    settings.limits.cores = super::checked_cores(cores)?;
    let pipeline = crate::opt::pipeline(BEFORE)?;
    for file in files {
        let found = super::read_after(&pipeline, file, &Default::default(), io)?;
        let Some((source, module)) = found else { return Ok(ExitStatus::Wrong) };
        let mut text = String::new();
        for function in module.functions() {
            text += &describe(&Written::new(&module, &source.text), function, &settings, measure)?;
        }
        io.write_result(None, text.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

/// The layers of a function: a paragraph for each run of ops without effects.
fn describe(
    written: &Written<'_>,
    function: OpId,
    settings: &Settings,
    measure: bool,
) -> Result<String, ScheduleError> {
    let module = written.module();
    let name = &module.func(function).sym_name.0;
    let Some(block) = module.entry(function, 0) else { return Ok(String::new()) };
    let mut plans = plan(module, block, settings, Method::Best)?;
    if measure {
        let times = measured(module, function, block, &plans, settings.limits.cores);
        plans = plan_by(module, block, settings, Method::Best, &|op| times[&op])?;
    }
    if plans.is_empty() {
        return Ok(format!("@{name}: no ops that take time\n"));
    }
    let mut text = String::new();
    for (number, plan) in plans.iter().enumerate() {
        let part = if plans.len() > 1 { format!(", part {number}") } else { String::new() };
        text += &format!("@{name}{part}: {}\n", summary(plan, settings, measure)?);
        let rows: Vec<Vec<[String; 3]>> =
            (0..plan.layering.layers.len()).map(|at| rows(written, plan, at)).collect();
        let width =
            |i: usize| rows.iter().flatten().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths = [0, 1].map(width);
        for (at, (layer, rows)) in plan.layering.layers.iter().zip(&rows).enumerate() {
            let strategy = match (layer.strategy, rows.len()) {
                (_, 1) => "one op",
                (Strategy::SideBySide, _) => "side by side, each on one core",
                (Strategy::OneByOne, _) => "one by one on all cores",
            };
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "  layer {at}: {}, {strategy}, cores {:.0} % busy",
                time(layer.seconds),
                100.0 * layer.utilisation
            );
            for [value, op, times] in rows {
                let _ = writeln!(text, "    {value:0$}  {op:1$}  {times}", widths[0], widths[1]);
            }
        }
    }
    if let Some([tasks, one_by_one]) =
        measure.then(|| measure_function(module, function, settings.limits.cores)).flatten()
    {
        let _ = writeln!(
            text,
            "  measured: {} with ops side by side, {} one op at a time",
            time(tasks),
            time(one_by_one)
        );
    }
    Ok(text)
}

/// The measured times of ops, as far as they can be run alone; else the estimated ones.
fn measured(
    module: &Module,
    function: OpId,
    block: Block,
    plans: &[LayerPlan],
    cores: usize,
) -> HashMap<OpId, OpTimes> {
    let each = plans.iter().flat_map(|plan| plan.ops.iter().enumerate().map(move |it| (plan, it)));
    let (ops, estimated): (Vec<OpId>, Vec<OpTimes>) =
        each.map(|(plan, (number, &op))| (op, plan.graph.times(number))).unzip();
    let times = measure_ops(module, function, block, &ops, cores);
    let times = times.into_iter().zip(estimated).map(|(times, own)| times.unwrap_or(own));
    ops.iter().copied().zip(times).collect()
}

/// Without code, nothing can be measured.
#[cfg(not(feature = "llvm"))]
fn measure_ops(_: &Module, _: OpId, _: Block, ops: &[OpId], _: usize) -> Vec<Option<OpTimes>> {
    vec![None; ops.len()]
}

#[cfg(not(feature = "llvm"))]
fn measure_function(_: &Module, _: OpId, _: usize) -> Option<[f64; 2]> {
    None
}

/// The time of a plan, and those of the other ways to find layers.
fn summary(plan: &LayerPlan, settings: &Settings, measured: bool) -> Result<String, ScheduleError> {
    let limits = &settings.limits;
    let of = |method| -> Result<String, ScheduleError> {
        Ok(time(layer(&plan.graph, limits, method)?.seconds))
    };
    let sets = prefixes(&plan.graph, &plan.graph.all(), limits.prefixes);
    let exact = match sets {
        Some(sets) => format!("exact {} ({} prefix sets)", of(Method::Exact)?, sets.len()),
        None => format!("not searched exactly (more than {} prefix sets)", limits.prefixes),
    };
    Ok(format!(
        "{} in {} on {}{}; sequential {}, greedy {}, Algorithm 1 {}, {exact}",
        time(plan.layering.seconds),
        counted(plan.layering.layers.len(), "layer"),
        counted(limits.cores, "core"),
        if measured { ", by measured times" } else { "" },
        of(Method::Sequential)?,
        of(Method::Greedy)?,
        of(Method::Bisection)?,
    ))
}

/// A number of things.
pub(super) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// The ops of a layer: values, name and times.
fn rows(written: &Written<'_>, plan: &LayerPlan, layer: usize) -> Vec<[String; 3]> {
    let module = written.module();
    let each = plan.ops_of(layer).into_iter().filter_map(|op| {
        let times = plan.times(op)?;
        let results: Vec<String> = module.results(op).iter().map(|v| written.value(v)).collect();
        let name = name(module, op);
        let all = match times.all_cores < times.one_core {
            true => format!(", {} on all", time(times.all_cores)),
            false => String::new(),
        };
        Some([results.join(", "), name, format!("{} on one core{all}", time(times.one_core))])
    });
    each.collect()
}

/// The name of an op; of a kernel of several, their names.
fn name(module: &Module, op: OpId) -> String {
    let short = |op: OpId| module.op(op).def().short_name();
    let inner: Vec<&str> = match module.op(op) {
        Op::Fusion(_) => module.entry(op, 0).map_or_else(Vec::new, |body| {
            let terminates = |op: &OpId| module.op(*op).has(Trait::Terminator);
            let constant = |op: &OpId| matches!(module.op(*op), Op::Constant(_));
            module.ops(body).filter(|op| !terminates(op) && !constant(op)).map(short).collect()
        }),
        // Any other op: one kernel.
        _ => vec![short(op)],
    };
    match inner.len() {
        0..=3 => inner.join(" + "),
        n => format!("{} + … + {} ({n} ops)", inner[0], inner[n - 1]),
    }
}
