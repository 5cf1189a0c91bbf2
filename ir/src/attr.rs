//! Untyped attributes.
//!
//! Ops of the table keep their attributes typed, in their own structs. This untyped form is used to
//! parse and print generic syntax, by foreign ops, and for discardable attributes.

use crate::literal::{Literal, write_float_attr};
use crate::quote::{is_bare_identifier, write_quoted, write_symbol};
use crate::types::{Element, Type, TypeKind};
use std::borrow::Cow;
use std::fmt;

/// An attribute's value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attr {
    /// `unit`; in a dictionary, a name without a value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// `3 : i64`. For an unsigned type these are the bits: 2⁶⁴-1 is -1 here. Values that do not fit
    /// 64 bits are [`Opaque`](Self::Opaque).
    Int(i64, Type),
    /// `1.5 : f32`, as the bits of an `f64`.
    Float(u64, Type),
    /// `"text"`; bytes, since MLIR strings may hold any.
    String(Box<[u8]>),
    /// `@function` or `@module::@function`.
    Symbol(Box<[Box<str>]>),
    /// A type.
    Type(Type),
    /// `[a, b]`.
    Array(Box<[Attr]>),
    /// `array<i64: 1, 2>`: element type (an integer, `i1` or a float) and values;
    /// floats as the bits of an `f64`.
    DenseArray(Element, Box<[i64]>),
    /// `{name = value}`.
    Dict(AttrDict),
    /// `dense<…> : tensor<…>`.
    Dense(Literal),
    /// `loc(…)` as an attribute's value: the text between the parentheses.
    Loc(Box<str>),
    /// Anything else, as written: `#dialect.name<…>`, `affine_map<…>`,
    /// `dense_resource<…> : …`, `sparse<…> : …`, `strided<…>` …
    Opaque(Box<str>),
}

impl Attr {
    /// A 64-bit integer, the most common attribute type of StableHLO.
    pub fn i64(value: i64) -> Attr {
        Attr::Int(value, Type::scalar(Element::I64))
    }

    /// A string.
    pub fn string(text: &str) -> Attr {
        Attr::String(text.as_bytes().into())
    }

    /// `@name`.
    pub fn symbol(name: &str) -> Attr {
        Attr::Symbol(Box::new([name.into()]))
    }

    /// The integer, if it is one.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Attr::Int(value, _) => Some(*value),
            _ => None,
        }
    }

    /// The text, if it is a string of UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attr::String(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The name, if it is a symbol that isn't nested.
    pub fn as_symbol(&self) -> Option<&str> {
        match self {
            Attr::Symbol(path) if path.len() == 1 => Some(&path[0]),
            _ => None,
        }
    }
}

/// Named attributes, in the order in which they were written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttrDict {
    entries: Vec<(Name, Attr)>,
}

/// The name of an attribute: those of the op table are not allocated.
pub(crate) type Name = Cow<'static, str>;

impl AttrDict {
    /// No attributes.
    pub fn new() -> AttrDict {
        AttrDict::default()
    }

    /// No attributes, with memory for some.
    pub(crate) fn with_capacity(count: usize) -> AttrDict {
        AttrDict { entries: Vec::with_capacity(count) }
    }

    /// Whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The value under `name`.
    pub fn get(&self, name: &str) -> Option<&Attr> {
        self.entries.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }

    /// Sets the value under `name`; a new name is appended.
    pub fn set(&mut self, name: &str, value: Attr) {
        match self.entries.iter_mut().find(|(n, _)| &**n == name) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((Cow::Owned(name.to_owned()), value)),
        }
    }

    /// Sets the value under `name`, which is not copied if it is new and static.
    pub(crate) fn set_named(&mut self, name: Name, value: Attr) {
        match self.entries.iter_mut().find(|(n, _)| *n == name) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((name, value)),
        }
    }

    /// Appends an attribute, whose name may be there already.
    pub(crate) fn push(&mut self, name: Name, value: Attr) {
        self.entries.push((name, value));
    }

    /// Takes all attributes, in as much memory as they need, and keeps that in which they stood.
    pub(crate) fn take_all(&mut self) -> AttrDict {
        let mut entries = Vec::with_capacity(self.entries.len());
        entries.append(&mut self.entries);
        AttrDict { entries }
    }

    /// Removes all attributes, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Removes and returns the value under `name`.
    pub fn remove(&mut self, name: &str) -> Option<Attr> {
        let at = self.entries.iter().position(|(n, _)| &**n == name)?;
        // Most attributes are removed one by one, and the last needs no others to move.
        let last = at + 1 == self.entries.len();
        let entry = if last { self.entries.pop() } else { Some(self.entries.remove(at)) };
        entry.map(|(_, value)| value)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attr)> {
        self.entries.iter().map(|(n, a)| (&**n, a))
    }
}

impl FromIterator<(Box<str>, Attr)> for AttrDict {
    fn from_iter<I: IntoIterator<Item = (Box<str>, Attr)>>(entries: I) -> AttrDict {
        let named = entries.into_iter().map(|(name, attr)| (Cow::Owned(name.into()), attr));
        AttrDict { entries: named.collect() }
    }
}

impl fmt::Display for Attr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attr::Unit => f.write_str("unit"),
            Attr::Bool(b) => write!(f, "{b}"),
            Attr::Int(value, ty) => match ty.kind() {
                TypeKind::Scalar(e) if e.is_unsigned() => write!(f, "{} : {ty}", *value as u64),
                _ => write!(f, "{value} : {ty}"),
            },
            Attr::Float(bits, ty) => {
                write_float_attr(f, f64::from_bits(*bits), *ty)?;
                write!(f, " : {ty}")
            }
            Attr::String(bytes) => write_quoted(f, bytes),
            Attr::Symbol(path) => {
                for (i, name) in path.iter().enumerate() {
                    if i > 0 {
                        f.write_str("::")?;
                    }
                    write_symbol(f, name)?;
                }
                Ok(())
            }
            Attr::Type(ty) => ty.fmt(f),
            Attr::Array(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    // In a list, 64 bits is the default type of a number.
                    match item {
                        Attr::Int(n, ty) if *ty == Type::scalar(Element::I64) => write!(f, "{n}")?,
                        Attr::Float(bits, ty) if *ty == Type::scalar(Element::F64) => {
                            write_float_attr(f, f64::from_bits(*bits), *ty)?;
                        }
                        other => other.fmt(f)?,
                    }
                }
                f.write_str("]")
            }
            Attr::DenseArray(element, values) => {
                write!(f, "array<{element}")?;
                for (i, &v) in values.iter().enumerate() {
                    f.write_str(if i == 0 { ": " } else { ", " })?;
                    if element.is_float() {
                        let ty = Type::scalar(*element);
                        write_float_attr(f, f64::from_bits(v as u64), ty)?;
                    } else if element.is_boolean() {
                        f.write_str(if v != 0 { "true" } else { "false" })?;
                    } else {
                        write!(f, "{v}")?;
                    }
                }
                f.write_str(">")
            }
            Attr::Dict(dict) => dict.fmt(f),
            Attr::Dense(literal) => literal.fmt(f),
            Attr::Loc(text) => write!(f, "loc({text})"),
            Attr::Opaque(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for AttrDict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, (name, value)) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            if is_bare_identifier(name) {
                f.write_str(name)?;
            } else {
                write_quoted(f, name.as_bytes())?;
            }
            if *value != Attr::Unit {
                f.write_str(" = ")?;
                value.fmt(f)?;
            }
        }
        f.write_str("}")
    }
}
