//! Runs single ops for another backend.

use crate::call;
use crate::error::RunError;
use crate::interpreter::{new_run, run_all_reduce, run_op};
use crate::options::Options;
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::{Module, OpId, Value as Id};

/// Runs single ops of a program for a backend that runs the others. Ops share state such as random
/// numbers, so they must be run in program order.
pub struct OpRunner<'m, 'o> {
    run: Run<'m, 'o>,
}

impl<'m, 'o> OpRunner<'m, 'o> {
    /// A runner with a new run of the options' process.
    pub fn new(module: &'m Module, options: &'o Options<'o>) -> OpRunner<'m, 'o> {
        OpRunner { run: new_run(module, options).running_as(options.process()) }
    }

    /// Runs an op. `captured` are the values that its regions capture. They and the operands may be
    /// sparse.
    ///
    /// # Errors
    /// As [`run`](crate::run()).
    pub fn op(
        &mut self,
        op: OpId,
        operands: Vec<Value>,
        captured: impl IntoIterator<Item = (Id, Value)>,
    ) -> Result<Vec<Value>, Box<RunError>> {
        let operands = call::densify(&self.run, operands)?;
        let (ids, values): (Vec<_>, Vec<_>) = captured.into_iter().unzip();
        let values = call::densify(&self.run, values)?;
        let mut frame: Frame = ids.into_iter().zip(values).collect();
        let outs = run_op(&mut self.run, &mut frame, op, &operands)?;
        Ok(outs.into_vec())
    }

    /// Runs an op from these bytes of its operands into these of its results, if it is a large
    /// `all_reduce` of ranks that are processes; returns whether it is. Otherwise nothing has
    /// happened.
    ///
    /// # Errors
    /// As [`run`](crate::run()).
    pub fn all_reduce(
        &mut self,
        op: OpId,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<bool, Box<RunError>> {
        run_all_reduce(&mut self.run, op, operands, results)
    }

    /// Runs a function.
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
