//! Computed tensors that a run makes once, into a format: `--storage C=csr` of `CREATE TENSOR C AS e`.
//!
//! Each is a program of its own, whose result is the tensor. Its entries fill the arrays of the format, and
//! what comes after it reads these. Both are done again in each run, and are part of its time.

use std::time::{Duration, Instant};

use hloom_storage::{Inputs, Sort};

use super::{Bound, Executable, Io, Problem, Settings, StorageProgram};
use crate::storage::{self, ExtentSource, Extents, Outcome, SizeHint};

/// A tensor that each run makes.
pub(super) struct Materialization {
    /// The program after it, in which the tensor is data of a format.
    after: StorageProgram,
    name: String,
    code: Box<dyn Executable>,
    sort: Sort,
    extents: Vec<Option<u64>>,
    /// The data before it.
    inputs: Inputs,
}

impl Materialization {
    /// Computes the tensor and fills the arrays of its format.
    ///
    /// # Errors
    /// If there is no result, or the format can't hold it.
    pub(super) fn run(&mut self) -> Result<(), Problem> {
        self.arrays().map(drop)
    }

    /// As [`run`](Self::run); the arrays, and the tensor's extents.
    fn arrays(&mut self) -> Result<(Inputs, Vec<u64>), Problem> {
        self.code.run().map_err(Problem::Wrong)?;
        let outcome = Outcome::new(&self.code.value(), self.sort, &self.extents);
        // Only the result of the program is rounded to the width of its data.
        let entries = outcome.tensor().map_err(Problem::Wrong)?;
        let wrong = |what: String| Problem::Wrong(format!("`{}`: {what}", self.name));
        let tensor = self.after.module.tensor(&self.name);
        let tensor = tensor.ok_or_else(|| wrong("is not in the program".to_owned()))?;
        let filled =
            storage::fill(&self.after.module, tensor, &entries, &self.inputs, SizeHint::Option);
        Ok((filled.map_err(wrong)?, entries.extents))
    }
}

impl Settings<'_> {
    /// The tensors that each run makes, and the data with their arrays. The time of compiling is added to
    /// `compile`.
    pub(super) fn materialize(
        &self,
        program: &StorageProgram,
        mut bound: Bound,
        compile: &mut Duration,
        io: &mut Io<'_>,
    ) -> Result<(Vec<Materialization>, Bound), Problem> {
        let mut made = Vec::new();
        for (at, (name, of)) in program.before.iter().enumerate() {
            let clock = Instant::now();
            storage::complete(&of.module, &bound.inputs)?;
            let ready = self.ready(of, &bound, false, io)?;
            *compile += clock.elapsed();
            let sort = of.module.result.as_ref().map_or(Sort::REAL, |(_, ty)| ty.sort());
            let after = program.before.get(at + 1).map_or(program, |(_, next)| next).clone();
            let (name, inputs) = (name.clone(), bound.inputs.clone());
            let (code, extents) = (ready.code?, ready.extents);
            let mut one = Materialization { after, name, code, sort, extents, inputs };
            let (arrays, sizes) = one.arrays()?;
            bound.inputs.extend(arrays);
            let source = ExtentSource::Announced;
            bound.extents.insert(one.name.clone(), Extents { sizes, source });
            made.push(one);
        }
        Ok((made, bound))
    }
}
