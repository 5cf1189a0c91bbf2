//! Schedules for nests, by their shape.

use super::access_pattern::{dim_accesses, operations, regroups, vector_dim, widest};
use super::non_temporal::{FAR_BYTES, PAGES, is_paged, streams};
use super::{Directive, Machine, Schedule, facts};
use crate::index::{Index, Var};
use crate::nest::{Combiner, Nest, Node, linear};

/// The minimum work per thread task, in elements touched.
const GRAIN: u64 = 1 << 15;

/// The block size for rows of a contraction's operand that stay in the cache while the columns of
/// the other are traversed, and the tile edge of transposes.
const BLOCK: u64 = 64;

/// Number of rows that are reduced at once.
const ROWS_AT_ONCE: u64 = 4;

/// The maximum number of operations per point of an ordered reduction that is computed for a vector
/// of points.
const MOST_IN_ORDER: usize = 32;

/// The number of points per chunk of a long reduction.
const CHUNK: u64 = 1 << 16;

/// The choices for each dimension.
struct DimChoices<'n> {
    nest: &'n Nest,
    vector: Option<(usize, u16)>,
    /// The unroll factor of each dimension, in vectors or points.
    unroll: Vec<u64>,
    /// The cache block of each dimension.
    block: Vec<Option<u64>>,
    /// The block loop of the first dimension is nested inside the loop of the second.
    inside: Option<(usize, usize)>,
    /// Whether threads may share the work.
    threads: bool,
    /// Whether results are written by non-temporal stores.
    nontemporal: bool,
}

/// Chooses a schedule for a nest.
///
/// The vectorized dimension is the one with the fewest strided accesses, weighted by the number of
/// lanes that it fills: a unit-stride access costs one instruction, a strided one an instruction
/// per lane. The rest depends on the shape; long parallel dimensions are then split into chunks of
/// fixed size for threads.
pub(super) fn choose(nest: &Nest, machine: &Machine) -> Schedule {
    if let Some(gpu) = &machine.gpu {
        return super::gpu::choose(nest, machine, gpu);
    }
    chosen(nest, machine, true)
}

/// Chooses a schedule for a nest that is computed chunk by chunk, inside of loops that are already
/// parallel.
pub(super) fn choose_inside(nest: &Nest, machine: &Machine) -> Schedule {
    chosen(nest, machine, false)
}

fn chosen(nest: &Nest, machine: &Machine, threads: bool) -> Schedule {
    // Some products have dimensions that prevent packing.
    let packed = super::contraction::packed(nest, machine).filter(|_| threads);
    if let Some(schedule) = packed.filter(|s| super::loop_plan::plan(nest, s).is_ok()) {
        return schedule;
    }
    let vector = vector_dim(nest, widest(nest, machine));
    let mut choice = DimChoices {
        nest,
        vector,
        unroll: vec![1; nest.dims.len()],
        block: vec![None; nest.dims.len()],
        inside: None,
        threads,
        nontemporal: false,
    };
    if nest.contraction().is_some() {
        choice.contraction();
    } else if nest.reduction.is_some() {
        choice.reduction();
    } else if let Some(transposed) = transposed_dim(nest, vector, &nest.dims_that_reduce(false)) {
        choice.transposition(transposed);
    } else {
        choice.map();
    }
    choice.nontemporal = threads && streams(nest, machine);
    choice.directives()
}

/// Chooses a schedule for a nest whose points may write the same output element, where the last one
/// wins: points are computed in order, except along the dimensions `apart`, whose points never
/// collide.
pub(super) fn choose_in_order(nest: &Nest, machine: &Machine, apart: &[usize]) -> Schedule {
    if apart.len() == nest.dims.len() {
        return choose(nest, machine);
    }
    if machine.gpu.is_some() {
        return super::gpu::in_order(nest, apart);
    }
    let mut schedule = Schedule::default();
    let dim_accesses = dim_accesses(nest);
    let (last, lanes) = (nest.dims.len().saturating_sub(1), widest(nest, machine));
    let row = |d: &usize| dim_accesses[*d].strided == 0 && nest.dims[*d].extent >= u64::from(lanes);
    if let Some(dim) = apart.iter().find(|d| **d == last && row(d)) {
        schedule.directives.push(Directive::Vectorize(nest.dims[*dim].name.clone(), lanes));
    }
    schedule
}

