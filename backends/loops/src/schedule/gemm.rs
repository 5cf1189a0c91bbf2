//! Products of matrices on a GPU: a block of threads for each tile of the result.
//!
//! Both factors come to shared memory a few steps of the sum at a time, each element
//! read from global memory once for the tile, whatever it takes to compute it: factors
//! that are transposed, padded, converted or gathered from images, as those of a
//! convolution are, all arrive there in the same order. Of two buffers one is filled
//! while the other is multiplied, and the elements of the next step are on their way
//! from global memory meanwhile, in registers. Each thread adds up a square of results
//! in registers, in the order of the plain loop. Where there are matrix units for the
//! factors, warps do that in their order, and copies go on by themselves
//! ([`super::gemm_mma`]).
//!
//! Places past the ends of rows and columns read the last ones once more, and store
//! nothing; past the end of the sum, zeros are multiplied.

use super::contraction::{Roles, roles};
use super::gemm_wgmma::{WgmmaGemm, wgmma_of};
use super::im2col;
use super::{Directive, Gpu, Machine};
use crate::nest::{Exactness, Nest, Node, NodeId};
use crate::program::{ProductOp, ROW_BYTES};
use hloom_ir::Element;

/// Threads of a block, in rows and columns of the tile.
pub(super) const SIDE: u64 = 16;

/// Steps of the sum in shared memory.
pub(super) const DEPTH: u64 = 8;

/// Fewer rows, columns or steps are no matrix.
const LEAST: u64 = 8;

/// Steps of the sum that are worth a part of their own.
const SPLIT_K_STEPS: u64 = 128;

/// The rows and columns of a tile of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GemmTile {
    pub(super) m: u64,
    pub(super) n: u64,
    /// What computes it.
    pub(super) kernel: GemmKernel,
}

/// What computes a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GemmKernel {
    /// Threads, each a square of results.
    Simt,
    /// Warps, by matrix units.
    Mma,
    /// Warpgroups, by matrix units that read shared memory, in at most so many blocks.
    Wgmma(u64),
}

/// The dimensions of a product's sides.
pub(super) struct GemmDims {
    pub(super) m: Vec<usize>,
    pub(super) n: Vec<usize>,
    pub(super) batch: Vec<usize>,
    pub(super) k: Vec<usize>,
}

impl GemmDims {
    /// The fastest dimension of each comes last.
    pub(super) fn of(roles: &Roles) -> GemmDims {
        let sorted = |dims: &[usize], more: Option<usize>| {
            let mut all: Vec<usize> = dims.iter().copied().chain(more).collect();
            all.sort_unstable();
            all
        };
        let mut columns = sorted(&roles.columns, None);
        columns.push(roles.column);
        GemmDims {
            m: sorted(&roles.rows, Some(roles.row)),
            n: columns,
            batch: sorted(&roles.batch, None),
            k: roles.reducing.clone(),
        }
    }
}

/// The tiles that matrix units compute: of each, eight warps have a part.
const UNIT_TILES: [(u64, u64); 5] = [(128, 128), (128, 64), (64, 64), (64, 32), (32, 32)];

/// The most points of a tile whose sums take two registers each.
const WIDE_TILE: u64 = 128 * 64;

/// What matrix units do for a nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MmaGemm {
    pub(super) op: ProductOp,
    /// The factor across the columns and the one along them, as they are multiplied.
    pub(super) nodes: [NodeId; 2],
    /// Whether `f32` operands are split into two TF32 numbers each.
    pub(super) tf32x3: bool,
    /// The accumulators' element type, and the bits that they start with.
    pub(super) sum: Element,
    pub(super) initial: [u64; 2],
}

impl MmaGemm {
    /// Whether there are tiles of this size.
    fn has(self, rows: u64, columns: u64) -> bool {
        let wide = self.tf32x3 || self.op == ProductOp::F64;
        UNIT_TILES.contains(&(rows, columns)) && (!wide || rows * columns <= WIDE_TILE)
    }

    /// The first GPUs that have these units, by their compute capability.
    fn capability(self) -> u32 {
        match self.op {
            _ if self.op.is_narrow_float() => 89,
            _ => 80,
        }
    }
}

