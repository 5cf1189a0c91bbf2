//! Slices at computed positions: dynamic_slice, dynamic_update_slice, gather. Start indices are
//! clamped, as specified.

use crate::alloc::{alloc_zeroed, checked_count, literal, result_type};
use crate::column::spread;
use crate::error::{EvalError, EvalResult};
use crate::operands::integers;
use crate::shape::slice;
use crate::strided::{Odometer, View, copy, row_major};
use hloom_ir::ops::GatherDims;
use hloom_ir::{Literal, Type};

/// The first index of a slice of these sizes, clamped to a tensor of these extents.
fn clamped(starts: &[&Literal], sizes: &[i64], extents: &[i64]) -> EvalResult<Vec<i64>> {
    if starts.len() != extents.len() || sizes.len() != extents.len() {
        return Err(EvalError::invalid("there must be a start for each dimension"));
    }
    let mut all = Vec::with_capacity(extents.len());
    for (d, (&size, &extent)) in sizes.iter().zip(extents).enumerate() {
        if size < 0 || size > extent {
            return Err(EvalError::invalid(format!(
                "dimension {d} has extent {extent}, but {size} is wanted of it"
            )));
        }
        let start = integers(starts[d])?.first().copied().unwrap_or(0);
        all.push(start.clamp(0, extent - size));
    }
    Ok(all)
}

/// The slice of these sizes at `starts`.
pub(crate) fn dynamic_slice(
    x: &Literal,
    starts: &[&Literal],
    sizes: &[i64],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let starts = clamped(starts, sizes, x.dims())?;
    let ends: Vec<i64> = starts.iter().zip(sizes).map(|(&s, &n)| s + n).collect();
    slice(x, (&starts, &ends, &vec![1; sizes.len()]), declared, limit)
}

/// The operand with `update` written at `starts`.
pub(crate) fn dynamic_update_slice(
    x: &Literal,
    update: &Literal,
    starts: &[&Literal],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    if update.element() != x.element() || update.dims().len() != x.dims().len() {
        return Err(EvalError::invalid(format!("{} is not an update of {}", update.ty(), x.ty())));
    }
    let ty = result_type(declared, x.dims())?;
    checked_count(ty, limit)?;
    let starts = clamped(starts, update.dims(), x.dims())?;
    let mut data = alloc_zeroed(ty, limit)?;
    let width = x.element().byte_width();
    match x.is_splat() {
        true => spread(x.bytes(), width, data.as_mut_slice()),
        false => data.as_mut_slice().copy_from_slice(x.bytes()),
    }
    let mut from = View::of(update.dims());
    if update.is_splat() {
        from.strides.fill(0);
    }
    let mut to = View::of(x.dims());
    starts.iter().enumerate().for_each(|(d, &start)| to.advance(d, start));
    copy(update.dims(), width, (update.bytes(), &from), (data.as_mut_slice(), &to));
    literal(ty, data)
}

/// A window as runs of elements that are contiguous both in the operand and in the result: the
/// length of a run, and the start offsets in both.
fn runs(mut dims: Vec<(i64, [i64; 2])>) -> (usize, Vec<[i64; 2]>) {
    let mut length = 1;
    while let Some(&(extent, strides)) = dims.last()
        && (extent == 1 || strides == [length; 2])
    {
        length *= extent;
        dims.pop();
    }
    let mut all = Vec::new();
    let mut odometer = Odometer::new(dims);
    loop {
        all.push(odometer.offsets);
        if !odometer.advance() {
            return (length as usize, all);
        }
    }
}

