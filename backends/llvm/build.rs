//! Fingerprints the sources that decide what code a loop program becomes, for the keys of
//! cached machine code.

#[path = "src/cache/fingerprint.rs"]
mod fingerprint;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    // Relative to the package, which is where build scripts run.
    fingerprint::tell_cargo(
        "HLOOM_SOURCES",
        &[
            // Element types: their sizes and encodings.
            ("ir", PathBuf::from("../../ir/src")),
            ("analysis", PathBuf::from("../../ir/analysis/src")),
            ("llvm", PathBuf::from("src")),
            // The sizes and buffers that routines take.
            ("linear", PathBuf::from("../linear/src")),
            ("loops", PathBuf::from("../loops/src")),
            ("runtime", PathBuf::from("../runtime/src")),
        ],
    )
}
