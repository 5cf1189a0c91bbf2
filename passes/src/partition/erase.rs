//! `erase-splits`: takes splits out of a program's types.
//!
//! Splits over the axes of a mesh become shardings, so that consumers that know these only can read
//! the program. Halos and other splits vanish, with the ops that made them: the program computes the
//! same.
//!
//! | form | arguments, results, ops | relayouts |
//! |---|---|---|
//! | `sdy` | `sdy.sharding` | `sdy.reshard` |
//! | `mhlo` | `mhlo.sharding` strings; ops with one result | `stablehlo.custom_call @Sharding` |
//! | `none` | nothing | nothing |
//!
//! Terms of sums are `unreduced` axes in `sdy`. Strings do not tell them: an op with terms has none.

use super::assign::{Named, with_attrs};
use crate::context::{Context, PassError};
use crate::split::types::retype;
use hloom_analysis::shard::annotations::resolve;
use hloom_analysis::shard::placement::sharding_of;
use hloom_analysis::shard::{Grid, Placement, tiles};
use hloom_ir::field::Field;
use hloom_ir::module::Module;
use hloom_ir::ops::{CustomCall, Func, FunctionType, Op, Reshard, Sharding, Shardings};
use hloom_ir::types::Split;
use hloom_ir::{Attr, OpId, Type, Value};

crate::option_values! {
    /// The form of shardings.
    pub enum Form {
        /// Attributes and ops of `sdy`.
        Sdy = "sdy",
        /// Strings of XLA's.
        Mhlo = "mhlo",
        /// No shardings.
        None = "none",
    }
}

crate::options! {
    /// Options of `erase-splits`.
    pub struct Options {
        /// The form of the shardings that splits over a mesh become.
        form: Form = Form::Sdy, "form";
    }
}

/// Runs the pass.
///
/// # Errors
/// If a split does not fit its mesh, or an op can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { form } = cx.options()?;
    let mut count = 0;
    for function in cx.functions() {
        signature(cx, function, form)?;
        let ops: Vec<OpId> = cx.module().walk(function).filter(|&op| op != function).collect();
        for op in ops {
            count += usize::from(erase(cx, op, form)?);
        }
    }
    cx.count("types without splits", count);
    Ok(())
}

/// The split over a mesh that a value's type states.
fn over_mesh(ty: Type) -> Option<Split> {
    ty.as_tensor()?.split().filter(|split| split.mesh.is_some())
}

/// The sharding of a split. Only sums can be `unreduced`; terms of other operations are combined by
/// their op.
fn sharding(mut split: Split) -> Option<Sharding> {
    split.partial.retain(|it| it.combine == "add");
    sharding_of(&split)
}

/// The string of a type's split; `None` of one with terms, and of other types.
fn string(module: &Module, ty: Type) -> Result<Option<String>, String> {
    let Some(split) = over_mesh(ty).filter(|split| split.partial.is_empty()) else {
        return Ok(None);
    };
    let (Some(name), Some(sharding)) = (&split.mesh, sharding_of(&split)) else { return Ok(None) };
    let mesh = resolve(module, name)?;
    let used: Vec<_> = sharding.dims.iter().flat_map(|dim| dim.axes.iter()).collect();
    let grid = Grid::new(name.clone(), mesh, used)?;
    let placement = Placement::of_type(&grid, ty)?;
    Ok(placement.map(|it| tiles::print(&it.state, &grid)))
}

/// The attribute that says a type's split.
fn named(module: &Module, ty: Type, form: Form) -> Result<Option<Named>, String> {
    Ok(match form {
        Form::Sdy => {
            let attr = over_mesh(ty).and_then(sharding).and_then(|it| it.to_attr());
            attr.map(|attr| ("sdy.sharding", attr))
        }
        Form::Mhlo => string(module, ty)?.map(|text| ("mhlo.sharding", Attr::string(&text))),
        Form::None => None,
    })
}

