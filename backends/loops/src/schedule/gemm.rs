//! Gemms on a GPU: which kernel, which tile, and whether the sum is split (split-K).
//!
//! Each block of threads computes one M by N tile. Both operands are staged in shared memory,
//! a block of K at a time; each element is read from global memory once for the tile,
//! whatever it takes to compute it. Transposed, padded, converted and im2col operands all
//! arrive there in the same order. Three instructions multiply:
//! - [`super::gemm_simt`]: FMA of threads, in the order of the plain loop;
//! - [`super::gemm_mma`]: tensor cores, warp by warp;
//! - [`super::gemm_wgmma`]: Hopper's tensor cores, by warpgroups that TMA feeds.
//!
//! All that they do is decided here, as a [`GemmPlan`].
//!
//! # What they share
//!
//! | | FMA, `mma.sync` | `wgmma` |
//! |---|---|---|
//! | staging | registers or `cp.async` ([`super::staging`]) | TMA ([`super::tensor_map`]) |
//! | main loop | [`super::gemm_pipeline`]: all threads load and multiply | a producer and consumers |
//! | predication | [`super::gemm_tile`] | TMA's for operands, the same for results |
//! | epilogue | [`super::gemm_tile`] | the same |
//! | order of a warp's results | [`super::epilogue_shuffle`], for `mma.sync` | the same |
//!
//! There are two main loops, as CUTLASS has a multistage and a warp-specialized one: a barrier of
//! the whole block, which orders the stages of the first, would stop the producer of the second,
//! whose warps have other registers and meet the consumers at mbarriers only. A kernel with another
//! instruction is one more [`super::gemm_pipeline::MathUnit`].
//!
//! Past the ends of M and N, the last rows and columns are read once more and nothing is
//! stored; past the end of K, zeros are multiplied.

use super::gemm_dims::{
    BlockTile, GemmDims, GemmKernel, GemmTile, MmaGemm, blocks, extent, lanes, mma_of, raster,
};
use super::gemm_plan::GemmPlan;
use super::roles::{Roles, roles};
use super::wgmma_operands::{ROWS, WgmmaGemm, wgmma_of};
use super::{Directive, Gpu, Machine, MathOp, MmaShape, Staging, ThreadGroup};
use super::{epilogue_shuffle, gemm_pipeline, im2col};
use crate::nest::Nest;
use crate::program::{MmaOp, ROW_BYTES};

/// The most threads of a block in rows and in columns of the tile, where threads multiply.
const SIDE: u64 = 16;

/// The largest block K where threads multiply. On an H100, products with a block K of 16 take three
/// quarters of the time that they take with one of 8: each waits for memory once. With 32 it is 4 to 12 %
/// less, but operands that are computed on the way then spill registers.
const FMA_STEPS: u64 = 16;

/// Warps of a block, in rows and columns of the tile.
const WARPS: (u64, u64) = (2, 4);

/// Bytes of block K where warps multiply.
const MMA_BYTES: u64 = 64;

/// Shared memory of a block of warps: several blocks share a multiprocessor.
const MMA_SHARED: u64 = 64 << 10;

/// The most stages, of warps and of warpgroups: copies on their way then hide how long memory
/// takes.
const MMA_STAGES: u64 = 4;
const WGMMA_STAGES: u64 = 6;

/// Shared memory of a multiprocessor with warpgroups, less than a KiB for mbarriers.
const WGMMA_SHARED: u64 = (227 << 10) - (1 << 10);

/// The tiles of warps.
const WARP_TILES: [(u64, u64); 5] = [(128, 128), (128, 64), (64, 64), (64, 32), (32, 32)];

/// The most results of a tile of warps whose sums take two registers each.
const WIDE_TILE: u64 = 128 * 64;

/// Fewer rows, columns or steps are no matrix.
const LEAST: u64 = 8;

/// The least K of one split.
const SPLIT_K_STEPS: u64 = 128;

/// The least K of one split where threads multiply. This and the next two constants are measured on an
/// H100 with products of 128 by 384 and 1536, and of 32 by 1024.
const FMA_SPLIT_K_STEPS: u64 = 64;

/// The blocks per multiprocessor that splits are to make where threads multiply.
const FMA_BLOCKS: u64 = 3;

