//! VHLO, the versioned form of StableHLO in portable artifacts.
//!
//! Its attributes and types are read as those of StableHLO and of the builtin dialect at once
//! (this module); its ops become StableHLO's by [`ops`]. The codes: `VhloBytecode.cpp` and
//! `VhloEnums.td` of openxla/stablehlo, version 1.16.

pub(super) mod ops;
pub(super) mod rules;

use super::builtin::{dense, dictionary, float, integer, scalar_of, tensor, unranked};
use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::{Lookup, none_type};
use super::text::{
    COMPARISON_DIRECTION, COMPARISON_TYPE, FFT_TYPE, PRECISION, RESULT_ACCURACY_MODE,
    RNG_ALGORITHM, RNG_DISTRIBUTION, TRANSPOSE, alias, bounds, mesh, mesh_axes, quoted,
    result_accuracy,
};
use crate::attr::Attr;
use crate::types::intern::Interned;
use crate::types::{DYNAMIC, Element, Quant, Type, TypeKind};
use std::sync::OnceLock;

/// The types that are elements, by code.
pub(super) const ELEMENTS: [(u64, Element); 30] = [
    (0, Element::I1),
    (2, Element::BF16),
    (3, Element::F16),
    (4, Element::F32),
    (5, Element::F64),
    (6, Element::F8E4M3FN),
    (7, Element::F8E5M2),
    (9, Element::Index),
    (10, Element::I4),
    (11, Element::I8),
    (12, Element::I16),
    (13, Element::I32),
    (14, Element::I64),
    (15, Element::U4),
    (16, Element::U8),
    (17, Element::U16),
    (18, Element::U32),
    (19, Element::U64),
    (27, Element::F8E4M3FNUZ),
    (28, Element::F8E5M2FNUZ),
    (29, Element::F8E4M3B11FNUZ),
    (31, Element::I2),
    (32, Element::U2),
    (34, Element::TF32),
    (35, Element::F8E4M3),
    (36, Element::F8E3M4),
    (37, Element::F4E2M1FN),
    (38, Element::F6E2M3FN),
    (39, Element::F6E3M2FN),
    (40, Element::F8E8M0FNU),
];

/// The types of [`ELEMENTS`], each at its code.
fn scalars() -> &'static [Option<Type>] {
    static SCALARS: OnceLock<Vec<Option<Type>>> = OnceLock::new();
    SCALARS.get_or_init(|| {
        let most = ELEMENTS.iter().map(|(code, _)| *code).max().unwrap_or(0);
        let element = |code| ELEMENTS.iter().find(|(it, _)| *it == code).map(|(_, it)| *it);
        (0..=most).map(|code| element(code).map(Type::scalar)).collect()
    })
}

/// An attribute of VHLO, which is no string, as StableHLO has it.
pub(super) fn attr<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Attr> {
    let at = data.at();
    let opaque = |text: String| Ok(Attr::Opaque(text.into()));
    match data.number()? {
        1 => Ok(Attr::Array(all.attrs(data)?.into())),
        2 => Ok(Attr::Bool(data.number()? != 0)),
        3 => COMPARISON_DIRECTION.attr(data),
        4 => COMPARISON_TYPE.attr(data),
        5 => {
            let version = data.number()?;
            let version = i64::try_from(version).unwrap_or(i64::MAX);
            Ok(Attr::Int(version, Type::scalar(Element::I32)))
        }
        6 => Ok(Attr::Dict(dictionary(all, data)?)),
        7 => FFT_TYPE.attr(data),
        8 => {
            let ty = all.ty(data)?;
            float(at, ty, data)
        }
        9 => {
            let ty = all.ty(data)?;
            integer(at, ty, data)
        }
        10 => opaque(alias(data)?),
        11 => PRECISION.attr(data),
        12 => RNG_ALGORITHM.attr(data),
        13 => RNG_DISTRIBUTION.attr(data),
        15 => {
            let ty = all.ty(data)?;
            let length = data.number()?;
            Ok(Attr::Dense(dense(at, ty, data.bytes(length)?)?))
        }
        16 => TRANSPOSE.attr(data),
        17 => Ok(Attr::Type(all.ty(data)?)),
        18 => opaque(bounds(&data.signed_list()?)),
        19 => RESULT_ACCURACY_MODE.attr(data),
        20 => opaque(result_accuracy(all, data)?),
        21 => {
            let (before, size) = (data.signed()?, data.signed()?);
            opaque(format!("({before}){size}"))
        }
        22 => {
            let name = quoted(&all.string(data)?);
            if data.number()? == 0 {
                return opaque(format!("#stablehlo.axis_ref<name = {name}>"));
            }
            let part = all.attr(data)?;
            opaque(format!("#stablehlo.axis_ref<name = {name}, sub_axis_info = {part}>"))
        }
        23 => {
            let mesh = match all.attr(data)? {
                Attr::String(name) => Attr::symbol(&String::from_utf8_lossy(&name)),
                other => other,
            };
            let axes = all.attr(data)?;
            opaque(mesh_axes(&mesh, &axes))
        }
        24 => {
            let name = quoted(&all.string(data)?);
            let size = data.signed()?;
            opaque(format!("#stablehlo.mesh_axis<name = {name}, size = {size}>"))
        }
        25 => {
            let axes = all.attr(data)?;
            let ids = all.optional_attr(data)?;
            opaque(mesh(&axes, ids.as_ref()))
        }
        code => wrong(at, format_args!("hloom reads no VHLO attribute of code {code}")),
    }
}

