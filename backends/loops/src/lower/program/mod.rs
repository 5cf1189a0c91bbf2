//! A function of the tensor IR as one loop program.
//!
//! Every tensor value gets a buffer; ops become kernels ([`super::nests`]), control
//! flow becomes statements over buffers, calls are lowered in place, tuples fall
//! apart into their members. An op that only renames memory (reshape, barriers) costs
//! nothing. Intermediate buffers share one arena: buffers that are never live at
//! the same time may overlap ([`arena`]).
//!
//! Check ops compute nothing that a program could go on with, so their operands
//! become further results, which the caller compares ([`Check`], [`checks`]).

mod aggregate;
mod alias;
mod arena;
mod checks;
mod control;
mod device;
mod donate;
mod fused;
mod host;
mod kernels;
mod layouts;
mod linear;
mod lines;
mod radix;
mod reuse;
mod routines;
mod scan;
mod select;
mod slot;
mod slots;
mod sort;
mod sparse;
mod storage;
#[cfg(test)]
mod tests;

use super::{ScheduledError, Unsupported};
use crate::program::{BufferId, Builder, Program, promote};
use crate::schedule::{Choice, Machine, Pins, Scheduler};
use crate::task_graph;
use arena::Lifetimes;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, Op};
use hloom_ir::types::Layout;
use hloom_ir::{Block, Element, OpId, Trait, Type, Value};
use rustc_hash::FxHashMap;
use slot::{Slot, Slots};

pub use host::{HostCall, HostFallbacks, HostPlace, HostWork};

/// A lowered function.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program. Argument and result `n` are the function's, members of tuples
    /// counted one by one; behind the function's results come those that checks
    /// compare.
    pub program: Program,
    /// The tensor types of the arguments.
    pub arguments: Vec<Type>,
    /// The tensor types of the results, those for checks included.
    pub results: Vec<Type>,
    /// The number of results that are the function's.
    pub own_results: usize,
    /// The comparisons to be made after each run.
    pub checks: Vec<Check>,
    /// The ops and values that the program leaves to the host.
    pub fallbacks: HostFallbacks,
    /// The bytes of the temporaries that are alive at once, at most: no arena can be
    /// smaller.
    pub largest_live: u64,
    /// For a machine of several cores, the estimated seconds of a run in which each loop has one
    /// iteration.
    pub seconds: Option<f64>,
}

/// A check op, whose operands are results of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The op.
    pub op: OpId,
    /// The number of the result that each operand is.
    pub operands: Vec<usize>,
    /// For a check that the program compares, the number of the result, an `i8`, that
    /// is 0 where it did not run at all. The operands are then those of the first
    /// time it failed, or of the last time it ran.
    pub state: Option<usize>,
}

/// Lowers a function whose arguments and results are static tensors, or tuples of
/// such. Nothing is left to the host.
///
/// # Errors
/// The first op that can't be lowered.
pub fn lower_function(
    module: &Module,
    function: OpId,
    machine: &Machine,
) -> Result<Lowered, Unsupported> {
    lower(module, function, machine, None, &[])
}

/// Lowers a function to a program that calls the host for what can't be lowered:
/// ops that no code is generated for, and values whose size is known only when
/// they are there.
///
/// # Errors
/// The first op that nobody can run.
pub fn lower_with_fallback(
    module: &Module,
    function: OpId,
    machine: &Machine,
) -> Result<Lowered, Unsupported> {
    lower(module, function, machine, Some(HostFallbacks::default()), &[])
}

/// As [`lower_with_fallback`], or as [`lower_function`] without a host, of a function whose
/// caller gives memory away: of each pair, an argument lies in the memory of a result,
/// both tensors of one type. It is overwritten as soon as nothing reads it any more.
///
/// # Errors
/// As these; also where a pair is of no tensors of the same known size, or has an
/// argument or a result of another pair.
pub fn lower_donating(
    module: &Module,
    function: OpId,
    machine: &Machine,
    fallbacks: bool,
    donated: &[(usize, usize)],
) -> Result<Lowered, Unsupported> {
    lower(module, function, machine, fallbacks.then(HostFallbacks::default), donated)
}

