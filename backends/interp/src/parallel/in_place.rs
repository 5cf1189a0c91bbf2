//! `all_reduce` between the buffers of a compiled program, without tensors of the interpreter's own.

use super::groups::group_of;
use super::parts::LARGE;
use super::streamed::{Between, fuse};
use crate::error::{EvalError, RegionError};
use crate::processes::events::CollectiveEvent;
use crate::processes::process::Link;
use crate::run::{Frame, Run};
use hloom_ir::ops::{Op, replica_groups};
use hloom_ir::{OpId, Value};
use std::time::Instant;

/// Runs a large `all_reduce` of ranks that are processes, from these bytes into these; returns
/// whether the op is one. Otherwise nothing has happened.
pub(crate) fn all_reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[&[u8]],
    results: &mut [&mut [u8]],
) -> Result<bool, RegionError> {
    let start = Instant::now();
    let module = run.module;
    let kind = module.op(op);
    let (Op::AllReduce(_), Some(groups)) = (kind, replica_groups(kind)) else {
        return Ok(false);
    };
    let process = run.process()?.clone();
    let Link::Streams(streams) = &process.link else { return Ok(false) };
    let ids = groups.ids.groups(module).map_err(EvalError::invalid)?;
    let group = group_of(process.shape, process.me, groups.strategy, &ids)?;
    let at = group.as_ref().and_then(|group| group.iter().position(|&p| p == process.me));
    let (Some(group), Some(position)) = (group, at) else { return Ok(false) };
    let bytes: usize = operands.iter().map(|x| x.len()).sum();
    if group.len() < 2 || bytes < LARGE || operands.len() != results.len() {
        return Ok(false);
    }
    let tensor = |value: Value| module.ty(value).as_tensor().cloned();
    let from = module.operands(op).iter().map(|&value| tensor(value)).collect::<Option<Vec<_>>>();
    let to = module.results(op).iter().map(tensor).collect::<Option<Vec<_>>>();
    let (Some(from), Some(to)) = (from, to) else { return Ok(false) };
    let sizes = operands.iter().zip(&from).map(|(x, ty)| (x.len(), ty.byte_size()));
    let sizes = sizes.chain(results.iter().zip(&to).map(|(y, ty)| (y.len(), ty.byte_size())));
    let mut all = from.iter().zip(&to);
    if from.len() != operands.len()
        || to.len() != results.len()
        || sizes.into_iter().any(|(has, expected)| expected != Some(has))
        || all.any(|(from, to)| from.dims != to.dims)
    {
        return Ok(false);
    }
    let before = streams.counters();
    // As for tensors: all rendezvous are numbered before the first begins.
    let keys = operands.iter().map(|_| streams.rendezvous(groups.channel, &group));
    let keys: Vec<_> = keys.collect();
    for (i, key) in keys.into_iter().enumerate() {
        let between =
            Between { key, group: &group, position, elements: (from[i].element, to[i].element) };
        fuse(run, frame, op, streams, &between, (operands[i], &mut *results[i]))?;
    }
    if let Some(events) = &process.events {
        let after = streams.counters();
        events.add(CollectiveEvent {
            op: kind.def().name,
            start,
            begin: start,
            end: Instant::now(),
            waited: after.waited - before.waited,
            sent: after.sent - before.sent,
            received: after.received - before.received,
        });
    }
    Ok(true)
}
