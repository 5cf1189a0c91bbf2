//! The loop structure of the kernel that computes a group of ops.
//!
//! Passes that form `hloom.fusion` ops and backends that make kernels of them have to
//! agree on what one kernel can be; both ask [`kernel_shape`]. It considers the meaning of
//! each op only: which elements of its operands an element of its result needs.
//!
//! Ops that combine elements (`reduce`, `reduce_window`, `dot_general`,
//! `convolution`) are *stages*. A value is *dependent* if a stage is among its transitive
//! operands; all others can be recomputed wherever an element of them is needed.

use crate::cost::is_expensive;
use crate::dataflow::{
    dims, is_elementwise, is_stage, is_unit_reshape, parallel_rows, reduced_rows, updated_operands,
};
use crate::monoid::Monoid;
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, Reduce};
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The loop structure of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KernelShape {
    /// No stage; all results have one shape.
    Map,
    /// Stages over the same elements, with elementwise prologue and epilogue. Several
    /// stages are reductions of equal shape by monoids.
    Single(Vec<OpId>),
    /// An op that updates tensors from outside, with the ops that compute its updates and
    /// indices.
    Update(OpId),
    /// Stages that depend on each other row by row.
    Rows(RowKernel),
    /// None of these: one loop nest after the other.
    Staged,
}

/// Ops that can be computed a few rows at a time: row `i` of each result needs row
/// `i` of the others only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowKernel {
    /// The extents of the leading dimensions that count rows, at least one.
    pub extents: Vec<i64>,
    /// Reductions across rows: their results are complete after the last row.
    pub cross_row: Vec<OpId>,
}

/// The kernel shape of the body of a fusion.
pub fn kernel_shape_of_block(module: &Module, block: Block) -> KernelShape {
    let Some(end) = module.terminator(block) else { return KernelShape::Staged };
    let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    kernel_shape(module, &ops, module.operands(end))
}

/// The kernel shape of ops, given in a topological order, that yield these results.
pub fn kernel_shape(module: &Module, ops: &[OpId], results: &[Value]) -> KernelShape {
    let stages: Vec<OpId> = ops.iter().copied().filter(|&op| is_stage(module.op(op))).collect();
    let Some(first) = results.first() else { return KernelShape::Staged };
    let one_shape = results.iter().all(|&v| dims(module, v) == dims(module, *first));
    if ops.iter().any(|&op| updated_operands(module, op) > 0) {
        return update_of(module, ops, results).map_or(KernelShape::Staged, KernelShape::Update);
    }
    if stages.is_empty() {
        return if one_shape { KernelShape::Map } else { KernelShape::Staged };
    }
    if one_shape && is_single(module, ops, &stages, results) {
        return KernelShape::Single(stages);
    }
    match rows_of(module, ops, results) {
        Some(rows) => KernelShape::Rows(rows),
        None => KernelShape::Staged,
    }
}

/// The op that updates tensors, if it yields all results and the other ops compute its
/// updates without reading the updated tensors.
fn update_of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<OpId> {
    let mut updates = ops.iter().copied().filter(|&op| updated_operands(module, op) > 0);
    let (update, None) = (updates.next()?, updates.next()) else { return None };
    let (into, from) = module.operands(update).split_at(updated_operands(module, update));
    let inside = |v: &Value| module.def_op(*v).is_some_and(|def| ops.contains(&def));
    let yielded = module.results(update).into_iter().eq(results.iter().copied());
    let others = || ops.iter().copied().filter(|&op| op != update);
    let apart = others().flat_map(|op| module.operands(op)).chain(from);
    let made = others().all(|op| {
        !is_stage(module.op(op)) && module.operands(op).iter().all(|v| !results.contains(v))
    });
    let apart = apart.into_iter().all(|v| !into.contains(v));
    (yielded && made && apart && !into.iter().any(inside)).then_some(update)
}

