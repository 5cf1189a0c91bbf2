//! Whether a nest and a machine can have a plan of a GPU gemm, and why not.
//!
//! Emission obeys what passes here without a check of its own. [`GemmPlan::check`] holds on every
//! machine, [`GemmPlan::check_machine`] on one.

use super::gemm_dims::{GemmDims, MmaGemm, extent, lanes, mma_of};
use super::gemm_pipeline::sources;
use super::gemm_plan::{GemmPlan, Refusal};
use super::gemm_shared::{PART, StageLayout};
use super::roles::{Roles, roles};
use super::staging;
use super::wgmma_operands::{ROWS, wgmma_of};
use super::{Directive, Gpu, MathOp, MmaShape, Operand, Staging, Team, epilogue_shuffle};
use crate::nest::{Nest, NodeId};
use crate::program::{MmaOp, ROW_BYTES};

/// Results that a thread can have in registers, of 4 bytes each.
const MOST_SUMS: u64 = 128;

/// Threads of a block.
const MOST_THREADS: u64 = 1024;

/// Rows and columns of a tile of warps.
const WARP_TILES: [u64; 4] = [32, 64, 128, 256];

/// Bytes of shared memory that mbarriers take at most.
const MBARRIERS: u64 = 1 << 10;

/// Refuses a directive, unless something holds.
fn ensure(holds: bool, directive: Directive, why: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err((directive, why())) }
}

/// A word in the plural, but for one.
fn counted(count: u64, word: &str) -> String {
    if count == 1 { format!("one {word}") } else { format!("{count} {word}s") }
}

impl GemmPlan {
    /// Checks that a nest can be computed so.
    ///
    /// # Errors
    /// The directive that is to blame, and why.
    pub(super) fn check(&self, nest: &Nest) -> Result<(), Refusal> {
        let Some(roles) = roles(nest).filter(|_| lanes(nest).is_some()) else {
            return Err((self.instruction(), "it is no gemm".to_owned()));
        };
        let sums = nest.reduction.as_ref().is_some_and(|r| r.initial.len() == 1);
        ensure(sums && !roles.reducing.is_empty(), self.instruction(), || {
            "it sums nothing".to_owned()
        })?;
        let GemmPlan { tile, down, over, .. } = *self;
        let divides = tile.m.is_multiple_of(down) && tile.n.is_multiple_of(over);
        ensure(divides, self.share(), || {
            format!("{} do not share {} by {} results evenly", self.team, tile.m, tile.n)
        })?;
        let (team, name) = match self.math {
            MathOp::Fma(..) => (Team::Threads, "fma"),
            MathOp::Mma(_) => (Team::Warps, "mma"),
            MathOp::Wgmma(_) => (Team::Warpgroups, "wgmma"),
        };
        ensure(self.team == team, self.share(), || format!("`{name}` is computed by {team}"))?;
        ensure(self.threads() <= MOST_THREADS, self.share(), || {
            format!("a block has at most {MOST_THREADS} threads, not {}", self.threads())
        })?;
        match self.math {
            MathOp::Fma(rows, columns) => self.check_fma(nest, &roles, (rows, columns)),
            MathOp::Mma(shape) => self.check_mma(nest, &roles, shape),
            MathOp::Wgmma(shape) => self.check_wgmma(nest, shape),
        }
    }

