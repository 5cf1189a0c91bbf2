//! The plan of a GPU gemm: its directives as types.
//!
//! [`super::gemm`] decides a plan, [`GemmPlan::directives`] prints it, [`GemmPlan::of`] reads it
//! again, [`super::gemm_legality`] says whether a nest and a machine can have it, and the emitters
//! obey it: [`super::gemm_pipeline`] with [`super::gemm_simt`] or [`super::gemm_mma`], and
//! [`super::gemm_wgmma`].

use super::gemm_dims::BlockTile;
use super::{Directive, MathOp, Operand, Schedule, Side, Staged, Staging, ThreadGroup};

/// A directive that is refused, and one sentence that says why.
pub(super) type Refusal = (Directive, String);

/// The decisions for a gemm on a GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GemmPlan {
    /// The tile of the result that a block computes, and the order of blocks.
    pub(super) tile: BlockTile,
    /// The number of blocks that compute all tiles; without a number, each computes one.
    pub(super) persistent: Option<u64>,
    /// The way in which the lhs and the rhs come to shared memory.
    pub(super) staging: [Staging; 2],
    /// Block K: steps of the sum in a stage.
    pub(super) k: u64,
    /// Stages of shared memory.
    pub(super) stages: u64,
    /// The threads, warps or warpgroups that share the tile, down and across.
    pub(super) group: ThreadGroup,
    pub(super) down: u64,
    pub(super) over: u64,
    /// The instruction that multiplies.
    pub(super) math: MathOp,
    /// The number of columns of results that a thread stores at once.
    pub(super) vector: u16,
}

/// Returns whether a directive is of GPU gemms alone.
pub(super) fn is_gemm(directive: &Directive) -> bool {
    matches!(
        directive,
        Directive::BlockTile(..)
            | Directive::Raster(_)
            | Directive::Stage(..)
            | Directive::Pipeline(..)
            | Directive::Share(..)
            | Directive::Math(_)
            | Directive::SkipMasked
    )
}

impl GemmPlan {
    /// Reads the plan of a schedule, if it is a gemm's.
    ///
    /// # Errors
    /// A directive is missing, stands twice or does not belong there.
    pub(super) fn of(schedule: &Schedule) -> Result<Option<GemmPlan>, Refusal> {
        let directives = &schedule.directives;
        let Some(first) = directives.iter().find(|it| is_gemm(it)) else { return Ok(None) };
        let mut read = Parts::default();
        for directive in directives {
            let new = match directive {
                Directive::BlockTile(m, Some(n), on) => read.tile.replace((*m, *n, *on)).is_none(),
                Directive::BlockTile(_, None, _) => {
                    return Err((directive.clone(), "a gemm's tile needs its columns".to_owned()));
                }
                Directive::Raster(rows) => read.raster.replace(*rows).is_none(),
                Directive::Stage(Staged::Gemm(operand), by) => {
                    read.staging[*operand as usize].replace(*by).is_none()
                }
                Directive::Stage(..) => {
                    return Err((directive.clone(), "a gemm stages lhs and rhs".to_owned()));
                }
                Directive::Pipeline(Side::K, by, stages) => {
                    read.pipeline.replace((*by, *stages)).is_none()
                }
                Directive::Pipeline(..) => {
                    return Err((directive.clone(), "a gemm goes along k".to_owned()));
                }
                Directive::Share(group, down, over) => {
                    read.group.replace((*group, *down, *over)).is_none()
                }
                Directive::Math(op) => read.math.replace(*op).is_none(),
                Directive::Vectorize(name, lanes) if name == "n" => {
                    read.vector.replace(*lanes).is_none()
                }
                _ => {
                    let why = "it does not go with the directives of a GPU's gemm";
                    return Err((directive.clone(), why.to_owned()));
                }
            };
            if !new {
                return Err((directive.clone(), "it is said already".to_owned()));
            }
        }
        read.plan()
            .map(Some)
            .map_err(|missing| (first.clone(), format!("a GPU's gemm needs `{missing}` beside it")))
    }

    /// The directives that say this plan.
    pub(super) fn directives(&self) -> Vec<Directive> {
        let raster = Some(self.raster()).filter(|_| self.tile.raster > 1);
        let vector = (self.vector > 1).then(|| self.vectors());
        let stages = [Operand::Lhs, Operand::Rhs].map(|operand| self.stage(operand));
        let all = [Some(self.block_tile()), raster].into_iter().flatten().chain(stages);
        all.chain([self.pipeline(), self.share(), self.instruction()]).chain(vector).collect()
    }

    /// The directive of its tile.
    pub(super) fn block_tile(&self) -> Directive {
        Directive::BlockTile(self.tile.m, Some(self.tile.n), self.persistent)
    }

    /// The directive of its order of blocks.
    pub(super) fn raster(&self) -> Directive {
        Directive::Raster(self.tile.raster)
    }

    /// The directive of an operand's staging.
    pub(super) fn stage(&self, operand: Operand) -> Directive {
        Directive::Stage(Staged::Gemm(operand), self.staging[operand as usize])
    }

    /// The directive of its pipeline.
    pub(super) fn pipeline(&self) -> Directive {
        Directive::Pipeline(Side::K, self.k, self.stages)
    }

    /// The directive of its group.
    pub(super) fn share(&self) -> Directive {
        Directive::Share(self.group, self.down, self.over)
    }

    /// The directive of its instruction.
    pub(super) fn instruction(&self) -> Directive {
        Directive::Math(self.math)
    }

    /// The directive of its stores.
    pub(super) fn vectors(&self) -> Directive {
        Directive::Vectorize("n".to_owned(), self.vector)
    }

    /// The threads of a block.
    pub(super) fn threads(&self) -> u64 {
        let count = self.down.saturating_mul(self.over);
        match self.group {
            ThreadGroup::Threads => count,
            ThreadGroup::Warps => count.saturating_mul(32),
            // One more brings the operands.
            ThreadGroup::Warpgroups => count.saturating_add(1).saturating_mul(128),
        }
    }
}

/// The parts of a plan that directives have given so far.
#[derive(Default)]
struct Parts {
    tile: Option<(u64, u64, Option<u64>)>,
    raster: Option<u64>,
    staging: [Option<Staging>; 2],
    pipeline: Option<(u64, u64)>,
    group: Option<(ThreadGroup, u64, u64)>,
    math: Option<MathOp>,
    vector: Option<u16>,
}

impl Parts {
    /// The plan, or what is missing.
    fn plan(self) -> Result<GemmPlan, &'static str> {
        let (m, n, persistent) = self.tile.ok_or("blocks m by M, n by N")?;
        let [lhs, rhs] = self.staging;
        let lhs = lhs.ok_or("stage lhs in shared by STAGING")?;
        let rhs = rhs.ok_or("stage rhs in shared by STAGING")?;
        let (k, stages) = self.pipeline.ok_or("pipeline k by K in STAGES stages")?;
        let math = self.math.ok_or("fma ROWS by COLUMNS`, `mma SHAPE` or `wgmma SHAPE")?;
        let missing = match math {
            MathOp::Fma(..) => "threads DOWN by OVER",
            MathOp::Mma(_) => "warps DOWN by OVER",
            MathOp::Wgmma(_) => "warpgroups DOWN by OVER",
        };
        let (group, down, over) = self.group.ok_or(missing)?;
        Ok(GemmPlan {
            tile: BlockTile { m, n, raster: self.raster.unwrap_or(1) },
            persistent,
            staging: [lhs, rhs],
            k,
            stages,
            group,
            down,
            over,
            math,
            vector: self.vector.unwrap_or(1),
        })
    }
}
