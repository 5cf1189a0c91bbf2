//! The test harness.

pub mod agreement;
pub mod campaign;
pub mod corpus;
pub mod damage;
#[cfg(feature = "ptx")]
pub mod kernels;
pub mod lit;
pub mod programs;
pub mod sampling;

/// The module of a text that is known to be right.
///
/// # Panics
/// If it is not; the message shows where.
pub fn parse(text: &str) -> hloom_ir::Module {
    hloom_ir::text::parse_module(text).unwrap_or_else(|errors| {
        let first = errors.first().map(|e| e.message.clone()).unwrap_or_default();
        panic!("{first}\nin\n{text}")
    })
}
