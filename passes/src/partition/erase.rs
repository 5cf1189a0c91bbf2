//! `erase-splits`: takes splits out of a program's types.
//!
//! Splits over the axes of a mesh become `sdy` shardings: those of arguments, results and ops their
//! `sdy.sharding`, a relayout an `sdy.reshard`. Halos and other splits vanish, with the ops that made
//! them: the program computes the same, and consumers that know `sdy` only can read it.

use super::assign::with_shardings;
use crate::context::{Context, PassError};
use crate::split::types::retype;
use hloom_analysis::shard::placement::sharding_of;
use hloom_ir::field::Field;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FunctionType, Op, Reshard, Sharding, Shardings};
use hloom_ir::{OpId, Type, Value};

/// Runs the pass.
///
/// # Errors
/// If an op can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut count = 0;
    for function in cx.functions() {
        signature(cx, function);
        let ops: Vec<OpId> = cx.module().walk(function).filter(|&op| op != function).collect();
        for op in ops {
            count += usize::from(erase(cx, op)?);
        }
    }
    cx.count("types without splits", count);
    Ok(())
}

/// The sharding that a value's type states. Only sums can be `unreduced`; terms of other operations
/// are combined by their op.
fn sharding(module: &Module, value: Value) -> Option<Sharding> {
    let mut split = module.ty(value).as_tensor()?.split()?;
    split.partial.retain(|it| it.combine == "add");
    sharding_of(&split)
}

/// Takes the splits of an op's results and of its blocks' arguments; whether there were any.
fn erase(cx: &mut Context<'_>, op: OpId) -> Result<bool, PassError> {
    let module = cx.module();
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region)).copied();
    let args: Vec<Value> = blocks.flat_map(|block| module.args(block).to_vec()).collect();
    let results: Vec<Value> = module.results(op).iter().collect();
    let own: Vec<Option<Sharding>> = results.iter().map(|&v| sharding(module, v)).collect();
    let kind = module.op(op).clone();
    let all: Vec<Value> = args.into_iter().chain(results.iter().copied()).collect();
    let split = all.iter().any(|&v| module.ty(v) != module.ty(v).unsplit());
    for value in all {
        let ty = cx.module().ty(value).unsplit();
        retype(&mut cx.rewriter(), value, ty);
    }
    if !split {
        return relayout(cx, op, &kind, None);
    }
    if matches!(kind, Op::Relayout(_) | Op::Halo(_)) {
        return relayout(cx, op, &kind, own.into_iter().next().flatten());
    }
    if let Some(mesh) = own.iter().flatten().next().map(|it| it.mesh.clone()) {
        let ranks = results.iter().map(|&v| cx.module().ty(v).as_tensor().map_or(0, |t| t.rank()));
        let all = own.into_iter().zip(ranks);
        let all = all.map(|(it, rank)| it.unwrap_or_else(|| Sharding::whole(mesh.clone(), rank)));
        let mut attrs = cx.module().discardable_attrs(op).cloned().unwrap_or_default();
        if let Some(attr) = Shardings(all.collect()).to_attr() {
            attrs.set("sdy.sharding", attr);
        }
        cx.rewriter().set_discardable_attrs(op, attrs);
    }
    Ok(true)
}

/// Replaces a relayout that changed the split only, or a halo.
fn relayout(
    cx: &mut Context<'_>,
    op: OpId,
    kind: &Op,
    sharding: Option<Sharding>,
) -> Result<bool, PassError> {
    let module = cx.module();
    let (Op::Relayout(_) | Op::Halo(_)) = kind else { return Ok(false) };
    let (operand, result) = (module.operand(op, 0), module.result(op, 0));
    if module.ty(operand) != module.ty(result) {
        return Ok(false);
    }
    let mut r = cx.rewriter();
    r.set_before(op);
    r.set_source(op);
    let value = match (kind, sharding) {
        (Op::Relayout(_), Some(sharding)) => {
            let built = r.value(Reshard { sharding: sharding.into() }, &[operand]);
            built.map_err(|broken| PassError::at(op, broken.to_string()))?
        }
        _ => operand,
    };
    r.replace(op, &[value]);
    Ok(true)
}

/// Takes the splits of arguments and results.
fn signature(cx: &mut Context<'_>, function: OpId) {
    let module = cx.module();
    let mut func = module.func(function).clone();
    let (inputs, results) = (func.function_type.inputs(), func.function_type.results());
    let of = |types: &[Type]| -> Vec<Option<Sharding>> {
        types.iter().map(|ty| sharding_of(&ty.as_tensor()?.split()?)).collect()
    };
    let (args, outs) = (of(inputs), of(results));
    let bare = |types: &[Type]| -> Vec<Type> { types.iter().map(|ty| ty.unsplit()).collect() };
    let ty = Type::function(&bare(inputs), &bare(results));
    let block = module.entry(function, 0);
    let values = block.map_or(Vec::new(), |block| module.args(block).to_vec());
    func.function_type = FunctionType(ty);
    func.arg_attrs = with_shardings(func.arg_attrs.as_deref(), &args);
    func.res_attrs = with_shardings(func.res_attrs.as_deref(), &outs);
    let mut r = cx.rewriter();
    for value in values {
        let ty = r.module().ty(value).unsplit();
        r.set_type(value, ty);
    }
    r.set_op(function, Func { ..func });
}
