//! The driver's calls, as one interface: NVIDIA's library behind it, or what stands for
//! that in tests.
//!
//! Each method is one call of the driver, or a few that make no sense alone; each gives the
//! driver's own refusal as an error. Handles are numbers that only whoever made them can
//! read. All but the first five want a context that was entered on this thread.

use std::ffi::CStr;

use hloom_ptx_emulator::TensorMap;

/// A refusal of the driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    /// The `CUresult`.
    pub(crate) code: u32,
    /// Its name, and what it means in the driver's words.
    pub(crate) words: String,
}

impl Refusal {
    /// Whether nothing can be done on the device any more in this process: it is gone, or
    /// what ran there broke the context, whose every later call fails likewise.
    pub(crate) fn is_loss(&self) -> bool {
        // DEVICE_UNAVAILABLE, DEINITIALIZED, ECC_UNCORRECTABLE, ILLEGAL_ADDRESS,
        // LAUNCH_TIMEOUT, CONTEXT_IS_DESTROYED, ASSERT, HARDWARE_STACK_ERROR to
        // LAUNCH_FAILED, SYSTEM_NOT_READY, UNKNOWN; see the driver API's list of CUresult.
        matches!(self.code, 4 | 46 | 214 | 700 | 702 | 709 | 710 | 714..=719 | 802 | 999)
    }

    /// Whether the driver or its GPU can't take code that it was given.
    pub(crate) fn is_foreign_code(&self) -> bool {
        // INVALID_IMAGE, NO_BINARY_FOR_GPU, INVALID_SOURCE.
        matches!(self.code, 200 | 209 | 300)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

/// The result of a call of the driver.
pub(crate) type Answer<T> = Result<T, Refusal>;

/// Something of the driver's, by its number or address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Handle(pub(super) usize);

/// The launch configuration of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// Blocks of the grid.
    pub(crate) grid: [u32; 3],
    /// Threads of a block.
    pub(crate) block: [u32; 3],
    /// Bytes of shared memory of a block, beside what the kernel says itself.
    pub(crate) shared: u32,
}

/// A tensor map as the driver makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct EncodedMap(pub(super) [u64; 16]);

/// A condition of a graph's node: a `CUgraphConditionalHandle`, a `cuuint64_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition(pub(super) u64);

/// The kind of a conditional node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConditionalKind {
    /// Something once, if the condition is not 0 when the node starts.
    If,
    /// Something again and again, as long as the condition is not 0.
    While,
}

/// An argument of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parameter {
    /// 64 bits.
    Word(u64),
    /// A tensor map.
    Map(EncodedMap),
}

/// Rows of bytes that are copied on the GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyRows {
    /// To this address, and the bytes from the start of one row to that of the next.
    pub(crate) to: (u64, usize),
    /// From this address, and the same.
    pub(crate) from: (u64, usize),
    /// Bytes of a row.
    pub(crate) width: usize,
    /// The number of rows.
    pub(crate) height: usize,
}

/// Work on several streams, which wait for each other.
pub(crate) trait Streams {
    /// Whether all work ahead of an event is done. It never waits.
    fn is_reached(&self, event: Handle) -> Answer<bool>;
    /// Lets a stream wait for an event, as it was recorded last.
    fn follow(&self, stream: Handle, event: Handle) -> Answer<()>;
    /// Begins to set bytes to zero.
    fn zero(&self, address: u64, bytes: usize, stream: Handle) -> Answer<()>;
    /// Begins to copy rows.
    fn copy_rows(&self, rows: &CopyRows, stream: Handle) -> Answer<()>;
}

/// NVIDIA's driver, as far as it is used.
pub(crate) trait Api: Send + Streams {
    /// The newest CUDA that the driver knows: 12040 is 12.4.
    fn version(&self) -> Answer<i32>;
    /// The number of GPUs.
    fn count(&self) -> Answer<i32>;
    /// A GPU's name.
    fn name(&self, number: i32) -> Answer<String>;
    /// A GPU's compute capability, major and minor.
    fn capability(&self, number: i32) -> Answer<(i32, i32)>;
    /// Bytes of a GPU's memory.
    fn memory(&self, number: i32) -> Answer<u64>;

    /// The primary context of a GPU, which is kept until it is released.
    fn retain(&self, number: i32) -> Answer<Handle>;
    /// Gives the primary context of a GPU back.
    fn release(&self, number: i32) -> Answer<()>;
    /// Makes a context this thread's.
    fn enter(&self, context: Handle) -> Answer<()>;

