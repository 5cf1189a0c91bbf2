//! Two-pass reductions: the first pass reduces chunks to partial results, the second combines these
//! in order. For a gemm, this is split-K.
//!
//! On a GPU it is used if a reduction has too few points to keep the GPU busy. On a CPU it is used
//! for column sums of a matrix larger than its caches: a strip of columns as wide as the registers
//! hold reads a part of each row, and each row is on another page. Chunks of a few rows are also
//! read strip by strip, but each strip continues where the previous one ended, which hardware
//! prefetching supports; threads share the chunks.
//!
//! Gemms of long sums are the other case on a CPU, such as the gradients of weights, which are summed
//! over all samples: a packed panel of so many steps leaves no room for rows in the L2 cache. A chunk
//! whose packed rows have about [`CHUNK_BYTES`] does.

use super::access_pattern::{dim_accesses, operations, vector_dim, vector_of, widest};
use super::applied::{Applied, Part};
use super::{FAR_BYTES, Gpu, Machine, contraction, facts, gemm};
use crate::index::{Index, Var};
use crate::math::{Direct, identity};
use crate::nest::{
    Body, Combiner, Condition, Dim, Nest, Node, Output, Reduction, ScalarOp, Tensor, linear,
};
use hloom_ir::Element;

/// Rows per chunk on a CPU: the number of streams that it prefetches at once.
const ROWS: u64 = 32;

/// The most chunks of columns on a GPU.
const MOST_CHUNKS: u64 = 48;

/// The least points for which a GPU computes an ordered reduction in chunks.
const ORDERED: u64 = 256;

/// The results per multiprocessor from which on an ordered reduction has no chunks.
const ORDERED_THREADS: u64 = 128;

/// The bytes of a row of a packed panel in a gemm's chunk on a CPU. Gemms of 64 to 1024 rows and
/// columns whose undivided rows have 32 to 256 KiB take 0.66 to 1.02 of the time with it, 0.83 in the
/// geometric mean, on a core with 1 MiB of L2 cache; with 16 KiB up to 7 % more.
const CHUNK_BYTES: u64 = 8 << 10;

/// The bytes of a packed row above which a gemm is divided: at 16 KiB, it is as fast whole.
const LONG_BYTES: u64 = 24 << 10;

/// The least rows and columns of a gemm that is divided.
const MIN_ROWS_AND_COLUMNS: u64 = 16;

/// The most bytes of its partial results.
const PARTIAL_BYTES: u64 = 64 << 20;

/// The minimum distance of rows in bytes for which each is on another page.
const PAGE_BYTES: i64 = 4096;

/// Returns the dimension to reduce in two passes, and the number of points per chunk.
///
/// The chunks, and so the order of additions, depend on the shape and on the machine: not on the
/// number of threads.
pub(super) fn chosen(nest: &Nest, machine: &Machine) -> Option<(usize, u64)> {
    nest.reduction.as_ref()?;
    let possible = |(dim, size)| apply(nest, dim, size, machine).is_ok();
    if let Some(found) = of_long_sums(nest, machine).filter(|found| possible(*found)) {
        return Some(found);
    }
    let dim = nest.dims_that_reduce(true).into_iter().max_by_key(|d| nest.dims[*d].extent)?;
    let (size, chunks) = match &machine.gpu {
        Some(gpu) => of_few_points(nest, machine, gpu, dim),
        None => of_far_columns(nest, machine, dim),
    }?;
    (chunks >= 2 && possible((dim, size))).then_some((dim, size))
}

