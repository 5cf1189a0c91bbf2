//! The PTX emulator: kernels written by hand, one class of instructions a file.
//!
//! What finds faults is tested with a kernel that has one and a twin without.

mod basic;
mod common;
mod copies;
mod faults;
mod matrix;
mod pipeline;
mod warp;
mod warpgroup;
