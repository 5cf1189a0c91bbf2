//! Damaged samples that a run leaves out.

use crate::Io;

/// The damaged samples that are named; more are counted.
const MOST_NAMED: usize = 10;

/// The number of damaged samples so far.
#[derive(Default)]
pub(super) struct Skipped(usize);

impl Skipped {
    /// Counts samples, and warns of the first ones.
    ///
    /// # Errors
    /// If standard error can't be written.
    pub(super) fn name(&mut self, skipped: &[String], io: &mut Io<'_>) -> anyhow::Result<()> {
        for what in skipped {
            self.0 += 1;
            if self.0 <= MOST_NAMED {
                io.warning(format_args!("{what}; it is skipped"))?;
            }
        }
        Ok(())
    }

    /// The number of them.
    pub(super) fn count(&self) -> usize {
        self.0
    }
}
