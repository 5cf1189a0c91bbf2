//! The dispatcher of ops with regions, with effects, or on values that are not
//! tensors.

use crate::error::{EvalError, RegionError};
use crate::families::{
    arith_op, check_op, data_op, extents_op, identity_op, pointwise_op, process_op, sized_op,
};
use crate::operands::tensors;
use crate::run::{Frame, OpResults, Run};
use crate::value::Value;
use crate::{
    aggregate, branch, call, check, chlo, control, extents, norm, parallel, random, reduce, scalar,
    scatter, sort, storage_plan, targets,
};
use hloom_ir::OpId;
use hloom_ir::ops::Op;

/// Runs an op with regions, with effects, or on values that are not tensors.
pub(crate) fn run(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let region = |i: usize| {
        module.entry(op, i).ok_or_else(|| EvalError::invalid(format!("region {i} is empty")))
    };
    let kind = module.op(op);
    if matches!(kind, Op::Fusion(it) if it.plan.is_some())
        && let Some(results) = storage_plan::run(module, op, operands)?
    {
        let results: Vec<Value> = results.into_iter().map(Value::Tensor).collect();
        return Ok(results.into());
    }
    if matches!(kind, Op::Fusion(_) | Op::Layer(_) | Op::NamedComputation(_)) {
        return Ok(run.block(frame, region(0)?, operands.to_vec())?.into());
    }
    let callee = match kind {
        Op::Call(it) => Some(&it.callee.0),
        Op::Composite(it) => Some(&it.decomposition.0),
        // Any other op: calls nothing here.
        _ => None,
    };
    if let Some(callee) = callee {
        return Ok(call::call(run, callee, operands.to_vec())?.into());
    }
    match kind {
        Op::If(_) => control::if_(run, frame, op, operands),
        Op::Case(_) => control::case(run, frame, op, operands),
        Op::While(_) => control::while_(run, frame, [region(0)?, region(1)?], operands),
        Op::Assuming(_) => match operands.first().and_then(Value::tensor) {
            Some(witness) if witness.get_int(0) == Some(1) => {
                Ok(run.block(frame, region(0)?, Vec::new())?.into())
            }
            _ => Err(EvalError::invalid("its witness does not hold").into()),
        },
        // Any other op: is matched by name there.
        _ => other(run, frame, op, operands),
    }
}

