//! The interpreter's main loop: regions, blocks, and single ops with limits, errors and observers.

use crate::error::{ErrorKind, EvalError, RegionError, RunError};
use crate::eval::{eval, has_tensors};
use crate::operands::tensors;
use crate::options::Options;
use crate::run::{Evaluators, Frame, OpResults, Run};
use crate::value::Value;
use crate::{branch, dispatch, dynamic, parallel, watch};
use hloom_ir::ops::Op;
use hloom_ir::{Block, Module, OpId};
use smallvec::SmallVec;

static EVALUATORS: Evaluators = Evaluators { block: run_region, eval };

/// A run that has not started.
pub(crate) fn new_run<'m, 'o>(module: &'m Module, options: &'o Options<'o>) -> Run<'m, 'o> {
    Run::new(module, options, &EVALUATORS)
}

/// The end of a block.
enum End {
    /// The region yields these values.
    Return(Vec<Value>),
    /// The target block and its arguments.
    Branch(Block, Vec<Value>),
}

/// Runs a region from block `entry` on, and returns the values that it yields.
fn run_region(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    entry: Block,
    args: Vec<Value>,
) -> Result<Vec<Value>, Box<RunError>> {
    let (mut block, mut args) = (entry, args);
    loop {
        match run_block(run, frame, block, args)? {
            End::Return(values) => return Ok(values),
            End::Branch(next, values) => (block, args) = (next, values),
        }
    }
}

fn run_block(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    args: Vec<Value>,
) -> Result<End, Box<RunError>> {
    let module = run.module;
    let params = module.args(block);
    if params.len() != args.len() {
        let message = format!("a block takes {} values but is given {}", params.len(), args.len());
        return Err(RunError::new(ErrorKind::Invalid, message));
    }
    // Unused arguments are not kept.
    frame.extend(params.iter().copied().zip(args).filter(|(id, _)| module.is_used(*id)));
    let last_uses = run.last_uses(block);
    for op in module.ops(block) {
        let mut operands: SmallVec<[Value; 3]> = SmallVec::new();
        for &id in module.operands(op) {
            match run.lookup(frame, id) {
                Some(value) => operands.push(value),
                None => {
                    let message = format!("operand {} was never computed", operands.len());
                    let error = *EvalError::invalid(message);
                    return Err(RunError::at(module, op, &operands, error));
                }
            }
        }
        let dead = last_uses.get(&op).map_or(&[][..], |dead| dead);
        if let Some(end) = block_end(run, op, &operands)? {
            dead.iter().for_each(|id| drop(frame.remove(id)));
            return Ok(end);
        }
        let outs = run_op(run, frame, op, &operands)?;
        let results = module.results(op);
        if outs.len() != results.len() {
            let message = format!("it has {} results, not {}", results.len(), outs.len());
            return Err(RunError::at(module, op, &operands, *EvalError::invalid(message)));
        }
        frame.extend(results.iter().zip(outs));
        dead.iter().for_each(|id| drop(frame.remove(id)));
    }
    Err(RunError::new(ErrorKind::Invalid, "a block that was run does not end in a return"))
}

/// The end of a block if the op is a terminator, else `None`.
fn block_end(
    run: &mut Run<'_, '_>,
    op: OpId,
    operands: &[Value],
) -> Result<Option<End>, Box<RunError>> {
    let module = run.module;
    let kind = module.op(op);
    if matches!(kind, Op::Return(_) | Op::FuncReturn(_) | Op::SdyReturn(_) | Op::AssumingYield(_)) {
        return Ok(Some(End::Return(operands.to_vec())));
    }
    if !matches!(kind, Op::Br(_) | Op::CondBr(_) | Op::Switch(_)) {
        return Ok(None);
    }
    // A loop may consist of branches alone, so each costs fuel.
    run.consume_fuel(1)
        .and_then(|()| branch::target(module, op, operands))
        .map(|(block, args)| Some(End::Branch(block, args)))
        .map_err(|error| RunError::at(module, op, operands, *error))
}

/// Runs one op within the limits of the run; an error names the op.
pub(crate) fn run_op(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, Box<RunError>> {
    let module = run.module;
    let outs = limited(run, frame, op, operands);
    outs.map_err(|error| match error {
        RegionError::Op(error) => RunError::at(module, op, operands, *error),
        RegionError::Nested(error) => error,
    })
}

/// [`run_op`] with errors that do not name the op yet.
fn limited(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    run.enter()?;
    let outs = observed(run, frame, op, operands);
    run.leave();
    let outs = outs?;
    watch::check_extents(run, op, &outs)?;
    watch::check_results(run, op, operands, &outs)?;
    Ok(outs)
}

fn observed(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    run.consume_fuel(1)?;
    if let Some(observer) = run.options.observer {
        observer.begins(op);
    }
    watch::check_memory(run, op)?;
    let module = run.module;
    let kind = module.op(op);
    let types = module.result_types(op);
    // Constraints on unknown extents are checked here.
    let open = |ty: hloom_ir::Type| ty.as_tensor().is_some_and(|t| !t.is_static());
    if module.regions(op).is_empty()
        && kind.name().starts_with("stablehlo.")
        && (types.first().is_some_and(|ty| open(*ty))
            || module.operands(op).iter().any(|&v| open(module.ty(v))))
        && let Ok(tensors) = tensors(operands)
    {
        dynamic::check(kind, &tensors)?;
    }
    if !module.regions(op).is_empty() || !has_tensors(kind) {
        return dispatch::run(run, frame, op, operands);
    }
    let tensors = tensors(operands)?;
    let Some(&ty) = types.first() else {
        return Err(EvalError::invalid("it has no result").into());
    };
    let out = eval(kind, &tensors, ty, run.options.max_tensor_bytes)?;
    Ok(smallvec::smallvec![Value::Tensor(out)])
}

/// [`run_op`] of an `all_reduce` between the buffers of a compiled program; returns whether it can be
/// run so.
pub(crate) fn run_all_reduce(
    run: &mut Run<'_, '_>,
    op: OpId,
    operands: &[&[u8]],
    results: &mut [&mut [u8]],
) -> Result<bool, Box<RunError>> {
    if run.options.trap_nan || run.options.probes.is_some() {
        return Ok(false);
    }
    let module = run.module;
    if let Some(observer) = run.options.observer {
        observer.begins(op);
    }
    let outcome = parallel::in_place::all_reduce(run, &mut Frame::default(), op, operands, results);
    outcome.map_err(|error| match error {
        RegionError::Op(error) => RunError::at(module, op, &[], *error),
        RegionError::Nested(error) => error,
    })
}
