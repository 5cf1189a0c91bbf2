//! Map, reduce and reduce_window.
//!
//! # The order of combination
//!
//! The specification leaves it open. In hloom the body is applied in order, starting with the
//! initial value: `acc = body(acc, x)`, for the elements in row-major order of the reduced
//! dimensions (or of the window). Each step rounds to the type that the body computes in.
//!
//! Compiled code may choose another order if each result is a single add, multiply, minimum,
//! maximum, and, or, xor of its accumulator and its input; see
//! [`COMPILED_ULPS`](crate::ulp::COMPILED_ULPS).

use crate::alloc::{checked_count, literal, result_type};
use crate::body::Body;
use crate::column::{Column, spread};
use crate::error::{EvalError, EvalResult, RegionError};
use crate::function::Binary;
use crate::pointwise::Pointwise;
use crate::reduce_parts::{arranged, promoted};
use crate::run::{Frame, Run};
use crate::slice_reduce::{self, is_on_slices};
use crate::strided::{View, copy, count};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::ReduceWindow;
use hloom_ir::{Block, Element, Literal, Type};
use smallvec::SmallVec;

/// Inputs and initial values, converted to the element types of the body.
struct ReduceOperands {
    inputs: Vec<Literal>,
    inits: Vec<Literal>,
}

impl ReduceOperands {
    fn new(run: &Run<'_, '_>, body: &Body, operands: &[&Literal]) -> EvalResult<ReduceOperands> {
        let n = operands.len() / 2;
        let elements = body.arg_elements(run)?;
        if n == 0 || operands.len() != 2 * n || elements.len() != 2 * n {
            return Err(EvalError::invalid("inputs, initial values and arguments do not pair up"));
        }
        let dims = operands[0].dims();
        if operands[..n].iter().any(|x| x.dims() != dims) {
            return Err(EvalError::invalid("the inputs' extents differ"));
        }
        Ok(ReduceOperands {
            inputs: (0..n)
                .map(|i| promoted(operands[i], elements[n + i]))
                .collect::<EvalResult<_>>()?,
            inits: (0..n)
                .map(|i| promoted(operands[n + i], elements[i]))
                .collect::<EvalResult<_>>()?,
        })
    }
}

/// Applies `f` to two columns.
fn pair(f: Binary, element: Element, x: &[u8], y: &[u8], out: &mut [u8]) -> EvalResult<()> {
    let column = |bytes| Column { element, bytes };
    Pointwise::Binary(f).apply(&[column(x), column(y)], element, out)
}

/// A row of inputs: borrowed or gathered.
enum Row<'a> {
    There(&'a [u8]),
    Made(Bytes),
}

impl Row<'_> {
    fn as_slice(&self) -> &[u8] {
        match self {
            Row::There(bytes) => bytes,
            Row::Made(bytes) => bytes.as_slice(),
        }
    }
}

