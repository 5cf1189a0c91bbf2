//! Legacy syntax: ops that StableHLO has replaced, read as their replacements.
//!
//! `stablehlo.dot` becomes `dot_general`, `stablehlo.broadcast` `broadcast_in_dim`.
//! The printer writes the replacement.

use super::draft::{Bases, Draft};
use super::{Failed, Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::Diagnostic;
use crate::field::{Dims, Field};
use crate::id::Block;
use crate::ops;
use crate::types::{Element, Type};

/// The op that replaces a legacy one.
pub(crate) fn newer(name: &str) -> Option<&'static str> {
    match name {
        "stablehlo.broadcast" => Some("stablehlo.broadcast_in_dim"),
        "stablehlo.dot" => Some("stablehlo.dot_general"),
        _ => None,
    }
}

/// The attribute that a legacy op's replacement has instead of `broadcast_sizes`, or of none; from
/// the types of its first operand and its result.
///
/// # Errors
/// A sentence, if the op can't be replaced.
pub(crate) fn replacement(
    name: &str,
    first: Option<Type>,
    result: Option<Type>,
    sizes: Option<Attr>,
) -> Result<Option<(&'static str, Attr)>, String> {
    let Some(first) = first.and_then(Type::as_tensor) else {
        return Err(format!("`{name}` takes ranked tensors"));
    };
    let rank = first.rank() as i64;
    if name == "stablehlo.dot" {
        if !(1..=2).contains(&rank) {
            return Err("`stablehlo.dot` takes vectors and matrices".into());
        }
        let dims = ops::DotDims {
            lhs_batching_dimensions: Dims([].into()),
            rhs_batching_dimensions: Dims([].into()),
            lhs_contracting_dimensions: Dims([rank - 1].into()),
            rhs_contracting_dimensions: Dims([0].into()),
        };
        return Ok(dims.to_attr().map(|attr| ("dot_dimension_numbers", attr)));
    }
    let Ok(sizes) = Dims::from_attr(sizes, &[]) else {
        return Err("`stablehlo.broadcast` needs the list of integers `broadcast_sizes`".into());
    };
    let result = result.and_then(Type::as_tensor);
    let count = sizes.0.len();
    if result.is_some_and(|t| t.dims.get(..count) != Some(&sizes.0[..])) {
        return Err(format!("the result must begin with the extents {:?}", sizes.0));
    }
    let count = count as i64;
    let to = (count..count + rank).collect();
    Ok(Some(("broadcast_dimensions", Attr::DenseArray(Element::I64, to))))
}

impl Parser<'_> {
    /// Parses a legacy op's own form: `%a, %b, precision = [DEFAULT, DEFAULT]`, or `%a, sizes = [1,
    /// 2]`.
    pub(super) fn legacy_form(
        &mut self,
        block: Block,
        start: usize,
        bases: Bases,
        name: &'static str,
    ) -> Parse<()> {
        let mut draft = self.draft(start, newer(name).and_then(ops::lookup), bases);
        self.operand()?;
        self.expect(Token::Comma)?;
        if name == "stablehlo.broadcast" {
            self.expect_word("sizes")?;
            self.expect(Token::Equal)?;
            self.field(&mut draft, "broadcast_sizes", |p| {
                Ok(Attr::DenseArray(Element::I64, p.integers()?))
            })?;
        } else {
            self.operand()?;
            if self.eat(Token::Comma) {
                self.expect_word("precision")?;
                self.expect(Token::Equal)?;
                self.field(&mut draft, "precision_config", Self::precisions)?;
            }
        }
        self.trailing_dict(&mut draft)?;
        self.types_by(&mut draft, "signature")?;
        self.renew(&mut draft, name)?;
        let name = newer(name).unwrap_or(name);
        self.finish(block, draft, name).map(|_| ())
    }

    /// Converts a legacy op's attributes to those of its replacement.
    pub(super) fn renew(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        let at = draft.attrs.iter().position(|(n, _)| &**n == "broadcast_sizes");
        let sizes = at.map(|at| draft.attrs.remove(at).1);
        let (first, result) = (draft.operand_types.first(), draft.result_types.first());
        match replacement(name, first.copied(), result.copied(), sizes) {
            Ok(Some((name, attr))) => draft.set(name, attr),
            Ok(None) => {}
            Err(message) => return self.wrong_legacy(draft, &message),
        }
        Ok(())
    }

    fn wrong_legacy<T>(&mut self, draft: &Draft, message: &str) -> Parse<T> {
        self.report(Diagnostic::error(draft.name, message));
        Err(Failed)
    }
}
