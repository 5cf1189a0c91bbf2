//! The roles of a nest's dimensions in a gemm.

use super::Operand;
use super::access_pattern::mentions;
use crate::index::Var;
use crate::nest::{Nest, NodeId, linear};

/// The roles of a nest's dimensions.
pub(super) struct Roles {
    /// The vectorized dimension: the output has unit stride along it, and one operand depends on
    /// it.
    pub(super) column: usize,
    /// The longest dimension that only the other operand depends on.
    pub(super) row: usize,
    /// Other dimensions of the outputs: those on which only `across` does not depend, those on
    /// which only `along` does not depend, and those on which both depend.
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) batch: Vec<usize>,
    pub(super) reducing: Vec<usize>,
    /// The operand that depends on the column, and the other one.
    pub(super) along: (Operand, NodeId),
    pub(super) across: (Operand, NodeId),
}

/// The roles of a nest's dimensions, if it is a gemm with rows and columns.
pub(super) fn roles(nest: &Nest) -> Option<Roles> {
    let (left, right) = nest.contraction()?;
    let (in_left, in_right) = (mentions(nest, left), mentions(nest, right));
    let output = nest.outputs.first()?;
    let place = linear(&output.coords, &output.tensor.shape);
    let parallel: Vec<usize> =
        nest.dims_that_reduce(false).into_iter().filter(|d| nest.dims[*d].extent > 1).collect();
    let column = *parallel
        .iter()
        .find(|d| place.linear_in(Var(**d as u32)) == Some(1) && in_left[**d] != in_right[**d])?;
    let (along, across, in_along, in_across) = if in_right[column] {
        ((Operand::Rhs, right), (Operand::Lhs, left), in_right, in_left)
    } else {
        ((Operand::Lhs, left), (Operand::Rhs, right), in_left, in_right)
    };
    let only = |has: &[bool], not: &[bool]| -> Vec<usize> {
        parallel.iter().copied().filter(|d| has[*d] && !not[*d] && *d != column).collect()
    };
    let mut rows = only(&in_across, &in_along);
    let row = *rows.iter().max_by_key(|d| (nest.dims[**d].extent, **d))?;
    rows.retain(|d| *d != row);
    let columns = only(&in_along, &in_across);
    let mut batch: Vec<usize> =
        parallel.iter().copied().filter(|d| in_along[*d] == in_across[*d]).collect();
    batch.sort_by_key(|d| std::cmp::Reverse(nest.dims[*d].extent));
    let reducing = nest.dims_that_reduce(true);
    let all = reducing.iter().all(|d| in_along[*d] && in_across[*d] || nest.dims[*d].extent == 1);
    let used = batch.iter().all(|d| in_along[*d]);
    (all && used).then_some(Roles { column, row, rows, columns, batch, reducing, along, across })
}
