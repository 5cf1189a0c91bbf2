//! Schedules for large gemms, batched or not, and other sums of products such as convolutions.
//!
//! The structure is that of Goto and van de Geijn, "Anatomy of High-Performance Matrix
//! Multiplication" (2008), as in BLIS, with one loop less. A register tile of rows and columns
//! accumulates over the whole reduction. Its operands for one step are contiguous, because they are
//! packed into panels first: the operand with the columns once, the other, if that pays, in blocks
//! of rows, which stay in the L2 cache while all column panels are traversed. A panel of a few thousand
//! steps fits that cache too, accumulators stay in registers, and their order is that of the plain loop;
//! longer sums are [two passes](super::two_pass).

use super::access_pattern::mentions;
use super::roles::{Roles, roles};
use super::{Directive, Machine, Operand, Packing, Schedule};
use crate::index::Var;
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::matrix;

/// Operands of at most this size in bytes are not packed: the L1 cache and the prefetcher serve
/// them as well as a copy.
const SMALL: u64 = 256 << 10;

/// A block of rows uses at most this fraction of the L2 cache, to leave space for the panels.
const BLOCK_PART: u64 = 2;

/// All rows together stay in the L2 cache up to this size in bytes, on cores with one or two
/// megabytes.
const NEAR_BYTES: u64 = 1 << 20;

/// The maximum size in bytes of a copy of a whole operand.
const WHOLE_BYTES: u64 = 256 << 20;

/// The minimum reuse of each element for which packing pays.
const REUSE: u64 = 16;

/// The same for an operand that exceeds the caches.
const FEW: u64 = 4;
const WHOLE_CACHE: u64 = 4 << 20;

/// The most rows of a product whose columns are read where they lie, with 32 vector registers and with 16.
/// With 24 rows of 1024 steps and 4096 columns that takes 0.8 of the time of packed columns, with 32 as
/// long; with 16 registers it takes as long for 8 rows, and 1.3 to 2 times as long for 10 to 24.
const FEW_ROWS: [u64; 2] = [24, 8];

/// The most rows of a register tile without packed columns.
const MOST_ROWS: u64 = 13;

/// The minimum number of panels for threads to share.
const PANELS: u64 = 4;

/// The number of chunks for threads, if there is enough work.
const PIECES: u64 = 8;

/// The minimum number of multiply-adds per chunk.
const PIECE_WORK: u64 = 1 << 19;

/// Rows and columns with fewer points are merged with others.
const SHORT: u64 = 64;

/// Returns the merges for a product whose rows or columns are short but span several dimensions,
/// such as the pixels of an image in a convolution: these become one dimension if the outputs
/// traverse them contiguously. The operands are packed, and only the copy must recover the original
/// indices.
pub(super) fn flattened(nest: &Nest, machine: &Machine) -> Vec<Directive> {
    let mut flat = nest.clone();
    let mut merges = Vec::new();
    while let Some((outer, inner)) = short_pair(&flat) {
        let [outside, inside] = [outer, inner].map(|dim| flat.dims[dim].name.clone());
        merges.push(Directive::Merge(outside, inside));
        flat = flat.merged(outer, inner);
    }
    let legal = |schedule: Schedule| super::loop_plan::plan(&flat, &schedule).is_ok();
    if packed(&flat, machine).is_some_and(legal) { merges } else { Vec::new() }
}

/// An outer and an inner dimension of such rows or columns.
fn short_pair(nest: &Nest) -> Option<(usize, usize)> {
    let roles = roles(nest)?;
    let (_, after) = nest.needed();
    let rows = nest.rows(&after);
    let (row, column) = (roles.row, roles.column);
    let short = |d: usize| nest.dims[d].extent < SHORT;
    let of_column = roles.columns.iter().map(|d| (*d, column)).filter(|_| short(column));
    let of_row = roles.rows.iter().flat_map(|d| [(*d, row), (row, *d)]).filter(|_| short(row));
    of_column.chain(of_row).find(|(outer, inner)| rows(*outer, *inner))
}

/// The unit that computes a register tile, and the operand order that it needs.
struct Unit {
    /// Size in bytes of an element of the copies.
    bytes: u64,
    lanes: u64,
    /// Number of rows, and of vectors of columns, of a tile.
    rows: u64,
    vectors: u64,
    /// For the matrix unit: the size of a dot group, and the step of the sum.
    matrix: Option<(u64, u64)>,
    /// For dot-product instructions: the size of a dot group, and whether there is an offset.
    dot: Option<(u64, bool)>,
    /// The minimum number of multiply-adds per chunk.
    work: u64,
}

