//! Bounds of unknown extents: `tensor<?x4xf32, #stablehlo.bounds<8, ?>>` has at most eight rows.
//! Programs of 2022 write `#stablehlo.type_extensions<bounds = [8, ?]>`. The bound of a known
//! extent is `?`.

use super::{DYNAMIC, TensorType};
use std::fmt::Write;

const BOUNDS: &str = "#stablehlo.bounds<";
const LEGACY: &str = "#stablehlo.type_extensions<";

/// Parses an encoding of bounds: a bound or `None` for each dimension. Returns `None` for
/// an encoding of another kind.
fn read(text: &str) -> Option<Vec<Option<i64>>> {
    let body = match text.strip_prefix(BOUNDS) {
        Some(body) => body.strip_suffix('>')?,
        None => {
            let body = text.strip_prefix(LEGACY)?.strip_suffix('>')?.trim();
            let list = body.strip_prefix("bounds")?.trim_start().strip_prefix('=')?;
            list.trim().strip_prefix('[')?.strip_suffix(']')?
        }
    };
    body.split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "?" => Some(None),
            number => number.parse().ok().map(|n| Some(n).filter(|&n| n != DYNAMIC)),
        })
        .collect()
}

/// The encoding of these bounds.
fn write(bounds: &[Option<i64>]) -> Box<str> {
    let mut text = String::from(BOUNDS);
    for (i, bound) in bounds.iter().enumerate() {
        text += if i > 0 { ", " } else { "" };
        match bound {
            // Writing to a string does not fail.
            Some(n) => drop(write!(text, "{n}")),
            None => text.push('?'),
        }
    }
    text.push('>');
    text.into()
}

/// The canonical spelling of a bounds encoding; `None` for other encodings.
pub(super) fn canonical(encoding: &str) -> Option<Box<str>> {
    read(encoding).map(|bounds| write(&bounds))
}

impl TensorType {
    /// The bounds of its extents, `None` for unbounded ones; `None` if the type does not have
    /// bounds.
    pub fn bounds(&self) -> Option<Vec<Option<i64>>> {
        read(self.storage()?)
    }

    /// The maximum extent of dimension `d`: its extent, or its bound.
    pub fn bound(&self, d: usize) -> Option<i64> {
        if self.dims[d] != DYNAMIC {
            return Some(self.dims[d]);
        }
        self.bounds()?.get(d).copied().flatten()
    }

    /// The same type with these bounds; an encoding of another kind is kept.
    pub(crate) fn bounded_by(self, bounds: &[Option<i64>]) -> TensorType {
        match self.storage().is_none() || self.bounds().is_some() {
            true => self.with_bounds(bounds).without_idle_bounds(),
            false => self,
        }
    }

    /// Whether it is of known extents, but for one at most, which has a bound.
    pub(crate) fn is_static_or_bounded_once(&self) -> bool {
        let mut open = (0..self.rank()).filter(|&d| self.dims[d] == DYNAMIC);
        open.next().is_none_or(|d| self.bound(d).is_some()) && open.next().is_none()
    }

    /// The same type with these bounds.
    fn with_bounds(self, bounds: &[Option<i64>]) -> TensorType {
        let any = bounds.iter().any(Option::is_some);
        self.with_storage(any.then(|| write(bounds)))
    }

    /// The same type with dimension `d` unknown, bounded by its extent. An encoding of another kind
    /// is kept.
    pub fn with_unknown(&self, d: usize) -> TensorType {
        let bound = self.bound(d);
        let mut open = self.clone();
        open.dims[d] = DYNAMIC;
        if open.storage().is_some() && open.bounds().is_none() {
            return open;
        }
        let mut bounds = open.bounds().unwrap_or_else(|| vec![None; open.rank()]);
        bounds.resize(open.rank(), None);
        bounds[d] = bound;
        open.with_bounds(&bounds)
    }

    /// The same type without bounds of known extents.
    pub(super) fn without_idle_bounds(self) -> TensorType {
        let Some(mut bounds) = self.bounds() else { return self };
        let idle = |&(d, bound): &(usize, &Option<i64>)| bound.is_some() && self.dims[d] != DYNAMIC;
        if bounds.len() != self.rank() || !bounds.iter().enumerate().any(|b| idle(&b)) {
            return self;
        }
        for (d, bound) in bounds.iter_mut().enumerate() {
            *bound = bound.filter(|_| self.dims[d] == DYNAMIC);
        }
        self.with_bounds(&bounds)
    }

    /// Returns why the bounds of this type are invalid, if they are.
    pub(crate) fn wrong_bounds(&self) -> Option<String> {
        let bounds = self.bounds()?;
        if bounds.len() != self.rank() {
            return Some(format!("has {} bounds for {} dimensions", bounds.len(), self.rank()));
        }
        for (d, bound) in bounds.into_iter().enumerate() {
            match bound {
                Some(n) if self.dims[d] != DYNAMIC => {
                    return Some(format!(
                        "has the bound {n} of dimension {d}, whose extent {} is known; its bound must be `?`",
                        self.dims[d]
                    ));
                }
                Some(n) if n < 0 => {
                    return Some(format!(
                        "has the bound {n} of dimension {d}; it must not be negative"
                    ));
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Element;

    #[test]
    fn both_spellings_are_read_and_one_is_written() {
        let canonical = |text| TensorType::canonical_encoding(text);
        let newer = "#stablehlo.bounds<8, ?>";
        assert_eq!(&*canonical("#stablehlo.type_extensions<bounds = [8, ?]>"), newer);
        assert_eq!(&*canonical("#stablehlo.bounds<8,?>"), newer);
        assert_eq!(&*canonical("#layout.rows<8>"), "#layout.rows<8>");
    }

    #[test]
    fn an_extent_becomes_unknown_and_known_again() {
        let x = TensorType::new(&[8, 4], Element::F32);
        let open = x.with_unknown(0);
        assert_eq!(open.to_string(), "tensor<?x4xf32, #stablehlo.bounds<8, ?>>");
        assert_eq!((open.bound(0), open.bound(1)), (Some(8), Some(4)));
        assert_eq!(open.with_dims(&[3, 4]).to_string(), "tensor<3x4xf32>");
        assert_eq!(open.with_unknown(1).to_string(), "tensor<?x?xf32, #stablehlo.bounds<8, 4>>");
        assert_eq!(open.wrong_bounds(), None);
    }
}
