//! The memo table: for each node, the ways in which it can be the root of a fusion.

use super::kind::Kind;
use smallvec::SmallVec;
use std::fmt;

/// Whether a fusion may end at its root, and whether it can go on from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It may end here, and a consumer may go on.
    OpenValid,
    /// It may not end here, but a consumer may go on.
    OpenInvalid,
    /// It ends here.
    ClosedValid,
    /// It can neither end here nor go on: it is dropped.
    ClosedInvalid,
}

impl Status {
    /// Whether a consumer may go on.
    pub fn is_open(self) -> bool {
        matches!(self, Status::OpenValid | Status::OpenInvalid)
    }

    /// Whether it may end here.
    pub fn is_valid(self) -> bool {
        matches!(self, Status::OpenValid | Status::ClosedValid)
    }
}

/// One way in which a node can be the root of a fusion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The template.
    pub kind: Kind,
    /// For each operand the group that is fused, if one is. A reference only says
    /// that the group has at least one entry that fits, so that there is no product
    /// of partial plans.
    pub refs: SmallVec<[Option<u32>; 4]>,
    /// Whether it may end here.
    pub status: Status,
}

impl Entry {
    /// Whether nothing is fused into the root.
    pub fn is_bare(&self) -> bool {
        self.refs.iter().all(Option::is_none)
    }

    /// How many operands are fused.
    pub fn fused(&self) -> usize {
        self.refs.iter().flatten().count()
    }
}

impl fmt::Display for Entry {
    /// `R(-1,9)`: the template's letter, the groups, -1 for what is in memory.
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
    /// How many nodes were looked at.
    pub visits: usize,
}

impl Memo {
    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.groups.iter().map(|g| g.len()).sum()
    }

    /// Whether a group has an open entry of this template, or of one that can be
    /// part of it.
    pub fn has_open(&self, group: usize, kind: Kind) -> bool {
        self.groups[group]
            .iter()
            .any(|e| e.status.is_open() && (e.kind == kind || kind.takes(e.kind)))
    }
}

impl fmt::Display for Memo {
    /// One line for each group: its number and its entries.
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
