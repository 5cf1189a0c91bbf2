//! NVIDIA GPUs: loop programs to PTX through LLVM, and an emulator that runs the PTX
//! on the host, so that every kernel can be checked where there is no device.
//!
//! Before this: loop programs (`hloom-loops`), whose schedules say what a grid, a block,
//! a warp and a lane do. After it: PTX text ([`codegen`]), launched through NVIDIA's
//! driver where one is found at run time, or by [`emulator`]; [`program`] walks the part
//! of the program that is the host's, or takes it down as [`steps`] that the device does by
//! itself, and [`ptxas`] makes machine code of PTX.

#[cfg(feature = "llvm")]
pub mod codegen;
pub mod device;
pub mod driver;
#[cfg(feature = "llvm")]
pub mod emulated;
pub mod emulator;
mod error;
#[cfg(feature = "llvm")]
mod executable;
#[cfg(feature = "llvm")]
mod follow;
#[cfg(feature = "llvm")]
mod known;
#[cfg(feature = "llvm")]
mod maps;
pub mod occupancy;
#[cfg(feature = "llvm")]
mod persistent;
#[cfg(feature = "llvm")]
mod plan;
#[cfg(feature = "llvm")]
pub mod program;
pub mod ptxas;
pub mod steps;
pub mod target;
#[cfg(feature = "llvm")]
mod walk;

pub use error::Error;
#[cfg(feature = "llvm")]
pub use executable::Executable;
pub use target::Target;
