//! Dimension number attributes: `#stablehlo.gather<offset_dims = [0], index_vector_dim = 1>`. This
//! file parses and prints them; the ops define the meaning of the roles.

use crate::attr::Attr;
use crate::field::{Dims, Field};
use crate::record::{self, Value};

/// The fields of an attribute `#stablehlo.MNEMONIC<…>`. Programs of 2022 have a dictionary with
/// the same entries.
///
/// # Errors
/// As of [`record::fields`]; an empty sentence if the attribute is another one.
pub(crate) fn read<'a>(
    attr: &'a Attr,
    mnemonic: &str,
    known: &[&str],
) -> Result<Vec<(&'a str, Value<'a>)>, String> {
    match attr {
        Attr::Opaque(text) => {
            let body = record::body(text, &format!("stablehlo.{mnemonic}")).ok_or("")?;
            record::fields(body, known)
        }
        Attr::Dict(dict) => dict
            .iter()
            .map(|(name, value)| {
                if !known.contains(&name) {
                    return Err(format!("there is no `{name}` in `{attr}`"));
                }
                let value = match value {
                    Attr::Int(n, _) => Value::Integer(*n),
                    list => Value::List(Dims::from_attr(Some(list.clone()), &[])?),
                };
                Ok((name, value))
            })
            .collect(),
        _ => Err(String::new()),
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
                let known = [$(stringify!($field),)* "index_vector_dim"];
                let fields = $crate::ops::numbers::read(&attr, $mnemonic, &known);
                let fields = fields.map_err(|why| match &*why {
                    "" => format!(
                        "expected `#stablehlo.{}<{} = […], …>`, found `{attr}`",
                        $mnemonic, known[0]
                    ),
                    _ => why,
                })?;
                let mut found = $Name {
                    $($field: $crate::field::Dims::from([]),)*
                    index_vector_dim: 0,
                };
                for (name, value) in fields {
                    match name {
                        $(stringify!($field) => found.$field = value.list(name)?,)*
                        _ => found.index_vector_dim = value.integer(name)?,
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
        let found = read(&attr, "gather", &["a", "n"]).unwrap();
        assert_eq!(found[0], ("a", Value::List(a)));
        assert_eq!(found[1], ("n", Value::Integer(2)));
        assert_eq!(read(&attr, "scatter", &["a", "n"]), Err(String::new()));
        assert!(read(&attr, "gather", &["a"]).unwrap_err().contains("found `n`"));
    }
}