impl Unit {
    /// Vector registers that multiply in the accumulation type.
    fn vectors(nest: &Nest, roles: &Roles, machine: &Machine) -> Unit {
        let bytes = nest.body.element(roles.along.1).byte_width() as u64;
        // Twice as many accumulators as the latency of a multiply-add; wide vectors have many
        // registers.
        let (rows, vectors) = match machine.vector_bytes >= 64 {
            // Tiles of seven rows are as good if they divide the extent: a remainder needs code of
            // its own.
            true if at_seven(nest.dims[roles.row].extent) => (7, 2),
            true => (8, 2),
            false => (6, 2),
        };
        let lanes = u64::from(machine.vector_bytes) / bytes;
        Unit { bytes, lanes, rows, vectors, matrix: None, dot: None, work: PIECE_WORK }
    }

    /// Vector registers with dot-product instructions, if they pay for these operands.
    fn dots(nest: &Nest, roles: &Roles, machine: &Machine) -> Option<Unit> {
        let across = roles.across.0 as usize;
        let (group, offset) = super::dots::steps(nest, across, machine.dots)?;
        let bytes = nest.body.element(nest.unconverted(roles.along.1)).byte_width() as u64;
        let wide = machine.vector_bytes >= 64;
        let rows = match () {
            () if wide && at_seven(nest.dims[roles.row].extent) => 7,
            () if wide => 8,
            // In addition to the accumulators, a tile needs registers for a row and for columns.
            () if group == 4 && !machine.dots.single => 4,
            () if offset => 5,
            () => 6,
        };
        let lanes = u64::from(machine.vector_bytes) / (group * bytes);
        let work = PIECE_WORK * group;
        let dot = Some((group, offset));
        Some(Unit { bytes, lanes, rows, vectors: 2, matrix: None, dot, work })
    }

    /// The matrix unit, if it supports these operands and they fill it.
    fn matrix(nest: &Nest, roles: &Roles, machine: &Machine) -> Option<Unit> {
        let factors = [roles.along.1, roles.across.1].map(|node| nest.unconverted(node));
        let [first, second] = factors.map(|node| nest.body.element(node));
        let (group, sum) = matrix::group(first).filter(|g| Some(*g) == matrix::group(second))?;
        let summed = nest.reduction.as_ref().map(|r| nest.body.element(r.values[0]));
        let extent = |d: usize| nest.dims[d].extent;
        let bytes = first.byte_width() as u64;
        let step = matrix::ROW_BYTES / bytes;
        let full = extent(roles.row) >= matrix::ROWS / 2
            && extent(roles.column) >= matrix::ROWS
            && extent(*roles.reducing.last()?) >= step / 2;
        let rows = if extent(roles.row) > matrix::ROWS { 2 } else { 1 };
        (machine.matrix && summed == Some(sum) && full).then_some(Unit {
            bytes,
            lanes: matrix::ROWS,
            rows: rows * matrix::ROWS,
            vectors: 2,
            matrix: Some((group, step)),
            dot: None,
            work: PIECE_WORK * 2 * group,
        })
    }
}

/// Whether the extent is a multiple of seven rows but not of eight. The images of many networks
/// have 7·2^n points per side.
fn at_seven(rows: u64) -> bool {
    rows.is_multiple_of(7) && !rows.is_multiple_of(8)
}

/// The chunk size: at most `piece` points, a multiple of `step`. It divides the extent if a size of
/// at least half of the maximum does, because the remainder needs code of its own, which takes as
/// long to compile as that of all other chunks. An even number of chunks is preferred: of seven
/// chunks, one of two threads has four.
fn even(extent: u64, piece: u64, step: u64) -> u64 {
    let pieces = || (piece.div_ceil(2 * step)..=piece / step).rev().map(|n| n * step);
    let divides_evenly = |piece: &u64| extent.is_multiple_of(2 * *piece);
    let fits = |piece: &u64| extent.is_multiple_of(*piece);
    let found =
        (piece < extent).then(|| pieces().find(divides_evenly).or_else(|| pieces().find(fits)));
    found.flatten().unwrap_or(piece)
}

