//! One function as machine code, for arguments of static shapes.

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::ops::Op;
use hloom_ir::{Diagnostic, Literal, Module, OpId, Type};
use hloom_llvm::ThreadPool;
use hloom_llvm::runtime::profile::Recorder;
use hloom_loops::lower::{Check, HostCall, HostWork, Lowered};
use std::sync::Arc;
#[cfg(feature = "ptx")]
use std::sync::OnceLock;
use std::time::Duration;

use super::Error;
use super::assembly::Assembler;
#[cfg(feature = "ptx")]
use super::collectives::{self, Planned, RankInGrid};
use super::engine::Engine;
use super::host_fallback::{HostData, HostFallback};
use super::making::Making;
use super::values::{Memory, as_mapped, flatten, gather, is_laid, is_open, is_sparse};
use crate::prepare;
use crate::target::{self, Forms, NotLowered};

/// Machine code, with the ops that it leaves to the interpreter.
pub(crate) struct Code {
    /// The module with the checks and the host fallback ops.
    module: Module,
    pub(crate) lowered: Lowered,
    /// The recorder of kernel times, if requested.
    pub(crate) recorder: Option<Recorder>,
    pub(crate) engine: Engine,
    /// The function's arguments and results after the passes.
    arguments: Vec<Type>,
    results: Vec<Type>,
    /// Whether all arguments and results are row-major.
    row_major: bool,
    /// Whether the code takes sparse tensors in dense form.
    dense: bool,
    /// The codes of plans whose results the host assembles.
    assembler: Assembler,
    /// The collectives that devices of ranks run, if there are ranks.
    #[cfg(feature = "ptx")]
    planned: OnceLock<Planned>,
}

/// The arguments of a run.
struct Arguments<'a> {
    inputs: &'a [&'a [u8]],
    stored: &'a [(u32, Arc<Sparse>)],
    host_values: Vec<Value>,
}

impl Code {
    /// Compiles a function whose arguments have these types, if given. The default passes are those
    /// of the backend; fusion is controlled by the options.
    pub(crate) fn new(
        mut module: Module,
        entry: &str,
        arguments: &[Type],
        how: &Making,
    ) -> Result<Code, Error> {
        let mut machine = how.runs.schedule_machine();
        if let Some(cores) = how.cores.filter(|_| machine.gpu.is_none()) {
            machine.cores = u32::try_from(cores).unwrap_or(u32::MAX);
        }
        let schedules = how.schedules.as_ref();
        let forms = match &how.pipeline {
            Some(pipeline) => {
                target::optimize(&mut module, pipeline, &how.fusion).map_err(|failure| {
                    match failure.is_bug() {
                        true => failure.into(),
                        false => Error::from(vec![target::diagnostic_of(&module, &failure)]),
                    }
                })?;
                Forms::whole(module)
            }
            None => {
                prepare::lift(&mut module);
                prepare::refine(&mut module, entry, arguments);
                if !arguments.is_empty() {
                    // Extents that the program leaves open may contradict it.
                    hloom_analysis::verify::verify(&module).map_err(Error::from)?;
                }
                // Schedules of a file are those of undivided ops.
                let cores = if how.split && schedules.is_none() { machine.cores } else { 1 };
                target::optimize_for_cores(module, cores, &how.fusion, &mut ())?
            }
        };
        let removed = || Error::Entry(format!("the passes removed the function @{entry}"));
        let lowered = forms.lower(entry, &machine, (true, &how.donate), schedules);
        let (module, lowered, _) = lowered.map_err(|(_, why)| match why {
            NotLowered::Removed => removed(),
            NotLowered::Program(diagnostic) => Error::from(vec![*diagnostic]),
            NotLowered::Schedules(what) => Error::Schedules(what),
        })?;
        let function = module.symbol(entry).ok_or_else(removed)?;
        let engine = Engine::new(&lowered.program, how)?;
        let it = &module.func(function).function_type;
        let (arguments, mut results) = (it.inputs().to_vec(), it.results().to_vec());
        // Passes may infer extents of a result that the function does not declare.
        let end = module.entry(function, 0).and_then(|block| module.terminator(block));
        if let Some(end) = end.filter(|&op| matches!(module.op(op), Op::FuncReturn(_))) {
            let found = module.operands(end).iter().map(|&v| module.ty(v));
            results = found.zip(results).map(|(found, said)| found.laid_as(said)).collect();
        }
        let recorder = how.profile.then(Recorder::default);
        let dense = machine.gpu.is_some();
        let row_major = !arguments.iter().chain(&results).any(|&ty| is_laid(ty));
        Ok(Code {
            module,
            lowered,
            recorder,
            engine,
            arguments,
            results,
            row_major,
            dense,
            assembler: Assembler::default(),
            #[cfg(feature = "ptx")]
            planned: OnceLock::new(),
        })
    }

