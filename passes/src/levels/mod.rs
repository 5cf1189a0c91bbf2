//! `pipeline-levels`: divides a training step into levels that work on different micro-batches at
//! the same time.
//!
//! [`crate::micro_batch`] finds the ops that compute samples one by one, and [`mod@assign`]
//! gives each a level, forward or backward. [`mod@build`] makes a function of the ops of
//! each, and makes the step call them:
//!
//! ```text
//!                                  func @step(%w, %v, %x, %y) {
//!  %h = tanh(%x · %w)                %p = call @step_prologue                    once
//!  %l = loss(%h · %v, %y)            for each micro-batch:
//!  …                        ──►        %h = call @step_level0_forward(%x', %w)
//!  %gv = %hᵀ · %d                      %o, %l += call @step_level1_forward(%h, %v, %y')
//!  %gw = %xᵀ · (…)                     %e, %gv += call @step_level1_backward(%h, %o, %v)
//!  %w - rate · %gw, …                  %gw += call @step_level0_backward(%x', %h, %e)
//!                                    call @step_epilogue(%gw, %gv, …)            once: the update
//! ```
//!
//! As it stands, the step runs the levels of a micro-batch one after the other, on any backend.
//! [`LevelProgram`] says which function uses what, so that a runtime can run levels on threads of
//! their own: level `i` on a micro-batch while level `i + 1` works on the one before.
//!
//! Gradients are sums over all micro-batches, and parameters are updated once. Sums of floats are
//! added in another order, so results are equal up to rounding; statistics of micro-batches are
//! those of [`micro_batch`](crate::micro_batch).
//!
//! **Synchronized statistics.** Samples that need a sum over all others, as in batch normalization
//! with `statistics=whole`, wait for it. The step then has several [`Round`]s, each of which takes
//! all micro-batches through the levels before the next one begins; a prologue before it makes means
//! of sums, and values of samples that a later round needs are kept for the whole batch.
//!
//! **Memory.** Values that forward steps make for backward ones wait there for as many micro-batches
//! as are on their way. With a bound, [`mod@memory`] chooses values that
//! backward steps recompute.

pub mod assign;
pub mod build;
mod check;
pub mod memory;
#[cfg(test)]
mod tests;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use crate::micro_batch::emit::{self, OutputKind};
use crate::micro_batch::roles::{self, Roles, Samples, Statistics};
use crate::micro_batch::{StatisticsOption, numbers};
use assign::{Assignment, assign, needed};
use check::checked;
use hloom_analysis::schedule::micro_batches::sizes;
use hloom_analysis::schedule::{Order, StageTimes};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Literal, OpId, Rewriter, Value};
use memory::Activations;
use rustc_hash::{FxHashMap, FxHashSet};

crate::option_values! {
    /// The order of the steps of a level.
    pub enum OrderOption {
        /// A backward step follows as soon as it can.
        OneForwardOneBackward = "1f1b",
        /// All forward steps come before all backward steps.
        GPipe = "gpipe",
    }
}

impl From<OrderOption> for Order {
    fn from(option: OrderOption) -> Order {
        match option {
            OrderOption::OneForwardOneBackward => Order::OneForwardOneBackward,
            OrderOption::GPipe => Order::GPipe,
        }
    }
}

crate::options! {
    /// Options of `pipeline-levels`.
    pub struct Options {
        /// The numbers of the arguments that hold a batch, such as `2:3`.
        arguments: String = String::new(), "arguments";
        /// The number of micro-batches.
        count: usize = 2, "count";
        /// The function.
        function: String = "main".to_owned(), "function";
        /// The number of levels.
        levels: usize = 2, "levels";
        /// The number of the result that is the loss; `none` if there is no backward pass.
        loss: String = "none".to_owned(), "loss";
        /// The most bytes of values that wait for backward steps; 0 for any number.
        memory: usize = 0, "memory";
        /// The order of the steps of a level, of which the memory depends: `1f1b` or `gpipe`.
        order: OrderOption = OrderOption::OneForwardOneBackward, "order";
        /// The samples whose sums other samples depend on: `whole` or `micro-batch`.
        statistics: StatisticsOption = StatisticsOption::Whole, "statistics";
    }
}

/// The samples that a micro-batch takes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The dimension of samples.
    pub dimension: usize,
    /// The positions of each sample.
    pub unit: i64,
}