fn is_single(module: &Module, ops: &[OpId], stages: &[OpId], results: &[Value]) -> bool {
    let mut dependent: FxHashSet<Value> = FxHashSet::default();
    for &op in ops {
        let depends = module.operands(op).iter().any(|v| dependent.contains(v));
        if is_stage(module.op(op)) {
            if depends {
                return false;
            }
            dependent.extend(module.results(op));
        } else if depends {
            let elementwise = is_elementwise(module, op);
            // A broadcast scalar is at other coordinates.
            let out = dims(module, module.result(op, 0));
            let alike = |v: &&Value| dependent.contains(*v);
            let same = module.operands(op).iter().filter(alike).all(|&v| dims(module, v) == out);
            if !(elementwise && same || is_unit_reshape(module, op)) {
                return false;
            }
            dependent.extend(module.results(op));
        }
    }
    if !results.iter().all(|v| dependent.contains(v)) {
        return false;
    }
    let [first, rest @ ..] = stages else { return false };
    rest.is_empty()
        || stages.iter().all(|&op| match (module.op(op), module.op(*first)) {
            (Op::Reduce(a), Op::Reduce(b)) => {
                let shape = |op| dims(module, module.operand(op, 0));
                let sorted = |it: &Reduce| {
                    let mut dims = it.dimensions.to_vec();
                    dims.sort_unstable();
                    dims
                };
                sorted(a) == sorted(b)
                    && shape(op) == shape(*first)
                    && Monoid::of_region(module, op).is_some()
            }
            _ => false,
        })
}

/// The row kernel of ops, if row `i` of each needs row `i` of the others only.
fn rows_of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<RowKernel> {
    let mut dependent: FxHashSet<Value> = FxHashSet::default();
    let mut complete: FxHashSet<Value> = FxHashSet::default();
    let mut space: Option<Vec<i64>> = None;
    let mut cross_row: Vec<(OpId, usize, usize)> = Vec::new();
    let narrow = |space: &mut Option<Vec<i64>>, rows: &[i64]| {
        let common = match &space {
            None => rows.to_vec(),
            Some(s) => s.iter().zip(rows).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect(),
        };
        let some = !common.is_empty();
        *space = Some(common);
        some
    };
    for &op in ops {
        let operands = module.operands(op);
        if operands.iter().any(|v| complete.contains(v)) {
            return None;
        }
        let needs: Vec<usize> =
            (0..operands.len()).filter(|&i| dependent.contains(&operands[i])).collect();
        let stage = is_stage(module.op(op));
        if needs.is_empty() && !stage {
            continue;
        }
        if matches!(module.op(op), Op::ReduceWindow(_) | Op::Convolution(_)) {
            return None;
        }
        let demanded = if needs.is_empty() { vec![0] } else { needs };
        let p = demanded.iter().map(|&i| parallel_rows(module, op, i)).min().unwrap_or(0);
        if p > 0 {
            let result = dims(module, module.result(op, 0));
            if !narrow(&mut space, &result[..p]) {
                return None;
            }
            dependent.extend(module.results(op));
            continue;
        }
        // If both operands depend, rows of one are paired with the same rows of the other.
        if let (Op::DotGeneral(it), 2) = (module.op(op), demanded.len()) {
            let d = &it.dot_dimension_numbers;
            if d.lhs_contracting_dimensions != d.rhs_contracting_dimensions {
                return None;
            }
        }
        let p = demanded.iter().map(|&i| reduced_rows(module, op, i)).min().unwrap_or(0);
        if p == 0 {
            return None;
        }
        cross_row.push((op, demanded[0], p));
        complete.extend(module.results(op));
    }
    // There may be cross-row reductions only.
    let mut space = space?;
    for &(op, i, p) in &cross_row {
        let operand = dims(module, module.operand(op, i));
        space.truncate(p);
        let same = space.iter().zip(operand).take_while(|(a, b)| a == b).count();
        space.truncate(same);
    }
    let fits = |v: &Value| {
        let own = dims(module, *v);
        complete.contains(v) || own.len() >= space.len() && own[..space.len()] == space[..]
    };
    if space.is_empty() || !results.iter().all(fits) {
        return None;
    }
    let cross_row = cross_row.into_iter().map(|c| c.0).collect();
    let rows = RowKernel { extents: space, cross_row };
    // A result is written row by row, so that no other row of it can be read.
    let own_row = read_at_own_row(module, ops, &rows);
    let known = |v: &Value| complete.contains(v) || own_row.contains(v);
    results.iter().all(known).then_some(rows)
}

