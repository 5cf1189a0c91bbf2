//! Custom calls with sizes among their operands, as JAX exports programs whose dimensions are left
//! open.
//!
//! Some stand for ops of which StableHLO has no dynamic form: `stablehlo.dynamic_reduce_window`,
//! `stablehlo.dynamic_rng_bit_generator`, `stablehlo.dynamic_top_k` and
//! `stablehlo.dynamic_approx_top_k`. Calls of any target may also take the extents of their results
//! as operands, which `indices_of_shape_operands` names ([`sized`]).
//!
//! Once all extents are known, the pass `canonicalize-dynamism` turns them into static forms that
//! give the same results. The conventions: StableHLO's `stablehlo-refine-shapes` and
//! `jax/_src/interpreters/mlir.py`.

use super::others::approx_top_k_of;
use crate::alloc::result_type;
use crate::call;
use crate::chlo::top_k::top_k;
use crate::custom_call::Call;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::operands::{integers, number};
use crate::random;
use crate::reduce;
use crate::run::Run;
use crate::targets::builtin::Builtin;
use crate::value::Value;
use hloom_ir::field::{Dims, Field, Padding};
use hloom_ir::ops::{ReduceWindow, RngAlgorithm};
use hloom_ir::{Attr, Literal, Type};

/// The targets.
pub(super) const TABLE: &[(&str, Builtin)] = &[
    ("stablehlo.dynamic_approx_top_k", dynamic_approx_top_k),
    ("stablehlo.dynamic_reduce_window", dynamic_reduce_window),
    ("stablehlo.dynamic_rng_bit_generator", dynamic_rng_bit_generator),
    ("stablehlo.dynamic_top_k", dynamic_top_k),
];

/// A call without the operands that hold extents.
pub(super) struct Sized {
    /// The other operands.
    pub(super) operands: Vec<Value>,
    /// The types of the results, with these extents.
    pub(super) results: Vec<Type>,
}

/// Parts the operands that `indices_of_shape_operands` names, one for each result, from the others;
/// `None` if the call has no such attribute.
///
/// # Errors
/// If the attribute doesn't name an operand for each result, or an operand's extents do not match
/// the declared type.
pub(super) fn sized(call: &Call<'_>) -> EvalResult<Option<Sized>> {
    let Some(indices) = call.attrs.and_then(|attrs| attrs.get("indices_of_shape_operands")) else {
        return Ok(None);
    };
    let wrong = || {
        EvalError::invalid(format!(
            "indices_of_shape_operands of @{} must be the numbers of {} of its {} operands, not \
             `{indices}`",
            call.name,
            call.results.len(),
            call.operands.len()
        ))
    };
    let Attr::Dense(list) = indices else { return Err(wrong()) };
    let list = integers(list).map_err(|_| wrong())?;
    let at = |&i: &i64| usize::try_from(i).ok().filter(|&i| i < call.operands.len());
    let at: Vec<usize> = list.iter().map(at).collect::<Option<_>>().ok_or_else(wrong)?;
    if at.len() != call.results.len() {
        return Err(wrong());
    }
    let refined = |(&ty, &i): (&Type, &usize)| {
        let extents = integers(call.tensor(i)?)?;
        if let Some(n) = extents.iter().find(|&&n| n < 0) {
            let message = format!("operand {i} of @{} holds the extent {n}", call.name);
            return Err(EvalError::invalid(message));
        }
        result_type(ty, &extents)
    };
    let results = call.results.iter().zip(&at).map(refined).collect::<EvalResult<_>>()?;
    let remaining = (0..call.operands.len()).filter(|i| !at.contains(i));
    let operands = remaining.map(|i| call.operands[i].clone()).collect();
    Ok(Some(Sized { operands, results }))
}

