//! Collectives: compute each member's results from the contributions of a group.
//!
//! A collective begins by contributing its operands to a rendezvous or by sending them, and
//! finishes with the contributions of the others. After an `async_start`, the program continues in
//! between.

use super::groups::{group_of, partner};
use super::parts::{
    LARGE, assemble, bytes_literal, mismatch, part, reduce, reduced_type, root, size, zero, zeros,
};
use super::reducer::Reducer;
use super::streamed;
use super::wait::wait_error;
use crate::alloc::alloc_recycled;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::processes::events::CollectiveEvent;
use crate::processes::future::{Begun, Pending};
use crate::processes::grid::{Grid, Group, Message, RendezvousKey, Traffic};
use crate::processes::process::{Link, Process};
use crate::processes::streams::fused::Chunks;
use crate::run::{Frame, Run};
use crate::shape;
use hloom_ir::ops::{Groups, Op, Strategy, replica_groups};
use hloom_ir::{Literal, OpId, Type};
use std::time::{Duration, Instant};

/// Begins a collective; it is overlapped if the program continues before its end.
pub(crate) fn begin(
    run: &Run<'_, '_>,
    op: OpId,
    operands: &[&Literal],
    overlapped: bool,
) -> EvalResult<Begun> {
    let start = Instant::now();
    let process = run.process()?.clone();
    let (me, shape) = (process.me, process.shape);
    let message: Message = operands.iter().map(|&x| x.clone()).collect();
    let kind = run.module.op(op);
    let name = kind.def().name;
    let mut begun = Begun { pending: Pending::Nothing, start, sent: 0 };
    if let Op::CollectivePermute(it) = kind {
        let strategy = Strategy::moving(it.channel_handle);
        let channel = it.channel_handle.map_or(0, |c| c.handle.max(0));
        for pair in it.source_target_pairs.rows() {
            let &[from, to] = pair else {
                return Err(EvalError::invalid("a pair does not have two elements"));
            };
            let from = partner(shape, me, strategy, from)?;
            let to = partner(shape, me, strategy, to)?;
            if from == me {
                begun.sent += message.iter().map(size).sum::<u64>();
                let path = (Traffic::Permute, channel);
                streamed::send(&process, path, to, name, message.clone());
            }
            if to == me {
                begun.pending = Pending::Message(channel, from);
            }
        }
        return Ok(begun);
    }
    let Some(Groups { ids, strategy, channel }) = replica_groups(kind) else {
        return Err(EvalError::invalid(format!("`{}` has no groups", kind.name())));
    };
    let ids = ids.groups(run.module).map_err(EvalError::invalid)?;
    let group: Option<Group> = group_of(shape, me, strategy, &ids)?;
    let position = group.as_ref().and_then(|g| g.iter().position(|&p| p == me));
    match (group, position) {
        (Some(group), Some(position)) => match &process.link {
            Link::Threads(grid) => {
                let key = grid.contribute(me, channel, &group, message, name);
                begun.pending = Pending::Rendezvous(key, position);
            }
            Link::Streams(streams) => {
                let limit = run.options.max_tensor_bytes;
                let member = streamed::Member { group, position, channel };
                let (pending, sent) =
                    streamed::begin(streams, kind, member, message, overlapped, limit)?;
                (begun.pending, begun.sent) = (Pending::Streamed(pending), sent);
            }
        },
        _ if matches!(kind, Op::CollectiveBroadcast(_)) => {}
        _ => {
            return Err(EvalError::invalid(format!(
                "process {} is in none of the replica_groups",
                shape.place(me)
            )));
        }
    }
    Ok(begun)
}

/// Waits for the other processes, and computes the results of a collective.
pub(crate) fn finish(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    begun: &Begun,
    types: &[Type],
    begin: Instant,
) -> Result<Vec<Literal>, RegionError> {
    let process = run.process()?.clone();
    let before = match &process.link {
        Link::Threads(_) => None,
        Link::Streams(streams) => Some(streams.counters()),
    };
    let mut waited = Duration::ZERO;
    let results = results(run, frame, op, (&process, begun), types, &mut waited)?;
    if let Some(events) = &process.events {
        let mut event = CollectiveEvent {
            op: run.module.op(op).def().name,
            start: begun.start,
            begin,
            end: Instant::now(),
            waited,
            sent: begun.sent,
            received: 0,
        };
        match (&process.link, before) {
            (Link::Streams(streams), Some(before)) => {
                let after = streams.counters();
                event.waited = after.waited - before.waited;
                // Second rounds are sent by then; first ones were counted before.
                event.sent += after.sent - before.sent;
                event.received = after.received - before.received;
            }
            _ => event.received = results.iter().map(size).sum(),
        }
        events.add(event);
    }
    Ok(results)
}

