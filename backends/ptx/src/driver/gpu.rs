//! The description of a GPU.

use crate::target::Target;

/// A GPU of this machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gpu {
    /// Its number among the driver's GPUs.
    pub number: usize,
    /// NVIDIA's name for it.
    pub name: String,
    /// Its compute capability, major and minor.
    pub capability: (i32, i32),
    /// Bytes of its memory.
    pub memory: u64,
    /// The newest CUDA that its driver knows, major and minor.
    pub driver: (i32, i32),
    /// The target that code for it is compiled for.
    pub target: Target,
}
