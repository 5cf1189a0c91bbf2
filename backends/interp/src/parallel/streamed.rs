//! Messages and collectives of processes that share no memory ([`Link::Streams`]).
//!
//! | op | messages | bytes that each member of n receives |
//! |---|---|---|
//! | all_gather | whole tensors, to all | (n - 1) · tensor |
//! | all_to_all, reduce_scatter | parts, each to its member | (n - 1) / n · tensor |
//! | collective_broadcast | from the root | tensor |
//! | collective_reduce | to the root | at the root, (n - 1) · tensor |
//! | all_reduce, small | whole tensors, to all; each reduces them | (n - 1) · tensor |
//! | all_reduce, large | chunks in two rounds | 2 (n - 1) / n · tensor |
//!
//! Values are always reduced in the order of the group, so results are bit for bit those of ranks
//! that are threads.

use super::parts::{
    LARGE, assemble, bytes_literal, mismatch, part, reduce, reduced_type, root, size, zero,
};
use super::reducer::Reducer;
use super::wait::wait_error;
use crate::alloc::{alloc_recycled, checked_count, literal};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::processes::future::{Algorithm, Streamed};
use crate::processes::grid::{Group, Message, Traffic, WaitError};
use crate::processes::process::{Link, Process};
use crate::processes::streams::engine::Streams;
use crate::processes::streams::frame::{Key, Kind};
use crate::processes::streams::fused::{Chunks, Fused, FusedError};
use crate::run::{Frame, Run};
use crate::shape;
use hloom_ir::ops::Op;
use hloom_ir::{Element, Literal, OpId, Type};
use std::sync::Arc;

/// The key of messages to and from a process.
fn path_key((traffic, channel): (Traffic, i64)) -> Key {
    let kind = match traffic {
        Traffic::PointToPoint => Kind::PointToPoint,
        Traffic::Permute => Kind::Permute,
    };
    Key { kind, channel, group: 0, sequence: 0 }
}

/// Sends values to a process, also to itself.
pub(super) fn send(
    process: &Process,
    path: (Traffic, i64),
    to: u32,
    op: &'static str,
    values: Message,
) {
    match &process.link {
        Link::Threads(grid) => grid.send(process.me, path.0, path.1, Some(to), values),
        Link::Streams(streams) => streams.send(to, path_key(path), op, values),
    }
}

/// Waits for values of these types from a process.
pub(super) fn receive(
    process: &Process,
    path: (Traffic, i64),
    from: u32,
    op: &'static str,
    types: &[Type],
    interrupted: &dyn Fn() -> bool,
) -> Result<Message, WaitError> {
    match &process.link {
        Link::Threads(grid) => grid.receive(process.me, path.0, path.1, Some(from), interrupted),
        Link::Streams(streams) => {
            let got = streams.receive(&[from], path_key(path), op, types, interrupted)?;
            got.into_iter().next().ok_or_else(|| WaitError::Deadlock(String::new()))
        }
    }
}

/// A member of a group.
pub(super) struct Member {
    pub(super) group: Group,
    pub(super) position: usize,
    pub(super) channel: i64,
}

/// Begins a collective of a group: sends to others as far as the op allows. Returns the state, and
/// the bytes that are sent.
pub(super) fn begin(
    streams: &Arc<Streams>,
    kind: &Op,
    member: Member,
    own: Message,
    overlapped: bool,
    limit: u64,
) -> EvalResult<(Streamed, u64)> {
    let Member { group, position, channel } = member;
    let name = kind.def().name;
    let count = group.len();
    let bytes: usize = own.iter().map(|x| x.count() * x.element().byte_width()).sum();
    let algorithm = match kind {
        Op::AllReduce(_) if count > 1 && bytes >= LARGE => match overlapped {
            true => Algorithm::TwoRounds,
            false => Algorithm::Fused,
        },
        // Any other op: takes one round.
        _ => Algorithm::Direct,
    };
    let keys = match algorithm {
        Algorithm::Fused => own.len(),
        Algorithm::Direct | Algorithm::TwoRounds => 1,
    };
    let keys: Vec<Key> = (0..keys).map(|_| streams.rendezvous(channel, &group)).collect();
    let mut sent = 0;
    if overlapped {
        streams.overlap();
    }
    for (at, &to) in group.iter().enumerate().filter(|(at, _)| *at != position) {
        let parts = |dim: i64, count: i64| {
            own.iter().map(|x| part(x, dim as usize, count, at, limit)).collect::<EvalResult<_>>()
        };
        let values: Option<Message> = match (algorithm, kind) {
            (Algorithm::Fused, _) => None,
            (Algorithm::TwoRounds, _) => Some(chunk_of(&own, count, at)?),
            (Algorithm::Direct, kind) => match kind {
                Op::AllToAll(it) => Some(parts(it.split_dimension, it.split_count)?),
                Op::ReduceScatter(it) => Some(parts(it.scatter_dimension, count as i64)?),
                Op::CollectiveBroadcast(it) => {
                    (it.has_dynamic_root.0 || position == 0).then(|| own.clone())
                }
                Op::CollectiveReduce(it) => (it.has_dynamic_root.0 || at == 0).then(|| own.clone()),
                // Any other op: others get the whole.
                _ => Some(own.clone()),
            },
        };
        if let Some(values) = values {
            sent += values.iter().map(size).sum::<u64>();
            streams.send(to, keys[0], name, values);
        }
    }
    Ok((Streamed { keys, group, position, own, algorithm, overlapped }, sent))
}

