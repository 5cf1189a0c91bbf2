//! Sort: always stable.
//!
//! A comparator of keys is replaced by a sort of integers in key order
//! ([`keys`](crate::body::keys)). With any other comparator, rows are merged bottom-up. All merges
//! of a round advance together, so that the comparator runs on columns. If the comparator is not an
//! order, the result is still a permutation.

use crate::alloc::{checked_count, literal, result_type};
use crate::body::Body;
use crate::column::{Column, take};
use crate::error::{EvalError, RegionError};
use crate::run::{Frame, Run};
use crate::strided::{View, copy};
use hloom_ir::literal::Bytes;
use hloom_ir::{Block, Literal, Type};

/// `stablehlo.sort` along dimension `axis`.
pub(crate) fn sort(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    inputs: &[&Literal],
    axis: usize,
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let Some(dims) = inputs.first().map(|x| x.dims()).filter(|dims| axis < dims.len()) else {
        return Err(
            EvalError::invalid("it has no inputs, or not the dimension to sort along").into()
        );
    };
    if declared.len() != inputs.len() || inputs.iter().any(|x| x.dims() != dims) {
        return Err(EvalError::invalid("the inputs' extents differ").into());
    }
    let mut types = Vec::with_capacity(inputs.len());
    for &ty in declared {
        let ty = result_type(ty, dims)?;
        checked_count(ty, limit)?;
        types.push(ty);
    }
    // The elements, with the sorted dimension innermost.
    let mut rows_dims = dims.to_vec();
    let length = rows_dims.remove(axis);
    rows_dims.push(length);
    let moved = |mut view: View| {
        let stride = view.strides.remove(axis);
        view.strides.push(stride);
        view
    };
    let columns: Vec<Bytes> = inputs
        .iter()
        .map(|x| {
            let width = x.element().byte_width();
            let mut from = moved(View::of(dims));
            if x.is_splat() {
                from.strides.fill(0);
            }
            let mut rows = Bytes::zeros(x.count() * width);
            copy(
                &rows_dims,
                width,
                (x.bytes(), &from),
                (rows.as_mut_slice(), &View::of(&rows_dims)),
            );
            rows
        })
        .collect();
    let ins: Vec<Column<'_>> = columns
        .iter()
        .zip(inputs)
        .map(|(bytes, x)| Column { element: x.element(), bytes: bytes.as_slice() })
        .collect();
    let count = inputs[0].count();
    let mut order: Vec<usize> = (0..count).collect();
    let length = length as usize;
    if length > 1 && count > 0 {
        let mut body = Body::new(run, frame, block);
        if !by_keys(run, &mut body, &ins, length, &mut order)? {
            merge((run, frame), &mut body, &ins, length, &mut order)?;
        }
    }
    let mut results = Vec::with_capacity(inputs.len());
    for (column, ty) in ins.iter().zip(types) {
        let width = column.element.byte_width();
        let mut rows = Bytes::zeros(count * width);
        take(width, column.bytes, order.iter().copied(), &mut rows);
        let mut data = Bytes::zeros(count * width);
        let to = moved(View::of(dims));
        copy(
            &rows_dims,
            width,
            (rows.as_slice(), &View::of(&rows_dims)),
            (data.as_mut_slice(), &to),
        );
        results.push(literal(ty, data)?);
    }
    Ok(results)
}

