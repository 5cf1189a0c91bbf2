//! Convolutions that share their input.

use super::dots::is_plain;
use super::{Siblings, extents, extents_vec};
use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Convolution, Op, Pad};
use hloom_ir::{OpId, Rewriter, Type, Value};

/// Groups of convolutions of the same input. With `pad`, kernels of 1×1 join those that have 3×3 and
/// give results of the same extents.
pub(super) fn siblings(module: &Module, ops: &[OpId], pad: bool) -> Vec<Siblings> {
    let mut groups: Vec<Siblings> = Vec::new();
    for &op in ops {
        let Op::Convolution(it) = module.op(op) else { continue };
        if it.feature_group_count != 1 || it.batch_group_count != 1 || !is_plain(module, op) {
            continue;
        }
        let along = it.dimension_numbers.kernel_output_feature_dimension;
        let result = it.dimension_numbers.output_feature_dimension;
        let other = groups.iter_mut().find(|group| {
            let first = group.ops[0];
            module.operand(first, 0) == module.operand(op, 0) && alike(module, first, op)
        });
        match other {
            Some(group) => group.ops.push(op),
            None => groups.push(Siblings { ops: vec![op], shared: 0, along, result, window: None }),
        }
    }
    if pad {
        join_points(module, &mut groups);
    }
    groups.retain(|group| group.ops.len() > 1);
    // In order, so that the first is the one in front.
    for group in &mut groups {
        group.ops.sort_by_key(|op| ops.iter().position(|other| other == op));
    }
    groups
}

/// Lets groups of 1×1 kernels join groups of larger windows on the same input.
fn join_points(module: &Module, groups: &mut Vec<Siblings>) {
    let mut at = 0;
    while at < groups.len() {
        let point = groups[at].ops[0];
        let wide = (0..groups.len()).find(|&to| {
            let first = groups[to].ops[0];
            to != at
                && module.operand(first, 0) == module.operand(point, 0)
                && pads_to(module, point, first)
        });
        match wide {
            Some(to) => {
                let ops = groups[at].ops.clone();
                let window = window_of(module, groups[to].ops[0]);
                groups[to].ops.extend(ops);
                groups[to].window = Some(window);
                groups.remove(at);
            }
            None => at += 1,
        }
    }
}

/// The extents of an op's kernel in space.
pub(super) fn window_of(module: &Module, op: OpId) -> Vec<i64> {
    let Op::Convolution(it) = module.op(op) else { return Vec::new() };
    let dims = extents(module, module.operand(op, 1));
    it.dimension_numbers.kernel_spatial_dimensions.iter().map(|&d| dims[d as usize]).collect()
}

fn strides(it: &Convolution) -> Vec<i64> {
    let given = it.window_strides.as_ref().filter(|d| !d.is_empty());
    given.map_or(vec![1; it.spatial_rank()], |d| d.to_vec())
}

fn padding(it: &Convolution) -> Vec<(i64, i64)> {
    let given = it.padding.as_ref().filter(|p| !p.0.is_empty());
    given.map_or(vec![(0, 0); it.spatial_rank()], |p| p.0.to_vec())
}

fn plain_window(it: &Convolution) -> bool {
    let ones = |d: &Option<hloom_ir::field::Dims>| d.iter().flat_map(|d| d.iter()).all(|&n| n == 1);
    let reversed = it.window_reversal.iter().flat_map(|f| f.0.iter()).any(|&b| b);
    ones(&it.lhs_dilation) && ones(&it.rhs_dilation) && !reversed
}

/// Whether two convolutions differ in their output features only.
fn alike(module: &Module, a: OpId, b: OpId) -> bool {
    let (Op::Convolution(x), Op::Convolution(y)) = (module.op(a), module.op(b)) else {
        return false;
    };
    let mut same = x.clone();
    same.ty = y.ty;
    let elements = |op: OpId| {
        [module.ty(module.operand(op, 1)), module.ty(module.result(op, 0))].map(|ty| ty.element())
    };
    same == *y && window_of(module, a) == window_of(module, b) && elements(a) == elements(b)
}

/// Whether a convolution of 1×1 is one of the other's window with zeros around: the windows of the
/// other begin as far in front of the input as zeros stand in front of the element.
fn pads_to(module: &Module, point: OpId, wide: OpId) -> bool {
    let (Op::Convolution(x), Op::Convolution(y)) = (module.op(point), module.op(wide)) else {
        return false;
    };
    let window = window_of(module, wide);
    let around: Vec<(i64, i64)> = window.iter().map(|n| ((n - 1) / 2, n / 2)).collect();
    let elements = |op: OpId| {
        [module.ty(module.operand(op, 1)), module.ty(module.result(op, 0))].map(|ty| ty.element())
    };
    window_of(module, point).iter().all(|&n| n == 1)
        && window.iter().all(|&n| n % 2 == 1)
        && window.iter().any(|&n| n > 1)
        && x.dimension_numbers == y.dimension_numbers
        && x.precision_config == y.precision_config
        && plain_window(x)
        && plain_window(y)
        && strides(x) == strides(y)
        && padding(x).iter().all(|&p| p == (0, 0))
        && padding(y) == around
        && elements(point) == elements(wide)
}

/// A kernel with zeros around it, up to a window.
pub(super) fn padded(
    r: &mut Rewriter<'_>,
    op: OpId,
    kernel: Value,
    window: &[i64],
) -> Result<Value, ConstraintError> {
    let own = window_of(r.module(), op);
    let Op::Convolution(it) = r.module().op(op) else { return Ok(kernel) };
    if own == window {
        return Ok(kernel);
    }
    let spatial = it.dimension_numbers.kernel_spatial_dimensions.to_vec();
    let rank = extents_vec(r.module(), kernel).len();
    let (mut low, mut high) = (vec![0; rank], vec![0; rank]);
    for ((&d, &n), &m) in spatial.iter().zip(window).zip(&own) {
        low[d as usize] = (n - m) / 2;
        high[d as usize] = n - m - (n - m) / 2;
    }
    let element = r.module().ty(kernel).element().expect("a kernel has elements");
    let zero = Literal::from_f64s(Type::scalar_tensor(element), &[0.0]).expect("one number");
    let zero = r.constant(zero);
    let pad = Pad {
        edge_padding_low: low.into(),
        edge_padding_high: high.into(),
        interior_padding: vec![0; rank].into(),
    };
    r.value(pad, &[kernel, zero])
}