/// The most splits where threads multiply.
const FMA_SPLITS: u64 = 8;

/// The least K of one split of a tile that is chosen for its splits.
const LARGE_SPLIT_K_STEPS: u64 = 256;

/// The tiles that warpgroups compute.
const GROUP_TILES: [(u64, u64); 8] =
    [(128, 256), (128, 128), (64, 256), (128, 64), (64, 128), (128, 32), (64, 64), (64, 32)];

/// The tile for a nest, if it is a product of matrices. Where warpgroups can compute it, by
/// what takes the least time, roughly; with its sum in parts where there are few tiles, if
/// that is still open.
pub(super) fn tile(nest: &Nest, gpu: &Gpu, split_k: bool) -> Option<GemmTile> {
    let tile = tile_of_warps(nest, gpu, split_k)?;
    let Some(groups) = wgmma_of(nest).filter(|_| gpu.warpgroups) else { return Some(tile) };
    let sides = GemmDims::of(&roles(nest)?);
    let by = |tile: &GemmTile| match tile.kernel {
        GemmKernel::Wgmma => CycleModel::Wgmma(&groups),
        GemmKernel::Mma | GemmKernel::Simt => CycleModel::Mma(groups.mma.tf32x3),
    };
    let cycles = |tile: &GemmTile| cycles(nest, &sides, (*tile, by(tile)), gpu, split_k);
    wgmma_tiles(&groups).chain([tile]).min_by_key(cycles)
}

/// The tiles of warpgroups that there are for a gemm.
fn wgmma_tiles(groups: &WgmmaGemm) -> impl Iterator<Item = GemmTile> {
    let each = GROUP_TILES.map(|(m, n)| GemmTile { m, n, kernel: GemmKernel::Wgmma });
    each.into_iter().filter(|t| groups.fits(t.n).is_ok())
}

/// About how many cycles a product takes whose sum may go in parts: by warps, and by warpgroups
/// where these can do it. `None` where warps have no tensor cores for it.
pub(super) fn cycles_of(nest: &Nest, gpu: &Gpu) -> Option<(u64, Option<u64>)> {
    let tile = tile_of_warps(nest, gpu, false).filter(|tile| tile.kernel == GemmKernel::Mma)?;
    let sides = GemmDims::of(&roles(nest)?);
    let tf32x3 = mma_of(nest)?.tf32x3;
    let warps = cycles(nest, &sides, (tile, CycleModel::Mma(tf32x3)), gpu, true);
    let groups = wgmma_of(nest).filter(|_| gpu.warpgroups).and_then(|groups| {
        let by = CycleModel::Wgmma(&groups);
        wgmma_tiles(&groups).map(|tile| cycles(nest, &sides, (tile, by), gpu, true)).min()
    });
    Some((warps, groups))
}

/// Cycles before the first product of a tile and after the last, but for its results.
const PROLOGUE_EPILOGUE_CYCLES: u64 = 1000;

/// Cycles to put partial results together.
const SPLIT_K_REDUCE_CYCLES: u64 = 4000;

/// The matrix instructions whose cycles are counted.
#[derive(Clone, Copy)]
enum CycleModel<'g> {
    /// `mma.sync`, by warps; whether operands are split first.
    Mma(bool),
    /// `wgmma`, by warpgroups.
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
    let shape = (rows, columns);
    let processors = u64::from(gpu.multiprocessors);
    let step = match by {
        CycleModel::Wgmma(groups) => groups.cycles(shape),
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
    let (sum, blocks) = (extent(nest, &sides.k), blocks(nest, sides, shape));
    let parts = match split_k {
        true => (processors / blocks.max(1)).min(sum / SPLIT_K_STEPS).max(1),
        false => 1,
    };
    let steps = match by {
        CycleModel::Wgmma(groups) => groups.steps.div_ceil(parts),
        CycleModel::Mma(_) => (sum * bytes).div_ceil(ROW_BYTES * parts),
    };
    let waves = (blocks * parts).div_ceil(processors);
    let together = if parts > 1 { SPLIT_K_REDUCE_CYCLES } else { 0 };
    waves * (steps * step + PROLOGUE_EPILOGUE_CYCLES + rows * columns / 32) + together
}

