//! Computed tensors that a run makes once, into a format: `--storage C=csr` of `CREATE TENSOR C AS e`, and the
//! copies that a plan [begins with](crate::storage::relayouts()).
//!
//! Each is a program of its own, whose result is the tensor. Its entries fill the arrays of the format, and
//! what comes after it reads these. Both are done again in each run, and are part of its time.

use std::time::{Duration, Instant};

use hloom_storage::{Inputs, Sort};

use super::{Bound, Executable, Io, Problem, Settings, StorageProgram};
use crate::storage::{self, Computed, ExtentSource, Extents, Outcome, SizeHint, format_of};

/// A tensor that each run makes.
pub(super) struct Materialization {
    /// The program after it, in which the tensor is data of a format.
    after: StorageProgram,
    name: String,
    code: Box<dyn Executable>,
    sort: Sort,
    /// The extents of the result of the code.
    extents: Vec<Option<u64>>,
    /// The dimension of each level of that result.
    order: Vec<usize>,
    /// Whether its arrays are those of rows or columns as code leaves them in memory.
    is_compressed: bool,
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
        if let Some(made) = self.compressed() {
            return Ok(made);
        }
        let outcome = Outcome::new(&self.code.value(), self.sort, &self.extents);
        // Only the result of the program is rounded to the width of its data.
        let mut entries = outcome.tensor().map_err(Problem::Wrong)?;
        entries.extents = self.by_dimension(&entries.extents);
        entries.keys = self.by_dimension(&entries.keys);
        let wrong = |what: String| Problem::Wrong(format!("`{}`: {what}", self.name));
        let tensor = self.after.module.tensor(&self.name);
        let tensor = tensor.ok_or_else(|| wrong("is not in the program".to_owned()))?;
        let filled =
            storage::fill(&self.after.module, tensor, &entries, &self.inputs, SizeHint::Option);
        Ok((filled.map_err(wrong)?, entries.extents))
    }

    /// The items of the levels of the result, by the dimensions of the tensor.
    fn by_dimension<T: Clone>(&self, levels: &[T]) -> Vec<T> {
        let mut all = levels.to_vec();
        for (level, dimension) in self.order.iter().enumerate() {
            all[*dimension] = levels[level].clone();
        }
        all
    }

    /// The arrays from the rows or elements that the code left in memory, and the tensor's extents; `None` if it left
    /// none, or the format is another one.
    #[cfg(feature = "llvm")]
    fn compressed(&self) -> Option<(Inputs, Vec<u64>)> {
        let sizes: Vec<u64> = self.extents.iter().copied().collect::<Option<_>>()?;
        let of = (self.name.as_str(), self.sort.base);
        if !self.is_compressed {
            return None;
        }
        let made = match self.code.rows(sizes[0]) {
            Some(rows) => storage::compressed(&rows, sizes[0], of)?,
            None => storage::compressed_dense(self.code.elements()?, [sizes[0], sizes[1]], of)?,
        };
        Some((made, self.by_dimension(&sizes)))
    }

    /// As above: the evaluator leaves dictionaries.
    #[cfg(not(feature = "llvm"))]
    fn compressed(&self) -> Option<(Inputs, Vec<u64>)> {
        debug_assert!(!self.is_compressed || self.order.len() == 2, "only matrices are");
        None
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
        for (at, Computed { name, program: of, order }) in program.before.iter().enumerate() {
            let clock = Instant::now();
            storage::complete(&of.module, &bound.inputs)?;
            storage::check_joins(&of.module, &bound).map_err(Problem::Wrong)?;
            let extents = storage::extents(&of.module, &bound);
            let planned = self.planned(of, &bound, &extents, None)?;
            let ready = self.ready(planned, true, io)?;
            *compile += clock.elapsed();
            let sort = of.module.result.as_ref().map_or(Sort::REAL, |(_, ty)| ty.sort());
            let after = program.before.get(at + 1).map_or(program, |next| &next.program).clone();
            let format = after.module.tensor(name).and_then(|it| format_of(&after.module, it));
            let is_compressed = match order[..] {
                [0, 1] => format == Some("csr"),
                [1, 0] => format == Some("csc"),
                _ => false,
            };
            let (name, inputs) = (name.clone(), bound.inputs.clone());
            let (code, extents) = (ready.code?, ready.extents);
            let order = order.clone();
            let mut one =
                Materialization { after, name, code, sort, extents, order, is_compressed, inputs };
            let (arrays, sizes) = one.arrays()?;
            bound.inputs.extend(arrays);
            let source = ExtentSource::Announced;
            bound.extents.insert(one.name.clone(), Extents { sizes, source });
            made.push(one);
        }
        Ok((made, bound))
    }
}
