//! The store of a builder's range facts: the ranges of values, and what assumptions changed.

use super::Value;
use crate::index::{Index, Range};
use rustc_hash::FxHashMap;

/// The ranges of values, and what to restore at the end of each open assumption.
#[derive(Default)]
pub(super) struct RangeFacts {
    known: FxHashMap<Value, Range>,
    /// The number of open assumptions.
    assumptions: usize,
    /// The changes since the first open assumption, oldest first.
    changes: Vec<Change>,
}

/// A fact that was recorded.
pub(super) struct Change {
    pub(super) value: Value,
    /// The fact that it replaced.
    before: Option<Range>,
    /// The index expression that defines the value, if the fact follows from that.
    pub(super) definition: Option<Index>,
}

impl RangeFacts {
    /// The range of a value.
    pub(super) fn of(&self, value: Value) -> Range {
        self.known.get(&value).copied().unwrap_or(Range::ALL)
    }

    /// Records a fact; `definition` is the expression that it follows from, if it does.
    pub(super) fn record(&mut self, value: Value, range: Range, definition: Option<&Index>) {
        let before = self.known.insert(value, range);
        if self.assumptions > 0 {
            self.changes.push(Change { value, before, definition: definition.cloned() });
        }
    }

    /// Opens an assumption; [`RangeFacts::close`] takes what this returns.
    pub(super) fn open(&mut self) -> usize {
        self.assumptions += 1;
        self.changes.len()
    }

    /// Closes the assumption that was opened last: restores the facts as they were. Returns the
    /// changes since, oldest first.
    pub(super) fn close(&mut self, first: usize) -> Vec<Change> {
        self.assumptions -= 1;
        let changes = self.changes.split_off(first);
        for Change { value, before, .. } in changes.iter().rev() {
            match before {
                Some(range) => self.known.insert(*value, *range),
                None => self.known.remove(value),
            };
        }
        changes
    }
}