/// `acc = body(acc, x)` for columns of `n` accumulators; `row` returns the elements of input `i` in
/// each iteration.
fn in_order<'a>(
    (run, frame): (&mut Run<'_, '_>, &mut Frame),
    body: &mut Body,
    inits: &[Literal],
    n: usize,
    steps: usize,
    row: impl Fn(usize, usize) -> Row<'a>,
) -> Result<Vec<Bytes>, RegionError> {
    let mut acc: Vec<Bytes> = Vec::with_capacity(inits.len());
    for init in inits {
        let one = init.element_bytes(0);
        let mut column = Bytes::zeros(n * one.len());
        spread(one, one.len(), column.as_mut_slice());
        acc.push(column);
    }
    let mut next = acc.clone();
    let elements: Vec<Element> = inits.iter().map(Literal::element).collect();
    // Without accumulators, no row needs to be read.
    let steps = if n == 0 { 0 } else { steps };
    for step in 0..steps {
        {
            let rows: SmallVec<[Row<'_>; 2]> = (0..inits.len()).map(|i| row(i, step)).collect();
            let columns: SmallVec<[Column<'_>; 4]> = acc
                .iter()
                .map(Bytes::as_slice)
                .chain(rows.iter().map(Row::as_slice))
                .zip(elements.iter().cycle())
                .map(|(bytes, &element)| Column { element, bytes })
                .collect();
            body.apply(run, frame, n, &columns, &mut next)?;
        }
        std::mem::swap(&mut acc, &mut next);
    }
    Ok(acc)
}

fn results(
    columns: Vec<Bytes>,
    inits: &[Literal],
    declared: &[Type],
    dims: &[i64],
    limit: u64,
) -> EvalResult<Vec<Literal>> {
    let mut all = Vec::with_capacity(columns.len());
    for ((column, init), &ty) in columns.into_iter().zip(inits).zip(declared) {
        let ty = result_type(ty, dims)?;
        checked_count(ty, limit)?;
        let made = literal(Type::tensor(dims, init.element()), column)?;
        all.push(if ty.element() == Some(init.element()) {
            made.with_type(ty).map_err(|e| EvalError::invalid(e.to_string()))?
        } else {
            Pointwise::Convert.eval(&[&made], ty, limit)?
        });
    }
    Ok(all)
}

/// `stablehlo.reduce`: the operands are the inputs, then the initial values.
pub(crate) fn reduce(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    operands: &[&Literal],
    dimensions: &[i64],
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    if is_on_slices(run, block) {
        return slice_reduce::reduce(run, frame, block, operands, dimensions, declared);
    }
    let limit = run.options.max_tensor_bytes;
    let mut body = Body::new(run, frame, block);
    let ReduceOperands { inputs, inits } = ReduceOperands::new(run, &body, operands)?;
    let dims = inputs[0].dims();
    let reduced = |d: usize| dimensions.contains(&(d as i64));
    let order: Vec<usize> = (0..dims.len())
        .filter(|&d| reduced(d))
        .chain((0..dims.len()).filter(|&d| !reduced(d)))
        .collect();
    let remaining: Vec<i64> = (0..dims.len()).filter(|&d| !reduced(d)).map(|d| dims[d]).collect();
    let sizes: Vec<i64> = order.iter().map(|&d| dims[d]).collect();
    let (rows, n) = (count(&sizes[..sizes.len() - remaining.len()]), count(&remaining));
    checked_count(Type::tensor(&remaining, inits[0].element()), limit)?;
    if let Some(ops) = body.componentwise() {
        let mut columns = Vec::with_capacity(inputs.len());
        for ((x, init), f) in inputs.iter().zip(&inits).zip(ops) {
            run.consume_fuel(1)?;
            columns.push(combined(f, x, init, (&order, &sizes), (rows, n))?);
        }
        return Ok(results(columns, &inits, declared, &remaining, limit)?);
    }
    let arranged: Vec<Bytes> = inputs.iter().map(|x| arranged(x, &order, &sizes)).collect();
    let row = |i: usize, step: usize| {
        let size = n * inputs[i].element().byte_width();
        Row::There(&arranged[i].as_slice()[step * size..(step + 1) * size])
    };
    let columns = in_order((run, frame), &mut body, &inits, n, rows, row)?;
    Ok(results(columns, &inits, declared, &remaining, limit)?)
}

/// Reduces `rows` rows of `n` elements, with dimensions in this order, by one op.
fn combined(
    f: Binary,
    x: &Literal,
    init: &Literal,
    (order, sizes): (&[usize], &[i64]),
    (rows, n): (usize, usize),
) -> EvalResult<Bytes> {
    let (element, init) = (x.element(), init.element_bytes(0));
    let width = element.byte_width();
    let mut sums = Bytes::zeros(n * width);
    spread(init, width, sums.as_mut_slice());
    if rows == 0 || n == 0 {
        return Ok(sums);
    }
    let mut next = sums.clone();
    let data = arranged(x, order, sizes);
    for row in data.as_slice().chunks_exact(n * width) {
        pair(f, element, sums.as_slice(), row, next.as_mut_slice())?;
        std::mem::swap(&mut sums, &mut next);
    }
    Ok(sums)
}

/// Reduces a tensor along `dimensions` by one op, like `stablehlo.reduce` with that op as its body.
pub(crate) fn simple(
    f: Binary,
    x: &Literal,
    init: &Literal,
    dimensions: &[i64],
    limit: u64,
) -> EvalResult<Literal> {
    let (reduced, remaining): (Vec<usize>, Vec<usize>) =
        (0..x.dims().len()).partition(|&d| dimensions.contains(&(d as i64)));
    let extents = |of: &[usize]| of.iter().map(|&d| x.dims()[d]).collect::<Vec<i64>>();
    let (rows, dims) = (count(&extents(&reduced)), extents(&remaining));
    let ty = Type::tensor(&dims, x.element());
    let n = checked_count(ty, limit)?;
    let order = [reduced, remaining].concat();
    literal(ty, combined(f, x, init, (&order, &extents(&order)), (rows, n))?)
}

/// One dimension of a window.
#[derive(Clone, Copy, Debug)]
struct Axis {
    extent: i64,
    window: i64,
    stride: i64,
    base_dilation: i64,
    window_dilation: i64,
    low: i64,
    results: i64,
}

impl Axis {
    /// For element `k` of every window: the first result whose window has an input element there,
    /// the step between such results, their number, the first one's input element, and the step
    /// between those.
    fn hits(&self, k: i64) -> (i64, i64, i64, i64, i64) {
        // Result o reads index o·stride + at of the dilated input.
        let at = i128::from(k) * i128::from(self.window_dilation) - i128::from(self.low);
        let (stride, dilation) = (i128::from(self.stride), i128::from(self.base_dilation));
        let period = dilation / gcd(stride, dilation);
        let first = (0..period.min(i128::from(self.results)))
            .find(|o| (o * stride + at).rem_euclid(dilation) == 0);
        let Some(mut first) = first else { return (0, 1, 0, 0, 1) };
        let place = |o: i128| (o * stride + at) / dilation;
        let step = period * stride / dilation;
        if first * stride + at < 0 {
            // Skips results whose element is before the input.
            let missing = -(first * stride + at);
            first += (missing + period * stride - 1) / (period * stride) * period;
        }
        let input = place(first);
        if first >= i128::from(self.results) || input >= i128::from(self.extent) {
            return (0, 1, 0, 0, 1);
        }
        let by_result = (i128::from(self.results) - 1 - first) / period;
        let by_input = (i128::from(self.extent) - 1 - input) / step;
        let count = by_result.min(by_input) + 1;
        (first as i64, period as i64, count as i64, input as i64, step as i64)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The elements at position `k` of each window, one for each result; the initial value for padding
/// and dilation.
fn looked_at(x: &Literal, init: &[u8], axes: &[Axis], mut k: i64, n: usize) -> Bytes {
    let width = init.len();
    let mut data = Bytes::zeros(n * width);
    spread(init, width, data.as_mut_slice());
    let results: Vec<i64> = axes.iter().map(|a| a.results).collect();
    let (mut from, mut to) = (View::of(x.dims()), View::of(&results));
    if x.is_splat() {
        from.strides.fill(0);
    }
    let mut counts = vec![0; axes.len()];
    for (d, axis) in axes.iter().enumerate().rev() {
        let (first, period, count, input, step) = axis.hits(k % axis.window);
        k /= axis.window;
        counts[d] = count;
        from.advance(d, input);
        from.strides[d] = from.strides[d].saturating_mul(step);
        to.advance(d, first);
        to.strides[d] = to.strides[d].saturating_mul(period);
    }
    copy(&counts, width, (x.bytes(), &from), (data.as_mut_slice(), &to));
    data
}

/// `stablehlo.reduce_window`. As specified, padding has the initial value and counts as an element
/// of the window.
pub(crate) fn reduce_window(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    operands: &[&Literal],
    op: &ReduceWindow,
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    if is_on_slices(run, block) {
        let message = "it has a body on tensors that are not scalars: one result for each window \
                       can't hold what such a body combines, so it has no meaning";
        return Err(EvalError::unsupported(message).into());
    }
    let limit = run.options.max_tensor_bytes;
    let mut body = Body::new(run, frame, block);
    let ReduceOperands { inputs, inits } = ReduceOperands::new(run, &body, operands)?;
    let extents = inputs[0].dims();
    let mut axes = Vec::with_capacity(extents.len());
    for (d, &extent) in extents.iter().enumerate() {
        let or_one = |dims: &Option<hloom_ir::field::Dims>| dims.as_ref().map_or(1, |v| v[d]);
        let padding = op.padding.as_ref().map_or((0, 0), |p| p.0[d]);
        let (stride, base) = (or_one(&op.window_strides), or_one(&op.base_dilations));
        let (window, dilation) = (op.window_dimensions[d], or_one(&op.window_dilations));
        let results = hloom_ir::ops::window_count(extent, base, padding, window, dilation, stride)
            .ok_or_else(|| EvalError::limit("the result is larger than any memory"))?;
        axes.push(Axis {
            extent,
            window,
            stride,
            base_dilation: base,
            window_dilation: dilation,
            low: padding.0,
            results: results.max(0),
        });
    }
    let dims: Vec<i64> = axes.iter().map(|a| a.results).collect();
    let n = checked_count(Type::tensor(&dims, inits[0].element()), limit)?;
    let steps = axes.iter().try_fold(1i64, |all, a| all.checked_mul(a.window));
    let steps = steps.ok_or_else(|| EvalError::limit("a window has more than 2^63 elements"))?;
    if n == 0 {
        let none = inits.iter().map(|_| Bytes::default()).collect();
        return Ok(results(none, &inits, declared, &dims, limit)?);
    }
    let row =
        |i: usize, k: usize| looked_at(&inputs[i], inits[i].element_bytes(0), &axes, k as i64, n);
    let columns = match body.componentwise() {
        Some(ops) => {
            let mut columns = Vec::with_capacity(ops.len());
            for (i, f) in ops.into_iter().enumerate() {
                let (element, init) = (inits[i].element(), inits[i].element_bytes(0));
                let mut sums = Bytes::zeros(n * element.byte_width());
                spread(init, element.byte_width(), sums.as_mut_slice());
                let mut next = sums.clone();
                for k in 0..steps as usize {
                    run.consume_fuel(1)?;
                    let row = row(i, k);
                    pair(f, element, sums.as_slice(), row.as_slice(), next.as_mut_slice())?;
                    std::mem::swap(&mut sums, &mut next);
                }
                columns.push(sums);
            }
            columns
        }
        None => {
            let row = |i: usize, k: usize| Row::Made(row(i, k));
            in_order((run, frame), &mut body, &inits, n, steps as usize, row)?
        }
    };
    Ok(results(columns, &inits, declared, &dims, limit)?)
}

/// `stablehlo.map` and `hloom.map`: the body, applied at each index.
pub(crate) fn map(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    block: Block,
    operands: &[&Literal],
    declared: &[Type],
) -> Result<Vec<Literal>, RegionError> {
    let limit = run.options.max_tensor_bytes;
    let mut body = Body::new(run, frame, block);
    let mut types = Vec::with_capacity(declared.len());
    let mut n = 0;
    for &ty in declared {
        let ty = result_type(ty, operands[0].dims())?;
        n = checked_count(ty, limit)?;
        types.push(ty);
    }
    if operands.iter().any(|x| x.dims() != operands[0].dims()) {
        return Err(EvalError::invalid("the inputs' extents differ").into());
    }
    let columns: Vec<Column<'_>> = operands.iter().map(|&x| x.into()).collect();
    let mut out = vec![Bytes::default(); types.len()];
    body.apply(run, frame, n, &columns, &mut out)?;
    Ok(types.into_iter().zip(out).map(|(ty, out)| literal(ty, out)).collect::<EvalResult<_>>()?)
}
