//! The choice between shardings and stages: which axis of a mesh, if any, carries a pipeline.
//!
//! For each axis that no stated sharding uses, [`search`] finds shardings over the other axes; the
//! program is divided by them, and put on the stages of the axis, for several numbers of
//! micro-batches. A plan without stages is searched over all axes. All these programs are fused and
//! [simulated](crate::simulate), and the fastest that fits into the memory of a device wins: the space
//! is that of all shardings for each way to choose at most one axis of stages.
//!
//! Method: Zheng et al., "Alpa: automating inter- and intra-operator parallelism for distributed deep
//! learning", 2022, divide the search in this way, with stages outside and shardings inside. There
//! stages may get meshes of different shapes; here they are the ranks along an axis.

use super::axis::Axis;
use super::{Options, STAGES, divide};
use crate::context::{Context, PassError};
use crate::fusion::Control;
use crate::fusion::machine::Machine;
use crate::micro_batch::{numbers, roles};
use crate::partition::assign::assign;
use crate::partition::search::{self, Plan};
use crate::partition::{function, set_grid};
use crate::simulate::{Settings, memory::memory, trace::trace};
use hloom_analysis::shard::rule::dims;
use hloom_analysis::shard::{State, States};
use hloom_analysis::simulate::{Axes, simulate};
use hloom_ir::module::Module;
use hloom_ir::{Attr, Block, OpId, Rewriter, Value};
use std::collections::HashSet;

/// The most micro-batches that are tried.
const MOST: i64 = 64;

/// A plan with stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Staged {
    /// The options of the stages.
    pub options: Options,
    /// The shardings over the other axes.
    pub plan: Plan,
    /// The simulated step.
    pub step: Step,
}

/// A simulated step of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The seconds.
    pub seconds: f64,
    /// The bytes of a rank, at most.
    pub bytes: f64,
    /// The share of all ranks' time in which they neither compute nor exchange data.
    pub bubbles: f64,
}

/// The plans of a step.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The plan without stages; `None` if none fits into the memory of a device.
    pub flat: Option<(Plan, Step)>,
    /// For each axis of stages, its fastest plan that fits, the fastest first.
    pub staged: Vec<Staged>,
    /// The bytes that a rank may have: the simulated step of a plan without stages may have more than its
    /// estimate said, and then a plan with stages that fits is better.
    pub memory: f64,
    /// Sentences about axes that can't carry stages.
    pub notes: Vec<String>,
}

impl Chosen {
    /// The plan with stages, if it is faster than that without.
    pub fn stages(&self) -> Option<&Staged> {
        let fits = self.flat.as_ref().filter(|(_, step)| step.bytes <= self.memory);
        let flat = fits.map_or(f64::INFINITY, |(_, step)| step.seconds);
        self.staged.first().filter(|it| it.step.seconds < flat)
    }
}

/// Chooses between shardings and stages. `batch` are the options of stages, but for the axis and the number
/// of micro-batches.
///
/// # Errors
/// If no plan that is found fits into the memory of a device, or a program can't be built.
pub fn choose(
    module: &Module,
    function: OpId,
    states: &States,
    settings: &search::Settings,
    batch: &Options,
) -> Result<Chosen, String> {
    let block = module.entry(function, 0).ok_or("the function has no body")?;
    let name = module.func(function).sym_name.0.to_string();
    let arguments = numbers(&batch.arguments).map_err(|error| error.message)?;
    let samples = roles::batch(module, block, &arguments, 0)?.samples;
    let results = module.func(function).function_type.results();
    let is_loss = |text: &str| {
        let at: Option<usize> = text.parse().ok();
        let ty = at.and_then(|at| results.get(at));
        ty.and_then(|ty| ty.as_tensor()).is_some_and(|tensor| tensor.rank() == 0)
    };
    if batch.loss != "none" && !is_loss(&batch.loss) {
        let count = results.len();
        let loss = &batch.loss;
        return Err(format!("`{loss}` is not the number of a loss among {count} results"));
    }
    if super::stated(module, function).is_ok_and(|it| it.is_some()) {
        return Err("the function states its stages: there is nothing to search".to_owned());
    }
    let found = search::search(module, block, states, settings);
    let flat = match &found {
        Err(_) => None,
        Ok(plan) => {
            let mut part = module.clone();
            divided(&mut part, &name, plan)?;
            Some((plan.clone(), simulated(part, &name, states, settings)?))
        }
    };
    let (staged, notes) = (Vec::new(), Vec::new());
    let mut chosen = Chosen { flat, staged, memory: settings.memory, notes };
    for (at, (axis, size)) in states.grid.mesh.axes.iter().enumerate() {
        let used = |atom: usize| states.grid.atoms[atom].axis == at;
        let taken = states.stated.iter().find(|&&value| {
            let state = states.of(module, value);
            state.0.iter().flatten().any(|&atom| used(atom))
        });
        if taken.is_some() || *size < 2 {
            continue;
        }
        match on_axis(module, &name, (at, axis), states, settings, (batch, samples)) {
            Ok(Some(it)) => chosen.staged.push(it),
            Ok(None) => chosen.notes.push(format!("no plan with stages along \"{axis}\" fits")),
            Err(what) => chosen.notes.push(format!("no stages along \"{axis}\": {what}")),
        }
    }
    chosen.staged.sort_by(|a, b| a.step.seconds.total_cmp(&b.step.seconds));
    match (&found, chosen.staged.is_empty()) {
        (Err(what), true) => Err(what.clone()),
        _ => Ok(chosen),
    }
}