impl From<Samples> for Part {
    fn from(samples: Samples) -> Part {
        Part { dimension: samples.dimension, unit: samples.unit }
    }
}

/// The origin of an input of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// An argument of the step.
    Argument(usize),
    /// A result of a prologue; they are numbered through all rounds.
    Prologue(usize),
    /// The samples of a micro-batch of a value.
    Part {
        /// An argument, a result of a prologue, or an output of an earlier round.
        of: Box<Source>,
        /// The samples.
        part: Part,
    },
    /// A value that another stage of the round makes of the same micro-batch.
    Slot(usize),
    /// An output: in the stages of its own round, as it is so far; elsewhere, of the whole batch.
    Output(usize),
}

/// The use of a result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// It is a result of a prologue.
    Prologue(usize),
    /// Other stages use it.
    Slot(usize),
    /// It is an output with the terms of this micro-batch, or the micro-batch's samples of one.
    Output(usize),
    /// The step returns it.
    Result,
}

/// A function of a divided step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The origins of its arguments.
    pub inputs: Vec<Source>,
    /// The uses of its results.
    pub results: Vec<Target>,
}

/// The function of a level, forward or backward.
pub type Stage = Function;

/// A part of a step that takes all micro-batches through the levels before the next one begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The ops that run once before; without results, there are none.
    pub prologue: Function,
    /// The stages, for each size of micro-batches.
    pub groups: Vec<Group>,
    /// The estimated times of the levels for a micro-batch of the first size.
    pub times: Vec<StageTimes>,
}

/// The stages of micro-batches of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The samples of a micro-batch.
    pub size: u64,
    /// The number of values that stages hand to each other.
    pub slots: usize,
    /// The forward stage of each level; `None` if it has no ops.
    pub forward: Vec<Option<Stage>>,
    /// The backward stage of each level.
    pub backward: Vec<Option<Stage>>,
}

/// A value of the whole batch that the micro-batches of a round make.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// The number of the round.
    pub round: usize,
    /// The way in which they make it.
    pub way: Way,
}

/// The way in which micro-batches make a value of the whole batch.
#[derive(Clone, PartialEq, Debug)]
pub enum Way {
    /// A sum, or another combination, of terms.
    Sum {
        /// Its value before the first micro-batch.
        start: Literal,
    },
    /// Samples in order.
    Kept {
        /// The dimension of samples.
        dimension: usize,
    },
}

/// A step as functions for prologues, levels and epilogue.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelProgram {
    /// The samples of each micro-batch.
    pub sizes: Vec<u64>,
    /// The rounds: one, but for samples that depend on sums over others.
    pub rounds: Vec<Round>,
    /// The ops that run once behind.
    pub epilogue: Function,
    /// The values of the whole batch.
    pub outputs: Vec<Output>,
    /// The values that forward steps make for backward ones.
    pub activations: Activations,
}

impl Round {
    /// The stages of micro-batches of a size.
    ///
    /// # Panics
    /// If no micro-batch has this size.
    pub fn group(&self, size: u64) -> &Group {
        self.groups.iter().find(|group| group.size == size).expect("a micro-batch has this size")
    }
}

impl LevelProgram {
    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.rounds[0].times.len()
    }

    /// The number of results of all prologues.
    pub fn prologue_values(&self) -> usize {
        self.rounds.iter().map(|round| round.prologue.results.len()).sum()
    }

    /// The estimated times of the levels for a micro-batch of the first size, in all rounds.
    pub fn times(&self) -> Vec<StageTimes> {
        let of = |level: usize| {
            let none = StageTimes { forward: 0.0, backward: 0.0 };
            self.rounds.iter().map(|round| round.times[level]).fold(none, |sum, it| StageTimes {
                forward: sum.forward + it.forward,
                backward: sum.backward + it.backward,
            })
        };
        (0..self.levels()).map(of).collect()
    }

    fn output(&self, target: Target) -> Option<&Way> {
        match target {
            Target::Output(n) => self.outputs.get(n).map(|output| &output.way),
            Target::Prologue(_) | Target::Slot(_) | Target::Result => None,
        }
    }
}