    fn check_fma(
        &self,
        nest: &Nest,
        roles: &Roles,
        (rows, columns): (u64, u64),
    ) -> Result<(), Refusal> {
        let lanes = lanes(nest).unwrap_or(1);
        let GemmPlan { tile, down, over, k, .. } = *self;
        self.check_no_persistence()?;
        let powers = [tile.m, tile.n].iter().all(|side| side.is_power_of_two());
        ensure(powers, self.block_tile(), || "sides of tiles are powers of two".to_owned())?;
        ensure(self.threads().is_multiple_of(32), self.share(), || {
            "blocks are whole warps of 32 threads".to_owned()
        })?;
        ensure((rows, columns) == (tile.m / down, tile.n / over), self.instruction(), || {
            format!("a thread has {} by {} results", tile.m / down, tile.n / over)
        })?;
        ensure(columns.is_multiple_of(lanes), self.instruction(), || {
            format!("columns are multiplied in vectors of {lanes}")
        })?;
        ensure(rows * columns <= 64, self.instruction(), || {
            "a thread has registers for 64 results".to_owned()
        })?;
        let fits = k.is_power_of_two() && k.is_multiple_of(lanes) && k <= 64;
        ensure(fits, self.pipeline(), || {
            format!("a stage has a power of two of steps, {lanes} to 64")
        })?;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] != Staging::Tma, self.stage(operand), || {
                "threads read operands that are staged by registers or by async".to_owned()
            })?;
        }
        let nodes = [roles.across.1, roles.along.1];
        let found = sources(nest, roles, nodes, self.staging, lanes);
        let sources = found.map_err(|(operand, why)| (self.stage(operand), why))?;
        for (source, operand) in sources.iter().zip([roles.across.0, roles.along.0]) {
            let by_steps = source.as_ref().is_some_and(|it| it.by_steps);
            ensure(!by_steps, self.stage(operand), || {
                "threads read rows of points, and steps of the sum lie side by side".to_owned()
            })?;
        }
        self.check_raster(nest, roles)?;
        let whole = nest.dims[roles.column].extent.is_multiple_of(self.vector.into());
        let fits = self.vector == 1 || u64::from(self.vector) == lanes && whole;
        ensure(fits, self.vectors(), || format!("results are stored in whole vectors of {lanes}"))?;
        self.check_stages(extent(nest, &roles.reducing).div_ceil(k))
    }

    fn check_mma(&self, nest: &Nest, roles: &Roles, shape: MmaShape) -> Result<(), Refusal> {
        let mma = self.tensor_cores(nest)?;
        let GemmPlan { tile, down, over, k, .. } = *self;
        self.check_no_persistence()?;
        let (m, n) = (mma.op.shape().0 as u64, 8);
        let own = MmaShape { m, n, k: mma.op.shape().1 as u64 };
        ensure(shape == own, self.instruction(), || format!("they are multiplied as {own}"))?;
        let there = WARP_TILES.contains(&tile.m) && WARP_TILES.contains(&tile.n);
        ensure(there, self.block_tile(), || {
            format!(
                "tiles of warps have 32, 64, 128 or 256 rows and columns, not {} by {}",
                tile.m, tile.n
            )
        })?;
        let (rows, columns) = (tile.m / down, tile.n / over);
        ensure(rows.is_multiple_of(m) && columns.is_multiple_of(n), self.share(), || {
            format!("a warp has {rows} by {columns} results, no multiple of {m} by {n}")
        })?;
        let registers = self.registers(rows * columns / 32, mma);
        ensure(registers <= MOST_SUMS, self.share(), || {
            format!("a thread's sums take {registers} registers, more than {MOST_SUMS}")
        })?;
        let bytes = nest.body.element(mma.nodes[0]).byte_width() as u64;
        let fits = k * bytes == 2 * PART || k * bytes == 4 * PART;
        ensure(fits, self.pipeline(), || {
            format!("a stage has {} or {} steps", 2 * PART / bytes, 4 * PART / bytes)
        })?;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] != Staging::Tma, self.stage(operand), || {
                "warps read operands that are staged by registers or by async".to_owned()
            })?;
        }
        let found = sources(nest, roles, mma.nodes, self.staging, 16 / bytes);
        let sources = found.map_err(|(operand, why)| (self.stage(operand), why))?;
        for (source, operand) in sources.iter().zip([roles.across.0, roles.along.0]) {
            let fits = source.as_ref().is_none_or(|it| it.by_steps || bytes > 1);
            ensure(fits, self.stage(operand), || {
                "its bytes lie side by side across the sum, and only pairs of them transpose"
                    .to_owned()
            })?;
        }
        self.check_raster(nest, roles)?;
        epilogue_shuffle::check(nest, roles.column, (m, columns / 8), self.vector)
            .map_err(|why| (self.vectors(), why))?;
        self.check_stages(extent(nest, &roles.reducing).div_ceil(k))
    }

    fn check_wgmma(&self, nest: &Nest, shape: MmaShape) -> Result<(), Refusal> {
        let mma = self.tensor_cores(nest)?;
        let Some(groups) = wgmma_of(nest) else {
            let why = "TMA does not load such operands".to_owned();
            return Err((self.instruction(), why));
        };
        let nest = groups.apart.as_deref().unwrap_or(nest);
        let GemmPlan { tile, down, over, .. } = *self;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] == Staging::Tma, self.stage(operand), || {
                "warpgroups read operands that are staged by tma".to_owned()
            })?;
        }
        ensure(down * over <= 2, self.share(), || {
            "registers are enough for two warpgroups that multiply".to_owned()
        })?;
        let columns = tile.n / over;
        ensure(tile.m == down * ROWS, self.block_tile(), || {
            let have = if down == 1 { "has" } else { "have" };
            format!("{} down {have} {} rows", counted(down, "warpgroup"), down * ROWS)
        })?;
        groups.fits(columns).map_err(|why| (self.block_tile(), why))?;
        let own = MmaShape { m: ROWS, n: columns, k: mma.op.shape().1 as u64 };
        ensure(shape == own, self.instruction(), || format!("they are multiplied as {own}"))?;
        let steps = mma.op.row_k() as u64;
        ensure(self.k == steps, self.pipeline(), || {
            format!("TMA brings rows of {ROW_BYTES} bytes, {steps} steps")
        })?;
        ensure(self.stages > 1 || groups.steps == 1, self.pipeline(), || {
            "a stage is free once the next one is multiplied, so there are two or more".to_owned()
        })?;
        let Some(roles) = roles(nest) else { return Ok(()) };
        self.check_raster(nest, &roles)?;
        epilogue_shuffle::check(nest, roles.column, (16, columns / 8), self.vector)
            .map_err(|why| (self.vectors(), why))
    }

    fn tensor_cores(&self, nest: &Nest) -> Result<MmaGemm, Refusal> {
        let why = "tensor cores do not multiply such operands";
        mma_of(nest).ok_or_else(|| (self.instruction(), why.to_owned()))
    }

    /// The registers of so many sums of a thread.
    fn registers(&self, sums: u64, mma: MmaGemm) -> u64 {
        sums * if mma.tf32x3 || mma.op == MmaOp::F64 { 2 } else { 1 }
    }

    fn check_no_persistence(&self) -> Result<(), Refusal> {
        ensure(self.persistent.is_none(), self.block_tile(), || {
            "only warpgroups compute several tiles in a block".to_owned()
        })
    }

    fn check_raster(&self, nest: &Nest, roles: &Roles) -> Result<(), Refusal> {
        let down = extent(nest, &GemmDims::of(roles).m).div_ceil(self.tile.m);
        ensure(down.is_multiple_of(self.tile.raster), self.raster(), || {
            format!("{down} rows of tiles are no multiple of that")
        })
    }

    /// Checks the stages of threads and warps, given the steps of the whole sum.
    fn check_stages(&self, steps: u64) -> Result<(), Refusal> {
        let copies = self.staging.contains(&Staging::Async);
        let most = if copies { steps } else { steps.max(2) };
        ensure(self.stages <= most, self.pipeline(), || {
            format!("the sum has {}", counted(steps, "step"))
        })
    }

    /// Checks that a GPU can compute a nest so.
    ///
    /// # Errors
    /// The directive that is to blame, and why.
    pub(super) fn check_machine(&self, nest: &Nest, gpu: &Gpu) -> Result<(), Refusal> {
        if let MathOp::Wgmma(_) = self.math {
            ensure(gpu.warpgroups, self.instruction(), || {
                "the GPU has no warpgroups that multiply matrices".to_owned()
            })?;
        }
        if !matches!(self.math, MathOp::Fma(..)) {
            let there = mma_of(nest).is_some_and(|mma| gpu.capability >= mma.capability());
            ensure(there, self.instruction(), || {
                "the GPU has no tensor cores for such operands".to_owned()
            })?;
        }
        for operand in [Operand::Lhs, Operand::Rhs] {
            let there = self.staging[operand as usize] != Staging::Async || gpu.capability >= 80;
            ensure(there, self.stage(operand), || "the GPU has no asynchronous copies".to_owned())?;
        }
        let (bytes, most) = (self.shared_bytes(nest), gpu.most_shared_bytes());
        ensure(bytes.is_some_and(|bytes| bytes <= most), self.pipeline(), || {
            let bytes = bytes.map_or("too many".to_owned(), |bytes| bytes.to_string());
            format!("stages take {bytes} bytes of shared memory, and a block has {most}")
        })
    }

    /// The bytes of shared memory of a block, of a plan that its nest can have.
    pub(super) fn shared_bytes(&self, nest: &Nest) -> Option<u64> {
        let roles = roles(nest)?;
        let (m, n) = (self.tile.m, self.tile.n);
        let stage = match self.math {
            MathOp::Fma(..) => {
                let lanes = lanes(nest)?;
                self.k * (m + n + 2 * lanes) * (16 / lanes)
            }
            MathOp::Mma(_) => self.mma_stage_bytes(nest, &roles)?,
            MathOp::Wgmma(_) => {
                let parts = if mma_of(nest)?.tf32x3 { 2 } else { 1 };
                return ((m + n) * ROW_BYTES * parts)
                    .checked_mul(self.stages)?
                    .checked_add(MBARRIERS);
            }
        };
        stage.checked_mul(self.stages)
    }

    /// The bytes of a stage of warps.
    pub(super) fn mma_stage_bytes(&self, nest: &Nest, roles: &Roles) -> Option<u64> {
        let nodes = mma_of(nest)?.nodes;
        let bytes = nest.body.element(nodes[0]).byte_width() as u64;
        let (lanes, dims) = (16 / bytes, GemmDims::of(roles));
        let sources = sources(nest, roles, nodes, self.staging, lanes).ok()?;
        let step = *dims.k.last().unwrap_or(&0);
        let size = |node: NodeId, side: &[usize], points: u64, n: usize| {
            let own = *side.last().unwrap_or(&0);
            let (dim, by_steps) = staging::vector_dim(nest, node, (own, step), lanes);
            let loaded = (if dim.is_some() { lanes } else { 1 }, by_steps);
            StageLayout::new(bytes, sources[n].as_ref(), loaded, (points, self.k)).size()
        };
        let all = size(nodes[0], &dims.m, self.tile.m, 0) + size(nodes[1], &dims.n, self.tile.n, 1);
        Some(all * bytes)
    }
}
