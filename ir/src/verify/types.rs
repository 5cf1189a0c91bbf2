//! Checks types: the specification's constraints on quantized element types, bounds of extents,
//! layouts, sparse storage formats and splits.
//!
//! Source: <https://openxla.org/stablehlo/spec#types>, where the constraints are labelled (C1) to
//! (C13).

use crate::few::FewMap;
use crate::types::float::FloatFormat;
use crate::types::{DYNAMIC, Element, Quant, TensorType, Type, TypeKind, dims_agree};
use rustc_hash::FxHashMap;

/// An error about a type.
pub(crate) struct WrongType {
    /// The specification's label, if the constraint is the specification's.
    pub(crate) label: Option<&'static str>,
    /// A sentence.
    pub(crate) message: String,
}

impl WrongType {
    /// The sentence of the error.
    pub(crate) fn sentence(&self) -> String {
        match self.label {
            Some(label) => format!("a quantized type breaks ({label}): {}", self.message),
            None => self.message.clone(),
        }
    }
}

/// Types that were checked already.
#[derive(Default)]
pub(super) struct Seen {
    last: Option<Type>,
    types: FewMap<Type, (), 16>,
    /// The struct type of each name.
    structs: FxHashMap<&'static str, Type>,
}

impl Seen {
    /// Notes a type; returns whether it is a new one.
    fn insert(&mut self, ty: Type) -> bool {
        self.types.insert(ty, ()).is_none()
    }

    /// Checks a type, unless it was checked before.
    pub(super) fn check(&mut self, ty: Type) -> Option<WrongType> {
        if self.last == Some(ty) {
            return None;
        }
        self.last = Some(ty);
        if !self.insert(ty) {
            return None;
        }
        check_type(ty).or_else(|| self.redefined(ty))
    }
}

impl Seen {
    /// Finds a struct in `ty` whose name already has other fields.
    fn redefined(&mut self, ty: Type) -> Option<WrongType> {
        if let Some(it) = ty.as_struct() {
            let first = *self.structs.entry(&it.name).or_insert(ty);
            if !first.compatible(ty) {
                let message = format!(
                    "the struct \"{}\" is defined twice, and differently: as {first} before, and as {ty} here",
                    it.name
                );
                return Some(WrongType { label: None, message });
            }
        }
        if let TypeKind::Function(from, to) = ty.kind() {
            return from.iter().chain(to).find_map(|&ty| self.redefined(ty));
        }
        // Checking one member of an array suffices.
        let inner = ty.as_array().map(|(of, _)| vec![of].into()).or_else(|| ty.members());
        inner?.iter().find_map(|&ty| if self.insert(ty) { self.redefined(ty) } else { None })
    }
}

/// The first constraint on types that a type violates.
pub(crate) fn check_type(ty: Type) -> Option<WrongType> {
    match ty.kind() {
        TypeKind::Tensor(t) => check_tensor(t, ty),
        TypeKind::Unranked(Element::Quant(q)) => check_quant(q),
        TypeKind::Tuple(members) => members.iter().find_map(|&m| check_type(m)),
        TypeKind::Struct(it) => it.fields.iter().find_map(|&(_, m)| check_type(m)),
        TypeKind::Array(of, _) => check_type(*of),
        _ => None,
    }
}

fn check_tensor(t: &TensorType, ty: Type) -> Option<WrongType> {
    if let Some(extent) = t.dims.iter().find(|&&d| d < 0 && d != DYNAMIC) {
        return Some(WrongType {
            label: None,
            message: format!("{extent} is not an extent of a tensor"),
        });
    }
    let storage = || t.wrong_layout().or_else(|| t.wrong_storage()).or_else(|| t.wrong_split());
    if let Some(wrong) = t.wrong_bounds().or_else(storage) {
        return Some(WrongType { label: None, message: format!("{ty} {wrong}") });
    }
    let Element::Quant(q) = t.element else { return None };
    if let Some(wrong) = check_quant(&q) {
        return Some(wrong);
    }
    let axis = q.axis? as usize;
    let Some(&extent) = t.dims.get(axis) else {
        let message = format!("{ty} is quantized along dimension {axis}, which it does not have");
        return Some(WrongType { label: Some("C12"), message });
    };
    let count = q.scales.len();
    (!dims_agree(extent, count as i64)).then(|| WrongType {
        label: Some("C13"),
        message: format!("{ty} has {count} scales for the {extent} indices of dimension {axis}"),
    })
}

/// The least positive and the largest finite value of a float type.
fn scale_range(expressed: Element) -> Option<(f64, f64)> {
    let format = FloatFormat::of(expressed)?;
    // An exponent without a mantissa has no zero, so that all patterns are positive.
    let least = format.decode(u64::from(format.mantissa_bits > 0));
    Some((least, format.decode(format.largest())))
}

fn check_quant(q: &Quant) -> Option<WrongType> {
    let wrong = |label, message| Some(WrongType { label: Some(label), message });
    let natural = Quant { range: None, ..q.clone() }.storage_range();
    let (low, high) = q.storage_range();
    if low < natural.0 || high > natural.1 || low >= high {
        return wrong("C3", format!("{low}:{high} is not a range of {}", q.storage));
    }
    for &(bits, zero) in &q.scales {
        let scale = f64::from_bits(bits);
        if !scale.is_finite() {
            return wrong("C6", format!("the scale {scale} is not finite"));
        }
        if scale <= 0.0 {
            return wrong("C5", format!("the scale {scale} is not positive"));
        }
        if let Some((least, most)) = scale_range(q.expressed)
            && !(least..=most).contains(&scale)
        {
            return wrong(
                "C6",
                format!("the scale {scale} is not in the range of {}", q.expressed),
            );
        }
        if zero < low || zero > high {
            return wrong("C7", format!("the zero point {zero} is not in {low}..={high}"));
        }
    }
    if q.axis.is_none() && q.scales.len() != 1 {
        return wrong("C10", format!("one scale is needed, found {}", q.scales.len()));
    }
    None
}
