//! Collectives and slices that run asynchronously between `async_start` and `async_done`.

use super::collective;
use crate::error::{EvalError, RegionError};
use crate::operands::tensors;
use crate::processes::future::{Begun, Future, Pending, Work};
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Type};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// `async_start`: a future for each result.
pub(super) fn start(
    run: &mut Run<'_, '_>,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let inner = module.entry(op, 0).and_then(|block| module.ops(block).next());
    let inner = inner.ok_or_else(|| EvalError::invalid("its body is empty"))?;
    let types = module.result_types(inner).to_vec();
    let tensors = tensors(operands)?;
    let (begun, results) = match module.op(inner) {
        slice @ Op::Slice(_) => {
            let ty = types.first().copied().unwrap_or(Type::token());
            let out = run.eval(slice, &tensors, ty)?;
            let begun = Begun { pending: Pending::Nothing, start: Instant::now(), sent: 0 };
            (begun, Some(vec![out]))
        }
        _ => (collective::begin(run, inner, &tensors, true)?, None),
    };
    let count = types.len();
    let work = Arc::new(Work { op: inner, begun, types, results: Mutex::new(results) });
    Ok((0..count).map(|index| Value::Future(Future { work: work.clone(), index })).collect())
}

/// `async_done`: the values of futures.
pub(super) fn done(run: &mut Run<'_, '_>, operands: &[Value]) -> Result<OpResults, RegionError> {
    let mut outs = OpResults::new();
    for operand in operands {
        let Value::Future(Future { work, index }) = operand else {
            return Err(EvalError::invalid("an operand is not a future").into());
        };
        let mut results = work.results.lock().unwrap_or_else(PoisonError::into_inner);
        if results.is_none() {
            // The body captures no values.
            let frame = &mut Frame::default();
            *results = Some(collective::finish(
                run,
                frame,
                work.op,
                &work.begun,
                &work.types,
                Instant::now(),
            )?);
        }
        let result = results.as_ref().and_then(|all| all.get(*index)).cloned();
        let result =
            result.ok_or_else(|| EvalError::invalid("the collective had fewer results"))?;
        outs.push(Value::Tensor(result));
    }
    Ok(outs)
}
