//! The sections of a file: strings, dialects and names of ops, properties, resources, and where each
//! attribute and type lies.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::table::{AttrEntry, Place, TypeEntry};
use smallvec::SmallVec;

/// The numbers of the sections.
pub(super) const STRINGS: usize = 0;
pub(super) const DIALECTS: usize = 1;
pub(super) const ENTRIES: usize = 2;
pub(super) const ENTRY_OFFSETS: usize = 3;
pub(super) const IR: usize = 4;
const RESOURCES: usize = 5;
const RESOURCE_OFFSETS: usize = 6;
const DIALECT_VERSION: u8 = 7;
pub(super) const PROPERTIES: usize = 8;
const SECTIONS: usize = 9;

const NAMES: [&str; SECTIONS] = [
    "strings",
    "dialects",
    "attributes and types",
    "offsets of attributes and types",
    "IR",
    "resources",
    "offsets of resources",
    "versions of dialects",
    "properties",
];

/// The versions of the encoding that added something.
pub(super) mod since {
    /// Versions of dialects.
    pub(crate) const DIALECT_VERSIONS: u64 = 1;
    /// Regions isolated from above are sections.
    pub(crate) const ISOLATED_SECTIONS: u64 = 2;
    /// Orders of uses.
    pub(crate) const USE_ORDERS: u64 = 3;
    /// Locations of arguments are optional, and the number of names of ops is known.
    pub(crate) const OPTIONAL_LOCATIONS: u64 = 4;
    /// Properties.
    pub(crate) const PROPERTIES: u64 = 5;
}

/// The newest version of the encoding.
pub(super) const NEWEST: u64 = 6;

/// A dialect, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect<'b> {
    Builtin,
    Vhlo,
    Stablehlo,
    Chlo,
    Sdy,
    /// A dialect whose own encoding is not read.
    Other(&'b str),
}

impl<'b> Dialect<'b> {
    fn new(name: &'b str) -> Dialect<'b> {
        match name {
            "builtin" => Dialect::Builtin,
            "vhlo" => Dialect::Vhlo,
            "stablehlo" => Dialect::Stablehlo,
            "chlo" => Dialect::Chlo,
            "sdy" => Dialect::Sdy,
            other => Dialect::Other(other),
        }
    }

    /// The dialect's name.
    pub(super) fn name(self) -> &'b str {
        match self {
            Dialect::Builtin => "builtin",
            Dialect::Vhlo => "vhlo",
            Dialect::Stablehlo => "stablehlo",
            Dialect::Chlo => "chlo",
            Dialect::Sdy => "sdy",
            Dialect::Other(name) => name,
        }
    }
}

/// The name of an op in the file's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpName<'b> {
    pub(super) dialect: Dialect<'b>,
    /// The name without its dialect; empty for an op that is named like its dialect.
    pub(super) name: &'b str,
    /// Whether the writer knew it, so that its properties are its own encoding.
    pub(super) registered: bool,
}

/// An attribute or type that is not read yet.
#[derive(Clone, Debug)]
pub(super) struct Entry<'b> {
    pub(super) dialect: Dialect<'b>,
    /// Whether it is in the dialect's own encoding; otherwise it is text.
    pub(super) encoded: bool,
    pub(super) data: Cursor<'b>,
}

