//! The tiling of an attention kernel ([`super::attention`]): the share of a block, its stages and
//! steps.

use super::attention_mask::Mask;
use super::attention_nests::AttentionNests;
use super::gemm_dims::GemmDims;
use super::gemm_plan::Refusal;
use super::roles::Roles;
use super::{
    Directive, Gpu, MathOp, MmaShape, Operand, Schedule, Side, Staged, Staging, ThreadGroup,
    epilogue_shuffle, staging,
};
use crate::nest::{Exactness, Nest, NodeId};
use crate::program::{MmaOp, Value};
use hloom_ir::Element;

/// The two rows that a thread has parts of.
pub(super) const THREAD_ROWS: usize = 2;

/// An operand as tensor cores take it, and what is left of it where it is split.
pub(super) type HiLo = (Value, Option<Value>);

/// Rows of a warp.
pub(super) const ROWS: u64 = 16;

/// Bytes of shared memory that a block may need besides.
const VOTES: u64 = 64;

/// Rows of the first gemm's operands, and of the result, that are longer than this are
/// shared by two warps.
const LONG: u64 = 128;

/// Elements of a row of `f32` that a thread of a matrix unit has registers for: of those that are
/// split, and of others.
const MOST_SPLIT: u64 = 64;
const MOST_WIDE: u64 = 128;

/// The threads of a warp.
pub(super) const WARP: u64 = 32;

/// The threads and the numbers of warps that a block has at most.
const MOST_THREADS: u64 = 1024;
const MOST_WARPS: u64 = 16;

/// Columns of a tile, and of a warp's results, at most: a thread has registers for them.
const MOST_COLUMNS: u64 = 128;
const MOST_RESULTS: u64 = 256;

/// The computation, independent of the tile: operands and how they are multiplied.
#[derive(Clone, Copy, Debug)]
struct AttentionOperands {
    op: Option<MmaOp>,
    tf32x3: [bool; 2],
    element: Element,
    operands: [NodeId; 2],
    values: NodeId,
    /// Steps of the first gemm's sum, and columns of the second one.
    depth: u64,
    wide: u64,
}

/// The tiling of a block.
#[derive(Clone, Debug)]
pub(super) struct AttentionTiling {
    /// The instruction of tensor cores, if they multiply.
    pub(super) op: Option<MmaOp>,
    /// Whether the operands of the first gemm and of the second are split into two numbers
    /// that tensor cores take.
    pub(super) tf32x3: [bool; 2],
    /// The element type of operands in shared memory.
    pub(super) element: Element,
    /// The first gemm's operands, of rows and of columns, and the second one's.
    pub(super) operands: [NodeId; 2],
    pub(super) values: NodeId,
    warps: u64,
    /// Warps that have the same rows, each a part of the result's columns: a thread has not
    /// registers for all of long ones.
    pub(super) sharing: u64,
    /// Columns of a tile.
    pub(super) columns: u64,
    /// Tiles of columns in shared memory.
    pub(super) stages: u64,
    /// Steps of the first gemm's sum, and columns of the second gemm, in whole pieces.
    pub(super) depth: u64,
    pub(super) wide: u64,
    /// The way in which queries, keys and values come to shared memory.
    pub(super) staging: [Staging; 3],
    /// Columns of results that a thread stores at once.
    pub(super) vector: u16,
    /// The mask that allows whole tiles to be skipped.
    pub(super) mask: Option<Mask>,
}

/// The roles of the dimensions of one of an attention kernel's gemms: so many batches, then rows,
/// then columns.
pub(super) fn roles(chain: &AttentionNests, nest: &Nest, operands: [NodeId; 2]) -> Roles {
    let (b, r) = (chain.batches, chain.row_dims);
    let reducing = nest.dims_that_reduce(true);
    let all = nest.dims.len() - reducing.len();
    Roles {
        column: all - 1,
        row: b + r - 1,
        rows: (b..b + r - 1).collect(),
        columns: (b + r..all - 1).collect(),
        batch: (0..b).collect(),
        reducing,
        along: (Operand::Rhs, operands[1]),
        across: (Operand::Lhs, operands[0]),
    }
}

