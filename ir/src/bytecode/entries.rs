//! Attributes, types and locations, each read when it is first used.

use super::cursor::Cursor;
use super::error::{BytecodeError, Read, wrong};
use super::lookup::Lookup;
use super::sections::{Dialect, Entry, File};
use super::table::{AttrEntry, Slot, TypeEntry, Value};
use super::{builtin, sdy, stablehlo, vhlo};
use crate::attr::Attr;
use crate::text::{attr_from_text, type_from_text};
use crate::types::Type;
use std::borrow::Cow;

/// The greatest depth of attributes and types in each other.
const MAX_DEPTH: u32 = 256;

/// The most attributes in one, each counted as often as it stands there: a file may have the same one at
/// many places of another, and so on.
const MOST_INSIDE: u64 = 1 << 20;

/// The codes of strings in the encodings of the builtin dialect and of VHLO.
const STRING: u64 = 2;
const VHLO_STRING: u64 = 14;

/// The codes of dictionaries there.
const DICTIONARY: u64 = 1;
const VHLO_DICTIONARY: u64 = 6;

/// The length of the texts of locations in a small file.
const TEXTS: usize = 1 << 10;

/// The number of bytes in an attribute that count as another attribute.
const BYTES_OF_ATTR: u64 = 64;

/// The most attributes in all, without those for which the file has bytes.
const MOST_KEPT: u64 = 1 << 22;

/// The most types in one, each counted as often as it stands there.
const MOST_TYPES_INSIDE: u64 = 1 << 16;

/// The most types in all large types of a file.
const MOST_TYPES: u64 = 1 << 24;

/// The size from which on attributes count towards [`MOST_ATTRS`], and types towards [`MOST_TYPES`].
const LARGE: u64 = 1 << 8;

/// The most attributes in all large attributes of a module's ops.
const MOST_ATTRS: u64 = 1 << 26;

/// The attributes and types of a file.
pub(super) struct Entries<'b> {
    pub(super) file: File<'b>,
    pub(super) attrs: Vec<AttrEntry<'b>>,
    types: Vec<TypeEntry>,
    /// The texts of locations.
    pub(super) texts: String,
    /// The number of the name of a location's file, and the start and the end of its text.
    pub(super) last_file: Option<(u64, usize, usize)>,
    depth: u32,
    /// The number of attributes in the one that is being read so far; outside of all, in those that ops
    /// got.
    pub(super) inside: u64,
    /// The number of attributes in large ones of ops.
    large: u64,
    /// The number of attributes in all that were read, and the greatest that may be.
    kept: u64,
    most_kept: u64,
    /// The number of types in the one that is being read so far, and in all large ones.
    types_inside: u64,
    large_types: u64,
}