/// The chunk of each tensor that a member reduces, as bytes.
fn chunk_of(own: &Message, members: usize, member: usize) -> EvalResult<Message> {
    let chunks = own.iter().map(|x| {
        let width = x.element().byte_width();
        let chunk = Chunks { elements: x.count(), members }.of(member);
        let x = x.expanded();
        bytes_literal(x.bytes()[chunk.start * width..chunk.end * width].into())
    });
    chunks.collect()
}

/// Waits for the other members, and computes the results of a collective.
pub(super) fn finish(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    process: &Process,
    it: &Streamed,
    types: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let Link::Streams(streams) = &process.link else {
        return Err(EvalError::invalid("messages of processes are not those of threads").into());
    };
    let results = match it.algorithm {
        Algorithm::Fused => fused(run, frame, op, streams, it, types),
        Algorithm::TwoRounds => two_rounds(run, frame, op, streams, it, types),
        Algorithm::Direct => direct(run, frame, op, streams, it, types),
    };
    if it.overlapped {
        streams.joined();
    }
    results
}

/// Receives a message of each of the other members at these positions; a member's own is `own`.
fn receive_from(
    run: &Run<'_, '_>,
    streams: &Streams,
    it: &Streamed,
    (key, name): (Key, &'static str),
    positions: &[usize],
    own: Message,
) -> EvalResult<Vec<Message>> {
    let others = positions.iter().filter(|&&at| at != it.position).map(|&at| it.group[at]);
    let others: Vec<u32> = others.collect();
    let like: Vec<Type> = own.iter().map(Literal::ty).collect();
    let options = run.options;
    let got = streams.receive(&others, key, name, &like, &|| options.interrupted());
    let mut got = got.map_err(wait_error)?.into_iter();
    let all = positions.iter().map(|&at| match at == it.position {
        true => Some(own.clone()),
        false => got.next(),
    });
    all.collect::<Option<_>>().ok_or_else(mismatch)
}

fn direct(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    streams: &Streams,
    it: &Streamed,
    types: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let kind = run.module.op(op);
    let (count, position) = (it.group.len(), it.position);
    let all: Vec<usize> = (0..count).collect();
    let parts = |dim: i64, count: i64| -> EvalResult<Message> {
        it.own.iter().map(|x| part(x, dim as usize, count, position, limit)).collect()
    };
    // The members whose tensors are needed, and what this one has for itself.
    let (from, own) = match kind {
        Op::AllToAll(op) => (all, parts(op.split_dimension, op.split_count)?),
        Op::ReduceScatter(op) => (all, parts(op.scatter_dimension, count as i64)?),
        Op::CollectiveBroadcast(op) if !op.has_dynamic_root.0 => (vec![0], it.own.clone()),
        Op::CollectiveReduce(op) if !op.has_dynamic_root.0 && position != 0 => {
            return Ok(types.iter().map(|&ty| zero(ty, limit)).collect::<EvalResult<_>>()?);
        }
        // Any other op: needs the whole tensors of all.
        _ => (all, it.own.clone()),
    };
    let got = receive_from(run, streams, it, (it.keys[0], kind.def().name), &from, own)?;
    let mut results = Vec::with_capacity(types.len());
    for (i, &ty) in types.iter().enumerate() {
        let column: Option<Vec<&Literal>> = got.iter().map(|m| m.get(i)).collect();
        let column = column.ok_or_else(mismatch)?;
        results.push(match kind {
            Op::AllGather(op) => {
                shape::concatenate(&column, op.all_gather_dim as usize, ty, limit)?
            }
            Op::AllToAll(op) => {
                shape::concatenate(&column, op.concat_dimension as usize, ty, limit)?
            }
            Op::CollectiveBroadcast(op) => {
                column[root(op.has_dynamic_root.0, &it.own, count, i)?].clone()
            }
            Op::CollectiveReduce(kind) => {
                if position == root(kind.has_dynamic_root.0, &it.own, count, i)? {
                    reduce(run, frame, op, &column, ty)?
                } else {
                    zero(ty, limit)?
                }
            }
            Op::AllReduce(_) | Op::ReduceScatter(_) => reduce(run, frame, op, &column, ty)?,
            // Any other op: an error.
            other => {
                let message = format!("`{}` is not a collective of a group", other.name());
                return Err(EvalError::invalid(message).into());
            }
        });
    }
    Ok(results)
}

/// The element types of an operand and of its result, and the result's type.
fn reduction(x: &Literal, ty: Type, limit: u64) -> EvalResult<(Element, Element, Type)> {
    let ty = reduced_type(&[x], ty)?;
    checked_count(ty, limit)?;
    Ok((x.element(), ty.element().unwrap_or(x.element()), ty))
}

/// all_reduce in two rounds, the first of which was sent when it began.
fn two_rounds(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    streams: &Arc<Streams>,
    it: &Streamed,
    types: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let name = run.module.op(op).def().name;
    let (count, position) = (it.group.len(), it.position);
    let all: Vec<usize> = (0..count).collect();
    let own = chunk_of(&it.own, count, position)?;
    let given = receive_from(run, streams, it, (it.keys[0], name), &all, own)?;
    let mut reduced = Vec::with_capacity(types.len());
    for (i, (x, &ty)) in it.own.iter().zip(types).enumerate() {
        let (from, to, _) = reduction(x, ty, limit)?;
        let members: Option<Vec<&[u8]>> =
            given.iter().map(|m| m.get(i).map(Literal::bytes)).collect();
        let members = members.ok_or_else(mismatch)?;
        if members.iter().any(|member| member.len() != members[0].len()) {
            let message = "the processes of the group bring different shapes";
            return Err(EvalError::invalid(message).into());
        }
        let elements = members[0].len() / from.byte_width();
        let mut out = alloc_recycled(elements * to.byte_width())?;
        let mut reducer = Reducer::new(run, frame, op, (from, to))?;
        reducer.combine(run, frame, &members, out.as_mut_slice())?;
        reduced.push(bytes_literal(out)?);
    }
    let reduced: Message = reduced.into();
    let key = Key { kind: Kind::SecondRound, ..it.keys[0] };
    for &to in it.group.iter().filter(|&&to| to != streams.me) {
        streams.send(to, key, name, reduced.clone());
    }
    let parts = receive_from(run, streams, it, (key, name), &all, reduced)?;
    let results = it.own.iter().zip(types).enumerate().map(|(i, (x, &ty))| {
        let (_, to, ty) = reduction(x, ty, limit)?;
        let parts: Option<Vec<&Literal>> = parts.iter().map(|m| m.get(i)).collect();
        let chunks = Chunks { elements: x.count(), members: count };
        assemble(&parts.ok_or_else(mismatch)?, ty, to.byte_width(), chunks)
    });
    Ok(results.collect::<EvalResult<_>>()?)
}

/// The members of a fused all_reduce, and the element types of its operand and its result.
pub(super) struct Between<'b> {
    pub(super) key: Key,
    pub(super) group: &'b Group,
    pub(super) position: usize,
    pub(super) elements: (Element, Element),
}

