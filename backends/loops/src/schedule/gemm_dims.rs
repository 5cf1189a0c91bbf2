//! A nest as a gemm: its M, N, batch and K dimensions, its tiles, and what tensor cores compute
//! of it.

use super::roles::{Roles, roles};
use crate::index::{Index, Ranges};
use crate::nest::{Exactness, Nest, Node, NodeId};
use crate::program::MmaOp;
use hloom_ir::Element;

/// The tile of the result that a block computes, and the order of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockTile {
    pub(super) m: u64,
    pub(super) n: u64,
    /// So many rows of tiles go together, column by column: blocks that run at a time then read
    /// rows and columns that others read too. Divides the rows of tiles.
    pub(super) raster: u64,
}

/// Returns the order in which blocks compute so many rows of tiles, for the second-level cache.
pub(super) fn raster(down: u64) -> u64 {
    [16, 8, 4, 2].into_iter().find(|rows| down.is_multiple_of(*rows)).unwrap_or(1)
}

/// A tile size that is a candidate for a nest, and by which kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GemmTile {
    pub(super) m: u64,
    pub(super) n: u64,
    /// The kernel.
    pub(super) kernel: GemmKernel,
}

/// A gemm kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GemmKernel {
    /// FMA instructions; each thread has a square of results.
    Simt,
    /// Tensor cores, warp by warp (`mma.sync`).
    Mma,
    /// Tensor cores that read shared memory (`wgmma`).
    Wgmma,
}

/// The nest's dimensions that make M, N, the batch and K; the fastest last.
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

/// The MMA instruction for a nest and its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MmaGemm {
    pub(super) op: MmaOp,
    /// The operand across the columns and the one along them, as they are multiplied.
    pub(super) nodes: [NodeId; 2],
    /// Whether `f32` operands are split into two TF32 numbers each.
    pub(super) tf32x3: bool,
    /// The accumulators' element type, and the bits that they start with.
    pub(super) sum: Element,
    pub(super) initial: [u64; 2],
}

impl MmaGemm {
    /// The first GPUs that have these tensor cores, by their compute capability.
    pub(super) fn capability(self) -> u32 {
        match self.op {
            _ if self.op.is_narrow_float() => 89,
            _ => 80,
        }
    }
}

/// Returns what tensor cores compute for a nest, if they can: they multiply its operands'
/// types as exactly as the nest asks, and its sums start from a constant.
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
            Element::F8E4M3FN if right == Element::F8E5M2 => (MmaOp::E4M3E5M2, Element::F32),
            Element::F8E5M2 if right == Element::F8E4M3FN => (MmaOp::E5M2E4M3, Element::F32),
            Element::I8 if right == Element::U8 => (MmaOp::S8U8, Element::I32),
            Element::U8 if right == Element::I8 => (MmaOp::U8S8, Element::I32),
            _ if left != right => return None,
            Element::BF16 => (MmaOp::BF16, Element::F32),
            Element::F16 => (MmaOp::F16, Element::F32),
            Element::F8E4M3FN => (MmaOp::E4M3, Element::F32),
            Element::F8E5M2 => (MmaOp::E5M2, Element::F32),
            Element::F32 if exact < Exactness::Full => (MmaOp::TF32, Element::F32),
            Element::F64 => (MmaOp::F64, Element::F64),
            Element::I8 => (MmaOp::S8, Element::I32),
            Element::U8 => (MmaOp::U8, Element::I32),
            _ => return None,
        };
        let tf32x3 = op == MmaOp::TF32 && exact == Exactness::ThreePasses;
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

/// The number of tiles of this size that a gemm has.
pub(super) fn blocks(nest: &Nest, sides: &GemmDims, (m, n): (u64, u64)) -> u64 {
    let [rows, columns] = [&sides.m, &sides.n].map(|side| extent(nest, side));
    extent(nest, &sides.batch) * rows.div_ceil(m) * columns.div_ceil(n)
}

/// The index of each dimension of a side, given that of a point of it.
pub(super) fn digits(
    nest: &Nest,
    dims: &[usize],
    at: Index,
    ranges: &dyn Ranges,
) -> Vec<(usize, Index)> {
    let mut rest = at;
    let mut all = Vec::with_capacity(dims.len());
    for (place, dim) in dims.iter().enumerate().rev() {
        let extent = nest.dims[*dim].extent as i64;
        if place == 0 {
            all.push((*dim, rest));
            break;
        }
        all.push((*dim, rest.clone().modulo(extent, ranges)));
        rest = rest.floor_div(extent, ranges);
    }
    all
}
