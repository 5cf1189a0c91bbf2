//! Runs every test file: `tests/**/*.mlir` and `*.sdql` with a `RUN` line.
//!
//! `FILES=text` runs only files whose path contains the text, and `BLESS=1` rewrites expectations.
//! `tests/src/lit/mod.rs` describes the language of the files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hloom_tests::lit::suite::Suite;

#[test]
fn files() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in the repository");
    // The working directory is the repository's root, as for a user. This is the only test of the
    // process, so no other test is affected.
    std::env::set_current_dir(root).expect("the repository's root can be entered");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    let mut features = Vec::new();
    if cfg!(feature = "llvm") {
        features.push("llvm");
    }
    #[cfg(feature = "llvm")]
    if hloom::upstream::Worker::start().is_ok() {
        features.push("mlir");
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
