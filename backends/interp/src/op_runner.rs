//! Running single ops on behalf of another backend.

use crate::call;
use crate::error::RunError;
use crate::interpreter::{new_run, run_op};
use crate::options::Options;
use crate::processes::process::Process;
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::{Module, OpId, Value as Id};

/// Runs single ops of a program for a backend that runs the others. State that ops share,
/// such as random numbers, is kept from one op to the next, so ops must be run in program
/// order.
pub struct OpRunner<'m, 'o> {
    run: Run<'m, 'o>,
}

impl<'m, 'o> OpRunner<'m, 'o> {
    /// A run of a single process that has not begun.
    pub fn new(module: &'m Module, options: &'o Options<'o>) -> OpRunner<'m, 'o> {
        OpRunner { run: new_run(module, options).running_as(Process::alone()) }
    }

    /// The results of an op. `captured` are the values from outside that its regions use.
    ///
    /// # Errors
    /// As [`run`](crate::run()).
    pub fn op(
        &mut self,
        op: OpId,
        operands: &[Value],
        captured: impl IntoIterator<Item = (Id, Value)>,
    ) -> Result<Vec<Value>, Box<RunError>> {
        let mut frame: Frame = captured.into_iter().collect();
        let outs = run_op(&mut self.run, &mut frame, op, operands)?;
        Ok(outs.into_vec())
    }

    /// The results of a function.
    ///
    /// # Errors
    /// As [`run`](crate::run()).
    pub fn function(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Box<RunError>> {
        call::call(&mut self.run, name, arguments)
    }
}
