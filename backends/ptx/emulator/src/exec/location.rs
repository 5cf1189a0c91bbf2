//! Locations in memory.

/// The location of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// Of an allocation.
    Global { allocation: usize, at: usize },
    /// Of a block of the wave.
    Shared { block: usize, at: usize },
    /// Of a thread.
    Local { at: usize },
    /// Of the kernel's parameters.
    Parameter { at: usize },
}

impl Location {
    pub(crate) fn space(self) -> &'static str {
        match self {
            Self::Global { .. } => "global",
            Self::Shared { .. } => "shared",
            Self::Local { .. } => "local",
            Self::Parameter { .. } => "parameter",
        }
    }
}