impl<'b> Entries<'b> {
    /// Nothing is read yet.
    pub(super) fn new(mut file: File<'b>) -> Entries<'b> {
        let (attrs, types) = (std::mem::take(&mut file.attrs), std::mem::take(&mut file.types));
        Entries {
            texts: String::with_capacity(if attrs.is_empty() { 0 } else { TEXTS }),
            attrs,
            types,
            last_file: None,
            depth: 0,
            inside: 0,
            large: 0,
            kept: 0,
            most_kept: MOST_KEPT + 4 * file.bytes.len() as u64,
            types_inside: 0,
            large_types: 0,
            file,
        }
    }

    /// Notes that an op gets so many attributes.
    pub(super) fn spend(&mut self, at: usize, size: u64) -> Read<()> {
        if size >= LARGE {
            self.large = self.large.saturating_add(size);
        }
        match self.large > MOST_ATTRS {
            true => {
                wrong(at, format_args!("ops have more than {MOST_ATTRS} attributes in attributes"))
            }
            false => Ok(()),
        }
    }

    /// Notes an attribute in another one.
    fn count(&mut self, at: usize, size: u64) -> Read<()> {
        self.inside = self.inside.saturating_add(size);
        match self.depth > 0 && self.inside > MOST_INSIDE {
            true => {
                wrong(at, format_args!("an attribute has more than {MOST_INSIDE} others inside"))
            }
            false => Ok(()),
        }
    }

    /// Notes a type in another one, or in an attribute.
    fn count_types(&mut self, at: usize, size: u64) -> Read<()> {
        self.types_inside = self.types_inside.saturating_add(size);
        if size > MOST_TYPES_INSIDE || self.depth > 0 && self.types_inside > MOST_INSIDE {
            return wrong(
                at,
                format_args!("a type has more than {MOST_TYPES_INSIDE} others inside"),
            );
        }
        match self.large_types > MOST_TYPES {
            true => wrong(at, format_args!("types have more than {MOST_TYPES} types inside")),
            false => Ok(()),
        }
    }

    fn deeper<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return wrong(at, format_args!("attributes and types lie deeper than {MAX_DEPTH}"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The place of the attribute of this number, which is a valid one.
    fn index(&self, at: usize, index: u64) -> Read<usize> {
        let count = self.attrs.len();
        match usize::try_from(index).ok().filter(|&i| i < count) {
            Some(i) => Ok(i),
            None => wrong(at, format_args!("there is no attribute {index}: there are {count}")),
        }
    }

    /// Reads the attribute of this number, unless it was read before; returns its place.
    #[inline]
    pub(super) fn ensure(&mut self, at: usize, index: u64) -> Read<usize> {
        let i = self.index(at, index)?;
        if self.attrs[i].value.is_none() {
            self.first(at, i)?;
        }
        self.count(at, u64::from(self.attrs[i].size))?;
        Ok(i)
    }

    /// Reads the attribute at a place for the first time. After an error it may be asked for again, by
    /// another set of properties.
    #[inline(never)]
    fn first(&mut self, at: usize, i: usize) -> Read<()> {
        if self.attrs[i].running {
            return wrong(at, format_args!("attribute {i} is part of itself"));
        }
        self.read_at(at, i)?;
        self.kept = self.kept.saturating_add(u64::from(self.attrs[i].size));
        match self.kept > self.most_kept {
            true => wrong(at, "the attributes are too large for a file of this size"),
            false => Ok(()),
        }
    }

    /// Reads the attribute at a place, and keeps it in its form.
    fn read_at(&mut self, at: usize, place: usize) -> Read<()> {
        let entry = self.file.entry(self.attrs[place].place);
        let mut data = entry.data.clone();
        let code = if entry.encoded { data.number().ok() } else { None };
        match (entry.dialect, code) {
            (Dialect::Builtin, Some(STRING)) | (Dialect::Vhlo, Some(VHLO_STRING)) => {
                let text = self.file.text(&mut data)?;
                data.finish("an attribute")?;
                let length = text.map_or_else(<[u8]>::len, str::len);
                self.attrs[place].size = clamped(1 + length as u64 / BYTES_OF_ATTR);
                self.attrs[place].value = Some(match text {
                    Ok(text) => Value::Text(text),
                    Err(bytes) => Value::Attr(Attr::String(bytes.into())),
                });
            }
            (Dialect::Builtin, Some(code @ 10..=15 | code @ 22)) => {
                let (start, end) =
                    self.inside_of(at, place, |all| all.read_location(code, data))?;
                // Locations are texts, whose length has a bound of its own.
                self.attrs[place].size = 1;
                self.attrs[place].value = Some(Value::Location(start, end));
            }
            _ => {
                let attr = self.inside_of(at, place, |all| all.read_attr(entry))?;
                match &attr {
                    Attr::Loc(_) => self.attrs[place].size = 1,
                    attr => {
                        let size = u64::from(self.attrs[place].size) + bytes(attr) / BYTES_OF_ATTR;
                        self.attrs[place].size = clamped(size);
                    }
                }
                self.attrs[place].value = Some(Value::Attr(attr));
            }
        }
        Ok(())
    }

    /// Reads the attribute at a place: counts those in it, and finds out whether it is in itself.
    fn inside_of<T>(
        &mut self,
        at: usize,
        place: usize,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.attrs[place].running = true;
        let outside = std::mem::replace(&mut self.inside, 1);
        let types = std::mem::replace(&mut self.types_inside, 0);
        let result = self.deeper(at, read);
        self.attrs[place].size = clamped(std::mem::replace(&mut self.inside, outside));
        self.types_inside = types;
        self.attrs[place].running = false;
        result
    }

    /// The attribute at a place, which was read.
    pub(super) fn done(&self, at: usize, place: usize) -> Read<Cow<'_, Attr>> {
        match &self.attrs[place].value {
            Some(Value::Attr(attr)) => Ok(Cow::Borrowed(attr)),
            Some(Value::Text(text)) => Ok(Cow::Owned(Attr::string(text))),
            &Some(Value::Location(start, end)) => {
                Ok(Cow::Owned(Attr::Loc(self.texts[start..end].into())))
            }
            None => wrong(at, format_args!("attribute {place} is not read")),
        }
    }

    /// Visits the names and attributes of a dictionary. One that is read here is not kept, since two
    /// different ops seldom have the same.
    pub(super) fn dictionary(
        &mut self,
        at: usize,
        index: u64,
        visit: &mut dyn FnMut(&str, Cow<'_, Attr>) -> Read<()>,
    ) -> Read<()> {
        let place = self.index(at, index)?;
        let entry = self.file.entry(self.attrs[place].place);
        let mut data = entry.data;
        let code = match entry.dialect {
            Dialect::Builtin => DICTIONARY,
            Dialect::Vhlo => VHLO_DICTIONARY,
            _ => u64::MAX,
        };
        let unread = self.attrs[place].value.is_none() && !self.attrs[place].running;
        let unread = unread && entry.encoded;
        if !unread || data.number().ok() != Some(code) {
            let place = self.ensure(at, index)?;
            return match &*self.done(at, place)? {
                Attr::Dict(dict) => {
                    dict.iter().try_for_each(|(name, attr)| visit(name, Cow::Borrowed(attr)))
                }
                other => wrong(at, format_args!("attributes were expected, not `{other}`")),
            };
        }
        self.inside_of(at, place, |all| {
            for _ in 0..data.count()? {
                let name = all.string(&mut data)?;
                visit(&name, all.attr_ref(&mut data)?)?;
            }
            data.finish("an attribute")
        })?;
        self.count(at, u64::from(self.attrs[place].size))
    }

    fn read_attr(&mut self, entry: Entry<'b>) -> Read<Attr> {
        let mut data = entry.data;
        let at = data.at();
        if !entry.encoded {
            let text = as_text(&mut data)?;
            return attr_from_text(text).map_err(|e| not_text(at, &e));
        }
        let attr = match entry.dialect {
            Dialect::Builtin => builtin::attr(self, &mut data)?,
            Dialect::Vhlo => vhlo::attr(self, &mut data)?,
            Dialect::Stablehlo => stablehlo::attr(self, &mut data)?,
            Dialect::Chlo => stablehlo::chlo_attr(&mut data)?,
            Dialect::Sdy => sdy::attr(self, &mut data)?,
            Dialect::Other(name) => return own_encoding(at, name, "attributes"),
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
            Dialect::Builtin => builtin::ty(self, &mut data)?,
            Dialect::Vhlo => vhlo::ty(self, &mut data)?,
            Dialect::Stablehlo => stablehlo::ty(self, &mut data)?,
            other @ (Dialect::Chlo | Dialect::Sdy | Dialect::Other(_)) => {
                return own_encoding(at, other.name(), "types");
            }
        };
        data.finish("a type")?;
        Ok(ty)
    }
}

impl<'b> Lookup<'b> for Entries<'b> {
    fn attr_number(&mut self, at: usize, index: u64) -> Read<Cow<'_, Attr>> {
        let place = self.ensure(at, index)?;
        self.done(at, place)
    }

    fn string_number(&mut self, at: usize, index: u64) -> Read<Cow<'b, str>> {
        let place = self.ensure(at, index)?;
        if let Some(Value::Text(text)) = self.attrs[place].value {
            return Ok(text.into());
        }
        let attr = self.done(at, place)?;
        match attr.as_str() {
            Some(text) => Ok(text.to_owned().into()),
            None => wrong(at, format_args!("a string was expected, not `{attr}`")),
        }
    }

