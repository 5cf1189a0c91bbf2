//! Small mutations of an op instance.

use super::{Given, Instance};
use crate::campaign::Random;
use crate::sampling::input;
use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::{DYNAMIC, Element, Literal, Type, TypeKind};

/// A substitution in all types of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) enum Swap {
    /// Replaces one element type by another.
    Element(Element, Element),
    /// Replaces one extent by another.
    Extent(i64, i64),
}

const ELEMENTS: [Element; 22] = [
    Element::I1,
    Element::I2,
    Element::I4,
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I64,
    Element::U4,
    Element::U8,
    Element::U16,
    Element::U32,
    Element::U64,
    Element::BF16,
    Element::F16,
    Element::F32,
    Element::F64,
    Element::F8E4M3FN,
    Element::F8E5M2,
    Element::F8E8M0FNU,
    Element::F4E2M1FN,
    Element::C64,
    Element::C128,
];

const EXTENTS: [i64; 9] = [0, 1, 2, 3, 4, 5, 8, 17, DYNAMIC];

/// A type after these substitutions.
pub(super) fn swapped(ty: Type, swaps: &[Swap]) -> Type {
    swaps.iter().fold(ty, |ty, &swap| swap_type(ty, swap))
}

fn swap_type(ty: Type, swap: Swap) -> Type {
    let all = |types: &[Type]| -> Vec<Type> { types.iter().map(|&t| swap_type(t, swap)).collect() };
    match ty.kind() {
        TypeKind::Tensor(t) => {
            let mut t = t.clone();
            match swap {
                Swap::Element(from, to) if t.element == from => t.element = to,
                Swap::Element(..) => {}
                Swap::Extent(from, to) => {
                    t.dims.iter_mut().filter(|d| **d == from).for_each(|d| *d = to);
                }
            }
            t.into()
        }
        TypeKind::Tuple(members) => Type::tuple(&all(members)),
        TypeKind::Function(from, to) => Type::function(&all(from), &all(to)),
        _ => ty,
    }
}

/// An attribute after these substitutions in its types.
pub(super) fn swapped_attr(attr: &Attr, swaps: &[Swap]) -> Attr {
    swaps.iter().fold(attr.clone(), |attr, &swap| swap_attr(&attr, swap))
}

fn swap_attr(attr: &Attr, swap: Swap) -> Attr {
    match attr {
        Attr::Type(ty) => Attr::Type(swap_type(*ty, swap)),
        Attr::Dense(literal) => Attr::Dense(swap_literal(literal, swap)),
        Attr::Array(items) => Attr::Array(items.iter().map(|a| swap_attr(a, swap)).collect()),
        Attr::Dict(dict) => Attr::Dict(swap_dict(dict, swap)),
        other => other.clone(),
    }
}

fn swap_dict(dict: &AttrDict, swap: Swap) -> AttrDict {
    dict.iter().map(|(name, attr)| (name.into(), swap_attr(attr, swap))).collect()
}

/// The literal with another type; its numbers are kept or cut to the new count. A literal of a type
/// of unknown size is not changed.
fn swap_literal(literal: &Literal, swap: Swap) -> Literal {
    let ty = swap_type(literal.ty(), swap);
    if ty == literal.ty() {
        return literal.clone();
    }
    let count = ty.as_tensor().and_then(|t| t.count()).unwrap_or(0);
    let numbers: Vec<f64> = if count == literal.count() && count <= 64 {
        (0..count).map(|i| literal.get_f64(i)).collect()
    } else {
        vec![if literal.count() > 0 { literal.get_f64(0) } else { 0.0 }]
    };
    Literal::from_f64s(ty, &numbers).unwrap_or_else(|_| literal.clone())
}

