//! Attributes, types and locations in the encoding of the builtin dialect, or as text if it has
//! none for them.

pub(super) mod location;

use super::sink::Sink;
use super::tables::{Form, Tables};
use crate::attr::{Attr, AttrDict};
use crate::literal::Literal;
use crate::text::attr_from_text;
use crate::types::float::FloatFormat;
use crate::types::{Element, Type, TypeKind};

const BUILTIN: &str = "builtin";

/// The dialect that the text of an attribute or type begins with: `sdy` for `#sdy.sharding<…>`.
fn dialect_of(text: &str) -> &str {
    let named = text.strip_prefix(['#', '!']).unwrap_or("");
    let end = named.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(named.len());
    if end == 0 { BUILTIN } else { &named[..end] }
}

/// The number of an attribute.
pub(super) fn attr(tables: &mut Tables, attr: &Attr) -> u64 {
    let mut data = Sink::default();
    match attr {
        Attr::Unit => data.number(7),
        Attr::Bool(flag) => {
            data.number(8);
            data.number(ty(tables, Type::scalar(Element::I1)));
            data.byte(u8::from(*flag));
        }
        Attr::Int(value, of) => match of.kind() {
            TypeKind::Scalar(element) if width_of(*element).is_some() => {
                data.number(8);
                data.number(ty(tables, *of));
                data.bits(width_of(*element).unwrap_or(64), *value as u64);
            }
            _ => return text(tables, attr),
        },
        Attr::Float(bits, of) => match of.kind() {
            TypeKind::Scalar(element) if float_bits(*element, *bits).is_some() => {
                data.number(9);
                data.number(ty(tables, *of));
                data.bits(element.bit_width(), float_bits(*element, *bits).unwrap_or(0));
            }
            _ => return text(tables, attr),
        },
        Attr::String(bytes) => return string(tables, bytes),
        Attr::Symbol(path) => {
            let Some((root, nested)) = path.split_first() else { return text(tables, attr) };
            let name = string(tables, root.as_bytes());
            if nested.is_empty() {
                data.number(4);
                data.number(name);
            } else {
                let all: Vec<u64> = nested.iter().map(|name| flat_symbol(tables, name)).collect();
                data.number(5);
                data.number(name);
                numbers(&mut data, &all);
            }
        }
        Attr::Type(of) => {
            data.number(6);
            data.number(ty(tables, *of));
        }
        Attr::Array(items) => {
            let all: Vec<u64> = items.iter().map(|item| self::attr(tables, item)).collect();
            data.number(0);
            numbers(&mut data, &all);
        }
        Attr::DenseArray(element, values) => {
            let Some(bytes) = array_bytes(*element, values) else { return text(tables, attr) };
            data.number(17);
            data.number(ty(tables, Type::scalar(*element)));
            data.count(values.len());
            data.blob(&bytes);
        }
        Attr::Dict(dict) => return dictionary(tables, dict),
        Attr::Dense(literal) => {
            let stored = literal.stored();
            let literal = stored.as_ref().unwrap_or(literal);
            // The three bytes of a TF32 are not four.
            if literal.element() == Element::TF32 {
                return text(tables, attr);
            }
            data.number(18);
            data.number(ty(tables, literal.ty()));
            data.blob(&dense_bytes(literal));
        }
        Attr::Loc(text) => return location::number(tables, text),
        Attr::Opaque(_) => return text(tables, attr),
    }
    tables.attr(BUILTIN, data)
}

fn text(tables: &mut Tables, attr: &Attr) -> u64 {
    let text = attr.to_string();
    tables.attr_text(dialect_of(&text), &text)
}

/// The number of a string that is an attribute.
pub(super) fn string(tables: &mut Tables, bytes: &[u8]) -> u64 {
    let mut data = Sink::default();
    data.number(2);
    data.number(tables.string(bytes));
    tables.attr(BUILTIN, data)
}

fn flat_symbol(tables: &mut Tables, name: &str) -> u64 {
    let mut data = Sink::default();
    data.number(4);
    data.number(string(tables, name.as_bytes()));
    tables.attr(BUILTIN, data)
}

fn numbers(data: &mut Sink, all: &[u64]) {
    data.count(all.len());
    all.iter().for_each(|&n| data.number(n));
}

/// The number of a dictionary of attributes.
pub(super) fn dictionary(tables: &mut Tables, dict: &AttrDict) -> u64 {
    let entries: Vec<(&str, u64)> =
        dict.iter().map(|(name, value)| (name, attr(tables, value))).collect();
    named(tables, &entries)
}

/// The number of a dictionary of attributes that have numbers.
pub(super) fn named(tables: &mut Tables, entries: &[(&str, u64)]) -> u64 {
    let mut data = Sink::default();
    data.number(1);
    data.count(entries.len());
    for &(name, value) in entries {
        data.number(string(tables, name.as_bytes()));
        data.number(value);
    }
    tables.attr(BUILTIN, data)
}