/// What matrix units do for a nest, if they can: its factors are of types that they
/// multiply, as exactly as it has to be, and it sums from a constant on.
pub(super) fn mma_of(nest: &Nest) -> Option<MmaGemm> {
    let roles = roles(nest)?;
    let reduction = nest.reduction.as_ref()?;
    let exact = reduction.contract?;
    let sum = nest.body.element(reduction.values[0]);
    let Node::Constant(initial) = *nest.body.node(*reduction.initial.first()?) else {
        return None;
    };
    let factors = [roles.across.1, roles.along.1];
    let by = |nodes: [NodeId; 2]| {
        let [left, right] = nodes.map(|node| nest.body.element(node));
        let (op, total) = match left {
            Element::F8E4M3FN if right == Element::F8E5M2 => (ProductOp::E4M3E5M2, Element::F32),
            Element::F8E5M2 if right == Element::F8E4M3FN => (ProductOp::E5M2E4M3, Element::F32),
            Element::I8 if right == Element::U8 => (ProductOp::S8U8, Element::I32),
            Element::U8 if right == Element::I8 => (ProductOp::U8S8, Element::I32),
            _ if left != right => return None,
            Element::BF16 => (ProductOp::BF16, Element::F32),
            Element::F16 => (ProductOp::F16, Element::F32),
            Element::F8E4M3FN => (ProductOp::E4M3, Element::F32),
            Element::F8E5M2 => (ProductOp::E5M2, Element::F32),
            Element::F32 if exact < Exactness::Full => (ProductOp::TF32, Element::F32),
            Element::F64 => (ProductOp::F64, Element::F64),
            Element::I8 => (ProductOp::S8, Element::I32),
            Element::U8 => (ProductOp::U8, Element::I32),
            _ => return None,
        };
        let tf32x3 = op == ProductOp::TF32 && exact == Exactness::ThreePasses;
        (total == sum).then_some(MmaGemm { op, nodes, tf32x3, sum, initial })
    };
    by(factors.map(|node| nest.unconverted(node))).or_else(|| by(factors))
}

/// The points of some dimensions.
pub(super) fn extent(nest: &Nest, dims: &[usize]) -> u64 {
    dims.iter().fold(1, |n, d| n.saturating_mul(nest.dims[*d].extent))
}

/// The lanes of a vector of 16 bytes of what is summed.
pub(super) fn lanes(nest: &Nest) -> Option<u64> {
    let (factor, _) = nest.contraction()?;
    Some(16 / nest.body.element(factor).byte_width() as u64)
}

/// The tiles that warpgroups compute.
const GROUP_TILES: [(u64, u64); 8] =
    [(128, 256), (128, 128), (64, 256), (128, 64), (64, 128), (128, 32), (64, 64), (64, 32)];

/// The tile for a nest, if it is a product of matrices. Where warpgroups can compute it, by
/// what takes the least time, roughly; with its sum in parts where there are few tiles, if
/// that is still open.
pub(super) fn tile(nest: &Nest, gpu: &Gpu, split_k: bool) -> Option<GemmTile> {
    let tile = tile_of_warps(nest, gpu)?;
    let Some(groups) = wgmma_of(nest).filter(|_| gpu.warpgroups) else { return Some(tile) };
    let sides = GemmDims::of(&roles(nest)?);
    let by = |tile: &GemmTile| match tile.kernel {
        GemmKernel::Wgmma(_) => CycleModel::Wgmma(&groups),
        GemmKernel::Mma | GemmKernel::Simt => CycleModel::Mma(groups.mma.tf32x3),
    };
    let cycles = |tile: &GemmTile| cycles(nest, &sides, (*tile, by(tile)), gpu, split_k);
    tiles_of_groups(&groups, gpu).chain([tile]).min_by_key(cycles)
}

/// The tiles of warpgroups that there are for a product.
fn tiles_of_groups(groups: &WgmmaGemm, gpu: &Gpu) -> impl Iterator<Item = GemmTile> {
    let processors = u64::from(gpu.multiprocessors);
    let each = GROUP_TILES.map(|(rows, columns)| {
        let tile = GemmTile { m: rows, n: columns, kernel: GemmKernel::Simt };
        GemmTile { kernel: GemmKernel::Wgmma(WgmmaGemm::room(tile) * processors), ..tile }
    });
    each.into_iter().filter(|t| groups.fits(t.m, t.n).is_ok())
}

