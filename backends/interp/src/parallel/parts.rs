//! Parts of tensors that collectives send, and results that they put together.

use super::reducer::Reducer;
use crate::alloc::{self, checked_count, literal};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::processes::grid::Message;
use crate::processes::streams::fused::Chunks;
use crate::run::{Frame, Run};
use crate::shape;
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal, OpId, Type};

/// The size of a tensor from which the members of a group reduce a chunk each and gather the
/// chunks, in bytes. Smaller tensors are reduced as a whole by every member, in one round. Two
/// rounds cost the latency of another one, which is a few microseconds, and save the time of
/// reducing `(n - 1) / n` of the tensor.
pub(super) const LARGE: usize = 1 << 15;

/// The bytes of a tensor as it is kept.
pub(super) fn size(x: &Literal) -> u64 {
    x.bytes().len() as u64
}

/// The error of a member whose contribution does not fit the op.
pub(super) fn mismatch() -> Box<EvalError> {
    EvalError::invalid("the processes of the group run different ops")
}

/// A tensor from the reduced chunks of each member, as bytes.
pub(super) fn assemble(
    parts: &[&Literal],
    ty: Type,
    width: usize,
    chunks: Chunks,
) -> EvalResult<Literal> {
    let mut data = alloc::alloc_recycled(chunks.elements * width)?;
    for (member, part) in parts.iter().enumerate() {
        let chunk = chunks.of(member);
        if part.bytes().len() != chunk.len() * width {
            return Err(mismatch());
        }
        data.as_mut_slice()[chunk.start * width..chunk.end * width].copy_from_slice(part.bytes());
    }
    literal(ty, data)
}

/// Bytes as a tensor of `ui8`.
pub(super) fn bytes_literal(bytes: Bytes) -> EvalResult<Literal> {
    literal(Type::tensor(&[bytes.as_slice().len() as i64], Element::U8), bytes)
}

/// The type of a reduction of tensors, all of one shape.
pub(super) fn reduced_type(values: &[&Literal], ty: Type) -> EvalResult<Type> {
    if values.iter().any(|x| x.dims() != values[0].dims()) {
        return Err(EvalError::invalid("the processes of the group bring different shapes"));
    }
    alloc::result_type(ty, values[0].dims())
}

/// The position in its group of the process that result `i` comes from or goes to: the first, or
/// the one that the last operand names.
pub(super) fn root(dynamic: bool, own: &Message, members: usize, i: usize) -> EvalResult<usize> {
    if !dynamic {
        return Ok(0);
    }
    let roots = own.last().filter(|roots| i < roots.count()).ok_or_else(mismatch)?;
    let root = usize::try_from(roots.get_int(i).unwrap_or(0)).ok();
    root.filter(|&root| root < members).ok_or_else(|| {
        EvalError::invalid(format!("the root is none of the {members} of the group"))
    })
}

/// Zeros of each type: the results of a process that does not participate.
pub(super) fn zeros(types: &[Type], limit: u64) -> EvalResult<Vec<Literal>> {
    types.iter().map(|&ty| zero(ty, limit)).collect()
}

/// Zeros; for quantized elements, the zero points.
pub(super) fn zero(ty: Type, limit: u64) -> EvalResult<Literal> {
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
pub(super) fn part(
    x: &Literal,
    dim: usize,
    count: i64,
    at: usize,
    limit: u64,
) -> EvalResult<Literal> {
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
pub(super) fn reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    values: &[&Literal],
    ty: Type,
) -> Result<Literal, RegionError> {
    let ty = reduced_type(values, ty)?;
    let count = checked_count(ty, run.options.max_tensor_bytes)?;
    let to = ty.element().unwrap_or(values[0].element());
    let mut reducer = Reducer::new(run, frame, op, (values[0].element(), to))?;
    let values: Vec<Literal> = values.iter().map(|x| x.expanded()).collect();
    let members: Vec<&[u8]> = values.iter().map(Literal::bytes).collect();
    let mut out = Bytes::zeros(count * to.byte_width());
    reducer.combine(run, frame, &members, out.as_mut_slice())?;
    Ok(literal(ty, out)?)
}
