//! Tensors as lists of entries by coordinates: what files hold, and what formats are filled from.

use crate::numbers::Numbers;
use crate::types::{Scalar, Sort};
use crate::value::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The entries of a tensor, sorted by their coordinates, each coordinate at most once.
///
/// An entry may be zero: files have such entries, and a format stores them. As a value of the
/// calculus the tensor is the same without them.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinates {
    extents: Vec<u64>,
    /// The coordinates of each dimension.
    keys: Vec<Vec<i64>>,
    values: Numbers,
}

/// The treatment of two entries at the same coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duplicates {
    /// Refuse them.
    Reject,
    /// Add them, in the order in which they are given.
    Add,
}

/// The reason why entries are not those of a tensor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoordinatesError {
    /// The lists have different lengths.
    Lengths,
    /// The entry of this number has a coordinate outside of the extent of its dimension.
    Outside {
        /// The number of the entry, from 0.
        entry: usize,
        /// The dimension.
        dimension: usize,
        /// The coordinate.
        key: i64,
        /// The extent.
        extent: u64,
    },
    /// Two entries, by their numbers, have the same coordinates.
    Twice {
        /// The number of the first entry.
        first: usize,
        /// The number of the second entry.
        second: usize,
        /// The coordinates.
        keys: Vec<i64>,
    },
}

impl fmt::Display for CoordinatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoordinatesError::Lengths => {
                f.write_str("the lists of coordinates and values have different lengths")
            }
            CoordinatesError::Outside { entry, dimension, key, extent } => write!(
                f,
                "entry {entry} has the coordinate {key} in dimension {dimension}, whose extent is \
                 {extent}"
            ),
            CoordinatesError::Twice { first, second, keys } => {
                write!(f, "entries {first} and {second} have the same coordinates {}", Tuple(keys))
            }
        }
    }
}

impl std::error::Error for CoordinatesError {}

/// Coordinates for people: `(1, 2)`.
pub struct Tuple<'a>(pub &'a [i64]);

impl fmt::Display for Tuple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(i64::to_string).collect();
        write!(f, "({})", all.join(", "))
    }
}

impl Coordinates {
    /// The tensor with these entries: `keys[d][e]` is the coordinate of entry `e` in dimension `d`.
    ///
    /// # Errors
    /// If a coordinate is outside of its extent, or given twice and `duplicates` rejects that.
    pub fn new(
        extents: Vec<u64>,
        keys: Vec<Vec<i64>>,
        values: Numbers,
        duplicates: Duplicates,
    ) -> Result<Coordinates, CoordinatesError> {
        let len = values.len();
        if keys.len() != extents.len() || keys.iter().any(|all| all.len() != len) {
            return Err(CoordinatesError::Lengths);
        }
        for (dimension, (all, &extent)) in keys.iter().zip(&extents).enumerate() {
            let wrong = all.iter().position(|&key| !u64::try_from(key).is_ok_and(|k| k < extent));
            if let Some(entry) = wrong {
                let key = all[entry];
                return Err(CoordinatesError::Outside { entry, dimension, key, extent });
            }
        }
        let mut given = Coordinates { extents, keys, values };
        // Entries in order are the rule, and need no second copy.
        let sorted = (1..len).all(|e| given.compare(e - 1, e).is_lt());
        if !sorted {
            given = given.sorted(duplicates)?;
        }
        Ok(given)
    }

    fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let each = self.keys.iter().map(|all| all[a].cmp(&all[b]));
        each.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    }

    fn sorted(self, duplicates: Duplicates) -> Result<Coordinates, CoordinatesError> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.compare(a, b));
        let mut keep: Vec<usize> = Vec::with_capacity(order.len());
        let mut values: Vec<Value> = Vec::with_capacity(order.len());
        for entry in order {
            match (keep.last(), values.last_mut()) {
                (Some(&first), Some(sum)) if self.compare(first, entry).is_eq() => {
                    if duplicates == Duplicates::Reject {
                        let keys = self.key(entry);
                        return Err(CoordinatesError::Twice { first, second: entry, keys });
                    }
                    *sum = add(sum, &self.value_at(entry));
                }
                _ => {
                    keep.push(entry);
                    values.push(self.value_at(entry));
                }
            }
        }
        let keys = self.keys.iter().map(|all| keep.iter().map(|&e| all[e]).collect()).collect();
        let values = numbers(self.base(), &values);
        Ok(Coordinates { extents: self.extents, keys, values })
    }

    /// The entries of a dictionary of the calculus, or of an array or range: of these extents.
    ///
    /// # Errors
    /// If a key is outside of its extent.
    ///
    /// # Panics
    /// If the value has another order than there are extents.
    pub fn of_value(
        value: &Value,
        sort: Sort,
        extents: Vec<u64>,
    ) -> Result<Self, CoordinatesError> {
        fn visit(
            value: &Value,
            prefix: &mut Vec<i64>,
            keys: &mut [Vec<i64>],
            all: &mut Vec<Value>,
        ) {
            match value {
                Value::Dict(entries) => {
                    for (key, value) in entries.iter() {
                        prefix.push(*key);
                        visit(value, prefix, keys, all);
                        prefix.pop();
                    }
                }
                Value::Array(array) => {
                    for at in array.positions() {
                        if let Some(value) = array.get(at) {
                            prefix.push(at);
                            visit(&value, prefix, keys, all);
                            prefix.pop();
                        }
                    }
                }
                scalar => {
                    assert_eq!(prefix.len(), keys.len(), "an extent for each dimension");
                    for (key, all) in prefix.iter().zip(keys) {
                        all.push(*key);
                    }
                    all.push(scalar.clone());
                }
            }
        }
        let mut keys = vec![Vec::new(); extents.len()];
        let mut all = Vec::new();
        visit(value, &mut Vec::new(), &mut keys, &mut all);
        Coordinates::new(extents, keys, numbers(sort.base, &all), Duplicates::Reject)
    }

    /// The tensor as a value of the calculus: nested dictionaries without zeros.
    pub fn to_value(&self) -> Value {
        self.nested(0, 0, self.len())
    }

    fn nested(&self, dimension: usize, from: usize, to: usize) -> Value {
        let Some(keys) = self.keys.get(dimension) else {
            return if from < to {
                self.value_at(from)
            } else {
                Value::zero(Sort::scalar(self.base()))
            };
        };
        let mut entries = BTreeMap::new();
        let mut start = from;
        while start < to {
            let key = keys[start];
            let end = start + keys[start..to].partition_point(|&k| k == key);
            let value = self.nested(dimension + 1, start, end);
            if !value.is_zero() {
                entries.insert(key, value);
            }
            start = end;
        }
        Value::Dict(Arc::new(entries))
    }

    /// The extents of the dimensions.
    pub fn extents(&self) -> &[u64] {
        &self.extents
    }

    /// The coordinates of all entries in a dimension.
    pub fn keys(&self, dimension: usize) -> &[i64] {
        &self.keys[dimension]
    }

    /// The coordinates of an entry.
    pub fn key(&self, entry: usize) -> Vec<i64> {
        self.keys.iter().map(|all| all[entry]).collect()
    }

    /// The values of the entries.
    pub fn values(&self) -> &Numbers {
        &self.values
    }

    /// The value of an entry.
    pub fn value_at(&self, entry: usize) -> Value {
        self.values.get(entry)
    }

    /// The element type.
    pub fn base(&self) -> Scalar {
        self.values.base()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry at these coordinates.
    pub fn find(&self, keys: &[i64]) -> Option<usize> {
        self.find_in(0..self.len(), keys)
    }

    /// The entry at these coordinates, which is looked for in a part of the entries.
    pub(crate) fn find_in(&self, part: Range<usize>, keys: &[i64]) -> Option<usize> {
        let (mut from, mut to) = (part.start, part.end);
        for (all, key) in self.keys.iter().zip(keys) {
            let part = &all[from..to];
            let low = part.partition_point(|k| k < key);
            let high = low + part[low..].partition_point(|k| k == key);
            (from, to) = (from + low, from + high);
        }
        (from < to).then_some(from)
    }
}

/// The sum of two numbers of the same type.
fn add(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(*a || *b),
        (Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(*b)),
        (Value::Real(a), Value::Real(b)) => Value::Real(a + b),
        _ => unreachable!("the values of one list have one type"),
    }
}

/// A list of numbers of this type.
fn numbers(base: Scalar, all: &[Value]) -> Numbers {
    let mut numbers = Numbers::empty(base);
    all.iter().for_each(|value| numbers.push(value));
    numbers
}