/// A division of a step.
#[derive(Clone, PartialEq, Debug)]
pub struct Division {
    /// The arguments that hold a batch.
    pub arguments: Vec<usize>,
    /// The number of micro-batches.
    pub count: usize,
    /// The number of levels.
    pub levels: usize,
    /// The result that is the loss; `None` if there is no backward pass.
    pub loss: Option<usize>,
    /// The samples whose sums other samples depend on.
    pub statistics: Statistics,
    /// The most bytes of values that wait for backward steps; `None` for any number.
    pub memory: Option<u64>,
    /// The order of the steps of a level.
    pub order: Order,
    /// The machine that times are estimated for.
    pub machine: Machine,
    /// Whether ops of the step may communicate: each level then runs on ranks of its own.
    pub exchanges: bool,
}

/// The ops of a round for a micro-batch.
pub(crate) struct Emitted {
    /// The ops, in order.
    ops: Vec<OpId>,
    /// The level of each op, and whether it is backward.
    stages: Vec<(usize, bool)>,
    /// The ops that backward stages recompute, by stage.
    again: FxHashMap<(usize, bool), Vec<OpId>>,
    parts: FxHashMap<Value, (Value, Samples)>,
    outputs: Vec<(Value, Value, OutputKind)>,
    /// The number of the first of the outputs.
    first_output: usize,
    /// Whether a value has parts of which it is not known where they begin.
    differs: bool,
}

/// Runs `pipeline-levels`.
///
/// # Errors
/// If an option has an invalid value, or the step can't be divided.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { arguments, count, function, levels, loss, memory, order, statistics } =
        cx.options()?;
    let op = cx.function_with_body(&function)?;
    let loss = match loss.as_str() {
        "none" => None,
        number => Some(number.parse().map_err(|_| {
            PassError::new(format!("option `loss`: `{number}` is not the number of a result"))
        })?),
    };
    let (statistics, order) = (statistics.into(), order.into());
    let machine = Machine::default();
    let arguments = numbers(&arguments)?;
    let memory = (memory > 0).then_some(memory as u64);
    let division = Division {
        arguments,
        count,
        levels,
        loss,
        statistics,
        memory,
        order,
        machine,
        exchanges: false,
    };
    let program = divide(cx.module_mut(), op, &division)?;
    cx.count("levels", program.levels());
    cx.count("micro-batches", program.sizes.len());
    cx.count("rounds", program.rounds.len());
    cx.count("values recomputed", program.activations.recomputed);
    Ok(())
}