/// A type of VHLO as StableHLO has it.
pub(super) fn ty<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Type> {
    let at = data.at();
    let code = data.number()?;
    if let Some(ty) = usize::try_from(code).ok().and_then(|code| *scalars().get(code)?) {
        return Ok(ty);
    }
    Ok(match code {
        1 => {
            let part = all.ty(data)?;
            match scalar_of(part).and_then(Element::complex_of) {
                Some(element) => Type::scalar(element),
                None => return wrong(at, format_args!("a complex number of {part}")),
            }
        }
        8 => {
            let (from, to) = (all.types(data)?, all.types(data)?);
            Type::function(&from, &to)
        }
        20 => {
            let dims = data.signed_list()?;
            let element = all.ty(data)?;
            tensor(at, &dims, element, None)?
        }
        21 => {
            let encoding = all.attr(data)?;
            let dims = data.signed_list()?;
            let element = all.ty(data)?;
            tensor(at, &dims, element, Some(encoding))?
        }
        22 => Type::token(),
        23 => Type::tuple(&all.types(data)?),
        24 | 30 => quantized(all, at, code == 30, data)?,
        25 => {
            let element = all.ty(data)?;
            unranked(at, element)?
        }
        26 => Type::new(TypeKind::Foreign("!shape.witness".into())),
        33 => none_type(),
        41 => {
            let dims = data.signed_list()?;
            let element = all.ty(data)?;
            let mut text = String::from("memref<");
            for n in dims {
                text += &if n == DYNAMIC { "?x".to_owned() } else { format!("{n}x") };
            }
            Type::new(TypeKind::Foreign(format!("{text}{element}>").into()))
        }
        42 => Type::future(&all.types(data)?),
        _ => return wrong(at, format_args!("hloom reads no VHLO type of code {code}")),
    })
}

/// A quantized element type, per tensor or per axis.
fn quantized<'b>(
    all: &mut dyn Lookup<'b>,
    at: usize,
    per_axis: bool,
    data: &mut Cursor<'b>,
) -> Read<Type> {
    let flags = data.number()?;
    let (storage, expressed) = (all.ty(data)?, all.ty(data)?);
    let double = |data: &mut Cursor<'b>| data.bits(64).map(|bits| bits as u64);
    let (axis, scales, range);
    if per_axis {
        axis = Some(data.number()?);
        range = (data.signed()?, data.signed()?);
        let all: Vec<u64> = (0..data.count()?).map(|_| double(data)).collect::<Read<_>>()?;
        let zeros = data.signed_list()?;
        if all.len() != zeros.len() {
            return wrong(
                at,
                format_args!("{} scales, but {} zero points", all.len(), zeros.len()),
            );
        }
        scales = all.into_iter().zip(zeros).collect();
    } else {
        axis = None;
        scales = vec![(double(data)?, data.signed()?)];
        range = (data.signed()?, data.signed()?);
    }
    let (Some(storage), Some(expressed)) = (scalar_of(storage), scalar_of(expressed)) else {
        return wrong(at, format_args!("a quantized type of {storage} and {expressed}"));
    };
    // The flag says whether the storage has a sign.
    let storage = if flags & 1 == 1 { storage } else { unsigned(storage) };
    let text = Quant {
        storage,
        range: Some(range),
        expressed,
        axis: axis.and_then(|axis| u32::try_from(axis).ok()),
        scales,
    };
    quant_type(at, text)
}

fn unsigned(element: Element) -> Element {
    match element {
        Element::I2 => Element::U2,
        Element::I4 => Element::U4,
        Element::I8 => Element::U8,
        Element::I16 => Element::U16,
        Element::I32 => Element::U32,
        Element::I64 => Element::U64,
        other => other,
    }
}

/// The type, by the rules of its text: a range that is the storage's own is none.
fn quant_type(at: usize, mut quant: Quant) -> Read<Type> {
    let full = Quant { range: None, ..quant.clone() }.storage_range();
    if quant.range == Some(full) {
        quant.range = None;
    }
    if !quant.storage.is_integer() || !quant.expressed.is_float() || quant.scales.is_empty() {
        return wrong(at, format_args!("`{quant}` is not a quantized type"));
    }
    Ok(Type::scalar(Element::Quant(Interned::new(quant))))
}
