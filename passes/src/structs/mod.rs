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

use crate::context::{Context, PassError};

crate::option_values! {
    /// The form of tensors of complex numbers.
    pub enum ComplexForm {
        /// They stay as they are.
        Keep = "keep",
        /// Tuples of their real and imaginary parts.
        Pair = "pair",
    }
}

crate::options! {
    /// Options of `structs-to-tuples`.
    pub struct Options {
        /// `pair` turns tensors of complex numbers into tuples (re, im).
        complex: ComplexForm = ComplexForm::Keep, "complex";
    }
}

/// Runs `structs-to-tuples`.
///
/// # Errors
/// If an option can't have its value, or a function can't be converted.
pub fn to_tuples(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { complex } = cx.options()?;
    convert::run(cx, &mut to_tuples::ToTuples { pairs: complex == ComplexForm::Pair })
}

/// Runs `flatten-tuples`.
///
/// # Errors
/// If a function can't be converted.
pub fn flatten(cx: &mut Context<'_>) -> Result<(), PassError> {
    convert::run(cx, &mut flatten::Flatten)
}
