//! `pipeline-ranks`: puts the levels of a step on ranks along an axis of a mesh, so that they work on
//! different micro-batches at the same time.
//!
//! [`crate::levels`] divides a step into levels, forward and backward. Here level `i` goes to the ranks
//! whose position along the axis is `i`: their *stage*. The program stays one for all ranks. The rank's
//! position chooses an arm of a `case`; arms send values to each other:
//!
//! ```text
//!   case (position) {                                      %x, %w: of stage 0; %v, %y: of stage 1
//!     for each micro-batch:                                ── stage 0
//!       %h = call @step_level0_forward(%x', %w);  send %h to stage 1
//!     …
//!   }, {
//!     for each micro-batch:                                ── stage 1
//!       %h = recv from stage 0;  call @step_level1_forward(%h, %v, %y')
//!     …
//!   }
//! ```
//!
//! With a backward pass, a stage runs `w` forward steps, then pairs of a forward and a backward step,
//! and then the backward steps that are left. `w` is the number of stages behind it (1F1B: Narayanan
//! et al., "Memory-efficient pipeline-parallel DNN training", 2021), or that of all micro-batches (GPipe: Huang et
//! al., "GPipe: efficient training of giant neural networks using pipeline parallelism", 2019). Values
//! that backward steps need wait in buffers for `w` micro-batches.
//!
//! Nothing of the step is computed twice, but ops that depend on no sample, and ops between two rounds of
//! micro-batches. An op after the loops, such as the update of a parameter, belongs to the stage that made its
//! largest operand.
//! An argument or result of one stage says so by `hloom.stage = 1`; other ranks hold nothing of it, and
//! [`specialize`] takes it out of their programs.
//!
//! Other axes of the mesh may be used by shardings: [`partition`](crate::partition) comes before, and
//! each stage is a group of ranks along these axes. The program must not depend on the position along
//! the axis of stages, or communicate along it.
//!
//! | module | it answers |
//! |---|---|
//! | [`mod@axis`] | which ranks have which position, and that the program does not depend on it |
//! | [`homes`] | which stage has which value of the whole batch, and which stages need it |
//! | [`mod@arm`], `step` | the program of a stage: its loops, and the steps in them |
//! | [`specialize`] | the program of one rank, without what belongs to others |
//! | [`choose`] | the axis of stages and the number of micro-batches, beside all shardings |
//!
//! Results are those of [`micro_batch`](crate::micro_batch): sums of floats over samples are added in
//! another order.

pub mod arm;
pub mod axis;
pub mod choose;
#[cfg(test)]
mod edge_tests;
pub mod homes;
#[cfg(test)]
mod random_tests;
pub mod specialize;
mod step;
#[cfg(test)]
mod tests;

use crate::context::{Context, PassError};
use crate::fusion::machine::Machine;
use crate::levels::{self, Division, LevelProgram, OrderOption};
use crate::micro_batch::{StatisticsOption, numbers};
use crate::options::PassOptions as _;
use crate::partition::{SHARDING, STAGE, STAGED};
use arm::Arms;
use axis::Axis;
use hloom_analysis::schedule::Order;
use hloom_analysis::shard::{State, States};
use hloom_ir::field::Field as _;
use hloom_ir::module::Module;
use hloom_ir::ops::{Case, Func, FunctionType, process_grid};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, AttrDict, OpId, Rewriter, Type, Value};

/// The attribute of a function that states its stages: the options of the pass as text, such as
/// `"axis=pipe arguments=0:1 count=4"`.
pub const STAGES: &str = "hloom.stages";

