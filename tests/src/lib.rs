//! The test harness: the code that the test programs in `tests/tests` share.
//!
//! ```text
//!  tests/**/*.mlir ──► lit: RUN lines, in-process ──► tests/files.rs
//!        │
//!        └──► corpus: functions and the interpreter's results ──► tests/{corpus,ptx,gpu,diff}.rs
//!
//!  sampling: random modules, graphs, rules' left sides ─┐
//!  damage: garbled texts ───────────────────────────────┴─► campaigns, tests/{rules,language,branches,…}.rs
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`lit`] | the language of file tests: `RUN:`, `REQUIRES:`, substitutions, blessing |
//! | [`corpus`] | functions of the test files, with results of the interpreter |
//! | [`programs`] | the texts of test files, compressed ones too |
//! | [`sampling`] | random attributes, programs, control flow, whole modules |
//! | [`campaign`] | how long random tests run, and their random numbers |
//! | [`damage`], [`artifacts`] | damaged texts for the parser, and damaged bytecode |
//! | [`difference`] | the first difference of two modules |
//! | [`agreement`] | cases on which `hloom check` and LLVM's FileCheck agree |
//!
//! The house rules are a crate of their own, `hloom-house`.

pub mod agreement;
pub mod artifacts;
pub mod campaign;
pub mod corpus;
pub mod damage;
pub mod difference;
#[cfg(feature = "ptx")]
pub mod gpu;
#[cfg(feature = "ptx")]
pub mod kernels;
pub mod lit;
pub mod programs;
pub mod sampling;

/// Parses a text that must be valid.
///
/// # Panics
/// If it is not; the message shows the diagnostics.
pub fn parse(text: &str) -> hloom_ir::Module {
    hloom_ir::text::parse_module(text).unwrap_or_else(|errors| {
        let first = errors.first().map(|e| e.message.clone()).unwrap_or_default();
        panic!("{first}\nin\n{text}")
    })
}
