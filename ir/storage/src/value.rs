//! The values of the calculus.
//!
//! A dictionary holds no zeros: an entry whose value is zero (or `{}`) is not there. NaN is not
//! zero. An array holds a value at each of its positions, zero or not: index arrays have zeros that
//! mean something.

use crate::types::{Form, Scalar, Sort};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A real number.
    Real(f64),
    /// A dictionary without zeros.
    Dict(Arc<BTreeMap<i64, Value>>),
    /// A part of an array.
    Array(Array),
}

/// The entries of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// Truth values.
    Bools(Arc<[bool]>),
    /// Integers.
    Ints(Arc<[i64]>),
    /// Reals.
    Reals(Arc<[f64]>),
    /// Reals that are 32-bit floats in memory. They are computed with as 64-bit ones.
    Singles(Arc<[f32]>),
    /// A range: position `k` has the value `first + k`.
    Range(i64),
}

/// The entries of an array at the positions from `low` to `high - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    items: Items,
    low: i64,
    high: i64,
}

impl Array {
    /// The range `low:high`.
    pub fn range(low: i64, high: i64) -> Array {
        let len = if high > low { high.checked_sub(low).unwrap_or(i64::MAX) } else { 0 };
        Array { items: Items::Range(low), low: 0, high: len }
    }

    /// A whole array.
    pub fn new(items: Items) -> Array {
        let high = match &items {
            Items::Bools(all) => all.len() as i64,
            Items::Ints(all) => all.len() as i64,
            Items::Reals(all) => all.len() as i64,
            Items::Singles(all) => all.len() as i64,
            Items::Range(_) => 0,
        };
        Array { items, low: 0, high }
    }

    /// The positions.
    pub fn positions(&self) -> std::ops::Range<i64> {
        self.low..self.high
    }

    /// The entry at a position.
    pub fn get(&self, at: i64) -> Option<Value> {
        if !self.positions().contains(&at) {
            return None;
        }
        Some(match &self.items {
            Items::Bools(all) => Value::Bool(all[at as usize]),
            Items::Ints(all) => Value::Int(all[at as usize]),
            Items::Reals(all) => Value::Real(all[at as usize]),
            Items::Singles(all) => Value::Real(f64::from(all[at as usize])),
            Items::Range(first) => Value::Int(first.wrapping_add(at)),
        })
    }

    /// The integers, if they are in memory.
    pub fn ints(&self) -> Option<&[i64]> {
        match &self.items {
            Items::Ints(all) => Some(&all[self.low as usize..self.high as usize]),
            _ => None,
        }
    }

    /// The reals, if they are 64-bit floats in memory.
    pub fn reals(&self) -> Option<&[f64]> {
        match &self.items {
            Items::Reals(all) => Some(&all[self.low as usize..self.high as usize]),
            _ => None,
        }
    }

    /// The reals, if they are 32-bit floats in memory.
    pub fn singles(&self) -> Option<&[f32]> {
        match &self.items {
            Items::Singles(all) => Some(&all[self.low as usize..self.high as usize]),
            _ => None,
        }
    }

    /// The entries at the positions that are also in `low:high`.
    pub fn slice(&self, low: i64, high: i64) -> Array {
        let low = self.low.max(low);
        Array { items: self.items.clone(), low, high: self.high.min(high).max(low) }
    }
}

impl Value {
    /// The zero of a sort; for an array, the empty one.
    pub fn zero(sort: Sort) -> Value {
        match (sort.form, sort.base) {
            (Form::Nested(0), Scalar::Bool) => Value::Bool(false),
            (Form::Nested(0), Scalar::Int) => Value::Int(0),
            (Form::Nested(0), Scalar::Real) => Value::Real(0.0),
            (Form::Nested(_), _) => Value::Dict(Arc::default()),
            (Form::Array, _) => Value::Array(Array::range(0, 0)),
        }
    }

    /// Whether none of its numbers is an infinity or NaN.
    pub fn is_finite(&self) -> bool {
        match self {
            Value::Real(real) => real.is_finite(),
            Value::Array(array) => {
                array.reals().is_none_or(|all| all.iter().all(|real| real.is_finite()))
                    && array.singles().is_none_or(|all| all.iter().all(|real| real.is_finite()))
            }
            Value::Dict(entries) => entries.values().all(Value::is_finite),
            Value::Int(_) | Value::Bool(_) => true,
        }
    }

    /// Whether it is a zero, which no dictionary holds.
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Bool(value) => !value,
            Value::Int(value) => *value == 0,
            Value::Real(value) => *value == 0.0,
            Value::Dict(entries) => entries.is_empty(),
            Value::Array(_) => false,
        }
    }

    /// A dictionary of these entries, without the zeros. A repeated key keeps the last value.
    pub fn dict(entries: impl IntoIterator<Item = (i64, Value)>) -> Value {
        let entries = entries.into_iter().filter(|(_, value)| !value.is_zero());
        Value::Dict(Arc::new(entries.collect()))
    }

    /// An array of integers.
    pub fn ints(all: impl Into<Arc<[i64]>>) -> Value {
        Value::Array(Array::new(Items::Ints(all.into())))
    }

    /// An array of reals.
    pub fn reals(all: impl Into<Arc<[f64]>>) -> Value {
        Value::Array(Array::new(Items::Reals(all.into())))
    }

    /// An array of reals that are 32-bit floats in memory.
    pub fn singles(all: impl Into<Arc<[f32]>>) -> Value {
        Value::Array(Array::new(Items::Singles(all.into())))
    }

    /// Whether the value is of this sort.
    pub fn has_sort(&self, sort: Sort) -> bool {
        match (self, sort.form) {
            (Value::Bool(_), Form::Nested(0)) => sort.base == Scalar::Bool,
            (Value::Int(_), Form::Nested(0)) => sort.base == Scalar::Int,
            (Value::Real(_), Form::Nested(0)) => sort.base == Scalar::Real,
            (Value::Dict(entries), Form::Nested(levels)) => {
                let entry = |v: &Value| !v.is_zero() && v.has_sort(sort.value());
                levels > 0 && entries.values().all(entry)
            }
            (Value::Array(array), Form::Array) => match array.items {
                Items::Bools(_) => sort.base == Scalar::Bool,
                Items::Ints(_) | Items::Range(_) => sort.base == Scalar::Int,
                Items::Reals(_) | Items::Singles(_) => sort.base == Scalar::Real,
            },
            _ => false,
        }
    }

    /// The number of numbers in it.
    pub fn entries(&self) -> u64 {
        match self {
            Value::Dict(entries) => entries.values().map(Value::entries).sum(),
            Value::Array(array) => array.high.saturating_sub(array.low) as u64,
            _ => 1,
        }
    }
}
