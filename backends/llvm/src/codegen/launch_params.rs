//! The launch parameters of a GPU's kernel, and its dynamic shared memory.

use hloom_loops::program::BufferId;
use rustc_hash::FxHashMap;

use super::layout::BufferPlace;
use super::plan::{ModulePlan, PlannedKernel};
use super::tiles::{alignment, tensor_maps, tiled};

/// The most shared memory in bytes that a kernel may have as variables of its own; more has
/// to come with the launch.
const MOST_STATIC_SHARED: u64 = 48 << 10;

/// A parameter of a kernel's function: an address in global memory that is a multiple of 64,
/// or a tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaunchParam {
    /// The address of an `i32`, 0 at first, which a check that fails sets to its number.
    Status,
    /// The address of [`NvptxKernel::scratch_bytes`](crate::nvptx::NvptxKernel::scratch_bytes)
    /// for each thread of the grid.
    Scratch,
    /// The address of the buffer with this number in
    /// [`NvptxCall::buffers`](crate::nvptx::NvptxCall::buffers).
    Buffer(usize),
    /// The tensor map with this number in
    /// [`NvptxKernel::maps`](crate::nvptx::NvptxKernel::maps).
    Map(usize),
}

/// The parameters of a kernel's function, in order.
pub(crate) fn launch_params(plan: &ModulePlan<'_>, kernel: &PlannedKernel<'_>) -> Vec<LaunchParam> {
    let mut params = Vec::with_capacity(2 + kernel.table.len());
    if kernel.uses.asserts {
        params.push(LaunchParam::Status);
    }
    if needs_region(plan, kernel) {
        params.push(LaunchParam::Scratch);
    }
    params.extend((0..kernel.table.len()).map(LaunchParam::Buffer));
    params.extend((0..tensor_maps(kernel.body).len()).map(LaunchParam::Map));
    params
}

/// Whether threads need scratch memory.
fn needs_region(plan: &ModulePlan<'_>, kernel: &PlannedKernel<'_>) -> bool {
    let in_region = |buffer| matches!(plan.layout.place(buffer), BufferPlace::Region(_));
    kernel.uses.made.iter().any(|buffer| in_region(*buffer))
}

/// The bytes of the widest load. A masked load may become a whole one, which reads lanes behind the
/// buffer and discards them: buffers have memory for that.
pub const WIDEST_LOAD: u64 = 16;

/// The offsets of a kernel's shared buffers in the dynamic shared memory of a launch, and its
/// bytes: none where the buffers are variables of the kernel.
pub(crate) fn dynamic_shared(
    plan: &ModulePlan<'_>,
    kernel: &PlannedKernel<'_>,
) -> (FxHashMap<BufferId, u64>, u64) {
    let shared = |buffer: &&BufferId| plan.layout.place(**buffer) == BufferPlace::Shared;
    let mut buffers: Vec<BufferId> = kernel.uses.made.iter().filter(shared).copied().collect();
    buffers.sort_unstable();
    let bytes =
        |buffer: BufferId| plan.program.buffer(buffer).bytes().next_multiple_of(WIDEST_LOAD);
    let tiled = tiled(kernel.body());
    // The largest first: what lies behind them needs less alignment.
    buffers.sort_by_key(|buffer| std::cmp::Reverse(bytes(*buffer)));
    let (mut places, mut end) = (FxHashMap::default(), 0u64);
    for buffer in buffers {
        let at = end.next_multiple_of(alignment(&tiled, buffer));
        places.insert(buffer, at);
        end = at + bytes(buffer);
    }
    match end {
        ..=MOST_STATIC_SHARED => (FxHashMap::default(), 0),
        _ => (places, end),
    }
}
