//! Scatter and select_and_scatter.
//!
//! Updates are applied in index order. They are split into batches, so that the body runs on
//! columns: the k-th update of an element is in batch k, and each element is updated at most once
//! per batch.

use crate::alloc::{checked_count, literal, result_type};
use crate::body::Body;
use crate::column::{Column, NOWHERE, put, spread, take};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::operands::integers;
use crate::pointwise::Pointwise;
use crate::run::{Frame, Run};
use crate::strided::{Odometer, count, row_major};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Scatter, SelectAndScatter, window_count};
use hloom_ir::{Block, Element, Literal, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Number of elements combined at a time.
const CHUNK: usize = 1 << 14;

/// The expanded elements, converted to the element type of the body.
fn as_taken(x: &Literal, element: Element) -> EvalResult<Literal> {
    if x.element() == element {
        return Ok(x.expanded());
    }
    let ty = Type::tensor(x.dims(), element);
    Ok(Pointwise::Convert.eval(&[x], ty, u64::MAX)?.expanded())
}

/// Splits the updates with a target in bounds into batches without duplicate targets; each batch is
/// in order.
fn conflict_free(targets: &[usize], size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut deal = |update: usize, batch: &mut u32| {
        if *batch as usize == all.len() {
            all.push(Vec::new());
        }
        all[*batch as usize].push(update);
        *batch += 1;
    };
    let in_bounds = targets.iter().enumerate().filter(|(_, t)| **t != NOWHERE);
    // A large tensor with few updates does not need one counter per element.
    if size / 8 <= targets.len() {
        let mut counts = vec![0u32; size];
        in_bounds.for_each(|(update, &t)| deal(update, &mut counts[t]));
    } else {
        let mut counts: FxHashMap<usize, u32> = FxHashMap::default();
        in_bounds.for_each(|(update, &t)| deal(update, counts.entry(t).or_default()));
    }
    all
}

/// `results[t] = body(results[t], updates[u])` for every update `u` and its target
/// `t`, in order.
fn apply(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    body: &mut Body,
    results: &mut [Bytes],
    elements: &[Element],
    targets: &[usize],
    updates: &[Literal],
) -> Result<(), RegionError> {
    if body.yields_second() {
        for ((result, update), element) in results.iter_mut().zip(updates).zip(elements) {
            run.consume_fuel(1)?;
            let places = targets.iter().copied();
            put(element.byte_width(), update.bytes(), places, result.as_mut_slice());
        }
        return Ok(());
    }
    let size = results.first().map_or(0, |r| r.as_slice().len() / elements[0].byte_width());
    for batch in conflict_free(targets, size) {
        for chunk in batch.chunks(CHUNK) {
            let n = chunk.len();
            let mut columns: SmallVec<[Bytes; 4]> = SmallVec::new();
            for (result, element) in results.iter().zip(elements) {
                let width = element.byte_width();
                let mut column = Bytes::zeros(n * width);
                take(width, result.as_slice(), chunk.iter().map(|&u| targets[u]), &mut column);
                columns.push(column);
            }
            for (update, element) in updates.iter().zip(elements) {
                let width = element.byte_width();
                let mut column = Bytes::zeros(n * width);
                take(width, update.bytes(), chunk.iter().copied(), &mut column);
                columns.push(column);
            }
            let ins: SmallVec<[Column<'_>; 4]> = columns
                .iter()
                .zip(elements.iter().cycle())
                .map(|(bytes, &element)| Column { element, bytes: bytes.as_slice() })
                .collect();
            let mut outs = vec![Bytes::default(); results.len()];
            body.apply(run, frame, n, &ins, &mut outs)?;
            for ((result, out), element) in results.iter_mut().zip(&outs).zip(elements) {
                let places = chunk.iter().map(|&u| targets[u]);
                put(element.byte_width(), out.as_slice(), places, result.as_mut_slice());
            }
        }
    }
    Ok(())
}

/// The tensor with these bytes; `declared` is its type in the program.
fn made(
    data: Bytes,
    element: Element,
    declared: Type,
    dims: &[i64],
    limit: u64,
) -> EvalResult<Literal> {
    let ty = result_type(declared, dims)?;
    checked_count(ty, limit)?;
    if ty.element() != Some(element) {
        return Err(EvalError::invalid(format!("its region yields {element} for {declared}")));
    }
    literal(ty, data)
}

/// `stablehlo.scatter`: the operands are inputs, indices, updates.
pub(crate) fn scatter(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    operands: &[&Literal],
    op: &Scatter,
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let n = operands.len() / 2;
    let mut body = Body::new(run, frame, block);
    let elements = body.arg_elements(run)?;
    if n == 0 || operands.len() != 2 * n + 1 || elements.len() != 2 * n || declared.len() != n {
        return Err(EvalError::invalid("inputs, updates and arguments do not pair up").into());
    }
    let (dims, update_dims) = (operands[0].dims(), operands[n + 1].dims());
    let differ = |of: &[&Literal]| of.iter().any(|x| x.dims() != of[0].dims());
    if differ(&operands[..n]) || differ(&operands[n + 1..]) {
        return Err(EvalError::invalid("the inputs' or the updates' extents differ").into());
    }
    let targets = targets(op, dims, operands[n], update_dims)?;
    let mut results = Vec::with_capacity(n);
    let mut updates = Vec::with_capacity(n);
    for (i, &element) in elements[..n].iter().enumerate() {
        checked_count(Type::tensor(dims, element), limit)?;
        results.push(Bytes::from(as_taken(operands[i], element)?.bytes()));
        updates.push(as_taken(operands[n + 1 + i], elements[n + i])?);
    }
    apply((run, frame), &mut body, &mut results, &elements[..n], &targets, &updates)?;
    let all = results.into_iter().zip(&elements).zip(declared);
    Ok(all.map(|((data, &e), &ty)| made(data, e, ty, dims, limit)).collect::<EvalResult<_>>()?)
}

/// The input element of each update element; [`NOWHERE`] if it is out of bounds.
fn targets(
    op: &Scatter,
    dims: &[i64],
    indices: &Literal,
    updates: &[i64],
) -> EvalResult<Vec<usize>> {
    let d = &op.scatter_dimension_numbers;
    let places = indices.dims();
    let vector = d.index_vector_dim as usize;
    let numbers = places.get(vector).copied().unwrap_or(1);
    let wrong = |what: &str| {
        EvalError::invalid(format!(
            "updates of extents {updates:?} at {} do not fit inputs of extents {dims:?}: {what}",
            indices.ty()
        ))
    };
    if numbers != d.scatter_dims_to_operand_dims.len() as i64 {
        return Err(wrong("an index has another number of entries"));
    }
    let is_window = |u: usize| d.update_window_dims.contains(&(u as i64));
    let dropped =
        |i: i64| d.inserted_window_dims.contains(&i) || d.input_batching_dims.contains(&i);
    let batch: Vec<usize> = (0..places.len()).filter(|&p| p != vector).collect();
    let scattered: Vec<usize> = (0..updates.len()).filter(|&u| !is_window(u)).collect();
    let windows: Vec<usize> = (0..updates.len()).filter(|&u| is_window(u)).collect();
    let window_dims: Vec<usize> = (0..dims.len()).filter(|&i| !dropped(i as i64)).collect();
    if batch.len() != scattered.len() || windows.len() != window_dims.len() {
        return Err(wrong("the ranks differ"));
    }
    if batch.iter().zip(&scattered).any(|(&p, &u)| places[p] != updates[u]) {
        return Err(wrong("there is not an update for each index"));
    }
    if window_dims.iter().zip(&windows).any(|(&i, &u)| updates[u] > dims[i]) {
        return Err(wrong("windows are larger than the inputs"));
    }
    let mut pairs = d.input_batching_dims.iter().zip(d.scatter_indices_batching_dims.iter());
    if pairs.any(|(&b, &p)| dims[b as usize] != places[p as usize]) {
        return Err(wrong("batching dimensions have different extents"));
    }
    let count = count(updates);
    let mut all = vec![NOWHERE; count];
    if count == 0 || dims.contains(&0) {
        return Ok(all);
    }
    let (to, from, index) = (row_major(dims), row_major(updates), row_major(places));
    // The offsets of the elements of one window in the updates and the inputs.
    let mut offsets: Vec<[i64; 2]> = Vec::new();
    let extents =
        || window_dims.iter().zip(&windows).map(|(&i, &u)| (updates[u], [from[u], to[i]]));
    let mut window = Odometer::new(extents().collect());
    loop {
        offsets.push(window.offsets);
        if !window.advance() {
            break;
        }
    }
    let outer = batch.iter().zip(&scattered).map(|(&p, &u)| (places[p], [index[p], from[u]]));
    let mut outer = Odometer::new(outer.collect());
    let step = index.get(vector).copied().unwrap_or(0);
    let numbers = integers(indices)?;
    let mut starts = vec![0i64; dims.len()];
    loop {
        let [at, base] = outer.offsets;
        starts.fill(0);
        for (k, &i) in d.scatter_dims_to_operand_dims.iter().enumerate() {
            starts[i as usize] = numbers[(at + k as i64 * step) as usize];
        }
        for (&b, &p) in d.input_batching_dims.iter().zip(d.scatter_indices_batching_dims.iter()) {
            let here = batch.iter().position(|&q| q as i64 == p).map_or(0, |k| outer.at[k]);
            starts[b as usize] = here;
        }
        let fits = |i: usize, size: i64| (0..=dims[i] - size).contains(&starts[i]);
        let inside = (0..dims.len()).filter(|&i| dropped(i as i64)).all(|i| fits(i, 1));
        let whole = window_dims.iter().zip(&windows).all(|(&i, &u)| fits(i, updates[u]));
        if inside && whole {
            let start: i64 = starts.iter().zip(&to).map(|(s, t)| s * t).sum();
            for [u, t] in &offsets {
                all[(base + u) as usize] = (start + t) as usize;
            }
        } else if inside {
            // Only a part of the window is in bounds.
            let mut window = Odometer::new(extents().collect());
            loop {
                let mut place = 0;
                let mut fits = true;
                for (i, &start) in starts.iter().enumerate() {
                    let k = window_dims.iter().position(|&k| k == i).map_or(0, |k| window.at[k]);
                    match start.checked_add(k).filter(|p| (0..dims[i]).contains(p)) {
                        Some(p) => place += p * to[i],
                        None => fits = false,
                    }
                }
                if fits {
                    all[(base + window.offsets[0]) as usize] = place as usize;
                }
                if !window.advance() {
                    break;
                }
            }
        }
        if !outer.advance() {
            return Ok(all);
        }
    }
}

/// `stablehlo.select_and_scatter`. Window elements are compared in order, without padding. A window
/// of padding only selects nothing.
pub(crate) fn select_and_scatter(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    [select, combine]: [Block; 2],
    [x, source, init]: [&Literal; 3],
    op: &SelectAndScatter,
    declared: Type,
) -> Result<Literal, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let dims = x.dims();
    let windows = op.windows(dims.len());
    for (d, &(window, stride, padding)) in windows.iter().enumerate() {
        let count = window_count(dims[d], 1, padding, window, 1, stride);
        if source.dims().get(d).copied() != count {
            return Err(EvalError::invalid(format!(
                "dimension {d} has {} windows, but the source is {}",
                count.unwrap_or(i64::MAX),
                source.ty()
            ))
            .into());
        }
    }
    let x = x.expanded();
    let mut body = Body::new(run, frame, select);
    let chosen = choose((run, frame), &mut body, &x, &windows, source.dims())?;
    let mut body = Body::new(run, frame, combine);
    let elements = body.arg_elements(run)?;
    let [out, taken] = elements[..] else {
        return Err(EvalError::invalid("its second region must take two elements").into());
    };
    checked_count(Type::tensor(dims, out), limit)?;
    let one = as_taken(init, out)?;
    let mut result = Bytes::zeros(x.count() * out.byte_width());
    spread(one.bytes(), out.byte_width(), result.as_mut_slice());
    let source = as_taken(source, taken)?;
    let mut results = [result];
    apply((run, frame), &mut body, &mut results, &[out], &chosen, &[source])?;
    let [result] = results;
    Ok(made(result, out, declared, dims, limit)?)
}

/// The element of `x` that each window selects.
fn choose(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    select: &mut Body,
    x: &Literal,
    windows: &[(i64, i64, (i64, i64))],
    counts: &[i64],
) -> Result<Vec<usize>, RegionError> {
    let mut chosen = vec![NOWHERE; count(counts)];
    if chosen.is_empty() {
        return Ok(chosen);
    }
    let strides = row_major(x.dims());
    let volume = windows.iter().map(|w| (w.0, [])).collect();
    let mut place: Odometer<0> = Odometer::new(volume);
    loop {
        run.consume_fuel(1)?;
        // Along each dimension, the windows that have an element at this position.
        let ranges: Vec<(i64, i64, i64)> = windows
            .iter()
            .enumerate()
            .map(|(d, &(_, stride, (low, _)))| {
                // Window o reads index o·stride + at.
                let at = i128::from(place.at[d]) - i128::from(low);
                let stride = i128::from(stride);
                let first = if at >= 0 { 0 } else { (stride - 1 - at) / stride };
                let extent = i128::from(x.dims()[d]);
                let behind = if extent <= at { 0 } else { (extent - at + stride - 1) / stride };
                let count = behind.min(counts[d].into()) - first;
                match count > 0 {
                    true => (first as i64, count as i64, (first * stride + at) as i64),
                    false => (0, 0, 0),
                }
            })
            .collect();
        if ranges.iter().all(|r| r.1 > 0) {
            let window_place = WindowPlace { ranges, windows, strides: &strides, counts };
            compare((run, frame), select, &mut chosen, &window_place, x)?;
        }
        if !place.advance() {
            return Ok(chosen);
        }
    }
}

/// One position of every window.
struct WindowPlace<'a> {
    /// Along each dimension: the first window with an element there, the number of such windows,
    /// and the first one's element.
    ranges: Vec<(i64, i64, i64)>,
    windows: &'a [(i64, i64, (i64, i64))],
    strides: &'a [i64],
    counts: &'a [i64],
}