/// [`run`] of ops that do not nest without end. Its stack frame is large, and `run` stands on
/// the stack once per level of calls and regions: hence it is never inlined.
#[inline(never)]
fn other(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let module = run.module;
    let types = module.result_types(op);
    let region = |i: usize| {
        module.entry(op, i).ok_or_else(|| EvalError::invalid(format!("region {i} is empty")))
    };
    match module.op(op) {
        Op::Reduce(it) => {
            let x = tensors(operands)?;
            let outs = reduce::reduce(run, frame, region(0)?, &x, &it.dimensions, &types)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::ReduceWindow(it) => {
            let x = tensors(operands)?;
            let outs = reduce::reduce_window(run, frame, region(0)?, &x, it, &types)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::Scan(it) => chlo::scan::scan(run, frame, region(0)?, it, operands, &types),
        Op::TopK(it) => {
            let &[x] = &tensors(operands)?[..] else {
                return Err(EvalError::invalid("it takes one operand").into());
            };
            let k = usize::try_from(it.k).unwrap_or(0);
            let outs = chlo::top_k::top_k(x, k, run.options.max_tensor_bytes)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::MinimumBroadcastShapes(_) => {
            let outs = chlo::broadcast::minimum_broadcast_shapes(&tensors(operands)?)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::ShapeSplitAt(_) => {
            let parts = extents::split_at(&tensors(operands)?)?;
            Ok(parts.into_iter().map(Value::Tensor).collect())
        }
        Op::Map(_) => {
            let x = tensors(operands)?;
            let (Some(&ty), false) = (types.first(), x.is_empty()) else {
                return Err(EvalError::invalid("it has no operands or no result").into());
            };
            let out = reduce::map(run, frame, region(0)?, &x, &[ty])?;
            Ok(out.into_iter().map(Value::Tensor).collect())
        }
        Op::VariadicMap(_) => {
            let x = tensors(operands)?;
            if x.is_empty() {
                return Err(EvalError::invalid("it has no operands").into());
            }
            let out = reduce::map(run, frame, region(0)?, &x, &types)?;
            Ok(out.into_iter().map(Value::Tensor).collect())
        }
        Op::Scatter(it) => {
            let x = tensors(operands)?;
            let outs = scatter::scatter(run, frame, region(0)?, &x, it, &types)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::SelectAndScatter(it) => {
            let x = tensors(operands)?;
            let (&[x, source, init], Some(&ty)) = (&x[..], types.first()) else {
                return Err(EvalError::invalid("it must have three operands and a result").into());
            };
            let (blocks, x) = ([region(0)?, region(1)?], [x, source, init]);
            let out = scatter::select_and_scatter(run, frame, blocks, x, it, ty)?;
            Ok(smallvec::smallvec![Value::Tensor(out)])
        }
        Op::Sort(it) => {
            let x = tensors(operands)?;
            let axis = it.axis(x.first().map_or(0, |x| x.dims().len()));
            let outs = sort::sort(run, frame, region(0)?, &x, axis, &types)?;
            Ok(outs.into_iter().map(Value::Tensor).collect())
        }
        Op::CustomCall(it) => targets::custom_call(run, op, it, operands),
        Op::BatchNormTraining(it) => {
            let (x, limit) = (tensors(operands)?, run.options.max_tensor_bytes);
            let attrs = (it.epsilon, it.feature_index);
            Ok(norm::on_floats(&x, &types, limit, |x| norm::training(x, attrs, limit))?)
        }
        Op::BatchNormGrad(it) => {
            let (x, limit) = (tensors(operands)?, run.options.max_tensor_bytes);
            let attrs = (it.epsilon, it.feature_index);
            Ok(norm::on_floats(&x, &types, limit, |x| norm::grad(x, attrs, limit))?)
        }
        Op::Rng(it) => {
            let (x, limit) = (tensors(operands)?, run.options.max_tensor_bytes);
            let (&[a, b, shape], Some(&ty)) = (&x[..], types.first()) else {
                return Err(EvalError::invalid("it takes three operands").into());
            };
            let out = random::rng(it, &mut run.numbers, (a, b, shape), ty, limit)?;
            Ok(smallvec::smallvec![Value::Tensor(out)])
        }
        Op::RngBitGenerator(it) => {
            let (x, limit) = (tensors(operands)?, run.options.max_tensor_bytes);
            let (&[state], &[_, ty]) = (&x[..], &types[..]) else {
                return Err(EvalError::invalid("it takes a state, and gives two results").into());
            };
            let (next, bits) = random::bits(it.rng_algorithm, state, ty, limit)?;
            Ok([next, bits].into_iter().map(Value::Tensor).collect())
        }
        identity_op!() => Ok(operands.iter().cloned().collect()),
        Op::ShardingGroup(_) => Ok(OpResults::new()),
        Op::Tuple(_) | Op::MakeStruct(_) | Op::MakeArray(_) => {
            Ok(smallvec::smallvec![Value::Tuple(operands.to_vec())])
        }
        Op::GetField(_) | Op::GetElement(_) | Op::WithField(_) | Op::WithElement(_) => {
            aggregate::member(module, op, operands)
        }
        Op::GetTupleElement(it) => match operands {
            [Value::Tuple(members)] => usize::try_from(it.index.0)
                .ok()
                .and_then(|i| members.get(i))
                .map(|member| smallvec::smallvec![member.clone()])
                .ok_or_else(|| {
                    EvalError::invalid(format!("the tuple has no member {}", it.index.0)).into()
                }),
            _ => Err(EvalError::invalid("the operand is not a tuple").into()),
        },
        check_op!() => {
            check::check(module.op(op), &tensors(operands)?, run.options)
                .map_err(|error| check::explained(error, module.discardable_attrs(op)))?;
            Ok(OpResults::new())
        }
        process_op!() => parallel::op(run, frame, op, operands),
        Op::DeviceMesh(_) | Op::ModuleOp(_) | Op::Func(_) => {
            Err(EvalError::invalid("a definition can't be run where it stands").into())
        }
        Op::Assert(it) => branch::assert(it, operands),
        Op::ScalarConstant(it) => scalar::constant(it),
        Op::TensorExtract(_) => scalar::extract(operands),
        Op::TensorFromElements(_) => {
            scalar::from_elements(operands, types.first().copied(), run.options)
        }
        Op::AssumingYield(_)
        | Op::Br(_)
        | Op::CondBr(_)
        | Op::FuncReturn(_)
        | Op::Return(_)
        | Op::SdyReturn(_)
        | Op::Switch(_) => Err(EvalError::invalid("it must end a block").into()),
        Op::Foreign(it) => Err(EvalError::unsupported(format!(
            "`{}` is an op of a dialect that hloom does not know",
            it.name
        ))
        .into()),
        arith_op!() | data_op!() | extents_op!() | pointwise_op!() | sized_op!() => {
            Err(EvalError::invalid("it must have no regions").into())
        }
        Op::Assuming(_)
        | Op::Call(_)
        | Op::Case(_)
        | Op::Composite(_)
        | Op::Fusion(_)
        | Op::If(_)
        | Op::Layer(_)
        | Op::While(_) => Err(EvalError::invalid("it is run before all others").into()),
    }
}
