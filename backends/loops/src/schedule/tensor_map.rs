//! Tensor maps: the memory layout of a gemm's operand for TMA loads ([`super::gemm_wgmma`]).
//!
//! A tensor map describes a tensor of up to five dimensions, with unit stride along the first. An
//! operand is supported if its offsets are a sum of multiples of the nest's indices: the dimensions
//! of its rows or columns are merged into one dimension of the tensor if they are contiguous, so
//! are the steps of the sum, and batch dimensions stay separate.

use super::gemm_dims::GemmDims;
use crate::index::{Atom, Var};
use crate::nest::{Nest, Node, NodeId, linear};
use crate::program::{ROW_BYTES, TensorMap, TensorMapDim};
use hloom_ir::Element;

/// An operand that TMA loads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OperandLayout {
    pub(super) input: u32,
    /// The offset of its first element in units.
    start: u64,
    /// Number of rows or columns, and their stride in units.
    side: (u64, u64),
    /// The same for steps.
    steps: (u64, u64),
    /// The same for batch dimensions, with their numbers.
    batch: Vec<(usize, u64, u64)>,
    /// Whether rows or columns are contiguous, instead of steps.
    pub(super) transposed: bool,
}

/// The meaning of a dimension of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// Its rows or columns.
    Side,
    /// Steps of the sum.
    Steps,
    /// A dimension of the nest that both operands have.
    Batch(usize),
}

/// The memory layout of an operand, if TMA can load it.
pub(super) fn operand_layout(
    nest: &Nest,
    node: NodeId,
    side: &[usize],
    sides: &GemmDims,
) -> Option<OperandLayout> {
    let Node::Load { input, coords, guard } = nest.body.node(node) else { return None };
    let tensor = &nest.inputs[*input as usize];
    let bytes = tensor.element.byte_width() as u64;
    let plain = tensor.element == nest.body.element(node) && guard.is_empty();
    if !plain || tensor.shape.contains(&0) || tensor.element == Element::I1 {
        return None;
    }
    let place = linear(coords, &tensor.shape);
    let known = |dim: usize| {
        let one = nest.dims[dim].extent == 1;
        one || [side, &sides.k, &sides.batch].iter().any(|d| d.contains(&dim))
    };
    let fine = |(atom, factor): &(Atom, i64)| match atom {
        Atom::Var(Var(dim)) => *factor > 0 && known(*dim as usize),
        _ => false,
    };
    if !place.terms().iter().all(fine) {
        return None;
    }
    let stride = |dim: usize| u64::try_from(place.factor(Var(dim as u32))).ok();
    let sixteen = |units: u64| (units * bytes).is_multiple_of(16);
    let own = in_a_row(nest, side, &stride)?;
    let sum = in_a_row(nest, &sides.k, &stride)?;
    let transposed = match (own.1, sum.1) {
        (_, 1) => false,
        (1, _) if bytes == 2 => true,
        _ => return None,
    };
    let apart = if transposed { sum.1 } else { own.1 };
    let start = u64::try_from(place.offset()).ok()?;
    let mut batch = Vec::new();
    for &dim in &sides.batch {
        batch.push((dim, nest.dims[dim].extent, stride(dim)?));
    }
    let aligned = sixteen(apart) && sixteen(start) && batch.iter().all(|b| sixteen(b.2));
    let small = batch.len() + 2 <= TensorMap::MAX_DIMS;
    let operand_layout =
        OperandLayout { input: *input, start, side: own, steps: sum, batch, transposed };
    let units = tensor.shape.iter().product();
    let legal = || operand_layout.tensor_map(1, bytes, false).check(units, bytes).is_ok();
    (aligned && small && apart > 0 && legal()).then_some(operand_layout)
}

/// The number of points of some dimensions, the fastest last, and their common stride, if they have
/// one.
pub(super) fn in_a_row(
    nest: &Nest,
    dims: &[usize],
    stride: &dyn Fn(usize) -> Option<u64>,
) -> Option<(u64, u64)> {
    let mut row: Option<(u64, u64)> = None;
    for &dim in dims.iter().rev().filter(|d| nest.dims[**d].extent > 1) {
        let (extent, apart) = (nest.dims[dim].extent, stride(dim)?);
        row = Some(match row {
            None => (extent, apart),
            Some((points, first)) if apart == points * first => (points * extent, first),
            Some(_) => return None,
        });
    }
    row
}

impl OperandLayout {
    /// Its dimensions with extents and strides, innermost first and then by increasing stride, as
    /// drivers require.
    pub(super) fn axes(&self) -> Vec<(Axis, u64, u64)> {
        let side = (Axis::Side, self.side.0, self.side.1);
        let steps = (Axis::Steps, self.steps.0, self.steps.1);
        let (inner, outer) = if self.transposed { (side, steps) } else { (steps, side) };
        let batch =
            self.batch.iter().map(|&(dim, extent, apart)| (Axis::Batch(dim), extent, apart));
        let mut axes: Vec<_> = batch.chain([outer]).collect();
        axes.sort_by_key(|(_, _, apart)| *apart);
        axes.insert(0, inner);
        axes
    }

    /// The tensor map for boxes of `points` rows or columns.
    pub(super) fn tensor_map(&self, points: u64, bytes: u64, rounded: bool) -> TensorMap {
        // For a transposed operand, 128 bytes hold as many steps as rows or columns.
        let inner = ROW_BYTES / bytes;
        let dims = self.axes().into_iter().map(|(axis, extent, stride)| {
            let tile = match axis {
                Axis::Steps => inner,
                Axis::Side if self.transposed => inner,
                Axis::Side => points,
                Axis::Batch(_) => 1,
            };
            TensorMapDim { extent, stride, tile: tile as u32 }
        });
        TensorMap { start: self.start, dims: dims.collect(), im2col: None, rounded }
    }
}
