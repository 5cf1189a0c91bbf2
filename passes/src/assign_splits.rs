//! `assign-splits`: split types for all values, relayouts and halos as ops; if asked for, those of a
//! search.
//!
//! With `search=true`, shardings are those of the least estimated time
//! ([`search`]). If arguments hold a batch, which `batch` says, stages of a
//! pipeline along one of the mesh's axes are searched beside them ([`choose`]). A
//! function for which stages are faster states them as `hloom.stages`, for
//! [`pipeline-ranks`](crate::stages).

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use crate::levels::OrderOption;
use crate::micro_batch::StatisticsOption;
use crate::partition::assign;
use crate::partition::search::times::Times;
use crate::partition::search::{self, OpAxes};
use crate::stages;
use crate::stages::choose::choose;
use hloom_analysis::shard::{States, propagate};
use hloom_analysis::simulate::Link;
use hloom_analysis::simulate::link::parse_bytes;
use hloom_ir::OpId;
use hloom_ir::module::Module;
use rustc_hash::FxHashMap;

crate::options! {
    /// Options of `assign-splits`.
    pub struct Options {
        /// The numbers of the arguments that hold a batch, such as `2:3`: a search then tries stages of
        /// a pipeline, too; by default it does not.
        batch: String = String::new(), "batch";
        /// The function whose batch it is.
        function: String = "main".to_owned(), "function";
        /// The number of the result that is the loss of the batch; `none` if there is no backward
        /// pass.
        loss: String = "none".to_owned(), "loss";
        /// The order of the steps of a stage: `1f1b` or `gpipe`.
        order: OrderOption = OrderOption::OneForwardOneBackward, "order";
        /// Find shardings of the least estimated time, beside those that are stated.
        search: bool = false, "search";
        /// The samples whose sums other samples depend on: `whole` or `micro-batch`.
        statistics: StatisticsOption = StatisticsOption::Whole, "statistics";
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

/// The states and divisions of the least estimated time, and the stages, if there are any.
type Found = (States, FxHashMap<OpId, OpAxes>, Option<stages::Options>);

/// Searches the shardings of a function, and its stages.
fn searched(
    module: &Module,
    function: OpId,
    states: States,
    options: &Options,
    times: &Times,
) -> Result<Found, PassError> {
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
    let without = stages::stated_axis(module, function, &states);
    let settings = search::Settings { machine, links, memory, budget, without, times };
    let at = |what: String| PassError::at(function, what);
    if !options.batch.is_empty() && *module.func(function).sym_name.0 == *options.function {
        let batch = stages::Options {
            arguments: options.batch.clone(),
            loss: options.loss.clone(),
            order: options.order,
            statistics: options.statistics,
            ..stages::Options::default()
        };
        let chosen = choose(module, function, &states, &settings, &batch).map_err(at)?;
        if let Some(it) = chosen.stages() {
            let (states, axes) = (it.plan.states.clone(), it.plan.axes.clone());
            return Ok((states, axes, Some(it.options.clone())));
        }
        if let Some((plan, _)) = chosen.flat {
            return Ok((plan.states, plan.axes, None));
        }
    }
    let Some(block) = module.entry(function, 0) else {
        return Ok((states, FxHashMap::default(), None));
    };
    let plan = search::search(module, block, &states, &settings).map_err(at)?;
    Ok((plan.states, plan.axes, None))
}

/// Runs the pass.
///
/// # Errors
/// If a sharding or a split is wrong.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
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
        let (states, planned, pipeline) = match options.search {
            true => searched(cx.module(), op, states, &options, &times)?,
            false => (states, FxHashMap::default(), None),
        };
        if let Some(pipeline) = pipeline {
            stages::choose::state(&mut cx.rewriter(), op, &pipeline);
            cx.count("functions with stages", 1);
        }
        let made = assign::assign(&mut cx.rewriter(), op, &states, &planned)?;
        all.relayouts += made.relayouts;
        all.halos += made.halos;
    }
    cx.count("relayouts", all.relayouts);
    cx.count("halos", all.halos);
    Ok(())
}
