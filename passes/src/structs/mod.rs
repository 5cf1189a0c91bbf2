//! `structs-to-tuples` and `flatten-tuples`: remove structs and tuples.
//!
//! `structs-to-tuples` replaces a struct by the tuple of its fields and an array by the tuple of
//! its members, since XLA has only tuples. Empty types (a struct without fields, an array without
//! members) are removed, and the indices after them shift. With `complex=pair`, a complex tensor
//! becomes the tuple of its real and imaginary parts, and ops are computed on the parts where
//! possible ([`complex`] lists these ops).
//!
//! `flatten-tuples` replaces tuples, structs and arrays by their leaves: functions, calls, branches
//! and loops take and return each leaf separately.
//!
//! Both keep the names of fields: a value read out of `%model` is named by its path,
//! `model.layer1.weight`, in its location and, unless it has a name of its own, in the text.
//!
//! Before: any valid module whose functions have one block each; functions with branches between
//! blocks are rejected, because `lift-control-flow` must run first. After: the same results, leaf
//! by leaf. Ops unknown to the passes (custom calls, ops of other dialects) keep their types: their
//! operands are assembled in front of them, and their results are split after them.
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
/// If an option has an invalid value, or a function can't be converted.
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
