//! `hloom explain splits FILE`: how the ops of a program are divided among cores, and the estimated
//! times.

use std::fmt::Write as _;
use std::path::Path;

use hloom_analysis::simulate::cores::{Cores, CoresReport, on_cores};
use hloom_analysis::split::{Access, Cut, OpIndices, Role, balanced};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};
use hloom_passes::fusion::explain::time;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::layer_graph::times::Clock;
use hloom_passes::simulate::cores::tasks;
use hloom_passes::split::plan::{PlannedOp, Planner, Settings};

use crate::names::Written;
use crate::target;
use crate::{ExitStatus, Io};

/// The passes that come first: calls and duplicates are not divided.
const BEFORE: &str = "inline,expand-slice-reduce,canonicalize,cse,symbol-dce";

/// Prints the cuts that `split` chooses in programs for a number of cores.
///
/// # Errors
/// If a file can't be read.
pub(super) fn run(
    files: &[&Path],
    cores: usize,
    (machine, memory_cores): (Option<Machine>, Option<f64>),
    simulate: bool,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let usual = Settings::default();
    let settings = Settings {
        cores: super::checked_cores(cores)?,
        machine: machine.unwrap_or(usual.machine),
        memory_cores: memory_cores.unwrap_or(usual.memory_cores),
        ..Settings::default()
    };
    let pipeline = crate::opt::pipeline(BEFORE)?;
    for file in files {
        let found = super::read_after(&pipeline, file, &Default::default(), io)?;
        let Some((source, module)) = found else { return Ok(ExitStatus::Wrong) };
        let mut text = String::new();
        for function in module.functions() {
            text += &describe(&Written::new(&module, &source.text), function, &settings);
            if simulate {
                let name = module.func(function).sym_name.0.to_string();
                match simulated(&module, &name, &settings) {
                    Ok(line) => text += &line,
                    Err(what) => {
                        io.error(format_args!("@{name} can't be simulated: {what}"))?;
                        return Ok(ExitStatus::Wrong);
                    }
                }
            }
        }
        io.write_result(None, text.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

/// A line with the simulated times of a function's kernels: on one core, on all with ops divided, and
/// on all with the iterations of each kernel shared by threads.
fn simulated(module: &Module, name: &str, settings: &Settings) -> Result<String, String> {
    let Settings { machine, cores, memory_cores, synchronization, .. } = settings;
    let (mut whole, mut divided) = (module.clone(), module.clone());
    target::optimize(&mut whole, &target::cpu_pipeline(), &Default::default())
        .and_then(|()| target::divide_for_cores(&mut divided, *cores))
        .map_err(|error| error.to_string())?;
    let block = |module: &Module| {
        let block = module.symbol(name).and_then(|function| module.entry(function, 0));
        block.ok_or_else(|| format!("the passes removed @{name}"))
    };
    let run = |module: &Module, count: usize| -> Result<CoresReport, String> {
        let cores = Cores { count, memory: *memory_cores, signal: *synchronization };
        Ok(on_cores(&tasks(module, block(module)?, machine, count), cores))
    };
    let (one, all) = (run(&whole, 1)?, run(&divided, *cores)?);
    let clock = Clock {
        machine,
        cores: *cores,
        memory_cores: *memory_cores,
        synchronization: *synchronization,
    };
    let times = clock.block(&whole, block(&whole)?);
    let threads: f64 = times.values().map(|it| it.all_cores).sum();
    let faster = |seconds: f64| one.seconds / seconds.max(f64::MIN_POSITIVE);
    Ok(format!(
        "  kernels simulated: {} on one core; divided for {cores} cores {}, {:.2} times as fast, cores idle \
         {:.0} %; by threads {}, {:.2} times\n",
        time(one.seconds),
        time(all.seconds),
        faster(all.seconds),
        100.0 * all.idle,
        time(threads),
        faster(threads)
    ))
}

/// The plan of a function, a line for each op that could be divided.
fn describe(written: &Written<'_>, function: OpId, settings: &Settings) -> String {
    let module = written.module();
    let name = &module.func(function).sym_name.0;
    let Some(block) = module.entry(function, 0) else { return String::new() };
    let plan = Planner::new(module, block, settings).plan();
    let cores = settings.cores;
    let divided = plan.ops.iter().filter(|it| !it.cut.is_none()).count();
    if divided == 0 {
        return format!("@{name}: undivided, {} on one core\n", time(plan.undivided));
    }
    let mut text = format!(
        "@{name}: {} on {cores} cores, undivided {}{}\n",
        time(plan.seconds),
        time(plan.undivided),
        if plan.exact { "" } else { "; the search ended early, other cuts may take less" }
    );
    let rows: Vec<[String; 4]> = plan.ops.iter().map(|it| row(written, it)).collect();
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    for [value, op, cut, times] in &rows {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "  {value:0$}  {op:1$}  {cut:2$}  {times}",
            widths[0], widths[1], widths[2]
        );
    }
    text
}

fn row(written: &Written<'_>, it: &PlannedOp) -> [String; 4] {
    let module = written.module();
    let results: Vec<String> = module.results(it.op).iter().map(|v| written.value(v)).collect();
    let times = match it.cut.is_none() {
        true => time(it.seconds),
        false => format!("{}, undivided {}", time(it.seconds), time(it.undivided)),
    };
    let op = module.op(it.op).def().short_name().to_owned();
    [results.join(", "), op, in_words(module, it.op, &it.indices, &it.cut), times]
}

/// A cut in words: `dim 1 in 2 parts`.
fn in_words(module: &Module, op: OpId, indices: &OpIndices, cut: &Cut) -> String {
    let mut words = Vec::new();
    for (i, (index, &parts)) in indices.indices.iter().zip(&cut.0).enumerate() {
        if parts == 1 {
            continue;
        }
        let of = |accesses: &[Access]| accesses.iter().position(|a| a.index() == Some(i));
        words.push(match (index.role, of(&indices.results[0])) {
            (Role::Combined, _) => format!("{parts} terms"),
            (Role::Parallel, Some(d)) => format!("dim {d} in {parts} parts"),
            (Role::Parallel, None) => format!("{parts} parts"),
        });
    }
    let halo = halo(module, op, indices, cut);
    if words.is_empty() { "whole".to_owned() } else { words.join(", ") + &halo }
}

/// The overlap of the windows of neighbouring parts in an operand: ` (halo 1)`.
fn halo(module: &Module, op: OpId, indices: &OpIndices, cut: &Cut) -> String {
    let mut most = 0;
    for (accesses, &operand) in indices.operands.iter().zip(module.operands(op)) {
        for (d, access) in accesses.iter().enumerate() {
            let Access::Window { index, window } = *access else { continue };
            let n = extent(module, operand, d);
            let parts = balanced(indices.indices[index].extent, cut.0[index]);
            let reads: Vec<_> = parts.iter().map(|&part| window.read(part, n).0).collect();
            let overlaps = reads.windows(2).map(|pair| pair[0].end - pair[1].start);
            most = most.max(overlaps.max().unwrap_or(0));
        }
    }
    if most > 0 { format!(" (halo {most})") } else { String::new() }
}

fn extent(module: &Module, value: Value, d: usize) -> i64 {
    module.ty(value).as_tensor().map_or(0, |t| t.dims[d])
}