/// Divides a function into levels, and makes it call them.
///
/// # Errors
/// If an argument does not fit, or the function can't be divided.
pub fn divide(
    module: &mut Module,
    function: OpId,
    division: &Division,
) -> Result<LevelProgram, PassError> {
    let fail = |message: String| PassError::at(function, message);
    without_barriers(module, function);
    let block = checked(module, function, division)?;
    let mut batch = roles::batch(module, block, &division.arguments, 0).map_err(fail)?;
    batch.exchanges = division.exchanges;
    let sizes = sizes(batch.samples as u64, division.count as u64);
    let sizes = sizes.map_err(|error| fail(error.to_string()))?;
    let roles = Roles::of(module, block, &batch, division.statistics);
    if roles.loops == 0 {
        let name = &module.func(function).sym_name.0;
        return Err(fail(format!("no op of `@{name}` computes samples one by one")));
    }
    let broken = |broken: hloom_ir::op::ConstraintError| {
        PassError::at(function, format!("a level can't be built: {broken}"))
    };
    let end = module.terminator(block).expect("a function returns");
    let returned = module.operands(end).to_vec();
    let loss = match division.loss {
        None => None,
        Some(loss) => match returned.get(loss) {
            Some(&value) => Some(value),
            None => {
                let what = format!("there is no result {loss}; there are {}", returned.len());
                return Err(fail(what));
            }
        },
    };
    let outer: Vec<OpId> = roles.outer.iter().map(|&(op, _)| op).collect();
    let mut rewriter = Rewriter::new(module);
    let mut distinct = sizes.clone();
    distinct.dedup();
    let mut emitted = Vec::with_capacity(distinct.len());
    for &size in &distinct {
        emitted.push(rounds(&mut rewriter, block, &roles, size).map_err(broken)?);
    }
    if emitted.iter().flatten().any(|round| round.differs) {
        let what = "a value of each sample depends on sums of its micro-batch and on its place in the \
                    batch; use statistics=whole";
        return Err(fail(what.to_owned()));
    }
    let module = rewriter.module();
    let assigned = assigned(module, block, &outer, &emitted[0], loss, division).map_err(fail)?;
    let mut activations = Activations::default();
    let mut times = Vec::new();
    let mut from = 0;
    for number in 0..emitted[0].len() {
        let count = emitted[0][number].ops.len();
        let stages = assigned.stages[from..from + count].to_vec();
        let seconds = &assigned.seconds[from..from + count];
        times.push(of_levels(&stages, seconds, division.levels));
        from += count;
        if emitted.iter().any(|rounds| rounds[number].ops.len() != count) {
            return Err(fail("micro-batches of two sizes differ in more".to_owned()));
        }
        emitted.iter_mut().for_each(|rounds| rounds[number].stages.clone_from(&stages));
        let first = &emitted[0];
        let between = between(module, first);
        let round = memory::Round { emitted: &first[number], seconds, count: sizes.len(), between };
        let found = round.choose(module, division).map_err(fail)?;
        activations.add(&found, sizes.len());
        for rounds in &mut emitted {
            rounds[number].recompute(module, &found.recomputed);
        }
    }
    if let Some(bound) = division.memory.filter(|&bound| activations.bytes > bound) {
        let bytes = activations.bytes;
        return Err(fail(format!(
            "values that wait for backward steps take {bytes} bytes at least; the bound is {bound}"
        )));
    }
    let outputs = emitted[0].iter().enumerate();
    let outputs = outputs.flat_map(|(n, round)| build::outputs(module, n, &round.outputs));
    let mut builder = build::Builder {
        outputs: outputs.collect(),
        r: &mut rewriter,
        function,
        block,
        prologue: Vec::new(),
    };
    let mut made: Vec<Round> = Vec::new();
    let mut needs = Vec::new();
    for (number, times) in times.into_iter().enumerate() {
        let already = builder.prologue.len();
        let mut groups = Vec::new();
        for (i, (&size, rounds)) in distinct.iter().zip(&emitted).enumerate() {
            let mut suffix = if number > 0 { format!("_round{number}") } else { String::new() };
            if i > 0 {
                suffix += &format!("_of_{size}");
            }
            let group = builder.group(size, &rounds[number], division.levels, &suffix);
            groups.push(group.map_err(broken)?);
        }
        needs.push(builder.prologue[already..].to_vec());
        let none = Function { name: String::new(), inputs: Vec::new(), results: Vec::new() };
        made.push(Round { prologue: none, groups, times });
    }
    // Ops that only the epilogue needs belong to it; others to the prologue of the round that needs
    // them first.
    let whole: FxHashSet<Value> = builder.outputs.iter().map(|(value, _)| *value).collect();
    let mut known: FxHashSet<OpId> = FxHashSet::default();
    let mut once = Vec::new();
    for ends in needs.into_iter().chain([returned]) {
        let module = builder.r.module();
        let is_known = |value: Value| {
            whole.contains(&value) || module.def_op(value).is_some_and(|def| known.contains(&def))
        };
        let mut ops = needed(module, &outer, ends.into_iter(), &is_known);
        ops.retain(|&op| !build::is_source(module.op(op)));
        known.extend(&ops);
        once.push(ops);
    }
    // Later functions may need more of the prologues before them, which are built after them.
    let epilogue = builder.epilogue(&once.pop().expect("the epilogue's")).map_err(broken)?;
    for (number, ops) in once.iter().enumerate().rev() {
        let name = if number > 0 { format!("prologue{number}") } else { "prologue".to_owned() };
        made[number].prologue = builder.prologue(&name, ops, number == 0).map_err(broken)?;
    }
    let outputs = builder.outputs.iter().map(|(_, output)| output.clone()).collect();
    let program = LevelProgram { sizes, rounds: made, epilogue, outputs, activations };
    builder.rewrite(&program).map_err(broken)?;
    Ok(program)
}

/// Takes barriers out of a function: levels choose themselves what is recomputed.
fn without_barriers(module: &mut Module, function: OpId) {
    let Some(block) = module.entry(function, 0) else { return };
    let is_barrier = |&op: &OpId| matches!(module.op(op), Op::OptimizationBarrier(_));
    let barriers: Vec<OpId> = module.ops(block).filter(is_barrier).collect();
    let mut r = Rewriter::new(module);
    for op in barriers {
        let operands = r.module().operands(op).to_vec();
        r.replace(op, &operands);
    }
}