/// The bits of an integer's type; `None` for another element.
pub(super) fn width_of(element: Element) -> Option<u32> {
    match element {
        Element::Index => Some(64),
        _ if element.is_integer() => Some(element.bit_width()),
        _ => None,
    }
}

/// The bits of a float of this element type; `None` for another element.
pub(super) fn float_bits(element: Element, value: u64) -> Option<u64> {
    let number = f64::from_bits(value);
    match element {
        Element::F64 => Some(value),
        Element::F32 => Some(u64::from((number as f32).to_bits())),
        Element::TF32 => None,
        _ if element.is_float() => FloatFormat::of(element).map(|format| format.encode(number)),
        _ => None,
    }
}

/// The bytes of the elements of an array.
fn array_bytes(element: Element, values: &[i64]) -> Option<Vec<u8>> {
    let width = element.byte_width();
    let mut out = Vec::with_capacity(width * values.len());
    for &value in values {
        let bits = match element.is_float() {
            true => float_bits(element, value as u64)?,
            false => value as u64,
        };
        out.extend_from_slice(&bits.to_le_bytes()[..width]);
    }
    Some(out)
}

/// The bytes of a literal. Booleans are packed; a splat of them is one byte of ones or zeros.
pub(super) fn dense_bytes(literal: &Literal) -> Vec<u8> {
    let element = literal.element();
    if element.is_boolean() {
        let bytes = literal.bytes();
        if literal.is_splat() && literal.count() != 1 {
            return vec![if bytes[0] != 0 { 0xff } else { 0 }];
        }
        let pack = |chunk: &[u8]| {
            chunk.iter().enumerate().fold(0, |byte, (i, &b)| byte | u8::from(b != 0) << i)
        };
        return bytes.chunks(8).map(pack).collect();
    }
    let unused = 8u32.saturating_sub(element.bit_width());
    // The bits above an integer narrower than a byte are zero.
    literal.bytes().iter().map(|&b| b << unused >> unused).collect()
}

/// The number of a type.
pub(super) fn ty(tables: &mut Tables, of: Type) -> u64 {
    if let Some(&number) = tables.known_types.get(&(Form::Native, of)) {
        return number;
    }
    let number = new_type(tables, of);
    tables.known_types.insert((Form::Native, of), number);
    number
}

fn new_type(tables: &mut Tables, of: Type) -> u64 {
    let mut data = Sink::default();
    match of.kind() {
        TypeKind::Scalar(element) => match element {
            Element::Index => data.number(1),
            Element::BF16 => data.number(3),
            Element::F16 => data.number(4),
            Element::F32 => data.number(5),
            Element::F64 => data.number(6),
            Element::C64 | Element::C128 => {
                data.number(9);
                data.number(ty(tables, Type::scalar(element.real_part())));
            }
            _ if element.is_integer() || element.is_boolean() => {
                data.number(0);
                let sign = if element.is_unsigned() && !element.is_boolean() { 2 } else { 0 };
                data.number(u64::from(element.bit_width()) << 2 | sign);
            }
            _ => return type_text(tables, of),
        },
        TypeKind::Tensor(tensor) => {
            let encoding = match tensor.encoding.as_deref().map(attr_from_text) {
                None => None,
                Some(Ok(encoding)) => Some(attr(tables, &encoding)),
                Some(Err(_)) => return type_text(tables, of),
            };
            let element = ty(tables, Type::scalar(tensor.element));
            data.number(if encoding.is_some() { 14 } else { 13 });
            encoding.into_iter().for_each(|number| data.number(number));
            data.signed_list(&tensor.dims);
            data.number(element);
        }
        TypeKind::Unranked(element) => {
            let element = ty(tables, Type::scalar(*element));
            data.number(18);
            data.number(element);
        }
        TypeKind::Tuple(members) => {
            let all: Vec<u64> = members.iter().map(|&member| ty(tables, member)).collect();
            data.number(15);
            numbers(&mut data, &all);
        }
        TypeKind::Function(from, to) => {
            let mut list =
                |types: &[Type]| -> Vec<u64> { types.iter().map(|&of| ty(tables, of)).collect() };
            let (from, to) = (list(from), list(to));
            data.number(2);
            numbers(&mut data, &from);
            numbers(&mut data, &to);
        }
        TypeKind::Foreign(text) if &**text == "none" => data.number(12),
        TypeKind::Token
        | TypeKind::Future(_)
        | TypeKind::Struct(_)
        | TypeKind::Array(..)
        | TypeKind::Foreign(_) => return type_text(tables, of),
    }
    tables.ty(BUILTIN, data)
}

fn type_text(tables: &mut Tables, of: Type) -> u64 {
    let text = of.to_string();
    tables.type_text(dialect_of(&text), &text)
}
