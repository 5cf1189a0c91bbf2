//! Kernels in the emulator: their results are those of the same programs scheduled for a
//! CPU and run by the loop level, what they do with memory is what was planned, and
//! `ptxas` takes them for every target without spilling.

#[path = "kernels/attention.rs"]
mod attention;
#[path = "kernels/common.rs"]
mod common;
#[path = "kernels/convolutions.rs"]
mod convolutions;
#[path = "kernels/hopper.rs"]
mod hopper;
#[path = "kernels/loops.rs"]
mod loops;
#[path = "kernels/math.rs"]
mod math;
#[path = "kernels/precisions.rs"]
mod precisions;
#[path = "kernels/products.rs"]
mod products;
#[path = "kernels/rows.rs"]
mod rows;
#[path = "kernels/scans.rs"]
mod scans;
#[path = "kernels/scatters.rs"]
mod scatters;
#[path = "kernels/sorts.rs"]
mod sorts;
#[path = "kernels/transposes.rs"]
mod transposes;