impl AttentionOperands {
    /// The products, by tensor cores or without.
    fn new(chain: &AttentionNests, tensor_cores: bool) -> Result<AttentionOperands, String> {
        let (logits, product) = (&chain.logits, &chain.product);
        let nodes = chain.operands.map(|node| logits.unconverted(node));
        let values = product.unconverted(chain.values);
        let own = [
            logits.body.element(nodes[0]),
            logits.body.element(nodes[1]),
            product.body.element(values),
            logits.body.element(chain.probabilities),
        ];
        let exact = [logits, product].map(|nest| {
            nest.reduction.as_ref().and_then(|it| it.contract).unwrap_or(Exactness::Full)
        });
        let tf32x3 = exact.map(|it| own[0] == Element::F32 && it == Exactness::ThreePasses);
        let extent = |dims: &[usize], nest: &Nest| {
            dims.iter().fold(1, |n: u64, d| n.saturating_mul(nest.dims[*d].extent))
        };
        let depth = extent(&logits.dims_that_reduce(true), logits);
        let first = chain.batches + chain.row_dims;
        let wide = extent(&product.dims_that_reduce(false)[first..], product);
        if !tensor_cores {
            let (operands, values) = (chain.operands, chain.values);
            let all = operands.map(|node| logits.body.element(node));
            let plain = all == [Element::F32; 2] && product.body.element(values) == Element::F32;
            let (op, element) = (None, Element::F32);
            let made = AttentionOperands { op, tf32x3, element, operands, values, depth, wide };
            return plain.then_some(made).ok_or_else(|| "threads multiply f32".to_owned());
        }
        let op = match own[0] {
            Element::BF16 => Some(MmaOp::BF16),
            Element::F16 => Some(MmaOp::F16),
            Element::F32 if exact.iter().all(|it| *it < Exactness::Full) => Some(MmaOp::TF32),
            _ => None,
        };
        let op = op.filter(|_| own.iter().all(|e| *e == own[0]));
        let op =
            op.ok_or_else(|| "tensor cores do not multiply operands of these types".to_owned())?;
        let room = if tf32x3 == [false; 2] { MOST_WIDE } else { MOST_SPLIT };
        if op == MmaOp::TF32 && depth > room {
            return Err(format!("rows of {depth} elements do not fit registers"));
        }
        let (op, element, operands) = (Some(op), own[0], nodes);
        Ok(AttentionOperands { op, tf32x3, element, operands, values, depth, wide })
    }

    /// So many rows of sixteen and warps that share each, columns and stages of a tile.
    fn tiling(self, (down, sharing): (u64, u64), columns: u64, stages: u64) -> AttentionTiling {
        let AttentionOperands { op, tf32x3, element, operands, values, depth, wide } = self;
        AttentionTiling {
            op,
            tf32x3,
            element,
            operands,
            values,
            warps: down.saturating_mul(sharing),
            sharing,
            columns,
            stages,
            depth: depth.next_multiple_of(if op.is_some() { ROWS } else { 4 }),
            wide: wide.next_multiple_of(ROWS * sharing),
            staging: [Staging::Registers; 3],
            vector: 1,
            mask: None,
        }
    }
}

