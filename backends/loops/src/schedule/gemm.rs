//! Gemms on a GPU: which kernel, which tile, and whether the sum is split (split-K).
//!
//! Each block of threads computes one M by N tile. Both operands are staged in shared memory,
//! a block of K at a time; each element is read from global memory once for the tile,
//! whatever it takes to compute it. Transposed, padded, converted and im2col operands all
//! arrive there in the same order. Three kernels share this:
//! - [`super::gemm_simt`]: threads multiply, double-buffered, in the order of the plain loop;
//! - [`super::gemm_mma`]: tensor cores multiply, warp by warp, with a pipeline of `cp.async`;
//! - [`super::gemm_wgmma`]: Hopper's warpgroups multiply, fed by TMA.
//!
//! Past the ends of M and N, the last rows and columns are read once more and nothing is
//! stored; past the end of K, zeros are multiplied.

use super::gemm_dims::{
    GemmDims, GemmKernel, GemmTile, SIDE, UNIT_TILES, blocks, extent, lanes, mma_of,
};
use super::im2col;
use super::roles::roles;
use super::wgmma_operands::{WgmmaGemm, wgmma_of};
use super::{Directive, Gpu, Machine};
use crate::nest::Nest;
use crate::program::ROW_BYTES;

/// Fewer rows, columns or steps are no matrix.
const LEAST: u64 = 8;

/// The least K of one split.
const SPLIT_K_STEPS: u64 = 128;

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
/// where these can do it. `None` where warps have no tensor cores for it.
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
    /// Those of warps, which may have to split operands.
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
        // `mma.sync` has about two thirds of the speed that tensor cores have, and shared
        // memory gives rows and columns to each warp.
        CycleModel::Mma(tf32x3) => {
            let multiplied = (rows * columns / 20).max(4 * rows + 2 * columns);
            // Of operands that are split, there are three products, and each warp splits its own:
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

/// The elements of 16 bytes of what tensor cores multiply.
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

/// Returns in how many splits of K a gemm is best computed, where its tiles alone leave a
/// GPU idle.
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
        return Err("it is no gemm".to_owned());
    };
    let (rows, columns) = (tile.m, tile.n);
    match (tile.kernel, mma_of(nest)) {
        (GemmKernel::Simt, _) => {}
        (_, None) => return Err("tensor cores do not multiply such operands".to_owned()),
        (GemmKernel::Mma, Some(units)) if units.has(rows, columns) => return Ok(()),
        (GemmKernel::Mma, Some(_)) => {
            return Err(format!("there are no tiles of {rows} by {columns}"));
        }
        (GemmKernel::Wgmma(_), Some(_)) => {
            return match wgmma_of(nest) {
                None => Err("TMA does not load such operands".to_owned()),
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
