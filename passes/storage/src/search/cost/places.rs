//! The places of dictionaries in memory.

use super::super::statistics::LEVELS;
use super::{Estimate, PLACE};
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
}
