//! What loops a group of ops needs that are computed together.
//!
//! Whoever forms `hloom.fusion` ops and whoever makes kernels of them have to agree
//! on what one kernel can be; both ask [`form_of`]. It looks at what each op
//! *means*, at nothing else: which of its operands' elements an element needs.
//!
//! Ops that combine elements (`reduce`, `reduce_window`, `dot_general`,
//! `convolution`) are *stages*. A value *depends* if a stage is among what it is
//! made of; all others can be computed wherever an element of them is wanted.

mod chain;

pub use chain::{Chain, Factor, Fold};

use crate::module::Module;
use crate::ops::{DotGeneral, Op, Reduce};
use crate::{Block, OpId, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What loops a group of ops needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// No stage; all results have one shape.
    Map,
    /// Stages that run over the same elements, and elementwise work on what they
    /// combine to. Several stages are reductions of equal shape by monoids.
    Single(Vec<OpId>),
    /// An op that writes parts of tensors from outside, and what its updates and their
    /// places are made of.
    Update(OpId),
    /// Stages that depend on each other row by row.
    Rows(Rows),
    /// None of these: one loop after the other.
    Staged,
}

/// Ops that can be computed a few rows at a time: row `i` of each result needs row
/// `i` of the others only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// The extents of the leading dimensions that count rows, at least one.
    pub extents: Vec<i64>,
    /// The ops that combine rows: their results are whole after the last row.
    pub closers: Vec<OpId>,
}

/// Whether an op combines elements.
pub fn is_stage(op: &Op) -> bool {
    matches!(op, Op::Reduce(_) | Op::ReduceWindow(_) | Op::DotGeneral(_) | Op::Convolution(_))
}

/// How many of an op's first operands its results are changed copies of; none of what
/// does not write parts of tensors.
pub fn changed(module: &Module, op: OpId) -> usize {
    match module.op(op) {
        Op::Scatter(_) => module.operands(op).len() / 2,
        Op::DynamicUpdateSlice(_) => 1,
        _ => 0,
    }
}

/// Whether a reshape only adds or drops dimensions of one element.
pub fn is_unit_reshape(module: &Module, op: OpId) -> bool {
    matches!(module.op(op), Op::Reshape(_))
        && long_dims(module, module.operand(op, 0)) == long_dims(module, module.result(op, 0))
}

fn long_dims(module: &Module, v: Value) -> Vec<i64> {
    dims(module, v).iter().copied().filter(|&n| n != 1).collect()
}

fn dims(module: &Module, v: Value) -> &'static [i64] {
    module.ty(v).as_tensor().map_or(&[], |t| &t.dims[..])
}

/// Whether a reduction's region is, for each result, one associative and commutative
/// operation on the partial results: `add`, `multiply`, `maximum`, `minimum`, `and`,
/// `or`, `xor`.
pub fn reduces_by_monoids(module: &Module, op: OpId) -> bool {
    let Some(block) = module.entry(op, 0) else { return false };
    let Some(end) = module.terminator(block) else { return false };
    let args = module.args(block);
    let n = args.len() / 2;
    module.operands(end).iter().enumerate().all(|(i, &v)| {
        let Some(def) = module.def_op(v) else { return false };
        let complex = module.ty(v).element().is_some_and(|e| e.is_complex());
        let known = match module.op(def) {
            Op::Add(_) | Op::Multiply(_) | Op::And(_) | Op::Or(_) | Op::Xor(_) => true,
            Op::Maximum(_) | Op::Minimum(_) => !complex,
            _ => false,
        };
        let [a, b] = module.operands(def) else { return false };
        let pair = (args.get(i), args.get(n + i));
        known && (pair == (Some(a), Some(b)) || pair == (Some(b), Some(a)))
    })
}

/// The number of leading dimensions of an op's results along which it works row by
/// row on operand `i`: row `r` of each result needs row `r` of the operand, and the
/// extents are the same.
pub fn rows(module: &Module, op: OpId, i: usize) -> usize {
    let operand = dims(module, module.operand(op, i));
    let Some(result) = module.results(op).get(0) else { return 0 };
    let result = dims(module, result);
    let both = operand.iter().zip(result).take_while(|(a, b)| a == b).count();
    let until = |stop: Option<usize>| stop.unwrap_or(both).min(both);
    match module.op(op) {
        Op::Reduce(it) => {
            let first = it.dimensions.iter().map(|&d| d as usize).min();
            if i < module.operands(op).len() / 2 { until(first) } else { 0 }
        }
        Op::DotGeneral(it) => dot_rows(it, i, operand.len()).min(both),
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
        known if known.has(Trait::Elementwise) => both,
        _ => 0,
    }
}

