//! Structs and tuples out of the way: `structs-to-tuples` and `flatten-tuples`.
//!
//! `structs-to-tuples` turns a struct into the tuple of its fields and an array
//! into that of its members, as XLA knows no others. What holds nothing (a struct
//! without fields, an array without members) vanishes wherever it stands, and the
//! indices behind it move up. With `complex=pair`, a tensor of complex numbers
//! becomes the tuple of its real and its imaginary part, and what can be computed with
//! the parts is ([`complex`] says which ops).
//!
//! `flatten-tuples` takes tuples, structs and arrays apart altogether: functions,
//! calls, branches and loops take and give each leaf by itself.
//!
//! Both keep the names of fields: a value that is read out of `%model` is called
//! after the way to it, `model.layer1.weight`, in its location and, unless it has a
//! name of its own, in the text.
//!
//! Before: any valid module of functions with one block each; functions with
//! branches between blocks are refused, for `lift-control-flow` comes first. After:
//! the same results, leaf by leaf. Ops that neither pass knows (custom calls, ops of
//! other dialects) keep their types: what they take is put together in front of
//! them, and what they give taken apart behind.
//!
//! Source of the mapping: Fischer and Saba, "Automatic Full Compilation of Julia
//! Programs and ML Models to Cloud TPUs", arXiv 1810.09868, section 3.

mod complex;
mod convert;
mod flatten;
mod names;
mod to_tuples;

use crate::pass::{Context, PassError};

/// Runs `structs-to-tuples`. Option: `complex=pair` or `complex=keep`.
pub fn to_tuples(cx: &mut Context<'_>) -> Result<(), PassError> {
    let pairs = match cx.option("complex") {
        None | Some("keep") => false,
        Some("pair") => true,
        Some(other) => {
            let message = format!("option `complex` must be `keep` or `pair`, not `{other}`");
            return Err(PassError::new(message));
        }
    };
    convert::run(cx, &mut to_tuples::ToTuples { pairs })
}

/// Runs `flatten-tuples`.
pub fn flatten(cx: &mut Context<'_>) -> Result<(), PassError> {
    convert::run(cx, &mut flatten::Flatten)
}
