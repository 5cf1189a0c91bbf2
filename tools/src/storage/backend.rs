//! The backends that run a term: one seam.
//!
//! A backend gets a term over data, and the data. The reference evaluator takes all terms; compiled
//! code ([`mod@super::compiled`]) those that are loops over arrays into a dense result.

use hloom_storage::term::Term;
use hloom_storage::{Counts, Inputs, Value, evaluate};

/// A program that is ready to run.
pub(crate) trait Executable {
    /// Computes the result; only this is timed.
    ///
    /// # Errors
    /// If there is none.
    fn run(&mut self) -> Result<(), String>;

    /// The result of the last run.
    fn value(&self) -> Value;

    /// The loop steps of the last run, if the backend counts them.
    fn counts(&self) -> Option<Counts>;
}

/// The reference evaluator.
struct Evaluator {
    term: Term,
    inputs: Inputs,
    most: u64,
    counts: Option<Counts>,
    value: Value,
}

impl Executable for Evaluator {
    fn run(&mut self) -> Result<(), String> {
        let ran = evaluate(&self.term, &self.inputs, self.most);
        let (value, counts) = ran.map_err(|error| error.to_string())?;
        self.counts = Some(counts);
        self.value = value;
        Ok(())
    }

    fn value(&self) -> Value {
        self.value.clone()
    }

    fn counts(&self) -> Option<Counts> {
        self.counts
    }
}

/// Prepares a term for the reference evaluator, which takes at most so many loop steps.
pub(crate) fn evaluator(term: Term, inputs: Inputs, most: Option<u64>) -> Box<dyn Executable> {
    let most = most.unwrap_or(u64::MAX);
    Box::new(Evaluator { term, inputs, most, counts: None, value: Value::dict([]) })
}