/// As [`lower_donating`], with the schedules that `pins` give, and with what was decided of
/// each nest, in the order of the program.
///
/// # Errors
/// As of [`lower_donating`]; also where a pin fits no nest, or not its nest.
pub fn lower_scheduled(
    module: &Module,
    function: OpId,
    machine: &Machine,
    fallbacks: bool,
    donated: &[(usize, usize)],
    pins: Option<&Pins>,
) -> Result<(Lowered, Vec<Choice>), ScheduledError> {
    let scheduler = Scheduler::new(machine, pins);
    let fallbacks = fallbacks.then(HostFallbacks::default);
    let lowered = lower_by(module, function, &scheduler, fallbacks, donated);
    // A pin that is refused is to blame for what could not be lowered because of it.
    let refused = scheduler.is_refused();
    match lowered {
        Err(why) if !refused => Err(why.into()),
        lowered => {
            let choices = scheduler.finish()?;
            Ok((lowered?, choices))
        }
    }
}

fn lower(
    module: &Module,
    function: OpId,
    machine: &Machine,
    fallbacks: Option<HostFallbacks>,
    donated: &[(usize, usize)],
) -> Result<Lowered, Unsupported> {
    lower_by(module, function, &Scheduler::new(machine, None), fallbacks, donated)
}

fn lower_by(
    module: &Module,
    function: OpId,
    scheduler: &Scheduler<'_>,
    fallbacks: Option<HostFallbacks>,
    donated: &[(usize, usize)],
) -> Result<Lowered, Unsupported> {
    let func: &Func = module
        .get(function)
        .ok_or_else(|| Unsupported::new(module, function, "it is not a function"))?;
    let entry = body_of(module, function);
    let mut lowering = Lowering {
        module,
        machine: scheduler.machine(),
        scheduler,
        builder: Builder::new(&func.sym_name.0),
        slots: Slots::default(),
        lifetimes: Lifetimes::default(),
        arguments: Vec::new(),
        results: Vec::new(),
        own_results: 0,
        fallbacks,
        destinations: FxHashMap::default(),
        destinations_in_layout: FxHashMap::default(),
        carried: FxHashMap::default(),
        donated: FxHashMap::default(),
        order: FxHashMap::default(),
        checks: Vec::new(),
        states: Vec::new(),
        calls: vec![function],
        nesting: 0,
        compares_at_once: module.walk_all().any(|op| is_loop_or_effect(module, op)),
    };
    let entry = match entry {
        Err(_) if lowering.fallbacks.is_some() && module.entry(function, 0).is_some() => {
            lowering.whole_function(function)?;
            return Ok(lowering.finish());
        }
        entry => entry?,
    };
    lowering.check_donated(function, donated)?;
    for (i, &arg) in module.args(entry).iter().enumerate() {
        let (ty, name) = (module.ty(arg), module.name(arg).unwrap_or("arg"));
        let slot = match lowering.mapped_argument(i, arg) {
            Some(slot) => slot,
            None => lowering.argument(function, ty, name)?,
        };
        if let Some((_, result)) = donated.iter().find(|pair| pair.0 == i) {
            lowering.donate(*result, &slot);
        }
        lowering.slots.insert(arg, slot);
    }
    // Results first, so that what makes them can write them in place.
    let end = module
        .terminator(entry)
        .ok_or_else(|| Unsupported::new(module, function, "its body has no end"))?;
    let yielded = module.operands(end).to_vec();
    let mut outs = Vec::new();
    for (i, &v) in yielded.iter().enumerate() {
        // The layout of the value, if the function says one.
        let declared = func.function_type.results().get(i).copied();
        let ty = declared.map_or(module.ty(v), |declared| module.ty(v).laid_as(declared));
        outs.push(match lowering.donated.get(&i).copied() {
            Some(buffer) => lowering.donated_result(ty, buffer),
            None if lowering.is_assembled(v) || lowering.is_passed_on(v) => {
                lowering.assembled_result(i)
            }
            None => lowering.own_result(end, ty)?,
        });
    }
    lowering.own_results = lowering.results.len();
    for (&v, out) in yielded.iter().zip(&outs) {
        let made_here = module.def_block(v) == Some(entry) && module.def_op(v).is_some();
        if let Slot::Laid(buffer, layout) = out
            && made_here
        {
            lowering.destinations_in_layout.entry(v).or_insert((*buffer, layout.clone()));
        }
        if let Slot::Buffer(buffer) = out
            && made_here
        {
            // Memory with an argument in it can be had once that is used up.
            match lowering.is_donated(*buffer) {
                true => lowering.carried.entry(v).or_insert(*buffer),
                false => lowering.destinations.entry(v).or_insert(*buffer),
            };
        }
    }
    lowering.block(entry)?;
    let mut from = Vec::with_capacity(yielded.len());
    for (&v, out) in yielded.iter().zip(&outs) {
        from.push(lowering.slot_for(end, v, out)?);
    }
    lowering.save_donated(end, &mut from, &outs)?;
    for (from, out) in from.iter().zip(&outs) {
        lowering.copy(end, from, out)?;
    }
    Ok(lowering.finish())
}

