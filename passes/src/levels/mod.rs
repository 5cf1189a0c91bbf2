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

pub mod assign;
pub mod build;
#[cfg(test)]
mod tests;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use crate::micro_batch::emit::{self, OutputKind};
use crate::micro_batch::roles::{self, Roles, Samples, Statistics};
use crate::micro_batch::{StatisticsOption, numbers};
use assign::{assign, needed};
use hloom_analysis::schedule::StageTimes;
use hloom_analysis::schedule::micro_batches::sizes;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::Op;
use hloom_ir::{Literal, OpId, Rewriter, Trait, Value};
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// A result of the prologue.
    Prologue(usize),
    /// The samples of a micro-batch of a value.
    Part {
        /// An argument or a result of the prologue.
        of: Box<Source>,
        /// The samples.
        part: Part,
    },
    /// A value that another stage makes of the same micro-batch.
    Slot(usize),
    /// An output as it is so far; in the epilogue, of the whole batch.
    Output(usize),
}

/// The use of a result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// It is a result of the prologue.
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

/// A value of the whole batch that micro-batches make.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
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

/// A step as functions for prologue, levels and epilogue.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelProgram {
    /// The samples of each micro-batch.
    pub sizes: Vec<u64>,
    /// The stages, for each size of micro-batches.
    pub groups: Vec<Group>,
    /// The ops that run once before.
    pub prologue: Function,
    /// The ops that run once behind.
    pub epilogue: Function,
    /// The values of the whole batch.
    pub outputs: Vec<Output>,
    /// The estimated times of the levels for a micro-batch of the first size.
    pub times: Vec<StageTimes>,
}

impl LevelProgram {
    /// The stages of micro-batches of a size.
    ///
    /// # Panics
    /// If no micro-batch has this size.
    pub fn group(&self, size: u64) -> &Group {
        self.groups.iter().find(|group| group.size == size).expect("a micro-batch has this size")
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.times.len()
    }

