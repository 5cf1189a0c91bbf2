//! A simulation as text.

use std::fmt::Write as _;

use hloom_analysis::simulate::{Cost, Step};
use hloom_ir::ops::Op;
use hloom_passes::fusion::explain::time;

use super::Simulated;
#[cfg(feature = "llvm")]
use super::measure::Measured;
#[cfg(feature = "llvm")]
use super::processes;
use crate::explain::part::size;
use crate::names::Written;

/// The most phases that are listed.
const PHASES: usize = 24;

/// The times, links and memory of a simulation.
pub(in crate::explain) fn describe(it: &Simulated, source: &str, memory: Option<f64>) -> String {
    let report = &it.report;
    let ranks = it.settings.axes.ranks();
    let classes = report.classes.len();
    let mut text = format!(
        "  a step on {ranks} ranks: {}, bubbles {}, {}\n",
        time(report.seconds),
        percent(report.bubbles),
        match classes {
            1 => "all ranks alike".to_owned(),
            n => format!("{n} classes of ranks"),
        }
    );
    text += &phases(it);
    text += &links(it);
    text += &memory_of(it, source, memory);
    for note in &it.traced.notes {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  note: {note}");
    }
    text
}

fn percent(part: f64) -> String {
    // No -0.0.
    format!("{:.1} %", (100.0 * part).max(0.0))
}

/// The name of a phase in a table.
fn phases(it: &Simulated) -> String {
    let report = &it.report;
    let known = !report.path.is_empty();
    let mut order: Vec<usize> = (0..report.phases.len()).collect();
    let seconds = |at: &usize| report.phases[*at].seconds;
    order.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let head = ["phase", "times", "of a rank", "share", "waits", "critical path", ""];
    let mut rows = vec![head.map(str::to_owned)];
    for &at in order.iter().take(PHASES) {
        let phase = &report.phases[at];
        rows.push([
            it.traced.ranks.phases[at].clone(),
            count(phase.steps),
            time(phase.seconds),
            percent(phase.seconds / report.seconds.max(f64::MIN_POSITIVE)),
            if phase.waits > 0.0 { time(phase.waits) } else { String::new() },
            if known { time(phase.critical) } else { String::new() },
            how(it, at),
        ]);
    }
    let mut text = table(&rows);
    if order.len() > PHASES {
        let _ = writeln!(text, "  and {} more phases", order.len() - PHASES);
    }
    text
}

/// A mean of numbers of steps.
fn count(steps: f64) -> String {
    if steps.fract() == 0.0 { format!("{steps}") } else { format!("{steps:.1}") }
}

/// The algorithms of a phase that exchanges data.
fn how(it: &Simulated, phase: usize) -> String {
    let ranks = &it.traced.ranks;
    let costs = ranks.streams.iter().flatten().filter_map(|step| match *step {
        Step::Exchange { phase: own, cost, .. } if own as usize == phase => {
            Some(&ranks.costs[cost as usize])
        }
        Step::Exchange { .. } | Step::Compute { .. } | Step::Wait { .. } => None,
    });
    let mut names: Vec<String> = costs.map(algorithms).collect();
    names.sort_unstable();
    names.dedup();
    names.join("; ")
}

fn algorithms(cost: &Cost) -> String {
    let mut names: Vec<&str> = cost.stages.iter().map(|stage| stage.algorithm.name()).collect();
    names.dedup();
    names.join(", ")
}

/// The traffic of each axis.
fn links(it: &Simulated) -> String {
    let report = &it.report;
    let ranks = it.settings.axes.ranks() as f64;
    let mut text = String::new();
    for (axis, traffic) in report.axes.iter().enumerate() {
        let (name, link) = (&it.settings.names[axis], &it.settings.links[axis]);
        let extent = it.settings.axes.0[axis];
        let _ = write!(text, "  \"{name}\" ({extent} ranks, {}): ", link.topology.name());
        if traffic.sent == 0.0 {
            text += "no traffic\n";
            continue;
        }
        let [one, other] = link.topology.directions();
        let _ = writeln!(
            text,
            "{} sent by a rank, {} in all; a link carries {} {one} and {} {other}, in use {} of the step",
            size((traffic.sent / ranks).round()),
            size(traffic.sent.round()),
            size(traffic.carried[0].round()),
            size(traffic.carried[1].round()),
            percent(traffic.busy / report.seconds.max(f64::MIN_POSITIVE))
        );
    }
    text
}

fn memory_of(it: &Simulated, source: &str, limit: Option<f64>) -> String {
    let own = &it.memory;
    let written = Written::new(&it.module, source);
    let at = own.at.map(|op| match it.module.op(op) {
        Op::FuncReturn(_) => ", most at the end".to_owned(),
        // Any other op: by its name.
        _ => format!(", most at {}", written.op(op)),
    });
    let mut text = format!(
        "  memory of a rank: {} at most, {} of it arguments{}{}\n",
        size(own.peak),
        size(own.arguments),
        match own.constants > 0.0 {
            true => format!(" and {} constants", size(own.constants)),
            false => String::new(),
        },
        at.unwrap_or_default()
    );
    if let Some(limit) = limit.filter(|&limit| own.peak > limit) {
        let _ = writeln!(
            text,
            "  warning: a rank has {} of memory, which is {} too little",
            size(limit),
            size(own.peak - limit)
        );
    }
    text
}

/// Rows with aligned columns; the first column and the last one begin at the left.
fn table(rows: &[[String; 7]]) -> String {
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
            0 | 6 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The estimate of each kind of work beside its measurement.
#[cfg(feature = "llvm")]
pub(super) fn comparison(
    it: &Simulated,
    measured: &Measured,
    processes: Option<&processes::Measured>,
) -> String {
    let report = &it.report;
    let mut estimates: Vec<(String, f64)> = Vec::new();
    for (phase, name) in report.phases.iter().zip(&it.traced.ranks.phases) {
        let kind = super::measure::kind(name);
        let seconds = phase.seconds + phase.waits;
        match estimates.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += seconds,
            None => estimates.push((kind, seconds)),
        }
    }
    let mut kinds: Vec<String> = estimates.iter().map(|(kind, _)| kind.clone()).collect();
    kinds.extend(measured.kinds.keys().filter(|k| !kinds.contains(k)).cloned().collect::<Vec<_>>());
    let head = ["measured", "estimate", "of a rank", "difference", "", "", ""];
    let mut rows = vec![head.map(str::to_owned)];
    let mut row = |name: &str, estimate: f64, found: f64| {
        let difference = match found > 0.0 && estimate > 0.0 {
            true => format!("{:+.0} %", 100.0 * (estimate / found - 1.0)),
            false => String::new(),
        };
        let cells = [name.to_owned(), time(estimate), time(found), difference];
        let [a, b, c, d] = cells;
        rows.push([a, b, c, d, String::new(), String::new(), String::new()]);
    };
    for kind in &kinds {
        let estimate = estimates.iter().find(|(known, _)| known == kind).map_or(0.0, |it| it.1);
        row(kind, estimate, measured.kinds.get(kind).copied().unwrap_or(0.0));
    }
    row("the step", report.seconds, measured.seconds);
    row("the fastest step", report.seconds, measured.fastest);
    let ranks = it.settings.axes.ranks();
    if let Some(found) = processes {
        row(&format!("the step, {ranks} processes"), report.seconds, found.seconds);
        row("the fastest of them", report.seconds, found.fastest);
    }
    let mut text = format!(
        "  run on {ranks} threads, median of {} steps; an estimate above the measurement has a +\n",
        measured.runs
    );
    text += &table(&rows);
    text
}
