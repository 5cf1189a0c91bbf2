//! The arrays of levels as numbers, and the order of entries.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{WrongStorage, wrong};
use crate::literal::Literal;
use crate::types::{Element, Type};

/// An unsigned integer tensor of rank 1 from these numbers.
pub(super) fn integers(element: Element, numbers: &[u64]) -> Result<Literal, WrongStorage> {
    let width = element.byte_width();
    let ty = Type::tensor(&[numbers.len() as i64], element);
    let mut literal = Literal::zeros(ty).map_err(|e| WrongStorage(e.to_string()))?;
    if width == 8 && cfg!(target_endian = "little") {
        literal.as_mut_slice::<u64>().copy_from_slice(numbers);
        return Ok(literal);
    }
    for (bytes, &n) in literal.as_mut_slice::<u8>().chunks_exact_mut(width).zip(numbers) {
        if width < 8 && n >> (8 * width) != 0 {
            return wrong(format!(
                "has {n} as a position or coordinate, which is not a value of {element}"
            ));
        }
        bytes.copy_from_slice(&n.to_le_bytes()[..width]);
    }
    Ok(literal)
}

/// The numbers of an integer array; negative ones become too large to be valid.
pub(super) fn numbers(literal: &Literal) -> Cow<'_, [u64]> {
    if literal.element().byte_width() == 8 && !literal.is_splat() && cfg!(target_endian = "little")
    {
        return Cow::Borrowed(literal.as_slice());
    }
    let number = |i| literal.get_int(i).and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX);
    (0..literal.count()).map(number).collect()
}

/// The numbers of an array of a level.
pub(super) fn array<'a>(
    name: &str,
    level: usize,
    found: &'a Option<Literal>,
    element: Element,
) -> Result<Cow<'a, [u64]>, WrongStorage> {
    match found {
        Some(a) if a.element() == element && a.dims().len() == 1 => Ok(numbers(a)),
        Some(a) => wrong(format!("has {name} of {} in level {level}, not of {element}", a.ty())),
        None => wrong(format!("has no {name} in level {level}")),
    }
}

/// Sorts entries by their coordinates in each level, the first level first: by counting, one level
/// after the other from the last, if the extents are not much larger than the number of entries. Each
/// level is given with its extent, which the caller has found all of its coordinates to be below.
pub(super) fn sort(order: &mut Vec<usize>, levels: &[(&[u64], u64)]) {
    let few = |extent: u64| extent / 4 <= order.len() as u64;
    if !levels.iter().all(|level| few(level.1)) {
        order.sort_by(|&a, &b| {
            let mut all = levels.iter().map(|(column, _)| column[a].cmp(&column[b]));
            all.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        return;
    }
    let mut sorted = vec![0; order.len()];
    for (column, extent) in levels.iter().rev() {
        if order.is_sorted_by_key(|&e| column[e]) {
            continue;
        }
        let mut next = vec![0usize; *extent as usize + 1];
        order.iter().for_each(|&e| next[column[e] as usize + 1] += 1);
        for at in 1..next.len() {
            next[at] += next[at - 1];
        }
        for &e in order.iter() {
            let place = &mut next[column[e] as usize];
            sorted[*place] = e;
            *place += 1;
        }
        std::mem::swap(order, &mut sorted);
    }
}