    fn type_number(&mut self, at: usize, index: u64) -> Read<Type> {
        let count = self.types.len();
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < count) else {
            return wrong(at, format_args!("there is no type {index}: there are {count}"));
        };
        match self.types[i].slot {
            Slot::Done(ty) => {
                self.count_types(at, self.types[i].size)?;
                return Ok(ty);
            }
            Slot::Running => return wrong(at, format_args!("type {index} is part of itself")),
            Slot::Unread => self.types[i].slot = Slot::Running,
        }
        let entry = self.file.entry(self.types[i].place);
        let outside = std::mem::replace(&mut self.types_inside, 1);
        let ty = self.deeper(at, |all| all.read_type(entry));
        let size = std::mem::replace(&mut self.types_inside, outside);
        self.types[i].slot = ty.as_ref().map_or(Slot::Unread, |&ty| Slot::Done(ty));
        self.types[i].size = size;
        self.large_types += if size >= LARGE { size } else { 0 };
        self.count_types(at, size)?;
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

/// A size as an entry keeps it: far above all limits, the greatest.
fn clamped(size: u64) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The number of bytes of an attribute that are copied with it.
fn bytes(attr: &Attr) -> u64 {
    let count = match attr {
        Attr::String(bytes) => bytes.len(),
        Attr::Symbol(path) => path.iter().map(|name| name.len()).sum(),
        Attr::DenseArray(_, values) => 8 * values.len(),
        Attr::Loc(text) | Attr::Opaque(text) => text.len(),
        Attr::Unit | Attr::Bool(_) | Attr::Int(..) | Attr::Float(..) | Attr::Type(_) => 0,
        // Their parts were counted; literals are shared.
        Attr::Array(_) | Attr::Dict(_) | Attr::Dense(_) => 0,
    };
    count as u64
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
        format_args!(
            "{what} of the dialect `{dialect}` are in its own encoding, which hloom doesn't read; \
             write a portable artifact (VHLO), or text"
        ),
    )
}