fn dot_rows(it: &DotGeneral, i: usize, rank: usize) -> usize {
    let d = &it.dot_dimension_numbers;
    let batching = if i == 0 { &d.lhs_batching_dimensions } else { &d.rhs_batching_dimensions };
    let batch = batching.iter().enumerate().take_while(|(at, d)| *at as i64 == **d).count();
    if i == 1 || batch < batching.len() {
        return batch;
    }
    let free = d.lhs_free(rank);
    batch + free.iter().enumerate().take_while(|(at, d)| (batch + at) as i64 == **d).count()
}

/// The number of leading dimensions of operand `i` over which an op combines the
/// rows, in a way that takes partial results.
pub fn combined_rows(module: &Module, op: OpId, i: usize) -> usize {
    match module.op(op) {
        Op::Reduce(it) if i < module.operands(op).len() / 2 && reduces_by_monoids(module, op) => {
            combined_by(it)
        }
        Op::DotGeneral(it) => {
            let d = &it.dot_dimension_numbers;
            let pairs =
                d.lhs_contracting_dimensions.iter().zip(d.rhs_contracting_dimensions.iter());
            let own: Vec<i64> = pairs.map(|(x, y)| if i == 0 { *x } else { *y }).collect();
            (0..own.len() as i64).take_while(|d| own.contains(d)).count()
        }
        _ => 0,
    }
}

fn combined_by(it: &Reduce) -> usize {
    (0..).take_while(|d| it.dimensions.contains(d)).count()
}

/// The [chain](Chain) that the body of a fusion is.
pub fn chain_of_block(module: &Module, block: Block) -> Option<Chain> {
    let end = module.terminator(block)?;
    let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    Chain::of(module, &ops, module.operands(end))
}

/// The form of the body of a fusion.
pub fn form_of_block(module: &Module, block: Block) -> Form {
    let Some(end) = module.terminator(block) else { return Form::Staged };
    let ops: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    form_of(module, &ops, module.operands(end))
}

/// The form of ops, given in an order in which they can be computed, that hand out
/// these results.
pub fn form_of(module: &Module, ops: &[OpId], results: &[Value]) -> Form {
    let stages: Vec<OpId> = ops.iter().copied().filter(|&op| is_stage(module.op(op))).collect();
    let Some(first) = results.first() else { return Form::Staged };
    let one_shape = results.iter().all(|&v| dims(module, v) == dims(module, *first));
    if ops.iter().any(|&op| changed(module, op) > 0) {
        return update_of(module, ops, results).map_or(Form::Staged, Form::Update);
    }
    if stages.is_empty() {
        return if one_shape { Form::Map } else { Form::Staged };
    }
    if one_shape && is_single(module, ops, &stages, results) {
        return Form::Single(stages);
    }
    match rows_of(module, ops, results) {
        Some(rows) => Form::Rows(rows),
        None => Form::Staged,
    }
}

/// The op that writes parts of tensors, if it is what hands out all results, and all
/// else makes its updates without looking at the tensors that change.
fn update_of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<OpId> {
    let mut updates = ops.iter().copied().filter(|&op| changed(module, op) > 0);
    let (update, None) = (updates.next()?, updates.next()) else { return None };
    let (into, from) = module.operands(update).split_at(changed(module, update));
    let inside = |v: &Value| module.def_op(*v).is_some_and(|def| ops.contains(&def));
    let handed = module.results(update).into_iter().eq(results.iter().copied());
    let others = || ops.iter().copied().filter(|&op| op != update);
    let apart = others().flat_map(|op| module.operands(op)).chain(from);
    let made = others().all(|op| {
        !is_stage(module.op(op)) && module.operands(op).iter().all(|v| !results.contains(v))
    });
    let apart = apart.into_iter().all(|v| !into.contains(v));
    (handed && made && apart && !into.iter().any(inside)).then_some(update)
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
            let elementwise = module.op(op).has(Trait::Elementwise);
            // A single element that stands for all is at other coordinates.
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
                    && reduces_by_monoids(module, op)
            }
            _ => false,
        })
}

