//! Custom calls that stand for ops with sizes among their operands.
//!
//! JAX writes some dynamic ops for which StableHLO has none as custom calls:
//! `stablehlo.dynamic_reduce_window`, `stablehlo.dynamic_rng_bit_generator` and
//! `stablehlo.dynamic_top_k`; they become the static ops. Calls of other targets, LAPACK's
//! say, have operands that hold the extents of their results, which
//! `indices_of_shape_operands` names; these go where the results' types say the same.
//!
//! The rules follow StableHLO's `stablehlo-canonicalize-dynamism` and
//! `stablehlo-refine-shapes`.

use super::sizes::numbers;
use hloom_ir::field::{Dims, Field, Padding, ResultTypes};
use hloom_ir::module::Module;
use hloom_ir::ops::{self, CustomCall, RngAlgorithm};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, DYNAMIC, OpId, Rewriter, Type, Value};

/// The attribute that names the operands with the extents of the results.
const SHAPE_OPERANDS: &str = "indices_of_shape_operands";

/// The operands that hold the extents of the results, one for each.
fn shape_operands(module: &Module, op: OpId) -> Option<Vec<usize>> {
    let Attr::Dense(indices) = module.discardable_attrs(op)?.get(SHAPE_OPERANDS)? else {
        return None;
    };
    let count = module.operands(op).len();
    let index = |i| usize::try_from(indices.get_int(i)?).ok().filter(|&n| n < count);
    let indices: Vec<usize> = (0..indices.count()).map(index).collect::<Option<_>>()?;
    (indices.len() == module.results(op).len()).then_some(indices)
}

/// The types of a custom call's results, as far as operands that hold extents are constant.
pub(crate) fn result_types(module: &Module, op: OpId) -> Option<Vec<Type>> {
    let indices = shape_operands(module, op)?;
    let refined = module.results(op).iter().zip(indices).map(|(result, i)| {
        let declared = module.ty(result);
        let dims = numbers(module, module.operand(op, i));
        match (declared.as_tensor(), dims) {
            (Some(t), Some(dims)) if dims.len() == t.rank() && dims.iter().all(|&n| n >= 0) => {
                t.with_dims(&dims).into()
            }
            _ => declared,
        }
    });
    Some(refined.collect())
}

/// Replaces a custom call by its static form, if it has one here. Its results may get more
/// precise types where `refines` says so. Says whether it did.
pub(crate) fn make_static(rewriter: &mut Rewriter<'_>, op: OpId, refines: bool) -> bool {
    let Some(call) = rewriter.module().get::<CustomCall>(op).cloned() else { return false };
    rewriter.set_before(op);
    let built = match &*call.target() {
        "stablehlo.dynamic_reduce_window" => reduce_window(rewriter, op, &call),
        "stablehlo.dynamic_rng_bit_generator" => rng_bit_generator(rewriter, op),
        "stablehlo.dynamic_top_k" => top_k(rewriter, op),
        _ => without_shape_operands(rewriter, op, &call),
    };
    let Some(new) = built else { return false };
    let module = rewriter.module();
    let (old, made) = (module.result_types(op), module.result_types(new));
    let fits = |(&old, &new): (&Type, &Type)| old == new || refines && is_refined(old, new);
    if old.len() != made.len() || !old.iter().zip(&made).all(fits) {
        rewriter.erase(new);
        return false;
    }
    let values: Vec<Value> = module.results(new).iter().collect();
    rewriter.replace(op, &values);
    true
}

/// Whether a type says all that another one says, and perhaps more.
fn is_refined(old: Type, new: Type) -> bool {
    let (Some(a), Some(b)) = (old.as_tensor(), new.as_tensor()) else { return false };
    let known = |(&m, &n): (&i64, &i64)| m == DYNAMIC || m == n;
    old.compatible(new) && a.encoding.is_none() && a.dims.iter().zip(&b.dims).all(known)
}

