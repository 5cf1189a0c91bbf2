//! Runs every test file: `tests/**/*.mlir` with a `RUN` line.
//!
//! `FILES=text` runs only files whose path has the text in it, and `BLESS=1`
//! rewrites what can be rewritten. The language of the files is told in
//! `tests/src/lit/mod.rs`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hloom_tests::lit::suite::Suite;

#[test]
fn files() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in the repository");
    // Paths in commands and diagnostics are those a user at the root would see.
    // This is the only test of the process, so nobody else minds.
    std::env::set_current_dir(root).expect("the repository's root can be entered");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    let mut features = Vec::new();
    if cfg!(feature = "llvm") {
        features.push("llvm");
    }
    if cfg!(feature = "ptx") {
        features.push("ptx");
    }
    #[cfg(feature = "ptx")]
    {
        if hloom_ptx::driver::find(0).is_ok() {
            features.push("gpu");
        }
        if hloom_ptx::ptxas::Ptxas::find().is_ok() {
            features.push("ptxas");
        }
    }
    let suite = Suite {
        scratch: scratch.strip_prefix(root).map_or(scratch.clone(), PathBuf::from),
        filter: std::env::var("FILES").ok(),
        bless: std::env::var_os("BLESS").is_some_and(|value| value != "0"),
        features,
        patience: Duration::from_secs(300),
    };
    let summary = suite.run(Path::new("tests")).expect("tests can be read");
    if summary.failures.is_empty() {
        println!("{summary}");
    }
    assert!(summary.failures.is_empty(), "{summary}");
    assert!(summary.run > 0, "no test file was found");
}