impl AttentionTiling {
    /// Decides how a GPU computes attention in one kernel, if a block can.
    pub(super) fn decide(chain: &AttentionNests, gpu: &Gpu) -> Option<AttentionTiling> {
        let copies = gpu.capability >= 80;
        let made = AttentionOperands::new(chain, true).ok().filter(|_| copies);
        let made = made.or_else(|| AttentionOperands::new(chain, false).ok())?;
        let long = if made.op.is_some() && made.tf32x3 != [false; 2] { MOST_SPLIT } else { LONG };
        let pieces = made.depth.next_multiple_of(if made.op.is_some() { ROWS } else { 4 });
        let sharing = if made.wide.max(pieces) > long { 2 } else { 1 };
        let tried: &[(u64, u64, u64)] = match made.op {
            Some(_) if made.tf32x3 != [false; 2] => {
                &[(4, 32, 2), (4, 16, 2), (4, 32, 1), (4, 16, 1)]
            }
            Some(_) => &[(4, 64, 2), (4, 32, 2), (4, 16, 2), (4, 32, 1), (4, 16, 1)],
            None => &[(4, 32, 2), (4, 32, 1), (4, 16, 1), (2, 32, 1), (2, 16, 1)],
        };
        // Of few columns, no tile is larger than they are.
        let column = columns_of(chain)?;
        let most = column.next_multiple_of(16);
        let tried = tried
            .iter()
            .map(|&(down, columns, stages)| made.tiling((down, sharing), columns, stages));
        let mut fits = tried.filter(|it| it.columns <= most && it.bytes() <= gpu.shared_bytes);
        let mut found = fits.next()?;
        // Of one tile, nothing is left out.
        found.mask = if column > found.columns { Mask::of(chain) } else { None };
        for operand in (0..3).filter(|_| copies) {
            if found.async_source(chain, operand).is_ok() {
                found.staging[operand] = Staging::Async;
            }
        }
        let fits = |vector: &u16| found.check_vector(chain, *vector).is_ok();
        found.vector = match found.op {
            Some(_) => {
                let own = chain.product.dims_that_reduce(false);
                let shape = (ROWS, found.own_wide() / 8);
                let most = epilogue_shuffle::SECTORS;
                epilogue_shuffle::lanes(&chain.product, *own.last()?, shape, most)
            }
            None => [4, 2].into_iter().find(fits).unwrap_or(1),
        };
        Some(found)
    }

    /// Returns whether `cp.async` can stage an operand: queries, keys or values.
    fn async_source(&self, chain: &AttentionNests, operand: usize) -> Result<(), String> {
        let (nest, nodes) = match operand {
            2 => (&chain.product, [self.values; 2]),
            _ => (&chain.logits, self.operands),
        };
        let roles = roles(chain, nest, nodes);
        let dims = GemmDims::of(&roles);
        let (node, side) = match operand {
            0 => (nodes[0], &dims.m),
            _ => (nodes[1], &dims.n),
        };
        let found = staging::async_source(nest, node, (side, &dims.k), self.lanes())?;
        // Without tensor cores, vectors of steps are read of the first gemm's operands, and
        // vectors of columns of the second one's.
        match self.op.is_some() || found.by_steps != (operand == 2) {
            true => Ok(()),
            false => Err("threads read vectors that lie the other way".to_owned()),
        }
    }

    fn check_vector(&self, chain: &AttentionNests, vector: u16) -> Result<(), String> {
        let nest = &chain.product;
        let column = *nest.dims_that_reduce(false).last().unwrap_or(&0);
        if self.op.is_some() {
            return epilogue_shuffle::check(nest, column, (ROWS, self.own_wide() / 8), vector);
        }
        let extent = nest.dims[column].extent;
        match vector {
            1 | 2 | 4 if extent.is_multiple_of(vector.into()) => Ok(()),
            1 | 2 | 4 => Err(format!("{} has {extent} points", nest.dims[column].name)),
            _ => Err("a thread stores 4 adjacent columns of results".to_owned()),
        }
    }

    /// The instruction that multiplies: of threads, the rows and columns of logits of each.
    fn math(&self) -> MathOp {
        match self.op {
            Some(op) => {
                let (m, k) = op.shape();
                MathOp::Mma(MmaShape { m: m as u64, n: 8, k: k as u64 })
            }
            None => MathOp::Fma(THREAD_ROWS as u64, self.columns / 4),
        }
    }

    /// The directives that say this tiling.
    pub(super) fn directives(&self) -> Vec<Directive> {
        let mut all = vec![Directive::BlockTile(self.rows(), None, None)];
        let staged = [Staged::Query, Staged::Key, Staged::Value].into_iter().zip(self.staging);
        all.extend(staged.map(|(operand, by)| Directive::Stage(operand, by)));
        all.push(Directive::Pipeline(Side::N, self.columns, self.stages));
        all.push(Directive::Share(ThreadGroup::Warps, self.warps / self.sharing, self.sharing));
        all.push(Directive::Math(self.math()));
        all.extend(self.mask.is_some().then_some(Directive::SkipMasked));
        let vector = Directive::Vectorize("n".to_owned(), self.vector);
        all.extend((self.vector > 1).then_some(vector));
        all
    }