crate::options! {
    /// Options of `pipeline-ranks`.
    pub struct Options {
        /// The numbers of the arguments that hold a batch, such as `2:3`.
        arguments: String = String::new(), "arguments";
        /// The axis of the mesh along which stages lie; by default, functions that state `hloom.stages`
        /// are divided, and others stay.
        axis: String = String::new(), "axis";
        /// The number of micro-batches, which divides the batch.
        count: usize = 2, "count";
        /// The function: by default `main`, or each that states `hloom.stages`.
        function: String = String::new(), "function";
        /// The number of the result that is the loss; `none` if there is no backward pass.
        loss: String = "none".to_owned(), "loss";
        /// The most bytes of values that wait for backward steps; 0 for any number.
        memory: usize = 0, "memory";
        /// The order of the steps of a stage: `1f1b` or `gpipe`.
        order: OrderOption = OrderOption::OneForwardOneBackward, "order";
        /// The samples whose sums other samples depend on: `whole` or `micro-batch`.
        statistics: StatisticsOption = StatisticsOption::Whole, "statistics";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value, or the step can't be divided.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let options: Options = cx.options()?;
    let stated: Vec<(OpId, Options)> = match options.axis.as_str() {
        "" => {
            let functions = match options.function.as_str() {
                "" => cx.functions(),
                name => vec![cx.function_with_body(name)?],
            };
            let all = functions.into_iter().map(|op| Ok((op, stated(cx.module(), op)?)));
            let all: Result<Vec<(OpId, Option<Options>)>, PassError> = all.collect();
            all?.into_iter().filter_map(|(op, it)| Some((op, it?))).collect()
        }
        _ => {
            let name = if options.function.is_empty() { "main" } else { &options.function };
            vec![(cx.function_with_body(name)?, options)]
        }
    };
    for (op, options) in stated {
        let program = divide(cx.module_mut(), op, &options, Machine::default())?;
        cx.count("stages", program.levels());
        cx.count("micro-batches", program.sizes.len());
        cx.count("rounds", program.rounds.len());
        cx.count("values recomputed", program.activations.recomputed);
    }
    Ok(())
}

/// The stages that a function states.
///
/// # Errors
/// If the attribute is no text of options.
pub fn stated(module: &Module, function: OpId) -> Result<Option<Options>, PassError> {
    let Some(attr) = module.discardable_attrs(function).and_then(|attrs| attrs.get(STAGES)) else {
        return Ok(None);
    };
    let wrong = |what: String| PassError::at(function, format!("`{STAGES}`: {what}"));
    let Attr::String(text) = attr else { return Err(wrong("a text was expected".to_owned())) };
    let mut options = Options::default();
    let text = String::from_utf8_lossy(text);
    for part in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|it| !it.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            return Err(wrong(format!("`{part}` has no value, as in `count=4`")));
        };
        if name == "function" {
            return Err(wrong("it belongs to its own function".to_owned()));
        }
        options.set(name, value).map_err(wrong)?;
    }
    match options.axis.is_empty() {
        true => Err(wrong("no axis is stated".to_owned())),
        false => Ok(Some(options)),
    }
}

/// The number of the mesh's axis along which a function states stages: shardings must leave it alone.
pub fn stated_axis(module: &Module, function: OpId, states: &States) -> Option<usize> {
    let options = stated(module, function).ok().flatten()?;
    states.grid.mesh.axes.iter().position(|(name, _)| **name == *options.axis)
}

/// Divides a function into stages along an axis of the mesh, balanced for a machine.
///
/// # Errors
/// If the program depends on the axis, or the step can't be divided.
pub fn divide(
    module: &mut Module,
    function: OpId,
    options: &Options,
    machine: Machine,
) -> Result<LevelProgram, PassError> {
    let wrong = |what: String| PassError::new(format!("option {what}"));
    let fail = |what: String| PassError::at(function, what);
    let axis = Axis::of(module, function, &options.axis)?;
    let order = Order::from(options.order);
    let loss = match options.loss.as_str() {
        "none" => None,
        text => Some(
            text.parse()
                .map_err(|_| wrong(format!("`loss`: `{text}` is not the number of a result")))?,
        ),
    };
    let division = Division {
        arguments: numbers(&options.arguments)?,
        count: options.count,
        levels: axis.size,
        loss,
        statistics: options.statistics.into(),
        memory: (options.memory > 0).then_some(options.memory as u64),
        order,
        machine,
        exchanges: true,
    };
    checked(module, function, &division)?;
    let program = levels::divide(module, function, &division)?;
    let uneven = program.sizes.iter().any(|&size| size != program.sizes[0]);
    if uneven {
        let samples: u64 = program.sizes.iter().sum();
        return Err(fail(format!(
            "a batch of {samples} samples is not {} micro-batches of the same size",
            program.sizes.len()
        )));
    }
    let homes = homes::Homes::of(module, function, &program);
    let broken =
        |broken: hloom_ir::op::ConstraintError| fail(format!("a stage can't be built: {broken}"));
    let block = module.entry(function, 0).expect("a function with a body");
    let end = module.terminator(block).expect("a function returns");
    let old: Vec<OpId> = module.ops(block).filter(|&op| op != end).collect();
    let mut r = Rewriter::new(module);
    r.set_before(end);
    r.set_source(function);
    let position = axis.position(&mut r).map_err(broken)?;
    let mut regions = Vec::with_capacity(axis.size);
    let point = r.point();
    let mut arms = Arms::new(&mut r, &program, &homes, &axis, block, order);
    for stage in 0..axis.size {
        let (region, inside) = arms.r.region(&[]);
        arms.r.set_point(InsertPoint::End(inside));
        arms.stage(stage).map_err(broken)?;
        regions.push(region);
    }
    r.set_point(point);
    let case = r.build_with_regions(Case {}, &[position], &regions).map_err(broken)?;
    let mut attrs = AttrDict::new();
    attrs.set(STAGED, Attr::string(&options.axis));
    r.set_discardable_attrs(case, attrs);
    let results: Vec<Value> = r.module().results(case).iter().collect();
    r.set_operands(end, &results);
    old.into_iter().rev().for_each(|op| r.erase(op));
    // Their ops are in the arms.
    let once = program.rounds.iter().map(|round| &round.prologue).chain([&program.epilogue]);
    for function in once {
        if let Some(op) = r.module().symbol(&function.name) {
            r.erase(op);
        }
    }
    sign(&mut r, function, &homes, &axis, &options.axis);
    Ok(program)
}

