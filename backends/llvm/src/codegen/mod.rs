//! Loop programs printed as LLVM IR.
//!
//! Before this: a verified loop program, in which loops, vectors, masks and memory are
//! decided. After it: [`crate::compile`] optimises the module and makes machine code of it.
//!
//! On a CPU, the entry is `i32 entry(ptr runtime, ptr frame)`: the runtime runs parallel
//! loops ([`crate::runtime::abi`]), the frame is an array of addresses
//! (`layout`), and the result is 0 or the number of the check that failed,
//! counted from 1. Float operations are exact IEEE: no fast-math flags, and no
//! contraction but the program's own `fma`.

mod bits;
mod convert;
mod cpu;
mod dots;
mod function;
mod host;
mod index;
mod inst;
mod launch_params;
mod loop_phis;
mod matrix;
mod memory;
mod non_temporal;
mod nvptx;
mod ops;
mod outline;
mod parallel;
mod parts;
mod remainder;
mod repeats;
mod side;
mod target;
mod tasks;
mod unit;
mod warp;
mod wgmma;

use hloom_loops::plan::{self, layout, symbol, tiles};

pub(crate) use cpu::generate;
pub use launch_params::{LaunchParam, WIDEST_LOAD};
pub(crate) use launch_params::{dynamic_shared, launch_params};
pub(crate) use layout::{ARENA_SLOT, FIRST_INPUT_SLOT, SCRATCH_SLOT};
pub(crate) use nvptx::{generate as generate_nvptx, kernel_symbol};
pub(crate) use parts::Part;
pub use plan::FunctionId;
pub(crate) use plan::{ModulePlan, PlannedCall};
pub(crate) use symbol::symbol;
pub use target::NvptxOptions;
pub(crate) use tiles::tensor_maps;
