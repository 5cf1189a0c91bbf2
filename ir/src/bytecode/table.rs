//! The table of a file's attributes and types: where each stands, and what was read of it.

use crate::attr::Attr;
use crate::module::LocId;
use crate::types::Type;

/// The place of an attribute or type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The number of its dialect.
    pub(super) dialect: u32,
    /// Whether it is in the dialect's own encoding; otherwise it is text.
    pub(super) encoded: bool,
    /// Its first byte in the file, and the one behind the last.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The state of a type.
pub(super) enum Slot {
    Unread,
    Running,
    Done(Type),
}

/// An attribute that was read.
pub(super) enum Value<'b> {
    Attr(Attr),
    /// A string of the file.
    Text(&'b str),
    /// A location: the start and the end of its text among those of the file.
    Location(usize, usize),
}

/// An attribute of a file.
pub(super) struct AttrEntry<'b> {
    pub(super) place: Place,
    /// The attribute, if it was read.
    pub(super) value: Option<Value<'b>>,
    /// Whether it is being read.
    pub(super) running: bool,
    /// The number of attributes in it, if it was read.
    pub(super) size: u32,
    /// The location that it is in the module; `None` inside for an unknown one.
    pub(super) loc: Option<Option<LocId>>,
}

/// A type of a file.
pub(super) struct TypeEntry {
    pub(super) place: Place,
    pub(super) slot: Slot,
    /// The number of types in it, if it was read.
    pub(super) size: u64,
}

impl AttrEntry<'_> {
    /// The attribute at a place, which is not read.
    pub(super) fn new(place: Place) -> Self {
        AttrEntry { place, value: None, running: false, size: 0, loc: None }
    }
}

impl TypeEntry {
    /// The type at a place, which is not read.
    pub(super) fn new(place: Place) -> TypeEntry {
        TypeEntry { place, slot: Slot::Unread, size: 0 }
    }
}
