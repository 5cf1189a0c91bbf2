//! Ops from their names, attributes and properties.
//!
//! Equal attributes and properties have one number in a file, so that most ops of a program have been
//! made before: they are kept by these numbers and the types of their results.

use super::cursor::Cursor;
use super::entries::Entries;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::sections::{Dialect, OpName};
use super::vhlo::ops::OpVersion;
use super::vhlo::rules::Rule;
use super::{sdy, vhlo};
use crate::attr::{Attr, AttrDict};
use crate::few::FewMap;
use crate::field::Style;
use crate::id::OpId;
use crate::module::Module;
use crate::op::{FieldReader, OpEntry};
use crate::ops::{self, Foreign, Op};
use crate::text::legacy;
use crate::types::{Type, Types};
use std::borrow::Cow;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::OnceLock;

/// The number of different ops that are searched one by one.
const FEW: usize = 14;

/// An op of the file's table of names.
pub(super) struct OpKind<'b> {
    /// Its name in VHLO, with its version.
    vhlo: Option<Vhlo<'b>>,
    /// Its name in the module.
    pub(super) name: Cow<'static, str>,
    entry: Option<&'static OpEntry>,
    /// The name of the op that replaces it, if it is a legacy one.
    pub(super) newer: Option<&'static str>,
    /// The names of the properties that writers of several releases know, and whether they may be
    /// absent, in the order of their encoding.
    layouts: OnceLock<Vec<Layout>>,
    /// Whether it is a conversion between types that may be one here.
    pub(super) is_cast: bool,
}

/// A kind of op of a file: one of the table of ops or of that of VHLO's, which is the same in all files,
/// or its own.
#[derive(Clone)]
pub(super) enum KindRef<'b> {
    Known(&'static OpKind<'static>),
    Own(Rc<OpKind<'b>>),
}

impl<'b> Deref for KindRef<'b> {
    type Target = OpKind<'b>;

    fn deref(&self) -> &OpKind<'b> {
        match self {
            KindRef::Known(kind) => kind,
            KindRef::Own(kind) => kind,
        }
    }
}