/// The instance with one random mutation; `None` if the drawn mutation does not apply.
pub(super) fn change(
    instance: &Instance,
    alike: &[Instance],
    random: &mut Random,
) -> Option<Instance> {
    let mut next = instance.clone();
    match random.below(9) {
        0 | 1 => {
            let swap = swap(instance, random)?;
            let into_attrs = random.chance(2);
            everywhere(&mut next, swap, into_attrs);
        }
        2 => {
            let at = random.below(next.operands.len().max(1));
            let given = next.operands.get_mut(at)?;
            *given = match given {
                Given::Constant(literal) if !random.chance(4) => {
                    Given::Constant(vary_literal(literal, random))
                }
                _ => Given::Value(vary_type(given.ty(), random)?),
            };
        }
        3 => {
            let at = random.below(next.results.len().max(1));
            let ty = next.results.get_mut(at)?;
            *ty = vary_type(*ty, random)?;
        }
        4 if random.chance(2) => {
            let operand = random.pick(&next.operands)?.clone();
            let at = random.below(next.operands.len() + 1);
            next.operands.insert(at, operand);
        }
        4 => {
            let at = random.below(next.operands.len().max(1));
            (at < next.operands.len()).then(|| next.operands.remove(at))?;
        }
        5 => {
            // Takes an attribute of another instance of the op.
            let other = random.pick(alike)?;
            let names: Vec<&str> = other.attrs.iter().map(|(name, _)| name).collect();
            let name = *random.pick(&names)?;
            let attr = other.attrs.get(name)?;
            if mentions_symbol(attr) {
                return None;
            }
            next.attrs.set(name, attr.clone());
        }
        6 if random.chance(4) => {
            let names: Vec<String> = next.attrs.iter().map(|(n, _)| n.to_owned()).collect();
            next.attrs.remove(random.pick(&names)?);
        }
        _ => {
            let names: Vec<String> = next.attrs.iter().map(|(n, _)| n.to_owned()).collect();
            let name = random.pick(&names)?;
            let attr = vary_attr(next.attrs.get(name)?, random)?;
            next.attrs.set(name, attr);
        }
    }
    Some(next)
}

fn mentions_symbol(attr: &Attr) -> bool {
    match attr {
        Attr::Symbol(_) => true,
        Attr::Array(items) => items.iter().any(mentions_symbol),
        Attr::Dict(dict) => dict.iter().any(|(_, a)| mentions_symbol(a)),
        _ => false,
    }
}

/// A substitution that changes at least one type of the instance.
fn swap(instance: &Instance, random: &mut Random) -> Option<Swap> {
    let types: Vec<Type> =
        instance.operands.iter().map(Given::ty).chain(instance.results.iter().copied()).collect();
    let tensors: Vec<_> = types.iter().filter_map(|ty| ty.as_tensor()).collect();
    let tensor = random.pick(&tensors)?;
    Some(if random.chance(2) {
        Swap::Element(tensor.element, *random.one_of(&ELEMENTS))
    } else {
        Swap::Extent(*random.pick(&tensor.dims)?, *random.one_of(&EXTENTS))
    })
}

fn everywhere(instance: &mut Instance, swap: Swap, into_attrs: bool) {
    for given in &mut instance.operands {
        *given = match given {
            Given::Value(ty) => Given::Value(swap_type(*ty, swap)),
            Given::Constant(literal) => Given::Constant(swap_literal(literal, swap)),
        };
    }
    for ty in &mut instance.results {
        *ty = swap_type(*ty, swap);
    }
    instance.attrs = swap_dict(&instance.attrs, swap);
    if into_attrs
        && let Swap::Extent(from, to) = swap
        && to != DYNAMIC
    {
        // Extents that attributes repeat: limits, slice sizes and so on.
        instance.attrs = instance
            .attrs
            .iter()
            .map(|(name, attr)| (name.into(), renumber(attr, from, to)))
            .collect();
    }
    instance.swaps.push(swap);
}

fn renumber(attr: &Attr, from: i64, to: i64) -> Attr {
    match attr {
        Attr::Int(n, ty) if *n == from => Attr::Int(to, *ty),
        Attr::DenseArray(e, items) => {
            Attr::DenseArray(*e, items.iter().map(|&n| if n == from { to } else { n }).collect())
        }
        other => other.clone(),
    }
}

fn vary_type(ty: Type, random: &mut Random) -> Option<Type> {
    if let Some(members) = ty.as_tuple() {
        let mut members = members.to_vec();
        let at = random.below(members.len().max(1));
        match members.get_mut(at) {
            Some(member) => *member = vary_type(*member, random)?,
            None => members.push(Type::token()),
        }
        return Some(Type::tuple(&members));
    }
    let t = ty.as_tensor()?;
    let at = random.below(t.rank().max(1));
    Some(match random.below(5) {
        0 => t.with_element(*random.one_of(&ELEMENTS)).into(),
        1 => {
            let mut dims = t.dims.to_vec();
            dims.insert(random.below(dims.len() + 1), *random.one_of(&EXTENTS));
            t.with_dims(&dims).into()
        }
        2 if t.rank() > 0 => {
            let mut dims = t.dims.to_vec();
            dims.remove(at);
            t.with_dims(&dims).into()
        }
        _ if t.rank() > 0 => {
            let mut dims = t.dims.to_vec();
            dims[at] = match random.below(3) {
                0 if dims[at] != DYNAMIC => dims[at].saturating_sub(1).max(0),
                1 if dims[at] != DYNAMIC => dims[at].saturating_add(1),
                _ => *random.one_of(&EXTENTS),
            };
            t.with_dims(&dims).into()
        }
        _ => return None,
    })
}

