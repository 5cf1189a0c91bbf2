//! `propagate-shardings`: gives all values of a function shardings, from those of a few.
//!
//! ```text
//!   func @main(%x: 8×4 {[{"d"}, {}]})         func @main(%x: 8×4 {[{"d"}, {}]})
//!     %y = tanh %x                     ──►      %y = tanh %x {[{"d"}, {}]}
//! ```
//!
//! [`hloom_analysis::shard`] finds them. They are written as attributes: `sdy.sharding`. Values that
//! every device holds as a whole, and values in regions, get none.

use crate::context::{Context, PassError};
use hloom_analysis::shard::{State, States, propagate, propagate_over_meshes};
use hloom_ir::field::Field;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, Op, Shardings};
use hloom_ir::{Attr, AttrDict, OpId};

/// Runs the pass.
///
/// # Errors
/// If a stated sharding is wrong.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut values = 0;
    for function in cx.functions() {
        let found = propagate_over_meshes(cx.module(), function);
        let Some(states) = found.map_err(|e| PassError::at(e.op, e.message))? else { continue };
        let Some(block) = cx.module().entry(function, 0) else { continue };
        for op in cx.module().ops(block).collect::<Vec<_>>() {
            values += usize::from(annotate(cx, op, &states));
        }
        signature(cx, function, &states);
    }
    cx.count("ops with shardings", values);
    Ok(())
}

/// Writes the shardings of an op's results; whether any is divided.
fn annotate(cx: &mut Context<'_>, op: OpId, states: &States) -> bool {
    let module = cx.module();
    // These have a sharding of their own.
    let states_itself = matches!(
        module.op(op),
        Op::ShardingConstraint(_) | Op::Reshard(_) | Op::DataFlowEdge(_) | Op::ManualComputation(_)
    );
    let own: Vec<State> = module.results(op).iter().map(|v| states.of(module, v)).collect();
    if states_itself || own.iter().all(State::is_whole) {
        return false;
    }
    let all = Shardings(own.iter().map(|state| state.sharding(&states.grid)).collect());
    let mut attrs = module.discardable_attrs(op).cloned().unwrap_or_default();
    attrs.remove("mhlo.sharding");
    if let Some(attr) = all.to_attr() {
        attrs.set("sdy.sharding", attr);
    }
    cx.rewriter().set_discardable_attrs(op, attrs);
    true
}

/// Writes the shardings of arguments and results.
fn signature(cx: &mut Context<'_>, function: OpId, states: &States) {
    let module = cx.module();
    let mut func = module.func(function).clone();
    let entry = module.entry(function, 0).expect("the caller looked");
    let args: Vec<State> = module.args(entry).iter().map(|&v| states.of(module, v)).collect();
    func.arg_attrs = with_shardings(func.arg_attrs.as_deref(), &args, states);
    func.res_attrs = with_shardings(func.res_attrs.as_deref(), &states.results, states);
    cx.rewriter().set_op(function, Func { ..func });
}

fn with_shardings(old: Option<&Attr>, own: &[State], states: &States) -> Option<Box<Attr>> {
    let dicts: Vec<Attr> = own
        .iter()
        .enumerate()
        .map(|(i, state)| {
            let known = match old {
                Some(Attr::Array(list)) => list.get(i),
                _ => None,
            };
            let mut dict = match known {
                Some(Attr::Dict(dict)) => dict.clone(),
                _ => AttrDict::new(),
            };
            dict.remove("mhlo.sharding");
            if !state.is_whole()
                && let Some(attr) = state.sharding(&states.grid).to_attr()
            {
                dict.set("sdy.sharding", attr);
            }
            Attr::Dict(dict)
        })
        .collect();
    let empty = dicts.iter().all(|dict| matches!(dict, Attr::Dict(d) if d.is_empty()));
    (!empty).then(|| Box::new(Attr::Array(dicts.into())))
}

/// Whether a module states a sharding, or a mesh.
pub fn has_shardings(module: &Module) -> bool {
    module.functions().any(|f| propagate(module, f).is_ok_and(|found| found.is_some()))
}
