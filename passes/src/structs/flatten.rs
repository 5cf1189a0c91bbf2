//! `flatten-tuples`: replaces a value by its leaves, in order.

use super::convert::{Converter, Scheme};
use super::names;
use hloom_ir::attr::AttrDict;
use hloom_ir::types::Type;
use hloom_ir::{ConstraintError, Value};
use std::ops::Range;

/// The conversion of tuples, structs and arrays to their leaves.
pub(super) struct Flatten;

/// The types of the leaves.
fn leaves(ty: Type, out: &mut Vec<Type>) {
    match ty.members() {
        Some(members) => members.iter().for_each(|&m| leaves(m, out)),
        None => out.push(ty),
    }
}

fn count(ty: Type) -> usize {
    ty.members().map_or(1, |members| members.iter().map(|&m| count(m)).sum())
}

/// The range of leaves of member `i`.
fn range(of: Type, i: usize) -> Range<usize> {
    let members = of.members().unwrap_or_default();
    let start = members[..i].iter().map(|&m| count(m)).sum();
    start..start + count(members[i])
}

impl Scheme for Flatten {
    fn parts(&self, ty: Type) -> Option<Vec<Type>> {
        ty.members()?;
        let mut parts = Vec::new();
        leaves(ty, &mut parts);
        Some(parts)
    }

    fn make(
        &self,
        _: &mut Converter<'_>,
        _: Type,
        parts: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        Ok(parts.to_vec())
    }

    fn get(
        &self,
        _: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
    ) -> Result<Vec<Value>, ConstraintError> {
        Ok(parts[range(of, i)].to_vec())
    }

    fn with(
        &self,
        _: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
        new: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        let mut parts = parts.to_vec();
        parts.splice(range(of, i), new.iter().copied());
        Ok(parts)
    }

    fn pack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        parts: &[Value],
    ) -> Result<Value, ConstraintError> {
        let Some(members) = ty.members() else { return Ok(parts[0]) };
        let mut whole = Vec::new();
        for (i, &member) in members.iter().enumerate() {
            whole.push(self.pack(cx, member, &parts[range(ty, i)])?);
        }
        cx.assemble(ty, &whole)
    }

    fn unpack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        whole: Value,
    ) -> Result<Vec<Value>, ConstraintError> {
        let Some(members) = ty.members() else { return Ok(vec![whole]) };
        let mut parts = Vec::new();
        for (i, &member) in members.iter().enumerate() {
            let inner = cx.take(whole, i)?;
            parts.extend(self.unpack(cx, member, inner)?);
        }
        Ok(parts)
    }

    fn part_names(&self, ty: Type, dict: &AttrDict) -> Vec<String> {
        let paths = names::leaf_paths(ty);
        names::remembered(dict, paths.len()).unwrap_or(paths)
    }

    fn attributes(&self, ty: Type, _: &AttrDict) -> Vec<AttrDict> {
        // Attributes of the whole value do not hold for its leaves.
        vec![AttrDict::new(); count(ty)]
    }
}
