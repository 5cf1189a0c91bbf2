//! The PTX emulator: kernels written by hand, one class of instructions a file.
//!
//! What finds faults is tested with a kernel that has one and a twin without.

#[path = "emulator/basic.rs"]
mod basic;
#[path = "emulator/common.rs"]
mod common;
#[path = "emulator/copies.rs"]
mod copies;
#[path = "emulator/faults.rs"]
mod faults;
#[path = "emulator/matrix.rs"]
mod matrix;
#[path = "emulator/pipeline.rs"]
mod pipeline;
#[path = "emulator/warp.rs"]
mod warp;
#[path = "emulator/warpgroup.rs"]
mod warpgroup;
