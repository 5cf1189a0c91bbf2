//! Reads filled arrays back through the mapping.

use super::AssembleError;
use super::branch::{Branch, Over, Step, Stored, TermAt, unsupported};
use crate::coordinates::Coordinates;
use crate::eval::{Inputs, scalar, unary};
use crate::numbers::to_bits;
use crate::term::{Binary, Node, Term, Unary};
use crate::value::{Array, Value};
use egg::Symbol;
use std::collections::HashSet;

/// Checks that the arrays stand for the tensor: the branches make each of its entries once, and no
/// other.
///
/// # Errors
/// If they do not: the coordinates at which they differ.
pub(super) fn verify(
    term: &Term,
    branches: &[Branch],
    arrays: &Inputs,
    of: &Coordinates,
) -> Result<(), AssembleError> {
    let made = vec![false; of.len()];
    let starts = starts(of);
    let mut reader =
        Reader { term, arrays, of, starts, made, keys: Vec::new(), promises: Vec::new() };
    for branch in branches {
        let mut row = vec![Value::Int(0); branch.slots];
        reader.promises = vec![Promise::default(); branch.steps.len()];
        reader.read(branch, 0, &mut row)?;
    }
    for entry in 0..of.len() {
        if !reader.made[entry] && !of.value_at(entry).is_zero() {
            let reason = "it is missing in the filled arrays".to_owned();
            return Err(AssembleError::DoesNotFit { keys: of.key(entry), reason });
        }
    }
    Ok(())
}

/// The first entry of each coordinate of the first dimension, if they are not much more than the
/// entries; empty otherwise.
fn starts(of: &Coordinates) -> Vec<usize> {
    match of.extents().first().and_then(|extent| usize::try_from(*extent).ok()) {
        Some(extent) if extent <= 4 * of.len() => {
            let keys = of.keys(0);
            let mut starts = Vec::with_capacity(extent + 1);
            let mut next = 0;
            for key in 0..=extent as i64 {
                while next < keys.len() && keys[next] < key {
                    next += 1;
                }
                starts.push(next);
            }
            starts
        }
        _ => Vec::new(),
    }
}

struct Reader<'a> {
    term: &'a Term,
    arrays: &'a Inputs,
    of: &'a Coordinates,
    /// See [`starts`].
    starts: Vec<usize>,
    made: Vec<bool>,
    keys: Vec<i64>,
    /// For each step that is a unique key, the keys so far.
    promises: Vec<Promise>,
}

/// The keys of a dictionary that a mapping promises to make once each.
#[derive(Clone, Default)]
struct Promise {
    /// The keys, if they increase.
    increasing: Vec<i64>,
    /// All keys, once they do not.
    others: HashSet<i64>,
}

impl Promise {
    /// Adds a key; whether it is new.
    fn add(&mut self, key: i64) -> bool {
        let new = self.increasing.last().is_none_or(|last| *last < key) && self.others.is_empty();
        if new {
            self.increasing.push(key);
            return true;
        }
        if self.others.is_empty() {
            self.others.extend(&self.increasing);
        }
        self.others.insert(key)
    }
}

