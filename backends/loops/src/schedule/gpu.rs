//! Schedules of GPUs, by the shape of the nest.
//!
//! Fast schedules have coalesced accesses of 16 bytes a thread, enough threads to hide the latency
//! of memory, and reductions in registers (by shuffles). So a map gives each thread a vector of the
//! contiguous dimension; a reduction along that dimension gives a row to a warp or, if it is long,
//! to a block; a reduction across it gives each thread a vector of columns; and one that leaves too
//! few points for that is split in two passes ([`super::two_pass`]).

use super::access_pattern::{Vector, dim_accesses, operations, vector_of};
use super::{Directive, Gpu, Machine, Schedule, gemm, transposed_dims};
use crate::index::{Index, Var};
use crate::nest::{Combiner, Nest};

/// The threads of a block, where the shape does not say otherwise.
const THREADS: u64 = 256;

/// Rows of at most so many vectors are a warp's, longer ones a block's.
const WARP_ROW: u64 = 256;

/// A schedule for a nest.
pub(super) fn choose(nest: &Nest, machine: &Machine, gpu: &Gpu) -> Schedule {
    if let Some(plan) = gemm::plan(nest, gpu) {
        return Schedule { directives: plan.directives() };
    }
    if transposed_dims::transposed(nest).is_some() {
        return Schedule { directives: vec![Directive::Transpose] };
    }
    let vector = vector_of(nest, machine);
    let reducing = nest.dims_that_reduce(true);
    let along = vector.filter(|(dim, _)| nest.dims[*dim].reducing);
    match (&nest.reduction, along) {
        (Some(_), Some(along)) if nest.dims[along.0].extent >= 64 => rows(nest, along),
        (Some(_), Some(_)) => map(nest, None, 1),
        (Some(_), None) if nest.contraction().is_some() => map(nest, narrowed(nest, vector), 4),
        (Some(_), None) if !reducing.is_empty() => map(nest, narrowed(nest, vector), 1),
        _ => map(nest, vector, 1),
    }
}

/// Points that a group of threads reduces to one after the other; of more, each thread has its own.
const FEW_POINTS: u64 = 8;

/// A schedule for a nest that the threads of a block compute together; where several
/// groups share the block, each has a step of one dimension (which, and how many).
pub(super) fn choose_in_block(
    nest: &Nest,
    machine: &Machine,
    threads: u32,
    groups: Option<(usize, u32)>,
) -> Schedule {
    let mut directives = Vec::new();
    let vector = vector_of(nest, machine);
    let groups = groups.filter(|(_, count)| *count > 1);
    let threads = u64::from(threads / groups.map_or(1, |t| t.1));
    let others = |d: &usize| groups.is_none_or(|(dim, _)| dim != *d);
    if let Some((dim, count)) = groups {
        directives.push(Directive::Threads(nest.dims[dim].name.clone(), count.into()));
    }
    let along = vector.filter(|(dim, _)| nest.dims[*dim].reducing);
    let ordered = match &nest.reduction {
        Some(it) => !matches!(it.combiner, Combiner::Each(_)),
        None => false,
    };
    let parallel: Vec<usize> = nest.dims_that_reduce(false).into_iter().filter(others).collect();
    let long = |d: &&usize| nest.dims[**d].extent > 1;
    let reducing = nest.dims_that_reduce(true);
    let reduced = reducing.iter().filter(long).max_by_key(|d| nest.dims[**d].extent).copied();
    // A row: all threads reduce it together.
    let points: u64 = parallel.iter().map(|d| nest.dims[*d].extent).product();
    let together =
        points == 1 || points <= FEW_POINTS && along.is_some_and(|a| Some(a.0) == reduced);
    if let (Some(_), Some(dim), false) = (&nest.reduction, reduced, ordered)
        && together
    {
        let name = &nest.dims[dim].name;
        let mut vectors = nest.dims[dim].extent;
        if let Some((_, lanes)) = along.filter(|(d, _)| *d == dim) {
            directives.push(Directive::Vectorize(name.clone(), lanes));
            vectors /= u64::from(lanes);
        }
        directives.extend(several(nest, name, vectors / threads));
        directives.push(Directive::Threads(name.clone(), threads));
        return Schedule { directives };
    }
    // Else each thread has points of its own along the longest dimension.
    let vector = vector.filter(|(dim, _)| !nest.dims[*dim].reducing && others(dim));
    let best = vector.map(|v| v.0);
    let best = best
        .or_else(|| parallel.iter().filter(long).max_by_key(|d| nest.dims[**d].extent).copied());
    if let Some(dim) = best {
        let name = nest.dims[dim].name.clone();
        if let Some((_, lanes)) = vector {
            directives.push(Directive::Tile(vec![(name.clone(), lanes.into())]));
            directives.push(Directive::Vectorize(format!("{name}'"), lanes));
        }
        directives.push(Directive::Threads(name, threads));
    }
    Schedule { directives }
}