/// `dynamic_reduce_window(inputs…, init_values…, window_dimensions, window_strides,
/// base_dilations, window_dilations, padding)`, whose reducer is a function.
fn reduce_window(rewriter: &mut Rewriter<'_>, op: OpId, call: &CustomCall) -> Option<OpId> {
    let module = rewriter.module();
    let operands = module.operands(op).to_vec();
    let (values, lists) = operands.split_at(operands.len().checked_sub(5)?);
    let lists: Vec<Vec<i64>> = lists.iter().map(|&v| numbers(module, v)).collect::<Option<_>>()?;
    let [window, strides, base, dilations, padding] = <[Vec<i64>; 5]>::try_from(lists).ok()?;
    let [reducer] = &*call.called_computations.0 else { return None };
    let callee = module.symbol(reducer).filter(|&f| crate::inline::can_inline(module, f))?;
    let body = module.entry(callee, 0)?;
    let types: Vec<Type> = module.args(body).iter().map(|&v| module.ty(v)).collect();
    let here = rewriter.point();
    let (region, block) = rewriter.region(&types);
    rewriter.set_point(InsertPoint::End(block));
    let args = rewriter.module().args(block).to_vec();
    let reduced = rewriter.clone_block(body, &args);
    rewriter.build(ops::Return {}, &reduced).ok()?;
    rewriter.set_point(here);
    let dims = |list: Vec<i64>| Some(Dims::from(list));
    let form = ops::ReduceWindow {
        window_dimensions: window.into(),
        window_strides: dims(strides),
        base_dilations: dims(base),
        window_dilations: dims(dilations),
        padding: Some(Padding(padding.chunks_exact(2).map(|p| (p[0], p[1])).collect())),
    };
    rewriter.build_with_regions(form, values, &[region]).ok()
}

/// `dynamic_rng_bit_generator(initial_state, output_shape)`.
fn rng_bit_generator(rewriter: &mut Rewriter<'_>, op: OpId) -> Option<OpId> {
    let module = rewriter.module();
    let &[state, shape] = module.operands(op) else { return None };
    let [_, bits] = module.result_types(op)[..] else { return None };
    let dims = numbers(module, shape)?;
    let bits = bits.as_tensor().filter(|t| t.rank() == dims.len())?.with_dims(&dims);
    let algorithm = module.discardable_attrs(op)?.get("rng_algorithm").cloned();
    let rng_algorithm = RngAlgorithm::from_attr(algorithm, &[]).ok()?;
    let results = ResultTypes([module.ty(state), bits.into()].into());
    rewriter.build(ops::RngBitGenerator { rng_algorithm, results }, &[state]).ok()
}

/// `dynamic_top_k(operand, k)`.
fn top_k(rewriter: &mut Rewriter<'_>, op: OpId) -> Option<OpId> {
    let module = rewriter.module();
    let &[x, k] = module.operands(op) else { return None };
    let &[k] = &numbers(module, k)?[..] else { return None };
    rewriter.build(ops::TopK { k }, &[x]).ok()
}

/// The call without the operands that say what the types of its results say.
fn without_shape_operands(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    call: &CustomCall,
) -> Option<OpId> {
    let module = rewriter.module();
    let gone = shape_operands(module, op)?;
    let says = |(ty, &i): (&Type, &usize)| {
        let dims = numbers(module, module.operand(op, i));
        ty.as_tensor().zip(dims).is_some_and(|(t, dims)| t.is_static() && t.dims[..] == dims[..])
    };
    if !module.result_types(op).iter().zip(&gone).all(says) {
        return None;
    }
    let remains = |i: &usize| !gone.contains(i);
    let operands = module.operands(op);
    let values: Vec<Value> = (0..operands.len()).filter(remains).map(|i| operands[i]).collect();
    let mut new = call.clone();
    if let Some(layouts) = &mut new.operand_layouts {
        let all = layouts.0.iter().cloned().enumerate();
        layouts.0 = all.filter(|(i, _)| remains(i)).map(|(_, layout)| layout).collect();
    }
    for alias in &mut new.output_operand_aliases.0 {
        let index = usize::try_from(alias.operand_index).ok().filter(remains)?;
        alias.operand_index -= gone.iter().filter(|&&i| i < index).count() as i64;
    }
    let mut extra = module.discardable_attrs(op)?.clone();
    extra.remove(SHAPE_OPERANDS);
    let new = rewriter.build(new, &values).ok()?;
    rewriter.set_discardable_attrs(new, extra);
    Some(new)
}