/// The one block of a function.
fn body_of(module: &Module, function: OpId) -> Result<Block, Unsupported> {
    let blocks = module.regions(function).first().map_or(&[][..], |&r| module.blocks(r));
    match blocks {
        &[one] => Ok(one),
        [] => Err(Unsupported::new(module, function, "it has no body")),
        _ => Err(Unsupported::new(
            module,
            function,
            "it has several blocks: branches must be turned into `stablehlo.if`, `stablehlo.case` and `stablehlo.while` before",
        )),
    }
}

struct Lowering<'m> {
    module: &'m Module,
    machine: &'m Machine,
    /// The scheduler of nests.
    scheduler: &'m Scheduler<'m>,
    builder: Builder,
    slots: Slots,
    lifetimes: Lifetimes,
    arguments: Vec<Type>,
    results: Vec<Type>,
    /// The number of results that are the function's.
    own_results: usize,
    /// The ops and values left to the host, if that is allowed.
    fallbacks: Option<HostFallbacks>,
    /// Buffers that values are to be made in, where that is possible.
    destinations: FxHashMap<Value, BufferId>,
    /// Memory of results in layouts of their own, by the values that are to be made there.
    destinations_in_layout: FxHashMap<Value, (BufferId, Layout)>,
    /// Buffers of loops that values are yielded to, for those that can be made there.
    carried: FxHashMap<Value, BufferId>,
    /// By the number of the function's result, the memory of an argument that it is
    /// made in.
    donated: FxHashMap<usize, BufferId>,
    /// The ops that were lowered, in order.
    order: FxHashMap<OpId, u32>,
    checks: Vec<Check>,
    /// The states of checks that the program compares.
    states: Vec<BufferId>,
    /// The functions whose calls are being lowered.
    calls: Vec<OpId>,
    /// The number of open loops and branches.
    nesting: usize,
    /// Whether checks compare where they stand: the module has a loop, or an effect on the host.
    compares_at_once: bool,
}

/// Whether a check that failed before an op must keep it from running to its end: it may never end,
/// or the world outside sees it.
fn is_loop_or_effect(module: &Module, op: OpId) -> bool {
    let kind = module.op(op);
    if let Op::CustomCall(it) = kind {
        return it.has_side_effect.0 && !it.target().starts_with("check.");
    }
    let effect = matches!(kind, hloom_ir::process_op!()) && !kind.has(Trait::Pure);
    effect || matches!(kind, Op::While(_))
}

impl<'m> Lowering<'m> {
    /// The lowered function, once buffers have their places.
    fn finish(self) -> Lowered {
        let Lowering { builder, lifetimes, arguments, results, own_results, checks, .. } = self;
        let mut program = builder.finish();
        checks::clear_states(&mut program, &self.states);
        promote(&mut program);
        let seconds =
            task_graph::divide(&mut program, self.machine, &|buffer| lifetimes.root(buffer));
        let largest_live = lifetimes.assign(&mut program);
        let fallbacks = self.fallbacks.unwrap_or_default();
        Lowered {
            program,
            arguments,
            results,
            own_results,
            checks,
            fallbacks,
            largest_live,
            seconds,
        }
    }

    fn unsupported(&self, op: OpId, why: impl Into<String>) -> Unsupported {
        Unsupported::new(self.module, op, why)
    }

    /// The error of an op that no code is generated for yet.
    fn not_yet(&self, op: OpId) -> Unsupported {
        let types = self.module.result_types(op);
        let ty = types.first().map(|ty| format!(" with the result {ty}")).unwrap_or_default();
        self.unsupported(
            op,
            format!("no code is generated yet for `{}`{ty}", self.module.op(op).name()),
        )
    }

    /// Lowers the ops of a block but its terminator.
    fn block(&mut self, block: Block) -> Result<(), Unsupported> {
        self.ops(self.module.ops(block))
    }

