//! How a block of an attention kernel ([`super::attention`]) goes about its tile.

use super::Gpu;
use super::attention_mask::Mask;
use super::attention_nests::AttentionNests;
use crate::nest::{Exactness, NodeId};
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

/// How a block goes about its tile.
#[derive(Clone, Debug)]
pub(super) struct AttentionTiling {
    /// What tensor cores do, if they do it.
    pub(super) op: Option<MmaOp>,
    /// Whether the operands of the first gemm and of the second are split into two numbers
    /// that tensor cores take.
    pub(super) tf32x3: [bool; 2],
    /// What operands are in shared memory.
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
    /// Whether copies may go on by themselves.
    pub(super) copies: bool,
    /// What leaves out whole tiles.
    pub(super) mask: Option<Mask>,
}

impl AttentionTiling {
    pub(super) fn new(chain: &AttentionNests, gpu: &Gpu) -> Option<AttentionTiling> {
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
        let op = match own[0] {
            Element::BF16 => Some(MmaOp::BF16),
            Element::F16 => Some(MmaOp::F16),
            Element::F32 if exact.iter().all(|it| *it < Exactness::Full) => Some(MmaOp::TF32),
            _ => None,
        };
        let op = op.filter(|_| own.iter().all(|e| *e == own[0]) && gpu.capability >= 80);
        let extent = |dims: Vec<usize>, nest: &crate::nest::Nest| {
            dims.into_iter().fold(1, |n: u64, d| n.saturating_mul(nest.dims[d].extent))
        };
        let depth = extent(logits.dims_that_reduce(true), logits);
        let room = if tf32x3 == [false; 2] { MOST_WIDE } else { MOST_SPLIT };
        let op = op.filter(|op| *op != MmaOp::TF32 || depth <= room);
        let (operands, values) =
            if op.is_some() { (nodes, values) } else { (chain.operands, chain.values) };
        let element = logits.body.element(operands[0]);
        let summed = [logits.body.element(operands[1]), product.body.element(values)];
        if op.is_none() && (element != Element::F32 || summed != [element; 2]) {
            return None;
        }
        let first = chain.batches + chain.row_dims;
        let parallel = product.dims_that_reduce(false);
        let wide = extent(parallel[first..].to_vec(), product);
        let depth = depth.next_multiple_of(if op.is_some() { ROWS } else { 4 });
        let long = if op.is_some() && tf32x3 != [false; 2] { MOST_SPLIT } else { LONG };
        let sharing = if wide.max(depth) > long { 2 } else { 1 };
        let wide = wide.next_multiple_of(ROWS * sharing);
        let plan = |warps, columns, stages| AttentionTiling {
            op,
            tf32x3,
            element,
            operands,
            values,
            warps: warps * sharing,
            sharing,
            columns,
            stages,
            depth,
            wide,
            copies: gpu.capability >= 80,
            mask: None,
        };
        let tried: &[(u64, u64, u64)] = match op {
            Some(_) if tf32x3 != [false; 2] => &[(4, 32, 2), (4, 16, 2), (4, 32, 1), (4, 16, 1)],
            Some(_) => &[(4, 64, 2), (4, 32, 2), (4, 16, 2), (4, 32, 1), (4, 16, 1)],
            None => &[(4, 32, 2), (4, 32, 1), (4, 16, 1), (2, 32, 1), (2, 16, 1)],
        };
        // Of few columns, no tile is larger than they are.
        let column = logits.dims[*logits.dims_that_reduce(false).last()?].extent;
        let most = column.next_multiple_of(16);
        let mut tried = tried.iter().map(|&(warps, columns, stages)| plan(warps, columns, stages));
        let found = tried.find(|plan| plan.columns <= most && plan.bytes() <= gpu.shared_bytes)?;
        // Of one tile, nothing is left out.
        let mask = if column > found.columns { Mask::of(chain) } else { None };
        Some(AttentionTiling { mask, ..found })
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
