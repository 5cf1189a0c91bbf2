//! `hloom explain fusion FILE… --policies`: compares the run times of programs under all fusion
//! policies.
//!
//! Each program is compiled once per policy; equal loop programs are measured once. The others run
//! alternately, so that other load on the machine affects all of them alike, and their medians are
//! compared. A program for which another policy seems better than `cost` is measured again, four
//! times as long.

use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use hloom_llvm::CpuTarget;
use hloom_passes::fusion::explain::time;

use crate::entry;
use crate::fusion::FusionFlags;
use crate::fusion::calibrate::Trial;
use crate::{ExitStatus, Io, target};

/// The policies, hloom's default first.
const POLICIES: [&str; 5] = ["cost", "greedy", "no-redundancy", "all", "none"];

/// A ratio to the best other policy above this is measured again, and counted.
const MARGIN: f64 = 1.05;

/// The time budget per program in seconds, and the minimum number of runs.
const BUDGET: f64 = 1.0;
const LEAST_RUNS: usize = 5;

/// The kernels and times of a program under each policy.
struct Fused {
    trials: Vec<Trial>,
    /// For each policy, the index of its trial.
    of_policy: Vec<usize>,
}

/// Compares policies over programs.
///
/// # Errors
/// If a file can't be read, or a fused program can't be compiled or run.
pub(super) fn run(
    files: &[&Path],
    flags: &FusionFlags,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let mut ratios: Vec<(f64, String)> = Vec::new();
    writeln!(io.stdout, "| program | {} | cost / best other |", POLICIES.join(" | "))?;
    writeln!(io.stdout, "|---|{}---|", "---|".repeat(POLICIES.len()))?;
    for file in files {
        let name = file.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let Some(mut fused) = fuse(file, flags, io)? else { return Ok(ExitStatus::Wrong) };
        let mut medians = measure(&mut fused.trials, BUDGET)?;
        let ratio = |medians: &[f64]| {
            let others = fused.of_policy[1..].iter().map(|&t| medians[t]);
            medians[fused.of_policy[0]] / others.fold(f64::INFINITY, f64::min)
        };
        if ratio(&medians) > MARGIN {
            medians = measure(&mut fused.trials, 4.0 * BUDGET)?;
        }
        let cells = fused.of_policy.iter().enumerate().map(|(policy, &trial)| {
            match fused.of_policy[..policy].iter().position(|&t| t == trial) {
                Some(same) => format!("as {}", POLICIES[same]),
                None => time(medians[trial]),
            }
        });
        let cells: Vec<String> = cells.collect();
        let ratio = ratio(&medians);
        writeln!(io.stdout, "| {name} | {} | {ratio:.2} |", cells.join(" | "))?;
        ratios.push((ratio, name));
    }
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mean = ratios.iter().map(|r| r.0.ln()).sum::<f64>() / ratios.len().max(1) as f64;
    let above = ratios.iter().filter(|r| r.0 > MARGIN).count();
    if let Some((most, name)) = ratios.first() {
        writeln!(
            io.stdout,
            "\ntime of cost over that of the best other policy: {:.2} in the geometric mean of {} \
             program{}, {most:.2} at most ({name}), above {MARGIN} in {above}",
            mean.exp(),
            ratios.len(),
            if ratios.len() == 1 { "" } else { "s" }
        )?;
    }
    Ok(ExitStatus::Success)
}

/// Fuses the entry function of a program under each policy; `None` if the program is invalid, which
/// is reported.
fn fuse(file: &Path, flags: &FusionFlags, io: &mut Io<'_>) -> anyhow::Result<Option<Fused>> {
    let Some((_, module)) = super::read(file, io)? else { return Ok(None) };
    let entry = entry::choose(&module, None, "name one so")
        .map_err(|e| anyhow!("{}: {e}", file.display()))?;
    let name = module.func(entry).sym_name.0.to_string();
    let machine = CpuTarget::Native.schedule_machine();
    let mut fused = Fused { trials: Vec::new(), of_policy: Vec::new() };
    let mut programs: Vec<String> = Vec::new();
    for policy in POLICIES {
        let passes = target::CPU_PIPELINE.replace(",fuse,", &format!(",fuse{{policy={policy}}},"));
        let pipeline = crate::opt::pipeline(&passes)?;
        let mut module = module.clone();
        let control = flags.control(io)?;
        target::optimize(&mut module, &pipeline, &control).map_err(|e| anyhow!("{e}"))?;
        let entry = module.symbol(&name).ok_or_else(|| anyhow!("passes took `{name}` away"))?;
        let lowered =
            target::lower(&module, entry, &machine).map_err(|d| anyhow!("{}", d.message))?;
        let text = lowered.program.to_string();
        let known = programs.iter().position(|p| *p == text);
        fused.of_policy.push(known.unwrap_or(programs.len()));
        if known.is_none() {
            programs.push(text);
            fused.trials.push(Trial::of(&lowered)?);
        }
    }
    Ok(Some(fused))
}

/// The median time of each trial in seconds; trials run alternately within the budget.
pub(super) fn measure(trials: &mut [Trial], budget: f64) -> anyhow::Result<Vec<f64>> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); trials.len()];
    for trial in trials.iter_mut() {
        trial.run()?;
    }
    let begin = Instant::now();
    while times[0].len() < LEAST_RUNS || begin.elapsed().as_secs_f64() < budget {
        for (trial, times) in trials.iter_mut().zip(&mut times) {
            times.push(trial.run()?);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    Ok(times.into_iter().map(median).collect())
}
