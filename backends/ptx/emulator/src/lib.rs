//! A PTX emulator: runs the text of a kernel on the host, and finds its faults.
//!
//! Before this: PTX text for `sm_75` and up, from a code generator or written by hand. After it:
//! the memory that the kernel leaves, a [`Report`] of counts, or a located [`Fault`].
//!
//! ```text
//!   PTX text ─ text ─ ModuleText ─ decode ─ kernel (flat instructions over registers)
//!                                              │
//!   Device (memory) ── Module::launch ─────────┤   Launch, Param, Options
//!                                              ▼
//!              exec       blocks, warps, groups of threads; scheduling
//!               ├── asynchronous   cp.async, mbarrier, bulk and tensor copies
//!               ├── matrix         mma, ldmatrix, wgmma
//!               └── clock, shadow  races: vector clocks, and the last accesses of each byte
//!                                              │
//!                                       Report or Fault
//! ```
//!
//! ```
//! use hloom_ptx_emulator::{Device, Launch, Module, Options, Param};
//!
//! let ptx = "
//!     .version 7.0
//!     .target sm_80
//!     .address_size 64
//!     .visible .entry double(.param .u64 data) {
//!         .reg .b32 %r<3>;
//!         .reg .b64 %rd<3>;
//!         ld.param.u64 %rd1, [data];
//!         mov.u32 %r1, %tid.x;
//!         mad.wide.u32 %rd2, %r1, 4, %rd1;
//!         ld.global.u32 %r2, [%rd2];
//!         shl.b32 %r2, %r2, 1;
//!         st.global.u32 [%rd2], %r2;
//!         ret;
//!     }";
//! let module = Module::parse(ptx)?;
//! let mut device = Device::new();
//! let data = device.upload(&[1, 0, 0, 0, 2, 0, 0, 0]);
//! let launch = Launch { block: [2, 1, 1], ..Launch::default() };
//! let report = module.launch(&mut device, "double", &launch, &[Param::from(data)], &Options::default())?;
//! assert_eq!(device.download(data, 8), [2, 0, 0, 0, 4, 0, 0, 0]);
//! assert_eq!(report.loads.sectors, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The model
//!
//! *Execution.* The threads of a warp run in lockstep; where they diverge, they reconverge as
//! soon as their code does. Blocks run one after another, those of a cluster interleaved
//! ([`Options::resident`] makes more of them so). One launch has one result, whatever the
//! host; [`Options::order`] changes the order in which blocks and warps are scheduled.
//!
//! *Memory.* Global memory consists of allocations with nothing around them; an access has
//! to lie in one of them, be aligned to its size, and for shared memory find bytes that were
//! written. Registers, shared and local memory begin with a pattern, never with zeros.
//! Calls are inlined: there is no recursion and no indirect call. Of functions that others
//! define there is `cudaGraphSetConditional`, which [`Report::conditions`] tells.
//!
//! *Races.* Two accesses of the same bytes, one of them a write and not both atomic (or
//! otherwise strong), need an order: by barrier, by `bar.warp.sync`, by a fence with an atomic
//! on either side, or by an `mbarrier`. That a device happened to run lanes in lockstep is no
//! order, and a shuffle is none either ([`Options::shuffles_order`]). Shared memory is
//! checked in a block and a cluster, global memory between blocks too. Two lanes that write
//! the same bytes in one instruction race, even if they write the same value.
//!
//! *Asynchronous operations* take effect as late as possible: when a thread waits for them.
//! Bytes they write can't be accessed before that, bytes they read can't be written.
//!
//! # What is exact and what is not
//!
//! Whole-number and float arithmetic, conversions and comparisons give the bits that PTX
//! defines. The approximate instructions of PTX (`ex2`, `lg2`, `sin`, `cos`, `tanh`, `rsqrt`, and
//! `rcp`, `sqrt`, `div` with `.approx` or `.full`) are computed in 64 bits and rounded to nearest:
//! a device may differ in the last bits. The same is true of the sums in matrix instructions, whose
//! order and width PTX leaves open.

mod asynchronous;
mod clock;
mod decode;
mod exec;
mod fault;
mod im2col;
mod kernel;
mod matrix;
mod memory;
mod module;
mod number;
mod options;
mod report;
mod shadow;
mod tensor_map;
mod text;

pub use fault::{Fault, FaultKind};
pub use kernel::Class;
pub use memory::Device;
pub use module::Module;
pub use options::{Launch, Options, Order, Param};
pub use report::{Count, Report, Traffic};
pub use tensor_map::{Im2col, OutOfBounds, Swizzle, TensorMap, TensorType};
pub use text::ParseError;
