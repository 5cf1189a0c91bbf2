//! `micro-batch`: runs a training step on pieces of its batch, and updates parameters once.
//!
//! The pass follows the samples of a batch from the arguments that hold them. Ops that compute
//! samples one by one are put into a loop over micro-batches; sums over samples become sums of the
//! loop's terms, which is how gradients accumulate; everything that depends on such sums alone, as
//! the update of parameters, stays behind the loop:
//!
//! ```text
//!   %h = dot_general %x, %w : 256×64, 64×8       %g = while (%at = 0, %sum = 0) … {
//!   %d = loss_gradient %h, %y                      %x' = dynamic_slice %x, %at : 64×64
//!   %g = dot_general %x, %d : contracts 256  ──►   %h' = dot_general %x', %w : 64×64, 64×8
//!   %v = subtract %w, rate · %g                    %d' = loss_gradient %h', %y'
//!                                                  yield %at + 64, %sum + dot_general %x', %d'
//!                                                }
//!                                                %v = subtract %w, rate · %g
//! ```
//!
//! | module | it answers |
//! |---|---|
//! | [`roles`] | which ops compute samples one by one, which combine them, and in which loop |
//! | [`mod@emit`] | the loops |
//! | `exchange` | the indices of ops that exchange data between ranks |
//!
//! Nothing is assumed about how the step was made: `gradient`'s output and JAX's exports alike are
//! ops whose indices [`hloom_analysis::split`] knows. An op that needs several samples at once in
//! another way than a sum (a sort of the batch, say) gets the whole batch, between two loops.
//!
//! **Statistics.** A sum over samples on which other samples' values depend, as in batch
//! normalization, divides the step into two loops with `statistics=whole`: the first one ends before
//! the second begins, values of samples between them are kept, and results are those of the whole
//! batch. With `statistics=micro-batch`, each micro-batch is normalized by its own sums, scaled to
//! the size of the batch, as frameworks do that train by micro-batches; results then differ from
//! those of the whole batch, while sums that leave the loop are still of all samples.
//!
//! Types may say which arguments hold a batch: those that are split over time,
//! `tensor<256x64xf32, #hloom.split<[4 over time, 1]>>`, if the option `arguments` is left out.
//!
//! Sums of floats are added in another order, so results are equal up to rounding. Sums of `bf16`, `f16`
//! and smaller floats are `f32` in the loop, and converted behind it: they round once for each
//! micro-batch's term and once at the end, as in frameworks that keep gradients in `f32`.

pub mod emit;
mod exchange;
pub mod roles;
#[cfg(test)]
pub(crate) mod tests;

use crate::context::{Context, PassError};
use crate::split::types::retype;
use hloom_analysis::schedule::micro_batches::sizes;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FunctionType};
use hloom_ir::types::split::{Division, SplitSpace};
use hloom_ir::{Block, OpId, Rewriter, Type, Value};
use roles::{Roles, Statistics};

crate::option_values! {
    /// The samples whose sums other samples depend on.
    pub enum StatisticsOption {
        /// Those of the whole batch.
        Whole = "whole",
        /// Those of each micro-batch.
        MicroBatch = "micro-batch",
    }
}

impl From<StatisticsOption> for Statistics {
    fn from(option: StatisticsOption) -> Statistics {
        match option {
            StatisticsOption::Whole => Statistics::Whole,
            StatisticsOption::MicroBatch => Statistics::MicroBatch,
        }
    }
}

