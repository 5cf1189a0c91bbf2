//! Running ops one by one, for who runs the rest of a program.

use crate::call;
use crate::error::RunError;
use crate::options::Options;
use crate::parallel::Process;
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::{Module, OpId, Value as Id};

/// A run of a program of which somebody else runs most, and asks for single ops. What
/// such ops have in common goes on from one to the next, random numbers say; so they
/// are to be asked for in the program's order.
pub struct Steps<'m, 'o> {
    run: Run<'m, 'o>,
}

impl<'m, 'o> Steps<'m, 'o> {
    /// A run that has not begun, of one process alone.
    pub fn new(module: &'m Module, options: &'o Options<'o>) -> Steps<'m, 'o> {
        Steps { run: Run::new(module, options).running_as(Process::alone()) }
    }

    /// The results of an op. `captured` are the values that its regions use from
    /// around it.
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
        let outs = self.run.guarded(&mut frame, op, operands)?;
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