    /// Plans the collectives that the device of a rank runs; `unreachable` is the reason why it can't
    /// run any.
    #[cfg(feature = "ptx")]
    pub(crate) fn plan_collectives(&self, seat: RankInGrid, unreachable: Option<&str>) {
        let fallbacks = &self.lowered.fallbacks;
        self.planned.get_or_init(|| collectives::plan(&self.module, fallbacks, seat, unreachable));
    }

    /// Lets the device run the planned collectives with those of other ranks, or go on in another run.
    #[cfg(feature = "ptx")]
    pub(crate) fn join(
        &self,
        peers: &hloom_ptx::collective::Peers,
        team: Box<dyn hloom_ptx::collective::Team>,
        patience: Duration,
        again: bool,
    ) -> Result<(), Error> {
        let (Some(planned), Engine::Gpu(executable)) = (self.planned.get(), &self.engine) else {
            return Ok(());
        };
        if planned.plan.0.is_empty() {
            return Ok(());
        }
        if again {
            executable.set_team(team);
            return Ok(());
        }
        Ok(executable.join(peers, &planned.plan, team, patience)?)
    }

    /// Whether the host runs one of its functions, and not the device of a rank.
    fn is_hosted(&self, number: usize) -> bool {
        #[cfg(feature = "ptx")]
        if let Some(planned) = self.planned.get() {
            return !planned.plan.0.contains_key(&(number as u32));
        }
        let _ = number;
        true
    }

    /// The reason why the host runs one of its functions.
    fn why_hosted<'c>(&'c self, number: usize, call: &'c HostCall) -> Option<&'c String> {
        #[cfg(feature = "ptx")]
        if let Some(why) =
            self.planned.get().and_then(|planned| planned.reasons.get(&(number as u32)))
        {
            return Some(why);
        }
        let _ = number;
        call.why.as_ref()
    }

    /// Whether each input and output is one statically sized buffer, and no checks follow the run.
    pub(crate) fn is_plain(&self) -> bool {
        let fallbacks = &self.lowered.fallbacks;
        let sparse = self.arguments.iter().any(|&ty| is_sparse(ty));
        let assembled = !self.lowered.fallbacks.assembled.is_empty();
        let own = self.lowered.checks.is_empty() && !sparse && !assembled;
        own && fallbacks.arguments.is_empty() && fallbacks.results.is_empty()
    }

    /// Whether all arguments and results are row-major.
    pub(crate) fn is_row_major(&self) -> bool {
        self.row_major
    }

    /// The name of a function of the host, for messages.
    pub(crate) fn host_name(&self, number: usize) -> &str {
        match self.lowered.fallbacks.calls.get(number).map(|call| &call.work) {
            Some(HostWork::Op(op) | HostWork::Plan(op) | HostWork::Function(op)) => {
                self.module.op(*op).name()
            }
            Some(HostWork::Move) | None => "values of the host",
        }
    }

    /// The names of ops that run on the host, once per occurrence; dynamically shaped ops by their
    /// common name.
    pub(crate) fn hosted(&self) -> Vec<&str> {
        let name = |op: OpId| {
            let operands = self.module.operands(op).iter().map(|&v| self.module.ty(v));
            let open = operands.chain(self.module.result_types(op)).any(is_open);
            if open { "ops on unknown extents" } else { self.module.op(op).name() }
        };
        let calls = self.lowered.fallbacks.calls.iter().enumerate();
        let calls = calls.filter(|(number, _)| self.is_hosted(*number));
        let called = calls.filter_map(|(_, call)| match call.work {
            HostWork::Op(op) | HostWork::Function(op) => Some(name(op)),
            HostWork::Plan(op) => self.assembler.reason(op).map(|_| name(op)),
            HostWork::Move => None,
        });
        // The host converts a sparse argument to a dense one, unless the code does.
        let made = self.arguments.iter().filter(|&&ty| self.dense && is_sparse(ty));
        made.map(|_| "hloom.relayout").chain(called).collect()
    }

