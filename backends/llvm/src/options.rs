//! The options of compiling a program for a CPU.

use crate::target::CpuTarget;

/// The options of compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The CPU to compile for.
    pub target: CpuTarget,
    /// The effort of LLVM for the code.
    pub effort: Effort,
    /// The code generator.
    pub generator: Generator,
    /// Whether the code tells the runtime when each kernel begins and ends, for
    /// [`crate::Executable::run_recorded`]. Files never do.
    pub profile: bool,
}

impl Default for Options {
    /// Optimised code for this machine.
    fn default() -> Options {
        Options {
            target: CpuTarget::Native,
            effort: Effort::Full,
            generator: Generator::default(),
            profile: false,
        }
    }
}

/// The time that LLVM takes to make code. Results are the same, but for the sign of a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Effort {
    /// No passes, and the code generator of `-O0`: the IR is that of [`crate::compile`]'s input, to
    /// read or to find a defect with.
    None,
    /// Few passes, and the code generator of `-O0`, which allocates registers block by block. That
    /// takes half the time in all; loops over vectors of elements are a few percent slower,
    /// register tiles of products several times.
    Quick,
    /// The passes and the code generator of `-O2`.
    #[default]
    Full,
}

/// The code generator for a program that runs in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Generator {
    /// The direct one, `hloom_x86`, for CPUs with AVX-512 and programs that it has instructions for;
    /// else LLVM. It takes a tenth of the time, for code that is about as fast.
    #[default]
    Direct,
    /// LLVM.
    Llvm,
}
