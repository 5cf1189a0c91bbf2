//! Asynchronous copies and matrix instructions.

use super::super::text::syntax::InstructionText;
use super::{Builder, Result};

impl Builder<'_> {
    /// Decodes asynchronous copies. Whether `text` is one.
    pub(super) fn copies(&mut self, _: &InstructionText) -> Result<bool> {
        Ok(false)
    }

    /// `st.async`.
    pub(super) fn store_async(&mut self, text: &InstructionText) -> Result<()> {
        self.unknown(text)
    }
}
