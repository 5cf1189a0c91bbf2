//! The test harness.

pub mod agreement;
pub mod house;
pub mod lit;