/// About how many cycles a product takes whose sum may go in parts: by warps, and by warpgroups
/// where these can do it. `None` where warps have no matrix units for it.
pub(super) fn cycles_of(nest: &Nest, gpu: &Gpu) -> Option<(u64, Option<u64>)> {
    let tile = tile_of_warps(nest, gpu).filter(|tile| tile.kernel == GemmKernel::Mma)?;
    let sides = GemmDims::of(&roles(nest)?);
    let tf32x3 = mma_of(nest)?.tf32x3;
    let warps = cycles(nest, &sides, (tile, CycleModel::Mma(tf32x3)), gpu, true);
    let groups = wgmma_of(nest).filter(|_| gpu.warpgroups).and_then(|groups| {
        let by = CycleModel::Wgmma(&groups);
        tiles_of_groups(&groups, gpu).map(|tile| cycles(nest, &sides, (tile, by), gpu, true)).min()
    });
    Some((warps, groups))
}

/// Cycles before the first product of a tile and after the last, but for its results.
const AROUND: u64 = 1000;

/// Cycles to put partial results together.
const TOGETHER: u64 = 4000;

/// Whose cycles are counted.
#[derive(Clone, Copy)]
enum CycleModel<'g> {
    /// Those of warps, which may have to split factors.
    Mma(bool),
    /// Those of warpgroups.
    Wgmma(&'g WgmmaGemm),
}