/// A schedule with packed operands, if the nest is a large enough gemm: for the matrix unit if
/// possible.
pub(super) fn packed(nest: &Nest, machine: &Machine) -> Option<Schedule> {
    let roles = roles(nest)?;
    let legal = |unit: Unit| {
        packed_for(nest, &roles, &unit, machine)
            .filter(|schedule| super::loop_plan::plan(nest, schedule).is_ok())
    };
    Unit::matrix(nest, &roles, machine)
        .and_then(legal)
        .or_else(|| Unit::dots(nest, &roles, machine).and_then(legal))
        .or_else(|| few_rows(nest, &roles, machine))
        .or_else(|| packed_for(nest, &roles, &Unit::vectors(nest, &roles, machine), machine))
}

/// The size of a gemm on vector registers whose operands are packed.
pub(super) struct Size {
    /// The rows and columns of all batches of rows and columns.
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// The points of the sum.
    pub(super) steps: u64,
    /// The bytes of a packed element.
    pub(super) bytes: u64,
}

/// The size of a nest that is such a gemm. Those for dot products and the matrix unit have short elements, and
/// none.
pub(super) fn size(nest: &Nest, machine: &Machine) -> Option<Size> {
    let roles = roles(nest)?;
    let short = Unit::matrix(nest, &roles, machine).or_else(|| Unit::dots(nest, &roles, machine));
    let unit = Unit::vectors(nest, &roles, machine);
    if short.is_some() || packed_for(nest, &roles, &unit, machine).is_none() {
        return None;
    }
    let extent = |d: usize| nest.dims[d].extent;
    let product = |dims: &[usize]| dims.iter().fold(1u64, |n, d| n.saturating_mul(extent(*d)));
    Some(Size {
        rows: product(&roles.rows).saturating_mul(extent(roles.row)),
        columns: product(&roles.columns).saturating_mul(extent(roles.column)),
        steps: product(&roles.reducing),
        bytes: unit.bytes,
    })
}

/// Whether an operand is an input's element, without a condition, whose neighbours in memory are those
/// along a dimension.
fn in_rows(nest: &Nest, node: NodeId, dim: usize) -> bool {
    matches!(nest.body.node(node), Node::Load { input, coords, guard } if guard.is_empty()
        && linear(coords, &nest.inputs[*input as usize].shape).linear_in(Var(dim as u32)) == Some(1))
}

/// A schedule for a product of few rows (a skinny gemm), as in the layers of a network for a few
/// samples: it does not pack the columns, which are each used for few products, and takes as many vectors
/// of them side by side as there are registers. Threads share columns. A tile's rows divide the
/// product's, so that no other code computes the last rows; the rows of products with no such divisor are
/// packed, as are more rows.
fn few_rows(nest: &Nest, roles: &Roles, machine: &Machine) -> Option<Schedule> {
    let element = nest.body.element(roles.along.1);
    let across = nest.body.node(roles.across.1);
    let plain = matches!(across, Node::Load { guard, .. } if guard.is_empty())
        && in_rows(nest, roles.along.1, roles.column)
        && [&roles.rows, &roles.columns, &roles.batch].iter().all(|dims| dims.is_empty())
        && element.byte_width() >= 4
        && !element.is_complex();
    let extent = |d: usize| nest.dims[d].extent;
    let (rows, columns) = (extent(roles.row), extent(roles.column));
    let lanes = u64::from(machine.vector_bytes) / element.byte_width() as u64;
    let wide = machine.vector_bytes >= 64;
    let limit = FEW_ROWS[usize::from(!wide)];
    // Products that are not packed in any case.
    let size = (nest.points() / rows.max(1)).saturating_mul(element.byte_width() as u64);
    let unpacked = rows < REUSE && size <= WHOLE_CACHE;
    if !plain || rows < 2 || rows > limit && !unpacked || lanes < 2 || nest.points() < 1 << 16 {
        return None;
    }
    // Registers that are no accumulators hold a row's element and columns. Five by five are 25.
    let (accumulators, max_rows) = if wide { (26, MOST_ROWS) } else { (12, 6) };
    let divides = |n: &u64| rows.is_multiple_of(*n);
    let tile = (4..=8.min(max_rows)).rev().find(divides).or((rows <= max_rows).then_some(rows))?;
    let max_vectors = (accumulators / tile).min(8);
    // As many vectors as divide the columns, if they take most of the registers.
    let even = |vectors: &u64| columns.is_multiple_of(vectors * lanes);
    let enough = (max_vectors * 3).div_ceil(4);
    let vectors = (enough..=max_vectors).rev().find(even).unwrap_or(max_vectors);
    let width = vectors * lanes;
    if columns < 2 * width {
        return None;
    }
    // Chunks for threads: of as many tiles as divide the number of all, so that the columns that are
    // left over are a chunk without a whole tile, whose code would be there twice.
    let (tiles, work) = (columns / width, nest.points() / columns * width);
    let least = (PIECE_WORK / 2).div_ceil(work);
    let chunk = width * (least..=2 * least).find(|n| tiles.is_multiple_of(*n)).unwrap_or(least);
    let name = |d: usize| nest.dims[d].name.clone();
    let (row, mut column) = (name(roles.row), name(roles.column));
    let mut schedule = Schedule::default();
    let mut order = vec![column.clone(), row.clone()];
    let shared = chunk < columns && nest.points() >= 2 * PIECE_WORK;
    if shared {
        schedule.directives.push(Directive::Tile(vec![(column.clone(), chunk)]));
        column.push('\'');
        order.insert(1, column.clone());
    }
    let first = order[0].clone();
    schedule.directives.push(Directive::Interchange(order));
    if shared {
        schedule.directives.push(Directive::Parallel(first));
    }
    schedule.directives.push(Directive::Vectorize(column.clone(), u16::try_from(lanes).ok()?));
    schedule.directives.push(Directive::Unroll(row, tile));
    if vectors > 1 {
        schedule.directives.push(Directive::Unroll(column, vectors));
    }
    super::loop_plan::plan(nest, &schedule).is_ok().then_some(schedule)
}

