//! Evaluating one op on constants.

use crate::error::{EvalError, RunError};
use crate::eval::{eval as evaluate, has_tensors};
use crate::interpreter::{new_run, run_op};
use crate::options::Options;
use crate::run::Frame;
use crate::value::Value;
use hloom_ir::op::is_pure;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, Module, OpId, Type};

/// Evaluates an op from tensors to one tensor, without regions and effects: constants, elementwise
/// ops, data movement, products and convolutions. The op need not belong to a module.
///
/// `result` is the type of the op's result; unknown extents follow from the operands. A result of
/// more than `max_bytes` bytes is not computed; for a splat, the expanded size counts.
///
/// # Errors
/// If the op is not of this kind, its result is too large, or the specification does not define a
/// result for these operands.
pub fn eval(
    op: &Op,
    operands: &[&Literal],
    result: Type,
    max_bytes: u64,
) -> Result<Literal, Box<EvalError>> {
    if !has_tensors(op) {
        let message = format!("`{}` is not a pure op from tensors to one tensor", op.name());
        return Err(EvalError::unsupported(message));
    }
    evaluate(op, operands, result, max_bytes)
}

/// Evaluates a pure op of a module on these operands. Its regions may capture constants; other
/// captured values are an error.
///
/// # Errors
/// If the op is not pure, a limit is reached, or the op can't be run; see [`run`](crate::run()).
pub fn eval_op(
    module: &Module,
    op: OpId,
    operands: &[Literal],
    options: &Options<'_>,
) -> Result<Vec<Literal>, Box<RunError>> {
    let values: smallvec::SmallVec<[Value; 3]> =
        operands.iter().cloned().map(Value::Tensor).collect();
    let refuse =
        |message: &str| Err(RunError::at(module, op, &values, *EvalError::unsupported(message)));
    if !is_pure(module, op) {
        return refuse("it is not pure, so it can't be folded");
    }
    let outs = run_op(&mut new_run(module, options), &mut Frame::default(), op, &values)?;
    let literals: Option<Vec<Literal>> = outs.into_iter().map(Value::into_tensor).collect();
    match literals {
        Some(literals) => Ok(literals),
        None => refuse("one of its results is not a tensor"),
    }
}

/// Runs a check op or custom call of a module on operands that a backend computed, so that a check
/// means the same everywhere.
///
/// # Errors
/// If the check fails, the op is not a check, or it lacks something that it needs.
pub fn check_op(
    module: &Module,
    op: OpId,
    operands: &[Literal],
    options: &Options<'_>,
) -> Result<(), Box<RunError>> {
    let values: Vec<Value> = operands.iter().cloned().map(Value::Tensor).collect();
    run_op(&mut new_run(module, options), &mut Frame::default(), op, &values).map(|_| ())
}