fn vary_literal(literal: &Literal, random: &mut Random) -> Literal {
    let count = literal.count();
    if count == 0 || count > 64 {
        return literal.clone();
    }
    if random.chance(4) {
        return input(literal.ty(), random).unwrap_or_else(|| literal.clone());
    }
    let mut numbers: Vec<f64> = (0..count).map(|i| literal.get_f64(i)).collect();
    let at = random.below(count);
    numbers[at] += f64::from(random.int() % 3);
    Literal::from_f64s(literal.ty(), &numbers).unwrap_or_else(|_| literal.clone())
}

fn vary_number(n: i64, random: &mut Random) -> i64 {
    match random.below(8) {
        0 => n.saturating_neg(),
        1 => i64::from(random.int() % 9),
        2 => *random.one_of(&[i64::MAX, i64::MIN, -1, 1 << 40]),
        3..=5 => n.saturating_add(1),
        _ => n.saturating_sub(1),
    }
}

/// The valid integers for an attribute of this type.
fn range(ty: Type) -> (i64, i64) {
    match ty.kind() {
        TypeKind::Scalar(e) if e.is_integer() && e.bit_width() < 64 => {
            let all = 1i64 << e.bit_width();
            if e.is_unsigned() { (0, all - 1) } else { (-all / 2, all / 2 - 1) }
        }
        _ => (i64::MIN, i64::MAX),
    }
}

fn vary_attr(attr: &Attr, random: &mut Random) -> Option<Attr> {
    Some(match attr {
        Attr::Bool(b) => Attr::Bool(!b),
        Attr::Int(n, ty) => {
            let (least, most) = range(*ty);
            Attr::Int(vary_number(*n, random).clamp(least, most), *ty)
        }
        Attr::Type(ty) => Attr::Type(vary_type(*ty, random)?),
        Attr::Dense(literal) => Attr::Dense(vary_literal(literal, random)),
        Attr::DenseArray(element, items) => {
            let mut items = items.to_vec();
            let at = random.below(items.len().max(1));
            match random.below(4) {
                0 => items.push(i64::from(random.int() % 4)),
                1 if !items.is_empty() => drop(items.remove(at)),
                2 if !items.is_empty() => {
                    let with = random.below(items.len());
                    items.swap(at, with);
                }
                _ => {
                    let item = items.get_mut(at)?;
                    *item = vary_number(*item, random);
                }
            }
            let (least, most) =
                if element.is_boolean() { (0, 1) } else { range(Type::scalar(*element)) };
            items.iter_mut().for_each(|n| *n = (*n).clamp(least, most));
            Attr::DenseArray(*element, items.into())
        }
        Attr::Array(items) => {
            let mut items = items.to_vec();
            let at = random.below(items.len().max(1));
            match random.below(3) {
                0 => items.push(random.pick(&items)?.clone()),
                1 if !items.is_empty() => drop(items.remove(at)),
                _ => {
                    let item = items.get_mut(at)?;
                    *item = vary_attr(item, random)?;
                }
            }
            Attr::Array(items.into())
        }
        Attr::Dict(dict) => {
            let names: Vec<String> = dict.iter().map(|(n, _)| n.to_owned()).collect();
            let name = random.pick(&names)?;
            let mut dict = dict.clone();
            let changed = vary_attr(dict.get(name)?, random)?;
            dict.set(name, changed);
            Attr::Dict(dict)
        }
        Attr::Opaque(text) => Attr::Opaque(vary_text(text, random)?.into()),
        _ => return None,
    })
}

/// A text with one of its numbers changed.
fn vary_text(text: &str, random: &mut Random) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> =
        (0..bytes.len()).filter(|&i| digit(i) && (i == 0 || !digit(i - 1))).collect();
    let start = *random.pick(&starts)?;
    let end = (start..bytes.len()).find(|&i| !digit(i)).unwrap_or(bytes.len());
    let number = vary_number(text[start..end].parse().ok()?, random);
    Some(format!("{}{number}{}", &text[..start], &text[end..]))
}