/// Splits a nest into one that reduces chunks of this size and one that reduces their results.
///
/// # Errors
/// One sentence that says why this is not possible.
pub(super) fn apply(
    nest: &Nest,
    dim: usize,
    size: u64,
    machine: &Machine,
) -> Result<Applied, String> {
    let Dim { name, extent, reducing } = &nest.dims[dim];
    let Some(reduction) = nest.reduction.as_ref().filter(|_| *reducing) else {
        return Err(format!("{name} does not reduce"));
    };
    let Some(neutral) = neutral(nest, reduction) else {
        return Err("its combiner has to run in order".to_owned());
    };
    let ordered = matches!(reduction.combiner, Combiner::Body(..));
    let others = nest.dims_that_reduce(true).into_iter().filter(|d| *d != dim);
    if ordered && others.into_iter().any(|d| nest.dims[d].extent > 1) {
        return Err("its combiner has to run in the order of all dimensions".to_owned());
    }
    if size == 0 || !ordered && !extent.is_multiple_of(size) || size >= *extent {
        return Err(format!("{name} has {extent} points, which are no chunks of {size}"));
    }
    let chunks = (dim, size, extent.div_ceil(size));
    let padded = match extent.is_multiple_of(size) {
        true => Some(nest.clone()),
        false => padded(nest, &neutral, (dim, chunks.1 * chunks.2)),
    };
    let Some(padded) = padded else {
        return Err(format!("{name} can't be padded to chunks of {size}: elements are looked up"));
    };
    let Some((first, second, between)) = first_and_second(&padded, reduction, &neutral, chunks)
    else {
        return Err("partial results would be rounded to their element type".to_owned());
    };
    // Threads of a CPU share the first dimension.
    let first = if machine.gpu.is_some() { first } else { first.first(dim) };
    let part = Part { nest: first, inputs: (0..nest.inputs.len()).collect(), open: false };
    let outputs = (0..between.len()).collect();
    Ok(Applied { before: vec![(part, outputs)], nest: second, between })
}

/// The size and the number of chunks that keep a GPU busy.
fn of_few_points(nest: &Nest, machine: &Machine, gpu: &Gpu, dim: usize) -> Option<(u64, u64)> {
    let extent = nest.dims[dim].extent;
    let others: u64 = nest.points() / extent.max(1);
    // The available parallelism without chunks: threads for columns, or warps for rows.
    let along = vector_of(nest, machine).is_some_and(|(d, _)| nest.dims[d].reducing);
    if matches!(nest.reduction.as_ref()?.combiner, Combiner::Body(..)) {
        // Both passes go point by point.
        let size = (extent.isqrt() + 1).next_multiple_of(8);
        let threads = u64::from(gpu.multiprocessors) * ORDERED_THREADS;
        let idle = nest.parallel_points() < threads && extent >= ORDERED;
        return idle.then(|| (size, extent.div_ceil(size)));
    }
    let target = u64::from(gpu.multiprocessors.next_power_of_two()) * if along { 4 } else { 512 };
    let least = if along { 1 << 13 } else { 32 };
    let chunks = match gemm::split_k(nest, machine, dim) {
        Some(parts) => parts,
        None => {
            let chunks = (target / nest.parallel_points().max(1)).min(extent / least);
            // The second pass goes through the chunks of columns one by one.
            if along { chunks } else { chunks.min(MOST_CHUNKS) }
        }
    };
    if chunks < 2 || others.saturating_mul(extent) < 1 << 17 {
        return None;
    }
    // Chunks of equal size, in whole vectors if possible.
    let size = (1..=chunks)
        .rev()
        .filter(|n| extent.is_multiple_of(*n))
        .map(|n| extent / n)
        .find(|size| size.is_multiple_of(16))?;
    Some((size, extent / size))
}