/// all_reduce of one tensor in two rounds that share streams.
pub(super) fn fuse(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    streams: &Arc<Streams>,
    between: &Between<'_>,
    (input, out): (&[u8], &mut [u8]),
) -> Result<(), RegionError> {
    let options = run.options;
    let name = run.module.op(op).def().name;
    let (from, to) = between.elements;
    let mut reducer = Reducer::new(run, frame, op, (from, to))?;
    let widths = (from.byte_width(), to.byte_width());
    let (group, position) = (&between.group[..], between.position);
    let fused = Fused { key: between.key, op: name, group, position, input, widths };
    let mut combine =
        |members: &[&[u8]], out: &mut [u8]| reducer.combine(&mut *run, &mut *frame, members, out);
    let ended = fused.run(streams, out, &mut combine, &|| options.interrupted());
    ended.map_err(|error| match error {
        FusedError::Wait(why) => RegionError::Op(wait_error(why)),
        FusedError::Combine(error) => error,
    })
}

/// all_reduce in two rounds that share streams.
fn fused(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    streams: &Arc<Streams>,
    it: &Streamed,
    types: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let mut results = Vec::with_capacity(types.len());
    for ((x, &ty), &key) in it.own.iter().zip(types).zip(&it.keys) {
        let (from, to, ty) = reduction(x, ty, run.options.max_tensor_bytes)?;
        let x = x.expanded();
        let mut out = alloc_recycled(x.count() * to.byte_width())?;
        let elements = (from, to);
        let between = Between { key, group: &it.group, position: it.position, elements };
        fuse(run, frame, op, streams, &between, (x.bytes(), out.as_mut_slice()))?;
        results.push(literal(ty, out)?);
    }
    Ok(results)
}
