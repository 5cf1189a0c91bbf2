//! Collections that loops go over, and tables of their positions.

use super::intervals::Interval;
use crate::program::{BufferId, Value};
use hloom_ir::Element;
use hloom_storage::term::{Id, Term};

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

/// One of the two collections of a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    First,
    Second,
}

impl Side {
    /// The other one.
    pub(super) fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A merge: its two collections and its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs {
    pub sides: [Id; 2],
    pub body: Id,
}

/// A table for a part of an array.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The part, about the variables by their depths, and the factors that the table has.
    pub of: (Term, Option<Term>),
    pub buffer: BufferId,
    pub element: Element,
    /// Added to a value: its place.
    pub shift: Value,
    /// The values that have places.
    pub values: Interval,
    /// The factors of the merge's body that are left, if the table has the others.
    pub rest: Option<Vec<Id>>,
}

/// A hash table for a part of an array. Its buffers have their element types beside them.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    /// The part, about the variables by their depths.
    pub of: Term,
    /// The first slot of each bucket, and the end of the last one.
    pub starts: (BufferId, Element),
    /// The position of the entry in each slot.
    pub positions: (BufferId, Element),
    /// Its value.
    pub values: (BufferId, Element),
    /// The place at which the starts of this copy begin.
    pub first: Value,
    /// Its first slot.
    pub base: Value,
    /// The number of buckets, less one.
    pub mask: Value,
}

/// The tables in use, the last ones last.
#[derive(Clone, Default, Debug)]
pub(super) struct Tables {
    /// With a place for each value.
    pub direct: Vec<Table>,
    /// By hash.
    pub buckets: Vec<Buckets>,
}

/// The outermost keys that are added to, of a thread or a tile: the first one and their number.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyRange {
    pub first: Value,
    pub count: Value,
}
