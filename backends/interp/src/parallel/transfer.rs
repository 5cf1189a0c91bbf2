//! Infeed, outfeed, send and receive.

use super::wait::wait_error;
use super::{groups, parts, streamed};
use crate::call;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::host::Effect;
use crate::operands::tensors;
use crate::processes::grid::{Message, Traffic};
use crate::processes::process::Link;
use crate::run::{OpResults, Run};
use crate::value::Value;
use hloom_ir::ops::{Infeed, Recv, Send, Strategy};
use hloom_ir::{Element, Literal, Type};
use std::sync::PoisonError;

/// A scalar of `ui32`.
pub(super) fn number(n: u32) -> EvalResult<OpResults> {
    let ty = Type::scalar_tensor(Element::U32);
    let one =
        Literal::splat(ty, &n.to_le_bytes()).map_err(|e| EvalError::invalid(e.to_string()))?;
    Ok(OpResults::from_elem(Value::Tensor(one), 1))
}

/// The operands before the token.
pub(super) fn payload(operands: &[Value]) -> EvalResult<Vec<Literal>> {
    let front = operands.split_last().map_or(&[][..], |(_, front)| front);
    Ok(tensors(front)?.into_iter().cloned().collect())
}

/// Received tensors and a token; fails unless they have the declared types.
fn arrived(values: &[Literal], types: &[Type]) -> EvalResult<OpResults> {
    let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
    let fits = values.len() == expected.len()
        && values.iter().zip(expected).all(|(v, ty)| v.ty().compatible(*ty));
    if !fits {
        let found: Vec<Type> = values.iter().map(Literal::ty).collect();
        return Err(EvalError::invalid(format!(
            "it reads {}, but received {}",
            hloom_ir::types::describe(expected),
            hloom_ir::types::describe(&found)
        )));
    }
    Ok(values.iter().cloned().map(Value::Tensor).chain([Value::Token]).collect())
}

/// Reads the infeed.
pub(super) fn infeed(
    run: &mut Run<'_, '_>,
    _: &Infeed,
    types: &[Type],
) -> Result<OpResults, RegionError> {
    let process = run.process()?.clone();
    let options = run.options;
    let empty = || EvalError::invalid("the infeed holds nothing more");
    let mut functions = None;
    // Ranks that are operating system processes read an infeed each.
    if let Link::Threads(grid) = &process.link {
        let turn = grid.infeed_turn(process.me, &|| options.interrupted());
        turn.map_err(wait_error)?;
        functions = grid.infeed.as_ref();
    }
    if let Some(queue) = functions {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let values = call::call(run, &next.ok_or_else(empty)?, Vec::new())?;
        let values: Vec<Literal> = values.into_iter().filter_map(Value::into_tensor).collect();
        return Ok(arrived(&values, types)?);
    }
    let Some(host) = options.host else {
        return Err(EvalError::invalid("there is no infeed").into());
    };
    let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
    let values = host.infeed(expected).map_err(EvalError::invalid)?.ok_or_else(empty)?;
    Ok(arrived(&values, types)?)
}

/// Sends tensors to the host or to other processes.
pub(super) fn send(
    run: &mut Run<'_, '_>,
    it: &Send,
    operands: &[Value],
) -> Result<OpResults, RegionError> {
    let (values, channel) = (payload(operands)?, it.channel_handle.handle);
    if it.is_host_transfer == Some(true) {
        run.emit(Effect::Send(channel, values))?;
        return Ok(OpResults::from_elem(Value::Token, 1));
    }
    let process = run.process()?.clone();
    let (me, shape) = (process.me, process.shape);
    let values: Message = values.into();
    match &it.source_target_pairs {
        None => match &process.link {
            Link::Threads(grid) => grid.send(me, Traffic::PointToPoint, channel, None, values),
            Link::Streams(_) => return Err(no_partner().into()),
        },
        Some(pairs) => {
            let strategy = Strategy::moving(Some(it.channel_handle));
            for pair in pairs.rows() {
                let &[from, to] = pair else { continue };
                if groups::partner(shape, me, strategy, from)? == me {
                    let to = groups::partner(shape, me, strategy, to)?;
                    let path = (Traffic::PointToPoint, channel);
                    streamed::send(&process, path, to, "stablehlo.send", values.clone());
                }
            }
        }
    }
    Ok(OpResults::from_elem(Value::Token, 1))
}

/// Receives tensors from the host or from another process.
pub(super) fn recv(
    run: &mut Run<'_, '_>,
    it: &Recv,
    types: &[Type],
) -> Result<OpResults, RegionError> {
    let channel = it.channel_handle.handle;
    if it.is_host_transfer == Some(true) {
        let Some(host) = run.options.host else {
            return Err(EvalError::invalid("there is no host to receive from").into());
        };
        let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
        let values = host.receive(channel, expected).map_err(EvalError::invalid)?;
        let values = values.ok_or_else(|| {
            EvalError::invalid(format!("the host has sent nothing more on channel {channel}"))
        })?;
        return Ok(arrived(&values, types)?);
    }
    let process = run.process()?.clone();
    let (me, shape) = (process.me, process.shape);
    let mut source = None;
    if let Some(pairs) = &it.source_target_pairs {
        let strategy = Strategy::moving(Some(it.channel_handle));
        for pair in pairs.rows() {
            let &[from, to] = pair else { continue };
            if groups::partner(shape, me, strategy, to)? == me {
                source = Some(groups::partner(shape, me, strategy, from)?);
            }
        }
        // A process that is not a target gets zeros, as from `collective_permute`.
        if source.is_none() {
            let tensors = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
            let zeros = parts::zeros(tensors, run.options.max_tensor_bytes)?;
            return Ok(arrived(&zeros, types)?);
        }
    }
    let options = run.options;
    let interrupted = || options.interrupted();
    let path = (Traffic::PointToPoint, channel);
    let got = match (source, &process.link) {
        (Some(from), _) => {
            let tensors = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
            streamed::receive(&process, path, from, "stablehlo.send", tensors, &interrupted)
        }
        (None, Link::Threads(grid)) => {
            grid.receive(me, Traffic::PointToPoint, channel, None, &interrupted)
        }
        (None, Link::Streams(_)) => return Err(no_partner().into()),
    };
    Ok(arrived(&got.map_err(wait_error)?, types)?)
}

/// The error for a message between operating system processes that names no ranks.
fn no_partner() -> Box<EvalError> {
    EvalError::unsupported(
        "ranks that are processes send to a given rank: source_target_pairs must name it",
    )
}