/// `stablehlo.gather`, with the slice sizes that hold at run time.
pub(crate) fn gather(
    x: &Literal,
    starts: &Literal,
    d: &GatherDims,
    sizes: &[i64],
    declared: Type,
    limit: u64,
) -> EvalResult<Literal> {
    let (extents, places) = (x.dims(), starts.dims());
    let vector = d.index_vector_dim as usize;
    let numbers = places.get(vector).copied().unwrap_or(1);
    if numbers != d.start_index_map.len() as i64 || sizes.len() != extents.len() {
        return Err(EvalError::invalid(format!(
            "{numbers} numbers of an index and {} slice sizes do not match start_index_map {} and {}",
            sizes.len(),
            d.start_index_map,
            x.ty()
        )));
    }
    for (i, (&size, &extent)) in sizes.iter().zip(extents).enumerate() {
        if size < 0 || size > extent {
            return Err(EvalError::invalid(format!(
                "slice size {size} of dimension {i} is not in 0..={extent}"
            )));
        }
    }
    let dropped =
        |i: &i64| d.collapsed_slice_dims.contains(i) || d.operand_batching_dims.contains(i);
    for i in (0..extents.len() as i64).filter(dropped) {
        if sizes[i as usize] > 1 {
            return Err(EvalError::invalid(format!(
                "the slice size of dimension {i}, which is collapsed or a batching dimension, is {}; it must be 0 or 1",
                sizes[i as usize]
            )));
        }
    }
    for (&b, &p) in d.operand_batching_dims.iter().zip(d.start_indices_batching_dims.iter()) {
        let (a, c) = (extents[b as usize], places[p as usize]);
        if a != c {
            return Err(EvalError::invalid(format!(
                "batching dimensions {b} and {p} have extents {a} and {c}"
            )));
        }
    }
    // The result's dimensions: those of the indices, those of the slices.
    let batch: Vec<usize> = (0..places.len()).filter(|&p| p != vector).collect();
    let slice_dims: Vec<usize> = (0..extents.len()).filter(|&i| !dropped(&(i as i64))).collect();
    let rank = batch.len() + slice_dims.len();
    let is_offset = |r: usize| d.offset_dims.contains(&(r as i64));
    let (mut by_batch, mut by_slice) = (batch.iter(), slice_dims.iter());
    let dims: Vec<i64> = (0..rank)
        .filter_map(|r| {
            if is_offset(r) {
                by_slice.next().map(|&i| sizes[i])
            } else {
                by_batch.next().map(|&p| places[p])
            }
        })
        .collect();
    let ty = result_type(declared, &dims)?;
    if checked_count(ty, limit)? == 0 {
        return literal(ty, alloc_zeroed(ty, limit)?);
    }
    if let Some(i) = (0..extents.len()).find(|&i| extents[i] == 0) {
        return Err(EvalError::invalid(format!(
            "dimension {i} of {} has no element to gather",
            x.ty()
        )));
    }
    if x.is_splat() {
        return Literal::splat(ty, x.bytes()).map_err(|e| EvalError::invalid(e.to_string()));
    }
    let mut data = alloc_zeroed(ty, limit)?;
    let (from, index, to) = (row_major(extents), row_major(places), row_major(&dims));
    let offsets = (0..rank).filter(|&r| is_offset(r));
    let window =
        slice_dims.iter().zip(offsets).map(|(&i, r)| (sizes[i], [from[i], to[r]])).collect();
    let (length, runs) = runs(window);
    // Per batch dimension: strides in the indices, in the result, and in the operand for batching
    // dimensions.
    let batches = (0..rank).filter(|&r| !is_offset(r));
    let along = |p: usize| {
        let partners = d.start_indices_batching_dims.iter().zip(d.operand_batching_dims.iter());
        partners.filter(|(q, _)| **q == p as i64).map(|(_, &b)| from[b as usize]).sum::<i64>()
    };
    let outer: Vec<(i64, [i64; 3])> =
        batch.iter().zip(batches).map(|(&p, r)| (places[p], [index[p], to[r], along(p)])).collect();
    let step = index.get(vector).copied().unwrap_or(0);
    let map: Vec<(i64, i64, i64)> = d
        .start_index_map
        .iter()
        .enumerate()
        .map(|(k, &i)| {
            let i = i as usize;
            (k as i64 * step, from[i], extents[i] - sizes[i].max(1))
        })
        .collect();
    let all = integers(starts)?;
    let plan = GatherPlan { outer, map, runs, length };
    let bytes = (x.bytes(), data.as_mut_slice());
    match x.element().byte_width() {
        1 => plan.fetch::<1>(&all, bytes),
        2 => plan.fetch::<2>(&all, bytes),
        4 => plan.fetch::<4>(&all, bytes),
        8 => plan.fetch::<8>(&all, bytes),
        _ => plan.fetch::<16>(&all, bytes),
    }
    literal(ty, data)
}

/// The runs of elements that a gather copies.
struct GatherPlan {
    /// Per batch dimension: strides in the indices, the result, the operand.
    outer: Vec<(i64, [i64; 3])>,
    /// Per component of an index vector: its offset, the operand's stride, and the last valid
    /// start.
    map: Vec<(i64, i64, i64)>,
    /// The offsets of the runs of a slice, in the operand and in the result.
    runs: Vec<[i64; 2]>,
    length: usize,
}

impl GatherPlan {
    fn fetch<const W: usize>(self, indices: &[i64], (src, dst): (&[u8], &mut [u8])) {
        let (src, dst) = (src.as_chunks::<W>().0, dst.as_chunks_mut::<W>().0);
        let mut outer = Odometer::new(self.outer);
        loop {
            let [index, to, along] = outer.offsets;
            let start = self.map.iter().fold(along, |sum, &(at, stride, last)| {
                sum + indices[(index + at) as usize].clamp(0, last) * stride
            });
            for [a, b] in &self.runs {
                let (a, b) = ((start + a) as usize, (to + b) as usize);
                match self.length {
                    1 => dst[b] = src[a],
                    n => dst[b..b + n].copy_from_slice(&src[a..a + n]),
                }
            }
            if !outer.advance() {
                return;
            }
        }
    }
}