fn packed_for(nest: &Nest, roles: &Roles, unit: &Unit, machine: &Machine) -> Option<Schedule> {
    let block_bytes = machine.core_bytes / BLOCK_PART;
    let Unit { bytes, lanes, rows, vectors, matrix, dot, work: piece_work } = *unit;
    let grouped = matrix.map(|(group, _)| group).or(dot.map(|(group, _)| group));
    let extent = |d: usize| nest.dims[d].extent;
    let product = |dims: &[usize]| dims.iter().fold(1u64, |n, d| n.saturating_mul(extent(*d)));
    let (m, n, k) = (extent(roles.row), extent(roles.column), product(&roles.reducing));
    let width = lanes * vectors;
    let whole = [&roles.columns[..], &[roles.column], &roles.reducing].concat();
    let size = product(&whole).saturating_mul(bytes);
    // With few rows, packing still pays if it makes long rows of short ones in memory.
    let few =
        matrix.is_none() && m < REUSE && (m < FEW || size <= WHOLE_CACHE || !roles.rows.is_empty());
    if few || n < lanes || k < 8 || nest.points() < 1 << 16 {
        return None;
    }
    let innermost = *roles.reducing.last()?;
    let plain_across = in_rows(nest, roles.across.1, innermost)
        || (in_rows(nest, roles.across.1, roles.row) && size <= SMALL);
    let plain_across = plain_across && grouped.is_none();
    if size <= SMALL && in_rows(nest, roles.along.1, roles.column) && plain_across {
        return None;
    }
    let name = |d: usize| nest.dims[d].name.clone();
    let inner = |d: usize| format!("{}'", nest.dims[d].name);
    let mut schedule = Schedule::default();
    let directives = &mut schedule.directives;
    let batches = product(&roles.batch);
    // Few rows and many columns: threads share columns.
    let large = size.saturating_mul(batches) > WHOLE_BYTES;
    // The same if all rows fit in the L2 cache: then each chunk's copy is made and used there, and
    // the other operand is read from memory once.
    let near = matrix.is_none() && batches == 1 && m.saturating_mul(k) <= NEAR_BYTES / bytes;
    let few_rows = n >= 4 * m && m <= 256 || near && n >= m && n >= PANELS * width;
    let by_columns = roles.rows.is_empty() && (large || few_rows);
    if large && !by_columns {
        return None;
    }
    let mut outer: Vec<usize> = roles.batch.iter().chain(&roles.rows).copied().collect();
    let around = outer.len();
    // The dimension that is split into chunks, with the step of its tiles, and the bytes per point
    // in the copy of a chunk.
    let (cut, step, each) = if by_columns {
        (roles.column, width, k * bytes * product(&roles.columns))
    } else {
        (roles.row, rows, k * bytes)
    };
    let work = nest.points() / extent(cut).max(1);
    let fit = (block_bytes / each.max(1)).max(step);
    let fair = extent(cut).div_ceil(PIECES).max(piece_work.div_ceil(work.max(1)));
    let piece = even(extent(cut), fit.min(fair).min(256.max(step)).next_multiple_of(step), step);
    let is_cut = piece < extent(cut);
    if is_cut {
        directives.push(Directive::Tile(vec![(name(cut), piece)]));
    }
    let cut_inner = if is_cut { inner(cut) } else { name(cut) };
    // The chunk loop is outside of a few batches, and inside of many.
    let pieces_first = batches < PIECES && is_cut;
    if is_cut {
        outer.insert(if pieces_first { 0 } else { around }, cut);
    }
    let column = if by_columns { cut_inner.clone() } else { name(roles.column) };
    let row = if by_columns { name(roles.row) } else { cut_inner.clone() };
    let mut order: Vec<String> = outer.iter().map(|d| name(*d)).collect();
    order.extend(roles.columns.iter().map(|d| name(*d)));
    order.extend([column.clone(), row.clone()]);
    directives.push(Directive::Interchange(order));
    let first = outer.iter().find(|d| extent(**d) > 1);
    if let Some(first) = first.filter(|_| nest.points() >= 2 * piece_work) {
        directives.push(Directive::Parallel(name(*first)));
    }
    let lanes = u16::try_from(lanes).ok().filter(|l| *l > 1)?;
    directives.push(Directive::Vectorize(column.clone(), lanes));
    let rows = if matrix.is_some() { rows } else { rows.min(m) };
    directives.push(Directive::Unroll(row.clone(), rows));
    directives.push(Directive::Unroll(column.clone(), vectors.min(n / u64::from(lanes)).max(1)));
    if let Some(Directive::Unroll(_, 1)) = directives.last() {
        directives.pop();
    }
    if let Some((_, step)) = matrix {
        directives.push(Directive::Matrix(name(innermost), step));
    }
    if let Some((group, offset)) = dot {
        directives.push(Directive::Dot(name(innermost), group, offset));
    }
    // The copies: that of `along` is outside of everything it does not depend on.
    let depends = |node: NodeId| -> Vec<usize> {
        let found = mentions(nest, node);
        (0..found.len()).filter(|d| found[*d]).collect()
    };
    let mut pack = |(factor, node): (Operand, NodeId), (own, by): (&str, u64), rest: &[usize]| {
        let needed = depends(node);
        let own_dim = if factor == roles.along.0 { roles.column } else { roles.row };
        // A block is copied inside of all loops around it; the shared operand inside of the batch
        // loops, or for all batches at once if they are few.
        let around = if own_dim == cut {
            outer.len()
        } else if pieces_first {
            0
        } else {
            roles.batch.len()
        };
        let inside = around.checked_sub(1).map(|at| name(outer[at]));
        let dims = outer[around..].iter().chain(rest);
        let mut over: Vec<(String, Option<u64>)> = dims
            .filter(|d| **d != own_dim && needed.contains(d))
            .map(|d| (name(*d), None))
            .collect();
        let sums = roles.reducing.iter().filter(|d| needed.contains(d));
        let mut sums: Vec<_> = sums.map(|d| (name(*d), None)).collect();
        let mut by = by;
        if let Some((_, panel)) = sums.last_mut().filter(|_| grouped.is_some()) {
            *panel = grouped;
            if let Some((_, step)) = matrix {
                // The rows and columns of a register, with their share of the sum.
                *panel = panel.filter(|_| own_dim == roles.column).or(Some(step));
                by = matrix::ROWS;
            }
        }
        let last = sums.split_off(if grouped.is_some() { sums.len().saturating_sub(1) } else { 0 });
        over.extend(sums);
        over.push((own.to_owned(), Some(by)));
        over.extend(last);
        directives.push(Directive::Pack(Packing { operand: factor, over, inside }));
    };
    pack(roles.along, (&column, width), &roles.columns);
    if !plain_across {
        pack(roles.across, (&row, rows), &[]);
    }
    Some(schedule)
}
