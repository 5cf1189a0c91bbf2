//! Products that share an operand.

use super::{Siblings, extents};
use hloom_ir::OpId;
use hloom_ir::module::Module;
use hloom_ir::ops::{DotGeneral, Op};

/// Groups of products with the same left operand, and of those with the same right one.
pub(super) fn siblings(module: &Module, ops: &[OpId]) -> Vec<Siblings> {
    let mut groups: Vec<Siblings> = Vec::new();
    for shared in [0, 1] {
        let begin = groups.len();
        for &op in ops {
            let Op::DotGeneral(it) = module.op(op) else { continue };
            let Some((along, result)) = free(module, op, it, 1 - shared) else { continue };
            let other = groups[begin..].iter_mut().find(|group| {
                let first = group.ops[0];
                group.along == along
                    && group.result == result
                    && module.operand(first, shared) == module.operand(op, shared)
                    && alike(module, first, op, shared)
            });
            match other {
                Some(group) => group.ops.push(op),
                None => {
                    groups.push(Siblings { ops: vec![op], shared, along, result, window: None });
                }
            }
        }
    }
    groups.retain(|group| group.ops.len() > 1);
    groups
}

/// The only dimension of an operand that is neither contracted nor batched, and where the result has
/// it.
fn free(module: &Module, op: OpId, it: &DotGeneral, side: usize) -> Option<(i64, i64)> {
    let numbers = &it.dot_dimension_numbers;
    let (batching, contracting) = match side {
        0 => (&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions),
        _ => (&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions),
    };
    let rank = extents(module, module.operand(op, side)).len() as i64;
    let is_free = |d: &i64| !batching.contains(d) && !contracting.contains(d);
    let mut dims = (0..rank).filter(is_free);
    let dim = dims.next()?;
    if dims.next().is_some() || !is_plain(module, op) {
        return None;
    }
    // The result has the batching dimensions, those of the left operand, and those of the right one.
    let results = extents(module, module.result(op, 0)).len() as i64;
    let at = if side == 0 { batching.len() as i64 } else { results - 1 };
    Some((dim, at))
}

/// Whether two products differ in one operand's extent only.
fn alike(module: &Module, a: OpId, b: OpId, shared: usize) -> bool {
    let (Op::DotGeneral(x), Op::DotGeneral(y)) = (module.op(a), module.op(b)) else { return false };
    let elements = |op: OpId| {
        [module.ty(module.operand(op, 1 - shared)), module.ty(module.result(op, 0))]
            .map(|ty| ty.element())
    };
    x.dot_dimension_numbers == y.dot_dimension_numbers
        && x.precision_config == y.precision_config
        && x.algorithm == y.algorithm
        && elements(a) == elements(b)
}

/// Whether operands and results are dense, static and not quantized.
pub(super) fn is_plain(module: &Module, op: OpId) -> bool {
    let values = module.operands(op).iter().copied().chain(module.results(op));
    values.map(|value| module.ty(value)).all(|ty| {
        let known = ty.as_tensor().is_some_and(|t| t.is_static() && t.encoding.is_none());
        known && ty.element().is_some_and(|e| !e.is_quantized())
    })
}
