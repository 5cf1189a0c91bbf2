//! `partition`: one program for all devices of a mesh, from a program with shardings (SPMD).
//!
//! Each device holds its shards of all tensors. An op computes its part of the results from shards
//! of its operands; where these are sharded otherwise, devices exchange data first. The program is
//! the same for all devices: only `partition_id` tells them apart.
//!
//! ```text
//!   func @main(%x: 8×4 [{"d"}, {}], %w: 4×6)    func @main(%x: 4×4, %w: 4×6)
//!     %y = dot_general %x, %w        ──►          %y = dot_general %x, %w : 4×6
//!     %s = reduce add %y over 0                   %p = reduce add %y over 0 : 6
//!                                                 %s = all_reduce add %p
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`mod@assign`] | split types for all values; relayouts and halos as ops |
//! | [`erase`] | back from split types to `sdy` shardings |
//! | [`function`] | a function's body, op by op |
//! | `ops` | properties of ops that decide whether they are divided |
//! | [`part`] | the part of one op |
//! | [`relayout`] | from one sharding of a tensor to another one: slices, `all_to_all`, `all_gather`, `collective_permute` |
//! | [`exchange`] | collectives, halos, and the place of a device |
//! | [`search`] | shardings of the least estimated time within the memory of a device |
//! | [`shards`] | shards of arguments and results, and the wholes that they make |
//!
//! An op that can't be divided along a sharded dimension runs as a whole on every device, on gathered
//! operands. Bodies of `sdy.manual_computation` are local programs already; they take the op's
//! place. Results are the same bit for bit, except where terms of sums of floats are added in another
//! order. An argument or result keeps its sharding as the attribute `hloom.sharding`.

pub mod assign;
pub mod erase;
pub mod exchange;
pub mod function;
mod ops;
pub mod part;
pub mod relayout;
pub mod search;
pub mod shards;

use crate::context::{Context, PassError};
use crate::symbol_dce::mentioned;
use hloom_analysis::shard::{States, propagate};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, process_grid};
use hloom_ir::{Attr, OpId, Rewriter, Type};
use rustc_hash::FxHashMap;

/// The attribute of a partitioned function's arguments and results: the sharding of the whole.
pub const SHARDING: &str = "hloom.sharding";

/// The attribute of a function, and of its `case`, that is divided into stages: the name of the axis.
pub const STAGED: &str = "hloom.staged";

/// The attribute of an argument or result that only one stage has: its number.
pub const STAGE: &str = "hloom.stage";

/// Runs the pass.
///
/// # Errors
/// If a sharding is wrong, the program communicates already, or a part can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut counts = function::Counts::default();
    for op in cx.functions() {
        if !cx.module().func(op).is_public() {
            continue;
        }
        let found = propagate(cx.module(), op).map_err(|e| PassError::at(e.op, e.message))?;
        let Some(states) = found else { continue };
        if let Some(talks) = communicating(cx.module(), op) {
            let message = format!(
                "`{}` stands in a program with shardings, outside of a manual computation",
                cx.module().op(talks).name()
            );
            return Err(PassError::at(talks, message));
        }
        set_grid(cx.module_mut(), op, &states)?;
        assign::assign(&mut cx.rewriter(), op, &states, &FxHashMap::default())?;
        let made = function::partition(&mut cx.rewriter(), op, &states.grid)?;
        counts.add(&made);
    }
    cx.count("ops divided among devices", counts.divided);
    cx.count("ops computed by every device", counts.whole);
    cx.count("collectives", counts.collectives);
    Ok(())
}

/// Whether a function communicates outside of manual computations: it is a program of one device
/// already.
pub fn communicates(module: &Module, function: OpId) -> bool {
    communicating(module, function).is_some()
}

/// An op that refers to a function, its own ones too.
pub(crate) fn called(module: &Module, function: OpId) -> Option<OpId> {
    let name = &module.func(function).sym_name.0;
    let refers = |&op: &OpId| mentioned(module, op).iter().any(|other| other == name);
    // Of ops in each other, the innermost.
    module.walk(module.root()).filter(|&op| op != function).filter(refers).last()
}

/// The first op by which a function, or one that it calls, communicates outside of manual
/// computations.
fn communicating(module: &Module, function: OpId) -> Option<OpId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut waiting = vec![function];
    while let Some(next) = waiting.pop() {
        if !seen.insert(next) {
            continue;
        }
        if let Some(op) = talks(module, next) {
            return Some(op);
        }
        waiting.extend(mentioned(module, next).iter().filter_map(|name| module.symbol(name)));
    }
    None
}

/// The first op of a function by which it communicates itself.
fn talks(module: &Module, function: OpId) -> Option<OpId> {
    module.walk(function).find(|&op| match module.op(op) {
        Op::ManualComputation(_) | Op::NamedComputation(_) => false,
        Op::Print(_) | Op::Probe(_) | Op::AfterAll(_) | Op::CreateToken(_) => false,
        hloom_ir::process_op!() => !hloom_analysis::shard::annotations::is_local(module, op),
        // Any other op: it does not communicate.
        _ => false,
    })
}

/// Makes the module run on as many partitions as the mesh has devices.
pub(crate) fn set_grid(
    module: &mut Module,
    function: OpId,
    states: &States,
) -> Result<(), PassError> {
    let devices = states.grid.devices();
    if let Some((replicas, partitions)) = process_grid(module)
        && (replicas, partitions) != (1, devices)
    {
        let message = format!(
            "the mesh has {devices} devices, but the module runs as {replicas} × {partitions} \
             processes (mhlo.num_replicas × mhlo.num_partitions)"
        );
        return Err(PassError::at(function, message));
    }
    let root = module.root();
    let mut attrs = module.discardable_attrs(root).cloned().unwrap_or_default();
    let number = |n: i64| Attr::Int(n, Type::scalar(hloom_ir::Element::I32));
    attrs.set("mhlo.num_partitions", number(devices));
    attrs.set("mhlo.num_replicas", number(1));
    Rewriter::new(module).set_discardable_attrs(root, attrs);
    Ok(())
}