/// A schedule for a nest whose points may meet in a place, where the last one counts:
/// those along the dimensions `apart` never meet.
pub(super) fn in_order(nest: &Nest, apart: &[usize]) -> Schedule {
    let mut order: Vec<usize> = apart.to_vec();
    order.extend(nest.dims_that_reduce(false).into_iter().filter(|d| !apart.contains(d)));
    let name = |d: &usize| nest.dims[*d].name.clone();
    let mut directives = Vec::new();
    if order.len() > 1 && !order.is_sorted() {
        directives.push(Directive::Interchange(order.iter().map(name).collect()));
    }
    directives.extend(apart.iter().map(|d| Directive::Parallel(name(d))));
    Schedule { directives }
}

/// A schedule for a nest whose points may meet in a place and combine what is there with
/// what they have, in any order ([`EmitContext::combined`](super::EmitContext)): one element at a
/// time, on as many threads as there are points.
pub(super) fn choose_in_any_order(nest: &Nest) -> Schedule {
    in_order(nest, &nest.dims_that_reduce(false))
}

/// A thread for each vector, or for each point: parallel loops, the fastest last; `rows`
/// points of another dimension go together, if one repeats what is loaded.
fn map(nest: &Nest, vector: Vector, rows: u64) -> Schedule {
    let mut directives = Vec::new();
    let parallel = nest.dims_that_reduce(false);
    let vector = vector.filter(|(dim, _)| !nest.dims[*dim].reducing);
    // Stores in a row matter most.
    let last = vector.map(|v| v.0).or_else(|| {
        let places: Vec<Index> =
            nest.outputs.iter().map(|o| crate::nest::linear(&o.coords, &o.tensor.shape)).collect();
        let row = |d: &&usize| {
            let along = places.iter().map(|place| place.linear_in(Var(**d as u32)));
            nest.dims[**d].extent > 1 && along.clone().all(|by| by == Some(1))
        };
        parallel.iter().rfind(row).copied()
    });
    let mut order = parallel.clone();
    if let Some(last) = last {
        order.retain(|d| *d != last);
        order.push(last);
    }
    let mut together = None;
    if rows > 1 && threads_of(nest, vector) >= rows * FEW_THREADS {
        let dim_accesses = dim_accesses(nest);
        let still = |d: &&usize| {
            Some(**d) != vector.map(|v| v.0)
                && dim_accesses[**d].invariant > 0
                && nest.dims[**d].extent >= rows
        };
        together = order.iter().rfind(still).copied();
    }
    // Points that one thread has are inside of all that threads share, and of vectors' outer loops.
    if let Some(dim) = together.filter(|d| rows >= nest.dims[*d].extent) {
        order.retain(|d| *d != dim);
        let whole = |(d, lanes): (usize, u16)| u64::from(lanes) >= nest.dims[d].extent;
        order.insert(order.len() - usize::from(vector.is_some_and(whole)), dim);
    }
    if order != parallel {
        let names = order.iter().map(|d| nest.dims[*d].name.clone());
        directives.push(Directive::Interchange(names.collect()));
    }
    let ahead = loads_ahead(nest, vector, together.is_some());
    let wide = vector.map(|(d, lanes)| (d, u64::from(lanes)));
    let tiles = together.map(|d| (d, rows)).into_iter().chain(wide);
    let tiles = tiles.filter(|(dim, by)| *by < nest.dims[*dim].extent);
    let tiles: Vec<_> = tiles.map(|(dim, by)| (nest.dims[dim].name.clone(), by)).collect();
    if !tiles.is_empty() {
        // Together, so that all that threads share stays outside of the rest.
        directives.push(Directive::Tile(tiles));
    }
    // The halves of a tile stand behind its last loop, which need not be the last that threads share.
    let alone = |(d, lanes): (usize, u16)| u64::from(lanes) >= nest.dims[d].extent;
    if let Some(dim) = together.filter(|d| rows < nest.dims[*d].extent)
        && vector.is_none_or(alone)
        && let Some(at) = order.iter().position(|d| *d == dim)
    {
        let shared = &order[at + 1..order.len() - usize::from(vector.is_some())];
        if !shared.is_empty() {
            let names = shared.iter().map(|d| nest.dims[*d].name.clone());
            let half = format!("{}'", nest.dims[dim].name);
            directives.push(Directive::Interchange(names.chain([half]).collect()));
        }
    }
    let halved = |dim: usize, by: u64| {
        let name = &nest.dims[dim].name;
        if by < nest.dims[dim].extent { format!("{name}'") } else { name.clone() }
    };
    for dim in order {
        let whole = |by: u64| by >= nest.dims[dim].extent;
        let alone = together == Some(dim) && whole(rows)
            || vector.is_some_and(|(d, lanes)| d == dim && whole(lanes.into()));
        if !alone {
            directives.push(Directive::Parallel(nest.dims[dim].name.clone()));
        }
    }
    if let Some((dim, lanes)) = vector {
        directives.push(Directive::Vectorize(halved(dim, lanes.into()), lanes));
    }
    if let Some(dim) = together {
        directives.push(Directive::Unroll(halved(dim, rows), rows));
    }
    directives.extend(ahead);
    Schedule { directives }
}

