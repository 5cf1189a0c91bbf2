//! The memo table: for each node, the partial fusions with that node as root.

use super::kind::TemplateKind;
use smallvec::SmallVec;
use std::fmt;

/// Whether a fusion may end at its root, and whether a consumer may extend it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It may end here, and a consumer may extend it.
    OpenValid,
    /// It may not end here, but a consumer may extend it.
    OpenInvalid,
    /// It ends here.
    ClosedValid,
    /// It can neither end here nor be extended: the entry is dropped.
    ClosedInvalid,
}

impl Status {
    /// Whether a consumer may extend it.
    pub fn is_open(self) -> bool {
        matches!(self, Status::OpenValid | Status::OpenInvalid)
    }

    /// Whether it may end here.
    pub fn is_valid(self) -> bool {
        matches!(self, Status::OpenValid | Status::ClosedValid)
    }
}

/// A partial fusion with a node as root.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The template.
    pub kind: TemplateKind,
    /// For each operand, the group of its producer if it is fused. A reference only says that the
    /// group has at least one compatible entry, so the table does not enumerate products of partial
    /// plans.
    pub refs: SmallVec<[Option<u32>; 4]>,
    /// Whether it may end here or be extended.
    pub status: Status,
}

impl Entry {
    /// Whether no operand is fused.
    pub fn is_bare(&self) -> bool {
        self.refs.iter().all(Option::is_none)
    }

    /// Number of fused operands.
    pub fn fused(&self) -> usize {
        self.refs.iter().flatten().count()
    }
}

impl fmt::Display for Entry {
    /// `R(-1,9)`: the template's letter and the referenced groups; -1 for an operand read from
    /// memory.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.kind.letter())?;
        for (i, r) in self.refs.iter().enumerate() {
            f.write_str(if i > 0 { "," } else { "" })?;
            match r {
                Some(group) => write!(f, "{group}")?,
                None => f.write_str("-1")?,
            }
        }
        f.write_str(")")
    }
}

/// The memo table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memo {
    /// The entries of each node.
    pub groups: Vec<SmallVec<[Entry; 4]>>,
    /// Number of visited nodes.
    pub visits: usize,
}

impl Memo {
    /// Number of entries.
    pub fn entries(&self) -> usize {
        self.groups.iter().map(|g| g.len()).sum()
    }

    /// Whether a group has an open entry of this template, or of one that this template takes.
    pub fn has_open(&self, group: usize, kind: TemplateKind) -> bool {
        self.groups[group]
            .iter()
            .any(|e| e.status.is_open() && (e.kind == kind || kind.takes(e.kind)))
    }
}

impl fmt::Display for Memo {
    /// Prints one line per group: its number and its entries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, group) in self.groups.iter().enumerate() {
            if !group.is_empty() {
                let entries: Vec<String> = group.iter().map(Entry::to_string).collect();
                writeln!(f, "{n}: {}", entries.join(" "))?;
            }
        }
        Ok(())
    }
}