/// The dimension and the size of its chunks, for gemms on a CPU whose packed rows are long: of all
/// reducing dimensions, and sizes that divide them, those whose packed rows are nearest to
/// [`CHUNK_BYTES`]. Products of the machine's dot and matrix units stay whole.
fn of_long_sums(nest: &Nest, machine: &Machine) -> Option<(usize, u64)> {
    if machine.gpu.is_some() {
        return None;
    }
    let gemm = contraction::size(nest, machine)?;
    let row_bytes = gemm.steps.saturating_mul(gemm.bytes);
    if row_bytes <= LONG_BYTES || gemm.rows.min(gemm.columns) < MIN_ROWS_AND_COLUMNS {
        return None;
    }
    let element = nest.body.element(nest.reduction.as_ref()?.values[0]);
    let results = nest.parallel_points().saturating_mul(element.byte_width() as u64);
    // By as many chunks as divide the dimension, the row is shorter by that factor.
    let chunks = |dim: usize| {
        let extent = nest.dims[dim].extent;
        let most = (row_bytes / (CHUNK_BYTES / 2)).min(extent / 2);
        let range = row_bytes.div_ceil(2 * CHUNK_BYTES)..=most;
        range.filter(move |n| extent.is_multiple_of(*n)).map(move |n| (dim, n))
    };
    // How many times larger or smaller than the best a chunk's row is, in thousandths.
    let off = |n: u64| {
        let bytes = row_bytes / n;
        bytes.max(CHUNK_BYTES) * 1000 / bytes.clamp(1, CHUNK_BYTES)
    };
    nest.dims_that_reduce(true)
        .into_iter()
        .flat_map(chunks)
        .filter(|(_, n)| results.saturating_mul(*n) <= PARTIAL_BYTES)
        .min_by_key(|(dim, n)| (off(*n), *dim))
        .map(|(dim, n)| (dim, nest.dims[dim].extent / n))
}

/// The size and the number of row chunks, for column reductions of far memory.
fn of_far_columns(nest: &Nest, machine: &Machine, dim: usize) -> Option<(u64, u64)> {
    if matches!(nest.reduction.as_ref()?.combiner, Combiner::Body(..)) {
        return None;
    }
    let (column, _) = vector_dim(nest, widest(nest, machine))?;
    let far = facts(nest).bytes_read > FAR_BYTES;
    let all = nest.dims_that_reduce(true).iter().all(|d| *d == dim || nest.dims[*d].extent == 1);
    // Contractions with reused operands have a register tile.
    let reused =
        |d: usize| nest.dims[d].extent > 1 && dim_accesses(nest)[d].invariant > 0 && d != column;
    let tile = nest.contraction().is_some() && nest.dims_that_reduce(false).into_iter().any(reused);
    if nest.dims[column].reducing || !far || !all || tile || operations(nest) > 24 {
        return None;
    }
    let apart = |id| {
        let Node::Load { input, coords, .. } = nest.body.node(id) else { return false };
        let tensor = &nest.inputs[*input as usize];
        let stride = linear(coords, &tensor.shape).linear_in(Var(dim as u32)).unwrap_or(0);
        stride.saturating_mul(tensor.element.byte_width() as i64) >= PAGE_BYTES
    };
    let extent = nest.dims[dim].extent;
    let size = (ROWS / 2..=ROWS).rev().find(|size| extent.is_multiple_of(*size))?;
    (extent >= 4 * ROWS && nest.body.ids().any(apart)).then_some((size, extent / size))
}

/// The values that a chunk's partial results begin with: neutral ones, or the initial ones of an
/// [associative](Combiner::is_associative) body.
fn neutral(nest: &Nest, reduction: &Reduction) -> Option<Vec<[u64; 2]>> {
    let elements = reduction.values.iter().map(|v| nest.body.element(*v));
    let ops = match &reduction.combiner {
        Combiner::Each(ops) => ops,
        Combiner::Body(..) => {
            let initial = reduction.initial.iter().map(|node| match nest.body.node(*node) {
                Node::Constant([bits, _]) => Some(*bits),
                _ => None,
            });
            let initial = initial.collect::<Option<Vec<u64>>>()?;
            let elements: Vec<Element> = elements.collect();
            let holds = reduction.combiner.is_associative(&elements, &initial);
            return holds.then(|| initial.into_iter().map(|bits| [bits, 0]).collect());
        }
    };
    let each = ops.iter().zip(elements).map(|(op, element)| {
        let value = identity(&mut Direct, *op, element)?;
        let stored = crate::math::to_storage(&mut Direct, element, value);
        Some([stored.re.1, if element.is_complex() { stored.im.1 } else { 0 }])
    });
    each.collect()
}