/// Checks that arguments and results of a function can be at one stage.
fn checked(module: &Module, function: OpId, division: &Division) -> Result<(), PassError> {
    let func = module.func(function);
    let results = func.function_type.results();
    for (what, types) in [("argument", func.function_type.inputs()), ("result", results)] {
        let open = |ty: &Type| ty.as_tensor().is_none_or(|tensor| !tensor.is_static());
        if let Some(at) = types.iter().position(open) {
            let ty = types[at];
            let message = format!("{what} {at} is {ty}; stages have tensors of known extents only");
            return Err(PassError::at(function, message));
        }
    }
    if let Some(at) = division.loss
        && let Some(tensor) = results.get(at).and_then(|ty| ty.as_tensor())
        && tensor.rank() > 0
    {
        let message = format!("result {at} is {}, but a loss is one number", results[at]);
        return Err(PassError::at(function, message));
    }
    if let Some(call) = crate::partition::called(module, function) {
        let name = &func.sym_name.0;
        let message = format!(
            "`@{name}`, which is called here, would get other arguments and results on each stage; \
             run `inline` before"
        );
        return Err(PassError::at(call, message));
    }
    Ok(())
}

/// Writes into a function's signature which stage has which argument and result.
fn sign(r: &mut Rewriter<'_>, function: OpId, homes: &homes::Homes, axis: &Axis, name: &str) {
    let mut func: Func = r.module().func(function).clone();
    let with = |old: Option<&Attr>, types: &[Type], stages: &[Option<usize>]| -> Box<Attr> {
        let dicts = stages.iter().zip(types).enumerate().map(|(i, (stage, ty))| {
            let mut dict = match old {
                Some(Attr::Array(list)) => match list.get(i) {
                    Some(Attr::Dict(dict)) => dict.clone(),
                    _ => AttrDict::new(),
                },
                _ => AttrDict::new(),
            };
            let rank = ty.as_tensor().map_or(0, |t| t.rank());
            if dict.get(SHARDING).is_none()
                && let Some(attr) = State::whole(rank).sharding(&axis.grid).to_attr()
            {
                dict.set(SHARDING, attr);
            }
            if let Some(stage) = stage {
                let number = Attr::Int(*stage as i64, Type::scalar(hloom_ir::Element::I64));
                dict.set(STAGE, number);
            }
            Attr::Dict(dict)
        });
        Box::new(Attr::Array(dicts.collect()))
    };
    let FunctionType(ty) = func.function_type;
    func.arg_attrs =
        Some(with(func.arg_attrs.as_deref(), FunctionType(ty).inputs(), &homes.arguments));
    let results: Vec<Option<usize>> = homes.results.iter().map(|&home| Some(home)).collect();
    func.res_attrs = Some(with(func.res_attrs.as_deref(), FunctionType(ty).results(), &results));
    let old = r.module().discardable_attrs(function).cloned().unwrap_or_default();
    let mut attrs = AttrDict::new();
    old.iter().filter(|(name, _)| *name != STAGES).for_each(|(name, attr)| {
        attrs.set(name, attr.clone());
    });
    attrs.set(STAGED, Attr::string(name));
    r.set_op(function, func);
    r.set_discardable_attrs(function, attrs);
    let module = r.module();
    if process_grid(module).is_none() {
        let root = module.root();
        let mut attrs = module.discardable_attrs(root).cloned().unwrap_or_default();
        let number = |n: i64| Attr::Int(n, Type::scalar(hloom_ir::Element::I32));
        attrs.set("mhlo.num_partitions", number(axis.grid.devices()));
        attrs.set("mhlo.num_replicas", number(1));
        r.set_discardable_attrs(root, attrs);
    }
}
