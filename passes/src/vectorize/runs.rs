//! `vectorize-processes`: replaces an `interpreter.run_parallel` of one function, or an
//! `sdy.manual_computation`, by ops on tensors with a leading dimension of processes.
//!
//! JAX's `shard_map` and `pmap` make such ops: a function that every device runs on its part of the
//! data, with collectives between. All of them are in one process here, so the parts are
//! stacked, and each op of the function becomes one op for all of them, as `vectorize-loops` makes one
//! op for all iterations ([`super::batch`]; [`super::kernels`] has those that loops keep). Collectives
//! move rows of such tensors ([`super::collectives`]). An op that can't be batched is copied for each
//! process. The result is one program that is compiled and fused like any other, and that has no
//! processes. JAX's `vmap` over a named axis is the same idea.
//!
//! ```text
//! %p:2 = run_parallel [@f, @f](%a, %b)      %x = concatenate %a, %b     (2 x …)
//!                                     ─►    ops of @f on 2 x …
//!                                           %p0 = slice, %p1 = slice
//! ```
//!
//! Bits are those of the processes but for sums and products of floats, whose order is the compiler's
//! choice: a sum over all processes of products is one product that contracts the processes too.
//! All-reductions of up to [`super::collectives::MOST_IN_ORDER`] processes add in the order of their
//! groups, as the interpreter does.
//!
//! # What stays
//!
//! The interpreter runs the processes
//!
//! * of different functions, with `infeed`, or of more than [`MOST_PROCESSES`](super::processes::MOST_PROCESSES);
//! * with effects other than collectives: prints, sends, custom calls that say that they have some;
//! * with a collective that some processes may not reach, or reach more often than others; in groups of
//!   different sizes, unless it is a broadcast; or whose computation is no monoid of the operands' type;
//! * with tokens and tuples, and with tensors of open extents or with encodings that differ between
//!   processes;
//! * inside of other processes: a manual computation in another one;
//! * that would become too many ops.

use super::manual;
use super::processes::attempt;
use crate::context::{Context, PassError};
use hloom_analysis::shard::annotations::is_local;
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, RunParallel};
use hloom_ir::{Block, OpId, Rewriter, Value};
use rustc_hash::FxHashSet;

/// Runs the pass.
///
/// # Errors
/// None of its own.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut replaced, mut left) = (0, 0);
    let run = run_functions(cx.module());
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rw = cx.rewriter();
        for op in all {
            if !rw.module().is_live(op) {
                continue;
            }
            // The processes of a computation inside of another one are those of the outer one.
            let nested = run.contains(&function) || is_local(rw.module(), op);
            let done = match rw.module().op(op) {
                Op::RunParallel(_) => !nested && vectorize(&mut rw, op),
                Op::ManualComputation(_) => !nested && manual::vectorize(&mut rw, op),
                // Any other op: it runs no processes.
                _ => continue,
            };
            replaced += usize::from(done);
            left += usize::from(!done);
        }
        rw.take_changes();
    }
    cx.count("runs replaced", replaced);
    cx.count("runs kept", left);
    Ok(())
}

/// The functions that processes run.
fn run_functions(module: &Module) -> FxHashSet<OpId> {
    let mut all = FxHashSet::default();
    for op in module.walk_all() {
        if let Op::RunParallel(it) = module.op(op) {
            all.extend(it.programs.all().filter_map(|name| module.symbol(name)));
        }
    }
    all
}

/// The function that all processes run, and the grid of replicas and partitions.
fn one_function(module: &Module, op: OpId) -> Option<(Block, (u32, u32))> {
    let it = module.get::<RunParallel>(op).filter(|it| it.infeed.is_none())?;
    let mut names = it.programs.all();
    let first = names.next()?;
    if names.any(|name| name != first) {
        return None;
    }
    let (replicas, partitions) = (it.programs.0.len(), it.programs.0.first()?.0.len());
    let grid = (u32::try_from(replicas).ok()?, u32::try_from(partitions).ok()?);
    let function = module.symbol(first)?;
    if module.regions(function).len() != 1 || module.blocks(module.regions(function)[0]).len() != 1
    {
        return None;
    }
    Some((module.entry(function, 0)?, grid))
}

/// Replaces a run; returns whether it could. If not, the module is unchanged.
fn vectorize(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((body, grid)) = one_function(rw.module(), op) else { return false };
    let given = rw.module().operands(op).to_vec();
    let arguments = rw.module().args(body).len();
    attempt(rw, op, body, grid, |lanes| {
        let mut values = Vec::with_capacity(arguments);
        for at in 0..arguments {
            let all: Vec<Value> = given.iter().skip(at).step_by(arguments).copied().collect();
            values.push(lanes.stacked(&all)?);
        }
        let results = lanes.of_processes(&values)?;
        let of = |process: usize| results.iter().map(move |result| result.parts[process]);
        let all = (0..grid.0 as usize * grid.1 as usize).flat_map(of).collect();
        Some((all, results))
    })
}
