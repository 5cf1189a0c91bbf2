//! Running a program in the interpreter.

use std::path::PathBuf;
use std::sync::Arc;

use hloom_interp::{Options, Rank, Value};
use hloom_ir::{Module, OpId};

use super::{RunnableProgram, Settings};
use crate::interrupt;
use crate::run::host::{Ends, Files};
use crate::run::probes::Probes;
use crate::run::progress::Progress;
use crate::run::{Problem, memory};

struct Interpreted {
    module: Module,
    entry: String,
    max_steps: Option<u64>,
    probes: PathBuf,
    /// The values to keep.
    recorded: Probes,
    trap_nan: bool,
    ends: Ends,
    said: String,
    inputs: Vec<Value>,
    results: Vec<Value>,
    rank: Option<Arc<Rank>>,
}

/// The module as it is, or after the requested passes.
pub(super) fn prepare(
    mut module: Module,
    entry: OpId,
    settings: &Settings,
    probes: &Probes,
) -> Result<Box<dyn RunnableProgram>, Problem> {
    let entry = module.func(entry).sym_name.0.to_string();
    if let Some(pipeline) = &settings.pipeline {
        super::optimize(&mut module, pipeline, settings)?;
    }
    Ok(Box::new(Interpreted {
        module,
        entry,
        max_steps: settings.max_steps,
        probes: settings.probes.clone(),
        recorded: probes.clone(),
        trap_nan: settings.trap_nan,
        ends: settings.ends.clone(),
        said: String::new(),
        inputs: Vec::new(),
        results: Vec::new(),
        rank: None,
    }))
}

impl RunnableProgram for Interpreted {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        self.inputs = inputs;
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
        let probe = super::probe_in(&self.probes);
        let host = Files::new(self.ends.clone());
        let is_probed = |value| self.recorded.keeps(&self.module, value);
        let ended = Progress::watch(&self.module, |observer| {
            interrupt::listening(|interrupt| {
                let options = Options {
                    interrupt: Some(interrupt),
                    max_tensor_bytes: memory::available(),
                    max_steps: self.max_steps,
                    probe: Some(&probe),
                    host: Some(&host),
                    observer,
                    probes: (!self.recorded.is_empty()).then_some(&is_probed),
                    trap_nan: self.trap_nan,
                    rank: self.rank.as_deref(),
                    available: Some(&memory::available),
                    ..Options::default()
                };
                hloom_interp::run_with(&self.module, &self.entry, &self.inputs, &options)
            })
        });
        self.said = host.printed();
        self.results = ended.map_err(|error| Problem::Found(vec![error.diagnostic()]))?;
        Ok(())
    }

    fn another(&self, _: u32) -> Result<Box<dyn RunnableProgram>, Problem> {
        Ok(Box::new(Interpreted {
            module: self.module.clone(),
            entry: self.entry.clone(),
            max_steps: self.max_steps,
            probes: self.probes.clone(),
            recorded: self.recorded.clone(),
            trap_nan: self.trap_nan,
            ends: self.ends.clone(),
            said: String::new(),
            inputs: Vec::new(),
            results: Vec::new(),
            rank: None,
        }))
    }

    fn set_rank(&mut self, rank: Option<Arc<Rank>>) {
        self.rank = rank;
    }

    fn said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        Ok(std::mem::take(&mut self.results))
    }
}