/// `dynamic_reduce_window(inputs…, initial values…, window dimensions, strides, base dilations,
/// window dilations, padding)`: `stablehlo.reduce_window` whose body is a function.
fn dynamic_reduce_window(
    run: &mut Run<'_, '_>,
    call: &Call<'_>,
) -> Result<Vec<Value>, RegionError> {
    let number = call.operands.len().saturating_sub(5) / 2;
    call.takes(2 * number.max(1) + 5, number.max(1))?;
    let [reducer] = call.computations else {
        let message = format!("@{} needs one function that reduces", call.name);
        return Err(EvalError::invalid(message).into());
    };
    let (ty, block) = call::body(run.module, reducer)?;
    let tensors = (0..2 * number).map(|i| call.tensor(i)).collect::<EvalResult<Vec<&Literal>>>()?;
    let scalars: Vec<Type> =
        tensors[..number].iter().map(|x| Type::scalar_tensor(x.element())).collect();
    if ty.inputs() != [&scalars[..], &scalars].concat() || ty.results() != scalars {
        let message = format!("@{reducer} doesn't reduce scalars of the operands' types");
        return Err(EvalError::invalid(message).into());
    }
    let rank = tensors[0].dims().len();
    if tensors[number..].iter().any(|x| !x.dims().is_empty()) {
        return Err(EvalError::invalid("the initial values must be scalars").into());
    }
    let list = |i: usize, length: usize, least: i64| -> EvalResult<Vec<i64>> {
        let list = integers(call.tensor(2 * number + i)?)?;
        if list.len() == length && list.iter().all(|&n| n >= least) {
            return Ok(list);
        }
        let message = format!("operand {} of @{} can't be {list:?}", 2 * number + i, call.name);
        Err(EvalError::invalid(message))
    };
    let padding = list(4, 2 * rank, i64::MIN)?;
    let op = ReduceWindow {
        window_dimensions: list(0, rank, 1)?.into(),
        window_strides: Some(Dims::from(list(1, rank, 1)?)),
        base_dilations: Some(Dims::from(list(2, rank, 1)?)),
        window_dilations: Some(Dims::from(list(3, rank, 1)?)),
        padding: Some(Padding(padding.chunks_exact(2).map(|p| (p[0], p[1])).collect())),
    };
    let mut frame = crate::run::Frame::default();
    let outs = reduce::reduce_window(run, &mut frame, block, &tensors, &op, call.results)?;
    Ok(outs.into_iter().map(Value::Tensor).collect())
}

/// `dynamic_rng_bit_generator(state, extents)`: `stablehlo.rng_bit_generator`.
fn dynamic_rng_bit_generator(
    _: &mut Run<'_, '_>,
    call: &Call<'_>,
) -> Result<Vec<Value>, RegionError> {
    call.takes(2, 2)?;
    let algorithm = call.attrs.and_then(|attrs| attrs.get("rng_algorithm")).cloned();
    let algorithm = RngAlgorithm::from_attr(algorithm, &[])
        .map_err(|expected| EvalError::invalid(format!("rng_algorithm must be {expected}")))?;
    let bits = result_type(call.result(1)?, &integers(call.tensor(1)?)?)?;
    let (state, bits) = random::bits(algorithm, call.tensor(0)?, bits, call.max_tensor_bytes)?;
    Ok(vec![state.into(), bits.into()])
}

/// `dynamic_top_k(operand, k)`: `chlo.top_k`.
fn dynamic_top_k(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    call.takes(2, 2)?;
    let k = number(call.tensor(1)?)?;
    let k = usize::try_from(k)
        .map_err(|_| EvalError::invalid(format!("there are no {k} largest elements")))?;
    let outs = top_k(call.tensor(0)?, k, call.max_tensor_bytes)?;
    Ok(outs.into_iter().map(Value::Tensor).collect())
}

/// `dynamic_approx_top_k(tensors…, values that come last…, k)`: `@ApproxTopK` with `k` as an
/// operand.
fn dynamic_approx_top_k(run: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    let Some((k, operands)) = call.operands.split_last() else {
        return Err(EvalError::invalid(format!("@{} needs operands", call.name)).into());
    };
    let k = k.tensor().ok_or_else(|| EvalError::invalid("k must be a number"))?;
    let k = number(k)?;
    approx_top_k_of(run, &Call { operands, ..*call }, Some(k))
}
