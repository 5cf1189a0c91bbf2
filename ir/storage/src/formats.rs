//! The library of storage formats: each is a few lines of the language, in `formats/*.sdql`.
//!
//! A file defines the logical tensor `T` by arrays `T_…`. The compiler knows none of them by name:
//! a program that has the text of a format in it means the same.

use crate::syntax::ast::Program;
use crate::types::Scalar;

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
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (first, after) = rest.split_at(end);
        match first.strip_prefix('T') {
            Some(part) if part.is_empty() || part.starts_with('_') => {
                out.push_str(tensor);
                out.push_str(part);
            }
            _ => out.push_str(first),
        }
        let other = after.find(word).unwrap_or(after.len());
        out.push_str(&after[..other]);
        rest = &after[other..];
    }
    out
}

/// Gives the reals of a format another type: a format of reals is one of integers too.
pub fn retype(format: &mut Program, base: Scalar) {
    for (ty, _) in format.tensors.iter_mut().filter_map(|tensor| tensor.ty.as_mut()) {
        if ty.base() == Scalar::Real {
            *ty = ty.with_base(base);
        }
    }
}
