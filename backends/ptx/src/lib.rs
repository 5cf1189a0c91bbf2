//! NVIDIA GPUs: loop programs to PTX through LLVM, and an emulator that runs the PTX
//! on the host, so that every kernel can be checked where there is no device.
//!
//! Before this: loop programs (`hloom-loops`), whose schedules say what a grid, a block,
//! a warp and a lane do. After it: PTX text, launched through NVIDIA's driver where one is
//! found at run time, or by [`emulator`].

pub mod emulator;
