//! The PTX emulator: kernels written by hand, one class of instructions a file.
//!
//! Each check for faults is tested with a kernel that has the fault and a twin without it.

mod basic;
mod common;
mod copies;
mod faults;
mod matrix;
mod pipeline;
mod warp;
mod warpgroup;