    /// The reasons why ops run on the host, each with the name of an op, once per occurrence.
    pub(crate) fn hosted_because(&self) -> Vec<String> {
        let calls = self.lowered.fallbacks.calls.iter();
        let reason =
            |(number, why): (usize, &String)| format!("`{}`: {why}", self.host_name(number));
        calls
            .enumerate()
            .filter(|(n, _)| self.is_hosted(*n))
            .filter_map(|(n, call)| Some((n, self.why_hosted(n, call)?)))
            .map(reason)
            .collect()
    }

    /// Loads the inputs, and allocates the results.
    pub(crate) fn load(&self, inputs: Vec<Value>) -> Result<Memory, Error> {
        let mut memory = Memory::default();
        let mapped = &self.lowered.fallbacks.mapped;
        for (i, (value, &ty)) in inputs.into_iter().zip(&self.arguments).enumerate() {
            if mapped.contains(&i) {
                memory.host_inputs.push(as_mapped(value, ty).map_err(Error::Input)?);
                continue;
            }
            flatten(value, (ty, self.dense), &mut memory).map_err(Error::Input)?;
        }
        let outputs = self.lowered.results.iter().map(|&ty| Literal::zeros(ty.in_memory()));
        let outputs: Result<Vec<Literal>, _> = outputs.collect();
        memory.outputs = outputs.map_err(|error| Error::Input(error.to_string()))?;
        Ok(memory)
    }

    /// Runs once. The inner errors are failed checks.
    pub(crate) fn run(
        &self,
        memory: &mut Memory,
        pool: &ThreadPool,
        options: &hloom_interp::Options<'_>,
    ) -> Result<Vec<Diagnostic>, Error> {
        self.run_recorded(memory, pool, options, self.recorder.as_ref())
    }

    /// As [`Code::run`], with a recorder for this run: concurrent runs have one each.
    pub(crate) fn run_recorded(
        &self,
        memory: &mut Memory,
        pool: &ThreadPool,
        options: &hloom_interp::Options<'_>,
        recorder: Option<&Recorder>,
    ) -> Result<Vec<Diagnostic>, Error> {
        let Memory { inputs, stored, host_inputs, outputs, host_outputs } = memory;
        let inputs: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
        let mut slices: Vec<&mut [u8]> =
            outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        let host_values = host_inputs.clone();
        let arguments = Arguments { inputs: &inputs, stored, host_values };
        match self.run_values(arguments, &mut slices, pool, options, recorder) {
            Ok(host_values) => {
                *host_outputs = host_values;
                Ok(self.checked(outputs, options, |_| true))
            }
            Err(error) => {
                // A check that had failed before is what the interpreter would have reported.
                let failures = self.checked(outputs, options, |check| check.state.is_some());
                if failures.is_empty() { Err(error) } else { Ok(failures) }
            }
        }
    }

    /// Runs once on memory; `host_values` are the arguments that stay on the host. Returns the results
    /// that stay on the host.
    pub(crate) fn run_on(
        &self,
        inputs: &[&[u8]],
        host_values: Vec<Value>,
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
        options: &hloom_interp::Options<'_>,
    ) -> Result<Vec<Value>, Error> {
        let recorder = self.recorder.as_ref();
        let arguments = Arguments { inputs, stored: &[], host_values };
        self.run_values(arguments, outputs, pool, options, recorder)
    }

