//! Programs with tiers on GPUs.

use std::sync::Arc;

use super::Tiered;
use crate::embed::{Allocator, Error, Options, Program};

impl Tiered {
    /// The same program on another GPU.
    ///
    /// # Errors
    /// As [`Tiered::new`].
    pub fn on_gpu(&self, arrays: Arc<Allocator>) -> Result<Tiered, Error> {
        let inner = &self.inner;
        let entry = Some(inner.entry.clone());
        let options = Options { arrays: Some(arrays), entry, ..inner.options.clone() };
        Tiered::new(inner.module.clone(), options, inner.begins_interpreted)
    }

    /// The program whose runs take arrays of a GPU ([`Program::run_arrays`]); `None` if runs are
    /// interpreted so far, or can't take any.
    pub fn on_arrays(&self) -> Option<&Program> {
        let inner = &self.inner;
        let program = if inner.begins_interpreted { inner.code() } else { inner.made() };
        program.filter(|program| program.takes_arrays())
    }
}