impl Reader<'_> {
    fn read(
        &mut self,
        branch: &Branch,
        step: usize,
        row: &mut [Value],
    ) -> Result<(), AssembleError> {
        let Some(next) = branch.steps.get(step) else { return self.entry(branch, row) };
        match next {
            Step::Let { value, slot } => {
                row[*slot] = self.value(*value, row)?;
                self.read(branch, step + 1, row)
            }
            Step::If(condition) => match self.value(*condition, row)? {
                Value::Bool(true) => self.read(branch, step + 1, row),
                _ => Ok(()),
            },
            Step::Key { key, unique } => {
                let key = self.int(*key, row)?;
                if *unique && !self.promises[step].add(key) {
                    let reason = format!(
                        "the format promises unique keys, and makes the key {key} of dimension {} \
                         twice",
                        self.keys.len()
                    );
                    let keys = self.keys.iter().copied().chain([key]).collect();
                    return Err(AssembleError::DoesNotFit { keys, reason });
                }
                // The keys of the dictionary below are those of this key's value.
                for (at, inner) in branch.steps.iter().enumerate().skip(step + 1) {
                    if let Step::Key { .. } = inner {
                        self.promises[at] = Promise::default();
                        break;
                    }
                }
                self.keys.push(key);
                let done = self.read(branch, step + 1, row);
                self.keys.pop();
                done
            }
            Step::Loop { over, slot } => {
                let visit = |reader: &mut Self, row: &mut [Value], key, value| {
                    row[*slot] = Value::Int(key);
                    row[slot + 1] = value;
                    reader.read(branch, step + 1, row)
                };
                match over {
                    Over::Range([low, high]) => {
                        let (low, high) = (self.int(*low, row)?, self.int(*high, row)?);
                        for at in low..high {
                            visit(self, row, at - low, Value::Int(at))?;
                        }
                    }
                    Over::Array { array, bounds } => {
                        let mut part = self.array(*array)?.clone();
                        if let Some([low, high]) = bounds {
                            part = part.slice(self.int(*low, row)?, self.int(*high, row)?);
                        }
                        for at in part.positions() {
                            if let Some(value) = part.get(at) {
                                visit(self, row, at, value)?;
                            }
                        }
                    }
                    Over::Dict { input, outer } => {
                        let over = match outer.last() {
                            Some(slot) => row[slot + 1].clone(),
                            None => self.arrays[input].clone(),
                        };
                        let Value::Dict(entries) = over else { return Ok(()) };
                        for (key, value) in entries.iter() {
                            visit(self, row, *key, value.clone())?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Holds the entry at the end of a chain against the tensor.
    fn entry(&mut self, branch: &Branch, row: &[Value]) -> Result<(), AssembleError> {
        let mut value = match &branch.leaf.stored {
            Stored::Constant(value) => value.clone(),
            Stored::Array(array, index) => {
                let at = self.int(*index, row)?;
                match self.array(*array)?.get(at) {
                    Some(value) => value,
                    None => return Ok(()),
                }
            }
            Stored::Position(_, slot) => row[slot + 1].clone(),
            Stored::Dict(_, path) => match path.last() {
                Some(slot) => row[slot + 1].clone(),
                None => return Ok(()),
            },
        };
        let broken = |_| unsupported("numbers of another type");
        for inner in [true, false] {
            if !inner && branch.leaf.to_real {
                value = unary(Unary::ToReal, &value).map_err(broken)?;
            }
            for factor in branch.leaf.factors.iter().filter(|factor| factor.inner == inner) {
                let factor = self.value(factor.place, row)?;
                value = scalar(Binary::Mul, &value, &factor).map_err(broken)?;
            }
        }
        if branch.leaf.negated {
            value = unary(Unary::Neg, &value).map_err(broken)?;
        }
        if value.is_zero() {
            return Ok(());
        }
        let first = self.keys.first().and_then(|key| usize::try_from(*key).ok());
        let part = match first {
            Some(first) if first + 1 < self.starts.len() => {
                self.starts[first]..self.starts[first + 1]
            }
            _ => 0..self.of.len(),
        };
        let reason = match self.of.find_in(part, &self.keys) {
            None => "the format makes an entry there, and the tensor has none",
            Some(entry) if self.made[entry] => "two places of the format make it",
            Some(entry) if to_bits(&self.of.value_at(entry)) != to_bits(&value) => {
                "the format gives it another value"
            }
            Some(entry) => {
                self.made[entry] = true;
                return Ok(());
            }
        };
        Err(AssembleError::DoesNotFit { keys: self.keys.clone(), reason: reason.to_owned() })
    }

    fn array(&self, name: Symbol) -> Result<&Array, AssembleError> {
        match self.arrays.get(&name) {
            Some(Value::Array(array)) => Ok(array),
            _ => Err(unsupported("an array that is not one")),
        }
    }

    fn int(&self, place: TermAt, row: &[Value]) -> Result<i64, AssembleError> {
        match self.value(place, row)? {
            Value::Int(value) => Ok(value),
            _ => Err(unsupported("a key that is no integer")),
        }
    }

    fn value(&self, place: TermAt, row: &[Value]) -> Result<Value, AssembleError> {
        let broken = |_| unsupported("keys of another type");
        let of = |id| self.value(TermAt { id, ..place }, row);
        Ok(match self.term[place.id] {
            Node::Int(value) => Value::Int(value),
            Node::Bool(value) => Value::Bool(value),
            Node::Real(bits) => Value::Real(f64::from_bits(bits)),
            Node::Zero(sort) => Value::zero(sort),
            Node::Input(name, _) => self.arrays[&name].clone(),
            Node::Var(i, _) => row[place.depth - 1 - i as usize].clone(),
            Node::Unique(e) => of(e)?,
            Node::Unary(op, e) => unary(op, &of(e)?).map_err(broken)?,
            Node::Binary(op, [a, b]) => scalar(op, &of(a)?, &of(b)?).map_err(broken)?,
            Node::If([c, e]) => match of(c)? {
                Value::Bool(true) => of(e)?,
                _ => Value::zero(crate::Sort::BOOL),
            },
            Node::Get([array, index]) => {
                let Node::Input(name, sort) = self.term[array] else {
                    return Err(unsupported("keys that are computed from collections"));
                };
                let at = self.int(TermAt { id: index, ..place }, row)?;
                self.array(name)?.get(at).unwrap_or_else(|| Value::zero(sort.value()))
            }
            _ => return Err(unsupported("keys that are computed from collections")),
        })
    }
}