/// About how many cycles all tiles of a size take.
fn cycles(
    nest: &Nest,
    sides: &GemmDims,
    (tile, by): (GemmTile, CycleModel<'_>),
    gpu: &Gpu,
    split_k: bool,
) -> u64 {
    let (rows, columns) = (tile.m, tile.n);
    let processors = u64::from(gpu.multiprocessors);
    let step = match by {
        CycleModel::Wgmma(groups) => groups.cycles(tile),
        // `mma.sync` has about two thirds of the speed that matrix units have, and shared
        // memory gives rows and columns to each warp.
        CycleModel::Mma(tf32x3) => {
            let multiplied = (rows * columns / 20).max(4 * rows + 2 * columns);
            // Of factors that are split, there are three products, and each warp splits its own:
            // four warps the same rows and two the same columns, by 10 instructions an element.
            let multiplied = match tf32x3 {
                true => {
                    let tf32x3 = 10 * (4 * rows + 2 * columns) / 4;
                    multiplied.max(3 * rows * columns / 20).max(tf32x3)
                }
                false => multiplied,
            };
            multiplied.max((rows + columns) * ROW_BYTES / 64)
        }
    };
    let bytes = lanes_of_units(nest).map_or(4, |lanes| 16 / lanes);
    let (sum, blocks) = (extent(nest, &sides.k), blocks(nest, sides, tile));
    let parts = match split_k {
        true => (processors / blocks.max(1)).min(sum / SPLIT_K_STEPS).max(1),
        false => 1,
    };
    let steps = match by {
        CycleModel::Wgmma(groups) => groups.steps.div_ceil(parts),
        CycleModel::Mma(_) => (sum * bytes).div_ceil(ROW_BYTES * parts),
    };
    let waves = (blocks * parts).div_ceil(processors);
    let together = if parts > 1 { TOGETHER } else { 0 };
    waves * (steps * step + AROUND + rows * columns / 32) + together
}

/// The elements of 16 bytes of what matrix units multiply.
fn lanes_of_units(nest: &Nest) -> Option<u64> {
    Some(16 / nest.body.element(mma_of(nest)?.nodes[0]).byte_width() as u64)
}

/// The tile for a nest, if it is a product of matrices that threads or warps compute: as
/// large as can be while every multiprocessor has one.
fn tile_of_warps(nest: &Nest, gpu: &Gpu) -> Option<GemmTile> {
    let sides = GemmDims::of(&roles(nest)?);
    let [m, n, k] = [&sides.m, &sides.n, &sides.k].map(|d| extent(nest, d));
    if m < LEAST || n < LEAST || k < LEAST || nest.points() < 1 << 14 {
        return None;
    }
    let lanes = lanes(nest)?;
    let fills = m >= 16 && n >= 16 && k >= 16;
    let by_units = mma_of(nest).filter(|it| fills && gpu.capability >= it.capability());
    let units = by_units.is_some();
    let widest = 2 * lanes;
    let shapes = match units {
        true => UNIT_TILES,
        false => {
            let each = [(widest, widest), (widest, lanes), (lanes, lanes), (2, lanes), (1, lanes)];
            each.map(|(rows, columns)| (SIDE * rows, SIDE * columns))
        }
    };
    let kernel = if units { GemmKernel::Mma } else { GemmKernel::Simt };
    let tiles = shapes.map(|(rows, columns)| GemmTile { m: rows, n: columns, kernel });
    let (low, narrow) = (tiles[4].m, tiles[4].n);
    let fits = |t: &GemmTile| {
        let within = |by: u64, of: u64, least: u64| by <= of.next_power_of_two().max(least);
        let there = by_units.is_none_or(|it| it.has(t.m, t.n));
        there && within(t.m, m, low) && within(t.n, n, narrow)
    };
    let busy = |t: &GemmTile| blocks(nest, &sides, *t) >= u64::from(gpu.multiprocessors);
    let fitting = || tiles.into_iter().filter(fits);
    fitting().find(busy).or_else(|| {
        // Few tiles: middling ones still use what they read several times.
        fitting().find(|t| t.m <= 64).or_else(|| fitting().next_back())
    })
}

/// The tiles that a product has.
pub(super) fn blocks(nest: &Nest, sides: &GemmDims, tile: GemmTile) -> u64 {
    let (m, n) = (extent(nest, &sides.m), extent(nest, &sides.n));
    extent(nest, &sides.batch) * m.div_ceil(tile.m) * n.div_ceil(tile.n)
}

/// Returns the split that sets groups of columns apart, where each is a gemm of its own: those
/// of a convolution whose features see some of the channels each.
pub(super) fn grouped(nest: &Nest, gpu: &Gpu) -> Option<Directive> {
    let (left, right) = nest.contraction()?;
    if roles(nest).is_some() {
        return None;
    }
    let (dim, by, inner) =
        im2col::apart_at(nest, [left, right].map(|node| nest.unconverted(node)))?;
    let apart = nest.clone().split(dim, by, &inner);
    let name = nest.dims[dim].name.clone();
    tile(&apart, gpu, false).is_some().then_some(Directive::Split(name, by, inner))
}

/// In how many parts a sum is best done, where its tiles alone leave a GPU idle.
pub(super) fn split_k(nest: &Nest, machine: &Machine, dim: usize) -> Option<u64> {
    let gpu = machine.gpu.as_ref()?;
    let tile = tile(nest, gpu, true)?;
    let sides = GemmDims::of(&roles(nest)?);
    let idle = u64::from(gpu.multiprocessors) / blocks(nest, &sides, tile).max(1);
    Some(idle.min(nest.dims[dim].extent / SPLIT_K_STEPS))
}

/// Returns whether a GPU's tensor cores multiply what a nest multiplies, by `mma`.
pub(super) fn has_mma(nest: &Nest, gpu: &Gpu) -> bool {
    mma_of(nest).is_some_and(|mma| gpu.capability >= mma.capability())
}

/// Whether a nest has tiles of this size.
pub(super) fn fits(nest: &Nest, tile: GemmTile) -> Result<(), String> {
    let Some((roles, lanes)) = roles(nest).zip(lanes(nest)) else {
        return Err("it is no product of matrices".to_owned());
    };
    let (rows, columns) = (tile.m, tile.n);
    match (tile.kernel, mma_of(nest)) {
        (GemmKernel::Simt, _) => {}
        (_, None) => return Err("matrix units do not multiply such factors".to_owned()),
        (GemmKernel::Mma, Some(units)) if units.has(rows, columns) => return Ok(()),
        (GemmKernel::Mma, Some(_)) => {
            return Err(format!("there are no tiles of {rows} by {columns}"));
        }
        (GemmKernel::Wgmma(_), Some(_)) => {
            return match wgmma_of(nest) {
                None => Err("copies of tiles do not bring such factors".to_owned()),
                Some(groups) => groups.fits(rows, columns),
            };
        }
    }
    let side = |of: u64, by: u64| of.is_multiple_of(SIDE * by) && of.is_power_of_two();
    if !side(rows, 1) || !side(columns, lanes) || rows * columns > 64 * SIDE * SIDE {
        return Err(format!("there are no tiles of {rows} by {columns}"));
    }
    match nest.reduction.as_ref().is_some_and(|r| r.initial.len() == 1) {
        true if !roles.reducing.is_empty() => Ok(()),
        _ => Err("it sums nothing".to_owned()),
    }
}
