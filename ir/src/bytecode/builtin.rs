//! The attributes and types of MLIR's builtin dialect.
//!
//! The codes: `mlir/IR/BuiltinDialectBytecode.td` of LLVM 22, and those that jaxlib 0.10.2 writes.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::{Lookup, none_type};
use crate::attr::{Attr, AttrDict};
use crate::literal::{Bytes, Literal};
use crate::types::float::FloatFormat;
use crate::types::{DYNAMIC, Element, Shape, TensorType, Type, TypeKind};

/// The floats whose codes begin with 21.
const NARROW: [Element; 12] = [
    Element::TF32,
    Element::F8E5M2,
    Element::F8E4M3,
    Element::F8E4M3FN,
    Element::F8E5M2FNUZ,
    Element::F8E4M3FNUZ,
    Element::F8E4M3B11FNUZ,
    Element::F8E3M4,
    Element::F4E2M1FN,
    Element::F6E2M3FN,
    Element::F6E3M2FN,
    Element::F8E8M0FNU,
];

/// An attribute of the builtin dialect that is no string of bytes alone and no location.
pub(super) fn attr<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Attr> {
    let at = data.at();
    Ok(match data.number()? {
        0 => Attr::Array(all.attrs(data)?.into()),
        1 => Attr::Dict(dictionary(all, data)?),
        3 => {
            let text = Attr::String(all.bytes(data)?.into());
            let ty = all.ty(data)?;
            Attr::Opaque(format!("{text} : {ty}").into())
        }
        4 => Attr::Symbol([all.string(data)?.into()].into()),
        5 => {
            let mut path: Vec<Box<str>> = vec![all.string(data)?.into()];
            for nested in all.attrs(data)? {
                match nested {
                    Attr::Symbol(names) => path.extend(names),
                    other => return wrong(at, format_args!("`{other}` in the path of a symbol")),
                }
            }
            Attr::Symbol(path.into())
        }
        6 => Attr::Type(all.ty(data)?),
        7 => Attr::Unit,
        8 => {
            let ty = all.ty(data)?;
            integer(at, ty, data)?
        }
        9 => {
            let ty = all.ty(data)?;
            float(at, ty, data)?
        }
        16 => {
            let ty = all.ty(data)?;
            let handle = data.number()?;
            match all.resource(handle) {
                Some(bytes) => Attr::Dense(dense(at, ty, bytes)?),
                None => return wrong(at, format_args!("the resource {handle} has no bytes")),
            }
        }
        17 => {
            let (ty, count) = (all.ty(data)?, data.number()?);
            let length = data.number()?;
            dense_array(at, ty, count, data.bytes(length)?)?
        }
        18 => {
            let ty = all.ty(data)?;
            let length = data.number()?;
            Attr::Dense(dense(at, ty, data.bytes(length)?)?)
        }
        code => return wrong(at, format_args!("hloom reads no builtin attribute of code {code}")),
    })
}

/// A dictionary: names and attributes.
pub(super) fn dictionary<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<AttrDict> {
    let count = data.count()?;
    let mut dict = AttrDict::with_capacity(count.min(16));
    for _ in 0..count {
        let name = all.string(data)?.into_owned();
        dict.push(name.into(), all.attr(data)?);
    }
    Ok(dict)
}

/// A type of the builtin dialect.
pub(super) fn ty<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Type> {
    let at = data.at();
    Ok(match data.number()? {
        0 => {
            let n = data.number()?;
            integer_type(n >> 2, n & 3)
        }
        1 => Type::scalar(Element::Index),
        2 => {
            let (from, to) = (all.types(data)?, all.types(data)?);
            Type::function(&from, &to)
        }
        3 => Type::scalar(Element::BF16),
        4 => Type::scalar(Element::F16),
        5 => Type::scalar(Element::F32),
        6 => Type::scalar(Element::F64),
        9 => {
            let part = all.ty(data)?;
            match scalar_of(part).and_then(Element::complex_of) {
                Some(element) => Type::scalar(element),
                None => return wrong(at, format_args!("a complex number of {part}")),
            }
        }
        12 => none_type(),
        13 => {
            let dims = data.signed_list()?;
            let element = all.ty(data)?;
            tensor(at, &dims, element, None)?
        }
        14 => {
            let encoding = all.attr(data)?;
            let dims = data.signed_list()?;
            let element = all.ty(data)?;
            tensor(at, &dims, element, Some(encoding))?
        }
        15 => Type::tuple(&all.types(data)?),
        18 => {
            let element = all.ty(data)?;
            unranked(at, element)?
        }
        // Since MLIR 23.
        code @ 21..=32 => Type::scalar(NARROW[code as usize - 21]),
        code => return wrong(at, format_args!("hloom reads no builtin type of code {code}")),
    })
}

/// An integer of some width: signless, `si` or `ui`.
fn integer_type(width: u64, sign: u64) -> Type {
    let prefix = ["i", "si", "ui"].get(sign as usize).copied().unwrap_or("i");
    let name = format!("{prefix}{width}");
    match Element::from_name(&name) {
        Some(element) => Type::scalar(element),
        None => Type::new(TypeKind::Foreign(name.into())),
    }
}

