//! Named aggregates: structs, and arrays of fixed length.
//!
//! A struct and its fields are named; in text it is `!hloom.struct<"Dense", weight:
//! tensor<2x3xf32>>`. Within one module, a name has one list of fields, which the verifier checks;
//! instances of a generic struct have their parameters in the name (`"Dense<3, 2>"`). An array,
//! `!hloom.array<4 x tensor<f32>>`, has a fixed number of members of one type. Both are values
//! without identity or address: a struct is the tuple of its fields, an array that of its members.

use super::{Type, TypeKind};
use crate::quote::{is_bare_identifier, write_quoted};
use crate::suggest::nearest;
use std::borrow::Cow;
use std::fmt;

/// A struct's type: its name, and its fields in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// The name, without the quotes of the text.
    pub name: Box<str>,
    /// Names and types of the fields, in order; names are unique.
    pub fields: Box<[(Box<str>, Type)]>,
}

impl StructType {
    /// A struct with these fields.
    pub fn new(name: &str, fields: &[(&str, Type)]) -> StructType {
        let fields = fields.iter().map(|&(name, ty)| (name.into(), ty)).collect();
        StructType { name: name.into(), fields }
    }

    /// The position and the type of a field.
    pub fn field(&self, name: &str) -> Option<(usize, Type)> {
        let at = self.fields.iter().position(|(n, _)| **n == *name)?;
        Some((at, self.fields[at].1))
    }

    /// A sentence about a missing field, with the existing ones.
    pub fn no_field(&self, name: &str) -> String {
        let names = || self.fields.iter().map(|(n, _)| &**n);
        let why = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.fields.is_empty() => "it has none".into(),
            None => format!("its fields are {}", names().collect::<Vec<_>>().join(", ")),
        };
        format!("the struct \"{}\" has no field `{name}`; {why}", self.name)
    }
}

impl From<StructType> for Type {
    fn from(ty: StructType) -> Type {
        Type::new(TypeKind::Struct(Box::new(ty)))
    }
}

impl Type {
    /// `count` members of type `of`.
    pub fn array(of: Type, count: u64) -> Type {
        Type::new(TypeKind::Array(of, count))
    }

    /// The struct's type, if it is one.
    pub fn as_struct(self) -> Option<&'static StructType> {
        match self.kind() {
            TypeKind::Struct(it) => Some(it),
            _ => None,
        }
    }

    /// The type and the number of members, if it is an array.
    pub fn as_array(self) -> Option<(Type, u64)> {
        match *self.kind() {
            TypeKind::Array(of, count) => Some((of, count)),
            _ => None,
        }
    }

    /// The types of the members of a tuple, a struct or an array, in order.
    pub fn members(self) -> Option<Cow<'static, [Type]>> {
        match self.kind() {
            TypeKind::Tuple(members) => Some(Cow::Borrowed(members)),
            TypeKind::Struct(it) => Some(it.fields.iter().map(|&(_, ty)| ty).collect()),
            &TypeKind::Array(of, count) => Some(vec![of; count as usize].into()),
            _ => None,
        }
    }

    /// The name of member `i`: the field's name in a struct, else its number.
    pub fn member_name(self, i: usize) -> Cow<'static, str> {
        match self.kind() {
            TypeKind::Struct(it) if i < it.fields.len() => Cow::Borrowed(&it.fields[i].0),
            _ => i.to_string().into(),
        }
    }
}

impl fmt::Display for StructType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str("!hloom.struct_type<")?;
            write_quoted(f, self.name.as_bytes())?;
            f.write_str(", [")?;
            for (i, (name, _)) in self.fields.iter().enumerate() {
                f.write_str(if i > 0 { ", " } else { "" })?;
                write_quoted(f, name.as_bytes())?;
            }
            f.write_str("], [")?;
            for (i, (_, ty)) in self.fields.iter().enumerate() {
                f.write_str(if i > 0 { ", " } else { "" })?;
                ty.fmt(f)?;
            }
            return f.write_str("]>");
        }
        f.write_str("!hloom.struct<")?;
        write_quoted(f, self.name.as_bytes())?;
        for (name, ty) in &self.fields {
            f.write_str(", ")?;
            if is_bare_identifier(name) {
                f.write_str(name)?;
            } else {
                write_quoted(f, name.as_bytes())?;
            }
            write!(f, ": {ty}")?;
        }
        f.write_str(">")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Element;

    #[test]
    fn fields_are_found_by_name() {
        let x = Type::tensor(&[2], Element::F32);
        let dense = StructType::new("Dense", &[("weight", x), ("bias", x)]);
        assert_eq!(dense.field("bias"), Some((1, x)));
        let error = dense.no_field("wieght");
        assert_eq!(error, "the struct \"Dense\" has no field `wieght`; did you mean `weight`?");
        let text = "!hloom.struct<\"Dense\", weight: tensor<2xf32>, bias: tensor<2xf32>>";
        assert_eq!(Type::from(dense).to_string(), text);
        let pair = Type::array(x, 2);
        assert_eq!(pair.to_string(), "!hloom.array<2 x tensor<2xf32>>");
        assert_eq!(format!("{pair:#}"), "!hloom.array_type<2 : i64, tensor<2xf32>>");
        let nested = Type::from(StructType::new("Two", &[("both", pair)]));
        let text =
            "!hloom.struct_type<\"Two\", [\"both\"], [!hloom.array_type<2 : i64, tensor<2xf32>>]>";
        assert_eq!(format!("{nested:#}"), text);
        assert_eq!(pair.members().unwrap()[..], [x, x]);
        assert_eq!(pair.member_name(1), "1");
    }
}
