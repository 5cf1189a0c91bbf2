//! The two kinds of machines that a module is printed for, each with its own options.

use crate::target::CpuTarget;

/// The machine of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// A CPU.
    Cpu(CpuOptions),
    /// A GPU, through LLVM's NVPTX code generator.
    Nvptx(NvptxOptions),
}

/// The options of printing a module for a CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuOptions {
    /// The CPU.
    pub(crate) cpu: CpuTarget,
    /// Whether the entry records which kernel it runs.
    pub(crate) profile: bool,
    /// Whether the program is split into several modules, which call each other's kernels.
    pub(crate) split: bool,
    /// Whether sequences of instructions that occur several times become functions.
    pub(crate) outline: bool,
}

/// The options of printing a module for a GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NvptxOptions {
    /// The compute capability in tenths: 80 is 8.0.
    pub capability: u32,
}

impl Target {
    /// The CPU, if it is one.
    pub(crate) fn cpu(&self) -> Option<CpuTarget> {
        match self {
            Target::Cpu(options) => Some(options.cpu),
            Target::Nvptx(_) => None,
        }
    }

    /// Whether it is a CPU with vectors of 64 bytes: AVX-512.
    pub(crate) fn has_wide_vectors(&self) -> bool {
        self.cpu().is_some_and(|cpu| cpu.vector_bytes() == 64)
    }
}