    fn output(&self, target: Target) -> Option<&Output> {
        match target {
            Target::Output(n) => self.outputs.get(n),
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
    /// The machine that times are estimated for.
    pub machine: Machine,
}

/// The ops of a micro-batch with their stages.
pub(crate) struct Emitted {
    ops: Vec<OpId>,
    stages: Vec<(usize, bool)>,
    parts: FxHashMap<Value, (Value, Samples)>,
    outputs: Vec<(Value, Value, OutputKind)>,
}

/// Runs `pipeline-levels`.
///
/// # Errors
/// If an option has an invalid value, or the step can't be divided.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { arguments, count, function, levels, loss, statistics } = cx.options()?;
    let op = cx.function_with_body(&function)?;
    let loss = match loss.as_str() {
        "none" => None,
        number => Some(number.parse().map_err(|_| {
            PassError::new(format!("option `loss`: `{number}` is not the number of a result"))
        })?),
    };
    let statistics = match statistics {
        StatisticsOption::Whole => Statistics::Whole,
        StatisticsOption::MicroBatch => Statistics::MicroBatch,
    };
    let machine = Machine::default();
    let arguments = numbers(&arguments)?;
    let division = Division { arguments, count, levels, loss, statistics, machine };
    let program = divide(cx.module_mut(), op, &division)?;
    cx.count("levels", program.levels());
    cx.count("micro-batches", program.sizes.len());
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
    let name = module.func(function).sym_name.0.to_string();
    if module.blocks(module.regions(function)[0]).len() > 1 {
        let what = format!("`@{name}` has several blocks; run `lift-control-flow` before");
        return Err(fail(what));
    }
    if division.levels == 0 {
        return Err(fail("the number of levels must be 1 or more, not 0".to_owned()));
    }
    let block = module.entry(function, 0).expect("a function with a body");
    let batch = roles::batch(module, block, &division.arguments, 0).map_err(fail)?;
    let sizes = sizes(batch.samples as u64, division.count as u64);
    let sizes = sizes.map_err(|error| fail(error.to_string()))?;
    let effect =
        module.ops(block).find(|&op| !module.op(op).has(Trait::Terminator) && !is_pure(module, op));
    if let Some(op) = effect {
        let short = module.op(op).def().short_name();
        let what = match module.op(op) {
            Op::Call(call) => {
                format!(
                    "`@{}` is called, which levels can't divide; run `inline` before",
                    call.callee.0
                )
            }
            // Any other op: it is not pure by itself.
            _ => format!("`{short}` has effects, whose order levels would change"),
        };
        return Err(PassError::at(op, what));
    }
    let roles = Roles::of(module, block, &batch, division.statistics);
    if roles.loops != 1 {
        let what = match roles.loops {
            0 => format!("no op of `@{name}` computes samples one by one"),
            n => format!(
                "samples of `@{name}` depend on statistics of the whole batch, {} times; levels need \
                 those of micro-batches (statistics=micro-batch)",
                n - 1
            ),
        };
        return Err(fail(what));
    }
    let broken = |broken: hloom_ir::op::ConstraintError| {
        PassError::at(function, format!("a level can't be built: {broken}"))
    };
    let end = module.terminator(block).expect("a function returns");
    let returned = module.operands(end).to_vec();
    let ends = match division.loss {
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
    let mut builder = build::Builder {
        r: &mut rewriter,
        function,
        block,
        prologue: Vec::new(),
        outputs: Vec::new(),
    };
    let mut groups = Vec::new();
    let mut times = Vec::new();
    let mut first: Option<Vec<(usize, bool)>> = None;
    let mut distinct = sizes.clone();
    distinct.dedup();
    for &size in &distinct {
        let one = emit::one(builder.r, block, &roles, size).map_err(broken)?;
        let module = builder.r.module();
        if first.is_none() {
            builder.outputs = build::outputs(module, &one.outputs);
        }
        let is_part = |value: Value| one.parts.contains_key(&value);
        let terms = one.outputs.iter().map(|&(_, own, _)| own);
        let mut ops = needed(module, &one.ops, terms, &is_part);
        ops.retain(|&op| !build::is_source(module.op(op)));
        let stages = match &first {
            Some(stages) if stages.len() == ops.len() => stages.clone(),
            Some(_) => return Err(fail("micro-batches of two sizes differ in more".to_owned())),
            None => {
                let ends = ends.map(|loss| terms_of(module, &outer, &one.outputs, loss));
                if ends.as_ref().is_some_and(Vec::is_empty) {
                    let what = "the loss does not depend on the samples of the batch";
                    return Err(fail(what.to_owned()));
                }
                let (count, machine) = (division.levels, &division.machine);
                let found = assign(module, block, &ops, ends.as_deref(), count, machine);
                let found = found.map_err(fail)?;
                times = found.times;
                found.stages
            }
        };
        let (parts, outputs) = (one.parts, one.outputs);
        let emitted = Emitted { ops, stages: stages.clone(), parts, outputs };
        let suffix = if first.is_some() { format!("_of_{size}") } else { String::new() };
        let group = builder.group(size, &emitted, division.levels, &suffix);
        groups.push(group.map_err(broken)?);
        first = Some(stages);
    }
    // Ops that only the epilogue needs belong to it.
    let whole: FxHashSet<Value> = builder.outputs.iter().map(|(value, _)| *value).collect();
    let is_output = |value: Value| whole.contains(&value);
    let module = builder.r.module();
    let mut before = needed(module, &outer, builder.prologue.iter().copied(), &is_output);
    before.retain(|&op| !build::is_source(module.op(op)));
    let made: FxHashSet<OpId> = before.iter().copied().collect();
    let in_prologue =
        |value: Value| is_output(value) || module.def_op(value).is_some_and(|d| made.contains(&d));
    let mut after = needed(module, &outer, returned.iter().copied(), &in_prologue);
    after.retain(|&op| !build::is_source(module.op(op)));
    // The epilogue may need more of the prologue, which is built last.
    let epilogue = builder.epilogue(&after).map_err(broken)?;
    let prologue = builder.prologue(&before).map_err(broken)?;
    let outputs = builder.outputs.iter().map(|(_, output)| output.clone()).collect();
    let program = LevelProgram { sizes, groups, prologue, epilogue, outputs, times };
    builder.rewrite(&program).map_err(broken)?;
    Ok(program)
}

/// The values of a micro-batch that the loss is made of.
fn terms_of(
    module: &Module,
    outer: &[OpId],
    outputs: &[(Value, Value, OutputKind)],
    loss: Value,
) -> Vec<Value> {
    let own = |value: Value| outputs.iter().find(|(whole, _, _)| *whole == value);
    let ops = needed(module, outer, std::iter::once(loss), &|value| own(value).is_some());
    let used = ops.iter().flat_map(|&op| crate::layer_graph::plan::uses(module, op));
    used.chain([loss]).filter_map(own).map(|&(_, own, _)| own).collect()
}