impl DimChoices<'_> {
    fn extent(&self, dim: usize) -> u64 {
        self.nest.dims[dim].extent
    }

    /// Number of vectors along the vectorized dimension.
    fn vectors(&self) -> u64 {
        self.vector.map_or(1, |(dim, lanes)| self.extent(dim) / u64::from(lanes))
    }

    fn side_by_side(&mut self, dim: usize, preferred: u64, available: u64) -> u64 {
        let by = if available >= preferred { preferred } else { available.max(1) };
        self.unroll[dim] = by;
        by
    }

    /// A map is limited by memory. If there is little computation, several vectors per iteration
    /// amortize the loop overhead; long chains of operations overlap across iterations without
    /// unrolling.
    fn map(&mut self) {
        if is_paged(self.nest) {
            self.side_by_side(1, PAGES, PAGES);
            return;
        }
        let preferred = match operations(self.nest) {
            0..=8 => 4,
            9..=16 => 2,
            _ => 1,
        };
        if let Some((dim, _)) = self.vector {
            self.side_by_side(dim, preferred, self.vectors());
        }
    }

    /// Strided rows are loaded along `transposed` instead: enough at once for a register transpose, and
    /// in blocks that keep their pages in the TLB.
    fn transposition(&mut self, transposed: usize) {
        let Some((dim, lanes)) = self.vector else { return };
        self.unroll[transposed] = u64::from(lanes);
        for d in [transposed, dim] {
            if self.extent(d) > BLOCK {
                self.block[d] = Some(BLOCK);
            }
        }
        if self.extent(transposed) > BLOCK && self.extent(dim) > BLOCK {
            self.inside = Some((transposed, dim));
        }
    }

    /// Each element is read once. Along the reduction, several partial results hide the latency of
    /// the combiner; across it, wide strips make long rows.
    fn reduction(&mut self) {
        let Some((dim, lanes)) = self.vector else { return };
        if !regroups(self.nest) {
            return self.in_order(lanes);
        }
        if operations(self.nest) > 24 {
            return;
        }
        // Column sums read a part of each row; wider strips touch fewer pages per iteration.
        let preferred = match operations(self.nest) {
            _ if self.nest.dims[dim].reducing => 4,
            0..=2 => 16,
            _ => 8,
        };
        // Rows in far memory: memory serves several streams better than one.
        let far = facts(self.nest).bytes_read > FAR_BYTES;
        if self.nest.dims[dim].reducing && far && operations(self.nest) <= 8 {
            let parallel = self.nest.dims_that_reduce(false).into_iter();
            let rows = parallel.filter(|d| self.extent(*d) >= ROWS_AT_ONCE);
            if let Some(rows) = rows.max_by_key(|d| self.extent(*d)) {
                self.side_by_side(rows, ROWS_AT_ONCE, self.extent(rows));
                self.side_by_side(dim, 2, self.vectors());
                return;
            }
        }
        self.side_by_side(dim, preferred, self.vectors());
    }

    /// An ordered reduction is sequential in each lane. Strided rows are loaded along the reduction
    /// instead, and transposed in registers.
    fn in_order(&mut self, lanes: u16) {
        let Some((dim, _)) = self.vector else { return };
        let last = self.nest.dims_that_reduce(true).pop();
        let transposed = transposed_dim(self.nest, self.vector, last.as_slice());
        match transposed.filter(|_| operations(self.nest) <= MOST_IN_ORDER) {
            Some(along) => self.unroll[along] = u64::from(lanes),
            None if operations(self.nest) <= 24 => {
                self.side_by_side(dim, 8, self.vectors());
            }
            None => {}
        }
    }

    /// A register tile: as many accumulators as hide the latency of the multiply-add and fit the
    /// registers, over dimensions along which an operand is invariant, so that loads are reused.
    fn contraction(&mut self) {
        let Some((dim, _)) = self.vector else { return };
        let vectors = self.vectors();
        let dim_accesses = dim_accesses(self.nest);
        let mut reused: Vec<usize> = self
            .nest
            .dims_that_reduce(false)
            .into_iter()
            .filter(|d| *d != dim && self.extent(*d) > 1 && dim_accesses[*d].invariant > 0)
            .collect();
        reused.sort_by_key(|d| std::cmp::Reverse((self.extent(*d).min(8), *d)));
        if self.nest.dims[dim].reducing {
            // Lanes are along the sum: the tile is over two other dimensions.
            match reused[..] {
                [] => {
                    self.side_by_side(dim, 8, vectors);
                }
                [one] => {
                    let rows = self.side_by_side(one, 4, self.extent(one));
                    self.side_by_side(dim, 8 / rows, vectors);
                }
                [one, two, ..] => {
                    self.side_by_side(one, 4, self.extent(one));
                    self.side_by_side(two, 4, self.extent(two));
                }
            }
            return;
        }
        let Some(&rows) = reused.first() else {
            // A matrix-vector product is limited by memory, which serves long stretches of each row
            // best.
            self.side_by_side(dim, 16, vectors);
            return;
        };
        let columns = self.side_by_side(dim, 2, vectors);
        self.side_by_side(rows, 16 / columns.max(2), self.extent(rows));
        if rows < dim && self.extent(rows) > BLOCK && self.extent(dim) > 1 {
            self.block[rows] = Some(BLOCK);
            self.inside = Some((rows, dim));
        }
    }

    /// The number of points of a dimension that are computed at once.
    fn step(&self, dim: usize) -> u64 {
        let lanes = self.vector.filter(|v| v.0 == dim).map_or(1, |v| u64::from(v.1));
        lanes * self.unroll[dim]
    }

    fn directives(mut self) -> Schedule {
        let nest = self.nest;
        let mut directives = Vec::new();
        let mut names: Vec<String> = nest.dims.iter().map(|d| d.name.clone()).collect();
        let parallel = nest.dims_that_reduce(false);
        let points = nest.points();
        let long = |d: &&usize| nest.dims[**d].extent > 1;
        let outer = parallel.iter().find(long).copied();
        // Threads share the outermost dimension in chunks, or the next one if that has too few
        // points for a balanced distribution.
        let few = |d: usize| self.extent(d) < 4 || self.extent(d) < 8 && self.extent(d) % 2 == 1;
        let fair = parallel
            .iter()
            .copied()
            .find(|d| self.extent(*d) >= 8 && self.vector.is_none_or(|(vector, _)| vector != *d));
        let moved = fair.filter(|_| self.inside.is_none() && outer.is_some_and(few));
        let threads = moved.or(outer).filter(|_| self.threads && points >= 2 * GRAIN);
        if let Some(dim) = threads {
            let each = (points / self.extent(dim)).max(1);
            let piece = (GRAIN / each).max(1).next_power_of_two().max(self.step(dim));
            let piece = self.block[dim].map_or(piece, |block| block.max(self.step(dim)));
            self.block[dim] = (piece > 1).then_some(piece);
        }
        let mut tiles = Vec::new();
        for &dim in &parallel {
            if let Some(block) = self.block[dim].filter(|b| *b < self.extent(dim)) {
                tiles.push((names[dim].clone(), block));
            } else {
                self.block[dim] = None;
            }
        }
        for tile in tiles {
            directives.push(Directive::Tile(vec![tile]));
        }
        if let Some(dim) = moved.filter(|_| threads.is_some()) {
            let outside = parallel.iter().take_while(|d| **d != dim);
            let order = [dim].into_iter().chain(outside.copied());
            let order = order.map(|d| nest.dims[d].name.clone()).collect();
            directives.push(Directive::Interchange(order));
        }
        if let Some(dim) = threads
            && (self.block[dim].is_some() || self.step(dim) == 1)
        {
            directives.push(Directive::Parallel(names[dim].clone()));
        }
        for (dim, name) in names.iter_mut().enumerate() {
            if self.block[dim].is_some() {
                name.push('\'');
            }
        }
        if let Some((block, other)) = self.inside
            && self.block[block].is_some()
        {
            // The outer loop of the other dimension, if it has two.
            let outer = nest.dims[other].name.clone();
            directives.push(Directive::Interchange(vec![outer, names[block].clone()]));
        }
        if let Some((dim, lanes)) = self.vector {
            directives.push(Directive::Vectorize(names[dim].clone(), lanes));
        }
        for (dim, by) in self.unroll.iter().enumerate() {
            if *by > 1 {
                directives.push(Directive::Unroll(names[dim].clone(), *by));
            }
        }
        if self.nontemporal {
            directives.push(Directive::Nontemporal);
        }
        // One long reduction: threads share chunks of it.
        if self.threads
            && nest.parallel_points() == 1
            && points >= 4 * CHUNK
            && nest.reduction.as_ref().is_some_and(|r| matches!(r.combiner, Combiner::Each(_)))
            && let [dim] = nest.dims_that_reduce(true)[..]
        {
            directives.insert(0, Directive::Rfactor(names[dim].clone(), CHUNK));
            // Row sums and matrix-vector products were measured too: they do not gain.
            if facts(nest).bytes_read > FAR_BYTES {
                directives.push(Directive::Prefetch);
            }
        }
        Schedule { directives }
    }
}

/// One of these dimensions, along which a load has unit stride that is strided along the vectorized
/// one, and which is as long as a vector.
fn transposed_dim(nest: &Nest, vector: Option<(usize, u16)>, among: &[usize]) -> Option<usize> {
    let (dim, lanes) = vector?;
    let along = |coords: &[Index], input: u32, d: usize| {
        linear(coords, &nest.inputs[input as usize].shape).linear_in(Var(d as u32))
    };
    nest.body.ids().find_map(|id| {
        let Node::Load { input, coords, guard } = nest.body.node(id) else { return None };
        let scattered = !matches!(along(coords, *input, dim)?, 0 | 1);
        if !scattered || !guard.is_empty() || nest.body.element(id).is_complex() {
            return None;
        }
        among.iter().copied().find(|d| {
            *d != dim
                && nest.dims[*d].extent >= u64::from(lanes)
                && nest.dims[dim].extent >= u64::from(lanes)
                && along(coords, *input, *d) == Some(1)
        })
    })
}
