//! The test harness.

pub mod house;
