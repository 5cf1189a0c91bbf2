//! Runs several processes concurrently, each on a thread.

use crate::call;
use crate::error::{ErrorKind, EvalError, EvalResult, RegionError, RunError};
use crate::host::Effect;
use crate::processes::grid::Grid;
use crate::processes::process::{Ending, Process};
use crate::processes::shape::GridShape;
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use hloom_ir::Block;
use hloom_ir::ops::{Func, RunParallel};
use std::collections::VecDeque;
use std::sync::Arc;

/// The maximum number of concurrent processes.
const MOST_PROCESSES: usize = 4096;

/// The stack size of a process's thread, sufficient for the maximum nesting of calls.
const STACK_BYTES: usize = 64 << 20;

/// The outcome of a process: its results, its effects on the host, and the number of ops
/// that it ran.
type Outcome = (Result<Vec<Value>, Box<RunError>>, Vec<Effect>, u64);

/// The work of a process.
pub(super) enum Job<'m> {
    /// A function of this name on these arguments.
    Function(&'m str, Vec<Value>),
    /// A block with its captured values, on these arguments.
    Block(Block, Frame, Vec<Value>),
}

/// Fails if this many processes can't run concurrently.
pub(super) fn check_process_count(count: usize) -> EvalResult<()> {
    if count > MOST_PROCESSES {
        let message = format!("{count} processes are more than {MOST_PROCESSES}");
        return Err(EvalError::limit(message));
    }
    Ok(())
}

/// Runs jobs concurrently, one in each process of a grid, and returns the results of each.
pub(super) fn together(
    run: &mut Run<'_, '_>,
    grid: &Arc<Grid>,
    jobs: Vec<Job<'_>>,
) -> Result<Vec<Vec<Value>>, RegionError> {
    check_process_count(jobs.len())?;
    let mut results = Vec::with_capacity(jobs.len());
    let mut first: Option<Box<RunError>> = None;
    for (me, (result, effects, steps)) in threads(run, grid, jobs)?.into_iter().enumerate() {
        run.count(steps);
        for effect in effects {
            run.emit(effect)?;
        }
        match result {
            Ok(values) => results.push(values),
            Err(mut error) => {
                error.message = format!("in process {}: {}", grid.place(me as u32), error.message);
                // Processes that wait for a failed one deadlock, which is not reported.
                let known = first.as_ref().map(|e| e.kind);
                if known.is_none()
                    || known == Some(ErrorKind::Deadlock) && error.kind != ErrorKind::Deadlock
                {
                    first = Some(error);
                }
            }
        }
    }
    match first {
        Some(error) => Err(error.into()),
        None => Ok(results),
    }
}

/// Runs each job on a thread of its own.
fn threads(
    run: &Run<'_, '_>,
    grid: &Arc<Grid>,
    jobs: Vec<Job<'_>>,
) -> Result<Vec<Outcome>, RegionError> {
    let fork = run.fork();
    std::thread::scope(|scope| {
        let mut threads = Vec::with_capacity(jobs.len());
        for (me, job) in jobs.into_iter().enumerate() {
            let process = Process::of(grid, me as u32);
            let work = move || -> Outcome {
                let _ending = Ending(&process);
                let mut inner = fork.run(process.clone());
                let result = match job {
                    Job::Function(name, args) => call::call(&mut inner, name, args),
                    Job::Block(block, mut frame, args) => inner.block(&mut frame, block, args),
                };
                let steps = fork.steps_since(&inner);
                (result, inner.effects(), steps)
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    // Running processes must not wait for processes that never start.
                    (me as u32..grid.shape.count()).for_each(|missing| grid.end(missing));
                    threads.into_iter().for_each(|thread| drop(thread.join()));
                    let message = format!("no thread can be made for process {me}: {error}");
                    return Err(EvalError::limit(message).into());
                }
            }
        }
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(left) => left,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        Ok(joined.collect())
    })
}

/// `interpreter.run_parallel`.
pub(super) fn run_parallel(
    run: &mut Run<'_, '_>,
    it: &RunParallel,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let replicas = it.programs.0.len();
    let partitions = it.programs.0.first().map_or(0, |row| row.0.len());
    let names: Vec<&str> = it.programs.all().collect();
    if replicas * partitions != names.len() || names.is_empty() {
        return Err(EvalError::invalid("the programs form no grid").into());
    }
    // Each program takes as many operands as it has arguments.
    let mut rest = operands.to_vec();
    let mut jobs = Vec::with_capacity(names.len());
    for name in names {
        let func = module.symbol(name).and_then(|op| module.get::<Func>(op));
        let takes = func.map_or(0, |f| f.function_type.inputs().len());
        if takes > rest.len() {
            return Err(EvalError::invalid("there are too few operands").into());
        }
        let behind = rest.split_off(takes);
        jobs.push(Job::Function(name, std::mem::replace(&mut rest, behind)));
    }
    let queue = it.infeed.as_ref().map(|names| names.0.iter().cloned().collect::<VecDeque<_>>());
    let shape = GridShape { replicas: replicas as u32, partitions: partitions as u32 };
    let grid = Arc::new(Grid::new(shape, queue));
    Ok(together(run, &grid, jobs)?.into_iter().flatten().collect())
}