/// A tensor with an encoding.
pub(super) fn tensor(at: usize, dims: &[i64], element: Type, encoding: Option<Attr>) -> Read<Type> {
    if let Some(&n) = dims.iter().find(|&&n| n < 0 && n != DYNAMIC) {
        return wrong(at, format_args!("the extent {n}"));
    }
    let Some(element) = scalar_of(element) else {
        return wrong(at, format_args!("a tensor of {element}"));
    };
    let encoding = encoding.map(|attr| TensorType::canonical_encoding(&attr.to_string()));
    Ok(TensorType { dims: Shape::from_slice(dims), element, encoding }.into())
}

/// A tensor of unknown rank.
pub(super) fn unranked(at: usize, element: Type) -> Read<Type> {
    match scalar_of(element) {
        Some(element) => Ok(Type::new(TypeKind::Unranked(element))),
        None => wrong(at, format_args!("a tensor of {element}")),
    }
}

/// The element that a type outside of tensors is.
pub(super) fn scalar_of(ty: Type) -> Option<Element> {
    match ty.kind() {
        TypeKind::Scalar(element) => Some(*element),
        _ => None,
    }
}

/// The number of bits of an integer's type in bytecode.
fn width_of(element: Element) -> u32 {
    if element == Element::Index { 64 } else { element.bit_width() }
}

/// An integer of a type.
pub(super) fn integer(at: usize, ty: Type, data: &mut Cursor<'_>) -> Read<Attr> {
    let element =
        scalar_of(ty).filter(|e| e.is_integer() || e.is_boolean() || *e == Element::Index);
    let Some(element) = element else {
        return wrong(at, format_args!("an integer of type {ty}"));
    };
    let bits = data.bits(width_of(element))? as u64;
    if element.is_boolean() {
        return Ok(Attr::Bool(bits & 1 == 1));
    }
    let unused = 64 - width_of(element);
    let value = match element.is_unsigned() {
        true => (bits << unused >> unused) as i64,
        false => (bits << unused) as i64 >> unused,
    };
    Ok(Attr::Int(value, ty))
}

/// A float of a type.
pub(super) fn float(at: usize, ty: Type, data: &mut Cursor<'_>) -> Read<Attr> {
    let Some(element) = scalar_of(ty).filter(|e| e.is_float()) else {
        return wrong(at, format_args!("a float of type {ty}"));
    };
    let bits = data.bits(element.bit_width())? as u64;
    Ok(Attr::Float(float_value(element, bits).to_bits(), ty))
}

/// The number that a float's bits are.
pub(super) fn float_value(element: Element, bits: u64) -> f64 {
    match element {
        Element::F64 => f64::from_bits(bits),
        Element::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => FloatFormat::of(element).map_or(f64::NAN, |format| format.decode(bits)),
    }
}

/// The bytes of a literal. Booleans are one byte each, or packed.
pub(super) fn dense(at: usize, ty: Type, bytes: &[u8]) -> Read<Literal> {
    let Some((tensor, count)) = ty.as_tensor().and_then(|t| Some((t, t.count()?))) else {
        return wrong(at, format_args!("a literal of type {ty}"));
    };
    let width = tensor.element.byte_width();
    let literal = if tensor.element.is_boolean() {
        match bytes {
            // Booleans that are all equal: one byte of ones or zeros.
            [one @ (0 | 0xff)] => Literal::splat(ty, &[one & 1]),
            _ if bytes.len() == count.div_ceil(8) && bytes.len() != count => {
                let bit = |i: usize| bytes[i / 8] >> (i % 8) & 1;
                let all: Vec<u8> = (0..count).map(bit).collect();
                Literal::new(ty, Bytes::from(&all[..]))
            }
            _ => {
                let all: Vec<u8> = bytes.iter().map(|&b| u8::from(b != 0)).collect();
                Literal::new(ty, Bytes::from(&all[..]))
            }
        }
    } else if bytes.len() == width && count != 1 {
        Literal::splat(ty, &sign_extended(tensor.element, bytes))
    } else {
        Literal::new(ty, Bytes::from(&sign_extended(tensor.element, bytes)[..]))
    };
    literal.or_else(|_| wrong(at, format_args!("{ty} has no literal of {} bytes", bytes.len())))
}

/// Integers narrower than a byte: the bits above are undefined in bytecode, and have the sign here.
fn sign_extended(element: Element, bytes: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    let unused = 8u32.saturating_sub(element.bit_width());
    if unused == 0 || !element.is_integer() {
        return bytes.into();
    }
    let one = |&b: &u8| match element.is_unsigned() {
        true => b << unused >> unused,
        false => ((b << unused) as i8 >> unused) as u8,
    };
    bytes.iter().map(one).collect()
}

fn dense_array(at: usize, ty: Type, count: u64, bytes: &[u8]) -> Read<Attr> {
    let Some(element) = scalar_of(ty) else {
        return wrong(at, format_args!("an array of {ty}"));
    };
    let width = element.byte_width();
    if bytes.len() as u64 != count.saturating_mul(width as u64) {
        return wrong(at, format_args!("{count} elements of {ty} in {} bytes", bytes.len()));
    }
    let value = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..width.min(8)].copy_from_slice(&chunk[..width.min(8)]);
        let bits = u64::from_le_bytes(word);
        if element.is_float() {
            return float_value(element, bits).to_bits() as i64;
        }
        let unused = 64 - 8 * width.min(8) as u32;
        match element.is_unsigned() || element.is_boolean() {
            true => bits as i64,
            false => (bits << unused) as i64 >> unused,
        }
    };
    Ok(Attr::DenseArray(element, bytes.chunks_exact(width).map(value).collect()))
}