/// The strings of a file.
enum Strings<'b> {
    /// They are all UTF-8, as in most files: one check of the section suffices.
    Text(Vec<&'b str>),
    /// Any bytes.
    Bytes(Vec<&'b [u8]>),
}

/// A file, divided.
pub(super) struct File<'b> {
    pub(super) bytes: &'b [u8],
    /// The version of the encoding.
    pub(super) version: u64,
    /// The name of the program that wrote it.
    pub(super) producer: &'b [u8],
    strings: Strings<'b>,
    pub(super) ops: Vec<OpName<'b>>,
    dialects: SmallVec<[Dialect<'b>; 4]>,
    pub(super) attrs: Vec<AttrEntry<'b>>,
    pub(super) types: Vec<TypeEntry>,
    pub(super) properties: Vec<Cursor<'b>>,
    /// The bytes of resources of dialects, in the order in which handles count them.
    pub(super) resources: Vec<Option<&'b [u8]>>,
    pub(super) ir: Cursor<'b>,
}

impl<'b> File<'b> {
    /// Reads everything but the attributes, the types and the ops.
    pub(super) fn divide(bytes: &'b [u8]) -> Read<File<'b>> {
        let mut cursor = Cursor::new(bytes);
        if cursor.bytes(4).ok() != Some(&super::MAGIC[..]) {
            return wrong(0, "this is no MLIR bytecode");
        }
        let at = cursor.at();
        let version = cursor.number()?;
        if version > NEWEST {
            return wrong(at, format_args!("version {version} of bytecode is newer than {NEWEST}"));
        }
        let producer = cursor.zero_terminated()?;
        let mut sections: [Option<Cursor<'b>>; SECTIONS] = Default::default();
        while !cursor.is_empty() {
            let at = cursor.at();
            let (id, data) = cursor.section()?;
            let Some(slot) = sections.get_mut(usize::from(id)) else {
                return wrong(at, format_args!("there is no section {id}"));
            };
            if slot.replace(data).is_some() {
                let name = NAMES[usize::from(id)];
                return wrong(at, format_args!("the section of {name} stands twice"));
            }
        }
        let end = cursor.at();
        let missing =
            |id: usize| wrong(end, format_args!("the section of {} is missing", NAMES[id]));
        let mut need = |id: usize| sections[id].take().map_or_else(|| missing(id), Ok);
        let strings = strings(need(STRINGS)?)?;
        let (dialects, ops) = dialects(need(DIALECTS)?, version, &strings)?;
        let (mut data, offsets) = (need(ENTRIES)?, need(ENTRY_OFFSETS)?);
        let (attrs, types) = entries(&mut data, offsets, dialects.len())?;
        let ir = need(IR)?;
        let properties = sections[PROPERTIES].take().map_or(Ok(Vec::new()), properties)?;
        let resources = match (sections[RESOURCES].take(), sections[RESOURCE_OFFSETS].take()) {
            (Some(data), Some(offsets)) => resources(data, offsets, dialects.len())?,
            _ => Vec::new(),
        };
        Ok(File {
            bytes,
            version,
            producer,
            strings,
            ops,
            dialects,
            attrs,
            types,
            properties,
            resources,
            ir,
        })
    }

    /// The attribute or type at a place.
    pub(super) fn entry(&self, place: Place) -> Entry<'b> {
        let Place { dialect, encoded, start, end } = place;
        let data = Cursor::within(self.bytes, start, end);
        Entry { dialect: self.dialects[dialect as usize], encoded, data }
    }

    /// A string by its number.
    pub(super) fn string(&self, cursor: &mut Cursor<'_>) -> Read<&'b [u8]> {
        let at = cursor.at();
        match self.strings.get(at, cursor.number()?)? {
            Ok(text) => Ok(text.as_bytes()),
            Err(bytes) => Ok(bytes),
        }
    }

    /// A string by its number: text if it is UTF-8, else its bytes.
    pub(super) fn text(&self, cursor: &mut Cursor<'_>) -> Read<Result<&'b str, &'b [u8]>> {
        let at = cursor.at();
        self.strings.get(at, cursor.number()?)
    }
}

impl<'b> Strings<'b> {
    fn len(&self) -> usize {
        match self {
            Strings::Text(all) => all.len(),
            Strings::Bytes(all) => all.len(),
        }
    }

    /// The string of this number, which stands at `at`: text if it is UTF-8, else its bytes.
    fn get(&self, at: usize, index: u64) -> Read<Result<&'b str, &'b [u8]>> {
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let string = match self {
            Strings::Text(all) => all.get(place).map(|&text| Ok(text)),
            Strings::Bytes(all) => {
                all.get(place).map(|&bytes| std::str::from_utf8(bytes).map_err(|_| bytes))
            }
        };
        match string {
            Some(string) => Ok(string),
            None => wrong(at, format_args!("there is no string {index}: there are {}", self.len())),
        }
    }

    /// The name of this number, which stands at `at`.
    fn name(&self, at: usize, index: u64) -> Read<&'b str> {
        match self.get(at, index)? {
            Ok(text) => Ok(text),
            Err(_) => wrong(at, "this name is not UTF-8"),
        }
    }
}

/// Their lengths come first, the last string's first; their bytes end with the section.
fn strings(mut data: Cursor<'_>) -> Read<Strings<'_>> {
    let count = data.count()?;
    let lengths = data.clone();
    for _ in 0..count {
        data.number()?;
    }
    let at = data.at();
    let rest = data.rest();
    match texts(count, lengths.clone(), rest) {
        Some(all) => Ok(Strings::Text(all)),
        None => byte_strings(count, lengths, at, rest).map(Strings::Bytes),
    }
}

/// The strings of these lengths at the end of `rest`, if all are UTF-8.
fn texts<'b>(count: usize, mut lengths: Cursor<'_>, rest: &'b [u8]) -> Option<Vec<&'b str>> {
    let mut rest = std::str::from_utf8(rest).ok()?;
    let mut texts = vec![""; count];
    for text in texts.iter_mut().rev() {
        let length = usize::try_from(lengths.number().ok()?).ok()?;
        let (before, last) = rest.split_at_checked(rest.len().checked_sub(length)?)?;
        *text = last.strip_suffix('\0')?;
        rest = before;
    }
    Some(texts)
}

/// The strings of these lengths at the end of `rest`, which begins at `at`.
fn byte_strings<'b>(
    count: usize,
    mut lengths: Cursor<'_>,
    at: usize,
    mut rest: &'b [u8],
) -> Read<Vec<&'b [u8]>> {
    let mut strings = vec![&rest[..0]; count];
    for string in strings.iter_mut().rev() {
        let length = lengths.number()?;
        let start = usize::try_from(length).ok().and_then(|n| rest.len().checked_sub(n));
        let Some((start, [text @ .., 0])) = start.map(|start| (start, &rest[start..])) else {
            return wrong(at, format_args!("a string of {length} bytes can't end here"));
        };
        *string = text;
        rest = &rest[..start];
    }
    Ok(strings)
}

/// A group: the number of a dialect, and how many entries of it follow.
fn group(data: &mut Cursor<'_>, dialects: usize) -> Read<(usize, usize)> {
    let at = data.at();
    let dialect = data.number()?;
    let Some(dialect) = usize::try_from(dialect).ok().filter(|&i| i < dialects) else {
        return wrong(at, format_args!("there is no dialect {dialect}: there are {dialects}"));
    };
    Ok((dialect, data.count()?))
}

type Dialects<'b> = (SmallVec<[Dialect<'b>; 4]>, Vec<OpName<'b>>);