/// Computes the results of a collective; adds the time of waiting for other threads to `waited`.
fn results(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    (process, begun): (&Process, &Begun),
    types: &[Type],
    waited: &mut Duration,
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let options = run.options;
    let interrupted = || options.interrupted();
    let name = run.module.op(op).def().name;
    let (key, position) = match &begun.pending {
        Pending::Nothing => return Ok(zeros(types, limit)?),
        Pending::Message(channel, from) => {
            let clock = Instant::now();
            let path = (Traffic::Permute, *channel);
            let got = streamed::receive(process, path, *from, name, types, &interrupted);
            *waited += clock.elapsed();
            return Ok(got.map_err(wait_error)?.to_vec());
        }
        Pending::Streamed(pending) => {
            return streamed::finish(run, frame, op, process, pending, types);
        }
        Pending::Rendezvous(key, position) => (key, *position),
    };
    let Link::Threads(grid) = &process.link else {
        return Err(EvalError::invalid("a rendezvous of threads is not one of processes").into());
    };
    let clock = Instant::now();
    let contributions = grid.wait_for_all(process.me, key, &interrupted).map_err(wait_error)?;
    *waited += clock.elapsed();
    let module = run.module;
    if let Op::AllReduce(_) = module.op(op)
        && contributions.len() > 1
        && contributions[position]
            .iter()
            .map(|x| x.count() * x.element().byte_width())
            .sum::<usize>()
            >= LARGE
    {
        let together = Chunked { grid, me: process.me, key, position, name };
        return together.run(run, frame, op, &contributions, types, waited);
    }
    // Operand `i` of each member.
    let column = |i: usize| {
        contributions
            .iter()
            .map(|m| m.get(i))
            .collect::<Option<Vec<&Literal>>>()
            .ok_or_else(mismatch)
    };
    let mut results = Vec::with_capacity(types.len());
    for (i, &ty) in types.iter().enumerate() {
        results.push(match module.op(op) {
            Op::AllGather(it) => {
                shape::concatenate(&column(i)?, it.all_gather_dim as usize, ty, limit)?
            }
            Op::AllToAll(it) => {
                let parts = column(i)?
                    .into_iter()
                    .map(|x| part(x, it.split_dimension as usize, it.split_count, position, limit))
                    .collect::<EvalResult<Vec<_>>>()?;
                let parts: Vec<&Literal> = parts.iter().collect();
                shape::concatenate(&parts, it.concat_dimension as usize, ty, limit)?
            }
            Op::CollectiveBroadcast(it) => {
                let own = &contributions[position];
                let root = root(it.has_dynamic_root.0, own, contributions.len(), i)?;
                contributions[root].get(i).cloned().ok_or_else(mismatch)?
            }
            Op::AllReduce(_) => reduce(run, frame, op, &column(i)?, ty)?,
            Op::CollectiveReduce(it) => {
                let own = &contributions[position];
                if position == root(it.has_dynamic_root.0, own, contributions.len(), i)? {
                    reduce(run, frame, op, &column(i)?, ty)?
                } else {
                    zero(ty, limit)?
                }
            }
            Op::ReduceScatter(it) => {
                let (dim, count) = (it.scatter_dimension as usize, contributions.len() as i64);
                let parts = column(i)?
                    .into_iter()
                    .map(|x| part(x, dim, count, position, limit))
                    .collect::<EvalResult<Vec<_>>>()?;
                let parts: Vec<&Literal> = parts.iter().collect();
                reduce(run, frame, op, &parts, ty)?
            }
            // Any other op: an error.
            other => {
                let message = format!("`{}` is not a collective of a group", other.name());
                return Err(EvalError::invalid(message).into());
            }
        });
    }
    Ok(results)
}

/// A large all_reduce of threads: each member reduces its chunk, in the order of the group, and all
/// gather the chunks at a second rendezvous.
struct Chunked<'c> {
    grid: &'c Grid,
    me: u32,
    key: &'c RendezvousKey,
    position: usize,
    name: &'static str,
}

impl Chunked<'_> {
    fn run(
        &self,
        run: &mut Run<'_, '_>,
        frame: &mut Frame,
        op: OpId,
        contributions: &[Message],
        types: &[Type],
        waited: &mut Duration,
    ) -> Result<Vec<Literal>, RegionError> {
        let options = run.options;
        let mut own = Vec::with_capacity(types.len());
        let mut whole = Vec::with_capacity(types.len());
        for (i, &ty) in types.iter().enumerate() {
            let column = contributions.iter().map(|m| m.get(i).map(Literal::expanded));
            let column: Vec<Literal> = column.collect::<Option<_>>().ok_or_else(mismatch)?;
            let ty = reduced_type(&column.iter().collect::<Vec<_>>(), ty)?;
            let (from, to) = (column[0].element(), ty.element().unwrap_or(column[0].element()));
            let chunks = Chunks { elements: column[0].count(), members: column.len() };
            let mut reducer = Reducer::new(run, frame, op, (from, to))?;
            let chunk = chunks.of(self.position);
            let width = from.byte_width();
            let members: Vec<&[u8]> =
                column.iter().map(|x| &x.bytes()[chunk.start * width..chunk.end * width]).collect();
            let mut out = alloc_recycled(chunk.len() * to.byte_width())?;
            reducer.combine(run, frame, &members, out.as_mut_slice())?;
            own.push(bytes_literal(out)?);
            whole.push((ty, to.byte_width(), chunks));
        }
        let key = self.grid.contribute(
            self.me,
            self.key.channel(),
            self.key.group(),
            own.into(),
            self.name,
        );
        let clock = Instant::now();
        let parts = self.grid.wait_for_all(self.me, &key, &|| options.interrupted());
        let parts = parts.map_err(wait_error)?;
        *waited += clock.elapsed();
        let results = whole.into_iter().enumerate().map(|(i, (ty, width, chunks))| {
            let parts = parts.iter().map(|part| part.get(i)).collect::<Option<Vec<_>>>();
            assemble(&parts.ok_or_else(mismatch)?, ty, width, chunks)
        });
        Ok(results.collect::<EvalResult<_>>()?)
    }
}
