//! What the collectives compute from what the members of a group bring.
//!
//! A collective begins, by bringing its operands to a meeting or by sending them,
//! and finishes when it sees what the others brought. Between both, `async_start`
//! lets the program go on.

use super::grid::{Group, Key, Lane, Message};
use super::groups::{group_of, partner};
use super::{Process, unanswered};
use crate::body::{Body, Stop};
use crate::convert;
use crate::error::{Eval, Trouble};
use crate::pointwise::Column;
use crate::run::{Frame, Run};
use crate::shape::{self, checked_count, literal};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Groups, Op, Strategy, replica_groups};
use hloom_ir::{Block, Element, Literal, OpId, Type};

/// A collective that has begun.
#[derive(Clone, Debug)]
pub(crate) enum Begun {
    /// It meets the others of a group, in which this process has this position.
    Meeting(Key, usize),
    /// It waits for a message on this channel from a process.
    Message(i64, u32),
    /// It takes no part.
    Nothing,
}

/// Begins a collective on these operands.
pub(crate) fn begin(run: &Run<'_, '_>, op: OpId, operands: &[&Literal]) -> Eval<Begun> {
    let Process { grid, me } = run.process()?;
    let me = *me;
    let message: Message = operands.iter().map(|&x| x.clone()).collect();
    let kind = run.module.op(op);
    if let Op::CollectivePermute(it) = kind {
        let strategy = Strategy::moving(it.channel_handle);
        let channel = it.channel_handle.map_or(0, |c| c.handle.max(0));
        let mut source = None;
        for pair in it.source_target_pairs.rows() {
            let &[from, to] = pair else { return Err(Trouble::invalid("a pair is no pair")) };
            let from = partner(grid, me, strategy, from)?;
            let to = partner(grid, me, strategy, to)?;
            if from == me {
                grid.send(me, Lane::Permute, channel, Some(to), message.clone());
            }
            if to == me {
                source = Some(from);
            }
        }
        return Ok(source.map_or(Begun::Nothing, |from| Begun::Message(channel, from)));
    }
    let Some(Groups { ids, strategy, channel }) = replica_groups(kind) else {
        return Err(Trouble::invalid(format!("`{}` has no groups", kind.name())));
    };
    let ids = ids.groups(run.module).map_err(Trouble::invalid)?;
    let group: Option<Group> = group_of(grid, me, strategy, &ids)?;
    let position = group.as_ref().and_then(|g| g.iter().position(|&p| p == me));
    match (group, position) {
        (Some(group), Some(position)) => {
            Ok(Begun::Meeting(grid.bring(me, channel, &group, message), position))
        }
        _ if matches!(kind, Op::CollectiveBroadcast(_)) => Ok(Begun::Nothing),
        _ => Err(Trouble::invalid(format!(
            "process {} is in none of the replica_groups",
            grid.place(me)
        ))),
    }
}

/// Waits for the others, and computes the results of a collective that has begun.
pub(crate) fn finish(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    begun: &Begun,
    types: &[Type],
) -> Result<Vec<Literal>, Stop> {
    let limit = run.options.max_tensor_bytes;
    let process = run.process()?.clone();
    let options = run.options;
    let interrupted = || options.interrupted();
    let (key, position) = match begun {
        Begun::Nothing => return Ok(zeros(types, limit)?),
        Begun::Message(channel, from) => {
            let got = process.grid.receive(
                process.me,
                Lane::Permute,
                *channel,
                Some(*from),
                &interrupted,
            );
            let got = got.map_err(unanswered)?;
            return Ok(got.to_vec());
        }
        Begun::Meeting(key, position) => (key, *position),
    };
    let brought = process.grid.meet(process.me, key, &interrupted).map_err(unanswered)?;
    let mismatch = || Trouble::invalid("the processes of the group run different ops");
    // What each member brought as operand `i`.
    let column = |i: usize| {
        brought.iter().map(|m| m.get(i)).collect::<Option<Vec<&Literal>>>().ok_or_else(mismatch)
    };
    let module = run.module;
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
                    .collect::<Eval<Vec<_>>>()?;
                let parts: Vec<&Literal> = parts.iter().collect();
                shape::concatenate(&parts, it.concat_dimension as usize, ty, limit)?
            }
            Op::CollectiveBroadcast(it) => {
                let root = match (it.has_dynamic_root.0, brought[position].last()) {
                    (false, _) => 0,
                    (true, Some(roots)) if i < roots.count() => roots.get_int(i).unwrap_or(0),
                    (true, _) => return Err(mismatch().into()),
                };
                let root = usize::try_from(root).ok().and_then(|r| brought.get(r));
                let root = root.ok_or_else(|| {
                    let size = brought.len();
                    Trouble::invalid(format!("the root is none of the {size} of the group"))
                })?;
                root.get(i).cloned().ok_or_else(mismatch)?
            }
            Op::AllReduce(_) => reduce(run, frame, op, &column(i)?, ty)?,
            Op::CollectiveReduce(_) => match position {
                0 => reduce(run, frame, op, &column(i)?, ty)?,
                _ => zero(ty, limit)?,
            },
            Op::ReduceScatter(it) => {
                let x = column(i)?;
                let whole = x[0].tensor().with_element(ty.element().unwrap_or(x[0].element()));
                let sum = reduce(run, frame, op, &x, whole.into())?;
                let dim = it.scatter_dimension as usize;
                part(&sum, dim, brought.len() as i64, position, limit)?
            }
            other => {
                let message = format!("`{}` is no collective of a group", other.name());
                return Err(Trouble::invalid(message).into());
            }
        });
    }
    Ok(results)
}

