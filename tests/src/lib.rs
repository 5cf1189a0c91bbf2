//! The test harness.

pub mod agreement;
pub mod campaign;
pub mod house;
pub mod lit;
