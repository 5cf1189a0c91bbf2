//! Ops from their names, attributes and properties.
//!
//! Equal attributes and properties have one number in a file, so that most ops of a program have been
//! made before: they are kept by these numbers and the types of their results.

use super::cursor::Cursor;
use super::entries::Entries;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::sections::OpName;
use super::{sdy, vhlo};
use crate::attr::{Attr, AttrDict};
use crate::field::Style;
use crate::op::{FieldReader, OpEntry};
use crate::ops::{self, Foreign, Op};
use crate::text::legacy;
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// An op of the file's table of names.
pub(super) struct OpKind {
    /// Its name in VHLO, with its version.
    pub(super) vhlo: Option<String>,
    /// Its name in the module.
    pub(super) name: String,
    pub(super) entry: Option<&'static OpEntry>,
    /// The name of the op that replaces it, if it is a legacy one.
    pub(super) newer: Option<&'static str>,
    pub(super) registered: bool,
}

/// The parts of the file that decide an op's kind and attributes.
#[derive(PartialEq, Eq, Hash)]
struct MadeKey {
    kind: *const OpKind,
    attrs: Option<u64>,
    properties: Option<u64>,
    results: SmallVec<[Type; 2]>,
}

/// An op, and its discardable attributes.
#[derive(Clone)]
pub(super) struct Made {
    /// The number of attributes, those in others too.
    pub(super) size: u64,
    pub(super) op: Op,
    pub(super) attrs: AttrDict,
}

/// The parts of an op in the file.
pub(super) struct OpParts<'a> {
    /// The place and the number of the attributes.
    pub(super) attrs: Option<(usize, u64)>,
    /// The place and the number of the properties.
    pub(super) properties: Option<(usize, u64)>,
    /// The types of the results.
    pub(super) results: &'a [Type],
    /// The type of the first operand.
    pub(super) first: Option<Type>,
    /// Whether it has successors.
    pub(super) edges: bool,
}

/// The attributes and types of a file, and the ops that were made of them.
pub(super) struct OpMaker<'b> {
    pub(super) entries: Entries<'b>,
    /// The ops of the table of names, outside of functions and directly in them.
    kinds: Vec<[Option<Rc<OpKind>>; 2]>,
    made: FxHashMap<MadeKey, Made>,
}

impl<'b> OpMaker<'b> {
    /// Nothing is made yet.
    pub(super) fn new(entries: Entries<'b>) -> OpMaker<'b> {
        OpMaker { entries, kinds: Vec::new(), made: FxHashMap::default() }
    }

    /// The op of these parts.
    pub(super) fn made(&mut self, at: usize, kind: &Rc<OpKind>, parts: &OpParts<'_>) -> Read<Made> {
        // Legacy ops depend on their operands too.
        if kind.newer.is_some() || parts.edges {
            return self.make(at, kind, parts);
        }
        let key = MadeKey {
            kind: Rc::as_ptr(kind),
            attrs: parts.attrs.map(|(_, index)| index),
            properties: parts.properties.map(|(_, index)| index),
            results: parts.results.iter().copied().collect(),
        };
        if let Some(made) = self.made.get(&key) {
            self.entries.spend(at, made.size)?;
            return Ok(made.clone());
        }
        let before = std::mem::take(&mut self.entries.inside);
        let mut made = self.make(at, kind, parts)?;
        made.size = std::mem::replace(&mut self.entries.inside, before);
        self.entries.spend(at, made.size)?;
        self.made.insert(key, made.clone());
        Ok(made)
    }

    /// The op of this number, inside of an op of the name `parent`.
    pub(super) fn kind(&mut self, at: usize, index: u64, parent: &str) -> Read<Rc<OpKind>> {
        let names = &self.entries.file.ops;
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < names.len()) else {
            return wrong(at, format!("there is no op name {index}: there are {}", names.len()));
        };
        if self.kinds.len() < names.len() {
            self.kinds.resize(names.len(), [None, None]);
        }
        // Only the end of a function differs from that of another region.
        let known = &mut self.kinds[i][usize::from(parent == "func.func")];
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let OpName { full, registered } = &names[i];
        let vhlo = full.strip_prefix("vhlo.").map(str::to_owned);
        let name = match &vhlo {
            Some(op) => vhlo::ops::name(op, parent),
            None => full.clone(),
        };
        let (entry, newer) = (ops::lookup(&name), legacy::newer(&name));
        let kind = Rc::new(OpKind { vhlo, name, entry, newer, registered: *registered });
        *known = Some(kind.clone());
        Ok(kind)
    }