/// Fewer threads than these, an eighth of a large GPU's, wait for memory more than they use it.
const FEW_THREADS: u64 = 132 * 512 / 2;

/// The loads that a thread has under way then.
const LOADS_AHEAD: u64 = 8;

/// The least points of a reduction without products for which a thread has several loads under way.
const LONG: u64 = 64;

/// The threads that have a vector, or a point, each.
fn threads_of(nest: &Nest, vector: Vector) -> u64 {
    let lanes = vector.filter(|(dim, _)| !nest.dims[*dim].reducing).map_or(1, |(_, lanes)| lanes);
    nest.parallel_points() / u64::from(lanes)
}

/// Shorter vectors, and so more threads, where there are few.
fn narrowed(nest: &Nest, vector: Vector) -> Vector {
    let few = threads_of(nest, vector) < FEW_THREADS;
    vector.map(|(dim, lanes)| (dim, if few && lanes > 2 { lanes / 2 } else { lanes }))
}

/// Several loads under way at once, of the points that a thread reduces one after the other, where
/// there are too few threads to wait for memory in turns.
fn loads_ahead(nest: &Nest, vector: Vector, together: bool) -> Option<Directive> {
    let reduction = nest.reduction.as_ref()?;
    let each = matches!(reduction.combiner, Combiner::Each(_));
    let few = threads_of(nest, vector) < FEW_THREADS;
    let least = if nest.contraction().is_some() { LOADS_AHEAD } else { LONG };
    let last = nest.dims_that_reduce(true).last().copied()?;
    let worth = each && few && !together && operations(nest) <= 24;
    let long = nest.dims[last].extent >= least;
    (worth && long).then(|| Directive::Unroll(nest.dims[last].name.clone(), LOADS_AHEAD))
}

/// Reductions along rows: a warp or a block for each.
fn rows(nest: &Nest, (dim, lanes): (usize, u16)) -> Schedule {
    let mut directives = Vec::new();
    let name = nest.dims[dim].name.clone();
    let vectors = nest.dims[dim].extent.div_ceil(u64::from(lanes));
    let parallel = nest.dims_that_reduce(false);
    let reducing = nest.dims_that_reduce(true);
    // The others that reduce stay outside.
    if reducing.last() != Some(&dim) {
        let mut order: Vec<usize> = reducing.iter().copied().filter(|d| *d != dim).collect();
        order.push(dim);
        let names = order.iter().map(|d| nest.dims[*d].name.clone());
        directives.push(Directive::Interchange(names.collect()));
    }
    let by_warps = vectors <= WARP_ROW;
    let threads = match by_warps {
        true => 32,
        false => (vectors / 4).next_power_of_two().clamp(64, 512),
    };
    let longest = parallel.iter().copied().max_by_key(|d| (nest.dims[*d].extent, *d));
    let warps = THREADS / 32;
    for d in &parallel {
        let it = &nest.dims[*d];
        let split = by_warps && Some(*d) == longest && it.extent >= warps;
        if split && it.extent > warps {
            directives.push(Directive::Tile(vec![(it.name.clone(), warps)]));
        }
        if split {
            let inner = if it.extent > warps { format!("{}'", it.name) } else { it.name.clone() };
            if it.extent > warps {
                directives.push(Directive::Blocks(it.name.clone()));
            }
            directives.push(Directive::Threads(inner, warps));
        } else {
            directives.push(Directive::Blocks(it.name.clone()));
        }
    }
    directives.push(Directive::Vectorize(name.clone(), lanes));
    directives.extend(several(nest, &name, vectors / threads));
    directives.push(Directive::Threads(name, threads));
    Schedule { directives }
}

/// Several loads under way at once, of the vectors along a loop that each thread has.
fn several(nest: &Nest, name: &str, each: u64) -> Option<Directive> {
    let worth = operations(nest) <= 24 && each >= 2;
    worth.then(|| Directive::Unroll(name.to_owned(), if each >= 4 { 4 } else { 2 }))
}