/// The values of a row kernel of which row `i` of the others reads row `i` only. Values that depend
/// on no stage may be read at any row: by a reversal or a slice of rows, or by a product.
fn read_at_own_row(module: &Module, ops: &[OpId], rows: &RowKernel) -> FxHashSet<Value> {
    let members: FxHashSet<OpId> = ops.iter().copied().collect();
    let p = rows.extents.len();
    let mut found: FxHashSet<Value> = FxHashSet::default();
    for &op in ops.iter().rev() {
        for v in module.results(op) {
            let mut users = module.uses(v).filter(|(user, _)| members.contains(user));
            let all = users.all(|(user, i)| match rows.cross_row.contains(&user) {
                true => reduced_rows(module, user, i) >= p,
                // The user's own results may be computed at another row too.
                false => {
                    parallel_rows(module, user, i) >= p
                        && (is_stage(module.op(user))
                            || module.results(user).iter().all(|r| found.contains(&r)))
                }
            });
            if all {
                found.insert(v);
            }
        }
    }
    found
}

/// The values of a row kernel that are materialized for the rows in flight: results of
/// stages, and expensive values that are used more than once or broadcast.
pub fn materialized_rows(
    module: &Module,
    ops: &[OpId],
    rows: &RowKernel,
    results: &[Value],
) -> Vec<Value> {
    let members: FxHashSet<OpId> = ops.iter().copied().collect();
    // Without rows, values lie whole in memory.
    let own_row = match rows.extents.is_empty() {
        true => None,
        false => Some(read_at_own_row(module, ops, rows)),
    };
    let mut materialized: Vec<Value> = Vec::new();
    // Values that are expensive to recompute.
    let mut expensive: FxHashMap<Value, bool> = FxHashMap::default();
    let mut dependent: FxHashSet<Value> = FxHashSet::default();
    for &op in ops {
        let stage = is_stage(module.op(op));
        let depends = stage || module.operands(op).iter().any(|v| dependent.contains(v));
        for v in module.results(op) {
            if depends {
                dependent.insert(v);
            }
            let inside =
                !stage && module.operands(op).iter().any(|v| expensive.get(v) == Some(&true));
            let own = module.op(op).has(Trait::Elementwise) && is_expensive(module.op(op));
            let users = module.uses(v).filter(|(user, _)| members.contains(user)).count();
            let yielded = results.contains(&v);
            let demanded = users + usize::from(yielded);
            let by_rows = !rows.cross_row.contains(&op)
                && long_enough(module, v, rows)
                && own_row.as_ref().is_none_or(|all| all.contains(&v));
            let keep = by_rows
                && (stage
                    || yielded
                    || (own || inside) && demanded > 1
                    || broadcast_expensive(module, v, own || inside));
            if keep {
                materialized.push(v);
            }
            expensive.insert(v, (own || inside) && !keep);
        }
    }
    materialized
}

fn long_enough(module: &Module, v: Value, rows: &RowKernel) -> bool {
    let own = dims(module, v);
    own.len() >= rows.extents.len() && own[..rows.extents.len()] == rows.extents[..]
}

/// Whether an expensive value is broadcast by one of its users.
fn broadcast_expensive(module: &Module, v: Value, expensive: bool) -> bool {
    expensive
        && module
            .uses(v)
            .any(|(user, _)| matches!(module.op(user), Op::BroadcastInDim(_) | Op::DotGeneral(_)))
}