/// The fastest plan with stages along an axis that fits; `None` if none does.
fn on_axis(
    module: &Module,
    name: &str,
    (at, axis): (usize, &str),
    states: &States,
    settings: &search::Settings,
    (batch, samples): (&Options, i64),
) -> Result<Option<Staged>, String> {
    let function = module.symbol(name).ok_or("the function was lost")?;
    let block = module.entry(function, 0).ok_or("the function has no body")?;
    let size = Axis::named(module, function, axis)?.size as f64;
    // A stage holds a share of what the whole needs.
    let memory = settings.memory * size;
    let inner = search::Settings { without: Some(at), memory, ..settings.clone() };
    let mut best: Option<Staged> = None;
    let mut failed = None;
    for states in batches(module, block, states, at, batch)? {
        let plan = match search::search(module, block, &states, &inner) {
            Ok(plan) => plan,
            Err(what) => {
                failed = Some(what);
                continue;
            }
        };
        let mut divided_module = module.clone();
        divided(&mut divided_module, name, &plan)?;
        prepare(&mut divided_module, &settings.machine, CLEAN)?;
        let counts = (1..=samples.min(MOST)).filter(|count| samples % count == 0);
        for count in counts {
            let options = Options { axis: axis.to_owned(), count: count as usize, ..batch.clone() };
            let mut part = divided_module.clone();
            let built = part.symbol(name).ok_or_else(|| "the function was lost".to_owned());
            let built = built.and_then(|function| {
                let machine = settings.machine.clone();
                divide(&mut part, function, &options, machine).map_err(|error| error.message)
            });
            let step = built.and_then(|_| simulated(part, name, &states, settings));
            let step = match step {
                Ok(step) => step,
                // A number of micro-batches may not fit where another one does.
                Err(what) => {
                    failed = Some(what);
                    continue;
                }
            };
            let known = best.as_ref().map_or(f64::INFINITY, |it| it.step.seconds);
            if step.bytes <= settings.memory && step.seconds < known {
                best = Some(Staged { options, plan: plan.clone(), step });
            }
        }
    }
    match (best, failed) {
        (None, Some(what)) => Err(what),
        (best, _) => Ok(best),
    }
}

/// The ways to divide the samples of a batch over the other axes: not at all, along one of them, or
/// along all. The arguments of a batch are divided alike; of stated shardings there is one way.
fn batches(
    module: &Module,
    block: Block,
    states: &States,
    without: usize,
    batch: &Options,
) -> Result<Vec<States>, String> {
    let args = module.args(block);
    let numbers = numbers(&batch.arguments).map_err(|error| error.message)?;
    let values: Vec<Value> = numbers.iter().filter_map(|&i| args.get(i).copied()).collect();
    if values.iter().any(|value| states.stated.contains(value)) {
        return Ok(vec![states.clone()]);
    }
    let grid = &states.grid;
    let others = (0..grid.mesh.axes.len()).filter(|&axis| axis != without);
    let atoms = |axis: usize| -> Vec<usize> {
        let of = |&atom: &usize| grid.atoms[atom].axis == axis && grid.atoms[atom].size > 1;
        (0..grid.atoms.len()).filter(of).collect()
    };
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    ways.extend(others.clone().map(atoms));
    ways.push(others.flat_map(atoms).collect());
    ways.sort();
    ways.dedup();
    let fits = |way: &Vec<usize>| {
        let rows = |v: &Value| dims(module, *v).first().copied().unwrap_or(1);
        values.iter().all(|v| rows(v) % grid.parts(way) == 0)
    };
    let each = ways.into_iter().filter(fits).map(|way| {
        let mut own = states.clone();
        for &value in &values {
            let mut state = State::whole(dims(module, value).len());
            if let Some(first) = state.0.first_mut() {
                first.clone_from(&way);
            }
            own.set(value, state);
            own.stated.push(value);
        }
        own
    });
    Ok(each.collect())
}

