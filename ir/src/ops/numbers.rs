//! Dimension number attributes: `#stablehlo.gather<offset_dims = [0], index_vector_dim = 1>`. This
//! file parses and prints them; the ops define the meaning of the roles.

use crate::attr::Attr;
use crate::field::{Dims, Field};

/// The value of a role: a list of dimensions, or one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// `[0, 1]`.
    List(Dims),
    /// `1`.
    One(i64),
}

impl Number {
    /// The list; `None` if a number was written.
    pub(crate) fn list(self) -> Option<Dims> {
        match self {
            Number::List(dims) => Some(dims),
            Number::One(_) => None,
        }
    }

    /// The number; `None` if a list was written.
    pub(crate) fn one(self) -> Option<i64> {
        match self {
            Number::One(n) => Some(n),
            Number::List(_) => None,
        }
    }
}

/// The roles in an attribute `#stablehlo.MNEMONIC<…>`, by name. Programs of 2022 have a dictionary
/// with the same entries.
pub(crate) fn read(attr: &Attr, mnemonic: &str) -> Option<Vec<(String, Number)>> {
    match attr {
        Attr::Opaque(text) => {
            let body = text.strip_prefix("#stablehlo.")?.strip_prefix(mnemonic)?;
            from_text(body.strip_prefix('<')?.strip_suffix('>')?)
        }
        Attr::Dict(dict) => dict
            .iter()
            .map(|(name, value)| {
                let number = match value {
                    Attr::Int(n, _) => Number::One(*n),
                    list => Number::List(Dims::from_attr(Some(list.clone()), &[]).ok()?),
                };
                Some((name.to_owned(), number))
            })
            .collect(),
        _ => None,
    }
}

/// Reads `name = [0, 1], name = 1`.
fn from_text(mut text: &str) -> Option<Vec<(String, Number)>> {
    let mut all: Vec<(String, Number)> = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace());
        if text.is_empty() {
            return Some(all);
        }
        let (name, rest) = text.split_once('=')?;
        let (name, rest) = (name.trim(), rest.trim_start());
        if all.iter().any(|(known, _)| known == name) {
            return None;
        }
        let number = match rest.strip_prefix('[') {
            Some(list) => {
                let (list, behind) = list.split_once(']')?;
                text = behind;
                let list = list
                    .split(',')
                    .map(str::trim)
                    .filter(|w| !w.is_empty())
                    .map(|w| w.parse().ok())
                    .collect::<Option<Dims>>()?;
                Number::List(list)
            }
            None => {
                let end = rest.find([',', ' ', '\n']).unwrap_or(rest.len());
                text = &rest[end..];
                Number::One(rest[..end].parse().ok()?)
            }
        };
        all.push((name.to_owned(), number));
    }
}

/// Writes `#stablehlo.MNEMONIC<…>` as StableHLO's printer does, without empty lists and zeros.
pub(crate) fn write(mnemonic: &str, lists: &[(&str, &Dims)], one: (&str, i64)) -> Attr {
    let mut parts: Vec<String> = lists
        .iter()
        .filter(|(_, dims)| !dims.is_empty())
        .map(|(name, dims)| format!("{name} = {dims}"))
        .collect();
    if one.1 != 0 {
        parts.push(format!("{} = {}", one.0, one.1));
    }
    Attr::Opaque(format!("#stablehlo.{mnemonic}<{}>", parts.join(", ")).into())
}

/// Defines an attribute of lists of dimensions and the number `index_vector_dim`.
macro_rules! dimension_numbers {
    ($(#[doc = $doc:literal])* $Name:ident = $mnemonic:literal {
        $($(#[doc = $field_doc:literal])* $field:ident),* $(,)?
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $Name {
            $($(#[doc = $field_doc])* pub $field: $crate::field::Dims,)*
            /// The dimension of the indices that holds an index vector; their rank if the index
            /// vectors are scalars.
            pub index_vector_dim: i64,
        }

        impl $crate::field::Field for $Name {
            const STYLE: $crate::field::Style = $crate::field::Style::Attr;
            fn from_attr(
                attr: Option<$crate::attr::Attr>,
                _: &[$crate::types::Type],
            ) -> Result<$Name, String> {
                let Some(attr) = attr else { return Err("it is missing".into()) };
                let wrong = || {
                    let first = [$(stringify!($field)),*][0];
                    format!(
                        "expected `#stablehlo.{}<{first} = […], …>`, found `{attr}`", $mnemonic)
                };
                let mut found = $Name {
                    $($field: $crate::field::Dims::from([]),)*
                    index_vector_dim: 0,
                };
                for (name, number) in $crate::ops::numbers::read(&attr, $mnemonic).ok_or_else(wrong)? {
                    match &*name {
                        $(stringify!($field) => found.$field = number.list().ok_or_else(wrong)?,)*
                        "index_vector_dim" => {
                            found.index_vector_dim = number.one().ok_or_else(wrong)?;
                        }
                        _ => return Err(format!("there is no `{name}` in `{attr}`")),
                    }
                }
                Ok(found)
            }
            fn to_attr(&self) -> Option<$crate::attr::Attr> {
                let lists = [$((stringify!($field), &self.$field)),*];
                let one = ("index_vector_dim", self.index_vector_dim);
                Some($crate::ops::numbers::write($mnemonic, &lists, one))
            }
        }
    };
}
pub(crate) use dimension_numbers;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let (a, none) = (Dims::from([1, 0]), Dims::from([]));
        let attr = write("gather", &[("a", &a), ("b", &none)], ("n", 2));
        assert_eq!(attr.to_string(), "#stablehlo.gather<a = [1, 0], n = 2>");
        let found = read(&attr, "gather").unwrap();
        assert_eq!(found[0], ("a".into(), Number::List(a)));
        assert_eq!(found[1], ("n".into(), Number::One(2)));
        assert!(read(&attr, "scatter").is_none());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["a = [1", "a", "a = x", "a = [1], a = [2]"] {
            assert!(from_text(text).is_none(), "{text}");
        }
        let spread = from_text("\n  a = [1,2],\n  n=3\n").unwrap();
        assert_eq!(spread.len(), 2);
    }
}
