//! The library of storage formats: each is a few lines of the language, in `formats/*.sdql`.
//!
//! A file defines the logical tensor `T` by arrays `T_…`. The compiler knows none of them by name:
//! a program that has the text of a format in it means the same.

use crate::syntax;
use crate::syntax::ast::{Program, Tensor};
use crate::types::{Scalar, Type};

/// The formats: name and text.
pub const ALL: &[(&str, &str)] = &[
    ("banded", include_str!("../formats/banded.sdql")),
    ("bitmap", include_str!("../formats/bitmap.sdql")),
    ("bsr", include_str!("../formats/bsr.sdql")),
    ("coo_matrix", include_str!("../formats/coo_matrix.sdql")),
    ("coo_tensor", include_str!("../formats/coo_tensor.sdql")),
    ("coo_tensor_4", include_str!("../formats/coo_tensor_4.sdql")),
    ("coo_vector", include_str!("../formats/coo_vector.sdql")),
    ("csc", include_str!("../formats/csc.sdql")),
    ("csf", include_str!("../formats/csf.sdql")),
    ("csf_201", include_str!("../formats/csf_201.sdql")),
    ("csf_4", include_str!("../formats/csf_4.sdql")),
    ("csr", include_str!("../formats/csr.sdql")),
    ("dcsc", include_str!("../formats/dcsc.sdql")),
    ("dcsr", include_str!("../formats/dcsr.sdql")),
    ("ddc", include_str!("../formats/ddc.sdql")),
    ("dense_columns", include_str!("../formats/dense_columns.sdql")),
    ("dense_matrix", include_str!("../formats/dense_matrix.sdql")),
    ("dense_tensor", include_str!("../formats/dense_tensor.sdql")),
    ("dense_tensor_210", include_str!("../formats/dense_tensor_210.sdql")),
    ("dense_tensor_4", include_str!("../formats/dense_tensor_4.sdql")),
    ("dense_vector", include_str!("../formats/dense_vector.sdql")),
    ("dia", include_str!("../formats/dia.sdql")),
    ("dictionary", include_str!("../formats/dictionary.sdql")),
    ("dictionary_matrix", include_str!("../formats/dictionary_matrix.sdql")),
    ("ell", include_str!("../formats/ell.sdql")),
    ("hash_map", include_str!("../formats/hash_map.sdql")),
    ("hash_tensor", include_str!("../formats/hash_tensor.sdql")),
    ("hash_tensor_4", include_str!("../formats/hash_tensor_4.sdql")),
    ("hash_vector", include_str!("../formats/hash_vector.sdql")),
    ("ole", include_str!("../formats/ole.sdql")),
    ("rle", include_str!("../formats/rle.sdql")),
    ("run_length", include_str!("../formats/run_length.sdql")),
    ("symmetric", include_str!("../formats/symmetric.sdql")),
    ("triangular", include_str!("../formats/triangular.sdql")),
    ("two_of_four", include_str!("../formats/two_of_four.sdql")),
    ("z_order", include_str!("../formats/z_order.sdql")),
    ("z_order_blocks", include_str!("../formats/z_order_blocks.sdql")),
];

/// The text of a format.
pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The text of a format for a tensor of another name: `T` becomes `A`, and `T_pos` becomes `A_pos`.
pub fn named(text: &str, tensor: &str) -> String {
    replaced(text, |word| match word.strip_prefix('T') {
        Some(part) if part.is_empty() || part.starts_with('_') => Some(format!("{tensor}{part}")),
        _ => None,
    })
}

/// The text with some of its words replaced.
fn replaced(text: &str, with: impl Fn(&str) -> Option<String>) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (first, after) = rest.split_at(end);
        match with(first) {
            Some(other) => out.push_str(&other),
            None => out.push_str(first),
        }
        let other = after.find(word).unwrap_or(after.len());
        out.push_str(&after[..other]);
        rest = &after[other..];
    }
    out
}

/// A format by its name, with numbers of its own after a colon: `bsr:h=2,w=3` is `bsr` for blocks of 2 x 3. `find` gives
/// the text of the name before the colon; `None` if it does not know it.
///
/// # Errors
/// A sentence, if a number is none, or the format has none of its name.
pub fn sized(
    name: &str,
    find: impl FnOnce(&str) -> Option<String>,
) -> Option<Result<String, String>> {
    // A path may have a colon of its own.
    let (format, sizes) = match name.rsplit_once(':') {
        Some((format, sizes)) => (format, Some(sizes)),
        None => (name, None),
    };
    let text = find(format)?;
    let Some(sizes) = sizes else { return Some(Ok(text)) };
    Some(with_sizes(format, &text, sizes))
}

fn with_sizes(format: &str, text: &str, sizes: &str) -> Result<String, String> {
    let wrong = |_| format!("the text of the format {format} is wrong");
    let mut tree = syntax::parse(text).map_err(wrong)?;
    let is_number = |it: &Tensor| {
        it.body.is_none() && it.ty.as_ref().is_some_and(|(ty, _)| *ty == Type::Scalar(Scalar::Int))
    };
    let names: Vec<String> = (tree.tensors.iter().filter(|it| is_number(it)))
        .filter_map(|it| it.name.text.strip_prefix("T_").map(str::to_owned))
        .collect();
    let mut known = Vec::new();
    for size in sizes.split(',') {
        let parts = size.split_once('=').map(|(name, number)| (name.trim(), number.trim()));
        let number = parts.and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)));
        let Some((name, number)) = number else {
            return Err(format!("expected {format}:NAME=NUMBER, found `{size}`"));
        };
        let full = format!("T_{name}");
        if known.iter().any(|(known, _)| *known == full) {
            return Err(format!("{format} is given the number `{name}` twice"));
        }
        let of_name = |it: &Tensor| is_number(it) && it.name.text == full;
        let Some(at) = tree.tensors.iter().position(of_name) else {
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(format!(
                "the format {format} has no number `{name}` to give; its numbers are {names}"
            ));
        };
        tree.tensors.remove(at);
        known.push((full, number.to_string()));
    }
    let text = syntax::print(&tree);
    Ok(replaced(&text, |word| {
        known.iter().find(|(name, _)| name == word).map(|(_, number)| number.clone())
    }))
}

/// Gives the reals of a format another type: a format of reals is one of integers too.
pub fn retype(format: &mut Program, base: Scalar) {
    for (ty, _) in format.tensors.iter_mut().filter_map(|tensor| tensor.ty.as_mut()) {
        if ty.base() == Scalar::Real {
            *ty = ty.with_base(base);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_format_are_given_by_its_name() {
        let library = |name: &str| find(name).map(str::to_owned);
        let text = sized("bsr:h=2,w=3", library).unwrap().unwrap();
        assert!(text.contains("sum(<i, _> in 0:2)") && text.contains("b * 2 + i"), "{text}");
        assert!(!text.contains("T_h") && !text.contains("T_w"), "{text}");
        assert!(crate::compile(&text).is_ok());
        assert_eq!(sized("crs:h=2", library), None);
        assert_eq!(sized("csr", library).unwrap().unwrap(), find("csr").unwrap());
        let wrong = |name| sized(name, library).unwrap().unwrap_err();
        assert_eq!(wrong("bsr:h"), "expected bsr:NAME=NUMBER, found `h`");
        assert_eq!(wrong("bsr:h=-1"), "expected bsr:NAME=NUMBER, found `h=-1`");
        let none = "the format bsr has no number `x` to give; its numbers are len, h, w";
        assert_eq!(wrong("bsr:x=2"), none);
        assert!(wrong("coo_matrix:x=2").ends_with("its numbers are none"));
    }
}