/// Sorts by keys, if the comparator compares keys and all keys are ordered.
fn by_keys(
    run: &mut Run<'_, '_>,
    body: &mut Body,
    ins: &[Column<'_>],
    length: usize,
    order: &mut [usize],
) -> Result<bool, RegionError> {
    let Some(mut keys) = body.sort_keys() else { return Ok(false) };
    let mut numbers = Vec::with_capacity(keys.len());
    for key in &mut keys {
        run.consume_fuel(1)?;
        match key.numbers(order.len(), ins)? {
            Some(these) => numbers.push(these),
            None => return Ok(false),
        }
    }
    match &numbers[..] {
        [one] => {
            let mut row: Vec<(u64, usize)> = Vec::with_capacity(length);
            for places in order.chunks_exact_mut(length) {
                run.consume_fuel(1)?;
                row.clear();
                row.extend(places.iter().map(|&at| (one[at], at)));
                row.sort_unstable();
                places.iter_mut().zip(&row).for_each(|(place, &(_, at))| *place = at);
            }
        }
        many => {
            for places in order.chunks_exact_mut(length) {
                run.consume_fuel(1)?;
                places.sort_unstable_by(|&a, &b| {
                    let by_key = many.iter().map(|key| key[a].cmp(&key[b]));
                    by_key.reduce(std::cmp::Ordering::then).map_or(a.cmp(&b), |o| o.then(a.cmp(&b)))
                });
            }
        }
    }
    Ok(true)
}

/// Two adjacent sorted parts of a row to be merged.
struct Merge {
    left: usize,
    left_end: usize,
    right: usize,
    right_end: usize,
    out: usize,
}

/// Larger merges are split, so that many run at the same time.
const SEGMENT: usize = 256;

/// Sorts rows by merging, with the comparator on columns.
fn merge(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    body: &mut Body,
    ins: &[Column<'_>],
    length: usize,
    order: &mut Vec<usize>,
) -> Result<(), RegionError> {
    let rows = order.len() / length;
    let mut next = order.clone();
    let mut part = 1;
    while part < length {
        let mut all: Vec<Merge> = Vec::new();
        for row in 0..rows {
            let end = (row + 1) * length;
            for left in (row * length..end).step_by(2 * part) {
                let left_end = (left + part).min(end);
                let right_end = (left + 2 * part).min(end);
                all.push(Merge { left, left_end, right: left_end, right_end, out: left });
            }
        }
        if part > SEGMENT {
            all = cut((run, frame), body, ins, all, order)?;
        }
        // If one side is empty, the other is copied.
        let mut open: Vec<Merge> = Vec::with_capacity(all.len());
        for m in all {
            if let Some(rest) = m.rest() {
                next[m.out..m.out + rest.len()].copy_from_slice(&order[rest]);
            } else {
                open.push(m);
            }
        }
        while !open.is_empty() {
            let heads = open.iter().map(|m| (m.left, m.right)).collect();
            let swaps = right_first((run, frame), body, ins, heads, order)?;
            let mut swaps = swaps.as_slice().iter();
            open.retain_mut(|m| {
                let swap = swaps.next().is_some_and(|&s| s != 0);
                let from = if swap { &mut m.right } else { &mut m.left };
                next[m.out] = order[*from];
                *from += 1;
                m.out += 1;
                let Some(rest) = m.rest() else { return true };
                next[m.out..m.out + rest.len()].copy_from_slice(&order[rest]);
                false
            });
        }
        std::mem::swap(order, &mut next);
        part *= 2;
    }
    Ok(())
}

impl Merge {
    /// The rest of one part, if the other is exhausted.
    fn rest(&self) -> Option<std::ops::Range<usize>> {
        if self.left >= self.left_end {
            Some(self.right..self.right_end)
        } else if self.right >= self.right_end {
            Some(self.left..self.left_end)
        } else {
            None
        }
    }
}

/// A cut of a merge: the number of result elements before it, and the bounds of the number of those
/// from the left part.
struct Cut {
    merge: usize,
    front: usize,
    low: usize,
    high: usize,
}

/// Splits merges into merges of [`SEGMENT`] elements, by binary searches that advance together.
///
/// Source: O. Green, S. Odeh, Y. Birk, "Merge Path - A Visually Intuitive Approach to
/// Parallel Merging", 2014.
fn cut(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    body: &mut Body,
    ins: &[Column<'_>],
    merges: Vec<Merge>,
    order: &[usize],
) -> Result<Vec<Merge>, RegionError> {
    let mut cuts: Vec<Cut> = Vec::new();
    for (merge, m) in merges.iter().enumerate() {
        let (a, b) = (m.left_end - m.left, m.right_end - m.right);
        for front in (SEGMENT..a + b).step_by(SEGMENT) {
            cuts.push(Cut { merge, front, low: front.saturating_sub(b), high: front.min(a) });
        }
    }
    loop {
        let open: Vec<usize> = (0..cuts.len()).filter(|&i| cuts[i].low < cuts[i].high).collect();
        if open.is_empty() {
            break;
        }
        let heads = open
            .iter()
            .map(|&i| {
                let (c, m) = (&cuts[i], &merges[cuts[i].merge]);
                let middle = (c.low + c.high) / 2;
                (m.left + middle, m.right + c.front - 1 - middle)
            })
            .collect();
        let swaps = right_first((run, frame), body, ins, heads, order)?;
        for (&i, &swap) in open.iter().zip(swaps.as_slice()) {
            let middle = (cuts[i].low + cuts[i].high) / 2;
            match swap != 0 {
                true => cuts[i].high = middle,
                false => cuts[i].low = middle + 1,
            }
        }
    }
    let mut pieces = Vec::with_capacity(cuts.len() + merges.len());
    let mut cuts = cuts.into_iter().peekable();
    for (at, m) in merges.iter().enumerate() {
        // The numbers of elements of both parts assigned to pieces so far.
        let (mut a, mut b) = (0, 0);
        let mut piece = |from_a: usize, from_b: usize| {
            pieces.push(Merge {
                left: m.left + a,
                left_end: m.left + from_a,
                right: m.right + b,
                right_end: m.right + from_b,
                out: m.out + a + b,
            });
            (a, b) = (from_a, from_b);
        };
        let (mut last_a, mut last_front) = (0, 0);
        while let Some(c) = cuts.next_if(|c| c.merge == at) {
            // A comparator that is not an order must not make a piece of negative size.
            let from_a = c.low.clamp(last_a, last_a + (c.front - last_front));
            piece(from_a, c.front - from_a);
            (last_a, last_front) = (from_a, c.front);
        }
        piece(m.left_end - m.left, m.right_end - m.right);
    }
    Ok(pieces)
}

/// For each pair of positions in a left and a right part: whether the right element goes first.
fn right_first(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    body: &mut Body,
    ins: &[Column<'_>],
    pairs: Vec<(usize, usize)>,
    order: &[usize],
) -> Result<Bytes, RegionError> {
    let n = pairs.len();
    let mut heads = Vec::with_capacity(2 * ins.len());
    for column in ins {
        let width = column.element.byte_width();
        let (mut right, mut left) = (Bytes::zeros(n * width), Bytes::zeros(n * width));
        take(width, column.bytes, pairs.iter().map(|p| order[p.1]), &mut right);
        take(width, column.bytes, pairs.iter().map(|p| order[p.0]), &mut left);
        heads.extend([(column.element, right), (column.element, left)]);
    }
    let args: Vec<Column<'_>> = heads
        .iter()
        .map(|(element, bytes)| Column { element: *element, bytes: bytes.as_slice() })
        .collect();
    let mut out = [Bytes::default()];
    body.apply(run, frame, n, &args, &mut out)?;
    let [out] = out;
    Ok(out)
}
