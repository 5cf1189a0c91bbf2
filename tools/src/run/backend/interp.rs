//! Running a program in the interpreter.

use std::path::PathBuf;

use hloom_interp::{Options, Value};
use hloom_ir::{Module, OpId};

use super::{Program, Settings};
use crate::run::Problem;

struct Interpreted {
    module: Module,
    entry: String,
    max_steps: Option<u64>,
    probes: PathBuf,
    inputs: Vec<Value>,
    results: Vec<Value>,
}

/// The module as it is, or after the passes that were asked for.
pub(super) fn prepare(
    mut module: Module,
    entry: OpId,
    settings: &Settings,
) -> Result<Box<dyn Program>, Problem> {
    let entry = module.func(entry).sym_name.0.to_string();
    if let Some(pipeline) = &settings.pipeline {
        super::optimize(&mut module, pipeline)?;
    }
    Ok(Box::new(Interpreted {
        module,
        entry,
        max_steps: settings.max_steps,
        probes: settings.probes.clone(),
        inputs: Vec::new(),
        results: Vec::new(),
    }))
}

impl Program for Interpreted {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        self.inputs = inputs;
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
        let probe = super::probe_in(&self.probes);
        let options =
            Options { max_steps: self.max_steps, probe: Some(&probe), ..Options::default() };
        self.results = hloom_interp::run_with(&self.module, &self.entry, &self.inputs, &options)
            .map_err(|error| Problem::Found(vec![error.diagnostic()]))?;
        Ok(())
    }

    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        Ok(std::mem::take(&mut self.results))
    }
}
