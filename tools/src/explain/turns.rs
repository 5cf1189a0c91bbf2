//! Measures the ops of a program in turns, as they come in a run of it.
//!
//! An op that runs alone again and again finds its operands in caches that the rest of the program
//! would have filled with others, and has memory to itself. So all ops run in the order of the
//! program, each with operands and results of its own. For the times on one core, threads share the ops:
//! in one round a thread runs those that others run in the next, so that every op has other ops beside it. The time of a call is subtracted.

use std::sync::{Barrier, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hloom_analysis::schedule::OpTimes;
use hloom_ir::{Block, Module, OpId};
use hloom_llvm::runtime::pool::ThreadPool;

use super::measure::alone;
use crate::fusion::calibrate::{Trial, lowered, lowered_function};

/// The time of all rounds.
const BUDGET: Duration = Duration::from_millis(800);

/// The least number of rounds, and those that are not counted: they fill memory and caches.
const ROUNDS: usize = 12;
const WARM_UP: usize = 2;

/// The least time of an op in seconds, about that of a clock.
const LEAST: f64 = 1e-8;

/// The times of ops of a function's body in seconds, medians of many runs: on all cores, and on one
/// core while the others run other ops. Ops that can't be run alone have none.
pub(super) fn measure_ops(
    module: &Module,
    function: OpId,
    block: Block,
    ops: &[OpId],
    cores: usize,
) -> Vec<Option<OpTimes>> {
    let code = |&op: &OpId| {
        let alone = alone(module.clone(), function, block, op)?;
        Trial::on(&lowered(&alone, cores).ok()?, 1).ok().map(Mutex::new)
    };
    let mut trials: Vec<Option<Mutex<Trial>>> = ops.iter().map(code).collect();
    trials.push(trivial(cores).ok().map(Mutex::new));
    let medians = |parties, threads| -> Vec<Option<f64>> {
        let mut all: Vec<_> = rounds(&trials, parties, threads).into_iter().map(median).collect();
        let call = all.pop().flatten().unwrap_or(0.0);
        all.into_iter().map(|seconds| Some((seconds? - call).max(LEAST))).collect()
    };
    let each = medians(1, cores).into_iter().zip(medians(cores, 1)).map(|(all_cores, one_core)| {
        let one_core = one_core?;
        Some(OpTimes { one_core, all_cores: all_cores?.min(one_core) })
    });
    each.collect()
}

/// The times of a function in seconds, medians of runs by turns: with ops side by side on so many
/// cores, and one op at a time on all of them. `None` if it can't be run.
pub(super) fn measure_function(module: &Module, function: OpId, cores: usize) -> Option<[f64; 2]> {
    let on = |tasks| Trial::on(&lowered_function(module, function, tasks).ok()?, cores).ok();
    let mut trials = [on(cores)?, on(1)?];
    let medians = super::policies::measure(&mut trials, BUDGET.as_secs_f64()).ok()?;
    medians.try_into().ok()
}

/// A program that does nothing worth mentioning: its time is that of the call, which a program pays
/// once and not for each of its ops.
fn trivial(cores: usize) -> anyhow::Result<Trial> {
    let text = "func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.not %x : tensor<i32>
  return %y : tensor<i32>
}";
    let module = hloom_ir::text::parse(text).module;
    let module = module.ok_or_else(|| anyhow::anyhow!("a program that measures can't be read"))?;
    Trial::on(&lowered(&module, cores)?, 1)
}

/// The times of the ops in seconds, as so many parties of so many threads each run them in turns.
fn rounds(trials: &[Option<Mutex<Trial>>], parties: usize, threads: usize) -> Vec<Vec<f64>> {
    let start = Barrier::new(parties);
    let party = |number: usize| -> anyhow::Result<Vec<Vec<f64>>> {
        let pool = ThreadPool::new(threads);
        start.wait();
        let (pool, begin) = (pool?, Instant::now());
        let mut times = vec![Vec::new(); trials.len()];
        let mut round = 0;
        while round < ROUNDS * parties || begin.elapsed() < BUDGET {
            let own = |at: &usize| (at + round + number).is_multiple_of(parties);
            for at in (0..trials.len()).filter(own) {
                let Some(trial) = &trials[at] else { continue };
                let mut trial = trial.lock().unwrap_or_else(PoisonError::into_inner);
                // An op that fails has no times; the others have theirs.
                let Ok(seconds) = trial.run_on(&pool) else { continue };
                if round >= WARM_UP * parties {
                    times[at].push(seconds);
                }
            }
            round += 1;
        }
        Ok(times)
    };
    let party = &party;
    let found = std::thread::scope(|scope| {
        let others: Vec<_> = (0..parties).map(|i| scope.spawn(move || party(i))).collect();
        let found = others.into_iter().map(|it| it.join().ok().and_then(Result::ok));
        found.collect::<Option<Vec<_>>>()
    });
    let mut all = vec![Vec::new(); trials.len()];
    for times in found.unwrap_or_default() {
        all.iter_mut().zip(times).for_each(|(all, times)| all.extend(times));
    }
    all
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
