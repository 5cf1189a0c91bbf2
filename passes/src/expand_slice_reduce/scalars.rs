//! The scalar form of an elementwise body on slices.

use hloom_analysis::dataflow::is_elementwise as each;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Op, is_pure};
use hloom_ir::{Block, Literal, Module, OpId, Rewriter, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

fn is_scalar(module: &Module, v: Value) -> bool {
    module.ty(v).as_tensor().is_some_and(|t| t.rank() == 0)
}

fn splat(module: &Module, v: Value) -> Option<Literal> {
    let value = module.constant(v).filter(|l| l.is_splat() && l.count() > 0)?;
    let ty = Type::scalar_tensor(value.element());
    Literal::splat(ty, value.element_bytes(0)).ok()
}

/// The scalar that all elements of a value equal, if that is seen.
pub(super) fn scalar(r: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let module = r.module();
    if is_scalar(module, v) {
        return Some(v);
    }
    if let Some(one) = splat(module, v) {
        return Some(r.constant(one));
    }
    let def = module.def_op(v).filter(|&op| matches!(module.op(op), Op::BroadcastInDim(_)))?;
    Some(module.operand(def, 0)).filter(|&of| is_scalar(module, of))
}

/// Whether each element of what the body yields depends on the elements of its arguments at the
/// same place only, and all places are treated alike.
pub(super) fn is_elementwise(module: &Module, body: Block) -> bool {
    let mut known: FxHashSet<Value> = module.args(body).iter().copied().collect();
    let args = module.args(body).first().and_then(|&v| module.ty(v).as_tensor());
    let Some(slice) = args.map(|t| t.dims.to_vec()) else { return false };
    let per_axis = |v: Value| module.ty(v).element().is_some_and(|e| e.is_per_axis_quantized());
    let like = |v: Value| {
        module.ty(v).as_tensor().is_some_and(|t| t.rank() == 0 || t.dims[..] == slice[..])
            && !per_axis(v)
    };
    if !known.iter().all(|&v| like(v) && !is_scalar(module, v)) {
        return false;
    }
    let terminator = module.terminator(body);
    let usable = |known: &FxHashSet<Value>, v: Value| {
        known.contains(&v) || is_scalar(module, v) || splat(module, v).is_some()
    };
    for op in module.ops(body).filter(|&op| Some(op) != terminator) {
        if matches!(module.op(op), Op::Constant(_)) {
            continue;
        }
        let operands = module.operands(op);
        let results: Vec<Value> = module.results(op).iter().collect();
        let spread = matches!(module.op(op), Op::BroadcastInDim(_))
            && operands.iter().all(|&v| is_scalar(module, v));
        let plain = module.regions(op).is_empty() && is_pure(module, op);
        if !plain
            || !(spread || each(module, op))
            || !results.iter().all(|&v| like(v))
            || !operands.iter().all(|&v| like(v) && usable(&known, v))
        {
            return false;
        }
        known.extend(results);
    }
    let yielded = terminator.map_or(&[][..], |t| module.operands(t));
    yielded.iter().all(|&v| like(v) && usable(&known, v) && !is_scalar(module, v))
}

/// Copies an elementwise body to the insertion point, in `block`, whose arguments are scalars.
/// Returns the values that it yields.
pub(super) fn copy(
    r: &mut Rewriter<'_>,
    body: Block,
    block: Block,
) -> Result<Vec<Value>, ConstraintError> {
    let module = r.module();
    let scalars = module.args(block).to_vec();
    let mut map: FxHashMap<Value, Value> = module.args(body).iter().copied().zip(scalars).collect();
    let terminator = module.terminator(body);
    let ops: Vec<OpId> = module.ops(body).filter(|&op| Some(op) != terminator).collect();
    for op in ops {
        if matches!(r.module().op(op), Op::Constant(_)) {
            continue;
        }
        let operands = r.module().operands(op).to_vec();
        let mapped: Vec<Value> = operands.iter().map(|&v| mapped(r, &map, v)).collect();
        let kind = r.module().op(op).clone();
        if matches!(kind, Op::BroadcastInDim(_)) {
            map.insert(r.module().result(op, 0), mapped[0]);
            continue;
        }
        let results: Vec<Value> = r.module().results(op).iter().collect();
        let types: Vec<Type> = results
            .iter()
            .filter_map(|&v| r.module().ty(v).element())
            .map(Type::scalar_tensor)
            .collect();
        let kind = kind.with_result_types(&types).map_err(|wrong| ConstraintError {
            label: "Type",
            message: format!("{wrong:?}"),
            part: hloom_ir::op::OpPart::Op,
        })?;
        let made = r.build(kind, &mapped)?;
        for (i, old) in results.into_iter().enumerate() {
            map.insert(old, r.module().result(made, i));
        }
    }
    let yielded = terminator.map(|t| r.module().operands(t).to_vec()).unwrap_or_default();
    Ok(yielded.into_iter().map(|v| mapped(r, &map, v)).collect())
}

/// The scalar for a value of the body.
fn mapped(r: &mut Rewriter<'_>, map: &FxHashMap<Value, Value>, v: Value) -> Value {
    match (map.get(&v), splat(r.module(), v)) {
        (Some(&known), _) => known,
        (None, Some(one)) => r.constant(one),
        // A scalar from outside.
        (None, None) => v,
    }
}
