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
use crate::fusion::machine::Machine;
use crate::symbol_dce::mentioned;
use hloom_analysis::shard::{States, propagate};
use hloom_analysis::simulate::Link;
use hloom_analysis::simulate::link::parse_bytes;
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, process_grid};
use hloom_ir::{Attr, OpId, Type};
use rustc_hash::FxHashMap;
use search::times::Times;

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
        set_grid(cx, op, &states)?;
        assign::assign(&mut cx.rewriter(), op, &states, &FxHashMap::default())?;
        let made = function::partition(&mut cx.rewriter(), op, &states.grid)?;
        counts.add(&made);
    }
    cx.count("ops divided among devices", counts.divided);
    cx.count("ops computed by every device", counts.whole);
    cx.count("collectives", counts.collectives);
    Ok(())
}

crate::options! {
    /// Options of `assign-splits`.
    pub struct Options {
        /// Find shardings of the least estimated time, beside those that are stated.
        search: bool = false, "search";
        /// The machine that times are estimated for.
        machine: Machine = Machine::default(), "machine";
        /// The links of the mesh, as in `50GBps:2us`; those of its axes apart by `/`.
        link: String = "50GBps:2us".to_owned(), "link";
        /// The memory of a device, as in `16GiB`; no limit by default.
        memory: String = String::new(), "memory";
        /// A file of measured times of kernels, as `explain splits --times` writes it; none by default.
        times: String = String::new(), "times";
    }
}

/// The states and divisions of the least estimated time.
fn searched(
    module: &Module,
    function: OpId,
    states: States,
    options: &Options,
    times: &Times,
) -> Result<(States, FxHashMap<OpId, search::OpAxes>), PassError> {
    let wrong = |what: String| PassError::new(format!("option {what}"));
    let links: Result<Vec<Link>, String> =
        options.link.split('/').map(|text| Link::parse(&text.replace(':', ","))).collect();
    let links = links.map_err(|what| wrong(format!("`link`: {what}")))?;
    let axes = states.grid.mesh.axes.len();
    let links = match links.len() {
        1 => vec![links[0]; axes],
        n if n == axes => links,
        n => return Err(wrong(format!("`link` has {n} links, the mesh has {axes} axes"))),
    };
    let memory = match options.memory.is_empty() {
        true => f64::INFINITY,
        false => {
            let read = parse_bytes(&options.memory);
            read.map_err(|what| wrong(format!("`memory`: {what}")))?
        }
    };
    let machine = options.machine.clone();
    let (budget, times) = (search::BUDGET, times.clone());
    let settings = search::Settings { machine, links, memory, budget, times };
    let Some(block) = module.entry(function, 0) else { return Ok((states, FxHashMap::default())) };
    let plan = search::search(module, block, &states, &settings);
    let plan = plan.map_err(|what| PassError::at(function, what))?;
    Ok((plan.states, plan.axes))
}

/// Runs the pass `assign-splits`.
///
/// # Errors
/// If a sharding or a split is wrong.
pub fn assign_splits(cx: &mut Context<'_>) -> Result<(), PassError> {
    let options: Options = cx.options()?;
    let mut all = assign::Assigned::default();
    let times = match options.times.as_str() {
        "" => Times::default(),
        name => {
            let wrong = |what: String| PassError::new(format!("`{name}`: {what}"));
            Times::parse(cx.file(name)?).map_err(wrong)?
        }
    };
    for op in cx.functions() {
        let found = propagate(cx.module(), op).map_err(|e| PassError::at(e.op, e.message))?;
        let Some(states) = found.filter(|_| cx.module().entry(op, 0).is_some()) else { continue };
        let (states, planned) = match options.search {
            true => searched(cx.module(), op, states, &options, &times)?,
            false => (states, FxHashMap::default()),
        };
        let made = assign::assign(&mut cx.rewriter(), op, &states, &planned)?;
        all.relayouts += made.relayouts;
        all.halos += made.halos;
    }
    cx.count("relayouts", all.relayouts);
    cx.count("halos", all.halos);
    Ok(())
}

/// Whether a function communicates outside of manual computations: it is a program of one device
/// already.
pub fn communicates(module: &Module, function: OpId) -> bool {
    communicating(module, function).is_some()
}

/// An op that refers to a function, its own ones too.
fn called(module: &Module, function: OpId) -> Option<OpId> {
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
fn set_grid(cx: &mut Context<'_>, function: OpId, states: &States) -> Result<(), PassError> {
    let devices = states.grid.devices();
    if let Some((replicas, partitions)) = process_grid(cx.module())
        && (replicas, partitions) != (1, devices)
    {
        let message = format!(
            "the mesh has {devices} devices, but the module runs as {replicas} × {partitions} \
             processes (mhlo.num_replicas × mhlo.num_partitions)"
        );
        return Err(PassError::at(function, message));
    }
    let root = cx.module().root();
    let mut attrs = cx.module().discardable_attrs(root).cloned().unwrap_or_default();
    let number = |n: i64| Attr::Int(n, Type::scalar(hloom_ir::Element::I32));
    attrs.set("mhlo.num_partitions", number(devices));
    attrs.set("mhlo.num_replicas", number(1));
    cx.rewriter().set_discardable_attrs(root, attrs);
    Ok(())
}