/// Zeros of each type, as processes get that take no part.
pub(super) fn zeros(types: &[Type], limit: u64) -> Eval<Vec<Literal>> {
    types.iter().map(|&ty| zero(ty, limit)).collect()
}

/// Zeros; of quantized elements those that stand for zero.
fn zero(ty: Type, limit: u64) -> Eval<Literal> {
    let count = checked_count(ty, limit)?;
    let Some(Element::Quant(q)) = ty.element() else {
        return Literal::zeros(ty).map_err(|e| Trouble::invalid(e.to_string()));
    };
    let width = ty.element().map_or(1, Element::byte_width);
    let tensor = ty.as_tensor().expect("a checked type");
    // The index along the quantized dimension, of each element.
    let (inner, extent) = match tensor.quantized_dimension() {
        Some(d) => (tensor.dims[d + 1..].iter().product::<i64>() as usize, tensor.dims[d] as usize),
        None => (count.max(1), 1),
    };
    let mut data = Bytes::zeros(count * width);
    for (i, slot) in data.as_mut_slice().chunks_exact_mut(width).enumerate() {
        let (_, point) = q.scale(i / inner.max(1) % extent.max(1));
        slot.copy_from_slice(&point.to_le_bytes()[..width]);
    }
    literal(ty, data)
}

/// Part `at` of `count` equal ones along a dimension.
fn part(x: &Literal, dim: usize, count: i64, at: usize, limit: u64) -> Eval<Literal> {
    let extent = x.dims()[dim];
    if count < 1 || extent % count != 0 {
        return Err(Trouble::invalid(format!("{} can't be split into {count} parts", x.ty())));
    }
    let size = extent / count;
    let mut starts = vec![0; x.dims().len()];
    let mut limits = x.dims().to_vec();
    starts[dim] = size * at as i64;
    limits[dim] = starts[dim] + size;
    let mut dims = x.dims().to_vec();
    dims[dim] = size;
    let ty = x.tensor().with_dims(&dims).into();
    shape::slice(x, (&starts, &limits, &vec![1; dims.len()]), ty, limit)
}

/// The members' values, combined from the first to the last by the op's region.
fn reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    values: &[&Literal],
    ty: Type,
) -> Result<Literal, Stop> {
    let block: Block =
        run.module.entry(op, 0).ok_or_else(|| Trouble::invalid("its region is empty"))?;
    if values.iter().any(|x| x.dims() != values[0].dims()) {
        return Err(Trouble::invalid("the processes of the group bring different shapes").into());
    }
    let ty = shape::result_type(ty, values[0].dims())?;
    let count = checked_count(ty, run.options.max_tensor_bytes)?;
    let element = ty.element().unwrap_or(values[0].element());
    let mut body = Body::new(run, frame, block);
    let widened = |x: &Literal| -> Eval<Bytes> {
        let mut wide = Bytes::zeros(count * element.byte_width());
        if !convert::apply(Column::from(x), element, wide.as_mut_slice()) {
            return Err(Trouble::unsupported(format!("{} can't become {ty}", x.ty())));
        }
        Ok(wide)
    };
    let mut sum = widened(values[0])?;
    for x in &values[1..] {
        let next = widened(x)?;
        let ins = [&sum, &next].map(|bytes| Column { element, bytes: bytes.as_slice() });
        let mut outs = [Bytes::default()];
        body.apply(run, frame, count, &ins, &mut outs)?;
        let [out] = outs;
        sum = out;
    }
    Ok(literal(ty, sum)?)
}