/// Takes the splits of an op's results and of its blocks' arguments; whether there were any.
fn erase(cx: &mut Context<'_>, op: OpId, form: Form) -> Result<bool, PassError> {
    let at = |what: String| PassError::at(op, what);
    let module = cx.module();
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region)).copied();
    let args: Vec<Value> = blocks.flat_map(|block| module.args(block).to_vec()).collect();
    let results: Vec<Value> = module.results(op).iter().collect();
    let own: Vec<Option<Sharding>> =
        results.iter().map(|&v| over_mesh(module.ty(v)).and_then(sharding)).collect();
    let text = match results[..] {
        [one] if form == Form::Mhlo => string(module, module.ty(one)).map_err(at)?,
        _ => None,
    };
    let all: Vec<Value> = args.into_iter().chain(results.iter().copied()).collect();
    let split = all.iter().any(|&v| module.ty(v) != module.ty(v).unsplit());
    let moves = matches!(module.op(op), Op::Relayout(_) | Op::Halo(_));
    for value in all {
        let ty = cx.module().ty(value).unsplit();
        retype(&mut cx.rewriter(), value, ty);
    }
    if moves {
        let sharding = own.into_iter().next().flatten().filter(|_| form == Form::Sdy);
        return relayout(cx, op, sharding, text);
    }
    let mut attrs = cx.module().discardable_attrs(op).cloned().unwrap_or_default();
    if let Some(text) = text {
        attrs.set("mhlo.sharding", Attr::string(&text));
    } else if form == Form::Sdy
        && let Some(mesh) = own.iter().flatten().next().map(|it| it.mesh.clone())
    {
        let ranks = results.iter().map(|&v| cx.module().ty(v).as_tensor().map_or(0, |t| t.rank()));
        let all = own.into_iter().zip(ranks);
        let all = all.map(|(it, rank)| it.unwrap_or_else(|| Sharding::whole(mesh.clone(), rank)));
        if let Some(attr) = Shardings(all.collect()).to_attr() {
            attrs.set("sdy.sharding", attr);
        }
    } else {
        return Ok(split);
    }
    cx.rewriter().set_discardable_attrs(op, attrs);
    Ok(split)
}

/// Replaces a relayout that changed the split only, or a halo; whether it did.
fn relayout(
    cx: &mut Context<'_>,
    op: OpId,
    sharding: Option<Sharding>,
    text: Option<String>,
) -> Result<bool, PassError> {
    let module = cx.module();
    let (operand, result) = (module.operand(op, 0), module.result(op, 0));
    if module.ty(operand) != module.ty(result) {
        return Ok(false);
    }
    let (ty, is_halo) = (module.ty(result), matches!(module.op(op), Op::Halo(_)));
    let mut r = cx.rewriter();
    r.set_before(op);
    r.set_source(op);
    let broken = |e: hloom_ir::op::ConstraintError| PassError::at(op, e.to_string());
    let value = match (sharding, text) {
        _ if is_halo => operand,
        (Some(sharding), _) => {
            r.value(Reshard { sharding: sharding.into() }, &[operand]).map_err(broken)?
        }
        (None, Some(text)) => {
            let call = CustomCall::new("Sharding", &[ty]);
            let value = r.value(call, &[operand]).map_err(broken)?;
            let made = r.module().def_op(value).expect("an op");
            let mut attrs = r.module().discardable_attrs(made).cloned().unwrap_or_default();
            attrs.set("mhlo.sharding", Attr::string(&text));
            r.set_discardable_attrs(made, attrs);
            value
        }
        (None, None) => operand,
    };
    r.replace(op, &[value]);
    Ok(true)
}

/// Takes the splits of arguments and results.
fn signature(cx: &mut Context<'_>, function: OpId, form: Form) -> Result<(), PassError> {
    let module = cx.module();
    let mut func = module.func(function).clone();
    let (inputs, results) = (func.function_type.inputs(), func.function_type.results());
    let of = |types: &[Type]| -> Result<Vec<Option<Named>>, PassError> {
        let each = types.iter().map(|&ty| named(module, ty, form));
        each.collect::<Result<_, _>>().map_err(|what| PassError::at(function, what))
    };
    let (args, outs) = (of(inputs)?, of(results)?);
    let bare = |types: &[Type]| -> Vec<Type> { types.iter().map(|ty| ty.unsplit()).collect() };
    let ty = Type::function(&bare(inputs), &bare(results));
    let block = module.entry(function, 0);
    let values = block.map_or(Vec::new(), |block| module.args(block).to_vec());
    func.function_type = FunctionType(ty);
    func.arg_attrs = with_attrs(func.arg_attrs.as_deref(), &args);
    func.res_attrs = with_attrs(func.res_attrs.as_deref(), &outs);
    let mut r = cx.rewriter();
    for value in values {
        let ty = r.module().ty(value).unsplit();
        r.set_type(value, ty);
    }
    r.set_op(function, Func { ..func });
    Ok(())
}
