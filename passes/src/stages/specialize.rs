//! `specialize-rank`: the program of one rank, from one for all ranks.
//!
//! `partition_id` becomes a constant. Of a function that is divided into stages
//! ([`pipeline-ranks`](super)), the arm of the rank's stage stays, and arguments and results that
//! belong to other stages go, so that a rank neither holds them nor computes them.

use super::axis::Axis;
use crate::context::{Context, PassError};
use crate::partition::function::DONATED;
use crate::partition::shards::{staged, stages_of};
use crate::partition::{STAGE, STAGED};
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FunctionType, Op};
use hloom_ir::{Attr, AttrDict, Element, Literal, OpId, Rewriter, Type, Value};

crate::options! {
    /// Options of `specialize-rank`.
    pub struct Options {
        /// The number of the rank among the partitions of a program of one replica.
        partition: usize = 0, "partition";
    }
}

/// Runs the pass.
///
/// # Errors
/// If there is no such rank.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { partition } = cx.options()?;
    specialize(cx.module_mut(), partition)
}

/// Makes a module the program of one rank.
///
/// # Errors
/// If there is no such rank, or the module has several replicas.
pub fn specialize(module: &mut Module, rank: usize) -> Result<(), PassError> {
    if let Some((replicas, partitions)) = hloom_ir::ops::process_grid(module)
        && (replicas != 1 || partitions <= rank as i64)
    {
        return Err(PassError::new(format!(
            "option `partition`: there is no rank {rank} among {replicas} × {partitions} processes"
        )));
    }
    for function in module.functions().collect::<Vec<_>>() {
        let Some(name) = staged(module, function) else { continue };
        let axis = Axis::named(module, function, &name);
        let axis = axis.map_err(|what| PassError::at(function, what))?;
        let stage = axis.stages.get(rank).copied().ok_or_else(|| {
            let devices = axis.grid.devices();
            PassError::new(format!("option `partition`: there is no rank {rank} among {devices}"))
        })?;
        choose(&mut Rewriter::new(module), function, stage)?;
        reduce(&mut Rewriter::new(module), function, stage)?;
    }
    let ids: Vec<OpId> = module
        .walk(module.root())
        .filter(|&op| matches!(module.op(op), Op::PartitionId(_)))
        .collect();
    let mut r = Rewriter::new(module);
    let ty = Type::scalar_tensor(Element::U32);
    let number = Literal::splat(ty, &(rank as u32).to_le_bytes()).expect("four bytes");
    for op in ids {
        r.set_before(op);
        r.set_source(op);
        let value = r.constant(number.clone());
        r.replace(op, &[value]);
    }
    Ok(())
}

/// Puts the arm of a stage in place of the `case`.
fn choose(r: &mut Rewriter<'_>, function: OpId, stage: i64) -> Result<(), PassError> {
    let module = r.module();
    let case = |op: &OpId| matches!(module.op(*op), Op::Case(_)) && staged(module, *op).is_some();
    let Some(case) = module.walk(function).find(case) else {
        return Err(PassError::at(function, format!("no `stablehlo.case` has `{STAGED}`")));
    };
    let arm = module.entry(case, stage as usize);
    let Some(arm) = arm.filter(|_| stage < module.regions(case).len() as i64) else {
        return Err(PassError::at(case, format!("there is no arm for stage {stage}")));
    };
    let values = r.inline_block(arm, &[], case);
    r.replace(case, &values);
    Ok(())
}

/// Takes out the arguments and results of other stages.
fn reduce(r: &mut Rewriter<'_>, function: OpId, stage: i64) -> Result<(), PassError> {
    let module = r.module();
    let mut func: Func = module.func(function).clone();
    let (inputs, outputs) = (func.function_type.inputs(), func.function_type.results());
    let mine = |stages: Vec<Option<i64>>| -> Vec<bool> {
        stages.into_iter().map(|it| it.is_none_or(|it| it == stage)).collect()
    };
    let args = mine(stages_of(func.arg_attrs.as_deref(), inputs.len()));
    let results = mine(stages_of(func.res_attrs.as_deref(), outputs.len()));
    let block = module.entry(function, 0).expect("it has a `case`");
    let end = module.terminator(block).expect("a function returns");
    let kept = |types: &[Type], mine: &[bool]| -> Vec<Type> {
        types.iter().zip(mine).filter(|(_, mine)| **mine).map(|(ty, _)| *ty).collect()
    };
    func.function_type =
        FunctionType(Type::function(&kept(inputs, &args), &kept(outputs, &results)));
    // The new number of each result.
    let number = |old: i64| {
        let at = usize::try_from(old).ok().filter(|&at| results.get(at) == Some(&true))?;
        Some(results[..at].iter().filter(|mine| **mine).count() as i64)
    };
    let dicts = |attrs: Option<&Attr>, mine: &[bool]| -> Option<Box<Attr>> {
        let Some(Attr::Array(list)) = attrs else { return None };
        let own = list.iter().zip(mine).filter(|(_, mine)| **mine).map(|(attr, _)| match attr {
            Attr::Dict(dict) => Attr::Dict(renumbered(dict, &number)),
            other => other.clone(),
        });
        Some(Box::new(Attr::Array(own.collect())))
    };
    func.arg_attrs = dicts(func.arg_attrs.as_deref(), &args);
    func.res_attrs = dicts(func.res_attrs.as_deref(), &results);
    let returned = module.operands(end).iter().zip(&results);
    let returned: Vec<Value> = returned.filter(|(_, mine)| **mine).map(|(&v, _)| v).collect();
    r.set_operands(end, &returned);
    for (i, mine) in args.iter().enumerate().rev() {
        if !mine {
            let arg = r.module().args(block)[i];
            if let Some((user, _)) = r.module().uses(arg).next() {
                let what =
                    format!("argument {i} belongs to another stage, but stage {stage} uses it");
                return Err(PassError::at(user, what));
            }
            r.remove_arg(block, i);
        }
    }
    let old = r.module().discardable_attrs(function).cloned().unwrap_or_default();
    let mut attrs = AttrDict::new();
    for (name, attr) in old.iter().filter(|(name, _)| *name != STAGED) {
        attrs.set(name, attr.clone());
    }
    r.set_op(function, func);
    r.set_discardable_attrs(function, attrs);
    Ok(())
}

/// Attributes without the stage, and with the new number of a donated argument's result.
fn renumbered(dict: &AttrDict, number: &dyn Fn(i64) -> Option<i64>) -> AttrDict {
    let mut own = AttrDict::new();
    for (name, attr) in dict.iter() {
        match (name, attr) {
            (STAGE, _) => {}
            (DONATED, Attr::Int(old, ty)) => {
                if let Some(new) = number(*old) {
                    own.set(name, Attr::Int(new, *ty));
                }
            }
            _ => own.set(name, attr.clone()),
        }
    }
    own
}
