//! Attributes, types and locations, each read when it is first used.

use super::cursor::Cursor;
use super::error::{BytecodeError, Read, wrong};
use super::lookup::Lookup;
use super::sections::{Entry, File};
use super::{builtin, sdy, stablehlo, vhlo};
use crate::attr::Attr;
use crate::module::LocId;
use crate::text::{attr_from_text, type_from_text};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// The greatest depth of attributes and types in each other.
const MAX_DEPTH: u32 = 256;

/// The most attributes in one, each counted as often as it stands there: a file may have the same one at
/// many places of another, and so on.
const MOST_INSIDE: u64 = 1 << 20;

/// The size from which on attributes count towards [`MOST_ATTRS`].
const LARGE: u64 = 1 << 8;

/// The most attributes in all large attributes of a module's ops.
const MOST_ATTRS: u64 = 1 << 26;

/// The state of an entry.
#[derive(Clone, Debug)]
enum Slot<T> {
    Unread,
    Running,
    Done(T),
}

/// The attributes and types of a file.
pub(super) struct Entries<'b> {
    pub(super) file: File<'b>,
    attrs: Vec<Slot<Attr>>,
    types: Vec<Slot<Type>>,
    /// The locations in the module, by the number of the attribute; `None` for an unknown one.
    pub(super) locs: FxHashMap<u64, Option<LocId>>,
    depth: u32,
    /// The number of attributes in each one that was read.
    sizes: Vec<u64>,
    /// The number of attributes in the one that is being read so far; outside of all, in those that ops
    /// got.
    pub(super) inside: u64,
    /// The number of attributes in large ones of ops.
    large: u64,
}

impl<'b> Entries<'b> {
    /// Nothing is read yet.
    pub(super) fn new(file: File<'b>) -> Entries<'b> {
        let attrs = vec![Slot::Unread; file.attrs.len()];
        let types = vec![Slot::Unread; file.types.len()];
        let sizes = vec![0; file.attrs.len()];
        let locs = FxHashMap::default();
        Entries { file, attrs, types, locs, depth: 0, sizes, inside: 0, large: 0 }
    }

    /// Notes that an op gets so many attributes.
    pub(super) fn spend(&mut self, at: usize, size: u64) -> Read<()> {
        if size >= LARGE {
            self.large = self.large.saturating_add(size);
        }
        match self.large > MOST_ATTRS {
            true => wrong(at, format!("ops have more than {MOST_ATTRS} attributes in attributes")),
            false => Ok(()),
        }
    }

    /// Notes an attribute in another one.
    fn count(&mut self, at: usize, size: u64) -> Read<()> {
        self.inside = self.inside.saturating_add(size);
        match self.depth > 0 && self.inside > MOST_INSIDE {
            true => wrong(at, format!("an attribute has more than {MOST_INSIDE} others inside")),
            false => Ok(()),
        }
    }

    fn deeper<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return wrong(at, format!("attributes and types lie deeper than {MAX_DEPTH}"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn read_attr(&mut self, entry: Entry<'b>) -> Read<Attr> {
        let mut data = entry.data;
        let at = data.at();
        if !entry.encoded {
            let text = as_text(&mut data)?;
            return attr_from_text(text).map_err(|e| not_text(at, &e));
        }
        let attr = match entry.dialect {
            "builtin" => builtin::attr(self, &mut data)?,
            "vhlo" => vhlo::attr(self, &mut data)?,
            "stablehlo" => stablehlo::attr(self, &mut data)?,
            "chlo" => stablehlo::chlo_attr(&mut data)?,
            "sdy" => sdy::attr(self, &mut data)?,
            other => return own_encoding(at, other, "attributes"),
        };
        data.finish("an attribute")?;
        Ok(attr)
    }

    fn read_type(&mut self, entry: Entry<'b>) -> Read<Type> {
        let mut data = entry.data;
        let at = data.at();
        if !entry.encoded {
            let text = as_text(&mut data)?;
            return type_from_text(text).map_err(|e| not_text(at, &e));
        }
        let ty = match entry.dialect {
            "builtin" => builtin::ty(self, &mut data)?,
            "vhlo" => vhlo::ty(self, &mut data)?,
            "stablehlo" => stablehlo::ty(self, &mut data)?,
            other => return own_encoding(at, other, "types"),
        };
        data.finish("a type")?;
        Ok(ty)
    }
}

impl<'b> Lookup<'b> for Entries<'b> {
    fn attr_number(&mut self, at: usize, index: u64) -> Read<Attr> {
        let count = self.attrs.len();
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < count) else {
            return wrong(at, format!("there is no attribute {index}: there are {count}"));
        };
        if matches!(self.attrs[i], Slot::Done(_)) {
            self.count(at, self.sizes[i])?;
        }
        match &self.attrs[i] {
            Slot::Done(attr) => return Ok(attr.clone()),
            Slot::Running => return wrong(at, format!("attribute {index} is part of itself")),
            Slot::Unread => self.attrs[i] = Slot::Running,
        }
        let entry = self.file.attrs[i].clone();
        let outside = std::mem::replace(&mut self.inside, 1);
        let attr = self.deeper(at, |all| all.read_attr(entry));
        // Locations are texts, whose length has a bound of its own.
        self.sizes[i] = if matches!(attr, Ok(Attr::Loc(_))) { 1 } else { self.inside };
        self.inside = outside;
        self.count(at, self.sizes[i])?;
        // After an error it may be asked for again, by another set of properties.
        self.attrs[i] = attr.as_ref().map_or(Slot::Unread, |attr| Slot::Done(attr.clone()));
        attr
    }

    fn type_number(&mut self, at: usize, index: u64) -> Read<Type> {
        let count = self.types.len();
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < count) else {
            return wrong(at, format!("there is no type {index}: there are {count}"));
        };
        match self.types[i] {
            Slot::Done(ty) => return Ok(ty),
            Slot::Running => return wrong(at, format!("type {index} is part of itself")),
            Slot::Unread => self.types[i] = Slot::Running,
        }
        let entry = self.file.types[i].clone();
        let ty = self.deeper(at, |all| all.read_type(entry));
        self.types[i] = ty.as_ref().map_or(Slot::Unread, |&ty| Slot::Done(ty));
        ty
    }

    fn bytes(&self, cursor: &mut Cursor<'b>) -> Read<&'b [u8]> {
        self.file.string(cursor)
    }

    fn resource(&self, handle: u64) -> Option<&'b [u8]> {
        let index = usize::try_from(handle).ok()?;
        self.file.resources.get(index).copied().flatten()
    }
}

fn as_text<'b>(data: &mut Cursor<'b>) -> Read<&'b str> {
    let at = data.at();
    let bytes = data.zero_terminated()?;
    data.finish("a text")?;
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(_) => wrong(at, "this text is not UTF-8"),
    }
}

fn not_text(at: usize, message: &str) -> Box<BytecodeError> {
    Box::new(BytecodeError { at, message: message.to_owned() })
}

fn own_encoding<T>(at: usize, dialect: &str, what: &str) -> Read<T> {
    wrong(
        at,
        format!(
            "{what} of the dialect `{dialect}` are in its own encoding, which hloom doesn't read; \
             write a portable artifact (VHLO), or text"
        ),
    )
}