/// Divides a function by the shardings of a plan.
fn divided(module: &mut Module, name: &str, plan: &Plan) -> Result<(), String> {
    let missing = "the function was lost";
    let function = module.symbol(name).ok_or(missing)?;
    let text = |error: PassError| error.message;
    set_grid(module, function, &plan.states).map_err(text)?;
    let mut r = Rewriter::new(module);
    assign(&mut r, function, &plan.states, &plan.axes).map_err(text)?;
    function::partition(&mut r, function, &plan.states.grid).map(drop).map_err(text)
}

/// A pass.
type Pass = fn(&mut Context<'_>) -> Result<(), PassError>;

/// The passes that clean a divided program.
const CLEAN: &[Pass] = &[crate::canonicalize::run, crate::cse::run, crate::dce::run];

/// The passes that make kernels.
const KERNELS: &[Pass] = &[
    crate::inline::run,
    crate::symbol_dce::run,
    crate::canonicalize::run,
    crate::cse::run,
    crate::dce::run,
    crate::canonicalize::run,
    crate::fusion::run,
];

/// Runs passes without options.
fn prepare(module: &mut Module, machine: &Machine, passes: &[Pass]) -> Result<(), String> {
    let (none, control) = (HashSet::new(), Control::new(Some(machine.clone()), None));
    for pass in passes {
        let scope = module.root();
        let mut cx = Context::new(module, scope, &[], &none, &control);
        pass(&mut cx).map_err(|error| error.message)?;
    }
    Ok(())
}

/// A simulated step of a divided program.
fn simulated(
    mut module: Module,
    name: &str,
    states: &States,
    settings: &search::Settings,
) -> Result<Step, String> {
    prepare(&mut module, &settings.machine, KERNELS)?;
    let function = module.symbol(name).ok_or("the function was lost")?;
    let axes = &states.grid.mesh.axes;
    let on = Settings {
        machine: settings.machine.clone(),
        names: axes.iter().map(|(name, _)| name.to_string()).collect(),
        axes: Axes(axes.iter().map(|(_, size)| *size).collect()),
        links: settings.links.clone(),
        cores: None,
    };
    let traced = trace(&module, function, &on).map_err(|error| error.message)?;
    let report = simulate(&traced.ranks, axes.len()).map_err(|stuck| stuck.to_string())?;
    let bytes = memory(&module, function).peak;
    Ok(Step { seconds: report.seconds, bytes, bubbles: report.bubbles })
}

/// States the stages of a plan at a function, for `pipeline-ranks`.
pub fn state(r: &mut Rewriter<'_>, function: OpId, options: &Options) {
    let mut attrs = r.module().discardable_attrs(function).cloned().unwrap_or_default();
    attrs.set(STAGES, Attr::string(&text(options)));
    r.set_discardable_attrs(function, attrs);
}

/// The options of stages as a function states them.
pub fn text(options: &Options) -> String {
    let usual = Options::default();
    let mut text = format!("axis={} arguments={}", options.axis, options.arguments);
    text += &format!(" count={} loss={}", options.count, options.loss);
    let mut other = |name: &str, is_usual: bool, value: String| {
        if !is_usual {
            text += &format!(" {name}={value}");
        }
    };
    use crate::options::OptionValue as _;
    other("memory", options.memory == usual.memory, options.memory.to_string());
    other("order", options.order == usual.order, options.order.write());
    let statistics = options.statistics == usual.statistics;
    other("statistics", statistics, options.statistics.write());
    text
}
