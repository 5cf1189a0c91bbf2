//! The part of a function under construction that differs between CPUs and GPUs: where it
//! finds its buffers, and how it reports a failed check.

use hloom_loops::program::{BufferId, TensorMap};
use inkwell::values::{IntValue, PointerValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ops::{Built, broken};
use super::parts::KernelShare;
use super::plan::PlannedKernel;

/// The machine-specific state of a function.
pub(super) enum Side<'u, 'm, 'c> {
    /// A function of a CPU.
    Cpu(CpuSide<'u, 'm, 'c>),
    /// A kernel of a GPU.
    Nvptx(NvptxSide<'c>),
}

/// The state of a CPU's function: the entry, a kernel, or the body of a parallel loop.
#[derive(Clone)]
pub(super) struct CpuSide<'u, 'm, 'c> {
    /// The runtime's functions.
    pub(super) runtime: PointerValue<'c>,
    /// The array of buffers' addresses.
    pub(super) frame: PointerValue<'c>,
    /// The buffers' slots if the frame is a kernel's table, and not the program's frame.
    pub(super) table: Option<&'m FxHashMap<BufferId, usize>>,
    /// The kernel, the part of it that the module holds, and the number of its next
    /// parallel loop.
    pub(super) bodies: Option<(&'u PlannedKernel<'u>, &'u KernelShare, usize)>,
    /// The table that kernels are called with.
    pub(super) call_table: Option<PointerValue<'c>>,
    /// The number of the thread among those that work on the parallel loop.
    pub(super) worker: IntValue<'c>,
}

/// The state of a GPU's kernel.
#[derive(Default)]
pub(super) struct NvptxSide<'c> {
    /// The address that a failed check stores its number to.
    pub(super) status: Option<PointerValue<'c>>,
    /// The tensor maps of buffers, and where the kernel finds them.
    pub(super) maps: Vec<(BufferId, TensorMap, PointerValue<'c>)>,
    /// The offsets of shared buffers in the dynamic shared memory of the launch.
    pub(super) shared: FxHashMap<BufferId, u64>,
    /// The buffers that tiles are copied to.
    pub(super) tiled: FxHashSet<BufferId>,
}

impl<'u, 'm, 'c> Side<'u, 'm, 'c> {
    /// The state of a CPU's function.
    pub(super) fn cpu(&self) -> Built<&CpuSide<'u, 'm, 'c>> {
        match self {
            Side::Cpu(side) => Ok(side),
            Side::Nvptx(_) => broken("a kernel of a GPU with something that only CPUs have"),
        }
    }

    /// The same, to change it.
    pub(super) fn cpu_mut(&mut self) -> Built<&mut CpuSide<'u, 'm, 'c>> {
        match self {
            Side::Cpu(side) => Ok(side),
            Side::Nvptx(_) => broken("a kernel of a GPU with something that only CPUs have"),
        }
    }

    /// The state of a GPU's kernel.
    pub(super) fn nvptx(&self) -> Built<&NvptxSide<'c>> {
        match self {
            Side::Nvptx(side) => Ok(side),
            Side::Cpu(_) => broken("a function of a CPU with something that only GPUs have"),
        }
    }
}

impl<'c> NvptxSide<'c> {
    /// The address of a tensor map of a buffer.
    pub(super) fn map(&self, buffer: BufferId, map: &TensorMap) -> Option<PointerValue<'c>> {
        let found = self.maps.iter().find(|(of, it, _)| *of == buffer && it == map);
        found.map(|(.., address)| *address)
    }
}