/// The ops of each round for a micro-batch, in front of a block's end. They have no stages yet.
fn rounds(
    r: &mut Rewriter<'_>,
    block: Block,
    roles: &Roles,
    size: u64,
) -> Result<Vec<Emitted>, hloom_ir::op::ConstraintError> {
    let mut all: Vec<Emitted> = Vec::new();
    let mut first_output = 0;
    for number in 0..roles.loops {
        let divided = |it: &roles::Inner| it.in_loop == number && it.indices.is_some();
        if !roles.inner.iter().any(divided) {
            continue;
        }
        let one = emit::one(r, block, roles, number, size)?;
        let module = r.module();
        let is_part = |value: Value| one.parts.contains_key(&value);
        let terms = one.outputs.iter().map(|&(_, own, _)| own);
        let mut ops = needed(module, &one.ops, terms, &is_part);
        ops.retain(|&op| !build::is_source(module.op(op)));
        let (parts, outputs) = (one.parts, one.outputs);
        let next = first_output + outputs.len();
        let (stages, again) = (Vec::new(), FxHashMap::default());
        let differs = one.differs.is_some();
        all.push(Emitted { ops, stages, again, parts, outputs, first_output, differs });
        first_output = next;
    }
    Ok(all)
}

/// The stages of the ops of all rounds.
fn assigned(
    module: &Module,
    block: Block,
    outer: &[OpId],
    rounds: &[Emitted],
    loss: Option<Value>,
    division: &Division,
) -> Result<Assignment, String> {
    let outputs: Vec<(Value, Value, OutputKind)> =
        rounds.iter().flat_map(|round| round.outputs.iter().copied()).collect();
    let ends = loss.map(|loss| terms_of(module, outer, &outputs, loss));
    if ends.as_ref().is_some_and(Vec::is_empty) {
        return Err("the loss does not depend on the samples of the batch".to_owned());
    }
    // The values of earlier rounds that a value depends on.
    let ops: Vec<OpId> = rounds.iter().flat_map(|round| round.ops.iter().copied()).collect();
    let own: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut origins: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for round in rounds {
        for &op in &round.ops {
            for value in crate::layer_graph::plan::uses(module, op) {
                if module.def_op(value).is_some_and(|def| own.contains(&def))
                    || origins.contains_key(&value)
                {
                    continue;
                }
                let whole = round.parts.get(&value).map_or(value, |(whole, _)| *whole);
                origins.insert(value, terms_of(module, outer, &outputs, whole));
            }
        }
    }
    let (count, machine) = (division.levels, &division.machine);
    assign(module, block, &ops, ends.as_deref(), &origins, count, machine)
}

/// The bytes of the values that rounds make for later ones.
fn between(module: &Module, rounds: &[Emitted]) -> u64 {
    let taken: FxHashSet<Value> =
        rounds.iter().flat_map(|round| round.parts.values().map(|(whole, _)| *whole)).collect();
    let made = rounds.iter().flat_map(|round| round.outputs.iter().map(|&(whole, ..)| whole));
    let kept = made.filter(|whole| taken.contains(whole));
    kept.map(|whole| memory::bytes_of(module, whole)).sum()
}

/// The times of levels, of the seconds of ops.
fn of_levels(stages: &[(usize, bool)], seconds: &[f64], levels: usize) -> Vec<StageTimes> {
    let mut times = vec![StageTimes { forward: 0.0, backward: 0.0 }; levels];
    for (&(level, backward), &seconds) in stages.iter().zip(seconds) {
        let times = &mut times[level];
        *(if backward { &mut times.backward } else { &mut times.forward }) += seconds;
    }
    times
}

/// The values of a micro-batch that a value of the whole batch is made of.
fn terms_of(
    module: &Module,
    outer: &[OpId],
    outputs: &[(Value, Value, OutputKind)],
    value: Value,
) -> Vec<Value> {
    let own = |value: Value| outputs.iter().find(|(whole, _, _)| *whole == value);
    let ops = needed(module, outer, std::iter::once(value), &|value| own(value).is_some());
    let used = ops.iter().flat_map(|&op| crate::layer_graph::plan::uses(module, op));
    used.chain([value]).filter_map(own).map(|&(_, own, _)| own).collect()
}
