//! The places of dictionaries in memory.

use super::super::statistics::LEVELS;
use super::{Access, CLEAR, Estimate, PLACE};
use hloom_storage::types::{Form, Sort};

impl Estimate {
    /// The extents of a dictionary with one key, which is below `key`, and this value.
    pub(super) fn outer_extents(&self, key: f64) -> [f64; LEVELS] {
        std::array::from_fn(|i| if i == 0 { key } else { self.extents[i - 1] })
    }

    /// The extents of what a dictionary has at a key.
    pub(super) fn inner_extents(&self) -> [f64; LEVELS] {
        std::array::from_fn(|i| self.extents.get(i + 1).copied().unwrap_or(0.0))
    }

    /// The places of a dictionary in memory, as far as they are known: those of all levels.
    pub(super) fn size(&self, sort: Sort) -> f64 {
        match sort.form {
            Form::Nested(levels) if levels > 0 && self.extents[0] > 0.0 => self
                .extents
                .iter()
                .take(usize::from(levels))
                .map(|extent| extent.max(1.0))
                .product(),
            Form::Nested(_) | Form::Array => 0.0,
        }
    }

    /// The work of going through the places of a dictionary in memory, with or without an entry: compiled code
    /// keeps dictionaries in dense buffers.
    pub(super) fn places(&self, sort: Sort) -> f64 {
        PLACE * self.size(sort)
    }

    /// The work for the places of dictionaries that are built to be multiplied element by element: they are cleared,
    /// and those of the first one are gone through. The places of a dictionary that exists count as
    /// [operated](Estimate::operated) on.
    pub(super) fn multiplied_places(&self, other: &Estimate, sort: Sort) -> f64 {
        let is_built = |it: &Estimate| it.access == Access::Built;
        let cleared: f64 =
            [self, other].into_iter().filter(|it| is_built(it)).map(|it| it.size(sort)).sum();
        CLEAR * cleared + if is_built(self) { self.places(sort) } else { 0.0 }
    }
}