fn dialects<'b>(mut data: Cursor<'b>, version: u64, strings: &Strings<'b>) -> Read<Dialects<'b>> {
    let count = data.count()?;
    let mut dialects = SmallVec::with_capacity(count);
    for _ in 0..count {
        let at = data.at();
        let (index, versioned) = match version < since::DIALECT_VERSIONS {
            true => (data.number()?, false),
            false => data.flagged()?,
        };
        dialects.push(Dialect::new(strings.name(at, index)?));
        if versioned {
            let at = data.at();
            let (id, _) = data.section()?;
            if id != DIALECT_VERSION {
                return wrong(at, "the version of a dialect was expected");
            }
        }
    }
    // A hint; older files have none.
    let names = if version >= since::OPTIONAL_LOCATIONS { data.number()? } else { 16 };
    let mut ops = Vec::with_capacity(names.min(data.left() as u64) as usize);
    while !data.is_empty() {
        let (dialect, count) = group(&mut data, dialects.len())?;
        let dialect = dialects[dialect];
        for _ in 0..count {
            let at = data.at();
            let (index, registered) = match version < since::PROPERTIES {
                true => (data.number()?, true),
                false => data.flagged()?,
            };
            let name = strings.name(at, index)?;
            ops.push(OpName { dialect, name, registered });
        }
    }
    Ok((dialects, ops))
}

type Entries<'b> = (Vec<AttrEntry<'b>>, Vec<TypeEntry>);

fn entries<'b>(
    data: &mut Cursor<'b>,
    mut offsets: Cursor<'b>,
    dialects: usize,
) -> Read<Entries<'b>> {
    let at = offsets.at();
    let (attrs, types) = (offsets.number()?, offsets.number()?);
    let (attrs, types) = (offsets.at_most(at, attrs)?, offsets.at_most(at, types)?);
    let attrs = list(data, &mut offsets, dialects, attrs, AttrEntry::new)?;
    let types = list(data, &mut offsets, dialects, types, TypeEntry::new)?;
    Ok((attrs, types))
}

/// The next `count` entries.
fn list<T>(
    data: &mut Cursor<'_>,
    offsets: &mut Cursor<'_>,
    dialects: usize,
    count: usize,
    entry: impl Fn(Place) -> T,
) -> Read<Vec<T>> {
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let at = offsets.at();
        let (dialect, n) = group(offsets, dialects)?;
        let dialect = u32::try_from(dialect).unwrap_or(u32::MAX);
        if n == 0 || n > count - all.len() {
            return wrong(at, format_args!("a group of {n} of {} entries", count - all.len()));
        }
        for _ in 0..n {
            let (length, encoded) = offsets.flagged()?;
            let start = data.at();
            data.skip(length)?;
            all.push(entry(Place { dialect, encoded, start, end: data.at() }));
        }
    }
    Ok(all)
}

fn properties(mut data: Cursor<'_>) -> Read<Vec<Cursor<'_>>> {
    let count = data.count()?;
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        let length = data.number()?;
        all.push(data.part(length)?);
    }
    data.finish("the properties")?;
    Ok(all)
}

/// The blobs of dialects' resources; those of other tools are skipped.
fn resources<'b>(
    mut data: Cursor<'b>,
    mut offsets: Cursor<'b>,
    dialects: usize,
) -> Read<Vec<Option<&'b [u8]>>> {
    /// The kind of an entry that is a blob with its alignment.
    const BLOB: u8 = 0;
    let mut entries = |offsets: &mut Cursor<'b>| -> Read<Vec<Option<&'b [u8]>>> {
        let mut all = Vec::new();
        for _ in 0..offsets.count()? {
            let (_key, length, kind) = (offsets.number()?, offsets.number()?, offsets.byte()?);
            let mut entry = data.part(length)?;
            if kind != BLOB || entry.is_empty() {
                all.push(None);
                continue;
            }
            all.push(Some(entry.aligned_blob()?));
        }
        Ok(all)
    };
    for _ in 0..offsets.count()? {
        offsets.number()?;
        entries(&mut offsets)?;
    }
    let mut all = Vec::new();
    while !offsets.is_empty() {
        let (at, dialect) = (offsets.at(), offsets.number()?);
        if dialect >= dialects as u64 {
            return wrong(at, format_args!("there is no dialect {dialect}"));
        }
        all.extend(entries(&mut offsets)?);
    }
    Ok(all)
}
