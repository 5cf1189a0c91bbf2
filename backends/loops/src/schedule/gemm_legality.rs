//! Whether a nest and a machine can have a plan of a GPU gemm, and why not.
//!
//! Emission obeys what passes here without a check of its own. [`GemmPlan::check`] holds on every
//! machine, [`GemmPlan::check_machine`] on one.

use super::gemm_dims::{GemmDims, MmaGemm, extent, lanes, mma_of};
use super::gemm_pipeline::sources;
use super::gemm_plan::{GemmPlan, Refusal};
use super::gemm_shared::{MMA_K_BYTES, StageLayout};
use super::roles::{Roles, roles};
use super::staging;
use super::wgmma_operands::{ROWS, wgmma_of};
use super::{Directive, Gpu, MathOp, MmaShape, Operand, Staging, ThreadGroup, epilogue_shuffle};
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

impl GemmPlan {
    /// Checks that a nest can be computed so.
    ///
    /// # Errors
    /// The directive that is to blame, and why.
    pub(super) fn check(&self, nest: &Nest) -> Result<(), Refusal> {
        let Some(roles) = roles(nest).filter(|_| lanes(nest).is_some()) else {
            return Err((self.instruction(), "the nest is not a gemm".to_owned()));
        };
        let sums = nest.reduction.as_ref().is_some_and(|r| r.initial.len() == 1);
        ensure(sums && !roles.reducing.is_empty(), self.instruction(), || {
            "the nest sums no products".to_owned()
        })?;
        let GemmPlan { tile, down, over, .. } = *self;
        let divides = tile.m.is_multiple_of(down) && tile.n.is_multiple_of(over);
        ensure(divides, self.share(), || {
            format!(
                "{} {down} by {over} do not divide a tile of {} by {} evenly",
                self.group, tile.m, tile.n
            )
        })?;
        let (group, name) = match self.math {
            MathOp::Fma(..) => (ThreadGroup::Threads, "fma"),
            MathOp::Mma(_) => (ThreadGroup::Warps, "mma"),
            MathOp::Wgmma(_) => (ThreadGroup::Warpgroups, "wgmma"),
        };
        ensure(self.group == group, self.share(), || {
            format!("`{name}` needs {group}, not {}", self.group)
        })?;
        ensure(self.threads() <= MOST_THREADS, self.share(), || {
            format!(
                "the block has {} threads, and at most {MOST_THREADS} are legal",
                self.threads()
            )
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
        ensure(powers, self.block_tile(), || {
            format!("block M and N must be powers of two, not {} and {}", tile.m, tile.n)
        })?;
        ensure(self.threads().is_multiple_of(32), self.share(), || {
            format!("the block has {} threads, not a multiple of 32", self.threads())
        })?;
        ensure((rows, columns) == (tile.m / down, tile.n / over), self.instruction(), || {
            format!(
                "a thread has {} by {} results, not {rows} by {columns}",
                tile.m / down,
                tile.n / over
            )
        })?;
        ensure(columns.is_multiple_of(lanes), self.instruction(), || {
            format!("the {columns} columns of a thread must be a multiple of {lanes}, a vector")
        })?;
        ensure(rows * columns <= 64, self.instruction(), || {
            format!("a thread has {} results, and at most 64 are legal", rows * columns)
        })?;
        let fits = k.is_power_of_two() && k.is_multiple_of(lanes) && k <= 64;
        ensure(fits, self.pipeline(), || {
            format!("block K must be a power of two from {lanes} to 64, not {k}")
        })?;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] != Staging::Tma, self.stage(operand), || {
                "`fma` reads operands that `registers` or `async` stage, not `tma`".to_owned()
            })?;
        }
        let nodes = [roles.across.1, roles.along.1];
        let found = sources(nest, roles, nodes, self.staging, lanes);
        let sources = found.map_err(|(operand, why)| (self.stage(operand), why))?;
        for (source, operand) in sources.iter().zip([roles.across.0, roles.along.0]) {
            let by_steps = source.as_ref().is_some_and(|it| it.by_steps);
            ensure(!by_steps, self.stage(operand), || {
                "`fma` copies rows of points by `async`, and the operand is contiguous along k"
                    .to_owned()
            })?;
        }
        self.check_raster(nest, roles)?;
        let whole = nest.dims[roles.column].extent.is_multiple_of(self.vector.into());
        let fits = self.vector == 1 || u64::from(self.vector) == lanes && whole;
        ensure(fits, self.vectors(), || {
            format!("the vector must have 1 or {lanes} columns that divide n, not {}", self.vector)
        })?;
        self.check_stages(extent(nest, &roles.reducing).div_ceil(k))
    }

    fn check_mma(&self, nest: &Nest, roles: &Roles, shape: MmaShape) -> Result<(), Refusal> {
        let mma = self.tensor_cores(nest)?;
        let GemmPlan { tile, down, over, k, .. } = *self;
        self.check_no_persistence()?;
        let (m, n) = (mma.op.shape().0 as u64, 8);
        let own = MmaShape { m, n, k: mma.op.shape().1 as u64 };
        ensure(shape == own, self.instruction(), || {
            format!("the operands need {own}, not {shape}")
        })?;
        let there = WARP_TILES.contains(&tile.m) && WARP_TILES.contains(&tile.n);
        ensure(there, self.block_tile(), || {
            format!(
                "block M and N of `mma` must be 32, 64, 128 or 256, not {} and {}",
                tile.m, tile.n
            )
        })?;
        let (rows, columns) = (tile.m / down, tile.n / over);
        ensure(rows.is_multiple_of(m) && columns.is_multiple_of(n), self.share(), || {
            format!("a warp has {rows} by {columns} results, not multiples of {m} and {n}")
        })?;
        let registers = self.registers(rows * columns / 32, mma);
        ensure(registers <= MOST_SUMS, self.share(), || {
            format!("a thread's sums take {registers} registers, and at most {MOST_SUMS} are legal")
        })?;
        let bytes = nest.body.element(mma.nodes[0]).byte_width() as u64;
        let fits = k * bytes == 2 * MMA_K_BYTES || k * bytes == 4 * MMA_K_BYTES;
        ensure(fits, self.pipeline(), || {
            let steps = 2 * MMA_K_BYTES / bytes;
            format!("block K must be {steps} or {}, not {k}", 2 * steps)
        })?;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] != Staging::Tma, self.stage(operand), || {
                "`mma` reads operands that `registers` or `async` stage, not `tma`".to_owned()
            })?;
        }
        let found = sources(nest, roles, mma.nodes, self.staging, 16 / bytes);
        let sources = found.map_err(|(operand, why)| (self.stage(operand), why))?;
        for (source, operand) in sources.iter().zip([roles.across.0, roles.along.0]) {
            let fits = source.as_ref().is_none_or(|it| it.by_steps || bytes > 1);
            ensure(fits, self.stage(operand), || {
                "the operand's bytes are not contiguous along k, and `mma` transposes pairs of \
                 bytes only"
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
            let why = "TMA does not load an operand of this layout or type".to_owned();
            return Err((self.instruction(), why));
        };
        let nest = groups.apart.as_deref().unwrap_or(nest);
        let GemmPlan { tile, down, over, .. } = *self;
        for operand in [Operand::Lhs, Operand::Rhs] {
            ensure(self.staging[operand as usize] == Staging::Tma, self.stage(operand), || {
                "`wgmma` reads operands that `tma` stages".to_owned()
            })?;
        }
        ensure(down * over <= 2, self.share(), || {
            format!("{} warpgroups multiply, and at most 2 are legal", down * over)
        })?;
        let columns = tile.n / over;
        ensure(tile.m == down * ROWS, self.block_tile(), || {
            format!("block M must be {ROWS} rows for each of {down} warpgroups, not {}", tile.m)
        })?;
        groups.fits(columns).map_err(|why| (self.block_tile(), why))?;
        let own = MmaShape { m: ROWS, n: columns, k: mma.op.shape().1 as u64 };
        ensure(shape == own, self.instruction(), || {
            format!("the operands need {own}, not {shape}")
        })?;
        let steps = mma.op.row_k() as u64;
        ensure(self.k == steps, self.pipeline(), || {
            format!("block K must be {steps}, {ROW_BYTES} bytes that TMA loads, not {}", self.k)
        })?;
        ensure(self.stages > 1 || groups.steps == 1, self.pipeline(), || {
            format!("the ring needs at least 2 stages, not {}", self.stages)
        })?;
        let Some(roles) = roles(nest) else { return Ok(()) };
        self.check_raster(nest, &roles)?;
        epilogue_shuffle::check(nest, roles.column, (16, columns / 8), self.vector)
            .map_err(|why| (self.vectors(), why))
    }

    fn tensor_cores(&self, nest: &Nest) -> Result<MmaGemm, Refusal> {
        let why = "tensor cores do not multiply operands of these types";
        mma_of(nest).ok_or_else(|| (self.instruction(), why.to_owned()))
    }

    /// The registers of so many sums of a thread.
    fn registers(&self, sums: u64, mma: MmaGemm) -> u64 {
        sums * if mma.tf32x3 || mma.op == MmaOp::F64 { 2 } else { 1 }
    }

    fn check_no_persistence(&self) -> Result<(), Refusal> {
        ensure(self.persistent.is_none(), self.block_tile(), || {
            "`on` makes persistent blocks, which `wgmma` alone has".to_owned()
        })
    }

    fn check_raster(&self, nest: &Nest, roles: &Roles) -> Result<(), Refusal> {
        let down = extent(nest, &GemmDims::of(roles).m).div_ceil(self.tile.m);
        ensure(down.is_multiple_of(self.tile.raster), self.raster(), || {
            format!("the raster must divide {down} rows of tiles")
        })
    }

    /// Checks the stages of threads and warps, given the steps of the whole sum.
    fn check_stages(&self, steps: u64) -> Result<(), Refusal> {
        let copies = self.staging.contains(&Staging::Async);
        let most = if copies { steps } else { steps.max(2) };
        ensure(self.stages <= most, self.pipeline(), || {
            format!("the sum has {steps} blocks of K, and at most {most} stages are legal")
        })
    }

    /// Checks that a GPU can compute a nest so.
    ///
    /// # Errors
    /// The directive that is to blame, and why.
    pub(super) fn check_machine(&self, nest: &Nest, gpu: &Gpu) -> Result<(), Refusal> {
        if let MathOp::Wgmma(_) = self.math {
            ensure(gpu.warpgroups, self.instruction(), || "the GPU has no `wgmma`".to_owned())?;
        }
        if !matches!(self.math, MathOp::Fma(..)) {
            let there = mma_of(nest).is_some_and(|mma| gpu.capability >= mma.capability());
            ensure(there, self.instruction(), || {
                "the GPU has no tensor cores for operands of these types".to_owned()
            })?;
        }
        for operand in [Operand::Lhs, Operand::Rhs] {
            let there = self.staging[operand as usize] != Staging::Async || gpu.capability >= 80;
            ensure(there, self.stage(operand), || "the GPU has no asynchronous copies".to_owned())?;
        }
        let (bytes, most) = (self.shared_bytes(nest), gpu.most_shared_bytes());
        ensure(bytes.is_some_and(|bytes| bytes <= most), self.pipeline(), || {
            let bytes = bytes.map_or("too many".to_owned(), |bytes| bytes.to_string());
            format!("the stages take {bytes} bytes of shared memory, and at most {most} are legal")
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
