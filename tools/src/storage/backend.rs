//! The backends that run a term: one seam.
//!
//! A backend gets a term over data, and the data. The reference evaluator takes all terms; compiled
//! code ([`mod@super::compiled`]) those that are loops over arrays into a dense result.

#[cfg(feature = "llvm")]
use std::borrow::Cow;
#[cfg(feature = "llvm")]
use std::ops::Range;

#[cfg(feature = "llvm")]
use hloom_storage::term::Symbol;
use hloom_storage::term::Term;
use hloom_storage::{Counts, Inputs, Value, evaluate};
#[cfg(feature = "llvm")]
use hloom_storage::{Numbers, Scalar};

#[cfg(feature = "llvm")]
use super::result::flatten;

/// A matrix by its rows, as code leaves it in memory.
#[cfg(feature = "llvm")]
#[derive(Clone, Debug)]
pub(crate) struct MatrixRows<'r> {
    /// The position of each row's first entry, and at the end the number of all entries.
    pub(crate) first: Cow<'r, [u64]>,
    /// The column of each entry, less `low`, in any order inside of a row.
    pub(crate) keys: Cow<'r, [u64]>,
    pub(crate) low: i64,
    /// The number of each entry: an integer, or the bits of a real of 64.
    pub(crate) values: Cow<'r, [u64]>,
}

/// The entries of a result: the coordinates of each by dimension, and their numbers.
#[cfg(feature = "llvm")]
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) keys: Vec<Vec<i64>>,
    pub(crate) numbers: Numbers,
}

#[cfg(feature = "llvm")]
impl Found {
    /// The entries of nested dictionaries of so many levels.
    pub(crate) fn of(value: &Value, order: usize, base: Scalar) -> Found {
        let mut found = Found { keys: vec![Vec::new(); order], numbers: Numbers::empty(base) };
        flatten(value, &mut Vec::new(), &mut |key, number| {
            key.iter().zip(&mut found.keys).for_each(|(own, all)| all.push(*own));
            found.numbers.push(number);
        });
        found
    }

    /// The nested dictionaries of entries of which those with the same first coordinates stand together.
    pub(crate) fn value(&self) -> Value {
        self.nested(0, 0..self.numbers.len())
    }

    fn nested(&self, level: usize, entries: Range<usize>) -> Value {
        let Some(keys) = self.keys.get(level) else { return self.numbers.get(entries.start) };
        let mut first = entries.start;
        let parts = keys[entries].chunk_by(|a, b| a == b).map(|part| {
            let own = first..first + part.len();
            first = own.end;
            (part[0], self.nested(level + 1, own))
        });
        Value::dict(parts.collect::<Vec<_>>())
    }
}

/// A program that is ready to run.
pub(crate) trait Executable: Send {
    /// Computes the result; only this is timed.
    ///
    /// # Errors
    /// If there is none.
    fn run(&mut self) -> Result<(), String>;

    /// The result of the last run.
    fn value(&self) -> Value;

    /// The entries of the last run's result, a tensor of so many dimensions, sorted by their coordinates.
    #[cfg(feature = "llvm")]
    fn entries(&self, order: usize, base: Scalar) -> Found {
        Found::of(&self.value(), order, base)
    }

    /// The last run's result, if it is a matrix of integers or reals whose rows are in memory, one after the
    /// other from the first row on. `count` is the number of rows of the matrix; those behind the last one that has an
    /// entry may be missing.
    #[cfg(feature = "llvm")]
    fn rows(&self, count: u64) -> Option<MatrixRows<'_>> {
        let _ = count;
        None
    }

    /// The elements of the last run's result in memory, in row-major order and as `number` of the data reads them, if
    /// it is dense.
    #[cfg(feature = "llvm")]
    fn elements(&self) -> Option<&[u8]> {
        None
    }

    /// The loop steps of the last run, if the backend counts them.
    fn counts(&self) -> Option<Counts>;

    /// Gives changing data of further runs: the contents of an array or number that the program was prepared
    /// with, of the same length and type.
    ///
    /// # Errors
    /// If the backend can't take other data.
    #[cfg(feature = "llvm")]
    fn give(&mut self, _name: Symbol, _bytes: &[u8]) -> Result<(), String> {
        Err("the backend takes no other data".to_owned())
    }
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