/// The elements of 16 bytes of what tensor cores multiply.
fn lanes_of_units(nest: &Nest) -> Option<u64> {
    Some(16 / nest.body.element(mma_of(nest)?.nodes[0]).byte_width() as u64)
}

/// The tile for a nest, if it is a product of matrices that threads or warps compute: as
/// large as can be while every multiprocessor has one. Where threads multiply and `split_k` is set,
/// splits of tiles count as tiles.
fn tile_of_warps(nest: &Nest, gpu: &Gpu, split_k: bool) -> Option<GemmTile> {
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
        true => WARP_TILES,
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
        let there = by_units.is_none_or(|it| has_tile(it, (t.m, t.n)));
        there && within(t.m, m, low) && within(t.n, n, narrow)
    };
    let processors = u64::from(gpu.multiprocessors);
    let busy = |t: &GemmTile| {
        let blocks = blocks(nest, &sides, (t.m, t.n));
        let splits = if split_k && !units { (k / LARGE_SPLIT_K_STEPS).min(FMA_SPLITS) } else { 1 };
        // Some more blocks than multiprocessors, so that the work of splitting pays.
        blocks >= processors || blocks * splits >= processors * 3 / 2
    };
    let fitting = || tiles.into_iter().filter(fits);
    // Few tiles: middling ones still use what they read several times. Smaller ones of threads do
    // not pay, however many there are.
    let few = if units { 64 } else { 2 * SIDE };
    let large = |t: &GemmTile| units || t.m >= few;
    fitting()
        .filter(large)
        .find(busy)
        .or_else(|| fitting().find(|t| t.m <= few).or_else(|| fitting().next_back()))
}

/// Returns the split that sets groups of columns apart, where each is a gemm of its own: those
/// of a convolution whose features see some of the channels each.
pub(super) fn split_feature_groups(nest: &Nest, gpu: &Gpu) -> Option<Directive> {
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
    let (blocks, k) = (blocks(nest, &sides, (tile.m, tile.n)).max(1), nest.dims[dim].extent);
    let processors = u64::from(gpu.multiprocessors);
    Some(match tile.kernel {
        GemmKernel::Simt => {
            (FMA_BLOCKS * processors / blocks).min(k / FMA_SPLIT_K_STEPS).min(FMA_SPLITS)
        }
        GemmKernel::Mma | GemmKernel::Wgmma => (processors / blocks).min(k / SPLIT_K_STEPS),
    })
}

/// Returns whether sums of a tile of warps fit registers.
fn has_tile(mma: MmaGemm, (m, n): (u64, u64)) -> bool {
    let wide = mma.tf32x3 || mma.op == MmaOp::F64;
    !wide || m * n <= WIDE_TILE
}

/// Decides how a GPU computes a nest, if it is a gemm.
pub(super) fn plan(nest: &Nest, gpu: &Gpu) -> Option<GemmPlan> {
    let tile = tile(nest, gpu, false)?;
    match tile.kernel {
        GemmKernel::Simt => fma_plan(nest, (tile.m, tile.n), gpu),
        GemmKernel::Mma => mma_plan(nest, (tile.m, tile.n)),
        GemmKernel::Wgmma => wgmma_plan(nest, (tile.m, tile.n), gpu.multiprocessors.into()),
    }
}

/// The tile and the order of blocks.
fn block_tile(nest: &Nest, roles: &Roles, (m, n): (u64, u64)) -> BlockTile {
    let down = extent(nest, &GemmDims::of(roles).m).div_ceil(m);
    BlockTile { m, n, raster: raster(down) }
}