    /// Lowers ops in this order, all but terminators.
    fn ops(&mut self, ops: impl Iterator<Item = OpId>) -> Result<(), Unsupported> {
        let module = self.module;
        for op in ops {
            if !module.op(op).has(Trait::Terminator) {
                self.lifetimes.step();
                let number = self.order.len() as u32;
                self.order.insert(op, number);
                self.op(op)?;
            }
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        if self.is_host_op(op) {
            return self.host(op);
        }
        match module.op(op) {
            // Memory is made when it is asked for.
            Op::Constant(_) | Op::ShardingGroup(_) => Ok(()),
            Op::Tuple(_) | Op::MakeStruct(_) | Op::MakeArray(_) => self.aggregate(op),
            Op::GetTupleElement(_)
            | Op::GetField(_)
            | Op::GetElement(_)
            | Op::WithField(_)
            | Op::WithElement(_) => self.member(op),
            // Layouts do not change the values of tensors.
            hloom_ir::identity_op!() => {
                for (&v, result) in module.operands(op).iter().zip(module.results(op)) {
                    let slot = self.slot(op, v)?;
                    self.slots.insert(result, slot);
                }
                Ok(())
            }
            Op::Reshape(_) if self.is_alias(op) => self.alias(op),
            Op::BitcastConvert(_) if self.keeps_bytes(op) => self.reinterpret(op),
            Op::Call(_) => self.call(op),
            Op::If(_) | Op::Case(_) => self.branch(op),
            Op::While(_) => self.while_loop(op),
            Op::CustomCall(it) if it.target().starts_with("check.") => self.check(op),
            hloom_ir::check_op!() => self.check(op),
            Op::CustomCall(_) if self.routine(op)? => Ok(()),
            Op::CustomCall(_) if self.fallbacks.is_some() => self.host(op),
            Op::CustomCall(it) => {
                let target = it.target();
                let why = match target.contains("python") && target.contains("callback") {
                    true => "is a function of the Python process that made the program",
                    false => "is not known",
                };
                Err(self.unsupported(op, format!("its target `{target}` {why}")))
            }
            Op::DynamicUpdateSlice(_) | Op::Scatter(_) => self.update(op),
            Op::SelectAndScatter(it) => self.select_and_scatter(op, it),
            Op::Sort(it) => self.sort(op, it),
            Op::Cholesky(_) | Op::TriangularSolve(_) | Op::Fft(_) if self.routine(op)? => Ok(()),
            Op::Cholesky(it) => self.cholesky(op, it),
            Op::TriangularSolve(it) => self.triangular_solve(op, it),
            Op::ReduceWindow(it) if self.scan(op, it)? => Ok(()),
            Op::AfterAll(_) | Op::CreateToken(_) => {
                self.slots.insert(module.result(op, 0), Slot::Token);
                Ok(())
            }
            Op::Relayout(_) | Op::Halo(_) => self.relayout(op),
            Op::Fusion(it) if it.plan.is_some() => self.storage(op),
            Op::Fusion(it) => {
                if let Some(driver) = it.driver
                    && self.sparse_driven(op, driver)?
                {
                    return Ok(());
                }
                self.fusion(op)
            }
            Op::Layer(_) => {
                let why = "layers must be inlined by `inline-layers` before";
                let why = self.unsupported(op, why);
                self.host_or(op, why)
            }
            hloom_ir::batch_norm_op!()
            | hloom_ir::transform_op!()
            | hloom_ir::random_op!()
            | hloom_ir::sized_op!()
            | hloom_ir::upstream_op!()
            | Op::Composite(_) => {
                let why = self.not_yet(op);
                self.host_or(op, why)
            }
            hloom_ir::branch_op!() | hloom_ir::scalar_op!() => {
                let why = "branches and scalars must be turned into `stablehlo.if`, `stablehlo.case` and `stablehlo.while` before";
                let why = self.unsupported(op, why);
                self.host_or(op, why)
            }
            hloom_ir::process_op!() => {
                let why = "only the interpreter runs several processes and effects";
                let why = self.unsupported(op, why);
                self.host_or(op, why)
            }
            hloom_ir::definition_op!() | hloom_ir::return_op!() | Op::Foreign(_) => {
                Err(self.unsupported(op, "it has no meaning here"))
            }
            hloom_ir::chlo_scalar_op!()
                if module.ty(module.result(op, 0)).element() != Some(Element::F64) =>
            {
                self.nest(op)
            }
            hloom_ir::chlo_op!() => {
                let why =
                    "the pass `legalize-chlo` was not run, or does not write it out for such types";
                let why = self.unsupported(op, why);
                self.host_or(op, why)
            }
            hloom_ir::elementwise_op!()
            | hloom_ir::quantize_op!()
            | hloom_ir::constant_op!()
            | hloom_ir::movement_op!()
            | hloom_ir::indexing_op!()
            | hloom_ir::elements_region_op!()
            | hloom_ir::contraction_op!() => self.nest(op),
        }
    }
}
