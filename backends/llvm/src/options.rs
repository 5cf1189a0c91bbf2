//! The options of compiling a program for a CPU.

use crate::target::CpuTarget;

/// The options of compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The CPU to compile for.
    pub target: CpuTarget,
    /// Whether LLVM optimises. Without it the IR is the code generator's own output, to read
    /// or to find a defect with.
    pub optimize: bool,
    /// Whether the code tells the runtime when each kernel begins and ends, for
    /// [`crate::Executable::run_recorded`]. Files never do.
    pub profile: bool,
}

impl Default for Options {
    /// Optimised code for this machine.
    fn default() -> Options {
        Options { target: CpuTarget::Native, optimize: true, profile: false }
    }
}
