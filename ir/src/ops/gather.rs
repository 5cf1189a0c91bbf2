//! Slices of a tensor at computed positions: dynamic_slice, dynamic_update_slice, gather.

use super::numbers::dimension_numbers;
use crate::field::Dims;
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{DYNAMIC, TensorType, dims_agree};

op! {
    /// The slice of `operand` of sizes `slice_sizes` at `start_indices`, one scalar per dimension.
    /// Start indices are clamped so that the slice is within bounds.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_slice>
    dynamic_slice: DynamicSlice = "stablehlo.dynamic_slice"
    (operand: PerTensor, start_indices: many Integer) { slice_sizes: Dims } -> Tensor
    syntax "$operand, $start_indices, sizes = $slice_sizes : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for DynamicSlice {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let x = cx.tensor(0)?;
        let sizes = &self.slice_sizes;
        let rank = x.rank();
        starts(cx, 1, "I2", "C3")?;
        ensure!(
            C2,
            cx.len() - 1 == rank && sizes.len() == rank,
            "there are {} start indices and {} slice sizes; the operand has rank {rank}",
            cx.len() - 1,
            sizes.len()
        );
        for (d, (&size, &extent)) in sizes.iter().zip(&x.dims).enumerate() {
            ensure!(C4 at slice_sizes, 0 <= size && (size <= extent || extent == DYNAMIC),
                "slice size {size} of dimension {d} is not in 0..={extent}");
        }
        Ok(x.with_dims(sizes).into()) // (C1), (C5)
    }
}

op! {
    /// Replaces the slice of `operand` at `start_indices`, one scalar per dimension, by `update`.
    /// Start indices are clamped so that the slice is within bounds.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dynamic_update_slice>
    dynamic_update_slice: DynamicUpdateSlice = "stablehlo.dynamic_update_slice"
    (operand: PerTensor, update: PerTensor, start_indices: many Integer) {} -> Tensor
    syntax "$operand, $update, $start_indices : signature"
    traits [Pure, NeverFails, Foldable]
}
impl Infer for DynamicUpdateSlice {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, update) = (cx.tensor(0)?, cx.tensor(1)?);
        ensure!(C2 at #1, update.element == x.element,
            "update is {}, the operand {}", cx.ty(1), cx.ty(0));
        ensure!(C3 at #1, update.rank() == x.rank(),
            "update is {}, the operand {}", cx.ty(1), cx.ty(0));
        starts(cx, 2, "I3", "C5")?;
        ensure!(
            C4,
            cx.len() - 2 == x.rank(),
            "there are {} start indices; the operand has rank {}",
            cx.len() - 2,
            x.rank()
        );
        for (d, (&size, &extent)) in update.dims.iter().zip(&x.dims).enumerate() {
            ensure!(C6 at #1, size <= extent || extent == DYNAMIC,
                "dimension {d} of update has extent {size}, that of the operand {extent}");
        }
        Ok(cx.ty(0).into()) // (C1)
    }
}

/// Checks that the operands from `first` on are scalars of one integer type.
fn starts(
    cx: &InferContext<'_>,
    first: usize,
    kind: &'static str,
    same: &'static str,
) -> Result<(), ConstraintError> {
    for i in first..cx.len() {
        let (ty, part) = (cx.ty(i), OpPart::Operand(i));
        let scalar = ty.as_tensor().is_some_and(|t| t.rank() == 0 && t.element.is_integer());
        if !scalar {
            let message = format!("a start index must be a scalar tensor of integers, not {ty}");
            return Err(ConstraintError { label: kind, message, part });
        }
        if ty != cx.ty(first) {
            let message = format!("a start index is {ty}, the first {}", cx.ty(first));
            return Err(ConstraintError { label: same, message, part });
        }
    }
    Ok(())
}

dimension_numbers! {
    /// The dimension numbers of a gather: how slices are arranged in the result.
    GatherDims = "gather" {
        /// The result's dimensions that index into a slice.
        offset_dims,
        /// The operand's dimensions that slices drop; the slice size there is 1.
        collapsed_slice_dims,
        /// The operand's batching dimensions.
        operand_batching_dims,
        /// The corresponding dimensions of the indices.
        start_indices_batching_dims,
        /// The operand's dimension that each component of an index vector refers to.
        start_index_map,
    }
}

op! {
    /// Collects slices of `operand`, one for each index vector in `start_indices`, into a tensor.
    /// Index vectors are clamped so that slices are within bounds.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#gather>
    gather: Gather = "stablehlo.gather" (operand: PerTensor, start_indices: Integer)
    {
        dimension_numbers: GatherDims,
        indices_are_sorted: Option<bool>,
        slice_sizes: Dims,
    } -> Tensor
    syntax generic
    traits [Pure, NeverFails, Foldable]
}
impl Infer for Gather {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, starts) = (cx.tensor(0)?, cx.tensor(1)?);
        gather_dims(x, starts, &self.dimension_numbers, &self.slice_sizes)
    }
}