    fn run_values(
        &self,
        Arguments { inputs, stored, host_values }: Arguments<'_>,
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
        options: &hloom_interp::Options<'_>,
        recorder: Option<&Recorder>,
    ) -> Result<Vec<Value>, Error> {
        let fallbacks = &self.lowered.fallbacks;
        if fallbacks.calls.is_empty() && fallbacks.host_values == 0 {
            self.engine.run(inputs, outputs, pool, None, recorder)?;
            return Ok(Vec::new());
        }
        let assembler = Some(&self.assembler);
        let data = HostData { stored, assembler, threads: pool.threads() };
        let mut host = HostFallback::new(&self.module, fallbacks, options, host_values, data);
        let ended = self.engine.run(inputs, outputs, pool, Some(&mut host), recorder);
        if let Some(failure) = host.failure() {
            return Err(Error::from(vec![failure]));
        }
        ended?;
        Ok(host.results())
    }

    /// Runs once on arrays of a GPU; the code must be plain.
    #[cfg(feature = "ptx")]
    pub(crate) fn run_arrays(
        &self,
        inputs: Vec<hloom_ptx::RunArgument<'_>>,
        options: &hloom_interp::Options<'_>,
    ) -> Result<Vec<hloom_ptx::allocator::DeviceArray>, Error> {
        let gpu = self.engine.gpu();
        let gpu = gpu.ok_or_else(|| Error::Bug("code for the CPU is run on a GPU".to_owned()))?;
        let fallbacks = &self.lowered.fallbacks;
        if fallbacks.calls.is_empty() && fallbacks.host_values == 0 {
            return Ok(gpu.run_arrays(inputs, None)?);
        }
        let none = HostData::default();
        let mut host = HostFallback::new(&self.module, fallbacks, options, Vec::new(), none);
        let ended = gpu.run_arrays(inputs, Some(&mut host));
        match host.failure() {
            Some(failure) => Err(Error::from(vec![failure])),
            None => Ok(ended?),
        }
    }

    /// The device's times of `runs` runs, which alternate between copies of the inputs; empty if
    /// there is no device clock. Results stay in the memory.
    pub(crate) fn time(
        &self,
        memory: &mut Memory,
        options: &hloom_interp::Options<'_>,
        turns: (usize, usize),
    ) -> Result<Vec<Duration>, Error> {
        let fallbacks = &self.lowered.fallbacks;
        let inputs: Vec<&[u8]> = memory.inputs.iter().map(Literal::bytes).collect();
        let mut outputs: Vec<&mut [u8]> =
            memory.outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        let host_values = memory.host_inputs.clone();
        let data = HostData { stored: &memory.stored, ..HostData::default() };
        let mut host = HostFallback::new(&self.module, fallbacks, options, host_values, data);
        let alone = fallbacks.calls.is_empty();
        let lent: Option<&mut dyn hloom_llvm::Host> = if alone { None } else { Some(&mut host) };
        self.engine.time(&inputs, &mut outputs, lent, turns)
    }

    /// The failures of those of the program's checks that are `of_kind`, on these outputs.
    fn checked(
        &self,
        outputs: &[Literal],
        options: &hloom_interp::Options<'_>,
        of_kind: impl Fn(&Check) -> bool,
    ) -> Vec<Diagnostic> {
        let ran = self.lowered.checks.iter().filter(|check| of_kind(check)).filter(|check| {
            check.state.is_none_or(|at| outputs.get(at).is_none_or(|o| o.bytes() != [0]))
        });
        ran.filter_map(|check| {
            let operands: Vec<Literal> =
                check.operands.iter().filter_map(|&i| outputs.get(i).cloned()).collect();
            hloom_interp::check_op(&self.module, check.op, &operands, options).err()
        })
        .map(|error| error.diagnostic())
        .collect()
    }

    /// The results of the last run, with the types declared before the passes.
    pub(crate) fn results(&self, memory: &mut Memory, declared: &[Type]) -> Option<Vec<Value>> {
        memory.outputs.truncate(self.lowered.own_results);
        let mut flat = std::mem::take(&mut memory.outputs).into_iter();
        let mut host_values = std::mem::take(&mut memory.host_outputs).into_iter();
        let assembled = &self.lowered.fallbacks.assembled;
        let pairs = self.results.iter().zip(declared).enumerate();
        let value = |(i, (&ty, &declared))| match assembled.contains(&i) {
            true => host_values.next(),
            false => gather(ty, declared, &mut flat, &mut host_values),
        };
        pairs.map(value).collect()
    }
}