/// The nest with so many points of a dimension that reduces: those that are added have these values.
/// `None` if the nest looks up elements at computed places, which added points would compute too.
fn padded(nest: &Nest, neutral: &[[u64; 2]], (dim, points): (usize, u64)) -> Option<Nest> {
    let var = Var(dim as u32);
    let there = Condition { index: Index::var(var), low: 0, high: nest.dims[dim].extent as i64 };
    let mut body = Body::default();
    for id in nest.body.ids() {
        let mut node = nest.body.node(id).clone();
        match &mut node {
            Node::Load { coords, guard, .. } if coords.iter().any(|index| index.mentions(var)) => {
                guard.push(there.clone());
            }
            Node::Lookup { .. } => return None,
            _ => {}
        }
        // Numbers of nodes stay.
        body.append(node, nest.body.element(id));
    }
    let mut padded = Nest { body, ..nest.clone() };
    padded.dims[dim].extent = points;
    let reduction = padded.reduction.as_mut()?;
    for (value, bits) in reduction.values.iter_mut().zip(neutral) {
        let element = padded.body.element(*value);
        let holds = padded.body.holds(vec![there.clone()]);
        let nothing = padded.body.add(Node::Constant(*bits), element);
        *value = padded.body.op(ScalarOp::Select, element, &[holds, *value, nothing]);
    }
    Some(padded)
}

fn first_and_second(
    nest: &Nest,
    reduction: &Reduction,
    neutral: &[[u64; 2]],
    (dim, size, chunks): (usize, u64, u64),
) -> Option<(Nest, Nest, Vec<Tensor>)> {
    let elements: Vec<Element> = reduction.values.iter().map(|v| nest.body.element(*v)).collect();
    // Intermediate tensors hold numbers in their accumulation type.
    if elements.iter().any(|e| super::partials::partial_element(*e) != *e) {
        return None;
    }
    let parallel = nest.dims_that_reduce(false);
    let mut shape = vec![chunks];
    shape.extend(parallel.iter().map(|d| nest.dims[*d].extent));
    let tensor = |element: &Element| Tensor {
        name: "partial".into(),
        element: *element,
        shape: shape.clone(),
    };
    let tensors: Vec<Tensor> = elements.iter().map(tensor).collect();

    let inner = format!("{}i", nest.dims[dim].name);
    let mut first = nest.clone().split(dim, size, &inner);
    first.name = format!("{}.chunks", nest.name);
    first.dims[dim].reducing = false;
    // Dimensions after the split one have shifted.
    let moved = |d: usize| Index::var(Var((d + usize::from(d > dim)) as u32));
    let mut at = vec![Index::var(Var(dim as u32))];
    at.extend(parallel.iter().map(|d| moved(*d)));
    let mut initial = Vec::new();
    let mut outputs = Vec::new();
    for (n, (tensor, element)) in tensors.iter().zip(&elements).enumerate() {
        initial.push(first.body.add(Node::Constant(neutral[n]), *element));
        let reduced = first.body.add(Node::Reduced(n as u32), *element);
        outputs.push(Output::at(tensor.clone(), at.clone(), reduced));
    }
    first.outputs = outputs;
    first.reduction.as_mut()?.initial = initial;

    let mut second = nest.clone();
    for d in nest.dims_that_reduce(true) {
        second.dims[d].extent = if d == dim { chunks } else { 1 };
    }
    let before = second.inputs.len() as u32;
    let mut at = vec![Index::var(Var(dim as u32))];
    at.extend(parallel.iter().map(|d| Index::var(Var(*d as u32))));
    let mut values = Vec::new();
    for (n, tensor) in (0..).zip(&tensors) {
        values.push(second.body.load(before + n, tensor.element, at.clone(), Vec::new()));
        second.inputs.push(tensor.clone());
    }
    let reduction = second.reduction.as_mut()?;
    reduction.values = values;
    reduction.contract = None;
    Some((first, second, tensors))
}
