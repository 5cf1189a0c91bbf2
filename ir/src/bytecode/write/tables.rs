//! The tables of a file that is being written: strings, dialects, names of ops, attributes, types and
//! properties. Equal entries are written once.

use super::super::sections::{self, since};
use super::sink::Sink;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Distinct things, numbered in the order in which they come.
#[derive(Debug)]
struct Numbered<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u64>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, it: T) -> u64 {
        if let Some(&number) = self.numbers.get(&it) {
            return number;
        }
        let number = self.all.len() as u64;
        self.all.push(it.clone());
        self.numbers.insert(it, number);
        number
    }
}

/// An attribute or a type: its dialect, whether it is in the dialect's own encoding (else it is
/// text), and its bytes.
type Entry = (u64, bool, Box<[u8]>);

/// The form in which an attribute or a type is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Form {
    /// As the builtin dialect's and other dialects'.
    Native,
    /// As VHLO's.
    Vhlo,
}

/// All tables.
#[derive(Default, Debug)]
pub(super) struct Tables {
    strings: Numbered<Box<[u8]>>,
    dialects: Numbered<Box<str>>,
    /// The numbers of the dialect and of the name, and whether properties are in the op's own
    /// encoding.
    ops: Numbered<(u64, u64, bool)>,
    attrs: Numbered<Entry>,
    types: Numbered<Entry>,
    properties: Numbered<Box<[u8]>>,
    /// Types that were written before.
    pub(super) known_types: FxHashMap<(Form, Type), u64>,
    /// Locations that were written before, by their text.
    pub(super) known_locations: FxHashMap<Box<str>, u64>,
}

impl Tables {
    /// The number of a string.
    pub(super) fn string(&mut self, bytes: &[u8]) -> u64 {
        self.strings.number(bytes.into())
    }

    fn dialect(&mut self, name: &str) -> u64 {
        self.dialects.number(name.into())
    }

    /// The number of the name of an op.
    pub(super) fn op(&mut self, name: &str, registered: bool) -> u64 {
        let (dialect, short) = name.split_once('.').unwrap_or((name, ""));
        let (dialect, short) = (self.dialect(dialect), self.string(short.as_bytes()));
        self.ops.number((dialect, short, registered))
    }

    /// The number of an attribute in the encoding of its dialect.
    pub(super) fn attr(&mut self, dialect: &str, data: Sink) -> u64 {
        let dialect = self.dialect(dialect);
        self.attrs.number((dialect, true, data.bytes.into()))
    }

    /// The number of an attribute that is text.
    pub(super) fn attr_text(&mut self, dialect: &str, text: &str) -> u64 {
        let dialect = self.dialect(dialect);
        self.attrs.number((dialect, false, zero_terminated(text)))
    }

    /// The number of a type in the encoding of its dialect.
    pub(super) fn ty(&mut self, dialect: &str, data: Sink) -> u64 {
        let dialect = self.dialect(dialect);
        self.types.number((dialect, true, data.bytes.into()))
    }

    /// The number of a type that is text.
    pub(super) fn type_text(&mut self, dialect: &str, text: &str) -> u64 {
        let dialect = self.dialect(dialect);
        self.types.number((dialect, false, zero_terminated(text)))
    }

    /// The number of an op's properties.
    pub(super) fn properties(&mut self, data: Sink) -> u64 {
        self.properties.number(data.bytes.into())
    }

    /// The file of these tables and the ops.
    pub(super) fn file(self, version: u64, producer: &str, ir: &Sink) -> Vec<u8> {
        let mut out = Sink { bytes: super::super::MAGIC.to_vec() };
        out.number(version);
        out.bytes.extend_from_slice(producer.as_bytes());
        out.byte(0);
        out.section(sections::DIALECTS, &self.dialect_section(version));
        let (entries, offsets) = self.entry_sections();
        out.section(sections::ENTRIES, &entries);
        out.section(sections::ENTRY_OFFSETS, &offsets);
        out.section(sections::IR, ir);
        out.section(sections::STRINGS, &self.string_section());
        if version >= since::PROPERTIES {
            let mut data = Sink::default();
            data.count(self.properties.all.len());
            self.properties.all.iter().for_each(|bytes| data.blob(bytes));
            out.section(sections::PROPERTIES, &data);
        }
        out.bytes
    }

    /// Lengths with the zero at the end, the last string's first; then the strings.
    fn string_section(&self) -> Sink {
        let mut data = Sink::default();
        data.count(self.strings.all.len());
        for string in self.strings.all.iter().rev() {
            data.count(string.len() + 1);
        }
        for string in &self.strings.all {
            data.bytes.extend_from_slice(string);
            data.byte(0);
        }
        data
    }

    fn dialect_section(&self, version: u64) -> Sink {
        let mut data = Sink::default();
        data.count(self.dialects.all.len());
        // Dialects' names are strings already: `file` comes after `finish`.
        for name in &self.dialects.all {
            let number = self.strings.numbers.get(name.as_bytes()).copied().unwrap_or(0);
            match version >= since::DIALECT_VERSIONS {
                true => data.flagged(number, false),
                false => data.number(number),
            }
        }
        if version >= since::OPTIONAL_LOCATIONS {
            data.count(self.ops.all.len());
        }
        for group in self.ops.all.chunk_by(|a, b| a.0 == b.0) {
            data.number(group[0].0);
            data.count(group.len());
            for &(_, name, registered) in group {
                match version >= since::PROPERTIES {
                    true => data.flagged(name, registered),
                    false => data.number(name),
                }
            }
        }
        data
    }

    fn entry_sections(&self) -> (Sink, Sink) {
        let (mut data, mut offsets) = (Sink::default(), Sink::default());
        offsets.count(self.attrs.all.len());
        offsets.count(self.types.all.len());
        for all in [&self.attrs.all, &self.types.all] {
            for group in all.chunk_by(|a, b| a.0 == b.0) {
                offsets.number(group[0].0);
                offsets.count(group.len());
                for (_, encoded, bytes) in group {
                    offsets.flagged(bytes.len() as u64, *encoded);
                    data.bytes.extend_from_slice(bytes);
                }
            }
        }
        (data, offsets)
    }

    /// Adds the strings that the sections themselves need.
    pub(super) fn finish(&mut self) {
        for name in self.dialects.all.clone() {
            self.string(name.as_bytes());
        }
    }
}

fn zero_terminated(text: &str) -> Box<[u8]> {
    text.bytes().chain([0]).collect()
}
