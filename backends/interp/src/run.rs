//! The state of a run, and the callbacks of evaluators of ops with regions.
//!
//! The [`interpreter`](crate::interpreter) imports every evaluator; evaluators import
//! this file. A [`Run`] therefore carries function pointers, [`Evaluators`], by which
//! they call back.

use crate::error::{ErrorKind, EvalError, EvalResult, RunError};
use crate::generator::RandomState;
use crate::host::{Effect, ProcessId};
use crate::liveness::{LastUses, last_uses};
use crate::options::Options;
use crate::processes::process::Process;
use crate::value::Value;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Literal, Module, Type, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The values of a running function, by their ids in the module.
pub(crate) type Frame = FxHashMap<Id, Value>;

/// The results of an op.
pub(crate) type OpResults = SmallVec<[Value; 1]>;

/// Runs a region from a block on.
type RunBlock =
    fn(&mut Run<'_, '_>, &mut Frame, Block, Vec<Value>) -> Result<Vec<Value>, Box<RunError>>;

/// Evaluates an op from tensors to one tensor, given its declared type and a limit in bytes.
type EvalOp = fn(&Op, &[&Literal], Type, u64) -> EvalResult<Literal>;

/// The entry points of the interpreter that evaluators call.
pub(crate) struct Evaluators {
    pub(crate) block: RunBlock,
    pub(crate) eval: EvalOp,
}

/// A run: the module, its limits, and the fuel used.
pub(crate) struct Run<'m, 'o> {
    pub(crate) module: &'m Module,
    pub(crate) options: &'o Options<'o>,
    evaluators: &'static Evaluators,
    /// The state of the random numbers of `stablehlo.rng`.
    pub(crate) numbers: RandomState,
    steps: u64,
    depth: u32,
    /// This process and its grid; `None` while an op is folded.
    process: Option<Process>,
    /// Deferred effects on the host; `None` if effects are performed immediately.
    effects: Option<Vec<Effect>>,
    /// The last uses in each block that was run.
    last_uses: FxHashMap<Block, Rc<LastUses>>,
}

impl<'m, 'o> Run<'m, 'o> {
    pub(crate) fn new(
        module: &'m Module,
        options: &'o Options<'o>,
        evaluators: &'static Evaluators,
    ) -> Run<'m, 'o> {
        Run {
            module,
            options,
            evaluators,
            numbers: RandomState::new(options.seed),
            steps: 0,
            depth: 0,
            process: None,
            effects: None,
            last_uses: FxHashMap::default(),
        }
    }

    /// The same run as a given process.
    pub(crate) fn running_as(self, process: Process) -> Self {
        Run { process: Some(process), ..self }
    }

    /// The start state of the processes of an op, with the fuel and depth that this run has used.
    /// Their effects on the host are deferred.
    pub(crate) fn fork(&self) -> Fork<'m, 'o> {
        Fork {
            module: self.module,
            options: self.options,
            evaluators: self.evaluators,
            steps: self.steps,
            depth: self.depth,
        }
    }

    /// Runs a region from block `entry` on, and returns the values that it yields.
    pub(crate) fn block(
        &mut self,
        frame: &mut Frame,
        entry: Block,
        args: Vec<Value>,
    ) -> Result<Vec<Value>, Box<RunError>> {
        (self.evaluators.block)(self, frame, entry, args)
    }

    /// The result of an op from tensors to one tensor; `ty` is its declared type.
    pub(crate) fn eval(&self, op: &Op, x: &[&Literal], ty: Type) -> EvalResult<Literal> {
        (self.evaluators.eval)(op, x, ty, self.options.max_tensor_bytes)
    }

    /// Enters an op; fails if calls and regions are nested too deep.
    pub(crate) fn enter(&mut self) -> EvalResult<()> {
        if self.depth >= self.options.max_depth {
            return Err(EvalError::limit(format!(
                "calls and regions are nested {} deep, which is the limit",
                self.options.max_depth
            )));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves an op.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Adds the number of ops that other processes ran.
    pub(crate) fn count(&mut self, ops: u64) {
        self.steps = self.steps.saturating_add(ops);
    }

    /// This process.
    pub(crate) fn process(&self) -> EvalResult<&Process> {
        let none = || EvalError::unsupported("only a running program has processes");
        self.process.as_ref().ok_or_else(none)
    }

    /// The id of the process in its grid.
    pub(crate) fn place(&self) -> EvalResult<ProcessId> {
        self.process().map(|process| process.shape.place(process.me))
    }

    /// Performs an effect on the host, or defers it.
    pub(crate) fn emit(&mut self, effect: Effect) -> EvalResult<()> {
        match &mut self.effects {
            Some(effects) => effects.push(effect),
            None => effect.perform(self.options.host).map_err(EvalError::invalid)?,
        }
        Ok(())
    }

    /// The deferred effects on the host.
    pub(crate) fn effects(self) -> Vec<Effect> {
        self.effects.unwrap_or_default()
    }

    /// Consumes fuel for `ops` ops; fails if the limit is reached or the run is interrupted.
    pub(crate) fn consume_fuel(&mut self, ops: u64) -> EvalResult<()> {
        self.steps = self.steps.saturating_add(ops);
        if self.options.max_steps.is_some_and(|max| self.steps > max) {
            return Err(EvalError::limit(format!(
                "more than {} ops were run, which is the limit",
                self.options.max_steps.unwrap_or_default()
            )));
        }
        if self.options.interrupted() {
            let message = "the run was interrupted".into();
            return Err(Box::new(EvalError { kind: ErrorKind::Interrupted, message }));
        }
        Ok(())
    }

    /// A value of the frame, or a constant of the module, which may be defined outside of the
    /// running region.
    pub(crate) fn lookup(&self, frame: &Frame, id: Id) -> Option<Value> {
        match frame.get(&id) {
            Some(value) => Some(value.clone()),
            None => self.module.constant(id).cloned().map(Value::Tensor),
        }
    }

    /// The last uses in a block, computed once.
    pub(crate) fn last_uses(&mut self, block: Block) -> Rc<LastUses> {
        let found = || Rc::new(last_uses(self.module, block));
        self.last_uses.entry(block).or_insert_with(found).clone()
    }
}

/// The start state of the runs of several processes; it can be sent to other threads.
#[derive(Clone, Copy)]
pub(crate) struct Fork<'m, 'o> {
    module: &'m Module,
    options: &'o Options<'o>,
    evaluators: &'static Evaluators,
    steps: u64,
    depth: u32,
}

impl<'m, 'o> Fork<'m, 'o> {
    /// The run of one of the processes.
    pub(crate) fn run(self, process: Process) -> Run<'m, 'o> {
        let run = Run::new(self.module, self.options, self.evaluators).running_as(process);
        Run { steps: self.steps, depth: self.depth, effects: Some(Vec::new()), ..run }
    }

    /// The number of ops that a run has run since the start state.
    pub(crate) fn steps_since(self, run: &Run<'_, '_>) -> u64 {
        run.steps - self.steps
    }
}