/// The kind of an op of VHLO's table, outside of functions or directly in one.
fn known(version: &'static OpVersion, in_function: bool) -> &'static OpKind<'static> {
    static KINDS: OnceLock<Vec<[OnceLock<OpKind<'static>>; 2]>> = OnceLock::new();
    let kinds = KINDS.get_or_init(|| (0..vhlo::ops::count()).map(|_| Default::default()).collect());
    let parent = if in_function { "func.func" } else { "" };
    kinds[version.number][usize::from(in_function)]
        .get_or_init(|| OpKind::of_vhlo(version.name, parent))
}

/// The kind of the op at a place of the table of ops.
fn of_table(position: usize) -> &'static OpKind<'static> {
    static KINDS: OnceLock<Vec<OnceLock<OpKind<'static>>>> = OnceLock::new();
    let kinds = KINDS.get_or_init(|| ops::TABLE.iter().map(|_| Default::default()).collect());
    kinds[position].get_or_init(|| OpKind::named(ops::TABLE[position].def.name.into()))
}

/// The names of properties, and whether they may be absent.
type Layout = Vec<(&'static str, bool)>;

/// An op of VHLO.
#[derive(Clone, Copy)]
struct Vhlo<'b> {
    /// The name with its version.
    name: &'b str,
    /// The name without its version.
    short: &'b str,
    /// Its row in the table.
    version: Option<&'static OpVersion>,
}

/// The parts of the file that decide an op's kind and attributes.
#[derive(PartialEq, Eq, Hash)]
struct MadeKey {
    kind: u64,
    /// The number of the attributes; the greatest for none.
    attrs: u64,
    /// The number of the properties; the greatest for none.
    properties: u64,
    results: Types,
}

/// An op, and its discardable attributes.
pub(super) struct Made {
    pub(super) op: Op,
    pub(super) attrs: AttrDict,
    /// The op of the module that it is a copy of, with results of the same types.
    pub(super) copied: Option<OpId>,
}

/// The parts of an op in the file.
pub(super) struct OpParts<'a> {
    /// Twice the number in the table of names, and one more in a function.
    pub(super) kind: u64,
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
    kinds: Vec<[Option<KindRef<'b>>; 2]>,
    /// The ops that were made before, in the module, and their numbers of attributes.
    made: FewMap<MadeKey, (OpId, u64), FEW>,
    /// The attributes of the op that is being made; kept for its memory.
    attrs: AttrDict,
}

impl<'b> OpMaker<'b> {
    /// Nothing is made yet.
    pub(super) fn new(entries: Entries<'b>) -> OpMaker<'b> {
        let kinds = vec![[None, None]; entries.file.ops.len()];
        OpMaker { entries, kinds, made: FewMap::default(), attrs: AttrDict::with_capacity(12) }
    }

    /// The op of these parts, the next one of the module: a copy of one that it has, if there is an equal
    /// one.
    pub(super) fn made(
        &mut self,
        at: usize,
        kind: &OpKind<'b>,
        parts: &OpParts<'_>,
        module: &Module,
    ) -> Read<Made> {
        let (attrs, properties) = (parts.attrs, parts.properties);
        // Legacy ops depend on their operands too, and an op without attributes is made at once.
        if kind.newer.is_some() || parts.edges || attrs.is_none() && properties.is_none() {
            return self.make(at, kind, parts);
        }
        let key = MadeKey {
            kind: parts.kind,
            attrs: attrs.map_or(u64::MAX, |(_, index)| index),
            properties: properties.map_or(u64::MAX, |(_, index)| index),
            results: Types::from_slice(parts.results),
        };
        if let Some(&(id, size)) = self.made.get(&key) {
            self.entries.spend(at, size)?;
            let attrs = module.discardable_attrs(id).cloned().unwrap_or_default();
            return Ok(Made { op: module.op(id).clone(), attrs, copied: Some(id) });
        }
        let before = std::mem::take(&mut self.entries.inside);
        let made = self.make(at, kind, parts)?;
        let size = std::mem::replace(&mut self.entries.inside, before);
        self.entries.spend(at, size)?;
        self.made.insert(key, (OpId::from_index(module.op_count()), size));
        Ok(made)
    }

    /// Whether the writer knew the op of these parts, so that its properties have its own encoding.
    fn is_registered(&self, parts: &OpParts<'_>) -> bool {
        let place = usize::try_from(parts.kind / 2).ok();
        place.and_then(|i| self.entries.file.ops.get(i)).is_some_and(|name| name.registered)
    }

    /// The op of this number, inside of an op of the name `parent`.
    pub(super) fn kind(&mut self, at: usize, index: u64, parent: &str) -> Read<KindRef<'b>> {
        let count = self.kinds.len();
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < count) else {
            return wrong(at, format_args!("there is no op name {index}: there are {count}"));
        };
        // Only the end of a function differs from that of another region.
        let in_function = parent == "func.func";
        let slot = &mut self.kinds[i][usize::from(in_function)];
        if let Some(kind) = slot {
            return Ok(kind.clone());
        }
        let name = self.entries.file.ops[i];
        let kind = match name {
            OpName { dialect: Dialect::Vhlo, name, .. } if !name.is_empty() => {
                match vhlo::ops::version(name) {
                    Some(version) => KindRef::Known(known(version, in_function)),
                    None => KindRef::Own(Rc::new(OpKind::of_vhlo(name, parent))),
                }
            }
            name => {
                let name = full_name(name);
                match ops::position(&name) {
                    Some(position) => KindRef::Known(of_table(position)),
                    None => KindRef::Own(Rc::new(OpKind::named(name.into()))),
                }
            }
        };
        *slot = Some(kind.clone());
        Ok(kind)
    }

    /// Makes an op of these attributes and properties, by their places and numbers.
    fn make(&mut self, at: usize, kind: &OpKind<'b>, parts: &OpParts<'_>) -> Read<Made> {
        let mut attrs = std::mem::take(&mut self.attrs);
        attrs.clear();
        let mut foreign = AttrDict::new();
        let data = match parts.properties {
            None => None,
            Some((at, index)) => {
                let all = &self.entries.file.properties;
                match usize::try_from(index).ok().and_then(|i| all.get(i)) {
                    Some(data) => Some(data.clone()),
                    None => return wrong(at, format_args!("there are no properties {index}")),
                }
            }
        };
        if let Some(vhlo) = kind.vhlo {
            self.vhlo_attrs(at, kind, vhlo, parts, data, &mut attrs)?;
        } else {
            // Attributes override properties.
            let properties = if kind.entry.is_some() { &mut attrs } else { &mut foreign };
            if let Some(data) = data {
                self.properties(data, kind, self.is_registered(parts), properties)?;
            }
            if let Some((at, index)) = parts.attrs {
                self.entries.dictionary(at, index, &mut |name, attr| {
                    attrs.set(name, attr.into_owned());
                    Ok(())
                })?;
            }
        }
        let (mut name, mut entry) = (&*kind.name, kind.entry);
        if let Some(newer) = kind.newer {
            let sizes = attrs.remove("broadcast_sizes");
            match legacy::replacement(name, parts.first, parts.results.first().copied(), sizes) {
                Ok(Some((name, attr))) => attrs.set(name, attr),
                Ok(None) => {}
                Err(message) => return wrong(at, message),
            }
            (name, entry) = (newer, ops::lookup(newer));
        }
        // A branch divides its operands by its edges, which are no attributes here.
        let mut segments = Vec::new();
        if parts.edges && entry.is_some() {
            let names = ["operandSegmentSizes", "case_operand_segments"];
            segments.extend(names.map(|name| (name, attrs.remove(name))));
        }
        let op = typed(at, name, entry, &mut attrs, foreign, parts.results)?;
        for (name, attr) in segments {
            attr.into_iter().for_each(|attr| attrs.set(name, attr));
        }
        let rest = if attrs.is_empty() { AttrDict::new() } else { attrs.take_all() };
        // The memory is used again.
        self.attrs = attrs;
        Ok(Made { op, attrs: rest, copied: None })
    }

    /// The attributes and properties of an op of VHLO as attributes of StableHLO.
    fn vhlo_attrs(
        &mut self,
        at: usize,
        kind: &OpKind<'b>,
        vhlo: Vhlo<'b>,
        parts: &OpParts<'_>,
        properties: Option<Cursor<'b>>,
        made: &mut AttrDict,
    ) -> Read<()> {
        let (names, rules) = match vhlo.version {
            Some(version) => (&version.properties[..], &version.rules[..]),
            None => (&[][..], &[][..]),
        };
        let (mut any, mut layouts) = (false, false);
        let registered = self.is_registered(parts);
        let overridden = registered && properties.is_some();
        let mut set = |made: &mut AttrDict, name: &str, attr: Cow<'_, Attr>, overridden: bool| {
            any = true;
            let (name, rule) = match names.iter().position(|&known| known == name) {
                Some(_) if overridden => return Ok(()),
                Some(i) => (Cow::Borrowed(names[i]), rules[i]),
                None => (Cow::Owned(name.to_owned()), Rule::of(vhlo.short, name)),
            };
            layouts |= rule.is_layout();
            rule.apply(made, name, attr, at)
        };
        if let Some((at, index)) = parts.attrs {
            // Properties override attributes.
            let visit = &mut |name: &str, attr: Cow<'_, Attr>| set(made, name, attr, overridden);
            self.entries.dictionary(at, index, visit)?;
        }
        if let Some(mut data) = properties {
            if registered {
                if vhlo.version.is_none() {
                    let name = vhlo.name;
                    return wrong(data.at(), format_args!("hloom knows no op `vhlo.{name}`"));
                }
                for (&name, rule) in names.iter().zip(rules) {
                    any = true;
                    layouts |= rule.is_layout();
                    rule.apply(made, name.into(), self.entries.attr_ref(&mut data)?, at)?;
                }
                data.finish(format_args!("the properties of `{}`", kind.name))?;
            } else {
                // A writer that doesn't know the op writes a dictionary.
                let (at, index) = (data.at(), data.number()?);
                let visit = &mut |name: &str, attr: Cow<'_, Attr>| set(made, name, attr, false);
                self.entries.dictionary(at, index, visit)?;
                data.finish("the properties")?;
            }
        }
        if any { vhlo::ops::finish(vhlo.short, made, layouts, at) } else { Ok(()) }
    }

    /// The properties of an op that is not one of VHLO.
    fn properties(
        &mut self,
        mut data: Cursor<'b>,
        kind: &OpKind<'b>,
        registered: bool,
        all: &mut AttrDict,
    ) -> Read<()> {
        let name = &*kind.name;
        if !registered {
            // A writer that doesn't know the op writes a dictionary.
            let (at, index) = (data.at(), data.number()?);
            self.entries.dictionary(at, index, &mut |name, attr| {
                all.set(name, attr.into_owned());
                Ok(())
            })?;
            return data.finish("the properties");
        }
        if let Some(names) = sdy::properties(name) {
            for &name in names {
                all.set_named(name.into(), self.entries.attr(&mut data)?);
            }
            return data.finish(format_args!("the properties of `{name}`"));
        }
        let layouts = kind.layouts.get_or_init(|| kind.entry.map(layouts).unwrap_or_default());
        for (i, layout) in layouts.iter().enumerate() {
            all.clear();
            let read = self.known_properties(data.clone(), name, layout, all);
            if read.is_ok() || i + 1 == layouts.len() {
                return read;
            }
        }
        wrong(data.at(), format_args!("the properties of `{name}`, which hloom doesn't know"))
    }

    /// The properties of these names.
    fn known_properties(
        &mut self,
        mut data: Cursor<'b>,
        name: &str,
        layout: &[(&'static str, bool)],
        all: &mut AttrDict,
    ) -> Read<()> {
        for &(name, optional) in layout {
            let attr = match optional {
                true => self.entries.optional_attr(&mut data)?,
                false => Some(self.entries.attr(&mut data)?),
            };
            if let Some(attr) = attr {
                all.set_named(name.into(), attr);
            }
        }
        data.finish(format_args!("the properties of `{name}`"))
    }
}

/// The name of an op in the module, if it is not one of VHLO.
fn full_name(OpName { dialect, name, .. }: OpName<'_>) -> String {
    match name.is_empty() {
        true => dialect.name().to_owned(),
        false => [dialect.name(), ".", name].concat(),
    }
}

impl<'b> OpKind<'b> {
    /// The op of VHLO of this name, inside of an op of the name `parent`.
    fn of_vhlo(name: &'b str, parent: &str) -> OpKind<'b> {
        let version = vhlo::ops::version(name);
        let short = version.map_or_else(|| vhlo::ops::unversioned(name), |it| it.short);
        let vhlo = Some(Vhlo { name, short, version });
        match version {
            Some(_) if short == "return" && parent == "func.func" => {
                OpKind { vhlo, ..OpKind::named("func.return".into()) }
            }
            Some(version) => {
                let name = Cow::Borrowed(&*version.full);
                OpKind { vhlo, ..OpKind::with_entry(name, version.entry) }
            }
            None => OpKind { vhlo, ..OpKind::named(vhlo::ops::name(name, parent).into()) },
        }
    }

    /// The op of this name in the module.
    fn named(name: Cow<'static, str>) -> OpKind<'b> {
        let entry = ops::lookup(&name);
        OpKind::with_entry(name, entry)
    }

    /// The op of this name in the module, and its entry in the table.
    fn with_entry(name: Cow<'static, str>, entry: Option<&'static OpEntry>) -> OpKind<'b> {
        let newer = legacy::newer(&name);
        let is_cast = name == "builtin.unrealized_conversion_cast";
        OpKind { vhlo: None, name, entry, newer, layouts: OnceLock::new(), is_cast }
    }
}

/// The properties of an op of the table, and of optional attributes that newer releases add: in the
/// order of their names, as upstream's generated code writes them.
///
/// Releases of MLIR differ in a few attributes: the first list that fits is the writer's.
fn layouts(entry: &OpEntry) -> Vec<Layout> {
    let sets: &[&[&str]] = match entry.def.name {
        "func.func" => &[&[], &["no_inline"]],
        "func.call" => &[&[], &["no_inline"], &["arg_attrs", "no_inline", "res_attrs"]],
        _ => &[&[]],
    };
    let layout = |added: &&[&'static str]| {
        let written = entry.def.attrs.iter().filter(|def| def.style != Style::ResultType);
        let mut defs: Vec<(&str, bool)> = written.map(|def| (def.name, def.optional)).collect();
        defs.extend(added.iter().map(|&name| (name, true)));
        defs.sort_unstable();
        defs
    };
    sets.iter().map(layout).collect()
}

/// An op with its typed attributes, which are taken from `attrs`.
fn typed(
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
        Err(field) => wrong(at, format_args!("`{name}`: {}: {}", field.name, field.why)),
    }
}