/// Compares the selected element of each window with its element at one position.
fn compare(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    select: &mut Body,
    chosen: &mut [usize],
    place: &WindowPlace<'_>,
    x: &Literal,
) -> Result<(), RegionError> {
    let (element, width) = (x.element(), x.element().byte_width());
    let to = row_major(place.counts);
    let (mut first, mut from) = (0, 0);
    let mut dims = Vec::with_capacity(to.len());
    for (d, &(window, count, at)) in place.ranges.iter().enumerate() {
        first += window * to[d];
        from += at * place.strides[d];
        dims.push((count, [to[d], place.windows[d].1 * place.strides[d]]));
    }
    let mut odometer = Odometer::new(dims);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut more = true;
    while more {
        let [window, seen] = odometer.offsets;
        let (window, seen) = ((first + window) as usize, (from + seen) as usize);
        match &mut chosen[window] {
            slot if *slot == NOWHERE => *slot = seen,
            _ => pairs.push((window, seen)),
        }
        more = odometer.advance();
        if pairs.len() < CHUNK && (more || pairs.is_empty()) {
            continue;
        }
        let n = pairs.len();
        let (mut old, mut new) = (Bytes::zeros(n * width), Bytes::zeros(n * width));
        take(width, x.bytes(), pairs.iter().map(|&(w, _)| chosen[w]), &mut old);
        take(width, x.bytes(), pairs.iter().map(|&(_, s)| s), &mut new);
        let ins = [old.as_slice(), new.as_slice()].map(|bytes| Column { element, bytes });
        let mut keep = [Bytes::zeros(n)];
        select.apply(run, frame, n, &ins, &mut keep)?;
        for (&(window, seen), keep) in pairs.iter().zip(keep[0].as_slice()) {
            if *keep == 0 {
                chosen[window] = seen;
            }
        }
        pairs.clear();
    }
    Ok(())
}