    /// Makes an op of these attributes and properties, by their places and numbers.
    fn make(&mut self, at: usize, kind: &OpKind, parts: &OpParts<'_>) -> Read<Made> {
        let OpParts { attrs, properties, results, first, .. } = *parts;
        let mut attrs = match attrs {
            None => AttrDict::new(),
            Some((at, index)) => dictionary(&mut self.entries, at, index)?,
        };
        let mut properties = match properties {
            None => AttrDict::new(),
            Some((at, index)) => {
                let all = &self.entries.file.properties;
                let Some(mut data) = usize::try_from(index).ok().and_then(|i| all.get(i)).cloned()
                else {
                    return wrong(at, format!("there are no properties {index}"));
                };
                if kind.registered {
                    self.properties(data, &kind.name, kind.vhlo.as_deref(), kind.entry)?
                } else {
                    // A writer that doesn't know the op writes a dictionary.
                    let dict = dictionary(&mut self.entries, data.at(), data.number()?)?;
                    data.finish("the properties")?;
                    dict
                }
            }
        };
        if let Some(op) = &kind.vhlo {
            for (name, attr) in properties.iter() {
                attrs.set(name, attr.clone());
            }
            if !attrs.is_empty() {
                attrs = vhlo::ops::convert(op, attrs, at)?;
            }
        } else if kind.entry.is_some() {
            let discardable = std::mem::replace(&mut attrs, std::mem::take(&mut properties));
            for (name, attr) in discardable.iter() {
                attrs.set(name, attr.clone());
            }
        }
        let (mut name, mut entry) = (&*kind.name, kind.entry);
        if let Some(newer) = kind.newer {
            let sizes = attrs.remove("broadcast_sizes");
            match legacy::replacement(name, first, results.first().copied(), sizes) {
                Ok(Some((name, attr))) => attrs.set(name, attr),
                Ok(None) => {}
                Err(message) => return wrong(at, message),
            }
            (name, entry) = (newer, ops::lookup(newer));
        }
        // A branch divides its operands by its edges, which are no attributes here.
        let mut segments = Vec::new();
        for name in ["operandSegmentSizes", "case_operand_segments"] {
            if parts.edges && entry.is_some() {
                segments.extend(attrs.remove(name).map(|attr| (name, attr)));
            }
        }
        let op = self.typed(at, name, entry, &mut attrs, properties, results)?;
        for (name, attr) in segments {
            attrs.set(name, attr);
        }
        Ok(Made { size: 0, op, attrs })
    }

    /// An op with its typed attributes, which are taken from `attrs`.
    fn typed(
        &self,
        at: usize,
        name: &str,
        entry: Option<&'static OpEntry>,
        attrs: &mut AttrDict,
        properties: AttrDict,
        results: &[Type],
    ) -> Read<Op> {
        // Without attributes of arguments there is no list of them, as in text.
        for name in ["arg_attrs", "res_attrs"] {
            if !attrs.is_empty()
                && let Some(Attr::Array(all)) = attrs.get(name)
                && all.iter().all(|it| matches!(it, Attr::Dict(dict) if dict.is_empty()))
            {
                attrs.remove(name);
            }
        }
        let Some(entry) = entry else {
            let attrs = std::mem::take(attrs);
            let results = results.into();
            return Ok(Foreign { name: name.into(), attrs, properties, results }.into());
        };
        match (entry.read)(&mut FieldReader { dict: attrs, results }) {
            Ok(op) => Ok(op),
            Err(field) => wrong(at, format!("`{name}`: {}: {}", field.name, field.why)),
        }
    }

    /// The properties of an op that the writer knew.
    fn properties(
        &mut self,
        mut data: Cursor<'b>,
        name: &str,
        vhlo_op: Option<&str>,
        entry: Option<&'static OpEntry>,
    ) -> Read<AttrDict> {
        let at = data.at();
        let mut all = AttrDict::new();
        if let Some(op) = vhlo_op {
            let Some(names) = vhlo::ops::properties(op) else {
                return wrong(at, format!("hloom knows no op `vhlo.{op}`"));
            };
            for name in names {
                all.set(name, self.entries.attr(&mut data)?);
            }
        } else if let Some(names) = sdy::properties(name) {
            for name in names {
                all.set(name, self.entries.attr(&mut data)?);
            }
        } else {
            let Some(entry) = entry else {
                return wrong(at, format!("the properties of `{name}`, which hloom doesn't know"));
            };
            // Releases of MLIR differ in a few attributes: the first set that fits is the writer's.
            let sets: &[&[&str]] = match name {
                "func.func" => &[&[], &["no_inline"]],
                "func.call" => &[&[], &["no_inline"], &["arg_attrs", "no_inline", "res_attrs"]],
                _ => &[&[]],
            };
            for (i, added) in sets.iter().enumerate() {
                let mut rest = data.clone();
                let read = self.known_properties(&mut rest, name, entry, added);
                if read.is_ok() || i + 1 == sets.len() {
                    return read;
                }
            }
        }
        data.finish(&format!("the properties of `{name}`"))?;
        Ok(all)
    }

    /// The properties of an op of the table, and of optional attributes that newer releases add: in
    /// the order of their names, as upstream's generated code writes them.
    fn known_properties(
        &mut self,
        data: &mut Cursor<'b>,
        name: &str,
        entry: &OpEntry,
        added: &[&'static str],
    ) -> Read<AttrDict> {
        let written = entry.def.attrs.iter().filter(|def| def.style != Style::ResultType);
        let mut defs: Vec<(&str, bool)> = written.map(|def| (def.name, def.optional)).collect();
        defs.extend(added.iter().map(|&name| (name, true)));
        defs.sort_unstable();
        let mut all = AttrDict::new();
        for (name, optional) in defs {
            let attr = match optional {
                true => self.entries.optional_attr(data)?,
                false => Some(self.entries.attr(data)?),
            };
            if let Some(attr) = attr {
                all.set(name, attr);
            }
        }
        data.finish(&format!("the properties of `{name}`"))?;
        Ok(all)
    }
}

/// The attribute of this number, which is a dictionary.
fn dictionary(entries: &mut Entries<'_>, at: usize, index: u64) -> Read<AttrDict> {
    match entries.attr_number(at, index)? {
        Attr::Dict(dict) => Ok(dict),
        other => wrong(at, format!("attributes were expected, not `{other}`")),
    }
}
