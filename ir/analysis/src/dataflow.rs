//! Which rows of its operands a row of an op's result needs, from what the op means.
//!
//! *Rows* are counted by leading dimensions. An op either works row by row on an operand
//! ([`parallel_rows`]), combines its rows by a monoid ([`reduced_rows`]), or neither.

use crate::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{DotGeneral, Op, Reduce, reduces_slices};
use hloom_ir::{OpId, Trait, Value};

/// Whether an op combines elements: a *stage* of a kernel.
pub fn is_stage(op: &Op) -> bool {
    matches!(op, Op::Reduce(_) | Op::ReduceWindow(_) | Op::DotGeneral(_) | Op::Convolution(_))
}

/// The number of leading operands that an op updates in place: its results are changed
/// copies of them. 0 for ops that don't write parts of tensors.
pub fn updated_operands(module: &Module, op: OpId) -> usize {
    match module.op(op) {
        Op::Scatter(_) => module.operands(op).len() / 2,
        Op::DynamicUpdateSlice(_) => 1,
        // Any other op: writes a new tensor.
        _ => 0,
    }
}

/// Whether an op is a reshape that only adds or drops dimensions of extent 1.
pub fn is_unit_reshape(module: &Module, op: OpId) -> bool {
    matches!(module.op(op), Op::Reshape(_))
        && long_dims(module, module.operand(op, 0)) == long_dims(module, module.result(op, 0))
}

fn long_dims(module: &Module, v: Value) -> Vec<i64> {
    dims(module, v).iter().copied().filter(|&n| n != 1).collect()
}

/// Whether each element of an op's results depends on the elements of the operands at the same
/// place only. So it is for a `bitcast_convert` that keeps the number of elements.
pub fn is_elementwise(module: &Module, op: OpId) -> bool {
    match module.op(op) {
        Op::BitcastConvert(_) => {
            dims(module, module.operand(op, 0)) == dims(module, module.result(op, 0))
        }
        known => known.has(Trait::Elementwise),
    }
}

/// The extents of a tensor; none for other values.
pub(crate) fn dims(module: &Module, v: Value) -> &'static [i64] {
    module.ty(v).as_tensor().map_or(&[], |t| &t.dims[..])
}

/// The number of leading dimensions of an op's results along which it works row by
/// row on operand `i`: row `r` of each result needs row `r` of the operand, and the
/// extents are the same.
pub fn parallel_rows(module: &Module, op: OpId, i: usize) -> usize {
    let operand = dims(module, module.operand(op, i));
    let Some(result) = module.results(op).get(0) else { return 0 };
    let result = dims(module, result);
    let both = operand.iter().zip(result).take_while(|(a, b)| a == b).count();
    let until = |stop: Option<usize>| stop.unwrap_or(both).min(both);
    match module.op(op) {
        Op::Reduce(it) if !reduces_slices(module, op) => {
            let first = it.dimensions.iter().map(|&d| d as usize).min();
            if i < module.operands(op).len() / 2 { until(first) } else { 0 }
        }
        Op::DotGeneral(it) => dot_parallel_rows(it, i, operand.len()).min(both),
        Op::BroadcastInDim(it) => {
            let dims = it.broadcast_dimensions.iter().enumerate();
            dims.take_while(|(at, d)| *at as i64 == **d).count().min(both)
        }
        Op::Reshape(_) => both,
        Op::Transpose(it) => {
            it.permutation.iter().enumerate().take_while(|(at, d)| *at as i64 == **d).count()
        }
        Op::Slice(it) => {
            let whole = |d: &usize| it.start_indices[*d] == 0 && it.strides[*d] == 1;
            (0..both).take_while(whole).count()
        }
        Op::Reverse(it) => until(it.dimensions.iter().map(|&d| d as usize).min()),
        Op::Pad(it) if i == 0 => {
            let same = |d: &usize| it.edge_padding_low[*d] == 0 && it.interior_padding[*d] == 0;
            (0..both).take_while(same).count()
        }
        Op::Concatenate(it) => until(Some(it.dimension as usize)),
        _ if is_elementwise(module, op) => both,
        // Any other op: may need all rows.
        _ => 0,
    }
}

fn dot_parallel_rows(it: &DotGeneral, i: usize, rank: usize) -> usize {
    let d = &it.dot_dimension_numbers;
    let batching = if i == 0 { &d.lhs_batching_dimensions } else { &d.rhs_batching_dimensions };
    let batch = batching.iter().enumerate().take_while(|(at, d)| *at as i64 == **d).count();
    if i == 1 || batch < batching.len() {
        return batch;
    }
    let free = d.lhs_free(rank);
    batch + free.iter().enumerate().take_while(|(at, d)| (batch + at) as i64 == **d).count()
}

/// The number of leading dimensions of operand `i` that an op reduces by a monoid, so that
/// partial results of some rows can be combined.
pub fn reduced_rows(module: &Module, op: OpId, i: usize) -> usize {
    match module.op(op) {
        Op::Reduce(it)
            if i < module.operands(op).len() / 2 && Monoid::of_region(module, op).is_some() =>
        {
            leading_reduced(it)
        }
        Op::DotGeneral(it) => {
            let d = &it.dot_dimension_numbers;
            let pairs =
                d.lhs_contracting_dimensions.iter().zip(d.rhs_contracting_dimensions.iter());
            let own: Vec<i64> = pairs.map(|(x, y)| if i == 0 { *x } else { *y }).collect();
            (0..own.len() as i64).take_while(|d| own.contains(d)).count()
        }
        // Any other op: its partial results are not combined.
        _ => 0,
    }
}

fn leading_reduced(it: &Reduce) -> usize {
    (0..).take_while(|d| it.dimensions.contains(d)).count()
}
