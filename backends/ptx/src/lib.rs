//! NVIDIA GPUs: loop programs compiled to PTX through LLVM, and run.
//!
//! Before this: loop programs (`hloom-loops`), whose schedules say what a grid, a block, a warp
//! and a lane do. After it: PTX text, launched through NVIDIA's driver if one is found at run
//! time, or by the emulator ([`hloom_ptx_emulator`]), so that every kernel can be checked on
//! machines without a GPU.
//!
//! ```text
//!        Program
//!           │  persistent: loops on little data become kernels
//!           ▼
//!        codegen ── hloom_llvm::nvptx ── PTX text ── ptxas ── cubin, registers, occupancy
//!           │ Compiled
//!           ▼
//!        program ── memory        buffers on the device
//!           │ ├──── eager         the host executes statements and launches kernels
//!           │ └──── graph_capture a run as a list of steps that the device repeats
//!           │           both: host_state, const_memory (values the host knows)
//!           ▼
//!        device (trait)
//!           ├── driver            NVIDIA's driver: streams, graphs, machine code
//!           └── emulated          the emulator
//! ```
//!
//! | module | is |
//! |---|---|
//! | [`codegen`] | [`Compiled`](codegen::Compiled): PTX, its entries and the places where kernels run |
//! | [`program`] | loading a compiled program on a device, and its runs |
//! | [`allocator`] | memory that outlives runs, and arrays in it |
//! | [`device`] | the operations that a run needs: memory, launches, recordings |
//! | [`driver`], [`emulated`] | the two devices |
//! | [`collective`] | collectives between the devices of several ranks |
//! | [`graph_step`] | the steps of a captured run, tests on the device included |
//! | [`launch`] | a kernel with its arguments and the memory that it touches |
//! | [`ptxas`], [`occupancy`] | registers and shared memory of kernels, and blocks per multiprocessor |
//! | [`target`] | the GPUs that code is generated for |
//!
//! Kernels are named by [`KernelId`](hloom_loops::program::KernelId), their entries by
//! [`FunctionId`](hloom_llvm::nvptx::FunctionId): kernels that do the same share an entry.

pub mod allocator;
mod array_run;
pub mod codegen;
pub mod collective;
mod const_memory;
pub mod device;
pub mod driver;
mod eager;
pub mod emulated;
mod error;
mod executable;
mod graph_capture;
pub mod graph_step;
mod host_state;
pub mod launch;
mod maps;
mod memory;
pub mod occupancy;
mod persistent;
pub mod program;
pub mod ptxas;
pub mod target;

pub use array_run::RunArgument;
pub use error::Error;
pub use executable::Executable;
pub use target::Target;