    /// Obeys the directives of an attention kernel.
    ///
    /// # Errors
    /// The directive that is to blame, and why.
    pub(super) fn of(
        chain: &AttentionNests,
        schedule: &Schedule,
        gpu: &Gpu,
    ) -> Result<AttentionTiling, Refusal> {
        let find = |what: &str, is: &dyn Fn(&Directive) -> bool| {
            let mut all = schedule.directives.iter().filter(|it| is(it));
            let one = all.next().cloned();
            match (one, all.next()) {
                (Some(_), Some(second)) => Err((second.clone(), "it is said already".to_owned())),
                (Some(one), None) => Ok(one),
                (None, _) => {
                    let first = schedule.directives.first().cloned();
                    let why = format!("an attention kernel needs `{what}`");
                    Err((first.unwrap_or(Directive::SkipMasked), why))
                }
            }
        };
        let belongs = |it: &Directive| {
            matches!(
                it,
                Directive::BlockTile(..)
                    | Directive::Stage(..)
                    | Directive::Pipeline(..)
                    | Directive::Share(..)
                    | Directive::Math(_)
                    | Directive::SkipMasked
            ) || matches!(it, Directive::Vectorize(name, _) if name == "n")
        };
        if let Some(other) = schedule.directives.iter().find(|it| !belongs(it)) {
            let why = "it does not go with the directives of an attention kernel".to_owned();
            return Err((other.clone(), why));
        }
        let block = find("blocks m by ROWS", &|it| matches!(it, Directive::BlockTile(..)))?;
        let pipeline = find("pipeline n by COLUMNS in STAGES stages", &|it| {
            matches!(it, Directive::Pipeline(..))
        })?;
        let share = find("warps DOWN by OVER", &|it| matches!(it, Directive::Share(..)))?;
        let math =
            find("mma SHAPE` or `fma ROWS by COLUMNS", &|it| matches!(it, Directive::Math(_)))?;
        let refuse = |directive: &Directive, why: &str| Err((directive.clone(), why.to_owned()));
        let Directive::BlockTile(rows, None, None) = block else {
            return refuse(&block, "a block has all columns of its rows: `blocks m by ROWS`");
        };
        let Directive::Pipeline(Side::N, columns, stages) = pipeline else {
            return refuse(&pipeline, "keys and values go along n");
        };
        let Directive::Share(ThreadGroup::Warps, down, sharing) = share else {
            return refuse(&share, "warps share the rows");
        };
        if down.checked_mul(ROWS) != Some(rows) {
            let all = down.saturating_mul(ROWS);
            return refuse(&share, &format!("warps have {ROWS} rows each, {all} together"));
        }
        if !matches!(sharing, 1 | 2 | 4) {
            return refuse(&share, "1, 2 or 4 warps share rows");
        }
        if down.saturating_mul(sharing) > MOST_WARPS {
            return refuse(&share, &format!("a block has at most {MOST_WARPS} warps"));
        }
        if !columns.is_multiple_of(16) || columns > MOST_COLUMNS {
            return refuse(&pipeline, &format!("tiles have 16, 32 … {MOST_COLUMNS} columns"));
        }
        if !matches!(stages, 1 | 2) {
            return refuse(&pipeline, "there are one or two stages");
        }
        let tensor_cores = matches!(math, Directive::Math(MathOp::Mma(_)));
        let made = AttentionOperands::new(chain, tensor_cores);
        let made = made.map_err(|why| (math.clone(), why))?;
        let mut found = made.tiling((down, sharing), columns, stages);
        let own = Directive::Math(found.math());
        if own != math {
            return refuse(&math, &format!("the operands need `{own}`"));
        }
        if tensor_cores && gpu.capability < 80 {
            return refuse(&math, "the GPU has no tensor cores for operands of these types");
        }
        if found.own_wide() > MOST_RESULTS || found.threads() > MOST_THREADS {
            return refuse(&share, "a thread's results do not fit registers");
        }
        let staged = [Staged::Query, Staged::Key, Staged::Value];
        for (n, operand) in staged.into_iter().enumerate() {
            let what = format!("stage {operand} in shared by STAGING");
            let stage = find(&what, &|it| matches!(it, Directive::Stage(of, _) if *of == operand))?;
            let Directive::Stage(_, by) = stage else { continue };
            found.staging[n] = by;
            match by {
                Staging::Registers => {}
                Staging::Tma => return refuse(&stage, "warps read what registers or async stage"),
                Staging::Async if gpu.capability < 80 => {
                    return refuse(&stage, "the GPU has no asynchronous copies");
                }
                Staging::Async => {
                    found.async_source(chain, n).map_err(|why| (stage.clone(), why))?;
                }
            }
        }
        let all = |it: &&Directive| matches!(it, Directive::Stage(Staged::Gemm(_), _));
        if let Some(other) = schedule.directives.iter().find(all) {
            return refuse(other, "attention stages query, key and value");
        }
        if schedule.directives.contains(&Directive::SkipMasked) {
            found.mask = Mask::of(chain);
            let more = columns_of(chain).is_some_and(|all| all > columns);
            if found.mask.is_none() || !more {
                return refuse(&Directive::SkipMasked, "no mask leaves out whole tiles");
            }
        }
        let vector = |it: &&Directive| matches!(it, Directive::Vectorize(..));
        if let Some(vector) = schedule.directives.iter().find(vector)
            && let Directive::Vectorize(_, lanes) = vector
        {
            found.vector = *lanes;
            found.check_vector(chain, *lanes).map_err(|why| (vector.clone(), why))?;
        }
        let (bytes, most) = (found.bytes(), gpu.most_shared_bytes());
        if bytes > most {
            let why = format!("tiles take {bytes} bytes of shared memory, and a block has {most}");
            return refuse(&pipeline, &why);
        }
        Ok(found)
    }