    /// Machine code of PTX, for the GPU whose context this is.
    fn link(&self, text: &CStr) -> Answer<Vec<u8>>;
    /// Loads machine code.
    fn load(&self, image: &[u8]) -> Answer<Handle>;
    /// Loads PTX, linked with what the driver brings for kernels.
    fn load_text(&self, text: &CStr) -> Answer<Handle>;
    /// Unloads it.
    fn unload(&self, module: Handle) -> Answer<()>;
    /// A kernel of a module.
    fn function(&self, module: Handle, name: &CStr) -> Answer<Handle>;

    /// A stream that waits for no other.
    fn stream(&self) -> Answer<Handle>;
    /// Ends a stream.
    fn end_stream(&self, stream: Handle) -> Answer<()>;
    /// Waits until a stream has done all that it was asked.
    fn wait(&self, stream: Handle) -> Answer<()>;

    /// Bytes of the GPU's memory that are free.
    fn free_memory(&self) -> Answer<u64>;
    /// Memory of so many bytes.
    fn allocate(&self, bytes: usize) -> Answer<u64>;
    /// Gives memory back.
    fn free(&self, address: u64) -> Answer<()>;
    /// Begins to copy from the host.
    ///
    /// # Safety
    /// The bytes stay until the stream was waited for.
    unsafe fn write(&self, address: u64, bytes: &[u8], stream: Handle) -> Answer<()>;
    /// Begins to copy to the host.
    ///
    /// # Safety
    /// The bytes stay, and nobody looks at them, until the stream was waited for.
    unsafe fn read(&self, address: u64, bytes: &mut [u8], stream: Handle) -> Answer<()>;
    /// Begins to copy on the GPU.
    fn copy(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> Answer<()>;
    /// Makes a tensor map.
    fn tensor_map(&self, map: &TensorMap) -> Answer<EncodedMap>;
    /// Lets a kernel be launched with so many bytes of shared memory.
    fn allow_shared(&self, function: Handle, bytes: u32) -> Answer<()>;
    /// Starts a kernel.
    fn launch(
        &self,
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
        stream: Handle,
    ) -> Answer<()>;

    /// A point of time on a stream.
    fn event(&self) -> Answer<Handle>;
    /// Gives an event back.
    fn end_event(&self, event: Handle) -> Answer<()>;
    /// Takes the time once the stream comes here.
    fn record(&self, event: Handle, stream: Handle) -> Answer<()>;
    /// Milliseconds between two events that were both waited for.
    fn elapsed(&self, from: Handle, to: Handle) -> Answer<f32>;

    /// A graph with nothing in it.
    fn graph(&self) -> Answer<Handle>;
    /// Forgets a graph, and those inside of its nodes.
    fn end_graph(&self, graph: Handle) -> Answer<()>;
    /// Adds a kernel to a graph, behind other nodes of that.
    fn add_launch(
        &self,
        graph: Handle,
        behind: &[Handle],
        function: Handle,
        threads: Threads,
        parameters: &[Parameter],
    ) -> Answer<Handle>;
    /// Adds a copy on the GPU to a graph, behind other nodes of that.
    fn add_copy(
        &self,
        graph: Handle,
        behind: &[Handle],
        to: u64,
        from: u64,
        bytes: usize,
        context: Handle,
    ) -> Answer<Handle>;
    /// A condition for one node of a graph, which kernels set. Nothing sets it at first: what
    /// it is then, is not said.
    fn condition(&self, graph: Handle, context: Handle) -> Answer<Condition>;
    /// Adds a node to a graph, behind others of that, which does what stands in a graph of its
    /// own: once if the condition is not 0, or as long as it is not. The node, and that graph,
    /// which goes with it.
    fn add_conditional(
        &self,
        graph: Handle,
        behind: &[Handle],
        condition: Condition,
        kind: ConditionalKind,
        context: Handle,
    ) -> Answer<(Handle, Handle)>;
    /// Makes a graph ready to be started as a whole; it may be forgotten then.
    fn instantiate(&self, graph: Handle) -> Answer<Handle>;
    /// Starts what was made ready.
    fn replay(&self, ready: Handle, stream: Handle) -> Answer<()>;
    /// Forgets what was made ready.
    fn end_ready(&self, ready: Handle) -> Answer<()>;
}