/// Checks the constraints of gather and dynamic_gather, under gather's labels. A
/// slice size may be [`DYNAMIC`].
pub(super) fn gather_dims(
    x: &TensorType,
    starts: &TensorType,
    d: &GatherDims,
    sizes: &Dims,
) -> Result<Types, ConstraintError> {
    let (rank, vector) = (x.rank(), d.index_vector_dim);
    let (offset, collapsed) = (&d.offset_dims, &d.collapsed_slice_dims);
    let (batching, partners) = (&d.operand_batching_dims, &d.start_indices_batching_dims);
    let unique =
        |a: &Dims, b: &Dims| a.iter().chain(b.iter()).copied().collect::<Dims>().is_unique();
    ensure!(C1 at dimension_numbers, rank == offset.len() + collapsed.len() + batching.len(),
        "offset_dims, collapsed_slice_dims and operand_batching_dims name {} dimensions; the operand has rank {rank}",
        offset.len() + collapsed.len() + batching.len());
    ensure!(C2 at dimension_numbers, 0 <= vector && vector <= starts.rank() as i64,
        "index_vector_dim {vector} is not in 0..={}, the rank of start_indices", starts.rank());
    let numbers = starts.dims.get(vector as usize).copied().unwrap_or(1);
    let map = &d.start_index_map;
    ensure!(C3 at dimension_numbers, dims_agree(numbers, map.len() as i64),
        "start_index_map {map} must have an entry for each of the {numbers} numbers of an index");
    ensure!(C4 at dimension_numbers, offset.is_increasing(), "offset_dims {offset} must increase");
    let batch_dims: Vec<i64> = without(&starts.dims, vector);
    let result_rank = batch_dims.len() + offset.len();
    ensure!(C5 at dimension_numbers, offset.are_below(result_rank),
        "offset_dims {offset} must be dimensions of the result, which has rank {result_rank}");
    ensure!(C6 at dimension_numbers, unique(collapsed, batching),
        "a dimension stands twice in {collapsed} and {batching}");
    ensure!(C7 at dimension_numbers, collapsed.is_increasing(),
        "collapsed_slice_dims {collapsed} must increase");
    ensure!(C8 at dimension_numbers, collapsed.are_below(rank),
        "collapsed_slice_dims {collapsed} must be dimensions of the operand, which has rank {rank}");
    ensure!(C20 at slice_sizes, sizes.len() == rank,
        "slice_sizes has {} entries; the operand has rank {rank}", sizes.len());
    for &c in collapsed.iter() {
        let size = sizes[c as usize];
        ensure!(C9 at slice_sizes, size <= 1,
            "the slice size of the collapsed dimension {c} is {size}; it must be 0 or 1");
    }
    ensure!(C10 at dimension_numbers, batching.is_increasing(),
        "operand_batching_dims {batching} must increase");
    ensure!(C11 at dimension_numbers, batching.are_below(rank),
        "operand_batching_dims {batching} must be dimensions of the operand, which has rank {rank}");
    for &b in batching.iter() {
        let size = sizes[b as usize];
        ensure!(C12 at slice_sizes, size <= 1,
            "the slice size of the batching dimension {b} is {size}; it must be 0 or 1");
    }
    ensure!(C13 at dimension_numbers, partners.is_unique(),
        "start_indices_batching_dims {partners} names a dimension twice");
    ensure!(C14 at dimension_numbers, partners.are_below(starts.rank()),
        "start_indices_batching_dims {partners} must be dimensions of start_indices, which has rank {}",
        starts.rank());
    ensure!(C15 at dimension_numbers, !partners.contains(&vector),
        "index_vector_dim {vector} stands in start_indices_batching_dims {partners}");
    ensure!(C16 at dimension_numbers, batching.len() == partners.len(),
        "operand_batching_dims {batching} and start_indices_batching_dims {partners} must pair up");
    for (&b, &p) in batching.iter().zip(partners.iter()) {
        let (a, c) = (x.dims[b as usize], starts.dims[p as usize]);
        ensure!(C17 at dimension_numbers, dims_agree(a, c),
            "batching dimension {b} of the operand has extent {a}, its partner {p} of start_indices {c}");
    }
    ensure!(C18 at dimension_numbers, unique(map, batching),
        "a dimension stands twice in start_index_map {map} and operand_batching_dims {batching}");
    ensure!(C19 at dimension_numbers, map.are_below(rank),
        "start_index_map {map} must be dimensions of the operand, which has rank {rank}");
    for (i, (&size, &extent)) in sizes.iter().zip(&x.dims).enumerate() {
        ensure!(C21 at slice_sizes,
            size == DYNAMIC || 0 <= size && (size <= extent || extent == DYNAMIC),
            "slice size {size} of dimension {i} is not in 0..={extent}");
    }
    let mut slice_dims = (0..rank as i64)
        .filter(|i| !collapsed.contains(i) && !batching.contains(i))
        .map(|i| sizes[i as usize]);
    let mut batch = batch_dims.into_iter();
    let dims: Vec<i64> = (0..result_rank as i64)
        .filter_map(|r| if offset.contains(&r) { slice_dims.next() } else { batch.next() })
        .collect();
    let mut y = x.with_dims(&dims); // (C22), (C23)
    y.encoding = None; // The result's dimensions are not the operand's.
    Ok(y.into())
}

/// The extents without that of dimension `left_out`.
pub(super) fn without(dims: &[i64], left_out: i64) -> Vec<i64> {
    let slice_dims = dims.iter().enumerate().filter(|&(d, _)| d as i64 != left_out);
    slice_dims.map(|(_, &n)| n).collect()
}
