//! Shapes of HLO: arrays with their layouts, tuples and tokens.

use crate::types::{DYNAMIC, Element, TensorType, Type};

/// The type of an instruction's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// An array, and its dimensions from the fastest to the slowest; empty if not written.
    Array(Type, Vec<i64>),
    Token,
    Tuple(Vec<Shape>),
}

impl Shape {
    /// Adds the types of its arrays and tokens, those of tuples' members in order.
    pub(super) fn flatten(&self, out: &mut Vec<Type>) {
        match self {
            Shape::Array(ty, _) => out.push(*ty),
            Shape::Token => out.push(Type::token()),
            Shape::Tuple(members) => members.iter().for_each(|member| member.flatten(out)),
        }
    }

    /// Its type, that of a tuple as one.
    pub(super) fn ty(&self) -> Type {
        match self {
            Shape::Array(ty, _) => *ty,
            Shape::Token => Type::token(),
            Shape::Tuple(members) => {
                Type::tuple(&members.iter().map(Shape::ty).collect::<Vec<Type>>())
            }
        }
    }

    /// The types of its arrays and tokens.
    pub(super) fn types(&self) -> Vec<Type> {
        let mut all = Vec::new();
        self.flatten(&mut all);
        all
    }
}

/// The element type that HLO calls so.
pub(super) fn element(name: &str) -> Option<Element> {
    let upstream = match name {
        "pred" => "i1".to_owned(),
        "c64" => return Some(Element::C64),
        "c128" => return Some(Element::C128),
        _ => match name.split_at_checked(1)? {
            ("s", width) if width.bytes().all(|b| b.is_ascii_digit()) => format!("i{width}"),
            ("u", width) if width.bytes().all(|b| b.is_ascii_digit()) => format!("ui{width}"),
            ("f", rest) if rest.contains('e') => {
                let (head, tail) = rest.split_once('m').unwrap_or((rest, ""));
                format!("f{}M{}", head.to_uppercase(), tail.to_uppercase())
            }
            ("f" | "b", _) => name.to_owned(),
            _ => return None,
        },
    };
    Element::from_name(&upstream).filter(|element| *element != Element::Index)
}

/// The tensor of these extents; the second of each is its bound.
pub(super) fn array(element: Element, dims: &[(i64, Option<i64>)]) -> Type {
    let extents: Vec<i64> = dims.iter().map(|(n, _)| *n).collect();
    let mut tensor = TensorType::new(&extents, element);
    if dims.iter().any(|(_, bound)| bound.is_some()) {
        let bound = |(_, bound): &(i64, Option<i64>)| match bound {
            Some(n) => n.to_string(),
            None => "?".to_owned(),
        };
        let all: Vec<String> = dims.iter().map(bound).collect();
        let text = format!("#stablehlo.bounds<{}>", all.join(", "));
        tensor.encoding = Some(TensorType::canonical_encoding(&text));
    }
    tensor.into()
}

/// An extent with a bound.
pub(super) fn bounded(bound: i64) -> (i64, Option<i64>) {
    (DYNAMIC, Some(bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_names_go_both_ways() {
        for element in Element::ALL {
            let Some(name) = crate::hlo::write::element_name(element) else { continue };
            assert_eq!(super::element(&name), Some(element), "{name}");
        }
        assert_eq!(element("f8e4m3fn"), Some(Element::F8E4M3FN));
        assert_eq!(element("nothing"), None);
        assert_eq!(element(""), None);
    }
}
