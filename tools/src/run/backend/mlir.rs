//! Running a program by upstream MLIR, in its own process ([`crate::upstream`]).

use hloom_interp::Value;
use hloom_ir::{Module, OpId, Type};

use super::{RunnableProgram, Settings};
use crate::run::{Problem, memory};
use crate::upstream::{Error, Program, Worker};

struct Served {
    worker: Worker,
    module: Module,
    entry: String,
    bufferize: String,
    program: Option<Program>,
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::Missing(what) => Problem::Usage(what),
            Error::Program(found) => Problem::Found(found),
            Error::Wrong(what) | Error::Died(what) => Problem::Wrong(what),
            reports @ Error::Reports(_) => Problem::Wrong(reports.to_string()),
        }
    }
}

/// Starts the server; the function is compiled when its inputs are known.
pub(super) fn prepare(
    mut module: Module,
    entry: OpId,
    settings: &Settings,
) -> Result<Box<dyn RunnableProgram>, Problem> {
    let entry = module.func(entry).sym_name.0.to_string();
    if let Some(pipeline) = &settings.pipeline {
        super::optimize(&mut module, pipeline, settings)?;
    }
    Ok(Box::new(Served {
        worker: Worker::start()?,
        module,
        entry,
        bufferize: settings.mlir_pipeline.clone().unwrap_or_default(),
        program: None,
    }))
}

impl RunnableProgram for Served {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        let types: Vec<Type> = inputs.iter().map(Value::ty).collect();
        let worker = &mut self.worker;
        let program = Program::new(worker, &self.module, &self.entry, &types, &self.bufferize)?;
        program.load(worker, &inputs)?;
        self.program = Some(program);
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
        Ok(self.worker.call()?)
    }

    /// The results, once the operands of checks hold.
    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        let Some(program) = &self.program else {
            return Err(Problem::Bug("the program was not loaded".to_owned()));
        };
        let options = hloom_interp::Options {
            available: Some(&memory::available),
            ..hloom_interp::Options::default()
        };
        Ok(program.results(&mut self.worker, &options)?)
    }
}
