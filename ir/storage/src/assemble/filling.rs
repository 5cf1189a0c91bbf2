//! Arrays while they are filled, and what else filling needs of numbers.

use super::AssembleError;
use super::branch::{Leaf, TermAt};
use crate::numbers::{Numbers, of_bits};
use crate::types::{Scalar, Sort};
use crate::value::Value;
use egg::Symbol;
use std::collections::HashMap;

/// The most that a scalar is tried to be.
const MAX_SCALAR: i64 = 1 << 40;

/// An array that is being filled.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    pub base: Scalar,
    pub bits: Vec<u64>,
    /// Which elements are written; the others are gaps.
    pub written: Vec<bool>,
    pub gaps: Gaps,
    /// The most elements.
    pub most: u64,
}

/// The variable that numbers the rows of a branch (`rows.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowNumber {
    /// The first slot of its loop.
    pub first: usize,
    /// The array of numbers.
    pub values: Symbol,
    /// The place in it.
    pub index: TermAt,
    /// The array of codes; `None` if the loop is over a range.
    pub codes: Option<Symbol>,
}

/// The rows that an array of numbers has.
#[derive(Clone, Default, Debug)]
pub(super) struct RowDictionary {
    pub numbers: HashMap<Row, i64>,
    /// The distance of a row's numbers from those of the row before.
    pub width: i64,
}

/// The places inside of a row and the numbers there, in order; zeros are left out.
pub(super) type Row = Vec<(i64, u64)>;

/// The value of the elements that nothing is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gaps {
    /// Zero.
    Zero,
    /// The element before, as in an array of positions.
    Before,
    /// The code of zero.
    CodeOfZero,
}

impl Filling {
    pub(super) fn new(base: Scalar, most: u64) -> Filling {
        let (bits, written) = (Vec::new(), Vec::new());
        Filling { base, bits, written, gaps: Gaps::Zero, most }
    }

    /// Makes the array at least so long.
    pub(super) fn lengthen(&mut self, array: Symbol, length: u64) -> Result<(), AssembleError> {
        let most = self.most;
        let too_large =
            || AssembleError::TooLarge { array: array.to_string(), elements: length, most };
        if length > most {
            return Err(too_large());
        }
        let more = (length as usize).saturating_sub(self.bits.len());
        self.bits.try_reserve(more).map_err(|_| too_large())?;
        self.written.try_reserve(more).map_err(|_| too_large())?;
        if more > 0 {
            self.bits.resize(length as usize, 0);
            self.written.resize(length as usize, false);
        }
        Ok(())
    }

    /// The array of the calculus.
    pub(super) fn value(&self) -> Value {
        let mut numbers = Numbers::empty(self.base);
        let mut before = 0;
        for (&bits, &written) in self.bits.iter().zip(&self.written) {
            let bits = if written || self.gaps != Gaps::Before { bits } else { before };
            before = bits;
            numbers.push(&of_bits(self.base, bits));
        }
        numbers.to_array()
    }
}

impl RowNumber {
    /// Whether the loop at this slot is that of `c`, over a range.
    pub(super) fn counts(&self, slot: usize) -> bool {
        self.codes.is_none() && self.first == slot
    }
}

impl RowDictionary {
    /// The number of a row: a new one, if there is none like it.
    pub(super) fn number(&mut self, row: &Row) -> i64 {
        if let Some(&known) = self.numbers.get(row) {
            return known;
        }
        let next = self.numbers.len() as i64;
        self.numbers.insert(row.clone(), next);
        next
    }
}

/// The least number from zero for which `holds`, which holds for all larger ones too; `None` if it
/// is larger than any that makes sense.
pub(super) fn least(mut holds: impl FnMut(i64) -> bool) -> Option<i64> {
    if holds(0) {
        return Some(0);
    }
    let mut high = 1;
    while !holds(high) {
        high *= 2;
        if high > MAX_SCALAR {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// The stored number for which the leaf is this entry; `None` if there is none.
pub(super) fn stored(leaf: &Leaf, entry: &Value) -> Option<Value> {
    let value = match (leaf.negated, entry) {
        (true, Value::Real(value)) => Value::Real(-value),
        (true, Value::Int(value)) => Value::Int(value.wrapping_neg()),
        (_, value) => value.clone(),
    };
    if !leaf.to_real {
        return Some(value);
    }
    match value {
        Value::Real(value) if (value as i64) as f64 == value => Some(Value::Int(value as i64)),
        _ => None,
    }
}

/// A nested dictionary of entries that are sorted by their keys.
pub(super) fn nested(entries: &[(Vec<i64>, Value)], level: usize, sort: Sort) -> Value {
    match entries {
        [(key, value)] if key.len() == level => value.clone(),
        _ => Value::dict(
            entries
                .chunk_by(|a, b| a.0[level] == b.0[level])
                .map(|part| (part[0].0[level], nested(part, level + 1, sort.value()))),
        ),
    }
}

/// A number for people.
pub(super) fn number(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Real(value) => format!("{value:?}"),
        Value::Dict(_) | Value::Array(_) => "a collection".to_owned(),
    }
}
