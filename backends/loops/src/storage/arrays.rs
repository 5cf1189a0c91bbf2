//! Collections that loops go over.

use crate::program::{BufferId, Value};
use hloom_ir::Element;

/// A collection that a loop goes over: its entries are at the positions from `low` to `high - 1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Array {
    /// A range: position `k` has the value `first + k`.
    Range { first: Value, low: Value, high: Value },
    /// A part of a buffer.
    Part { buffer: BufferId, element: Element, low: Value, high: Value },
}

impl Array {
    pub(super) fn low(self) -> Value {
        match self {
            Array::Range { low, .. } | Array::Part { low, .. } => low,
        }
    }

    pub(super) fn high(self) -> Value {
        match self {
            Array::Range { high, .. } | Array::Part { high, .. } => high,
        }
    }

    /// The entries at the positions that are also from `from` to `to - 1`.
    pub(super) fn part(self, from: Value, to: Value) -> Array {
        match self {
            Array::Range { first, .. } => Array::Range { first, low: from, high: to },
            Array::Part { buffer, element, .. } => {
                Array::Part { buffer, element, low: from, high: to }
            }
        }
    }
}