crate::options! {
    /// Options of `micro-batch`.
    pub struct Options {
        /// The numbers of the arguments that hold a batch, such as `2:3`; by default those whose
        /// types are split over time, which say `count` and `dimension` too.
        arguments: String = String::new(), "arguments";
        /// The number of micro-batches.
        count: usize = 2, "count";
        /// The dimension of these arguments that counts samples.
        dimension: usize = 0, "dimension";
        /// The function.
        function: String = "main".to_owned(), "function";
        /// The samples whose sums other samples depend on: `whole` or `micro-batch`.
        statistics: StatisticsOption = StatisticsOption::Whole, "statistics";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, or there is no such function or argument.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { arguments, count, dimension, function, statistics } = cx.options()?;
    let module = cx.module();
    let op = cx.function_with_body(&function)?;
    let region = module.regions(op)[0];
    if module.blocks(region).len() > 1 {
        let message = format!("`@{function}` has several blocks; run `lift-control-flow` before");
        return Err(PassError::at(op, message));
    }
    let Some(block) = module.entry(op, 0) else { return Ok(()) };
    let in_types = arguments.is_empty();
    let stated = if in_types { over_time(module, op, block)? } else { None };
    let (numbers, dimension, count) = match stated {
        Some(stated) => stated,
        None => (numbers(&arguments)?, dimension, count),
    };
    if in_types {
        drop_time(&mut cx.rewriter(), op, block);
    }
    let module = cx.module();
    let batch = roles::batch(module, block, &numbers, dimension)
        .map_err(|message| PassError::at(op, message))?;
    let sizes = sizes(batch.samples as u64, count as u64)
        .map_err(|error| PassError::at(op, error.to_string()))?;
    if count == 1 {
        return Ok(());
    }
    let statistics = statistics.into();
    let roles = Roles::of(module, block, &batch, statistics);
    let counts = roles.counts();
    emit::emit(&mut cx.rewriter(), block, &roles, &sizes)
        .map_err(|broken| PassError::at(op, broken.to_string()))?;
    cx.count("loops over micro-batches", roles.loops);
    cx.count("ops on micro-batches", counts.on_micro_batches);
    cx.count("ops on the whole batch", counts.on_whole_batches);
    cx.count("values accumulated", counts.accumulated);
    Ok(())
}

/// The arguments that a function's types split over time, the dimension, and the number of parts.
fn over_time(
    module: &Module,
    function: OpId,
    block: Block,
) -> Result<Option<(Vec<usize>, usize, usize)>, PassError> {
    let mut found: Option<(Vec<usize>, usize, usize)> = None;
    for (i, &arg) in module.args(block).iter().enumerate() {
        let Some(split) = module.ty(arg).as_tensor().and_then(|t| t.split()) else { continue };
        for (d, dim) in split.dims.iter().enumerate() {
            let in_time = dim.divisions.iter().filter(|it| it.over == SplitSpace::Time);
            if in_time.clone().any(|it| it.boundaries.is_some()) {
                let message =
                    format!("argument {i} has boundaries over time; micro-batches are even");
                return Err(PassError::at(function, message));
            }
            let parts: i64 = in_time.map(|it| it.parts).product();
            if parts == 1 {
                continue;
            }
            match &mut found {
                None => found = Some((vec![i], d, parts as usize)),
                Some((numbers, dim, count))
                    if *dim == d && *count as i64 == parts && !numbers.contains(&i) =>
                {
                    numbers.push(i);
                }
                Some((numbers, dim, _)) if numbers.contains(&i) => {
                    return Err(PassError::at(
                        function,
                        format!(
                            "argument {i} is split over time along the dimensions {dim} and {d}"
                        ),
                    ));
                }
                Some((_, dim, count)) => {
                    return Err(PassError::at(
                        function,
                        format!(
                            "argument {i} has {parts} parts over time along dimension {d}, another one \
                         {count} along dimension {dim}"
                        ),
                    ));
                }
            }
        }
    }
    Ok(found)
}

/// Takes divisions over time out of the types of a function.
fn drop_time(r: &mut Rewriter<'_>, function: OpId, block: Block) {
    let without = |ty: Type| {
        let Some((tensor, mut split)) = ty.as_tensor().and_then(|t| Some((t, t.split()?))) else {
            return ty;
        };
        let stays = |it: &Division| it.over != SplitSpace::Time;
        split.dims.iter_mut().for_each(|dim| dim.divisions.retain(|it| stays(it)));
        tensor.with_split(&split).into()
    };
    let module = r.module();
    let results = module.walk(function).flat_map(|op| module.results(op).iter());
    let values: Vec<Value> = module.args(block).iter().copied().chain(results).collect();
    for value in values {
        let ty = without(r.module().ty(value));
        retype(r, value, ty);
    }
    let mut func = r.module().func(function).clone();
    let each = |types: &[Type]| types.iter().map(|&ty| without(ty)).collect::<Vec<Type>>();
    let (from, to) = (each(func.function_type.inputs()), each(func.function_type.results()));
    func.function_type = FunctionType(Type::function(&from, &to));
    r.set_op(function, Func { ..func });
}

/// The numbers of a list such as `2:3`.
pub(crate) fn numbers(text: &str) -> Result<Vec<usize>, PassError> {
    if text.is_empty() {
        let message = "option `arguments` must name the arguments that hold a batch, such as `2:3`";
        return Err(PassError::new(message));
    }
    let number = |word: &str| {
        word.parse().map_err(|_| {
            PassError::new(format!("option `arguments`: `{word}` is not the number of an argument"))
        })
    };
    text.split(':').map(number).collect()
}
