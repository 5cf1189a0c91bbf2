//! Lists of numbers of one type.

use crate::types::Scalar;
use crate::value::{Array, Items, Value};

/// A list of numbers or truth values of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    base: Scalar,
    /// Each number as 64 bits: a double's own, an integer's own, 0 or 1.
    bits: Vec<u64>,
}

impl From<Vec<f64>> for Numbers {
    fn from(all: Vec<f64>) -> Numbers {
        Numbers { base: Scalar::Real, bits: all.into_iter().map(f64::to_bits).collect() }
    }
}

impl From<Vec<i64>> for Numbers {
    fn from(all: Vec<i64>) -> Numbers {
        Numbers { base: Scalar::Int, bits: all.into_iter().map(|v| v as u64).collect() }
    }
}

impl From<Vec<bool>> for Numbers {
    fn from(all: Vec<bool>) -> Numbers {
        Numbers { base: Scalar::Bool, bits: all.into_iter().map(u64::from).collect() }
    }
}

impl Numbers {
    /// The empty list of a type.
    pub fn empty(base: Scalar) -> Numbers {
        Numbers { base, bits: Vec::new() }
    }

    /// The list of numbers of a type, each as 64 bits: a double's own, an integer's own, 0 or 1.
    pub fn of_bits(base: Scalar, bits: Vec<u64>) -> Numbers {
        Numbers { base, bits }
    }

    /// Each number as 64 bits, as [`of_bits`](Self::of_bits) takes them.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// The type.
    pub fn base(&self) -> Scalar {
        self.base
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The number at an index.
    ///
    /// # Panics
    /// If the list is shorter.
    pub fn get(&self, at: usize) -> Value {
        of_bits(self.base, self.bits[at])
    }

    /// Appends a number; one of another type is an error of the caller.
    ///
    /// # Panics
    /// If the number is not of the list's type.
    pub fn push(&mut self, value: &Value) {
        let bits = to_bits(value).filter(|(base, _)| *base == self.base);
        self.bits.push(bits.expect("a number of the list's type").1);
    }

    /// The list as an array of the calculus.
    pub fn to_array(&self) -> Value {
        let bits = &self.bits;
        Value::Array(Array::new(match self.base {
            Scalar::Bool => Items::Bools(bits.iter().map(|b| *b != 0).collect()),
            Scalar::Int => Items::Ints(bits.iter().map(|b| *b as i64).collect()),
            Scalar::Real => Items::Reals(bits.iter().map(|b| f64::from_bits(*b)).collect()),
        }))
    }
}

/// The type and the bits of a number: equal for the same number, also for a NaN.
pub(crate) fn to_bits(value: &Value) -> Option<(Scalar, u64)> {
    match value {
        Value::Bool(value) => Some((Scalar::Bool, u64::from(*value))),
        Value::Int(value) => Some((Scalar::Int, *value as u64)),
        Value::Real(value) => Some((Scalar::Real, value.to_bits())),
        Value::Dict(_) | Value::Array(_) => None,
    }
}

/// The number of these bits.
pub(crate) fn of_bits(base: Scalar, bits: u64) -> Value {
    match base {
        Scalar::Bool => Value::Bool(bits != 0),
        Scalar::Int => Value::Int(bits as i64),
        Scalar::Real => Value::Real(f64::from_bits(bits)),
    }
}