/// The plan of threads: operands by registers, with double buffering.
pub(super) fn fma_plan(nest: &Nest, tile: (u64, u64), gpu: &Gpu) -> Option<GemmPlan> {
    let (roles, lanes) = roles(nest).zip(lanes(nest))?;
    let whole = nest.dims[roles.column].extent.is_multiple_of(lanes);
    // Each thread has a vector of rows and of columns at least.
    let [down, over] = [tile.0, tile.1].map(|side| (side / lanes).min(SIDE));
    let sum = extent(nest, &GemmDims::of(&roles).k).next_power_of_two();
    let k = sum.clamp(lanes, FMA_STEPS);
    let plan = |k: u64| GemmPlan {
        tile: block_tile(nest, &roles, tile),
        persistent: None,
        staging: [Staging::Registers; 2],
        k,
        stages: 2,
        group: ThreadGroup::Threads,
        down,
        over,
        math: MathOp::Fma(tile.0 / down, tile.1 / over),
        vector: if whole { lanes as u16 } else { 1 },
    };
    // Two blocks of a multiprocessor have room for their stages.
    let room = gpu.most_shared_bytes() / 2;
    let fits = |k: &u64| plan(*k).shared_bytes(nest).is_some_and(|bytes| bytes <= room);
    let fewer = std::iter::successors(Some(k), |k| (*k > lanes).then_some(k / 2));
    let fitting = fewer.clone().find(fits).or_else(|| fewer.last());
    fitting.map(plan)
}

/// The plan of warps: what is an input's elements comes by copies, several stages ahead; what has
/// to be computed on the way through registers.
pub(super) fn mma_plan(nest: &Nest, (m, n): (u64, u64)) -> Option<GemmPlan> {
    let (roles, mma) = roles(nest).zip(mma_of(nest))?;
    let bytes = nest.body.element(mma.nodes[0]).byte_width() as u64;
    let staging = |operand: super::Operand| {
        let mut only = [Staging::Registers; 2];
        only[operand as usize] = Staging::Async;
        let found = gemm_pipeline::sources(nest, &roles, mma.nodes, only, 16 / bytes);
        let fits = found.is_ok_and(|all| all.iter().flatten().all(|it| it.by_steps || bytes > 1));
        if fits { Staging::Async } else { Staging::Registers }
    };
    let staging = [super::Operand::Lhs, super::Operand::Rhs].map(staging);
    let ((down, over), (rows, steps)) = (WARPS, mma.op.shape());
    let shape = (rows as u64, n / over / 8);
    let plan = GemmPlan {
        tile: block_tile(nest, &roles, (m, n)),
        persistent: None,
        staging,
        k: MMA_BYTES / bytes,
        stages: 2,
        group: ThreadGroup::Warps,
        down,
        over,
        math: MathOp::Mma(MmaShape { m: rows as u64, n: 8, k: steps as u64 }),
        vector: epilogue_shuffle::lanes(nest, roles.column, shape, epilogue_shuffle::MOST),
    };
    if !staging.contains(&Staging::Async) {
        return Some(plan);
    }
    let steps = extent(nest, &roles.reducing).div_ceil(plan.k);
    let each = plan.mma_stage_bytes(nest, &roles)?;
    Some(GemmPlan { stages: (MMA_SHARED / each).clamp(2, MMA_STAGES).min(steps), ..plan })
}

/// The plan of warpgroups: TMA fills as many stages as there is room for.
pub(super) fn wgmma_plan(nest: &Nest, tile: (u64, u64), processors: u64) -> Option<GemmPlan> {
    let groups = wgmma_of(nest)?;
    let nest = groups.apart.as_deref().unwrap_or(nest);
    let roles = roles(nest)?;
    let (m, n) = tile;
    let room = WgmmaGemm::room(tile);
    let all = blocks(nest, &GemmDims::of(&roles), tile);
    let persistent = room * processors;
    let iterations = all.div_ceil(all.min(persistent).max(1));
    let each = (m + n) * ROW_BYTES * if groups.mma.tf32x3 { 2 } else { 1 };
    let stages = (WGMMA_SHARED / room / each).min(WGMMA_STAGES).min(groups.steps * iterations);
    let shape = MmaShape { m: ROWS, n, k: groups.mma.op.shape().1 as u64 };
    Some(GemmPlan {
        tile: block_tile(nest, &roles, tile),
        persistent: Some(persistent),
        staging: [Staging::Tma; 2],
        k: groups.mma.op.row_k() as u64,
        stages: stages.max(1),
        group: ThreadGroup::Warpgroups,
        down: m / ROWS,
        over: 1,
        math: MathOp::Wgmma(shape),
        vector: epilogue_shuffle::lanes(nest, roles.column, (16, n / 8), epilogue_shuffle::MOST),
    })
}