/// How ops can be computed row by row, if they can.
fn rows_of(module: &Module, ops: &[OpId], results: &[Value]) -> Option<Rows> {
    let mut dependent: FxHashSet<Value> = FxHashSet::default();
    let mut closed: FxHashSet<Value> = FxHashSet::default();
    let mut space: Option<Vec<i64>> = None;
    let mut closers: Vec<(OpId, usize, usize)> = Vec::new();
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
        if operands.iter().any(|v| closed.contains(v)) {
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
        let asked = if needs.is_empty() { vec![0] } else { needs };
        let p = asked.iter().map(|&i| rows(module, op, i)).min().unwrap_or(0);
        if p > 0 {
            let result = dims(module, module.result(op, 0));
            if !narrow(&mut space, &result[..p]) {
                return None;
            }
            dependent.extend(module.results(op));
            continue;
        }
        // Rows are paired with rows where both factors depend.
        if let (Op::DotGeneral(it), 2) = (module.op(op), asked.len()) {
            let d = &it.dot_dimension_numbers;
            if d.lhs_contracting_dimensions != d.rhs_contracting_dimensions {
                return None;
            }
        }
        let p = asked.iter().map(|&i| combined_rows(module, op, i)).min().unwrap_or(0);
        if p == 0 {
            return None;
        }
        closers.push((op, asked[0], p));
        closed.extend(module.results(op));
    }
    // There may be nothing but what combines rows.
    let mut space = space?;
    for &(op, i, p) in &closers {
        let operand = dims(module, module.operand(op, i));
        space.truncate(p);
        let same = space.iter().zip(operand).take_while(|(a, b)| a == b).count();
        space.truncate(same);
    }
    let fits = |v: &Value| {
        let own = dims(module, *v);
        closed.contains(v) || own.len() >= space.len() && own[..space.len()] == space[..]
    };
    if space.is_empty() || !results.iter().all(fits) {
        return None;
    }
    Some(Rows { extents: space, closers: closers.into_iter().map(|c| c.0).collect() })
}

/// For ops that can be computed row by row, the values that are kept for each row
/// while it is worked on: results of stages, and what is dear and wanted more than
/// once or where an element of it serves many.
pub fn kept_of_rows(module: &Module, ops: &[OpId], rows: &Rows, results: &[Value]) -> Vec<Value> {
    let members: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut kept: Vec<Value> = Vec::new();
    // How many stages and kept values ask for each value's elements.
    let mut dear: FxHashMap<Value, bool> = FxHashMap::default();
    let mut dependent: FxHashSet<Value> = FxHashSet::default();
    for &op in ops {
        let stage = is_stage(module.op(op));
        let depends = stage || module.operands(op).iter().any(|v| dependent.contains(v));
        for v in module.results(op) {
            if depends {
                dependent.insert(v);
            }
            let inside = !stage && module.operands(op).iter().any(|v| dear.get(v) == Some(&true));
            let own = module.op(op).has(Trait::Elementwise) && is_dear(module.op(op));
            let users = module.uses(v).filter(|(user, _)| members.contains(user)).count();
            let handed = results.contains(&v);
            let asked = users + usize::from(handed);
            let by_rows = !rows.closers.contains(&op) && long_enough(module, v, rows);
            let keep = by_rows
                && (stage
                    || handed
                    || (own || inside) && asked > 1
                    || spread_dear(module, v, own || inside));
            if keep {
                kept.push(v);
            }
            dear.insert(v, (own || inside) && !keep);
        }
    }
    kept
}

fn long_enough(module: &Module, v: Value, rows: &Rows) -> bool {
    let own = dims(module, v);
    own.len() >= rows.extents.len() && own[..rows.extents.len()] == rows.extents[..]
}

/// Whether a dear value is repeated by what uses it.
fn spread_dear(module: &Module, v: Value, dear: bool) -> bool {
    dear && module
        .uses(v)
        .any(|(user, _)| matches!(module.op(user), Op::BroadcastInDim(_) | Op::DotGeneral(_)))
}

/// Whether an elementwise op costs many times what an addition does: elementary
/// functions, roots, quotients.
pub fn is_dear(op: &Op) -> bool {
    matches!(
        op,
        Op::Atan2(_)
            | Op::Cbrt(_)
            | Op::Cosine(_)
            | Op::Divide(_)
            | Op::Exponential(_)
            | Op::ExponentialMinusOne(_)
            | Op::Log(_)
            | Op::LogPlusOne(_)
            | Op::Logistic(_)
            | Op::Power(_)
            | Op::Remainder(_)
            | Op::Rsqrt(_)
            | Op::Sine(_)
            | Op::Sqrt(_)
            | Op::Tan(_)
            | Op::Tanh(_)
    )
}
