//! Types that make no sense: the spec's constraints on quantized element types.
//!
//! Source: <https://openxla.org/stablehlo/spec#types>, where they are (C1) to
//! (C13).

use crate::types::{Element, Quant, TensorType, Type, TypeKind, dims_agree};
use rustc_hash::FxHashSet;

/// What is wrong about a type.
pub(crate) struct WrongType {
    /// The spec's label.
    pub(crate) label: &'static str,
    /// A sentence.
    pub(crate) message: String,
}

impl WrongType {
    /// What an error says.
    pub(crate) fn sentence(&self) -> String {
        format!("a quantized type breaks ({}): {}", self.label, self.message)
    }
}

/// The types that were checked already.
#[derive(Default)]
pub(super) struct Seen {
    last: Option<Type>,
    types: FxHashSet<Type>,
}

impl Seen {
    /// Checks a type, if that was not done before.
    pub(super) fn check(&mut self, ty: Type) -> Option<WrongType> {
        if self.last == Some(ty) {
            return None;
        }
        self.last = Some(ty);
        if self.types.insert(ty) { check_type(ty) } else { None }
    }
}

/// The first constraint on types that a type breaks.
pub(crate) fn check_type(ty: Type) -> Option<WrongType> {
    match ty.kind() {
        TypeKind::Tensor(t) => check_tensor(t, ty),
        TypeKind::Unranked(Element::Quant(q)) => check_quant(q),
        TypeKind::Tuple(members) => members.iter().find_map(|&m| check_type(m)),
        _ => None,
    }
}

fn check_tensor(t: &TensorType, ty: Type) -> Option<WrongType> {
    let Element::Quant(q) = t.element else { return None };
    if let Some(wrong) = check_quant(&q) {
        return Some(wrong);
    }
    let axis = q.axis? as usize;
    let Some(&extent) = t.dims.get(axis) else {
        let message = format!("{ty} is quantized along dimension {axis}, which it has not");
        return Some(WrongType { label: "C12", message });
    };
    let count = q.scales.len();
    (!dims_agree(extent, count as i64)).then(|| WrongType {
        label: "C13",
        message: format!("{ty} has {count} scales for the {extent} indices of dimension {axis}"),
    })
}

fn check_quant(q: &Quant) -> Option<WrongType> {
    let wrong = |label, message| Some(WrongType { label, message });
    let (storage, expressed) = (q.storage, q.expressed);
    if storage.bit_width() >= expressed.bit_width() {
        return wrong("C1", format!("{storage} has not fewer bits than {expressed}"));
    }
    let natural = Quant { range: None, ..q.clone() }.storage_range();
    let (low, high) = q.storage_range();
    if low < natural.0 || high > natural.1 || low >= high {
        return wrong("C4", format!("{low}:{high} is no range of {storage}"));
    }
    for &(bits, zero) in &q.scales {
        let scale = f64::from_bits(bits);
        if !scale.is_finite() {
            return wrong("C7", format!("the scale {scale} is not finite"));
        }
        if scale <= 0.0 {
            return wrong("C6", format!("the scale {scale} is not positive"));
        }
        if zero < low || zero > high {
            return wrong("C8", format!("the zero point {zero} is not in {low}..={high}"));
        }
    }
    if q.axis.is_none() && q.scales.len() != 1 {
        return wrong("C11", format!("one scale is needed, found {}", q.scales.len()));
    }
    None
}
