//! Collectives: compute each member's results from the contributions of a group.
//!
//! A collective begins by contributing its operands to a rendezvous or by sending them, and
//! finishes with the contributions of the others. After an `async_start`, the program continues in
//! between.

use super::groups::{group_of, partner};
use super::wait::wait_error;
use crate::alloc::{checked_count, literal};
use crate::body::Body;
use crate::column::Column;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::processes::future::Pending;
use crate::processes::grid::{Group, Message, Traffic};
use crate::processes::process::Process;
use crate::run::{Frame, Run};
use crate::{alloc, convert, shape};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Groups, Op, Strategy, replica_groups};
use hloom_ir::{Block, Element, Literal, OpId, Type};

/// Begins a collective.
pub(crate) fn begin(run: &Run<'_, '_>, op: OpId, operands: &[&Literal]) -> EvalResult<Pending> {
    let Process { grid, me } = run.process()?;
    let me = *me;
    let message: Message = operands.iter().map(|&x| x.clone()).collect();
    let kind = run.module.op(op);
    if let Op::CollectivePermute(it) = kind {
        let strategy = Strategy::moving(it.channel_handle);
        let channel = it.channel_handle.map_or(0, |c| c.handle.max(0));
        let mut source = None;
        for pair in it.source_target_pairs.rows() {
            let &[from, to] = pair else {
                return Err(EvalError::invalid("a pair does not have two elements"));
            };
            let from = partner(grid, me, strategy, from)?;
            let to = partner(grid, me, strategy, to)?;
            if from == me {
                grid.send(me, Traffic::Permute, channel, Some(to), message.clone());
            }
            if to == me {
                source = Some(from);
            }
        }
        return Ok(source.map_or(Pending::Nothing, |from| Pending::Message(channel, from)));
    }
    let Some(Groups { ids, strategy, channel }) = replica_groups(kind) else {
        return Err(EvalError::invalid(format!("`{}` has no groups", kind.name())));
    };
    let ids = ids.groups(run.module).map_err(EvalError::invalid)?;
    let group: Option<Group> = group_of(grid, me, strategy, &ids)?;
    let position = group.as_ref().and_then(|g| g.iter().position(|&p| p == me));
    match (group, position) {
        (Some(group), Some(position)) => Ok(Pending::Rendezvous(
            grid.contribute(me, channel, &group, message, kind.def().name),
            position,
        )),
        _ if matches!(kind, Op::CollectiveBroadcast(_)) => Ok(Pending::Nothing),
        _ => Err(EvalError::invalid(format!(
            "process {} is in none of the replica_groups",
            grid.place(me)
        ))),
    }
}

/// Waits for the other processes, and computes the results of a collective.
pub(crate) fn finish(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    pending: &Pending,
    types: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let process = run.process()?.clone();
    let options = run.options;
    let interrupted = || options.interrupted();
    let (key, position) = match pending {
        Pending::Nothing => return Ok(zeros(types, limit)?),
        Pending::Message(channel, from) => {
            let got = process.grid.receive(
                process.me,
                Traffic::Permute,
                *channel,
                Some(*from),
                &interrupted,
            );
            let got = got.map_err(wait_error)?;
            return Ok(got.to_vec());
        }
        Pending::Rendezvous(key, position) => (key, *position),
    };
    let contributions =
        process.grid.wait_for_all(process.me, key, &interrupted).map_err(wait_error)?;
    let mismatch = || EvalError::invalid("the processes of the group run different ops");
    // Operand `i` of each member.
    let column = |i: usize| {
        contributions
            .iter()
            .map(|m| m.get(i))
            .collect::<Option<Vec<&Literal>>>()
            .ok_or_else(mismatch)
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
                    .collect::<EvalResult<Vec<_>>>()?;
                let parts: Vec<&Literal> = parts.iter().collect();
                shape::concatenate(&parts, it.concat_dimension as usize, ty, limit)?
            }
            Op::CollectiveBroadcast(it) => {
                let root = root(it.has_dynamic_root.0, &contributions, position, i)?;
                contributions[root].get(i).cloned().ok_or_else(mismatch)?
            }
            Op::AllReduce(_) => reduce(run, frame, op, &column(i)?, ty)?,
            Op::CollectiveReduce(it) => {
                if position == root(it.has_dynamic_root.0, &contributions, position, i)? {
                    reduce(run, frame, op, &column(i)?, ty)?
                } else {
                    zero(ty, limit)?
                }
            }
            Op::ReduceScatter(it) => {
                let x = column(i)?;
                let whole = x[0].tensor().with_element(ty.element().unwrap_or(x[0].element()));
                let sum = reduce(run, frame, op, &x, whole.into())?;
                let dim = it.scatter_dimension as usize;
                part(&sum, dim, contributions.len() as i64, position, limit)?
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

/// The position in its group of the process that result `i` comes from or goes to: the first, or
/// the one that the last operand names.
fn root(dynamic: bool, members: &[Message], position: usize, i: usize) -> EvalResult<usize> {
    if !dynamic {
        return Ok(0);
    }
    let named = members[position].last().filter(|roots| i < roots.count());
    let Some(roots) = named else {
        return Err(EvalError::invalid("the processes of the group run different ops"));
    };
    let root = usize::try_from(roots.get_int(i).unwrap_or(0)).ok();
    root.filter(|&root| root < members.len()).ok_or_else(|| {
        EvalError::invalid(format!("the root is none of the {} of the group", members.len()))
    })
}

/// Zeros of each type: the results of a process that does not participate.
pub(super) fn zeros(types: &[Type], limit: u64) -> EvalResult<Vec<Literal>> {
    types.iter().map(|&ty| zero(ty, limit)).collect()
}

/// Zeros; for quantized elements, the zero points.
fn zero(ty: Type, limit: u64) -> EvalResult<Literal> {
    let count = checked_count(ty, limit)?;
    let Some(Element::Quant(q)) = ty.element() else {
        return Literal::zeros(ty).map_err(|e| EvalError::invalid(e.to_string()));
    };
    let width = ty.element().map_or(1, Element::byte_width);
    let tensor = ty.as_tensor().expect("a checked type");
    // For each element, its index along the quantized dimension.
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

/// Part `at` of `count` equal parts along a dimension.
fn part(x: &Literal, dim: usize, count: i64, at: usize, limit: u64) -> EvalResult<Literal> {
    let extent = x.dims()[dim];
    if count < 1 || extent % count != 0 {
        return Err(EvalError::invalid(format!("{} can't be split into {count} parts", x.ty())));
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

/// Combines the members' values in order with the op's region.
fn reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    values: &[&Literal],
    ty: Type,
) -> Result<Literal, RegionError> {
    let block: Block =
        run.module.entry(op, 0).ok_or_else(|| EvalError::invalid("its region is empty"))?;
    if values.iter().any(|x| x.dims() != values[0].dims()) {
        return Err(EvalError::invalid("the processes of the group bring different shapes").into());
    }
    let ty = alloc::result_type(ty, values[0].dims())?;
    let count = checked_count(ty, run.options.max_tensor_bytes)?;
    let element = ty.element().unwrap_or(values[0].element());
    let mut body = Body::new(run, frame, block);
    let widened = |x: &Literal| -> EvalResult<Bytes> {
        let mut wide = Bytes::zeros(count * element.byte_width());
        if !convert::apply(Column::from(x), element, wide.as_mut_slice()) {
            return Err(EvalError::unsupported(format!("{} can't become {ty}", x.ty())));
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