    /// Whether probabilities are rounded to 16 bits for the second gemm.
    pub(super) fn rounds_to_16_bits(&self) -> bool {
        self.op.is_some() && self.element.byte_width() == 2
    }

    /// Whether copies go on by themselves.
    pub(super) fn copies(&self) -> bool {
        self.staging.contains(&Staging::Async)
    }

    /// The most that an operand of so many points and steps takes, in elements.
    fn most(&self, points: u64, steps: u64) -> u64 {
        let more = if self.op == Some(MmaOp::TF32) { 2 * self.lanes() } else { self.lanes() };
        (points * (steps + more)).max(steps * (points + more))
    }

    fn bytes(&self) -> u64 {
        let rows = self.most(self.rows(), self.depth);
        let tile = self.most(self.columns, self.depth) + self.most(self.wide, self.columns);
        let all = match self.op {
            Some(_) => rows.max(self.stages * tile),
            None => rows + self.stages * tile,
        };
        all * self.element.byte_width() as u64 + VOTES
    }

    /// The columns of the result that a warp has.
    pub(super) fn own_wide(&self) -> u64 {
        self.wide / self.sharing
    }

    /// The elements of 16 bytes.
    pub(super) fn lanes(&self) -> u64 {
        16 / self.element.byte_width() as u64
    }

    /// The rows of a block.
    pub(super) fn rows(&self) -> u64 {
        self.warps / self.sharing * ROWS
    }

    /// The warps of a block.
    pub(super) fn warps(&self) -> u64 {
        self.warps
    }

    /// The threads of a block.
    pub(super) fn threads(&self) -> u64 {
        self.warps * WARP
    }

    /// The blocks of the grid.
    pub(super) fn blocks(&self, chain: &AttentionNests) -> u64 {
        let dims = &chain.rows.dims;
        let points = |dims: &[crate::nest::Dim]| dims.iter().map(|d| d.extent).product::<u64>();
        let (batches, rows) = dims.split_at(chain.batches);
        points(batches) * points(rows).div_ceil(self.rows())
    }
}

/// The columns of logits, of the fastest dimension.
fn columns_of(chain: &AttentionNests) -> Option<u64> {
    let logits = &chain.logits;
    Some(logits.dims[*logits.dims_that_reduce(false).last()?].extent)
}
